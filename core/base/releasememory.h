#pragma once

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace rocport {

/// Gives memory that a large file needed back to the system: the next large file may be read by
/// another thread, which has another heap.
inline void releaseMemory()
{
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

} // namespace rocport
