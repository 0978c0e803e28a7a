#include "core/rules/python/pythonbuiltins.h"

#include <algorithm>

namespace rocport {

const std::vector<PythonBuiltin>& pythonBuiltins()
{
    static const std::vector<PythonBuiltin> kBuiltins = {
        {"rocm-flag", nullptr, {}},
        {"compile-mode", findCompileModes, {"compile"}},
        {"compile-graph-routes", findGraphRoutes, {"cudagraph", "CUDAGRAPHS"}},
        {"compile-config-block", findConfigBlock, {"compile", "__main__"}},
        {"compile-config-unsafe",
         findUnsafeConfig,
         {"max_autotune", "memory_planning", "coordinate_descent"}},
        {"compile-config-scope", findConfigScope, {"_inductor", "_dynamo", "INDUCTOR_"}},
        {"compile-cache-limit", findCacheLimits, {"_limit"}},
        {"compile-env-in-code", findCompileEnvironment, {"TORCHINDUCTOR_", "TORCH_COMPILE_"}},
        {"compile-hardcoded",
         findHardcodedCompile,
         {"cache_implementation", "StaticCache", "CompileConfig", "vos_optimized",
          "compile_image_encoder", "compile_model", "third_party", "thirdparty", "vendor", "extern",
          "submodules"}},
        {"pynvml", findPynvml, {"pynvml"}},
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
        {"triton-limits", findTritonLimits, {"num_stages", "kpack", "tl.dot"}},
        {"allocator-setting", findAllocatorSettings, {"ALLOC_CONF", "_set_allocator_settings"}},
        {"device-capability", findDeviceCapabilities, {"device_capability", "device_properties"}},
        {"cuda-version", findCudaVersions, {"version.cuda", "version, \"cuda\""}},
        {"device-name", findDeviceNames, {"get_device_name", "device_properties", "arch_list"}},
        {"written-architecture", findWrittenArchitectures, {"gfx"}},
        {"nvidia-program", findNvidiaPrograms, {"nvidia-smi", "nvcc"}},
        {"float8-type", findFloat8Types, {"float8_e4m3fn", "float8_e5m2"}},
        {"build-gpu", findBuildGpuQuestions, {"is_available"}},
        {"cuda-home", findCudaHome, {"CUDA_HOME", "CUDA_PATH"}},
        {"flash-attention", findFlashAttention, {"flash_attn"}},
        {"library-import", findLibraryImports, {}},
        {"execution-provider", findExecutionProviders, {"ExecutionProvider"}},
        {"extension-import",
         findExtensionImports,
         {"import _C", "._C", "_cuda", "import _ext", "._ext", "import _kernels", "._kernels"}},
        {"attention-choice",
         findAttentionChoices,
         {"attn_impl", "flash_attention_", "sdpa_kernel", "sdp_kernel", "_sdp("}},
        {"path-parents", findPathParents, {".__file__"}},
    };
    return kBuiltins;
}

PythonSite siteFor(const PythonInput& input, qint32 node, const QString& symbol, const QString& key)
{
    PythonSite site;
    site.rule = &input.rule;
    site.node = node;
    site.range = input.tree().range(node);
    site.symbol = symbol;
    site.captures = {{QStringLiteral("note"), input.note(key)}};
    site.wayOut = input.note(key + QStringLiteral("-way"));
    return site;
}

QString placesText(const RepeatedPlaces& places)
{
    return places.count > 1 ? QStringLiteral(" There are %1 places in this file.").arg(places.count)
                            : QString();
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
