#include "core/joblog/logtimes.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr qint64 kLastTime = 253'402'300'799'000; ///< the end of the year 9999
constexpr qsizetype kLongestLine = 64;

} // namespace

void LogTimes::add(QByteArrayView bytes)
{
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype end = bytes.indexOf('\n', at);
        const QByteArrayView part = bytes.sliced(at, (end < 0 ? bytes.size() : end) - at);
        if (m_line.size() <= kLongestLine) { // longer than any: only its end matters
            m_line.append(part.first(std::min(part.size(), kLongestLine + 1)));
        }
        if (end < 0) {
            return;
        }
        addLine(m_line);
        m_line.clear();
        at = end + 1;
    }
}

void LogTimes::addLine(const QByteArray& line)
{
    const QList<QByteArray> words = line.split(' ');
    if (words.size() != 2 || line.size() > kLongestLine) {
        return;
    }
    bool offsetGood = false;
    bool timeGood = words[1] == "-";
    const Entry entry{words[0].toLongLong(&offsetGood),
                      timeGood ? -1 : words[1].toLongLong(&timeGood)};
    if (!offsetGood || !timeGood || entry.offset < 0 || entry.time < -1 || entry.time > kLastTime) {
        return;
    }
    while (!m_entries.isEmpty() && m_entries.last().offset >= entry.offset) {
        m_entries.removeLast();
    }
    m_entries.append(entry);
}

void LogTimes::clear()
{
    m_entries.clear();
    m_line.clear();
    m_cut = false;
}

QDateTime LogTimes::at(qint64 offset) const
{
    const auto after =
        std::upper_bound(m_entries.begin(), m_entries.end(), offset,
                         [](qint64 wanted, const Entry& entry) { return wanted < entry.offset; });
    if (after == m_entries.begin() || std::prev(after)->time < 0) {
        return {};
    }
    if (m_cut && after == m_entries.end() && offset > m_entries.last().offset) {
        return {}; // a line that was not read may tell of it
    }
    return QDateTime::fromMSecsSinceEpoch(std::prev(after)->time, Qt::UTC);
}

} // namespace rocport
