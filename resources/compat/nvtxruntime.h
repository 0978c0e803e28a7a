// Names that NVTX gives to devices, streams and events have no counterpart.
#define nvtxNameCudaDevice(device, name) ((void)(device), (void)(name))
#define nvtxNameCudaDeviceA(device, name) ((void)(device), (void)(name))
#define nvtxNameCudaStream(stream, name) ((void)(stream), (void)(name))
#define nvtxNameCudaStreamA(stream, name) ((void)(stream), (void)(name))
#define nvtxNameCudaEvent(event, name) ((void)(event), (void)(name))
#define nvtxNameCudaEventA(event, name) ((void)(event), (void)(name))
