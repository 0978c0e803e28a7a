#include "app/cli/messagewriter.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace rocport {

MessageWriter::MessageWriter(int output, int stop)
    : m_output(output), m_stop(stop), m_thread([this] { work(); })
{
}

MessageWriter::~MessageWriter()
{
    finish();
}

void MessageWriter::add(const QByteArray& message, bool mayWait)
{
    std::unique_lock<std::mutex> lock(m_mutex);
    if (mayWait) {
        m_changed.wait(lock, [this] { return m_bytes < kRoom || m_isReleased || m_isGone; });
    }
    m_isOverfull = m_isOverfull || m_bytes + message.size() >= kMostKept;
    if (m_isOverfull || m_isGone) {
        return;
    }
    m_lines.push_back(message + '\n');
    m_bytes += m_lines.back().size();
    m_changed.notify_all();
}

bool MessageWriter::isOverfull() const
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    return m_isOverfull;
}

void MessageWriter::release()
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    m_isReleased = true;
    m_changed.notify_all();
}

void MessageWriter::finish()
{
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        if (!m_isFinishing) {
            m_isFinishing = true;
            m_finishingSince = Clock::now();
        }
        m_isReleased = true;
        m_changed.notify_all();
    }
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void MessageWriter::work()
{
    std::unique_lock<std::mutex> lock(m_mutex);
    bool isTaken = true;
    while (isTaken) {
        m_changed.wait(lock, [this] { return !m_lines.empty() || m_isFinishing; });
        if (m_lines.empty()) {
            break;
        }
        const QByteArray line = std::move(m_lines.front());
        m_lines.pop_front();
        lock.unlock();
        isTaken = write(line);
        lock.lock();
        m_bytes -= line.size();
        m_changed.notify_all();
    }
    m_isGone = true;
    m_lines.clear();
    m_bytes = 0;
    m_changed.notify_all();
}

/// False: nothing more can be written.
bool MessageWriter::write(const QByteArray& line)
{
    constexpr int kPollMilliseconds = 100;      // then it is looked whether it finishes
    constexpr qsizetype kMostAtOnce = PIPE_BUF; // for which a pipe that can be written has room
    qsizetype written = 0;
    auto lastTaken = Clock::now();
    while (written < line.size()) {
        std::array<pollfd, 2> waits{pollfd{m_output, POLLOUT, 0}, pollfd{m_stop, POLLIN, 0}};
        const int ready = ::poll(waits.data(), waits.size(), kPollMilliseconds);
        if ((ready < 0 && errno != EINTR) || (ready > 0 && waits[1].revents != 0) ||
            isLate(lastTaken)) {
            return false;
        }
        if (ready <= 0) {
            continue;
        }
        const ssize_t count =
            ::write(m_output, line.constData() + written,
                    static_cast<size_t>(std::min(line.size() - written, kMostAtOnce)));
        if (count < 0 && errno != EINTR && errno != EAGAIN) {
            return false;
        }
        if (count > 0) {
            written += count;
            lastTaken = Clock::now();
        }
    }
    return true;
}

bool MessageWriter::isLate(Clock::time_point lastTaken) const
{
    constexpr auto kLongest = std::chrono::seconds(2);
    const std::lock_guard<std::mutex> lock(m_mutex);
    return m_isFinishing && Clock::now() - std::max(lastTaken, m_finishingSince) > kLongest;
}

} // namespace rocport
