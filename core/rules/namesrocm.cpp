#include "core/rules/namesrocm.h"

#include "core/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocport {

bool namesRocm(std::string_view text)
{
    constexpr std::array<std::string_view, 5> kWords = {"hip", "rocm", "amd", "amdgpu", "hipcc"};
    for (size_t begin = 0; begin < text.size();) {
        size_t end = begin;
        while (end < text.size() && isLetter(text[end])) {
            ++end;
        }
        const std::string word = lowered(text.substr(begin, end - begin));
        const bool isProcessor = word == "amd" && text.substr(end).starts_with("64");
        if (word.starts_with("gcnarch") ||
            (!isProcessor && std::find(kWords.begin(), kWords.end(), word) != kWords.end())) {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

} // namespace rocport
