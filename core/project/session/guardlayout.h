#pragma once

#include "core/project/port/port.h"
#include "core/rules/guards/guardwidth.h"
#include "core/scan/scanner.h"
#include "core/store/migrationrecords.h"

#include <memory>

namespace rocport {

/// What people said about guards, and what it acts on.
struct GuardRequest
{
    QVector<GuardSetting> widths;
    QVector<UserGuard> userGuards;
    QHash<QByteArray, QByteArray> edited; ///< lines of hunks edited in place, by key
    QSet<QByteArray> committed;
    /// Files that were renamed since a guard was made: old path -> new path.
    QHash<RepoPath, RepoPath> renames;
};

/// A scan with its hunks at the widths asked for.
struct GuardedScan
{
    std::shared_ptr<const ScanResult> scan;         ///< the scan itself where nothing was asked for
    QHash<QByteArray, QVector<QByteArray>> members; ///< wide hunk -> scanned hunks in it
    QVector<QByteArray> kept;                       ///< hunks whose wider guard could not be had
    QVector<UserGuard> placed;                      ///< the user's guards, where they stand now
    QVector<UserGuard> withoutPlace;                ///< the text that they guard is gone
};

/// Width of a scanned hunk: its own setting, else its file's, else the project's.
GuardWidth guardWidthOf(const QVector<GuardSetting>& settings, const Hunk& hunk);

/// Gives `raw` its guards. Reads only files that need it. Errors: those of `read`.
Result<GuardedScan> layOutGuards(const std::shared_ptr<const ScanResult>& raw,
                                 const TargetSettings& target, const GuardRequest& wishes,
                                 const ReadSource& read);

/// Subjects of settings.
QString guardSubject(const RepoPath& path);
QString guardSubject(const QByteArray& hunkKey);

} // namespace rocport
