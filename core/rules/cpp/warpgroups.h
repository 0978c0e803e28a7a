#pragma once

#include "core/base/finding.h"

#include <QSet>

#include <vector>

namespace rocport {

/// How the files of a project count the lanes of warps together. A header counts them as the files
/// do that include it, or sums of half a warp come out.
struct WarpGroups
{
    /// Files that keep warps of 32 lanes because of others, see FeatureKind::WarpsKept.
    QSet<RepoPath> kept;
    /// Constants that stay 32 in files of the project and are nothing else in any, by their names.
    QSet<QString> widths;
};

/// \a files are those of a project; null ones count for nothing. Files that use warps belong
/// together where one includes the other, at once or through other headers: if one of them keeps 32
/// lanes, all do. Linear in the includes. Files of one name are not told apart.
WarpGroups groupWarps(const std::vector<const FileAnalysis*>& files);

/// Whether the analysis of a file was made for other groups.
bool isForOtherGroups(const FileAnalysis& file, const WarpGroups& groups);

} // namespace rocport
