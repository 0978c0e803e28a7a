#pragma once

#include "core/base/words.h"

#include <QStringList>

#include <span>
#include <string_view>

namespace rocport {

/// What a CUDA name is (column `kind` of resources/facts/cuda_to_hip.tsv).
enum class ApiKind : quint8 { Function, Type, Enumerator, Macro, Header, DeviceFunction };
/// What HIP has for it (column `status`; see resources/facts/README.md).
enum class ApiStatus : quint8 { Supported, HipOnly, RocOnly, Experimental, Unsupported };
/// The tables in resources/facts that say what a CUDA name becomes.
enum class NameTable : quint8 {
    CudaToHip,
    DeviceFunctions,
    DeviceAdded,
    Substitutes,
    BeyondHipify,
    NewerNames,
    TorchNames,
};

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
    std::string_view hipRocm6; ///< a different name in ROCm 6; "-": none there; empty: the same
    std::string_view rocRocm6;
    std::string_view note; ///< device functions: what a 64-wide wavefront changes, ...
    /// What PyTorch writes for it when it builds an extension (tables of torch.utils.hipify, 2.11);
    /// empty: its tables lack the name.
    std::string_view torch;
    ApiKind kind = ApiKind::Function;
    ApiStatus status = ApiStatus::Unsupported;
    /// cuBLAS without "_v2": hipify-clang renames it only in files that include cublas_v2.h.
    bool v2Only = false;
    bool hasSubstitute = false;  ///< see substitutes()
    bool isTorchMissing = false; ///< no header of HIP 6.4 has what PyTorch writes
    bool isTorchOther = false;   ///< HIP means something else by what PyTorch writes
    /// Where `hip` comes from; for names that HIPIFY does not know, the table that has them.
    NameTable table = NameTable::CudaToHip;

    /// Whether HIPIFY or the notes on device functions know the name.
    [[nodiscard]] bool isInHipify() const
    {
        return table != NameTable::Substitutes && table != NameTable::BeyondHipify;
    }
};

/// The row of a CUDA identifier, or null. Perfect hash made at build time; no allocation, no
/// locking.
const ApiFact* findApi(std::string_view cudaName);
/// All rows, sorted by CUDA name (for tests and pickers).
const ApiFact* allApis(size_t& count);

/// When a rule about arguments applies: with HIP names, ROC names, or MIOpen names.
enum class ArgumentGroup : quint8 { Hip, Roc, Miopen };
enum class ArgumentAction : quint8 {
    Wrap,    ///< `text` and parentheses around the argument
    Insert,  ///< `text` before the argument; at the end when there are fewer
    Remove,  ///< the argument is removed
    Replace, ///< `text` instead of the argument
    Move,    ///< `count` arguments go before `target`, or to the end
    Copy,    ///< the argument is repeated before `target`, or at the end
};

/// One change to the arguments of a call whose HIP or ROC counterpart takes different ones (a row
/// of resources/facts/argument_rules.tsv). Positions are 0-based in the CUDA call; all rules of a
/// function apply at once. "{version}" in `text` is HIP's version as a number.
struct ArgumentRule
{
    std::string_view cuda;
    ArgumentGroup group = ArgumentGroup::Hip;
    ArgumentAction action = ArgumentAction::Wrap;
    int argument = 0;
    int count = 1;
    int target = -1;
    std::string_view text;
};
/// The rules of a CUDA function, of all groups; empty when it has none.
std::span<const ArgumentRule> argumentRules(std::string_view cudaName);
/// All rules, sorted by CUDA name.
std::span<const ArgumentRule> allArgumentRules();

/// What to write for a name for which HIPIFY's tables have nothing, or something that does not
/// compile (a row of resources/facts/substitutes.tsv).
struct Substitute
{
    std::string_view cuda;
    int arguments = -1;    ///< for calls with that many arguments; -1: wherever the name occurs
    std::string_view text; ///< $1, $2, ... are the arguments
};
/// The substitutes for one name; empty for most.
std::span<const Substitute> substitutes(std::string_view cudaName);

/// One row of resources/facts/headers.tsv.
struct HeaderFact
{
    std::string_view cuda;      ///< "cublas_v2.h", "cub/cub.cuh"
    std::string_view hip;       ///< as hipify writes it; empty: dropped or unsupported
    std::string_view installed; ///< path that ROCm installs ("hipblas/hipblas.h"); empty: as `hip`
    std::string_view roc;
    std::string_view hipRocm6; ///< as in ApiFact
    std::string_view note;
    bool dropped = false;          ///< the include is removed (no HIP header needed)
    bool unsupported = false;      ///< no HIP counterpart
    bool notInHipify = false;      ///< HIP counterpart known from installed headers only
    std::string_view rocInstalled; ///< as `installed`, for `roc`
    std::string_view hipAdded;     ///< first ROCm release that has the installed header; empty: all
    std::string_view torch;        ///< as in ApiFact
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
    bool asTorch = false; ///< what PyTorch's build writes, for bestNameFor()
};
/// The name to write for `fact`, or empty when it has none under these options.
std::string_view hipNameFor(const ApiFact& fact, const NameOptions& options);

/// The same, but with what substitutes() has for the name in any context: the name that compiles.
/// Empty for names of hipDNN, which is discontinued.
std::string_view bestNameFor(const ApiFact& fact, const NameOptions& options);
/// The table from which bestNameFor() takes its answer.
NameTable bestNameTable(const ApiFact& fact, const NameOptions& options);

QString apiStatusId(ApiStatus status);
/// Display name of a fact library: "Runtime", "cuBLAS", "CUB", ...
QString libraryName(std::string_view library);

} // namespace rocport
