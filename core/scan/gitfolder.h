#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <sys/stat.h>

/// Paths of a git folder as libgit2 1.5 goes from one to the next. For core/scan/gitfiles.
namespace rocport {

inline constexpr qint64 kMiB = 1024 * 1024;
/// Bytes of a name (SHA-1): of an object, and at the end of an index or a pack.
inline constexpr qint64 kHash = 20;
/// Bytes of the table of first bytes, of the index of a pack.
inline constexpr qint64 kFanOut = 256 * 4;
/// Bytes of a file that says where a folder lies.
inline constexpr qint64 kMaxGitLink = kMiB;

/// As isspace() in the C locale, which git uses.
constexpr bool isGitSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// For messages.
QString shownPath(const QByteArray& path);
Error notAFile(const QByteArray& path, mode_t mode);
Error tooLargeForGit(const QByteArray& path, qint64 limit);

/// Files that say "regular" and can make a reader wait all the same.
bool isOfTheKernel(const QByteArray& path);
/// The folder \a path lies in, without '/' at the end.
QByteArray folderOf(const QByteArray& path);
QByteArray joined(const QByteArray& folder, const QByteArray& name);
bool isFolderAt(const QByteArray& path);
bool isFileAt(const QByteArray& path);
/// Empty where nothing is.
QByteArray realPathOf(const QByteArray& path);
/// The bytes of what \a path leads to. Errors: those of readFile().
Result<QByteArray> readFollowed(const QByteArray& path, qint64 limit);
/// The name that a file holds, as libgit2 takes it: without space at the end of the file, and then
/// up to the first NUL.
QByteArray nameIn(QByteArray text);
QByteArray withoutSpaceBefore(const QByteArray& text);

/// Whether \a path is a regular file of \a limit bytes at most, or none. Links are followed, as
/// libgit2 does. Errors: FileUnreadable, FileTooLarge.
Result<void> checkGitFile(const QByteArray& path, qint64 limit);

/// Where the files are that the work trees of git folder \a folder share; empty: nowhere, at which
/// libgit2 stops. It reads a name that does not begin with a dot from where the program runs.
/// Errors: those of checkGitFile().
Result<QByteArray> sharedOf(const QByteArray& folder);

/// Stop: libgit2 looks no further.
enum class IsGit { Yes, No, Stop };
/// Whether libgit2 takes \a folder for a git folder. Errors: as above.
Result<IsGit> isGitFolder(const QByteArray& folder);

} // namespace rocport
