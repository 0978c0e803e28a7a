#pragma once

#include "core/rules/cpp/cppfile.h"

#include <set>
#include <string_view>

namespace rocport {

/// The names of the parameters in the "template <…>" before a function; none: it is not a template.
std::set<std::string_view> templateParameters(const CppFile& file, const CppFunction& function);

} // namespace rocport
