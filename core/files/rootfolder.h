#pragma once

#include "core/base/repopath.h"
#include "core/base/result.h"
#include "core/files/descriptor.h"
#include "core/files/filewriter.h"
#include "core/files/readfile.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>

namespace rocport {

/// A folder whose files are reached beneath its descriptor and nowhere else: every part of a path
/// is opened without following links, so that neither `..` nor a link, not even one that is put
/// there meanwhile, leads out of it. What a repository names is read and written through this.
/// Copies share the descriptor; may be used from any thread.
class RootFolder
{
public:
    /// Opens `folder`; links in its own path are the user's and are followed. Errors: FileNotFound,
    /// FileUnreadable.
    static Result<RootFolder> open(const QString& folder);

    /// The folder's canonical path.
    [[nodiscard]] QString path() const { return m_path; }
    /// For people: the path of a file in it.
    [[nodiscard]] QString display(const RepoPath& file) const;

    /// The bytes of a regular file. Errors: FileNotFound, FileUnreadable (also what is not a
    /// regular file), FileTooLarge, PathOutsideRepository (a link, or a name that no file of a
    /// repository may have).
    [[nodiscard]] Result<QByteArray> read(const RepoPath& file, qint64 limit = kLargestRead) const;

    /// Writes a file and creates the folders above it; an existing file is replaced as by
    /// FileWriter. A link of that name is neither followed nor replaced. Errors: FileWriteFailed,
    /// DiskFull, PathOutsideRepository.
    [[nodiscard]] Result<void> write(const RepoPath& file, QByteArrayView bytes,
                                     Durability durability = Durability::Synced) const;

    /// The same for many files: `parent` is what openParent() gave for `file`.
    [[nodiscard]] Result<void> writeInto(const Descriptor& parent, const RepoPath& file,
                                         QByteArrayView bytes, Durability durability) const;

    /// The same with what `fill` writes to the new file's descriptor. `fill` returns 0 or an errno.
    [[nodiscard]] Result<void> writeInto(const Descriptor& parent, const RepoPath& file,
                                         const std::function<int(int)>& fill,
                                         Durability durability) const;

    /// The folder that a file is in, opened; with `make`, missing folders are created and listed in
    /// `made` (outermost first). Errors: FileNotFound, FileWriteFailed, PathOutsideRepository.
    [[nodiscard]] Result<Descriptor> openParent(const RepoPath& file, bool make,
                                                QVector<RepoPath>* made = nullptr) const;

private:
    std::shared_ptr<const Descriptor> m_folder;
    QString m_path;
};

} // namespace rocport
