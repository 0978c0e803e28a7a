#pragma once

#include "core/base/repopath.h"
#include "core/store/projectfile.h"

#include <QByteArrayView>
#include <QStringView>

namespace rocport {

/// What values in a project file must look like: whatever ends up in source text, in a path, in a
/// command line or on a page is checked here, when it is read (ProjectCorrupt) and before it is
/// written (InvalidArgument). A file may come from anyone.
namespace stored {

/// "gfx" and hexadecimal digits.
bool isArchitecture(QStringView name);
/// The name of a git branch (git-check-ref-format(1)), not starting with '-'.
bool isBranchName(QStringView name);
/// A folder's absolute path without "." and "..", fit to be passed to the system.
bool isFolder(QStringView path);
/// 1 to 64 hexadecimal digits.
bool isCommitId(QByteArrayView id);
/// A hunk's or a guard's key: 1 to 128 letters, digits and ".:_-".
bool isKey(QByteArrayView key);
/// A range of lines in a file, 1-based; the last may be one before the first (nothing is replaced).
bool isLineRange(qint64 first, qint64 last);
/// A path in the repository that may be written to: relative, each part a name other than "." and
/// "..", and none reserved by git (".git" in any case, and its short name on Windows).
bool isPath(const RepoPath& path);
/// https:// or http://, without spaces, quotes and control characters.
bool isWebAddress(QStringView url);
/// One line of visible characters, at most `longest` UTF-16 units.
bool isOneLine(QStringView text, qsizetype longest);

/// What is wrong, as a clause; empty: nothing.
QString problemOf(const ProjectMeta& meta);
QString problemOf(const Decision& decision);
QString problemOf(const RecordedCommit& commit);
QString problemOf(const RecordedExport& record);
QString problemOf(const CompiledProof& proof);
QString problemOf(const DecisionText& text);
QString problemOf(const GeneratedFile& file);
QString problemOf(const GuardSetting& setting);
QString problemOf(const UserGuard& guard);
QString problemOf(const PlanOverride& planOverride);
QString problemOf(const JournalEntry& entry);
QString problemOf(const Hunk& hunk);

/// The error of a call that was given an invalid value.
template <typename Value>
Result<void> check(const Value& value)
{
    const QString problem = problemOf(value);
    return problem.isEmpty() ? Result<void>()
                             : Result<void>(Error{ErrorCode::InvalidArgument, problem, {}});
}

} // namespace stored
} // namespace rocport
