#include "core/rules/cpp/cppsupplied.h"

#include "core/base/cancelscope.h"
#include "core/facts/facts.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/rules/cpp/cpplanes.h"
#include "core/text/bytes.h"
#include "core/translate/compatdevice.h"
#include "core/translate/compattextures.h"
#include "core/translate/conditions.h"
#include "core/translate/declared.h"
#include "core/translate/extensionnames.h"
#include "core/translate/translate.h"

#include <algorithm>
#include <array>
#include <set>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// What an edit of before calls of generated headers; empty: it is no such call.
std::string_view calledByPort(std::string_view word)
{
    return !word.starts_with("rocport")       ? std::string_view()
           : word == "rocportCopyToShared"    ? kSuppliedCopy
           : word == "rocportBitField"        ? kSuppliedBitField
           : word == "rocportMma"             ? kSuppliedProduct
           : word == "rocportMmaQuads"        ? kSuppliedProduct
           : word == "rocportLoadMatrix"      ? kSuppliedMatrixMove
           : word == "rocportStoreMatrix"     ? kSuppliedMatrixMove
           : word == "rocportTransposeMatrix" ? kSuppliedMatrixMove
                                              : std::string_view();
}

/// Whether the call at token `i` is one of the device functions that generated headers hold.
bool isSuppliedCall(const CppFile& file, int i, const AnalysisContext& context)
{
    const TargetSettings& target = context.target;
    const std::string_view word = file.text(i);
    if (word == kSuppliedPartition) {
        return file.is(i + 1, "(") && suppliesPartition(context.strategy, target.rocm);
    }
    if (word == kSuppliedBlockTiles) {
        return file.is(i + 1, "<") && suppliesMissing(context.strategy);
    }
    if (isCallingConvention(word)) {
        return true;
    }
    if (word.starts_with("__") || word.starts_with("atomic")) {
        return isBeyondTables(word) && isSuppliedDevice(word, target.rocm);
    }
    return isTextureFunction(word) && (file.is(i + 1, "<") || file.is(i + 1, "(")) &&
           isSuppliedTexture(word, target);
}

/// Whether a file has cuda::maximum or cuda::minimum by CUB's headers, which bring
/// <cuda/functional>.
bool bringsFunctional(const CppFile& file)
{
    const auto& includes = file.includes();
    const bool hasCub = std::any_of(includes.begin(), includes.end(), [](const CppInclude& one) {
        return one.header.starts_with("cub/");
    });
    for (int i = 2; hasCub && i < file.size() && !isWorkCancelledAt(i); ++i) {
        if ((file.is(i, "maximum") || file.is(i, "minimum")) && file.is(i - 1, "::") &&
            file.is(i - 2, "cuda")) {
            return true;
        }
    }
    return false;
}

/// Whether the atomicAdd() at token `i` adds a vector: atomicAdd((float2*)p, make_float2(x, y)).
bool addsVector(const CppFile& file, int i)
{
    constexpr int kLongest = 200; // tokens of a call that are looked at
    constexpr std::array kVectors = {"float2"sv, "float4"sv, "make_float2"sv, "make_float4"sv};
    if (file.text(i) != "atomicAdd" || !file.is(i + 1, "(")) {
        return false;
    }
    int depth = 0;
    for (int at = i + 1; at < std::min(file.size(), i + kLongest); ++at) {
        const std::string_view word = file.text(at);
        depth += word == "(" ? 1 : word == ")" ? -1 : 0;
        if (depth == 0) {
            return false;
        }
        if (isOneOf(word, kVectors)) {
            return true;
        }
    }
    return false;
}

/// Whether a file shuffles by a group, "tile.shfl_xor(", and names vectors.
bool shufflesVectors(const CppFile& file)
{
    constexpr std::array kShuffles = {"shfl"sv, "shfl_down"sv, "shfl_up"sv, "shfl_xor"sv};
    constexpr std::array kVectors = {
        "char2"sv,      "char4"sv,   "uchar2"sv,  "uchar4"sv, "short2"sv, "short4"sv,
        "ushort2"sv,    "ushort4"sv, "int2"sv,    "int3"sv,   "int4"sv,   "uint2"sv,
        "uint3"sv,      "uint4"sv,   "float2"sv,  "float3"sv, "float4"sv, "longlong2"sv,
        "ulonglong2"sv, "double2"sv, "double3"sv, "double4"sv};
    bool shuffles = false;
    bool vectors = false;
    for (int i = 1; i < file.size() && !(shuffles && vectors) && !isWorkCancelledAt(i); ++i) {
        const std::string_view word = file.text(i);
        const bool isMember = file.is(i - 1, ".") || file.is(i - 1, "->");
        shuffles = shuffles || (isMember && word.starts_with("shfl") && isOneOf(word, kShuffles) &&
                                file.is(i + 1, "("));
        vectors = vectors || isOneOf(word, kVectors);
    }
    return shuffles && vectors;
}

/// What HIP has for other types only, of a file that names numbers of 16 bits.
std::vector<std::string_view> ofNumbers(const CppFile& file, const FileAnalysis& analysis)
{
    constexpr std::array kHalves = {"half"sv, "half2"sv, "__half"sv, "__half2"sv};
    constexpr std::array kBfloats = {"nv_bfloat16"sv, "nv_bfloat162"sv, "__nv_bfloat16"sv,
                                     "__nv_bfloat162"sv};
    QSet<QByteArray> headers;
    for (int i = 0; i < file.size() && !isWorkCancelledAt(i); ++i) {
        if (!file.isKind(i, CTokenKind::Identifier)) {
            continue;
        }
        const std::string_view word = file.text(i);
        if (isOneOf(word, kHalves)) {
            headers.insert("cuda_fp16.h");
        } else if (isOneOf(word, kBfloats)) {
            headers.insert("cuda_bf16.h");
        }
    }
    QSet<QByteArray> names;
    for (const ApiUse& use : analysis.apiUses) {
        names.insert(use.name.toUtf8());
    }
    return suppliedBeside(names, headers);
}

} // namespace

bool suppliesPartition(Strategy strategy, const Version& rocm)
{
    return suppliesMissing(strategy) && isSuppliedDevice(kSuppliedPartition, rocm) &&
           (strategy != Strategy::TorchExtension || !(rocm < Version{7, 0}));
}

void addSuppliedUses(const CppFile& file, const FileAnalysis& analysis,
                     const AnalysisContext& context, FileFeatures& features)
{
    QStringList found;
    const auto add = [&](std::string_view name) {
        const QString text = toText(name);
        if (!found.contains(text)) {
            found.append(text);
        }
    };
    CancelLook isCancelled;
    for (int i = 0; i < file.size() && !isCancelled(); ++i) {
        std::string_view word = file.text(i);
        if (const std::string_view called = calledByPort(word); !called.empty()) {
            word = called;
        } else if (addsVector(file, i) && !file.isInert(file.token(i).begin)) {
            word = kSuppliedVectorAtomics;
        } else if (file.is(i - 1, "define") || !file.isKind(i, CTokenKind::Identifier) ||
                   !isSuppliedCall(file, i, context) || file.isInert(file.token(i).begin)) {
            continue;
        }
        add(word);
    }
    if (shufflesVectors(file)) {
        add(kSuppliedTileShuffles);
    }
    if (mapsNames(context.strategy) && bringsFunctional(file)) {
        features.add(FeatureKind::CudaInclude, QStringLiteral("cuda/functional"));
    }
    if (context.strategy == Strategy::TorchExtension) {
        for (const std::string_view name : ofNumbers(file, analysis)) {
            add(name);
        }
    }
    std::sort(found.begin(), found.end());
    for (const QString& name : std::as_const(found)) {
        features.add(FeatureKind::Supplied, name);
    }
}

void addPortedUses(const CppFile& file, const QByteArray& guardMacro, FileFeatures& features)
{
    const std::string_view guard = viewOf(guardMacro);
    const std::vector<CToken>& tokens = file.tokens();
    const std::string_view source = file.source().view();
    if (guard.empty() || std::none_of(tokens.begin(), tokens.end(), [&](const CToken& one) {
            return one.inDirective && one.text(source) == guard;
        })) {
        return;
    }
    const TokenWalk walk(source, tokens);
    Conditions conditions(guard);
    std::set<std::string_view> found;
    for (int i = 0; i < walk.count() && !isWorkCancelledAt(i); ++i) {
        if (walk.kind(i) == CTokenKind::Directive) {
            conditions.directive(walk, i);
        }
        if (!walk.isIdentifier(i) || !conditions.nvidiaOnly() || conditions.dead()) {
            continue;
        }
        const std::string_view word = walk.text(i);
        const ApiFact* const fact = findApi(word);
        const bool named = fact != nullptr && fact->kind != ApiKind::Header &&
                           nameRole(walk, i, *fact, false) == NameRole::Use;
        if (named || isBeyondTables(word) || isTextureFunction(word)) {
            found.insert(word);
        }
    }
    for (const std::string_view word : found) {
        features.add(FeatureKind::PortedUse, toText(word));
    }
}

void addThrustUses(const CppFile& file, FileFeatures& features)
{
    struct Brought
    {
        std::string_view header;
        std::vector<std::string_view> names;
    };
    static const std::array kBrought = {
        Brought{"thrust/copy.h"sv, {"copy"sv, "copy_if"sv, "copy_n"sv}},
        Brought{"thrust/functional.h"sv,
                {"bit_and"sv,     "bit_or"sv,        "bit_xor"sv, "divides"sv,      "equal_to"sv,
                 "greater"sv,     "greater_equal"sv, "less"sv,    "less_equal"sv,   "logical_and"sv,
                 "logical_not"sv, "logical_or"sv,    "maximum"sv, "minimum"sv,      "minus"sv,
                 "modulus"sv,     "multiplies"sv,    "negate"sv,  "not_equal_to"sv, "plus"sv}},
        Brought{"thrust/sequence.h"sv, {"sequence"sv}},
        Brought{"thrust/tabulate.h"sv, {"tabulate"sv}},
        Brought{"thrust/tuple.h"sv, {"get"sv, "make_tuple"sv, "tie"sv, "tuple"sv}},
        Brought{"thrust/zip_function.h"sv, {"make_zip_function"sv, "zip_function"sv}}};
    std::set<std::string_view> included;
    for (const CppInclude& one : file.includes()) {
        if (one.header.starts_with("thrust/")) {
            included.insert(one.header);
        }
    }
    std::set<std::string_view> found;
    for (int i = 2; !included.empty() && i < file.size() && !isWorkCancelledAt(i); ++i) {
        if (!file.is(i - 1, "::") || !file.is(i - 2, "thrust") ||
            file.isInert(file.token(i).begin)) {
            continue;
        }
        for (const Brought& one : kBrought) {
            const bool isNamed =
                std::find(one.names.begin(), one.names.end(), file.text(i)) != one.names.end();
            if (isNamed && included.count(one.header) == 0) {
                found.insert(one.header);
            }
        }
    }
    for (const std::string_view header : found) {
        features.add(FeatureKind::ThrustBrought, toText(header));
    }
}

bool mayBeOwn(const CppInclude& include)
{
    return include.quoted && (include.header.starts_with("cuda/") || include.header == "mma.h");
}

bool namesSupplied(const CppInclude& include, const Version& rocm)
{
    return !mayBeOwn(include) && generatedHeadersHold(include.header, rocm);
}

bool isSuppliedInclude(const CppInclude& include, const Version& rocm)
{
    return !include.inert && namesSupplied(include, rocm);
}

void noteMatrixLanes(const CppInput& input)
{
    const CppFile& file = input.file;
    const Rule& rule = input.rule;
    const std::vector<PtxStatement>& ptx = input.lanes.ptx();
    const auto note = [&](ByteRange range, const QString& symbol) {
        input.writer.addFinding(rule, range, symbol,
                                fillText(rule.message, {{QStringLiteral("symbol"), symbol}}),
                                rule.wayOut, rule.effort, {});
    };
    const auto product = std::find_if(ptx.begin(), ptx.end(), [](const PtxStatement& one) {
        return one.isProduct && !one.replacement.isEmpty();
    });
    if (product != ptx.end()) {
        note(file.range(product->span), product->instruction);
        return;
    }
    const auto& includes = file.includes();
    const auto header = std::find_if(includes.begin(), includes.end(), [&](const CppInclude& one) {
        return one.header == "mma.h" && isSuppliedInclude(one, input.context.target.rocm);
    });
    if (header != includes.end()) {
        note(header->range, QStringLiteral("<mma.h>"));
    }
}

bool includesGenerated(const CppFile& file, const RepoPath& header)
{
    const QByteArray name = header.fileName();
    const std::string_view ours = viewOf(name);
    return !ours.empty() &&
           std::any_of(file.includes().begin(), file.includes().end(), [&](const CppInclude& one) {
               return one.quoted && one.header.ends_with(ours);
           });
}

bool needsSupplied(const CppFile& file, const FileAnalysis& analysis,
                   const AnalysisContext& context)
{
    const TargetSettings& target = context.target;
    const bool isExtension = context.strategy == Strategy::TorchExtension;
    return std::any_of(
               file.includes().begin(), file.includes().end(),
               [&](const CppInclude& one) { return isSuppliedInclude(one, target.rocm); }) ||
           analysis.features.has(FeatureKind::Supplied) ||
           analysis.features.has(FeatureKind::ThrustBrought) ||
           std::any_of(analysis.apiUses.begin(), analysis.apiUses.end(), [&](const ApiUse& use) {
               const QByteArray name = use.name.toUtf8();
               const std::string_view view = viewOf(name);
               // Copies in three dimensions are of arrays only beside other names of theirs.
               return isSuppliedDevice(view, target.rocm) ||
                      (isTextureSign(view) && lacksTextures(target)) ||
                      (isExtension && extensionBrings(view, target.rocm));
           });
}

} // namespace rocport
