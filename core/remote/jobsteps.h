#pragma once

#include "core/base/repopath.h"
#include "core/base/words.h"
#include "core/remote/job.h"
#include "core/scan/scanner.h"

#include <QHash>

namespace rocport {

/// A source that BuildKind::HipccFiles compiles.
struct JobSource
{
    RepoPath path;
    QStringList flags; ///< for this file only: "-I…", "-D…", "-std=…"; folders relative to the tree
};

/// What composeJob() needs to know besides the request.
struct JobContext
{
    Node node;
    QString tree;              ///< treeName(); empty: nothing is synchronised
    QByteArray portKey;        ///< hash of the accepted port
    QStringList architectures; ///< probed, else the target's; empty: found on the node
    Version rocm;              ///< of the node; empty: unknown
    QString environmentScript; ///< env.sh of the newest probe; empty: none
    RepositoryKind repository = RepositoryKind::Other;
    QVector<JobSource> sources;                      ///< ported files that hipcc compiles
    QStringList flags;                               ///< for all of them, likewise
    QString guardMacro = QStringLiteral("USE_ROCM"); ///< also the option's name in CMake and make
    /// Usual times of stages on this node, by stage id ("build"), from earlier jobs.
    QHash<QString, std::chrono::seconds> expected;
    bool coldCaches = false; ///< the node's compile caches are empty, or not known to be warm
};

/// The folder in the tree that a CMake build uses.
constexpr const char* kCMakeBuildFolder = "build-rocm";

/// Makes a job from a request: its stages, files and environment. Nothing is run. Errors:
/// InvalidArgument (nothing to do, nothing to compile, an invalid architecture or variable name, no
/// tree to build in).
Result<JobSpec> composeJob(const JobRequest& request, const JobContext& context);
/// What the user should know before it runs; sentences.
QStringList jobNotes(const JobRequest& request, const JobContext& context);

/// "build with hipcc" and so on, for titles.
QString buildKindName(BuildKind kind);
/// The build in a job made by composeJob(); None: it builds nothing.
BuildKind buildKindOf(const JobSpec& job);

} // namespace rocport
