#pragma once

#include "core/base/cancel.h"
#include "core/rules/analyse.h"
#include "core/scan/skippedfile.h"
#include "core/verify/verifyrun.h"

#include <functional>

namespace rocport {

/// A file of the port, as a commit would write it.
struct StaticFile
{
    RepoPath path;
    Language language = Language::Other;
    QByteArray content;
};

/// What the checks of level 1 look at. A value.
struct StaticInput
{
    QVector<StaticFile> files; ///< that the port writes
    /// Accepted changes, each with the verdict that holds (that of its edit, where it was edited).
    QVector<Hunk> accepted;
    QHash<QByteArray, QString> overrides; ///< hunk key -> why it was accepted against its verdict
    QVector<Finding> open;                ///< critical findings that nothing answers
    int ticked = 0;                       ///< critical findings that a person ticked off
    /// Sources of the repository that were not read, each with the reason: nothing is said of them.
    QVector<UnreadFile> unread;
    AnalysisContext context;
    QByteArray portKey;
    QStringList only; ///< files that were asked for, for people; empty: all
};

/// What of \a input is about \a files: checks over it make a VerifyRun::part.
StaticInput onlyFiles(StaticInput input, const QVector<RepoPath>& files);

/// Level 1, without a node and without running anything of the repository: isolation of the
/// accepted changes file by file, syntax of ported Python, what the rules still find in the ported
/// text as AMD GPUs see it (32-bit lane masks, imports of CUDA-only packages without a guard,
/// compile modes that capture graphs), and critical findings without a change. A check per file, or
/// per file and rule. What holds of no file is passed where every file that it asks about was read,
/// else skipped, with the files that were not. `progress` is called in this thread. Errors:
/// Cancelled.
Result<VerifyRun> runStaticChecks(const StaticInput& input, const CancelToken& cancel,
                                  const std::function<void(int done, int total)>& progress = {});

/// A C or C++ text as a build for ROCm sees it: lines that are in no arm with `macro` defined are
/// made empty, and so are the conditionals that ask for it alone. Lines keep their numbers; other
/// conditionals stay.
QByteArray rocmView(const QByteArray& text, const QByteArray& macro);

} // namespace rocport
