#include "core/rules/pythonbuiltins.h"

#include <algorithm>

namespace rocport {

const std::vector<PythonBuiltin>& pythonBuiltins()
{
    static const std::vector<PythonBuiltin> kBuiltins = {
        {"rocm-flag", nullptr, {}},
        {"compile-mode", findCompileModes, {"compile"}},
        {"pynvml", findPynvml, {"pynvml"}},
        {"allocator-setting", findAllocatorSettings, {"ALLOC_CONF"}},
        {"graph-capture", findGraphCaptures, {"CUDAGraph", "graph(", "graphed", "capture_begin"}},
        {"graph-forbidden", findGraphForbidden, {"graph", "capture_begin"}},
        {"graph-recompile", findGraphRecompiles, {"graph", "capture_begin", "convert_frame"}},
        {"graph-warmup", findGraphWarmups, {"graph", "capture_begin"}},
        {"graph-replay", findGraphReplays, {"replay("}},
        {"graph-synchronize", findGraphSyncs, {"cuda.synchronize("}},
        {"graph-break", findGraphBreaks, {"compile"}},
        {"triton-block", findTritonBlocks, {"BLOCK"}},
        {"triton-accumulate", findTritonAccumulation, {"float16"}},
        {"triton-tanh", findTritonTanh, {"exp(", "tanh"}},
        {"triton-nvidia", findTritonNvidia, {"triton"}},
    };
    return kBuiltins;
}

const PythonBuiltin* pythonBuiltin(QStringView name)
{
    const auto& all = pythonBuiltins();
    const auto found = std::find_if(all.begin(), all.end(), [&](const PythonBuiltin& one) {
        return name == QLatin1StringView(one.name);
    });
    return found == all.end() ? nullptr : &*found;
}

} // namespace rocport
