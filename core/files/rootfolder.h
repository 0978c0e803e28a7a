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
/// is opened without following links, so that neither `..`, nor a link, nor one that is put there
/// in between leads out of it. What a repository names is read and written through this. Copies
/// share the descriptor; any thread.
class RootFolder
{
public:
    /// Opens `folder`; links on the way to it are the user's and are followed. Errors:
    /// FileNotFound, FileUnreadable.
    static Result<RootFolder> open(const QString& folder);

    /// The folder's canonical path.
    [[nodiscard]] QString path() const { return m_path; }
    /// For people: the path of a file in it.
    [[nodiscard]] QString display(const RepoPath& file) const;

    /// The bytes of a regular file. Errors: FileNotFound, FileUnreadable (also what is no regular
    /// file), FileTooLarge, PathOutsideRepository (a link, or no name for a file of a repository).
    [[nodiscard]] Result<QByteArray> read(const RepoPath& file, qint64 limit = kLargestRead) const;

    /// Writes a file and makes the folders above it; replaced as FileWriter does. A link of that
    /// name is never followed nor replaced. Errors: FileWriteFailed, DiskFull,
    /// PathOutsideRepository.
    [[nodiscard]] Result<void> write(const RepoPath& file, QByteArrayView bytes,
                                     Durability durability = Durability::Synced) const;

    /// The same for many files: `parent` is what openParent() gave for `file`.
    [[nodiscard]] Result<void> writeInto(const Descriptor& parent, const RepoPath& file,
                                         QByteArrayView bytes, Durability durability) const;

    /// The same with what `fill` writes to the new file's descriptor. It gives an errno, or 0.
    [[nodiscard]] Result<void> writeInto(const Descriptor& parent, const RepoPath& file,
                                         const std::function<int(int)>& fill,
                                         Durability durability) const;

    /// The folder that a file lies in, opened; with `make`, missing folders are made and named in
    /// `made` (outermost first). Errors: FileNotFound, FileWriteFailed, PathOutsideRepository.
    [[nodiscard]] Result<Descriptor> openParent(const RepoPath& file, bool make,
                                                QVector<RepoPath>* made = nullptr) const;

private:
    std::shared_ptr<const Descriptor> m_folder;
    QString m_path;
};

} // namespace rocport
