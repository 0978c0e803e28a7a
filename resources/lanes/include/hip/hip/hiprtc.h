#pragma once

// hipRTC: what a program has compiled while it runs.

#include "hip/hip_runtime.h"

#define LANES_RTC(name) hiprtc##name
#define LANES_RTC_BIG(name) HIPRTC_##name
#define LANES_RTC_VENDOR "hip"
#define LANES_RTC_PROGRAM _hiprtcProgram
#include "lanes/rtcapi.h"

LANES_RTC_CODE(Code, "code object", true)
LANES_RTC_CODE(Bitcode, "module of LLVM", program->isRelocatable)

inline hiprtcResult hiprtcVersion(int* major, int* minor)
{
    *major = 9;
    *minor = 0;
    return HIPRTC_SUCCESS;
}

#undef LANES_RTC
#undef LANES_RTC_BIG
#undef LANES_RTC_VENDOR
#undef LANES_RTC_PROGRAM
#undef LANES_RTC_CODE
#undef LANES_RTC_RESULTS
