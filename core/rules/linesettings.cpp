#include "core/rules/linesettings.h"

#include "core/text/ascii.h"
#include "core/text/yamlline.h"

#include <algorithm>
#include <optional>

namespace rocport {

namespace {

constexpr size_t kLongestSettingLine = 10000;
constexpr size_t kLongestSetting =
    1000; ///< of it, so that a line of many settings takes no long time

bool isQuoteMark(char c)
{
    return c == '"' || c == '\'';
}

/// A value, and where it ends, as offsets in its line.
struct Value
{
    std::string_view text;
    size_t end = 0;
};

/// Reads one line.
class SettingReader
{
public:
    SettingReader(const SourceBuffer& source, int line, Language language)
        : m_source(source),
          m_line(line),
          m_language(language),
          m_whole(source.lineText(line)),
          m_text(
              m_whole.substr(0, language == Language::Json ? m_whole.size() : endOfCode(m_whole)))
    {
        if (language == Language::Yaml) {
            m_entry = readYamlLine(m_whole);
        }
    }

    QVector<LineSetting> run()
    {
        if (m_whole.size() > kLongestSettingLine) {
            return {};
        }
        if (m_entry.key == "name") {
            takeNamed();
            return m_settings;
        }
        for (size_t at = 0; at < m_text.size();) {
            const size_t begin = at;
            while (at < m_text.size() && isNameByte(m_text[at])) {
                ++at;
            }
            if (at == begin) {
                ++at;
            } else if (!isRead(begin)) {
                take(begin, at);
            }
        }
        return m_settings;
    }

private:
    /// "$NAME", "${NAME".
    [[nodiscard]] bool isRead(size_t begin) const
    {
        const std::string_view before = m_text.substr(0, begin);
        return before.ends_with('$') || before.ends_with("${");
    }

    [[nodiscard]] size_t skipBlanks(size_t at) const
    {
        while (at < m_text.size() && isBlank(m_text[at])) {
            ++at;
        }
        return at;
    }

    [[nodiscard]] bool isAt(size_t at, std::string_view what) const
    {
        return at < m_text.size() && m_text.substr(at).starts_with(what);
    }

    /// "- name: NAME" above "value: 1".
    void takeNamed()
    {
        if (m_line >= m_source.lineCount() || m_entry.scalar.empty()) {
            return;
        }
        const YamlLine next = readYamlLine(m_source.lineText(m_line + 1));
        if (next.key == "value") {
            const auto begin = static_cast<size_t>(m_entry.scalar.data() - m_whole.data());
            add(begin, m_entry.scalar.size(), {next.scalar, begin + m_entry.scalar.size()},
                isBlockScalar(next.scalar) || (next.scalar.empty() && next.value >= next.codeEnd &&
                                               hasLinesBelow(m_line + 1, next)));
        }
    }

    /// The name in [begin, end) of the line, if it is set there.
    void take(size_t begin, size_t end)
    {
        const bool isQuoted = begin > 0 && isQuoteMark(m_text[begin - 1]) && end < m_text.size() &&
                              m_text[end] == m_text[begin - 1];
        const size_t behind = isQuoted ? end + 1 : end;
        if (const std::optional<size_t> at = behindEquals(behind)) {
            const char around = begin > 0 && !isQuoted && isQuoteMark(m_text[begin - 1])
                                    ? m_text[begin - 1]
                                    : '\0'; // "-e 'NAME='"
            add(begin, end - begin, valueAt(*at, around), false);
        } else if (const std::optional<size_t> value = behindColon(behind, isQuoted)) {
            takeKey(begin, end, *value);
        } else if (isEnv(begin) && end < m_text.size() && isBlank(m_text[end])) {
            add(begin, end - begin, valueAt(skipBlanks(end), '\0'), false);
        }
    }

    /// "NAME: 1", "NAME:" above its value.
    void takeKey(size_t begin, size_t end, size_t at)
    {
        const bool isKey = m_entry.begin + 1 >= begin && m_entry.begin <= begin;
        const bool isBelow = m_language == Language::Yaml && isKey &&
                             (at >= m_text.size() || isBlockScalar(m_text.substr(at))) &&
                             hasLinesBelow(m_line, m_entry);
        add(begin, end - begin, isBelow ? Value{{}, end} : valueAt(at, '\0'), isBelow);
    }

    /// What comes after the sign that assigns to a name which ends at `at`.
    [[nodiscard]] std::optional<size_t> behindEquals(size_t at) const
    {
        const bool isLoose = m_language == Language::Make || m_language == Language::Toml;
        at = isLoose ? skipBlanks(at) : at;
        if (m_language == Language::Make) {
            at += isAt(at, "::=") ? 2 : isAt(at, ":=") || isAt(at, "?=") ? 1 : 0;
        }
        at += isAt(at, "+=") ? 1 : 0;
        if (!isAt(at, "=") || isAt(at, "==")) {
            return std::nullopt;
        }
        return isLoose ? skipBlanks(at + 1) : at + 1;
    }

    /// What comes after the colon of a key that ends at `at`.
    [[nodiscard]] std::optional<size_t> behindColon(size_t at, bool isQuoted) const
    {
        if (m_language == Language::Shell || m_language == Language::Dockerfile) {
            return std::nullopt;
        }
        at = skipBlanks(at);
        if (!isAt(at, ":")) {
            return std::nullopt;
        }
        ++at;
        const bool isPlain = m_language == Language::Yaml && !isQuoted; // "a:b" is one word
        if (isPlain && at < m_text.size() && !isBlank(m_text[at])) {
            return std::nullopt;
        }
        return skipBlanks(at);
    }

    /// Whether "ENV" alone stands before `begin`.
    [[nodiscard]] bool isEnv(size_t begin) const
    {
        return m_language == Language::Dockerfile && begin > 0 && isBlank(m_text[begin - 1]) &&
               lowered(trimmed(m_text.substr(0, begin))) == "env";
    }

    /// The value at `at`. `around` is the quote in which the name and it stand, or '\0'.
    [[nodiscard]] Value valueAt(size_t at, char around) const
    {
        at = std::min(at, m_text.size());
        const std::string_view rest = m_text.substr(at, kLongestSetting);
        if (rest.empty() || rest.front() == around) {
            return {{}, at};
        }
        if (isQuoteMark(rest.front())) {
            const size_t close = std::min(rest.find(rest.front(), 1), rest.size());
            return {rest.substr(1, close - 1), std::min(at + close + 1, m_text.size())};
        }
        const bool isEscaped = rest.starts_with("\\\"") || rest.starts_with("\\'");
        const size_t begin = isEscaped ? 2 : 0; // a quote within quotes
        const size_t end = std::min(rest.find_first_of(" \t\r\f\"';&|\\,}", begin), rest.size());
        return {rest.substr(begin, end - begin), at + end};
    }

    /// "|", ">-": the value is the lines below.
    [[nodiscard]] static bool isBlockScalar(std::string_view value)
    {
        return value.starts_with('|') || value.starts_with('>');
    }

    /// Whether the next line with code, below that of `entry`, belongs to its key: it is further
    /// in, or an item of a list in the same column.
    [[nodiscard]] bool hasLinesBelow(int line, const YamlLine& entry) const
    {
        constexpr int kMostLines = 50; // of blanks and comments
        const int last = std::min(m_source.lineCount(), line + kMostLines);
        for (int next = line + 1; next <= last; ++next) {
            const YamlLine below = readYamlLine(m_source.lineText(next));
            if (below.codeEnd > below.indent) {
                return below.indent > entry.begin ||
                       (below.indent == entry.begin && below.items > 0);
            }
        }
        return false;
    }

    void add(size_t begin, size_t size, const Value& value, bool isBelow)
    {
        const qsizetype start = m_source.lineRange(m_line).begin;
        m_settings.append(
            {m_whole.substr(begin, size),
             isBelow ? std::string_view() : value.text,
             {start + static_cast<qsizetype>(begin), start + static_cast<qsizetype>(value.end)},
             isBelow});
    }

    const SourceBuffer& m_source;
    int m_line;
    Language m_language;
    std::string_view m_whole;
    std::string_view m_text; ///< without a comment
    YamlLine m_entry;        ///< of YAML
    QVector<LineSetting> m_settings;
};

} // namespace

QVector<LineSetting> settingsOfLine(const SourceBuffer& source, int line, Language language)
{
    return SettingReader(source, line, language).run();
}

bool holdsAny(std::string_view text, const QStringList& words)
{
    return std::any_of(words.begin(), words.end(), [&](const QString& one) {
        return text.find(one.toStdString()) != std::string_view::npos;
    });
}

} // namespace rocport
