#pragma once

#include "core/base/cancel.h"
#include "core/base/repopath.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QVector>

#include <memory>

namespace rocport {

/// One file of a tree, as listed.
struct TreeEntry
{
    RepoPath path;
    QByteArray identity; ///< changes whenever the content may have: a blob id, or size and times
    qint64 size = -1;    ///< bytes; -1: not known before reading
    bool executable = false;
    enum class Kind : quint8 { File, Link, Submodule } kind = Kind::File;
};

/// Files to scan: a commit of a repository, or a folder as it is. Links are listed and never
/// followed. list() and read() may be called from any thread, read() from several at once.
class SourceTree
{
public:
    virtual ~SourceTree() = default;
    [[nodiscard]] virtual Result<QVector<TreeEntry>> list(const CancelToken& cancel) const = 0;
    /// Errors: FileUnreadable, FileTooLarge (over `limit` bytes), FileNotFound.
    [[nodiscard]] virtual Result<QByteArray> read(const TreeEntry& entry, qint64 limit) const = 0;
    /// The target of a link, as written; nothing is followed. Errors: FileUnreadable (also for
    /// trees without links), FileNotFound.
    [[nodiscard]] virtual Result<QByteArray> linkTarget(const TreeEntry& entry) const
    {
        return Error{ErrorCode::FileUnreadable, QStringLiteral("not a link"), entry.path.display()};
    }
    /// A hash of the content of a file of any size, the same for a hole as for zeros; computed
    /// piece by piece, skipping holes. Errors: FileUnreadable (also for trees that know files by
    /// their identity), FileNotFound, Cancelled.
    [[nodiscard]] virtual Result<QByteArray> digest(const TreeEntry& entry,
                                                    const CancelToken& cancel) const
    {
        Q_UNUSED(cancel)
        return Error{ErrorCode::FileUnreadable, QStringLiteral("not in a folder"),
                     entry.path.display()};
    }
    /// "main @ 4f2c91e" or "folder as it is".
    [[nodiscard]] virtual QString describe() const = 0;
};

/// The files of a folder: inside a git repository, those that git tracks or does not ignore; else
/// all except version-control folders. Errors: FileNotFound, FileUnreadable.
Result<std::unique_ptr<SourceTree>> openFolderTree(const QString& folder);

} // namespace rocport
