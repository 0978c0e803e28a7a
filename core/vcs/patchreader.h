#pragma once

#include "core/base/repopath.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <QVector>

namespace rocport {

/// One hunk of a patch: lines with their line ends, the last without one if the patch says so.
struct PatchHunk
{
    int oldFirst =
        1; ///< 1-based line of the old text; the line before an insertion without context
    QVector<QByteArray> oldLines;
    QVector<QByteArray> newLines;
    int patchLine = 0; ///< 1-based line of the patch
};

/// What a patch does to one file.
struct PatchedFile
{
    enum class Kind : quint8 { Changed, Added, Removed, Renamed, Copied };
    enum class Binary : quint8 { None, Literal, Delta, Missing };
    Kind kind = Kind::Changed;
    RepoPath oldPath; ///< empty: the file is added
    RepoPath newPath; ///< empty: the file is removed
    quint32 mode = 0; ///< of the new file, as git writes it (0100644); 0: as before
    QVector<PatchHunk> hunks;
    Binary binary = Binary::None; ///< Missing: the patch only says that the files differ
    QByteArray binaryData;        ///< the content, or git's delta from the old one
    int patchLine = 0;            ///< 1-based line of the patch
};

/// One commit of a series, or a diff without a message.
struct PatchCommit
{
    QByteArray commit; ///< 40 hex digits as the mail gives them; else empty
    QString author;
    QString summary;
    QDateTime time; ///< invalid: not known
    QVector<PatchedFile> files;
};

/// The largest file of patches that is read, in bytes.
inline constexpr qint64 kMaxPatchBytes = 256LL * 1024 * 1024;

/// Reads what `git format-patch`, `git diff` or `diff -u` wrote, or a mailbox of such mails, in
/// order. Mails may be encoded as quoted-printable or base64. Linear in the size of \a text. `name`
/// is for messages. Errors: ParseFailed (object "name:line"; also where there is no patch in it, or
/// a mail has parts), PathOutsideRepository (a name that git does not check out), FileTooLarge (too
/// many files, or a binary file over the limit).
Result<QVector<PatchCommit>> readPatches(const QByteArray& text, const QString& name);

/// `text` after `hunks`. A hunk whose lines are elsewhere than the patch says is applied where they
/// are, nearest to that place and after the hunk before it. Errors: NotPossibleNow with the number
/// of the hunk and both texts; `path` is its object.
Result<QByteArray> applyPatchHunks(const QByteArray& text, const QVector<PatchHunk>& hunks,
                                   const RepoPath& path);

/// `base` after a binary delta of git (format: gitformat-pack(5), "Deltified representation").
/// Errors: ParseFailed, FileTooLarge.
Result<QByteArray> applyBinaryDelta(const QByteArray& base, const QByteArray& delta,
                                    const RepoPath& path);

} // namespace rocport
