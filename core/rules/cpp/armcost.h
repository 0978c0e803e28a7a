#pragma once

#include "core/rules/cpp/cppfile.h"

#include <QString>

namespace rocport {

/// What becomes of a conditional on `__CUDA_ARCH__` on ROCm if nothing is changed.
enum class ArmOutcome : quint8 {
    Unknown, ///< which arm it takes, or what that does, is not certain
    Refused, ///< an arm that stops, or answers nothing
    Missing, ///< none, and what the others hold is missing then
    Right,   ///< the arm for all GPUs but some old or single ones of NVIDIA
    Older    ///< plain code that GPUs of NVIDIA take too, the older ones
};
/// The sentence about it; empty for `Unknown`.
QString outcomeNote(ArmOutcome outcome);

/// Whether an arm refuses to be compiled or run, or gives an answer that stands for "not here":
/// `#error`, a trap, a failed assertion, nothing but `return 0;`.
/// `arm`: its tokens, without the directives around it.
bool isRefusal(const CppFile& file, TokenSpan arm);

/// Whether an arm names something of the standard library, as code for the host does.
bool namesStandard(const CppFile& file, TokenSpan arm);

/// Whether what an arm holds is missing where it is left out: the definition of a function, or most
/// of the body of one.
bool isMissed(const CppFile& file, TokenSpan arm);

/// Whether both `__host__` and `__device__` stand in macros that the arms of a conditional define,
/// and these hold nothing but such attributes: nvcc gets along without them where it compiles for
/// the host; clang checks calls by them there.
bool choosesAttributes(const CppFile& file, TokenSpan arms);

} // namespace rocport
