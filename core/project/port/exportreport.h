#pragma once

#include "core/base/cancel.h"
#include "core/project/session/projectstate.h"
#include "core/report/reportformats.h"

namespace rocport {

/// What was decided in all phases together.
struct DecisionTotals
{
    int accepted = 0; ///< includes edited ones
    int edited = 0, rejected = 0, deferred = 0;
    int findingsTicked = 0;
    int overrides = 0; ///< of answers in the plan
    /// The total, counting each decision once.
    [[nodiscard]] int all() const
    {
        return accepted + rejected + deferred + findingsTicked + overrides;
    }
};
DecisionTotals decisionTotals(const ProjectState& state);

/// The report of `state` as of `now`.
ReportModel reportOf(const ProjectState& state, const QDateTime& now);

/// The report in a format that has a renderer. Errors: InvalidArgument, NotPossibleNow (nothing was
/// scanned).
Result<QByteArray> renderReport(const ProjectState& state, const RuleSet& rules,
                                const QString& format, const QDateTime& now);

/// Writes the port branch as a patch series into `folder` and returns the folder. Errors:
/// NotPossibleNow (nothing is committed), those of Repository::exportPatches.
Result<QString> writePatches(const ProjectState& state, const QString& folder);

/// One patch of the series, for people to look at.
struct PatchText
{
    QString name;                          ///< its file name, "0001-….patch"
    QByteArray bytes;                      ///< at most its first kMostPatchBytes bytes
    qint64 size = 0;                       ///< of the whole patch
    int files = 0, added = 0, removed = 0; ///< files, and lines added and removed
};
inline constexpr qint64 kMostPatchBytes = 1024 * 1024;

/// Identifies what the series is made from: while it stays the same, so do the patches. Empty:
/// nothing is committed. Errors: those of Repository::open and branchTip.
Result<QByteArray> patchesStamp(const ProjectState& state);

/// The series as writePatches() would write it now; none if nothing is committed. Errors: those of
/// Repository::forEachPatch.
Result<QVector<PatchText>> portPatches(const ProjectState& state, const CancelToken& cancel = {});

/// Writes `format`, one of reportFormats(), into `folder` (created when missing) and returns the
/// path. `more` has the renderers for the window's formats. A file is written to a temporary name
/// and renamed, so that a full disk leaves the old one. Errors: InvalidArgument for an unknown
/// format and for one without a renderer, FileWriteFailed, DiskFull, Cancelled, NotPossibleNow for
/// patches without a commit.
Result<QString> writeReport(const ProjectState& state, const RuleSet& rules, const QString& format,
                            const QString& folder, const QDateTime& now,
                            const ReportRenderers& more = {});

} // namespace rocport
