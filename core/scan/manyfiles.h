#pragma once

#include "core/base/cancelscope.h"
#include "core/scan/scanner.h"

#include <QElapsedTimer>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace rocport {

/// Reports progress from many threads, at most once every 30 ms.
class ProgressGate
{
public:
    ProgressGate(const std::function<void(const ScanProgress&)>& progress, int total)
        : m_progress(progress), m_total(total)
    {
        m_clock.start();
    }

    void finished(const RepoPath& path)
    {
        const int done = ++m_done;
        if (!m_progress) {
            return;
        }
        const qint64 now = m_clock.elapsed();
        qint64 last = m_last.load();
        if (now - last >= kEveryMs && m_last.compare_exchange_strong(last, now)) {
            const std::lock_guard lock(m_mutex);
            m_progress({done, m_total, path.display()});
        }
    }

private:
    static constexpr qint64 kEveryMs = 30;

    const std::function<void(const ScanProgress&)>& m_progress;
    int m_total = 0;
    std::atomic<int> m_done = 0;
    std::atomic<qint64> m_last = 0;
    std::mutex m_mutex;
    QElapsedTimer m_clock;
};

/// Calls `work` for every index on `threads` threads until done or cancelled.
template <typename Work>
void forEach(qsizetype count, int threads, const CancelToken& cancel, const Work& work)
{
    std::atomic<qsizetype> next = 0;
    const auto run = [&] {
        const CancelScope scope(cancel);
        for (qsizetype i = next++; i < count && !cancel.isCancelled(); i = next++) {
            work(i);
        }
    };
    const qsizetype wanted = std::min<qsizetype>(threads, count);
    std::vector<std::jthread> workers;
    for (qsizetype i = 0; i < wanted; ++i) {
        workers.emplace_back(run);
    }
}

} // namespace rocport
