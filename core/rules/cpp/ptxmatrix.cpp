#include "core/rules/cpp/ptxmatrix.h"

#include "core/rules/cpp/ptxstatement.h"
#include "core/translate/compatdevice.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;
using Operand = PtxMatrixCall::Operand;
using Kind = PtxMatrixCall::Operand::Kind;

/// A format of numbers in A and B.
struct Format
{
    std::string_view ptx;
    const char* name; ///< in generated headers
    int bits;
    std::string_view family; ///< formats that one product may mix
};

constexpr std::array kFormats = {
    Format{"f16"sv, "rocportF16", 16, "f16"sv},    Format{"bf16"sv, "rocportBf16", 16, "bf16"sv},
    Format{"tf32"sv, "rocportTf32", 32, "tf32"sv}, Format{"s8"sv, "rocportS8", 8, "int8"sv},
    Format{"u8"sv, "rocportU8", 8, "int8"sv},      Format{"s4"sv, "rocportS4", 4, "int4"sv},
    Format{"u4"sv, "rocportU4", 4, "int4"sv},      Format{"e4m3"sv, "rocportE4m3", 8, "fp8"sv},
    Format{"e5m2"sv, "rocportE5m2", 8, "fp8"sv},   Format{"f64"sv, "rocportF64", 64, "f64"sv}};

struct Shape
{
    std::string_view ptx;
    int m;
    int k;
    std::string_view families;
};

constexpr std::array kShapes = {Shape{"m16n8k4"sv, 16, 4, "tf32 f64"sv},
                                Shape{"m16n8k8"sv, 16, 8, "f16 bf16 tf32 f64"sv},
                                Shape{"m16n8k16"sv, 16, 16, "f16 bf16 int8 f64"sv},
                                Shape{"m16n8k32"sv, 16, 32, "int8 int4 fp8"sv},
                                Shape{"m16n8k64"sv, 16, 64, "int4"sv},
                                Shape{"m8n8k4"sv, 8, 4, "f64"sv},
                                Shape{"m8n8k16"sv, 8, 16, "int8"sv},
                                Shape{"m8n8k32"sv, 8, 32, "int4"sv}};

/// The type of the sums that goes with a family.
const char* sumsOf(std::string_view family, std::string_view type, bool saturated)
{
    const bool integers = family == "int8"sv || family == "int4"sv;
    if (saturated != (saturated && integers)) {
        return nullptr;
    }
    if (integers) {
        return type != "s32"sv ? nullptr : saturated ? "rocportS32Saturated" : "rocportS32";
    }
    if (family == "f64"sv) {
        return type == "f64"sv ? "rocportF64" : nullptr;
    }
    if (type == "f32"sv) {
        return "rocportF32";
    }
    return type == "f16"sv && family == "f16"sv ? "rocportF16" : nullptr;
}

template <typename List>
auto findIn(const List& list, std::string_view name) -> decltype(list.data())
{
    const auto* const found =
        std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.ptx == name; });
    return found == list.end() ? nullptr : found;
}

/// Volta's form in halves, whose layouts are part of its name.
std::optional<PtxMatrixCall> quads(const std::vector<std::string_view>& parts)
{
    const auto isLayout = [](std::string_view word) { return word == "row"sv || word == "col"sv; };
    if (parts.size() != 10 || !isLayout(parts[4]) || !isLayout(parts[5]) || parts[6] != parts[9]) {
        return std::nullopt;
    }
    const char* const sums = sumsOf("f16"sv, parts[6], false);
    if (sums == nullptr) {
        return std::nullopt;
    }
    PtxMatrixCall call;
    call.isProduct = true;
    call.supplied = kSuppliedProduct;
    call.function = QByteArray("rocportMmaQuads<") + (parts[4] == "row"sv ? "true" : "false") +
                    (parts[5] == "row"sv ? ", true, " : ", false, ") + sums + ", " + sums + '>';
    const size_t registers = parts[6] == "f16"sv ? 4 : 8;
    call.operands = {{Kind::Output, registers}, {Kind::Input, 2}, {Kind::Input, 2}};
    call.operands.push_back({Kind::Input, registers});
    return call;
}

std::optional<PtxMatrixCall> product(std::vector<std::string_view> parts)
{
    if (parts.size() < 10 || parts[1] != "sync"sv || parts[2] != "aligned"sv) {
        return std::nullopt;
    }
    if (parts[3] == "m8n8k4"sv && parts[7] == "f16"sv && parts[8] == "f16"sv) {
        return quads(parts);
    }
    const bool saturated = parts[6] == "satfinite"sv;
    if (saturated) {
        parts.erase(parts.begin() + 6);
    }
    const Shape* const shape = findIn(kShapes, parts[3]);
    if (shape == nullptr || parts.size() != 10 || parts[4] != "row"sv || parts[5] != "col"sv ||
        parts[6] != parts[9]) {
        return std::nullopt;
    }
    const Format* const a = findIn(kFormats, parts[7]);
    const Format* const b = findIn(kFormats, parts[8]);
    if (a == nullptr || b == nullptr || a->family != b->family) {
        return std::nullopt;
    }
    const std::string families = ' ' + std::string(shape->families) + ' ';
    const char* const sums = sumsOf(a->family, parts[6], saturated);
    if (sums == nullptr || families.find(' ' + std::string(a->family) + ' ') == std::string::npos) {
        return std::nullopt;
    }
    const bool wide = a->bits == 64;
    const int alongK = shape->k / 4 * a->bits / (wide ? 64 : 32);
    const auto registers = [](int count) { return static_cast<size_t>(count); };
    const size_t ofSums = registers(parts[6] == "f16"sv ? shape->m / 8 : shape->m / 4);
    PtxMatrixCall call;
    call.isProduct = true;
    call.supplied = kSuppliedProduct;
    call.function = QByteArray("rocportMma<") + QByteArray::number(shape->m) + ", 8, " +
                    QByteArray::number(shape->k) + ", " + a->name + ", " + b->name + ", " + sums +
                    '>';
    call.operands = {{Kind::Output, ofSums, wide},
                     {Kind::Input, registers(shape->m / 8 * alongK), wide},
                     {Kind::Input, registers(alongK), wide},
                     {Kind::Input, ofSums, wide}};
    return call;
}

/// ldmatrix, stmatrix and movmatrix.
std::optional<PtxMatrixCall> move(std::vector<std::string_view> parts)
{
    if (parts.size() < 6 || parts[1] != "sync"sv || parts[2] != "aligned"sv ||
        parts[3] != "m8n8"sv || parts.back() != "b16"sv) {
        return std::nullopt;
    }
    const std::string_view name = parts[0];
    parts.erase(parts.begin(), parts.begin() + 4);
    parts.pop_back();
    const auto take = [&parts](std::string_view word) {
        const auto found = std::find(parts.begin(), parts.end(), word);
        const bool isThere = found != parts.end();
        if (isThere) {
            parts.erase(found);
        }
        return isThere;
    };
    PtxMatrixCall call;
    call.supplied = kSuppliedMatrixMove;
    const bool turned = take("trans"sv);
    if (name == "movmatrix"sv) {
        if (!turned || !parts.empty()) {
            return std::nullopt;
        }
        call.function = "rocportTransposeMatrix";
        call.operands = {{Kind::Output}, {Kind::Input}};
        return call;
    }
    const size_t count = take("x1"sv) ? 1 : take("x2"sv) ? 2 : take("x4"sv) ? 4 : 0;
    const bool shared = take("shared"sv) || take("shared::cta"sv);
    if (count == 0 || !shared || !parts.empty()) {
        return std::nullopt;
    }
    const QByteArray how = turned ? "true" : "false";
    if (name == "ldmatrix"sv) {
        call.function =
            "rocportLoadMatrix<" + QByteArray::number(static_cast<int>(count)) + ", " + how + '>';
        call.operands = {{Kind::Output, count}, {Kind::Address}};
    } else {
        call.function = "rocportStoreMatrix<" + how + '>';
        call.operands = {{Kind::Address}, {Kind::Input, count}};
    }
    return call;
}

} // namespace

std::optional<PtxMatrixCall> ptxMatrixCall(std::string_view opcode)
{
    const std::vector<std::string_view> parts = partsOfPtx(opcode);
    const std::string_view name = parts.empty() ? std::string_view() : parts.front();
    if (name == "mma"sv) {
        return product(parts);
    }
    if (name == "ldmatrix"sv || name == "stmatrix"sv || name == "movmatrix"sv) {
        return move(parts);
    }
    return std::nullopt;
}

} // namespace rocport
