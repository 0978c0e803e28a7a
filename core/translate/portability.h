#pragma once

#include "core/translate/context.h"

namespace rocport {

/// What a file needs besides names to compile: macros that headers of ROCm before 7.0 want before
/// they are included (warp functions with masks, hipBLAS with the types of HIP), and conditions on
/// __CUDA_ARCH__ that would let HIP see a second atomicAdd(). `used`: the API names in use, those
/// that the file declares itself left out.
void translatePortability(TranslateContext& context, const std::vector<NameHit>& used,
                          const std::vector<NameHit>& declared);

/// Where lines are inserted that all includes shall see: the offset, and whether a line end has to
/// come first.
struct TopOfFile
{
    qsizetype offset = 0;
    bool newlineFirst = false;
};
TopOfFile topOfFile(const TranslateContext& context);

/// Where the line of token `i` begins, or the token itself when something stands before it.
qsizetype lineStartOf(const TranslateContext& context, int i);

} // namespace rocport
