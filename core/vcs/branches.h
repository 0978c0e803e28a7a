#pragma once

#include "core/base/result.h"

#include <QDateTime>
#include <QString>
#include <QVector>

namespace rocport {

/// A branch of a repository, for choosing one.
struct BranchInfo
{
    QString name; ///< "port", "origin/port"
    bool remote = false;
    bool head = false; ///< checked out in the repository itself
    QString summary;   ///< of its newest commit
    QString author;
    QDateTime time; ///< of its newest commit, UTC
};

/// The branches of a repository.
struct BranchList
{
    QVector<BranchInfo> branches; ///< newest commit first, at most kMostBranches
    int more = 0;                 ///< that are not listed
    /// The branch that others start from: what origin/HEAD names, else "main" or "master", else the
    /// one that is checked out; empty: HEAD is detached and there is none of these.
    QString main;
};
inline constexpr qsizetype kMostBranches = 5'000;

/// Lists local and remote-tracking branches of the repository that holds `folder`. Errors: those of
/// openGit(), GitFailed.
Result<BranchList> listBranches(const QString& folder);

} // namespace rocport
