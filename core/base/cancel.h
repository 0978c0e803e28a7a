#pragma once

#include <atomic>
#include <functional>
#include <memory>

namespace rocport {

/// A flag that long-running work checks often (at least every 50 ms). Copyable; copies share the
/// flag.
class CancelToken
{
public:
    void cancel() const { m_flag->store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool isCancelled() const { return m_flag->load(std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> m_flag = std::make_shared<std::atomic<bool>>(false);
};

} // namespace rocport
