// Launches by a configuration. Windows of the L2 cache, priorities, and leave to begin before the kernel ahead has
// ended are hints; a cluster of more than one block is refused.
union rocportLaunchValue
{
    char pad[64];
#if HIP_VERSION >= 60200000
    hipAccessPolicyWindow accessPolicyWindow;
#endif
    int cooperative;
    int priority;
    int programmaticStreamSerializationAllowed;
    struct
    {
        unsigned int x, y, z;
    } clusterDim;
};
struct rocportLaunchAttribute
{
#if HIP_VERSION >= 60200000
    hipLaunchAttributeID id;
#else
    int id;
#endif
    char pad[4];
    rocportLaunchValue val;
};
struct rocportLaunchConfig
{
    dim3 gridDim;
    dim3 blockDim;
    size_t dynamicSmemBytes;
    hipStream_t stream;
    rocportLaunchAttribute* attrs;
    unsigned int numAttrs;
};
template <typename Kernel>
inline hipError_t rocportLaunchKernelExC(const rocportLaunchConfig* config, Kernel* kernel, void** arguments)
{
    if (config == nullptr || (config->numAttrs > 0 && config->attrs == nullptr))
        return hipErrorInvalidValue;
    bool cooperative = false;
    for (unsigned int i = 0; i < config->numAttrs; ++i) {
        const rocportLaunchValue& value = config->attrs[i].val;
        switch (static_cast<int>(config->attrs[i].id)) {
        case 0: // nothing
        case 1: // a window of the L2 cache
        case 6: // may begin before the kernel ahead has ended
        case 8: // a priority
            break;
        case 2:
            cooperative = value.cooperative != 0;
            break;
        case 4:
            if (value.clusterDim.x > 1 || value.clusterDim.y > 1 || value.clusterDim.z > 1)
                return hipErrorNotSupported;
            break;
        default:
            return hipErrorNotSupported;
        }
    }
    const void* const function = reinterpret_cast<const void*>(kernel);
    return cooperative ? hipLaunchCooperativeKernel(function, config->gridDim, config->blockDim, arguments,
                                                    static_cast<unsigned int>(config->dynamicSmemBytes), config->stream)
                       : hipLaunchKernel(function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes,
                                         config->stream);
}
template <typename Kernel, typename... Values>
inline hipError_t rocportLaunchValues(const rocportLaunchConfig* config, Kernel* kernel, Values... values)
{
    void* arguments[] = {const_cast<void*>(static_cast<const volatile void*>(__builtin_addressof(values)))..., nullptr};
    return rocportLaunchKernelExC(config, kernel, arguments);
}
template <typename... Wanted, typename... Given>
inline hipError_t rocportLaunchKernelEx(const rocportLaunchConfig* config, void (*kernel)(Wanted...), Given&&... given)
{
    static_assert(sizeof...(Wanted) == sizeof...(Given), "a kernel gets each of its arguments");
    return rocportLaunchValues<void(Wanted...), Wanted...>(config, kernel, static_cast<Given&&>(given)...);
}
