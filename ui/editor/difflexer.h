#pragma once

#include "ui/editor/syntaxstyler.h"

#include "ui/editor/qsci.h"

#include <QTimer>

#include <memory>

namespace rocport {

/// Where a lexer finds the lines of its editor's document.
class DiffLines
{
public:
    DiffLines() = default;
    DiffLines(const DiffLines&) = delete;
    DiffLines& operator=(const DiffLines&) = delete;
    virtual ~DiffLines() = default;
    [[nodiscard]] virtual int lineCount() const = 0;
    /// Byte where a line begins.
    [[nodiscard]] virtual int lineStart(int line) const = 0;
    /// Its text: UTF-8 without line end.
    [[nodiscard]] virtual QByteArrayView lineBytes(int line) const = 0;
    /// Whether the line is an alignment gap, which is not coloured.
    [[nodiscard]] virtual bool isFiller(int line) const = 0;
    /// Whether the line is struck out: plain, in one colour.
    [[nodiscard]] virtual bool isStruck(int line) const = 0;
    /// First and last line in sight.
    [[nodiscard]] virtual QPair<int, int> visibleLines() const = 0;
    /// The next line that is not folded away.
    [[nodiscard]] virtual int nextLine(int line) const { return line + 1; }
};

/// Gives Scintilla the colours of SyntaxStyler. Visible lines come first (guessed from a little
/// above them if the text before is not coloured yet), the rest in slices of a few milliseconds.
class DiffLexer : public QsciLexerCustom
{
    Q_OBJECT

public:
    DiffLexer(SyntaxRepository& repository, const DiffLines& lines, QObject* parent);
    ~DiffLexer() override;

    /// To be called before the text is replaced: drops what is known about the old one, so that
    /// nothing is coloured until setText(). Scintilla asks for colours while it takes a new text.
    void textGoes();
    /// A new text; colours start over.
    void setText(Language language, const RepoPath& path, int bytes);
    /// Struck lines changed.
    void refresh();
    /// All lines are coloured.
    [[nodiscard]] bool isFinished() const { return m_nextLine >= m_lines.lineCount(); }
    /// The style of a byte, as far as known; for tests.
    [[nodiscard]] int styleAt(int byte) const;

    [[nodiscard]] const char* language() const override;
    [[nodiscard]] QString description(int style) const override;
    void styleText(int start, int end) override;
    /// What Scintilla is given for a style: the first one that looks the same.
    [[nodiscard]] int shownStyle(int style) const;

public Q_SLOTS:
    void setColor(const QColor& colour, int style = -1) override;
    void setFont(const QFont& font, int style = -1) override;

private:
    /// Whether what is known matches the lines as they are now.
    [[nodiscard]] bool fits() const;
    void slice();
    void styleVisible();
    void push(int firstLine, int lastLine);
    void showLine(int line, char* styles) const;
    void store(int line, const QByteArray& styles);

    SyntaxRepository& m_repository;
    const DiffLines& m_lines;
    std::unique_ptr<SyntaxStyler> m_styler, m_guesser;
    Language m_language = Language::Other;
    RepoPath m_path;
    QByteArray m_styles;        // one for each byte of the document
    QVector<bool> m_known;      // by line
    mutable QByteArray m_shown; // by style: shownStyle(); empty: not known
    int m_nextLine = 0;         // first line that the steady pass has not reached
    QTimer m_timer;
};

} // namespace rocport
