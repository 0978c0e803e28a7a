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

/// What the checks of level 1 examine. A value type.
struct StaticInput
{
    QVector<StaticFile> files; ///< that the port writes
    /// Accepted changes, each with its current verdict (that of the edit, if it was edited).
    QVector<Hunk> accepted;
    QHash<QByteArray, QString> overrides; ///< hunk key -> why it was accepted against its verdict
    QVector<Finding> open;                ///< critical findings that no change answers
    int ticked = 0;                       ///< critical findings that a person ticked off
    /// Sources in the repository that were not read, each with the reason: nothing is said about
    /// them.
    QVector<UnreadFile> unread;
    AnalysisContext context;
    QByteArray portKey;
    QStringList only; ///< the files that were asked for, for people; empty: all
};

/// The part of \a input that is about \a files; checks on it make a VerifyRun::part.
StaticInput onlyFiles(StaticInput input, const QVector<RepoPath>& files);

/// Level 1, without a node and without running anything in the repository: isolation of the
/// accepted changes file by file, syntax of ported Python, what the rules still find in the ported
/// text as AMD GPUs see it (32-bit lane masks, imports of CUDA-only packages without a guard,
/// compile modes that capture graphs), and critical findings without a change. A check per file, or
/// per file and rule. A check that finds nothing in any file is passed if every file that it
/// concerns was read, else skipped, naming the files that were not. `progress` is called in this
/// thread. Errors: Cancelled.
Result<VerifyRun> runStaticChecks(const StaticInput& input, const CancelToken& cancel,
                                  const std::function<void(int done, int total)>& progress = {});

/// A C or C++ text as a ROCm build sees it: lines that are dropped when `macro` is defined are made
/// empty, and so are the conditionals that test only that macro. Lines keep their numbers; other
/// conditionals stay.
QByteArray rocmView(const QByteArray& text, const QByteArray& macro);

} // namespace rocport
