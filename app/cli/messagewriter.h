#pragma once

#include <QByteArray>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace rocport {

/// Writes messages to a pipe in a thread of its own, so that nobody hangs on a client that does not
/// read. Usable from any thread.
class MessageWriter
{
public:
    /// Where more than this is kept, those who may wait do.
    static constexpr qsizetype kRoom = 4 * 1024 * 1024;
    /// No more than this is kept.
    static constexpr qsizetype kMostKept = 64 * 1024 * 1024;

    /// Writes to `output` until something can be read from `stop`; what is left then is dropped.
    MessageWriter(int output, int stop);
    /// As finish().
    ~MessageWriter();
    MessageWriter(const MessageWriter&) = delete;
    MessageWriter& operator=(const MessageWriter&) = delete;

    /// Takes a message, and writes it with a line end after those before. One that finds no room
    /// waits for it where it may; one that is beyond what is kept is dropped, as are all after it
    /// and those for a client that is gone.
    void add(const QByteArray& message, bool mayWait);
    /// Whether a message was beyond what is kept.
    [[nodiscard]] bool isOverfull() const;
    /// From now on none waits for room.
    void release();
    /// Writes what is left as long as the client reads: until it has taken nothing for two seconds.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    void work();
    bool write(const QByteArray& line);
    [[nodiscard]] bool isLate(Clock::time_point lastTaken) const;

    const int m_output;
    const int m_stop;
    mutable std::mutex m_mutex; ///< for what follows
    std::condition_variable m_changed;
    std::deque<QByteArray> m_lines;
    qsizetype m_bytes = 0; ///< of the lines and of the one that is being written
    bool m_isOverfull = false;
    bool m_isReleased = false;
    bool m_isFinishing = false;
    bool m_isGone = false; ///< nothing is written any more
    Clock::time_point m_finishingSince;
    std::thread m_thread; ///< the last member: it uses the others
};

} // namespace rocport
