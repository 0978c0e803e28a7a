#pragma once

#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <QByteArray>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

namespace rocport {

inline bool holds(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

/// holds(lowered(text), part) without a copy.
inline bool holdsLower(std::string_view text, std::string_view part)
{
    const auto isSame = [](char c, char wanted) {
        return (c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) == wanted;
    };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), isSame) != text.end();
}

inline bool is32(std::string_view text)
{
    return isOneOf(text, {"32", "32u", "32U", "0x20"});
}
inline bool is31(std::string_view text)
{
    return isOneOf(text, {"31", "31u", "31U", "0x1f", "0x1F", "0x1fu", "0x1FU"});
}

/// The same spelling for 64 lanes: 32 -> 64, 31 -> 63, 0x1f -> 0x3f, 16 -> 32, 5 -> 6.
inline QByteArray widened(std::string_view text)
{
    QByteArray result = toBytes(text);
    result.replace("0x20", "0x40").replace("0x1f", "0x3f").replace("0x1F", "0x3F");
    if (result.startsWith("0x")) {
        return result;
    }
    if (result.startsWith("32")) {
        return result.replace(0, 2, "64");
    }
    if (result.startsWith("31")) {
        return result.replace(0, 2, "63");
    }
    if (result.startsWith("16")) {
        return result.replace(0, 2, "32");
    }
    return result.startsWith('5') ? result.replace(0, 1, "6") : result;
}

} // namespace rocport
