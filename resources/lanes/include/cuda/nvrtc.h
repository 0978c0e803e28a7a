#pragma once

// NVRTC: what a program has compiled while it runs.

#include "cuda_runtime.h"

#define __NVRTC_H__
#define LANES_RTC(name) nvrtc##name
#define LANES_RTC_BIG(name) NVRTC_##name
#define LANES_RTC_VENDOR "cuda"
#define LANES_RTC_PROGRAM _nvrtcProgram
#include "lanes/rtcapi.h"

LANES_RTC_CODE(PTX, "PTX", true)
LANES_RTC_CODE(CUBIN, "cubin", true)

inline nvrtcResult nvrtcVersion(int* major, int* minor)
{
    *major = CUDART_VERSION / 1000;
    *minor = CUDART_VERSION % 1000 / 10;
    return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcGetNumSupportedArchs(int* count)
{
    *count = 1;
    return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcGetSupportedArchs(int* architectures)
{
    *architectures = 90;
    return NVRTC_SUCCESS;
}

#undef LANES_RTC
#undef LANES_RTC_BIG
#undef LANES_RTC_VENDOR
#undef LANES_RTC_PROGRAM
#undef LANES_RTC_CODE
#undef LANES_RTC_RESULTS
