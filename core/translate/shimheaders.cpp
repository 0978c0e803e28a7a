#include "core/text/bytes.h"
#include "core/translate/compatdevice.h"
#include "core/translate/compatnames.h"
#include "core/translate/compattextures.h"
#include "core/translate/context.h"
#include "core/translate/headers.h"
#include "core/translate/supplied.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace rocport {

namespace {

using namespace std::string_view_literals;

struct Library
{
    std::string_view name;   ///< as ApiFact::library has it
    std::string_view prefix; ///< of its CUDA headers
    std::string_view main;   ///< the CUDA header that declares its names first
};

/// Libraries whose names stand in a header of their own. The names of all others are few, or come
/// with the runtime. The longer of two prefixes stands first.
constexpr std::array kLibraries = {Library{"blaslt"sv, "cublasLt"sv, "cublasLt.h"sv},
                                   Library{"blas"sv, "cublas"sv, "cublas_v2.h"sv},
                                   Library{"fft"sv, "cufft"sv, "cufft.h"sv},
                                   Library{"rand"sv, "curand"sv, "curand.h"sv},
                                   Library{"rtc"sv, "nvrtc"sv, "nvrtc.h"sv},
                                   Library{"solver"sv, "cusolver"sv, "cusolverDn.h"sv},
                                   Library{"sparse"sv, "cusparse"sv, "cusparse.h"sv},
                                   Library{"tensor"sv, "cutensor"sv, "cutensor.h"sv}};

/// "cublas_v2.h" -> "blas"; empty for headers whose names stand with those of the runtime.
std::string_view libraryOfHeader(std::string_view header)
{
    const auto* const found =
        std::find_if(kLibraries.begin(), kLibraries.end(),
                     [&](const Library& one) { return header.starts_with(one.prefix); });
    return found == kLibraries.end() ? std::string_view() : found->name;
}

/// "cub/block/block_scan.cuh" -> "ROCPORT_CUB_BLOCK_BLOCK_SCAN_CUH"
QByteArray guardOf(const QByteArray& name)
{
    QByteArray guard = name.toUpper();
    if (!guard.startsWith("ROCPORT_")) {
        guard.prepend("ROCPORT_");
    }
    std::replace_if(
        guard.begin(), guard.end(),
        [](char c) { return !((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')); }, '_');
    return guard;
}

/// The way from the folder of a header to the folder of all of them.
QByteArray upFrom(const QByteArray& name)
{
    return QByteArray("../").repeated(name.count('/'));
}

bool isPlainPath(const QByteArray& name)
{
    const QList<QByteArray> parts = name.split('/');
    return std::none_of(parts.begin(), parts.end(), [](const QByteArray& part) {
        return part.isEmpty() || part == "." || part == ".." || part.contains('\\') ||
               part.contains('\0');
    });
}

class ShimWriter
{
public:
    ShimWriter(const CompatNeeds& needs, const TargetSettings& target)
        : m_needs(needs), m_target(target), m_names(target)
    {
        m_options.names.rocm = target.rocm;
        m_names.setTextures(texturesAmong(needs.names, target));
    }

    QVector<ShimHeader> write()
    {
        collectHeaders();
        collectNames();
        QVector<ShimHeader> shims;
        const QByteArray compat(kShimNames);
        const QByteArray groups = askForGroups(m_needs, m_target.rocm);
        QByteArray brought = groups + "#include <hip/hip_runtime_api.h>\n";
        // The votes of tiles call __any_sync and the like, which the names below mean otherwise.
        if (!groups.isEmpty()) {
            brought += "#if defined(__HIPCC__) && !defined(__HIPCC_RTC__)\n"
                       "#include <hip/hip_cooperative_groups.h>\n#endif\n";
        }
        if (m_cubWithoutHeader) {
            brought += "#if defined(__HIPCC__) && __has_include(<hipcub/hipcub.hpp>)\n"
                       "#include <hipcub/hipcub.hpp>\n#endif\n" +
                       cubAlias();
        }
        if (m_needs.usesThrustCuda) {
            brought += thrustAliases();
        }
        brought += thrustIncludes(m_needs.thrust);
        const QByteArray head = "// HIP names for sources that are written for CUDA, for ROCm " +
                                m_target.rocm.toString().toUtf8() +
                                ". Made by Rocport from the names that the project\n"
                                "// uses. The ROCm build has this folder on its include path, and "
                                "gives its compiler\n"
                                "// `-include cuda_runtime.h` for each CUDA source.\n";
        shims.append({compat, file(compat, head,
                                   inCppLinkage(brought + m_names.text() + m_names.guards()))});
        for (const auto& [name, target] : m_headers) {
            shims.append({name, shim(name, target)});
        }
        std::sort(shims.begin(), shims.end(),
                  [](const ShimHeader& a, const ShimHeader& b) { return a.name < b.name; });
        return shims;
    }

private:
    static QByteArray file(const QByteArray& name, const QByteArray& head, const QByteArray& body)
    {
        const QByteArray guard = guardOf(name);
        return head + "#ifndef " + guard + "\n#define " + guard + "\n\n" + body + "\n#endif // " +
               guard + '\n';
    }

    void collectHeaders()
    {
        m_headers.emplace("cuda_runtime.h", QByteArray("hip/hip_runtime.h"));
        for (const QByteArray& name : suppliedAmong(m_needs.headers, m_target.rocm)) {
            m_headers.emplace(name, toBytes(installedFor(viewOf(name))));
        }
        for (const QByteArray& name : m_needs.headers) {
            if (m_headers.count(name) != 0) {
                continue;
            }
            const HeaderFact* const fact = findHeader(viewOf(name));
            if (!fact || !isPlainPath(name)) {
                continue;
            }
            const HeaderTarget to = headerTarget(*fact, m_options, false);
            if (to.kind == HeaderTarget::Unsupported && m_needs.askedFor.contains(name)) {
                continue; // __has_include must go on to say that it is not there
            }
            if (to.kind == HeaderTarget::Keep ||
                (to.kind == HeaderTarget::Rename && to.name == viewOf(name))) {
                continue; // the project's, or ROCm's under the same name
            }
            std::optional<QByteArray> target;
            if (to.kind == HeaderTarget::Rename) {
                target = toBytes(to.name);
            } else if (to.kind == HeaderTarget::Drop) {
                target = QByteArray();
            }
            m_headers.emplace(name, target);
        }
        addMainHeaders();
        for (const auto& [name, target] : m_headers) {
            const std::string_view library = libraryOfHeader(viewOf(name));
            if (library.empty() || !target || m_libraries.count(library) != 0) {
                continue;
            }
            const auto* const fact =
                std::find_if(kLibraries.begin(), kLibraries.end(),
                             [&](const Library& one) { return one.name == library; });
            const auto main = m_headers.find(toBytes(fact->main));
            m_libraries.emplace(library, main == m_headers.end() ? name : main->first);
            m_libraryNames.try_emplace(library, m_target);
        }
    }

    /// A header that ROCm has none for brings those of its library that CUDA's includes:
    /// <cublasXt.h> has the types of cuBLAS.
    void addMainHeaders()
    {
        std::map<QByteArray, std::optional<QByteArray>> more;
        for (const auto& [name, target] : m_headers) {
            const std::string_view library = libraryOfHeader(viewOf(name));
            const auto* const fact =
                std::find_if(kLibraries.begin(), kLibraries.end(),
                             [&](const Library& one) { return one.name == library; });
            if (target || fact == kLibraries.end()) {
                continue;
            }
            const HeaderFact* const main = findHeader(fact->main);
            const HeaderTarget to =
                main == nullptr ? HeaderTarget() : headerTarget(*main, m_options, false);
            if (to.kind == HeaderTarget::Rename) {
                more.emplace(toBytes(fact->main), toBytes(to.name));
            }
        }
        m_headers.merge(more);
    }

    /// Whether the name says that a header of a library was read, and none is in use.
    [[nodiscard]] bool isGuardOfNoHeader(const ApiFact* fact) const
    {
        return fact != nullptr && isHeaderGuard(*fact) &&
               m_libraryNames.find(fact->library) == m_libraryNames.end() &&
               std::any_of(kLibraries.begin(), kLibraries.end(),
                           [&](const Library& one) { return one.name == fact->library; });
    }

    void collectNames()
    {
        const bool hasCub = std::any_of(m_headers.begin(), m_headers.end(), [](const auto& one) {
            return one.first.startsWith("cub/");
        });
        for (const auto& [name, target] : m_headers) {
            if (const std::string_view one = suppliedDeviceFor(viewOf(name)); !one.empty()) {
                m_names.add(one);
            }
        }
        for (const std::string_view one : suppliedBeside(m_needs.names, m_needs.headers)) {
            m_names.add(one);
        }
        m_cubWithoutHeader = m_needs.usesCubNamespace && !hasCub;
        for (const QByteArray& name : m_needs.names) {
            const ApiFact* const fact = findApi(viewOf(name));
            if (isGuardOfNoHeader(fact)) {
                continue; // a test of it says no, as it should
            }
            // Types of numbers belong to all libraries.
            const bool isShared = name.startsWith("CUDA_R_") || name.startsWith("CUDA_C_") ||
                                  name.startsWith("cudaDataType");
            const auto own = fact != nullptr && !isShared ? m_libraryNames.find(fact->library)
                                                          : m_libraryNames.end();
            if (own == m_libraryNames.end()) {
                m_names.add(viewOf(name), !fact || fact->library != "rtc"sv);
            } else {
                own->second.add(viewOf(name));
            }
        }
    }

    [[nodiscard]] QByteArray shim(const QByteArray& name,
                                  const std::optional<QByteArray>& target) const
    {
        const QByteArray up = upFrom(name);
        QByteArray body;
        if (!target) {
            body = "// ROCm has no header that stands for <" + name +
                   ">: what it declares is missing on AMD GPUs.\n";
            if (const auto main = m_libraries.find(libraryOfHeader(viewOf(name)));
                main != m_libraries.end()) {
                body += "#include \"" + up + main->second + "\"\n";
            }
            return file(name, {}, body);
        }
        if (!target->isEmpty()) {
            // CUDA's headers bring the types of the runtime that they need; not all of HIP's do.
            if (target->startsWith("hip/hip_runtime") || target->startsWith("hip/hip_coop")) {
                body = askForGroups(m_needs, m_target.rocm);
            }
            if (!target->startsWith("hip/hip_runtime")) {
                body += "#include <hip/hip_runtime_api.h>\n";
            }
            body += compatInclude(*target, m_target.rocm);
        }
        const auto own = m_libraries.find(libraryOfHeader(viewOf(name)));
        const bool shared = own != m_libraries.end() && own->second != name;
        body += "#include \"" + up + (shared ? own->second : QByteArray(kShimNames)) + "\"\n";
        for (const QByteArray& other : broughtBy(name)) {
            body += "#include \"" + up + other + "\"\n";
        }
        if (own != m_libraries.end() && !shared) {
            const CompatNames& names = m_libraryNames.at(own->first);
            body += names.text() + names.guards();
        }
        if (name.startsWith("cub/")) {
            body += cubAlias();
            if (m_headers.count("cuda/functional") != 0) { // as CUB's headers do
                body += "#include \"" + up + "cuda/functional\"\n";
            }
        }
        if (const std::string_view other = suppliedBefore(viewOf(name)); !other.empty()) {
            body += "#include \"" + up + toBytes(other) + "\"\n";
        }
        body += suppliedHeader(viewOf(name), m_target.rocm);
        return file(name, {}, inCppLinkage(body));
    }

    /// Headers in use that CUDA's header of this name includes.
    [[nodiscard]] std::vector<QByteArray> broughtBy(const QByteArray& name) const
    {
        const std::string_view library = libraryOfHeader(viewOf(name));
        std::vector<QByteArray> headers;
        const auto add = [&](std::string_view other) {
            const auto found = m_libraries.find(other);
            if (found != m_libraries.end()) {
                headers.push_back(found->second);
            }
        };
        if (library == "solver"sv || library == "blaslt"sv) {
            add("blas"sv);
        }
        if (library == "solver"sv) {
            add("sparse"sv);
        }
        return headers;
    }

    const CompatNeeds& m_needs;
    const TargetSettings& m_target;
    TranslateOptions m_options;
    CompatNames m_names; ///< of the runtime, and of libraries without a header in use
    std::map<QByteArray, std::optional<QByteArray>>
        m_headers;                                      ///< to ROCm's; nothing: there is none
    std::map<std::string_view, QByteArray> m_libraries; ///< the header that holds its names
    std::map<std::string_view, CompatNames> m_libraryNames;
    bool m_cubWithoutHeader = false; ///< the namespace comes with a header of others
};

} // namespace

QVector<ShimHeader> shimHeaders(const CompatNeeds& needs, const TargetSettings& target)
{
    return ShimWriter(needs, target).write();
}

} // namespace rocport
