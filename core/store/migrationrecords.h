#pragma once

#include "core/base/repopath.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport {

/// The hunk that a decision was made for, as it was before a scan no longer found it or proposed a
/// different text under the same key.
struct DecisionText
{
    QByteArray hunkKey;
    RepoPath sourcePath;
    RepoPath targetPath;
    int firstLine = 1; ///< as in Hunk
    int lastLine = 1;
    QStringList ruleIds;
    QVector<QByteArray> findingIds;
    QString title;
    QByteArray original; ///< the whole lines firstLine..lastLine; empty if git no longer has them
    QByteArray proposed; ///< these lines as proposed then
};

/// What Rocport generated for a file of a commit, before edits made by hand were merged into it.
struct GeneratedFile
{
    QByteArray commit;
    RepoPath path;
    QByteArray content;
};

/// A setting for the width of guards. The subject is empty (the project), "file:" and a path, or
/// "hunk:" and a hunk's key. Empty width: the setting is withdrawn.
struct GuardSetting
{
    QString subject;
    QString width; ///< "line", "block", "function", "file"
    friend bool operator==(const GuardSetting&, const GuardSetting&) = default;
};

/// A guard that the user put around lines of a file.
struct UserGuard
{
    QByteArray key; ///< the key of its hunk; 16 hex digits
    RepoPath path;
    int firstLine = 1; ///< 1-based, inclusive, where the text was when the guard was made
    int lastLine = 1;
    QByteArray original; ///< the guarded lines
    QString reason;
    friend bool operator==(const UserGuard&, const UserGuard&) = default;
};

/// What a step of the history did to one width setting; widths as in GuardSetting.
struct GuardChange
{
    QString subject;
    QString before;
    QString after;
    friend bool operator==(const GuardChange&, const GuardChange&) = default;
};

/// A guard of the user's own that a step added or removed.
struct UserGuardChange
{
    UserGuard guard;
    bool put = true;
    friend bool operator==(const UserGuardChange&, const UserGuardChange&) = default;
};

/// What one step of the history did to guards; empty: nothing.
struct GuardStep
{
    QVector<GuardChange> widths;
    QVector<UserGuardChange> guards;
    [[nodiscard]] bool isEmpty() const { return widths.isEmpty() && guards.isEmpty(); }
    friend bool operator==(const GuardStep&, const GuardStep&) = default;
};

} // namespace rocport
