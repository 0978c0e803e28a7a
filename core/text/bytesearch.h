#pragma once

#include <cstring>
#include <string_view>

namespace rocport {

/// Where `part` first occurs in `text`; npos: nowhere. string_view::find stops at each occurrence
/// of the first byte, and letters are in every line; the C library's search does not.
inline size_t findText(std::string_view text, std::string_view part)
{
    const void* const found = ::memmem(text.data(), text.size(), part.data(), part.size());
    return found == nullptr ? std::string_view::npos
                            : static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

/// Whether `part` occurs in `text`.
inline bool holdsText(std::string_view text, std::string_view part)
{
    return findText(text, part) != std::string_view::npos;
}

} // namespace rocport
