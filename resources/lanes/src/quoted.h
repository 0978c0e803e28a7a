#pragma once

#include <string>

namespace rocport_lanes {

/// A text in quotes as JSON has it, without its control characters.
std::string quoted(const char* text);

} // namespace rocport_lanes
