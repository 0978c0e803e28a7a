#pragma once

#include "core/base/words.h"
#include "core/text/bytes.h"

#include <QByteArray>
#include <QSet>

#include <array>
#include <set>
#include <string_view>
#include <vector>

namespace rocport {

/// Whether generated headers define this device function themselves, since that ROCm does not have
/// it, or has it for other types only.
bool isSuppliedDevice(std::string_view cudaName, const Version& rocm);

/// Represents PTX's cp.async among the names in use; its replacement calls
/// rocportCopyToShared<bytes>(offset, from).
inline constexpr std::string_view kSuppliedCopy = "cp.async";
inline constexpr std::string_view kSuppliedSharedAddress = "__cvta_generic_to_shared";
/// The same for mma.sync, whose replacement calls rocportMma(), and for ldmatrix, stmatrix and
/// movmatrix.
inline constexpr std::string_view kSuppliedProduct = "mma.sync";
inline constexpr std::string_view kSuppliedMatrixMove = "ldmatrix";
/// The same for bfe, whose replacement calls rocportBitField().
inline constexpr std::string_view kSuppliedBitField = "bfe";

/// A function of cooperative groups, whose text is in their namespace.
inline constexpr std::string_view kSuppliedPartition = "labeled_partition";
/// The same for atomicAdd() and atomicCAS() of 16-bit numbers, and for __ldg() of all types, where
/// the project has such numbers: HIP has the functions for other types only.
inline constexpr std::string_view kSuppliedHalfAtomics = "atomic.f16";
/// The same for atomicAdd() of float2 and float4.
inline constexpr std::string_view kSuppliedVectorAtomics = "atomic.f32xN";
/// The same for tiles of several warps, with the memory that a kernel provides for them.
inline constexpr std::string_view kSuppliedBlockTiles = "block_tile_memory";
/// The same for vector shuffles by tiles and coalesced groups.
inline constexpr std::string_view kSuppliedTileShuffles = "shfl.vector";
inline constexpr std::string_view kSuppliedReadOnly = "ldg.any";
inline constexpr std::string_view kSuppliedShuffles = "shfl.bf16";
/// Those of the above that these names in use and CUDA headers require.
std::vector<std::string_view> suppliedBeside(const QSet<QByteArray>& names,
                                             const QSet<QByteArray>& headers);

/// The name of this kind that the text for a CUDA header depends on; empty: none.
std::string_view suppliedDeviceFor(std::string_view cudaHeader);

/// CUDA's macros for calling conventions, which mean nothing outside Windows: HIP has none, so
/// generated headers define them as empty.
inline constexpr std::array<std::string_view, 4> kCallingConventions = {"CUDART_CB", "CUDARTAPI",
                                                                        "CUDAAPI", "CUDA_CB"};
inline bool isCallingConvention(std::string_view word)
{
    return word.starts_with("CUDA") && isOneOf(word, kCallingConventions);
}

/// Whether the tables of names do not know such a function, so that its uses are searched for
/// separately.
bool isBeyondTables(std::string_view cudaName);

/// The lines that include the HIP headers that these functions need. They come before all macros,
/// which would rename what is declared there; empty if nothing is needed.
QByteArray suppliedDeviceHeaders(const std::set<QByteArray>& names);

/// The definitions of the functions of that kind that are in use, for HIP's compiler; empty if
/// there are none.
QByteArray suppliedDevice(const std::set<QByteArray>& names);

} // namespace rocport
