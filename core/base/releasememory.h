#pragma once

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace rocport {

/// What a large file took goes back to the system: the next one may be another thread's, whose heap
/// is another one.
inline void releaseMemory()
{
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

} // namespace rocport
