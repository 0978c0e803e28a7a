#pragma once

namespace rocport_lanes {

/// Where a result goes that does not fit: the nearest (of two, the even one), or as named.
enum class Rounding { Nearest, Zero, Down, Up };

} // namespace rocport_lanes
