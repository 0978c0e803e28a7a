#pragma once

#include "core/base/result.h"

#include <git2.h>

namespace rocport {

/// Gives \a repository the object folders that it has (its own and its alternates), read in a way
/// that does not believe what they say: libgit2 1.5 counts with 32 bits, writes past its memory
/// where an object file is larger than it says, and never comes back from one that was cut or from
/// deltas that are made from each other. Indexes of several packs and commit graphs are not read.
/// To be called before anything of the repository is read. Errors: those of objectFolders() and
/// checkPackIndex(), GitFailed.
Result<void> openObjects(git_repository* repository);

} // namespace rocport
