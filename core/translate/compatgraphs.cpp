#include "core/translate/compathost.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;

struct GraphCall
{
    std::string_view cuda;
    const char* text;
};

/// Dependencies have data in CUDA 13, and in the forms of CUDA 12 with a version in their names:
/// zeros say what dependencies are in HIP. Others than those are refused. (CUDA runtime API,
/// cudaGraphEdgeData)
constexpr const char* kChange =
    R"(inline hipError_t rocport_{cuda}(hipGraph_t graph, const hipGraphNode_t* from, const hipGraphNode_t* to, size_t count)
{
    return {name}(graph, from, to, count);
}
inline hipError_t rocport_{cuda}(hipGraph_t graph, const hipGraphNode_t* from, const hipGraphNode_t* to, const void* edges,
                                 size_t count)
{
    return edges == nullptr ? {name}(graph, from, to, count) : hipErrorNotSupported;
}
#define {cuda} rocport_{cuda}
)";

constexpr const char* kEdges =
    R"(inline hipError_t rocport_{cuda}(hipGraph_t graph, hipGraphNode_t* from, hipGraphNode_t* to, size_t* count)
{
    return {name}(graph, from, to, count);
}
#if HIP_VERSION >= 60200000
inline hipError_t rocport_{cuda}(hipGraph_t graph, hipGraphNode_t* from, hipGraphNode_t* to, hipGraphEdgeData* edges,
                                 size_t* count)
{
    const hipError_t error = {name}(graph, from, to, count);
    for (size_t i = 0; error == hipSuccess && edges != nullptr && count != nullptr && i < *count; ++i)
        edges[i] = hipGraphEdgeData();
    return error;
}
#endif
#define {cuda} rocport_{cuda}
)";

constexpr const char* kNodes =
    R"(inline hipError_t rocport_{cuda}(hipGraphNode_t node, hipGraphNode_t* nodes, size_t* count)
{
    return {name}(node, nodes, count);
}
#if HIP_VERSION >= 60200000
inline hipError_t rocport_{cuda}(hipGraphNode_t node, hipGraphNode_t* nodes, hipGraphEdgeData* edges, size_t* count)
{
    const hipError_t error = {name}(node, nodes, count);
    for (size_t i = 0; error == hipSuccess && edges != nullptr && count != nullptr && i < *count; ++i)
        edges[i] = hipGraphEdgeData();
    return error;
}
#endif
#define {cuda} rocport_{cuda}
)";

constexpr const char* kAdd =
    R"(inline hipError_t rocport_{cuda}(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after, size_t count,
                                 hipGraphNodeParams* given)
{
    return {name}(node, graph, after, count, given);
}
inline hipError_t rocport_{cuda}(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after, const void* edges,
                                 size_t count, hipGraphNodeParams* given)
{
    return edges == nullptr ? {name}(node, graph, after, count, given) : hipErrorNotSupported;
}
#define {cuda} rocport_{cuda}
)";

constexpr const char* kCapture =
    R"(inline hipError_t rocport_{cuda}(hipStream_t stream, hipStreamCaptureStatus* status, {number}* id = nullptr,
                                 hipGraph_t* graph = nullptr, const hipGraphNode_t** nodes = nullptr, size_t* count = nullptr)
{
    return hipStreamGetCaptureInfo_v2(stream, status, reinterpret_cast<unsigned long long*>(id), graph, nodes, count);
}
#if HIP_VERSION >= 60200000
inline hipError_t rocport_{cuda}(hipStream_t stream, hipStreamCaptureStatus* status, {number}* id, hipGraph_t* graph,
                                 const hipGraphNode_t** nodes, const hipGraphEdgeData** edges, size_t* count)
{
    if (edges != nullptr)
        *edges = nullptr;
    return rocport_{cuda}(stream, status, id, graph, nodes, count);
}
#endif
#define {cuda} rocport_{cuda}
)";

constexpr const char* kUpdateCapture =
    R"(inline hipError_t rocport_{cuda}(hipStream_t stream, hipGraphNode_t* nodes, size_t count, unsigned int flags = 0)
{
    return {name}(stream, nodes, count, flags);
}
inline hipError_t rocport_{cuda}(hipStream_t stream, hipGraphNode_t* nodes, const void* edges, size_t count,
                                 unsigned int flags = 0)
{
    return edges == nullptr ? {name}(stream, nodes, count, flags) : hipErrorNotSupported;
}
#define {cuda} rocport_{cuda}
)";

constexpr const char* kInstantiate =
    R"(inline hipError_t rocport_{cuda}(hipGraphExec_t* exec, hipGraph_t graph, unsigned long long flags)
{
    return hipGraphInstantiateWithFlags(exec, graph, flags);
}
inline hipError_t rocport_{cuda}(hipGraphExec_t* exec, hipGraph_t graph, hipGraphNode_t* node, char* log, size_t bytes)
{
    return hipGraphInstantiate(exec, graph, node, log, bytes);
}
#define {cuda} rocport_{cuda}
)";

constexpr const char* kUpdate =
    R"(inline hipError_t rocport_{cuda}(hipGraphExec_t exec, hipGraph_t graph, hipGraphNode_t* node, hipGraphExecUpdateResult* result)
{
    return hipGraphExecUpdate(exec, graph, node, result);
}
template <typename Info>
inline hipError_t rocport_{cuda}(hipGraphExec_t exec, hipGraph_t graph, Info* info)
{
    info->errorFromNode = nullptr;
    return hipGraphExecUpdate(exec, graph, &info->errorNode, &info->result);
}
#define {cuda} rocport_{cuda}
)";

constexpr const char* kUpdateResult =
    R"(struct rocport_{cuda}
{
    hipGraphExecUpdateResult result;
    hipGraphNode_t errorNode;
    hipGraphNode_t errorFromNode;
};
#define {cuda} rocport_{cuda}
)";

/// The types of both have the same members.
constexpr const char* kGetMemset =
    R"(template <typename Parameters>
inline hipError_t rocport_{cuda}(hipGraphNode_t node, Parameters* to)
{
    hipMemsetParams from = {};
    const hipError_t error = {name}(node, &from);
    if (error == hipSuccess) {
        to->dst = from.dst;
        to->elementSize = from.elementSize;
        to->height = from.height;
        to->pitch = from.pitch;
        to->value = from.value;
        to->width = from.width;
    }
    return error;
}
#define {cuda} rocport_{cuda}
)";

constexpr const char* kSetMemset =
    R"(template <typename Parameters>
inline hipError_t rocport_{cuda}(hipGraphNode_t node, const Parameters* from)
{
    hipMemsetParams to = {};
    to.dst = from->dst;
    to.elementSize = from->elementSize;
    to.height = from->height;
    to.pitch = from->pitch;
    to.value = from->value;
    to.width = from->width;
    return {name}(node, &to);
}
#define {cuda} rocport_{cuda}
)";

constexpr std::array kCalls = {
    GraphCall{"cuGraphAddDependencies"sv, kChange},
    GraphCall{"cuGraphAddDependencies_v2"sv, kChange},
    GraphCall{"cuGraphAddNode"sv, kAdd},
    GraphCall{"cuGraphExecUpdate"sv, kUpdate},
    GraphCall{"CUgraphExecUpdateResultInfo"sv, kUpdateResult},
    GraphCall{"cuGraphGetEdges"sv, kEdges},
    GraphCall{"cuGraphGetEdges_v2"sv, kEdges},
    GraphCall{"cuGraphInstantiate"sv, kInstantiate},
    GraphCall{"cuGraphInstantiate_v2"sv, kInstantiate},
    GraphCall{"cuGraphMemsetNodeGetParams"sv, kGetMemset},
    GraphCall{"cuGraphMemsetNodeSetParams"sv, kSetMemset},
    GraphCall{"cuGraphNodeGetDependencies"sv, kNodes},
    GraphCall{"cuGraphNodeGetDependencies_v2"sv, kNodes},
    GraphCall{"cuGraphNodeGetDependentNodes"sv, kNodes},
    GraphCall{"cuGraphNodeGetDependentNodes_v2"sv, kNodes},
    GraphCall{"cuGraphRemoveDependencies"sv, kChange},
    GraphCall{"cuGraphRemoveDependencies_v2"sv, kChange},
    GraphCall{"cuStreamGetCaptureInfo"sv, kCapture},
    GraphCall{"cuStreamGetCaptureInfo_v2"sv, kCapture},
    GraphCall{"cuStreamGetCaptureInfo_v3"sv, kCapture},
    GraphCall{"cuStreamUpdateCaptureDependencies"sv, kUpdateCapture},
    GraphCall{"cuStreamUpdateCaptureDependencies_v2"sv, kUpdateCapture},
    GraphCall{"cudaGraphAddDependencies"sv, kChange},
    GraphCall{"cudaGraphAddDependencies_v2"sv, kChange},
    GraphCall{"cudaGraphAddNode"sv, kAdd},
    GraphCall{"cudaGraphExecUpdate"sv, kUpdate},
    GraphCall{"cudaGraphExecUpdateResultInfo"sv, kUpdateResult},
    GraphCall{"cudaGraphGetEdges"sv, kEdges},
    GraphCall{"cudaGraphGetEdges_v2"sv, kEdges},
    GraphCall{"cudaGraphNodeGetDependencies"sv, kNodes},
    GraphCall{"cudaGraphNodeGetDependencies_v2"sv, kNodes},
    GraphCall{"cudaGraphNodeGetDependentNodes"sv, kNodes},
    GraphCall{"cudaGraphNodeGetDependentNodes_v2"sv, kNodes},
    GraphCall{"cudaGraphRemoveDependencies"sv, kChange},
    GraphCall{"cudaGraphRemoveDependencies_v2"sv, kChange},
    GraphCall{"cudaStreamGetCaptureInfo"sv, kCapture},
    GraphCall{"cudaStreamGetCaptureInfo_v2"sv, kCapture},
    GraphCall{"cudaStreamGetCaptureInfo_v3"sv, kCapture},
    GraphCall{"cudaStreamUpdateCaptureDependencies"sv, kUpdateCapture},
    GraphCall{"cudaStreamUpdateCaptureDependencies_v2"sv, kUpdateCapture}};

} // namespace

const char* compatGraphCall(std::string_view cudaName)
{
    const auto* const found = std::find_if(
        kCalls.begin(), kCalls.end(), [&](const GraphCall& one) { return one.cuda == cudaName; });
    return found == kCalls.end() ? nullptr : found->text;
}

} // namespace rocport
