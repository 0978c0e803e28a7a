#pragma once

#include "core/translate/context.h"

namespace rocport {

/// Adds what a file needs besides names to compile: macros that headers of ROCm before 7.0 require
/// before they are included (warp functions with masks, hipBLAS with HIP's types), and changes to
/// conditions on __CUDA_ARCH__ that would let HIP see a second atomicAdd(). `used`: the API names
/// in use, without those that the file declares itself.
void translatePortability(TranslateContext& context, const std::vector<NameHit>& used,
                          const std::vector<NameHit>& declared);

/// Where to insert lines that all includes must see: the offset, and whether a line end has to come
/// first.
struct TopOfFile
{
    qsizetype offset = 0;
    bool newlineFirst = false;
};
TopOfFile topOfFile(const TranslateContext& context);

/// Where the line of token `i` begins, or the token itself when something comes before it on the
/// line.
qsizetype lineStartOf(const TranslateContext& context, int i);

} // namespace rocport
