#include "core/translate/compatparts.h"

#include "core/text/bytes.h"
#include "core/translate/compatnames.h"
#include "core/translate/context.h"
#include "core/translate/headers.h"
#include "core/translate/supplied.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;

QByteArray macroWord(QByteArray text)
{
    if (text.endsWith(".h")) {
        text.chop(2);
    }
    text = text.toUpper();
    std::replace_if(
        text.begin(), text.end(),
        [](char c) { return !((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')); }, '_');
    return text;
}

/// "hipblas/hipblas.h" -> "HIPBLAS", "hiprand/hiprand_kernel.h" -> "HIPRAND_KERNEL"; empty for what
/// comes with the runtime.
QByteArray partOfInstalled(const QByteArray& header)
{
    if (header.isEmpty() || header.startsWith("hip/")) {
        return {};
    }
    if (header.startsWith("hipcub/")) {
        return kCubPart;
    }
    if (header.startsWith("thrust/")) {
        return kThrustPart;
    }
    const qsizetype slash = header.lastIndexOf('/');
    const QByteArray name = header.mid(slash + 1);
    return macroWord(slash > 0 && name.startsWith(header.left(slash)) ? name : header);
}

/// The supplied header whose text stands for this one.
QByteArray holderOf(const QByteArray& cudaHeader, const Version& rocm)
{
    QByteArray one = cudaHeader;
    while (suppliedHeader(viewOf(one), rocm).trimmed().isEmpty()) {
        const std::string_view before = suppliedBefore(viewOf(one));
        if (before.empty()) {
            break;
        }
        one = toBytes(before);
    }
    return one;
}

/// "cuda/atomic" -> "CUDA_ATOMIC"; the headers of the standard library are one part.
QByteArray partOfSupplied(const QByteArray& cudaHeader, const Version& rocm)
{
    const QByteArray holder = holderOf(cudaHeader, rocm);
    return holder.startsWith("cuda/std/") ? QByteArrayLiteral("CUDA_STD") : macroWord(holder);
}

struct LibraryHeader
{
    std::string_view library; ///< as ApiFact::library has it
    std::string_view cuda;    ///< the CUDA header that declares most of it
};
constexpr std::array kLibraryHeaders = {
    LibraryHeader{"blas"sv, "cublas_v2.h"sv},    LibraryHeader{"blaslt"sv, "cublasLt.h"sv},
    LibraryHeader{"fft"sv, "cufft.h"sv},         LibraryHeader{"rand"sv, "curand.h"sv},
    LibraryHeader{"solver"sv, "cusolverDn.h"sv}, LibraryHeader{"sparse"sv, "cusparse.h"sv},
    LibraryHeader{"tensor"sv, "cutensor.h"sv}};

/// What CUDA's header of a library brings of others, by the parts that stand for them.
constexpr std::array<std::pair<const char*, const char*>, 6> kBrought = {
    {{"HIPBLASLT", "HIPBLAS"},
     {"HIPFFTXT", "HIPFFT"},
     {"HIPRAND_KERNEL", "HIPRAND"},
     {"HIPRAND_MTGP32_HOST", "HIPRAND"},
     {"HIPSOLVER", "HIPBLAS"},
     {"HIPSOLVER", "HIPSPARSE"}}};

/// The header that ROCm installs in place of CUDA's; empty: none, or none is needed.
QByteArray installedOf(std::string_view cudaHeader, bool quoted, const Version& rocm)
{
    const HeaderFact* const fact = findHeader(cudaHeader);
    if (fact == nullptr) {
        return {};
    }
    TranslateOptions options;
    options.names.rocm = rocm;
    const HeaderTarget to = headerTarget(*fact, options, quoted);
    return to.kind == HeaderTarget::Rename ? toBytes(to.name) : QByteArray();
}

/// The CUDA header that declares a name of a library; empty: no such name.
std::string_view headerOfName(std::string_view cudaName)
{
    const ApiFact* const fact = findApi(cudaName);
    if (fact == nullptr || fact->kind == ApiKind::Header) {
        return {};
    }
    const auto* const library =
        std::find_if(kLibraryHeaders.begin(), kLibraryHeaders.end(),
                     [&](const LibraryHeader& one) { return one.library == fact->library; });
    if (library == kLibraryHeaders.end()) {
        return {};
    }
    const bool isKernel = library->library == "rand"sv && (fact->kind == ApiKind::DeviceFunction ||
                                                           cudaName.starts_with("curandState"));
    return isKernel ? "curand_kernel.h"sv : library->cuda;
}

QByteArray isAsked(const QByteArray& part)
{
    return "defined(" + QByteArray(kAsksForPart) + part + ')';
}

/// Defined where the part has been read.
QByteArray onceOf(const QByteArray& part)
{
    return "ROCPORT_COMPAT_" + part;
}

} // namespace

QByteArray compatPart(std::string_view cudaHeader, bool quoted, const Version& rocm)
{
    if (generatedHeadersHold(cudaHeader, rocm)) {
        return partOfSupplied(toBytes(cudaHeader), rocm);
    }
    return partOfInstalled(installedOf(cudaHeader, quoted, rocm));
}

QByteArray compatPartOfName(std::string_view cudaName, const Version& rocm)
{
    return partOfInstalled(installedOf(headerOfName(cudaName), false, rocm));
}

bool bringsPart(const QByteArray& part, const QByteArray& other)
{
    return part == other || std::any_of(kBrought.begin(), kBrought.end(), [&](const auto& one) {
               return part == one.first && other == one.second;
           });
}

void CompatParts::include(const QByteArray& installed)
{
    const QByteArray part = partOfInstalled(installed);
    if (part.isEmpty()) {
        m_runtime.insert(installed);
    } else {
        m_includes[part].insert(installed);
    }
}

void CompatParts::includeFor(std::string_view cudaName)
{
    if (const QByteArray header = installedOf(headerOfName(cudaName), false, m_rocm);
        !header.isEmpty()) {
        include(header);
    }
}

void CompatParts::add(const QByteArray& part, const QByteArray& text)
{
    const auto last = std::find_if(m_texts.rbegin(), m_texts.rend(),
                                   [&](const auto& one) { return one.first == part; });
    m_texts.emplace(last == m_texts.rend() ? m_texts.end() : last.base(), part, text);
}

void CompatParts::supply(const std::vector<QByteArray>& cudaHeaders)
{
    for (const QByteArray& name : cudaHeaders) {
        if (const std::string_view installed = installedFor(viewOf(name)); !installed.empty()) {
            m_runtime.insert(toBytes(installed));
        }
        const QByteArray part = partOfSupplied(name, m_rocm);
        if (holderOf(name, m_rocm) == name) {
            add(part, suppliedHeader(viewOf(name), m_rocm));
        }
        for (QByteArray one = toBytes(suppliedBefore(viewOf(name))); !one.isEmpty();
             one = toBytes(suppliedBefore(viewOf(one)))) {
            if (const QByteArray other = partOfSupplied(one, m_rocm); other != part) {
                m_implied[part].insert(other);
            }
        }
    }
}

std::set<QByteArray> CompatParts::names() const
{
    std::set<QByteArray> names;
    for (const auto& [part, headers] : m_includes) {
        names.insert(part);
    }
    for (const auto& [part, text] : m_texts) {
        names.insert(part);
    }
    return names;
}

QByteArray CompatParts::comment() const
{
    QByteArray out = "// It brings the runtime. Whoever needs more defines before the include:\n";
    for (const QByteArray& part : names()) {
        out += "//   " + QByteArray(kAsksForPart) + part + '\n';
    }
    return out;
}

QByteArray CompatParts::runtimeIncludes() const
{
    QByteArray out = "#include <hip/hip_runtime.h>\n";
    for (const QByteArray& header : m_runtime) {
        if (header != "hip/hip_runtime.h") {
            out += compatInclude(header, m_rocm);
        }
    }
    return out;
}

QByteArray CompatParts::includes(const QSet<QByteArray>& everywhere) const
{
    const std::set<QByteArray> all = names();
    const QByteArray define = "#define " + QByteArray(kAsksForPart);
    QByteArray out;
    for (const QByteArray& part : all) {
        if (everywhere.contains(part)) {
            out +=
                "#ifndef " + QByteArray(kAsksForPart) + part + '\n' + define + part + "\n#endif\n";
        }
    }
    if (!out.isEmpty()) {
        out.prepend("\n// Files of this port that use these do not ask for them.\n");
    }
    std::map<QByteArray, std::set<QByteArray>> implied = m_implied;
    for (const auto& [part, other] : kBrought) {
        implied[part].insert(other);
    }
    for (const auto& [part, others] : implied) {
        for (const QByteArray& other : others) {
            if (all.count(part) != 0 && all.count(other) != 0) {
                out += "#if " + isAsked(part) + " && !" + isAsked(other) + '\n' + define + other +
                       "\n#endif\n";
            }
        }
    }
    for (const auto& one : m_includes) {
        const QByteArray& part = one.first;
        out += "#ifdef " + QByteArray(kAsksForPart) + part + '\n';
        for (const QByteArray& header : one.second) {
            out += compatInclude(header, m_rocm);
        }
        const bool hasText = std::any_of(m_texts.begin(), m_texts.end(),
                                         [&](const auto& text) { return text.first == part; });
        out += (hasText ? QByteArray() : "#define " + onceOf(part) + '\n') + "#endif\n";
    }
    return out;
}

QByteArray CompatParts::anythingNew() const
{
    QByteArray out = "!defined(ROCPORT_COMPAT_H)";
    for (const QByteArray& part : names()) {
        out += " || \\\n    (" + isAsked(part) + " && !defined(" + onceOf(part) + "))";
    }
    return out;
}

QByteArray CompatParts::texts() const
{
    QByteArray out;
    for (auto one = m_texts.begin(); one != m_texts.end();) {
        const QByteArray part = one->first;
        const QByteArray once = onceOf(part);
        out += "\n#if " + isAsked(part) + " && !defined(" + once + ")\n#define " + once + '\n';
        for (; one != m_texts.end() && one->first == part; ++one) {
            out += one->second;
        }
        out += "#endif // " + once + '\n';
    }
    return out;
}

} // namespace rocport
