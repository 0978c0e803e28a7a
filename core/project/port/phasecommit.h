#pragma once

#include "core/project/port/commitplan.h"
#include "core/project/port/port.h"

#include <QHash>
#include <QSet>

namespace rocport {

/// The files of a branch with planned commits on top.
class BranchView
{
public:
    /// \a repository outlives it. `commit`: the commit on which they are planned.
    BranchView(const Repository& repository, QByteArray commit)
        : m_repository(&repository), m_commit(std::move(commit))
    {
    }
    /// Nothing: there is no such file.
    [[nodiscard]] Result<std::optional<QByteArray>> read(const RepoPath& path) const;
    void put(const CommitFile& file);
    [[nodiscard]] QSet<RepoPath> changed() const;

private:
    const Repository* m_repository;
    QByteArray m_commit;
    QHash<RepoPath, std::optional<QByteArray>> m_files;
};

/// Builds the files of one phase's commit. `state`, `repository` and `committed` outlive it;
/// `committed` may grow meanwhile.
class PhaseCommit
{
public:
    PhaseCommit(const ProjectState& state, const Repository& repository,
                const QSet<QByteArray>& committed)
        : m_state(state), m_repository(repository), m_committed(committed)
    {
    }

    /// Hunks of `phase` to commit now, with the uncommitted ones of other phases that they need.
    [[nodiscard]] QVector<QByteArray> keysOf(Phase phase) const;
    /// Hunks of `phase` that are accepted and not in `done`.
    [[nodiscard]] QVector<QByteArray> keysToTake(Phase phase, const QSet<QByteArray>& done) const;
    /// `keys` and what they need, each once, without what is committed.
    [[nodiscard]] QVector<QByteArray> withoutCommitted(const QVector<QByteArray>& keys) const;
    /// Fills in the files for the keys of `commit` and adds them to `view`.
    Result<void> fill(PlannedCommit& commit, BranchView& view) const;
    [[nodiscard]] ReadSource sourceReader() const;

private:
    [[nodiscard]] QByteArray lastWritten(const RepoPath& path) const;

    const ProjectState& m_state;
    const Repository& m_repository;
    const QSet<QByteArray>& m_committed;
};

/// Message of a new commit of `phase` with the changes `keys`; `committed`: the changes in the
/// commits before it.
QString draftedMessage(const ProjectState& state, const QSet<QByteArray>& committed, Phase phase,
                       const QVector<QByteArray>& keys);
/// Message of the commit that replaces `commits` (one or more, oldest first) and has the changes
/// `keys`: what was written stays, with the number of changes in the subject updated.
QString rewrittenMessage(const ProjectState& state, const QSet<QByteArray>& committed,
                         const QVector<RecordedCommit>& commits, const QVector<QByteArray>& keys);

} // namespace rocport
