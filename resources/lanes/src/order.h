#pragma once

// The order in which lanes, waves and blocks run: as they are numbered, or another one that a seed
// names (LANES_SEED). No program may depend on it.

namespace rocport_lanes {

/// Whether there is a seed.
bool isShuffled();
/// The number of what comes `position`-th of `count`; each comes once. `what` tells kinds apart.
unsigned long long inOrder(unsigned long long position, unsigned long long count, unsigned what);
/// Of lanes and waves; it is its own inverse: inTurn(inTurn(x)) is x.
unsigned inTurn(unsigned position, unsigned count, unsigned what);

} // namespace rocport_lanes
