#pragma once

#include "core/base/result.h"

#include <git2.h>

namespace rocport {

/// Gives \a repository its object folders (its own and its alternates), read without trusting their
/// content: libgit2 1.5 counts with 32 bits, writes out of bounds if an object file is larger than
/// it claims, and never returns from a truncated one or from deltas based on each other. Multi-pack
/// indexes and commit graphs are not read. To be called before anything in the repository is read.
/// Errors: those of objectFolders() and checkPackIndex(), GitFailed.
Result<void> openObjects(git_repository* repository);

} // namespace rocport
