#pragma once

#include "core/text/makelines.h"

#include <string_view>
#include <vector>

namespace rocport {

/// One logical line of a makefile, and what is around it.
struct MakeLine : MakeLogicalLine
{
    bool foreign = false; ///< decided, and not by "ifdef <guard macro>" in a file that was ported:
                          ///< the project's own
    bool decided = false; ///< under a conditional that asks for ROCm, HIP or AMD, in any arm
};

/// What a ported makefile says where it looks for GPUs, by which it is told from one of the
/// project.
inline constexpr std::string_view kMakePortText =
    "The AMD GPUs to build for: ROCM_ARCH, else those of this machine.";

/// The logical lines of a makefile (see MakeLineReader); linear, no recursion. Views point into
/// `source`.
std::vector<MakeLine> readMake(std::string_view source, std::string_view guardMacro);

} // namespace rocport
