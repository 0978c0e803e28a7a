#pragma once

#include "core/project/port/port.h"
#include "core/rules/guards/guardwidth.h"
#include "core/scan/scanner.h"
#include "core/store/migrationrecords.h"

#include <memory>

namespace rocport {

/// The user's settings for guards, and what they apply to.
struct GuardRequest
{
    QVector<GuardSetting> widths;
    QVector<UserGuard> userGuards;
    QHash<QByteArray, QByteArray> edited; ///< lines of hunks edited in place, by key
    QSet<QByteArray> committed;
    /// Files that were renamed since a guard was made: old path -> new path.
    QHash<RepoPath, RepoPath> renames;
};

/// A scan with its hunks at the requested widths.
struct GuardedScan
{
    std::shared_ptr<const ScanResult> scan;         ///< the scan itself if nothing was requested
    QHash<QByteArray, QVector<QByteArray>> members; ///< wide hunk -> scanned hunks in it
    QVector<QByteArray> kept;                       ///< hunks for which a wider guard was not
                                                    ///  possible
    QVector<UserGuard> placed;                      ///< the user's guards, where they are now
    QVector<UserGuard> withoutPlace;                ///< the text that they guard is gone
};

/// Width of a scanned hunk: its own setting, else its file's, else the project's.
GuardWidth guardWidthOf(const QVector<GuardSetting>& settings, const Hunk& hunk);

/// Lays out the guards of `raw`. Reads only files that need it. Errors: those of `read`.
Result<GuardedScan> layOutGuards(const std::shared_ptr<const ScanResult>& raw,
                                 const TargetSettings& target, const GuardRequest& wishes,
                                 const ReadSource& read);

/// The subjects of settings (GuardSetting::subject).
QString guardSubject(const RepoPath& path);
QString guardSubject(const QByteArray& hunkKey);

} // namespace rocport
