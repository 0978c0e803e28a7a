#include "core/rules/cpp/ptxmemory.h"

#include "core/rules/cpp/ptxstatement.h"

#include <algorithm>
#include <array>
#include <vector>

namespace rocport {

namespace {

using namespace std::string_view_literals;

struct Word
{
    std::string_view ptx;
    const char* hip;
};

constexpr std::array kTypes = {Word{"u32"sv, "unsigned int"},
                               Word{"b32"sv, "unsigned int"},
                               Word{"s32"sv, "int"},
                               Word{"u64"sv, "unsigned long long"},
                               Word{"b64"sv, "unsigned long long"},
                               Word{"s64"sv, "long long"}};
constexpr std::array kOrders = {
    Word{"relaxed"sv, "__ATOMIC_RELAXED"}, Word{"acquire"sv, "__ATOMIC_ACQUIRE"},
    Word{"release"sv, "__ATOMIC_RELEASE"}, Word{"acq_rel"sv, "__ATOMIC_ACQ_REL"}};
constexpr std::array kScopes = {Word{"cta"sv, "__HIP_MEMORY_SCOPE_WORKGROUP"},
                                Word{"gpu"sv, "__HIP_MEMORY_SCOPE_AGENT"},
                                Word{"sys"sv, "__HIP_MEMORY_SCOPE_SYSTEM"}};
constexpr std::array kOperations = {
    Word{"add"sv, "__hip_atomic_fetch_add"}, Word{"and"sv, "__hip_atomic_fetch_and"},
    Word{"or"sv, "__hip_atomic_fetch_or"},   Word{"xor"sv, "__hip_atomic_fetch_xor"},
    Word{"min"sv, "__hip_atomic_fetch_min"}, Word{"max"sv, "__hip_atomic_fetch_max"},
    Word{"exch"sv, "__hip_atomic_exchange"}};

/// Takes the one part that the list knows out of `parts`; null where none is there.
template <size_t N>
const char* take(std::vector<std::string_view>& parts, const std::array<Word, N>& list)
{
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        const auto* const word = std::find_if(list.begin(), list.end(),
                                              [&](const Word& one) { return one.ptx == *part; });
        if (word != list.end()) {
            parts.erase(part);
            return word->hip;
        }
    }
    return nullptr;
}

} // namespace

std::optional<PtxMemoryAccess> ptxMemoryAccess(std::string_view opcode)
{
    std::vector<std::string_view> parts = partsOfPtx(opcode);
    if (parts.size() < 3) {
        return std::nullopt;
    }
    PtxMemoryAccess access;
    const std::string_view name = parts.front();
    const bool atomic = name == "red"sv || name == "atom"sv;
    if (!atomic && name != "ld"sv && name != "st"sv) {
        return std::nullopt;
    }
    access.kind = name == "ld"sv    ? PtxMemoryAccess::Kind::Load
                  : name == "st"sv  ? PtxMemoryAccess::Kind::Store
                  : name == "red"sv ? PtxMemoryAccess::Kind::Reduce
                                    : PtxMemoryAccess::Kind::Fetch;
    parts.erase(parts.begin());
    access.wide = parts.back().ends_with("64"sv);
    const char* const type = take(parts, kTypes);
    const char* const order = take(parts, kOrders);
    const char* const scope = take(parts, kScopes);
    const char* const operation = atomic ? take(parts, kOperations) : "";
    std::erase(parts, "global"sv);
    // What is left over is not understood. Without a word, red and atom are relaxed, for the GPU.
    if (!parts.empty() || type == nullptr || operation == nullptr ||
        (!atomic && (order == nullptr || scope == nullptr))) {
        return std::nullopt;
    }
    access.type = type;
    access.order = order != nullptr ? order : "__ATOMIC_RELAXED";
    access.scope = scope != nullptr ? scope : "__HIP_MEMORY_SCOPE_AGENT";
    access.operation = operation;
    return access;
}

} // namespace rocport
