#pragma once

#include <QtGlobal>

#include <ctime>

namespace rocport {

/// Measures the CPU time that this process or this thread takes, which a busy machine does not
/// lengthen as it does time by the clock: no test asserts the latter.
class CpuTimer
{
public:
    enum class Of { Process, Thread };

    explicit CpuTimer(Of of = Of::Process) : m_of(of) { start(); }
    void start() { m_since = now(); }
    /// Milliseconds since it was made or start() was called.
    [[nodiscard]] qint64 elapsed() const { return now() - m_since; }

private:
    [[nodiscard]] qint64 now() const
    {
        timespec time = {};
        ::clock_gettime(m_of == Of::Process ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID,
                        &time);
        return qint64(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
    }

    Of m_of;
    qint64 m_since = 0;
};

} // namespace rocport
