#pragma once

#include "ui/editor/difflexer.h"
#include "ui/theme/widgets.h"

#include <optional>

class QsciScintilla;

namespace rocport {

/// What was typed into an in-place edit that was left without saving.
struct EditDraft
{
    QString text;
    QString reason; ///< for altering the NVIDIA path; empty: none was requested
};

/// The editor shown in place of a change while it is edited: text, Save, Cancel, what went wrong,
/// and the field for a reason if the edit changes what NVIDIA sees.
class EditPane : public QWidget, private DiffLines
{
    Q_OBJECT

public:
    EditPane(ThemeProvider& provider, SyntaxRepository& syntax, QWidget* parent = nullptr);

    /// Starts with `text` (UTF-8, '\n'), coloured like the file; with a draft, continues with that
    /// and offers to drop it.
    void begin(const QByteArray& text, Language language, const RepoPath& path,
               const std::optional<EditDraft>& draft = {});
    [[nodiscard]] QString text() const;
    /// Sets the message above the buttons; empty hides it.
    void setProblem(const QString& sentence);
    /// Asks for the reason to accept an edit that changes the NVIDIA path.
    void askForReason(const QString& sentence);
    [[nodiscard]] QString reason() const;
    [[nodiscard]] int preferredHeight() const;
    void focusText();

    /// Whether something was typed that is not saved.
    [[nodiscard]] bool isChanged() const;
    /// To be called when the current text was saved: isChanged() is false until the next begin().
    void setTaken() { m_taken = true; }

Q_SIGNALS:
    void saved();
    void cancelled();
    void heightChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    void textChanged();

    [[nodiscard]] int lineCount() const override;
    [[nodiscard]] int lineStart(int line) const override;
    [[nodiscard]] QByteArrayView lineBytes(int line) const override;
    [[nodiscard]] bool isFiller(int /*line*/) const override { return false; }
    [[nodiscard]] bool isStruck(int /*line*/) const override { return false; }
    [[nodiscard]] QPair<int, int> visibleLines() const override;

    ThemeProvider& m_provider;
    SyntaxRepository& m_syntax;
    QsciScintilla* m_editor;
    DiffLexer* m_lexer;
    TextLabel* m_problem;
    TextLabel* m_hint = nullptr;
    QLineEdit* m_reason;
    QPushButton* m_save;
    QPushButton* m_discard;
    QString m_begun;      ///< the text without a draft
    bool m_taken = false; ///< the current text is saved
    QByteArray m_text;
    QVector<int> m_starts;
    Language m_language = Language::Other;
    RepoPath m_path;
};

} // namespace rocport
