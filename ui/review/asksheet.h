#pragma once

#include "ui/theme/widgets.h"

#include <QMap>

class QPlainTextEdit;

namespace rocport {

/// A question in place of the explanation: what will happen, to which files, perhaps a text to
/// enter, and two buttons. Enter answers yes, Esc no; what was typed is then kept as a draft.
class AskSheet : public QWidget
{
    Q_OBJECT

public:
    struct Question
    {
        QString title;     ///< "Accept 23 open changes of WF-002 in 6 files"
        QString text;      ///< a sentence below; may be empty
        QStringList lines; ///< the files; empty hides the list
        QString field;     ///< label of the text to enter; empty: none
        QString fieldText;
        bool fieldRequired = false;
        QString subject; ///< what distinguishes it from questions of the same title; may be empty
        QString yes;     ///< "Accept 23 changes"
    };

    explicit AskSheet(ThemeProvider& provider, QWidget* parent = nullptr);
    void ask(const Question& question);
    [[nodiscard]] QString fieldText() const;
    /// Closes the sheet without an answer: what was typed is kept, and shown again when the same
    /// question is asked.
    void leave();
    /// Titles of the questions with typed text that was neither submitted nor declined with Esc or
    /// Cancel. Declined text is shown again too, but nobody is warned of its loss.
    [[nodiscard]] QStringList drafts() const;
    void dropDrafts();

Q_SIGNALS:
    void answered(bool yes);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void updateYes();
    void answer(bool yes);
    [[nodiscard]] bool isTyped() const;
    Question m_question;
    bool m_asking = false;
    QMap<QPair<QString, QString>, QString> m_drafts; ///< by title and subject
    QSet<QPair<QString, QString>> m_declined;        ///< those of m_drafts that were declined
    TextLabel* m_title;
    TextLabel* m_text;
    QPlainTextEdit* m_list;
    TextLabel* m_fieldLabel;
    QLineEdit* m_field;
    QPushButton* m_yes;
};

} // namespace rocport
