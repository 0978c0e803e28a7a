#include "core/probe/probeconditions.h"

#include "core/rules/rulenames.h"

namespace rocport {

const std::vector<ProbeCondition>& probeConditions()
{
    static const std::vector<ProbeCondition> kConditions = {
        {"env-max-autotune", findMaxAutotune},
        {"env-max-autotune-pointwise", findPointwiseAutotune},
        {"env-disable-caches", findDisabledCaches},
        {"env-compile-debug", findCompileDebug},
        {"env-launch-blocking", findLaunchBlocking},
        {"env-tunableop", findTunableOp},
        {"env-omp-threads", findThreads},
        {"env-alloc-split", findAllocatorSplits},
        {"env-tuned-flags", findTunedFlags},
        {"env-forced-keys", findForcedKeys},
        {"node-visible-devices", findDeviceLists},
        {"env-audit", findVariableAudit},
        {"node-numa-balancing", findNumaBalancing},
        {"node-torch-not-rocm", findTorchNotRocm},
        {"node-gpu", findGpus},
        {"node-inductor-max-autotune", findInductorAutotune},
        {"node-inductor-gemm-backends", findGemmBackends},
        {"node-inductor-cudagraphs", findInductorGraphs},
        {"node-inductor-memory-planning", findMemoryPlanning},
        {"node-dynamo-cache", findRecompileLimit},
        {"node-dynamo-suppress", findSuppressedErrors},
        {"node-gemm-smoke", findGemmFailures},
        {"node-fp8-attention", findAttentionFailure},
        {"node-packages", findPackages},
        {"node-image", findImage},
        {"node-caches", findCaches},
        {"node-patched-module", findPatchedModules},
    };
    return kConditions;
}

namespace {

/// Rule packs are checked against the conditions from the start of the program on.
[[maybe_unused]] const bool kAreRegistered = [] {
    QStringList ids;
    for (const ProbeCondition& one : probeConditions()) {
        ids.append(QLatin1StringView(one.rule));
    }
    registerProbeConditions(ids);
    return true;
}();

} // namespace

} // namespace rocport
