#pragma once

#include "core/translate/context.h"
#include "core/translate/macros.h"
#include "core/translate/replacements.h"

namespace rocport {

/// Everything that option likeHipify changes in a file, as hipify-clang 7.0.2 (6.3 for ROCm 6)
/// would: names without regard to scope, headers with its merging and placement, launches,
/// arguments, overloads, CUB and members of half2 only in the forms it knows. What needs types
/// there is decided by tokens here. Where it writes what cannot compile (raw strings, macros with
/// parameters at the end of a launch setting, default arguments of kernels), the source is kept.
/// \a isCuda: whether anything in the file is CUDA's; only then the runtime header is added.
void translateLikeHipify(TranslateContext& context, bool isCuda);

/// Its parts: calls with other arguments and overloads, launches, CUB, half2 (likecalls.cpp,
/// likelaunches.cpp, likecub.cpp, half2members.cpp). Each adds to `out` in the order in which
/// hipify-clang would come to see the places.
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
/// Whether it passes over cuDNN names in silence.
bool likeHipifySkipsDnn(const NameOptions& names);

} // namespace rocport
