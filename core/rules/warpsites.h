#pragma once

#include "core/rules/lanemask.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace rocport {

/// A number that takes a warp to be 32 lanes.
struct WarpSite
{
    enum class Kind : quint8 {
        Definition, ///< #define WARP_SIZE 32, constexpr int kWarpSize = 32
        Lane,       ///< threadIdx.x & 31, lane == 31
        Warp,       ///< threadIdx.x / 32, (blockDim.x + 31) / 32
        Loop,       ///< the first or last offset of a shuffle loop
        Slots,      ///< __shared__ float part[32], one slot a warp
    } kind = Kind::Lane;
    TokenSpan number;
    TokenSpan around; ///< what to show
    QByteArray wide;  ///< the number for 64 lanes
    bool certain = false;
    QString doubt; ///< why it is not certain; empty when it is
};

/// What was found in one file.
struct WarpSites
{
    std::vector<WarpSite> sites; ///< by position
    QString blocker;             ///< why the file cannot change as a whole; empty: it can
    /// Tokens, beside the sites, that may count lanes by 32 and do not change: a division whose
    /// operand is not known, a width that another file defines.
    std::vector<int> narrow;
    /// The file computes with matrix fragments, which 32 lanes hold: its warps stay 32 wide, and
    /// two of them share a wavefront of 64.
    bool fragments = false;
    /// A header that files of that kind may include, and other files too.
    bool serves32 = false;
};

/// Whether a constant of this name holds the lanes of a warp: 'S' size, 'L' its logarithm, 'M' the
/// mask of a lane number, 0 none of them.
char warpConstantKind(std::string_view name);

/// `header`: other files may include it.
WarpSites findWarpSites(const CppFile& file, const LaneMasks& masks, bool header);

/// For a header of a project in which files keep warps of 32 lanes for matrix fragments: what
/// counts lanes in it stays as it is, for people to see whom it serves.
void leaveToBoth(WarpSites& sites);

} // namespace rocport
