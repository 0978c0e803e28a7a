#include "core/rules/cpp/masknames.h"

#include "core/rules/cpp/warpnumbers.h"
#include "core/text/ascii.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace rocport {

namespace {

/// What one part of a name may be put together of, as "fullwarpmask" is.
constexpr std::array<std::string_view, 6> kMaskWords = {"full", "warp", "lane",
                                                        "all",  "mask", "bit"};

/// Whether a new part begins at a letter behind another: Mask in kMask, Warp in AMDWarp.
bool beginsPart(std::string_view name, size_t at)
{
    const bool isBeforeSmall =
        at + 1 < name.size() && isLetter(name[at + 1]) && !isUpperLetter(name[at + 1]);
    return isUpperLetter(name[at]) && (!isUpperLetter(name[at - 1]) || isBeforeSmall);
}

/// Behind the part of the name that begins at a letter.
size_t endOfPart(std::string_view name, size_t begin)
{
    size_t end = begin + 1;
    while (end < name.size() && isLetter(name[end]) && !beginsPart(name, end)) {
        ++end;
    }
    return end;
}

/// Whether a part is made of the words of masks alone, and one of them is `wanted`. Each may stand
/// in the plural.
bool isMadeOf(std::string_view part, std::string_view wanted)
{
    bool isThere = false;
    while (!part.empty()) {
        const auto* const word =
            std::find_if(kMaskWords.begin(), kMaskWords.end(), [&](std::string_view one) {
                return holdsLower(part.substr(0, one.size()), one);
            });
        if (word == kMaskWords.end()) {
            return false;
        }
        isThere = isThere || *word == wanted;
        part.remove_prefix(word->size());
        part.remove_prefix(part.starts_with('s') || part.starts_with('S') ? 1 : 0);
    }
    return isThere;
}

/// Whether a name speaks of a mask and has one of `words`, which kMaskWords lists, as a part.
bool isMaskWith(std::string_view name, std::initializer_list<std::string_view> words)
{
    if (!holdsLower(name, "mask")) {
        return false;
    }
    for (size_t at = 0; at < name.size();) {
        const size_t end = isLetter(name[at]) ? endOfPart(name, at) : at + 1;
        const std::string_view part = name.substr(at, end - at);
        if (std::any_of(words.begin(), words.end(),
                        [part](std::string_view word) { return isMadeOf(part, word); })) {
            return true;
        }
        at = end;
    }
    return false;
}

} // namespace

bool isLaneMaskName(std::string_view name)
{
    return isMaskWith(name, {"warp", "lane"});
}

bool isFullMaskName(std::string_view name)
{
    return isMaskWith(name, {"full"});
}

bool isAllLanesName(std::string_view name)
{
    return isMaskWith(name, {"warp", "lane", "full", "all"});
}

} // namespace rocport
