#include "core/translate/notes.h"

#include <algorithm>
#include <iterator>

namespace rocport {

namespace {

using namespace std::string_view_literals;

struct WayOut
{
    std::string_view prefix; ///< of the CUDA name
    const char* text;
    Effort effort;
};

/// The first prefix that fits counts, so longer ones come first.
constexpr WayOut kWaysOut[] = {
    {"cudaGraphConditional"sv,
     "Evaluate the condition on the host and launch one graph or another.", Effort::Hours},
    {"cudaGraph"sv,
     "Capture the work in a stream, or build the graph from node kinds that HIP has.",
     Effort::Hours},
    {"cuGraph"sv, "Capture the work in a stream, or build the graph from node kinds that HIP has.",
     Effort::Hours},
    {"cudaD3D"sv, "Share memory through hipImportExternalMemory.", Effort::Rewrite},
    {"cudaEGL"sv, "Share memory through hipImportExternalMemory.", Effort::Rewrite},
    {"cudaEgl"sv, "Share memory through hipImportExternalMemory.", Effort::Rewrite},
    {"cudaVDPAU"sv, "Share memory through hipImportExternalMemory.", Effort::Rewrite},
    {"cudaGL"sv, "Use hipGraphicsGLRegisterBuffer and the calls around it.", Effort::Hours},
    {"cudaBindSurface"sv, "Use surface objects.", Effort::Hours},
    {"cudaBindTexture"sv, "Use texture objects (hipCreateTextureObject).", Effort::Hours},
    {"cudaCtxResetPersistingL2Cache"sv,
     "Leave it out under ROCm: HIP has no persisting part of the L2 cache.", Effort::Minutes},
    {"cudaAccessPolicy"sv, "Leave it out under ROCm: HIP has no persisting part of the L2 cache.",
     Effort::Minutes},
    {"cudaAccessProperty"sv, "Leave it out under ROCm: HIP has no persisting part of the L2 cache.",
     Effort::Minutes},
    {"cudaLaunchAttribute"sv,
     "Launch with hipLaunchKernel or hipLaunchCooperativeKernel; clusters and priorities have no "
     "counterpart.",
     Effort::Hours},
    {"cudaLaunchKernelEx"sv,
     "Launch with hipLaunchKernel or hipLaunchCooperativeKernel; clusters have no counterpart.",
     Effort::Hours},
    {"cudaCluster"sv, "AMD GPUs have no thread block clusters: exchange through global memory.",
     Effort::Rewrite},
    {"cudaOccupancyMaxActiveClusters"sv, "AMD GPUs have no thread block clusters.",
     Effort::Rewrite},
    {"cuTensorMap"sv, "AMD GPUs have no tensor memory accelerator: load tiles with ordinary loads.",
     Effort::Rewrite},
    {"cudaDevAttr"sv, "Leave the query out under ROCm, or take the value from hipDeviceProp_t.",
     Effort::Minutes},
    {"CU_DEVICE_ATTRIBUTE"sv,
     "Leave the query out under ROCm, or take the value from hipDeviceProp_t.", Effort::Minutes},
    {"CU_JIT"sv, "Leave the option out: hipModuleLoadDataEx ignores what it does not know.",
     Effort::Minutes},
    {"cuLink"sv, "Link with hiprtcLinkCreate and the functions around it.", Effort::Hours},
    {"cudaAsync"sv, "Ask hipMemGetInfo where the notification was used.", Effort::Hours},
    {"cudaLimit"sv, "Leave the limit out under ROCm.", Effort::Minutes},
    {"cudaError"sv, "Compare with the nearest hipError_t value, or leave the case out.",
     Effort::Minutes},
    {"CUDA_ERROR"sv, "Compare with the nearest hipError_t value, or leave the case out.",
     Effort::Minutes},
    {"cudaEmulate"sv, "Leave it out under ROCm.", Effort::Minutes},
    {"cublasLt"sv,
     "hipBLASLt covers matrix products with the usual epilogues; look for its nearest attribute.",
     Effort::Hours},
    {"CUBLASLT"sv,
     "hipBLASLt covers matrix products with the usual epilogues; look for its nearest attribute.",
     Effort::Hours},
    {"cublasXt"sv, "Split the work over devices and call hipBLAS on each.", Effort::Rewrite},
    {"cublas"sv, "Call the nearest hipBLAS or rocBLAS routine, in a wider type if need be.",
     Effort::Hours},
    {"cusparse"sv,
     "Use the generic routines of hipSPARSE (such as hipsparseSpMV and hipsparseSpMM).",
     Effort::Hours},
    {"cusolver"sv, "Call the nearest hipSOLVER or rocSOLVER routine.", Effort::Hours},
    {"cufft"sv, "Use a plain hipFFT plan; callbacks and multi-process plans have no counterpart.",
     Effort::Hours},
    {"curand"sv, "Use a generator that hipRAND has, such as Philox or XORWOW.", Effort::Hours},
    {"cudnn"sv, "Call MIOpen; translate with the MIOpen names where it has them.", Effort::Hours},
    {"CUDNN"sv, "Call MIOpen; translate with the MIOpen names where it has them.", Effort::Hours},
    {"cutensor"sv, "Use hipTensor contractions, or reshape and call hipBLAS.", Effort::Hours},
    {"nvrtc"sv,
     "Leave it out under ROCm: hipRTC compiles to code objects, without PTX or precompiled "
     "headers.",
     Effort::Hours},
    {"__nanosleep"sv, "Use __builtin_amdgcn_s_sleep with a constant count.", Effort::Minutes},
    {"__reduce_"sv, "Write the reduction as a shuffle loop over warpSize lanes.", Effort::Minutes},
    {"__syncwarp"sv, "Use __builtin_amdgcn_wave_barrier with a fence of wavefront scope.",
     Effort::Minutes},
    {"__lanemask_"sv, "Build the mask from __lane_id() with 1ULL shifts.", Effort::Minutes},
    {"__nv_bswap"sv, "Use __builtin_bswap16, 32 or 64.", Effort::Minutes},
    {"__brkpt"sv, "Use __builtin_trap, or leave it out under ROCm.", Effort::Minutes},
    {"__ldlu"sv, "Use an ordinary load or __builtin_nontemporal_load.", Effort::Minutes},
    {"__ldcg"sv, "Use __hip_atomic_load, relaxed, for the scope of the GPU.", Effort::Minutes},
    {"__ldcv"sv, "Use __hip_atomic_load, relaxed, for the scope of the system.", Effort::Minutes},
    {"__stwt"sv, "Use __hip_atomic_store, relaxed, for the scope of the system.", Effort::Minutes},
    {"__stcg"sv, "Use __hip_atomic_store, relaxed, for the scope of the GPU.", Effort::Minutes},
    {"__st"sv, "Use an ordinary store or __builtin_nontemporal_store.", Effort::Minutes},
    {"__v"sv,
     "Write the operation on each byte or half word; __builtin_amdgcn has no counterpart for most "
     "of these.",
     Effort::Hours},
    {"umin"sv, "Use min.", Effort::Minutes},
    {"umax"sv, "Use max.", Effort::Minutes},
    {"ullmin"sv, "Use min.", Effort::Minutes},
    {"ullmax"sv, "Use max.", Effort::Minutes},
    {"llmin"sv, "Use min.", Effort::Minutes},
    {"llmax"sv, "Use max.", Effort::Minutes},
    {"saturate"sv, "Use __saturatef, or fminf and fmaxf.", Effort::Minutes},
    {"fdivide"sv, "Use the operator /, or __fdividef.", Effort::Minutes},
    {"mul24"sv, "Use __mul24.", Effort::Minutes},
    {"umul24"sv, "Use __umul24.", Effort::Minutes},
    {"mulhi"sv, "Use __mulhi.", Effort::Minutes},
    {"mul64hi"sv, "Use __mul64hi.", Effort::Minutes},
    {"float_as_int"sv, "Use __float_as_int.", Effort::Minutes},
    {"int_as_float"sv, "Use __int_as_float.", Effort::Minutes},
    {"float_as_uint"sv, "Use __float_as_uint.", Effort::Minutes},
    {"uint_as_float"sv, "Use __uint_as_float.", Effort::Minutes},
};

bool isRoundingVariant(std::string_view name)
{
    return name.starts_with("__"sv) && (name.ends_with("_rd"sv) || name.ends_with("_ru"sv) ||
                                        name.ends_with("_rz"sv) || name.ends_with("_rn"sv));
}

void describeUnsupported(const ApiFact& fact, TranslateItem& item)
{
    const auto* const way =
        std::find_if(std::begin(kWaysOut), std::end(kWaysOut),
                     [&](const WayOut& each) { return fact.cuda.starts_with(each.prefix); });
    if (fact.kind == ApiKind::DeviceFunction && isRoundingVariant(fact.cuda)) {
        item.wayOut =
            QStringLiteral("Compute in a wider type, or step the result to the safe side; the "
                           "operation that rounds to nearest gives no bound.");
        item.effort = Effort::Minutes;
    } else if (way != std::end(kWaysOut)) {
        item.wayOut = QString::fromLatin1(way->text);
        item.effort = way->effort;
    } else {
        item.wayOut =
            fact.kind == ApiKind::DeviceFunction
                ? QStringLiteral(
                      "Write it with the device functions that HIP has, under the ROCm guard.")
                : QStringLiteral("Keep the call for NVIDIA only, under the guard, or find another "
                                 "way to achieve the same.");
        item.effort = fact.kind == ApiKind::Enumerator || fact.kind == ApiKind::Macro
                          ? Effort::Minutes
                          : Effort::Hours;
    }
    // The tables know more about some device functions.
    if (!fact.note.empty()) {
        item.wayOut = item.wayOut + QLatin1Char(' ') + toText(fact.note);
    }
}

} // namespace

QString unsupportedHeaderMessage(const HeaderFact& fact, const NameOptions& names)
{
    if (!fact.hipAdded.empty() && !fact.unsupported) {
        return QStringLiteral("%1 has a HIP counterpart only from ROCm %2 on; the target is %3.")
            .arg(toText(fact.cuda), toText(fact.hipAdded), names.rocm.toString());
    }
    if (!fact.hip.empty()) {
        return QStringLiteral("ROCm does not install %1, the counterpart of %2.")
            .arg(toText(fact.hip), toText(fact.cuda));
    }
    return QStringLiteral("%1 has no HIP counterpart.").arg(toText(fact.cuda));
}

QString headerWayOut(const HeaderFact& fact)
{
    if (fact.cuda == "cudnn.h"sv) {
        return QStringLiteral("ROCm installs MIOpen instead: translate to the MIOpen names.");
    }
    if (fact.note.empty() || fact.note.starts_with("unsupported:"sv)) {
        return QStringLiteral("Keep the include for NVIDIA only, under the guard.");
    }
    return toText(fact.note);
}

void addMissingNote(TranslateContext& context, int token, const ApiFact& fact)
{
    const NameOptions& names = context.options.names;
    const QString name = toText(fact.cuda);
    TranslateItem& item =
        context.addNote(TranslateTopic::Unsupported, context.rangeOf(token), QString());
    item.api = &fact;
    if (fact.library == "dnn"sv && fact.status != ApiStatus::RocOnly) {
        const bool known = !fact.miopen.empty();
        item.message =
            known
                ? QStringLiteral("MIOpen calls %1 %2; the hipDNN of the tables is discontinued.")
                      .arg(name, toText(fact.miopen))
                : QStringLiteral("MIOpen has no counterpart of %1, and the hipDNN of the tables is "
                                 "discontinued.")
                      .arg(name);
        describeUnsupported(fact, item);
        return;
    }
    switch (fact.status) {
    case ApiStatus::Experimental:
        item.topic = TranslateTopic::Experimental;
        item.message = QStringLiteral("HIP supports %1 only experimentally, as %2.")
                           .arg(name, toText(fact.hip));
        item.wayOut = QStringLiteral("Translate with experimental names and test the result.");
        item.effort = Effort::Minutes;
        return;
    case ApiStatus::RocOnly: {
        const QString other = toText(fact.roc.empty() ? fact.miopen : fact.roc);
        item.message =
            QStringLiteral("%1 has no HIP name; the ROCm library calls it %2.").arg(name, other);
        item.wayOut =
            fact.library == "dnn"sv
                ? QStringLiteral("Translate with the MIOpen names, or call %1 under the guard.")
                      .arg(other)
                : QStringLiteral("Translate with the ROC names, or call %1 under the guard.")
                      .arg(other);
        item.effort = Effort::Minutes;
        return;
    }
    case ApiStatus::Supported:
    case ApiStatus::HipOnly:
        if (!hipNameFor(fact, names).empty()) { // a name that no HIP has
            break;
        }
        item.message =
            QStringLiteral("%1 becomes %2 only from ROCm %3 on; the target is %4.")
                .arg(name, toText(fact.hip),
                     fact.hipAdded.empty() ? QStringLiteral("7.0") : toText(fact.hipAdded),
                     names.rocm.toString());
        describeUnsupported(fact, item);
        return;
    case ApiStatus::Unsupported:
        break;
    }
    item.message = QStringLiteral("%1 has no HIP counterpart.").arg(name);
    describeUnsupported(fact, item);
}

void addDeprecatedNote(TranslateContext& context, int token, const ApiFact& fact,
                       std::string_view hipName)
{
    if (fact.cudaDeprecated.empty() && fact.cudaRemoved.empty() && fact.hipDeprecated.empty() &&
        fact.hipRemoved.empty()) {
        return;
    }
    const Version& rocm = context.options.names.rocm;
    const auto reached = [&](std::string_view version) {
        return !version.empty() && Version::parse(toText(version)).value_or(Version()) <= rocm;
    };
    QStringList parts;
    bool removed = false;
    const QString product = fact.library == "dnn"sv      ? QStringLiteral("cuDNN")
                            : fact.library == "tensor"sv ? QStringLiteral("cuTENSOR")
                                                         : QStringLiteral("CUDA");
    if (!fact.cudaRemoved.empty()) {
        parts.append(QStringLiteral("%1 %2 removed %3")
                         .arg(product, toText(fact.cudaRemoved), toText(fact.cuda)));
    } else if (!fact.cudaDeprecated.empty()) {
        parts.append(QStringLiteral("%1 %2 deprecated %3")
                         .arg(product, toText(fact.cudaDeprecated), toText(fact.cuda)));
    }
    if (hipName == fact.hip && reached(fact.hipRemoved)) {
        parts.append(
            QStringLiteral("ROCm %1 removed %2").arg(toText(fact.hipRemoved), toText(fact.hip)));
        removed = true;
    } else if (hipName == fact.hip && reached(fact.hipDeprecated)) {
        parts.append(QStringLiteral("ROCm %1 deprecated %2")
                         .arg(toText(fact.hipDeprecated), toText(fact.hip)));
    }
    if (parts.isEmpty()) {
        return;
    }
    TranslateItem& item = context.addNote(TranslateTopic::Deprecated, context.rangeOf(token),
                                          parts.join(QStringLiteral("; ")) + QLatin1Char('.'));
    item.api = &fact;
    item.wayOut =
        removed ? QStringLiteral("Replace the call before porting: the HIP name no longer exists.")
                : QStringLiteral(
                      "Plan its replacement; the translation works until the name is removed.");
    item.effort = removed ? Effort::Hours : Effort::Minutes;
}

} // namespace rocport
