#pragma once

#include "core/lanes/kerneldeclaration.h"
#include "core/lanes/lanewords.h"

namespace rocport {

/// How the body of a kernel runs for the lanes of a row, which lie side by side in a block.
enum class LaneRow : unsigned char {
    None,  ///< the engine calls the kernel for each lane
    Told,  ///< in a loop of its own that tells the engine of each lane
    Plain, ///< in one that does not: nothing that is called asks for the lane or waits
};

struct LaneRowPlan
{
    LaneRow row = LaneRow::None;
    QByteArray
        types; ///< of Plain, as a list: numbers and pointers to them, or it is Told after all
};

/// What may become of the kernel whose "__global__" is at `first`, as far as its words tell.
/// In doubt it is the one before. Linear in the length of the kernel.
LaneRowPlan laneRow(const TokenWalk& walk, int first, const KernelDeclaration& kernel,
                    const LaneNames& names);

} // namespace rocport
