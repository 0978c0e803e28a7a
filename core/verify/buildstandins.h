#pragma once

#include "core/base/result.h"
#include "core/base/words.h"
#include "core/scan/sourcetree.h"
#include "core/verify/buildneeds.h"

#include <QVector>

namespace rocport {

/// Writes a file of the private folder of a recorded build, which goes away with it, so that
/// nothing waits for the disk. Errors: FileWriteFailed.
Result<void> writeStandIn(const QString& path, const QByteArray& bytes, bool program = false);

/// Each text as a line, for a file that build.sh reads.
QByteArray asLines(const QStringList& list);
/// One of the files that make stand-ins, "build.sh"; its @WORDS@ are to be replaced.
QByteArray standInResource(const QString& name);
/// Programs of ROCm that have stand-ins: "hipcc".
QStringList programsOfRocm();
/// Whether a command or program is one of CUDA's: that the ROCm build uses it is a fault of the
/// port.
bool isCommandOfCuda(const QString& name);

/// The programs, libraries and packages that stand in for CUDA and ROCm, below `stand`. Errors:
/// FileWriteFailed.
Result<void> writeStandIns(const QString& stand, const TargetSettings& target);

/// What stands in, in the build "cuda" or "rocm", for what is not installed, below `stand`, which
/// the build cannot write to. `notes`: folder in which the configuration notes what was stood in
/// for. `mentioned`: names of targets. Errors: FileWriteFailed.
Result<void> writeNeeds(const QString& stand, const QString& side, const QString& notes,
                        const BuildNeeds& needs, const QStringList& mentioned);

/// Names of imported targets ("Foo::foo") that the tree's CMake files mention, sorted.
QStringList mentionedTargets(const SourceTree& tree, const CancelToken& cancel);

/// Paths of submodules that `.gitmodules` names and of which no file is here.
QVector<RepoPath> missingSubmodules(const SourceTree& tree, const CancelToken& cancel);

} // namespace rocport
