#include "core/rules/cpp/cppbuiltins.h"

#include "core/rules/cpp/faultfinders.h"

#include <algorithm>

namespace rocport {

namespace {

using Marks = CppMarks;

bool holdsDeviceCode(const CppMarks& marks)
{
    return marks.kernel || marks.device || marks.launch;
}

bool mayCountLanes(const CppMarks& marks)
{
    return marks.warps || marks.inlineAsm;
}

bool holdsDeviceTemplates(const CppMarks& marks)
{
    return marks.device && marks.templates;
}

/// Of analyses that have words of their own.
bool isAnyFile(const CppMarks& /*marks*/)
{
    return true;
}

} // namespace

const std::vector<CppBuiltin>& cppBuiltins()
{
    using Scope = CppScope;
    static const std::vector<CppBuiltin> kBuiltins = {
        {"cuda-condition", Scope::Cuda, [](const Marks& has) { return has.condition; },
         proposeConditions},
        {"cuda-switch", Scope::Cuda, [](const Marks& has) { return has.cudaSwitch; },
         findCudaSwitches},
        {"device-name-cuda",
         Scope::Cuda,
         isAnyFile,
         findCudaDevices,
         {"CUDA", "::Cuda", "::kCuda"}},
        {"capability-helper",
         Scope::Cuda,
         isAnyFile,
         findCapabilityHelpers,
         {"apability", "SMVersion", "sm_version", "sm_arch"}},
        {"tile-count", Scope::Any, isAnyFile, findTileCounts, {"meta_group_"}},
        {"kernel-pointer", Scope::Cuda, [](const Marks& has) { return has.kernelPointer; },
         proposeKernelPointers},
        {"hip-defines", Scope::Cuda,
         [](const Marks& has) { return holdsDeviceCode(has) || has.driverErrors; }, proposeClashes},
        {"specialisation-targets", Scope::Cuda, holdsDeviceTemplates, proposeSpecialisations},
        {"base-members", Scope::Cuda, holdsDeviceTemplates, proposeBaseMembers},
        {"dimensions", Scope::Cuda, holdsDeviceCode, proposeDimensions},
        {"group-members", Scope::Cuda,
         [](const Marks& has) { return holdsDeviceCode(has) && has.cooperativeGroups; },
         proposeGroupMembers},
        {"zeroed-array", Scope::Cuda, holdsDeviceCode, proposeArrays},
        {"shared-extern", Scope::Cuda, holdsDeviceCode, proposeSharedExterns},
        {"device-std", Scope::Cuda,
         [](const Marks& has) { return holdsDeviceCode(has) && has.standard; }, proposeDeviceStd},
        {"member-templates", Scope::Cuda,
         [](const Marks& has) { return holdsDeviceCode(has) && has.templates; },
         proposeMemberTemplates},
        // Behind those that edit device code: it takes a launch as a whole.
        {"extension-launch", Scope::Extension, [](const Marks& has) { return has.launch; },
         proposeExtensionLaunches},
        {"compute-capability", Scope::Cuda,
         [](const Marks& has) { return has.capability && has.deviceProperties; }, findCapabilities},
        {"compute-type", Scope::Cuda, [](const Marks& has) { return has.products; },
         proposeComputeTypes},
        {"device-address", Scope::Cuda, [](const Marks& has) { return has.addresses; },
         findAddressArithmetic},
        {"block-tile", Scope::Cuda, holdsDeviceCode, findBlockTiles},
        {"lane-mask-type", Scope::Any, mayCountLanes, proposeLanes},
        {"lane-mask-literal", Scope::Any, mayCountLanes, proposeLanes},
        {"lane-mask-count", Scope::Any, mayCountLanes, proposeLanes},
        {"lane-mask-shift", Scope::Any, mayCountLanes, proposeLanes},
        {"lane-mask-compare", Scope::Any, mayCountLanes, proposeLanes},
        {"warp-size", Scope::Any, mayCountLanes, proposeLanes},
        {"warp-shuffle-width", Scope::Any, mayCountLanes, proposeLanes},
        {"warp-sync-builtins", Scope::Any, mayCountLanes, proposeLanes},
        {"warp-vote-width", Scope::Any, mayCountLanes, proposeLanes},
        {"divergent-shuffle", Scope::Any, mayCountLanes, findDivergentShuffles},
        {"printf-warpsize", Scope::Any,
         [](const Marks& has) { return holdsDeviceCode(has) && has.warps; }, proposeWarpSizeCasts},
        {"inline-ptx", Scope::Any, [](const Marks& has) { return has.inlineAsm; }, proposePtx},
        {"matrix-lanes", Scope::Supplied,
         [](const Marks& has) { return has.inlineAsm || has.matrices; }, noteMatrixLanes},
        // Faults that only a run shows.
        {"ballot-low-half", Scope::Any, isAnyFile, findLowHalves, {"__ballot"}},
        {"warp-array-bound",
         Scope::Any,
         isAnyFile,
         findWidthBounds,
         {"C10_WARP_SIZE_UPPER_BOUND", "C10_WARP_SIZE_LOWER_BOUND", "__shared__"}},
        {"early-return", Scope::Any, isAnyFile, findEarlyReturns, {"__syncthreads"}},
        {"reused-storage", Scope::Any, isAnyFile, findReusedStorage, {"TempStorage"}},
        {"width-layout", Scope::Any, isAnyFile, findWidthLayouts, {"arp", "ARP", "ave", "AVE"}},
        {"mixed-tiles",
         Scope::Any,
         isAnyFile,
         findMixedTiles,
         {"tiled_partition", "thread_block_tile"}},
        {"fast-equality", Scope::Any, isAnyFile, findFastEqualities, {"__fdividef"}},
        {"short-lived-copy", Scope::Any, isAnyFile, findShortLivedCopies, {"Async"}},
        {"reference-functor", Scope::Any, isAnyFile, findReferenceFunctors, {"__device__"}},
        {"callback-call",
         Scope::Any,
         isAnyFile,
         findCallbackCalls,
         {"LaunchHostFunc", "StreamAddCallback"}},
        {"copied-handle",
         Scope::Any,
         isAnyFile,
         findCopiedHandles,
         {"Destroy", "_destroy", "Free"}},
        {"linear-float-texture", Scope::Any, isAnyFile, findLinearTextures, {"FilterModeLinear"}},
        {"early-platform-macro",
         Scope::Any,
         isAnyFile,
         findEarlyPlatformMacros,
         {"__HIP_PLATFORM_AMD__"}},
        {"capability-attribute",
         Scope::Any,
         isAnyFile,
         findCapabilityAttributes,
         {"CapabilityMajor", "CAPABILITY_MAJOR", "ComputeCapability"}},
        {"runtime-ptx",
         Scope::Any,
         isAnyFile,
         findRuntimePtx,
         {"cuModuleLoad", "cuLinkAdd", "cuLibraryLoad"}},
        {"compiler-strings",
         Scope::Any,
         isAnyFile,
         findCompilerStrings,
         {"nvcc", "nvrtcCompileProgram"}},
    };
    return kBuiltins;
}

const CppBuiltin* cppBuiltin(QStringView name)
{
    const auto& all = cppBuiltins();
    const auto found = std::find_if(all.begin(), all.end(), [&](const CppBuiltin& one) {
        return name == QLatin1StringView(one.name);
    });
    return found == all.end() ? nullptr : &*found;
}

} // namespace rocport
