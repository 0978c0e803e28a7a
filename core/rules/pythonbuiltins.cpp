#include "core/rules/pythonbuiltins.h"

#include <algorithm>

namespace rocport {

const std::vector<PythonBuiltin>& pythonBuiltins()
{
    static const std::vector<PythonBuiltin> kBuiltins = {
        {"rocm-flag", nullptr, {}},
        {"compile-mode", findCompileModes, {"compile"}},
        {"compile-graph-routes", findGraphRoutes, {"cudagraph", "CUDAGRAPHS"}},
        {"compile-config-block", findConfigBlock, {"compile", "__main__"}},
        {"compile-config-unsafe", findUnsafeConfig, {"max_autotune", "memory_planning"}},
        {"compile-config-scope", findConfigScope, {"_inductor", "_dynamo", "INDUCTOR_"}},
        {"compile-cache-limit", findCacheLimits, {"_limit"}},
        {"compile-env-in-code", findCompileEnvironment, {"TORCHINDUCTOR_", "TORCH_COMPILE_"}},
        {"compile-hardcoded",
         findHardcodedCompile,
         {"cache_implementation", "StaticCache", "CompileConfig", "vos_optimized",
          "compile_image_encoder", "compile_model", "third_party", "thirdparty", "vendor", "extern",
          "submodules"}},
        {"pynvml", findPynvml, {"pynvml"}},
        {"allocator-setting", findAllocatorSettings, {"ALLOC_CONF"}},
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
