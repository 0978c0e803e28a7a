// HIP's names for what CUDA has, as far as the texts of textures want them; read inside a
// namespace.
#define ROCPORT_CALL(hip, cuda)                                                                    \
    template <typename... Arguments>                                                               \
    cudaError_t hip(Arguments... arguments)                                                        \
    {                                                                                              \
        return cuda(arguments...);                                                                 \
    }
ROCPORT_CALL(hipFree, cudaFree)
ROCPORT_CALL(hipMemcpy, cudaMemcpy)
ROCPORT_CALL(hipMemcpy2D, cudaMemcpy2D)
ROCPORT_CALL(hipMemcpy2DAsync, cudaMemcpy2DAsync)
ROCPORT_CALL(hipMemcpy2DToArray, cudaMemcpy2DToArray)
ROCPORT_CALL(hipMemcpy2DToArrayAsync, cudaMemcpy2DToArrayAsync)
ROCPORT_CALL(hipMemcpy2DFromArray, cudaMemcpy2DFromArray)
ROCPORT_CALL(hipMemcpy2DFromArrayAsync, cudaMemcpy2DFromArrayAsync)
ROCPORT_CALL(hipMemcpy3D, cudaMemcpy3D)
ROCPORT_CALL(hipMemcpy3DAsync, cudaMemcpy3DAsync)
ROCPORT_CALL(hipFreeArray, cudaFreeArray)
ROCPORT_CALL(hipArrayGetInfo, cudaArrayGetInfo)
ROCPORT_CALL(hipGetChannelDesc, cudaGetChannelDesc)
inline cudaError_t hipMalloc(void** to, size_t size)
{
    return cudaMalloc(to, size);
}
using hipArray_t = cudaArray_t;
using hipArray_const_t = cudaArray_const_t;
using hipChannelFormatDesc = cudaChannelFormatDesc;
using hipError_t = cudaError_t;
using hipExtent = cudaExtent;
using hipMemcpy3DParms = cudaMemcpy3DParms;
using hipMemcpyKind = cudaMemcpyKind;
using hipPitchedPtr = cudaPitchedPtr;
using hipPos = cudaPos;
using hipResourceDesc = cudaResourceDesc;
using hipResourceViewDesc = cudaResourceViewDesc;
using hipStream_t = cudaStream_t;
using hipSurfaceBoundaryMode = cudaSurfaceBoundaryMode;
using hipSurfaceObject_t = cudaSurfaceObject_t;
using hipTextureDesc = cudaTextureDesc;
using hipTextureObject_t = cudaTextureObject_t;
constexpr auto hipAddressModeBorder = cudaAddressModeBorder;
constexpr auto hipAddressModeClamp = cudaAddressModeClamp;
constexpr auto hipAddressModeMirror = cudaAddressModeMirror;
constexpr auto hipAddressModeWrap = cudaAddressModeWrap;
constexpr auto hipBoundaryModeClamp = cudaBoundaryModeClamp;
constexpr auto hipBoundaryModeTrap = cudaBoundaryModeTrap;
constexpr auto hipBoundaryModeZero = cudaBoundaryModeZero;
constexpr auto hipChannelFormatKindFloat = cudaChannelFormatKindFloat;
constexpr auto hipChannelFormatKindSigned = cudaChannelFormatKindSigned;
constexpr auto hipChannelFormatKindUnsigned = cudaChannelFormatKindUnsigned;
constexpr auto hipErrorInvalidChannelDescriptor = cudaErrorInvalidChannelDescriptor;
constexpr auto hipErrorInvalidHandle = cudaErrorInvalidResourceHandle;
constexpr auto hipErrorInvalidMemcpyDirection = cudaErrorInvalidMemcpyDirection;
constexpr auto hipErrorInvalidValue = cudaErrorInvalidValue;
constexpr auto hipErrorNotSupported = cudaErrorNotSupported;
constexpr auto hipErrorOutOfMemory = cudaErrorMemoryAllocation;
constexpr auto hipFilterModeLinear = cudaFilterModeLinear;
constexpr auto hipMemcpyDeviceToDevice = cudaMemcpyDeviceToDevice;
constexpr auto hipMemcpyDeviceToHost = cudaMemcpyDeviceToHost;
constexpr auto hipMemcpyHostToDevice = cudaMemcpyHostToDevice;
constexpr auto hipMemcpyHostToHost = cudaMemcpyHostToHost;
constexpr auto hipReadModeNormalizedFloat = cudaReadModeNormalizedFloat;
constexpr auto hipResourceTypeArray = cudaResourceTypeArray;
constexpr auto hipResourceTypeLinear = cudaResourceTypeLinear;
constexpr auto hipResourceTypeMipmappedArray = cudaResourceTypeMipmappedArray;
constexpr auto hipResourceTypePitch2D = cudaResourceTypePitch2D;
constexpr auto hipSuccess = cudaSuccess;
constexpr unsigned int hipArrayCubemap = cudaArrayCubemap;
constexpr unsigned int hipArrayLayered = cudaArrayLayered;
inline hipExtent make_hipExtent(size_t w, size_t h, size_t d)
{
    return make_cudaExtent(w, h, d);
}
inline hipPitchedPtr make_hipPitchedPtr(void* d, size_t p, size_t x, size_t y)
{
    return make_cudaPitchedPtr(d, p, x, y);
}
