#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace rocport {

/// Whether libgit2 can be let into the repository around \a folder (a path without '/' at the end),
/// or into \a folder itself where it is a git folder: libgit2 opens what it finds and reads it
/// whole, so that a named pipe in the place of the index, of a reference or of a file that the
/// configuration includes would hold the program for ever, and a file of any size its memory. Looks
/// at every file that libgit2 1.5 may open and reads none but small ones. Nothing to say where
/// there is no repository. Errors: FileUnreadable (not a regular file), FileTooLarge, GitFailed
/// (see checkGitIndex()).
Result<void> checkGitFiles(const QByteArray& folder);

} // namespace rocport
