// Nodes that copy, of the driver interface.
#if defined(HIP_VERSION) && HIP_VERSION >= 60000000
inline hipError_t rocportDrvGraphAddMemcpyNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                                               size_t count, const HIP_MEMCPY3D* given, hipCtx_t context)
{
    HIP_MEMCPY3D copy = given == nullptr ? HIP_MEMCPY3D() : *given;
    return given == nullptr || !rocportAsMemory(copy)
               ? hipErrorInvalidValue
               : hipDrvGraphAddMemcpyNode(node, graph, after, count, &copy, context);
}
#define hipDrvGraphAddMemcpyNode rocportDrvGraphAddMemcpyNode
#endif
#if defined(HIP_VERSION) && HIP_VERSION >= 60300000
inline hipError_t rocportDrvGraphMemcpyNodeSetParams(hipGraphNode_t node, const HIP_MEMCPY3D* given)
{
    HIP_MEMCPY3D copy = given == nullptr ? HIP_MEMCPY3D() : *given;
    return given == nullptr || !rocportAsMemory(copy) ? hipErrorInvalidValue
                                                      : hipDrvGraphMemcpyNodeSetParams(node, &copy);
}
inline hipError_t rocportDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t graph, hipGraphNode_t node,
                                                         const HIP_MEMCPY3D* given, hipCtx_t context)
{
    HIP_MEMCPY3D copy = given == nullptr ? HIP_MEMCPY3D() : *given;
    return given == nullptr || !rocportAsMemory(copy)
               ? hipErrorInvalidValue
               : hipDrvGraphExecMemcpyNodeSetParams(graph, node, &copy, context);
}
#define hipDrvGraphMemcpyNodeSetParams rocportDrvGraphMemcpyNodeSetParams
#define hipDrvGraphExecMemcpyNodeSetParams rocportDrvGraphExecMemcpyNodeSetParams
#endif
