// Questions about what no AMD GPU has, asked by numbers that HIP does not use: the answer is 0.
inline hipError_t rocportDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device)
{
    if (static_cast<int>(attribute) < 30000)
        return hipDeviceGetAttribute(value, attribute, device);
    int count = 0;
    const hipError_t error = value == nullptr ? hipErrorInvalidValue : hipGetDeviceCount(&count);
    if (error != hipSuccess)
        return error;
    if (device < 0 || device >= count)
        return hipErrorInvalidDevice;
    *value = 0;
    return hipSuccess;
}
#undef cudaDeviceGetAttribute
#define cudaDeviceGetAttribute rocportDeviceGetAttribute
#undef cuDeviceGetAttribute
#define cuDeviceGetAttribute rocportDeviceGetAttribute
