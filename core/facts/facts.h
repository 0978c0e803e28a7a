#pragma once

#include "core/base/words.h"

#include <QStringList>

#include <string_view>

namespace rocport {

/// What a CUDA name is (column `kind` of resources/facts/cuda_to_hip.tsv).
enum class ApiKind : quint8 { Function, Type, Enumerator, Macro, Header, DeviceFunction };
/// How HIP stands to it (column `status`; see resources/facts/README.md).
enum class ApiStatus : quint8 { Supported, HipOnly, RocOnly, Experimental, Unsupported };

/// One row of the CUDA to HIP tables, compiled in. Views point to static storage; empty means none.
struct ApiFact
{
    std::string_view cuda;
    std::string_view hip;     ///< ROCm 7.0 and later
    std::string_view roc;     ///< under --roc, where it differs
    std::string_view miopen;  ///< under --miopen, where it differs
    std::string_view library; ///< "runtime", "driver", "device", "blas", ...
    std::string_view cudaAdded, cudaDeprecated, cudaRemoved;
    std::string_view hipAdded, hipDeprecated, hipRemoved;
    std::string_view hipRocm6; ///< other name in ROCm 6; "-" : none there; empty: the same
    std::string_view rocRocm6;
    std::string_view note; ///< device functions: what a 64-wide wavefront changes, ...
    ApiKind kind = ApiKind::Function;
    ApiStatus status = ApiStatus::Unsupported;
};

/// The row of a CUDA identifier, or null. Perfect hash made at build time; no allocation, no
/// locking.
const ApiFact* findApi(std::string_view cudaName);
/// All rows, sorted by CUDA name (for tests and pickers).
const ApiFact* allApis(size_t& count);

/// One row of resources/facts/headers.tsv.
struct HeaderFact
{
    std::string_view cuda;      ///< "cublas_v2.h", "cub/cub.cuh"
    std::string_view hip;       ///< as hipify writes it; empty: dropped or unsupported
    std::string_view installed; ///< path that ROCm installs ("hipblas/hipblas.h"); empty: as `hip`
    std::string_view roc;
    std::string_view hipRocm6; ///< as in ApiFact
    std::string_view note;
    bool dropped = false;          ///< the include goes away (no HIP header needed)
    bool unsupported = false;      ///< no HIP twin
    bool notInHipify = false;      ///< HIP twin known from installed headers only
    std::string_view rocInstalled; ///< as `installed`, for `roc`
    std::string_view hipAdded;     ///< first ROCm release that has the installed header; empty: all
};
/// The row of a CUDA header as written in an include, or null. Any "cub/*.cuh" has one.
const HeaderFact* findHeader(std::string_view cudaHeader);
const HeaderFact* allHeaders(size_t& count);

/// Name options of `translate`.
struct NameOptions
{
    bool roc = false;
    bool miopen = false;
    bool experimental = false;
    Version rocm = {7, 2};
};
/// The name to write for `fact`, or empty when it has none under these options.
std::string_view hipNameFor(const ApiFact& fact, const NameOptions& options);

QString apiStatusId(ApiStatus status);
/// Display name of a fact library: "Runtime", "cuBLAS", "CUB", ...
QString libraryName(std::string_view library);

} // namespace rocport
