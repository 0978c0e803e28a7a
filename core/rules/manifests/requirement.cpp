#include "core/rules/manifests/requirement.h"

#include <QList>

namespace rocport {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool isProjectNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
}

/// True, False, or not known.
using Truth = std::optional<bool>;

/// Reads a marker of PEP 508 from left to right; nesting is bounded.
class MarkerReader
{
public:
    explicit MarkerReader(QByteArrayView text) { split(text); }

    Truth run()
    {
        const Truth result = either(0);
        return m_at == m_tokens.size() ? result : Truth();
    }

private:
    static constexpr int kMaxDepth = 20;

    void split(QByteArrayView text)
    {
        for (qsizetype at = 0; at < text.size();) {
            const char c = text[at];
            qsizetype end = at + 1;
            if (isSpace(c)) {
                at = end;
                continue;
            }
            if (c == '"' || c == '\'') {
                const qsizetype close = text.indexOf(c, at + 1);
                end = close < 0 ? text.size() : close + 1;
            } else if (isProjectNameByte(c)) {
                while (end < text.size() && isProjectNameByte(text[end])) {
                    ++end;
                }
            } else if (c != '(' && c != ')') {
                while (end < text.size() && QByteArrayView("<>=!~").contains(text[end])) {
                    ++end;
                }
            }
            m_tokens.append(text.sliced(at, end - at).toByteArray());
            at = end;
        }
    }

    [[nodiscard]] QByteArray peek() const { return m_tokens.value(m_at); }

    Truth either(int depth)
    {
        Truth left = both(depth);
        while (peek() == "or") {
            ++m_at;
            const Truth right = both(depth);
            if (left == true || right == true) {
                left = true;
            } else if (!left || !right) {
                left = Truth();
            }
        }
        return left;
    }

    Truth both(int depth)
    {
        Truth left = one(depth);
        while (peek() == "and") {
            ++m_at;
            const Truth right = one(depth);
            if (left == false || right == false) {
                left = false;
            } else if (!left || !right) {
                left = Truth();
            }
        }
        return left;
    }

    Truth one(int depth)
    {
        if (peek() == "(" && depth < kMaxDepth) {
            ++m_at;
            const Truth inner = either(depth + 1);
            m_at += peek() == ")" ? 1 : 0;
            return inner;
        }
        const QByteArray left = m_tokens.value(m_at);
        QByteArray sign = m_tokens.value(m_at + 1);
        m_at += 2;
        if (sign == "not" && peek() == "in") {
            sign = "not in";
            ++m_at;
        }
        const QByteArray right = m_tokens.value(m_at++);
        const bool swapped = left.startsWith('"') || left.startsWith('\'');
        return swapped ? compare(right, sign, left, true) : compare(left, sign, right, false);
    }

    static Truth compare(const QByteArray& variable, const QByteArray& sign,
                         const QByteArray& literal, bool swapped)
    {
        QByteArray here;
        if (variable == "sys_platform") {
            here = "linux";
        } else if (variable == "platform_system") {
            here = "Linux";
        } else if (variable == "os_name") {
            here = "posix";
        } else if (variable == "platform_machine") {
            here = "x86_64";
        }
        if (here.isEmpty() || literal.size() < 2) {
            return {};
        }
        const QByteArray value = literal.sliced(1, literal.size() - 2);
        if (sign == "==" || sign == "===") {
            return value == here;
        }
        if (sign == "!=") {
            return value != here;
        }
        if (sign == "in" || sign == "not in") {
            const bool holds = swapped ? here.contains(value) : value.contains(here);
            return holds == (sign == "in");
        }
        return {};
    }

    QList<QByteArray> m_tokens;
    qsizetype m_at = 0;
};

/// Where the requirement proper ends: before a comment, an option of pip or a joined line.
qsizetype codeEnd(QByteArrayView text)
{
    for (qsizetype at = 0; at < text.size(); ++at) {
        const bool comment = text[at] == '#' && (at == 0 || isSpace(text[at - 1]));
        if (comment || text[at] == '\\' || text.sliced(at).startsWith(" --")) {
            return at;
        }
    }
    return text.size();
}

bool isVersionList(QByteArrayView specifier)
{
    for (const char c : specifier) {
        const bool known = isProjectNameByte(c) || QByteArrayView("<>=!~^,*+()").contains(c);
        if (!known) {
            return false;
        }
    }
    return specifier.isEmpty() || QByteArrayView("<>=!~^(").contains(specifier.front());
}

} // namespace

QByteArray normalisedName(QByteArrayView name)
{
    QByteArray result;
    for (const char c : name) {
        const bool separator = c == '-' || c == '_' || c == '.';
        if (!separator) {
            result.append(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
        } else if (!result.endsWith('-')) {
            result.append('-');
        }
    }
    return result;
}

std::optional<Requirement> parseRequirement(QByteArrayView text)
{
    QByteArray line = text.first(codeEnd(text)).toByteArray().simplified();
    while (line.startsWith('"') || line.startsWith('\'')) {
        line = line.sliced(1);
        line.truncate(line.endsWith('"') || line.endsWith('\'') ? line.size() - 1 : line.size());
        line = line.trimmed();
    }
    qsizetype at = 0;
    while (at < line.size() && isProjectNameByte(line[at])) {
        ++at;
    }
    const bool starts = at > 0 && line.front() != '-' && line.front() != '.';
    if (!starts || at > 100 || line.size() > 1000) {
        return std::nullopt;
    }
    Requirement result;
    result.name = normalisedName(line.first(at));
    line = line.sliced(at).trimmed();
    if (line.startsWith('[')) {
        const qsizetype close = line.indexOf(']');
        if (close < 0) {
            return std::nullopt;
        }
        for (const QByteArray& extra : line.sliced(1, close - 1).split(',')) {
            if (!extra.trimmed().isEmpty()) {
                result.extras.append(extra.trimmed());
            }
        }
        line = line.sliced(close + 1).trimmed();
    }
    if (line.startsWith('@')) {
        const qsizetype end = line.indexOf(" ;");
        result.url = line.sliced(1, (end < 0 ? line.size() : end) - 1).trimmed();
        result.marker = end < 0 ? QByteArray() : line.sliced(end + 2).trimmed();
        return result;
    }
    const qsizetype semicolon = line.indexOf(';');
    if (semicolon >= 0) {
        result.marker = line.sliced(semicolon + 1).trimmed();
        line.truncate(semicolon);
    }
    result.specifier = line.replace(' ', QByteArrayView());
    return isVersionList(result.specifier) ? std::optional<Requirement>(result) : std::nullopt;
}

bool mayApply(QByteArrayView marker)
{
    return marker.isEmpty() || MarkerReader(marker).run() != false;
}

} // namespace rocport
