#pragma once

#include "core/scan/sourcetree.h"
#include "core/vcs/patchreader.h"

#include <QHash>
#include <QMap>
#include <QSet>

#include <memory>

namespace rocport {

/// A tree with patches on it, all in memory: nothing is written anywhere.
class PatchedTree : public SourceTree
{
public:
    /// Applies `commits` in order to `base`. Errors: those of applyPatchHunks(), NotPossibleNow (a
    /// file that the patch changes is missing, one that it adds is there, a binary file without its
    /// content), InvalidArgument (a mode that git does not have), FileTooLarge, Cancelled by the
    /// caller's CancelScope, those of listing and reading.
    static Result<std::shared_ptr<PatchedTree>> make(std::shared_ptr<const SourceTree> base,
                                                     const QVector<PatchCommit>& commits);

    [[nodiscard]] Result<QVector<TreeEntry>> list(const CancelToken& cancel) const override;
    [[nodiscard]] Result<QByteArray> read(const TreeEntry& entry, qint64 limit) const override;
    [[nodiscard]] Result<QByteArray> linkTarget(const TreeEntry& entry) const override;
    [[nodiscard]] QString describe() const override;

    /// Path in this tree -> path in the base, of files that the patches rename.
    [[nodiscard]] QHash<RepoPath, RepoPath> renames() const { return m_renames; }

private:
    explicit PatchedTree(std::shared_ptr<const SourceTree> base) : m_base(std::move(base)) {}

    void takeSources(const PatchCommit& commit);
    [[nodiscard]] Result<TreeEntry> takeSource(const PatchedFile& file);
    Result<void> apply(const PatchedFile& file);
    [[nodiscard]] Result<QByteArray> textOf(const TreeEntry& entry) const;
    Result<QByteArray> contentAfter(const PatchedFile& file, const QByteArray& before) const;
    Result<void> put(const PatchedFile& file, TreeEntry entry, const QByteArray& content,
                     bool changed);
    void noteRename(const PatchedFile& file);

    std::shared_ptr<const SourceTree> m_base;
    QMap<RepoPath, TreeEntry> m_entries;
    QHash<QByteArray, QByteArray> m_contents; ///< by identity, of what the patches made
    QHash<RepoPath, RepoPath> m_renames;
    QHash<RepoPath, TreeEntry> m_before; ///< what the commit has changed so far, as it was before
    QSet<RepoPath> m_taken;              ///< sources of the commit's renames, removed at first
    qint64 m_bytes = 0;                  ///< of m_contents
};

} // namespace rocport
