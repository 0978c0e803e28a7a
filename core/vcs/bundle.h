#pragma once

#include "core/base/result.h"
#include "core/vcs/repository.h"

#include <QByteArray>
#include <QString>
#include <QVector>

#include <memory>

class QTemporaryDir;

namespace rocport {

/// A branch or tag that a bundle holds.
struct BundleRef
{
    QByteArray commit; ///< 40 hex digits
    QString name;      ///< "refs/heads/port"
};

/// A git bundle, unpacked into a temporary repository that also sees the objects of the user's
/// repository, which is only read. The folder is removed with the value.
struct OpenBundle
{
    std::shared_ptr<QTemporaryDir> folder; ///< last to go: the repository is in it
    std::shared_ptr<Repository> repository;
    QVector<BundleRef> refs; ///< at least one
};

/// Opens the bundle `file` (gitformat-bundle(5), versions 2 and 3 with SHA-1) for the repository
/// that holds `folder`. Errors: those of Repository::open(), FileNotFound, FileUnreadable,
/// FileTooLarge, FileNotText (not a bundle), NotPossibleNow (a commit that the bundle builds on is
/// missing), GitFailed (the pack is damaged), DiskFull, FileWriteFailed.
Result<OpenBundle> openBundle(const QString& folder, const QString& file);

} // namespace rocport
