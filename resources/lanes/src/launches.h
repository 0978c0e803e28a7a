#pragma once

namespace rocport_lanes {

/// Runs what kernels launched, and what that launches, in order. Called when a kernel has ended.
void runWaiting();

} // namespace rocport_lanes
