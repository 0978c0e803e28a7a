#pragma once

#include "core/base/words.h"
#include "core/plan/plan.h"
#include "core/vcs/repository.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace rocport {

/// How a phase is committed.
enum class CommitForm : quint8 {
    New,    ///< a commit of its own
    Amend,  ///< into the newest commit of the phase; may also just reword it
    Squash, ///< into one commit with all of the phase's commits that can be rewritten
};

/// What is wanted of one phase.
struct CommitWish
{
    Phase phase = Phase::Environment;
    CommitForm form = CommitForm::New;
    QString message; ///< null: the drafted one
};

/// What is to be committed, and by whom.
struct CommitWishes
{
    QVector<CommitWish> phases;
    GitPerson author;     ///< incomplete: git's
    bool signOff = false; ///< add the committer's Signed-off-by to the commits chosen here
};

/// What a commit does to one file.
struct CommitFileCount
{
    RepoPath path;
    LineCounts lines;
    bool isNew = false;
};

/// Why a phase's commits stay as they are.
enum class RewriteHindrance : quint8 {
    None,
    NoCommit, ///< the phase has none on the branch
    Shared,   ///< another branch, a remote branch or a tag contains it; `where` names them
    Foreign,  ///< a commit that Rocport did not make is on top; `where` is its id
    Upstream, ///< upstream moved on, and the branch has to merge that first
    Outdated, ///< the rules now propose something else; `where` is a file
};

/// What a commit of one phase would be now.
struct PhasePreview
{
    Phase phase = Phase::Environment;
    int changes = 0;     ///< accepted and in no commit yet
    bool wanted = false; ///< one of the wishes
    QString message;     ///< as drafted for the wished form
    QVector<CommitFileCount> files;
    int changesOfCommit = 0;        ///< that the commit would contain, including those that others
                                    ///  need
    QByteArray amendable;           ///< the phase's newest commit, if it can be rewritten
    QVector<QByteArray> squashable; ///< its commits that can be rewritten, oldest first
    RewriteHindrance hindrance = RewriteHindrance::NoCommit; ///< of `amendable`
    QStringList where;
};

/// What a set of wishes would make.
struct CommitPreview
{
    GitIdentity identity;               ///< what git says, without the wishes' author
    GitPerson signer;                   ///< who would sign off; incomplete: nobody is known
    QVector<PhasePreview> phases;       ///< with changes to commit, or with commits on the branch
    bool mergesUpstream = false;        ///< a commit that merges upstream comes first
    QVector<CommitFileCount> refreshed; ///< files of a commit that comes first; none: there is none
    /// Why the wishes cannot be fulfilled: an error of planCommits().
    std::optional<Error> problem;
};

/// A file in the user's checkout that differs from HEAD, which was scanned.
struct UncommittedFile
{
    CheckoutChange change;
    bool scanned = false; ///< the port is made from it, or would be if it were committed
};

} // namespace rocport
