#include "core/facts/facts.h"

#include "core/facts/facthash.h"
#include "core/facts/newernames.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <utility>

namespace rocport {

namespace {

using namespace std::string_view_literals;

#include "facts_data.inc"

template <typename Row, size_t RowCount, size_t SlotCount>
const Row* find(const Row (&rows)[RowCount], const std::uint32_t (&slots)[SlotCount],
                const std::uint64_t (&sieve)[kFactSieveWords], std::string_view name)
{
    static_assert((SlotCount & (SlotCount - 1)) == 0);
    if (name.empty()) {
        return nullptr;
    }
    const std::uint32_t hash = factHash(name);
    if ((sieve[factSieveWord(hash)] & factSieveBit(hash)) == 0) {
        return nullptr;
    }
    size_t at = hash & (SlotCount - 1);
    while (slots[at] != 0) {
        if (((slots[at] ^ hash) & ~kFactRowMask) == 0) {
            const Row& row = rows[(slots[at] & kFactRowMask) - 1];
            if (row.cuda == name) {
                return &row;
            }
        }
        at = (at + 1) & (SlotCount - 1);
    }
    return nullptr;
}

Version versionOf(std::string_view text)
{
    return Version::parse(QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size())))
        .value_or(Version());
}

/// The name under ROCm 6, by the newer name and the column for ROCm 6. A "-" there speaks about the
/// tool of that time: the newer name serves ROCm 6 too where HIP had it by then.
std::string_view nameInRocm6(std::string_view newer, std::string_view older, const ApiFact& fact,
                             const Version& rocm)
{
    if (older.empty()) {
        return newer;
    }
    if (older != "-"sv) {
        return older;
    }
    if (!fact.hipAdded.empty()) {
        return versionOf(fact.hipAdded) <= rocm ? newer : std::string_view();
    }
    return newer == fact.cuda ? newer : std::string_view();
}

} // namespace

const ApiFact* findApi(std::string_view cudaName)
{
    return find(kApis, kApiSlots, kApiSlotsSieve, cudaName);
}

const ApiFact* allApis(size_t& count)
{
    count = std::size(kApis);
    return kApis;
}

namespace {

/// The rows of one name in a sorted table.
template <typename Row, size_t Count>
std::span<const Row> rowsOf(const Row (&table)[Count], std::string_view name)
{
    const auto* const first =
        std::lower_bound(std::begin(table), std::end(table), name,
                         [](const Row& row, std::string_view wanted) { return row.cuda < wanted; });
    const auto* last = first;
    while (last != std::end(table) && last->cuda == name) {
        ++last;
    }
    return {first, last};
}

} // namespace

std::span<const ArgumentRule> argumentRules(std::string_view cudaName)
{
    return rowsOf(kArgumentRules, cudaName);
}

std::span<const Substitute> substitutes(std::string_view cudaName)
{
    return rowsOf(kSubstitutes, cudaName);
}

std::span<const NewerName> allNewerNames()
{
    return kNewerNames;
}

static bool holdsIn(const NewerName& name, const Version& rocm)
{
    const bool isNewest = rocm.isEmpty();
    return (isNewest || versionOf(name.hipAdded) <= rocm) &&
           (name.hipUntil.empty() || (!isNewest && rocm < versionOf(name.hipUntil)));
}

namespace {

struct BestName
{
    std::string_view name;
    NameTable table;
};

BestName bestOf(const ApiFact& fact, const NameOptions& options)
{
    if (options.asTorch) {
        return {fact.torch, NameTable::TorchNames};
    }
    if (fact.hasSubstitute) {
        for (const Substitute& substitute : substitutes(fact.cuda)) {
            if (substitute.arguments < 0) {
                return {substitute.text, NameTable::Substitutes};
            }
        }
    }
    const std::span<const NewerName> newer = rowsOf(kNewerNames, fact.cuda);
    const bool isOfRoc = options.roc && fact.library == "blas"sv;
    if (!newer.empty() && !isOfRoc && holdsIn(newer.front(), options.rocm)) {
        return {newer.front().hip, NameTable::NewerNames};
    }
    const std::string_view name = hipNameFor(fact, options);
    // The tables' hipDNN is discontinued, and ROCm does not install it.
    const bool gone = name.starts_with("hipdnn"sv) || name.starts_with("HIPDNN"sv);
    return {gone ? std::string_view() : name, fact.table};
}

} // namespace

std::string_view bestNameFor(const ApiFact& fact, const NameOptions& options)
{
    return bestOf(fact, options).name;
}

NameTable bestNameTable(const ApiFact& fact, const NameOptions& options)
{
    return bestOf(fact, options).table;
}

std::span<const ArgumentRule> allArgumentRules()
{
    return kArgumentRules;
}

const HeaderFact* findHeader(std::string_view cudaHeader)
{
    if (const HeaderFact* const fact =
            find(kHeaders, kHeaderSlots, kHeaderSlotsSieve, cudaHeader)) {
        return fact;
    }
    // Parts of CUB that are newer than the tables; hipCUB has one header for all of them.
    if (cudaHeader.starts_with("cub/"sv) && cudaHeader.ends_with(".cuh"sv)) {
        return find(kHeaders, kHeaderSlots, kHeaderSlotsSieve, "cub/config.cuh"sv);
    }
    return nullptr;
}

const HeaderFact* allHeaders(size_t& count)
{
    count = std::size(kHeaders);
    return kHeaders;
}

std::string_view hipNameFor(const ApiFact& fact, const NameOptions& options)
{
    const bool rocm6 = !options.rocm.isEmpty() && options.rocm.major() < 7;
    switch (fact.status) {
    case ApiStatus::Unsupported:
        return {};
    case ApiStatus::Experimental:
        if (!options.experimental) {
            return {};
        }
        break;
    case ApiStatus::RocOnly:
        if (!(options.roc && !fact.roc.empty()) && !(options.miopen && !fact.miopen.empty())) {
            return {};
        }
        break;
    case ApiStatus::Supported:
    case ApiStatus::HipOnly:
        break;
    }
    if (options.miopen && !fact.miopen.empty()) {
        return fact.miopen;
    }
    if (options.roc) {
        const std::string_view newer = fact.roc.empty() ? fact.hip : fact.roc;
        if (!rocm6) {
            return newer;
        }
        // Where the ROC name is missing in ROCm 6, the HIP name is what is left.
        if (fact.rocRocm6 != "-"sv && !fact.rocRocm6.empty()) {
            return fact.rocRocm6;
        }
        if (fact.rocRocm6.empty() && !fact.roc.empty()) {
            return fact.roc;
        }
    }
    return rocm6 ? nameInRocm6(fact.hip, fact.hipRocm6, fact, options.rocm) : fact.hip;
}

QString apiStatusId(ApiStatus status)
{
    switch (status) {
    case ApiStatus::Supported:
        return QStringLiteral("supported");
    case ApiStatus::HipOnly:
        return QStringLiteral("hip_only");
    case ApiStatus::RocOnly:
        return QStringLiteral("roc_only");
    case ApiStatus::Experimental:
        return QStringLiteral("experimental");
    case ApiStatus::Unsupported:
        break;
    }
    return QStringLiteral("unsupported");
}

QString libraryName(std::string_view library)
{
    static constexpr std::pair<std::string_view, const char*> kNames[] = {
        {"runtime"sv, "Runtime"}, {"driver"sv, "Driver"},   {"device"sv, "Device functions"},
        {"complex"sv, "Complex"}, {"rtc"sv, "NVRTC"},       {"blas"sv, "cuBLAS"},
        {"blaslt"sv, "cuBLASLt"}, {"sparse"sv, "cuSPARSE"}, {"solver"sv, "cuSOLVER"},
        {"rand"sv, "cuRAND"},     {"fft"sv, "cuFFT"},       {"dnn"sv, "cuDNN"},
        {"tensor"sv, "cuTENSOR"}, {"cub"sv, "CUB"},         {"caffe2"sv, "Caffe2"},
        {"headers"sv, "Headers"}};
    for (const auto& [id, name] : kNames) {
        if (id == library) {
            return QString::fromLatin1(name);
        }
    }
    return QString::fromUtf8(library.data(), static_cast<qsizetype>(library.size()));
}

} // namespace rocport
