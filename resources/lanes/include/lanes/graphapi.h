// Graphs: recorded from streams or built of nodes, and replayed. Included by runtimeapi.h, once for
// the vendor.

struct LANES_NAME(LanesGraph)
{
    std::shared_ptr<rocport_lanes::Graph> graph;
    bool isOwn = true; ///< false: a condition's body, which its graph frees
};
struct LANES_NAME(LanesGraphExec)
{
    std::shared_ptr<rocport_lanes::Graph> graph;
};
typedef LANES_NAME(LanesGraph) * LANES_NAME(Graph_t);
typedef LANES_NAME(LanesGraphExec) * LANES_NAME(GraphExec_t);
typedef rocport_lanes::Node* LANES_NAME(GraphNode_t);

enum LANES_NAME(GraphNodeType) {
    LANES_NAME(GraphNodeTypeKernel) = 0,
    LANES_NAME(GraphNodeTypeMemcpy) = 1,
    LANES_NAME(GraphNodeTypeMemset) = 2,
    LANES_NAME(GraphNodeTypeHost) = 3,
    LANES_NAME(GraphNodeTypeGraph) = 4,
    LANES_NAME(GraphNodeTypeEmpty) = 5,
    LANES_NAME(GraphNodeTypeWaitEvent) = 6,
    LANES_NAME(GraphNodeTypeEventRecord) = 7,
    LANES_NAME(GraphNodeTypeMemAlloc) = 10,
    LANES_NAME(GraphNodeTypeMemFree) = 11,
    LANES_NAME(GraphNodeTypeConditional) = 13,
};
enum LANES_NAME(StreamCaptureMode) {
    LANES_NAME(StreamCaptureModeGlobal) = 0,
    LANES_NAME(StreamCaptureModeThreadLocal) = 1,
    LANES_NAME(StreamCaptureModeRelaxed) = 2,
};
enum LANES_NAME(StreamCaptureStatus) {
    LANES_NAME(StreamCaptureStatusNone) = 0,
    LANES_NAME(StreamCaptureStatusActive) = 1,
    LANES_NAME(StreamCaptureStatusInvalidated) = 2,
};
enum LANES_NAME(GraphExecUpdateResult) {
    LANES_NAME(GraphExecUpdateSuccess) = 0,
    LANES_NAME(GraphExecUpdateError) = 1,
    LANES_NAME(GraphExecUpdateErrorTopologyChanged) = 2,
};
enum : unsigned {
    LANES_NAME(GraphInstantiateFlagAutoFreeOnLaunch) = 1,
    LANES_NAME(GraphCondAssignDefault) = 1,
    LANES_NAME(StreamAddCaptureDependencies) = 0,
    LANES_NAME(StreamSetCaptureDependencies) = 1,
    LANES_NAME(GraphDebugDotFlagsVerbose) = 1,
};

typedef void (*LANES_NAME(HostFn_t))(void*);
struct LANES_NAME(KernelNodeParams)
{
    void* func;
    dim3 gridDim;
    dim3 blockDim;
    unsigned sharedMemBytes;
    void** kernelParams;
    void** extra;
};
struct LANES_NAME(MemsetParams)
{
    void* dst;
    size_t pitch;
    unsigned value;
    unsigned elementSize;
    size_t width;
    size_t height;
};
struct LANES_NAME(HostNodeParams)
{
    LANES_NAME(HostFn_t) fn;
    void* userData;
};
typedef unsigned* LANES_NAME(LanesCondition);
#ifdef LANES_AMD
typedef unsigned* hipGraphConditionalHandle;
#else
typedef unsigned long long cudaGraphConditionalHandle;
#endif
enum LANES_NAME(GraphConditionalNodeType) {
    LANES_NAME(GraphCondTypeIf) = 0,
    LANES_NAME(GraphCondTypeWhile) = 1,
    LANES_NAME(GraphCondTypeSwitch) = 2,
};
struct LANES_NAME(ConditionalNodeParams)
{
    LANES_NAME(GraphConditionalHandle) handle;
    LANES_NAME(GraphConditionalNodeType) type;
    unsigned size;
    LANES_NAME(Graph_t) * phGraph_out;
};
struct LANES_NAME(GraphNodeParams)
{
    LANES_NAME(GraphNodeType) type;
    LANES_NAME(KernelNodeParams) kernel = {};
    LANES_NAME(MemsetParams) memset = {};
    LANES_NAME(HostNodeParams) host = {};
    LANES_NAME(ConditionalNodeParams) conditional = {};
};

namespace rocport_lanes {

inline std::vector<Node*> nodesOf(Node* const* nodes, std::size_t count)
{
    return {nodes, nodes + (nodes == nullptr ? 0 : count)};
}

inline std::function<void()> launchOf(const LANES_NAME(KernelNodeParams) & what, const Site& site)
{
    const BindKernel* bind = kernelAt(what.func);
    if (bind == nullptr) {
        return {};
    }
    auto launch = (*bind)({indexOf(what.gridDim), indexOf(what.blockDim), what.sharedMemBytes},
                          what.kernelParams, site);
    return [launch = std::move(launch)] { (void)launch(); };
}

inline void fill(const LANES_NAME(MemsetParams) & what)
{
    for (std::size_t y = 0; y < std::max<std::size_t>(what.height, 1); ++y) {
        char* row = static_cast<char*>(what.dst) + y * what.pitch;
        for (std::size_t x = 0; x < what.width; ++x) {
            std::memcpy(row + x * what.elementSize, &what.value, what.elementSize);
        }
    }
}

inline LANES_NAME(Error_t) added(Node** node, LANES_NAME(Graph_t) graph, NodeKind kind,
                                 std::function<void()> run, Node* const* after, std::size_t count)
{
    *node = graph->graph->add(kind, std::move(run), nodesOf(after, count));
    return LANES_NAME(Success);
}

} // namespace rocport_lanes

inline LANES_NAME(Error_t) LANES_NAME(GraphCreate)(LANES_NAME(Graph_t) * graph, unsigned)
{
    *graph = new LANES_NAME(LanesGraph){std::make_shared<rocport_lanes::Graph>()};
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(GraphDestroy)(LANES_NAME(Graph_t) graph)
{
    if (graph != nullptr && graph->isOwn) {
        delete graph;
    }
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphClone)(LANES_NAME(Graph_t) * copy, LANES_NAME(Graph_t) graph)
{
    *copy = new LANES_NAME(LanesGraph){graph->graph->copy()};
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphAddEmptyNode)(rocport_lanes::Node** node, LANES_NAME(Graph_t) graph,
                                  rocport_lanes::Node* const* after, size_t count)
{
    return rocport_lanes::added(node, graph, rocport_lanes::NodeKind::Empty, {}, after, count);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphAddKernelNode)(rocport_lanes::Node** node, LANES_NAME(Graph_t) graph,
                                   rocport_lanes::Node* const* after, size_t count,
                                   const LANES_NAME(KernelNodeParams) * what,
                                   rocport_lanes::Site site = rocport_lanes::Site::here())
{
    auto run = rocport_lanes::launchOf(*what, site);
    if (!run) {
        return LanesCode(rocport_lanes::Code::InvalidDeviceFunction);
    }
    return rocport_lanes::added(node, graph, rocport_lanes::NodeKind::Kernel, std::move(run), after, count);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphAddMemcpyNode)(rocport_lanes::Node** node, LANES_NAME(Graph_t) graph,
                                   rocport_lanes::Node* const* after, size_t count,
                                   const LANES_MEMCPY_3D* what)
{
    return rocport_lanes::added(
        node, graph, rocport_lanes::NodeKind::Memcpy,
        [what = *what] { (void)LANES_NAME(Memcpy3D)(&what); }, after, count);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphAddMemcpyNode1D)(rocport_lanes::Node** node, LANES_NAME(Graph_t) graph,
                                     rocport_lanes::Node* const* after, size_t count, void* to,
                                     const void* from, size_t bytes, LANES_NAME(MemcpyKind) kind)
{
    return rocport_lanes::added(
        node, graph, rocport_lanes::NodeKind::Memcpy,
        [=] { (void)LANES_NAME(Memcpy)(to, from, bytes, kind); }, after, count);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphAddMemsetNode)(rocport_lanes::Node** node, LANES_NAME(Graph_t) graph,
                                   rocport_lanes::Node* const* after, size_t count,
                                   const LANES_NAME(MemsetParams) * what)
{
    return rocport_lanes::added(
        node, graph, rocport_lanes::NodeKind::Memset, [what = *what] { rocport_lanes::fill(what); }, after, count);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphAddHostNode)(rocport_lanes::Node** node, LANES_NAME(Graph_t) graph,
                                 rocport_lanes::Node* const* after, size_t count,
                                 const LANES_NAME(HostNodeParams) * what)
{
    return rocport_lanes::added(
        node, graph, rocport_lanes::NodeKind::Host, [what = *what] { what.fn(what.userData); }, after,
        count);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphAddChildGraphNode)(rocport_lanes::Node** node, LANES_NAME(Graph_t) graph,
                                       rocport_lanes::Node* const* after, size_t count,
                                       LANES_NAME(Graph_t) child)
{
    auto copy = child->graph->copy();
    graph->graph->children.push_back(copy);
    return rocport_lanes::added(
        node, graph, rocport_lanes::NodeKind::Graph, [child = copy.get()] { child->run(); }, after, count);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphConditionalHandleCreate)(LANES_NAME(GraphConditionalHandle) * handle,
                                             LANES_NAME(Graph_t) graph, unsigned value = 0,
                                             unsigned flags = 0)
{
    auto condition = std::make_shared<unsigned>(value);
    if ((flags & LANES_NAME(GraphCondAssignDefault)) != 0) {
        // First of all nodes: each launch begins with the value.
        graph->graph->add(rocport_lanes::NodeKind::Empty, [=] { *condition = value; }, {});
        auto& nodes = graph->graph->nodes;
        std::rotate(nodes.begin(), nodes.end() - 1, nodes.end());
    }
    graph->graph->conditions.push_back(condition);
    *handle = (LANES_NAME(GraphConditionalHandle))(condition.get());
    return LANES_NAME(Success);
}
inline void LANES_NAME(GraphSetConditional)(LANES_NAME(GraphConditionalHandle) handle,
                                            unsigned value)
{
    *(unsigned*)(handle) = value;
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphAddNode)(rocport_lanes::Node** node, LANES_NAME(Graph_t) graph,
                             rocport_lanes::Node* const* after, const void*, size_t count,
                             LANES_NAME(GraphNodeParams) * what,
                             rocport_lanes::Site site = rocport_lanes::Site::here())
{
    switch (what->type) {
    case LANES_NAME(GraphNodeTypeKernel):
        return LANES_NAME(GraphAddKernelNode)(node, graph, after, count, &what->kernel, site);
    case LANES_NAME(GraphNodeTypeMemset):
        return LANES_NAME(GraphAddMemsetNode)(node, graph, after, count, &what->memset);
    case LANES_NAME(GraphNodeTypeHost):
        return LANES_NAME(GraphAddHostNode)(node, graph, after, count, &what->host);
    case LANES_NAME(GraphNodeTypeEmpty):
        return LANES_NAME(GraphAddEmptyNode)(node, graph, after, count);
    case LANES_NAME(GraphNodeTypeConditional):
        break;
    default:
        return LanesCode(rocport_lanes::Code::NotSupported);
    }
    const auto* condition = (const unsigned*)(what->conditional.handle);
    std::vector<rocport_lanes::Graph*> bodies;
    auto* shown = new LANES_NAME(Graph_t)[what->conditional.size]; // as long as the program
    for (unsigned i = 0; i < what->conditional.size; ++i) {
        graph->graph->children.push_back(std::make_shared<rocport_lanes::Graph>());
        bodies.push_back(graph->graph->children.back().get());
        shown[i] = new LANES_NAME(LanesGraph){graph->graph->children.back(), false};
    }
    what->conditional.phGraph_out = shown;
    const LANES_NAME(GraphConditionalNodeType) type = what->conditional.type;
    return rocport_lanes::added(
        node, graph, rocport_lanes::NodeKind::Conditional,
        [=] {
            if (type == LANES_NAME(GraphCondTypeWhile)) {
                while (*condition != 0) {
                    bodies[0]->run();
                }
            } else if (type == LANES_NAME(GraphCondTypeSwitch)) {
                if (*condition < bodies.size()) {
                    bodies[*condition]->run();
                }
            } else if (*condition != 0) {
                bodies[0]->run();
            } else if (bodies.size() > 1) {
                bodies[1]->run();
            }
        },
        after, count);
}

inline LANES_NAME(Error_t)
    LANES_NAME(GraphAddDependencies)(LANES_NAME(Graph_t) graph, rocport_lanes::Node* const* from,
                                     rocport_lanes::Node* const* to, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (!graph->graph->has(from[i]) || !graph->graph->has(to[i])) {
            return LanesCode(rocport_lanes::Code::InvalidValue);
        }
        to[i]->after.push_back(from[i]);
    }
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphGetNodes)(LANES_NAME(Graph_t) graph, rocport_lanes::Node** nodes, size_t* count)
{
    const size_t all = graph->graph->nodes.size();
    if (nodes != nullptr) {
        for (size_t i = 0; i < std::min(*count, all); ++i) {
            nodes[i] = graph->graph->nodes[i].get();
        }
    }
    *count = all;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphGetRootNodes)(LANES_NAME(Graph_t) graph, rocport_lanes::Node** nodes, size_t* count)
{
    size_t all = 0;
    for (const auto& node : graph->graph->nodes) {
        if (node->after.empty()) {
            if (nodes != nullptr && all < *count) {
                nodes[all] = node.get();
            }
            ++all;
        }
    }
    *count = all;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphNodeGetType)(rocport_lanes::Node* node, LANES_NAME(GraphNodeType) * type)
{
    *type = static_cast<LANES_NAME(GraphNodeType)>(node->kind);
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(GraphDebugDotPrint)(LANES_NAME(Graph_t), const char*, unsigned)
{
    return LANES_NAME(Success);
}

template <typename... More>
LANES_NAME(Error_t)
LANES_NAME(GraphInstantiate)(LANES_NAME(GraphExec_t) * made, LANES_NAME(Graph_t) graph, More...)
{
    if (graph->graph->inOrder().empty() && !graph->graph->nodes.empty()) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    *made = new LANES_NAME(LanesGraphExec){graph->graph->copy()};
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphInstantiateWithFlags)(LANES_NAME(GraphExec_t) * made,
                                          LANES_NAME(Graph_t) graph, unsigned long long flags = 0)
{
    return LANES_NAME(GraphInstantiate)(made, graph, flags);
}
inline LANES_NAME(Error_t) LANES_NAME(GraphExecDestroy)(LANES_NAME(GraphExec_t) graph)
{
    delete graph;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphUpload)(LANES_NAME(GraphExec_t), LANES_NAME(Stream_t))
{
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphLaunch)(LANES_NAME(GraphExec_t) graph, LANES_NAME(Stream_t) stream)
{
    if (!rocport_lanes::captured(stream, rocport_lanes::NodeKind::Graph, [all = graph->graph] { all->run(); })) {
        graph->graph->run();
    }
    return LANES_NAME(Success);
}

struct LANES_NAME(GraphExecUpdateResultInfo)
{
    LANES_NAME(GraphExecUpdateResult) result;
    rocport_lanes::Node* errorNode;
    rocport_lanes::Node* errorFromNode;
};
namespace rocport_lanes {
inline bool updated(std::shared_ptr<Graph>& to, const Graph& from)
{
    const auto same = [](const auto& a, const auto& b) { return a->kind == b->kind; };
    if (!std::equal(to->nodes.begin(), to->nodes.end(), from.nodes.begin(), from.nodes.end(),
                    same)) {
        return false;
    }
    to = from.copy();
    return true;
}
} // namespace rocport_lanes
inline LANES_NAME(Error_t)
    LANES_NAME(GraphExecUpdate)(LANES_NAME(GraphExec_t) to, LANES_NAME(Graph_t) from,
                                LANES_NAME(GraphExecUpdateResultInfo) * info)
{
    const bool isDone = rocport_lanes::updated(to->graph, *from->graph);
    *info = {isDone ? LANES_NAME(GraphExecUpdateSuccess)
                    : LANES_NAME(GraphExecUpdateErrorTopologyChanged),
             nullptr, nullptr};
    return LanesCode(isDone ? rocport_lanes::Code::Success : rocport_lanes::Code::GraphUpdateFailed);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphExecUpdate)(LANES_NAME(GraphExec_t) to, LANES_NAME(Graph_t) from,
                                rocport_lanes::Node** node, LANES_NAME(GraphExecUpdateResult) * result)
{
    LANES_NAME(GraphExecUpdateResultInfo) info;
    const LANES_NAME(Error_t) error = LANES_NAME(GraphExecUpdate)(to, from, &info);
    *node = nullptr;
    *result = info.result;
    return error;
}

namespace rocport_lanes {
/// The node of what was instantiated that `node` became.
inline Node* nodeIn(const Graph& graph, const Node* node)
{
    for (const auto& one : graph.nodes) {
        if (one->origin == node || one.get() == node) {
            return one.get();
        }
    }
    return nullptr;
}
inline LANES_NAME(Error_t) changeNode(LANES_NAME(GraphExec_t) graph, const Node* node,
                                      std::function<void()> run)
{
    Node* found = nodeIn(*graph->graph, node);
    if (found == nullptr || !run) {
        return LanesCode(Code::InvalidValue);
    }
    found->run = std::move(run);
    return LANES_NAME(Success);
}
} // namespace rocport_lanes
inline LANES_NAME(Error_t)
    LANES_NAME(GraphExecKernelNodeSetParams)(LANES_NAME(GraphExec_t) graph, rocport_lanes::Node* node,
                                             const LANES_NAME(KernelNodeParams) * what,
                                             rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::changeNode(graph, node, rocport_lanes::launchOf(*what, site));
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphKernelNodeSetParams)(rocport_lanes::Node* node,
                                         const LANES_NAME(KernelNodeParams) * what,
                                         rocport_lanes::Site site = rocport_lanes::Site::here())
{
    node->run = rocport_lanes::launchOf(*what, site);
    return LanesCode(node->run ? rocport_lanes::Code::Success : rocport_lanes::Code::InvalidDeviceFunction);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphExecMemcpyNodeSetParams1D)(LANES_NAME(GraphExec_t) graph, rocport_lanes::Node* node,
                                               void* to, const void* from, size_t bytes,
                                               LANES_NAME(MemcpyKind) kind)
{
    return rocport_lanes::changeNode(graph, node,
                             [=] { (void)LANES_NAME(Memcpy)(to, from, bytes, kind); });
}
inline LANES_NAME(Error_t)
    LANES_NAME(GraphExecMemsetNodeSetParams)(LANES_NAME(GraphExec_t) graph, rocport_lanes::Node* node,
                                             const LANES_NAME(MemsetParams) * what)
{
    return rocport_lanes::changeNode(graph, node, [what = *what] { rocport_lanes::fill(what); });
}

// --- Recorded from streams -----------------------------------------------------------------------

inline LANES_NAME(Error_t)
    LANES_NAME(StreamBeginCapture)(LANES_NAME(Stream_t) stream,
                                   LANES_NAME(StreamCaptureMode) = LANES_NAME(
                                       StreamCaptureModeGlobal))
{
    if (stream == nullptr || rocport_lanes::isCaptured(stream)) {
        return LanesCode(rocport_lanes::Code::CaptureUnsupported);
    }
    rocport_lanes::beginCapture(*stream, std::make_shared<rocport_lanes::Graph>(), {});
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(StreamBeginCaptureToGraph)(LANES_NAME(Stream_t) stream, LANES_NAME(Graph_t) graph,
                                          rocport_lanes::Node* const* after, const void*, size_t count,
                                          LANES_NAME(StreamCaptureMode))
{
    if (stream == nullptr || rocport_lanes::isCaptured(stream)) {
        return LanesCode(rocport_lanes::Code::CaptureUnsupported);
    }
    rocport_lanes::beginCapture(*stream, graph->graph, rocport_lanes::nodesOf(after, count));
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(StreamEndCapture)(LANES_NAME(Stream_t) stream, LANES_NAME(Graph_t) * graph)
{
    if (stream == nullptr || !stream->beganCapture) {
        return LanesCode(rocport_lanes::Code::CaptureUnsupported);
    }
    const std::shared_ptr<rocport_lanes::Graph> made = stream->capture;
    rocport_lanes::endCapture(made);
    if (graph != nullptr) {
        *graph = new LANES_NAME(LanesGraph){made};
    }
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(StreamIsCapturing)(LANES_NAME(Stream_t) stream,
                                  LANES_NAME(StreamCaptureStatus) * status)
{
    *status = rocport_lanes::isCaptured(stream) ? LANES_NAME(StreamCaptureStatusActive)
                                        : LANES_NAME(StreamCaptureStatusNone);
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(StreamGetCaptureInfo)(LANES_NAME(Stream_t) stream,
                                     LANES_NAME(StreamCaptureStatus) * status,
                                     unsigned long long* id = nullptr,
                                     LANES_NAME(Graph_t) * graph = nullptr,
                                     rocport_lanes::Node* const** after = nullptr, const void* = nullptr,
                                     size_t* count = nullptr)
{
    (void)LANES_NAME(StreamIsCapturing)(stream, status);
    if (!rocport_lanes::isCaptured(stream)) {
        return LANES_NAME(Success);
    }
    if (id != nullptr) {
        *id = reinterpret_cast<std::uintptr_t>(stream->capture.get());
    }
    if (graph != nullptr) {
        *graph = new LANES_NAME(LanesGraph){stream->capture, false};
    }
    if (after != nullptr) {
        *after = stream->last.data();
    }
    if (count != nullptr) {
        *count = stream->last.size();
    }
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(StreamUpdateCaptureDependencies)(LANES_NAME(Stream_t) stream,
                                                rocport_lanes::Node* const* nodes, const void*,
                                                size_t count, unsigned flags = 0)
{
    if (!rocport_lanes::isCaptured(stream)) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    if (flags == LANES_NAME(StreamSetCaptureDependencies)) {
        stream->last.clear();
    }
    stream->last.insert(stream->last.end(), nodes, nodes + count);
    return LANES_NAME(Success);
}
