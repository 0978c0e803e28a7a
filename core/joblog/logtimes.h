#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QDateTime>
#include <QVector>

namespace rocport {

/// When the bytes of a log came, from the file beside it (docs/runs.md, "Here"): a line "OFFSET MS"
/// says that what begins at that byte came at that moment, milliseconds since 1970 in UTC, and
/// "OFFSET -" that nobody saw it come. Any bytes: a line of another form is passed over. Where a
/// log was cut, later lines take the place of those before them. Of a file that goes on after
/// kMaxFile the rest is not read, and of what comes after the last line read it is not known.
class LogTimes
{
public:
    /// Longest file that is read, in bytes: days of a log that never rests. RunFolder writes no
    /// longer one.
    static constexpr qint64 kMaxFile = 8 * 1024 * 1024;

    /// Adds what the file says next; a piece may end anywhere.
    void add(QByteArrayView bytes);
    /// The file goes on, and add() will not see it.
    void setCut() { m_cut = true; }
    void clear();
    [[nodiscard]] bool isEmpty() const { return m_entries.isEmpty(); }
    /// When the byte at `offset` came, in UTC; invalid: not known.
    [[nodiscard]] QDateTime at(qint64 offset) const;

private:
    struct Entry
    {
        qint64 offset = 0;
        qint64 time = -1; ///< -1: not known
    };
    void addLine(const QByteArray& line);

    QVector<Entry> m_entries; ///< by offset
    QByteArray m_line;        ///< the part of a line that is here
    bool m_cut = false;
};

} // namespace rocport
