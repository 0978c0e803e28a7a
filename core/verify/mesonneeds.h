#pragma once

#include "core/base/result.h"
#include "core/scan/sourcetree.h"
#include "core/verify/buildneeds.h"

namespace rocport {

/// What the meson files of a tree ask for by name.
struct MesonMentions
{
    QString folder;          ///< of subprojects, in the tree: "subprojects"
    QStringList subprojects; ///< that a subproject() call requires and that are not here
};

/// Reads the tree's meson.build files. Those that cannot be read are skipped.
MesonMentions mesonMentions(const SourceTree& tree, const CancelToken& cancel);

/// Adds to `needs` what the `output` of meson (1.0 and newer) reports as needed and not found, as
/// BuildNeeds::learn() does for CMake; meson stops at its first error, so this is one thing at a
/// time. Returns whether anything was new.
bool learnFromMeson(BuildNeeds& needs, const QByteArray& output, const QString& place,
                    const MesonMentions& mentions);

/// Writes the stand-ins for these in a meson project's build, "cuda" or "rocm", below `stand`, as
/// writeNeeds() does for CMake. The ROCm build gets nothing that belongs to CUDA by its name.
/// Errors: FileWriteFailed.
Result<void> writeMesonNeeds(const QString& stand, const QString& side, const QString& notes,
                             const BuildNeeds& needs, const MesonMentions& mentions);

} // namespace rocport
