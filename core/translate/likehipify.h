#pragma once

#include "core/translate/context.h"
#include "core/translate/macros.h"
#include "core/translate/replacements.h"

namespace rocport {

/// Changes a file as option likeHipify does, the way hipify-clang 7.0.2 (6.3 for ROCm 6) would:
/// names without regard to scope, headers with its merging and placement, and launches, arguments,
/// overloads, CUB and members of half2 only in the forms it knows. What needs types there is
/// decided by tokens here. Where it writes what cannot compile (raw strings, macros with parameters
/// at the end of a launch setting, default arguments of kernels), the source is kept. \a isCuda:
/// whether anything in the file is CUDA's; only then is the runtime header added.
void translateLikeHipify(TranslateContext& context, bool isCuda);

/// The parts of translateLikeHipify(): calls with changed arguments and overloads, launches, CUB,
/// half2 (likecalls.cpp, likelaunches.cpp, likecub.cpp, half2members.cpp). Each adds to `out` in
/// the order in which hipify-clang would reach the places.
struct LikeHipifyParts
{
    TranslateContext& context;
    ReplacementSet& out;
    const MacroTable& macros;
};
void likeCalls(LikeHipifyParts parts);
void likeLaunches(LikeHipifyParts parts);
void likeCub(LikeHipifyParts parts);
void likeHalf2(LikeHipifyParts parts);

/// The name that hipify-clang writes for `fact`, or an empty view when it leaves the name.
std::string_view likeHipifyName(const ApiFact& fact, const NameOptions& names, bool hasBlasV2);
/// Whether it skips cuDNN names silently.
bool likeHipifySkipsDnn(const NameOptions& names);

} // namespace rocport
