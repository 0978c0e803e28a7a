#pragma once

#include "core/base/repopath.h"
#include "core/base/result.h"

namespace rocport {

/// The path that a file named by a person, absolute or relative to `root`, has in the repository at
/// `root`. Errors: InvalidArgument if the repository has no such file.
Result<RepoPath> pathInRepository(const QString& root, const QString& name);

/// Whether a path of a repository may be written to a disk, by git's own rules (git 2.39,
/// verify_path() with core.protectHFS and core.protectNTFS): no empty part, no "." or "..", nothing
/// that some file system takes for ".git" (different case, "git~1", characters that HFS+ ignores,
/// trailing dots and spaces, an NTFS stream), no NUL, no part over 255 bytes, at most 4,095 bytes
/// in all. Error: PathOutsideRepository with the reason.
Result<void> checkRepositoryName(const RepoPath& path);

} // namespace rocport
