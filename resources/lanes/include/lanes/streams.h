#pragma once

// Streams, and the graphs that are recorded from them. Work is done where it is asked for, so a
// stream only matters while it is captured: then what it is asked for becomes a node.

#include "lanes/engine.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace rocport_lanes {

struct Graph;

/// What a node does, as both vendors count the kinds.
enum class NodeKind : int {
    Kernel = 0,
    Memcpy = 1,
    Memset = 2,
    Host = 3,
    Graph = 4,
    Empty = 5,
    WaitEvent = 6,
    EventRecord = 7,
    MemAlloc = 10,
    MemFree = 11,
    Conditional = 13,
};

struct Node
{
    NodeKind kind = NodeKind::Empty;
    std::function<void()> run;
    std::vector<Node*> after; ///< nodes that come before it
    const Node* origin = nullptr; ///< of which it is the copy
    std::size_t bytes = 0;        ///< of MemAlloc
};

/// Memory that graphs allocate: it lasts as long as one that knows it.
struct GraphMemory
{
    void* place = nullptr;
    std::size_t bytes = 0;
    GraphMemory(void* given, std::size_t size) : place(given), bytes(size) {}
    GraphMemory(const GraphMemory&) = delete;
    GraphMemory& operator=(const GraphMemory&) = delete;
    ~GraphMemory() { release(place); }
};

struct Stream;

struct Graph
{
    std::vector<std::unique_ptr<Node>> nodes;
    std::vector<std::shared_ptr<Graph>> children; ///< of graphs within and conditions
    std::vector<std::shared_ptr<GraphMemory>> memory;
    std::vector<std::shared_ptr<unsigned>> conditions;
    std::set<Stream*> captured; ///< streams that write to it

    Node* add(NodeKind kind, std::function<void()> run, std::vector<Node*> after)
    {
        nodes.push_back(std::make_unique<Node>(Node{kind, std::move(run), std::move(after)}));
        return nodes.back().get();
    }
    bool has(const Node* node) const
    {
        return std::any_of(nodes.begin(), nodes.end(),
                           [node](const auto& one) { return one.get() == node; });
    }
    /// Its nodes, each behind those that come before it; empty: they wait for each other.
    std::vector<Node*> inOrder() const
    {
        std::vector<Node*> order;
        std::set<const Node*> done;
        for (bool grew = true; grew;) {
            grew = false;
            for (const auto& node : nodes) {
                if (!done.contains(node.get()) &&
                    std::all_of(node->after.begin(), node->after.end(),
                                [&done](const Node* one) { return done.contains(one); })) {
                    order.push_back(node.get());
                    done.insert(node.get());
                    grew = true;
                }
            }
        }
        return order.size() == nodes.size() ? order : std::vector<Node*>();
    }
    void run() const
    {
        for (const Node* node : inOrder()) {
            if (node->run) {
                node->run();
            }
        }
    }
    std::shared_ptr<Graph> copy() const
    {
        auto result = std::make_shared<Graph>();
        std::map<const Node*, Node*> copies;
        for (const auto& node : nodes) {
            Node* made = result->add(node->kind, node->run, {});
            made->origin = node.get();
            made->bytes = node->bytes;
            copies[node.get()] = made;
        }
        for (const auto& node : nodes) {
            for (const Node* before : node->after) {
                copies[node.get()]->after.push_back(copies[before]);
            }
        }
        result->children = children;
        result->memory = memory;
        result->conditions = conditions;
        return result;
    }
};

struct Stream
{
    std::shared_ptr<Graph> capture; ///< where work goes while it is captured
    bool beganCapture = false;
    std::vector<Node*> last; ///< nodes that the next one comes behind
    int priority = 0;
    unsigned flags = 0;
    int device = currentDevice(); ///< that it was made on
};

struct Event
{
    std::chrono::steady_clock::time_point at;
    bool recorded = false;
    bool timed = true;
    int device = currentDevice(); ///< that it was made on
    bool isOfCapture = false;     ///< it was recorded in a captured stream
    std::weak_ptr<Graph> capture; ///< of that stream
    std::vector<Node*> last;
};

/// The streams that write to a graph do so no more.
inline void endCapture(const std::shared_ptr<Graph>& graph)
{
    for (Stream* stream : std::exchange(graph->captured, {})) {
        stream->beganCapture = false;
        stream->last.clear();
        stream->capture.reset();
    }
}
inline void beginCapture(Stream& stream, std::shared_ptr<Graph> graph, std::vector<Node*> after)
{
    graph->captured.insert(&stream);
    stream.capture = std::move(graph);
    stream.beganCapture = true;
    stream.last = std::move(after);
}
/// The stream is captured with that of the event from now on.
inline Code joinCapture(Stream& stream, const Event& event)
{
    const std::shared_ptr<Graph> graph = event.capture.lock();
    if (graph == nullptr || graph->captured.empty()) {
        return Code::CapturedEvent; // the capture has ended
    }
    if (stream.capture != nullptr && stream.capture != graph) {
        return Code::CaptureUnsupported;
    }
    graph->captured.insert(&stream);
    stream.capture = graph;
    stream.last.insert(stream.last.end(), event.last.begin(), event.last.end());
    return Code::Success;
}

/// Writes down what a captured stream is asked for; false: the stream is not captured.
inline bool captured(Stream* stream, NodeKind kind, std::function<void()> run)
{
    if (stream == nullptr || stream->capture == nullptr) {
        return false;
    }
    stream->last = {stream->capture->add(kind, std::move(run), stream->last)};
    return true;
}
inline bool isCaptured(const Stream* stream)
{
    return stream != nullptr && stream->capture != nullptr;
}

inline int deviceOf(const Stream* stream)
{
    return stream == nullptr ? currentDevice() : stream->device;
}
/// Whether a kernel may be launched into the stream now. CUDA refuses streams of devices other than
/// the current one, HIP uses theirs.
inline bool takesLaunch(const Stream* stream)
{
#ifdef LANES_AMD
    (void)stream;
    return true;
#else
    return current != nullptr || deviceOf(stream) == currentDevice();
#endif
}

/// The stream of a launch: 0 and such are the stream that is there from the start.
template<typename T>
Stream* streamOf(const T& stream)
{
    if constexpr (std::is_convertible_v<T, Stream*>) {
        return stream;
    } else if constexpr (std::is_constructible_v<Stream*, T> || !std::is_arithmetic_v<T>) {
        return static_cast<Stream*>(stream);
    } else {
        return nullptr;
    }
}

/// Places in memory that graphs allocate, which nobody frees but they.
std::shared_ptr<GraphMemory> graphMemory(std::size_t bytes);
bool isGraphMemory(const void* place);
std::size_t graphMemoryNow();

} // namespace rocport_lanes
