// Nodes of graphs that copy: arrays among their parameters become memory when the parameters are given.
inline hipError_t rocportGraphAddMemcpyNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                                            size_t count, const hipMemcpy3DParms* given)
{
    hipMemcpy3DParms copy = given == nullptr ? hipMemcpy3DParms() : *given;
    return given == nullptr || !rocportAsMemory(copy) ? hipErrorInvalidValue
                                                      : hipGraphAddMemcpyNode(node, graph, after, count, &copy);
}
inline hipError_t rocportGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms* given)
{
    hipMemcpy3DParms copy = given == nullptr ? hipMemcpy3DParms() : *given;
    return given == nullptr || !rocportAsMemory(copy) ? hipErrorInvalidValue : hipGraphMemcpyNodeSetParams(node, &copy);
}
inline hipError_t rocportGraphExecMemcpyNodeSetParams(hipGraphExec_t graph, hipGraphNode_t node,
                                                      const hipMemcpy3DParms* given)
{
    hipMemcpy3DParms copy = given == nullptr ? hipMemcpy3DParms() : *given;
    return given == nullptr || !rocportAsMemory(copy) ? hipErrorInvalidValue
                                                      : hipGraphExecMemcpyNodeSetParams(graph, node, &copy);
}
#define hipGraphAddMemcpyNode rocportGraphAddMemcpyNode
#define hipGraphMemcpyNodeSetParams rocportGraphMemcpyNodeSetParams
#define hipGraphExecMemcpyNodeSetParams rocportGraphExecMemcpyNodeSetParams
// Nodes of any kind.
#if defined(HIP_VERSION) && HIP_VERSION >= 60200000
inline hipError_t rocportGraphAddNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                                      size_t count, hipGraphNodeParams* given)
{
    if (given == nullptr || given->type != hipGraphNodeTypeMemcpy)
        return hipGraphAddNode(node, graph, after, count, given);
    hipGraphNodeParams copy = *given;
    return rocportAsMemory(copy.memcpy.copyParams) ? hipGraphAddNode(node, graph, after, count, &copy) : hipErrorInvalidValue;
}
inline hipError_t rocportGraphAddNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                                      const void* edges, size_t count, hipGraphNodeParams* given)
{
    return edges == nullptr ? rocportGraphAddNode(node, graph, after, count, given) : hipErrorNotSupported;
}
#define hipGraphAddNode rocportGraphAddNode
#endif
#if defined(HIP_VERSION) && HIP_VERSION >= 60300000
inline hipError_t rocportGraphNodeSetParams(hipGraphNode_t node, hipGraphNodeParams* given)
{
    if (given == nullptr || given->type != hipGraphNodeTypeMemcpy)
        return hipGraphNodeSetParams(node, given);
    hipGraphNodeParams copy = *given;
    return rocportAsMemory(copy.memcpy.copyParams) ? hipGraphNodeSetParams(node, &copy) : hipErrorInvalidValue;
}
inline hipError_t rocportGraphExecNodeSetParams(hipGraphExec_t graph, hipGraphNode_t node, hipGraphNodeParams* given)
{
    if (given == nullptr || given->type != hipGraphNodeTypeMemcpy)
        return hipGraphExecNodeSetParams(graph, node, given);
    hipGraphNodeParams copy = *given;
    return rocportAsMemory(copy.memcpy.copyParams) ? hipGraphExecNodeSetParams(graph, node, &copy) : hipErrorInvalidValue;
}
#define hipGraphNodeSetParams rocportGraphNodeSetParams
#define hipGraphExecNodeSetParams rocportGraphExecNodeSetParams
#endif
