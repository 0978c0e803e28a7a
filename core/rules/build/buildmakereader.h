#pragma once

#include "core/text/makelines.h"

#include <string_view>
#include <vector>

namespace rocport {

/// One logical line of a makefile, and what is around it.
struct MakeLine : MakeLogicalLine
{
    bool foreign = false; ///< decided, but not by "ifdef <guard macro>" in a ported file: the
                          ///< project's own
    bool decided = false; ///< under a conditional that tests for ROCm, HIP or AMD, in any arm
};

/// What a ported makefile says where it looks for GPUs, which distinguishes it from one of the
/// project.
inline constexpr std::string_view kMakePortText =
    "The AMD GPUs to build for: ROCM_ARCH, else those of this machine.";

/// The logical lines of a makefile (see MakeLineReader); linear, no recursion. Views point into
/// `source`.
std::vector<MakeLine> readMake(std::string_view source, std::string_view guardMacro);

} // namespace rocport
