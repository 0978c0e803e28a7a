#include "core/rules/hiddencharacters.h"

#include "core/base/cancelscope.h"
#include "core/base/visibletext.h"
#include "core/rules/proposal.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace rocport {

namespace {

constexpr int kMostHiddenLines = 100; // findings a file
constexpr qsizetype kMaxNamed = 6;    // characters named in one finding

struct Character
{
    char32_t c = 0;
    qsizetype at = 0; ///< byte in the line
    qsizetype size = 1;
};

/// The code points of valid UTF-8.
std::u32string codePoints(std::string_view line)
{
    std::u32string text;
    text.reserve(line.size());
    for (size_t at = 0; at < line.size();) {
        const auto first = static_cast<uchar>(line[at]);
        const size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        char32_t c = size == 1 ? first : first & (0x7fU >> size);
        for (size_t i = 1; i < size && at + i < line.size(); ++i) {
            c = c << 6U | (static_cast<uchar>(line[at + i]) & 0x3fU);
        }
        text.push_back(c);
        at += size;
    }
    return text;
}

qsizetype utf8Size(char32_t c)
{
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

bool isRightToLeft(char32_t c)
{
    const QChar::Direction direction = QChar::direction(c);
    return !isBidiControl(c) && (direction == QChar::DirR || direction == QChar::DirAL);
}

/// Letters and vowel signs of scripts that use joiners or zero-width spaces: Arabic to Tibetan,
/// Myanmar, Khmer and Mongolian; with their supplements.
bool isOfJoiningScript(char32_t c)
{
    return ((c >= 0x0600 && c < 0x1100) || (c >= 0x1780 && c < 0x18b0) ||
            (c >= 0xa800 && c < 0xac00) || (c >= 0xfb50 && c < 0xfe00) ||
            (c >= 0x11000 && c < 0x12000)) &&
           (QChar::isLetter(c) || QChar::isMark(c));
}

bool isEmoji(char32_t c)
{
    return (c >= 0x1f000 && c < 0x1fb00) || (c >= 0x2190 && c < 0x2c00) || c == 0xfe0f ||
           c == 0x00a9 || c == 0x00ae || c == 0x203c || c == 0x2049 || c == 0x2122 ||
           (c >= 0x3030 && c <= 0x3299);
}

bool isHangul(char32_t c)
{
    return (c >= 0x1100 && c < 0x1200) || (c >= 0x3130 && c < 0x3190) ||
           (c >= 0xac00 && c < 0xd7b0);
}

bool isTag(char32_t c)
{
    return c >= 0xe0020 && c <= 0xe007f;
}

/// Whether at `at` stands what may begin or end a string or a comment in one of the languages.
bool isDelimiter(std::u32string_view text, size_t at)
{
    const char32_t c = text[at];
    const char32_t next = at + 1 < text.size() ? text[at + 1] : U'\0';
    return c == U'"' || c == U'\'' || c == U'`' || c == U'#' ||
           (c == U'/' && (next == U'*' || next == U'/')) || (c == U'*' && next == U'/');
}

/// One line that has at least one candidate.
class LineCheck
{
public:
    explicit LineCheck(std::string_view line) : m_text(codePoints(line))
    {
        m_rightToLeft = std::any_of(m_text.begin(), m_text.end(), isRightToLeft);
        markDirections();
        qsizetype byte = 0;
        for (qsizetype i = 0; i < size(); ++i) {
            if (isOdd(i)) {
                m_found.push_back({at(i), byte, utf8Size(at(i))});
            }
            byte += utf8Size(at(i));
        }
    }

    [[nodiscard]] const std::vector<Character>& found() const { return m_found; }

private:
    [[nodiscard]] qsizetype size() const { return static_cast<qsizetype>(m_text.size()); }
    [[nodiscard]] char32_t at(qsizetype i) const
    {
        return i < 0 || i >= size() ? U'\0' : m_text[static_cast<size_t>(i)];
    }

    /// Embeddings and isolates that are closed in the same string or comment are text.
    void markDirections()
    {
        struct Opened
        {
            qsizetype at, delimiters;
        };
        std::vector<Opened> open;
        qsizetype delimiters = 0;
        for (qsizetype i = 0; i < size(); ++i) {
            const char32_t c = at(i);
            if (c < 0x80) {
                delimiters += isDelimiter(m_text, static_cast<size_t>(i)) ? 1 : 0;
            } else if (c == 0x202a || c == 0x202b || (c >= 0x2066 && c <= 0x2068)) {
                open.push_back({i, delimiters});
            } else if ((c == 0x202c || c == 0x2069) && !open.empty()) {
                const Opened begin = open.back();
                open.pop_back();
                const bool isolate = at(begin.at) >= 0x2066;
                if (isolate == (c == 0x2069) && begin.delimiters == delimiters) {
                    m_paired.push_back(begin.at);
                    m_paired.push_back(i);
                }
            }
        }
        std::sort(m_paired.begin(), m_paired.end());
    }

    [[nodiscard]] bool isOddDirection(qsizetype i) const
    {
        const char32_t c = at(i);
        if (c == 0x061c || c == 0x200e || c == 0x200f) {
            return !m_rightToLeft; // a mark among letters of both directions
        }
        return c == 0x202d || c == 0x202e ||
               !std::binary_search(m_paired.begin(), m_paired.end(), i);
    }

    [[nodiscard]] bool isOdd(qsizetype i) const
    {
        const char32_t c = at(i);
        const char32_t before = at(i - 1);
        const char32_t after = at(i + 1);
        if (!isHiddenCharacter(c) || c == U'\t' || c == U'\f' || c == U'\v' || c == U'\r') {
            return false;
        }
        if (isBidiControl(c)) {
            return isOddDirection(i);
        }
        if (c >= 0x200b && c <= 0x200d) {
            const bool script = isOfJoiningScript(before) || isOfJoiningScript(after);
            const bool thai = c == 0x200b && before >= 0x0e00 && before < 0x0f00;
            const bool emoji =
                c == 0x200d && (isEmoji(before) || before == 0xfe0f) && isEmoji(after);
            return !script && !thai && !emoji;
        }
        if (c >= 0xfe00 && c <= 0xfe0f) {
            const bool keycap = after == 0x20e3;
            return !keycap && (before <= 0x7f || isHiddenCharacter(before));
        }
        if (c >= 0xe0100 && c <= 0xe01ef) {
            return before < 0x2e80 || isHiddenCharacter(before);
        }
        if (isTag(c)) { // flags of regions: a black flag, tags, the closing tag
            constexpr qsizetype kLongest = 8;
            qsizetype start = i;
            while (i - start <= kLongest && isTag(at(start - 1))) {
                --start;
            }
            return at(start - 1) != 0x1f3f4 || i - start > kLongest;
        }
        if (c >= 0x180b && c <= 0x180f) {
            return !isOfJoiningScript(before);
        }
        if (c == 0x115f || c == 0x1160 || c == 0x3164 || c == 0xffa0) {
            return !isHangul(before) && !isHangul(after);
        }
        return c != 0xad || before <= 0x7f; // a soft hyphen inside of a word of a natural language
    }

    std::u32string m_text;
    std::vector<qsizetype> m_paired;
    std::vector<Character> m_found;
    bool m_rightToLeft = false;
};

/// Whether a byte of the line can be part of a hidden character; most lines have none.
bool mayHide(std::string_view line)
{
    for (const char c : line) {
        const auto byte = static_cast<uchar>(c);
        if ((byte < 0x20 && byte != '\t') || byte == 0x7f || (byte >= 0xc2 && byte != 0xc3)) {
            return true;
        }
    }
    return false;
}

/// Notebooks write characters beyond ASCII as they are or as "\u202e": a line with these spelled
/// out, as Jupyter shows it. Empty: there are none.
std::string withoutEscapes(std::string_view line)
{
    if (line.find("\\u") == std::string_view::npos) {
        return {};
    }
    QString text;
    qsizetype at = 0;
    const QString raw = toText(line);
    bool any = false;
    while (at < raw.size()) {
        bool number = false;
        const bool escape = raw[at] == u'\\' && at + 1 < raw.size();
        const uint unit =
            escape && raw[at + 1] == u'u' ? QStringView(raw).mid(at + 2, 4).toUInt(&number, 16) : 0;
        if (number && unit >= 0x80) {
            text += QChar(static_cast<char16_t>(unit));
            at += 6;
            any = true;
        } else {
            const qsizetype length = escape ? 2 : 1;
            text += QStringView(raw).sliced(at, length);
            at += length;
        }
    }
    return any ? text.toStdString() : std::string();
}

QString namesOf(const std::vector<Character>& found)
{
    QStringList names;
    for (const Character& one : found) {
        const QString name = characterName(one.c);
        if (!names.contains(name)) {
            names.append(name);
        }
        if (names.size() > kMaxNamed) {
            names.last() = QStringLiteral("…");
            break;
        }
    }
    return names.join(QStringLiteral(", "));
}

/// One rule over one file.
class HiddenFinder
{
public:
    HiddenFinder(const SourceBuffer& source, const Rule& rule, const AnalysisContext& context,
                 FileAnalysis& analysis)
        : m_source(source),
          m_rule(rule),
          m_context(context),
          m_writer(source, analysis),
          m_escapes(analysis.language == Language::Notebook)
    {
    }

    void run()
    {
        for (int line = 1; line <= m_source.lineCount() && !isWorkCancelled(); ++line) {
            look(line);
        }
        if (m_lines > kMostHiddenLines) {
            add(m_last, QString::number(m_lines - kMostHiddenLines), "more");
        }
    }

private:
    void look(int line)
    {
        std::string_view text = m_source.lineText(line);
        const qsizetype mark = line == 1 ? m_source.bomLength() : 0;
        text.remove_prefix(std::min(static_cast<size_t>(mark), text.size()));
        const std::string spelled = m_escapes ? withoutEscapes(text) : std::string();
        if (spelled.empty() && !mayHide(text)) {
            return;
        }
        const LineCheck check(spelled.empty() ? text : std::string_view(spelled));
        const std::vector<Character>& found = check.found();
        if (found.empty()) {
            return;
        }
        const qsizetype start = m_source.lineRange(line).begin + mark;
        m_last = spelled.empty() ? ByteRange{start + found.front().at,
                                             start + found.front().at + found.front().size}
                                 : ByteRange{start, start + static_cast<qsizetype>(text.size())};
        if (++m_lines > kMostHiddenLines) {
            return;
        }
        const bool turns = std::any_of(found.begin(), found.end(),
                                       [](const Character& one) { return isBidiControl(one.c); });
        const bool acts = std::any_of(found.begin(), found.end(),
                                      [](const Character& one) { return one.c < 0xa0; });
        add(m_last, namesOf(found), turns ? "turns" : acts ? "controls" : "invisible");
    }

    void add(ByteRange range, const QString& symbol, const char* note)
    {
        const Captures captures = {
            {QStringLiteral("note"),
             noteFor(m_rule.matcherParameters, QLatin1StringView(note), m_context.target)},
            {QStringLiteral("symbol"), symbol}};
        m_writer.addFinding(m_rule, range, symbol, fillText(m_rule.message, captures),
                            fillText(m_rule.wayOut, captures), m_rule.effort, {});
    }

    const SourceBuffer& m_source;
    const Rule& m_rule;
    const AnalysisContext& m_context;
    ProposalWriter m_writer;
    ByteRange m_last;
    int m_lines = 0;
    bool m_escapes;
};

} // namespace

void addHiddenCharacters(const SourceBuffer& source, const AnalysisContext& context,
                         FileAnalysis& analysis)
{
    if (source.encoding() != Encoding::Utf8) {
        return; // other encodings have none of these but controls of Latin-1, which are quotes
    }
    for (const Rule* rule : context.rules->applicable(analysis.language, context.target)) {
        if (rule->matcher == MatcherKind::Builtin &&
            rule->matcherParameters.value(QStringLiteral("name")) ==
                QLatin1StringView("hidden-characters")) {
            HiddenFinder(source, *rule, context, analysis).run();
        }
    }
}

} // namespace rocport
