#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <sys/stat.h>

/// Paths in a git folder, followed the way libgit2 1.5 does. For core/scan/gitfiles.
namespace rocport {

inline constexpr qint64 kMiB = 1024 * 1024;
/// Bytes of a SHA-1: of an object's name, and at the end of an index or a pack.
inline constexpr qint64 kHash = 20;
/// Bytes of the fan-out table in a pack's index.
inline constexpr qint64 kFanOut = 256 * 4;
/// The most bytes of a file that says where a folder is.
inline constexpr qint64 kMaxGitLink = kMiB;

/// Like isspace() in the C locale, which git uses.
constexpr bool isGitSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// The path as shown in messages.
QString shownPath(const QByteArray& path);
Error notAFile(const QByteArray& path, mode_t mode);
Error tooLargeForGit(const QByteArray& path, qint64 limit);

/// Whether a file belongs to the kernel: such files claim to be regular and can still make a reader
/// wait.
bool isOfTheKernel(const QByteArray& path);
/// The folder that holds \a path, without '/' at the end.
QByteArray folderOf(const QByteArray& path);
QByteArray joined(const QByteArray& folder, const QByteArray& name);
bool isFolderAt(const QByteArray& path);
bool isFileAt(const QByteArray& path);
/// The canonical path; empty if nothing is there.
QByteArray realPathOf(const QByteArray& path);
/// The bytes of the file that \a path leads to. Errors: those of readFile().
Result<QByteArray> readFollowed(const QByteArray& path, qint64 limit);
/// The name that a file holds, as libgit2 reads it: without white space at the end of the file, and
/// then up to the first NUL.
QByteArray nameIn(QByteArray text);
QByteArray withoutSpaceBefore(const QByteArray& text);

/// Checks that \a path is a regular file of at most \a limit bytes, or does not exist. Links are
/// followed, as libgit2 does. Errors: FileUnreadable, FileTooLarge.
Result<void> checkGitFile(const QByteArray& path, qint64 limit);

/// Where the files are that the work trees of git folder \a folder share; empty: nowhere, and
/// libgit2 stops there. It resolves a name that does not begin with a dot against the current
/// working directory. Errors: those of checkGitFile().
Result<QByteArray> sharedOf(const QByteArray& folder);

/// Stop: libgit2 searches no further.
enum class IsGit { Yes, No, Stop };
/// Whether libgit2 takes \a folder for a git folder. Errors: as above.
Result<IsGit> isGitFolder(const QByteArray& folder);

} // namespace rocport
