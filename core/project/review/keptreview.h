#pragma once

#include "core/project/review/composereview.h"
#include "core/project/review/reviewinput.h"
#include "core/project/review/rocmchecks.h"

namespace rocport {

/// What one person wrote in a thread.
struct ReviewReply
{
    QString author;
    QDateTime time;   ///< UTC
    int revision = 1; ///< that was the newest then
    QString body;     ///< Markdown
};

/// A comment at a line of a revision, and what was answered.
struct ReviewThread
{
    QByteArray id;     ///< 16 hex digits
    QByteArray hunkId; ///< that the line was in or near; empty: at a file
    RepoPath path;
    bool onBase = false; ///< at a line of the base; else of the port
    int line = 0;        ///< 1-based, in the newest revision that has it; 0: at the file
    QByteArray lineText; ///< of the line, without its end
    bool isResolved = false;
    bool isOutdated = false; ///< the newest revision has no such line: shown at the file's head
    QVector<ReviewReply> replies; ///< oldest first; the first is the comment
};

/// One state of a port that was reviewed.
struct ReviewRevision
{
    int number = 1;        ///< 1, 2, …
    ReviewRequest request; ///< how it was opened
    QByteArray baseCommit; ///< 40 hex digits
    QByteArray headCommit; ///< empty: patches
    QByteArray patchesId;  ///< ReviewTrees::patchesId; empty: no patches
    QDateTime opened;      ///< UTC
};

/// A review as it is kept in the project file.
struct KeptReview
{
    QByteArray id;                     ///< 16 hex digits
    QString title;                     ///< of the port's newest commit
    QVector<ReviewRevision> revisions; ///< oldest first; at least one
    /// By id of hunk, of all revisions: a hunk that comes back has its decision again.
    QHash<QByteArray, ReviewDecision> decisions;
    QVector<ReviewThread> threads; ///< in the order in which they were begun
    ArmChecks checks;              ///< newest results of compilers and lanes, also on another basis
    QString branch;                ///< made by the last finish; empty: none yet
};

} // namespace rocport
