#pragma once

#include "core/base/result.h"

#include <git2.h>

namespace rocport {

/// Whether the packs of a repository were looked at already.
enum class PackCheck { Now, Before };

/// Gives \a repository the object folders that it has (its own and its alternates), once
/// checkPacks() has nothing against them, with a reader of object files that does not believe what
/// they say: libgit2 1.5 writes past its memory where an object is larger than it says, and never
/// comes back from one that was cut. Commit graphs are not read. To be called before anything of
/// the repository is read. Errors: those of objectFolders() and checkPacks(), GitFailed.
Result<void> openObjects(git_repository* repository, PackCheck packs);

} // namespace rocport
