#pragma once

#include <QByteArrayView>
#include <QVector>

#include <functional>

namespace rocport {

/// What scanLogLine() found at one place.
struct LogScan
{
    enum class Kind : quint8 {
        Open,  ///< the bytes end before the line does
        Moved, ///< a carriage return: what is shown starts over at `next`
        Ended, ///< the line is [at, end); the next begins at `next`
    };
    Kind kind = Kind::Open;
    qsizetype end = 0;
    qsizetype next = 0;
};

/// Where the lines of a growing log are. A line ends at a line feed, or is split where more than
/// kMaxLine bytes of it would be shown; what comes before a carriage return inside a line is not
/// shown (of a progress bar, only the last state is). Takes any bytes. Lines count from 0. Memory:
/// 16 bytes for each 256 lines or 64 KiB.
class LogIndex
{
public:
    static constexpr qsizetype kMaxLine = 8192;
    /// How many carriage returns before a line feed may belong to the line end.
    static constexpr qsizetype kMaxReturns = 8;
    /// Called with a complete line and those of its bytes that are shown.
    using Sink = std::function<void(qint64 line, QByteArrayView shown)>;

    /// A line and where it begins in the file.
    struct Mark
    {
        qint64 line = 0;
        qint64 offset = 0;
    };

    /// Adds what follows at resumeAt(): the shown part of the open line once more, and the new
    /// bytes. Nothing is counted twice.
    void add(QByteArrayView bytes, const Sink& sink = {});
    void clear();
    /// Offset in the file of the first byte that the next add() wants.
    [[nodiscard]] qint64 resumeAt() const { return m_shown; }
    /// How many bytes of the file were added.
    [[nodiscard]] qint64 byteCount() const { return m_bytes; }
    /// The last line counts as soon as one byte of it is there, even without its end.
    [[nodiscard]] qint64 lineCount() const { return m_lines + (m_bytes > m_shown ? 1 : 0); }
    /// How many lines have their end.
    [[nodiscard]] qint64 completeLines() const { return m_lines; }
    /// The nearest mark at or before a line.
    [[nodiscard]] Mark markBefore(qint64 line) const;
    /// The nearest mark at or before a line and all marks after it.
    [[nodiscard]] QVector<Mark> marksFrom(qint64 line) const;
    /// Where the shown part of a line begins when that is far behind its start; -1: near it.
    [[nodiscard]] qint64 farStart(qint64 line) const;

private:
    void endLine(qint64 next);

    QVector<Mark> m_marks{Mark{}};
    QVector<Mark> m_far; ///< lines whose shown part begins far behind their start
    qint64 m_lines = 0;  ///< complete ones
    qint64 m_start = 0;  ///< of the open line
    qint64 m_shown = 0;  ///< of its shown part
    qint64 m_bytes = 0;
};

/// Examines the line whose shown part begins at `at`. `atEnd`: no byte follows `bytes` (as far as
/// is known), so a carriage return at the end belongs to the line end.
LogScan scanLogLine(QByteArrayView bytes, qsizetype at, bool atEnd);

} // namespace rocport
