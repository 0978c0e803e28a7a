#pragma once

#include <cstdio>
#include <cstdlib>

namespace rocport {

/// Ends a fuzz target as a fault does where what must hold does not, and says where. (clang 14 has
/// no std::source_location.)
inline void require(bool condition, const char* file = __builtin_FILE(),
                    int line = __builtin_LINE())
{
    if (!condition) {
        std::fprintf(stderr, "%s:%d does not hold\n", file, line);
        std::abort();
    }
}

} // namespace rocport
