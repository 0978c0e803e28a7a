#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

namespace rocport {

/// Ends a fuzz target as a fault does where what must hold does not, and says where.
inline void require(bool condition,
                    const std::source_location& place = std::source_location::current())
{
    if (!condition) {
        std::fprintf(stderr, "%s:%u does not hold\n", place.file_name(),
                     static_cast<unsigned>(place.line()));
        std::abort();
    }
}

} // namespace rocport
