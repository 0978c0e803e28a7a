#include "core/joblog/logsearch.h"

#include "core/files/readfile.h"
#include "core/joblog/ansi.h"

#include <QFile>

#include <algorithm>
#include <cstring>
#include <utility>

namespace rocport {

namespace {

constexpr qsizetype kBatch = 512;
constexpr qint64 kBlock = 1024 * 1024;

bool isAscii(QByteArrayView bytes)
{
    return std::all_of(bytes.begin(), bytes.end(),
                       [](char c) { return static_cast<signed char>(c) >= 0; });
}

void toLower(QByteArray& bytes)
{
    for (char& c : bytes) {
        c = static_cast<char>(c + ((c >= 'A' && c <= 'Z') ? 32 : 0));
    }
}

/// One search: finds hits in lines, and says which blocks cannot hold any.
class LogMatcher
{
public:
    explicit LogMatcher(TextMatcher matcher)
        : m_matcher(std::move(matcher)), m_query(m_matcher.query()), m_text(m_query.text.toUtf8())
    {
        m_plain = !m_query.expression && (m_query.matchCase || isAscii(m_text));
        if (m_plain && !m_query.matchCase) {
            toLower(m_text);
        }
    }

    /// False: no line of these bytes has a hit.
    [[nodiscard]] bool mayHold(QByteArrayView block)
    {
        if (!m_plain || std::memchr(block.data(), '\x1b', static_cast<size_t>(block.size())) ||
            std::memchr(block.data(), '\t', static_cast<size_t>(block.size())) ||
            std::memchr(block.data(), '\b', static_cast<size_t>(block.size()))) {
            return true;
        }
        return contains(block);
    }

    /// False: there may be more in the line.
    bool findIn(qint64 line, QByteArrayView bytes, QVector<LogHit>& hits)
    {
        const LineMatches found = m_matcher.findIn(plainLogText(bytes));
        for (const TextMatch& match : found.matches) {
            hits.append({line, static_cast<int>(match.start), static_cast<int>(match.length)});
        }
        return !found.gaveUp;
    }

    /// Whether a line's bytes are worth findIn().
    [[nodiscard]] bool lineMayHold(QByteArrayView line) { return mayHold(line); }

private:
    [[nodiscard]] bool contains(QByteArrayView block)
    {
        if (m_query.matchCase) {
            return memmem(block.data(), static_cast<size_t>(block.size()), m_text.constData(),
                          static_cast<size_t>(m_text.size())) != nullptr;
        }
        m_lower.resize(block.size());
        std::memcpy(m_lower.data(), block.data(), static_cast<size_t>(block.size()));
        toLower(m_lower);
        return memmem(m_lower.constData(), static_cast<size_t>(m_lower.size()), m_text.constData(),
                      static_cast<size_t>(m_text.size())) != nullptr;
    }

    TextMatcher m_matcher;
    LogQuery m_query;
    QByteArray m_text;
    QByteArray m_lower;
    bool m_plain = false; ///< bytes can be compared
};

/// The lines of [begin, end) of the file, from `line` on.
class BlockReader
{
public:
    BlockReader(QFile& file, const LogSearchRange& range) : m_file(file), m_range(range) {}

    /// False: the file could not be read.
    template <typename Each>
    bool forEachLine(const LogIndex::Mark& from, qint64 end, QByteArray& buffer, Each each)
    {
        qint64 line = from.line;
        qint64 offset = from.offset;
        while (offset < end) {
            if (!read(offset, std::min(kBlock, end - offset), buffer)) {
                return false;
            }
            const bool last = offset + buffer.size() >= end;
            qsizetype at = 0;
            while (at < buffer.size()) {
                const LogScan scan = scanLogLine(buffer, at, last);
                if (scan.kind == LogScan::Kind::Open) {
                    break;
                }
                if (scan.kind == LogScan::Kind::Ended) {
                    if (line >= m_range.fromLine && line < m_range.endLine &&
                        !each(line, QByteArrayView(buffer).sliced(at, scan.end - at))) {
                        return true;
                    }
                    ++line;
                }
                at = scan.next;
            }
            if (at == 0) {
                return true; // cannot be: a line has a limit
            }
            offset += at;
        }
        return true;
    }

    bool read(qint64 offset, qint64 size, QByteArray& buffer)
    {
        buffer.resize(size);
        if (!m_file.seek(offset)) {
            return false;
        }
        const qint64 got = m_file.read(buffer.data(), size);
        buffer.truncate(std::max<qint64>(got, 0));
        return got > 0;
    }

private:
    QFile& m_file;
    const LogSearchRange& m_range;
};

/// Marks that are a block apart, and the end of each.
QVector<LogIndex::Mark> blocksOf(const LogSearchRange& range)
{
    QVector<LogIndex::Mark> blocks;
    for (const LogIndex::Mark& mark : range.marks) {
        if (blocks.isEmpty() || mark.offset - blocks.constLast().offset >= kBlock / 4) {
            blocks.append(mark);
        }
    }
    return blocks;
}

} // namespace

Result<void> checkQuery(const LogQuery& query)
{
    const Result<TextMatcher> matcher = TextMatcher::make(query);
    return matcher ? Result<void>() : matcher.error();
}

Result<bool> searchLog(const LogSearchRange& range, const LogQuery& query, qsizetype limit,
                       const CancelToken& cancel,
                       const std::function<void(const QVector<LogHit>&, int leftOut)>& sink)
{
    const Result<TextMatcher> made = TextMatcher::make(query);
    if (!made) {
        return made.error();
    }
    if (query.text.isEmpty() || range.endLine <= range.fromLine) {
        return true;
    }
    QFile file(range.file);
    if (Result<void> opened = openRegular(file); !opened) {
        return opened.error();
    }
    LogMatcher matcher(*made);
    BlockReader reader(file, range);
    QByteArray buffer;
    QVector<LogHit> hits;
    qsizetype found = 0;
    int leftOut = 0;
    const auto flush = [&] {
        found += hits.size();
        sink(hits, std::exchange(leftOut, 0));
        hits.clear();
    };
    const QVector<LogIndex::Mark> blocks = blocksOf(range);
    for (qsizetype i = 0; i < blocks.size(); ++i) {
        const qint64 end = i + 1 < blocks.size() ? blocks[i + 1].offset : range.endOffset;
        const qint64 size = end - blocks[i].offset;
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        if (size <= 4 * kBlock) { // a larger one is a line with a progress bar
            if (size > 0 && !reader.read(blocks[i].offset, size, buffer)) {
                return Error{ErrorCode::FileUnreadable, file.errorString(), range.file};
            }
            if (!matcher.mayHold(buffer)) {
                continue;
            }
        }
        const bool read =
            reader.forEachLine(blocks[i], end, buffer, [&](qint64 line, QByteArrayView bytes) {
                if (matcher.lineMayHold(bytes)) {
                    leftOut += matcher.findIn(line, bytes, hits) ? 0 : 1;
                    if (hits.size() >= kBatch) {
                        flush();
                    }
                }
                return found + hits.size() < limit && !cancel.isCancelled();
            });
        if (!read) {
            return Error{ErrorCode::FileUnreadable, file.errorString(), range.file};
        }
        if (found + hits.size() >= limit) {
            hits.resize(std::max<qsizetype>(limit - found, 0));
            flush();
            return false;
        }
    }
    if (cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    flush();
    return true;
}

} // namespace rocport
