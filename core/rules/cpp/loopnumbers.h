#pragma once

#include "core/rules/cpp/cppfile.h"

#include <string_view>

namespace rocport {

/// The value of a literal number of one or two digits, with no more than a "u" behind it; -1: it is
/// written in another way.
int smallNumber(std::string_view word);

/// Whether "=", "++" or their like stand at a variable, or its address is taken.
bool isChangedAt(const CppFile& file, int at);

/// Whether the header of a `for`, without its parentheses, gives the variable `name` numbers from 0
/// to below `limit` alone. It holds nothing but the variable, its type and literal numbers then:
/// "int o = 16; o > 0; o /= 2", "int o = 1; o < 32; o <<= 1".
bool countsBelow(const CppFile& file, TokenSpan header, std::string_view name, int limit);

} // namespace rocport
