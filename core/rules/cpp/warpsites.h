#pragma once

#include "core/rules/cpp/lanemask.h"

#include <QByteArray>
#include <QString>

#include <set>
#include <string_view>
#include <vector>

namespace rocport {

/// A number that assumes a warp of 32 lanes.
struct WarpSite
{
    enum class Kind : quint8 {
        Definition, ///< #define WARP_SIZE 32, constexpr int kWarpSize = 32
        Lane,       ///< threadIdx.x & 31, lane == 31
        Warp,       ///< threadIdx.x / 32, (blockDim.x + 31) / 32
        Loop,       ///< the first or last offset of a shuffle loop
        Slots,      ///< __shared__ float part[32], one slot per warp
    } kind = Kind::Lane;
    TokenSpan number;
    TokenSpan around; ///< what to show
    QByteArray wide;  ///< the number for 64 lanes
    bool certain = false;
    QString doubt; ///< why it is uncertain; empty if it is certain
};

/// What was found in one file, and what others say about it.
struct WarpSites
{
    /// Something counts 32 lanes or threads and stays; the first reason is reported.
    void keep(const QString& why)
    {
        blocker = counts32 ? blocker : why;
        counts32 = true;
    }

    std::vector<WarpSite> sites; ///< by position
    QString blocker;             ///< why the file cannot change as a whole; empty: it can
    /// Whether the blocker is something that counts 32 lanes or threads, rather than something
    /// unknown.
    bool counts32 = false;
    std::vector<int> foreign; ///< tokens that name a warp width of another file
    /// The file uses warpSize or the like, which gives the actual number of lanes.
    bool asksWidth = false;
    std::set<std::string_view> otherWidths; ///< names that it defines as a width other than 32
    bool knownForeign = false; ///< those in `foreign` are certainly 32, as the project says
    bool isHip = false;        ///< written for ROCm, where warps are wavefronts; set by the caller
    /// Tokens, besides the sites, that may count lanes by 32 and do not change: a division whose
    /// operand is not known, a width that another file defines.
    std::vector<int> narrow;
    /// The file computes with matrix fragments, which 32 lanes hold: its warps stay 32 wide, and
    /// two of them share a wavefront of 64.
    bool fragments = false;
};

/// Whether a constant with this name describes the lanes of a warp: 'S' size, 'L' its logarithm,
/// 'M' the mask of a lane number, 0 none of these.
char warpConstantKind(std::string_view name);

/// `header`: other files may include it.
WarpSites findWarpSites(const CppFile& file, const LaneMasks& masks, bool header);

} // namespace rocport
