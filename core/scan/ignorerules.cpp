#include "core/scan/ignorerules.h"

#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace rocport {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Spaces at the end do not count unless a backslash stands before them.
QByteArrayView withoutSpaces(QByteArrayView line)
{
    qsizetype end = 0;
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line[i] == '\\' && i + 1 < line.size()) {
            ++i;
            end = i + 1;
        } else if (line[i] != ' ') {
            end = i + 1;
        }
    }
    return line.first(end);
}

using Test = int (*)(int);

Test testOf(QByteArrayView name)
{
    struct Named
    {
        const char* name;
        Test test;
    };
    static constexpr std::array<Named, 12> kNames = {{{"alnum", std::isalnum},
                                                      {"alpha", std::isalpha},
                                                      {"blank", std::isblank},
                                                      {"cntrl", std::iscntrl},
                                                      {"digit", std::isdigit},
                                                      {"graph", std::isgraph},
                                                      {"lower", std::islower},
                                                      {"print", std::isprint},
                                                      {"punct", std::ispunct},
                                                      {"space", std::isspace},
                                                      {"upper", std::isupper},
                                                      {"xdigit", std::isxdigit}}};
    for (const Named& one : kNames) {
        if (name == one.name) {
            return one.test;
        }
    }
    return nullptr;
}

size_t indexOf(char c)
{
    return static_cast<unsigned char>(c);
}

} // namespace

std::optional<IgnorePattern> IgnorePattern::parse(QByteArrayView line, bool ignoreCase)
{
    if (line.endsWith('\r')) {
        line.chop(1);
    }
    line = withoutSpaces(line);
    if (line.isEmpty() || line.front() == '#') {
        return std::nullopt;
    }
    IgnorePattern pattern;
    pattern.m_ignoreCase = ignoreCase;
    if (line.front() == '!') {
        pattern.m_negated = true;
        line = line.sliced(1);
    }
    if (line.endsWith('/')) {
        pattern.m_onlyFolders = true;
        line.chop(1);
    }
    pattern.m_anywhere = !line.contains('/');
    if (line.startsWith('/')) {
        line = line.sliced(1);
    }
    if (line.isEmpty() || !pattern.readTokens(line)) {
        return std::nullopt;
    }
    pattern.findPlainName();
    return pattern;
}

bool IgnorePattern::readTokens(QByteArrayView text)
{
    const auto isEnd = [&](qsizetype at) { return at >= text.size() || text[at] == '/'; };
    m_segments.emplace_back();
    for (qsizetype at = 0; at < text.size();) {
        std::vector<Token>& tokens = m_segments.back().tokens;
        const char c = text[at];
        if (c == '/') {
            m_segments.emplace_back();
            ++at;
        } else if (c == '*') {
            qsizetype end = at;
            while (end < text.size() && text[end] == '*') {
                ++end;
            }
            const bool whole = tokens.empty() && isEnd(end) && end - at >= 2 && !m_anywhere;
            if (whole) {
                m_segments.back().anyFolders = true;
            } else {
                tokens.push_back({Token::Kind::Star, 0, 0});
            }
            at = end;
        } else if (c == '?') {
            tokens.push_back({Token::Kind::Any, 0, 0});
            ++at;
        } else if (c == '[') {
            if (!readClass(text, at)) {
                return false;
            }
        } else {
            at += c == '\\' ? 1 : 0;
            if (at >= text.size()) {
                return false;
            }
            tokens.push_back({Token::Kind::Letter, m_ignoreCase ? lower(text[at]) : text[at], 0});
            ++at;
        }
    }
    return true;
}

/// From the '[' at `at` to after its ']'.
bool IgnorePattern::readClass(QByteArrayView text, qsizetype& at)
{
    std::bitset<256> set;
    qsizetype i = at + 1;
    const bool negated = i < text.size() && (text[i] == '!' || text[i] == '^');
    i += negated ? 1 : 0;
    bool first = true;
    int before = -1; // the letter that a range may begin with
    for (; i < text.size() && (first || text[i] != ']'); first = false) {
        if (text[i] == '[' && i + 1 < text.size() && text[i + 1] == ':') {
            const qsizetype close = text.indexOf(']', i + 2);
            if (close < 0) {
                return false;
            }
            if (close > i + 2 && text[close - 1] == ':') {
                const QByteArrayView name = text.sliced(i + 2, close - 1 - (i + 2));
                const Test test = testOf(name);
                if (test == nullptr) {
                    return false;
                }
                for (int c = 1; c < 128; ++c) {
                    set[static_cast<size_t>(c)] =
                        set[static_cast<size_t>(c)] || test(c) != 0 ||
                        (m_ignoreCase && name == "upper" && std::islower(c) != 0);
                }
                i = close + 1;
                before = -1;
                continue;
            }
        }
        if (text[i] == '-' && before >= 0 && i + 1 < text.size() && text[i + 1] != ']') {
            i += text[i + 1] == '\\' ? 2 : 1;
            if (i >= text.size()) {
                return false;
            }
            for (int c = before; c <= static_cast<int>(indexOf(text[i])); ++c) {
                set.set(static_cast<size_t>(c));
            }
            before = -1;
            ++i;
            continue;
        }
        i += text[i] == '\\' ? 1 : 0;
        if (i >= text.size()) {
            return false;
        }
        before = static_cast<int>(indexOf(text[i]));
        set.set(indexOf(text[i]));
        ++i;
    }
    if (i >= text.size()) {
        return false;
    }
    if (m_ignoreCase) {
        for (char c = 'a'; c <= 'z'; ++c) {
            const size_t small = indexOf(c);
            const size_t capital = small - 'a' + 'A';
            set[small] = set[capital] = set[small] || set[capital];
        }
    }
    m_segments.back().tokens.push_back(
        {Token::Kind::Class, 0, static_cast<quint32>(m_sets.size())});
    m_sets.push_back(negated ? ~set : set);
    at = i + 1;
    return true;
}

void IgnorePattern::findPlainName()
{
    if (!m_anywhere) {
        return;
    }
    QByteArray name;
    for (const Token& token : m_segments.front().tokens) {
        if (token.kind != Token::Kind::Letter) {
            return;
        }
        name.append(token.letter);
    }
    m_plainName = name;
}

bool IgnorePattern::takes(const Token& token, char c) const
{
    switch (token.kind) {
    case Token::Kind::Letter:
        return token.letter == (m_ignoreCase ? lower(c) : c);
    case Token::Kind::Class:
        return m_sets[token.set][indexOf(c)];
    case Token::Kind::Any:
        return true;
    case Token::Kind::Star:
        break;
    }
    return false;
}

/// Only the last star can have to give way, so that the time is at most name times pattern.
bool IgnorePattern::matchesSegment(const Segment& segment, std::string_view name,
                                   qint64& work) const
{
    const std::vector<Token>& tokens = segment.tokens;
    size_t token = 0;
    size_t at = 0;
    std::optional<size_t> star;
    size_t retry = 0;
    while (at < name.size() || token < tokens.size()) {
        ++work;
        if (token < tokens.size() && tokens[token].kind == Token::Kind::Star) {
            star = ++token;
            retry = at;
        } else if (token < tokens.size() && at < name.size() && takes(tokens[token], name[at])) {
            ++token;
            ++at;
        } else if (star && retry < name.size()) {
            at = ++retry;
            token = *star;
        } else {
            return false;
        }
    }
    return true;
}

/// The same over whole names, where "**" is the star. One at the end stands for at least one name.
bool IgnorePattern::matchesPath(const std::vector<std::string_view>& names, qint64& work) const
{
    size_t segment = 0;
    size_t at = 0;
    std::optional<size_t> star;
    size_t retry = 0;
    while (at < names.size() || segment < m_segments.size()) {
        ++work;
        const bool more = segment < m_segments.size();
        if (more && m_segments[segment].anyFolders) {
            if (segment + 1 == m_segments.size()) {
                return at < names.size(); // a later place for the star before leaves no more
            }
            star = ++segment;
            retry = at;
        } else if (more && at < names.size() &&
                   matchesSegment(m_segments[segment], names[at], work)) {
            ++segment;
            ++at;
        } else if (star && retry < names.size()) {
            at = ++retry;
            segment = *star;
        } else {
            return false;
        }
    }
    return true;
}

bool IgnorePattern::matches(std::string_view path, bool isFolder, qint64& work) const
{
    if (m_onlyFolders && !isFolder) {
        return false;
    }
    const size_t slash = path.rfind('/');
    if (m_anywhere) {
        const std::string_view name =
            slash == std::string_view::npos ? path : path.substr(slash + 1);
        return matchesSegment(m_segments.front(), name, work);
    }
    std::vector<std::string_view> names;
    for (size_t begin = 0;;) {
        const size_t end = path.find('/', begin);
        names.push_back(path.substr(begin, end == std::string_view::npos ? end : end - begin));
        if (end == std::string_view::npos) {
            break;
        }
        begin = end + 1;
    }
    return matchesPath(names, work);
}

IgnoreFile::IgnoreFile(QByteArrayView text, bool ignoreCase) : m_ignoreCase(ignoreCase)
{
    if (text.startsWith("\xef\xbb\xbf")) {
        text = text.sliced(3);
    }
    while (!text.isEmpty()) {
        const qsizetype newline = text.indexOf('\n');
        const QByteArrayView line = newline < 0 ? text : text.first(newline);
        text = newline < 0 ? QByteArrayView() : text.sliced(newline + 1);
        std::optional<IgnorePattern> pattern = IgnorePattern::parse(line, ignoreCase);
        if (!pattern) {
            continue;
        }
        const int index = static_cast<int>(m_patterns.size());
        if (pattern->plainName().isEmpty()) {
            m_wild.push_back(index);
        } else {
            (pattern->onlyFolders() ? m_folders : m_names).insert(pattern->plainName(), index);
        }
        m_patterns.push_back(*std::move(pattern));
    }
}

IgnoreFile::Answer IgnoreFile::ask(std::string_view path, bool isFolder, qint64& work) const
{
    const size_t slash = path.rfind('/');
    const std::string_view last = slash == std::string_view::npos ? path : path.substr(slash + 1);
    QByteArray name = toBytes(last);
    if (m_ignoreCase) {
        std::transform(name.begin(), name.end(), name.begin(), lower);
    }
    int best = m_names.value(name, -1);
    if (isFolder) {
        best = std::max(best, m_folders.value(name, -1));
    }
    for (auto it = m_wild.rbegin(); it != m_wild.rend() && *it > best; ++it) {
        ++work;
        if (m_patterns[static_cast<size_t>(*it)].matches(path, isFolder, work)) {
            best = *it;
        }
    }
    if (best < 0) {
        return Answer::Unsaid;
    }
    return m_patterns[static_cast<size_t>(best)].isNegated() ? Answer::Kept : Answer::Ignored;
}

} // namespace rocport
