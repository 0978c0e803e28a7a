#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace rocport {

/// Whether it is safe to let libgit2 into the repository that holds \a folder (a path without '/'
/// at the end), or into \a folder itself if it is a git folder. libgit2 opens what it finds and
/// reads it whole, so a named pipe in place of the index, of a reference, of what a reference leads
/// to or of a file that the configuration includes would block the program for ever, and a huge
/// file would exhaust memory. Checks every file that libgit2 1.5 may open in the git folder, and
/// everything else there except submodules and large files of extensions, and reads only small
/// files and lists of files. Pattern files that the configuration names are found once it is read:
/// openGit(). Succeeds if there is no repository. Errors: FileUnreadable (not a regular file; a
/// reference, a log or a list of files that is a link out of the git folder), FileTooLarge,
/// GitFailed (see checkGitIndex()).
Result<void> checkGitFiles(const QByteArray& folder);

/// Whether it is safe to let libgit2 read \a path as a file of patterns or attributes; it may be
/// missing. Errors: as above.
Result<void> checkPatternFile(const QByteArray& path);

} // namespace rocport
