// Which GPU is played: LANES_WAVE and LANES_SHARED, LANES_SHARED_OPT_IN, LANES_PROCESSORS, and
// LANES_DEEPEST, z of a block, and LANES_ASSERT_ENDS_KERNEL.

#include "lanes/engine.h"

namespace {

const rocport_lanes::SetLimits played({LANES_WAVE, 1024, LANES_SHARED, LANES_SHARED_OPT_IN,
                               LANES_PROCESSORS, LANES_DEEPEST, LANES_ASSERT_ENDS_KERNEL != 0});

} // namespace
