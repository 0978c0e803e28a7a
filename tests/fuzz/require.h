#pragma once

#include <cstdlib>

namespace rocport {

/// Ends a fuzz target as a fault does where what must hold does not.
inline void require(bool condition)
{
    if (!condition) {
        std::abort();
    }
}

} // namespace rocport
