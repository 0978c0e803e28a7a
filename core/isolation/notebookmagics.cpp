#include "core/isolation/notebook.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rocport {

namespace {

/// Cell magics whose body is Python in the notebook's own namespace.
constexpr std::array<std::string_view, 4> kPythonCells = {"%%time", "%%capture", "%%timeit",
                                                          "%%prun"};

/// Goes through the logical lines of a cell. Nothing of the grammar but strings, brackets, comments
/// and joined lines is needed to tell IPython's lines from Python's.
class MagicMasker
{
public:
    MagicMasker(QByteArray& text, std::vector<ByteRange>& masked) : m_text(text), m_masked(masked)
    {
    }

    void run();

private:
    [[nodiscard]] char byte(qsizetype at) const
    {
        return at < m_text.size() ? m_text.at(at) : '\0';
    }
    [[nodiscard]] qsizetype lineEnd(qsizetype at) const;
    [[nodiscard]] qsizetype afterString(qsizetype quote) const;
    [[nodiscard]] qsizetype commandEnd(qsizetype at) const;
    void mask(qsizetype begin, qsizetype end);
    qsizetype logicalLine(qsizetype begin);

    QByteArray& m_text;
    std::vector<ByteRange>& m_masked;
};

qsizetype MagicMasker::lineEnd(qsizetype at) const
{
    const qsizetype end = m_text.indexOf('\n', at);
    return end < 0 ? m_text.size() : end;
}

/// A command goes on where its line ends with a backslash.
qsizetype MagicMasker::commandEnd(qsizetype at) const
{
    qsizetype end = lineEnd(at);
    while (end < m_text.size() && end > at && m_text.at(end - 1) == '\\') {
        end = lineEnd(end + 1);
    }
    return end;
}

/// `0` where the command began, comments in what is left of its lines.
void MagicMasker::mask(qsizetype begin, qsizetype end)
{
    m_masked.push_back({begin, end});
    // What is left of a character of several bytes goes too.
    const auto comment = [&](qsizetype at) {
        bool first = true;
        for (; at < end && (first || (static_cast<unsigned char>(m_text.at(at)) & 0xc0) == 0x80);
             ++at) {
            m_text[at] = m_text.at(at) == '\n' ? '\n' : '#';
            first = false;
        }
    };
    m_text[begin] = '0';
    comment(begin + 1);
    for (qsizetype i = begin + 1; i < end; ++i) {
        if (m_text.at(i) == '\n') {
            comment(i + 1);
        }
    }
}

qsizetype MagicMasker::afterString(qsizetype quote) const
{
    const char mark = m_text.at(quote);
    const bool triple = byte(quote + 1) == mark && byte(quote + 2) == mark;
    qsizetype at = quote + (triple ? 3 : 1);
    while (at < m_text.size()) {
        const char c = m_text.at(at);
        if (c == '\\') {
            at += 2;
        } else if (c == mark && (!triple || (byte(at + 1) == mark && byte(at + 2) == mark))) {
            return at + (triple ? 3 : 1);
        } else if (c == '\n' && !triple) {
            return at;
        } else {
            ++at;
        }
    }
    return m_text.size();
}

/// Returns where the next logical line begins.
qsizetype MagicMasker::logicalLine(qsizetype begin)
{
    qsizetype at = begin;
    while (byte(at) == ' ' || byte(at) == '\t') {
        ++at;
    }
    const char first = byte(at);
    if (first == '%' || first == '!' || first == '?') {
        const qsizetype end = commandEnd(at);
        mask(at, end);
        return end + 1;
    }
    const qsizetype start = at;
    int depth = 0;
    while (at < m_text.size()) {
        const char c = m_text.at(at);
        const char next = byte(at + 1);
        if (c == '\n' && depth == 0) {
            return at + 1;
        }
        if (c == '#') {
            at = lineEnd(at);
        } else if (c == '"' || c == '\'') {
            at = afterString(at);
        } else if (c == '\\') {
            at += 2;
        } else if (c == '?' && depth == 0) {
            const qsizetype end = lineEnd(at);
            mask(start, end); // name? asks for help
            return end + 1;
        } else if (c == '=' && depth == 0 && next != '=') {
            // x = !command, x = %magic
            ++at;
            while (byte(at) == ' ' || byte(at) == '\t') {
                ++at;
            }
            if (byte(at) == '!' || byte(at) == '%') {
                const qsizetype end = commandEnd(at);
                mask(at, end);
                return end + 1;
            }
        } else {
            depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
            depth -= depth > 0 && (c == ')' || c == ']' || c == '}') ? 1 : 0;
            at += c == '=' ? 2 : 1;
        }
    }
    return m_text.size() + 1;
}

void MagicMasker::run()
{
    for (qsizetype at = 0; at < m_text.size();) {
        at = logicalLine(at);
    }
}

} // namespace

std::optional<QByteArray> maskMagics(const QByteArray& text, std::vector<ByteRange>& masked)
{
    masked.clear();
    qsizetype first = 0;
    while (first < text.size() && (text.at(first) == '\n' || text.at(first) == ' ' ||
                                   text.at(first) == '\t' || text.at(first) == '\r')) {
        ++first;
    }
    if (text.sliced(first).startsWith("%%")) {
        qsizetype end = first;
        while (end < text.size() && text.at(end) > ' ') {
            ++end;
        }
        const std::string_view name(text.constData() + first, static_cast<size_t>(end - first));
        if (std::find(kPythonCells.begin(), kPythonCells.end(), name) == kPythonCells.end()) {
            return std::nullopt;
        }
    }
    QByteArray result = text;
    MagicMasker(result, masked).run();
    return result;
}

} // namespace rocport
