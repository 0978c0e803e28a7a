#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace rocport {

/// A moment on a node, by its own clocks.
struct NodeStamp
{
    qint64 epoch = 0;  ///< seconds of its calendar clock, which may be wrong
    double uptime = 0; ///< seconds since its boot; never jumps; 0: not known
    QByteArray boot;   ///< identifies that boot: two uptimes can be compared only if it is equal
};

/// One message of the agent (docs/runs.md, "The stream").
struct FollowFrame
{
    enum class Kind : quint8 {
        Hello,  ///< the agent's version in `code`, and `stamp`
        Log,    ///< `bytes` of the log from `offset` on; a piece of any size
        Stage,  ///< stage `id` (or "-": the whole job), `word` "begin" or "end", `code` at the end
        Beat,   ///< `word` "waiting", "queued" or "running", `stamp`
        Pid,    ///< process id in `offset`
        Queue,  ///< Slurm's job id in `id`, its state in `word`, its reason in `reason`
        Full,   ///< the disk is full (`word` "disk") or the quota; KB that are free in `reason`
        Note,   ///< `word` "cancelled": somebody asked the job to end
        Exit,   ///< `code`, `stamp`, `flags`, length of the log in `offset`; the last one
        Gone,   ///< why nothing more will come: `word` "removed", "rebooted", "killed", "queue-…"
        Shrunk, ///< the log on the node is shorter (`offset`) than the one here
        Error,  ///< the agent refused: `word`
    } kind = Kind::Hello;
    QString id, word, reason;
    int code = -1;
    qint64 offset = 0;
    QByteArray bytes;
    NodeStamp stamp;
    QStringList flags;
};

/// Parses the agent's stream, in pieces of any size, split anywhere. What a node sends is
/// untrusted: no bytes may do harm, and what is not understood is skipped (a line) or ends the
/// reading (a log that does not continue where it ended). What a login shell prints before the
/// first message is skipped.
class FollowReader
{
public:
    /// `offset`: bytes of the log that are here already.
    explicit FollowReader(qint64 offset = 0) : m_offset(offset) {}

    void feed(const QByteArray& bytes);
    /// What was read since the last call.
    [[nodiscard]] std::vector<FollowFrame> take();
    /// Whether the stream was malformed; nothing more is read then. Follow again from offset().
    [[nodiscard]] bool broken() const { return m_broken; }
    /// How many bytes of the log have been read so far.
    [[nodiscard]] qint64 offset() const { return m_offset; }

private:
    qsizetype readLine(const QByteArray& bytes, qsizetype at);
    qsizetype readLog(const QByteArray& bytes, qsizetype at);
    void handle(const QByteArray& line);
    void handleWords(const QByteArrayList& words);
    void beginLog(const QByteArrayList& words);

    std::vector<FollowFrame> m_frames;
    QByteArray m_line;      ///< the incomplete line so far
    qint64 m_offset = 0;    ///< of the log
    qint64 m_remaining = 0; ///< bytes of the log that still belong to this message
    qint64 m_skipped = 0;   ///< bytes before the first message
    bool m_greeted = false;
    bool m_lineEnd = false; ///< the line end after a piece of log is due
    bool m_overlong = false;
    bool m_broken = false;
};

} // namespace rocport
