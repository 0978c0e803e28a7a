#include "core/scan/gitvariables.h"

#include "core/scan/gitconfigpaths.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMost = 30'000;
constexpr qsizetype kMostUnplain = 3'000; ///< each is compared with all others: a second

} // namespace

void GitVariables::add(const QByteArray& text)
{
    m_isPlain = m_isPlain && !text.contains('\0');
    m_heading.clear();
    const bool isMarked = text.startsWith("\xef\xbb\xbf"); // libgit2 skips it
    qsizetype end = 0;
    for (qsizetype at = isMarked ? 3 : 0; at < text.size(); at = end + 1) {
        end = text.indexOf('\n', at);
        end = end < 0 ? text.size() : end;
        const QByteArrayView line = QByteArrayView(text).sliced(at, end - at).trimmed();
        m_isPlain = m_isPlain && !line.endsWith('\\');
        if (line.startsWith('[')) {
            addHeading(line);
        } else if (!line.isEmpty() && line[0] != '#' && line[0] != ';') {
            addVariable(line);
        }
    }
}

/// [section], [section "name"], and perhaps a variable behind it.
void GitVariables::addHeading(QByteArrayView line)
{
    const qsizetype close = line.indexOf(']');
    const QByteArrayView inside = line.sliced(1, std::max<qsizetype>(close, 1) - 1);
    const qsizetype quote = inside.indexOf('"');
    const qsizetype last = inside.lastIndexOf('"');
    const bool hasName = quote >= 0 && last > quote;
    m_isPlain = m_isPlain && close > 0 && line.lastIndexOf(']') == close &&
                line.lastIndexOf('[') == 0 && !inside.contains('\\') &&
                std::count(inside.begin(), inside.end(), '"') == (hasName ? 2 : 0);
    m_heading = inside.first(quote < 0 ? inside.size() : quote).trimmed().toByteArray().toLower();
    if (hasName) {
        m_heading += '.' + inside.sliced(quote + 1, last - quote - 1).toByteArray();
    }
    m_heading += '.';
    const QByteArrayView rest = close < 0 ? QByteArrayView() : line.sliced(close + 1).trimmed();
    if (!rest.isEmpty() && rest[0] != '#' && rest[0] != ';') {
        addVariable(rest);
    }
}

void GitVariables::addVariable(QByteArrayView line)
{
    const auto end = std::find_if_not(line.begin(), line.end(), isConfigNameByte);
    const QByteArray key = line.first(end - line.begin()).toByteArray().toLower();
    m_names.add(m_heading + key, GitTable::Letters::AsTheyAre);
    ++m_count;
}

bool GitVariables::isEndless() const
{
    return m_count > (m_isPlain ? kMost : kMostUnplain) || m_names.isEndless();
}

} // namespace rocport
