#include "core/translate/thrust.h"

#include "core/base/cancelscope.h"
#include "core/text/bytesearch.h"

#include <string>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// What the word after "thrust::" or "thrust::system::" is called in rocThrust; empty: the same.
std::string_view hipWord(std::string_view word)
{
    if (word == "cuda"sv) {
        return "hip"sv;
    }
    if (word == "cuda_cub"sv) {
        return "hip_rocprim"sv;
    }
    if (word == "cuda_category"sv) {
        return "hip_category"sv;
    }
    return {};
}

void replaceWord(TranslateContext& context, int token, std::string_view word)
{
    const ByteRange range = context.rangeOf(token);
    context.addEdit(TranslateTopic::Api, range, {range, toBytes(word)});
}

} // namespace

void translateThrust(TranslateContext& context)
{
    const TokenWalk& walk = context.walk;
    if (!context.scan.thrust || !holdsText(walk.source(), "cuda"sv)) {
        return;
    }
    for (int i = 0; i < walk.count() && !isWorkCancelledAt(i); ++i) {
        if (!walk.isIdentifier(i) || !walk.is(i, "thrust"sv) || !walk.is(walk.next(i), "::"sv)) {
            continue;
        }
        int word = walk.next(walk.next(i));
        if (walk.is(word, "system"sv) && walk.is(walk.next(word), "::"sv)) {
            word = walk.next(walk.next(word));
        }
        if (word >= 0 && walk.isIdentifier(word) && !hipWord(walk.text(word)).empty()) {
            replaceWord(context, word, hipWord(walk.text(word)));
        }
    }
}

} // namespace rocport
