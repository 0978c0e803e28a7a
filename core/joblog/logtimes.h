#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QDateTime>
#include <QVector>

namespace rocport {

/// When the bytes of a log arrived, from the file beside it (docs/runs.md, "Here"): a line "OFFSET
/// MS" says that what begins at that byte arrived at that moment, in milliseconds since 1970 UTC,
/// and "OFFSET -" that nobody saw it arrive. Takes any bytes: a line of another form is skipped.
/// Where a log was truncated, later lines replace earlier ones. Nothing after the first kMaxFile
/// bytes is read, and times after the last line read are not known.
class LogTimes
{
public:
    /// Longest file that is read, in bytes: enough for days of a log that never pauses. RunFolder
    /// does not write longer ones.
    static constexpr qint64 kMaxFile = 8 * 1024 * 1024;

    /// Adds the next piece of the file; it may end anywhere.
    void add(QByteArrayView bytes);
    /// The file goes on, but the rest will not be added.
    void setCut() { m_cut = true; }
    void clear();
    [[nodiscard]] bool isEmpty() const { return m_entries.isEmpty(); }
    /// When the byte at `offset` arrived, in UTC; invalid: not known.
    [[nodiscard]] QDateTime at(qint64 offset) const;

private:
    struct Entry
    {
        qint64 offset = 0;
        qint64 time = -1; ///< -1: not known
    };
    void addLine(const QByteArray& line);

    QVector<Entry> m_entries; ///< by offset
    QByteArray m_line;        ///< the incomplete line so far
    bool m_cut = false;
};

} // namespace rocport
