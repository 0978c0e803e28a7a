#include "core/joblog/logindex.h"

#include <algorithm>
#include <cstring>

namespace rocport {

namespace {

constexpr qint64 kMarkLines = 256;
constexpr qint64 kMarkBytes = 64 * 1024;

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

const char* find(const char* from, char what, qsizetype size)
{
    return static_cast<const char*>(std::memchr(from, what, static_cast<size_t>(size)));
}

/// A carriage return at `at`.
LogScan scanReturn(QByteArrayView bytes, qsizetype at, bool atEnd)
{
    qsizetype after = at;
    while (after < bytes.size() && bytes[after] == '\r' && after - at < LogIndex::kMaxReturns) {
        ++after;
    }
    if (after - at == LogIndex::kMaxReturns) {
        return {LogScan::Kind::Moved, at, after};
    }
    if (after == bytes.size()) {
        return {atEnd ? LogScan::Kind::Ended : LogScan::Kind::Open, at, after};
    }
    if (bytes[after] == '\n') {
        return {LogScan::Kind::Ended, at, after + 1};
    }
    return {LogScan::Kind::Moved, at, after};
}

bool beforeLine(const LogIndex::Mark& mark, qint64 line)
{
    return mark.line < line;
}

} // namespace

LogScan scanLogLine(QByteArrayView bytes, qsizetype at, bool atEnd)
{
    const qsizetype window = std::min(bytes.size() - at, LogIndex::kMaxLine + 1);
    if (window <= 0) {
        return {LogScan::Kind::Open, at, at};
    }
    const char* const from = bytes.data() + at;
    const char* const feed = find(from, '\n', window);
    const qsizetype size = feed != nullptr ? feed - from : window;
    if (const char* back = find(from, '\r', size)) {
        return scanReturn(bytes, at + (back - from), atEnd);
    }
    if (feed != nullptr) {
        return {LogScan::Kind::Ended, at + size, at + size + 1};
    }
    if (window <= LogIndex::kMaxLine) {
        return {atEnd ? LogScan::Kind::Ended : LogScan::Kind::Open, at + size, at + size};
    }
    qsizetype cut = at + LogIndex::kMaxLine;
    for (int back = 0; back < 3 && isContinuation(bytes[cut]); ++back) {
        --cut; // not inside of a character
    }
    return {LogScan::Kind::Ended, cut, cut};
}

void LogIndex::clear()
{
    *this = LogIndex();
}

void LogIndex::endLine(qint64 next)
{
    if (m_shown - m_start > kMarkBytes) {
        m_far.append({m_lines, m_shown});
    }
    ++m_lines;
    m_start = next;
    m_shown = next;
    const Mark& last = m_marks.constLast();
    if (m_lines - last.line >= kMarkLines || next - last.offset >= kMarkBytes) {
        m_marks.append({m_lines, next});
    }
}

void LogIndex::add(QByteArrayView bytes, const Sink& sink)
{
    const qint64 base = m_shown;
    qsizetype at = 0;
    while (at < bytes.size()) {
        const LogScan scan = scanLogLine(bytes, at, false);
        if (scan.kind == LogScan::Kind::Open) {
            break;
        }
        if (scan.kind == LogScan::Kind::Moved) {
            m_shown = base + scan.next;
        } else {
            if (sink) {
                sink(m_lines, bytes.sliced(at, scan.end - at));
            }
            endLine(base + scan.next);
        }
        at = scan.next;
    }
    m_bytes = std::max(m_bytes, base + bytes.size());
}

LogIndex::Mark LogIndex::markBefore(qint64 line) const
{
    auto after = std::lower_bound(m_marks.begin(), m_marks.end(), line + 1, beforeLine);
    return after == m_marks.begin() ? Mark{} : *(after - 1);
}

QVector<LogIndex::Mark> LogIndex::marksFrom(qint64 line) const
{
    auto after = std::lower_bound(m_marks.begin(), m_marks.end(), line + 1, beforeLine);
    return m_marks.mid(std::max<qsizetype>(0, after - m_marks.begin() - 1));
}

qint64 LogIndex::farStart(qint64 line) const
{
    if (line == m_lines) {
        return m_shown - m_start > kMarkBytes ? m_shown : -1;
    }
    auto found = std::lower_bound(m_far.begin(), m_far.end(), line, beforeLine);
    return found != m_far.end() && found->line == line ? found->offset : -1;
}

} // namespace rocport
