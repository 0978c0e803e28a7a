#include "core/project/port/commit.h"

#include "core/project/port/commitplan.h"
#include "core/project/port/phasecommit.h"
#include "core/project/port/portbranch.h"

#include <algorithm>

namespace rocport {

namespace {

/// Makes what was planned; nothing leads to it yet.
class CommitWriter
{
public:
    /// \a tip: what the first of them lies on.
    CommitWriter(const ProjectState& state, Repository& repository, const CommitWishes& wishes,
                 QByteArray tip)
        : m_state(state), m_repository(repository), m_wishes(wishes), m_tip(std::move(tip))
    {
    }

    /// Makes the commit that comes before all others.
    Result<void> refresh(const Refresh& refresh)
    {
        if (refresh.isEmpty()) {
            return {};
        }
        const QByteArray& upstream = m_state.scan->commit;
        const auto commit = m_repository.commitLoose(
            {m_tip, refresh.files, refresh.message, {}, {}, !refresh.mergesUpstream},
            refresh.mergesUpstream ? upstream : QByteArray());
        if (!commit) {
            return named(commit.error());
        }
        m_tip = commit->id;
        note(refresh.generated);
        m_base = refresh.mergesUpstream ? upstream : QByteArray();
        return {};
    }

    /// Makes the newest commits anew, all or none.
    Result<void> rewrite(const CommitPlan& plan)
    {
        const QByteArray before = m_tip;
        m_tip = plan.base;
        CommitRewrite rewrite;
        for (const RecordedCommit& commit : m_state.commits) {
            rewrite.number = std::max(rewrite.number, commit.rewrite);
        }
        ++rewrite.number;
        for (const PlannedCommit& planned : plan.rewritten) {
            LooseCommit draft{m_tip, planned.files, planned.message, {}, {}};
            (planned.wished ? draft.dateOf : draft.authorOf) = planned.replaces.first();
            const Result<QString> message =
                planned.wished ? finished(planned.message) : Result<QString>(planned.message);
            if (!message) {
                m_tip = before;
                return message.error();
            }
            draft.message = *message;
            const auto commit = m_repository.commitLoose(draft);
            if (!commit) {
                m_tip = before;
                return commit.error();
            }
            m_tip = commit->id;
            rewrite.made.append(record(planned, *commit, draft.message));
            for (const QByteArray& old : planned.replaces) {
                rewrite.replaced.append({old, commit->id});
            }
            note(planned.generated);
        }
        m_rewrites.append(rewrite);
        return {};
    }

    /// Makes one commit on top.
    Result<void> add(const PlannedCommit& planned)
    {
        const Result<QString> message = finished(planned.message);
        if (!message) {
            return message.error();
        }
        const auto commit =
            m_repository.commitLoose({m_tip, planned.files, *message, {}, {}, true});
        if (!commit) {
            return named(commit.error());
        }
        m_tip = commit->id;
        note(planned.generated);
        m_rewrites.append({0, {}, {record(planned, *commit, *message)}});
        return {};
    }

    /// What it comes to, from the branch at \a from.
    [[nodiscard]] BranchStep step(const QByteArray& from) const
    {
        return {m_state.meta.portBranch, from, m_tip, m_rewrites, m_base};
    }
    [[nodiscard]] const QVector<GeneratedFile>& generated() const { return m_generated; }

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

    void note(const QVector<GeneratedFile>& files)
    {
        for (GeneratedFile file : files) {
            file.commit = m_tip;
            m_generated.append(file);
        }
    }

    [[nodiscard]] Error named(Error error) const
    {
        if (error.code == ErrorCode::NothingToCommit) {
            error.object = m_state.meta.portBranch;
        }
        return error;
    }

    const ProjectState& m_state;
    Repository& m_repository;
    const CommitWishes& m_wishes;
    QByteArray m_tip;
    QByteArray m_base;
    QVector<CommitRewrite> m_rewrites;
    QVector<GeneratedFile> m_generated; ///< what Rocport wrote in them, before merging
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

/// Makes all commits of the plan. After an error those before it are there.
Result<void> makeCommits(const CommitPlan& plan, CommitWriter& writer, const CancelToken& cancel,
                         const std::function<void(int done, int total)>& progress)
{
    if (plan.refresh) {
        if (Result<void> made = writer.refresh(*plan.refresh); !made) {
            return made;
        }
    }
    if (!plan.rewritten.isEmpty()) {
        if (Result<void> made = writer.rewrite(plan); !made) {
            return made;
        }
    }
    int done = 0;
    for (const PlannedCommit& planned : plan.added) {
        if (progress) {
            progress(done++, static_cast<int>(plan.added.size()));
        }
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        if (Result<void> made = writer.add(planned); !made) {
            return made;
        }
    }
    return {};
}

/// Moves the branch as `outcome.step` says. `forward`: what is there stays on it.
Result<void> doStep(Repository& repository, const BeginStep& begin,
                    const QVector<GeneratedFile>& generated, bool forward, BranchOutcome& outcome)
{
    const BranchStep& step = outcome.step;
    if (Result<void> begun = begin(step, generated); !begun) {
        return begun;
    }
    outcome.begun = true;
    Result<void> moved = forward ? repository.moveTip(step.branch, step.from, step.to)
                                 : repository.replaceTip(step.branch, step.from, step.to);
    // What fails with the worktree fails behind the branch.
    const auto tip = repository.branchTip(step.branch);
    outcome.moved = moved || (tip && *tip == step.to && step.from != step.to);
    return moved;
}

} // namespace

Result<void> commitPort(const ProjectState& state, const QVector<GeneratedFile>& generated,
                        const CommitWishes& wishes, const CancelToken& cancel,
                        const BeginStep& begin, BranchOutcome& outcome,
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
    CommitWriter writer(state, repository, wishes, start);
    outcome.kept = plan->refresh ? plan->refresh->kept : QStringList();
    const Result<void> made = makeCommits(*plan, writer, cancel, progress);
    outcome.step = writer.step(plan->tip);
    if (outcome.step.to == start) {
        return made ? Error{ErrorCode::NothingToCommit, {}, state.meta.portBranch} : made;
    }
    Result<void> done =
        doStep(repository, begin, writer.generated(), plan->rewritten.isEmpty(), outcome);
    if (!done || !made) {
        return !done ? done : made;
    }
    return repository.updateWorktree(state.meta.portBranch, state.meta.worktree);
}

Result<void> undoPortCommit(const ProjectState& state, const QByteArray& id,
                            const GitPerson& author, const BeginStep& begin, BranchOutcome& outcome)
{
    auto opened = Repository::open(state.meta.repositoryRoot);
    if (!opened) {
        return opened.error();
    }
    Repository& repository = **opened;
    repository.setAuthor(author);
    const QString& branch = state.meta.portBranch;
    const auto tip = repository.branchTip(branch);
    if (!tip) {
        return tip.error();
    }
    CommitRewrite rewrite;
    QByteArray target;
    const Rewriting rewriting = rewritingOf(state, id);
    if (*tip == id && !rewriting.old.isEmpty()) {
        target = rewriting.old.last().id;
        for (const QByteArray& now : rewriting.now) {
            rewrite.replaced.append({now, {}});
        }
        for (RecordedCommit back : rewriting.old) {
            back.undone = false;
            back.replacedBy.clear();
            back.rewrite = 0;
            rewrite.made.append(back);
        }
    } else {
        const auto without = repository.withoutCommit(branch, id);
        if (!without) {
            return without.error();
        }
        target = without->id;
        rewrite.replaced.append({id, {}});
    }
    outcome.step = {branch, *tip, target, {rewrite}, {}};
    const Result<void> done = doStep(repository, begin, {}, false, outcome);
    return done ? repository.updateWorktree(branch, state.meta.worktree) : done;
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
