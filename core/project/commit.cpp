#include "core/project/commit.h"

#include "core/project/commitplan.h"
#include "core/project/phasecommit.h"
#include "core/project/portbranch.h"

#include <algorithm>

namespace rocport {

namespace {

/// Writes what was planned.
class CommitWriter
{
public:
    CommitWriter(const ProjectState& state, Repository& repository, const CommitWishes& wishes,
                 CommitOutcome& outcome)
        : m_state(state), m_repository(repository), m_wishes(wishes), m_outcome(outcome)
    {
    }

    /// Makes the commit that comes before all others; moves `tip`.
    Result<void> refresh(const Refresh& refresh, QByteArray& tip)
    {
        m_outcome.kept = refresh.kept;
        if (refresh.isEmpty()) {
            return {};
        }
        const auto commit =
            refresh.mergesUpstream
                ? m_repository.commitMerge(m_state.meta.portBranch, tip, m_state.scan->commit,
                                           refresh.files, refresh.message)
                : m_repository.commit(m_state.meta.portBranch, tip, refresh.files, refresh.message);
        if (!commit) {
            return commit.error();
        }
        tip = commit->id;
        note(refresh.generated, tip);
        m_outcome.base = refresh.mergesUpstream ? m_state.scan->commit : QByteArray();
        return {};
    }

    /// Makes the newest commits anew and moves the branch to them, all or none; moves `tip`.
    Result<void> rewrite(const CommitPlan& plan, QByteArray& tip)
    {
        QByteArray parent = plan.base;
        CommitRewrite rewrite;
        QVector<GeneratedFile> generated;
        for (const PlannedCommit& planned : plan.rewritten) {
            LooseCommit draft{parent, planned.files, planned.message, {}, {}};
            (planned.wished ? draft.dateOf : draft.authorOf) = planned.replaces.first();
            if (planned.wished) {
                const Result<QString> message = finished(planned.message);
                if (!message) {
                    return message.error();
                }
                draft.message = *message;
            }
            const auto commit = m_repository.commitLoose(draft);
            if (!commit) {
                return commit.error();
            }
            parent = commit->id;
            rewrite.made.append(record(planned, *commit, draft.message));
            for (const QByteArray& old : planned.replaces) {
                rewrite.replaced.append({old, commit->id});
            }
            for (GeneratedFile file : planned.generated) {
                file.commit = commit->id;
                generated.append(file);
            }
        }
        if (Result<void> moved = m_repository.replaceTip(m_state.meta.portBranch, tip, parent);
            !moved) {
            return moved;
        }
        tip = parent;
        m_outcome.rewrite = rewrite;
        m_outcome.generated += generated;
        return {};
    }

    /// Makes one commit on top; moves `tip`.
    Result<void> add(const PlannedCommit& planned, QByteArray& tip)
    {
        const Result<QString> message = finished(planned.message);
        if (!message) {
            return message.error();
        }
        const auto commit =
            m_repository.commit(m_state.meta.portBranch, tip, planned.files, *message);
        if (!commit) {
            return commit.error();
        }
        tip = commit->id;
        note(planned.generated, tip);
        m_outcome.made.append(record(planned, *commit, *message));
        return {};
    }

private:
    /// The message as it goes into the commit.
    [[nodiscard]] Result<QString> finished(const QString& message) const
    {
        if (!m_wishes.signOff) {
            return cleanedMessage(message);
        }
        const Result<GitPerson> signer = m_repository.signer();
        return signer ? Result<QString>(signedOff(message, *signer))
                      : Result<QString>(signer.error());
    }

    [[nodiscard]] RecordedCommit record(const PlannedCommit& planned, const CommitInfo& commit,
                                        const QString& message) const
    {
        return {commit.id,
                planned.phase,
                m_state.meta.portBranch,
                message,
                commit.time,
                planned.keys,
                false,
                {},
                0};
    }

    void note(const QVector<GeneratedFile>& files, const QByteArray& commit)
    {
        for (GeneratedFile file : files) {
            file.commit = commit;
            m_outcome.generated.append(file);
        }
    }

    const ProjectState& m_state;
    Repository& m_repository;
    const CommitWishes& m_wishes;
    CommitOutcome& m_outcome;
};

/// The commits that came in one go with the branch's newest one `id`, in the places of others.
struct Rewriting
{
    QVector<RecordedCommit> old; ///< oldest first; none: it took nobody's place
    QVector<QByteArray> now;     ///< oldest first
};

Rewriting rewritingOf(const ProjectState& state, const QByteArray& id)
{
    int number = 0;
    for (const RecordedCommit& commit : state.commits) {
        number = commit.replacedBy == id ? std::max(number, commit.rewrite) : number;
    }
    Rewriting found;
    for (const RecordedCommit& commit : state.commits) {
        if (number > 0 && commit.rewrite == number) {
            found.old.append(commit);
            if (!found.now.contains(commit.replacedBy)) {
                found.now.append(commit.replacedBy);
            }
        }
    }
    return found;
}

} // namespace

Result<void> commitPort(const ProjectState& state, const QVector<GeneratedFile>& generated,
                        const CommitWishes& wishes, const CancelToken& cancel,
                        CommitOutcome& outcome,
                        const std::function<void(int done, int total)>& progress)
{
    auto opened = Repository::open(state.meta.repositoryRoot);
    if (!opened) {
        return opened.error();
    }
    Repository& repository = **opened;
    repository.setAuthor(wishes.author);
    const auto plan = planCommits(state, repository, generated, wishes);
    if (!plan) {
        return plan.error();
    }
    const QByteArray start = plan->tip.isEmpty() ? state.scan->commit : plan->tip;
    QByteArray tip = start;
    CommitWriter writer(state, repository, wishes, outcome);
    if (plan->refresh) {
        if (Result<void> made = writer.refresh(*plan->refresh, tip); !made) {
            return made;
        }
    }
    if (!plan->rewritten.isEmpty()) {
        if (Result<void> made = writer.rewrite(*plan, tip); !made) {
            return made;
        }
    }
    int done = 0;
    for (const PlannedCommit& planned : plan->added) {
        if (progress) {
            progress(done++, static_cast<int>(plan->added.size()));
        }
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        if (Result<void> made = writer.add(planned, tip); !made) {
            return made;
        }
    }
    if (tip == start) {
        return Error{ErrorCode::NothingToCommit, {}, state.meta.portBranch};
    }
    return repository.updateWorktree(state.meta.portBranch, state.meta.worktree);
}

Result<UndoOutcome> undoPortCommit(const ProjectState& state, const QByteArray& id,
                                   const GitPerson& author)
{
    auto opened = Repository::open(state.meta.repositoryRoot);
    if (!opened) {
        return opened.error();
    }
    Repository& repository = **opened;
    repository.setAuthor(author);
    const auto tip = repository.branchTip(state.meta.portBranch);
    if (!tip) {
        return tip.error();
    }
    UndoOutcome outcome;
    const Rewriting rewriting = rewritingOf(state, id);
    Result<void> done;
    if (*tip == id && !rewriting.old.isEmpty()) {
        done = repository.replaceTip(state.meta.portBranch, *tip, rewriting.old.last().id);
        for (const QByteArray& now : rewriting.now) {
            outcome.rewrite.replaced.append({now, {}});
        }
        for (RecordedCommit back : rewriting.old) {
            back.undone = false;
            back.replacedBy.clear();
            back.rewrite = 0;
            outcome.rewrite.made.append(back);
        }
    } else {
        const auto undone = repository.undoCommit(state.meta.portBranch, id);
        done = undone ? Result<void>() : Result<void>(undone.error());
        outcome.rewrite.replaced.append({id, {}});
    }
    if (done) {
        done = repository.updateWorktree(state.meta.portBranch, state.meta.worktree);
    }
    return done ? Result<UndoOutcome>(outcome) : Result<UndoOutcome>(done.error());
}

Result<QVector<CommitFile>> previewPort(const ProjectState& state)
{
    const Result<PortBranch> branch = portBranchOf(state);
    if (!branch) {
        return branch.error();
    }
    const QSet<QByteArray> committed = state.committed;
    const PhaseCommit maker(state, *branch->repository, committed);
    PlannedCommit all;
    QSet<QByteArray> seen;
    for (const Phase phase : kPhases) {
        for (const QByteArray& key : maker.keysOf(phase)) {
            if (!seen.contains(key)) {
                seen.insert(key);
                all.keys.append(key);
            }
        }
    }
    if (all.keys.isEmpty()) {
        return QVector<CommitFile>();
    }
    BranchView view(*branch->repository, branch->tip.isEmpty() ? state.scan->commit : branch->tip);
    if (Result<void> filled = maker.fill(all, view); !filled) {
        return filled.error();
    }
    return all.files;
}

} // namespace rocport
