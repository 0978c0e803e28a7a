#pragma once

// Marks and ranges for a profiler, which is not there: nothing happens. From C too.

#include <stdint.h>

typedef uint64_t roctx_range_id_t;
typedef uint64_t roctx_thread_id_t;

static inline void roctxMarkA(const char* message)
{
    (void)message;
}
static inline int roctxRangePushA(const char* message)
{
    (void)message;
    return -1;
}
static inline int roctxRangePop(void)
{
    return -1;
}
static inline roctx_range_id_t roctxRangeStartA(const char* message)
{
    (void)message;
    return 0;
}
static inline void roctxRangeStop(roctx_range_id_t range)
{
    (void)range;
}

#define roctxMark(message) roctxMarkA(message)
#define roctxRangePush(message) roctxRangePushA(message)
#define roctxRangeStart(message) roctxRangeStartA(message)
