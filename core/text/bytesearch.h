#pragma once

#include <cstring>
#include <string_view>

namespace rocport {

/// Whether `part` occurs in `text`. string_view::find stops at each byte that the part begins with,
/// and letters are in every line; the C library's search does not.
inline bool holdsText(std::string_view text, std::string_view part)
{
    return ::memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

} // namespace rocport
