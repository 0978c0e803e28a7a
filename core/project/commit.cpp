#include "core/project/commit.h"

#include "core/project/refresh.h"
#include "core/rules/analyse.h"

namespace rocport {

namespace {

/// Builds the files of one phase's commit on top of `tip`.
class PhaseCommit
{
public:
    PhaseCommit(const ProjectState& state, Repository& repository,
                const QSet<QByteArray>& committed)
        : m_state(state), m_repository(repository), m_committed(committed)
    {
    }

    /// Hunks of `phase` to commit now, with the uncommitted ones of other phases that they need.
    [[nodiscard]] QVector<QByteArray> keysOf(Phase phase) const
    {
        QVector<QByteArray> taken;
        for (const Hunk& hunk : m_state.scan->hunks) {
            if (hunk.phase == phase && isTaken(m_state.decisions.kind(hunk.key)) &&
                !m_committed.contains(hunk.key)) {
                taken.append(hunk.key);
            }
        }
        QVector<QByteArray> keys;
        for (const QByteArray& key : withNeeded(m_state.scan->hunks, m_state.hunkIndex, taken)) {
            if (!m_committed.contains(key)) {
                keys.append(key);
            }
        }
        return keys;
    }

    /// Files to commit; `generated` gets what they are before hand edits are merged in.
    Result<QVector<CommitFile>> files(const QVector<QByteArray>& keys, const QByteArray& tip,
                                      QVector<GeneratedFile>& generated)
    {
        const QSet<QByteArray> fresh(keys.begin(), keys.end());
        QVector<Hunk> before;
        QVector<Hunk> after;
        QHash<QByteArray, QByteArray> edited;
        QSet<RepoPath> touched;
        for (const QByteArray& key : keys) {
            touched.insert(m_state.hunk(key)->targetPath);
        }
        for (const Hunk& hunk : m_state.scan->hunks) {
            if (!touched.contains(hunk.targetPath)) {
                continue;
            }
            const bool old = m_committed.contains(hunk.key);
            if (old) {
                before.append(hunk);
            }
            if (old || fresh.contains(hunk.key)) {
                after.append(hunk);
            }
            const Decision* decision = m_state.decisions.decision(hunk.key);
            if (decision != nullptr && decision->kind == DecisionKind::Edited) {
                edited.insert(hunk.key, decision->editedText);
            }
        }
        auto oldFiles = buildPort(before, edited, sourceReader());
        if (!oldFiles) {
            return oldFiles.error();
        }
        auto newFiles = buildPort(after, edited, sourceReader());
        if (!newFiles) {
            return newFiles.error();
        }
        QHash<RepoPath, QByteArray> expected;
        for (const PortFile& file : *oldFiles) {
            expected.insert(file.path, file.content);
        }
        QVector<CommitFile> result;
        for (const PortFile& file : *newFiles) {
            QByteArray base = file.isNew ? lastWritten(file.path) : file.original;
            if (const auto known = expected.constFind(file.path); known != expected.constEnd()) {
                base = *known;
            }
            auto content = onTip(file, base, tip);
            if (!content) {
                return content.error();
            }
            result.append({file.path, *std::move(content), false});
            generated.append({{}, file.path, file.content});
        }
        return result;
    }

    [[nodiscard]] ReadSource sourceReader() const
    {
        return [this](const RepoPath& path) {
            return m_repository.fileAt(m_state.scan->commit, path);
        };
    }

private:
    /// What the newest commit of this project left in a file that Rocport generates; empty:
    /// nothing.
    [[nodiscard]] QByteArray lastWritten(const RepoPath& path) const
    {
        for (auto commit = m_state.commits.crbegin(); commit != m_state.commits.crend(); ++commit) {
            if (!commit->undone) {
                auto content = m_repository.fileAt(commit->id, path);
                return content ? *content : QByteArray();
            }
        }
        return {};
    }

    /// The file's new content where the branch holds what Rocport put there; else a merge.
    [[nodiscard]] Result<QByteArray> onTip(const PortFile& file, const QByteArray& base,
                                           const QByteArray& tip) const
    {
        auto there = m_repository.fileAt(tip, file.path);
        if (!there) {
            if (there.error().code == ErrorCode::FileNotFound) {
                return file.content;
            }
            return there.error();
        }
        if (*there == base) {
            return file.content;
        }
        return Repository::mergeFile(base, *there, file.content, file.path);
    }

    const ProjectState& m_state;
    Repository& m_repository;
    const QSet<QByteArray>& m_committed;
};

QString messageOf(const ProjectState& state, Phase phase, const QVector<QByteArray>& keys)
{
    ReportPhase report;
    const auto number = static_cast<qsizetype>(phase);
    report.plan = state.plan.phases.value(number);
    report.counts = state.counts.value(number);
    report.summary = state.summary(phase, &report.summaryEdited);
    for (const QByteArray& key : keys) {
        ReportChange change;
        change.hunk = state.hunk(key);
        change.decision = state.decisions.kind(key);
        report.changes.append(change);
    }
    return commitMessage(report, state.meta.name);
}

/// Brings the branch up to the scanned commit where that is needed; moves `tip`.
Result<void> refreshBranch(const ProjectState& state, Repository& repository,
                           const GeneratedTexts& last, const ReadSource& read, QByteArray& tip,
                           CommitOutcome& outcome)
{
    auto refresh = makeRefresh(state, repository, tip, last, read);
    if (!refresh) {
        return refresh.error();
    }
    outcome.kept = refresh->kept;
    if (refresh->isEmpty()) {
        return {};
    }
    const auto commit =
        refresh->mergesUpstream
            ? repository.commitMerge(state.meta.portBranch, tip, state.scan->commit, refresh->files,
                                     refresh->message)
            : repository.commit(state.meta.portBranch, tip, refresh->files, refresh->message);
    if (!commit) {
        return commit.error();
    }
    tip = commit->id;
    for (GeneratedFile& file : refresh->generated) {
        file.commit = commit->id;
    }
    outcome.generated += refresh->generated;
    outcome.base = refresh->mergesUpstream ? state.scan->commit : QByteArray();
    return {};
}

Result<void> commitPhase(const ProjectState& state, Phase phase, Repository& repository,
                         PhaseCommit& maker, QByteArray& parent, CommitOutcome& outcome)
{
    const QVector<QByteArray> keys = maker.keysOf(phase);
    if (keys.isEmpty()) {
        return {};
    }
    QVector<GeneratedFile> generated;
    auto files = maker.files(keys, parent, generated);
    if (!files) {
        return files.error();
    }
    const QString message = messageOf(state, phase, keys);
    auto commit = repository.commit(state.meta.portBranch, parent, *files, message);
    if (!commit) {
        return commit.error();
    }
    parent = commit->id;
    for (GeneratedFile& file : generated) {
        file.commit = commit->id;
    }
    outcome.generated += generated;
    outcome.made.append(
        {commit->id, phase, state.meta.portBranch, message, commit->time, keys, false});
    return {};
}

} // namespace

Result<void> commitPort(const ProjectState& state, const QVector<GeneratedFile>& generated,
                        const QVector<Phase>& phases, const CancelToken& cancel,
                        CommitOutcome& outcome,
                        const std::function<void(int done, int total)>& progress)
{
    auto repository = Repository::open(state.meta.repositoryRoot);
    if (!repository) {
        return repository.error();
    }
    auto tip = (*repository)->branchTip(state.meta.portBranch);
    if (!tip) {
        return tip.error();
    }
    QByteArray parent = tip->isEmpty() ? state.scan->commit : *tip;
    QSet<QByteArray> committed = state.committed;
    PhaseCommit maker(state, **repository, committed);
    if (!tip->isEmpty()) {
        const GeneratedTexts last = generatedOn(**repository, *tip, generated, state.commits);
        Result<void> refreshed =
            refreshBranch(state, **repository, last, maker.sourceReader(), parent, outcome);
        if (!refreshed) {
            return refreshed;
        }
    }
    int done = 0;
    for (const Phase phase : kPhases) {
        if (!phases.contains(phase)) {
            continue;
        }
        if (progress) {
            progress(done++, static_cast<int>(phases.size()));
        }
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        Result<void> made = commitPhase(state, phase, **repository, maker, parent, outcome);
        if (!made) {
            return made;
        }
        if (!outcome.made.isEmpty()) {
            const QVector<QByteArray>& keys = outcome.made.last().hunkKeys;
            committed.unite(QSet<QByteArray>(keys.begin(), keys.end()));
        }
    }
    if (parent == (tip->isEmpty() ? state.scan->commit : *tip)) {
        return Error{ErrorCode::NothingToCommit, {}, state.meta.portBranch};
    }
    return (*repository)->updateWorktree(state.meta.portBranch, state.meta.worktree);
}

Result<QVector<CommitFile>> previewPort(const ProjectState& state)
{
    auto repository = Repository::open(state.meta.repositoryRoot);
    if (!repository) {
        return repository.error();
    }
    auto tip = (*repository)->branchTip(state.meta.portBranch);
    if (!tip) {
        return tip.error();
    }
    const QSet<QByteArray> committed = state.committed;
    PhaseCommit maker(state, **repository, committed);
    QVector<QByteArray> keys;
    QSet<QByteArray> seen;
    for (const Phase phase : kPhases) {
        for (const QByteArray& key : maker.keysOf(phase)) {
            if (!seen.contains(key)) {
                seen.insert(key);
                keys.append(key);
            }
        }
    }
    if (keys.isEmpty()) {
        return QVector<CommitFile>();
    }
    QVector<GeneratedFile> generated;
    return maker.files(keys, tip->isEmpty() ? state.scan->commit : *tip, generated);
}

} // namespace rocport
