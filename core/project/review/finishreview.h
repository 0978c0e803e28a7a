#pragma once

#include "core/project/review/composereview.h"
#include "core/vcs/identity.h"

namespace rocport {

/// What a review is finished with.
struct ReviewFinish
{
    QString branch;          ///< to be made, "review/port"; it must not exist
    QString message;         ///< of its commit; empty: finishMessage()
    GitPerson author;        ///< empty: who git knows
    bool signOff = false;    ///< add the committer's Signed-off-by
    bool openAsBase = false; ///< open hunks stay as in the base; false: they are an error
};

/// A message for the commit of a finished review: what was reviewed, how much of it is in, and what
/// stays as in the base. At most 50 hunks are named.
QString finishMessage(const PortReview& review, const QHash<QByteArray, ReviewDecision>& decisions);

/// Makes a branch with one commit on the base: the accepted and edited hunks, which with all of
/// them accepted has the author's tree. Objects and the one reference are written into the
/// repository; the checkout, its index and all other branches stay as they are. Returns the
/// commit's id. Errors: InvalidArgument (the branch exists or is no name, nothing accepted, open
/// hunks), NothingToCommit (the edits leave the base as it is), those of composeTree(), of reading,
/// of Repository::open() and commitChanges().
Result<QByteArray> finishReview(const PortReview& review,
                                const QHash<QByteArray, ReviewDecision>& decisions,
                                const ReviewFinish& wishes);

} // namespace rocport
