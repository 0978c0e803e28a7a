#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace rocport {

/// Whether libgit2 can be let into the repository around \a folder (a path without '/' at the end),
/// or into \a folder itself where it is a git folder: libgit2 opens what it finds and reads it
/// whole, so that a named pipe in the place of the index, of a reference, of what a reference leads
/// to or of a file that the configuration includes would hold the program for ever, and a file of
/// any size its memory. Looks at every file that libgit2 1.5 may open in the git folder, and at
/// whatever else lies there but submodules and large files of extensions, and reads none but small
/// ones and lists of files. What the configuration names as patterns is found once it is read:
/// openGit(). Nothing to say where there is no repository. Errors: FileUnreadable (not a regular
/// file; a reference, a log or a list of files that is a link out of the git folder), FileTooLarge,
/// GitFailed (see checkGitIndex()).
Result<void> checkGitFiles(const QByteArray& folder);

/// Whether libgit2 can be let read \a path as a file of patterns or attributes; it may be missing.
/// Errors: as above.
Result<void> checkPatternFile(const QByteArray& path);

} // namespace rocport
