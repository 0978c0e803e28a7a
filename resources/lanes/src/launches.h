#pragma once

#include <deque>
#include <functional>

namespace rocport_lanes {

/// Runs what a kernel that has ended launched, in order; what one of them launches comes before the
/// next one, which waits for it.
void runLaunches(std::deque<std::function<void()>> launches);

} // namespace rocport_lanes
