#pragma once

#include "core/base/finding.h"

#include <QSet>

#include <vector>

namespace rocport {

/// How the files of a project count the lanes of warps together. A header must count them as the
/// files that include it do, or the result is sums over half a warp.
struct WarpGroups
{
    /// Files that keep warps of 32 lanes because of other files, see FeatureKind::WarpsKept.
    QSet<RepoPath> kept;
    /// Names of constants that stay 32 in files of the project and have no other value in any.
    QSet<QString> widths;
};

/// \a files are those of a project; null ones are ignored. Files that use warps belong together if
/// one includes the other, directly or through other headers: if one of them keeps 32 lanes, all
/// do. Linear in the includes. Files with the same name are not distinguished.
WarpGroups groupWarps(const std::vector<const FileAnalysis*>& files);

/// Whether the analysis of a file was made for different groups.
bool isForOtherGroups(const FileAnalysis& file, const WarpGroups& groups);

} // namespace rocport
