#pragma once

#include "core/rules/cpp/cppfile.h"

#include <string_view>

namespace rocport {

/// Whether a preprocessor condition holds in a build, as far as its text says.
enum class Held : quint8 { No, Maybe, Yes };

/// Whether a condition holds where ROCm compiles the file, and where CUDA's compiler does.
struct ArmTruth
{
    Held rocm = Held::Maybe;
    Held cuda = Held::Maybe;

    /// The same for "!(...)".
    [[nodiscard]] ArmTruth inverted() const;
};

/// What only some of what ROCm compiles defines: the name of an architecture, or of the device's
/// side of the compilation.
bool isPartOfRocm(std::string_view word);

/// Words that only code for NVIDIA's compiler asks for.
bool isCudaWord(std::string_view word);

/// What the condition in significant tokens [begin, end) of `file` says. ROCm's own words hold on
/// ROCm and not on CUDA; CUDA's count as not defined, or as 0, on ROCm; releases of other things
/// are taken for new enough on ROCm. Anything else may hold.
ArmTruth judgeCondition(const CppFile& file, int begin, int end);

} // namespace rocport
