#pragma once

#include "core/text/textsearch.h"
#include "ui/theme/widgets.h"

namespace rocport {

/// A field for what to look for, with toggles for case, whole words and regular expressions (Alt+C,
/// Alt+W, Alt+R), what was found, and buttons for the next and the previous match. While anything
/// in it has the focus, letters go into the field and do not trigger commands of what is around it.
class FindBar : public PanelHeader
{
    Q_OBJECT

public:
    /// `name` begins the object names of its parts ("findField", "findCase", "findWord",
    /// "findExpression", "findCount", "findPrevious", "findNext", "findClose"); `placeholder` is
    /// the field's accessible name too.
    FindBar(ThemeProvider& provider, const QString& name, const QString& placeholder,
            QWidget* parent = nullptr);

    [[nodiscard]] TextQuery query() const;
    /// Shows the bar with the field focused; searches for `text` if it is not empty.
    void open(const QString& text);
    /// "3 of 17"; empty: nothing.
    void setCount(const QString& text);
    /// Shows, in place of the count, one sentence that the expression cannot be used; `why` is the
    /// library's message.
    void setProblem(const QString& why);
    /// What is added to the count if lines were left out; empty for none.
    [[nodiscard]] static QString leftOutText(qint64 lines);
    /// Hides the buttons for the next and the previous match.
    void hideSteps();
    [[nodiscard]] SearchField& field() { return *m_field; }
    /// Puts a letter that was typed elsewhere into the field; false: it is not a letter.
    bool takeLetter(QKeyEvent& event);
    /// Whether a key is text to be typed, not a command.
    [[nodiscard]] static bool isLetter(const QKeyEvent& event);

Q_SIGNALS:
    void queryChanged();
    /// Asks for the next (1) or the previous (-1) match.
    void stepRequested(int direction);
    void closeRequested();
    /// Down was pressed in the field: what is below takes the focus.
    void downPressed();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QPushButton* addToggle(const QString& text, const QString& name, const QString& meaning,
                           const QString& key);
    QPushButton* addButton(const QString& text, const QString& name, const QString& toolTip);

    QString m_name;
    SearchField* m_field;
    QPushButton* m_case;
    QPushButton* m_word;
    QPushButton* m_expression;
    ElidedLabel* m_count;
    QPushButton* m_previous;
    QPushButton* m_next;
};

} // namespace rocport
