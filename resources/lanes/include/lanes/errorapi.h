// Errors of the runtime by their numbers: included by runtimeapi.h, once for the vendor.

#ifdef LANES_AMD
#define LANES_MODULE_ERRORS(each)                                                                  \
    each(ErrorInvalidImage, 200) each(ErrorAlreadyMapped, 208) each(ErrorNotMapped, 211)           \
    each(ErrorInvalidKernelFile, 218) each(ErrorNotFound, 500)
#else
#define LANES_MODULE_ERRORS(each)                                                                  \
    each(ErrorInvalidKernelImage, 200) each(ErrorAlreadyMapped, 208) each(ErrorNotMapped, 211)     \
    each(ErrorInvalidPtx, 218) each(ErrorSymbolNotFound, 500)
#endif
#define LANES_ERRORS(each)                                                                         \
    each(Success, 0) each(ErrorInvalidValue, 1) each(ErrorMemoryAllocation, 2)                     \
    each(ErrorInitializationError, 3) each(ErrorCudartUnloading, 4)                                \
    each(ErrorInvalidConfiguration, 9) each(ErrorInvalidPitchValue, 12)                            \
    each(ErrorInvalidSymbol, 13) each(ErrorInvalidDevicePointer, 17)                               \
    each(ErrorInvalidTexture, 18) each(ErrorInvalidTextureBinding, 19)                             \
    each(ErrorInvalidChannelDescriptor, 20) each(ErrorInvalidMemcpyDirection, 21)                  \
    each(ErrorInsufficientDriver, 35) each(ErrorDevicesUnavailable, 46)                            \
    each(ErrorMissingConfiguration, 52) each(ErrorInvalidDeviceFunction, 98)                       \
    each(ErrorNoDevice, 100) each(ErrorInvalidDevice, 101)                                         \
    LANES_MODULE_ERRORS(each)                                                                      \
    each(ErrorNoKernelImageForDevice, 209) each(ErrorECCUncorrectable, 214)                        \
    each(ErrorUnsupportedLimit, 215) each(ErrorFileNotFound, 301)                                  \
    each(ErrorOperatingSystem, 304) each(ErrorInvalidResourceHandle, 400)                          \
    each(ErrorNotReady, 600) each(ErrorIllegalAddress, 700)         \
    each(ErrorLaunchOutOfResources, 701) each(ErrorPeerAccessAlreadyEnabled, 704)                  \
    each(ErrorPeerAccessNotEnabled, 705) each(ErrorSetOnActiveProcess, 708)                        \
    each(ErrorAssert, 710) each(ErrorHostMemoryAlreadyRegistered, 712)                             \
    each(ErrorHostMemoryNotRegistered, 713) each(ErrorLaunchFailure, 719)                          \
    each(ErrorCooperativeLaunchTooLarge, 720) each(ErrorNotSupported, 801)                         \
    each(ErrorStreamCaptureUnsupported, 900) each(ErrorStreamCaptureInvalidated, 901)              \
    each(ErrorStreamCaptureUnmatched, 903) each(ErrorStreamCaptureImplicit, 906)                   \
    each(ErrorCapturedEvent, 907) each(ErrorGraphExecUpdateFailure, 910) each(ErrorUnknown, 999)

enum LANES_ERROR {
#define LANES_VALUE(name, number) LANES_NAME(name) = number,
    LANES_ERRORS(LANES_VALUE)
#undef LANES_VALUE
};

#ifndef LANES_AMD
typedef enum cudaError cudaError_t;
constexpr cudaError_t cudaErrorLaunchTimeout = static_cast<cudaError_t>(702);
#endif

inline LANES_NAME(Error_t) LanesCode(rocport_lanes::Code code)
{
    return static_cast<LANES_NAME(Error_t)>(rocport_lanes::keepError(code));
}

inline const char* LANES_NAME(GetErrorName)(LANES_NAME(Error_t) error)
{
#ifdef LANES_AMD
    if (error == hipErrorMemoryAllocation) {
        return "hipErrorOutOfMemory";
    }
#endif
    switch (error) {
#define LANES_CASE(name, number)                                                                   \
    case LANES_NAME(name):                                                                         \
        return LANES_TEXT(LANES_NAME(name));
        LANES_ERRORS(LANES_CASE)
    default:
        return LANES_TEXT(LANES_NAME(ErrorUnknown));
    }
#undef LANES_CASE
}

inline const char* LANES_NAME(GetErrorString)(LANES_NAME(Error_t) error)
{
    switch (error) {
    case LANES_NAME(Success):
        return "no error";
    case LANES_NAME(ErrorInvalidValue):
        return "invalid argument";
    case LANES_NAME(ErrorMemoryAllocation):
        return "out of memory";
    case LANES_NAME(ErrorInvalidConfiguration):
        return "invalid configuration argument";
    case LANES_NAME(ErrorInvalidDeviceFunction):
        return "invalid device function";
    case LANES_NAME(ErrorInvalidDevice):
        return "invalid device ordinal";
    case LANES_NAME(ErrorInvalidSymbol):
        return "invalid device symbol";
    case LANES_NAME(ErrorNotReady):
        return "device not ready";
    case LANES_NAME(ErrorNotSupported):
        return "operation not supported";
    case LANES_NAME(ErrorAssert):
        return "device-side assert triggered";
    default:
        return "unknown error";
    }
}
