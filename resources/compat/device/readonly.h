// __ldg for all types: HIP's is made for its own list.
template <typename T>
__device__ T rocportReadOnly(const T* address)
{
    return *address;
}
