#pragma once

#include "core/base/result.h"
#include "core/base/words.h"
#include "core/scan/sourcetree.h"
#include "core/verify/buildneeds.h"

#include <QVector>

namespace rocport {

/// Writes a file in the private folder of a recorded build. The folder is removed afterwards, so
/// nothing waits for the disk. Errors: FileWriteFailed.
Result<void> writeStandIn(const QString& path, const QByteArray& bytes, bool program = false);

/// The texts as lines, for a file that build.sh reads.
QByteArray asLines(const QStringList& list);
/// One of the files that create stand-ins, "build.sh"; its @WORDS@ have to be replaced.
QByteArray standInResource(const QString& name);
/// ROCm programs that have stand-ins: "hipcc".
QStringList programsOfRocm();
/// Whether a command or program is one of CUDA's; if the ROCm build uses it, the port is wrong.
bool isCommandOfCuda(const QString& name);

/// The programs, libraries and packages that stand in for CUDA and ROCm, below `stand`. Errors:
/// FileWriteFailed.
Result<void> writeStandIns(const QString& stand, const TargetSettings& target);

/// Writes the stand-ins of the build "cuda" or "rocm" for what is not installed, below `stand`,
/// which the build cannot write to. `notes`: folder in which the configuration records which
/// stand-ins were used. `mentioned`: names of targets. Errors: FileWriteFailed.
Result<void> writeNeeds(const QString& stand, const QString& side, const QString& notes,
                        const BuildNeeds& needs, const QStringList& mentioned);

/// Names of imported targets ("Foo::foo") that the tree's CMake files mention, sorted.
QStringList mentionedTargets(const SourceTree& tree, const CancelToken& cancel);

/// Paths of submodules that `.gitmodules` names and that have no files here.
QVector<RepoPath> missingSubmodules(const SourceTree& tree, const CancelToken& cancel);

} // namespace rocport
