#include "core/facts/rocmreleases.h"
#include "core/text/bytes.h"
#include "core/translate/callarguments.h"
#include "core/translate/compatcalls.h"
#include "core/translate/compatdevice.h"
#include "core/translate/compathost.h"
#include "core/translate/compatnames.h"
#include "core/translate/compatparts.h"
#include "core/translate/compattextures.h"
#include "core/translate/context.h"
#include "core/translate/extensionnames.h"
#include "core/translate/headers.h"
#include "core/translate/supplied.h"

#include <algorithm>
#include <iterator>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// What ROCm installs that these headers of CUDA, which are supplied, rest on.
void insertInstalled(const std::vector<QByteArray>& supplied, std::set<QByteArray>& headers)
{
    for (const QByteArray& name : supplied) {
        if (const std::string_view installed = installedFor(viewOf(name)); !installed.empty()) {
            headers.insert(toBytes(installed));
        }
    }
}

/// "#define cudaMemcpyFromSymbol(a0, symbol, ...) hipMemcpyFromSymbol(a0, HIP_SYMBOL(symbol),
/// __VA_ARGS__)"
QByteArray symbolMacro(std::string_view cuda, std::string_view hip, int position)
{
    QByteArray parameters;
    for (int i = 0; i < position; ++i) {
        parameters += 'a' + QByteArray::number(i) + ", ";
    }
    // These two end with the symbol.
    const bool last = cuda == "cudaGetSymbolAddress"sv || cuda == "cudaGetSymbolSize"sv ||
                      cuda == "cudaGetTextureReference"sv;
    return "#define " + toBytes(cuda) + '(' + parameters + "symbol" + (last ? "" : ", ...") + ") " +
           toBytes(hip) + '(' + parameters + "HIP_SYMBOL(symbol)" + (last ? "" : ", __VA_ARGS__") +
           ")\n";
}

/// "hipGraphGetEdges" for "cudaGraphGetEdges_v2" and "cuGraphGetEdges".
QByteArray nameWithoutVersion(const QByteArray& cuda)
{
    QByteArray name = "hip" + cuda.mid(cuda.startsWith("cuda") ? 4 : 2);
    if (name.size() > 3 && name.at(name.size() - 3) == '_' && name.at(name.size() - 2) == 'v') {
        name.chop(3);
    }
    return name;
}

} // namespace

CompatNames::CompatNames(const TargetSettings& target) : m_target(target)
{
    m_names.rocm = target.rocm;
}

void CompatNames::add(std::string_view name, bool declared)
{
    const QByteArray key = toBytes(name);
    if (isSuppliedDevice(name, m_target.rocm)) {
        m_device.insert(key);
        return;
    }
    if (isCallingConvention(name)) {
        m_defines[key] = "#define " + key + '\n';
        return;
    }
    const ApiFact* const fact = findApi(name);
    if (!fact || fact->kind == ApiKind::Header) {
        return;
    }
    if (m_target.rocm < Version{7, 0}) {
        if (const char* const warp = compatWarpCall(name)) {
            m_warp[key] = warp;
            return;
        }
    }
    // Headers of others tell compilers apart by this one; it stays undefined under HIP.
    if (name == "__CUDACC__"sv) {
        return;
    }
    const std::string_view hip = bestNameFor(*fact, m_names);
    if (m_textures.count(key) != 0) { // what stands for it takes HIP's name
        if (!hip.empty()) {
            m_defines[key] = "#define " + key + ' ' + toBytes(hip) + '\n';
        }
        return;
    }
    const char* const special = compatCall(name, m_target.rocm);
    if (special != nullptr && (!hip.empty() || isSuppliedCall(name))) {
        QByteArray text = special;
        if (text.isEmpty()) {
            return;
        }
        text.replace("{hip}", toBytes(hip));
        text.replace("{cuda}", key);
        text.replace("{name}", nameWithoutVersion(key));
        text.replace("{number}", key.startsWith("cuda") ? "unsigned long long" : "uint64_t");
        if (const std::string_view base = compatHostBase(name); !base.empty()) {
            m_bases.insert(base);
        }
        text.replace("{version}", hipNumberOf(m_target.rocm));
        if (text.startsWith("#define")) {
            m_calls[key] = text;
            return;
        }
        if (declared) {
            m_wrappers[key] = text;
        }
        if (!hip.empty()) {
            (declared ? m_plain : m_defines)[key] = "#define " + key + ' ' + toBytes(hip) + '\n';
        }
        return;
    }
    if (hip.empty()) {
        m_missing.insert(key);
        return;
    }
    if (const int position = symbolArgument(name); position >= 0) {
        m_calls[key] = symbolMacro(name, hip, position);
        return;
    }
    if (hip != name) {
        define(key, *fact, hip);
    }
}

void CompatNames::define(const QByteArray& name, const ApiFact& fact, std::string_view hip)
{
    if (isHeaderGuard(fact)) {
        // As another name it would say that the header was read in any case.
        m_guards[name] = "#ifdef " + toBytes(hip) + "\n#define " + name + "\n#endif\n";
    } else {
        m_defines[name] = "#define " + name + ' ' + toBytes(hip) + '\n';
    }
}

void CompatNames::addDefine(std::string_view name, const ApiFact& fact)
{
    if (const std::string_view hip = bestNameFor(fact, m_names); !hip.empty()) {
        define(toBytes(name), fact, hip);
    }
}

void CompatNames::addOfExtension(std::string_view name)
{
    const ApiFact* const fact = findApi(name);
    if (!fact) {
        return;
    }
    switch (extensionName(*fact, m_target.rocm)) {
    case ExtensionName::ByTorch:
    case ExtensionName::OfOther:
        return;
    case ExtensionName::Lacking:
        // PyTorch gives addresses HIP's own type.
        if (compatHostBase(name) == kCompatAddresses) {
            addDefine(name, *fact);
        } else {
            add(name);
        }
        return;
    case ExtensionName::OfMissingName:
        addDefine(fact->torch, *fact);
    }
}

void CompatNames::addMissing(const QByteArray& name)
{
    m_missing.insert(name);
}

QByteArray CompatNames::text() const
{
    QByteArray out;
    const auto section = [&out](const char* title, const Lines& lines, const char* before = "",
                                const char* after = "") {
        if (lines.empty()) {
            return;
        }
        out += QByteArray("\n// ") + title + ".\n" + before;
        for (const auto& [name, text] : lines) {
            out += text;
        }
        out += after;
    };
    out += suppliedDeviceHeaders(m_device);
    section("Names", m_defines);
    section("Calls that take other arguments", m_calls);
    if (!m_wrappers.empty() || !m_bases.empty()) {
        out += "\n// Calls that C++ makes with other arguments.\n#ifdef __cplusplus\n";
        for (const std::string_view base : m_bases) {
            out += compatText(base);
        }
        for (const auto& [name, text] : m_wrappers) {
            out += text;
        }
        if (!m_plain.empty()) {
            out += "#else\n";
        }
        for (const auto& [name, text] : m_plain) {
            out += text;
        }
        out += "#endif\n";
    }
    section("Warp functions, without their masks", m_warp);
    out += suppliedDevice(m_device);
    out += suppliedTextures(m_textures);
    if (!m_missing.empty()) {
        out += "\n// In use, but without a HIP counterpart:\n";
        for (const QByteArray& name : m_missing) {
            out += "//   " + name + '\n';
        }
    }
    return out;
}

QByteArray CompatNames::guards() const
{
    QByteArray out = m_guards.empty() ? "" : "\n// Whether headers of CUDA were read.\n";
    for (const auto& [name, text] : m_guards) {
        out += text;
    }
    return out;
}

bool isHeaderGuard(const ApiFact& fact)
{
    return fact.kind == ApiKind::Macro && fact.hasSubstitute;
}

QByteArray compatInclude(const QByteArray& header, const Version& rocm)
{
    // Only HIP's compiler takes these; a C++ source beside the kernels does without them.
    // The kernel headers of hipRAND can be read by others in the headers of 6.4.
    const bool deviceOnly = header.startsWith("hipcub/") || header.startsWith("rocprim/") ||
                            header.startsWith("thrust/") || header == "hip/hip_bf16.h" ||
                            header == "hip/hip_fp8.h" || header == "hip/device_functions.h" ||
                            (header.endsWith("_kernel.h") && rocm < Version{6, 4});
    // These hold C++ where CUDA's can be read by C.
    const bool cppOnly = header.startsWith("hiprand/") || header.startsWith("hipblaslt/") ||
                         header == "hipfft/hipfftXt.h" || header == "hip/math_functions.h";
    const QByteArray include = "#include <" + header + ">\n";
    if (header == "hip/hip_bf16.h") { // pointers can be passed on
        return "#ifdef __HIPCC__\n" + include +
               "#elif defined(__cplusplus)\nstruct __hip_bfloat16;\nstruct "
               "__hip_bfloat162;\n#endif\n";
    }
    if (deviceOnly) {
        return "#ifdef __HIPCC__\n" + include + "#endif\n";
    }
    // Without it the half numbers of hipBLAS are no __half before ROCm 7.0. (hipblas.h of 6.4)
    if (header == "hipblas/hipblas.h" && rocm < Version{7, 0}) {
        return "#ifndef HIPBLAS_USE_HIP_HALF\n#define HIPBLAS_USE_HIP_HALF\n#endif\n" + include;
    }
    return cppOnly ? "#ifdef __cplusplus\n" + include + "#endif\n" : include;
}

QByteArray askForGroups(const CompatNeeds& needs, const Version& rocm)
{
    const bool uses =
        std::any_of(needs.headers.begin(), needs.headers.end(), [](const QByteArray& header) {
            return header.startsWith("cooperative_groups");
        });
    return uses && rocm < Version{7, 0}
               ? QByteArrayLiteral("#ifndef HIP_ENABLE_WARP_SYNC_BUILTINS\n"
                                   "#define HIP_ENABLE_WARP_SYNC_BUILTINS\n#endif\n")
               : QByteArray();
}

QByteArray inCppLinkage(const QByteArray& text)
{
    return "// Also where this is included in extern \"C\".\n"
           "#ifdef __cplusplus\nextern \"C++\" {\n#endif\n\n" +
           text + "\n#ifdef __cplusplus\n} // extern \"C++\"\n#endif\n";
}

QByteArray cubAlias()
{
    return "\n#ifdef __cplusplus\nnamespace hipcub {\n}\nnamespace cub = hipcub;\n#endif\n";
}

QByteArray thrustAliases()
{
    return "\n#if defined(__HIPCC__) && __has_include(<thrust/execution_policy.h>)\n"
           "#include <thrust/execution_policy.h>\n"
           "#include <thrust/system/hip/error.h>\n"
           "namespace thrust {\n"
           "// Namespaces of their own, no aliases: projects add to them.\n"
           "namespace cuda {\n"
           "using namespace thrust::hip;\n"
           "} // namespace cuda\n"
           "namespace cuda_cub {\n"
           "using namespace thrust::hip_rocprim;\n"
           "} // namespace cuda_cub\n"
           "namespace system {\n"
           "namespace cuda {\n"
           "using namespace thrust::system::hip;\n"
           "} // namespace cuda\n"
           "} // namespace system\n"
           "inline const error_category& cuda_category()\n"
           "{\n    return hip_category();\n}\n"
           "} // namespace thrust\n"
           "#endif\n";
}

QByteArray thrustIncludes(const QSet<QByteArray>& headers)
{
    const std::set<QByteArray> sorted(headers.begin(), headers.end());
    QByteArray text;
    for (const QByteArray& header : sorted) {
        text += "#if defined(__HIPCC__) && __has_include(<" + header + ">)\n#include <" + header +
                ">\n#endif\n";
    }
    return text.isEmpty() ? text : "\n// Other headers of CUDA's Thrust bring these.\n" + text;
}

QByteArray compatHeader(const CompatNeeds& needs, const TargetSettings& target)
{
    TranslateOptions options;
    options.names.rocm = target.rocm;
    CompatNames names(target);
    names.setTextures(texturesAmong(needs.names, target));
    CompatParts parts(target.rocm);
    bool hasRtc = false;
    for (const QByteArray& name : needs.headers) {
        const std::string_view view = viewOf(name);
        if (generatedHeadersHold(view, target.rocm)) {
            continue;
        }
        const HeaderFact* const fact = findHeader(view);
        if (!fact) {
            continue;
        }
        const HeaderTarget to = headerTarget(*fact, options, false);
        if (to.kind == HeaderTarget::Unsupported) {
            names.addMissing('<' + name + '>');
        } else if (to.kind == HeaderTarget::Rename) {
            parts.include(toBytes(to.name));
        }
        hasRtc = hasRtc || name == "nvrtc.h";
    }
    if (needs.usesCubNamespace) {
        parts.include("hipcub/hipcub.hpp");
    }
    if (needs.usesThrustCuda) {
        parts.add(kThrustPart, thrustAliases());
    }
    if (!needs.thrust.isEmpty()) {
        parts.add(kThrustPart, thrustIncludes(needs.thrust));
    }
    const std::vector<QByteArray> supplied = suppliedAmong(needs.headers, target.rocm);
    parts.supply(supplied);
    for (const QByteArray& name : supplied) {
        if (const std::string_view one = suppliedDeviceFor(viewOf(name)); !one.empty()) {
            names.add(one);
        }
    }
    for (const std::string_view one : suppliedBeside(needs.names, needs.headers)) {
        names.add(one);
    }
    for (const QByteArray& name : needs.names) {
        const std::string_view view = viewOf(name);
        const ApiFact* const fact = findApi(view);
        names.add(view, hasRtc || !fact || fact->library != "rtc"sv);
        parts.includeFor(view);
    }

    QByteArray head = "// HIP names for sources that are written for CUDA, for ROCm " +
                      target.rocm.toString().toUtf8() +
                      ". Made by Rocport from the names that the project\n"
                      "// uses; included on ROCm only.";
    QByteArray body = names.text();
    if (needs.usesCubNamespace) {
        body.prepend(cubAlias());
    }
    const QByteArray groups = askForGroups(needs, target.rocm);
    if (parts.isEmpty()) {
        return head + '\n' + "#ifndef ROCPORT_COMPAT_H\n#define ROCPORT_COMPAT_H\n\n" +
               inCppLinkage(groups + parts.runtimeIncludes() + body + names.guards()) +
               "\n#endif // ROCPORT_COMPAT_H\n";
    }
    // What a file asks for may come after the names, when another file has included this before.
    return head + '\n' + parts.comment() + "\n#if " + parts.anythingNew() + "\n\n" +
           inCppLinkage(groups + parts.runtimeIncludes() + parts.includes(needs.everywhere) +
                        "\n#ifndef ROCPORT_COMPAT_H\n#define ROCPORT_COMPAT_H\n" + body +
                        "\n#endif // ROCPORT_COMPAT_H\n" + parts.texts() + names.guards()) +
           "\n#endif\n";
}

QByteArray suppliedCode(const CompatNeeds& needs, const TargetSettings& target)
{
    const std::vector<QByteArray> supplied = suppliedAmong(needs.headers, target.rocm);
    std::set<QByteArray> device;
    for (const QByteArray& name : needs.names) {
        if (isSuppliedDevice(viewOf(name), target.rocm)) {
            device.insert(name);
        }
    }
    for (const QByteArray& name : supplied) {
        if (const std::string_view one = suppliedDeviceFor(viewOf(name)); !one.empty()) {
            device.insert(toBytes(one));
        }
    }
    const std::set<QByteArray> textures = texturesAmong(needs.names, target);
    QByteArray conventions;
    for (const std::string_view name : kCallingConventions) {
        if (const QByteArray word = toBytes(name); needs.names.contains(word)) {
            conventions += "#define " + word + '\n';
        }
    }
    CompatNames names(target);
    names.setTextures(textures);
    for (const QByteArray& name : needs.names) {
        if (device.count(name) == 0) {
            names.addOfExtension(viewOf(name));
        }
    }
    std::set<QByteArray> headers;
    TranslateOptions options;
    options.names.rocm = target.rocm;
    bool replacesHeader = false;
    for (const QByteArray& name : needs.headers) {
        const HeaderFact* const fact = findHeader(viewOf(name));
        if (!fact || generatedHeadersHold(viewOf(name), target.rocm) ||
            !extensionReplaces(*fact, target.rocm, false)) {
            continue;
        }
        replacesHeader = true;
        const HeaderTarget to = headerTarget(*fact, options, false);
        if (to.kind == HeaderTarget::Rename) {
            headers.insert(toBytes(to.name));
        }
    }
    const QByteArray named = names.text() + names.guards();
    if (supplied.empty() && device.empty() && textures.empty() && conventions.isEmpty() &&
        named.isEmpty() && !replacesHeader && needs.thrust.isEmpty()) {
        return {};
    }
    const QByteArray out = "// What this project uses of CUDA and HIP lacks, for ROCm " +
                           target.rocm.toString().toUtf8() +
                           ". Made by Rocport; included on ROCm only.\n"
                           "#ifndef ROCPORT_COMPAT_H\n#define ROCPORT_COMPAT_H\n\n";
    QByteArray body = "#include <hip/hip_runtime.h>\n";
    headers.erase("hip/hip_runtime.h");
    insertInstalled(supplied, headers);
    for (const QByteArray& header : headers) {
        body += compatInclude(header, target.rocm);
    }
    body += suppliedDeviceHeaders(device) + conventions + suppliedDevice(device);
    body += thrustIncludes(needs.thrust) + named;
    for (const QByteArray& name : supplied) {
        body += suppliedHeader(viewOf(name), target.rocm);
    }
    return out + inCppLinkage(body) + "\n#endif // ROCPORT_COMPAT_H\n";
}

} // namespace rocport
