#include "ui/editor/difflexer.h"

#include "ui/editor/qsci.h"

#include <QElapsedTimer>

#include <algorithm>

namespace rocport {

namespace {

constexpr qint64 kSliceMs = 4;
constexpr int kGuessAbove = 60;  // lines before those in sight that a guess starts from
constexpr int kMostSteady = 300; // lines that are coloured at once, so that those in sight are

} // namespace

DiffLexer::DiffLexer(SyntaxRepository& repository, const DiffLines& lines, QObject* parent)
    : QsciLexerCustom(parent), m_repository(repository), m_lines(lines)
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &DiffLexer::slice);
    if (!repository.isReady()) {
        connect(&repository, &SyntaxRepository::ready, this,
                [this] { setText(m_language, m_path, static_cast<int>(m_styles.size())); });
    }
}

DiffLexer::~DiffLexer() = default;

void DiffLexer::textGoes()
{
    m_timer.stop();
    m_styles.clear();
    m_known.clear();
    m_styler.reset();
    m_guesser.reset();
}

bool DiffLexer::fits() const
{
    const int count = m_lines.lineCount();
    return count > 0 && m_known.size() == count &&
           m_lines.lineStart(count - 1) + m_lines.lineBytes(count - 1).size() <= m_styles.size();
}

void DiffLexer::setText(Language language, const RepoPath& path, int bytes)
{
    m_language = language;
    m_path = path;
    m_styles.fill('\0', bytes);
    m_known.fill(false, m_lines.lineCount());
    m_nextLine = 0;
    m_styler = std::make_unique<SyntaxStyler>(m_repository, language, path);
    m_guesser = std::make_unique<SyntaxStyler>(m_repository, language, path);
    if (m_styler->isActive()) {
        m_timer.start();
    } else {
        m_nextLine = m_lines.lineCount();
        m_timer.stop();
    }
    refresh();
}

void DiffLexer::refresh()
{
    if (editor()) {
        editor()->SendScintilla(QsciScintillaBase::SCI_STARTSTYLING, 0UL);
        editor()->viewport()->update();
    }
}

int DiffLexer::styleAt(int byte) const
{
    return byte >= 0 && byte < m_styles.size() ? m_styles[byte] : 0;
}

const char* DiffLexer::language() const
{
    return "Rocport";
}

QString DiffLexer::description(int style) const
{
    return style <= kStruckStyle ? QStringLiteral("Style %1").arg(style) : QString();
}

void DiffLexer::styleText(int start, int end)
{
    if (!editor()) {
        return;
    }
    styleVisible();
    const int count = m_lines.lineCount();
    if (!fits()) {
        editor()->SendScintilla(QsciScintillaBase::SCI_STARTSTYLING, start);
        editor()->SendScintilla(QsciScintillaBase::SCI_SETSTYLING, end - start, 0L);
        return;
    }
    int low = 0; // the line that holds `start`
    int high = count - 1;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        (m_lines.lineStart(middle) <= start ? low : high) =
            m_lines.lineStart(middle) <= start ? middle : middle - 1;
    }
    int last = low;
    while (last + 1 < count && m_lines.lineStart(last + 1) < end) {
        ++last;
    }
    push(low, last);
}

void DiffLexer::push(int firstLine, int lastLine)
{
    if (!editor() || firstLine > lastLine || !fits()) {
        return;
    }
    const int begin = m_lines.lineStart(firstLine);
    const int end = lastLine + 1 < m_lines.lineCount() ? m_lines.lineStart(lastLine + 1)
                                                       : static_cast<int>(m_styles.size());
    QByteArray bytes = m_styles.mid(begin, end - begin);
    for (int line = firstLine; line <= lastLine; ++line) {
        showLine(line, bytes.data() + (m_lines.lineStart(line) - begin));
    }
    editor()->SendScintilla(QsciScintillaBase::SCI_STARTSTYLING, begin);
    editor()->SendScintilla(QsciScintillaBase::SCI_SETSTYLINGEX,
                            static_cast<uintptr_t>(bytes.size()), bytes.constData());
}

/// Scintilla measures and paints every run of one style by itself, which is what a picture costs
/// most: styles that look alike are one, and blanks go on with what is before them.
void DiffLexer::showLine(int line, char* styles) const
{
    const QByteArrayView text = m_lines.lineBytes(line);
    if (m_lines.isStruck(line)) {
        std::fill_n(styles, text.size(), char(kStruckStyle));
        return;
    }
    const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
    const qsizetype indent =
        std::distance(text.begin(), std::find_if_not(text.begin(), text.end(), isBlank));
    for (qsizetype at = indent; at < text.size(); ++at) {
        styles[at] = isBlank(text[at]) ? styles[at - 1] : char(shownStyle(styles[at]));
    }
    std::fill_n(styles, indent, indent < text.size() ? styles[indent] : '\0');
}

int DiffLexer::shownStyle(int style) const
{
    if (m_shown.isEmpty()) {
        for (int one = 0; one <= kStruckStyle; ++one) {
            int first = 0;
            while (first < one && (color(first) != color(one) || font(first) != font(one))) {
                ++first;
            }
            m_shown.append(char(first));
        }
    }
    return style >= 0 && style < m_shown.size() ? m_shown[style] : 0;
}

void DiffLexer::setColor(const QColor& colour, int style)
{
    m_shown.clear();
    QsciLexerCustom::setColor(colour, style);
}

void DiffLexer::setFont(const QFont& font, int style)
{
    m_shown.clear();
    QsciLexerCustom::setFont(font, style);
}

void DiffLexer::store(int line, const QByteArray& styles)
{
    std::copy(styles.begin(), styles.end(), m_styles.begin() + m_lines.lineStart(line));
    m_known[line] = true;
}

void DiffLexer::styleVisible()
{
    if (!m_guesser || !m_guesser->isActive() || isFinished() || !fits()) {
        return;
    }
    const auto [first, last] = m_lines.visibleLines();
    const int end = std::min(last + 1, m_lines.lineCount());
    bool missing = false;
    for (int line = std::max(0, first); line < end && !missing; line = m_lines.nextLine(line)) {
        missing = !m_known[line];
    }
    if (!missing) {
        return;
    }
    const auto colour = [this](SyntaxStyler& styler, int line) {
        if (!m_lines.isFiller(line)) {
            store(line, styler.next(m_lines.lineBytes(line)));
        } else {
            m_known[line] = true;
        }
    };
    // Close to the steady pass its own state is the right one.
    if (m_nextLine + kGuessAbove >= first && end - m_nextLine <= kMostSteady) {
        for (int line = m_nextLine; line < end; ++line) {
            colour(*m_styler, line);
        }
        m_nextLine = std::max(m_nextLine, end);
        return;
    }
    int before = -2;
    for (int line = std::max(0, first); line < end; line = m_lines.nextLine(line)) {
        if (line != before + 1) { // lines between are folded away
            m_guesser->restart();
            for (int above = std::max({0, before + 1, line - kGuessAbove}); above < line; ++above) {
                colour(*m_guesser, above);
            }
        }
        colour(*m_guesser, line);
        before = line;
    }
}

void DiffLexer::slice()
{
    if (!fits()) {
        m_timer.stop(); // setText() starts it again
        return;
    }
    const int first = m_nextLine;
    QElapsedTimer timer;
    timer.start();
    while (!isFinished() && timer.elapsed() < kSliceMs) {
        const int line = m_nextLine++;
        if (!m_lines.isFiller(line)) {
            store(line, m_styler->next(m_lines.lineBytes(line)));
        }
        m_known[line] = true;
    }
    if (isFinished()) {
        m_timer.stop();
        refresh(); // what was jumped over has its colours now
        return;
    }
    const auto [top, bottom] = m_lines.visibleLines();
    if (m_nextLine > first && first <= bottom && m_nextLine > top) {
        push(first, m_nextLine - 1);
    }
}

} // namespace rocport
