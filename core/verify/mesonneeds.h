#pragma once

#include "core/base/result.h"
#include "core/scan/sourcetree.h"
#include "core/verify/buildneeds.h"

namespace rocport {

/// What the meson files of a tree ask for by name.
struct MesonMentions
{
    QString folder;          ///< of subprojects, in the tree: "subprojects"
    QStringList subprojects; ///< that a subproject() must have, and that are not here
};

/// Reads the tree's meson.build files. Those that cannot be read are passed over.
MesonMentions mesonMentions(const SourceTree& tree, const CancelToken& cancel);

/// Adds to `needs` what `output` of meson (1.0 and newer) says that it wants and does not find, as
/// BuildNeeds::learn() does for CMake; meson ends at its first error, so that it is one thing at a
/// time. Returns whether anything was new.
bool learnFromMeson(BuildNeeds& needs, const QByteArray& output, const QString& place,
                    const MesonMentions& mentions);

/// What stands in for all that in a meson project's build, "cuda" or "rocm", below `stand`, as
/// writeNeeds() does for CMake. The ROCm build gets nothing that has a name of CUDA's. Errors:
/// FileWriteFailed.
Result<void> writeMesonNeeds(const QString& stand, const QString& side, const QString& notes,
                             const BuildNeeds& needs, const MesonMentions& mentions);

} // namespace rocport
