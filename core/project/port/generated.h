#pragma once

#include "core/base/repopath.h"
#include "core/base/result.h"
#include "core/files/rootfolder.h"

#include <QByteArray>
#include <QString>

namespace rocport {

/// What Rocport last wrote into a folder, file by file, so that edits made by hand there can be
/// told from what was generated. Kept in the git folder (rocport/generated) if the folder is in a
/// work tree, else in ".rocport/generated" inside the folder: never among the user's files.
class GeneratedRecord
{
public:
    /// The record for `folder`, which need not exist yet.
    explicit GeneratedRecord(const QString& folder);

    /// Where the texts are kept.
    [[nodiscard]] QString place() const;
    /// The text last generated for `path`. Errors: FileNotFound (never generated here),
    /// FileUnreadable, PathOutsideRepository (there is a link in the path).
    [[nodiscard]] Result<QByteArray> last(const RepoPath& path) const;
    /// The folder into which the texts of fileOf() are written. Errors: those of
    /// RootFolder::open().
    [[nodiscard]] Result<RootFolder> home() const;
    /// The file in home() that keeps the text of `path`.
    [[nodiscard]] RepoPath fileOf(const RepoPath& path) const;
    /// Whether a text can be kept for `path`: there is no link in the path, and the folder is
    /// writable.
    [[nodiscard]] bool canKeep(const RepoPath& path) const;

    /// Removes what a killed program left where these texts are kept.
    void removeLeftovers() const;

private:
    QString m_folder;
    QString m_home;   ///< the git folder, or m_folder
    RepoPath m_place; ///< in m_home
};

} // namespace rocport
