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

/// Whether generated headers hold this device function themselves, since that ROCm has none, or one
/// for other types only.
bool isSuppliedDevice(std::string_view cudaName, const Version& rocm);

/// Stands among the names in use for PTX's cp.async, whose replacement calls
/// rocportCopyToShared<bytes>(offset, from).
inline constexpr std::string_view kSuppliedCopy = "cp.async";
inline constexpr std::string_view kSuppliedSharedAddress = "__cvta_generic_to_shared";
/// The same for mma.sync, whose replacement calls rocportMma(), and for ldmatrix, stmatrix and
/// movmatrix.
inline constexpr std::string_view kSuppliedProduct = "mma.sync";
inline constexpr std::string_view kSuppliedMatrixMove = "ldmatrix";
/// The same for bfe, whose replacement calls rocportBitField().
inline constexpr std::string_view kSuppliedBitField = "bfe";

/// A function of cooperative groups, whose text stands in their namespace.
inline constexpr std::string_view kSuppliedPartition = "labeled_partition";
/// The same for atomicAdd() and atomicCAS() of 16-bit numbers, and for __ldg() of all types, where
/// the project has such numbers: HIP has the functions for other types only.
inline constexpr std::string_view kSuppliedHalfAtomics = "atomic.f16";
/// The same for atomicAdd() of float2 and float4.
inline constexpr std::string_view kSuppliedVectorAtomics = "atomic.f32xN";
/// The same for tiles of several warps, with the memory that a kernel gives for them.
inline constexpr std::string_view kSuppliedBlockTiles = "block_tile_memory";
/// The same for shuffles of vectors by tiles and coalesced groups.
inline constexpr std::string_view kSuppliedTileShuffles = "shfl.vector";
inline constexpr std::string_view kSuppliedReadOnly = "ldg.any";
inline constexpr std::string_view kSuppliedShuffles = "shfl.bf16";
/// Those of them that these names in use and headers of CUDA ask for.
std::vector<std::string_view> suppliedBeside(const QSet<QByteArray>& names,
                                             const QSet<QByteArray>& headers);

/// The name of this kind that the text for a CUDA header rests on; empty: none.
std::string_view suppliedDeviceFor(std::string_view cudaHeader);

/// CUDA's macros for calling conventions, which say nothing outside of Windows: HIP has none, so
/// that generated headers define them as nothing.
inline constexpr std::array<std::string_view, 4> kCallingConventions = {"CUDART_CB", "CUDARTAPI",
                                                                        "CUDAAPI", "CUDA_CB"};
inline bool isCallingConvention(std::string_view word)
{
    return word.starts_with("CUDA") && isOneOf(word, kCallingConventions);
}

/// Whether the tables of names do not know such a function, so that its uses are looked for apart.
bool isBeyondTables(std::string_view cudaName);

/// The lines that include what these functions rest on of HIP. They stand before all macros, which
/// would rename what is declared there; empty where nothing is needed.
QByteArray suppliedDeviceHeaders(const std::set<QByteArray>& names);

/// The functions of that kind that are in use, for HIP's compiler; empty where there are none.
QByteArray suppliedDevice(const std::set<QByteArray>& names);

} // namespace rocport
