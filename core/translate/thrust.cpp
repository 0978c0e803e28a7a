#include "core/translate/thrust.h"

#include "core/base/cancelscope.h"

#include <string>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// What the word after "thrust::" or "thrust::system::" is called in rocThrust; empty: the same.
std::string_view hipWord(std::string_view word)
{
    if (word == "cuda"sv)
        return "hip"sv;
    if (word == "cuda_cub"sv)
        return "hip_rocprim"sv;
    if (word == "cuda_category"sv)
        return "hip_category"sv;
    return {};
}

void replaceWord(TranslateContext& context, int token, std::string_view word)
{
    const ByteRange range = context.rangeOf(token);
    context.addEdit(TranslateTopic::Api, range, {range, toBytes(word)});
}

void header(TranslateContext& context, int token)
{
    const std::string_view name = context.walk.text(token);
    const size_t at = name.find("thrust/system/cuda/"sv);
    if (at != 1)
        return;
    const ByteRange range = context.rangeOf(token);
    QByteArray hip = toBytes(name);
    hip.replace(1, 19, "thrust/system/hip/");
    context.addEdit(TranslateTopic::Header, range, {range, hip});
}

} // namespace

void translateThrust(TranslateContext& context)
{
    const TokenWalk& walk = context.walk;
    if (walk.source().find("thrust"sv) == std::string_view::npos ||
        walk.source().find("cuda"sv) == std::string_view::npos)
        return;
    for (const IncludeHit& include : context.scan.includes)
        header(context, include.name);
    for (int i = 0; i < walk.count() && !isWorkCancelledAt(i); ++i) {
        if (!walk.isIdentifier(i) || !walk.is(i, "thrust"sv) || !walk.is(walk.next(i), "::"sv))
            continue;
        int word = walk.next(walk.next(i));
        if (walk.is(word, "system"sv) && walk.is(walk.next(word), "::"sv))
            word = walk.next(walk.next(word));
        if (word >= 0 && walk.isIdentifier(word) && !hipWord(walk.text(word)).empty())
            replaceWord(context, word, hipWord(walk.text(word)));
    }
}

} // namespace rocport
