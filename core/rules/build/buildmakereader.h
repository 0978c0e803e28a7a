#pragma once

#include "core/base/finding.h"

#include <string_view>
#include <vector>

namespace rocport {

/// One logical line of a makefile (GNU make manual, "Parsing Makefiles").
struct MakeLine
{
    enum class Kind : quint8 {
        Blank, ///< or a comment
        Assignment,
        Rule,
        Recipe,
        Conditional,
        Define, ///< define, endef and what stands between
        Other,  ///< include, export, …
    };
    Kind kind = Kind::Other;
    ByteRange range;       ///< with its line end
    std::string_view text; ///< without it; continuations inside
    std::string_view name; ///< Assignment: the variable; target-specific ones too
    ByteRange value; ///< Assignment: behind the operator; Recipe: behind the tab; Other: a call of
                     ///< make's functions, else empty
    bool foreign = false; ///< decided, and not by "ifdef <guard macro>" in a file that was ported:
                          ///< the project's own
    bool decided = false; ///< under a conditional that asks for ROCm, HIP or AMD, in any arm
    bool closed = true;   ///< a line end stands behind it
};

/// What a ported makefile says where it looks for GPUs, by which it is told from one of the
/// project.
inline constexpr std::string_view kMakePortText =
    "The AMD GPUs to build for: ROCM_ARCH, else those of this machine.";

/// Splits a makefile into logical lines; any bytes, linear, no recursion. Views point into
/// `source`.
std::vector<MakeLine> readMake(std::string_view source, std::string_view guardMacro);

} // namespace rocport
