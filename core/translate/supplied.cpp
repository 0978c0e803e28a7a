#include "core/translate/supplied.h"

#include "core/text/bytes.h"
#include "core/translate/translate.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <optional>

// Resources of a static library are not linked in on their own; this must stand at global scope.
static void initCompatResources()
{
    Q_INIT_RESOURCE(rocport_compat);
}

namespace rocport {

namespace {

using namespace std::string_view_literals;

struct SuppliedHeader
{
    std::string_view cuda;
    std::string_view resource;  ///< its text; empty: what it rests on is all
    std::string_view before;    ///< another one that it rests on
    std::string_view installed; ///< of ROCm, besides the runtime
    std::string_view standard;  ///< the C++ header whose names are in cuda::std as well
    int untilMajor = 0;         ///< the first release of ROCm that has the header itself; 0: none
    int untilMinor = 0;
};

constexpr std::string_view kGroups = "hip/hip_cooperative_groups.h"sv;

/// A part of libcu++ that forwards to the standard library: what is constexpr there can be called
/// in device code, and the compiler refuses the rest.
constexpr SuppliedHeader standard(std::string_view cuda, std::string_view name,
                                  std::string_view resource = {})
{
    return {cuda, resource, {}, {}, name};
}

/// (CUDA C++ programming guide, cooperative groups and pipelines; libcu++ API reference; NVTX 3.)
constexpr std::array kSuppliedHeaders = {
    SuppliedHeader{"cooperative_groups/memcpy_async.h"sv,
                   "cooperative_groups/memcpy_async.h"sv,
                   {},
                   kGroups,
                   {}},
    SuppliedHeader{
        "cooperative_groups/reduce.h"sv, "cooperative_groups/reduce.h"sv, {}, kGroups, {}, 7, 13},
    SuppliedHeader{
        "cooperative_groups/scan.h"sv, "cooperative_groups/scan.h"sv, {}, kGroups, {}, 10, 0},
    SuppliedHeader{"cublasXt.h"sv, "cublasxt.h"sv, {}, "hipblas/hipblas.h"sv, {}},
    SuppliedHeader{"cuda/atomic"sv, "cuda/atomic"sv, {}, {}, {}},
    SuppliedHeader{"cuda/cmath"sv, "cuda/cmath"sv, {}, {}, {}},
    SuppliedHeader{"cuda/functional"sv, "cuda/functional"sv, {}, {}, {}},
    SuppliedHeader{"cuda/pipeline"sv, "cuda/pipeline"sv, "cuda/atomic"sv, {}, {}},
    standard("cuda/std/algorithm"sv, "algorithm"sv),
    standard("cuda/std/array"sv, "array"sv),
    SuppliedHeader{"cuda/std/atomic"sv, {}, "cuda/atomic"sv, {}, {}},
    standard("cuda/std/bit"sv, "bit"sv, "cudastd/bit"sv),
    standard("cuda/std/cassert"sv, "cassert"sv),
    standard("cuda/std/cfloat"sv, "cfloat"sv),
    standard("cuda/std/climits"sv, "climits"sv),
    standard("cuda/std/cmath"sv, "cmath"sv),
    standard("cuda/std/complex"sv, "complex"sv),
    standard("cuda/std/cstddef"sv, "cstddef"sv),
    standard("cuda/std/cstdint"sv, "cstdint"sv),
    standard("cuda/std/functional"sv, "functional"sv, "cudastd/functional"sv),
    standard("cuda/std/initializer_list"sv, "initializer_list"sv),
    standard("cuda/std/iterator"sv, "iterator"sv),
    standard("cuda/std/limits"sv, "limits"sv),
    standard("cuda/std/numeric"sv, "numeric"sv),
    standard("cuda/std/optional"sv, "optional"sv),
    standard("cuda/std/ratio"sv, "ratio"sv),
    SuppliedHeader{"cuda/std/span"sv, "cudastd/span"sv, {}, {}, {}},
    standard("cuda/std/tuple"sv, "tuple"sv),
    standard("cuda/std/type_traits"sv, "type_traits"sv),
    standard("cuda/std/utility"sv, "utility"sv, "cudastd/utility"sv),
    standard("cuda/std/version"sv, "version"sv),
    SuppliedHeader{"cuda/stream_ref"sv, "cuda/stream_ref"sv, {}, {}, {}},
    SuppliedHeader{"cuda_pipeline.h"sv, "cuda_pipeline.h"sv, {}, {}, {}},
    SuppliedHeader{"cuda_pipeline_primitives.h"sv, {}, "cuda_pipeline.h"sv, {}, {}},
    SuppliedHeader{"mma.h"sv, "mma.h"sv, {}, {}, {}},
    SuppliedHeader{"nv/target"sv, "nv/target"sv, {}, {}, {}},
    SuppliedHeader{"nvToolsExt.h"sv, "nvtx.h"sv, {}, {}, {}},
    SuppliedHeader{"nvToolsExtCuda.h"sv, {}, "nvToolsExtCudaRt.h"sv, {}, {}},
    SuppliedHeader{"nvToolsExtCudaRt.h"sv, "nvtxruntime.h"sv, "nvToolsExt.h"sv, {}, {}},
    SuppliedHeader{"nvtx3/nvToolsExt.h"sv, {}, "nvToolsExt.h"sv, {}, {}},
    SuppliedHeader{"nvtx3/nvToolsExtCuda.h"sv, {}, "nvToolsExtCudaRt.h"sv, {}, {}},
    SuppliedHeader{"nvtx3/nvToolsExtCudaRt.h"sv, {}, "nvToolsExtCudaRt.h"sv, {}, {}},
    SuppliedHeader{"nvtx3/nvtx3.hpp"sv, "nvtx3.hpp"sv, "nvToolsExt.h"sv, {}, {}}};

const SuppliedHeader* findSupplied(std::string_view header)
{
    const auto* const found = std::lower_bound(
        kSuppliedHeaders.begin(), kSuppliedHeaders.end(), header,
        [](const SuppliedHeader& one, std::string_view name) { return one.cuda < name; });
    return found != kSuppliedHeaders.end() && found->cuda == header ? found : nullptr;
}

const SuppliedHeader* findSupplied(std::string_view header, const Version& rocm)
{
    const SuppliedHeader* const found = findSupplied(header);
    const bool installed = found != nullptr && found->untilMajor > 0 &&
                           !(rocm < Version{found->untilMajor, found->untilMinor});
    return installed ? nullptr : found;
}

} // namespace

bool generatedHeadersHold(std::string_view cudaHeader, const Version& rocm)
{
    return findSupplied(cudaHeader, rocm) != nullptr;
}

QByteArray suppliedHeader(std::string_view cudaHeader, const Version& rocm)
{
    const SuppliedHeader* const one = findSupplied(cudaHeader, rocm);
    if (one == nullptr) {
        return {};
    }
    QByteArray text = "\n";
    if (!one->standard.empty()) {
        text += "#ifdef __cplusplus\n#include <" + toBytes(one->standard) +
                ">\nnamespace cuda {\nnamespace std {\nusing namespace ::std;\n} // namespace std\n"
                "} // namespace cuda\n#endif\n";
    }
    // CUDA's header of scans brings them too; a release with reductions of its own has them.
    const bool functions = one->cuda == "cooperative_groups/reduce.h"sv ||
                           (one->cuda == "cooperative_groups/scan.h"sv &&
                            findSupplied("cooperative_groups/reduce.h"sv, rocm));
    if (functions) {
        text += compatText("cooperative_groups/functions.h"sv);
    }
    return one->resource.empty() ? text : text + compatText(one->resource);
}

std::string_view suppliedBefore(std::string_view cudaHeader)
{
    const SuppliedHeader* const one = findSupplied(cudaHeader);
    return one == nullptr ? std::string_view() : one->before;
}

std::string_view installedFor(std::string_view cudaHeader)
{
    const SuppliedHeader* const one = findSupplied(cudaHeader);
    return one == nullptr ? std::string_view() : one->installed;
}

std::vector<QByteArray> suppliedAmong(const QSet<QByteArray>& headers, const Version& rocm)
{
    std::vector<QByteArray> found;
    for (const QByteArray& header : headers) {
        if (findSupplied(viewOf(header), rocm) != nullptr) {
            found.push_back(header);
        }
    }
    std::sort(found.begin(), found.end());
    std::vector<QByteArray> ordered;
    for (const QByteArray& header : found) {
        auto at = ordered.end() - ordered.begin();
        for (QByteArray one = header; !one.isEmpty(); one = toBytes(suppliedBefore(viewOf(one)))) {
            if (std::find(ordered.begin(), ordered.end(), one) != ordered.end()) {
                break;
            }
            ordered.insert(ordered.begin() + at, one);
        }
    }
    return ordered;
}

QByteArray compatText(std::string_view path)
{
    initCompatResources();
    QFile file(QStringLiteral(":/rocport/compat/") +
               QString::fromLatin1(path.data(), static_cast<qsizetype>(path.size())));
    const bool isThere = file.open(QIODevice::ReadOnly);
    Q_ASSERT(isThere);
    return isThere ? file.readAll() : QByteArray();
}

} // namespace rocport
