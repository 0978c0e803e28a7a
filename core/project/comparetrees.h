#pragma once

#include "core/base/repopath.h"
#include "core/isolation/isolation.h"

#include <QVector>

namespace rocport {

/// Proof of one file of a port made elsewhere.
struct FileProof
{
    RepoPath path;
    IsolationProof proof;
};

/// Proves a pair of files, or every file of a pair of folders: changed ones by projection, added
/// ones as new files; a file that is gone violates. By path. Errors: FileNotFound, FileUnreadable,
/// and InvalidArgument for a file beside a folder.
Result<QVector<FileProof>> proveTrees(const QString& original, const QString& ported,
                                      const TargetSettings& target);

} // namespace rocport
