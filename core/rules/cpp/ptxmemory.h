#pragma once

#include <optional>
#include <string_view>

namespace rocport {

/// A PTX access to global or generic memory whose ordering and scope HIP can express too: ld, st,
/// red and atom with the integer types. After the PTX ISA 8.x, "Memory consistency model".
struct PtxMemoryAccess
{
    enum class Kind : unsigned char { Load, Store, Reduce, Fetch } kind = Kind::Load;
    const char* type = "";      ///< in C++: "unsigned int"
    bool wide = false;          ///< of 64 bits
    const char* order = "";     ///< "__ATOMIC_ACQUIRE"
    const char* scope = "";     ///< "__HIP_MEMORY_SCOPE_AGENT"
    const char* operation = ""; ///< Reduce, Fetch: "__hip_atomic_fetch_add"
};

/// Reads an opcode like "red.release.gpu.global.add.s32". Nothing for weak and volatile accesses,
/// vectors, floating-point atomics (which flush subnormals), other state spaces and cluster scope.
std::optional<PtxMemoryAccess> ptxMemoryAccess(std::string_view opcode);

} // namespace rocport
