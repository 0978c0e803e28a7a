#pragma once

#include "core/project/review/review.h"

#include <QJsonObject>
#include <QSet>

namespace rocport {

/// What a run in CI may fail for.
enum class ReviewFault : quint8 { Changed, Unproved, Different, Missing, Build, Lanes };
/// "changed", "unproved", "different", "missing", "build", "lanes"
QString reviewFaultId(ReviewFault fault);
std::optional<ReviewFault> reviewFaultFromId(QStringView id);
/// The faults that a review has.
QSet<ReviewFault> faultsOf(const PortReview& review);

/// Whether a person should look at the hunk: the NVIDIA path is changed or unproved, a rule would
/// write something else, it does not compile or differs on lanes, or a warning is left open within
/// it.
bool needsLook(const ReviewHunk& hunk);
/// "csrc/a.cu:52", with the port's line, or the base's where the hunk only removes.
QString placeOfHunk(const ReviewFile& file, const ReviewHunk& hunk);
/// "NVIDIA path changed", "ROCm arm: build fails": words for people.
QString nvidiaPathName(NvidiaPath path);
QString rocmArmName(RocmArm arm);

/// For terminals and logs; UTF-8, LF.
QByteArray renderReviewText(const PortReview& review);
/// The summary of a job in CI: counts, hunks that need a look, what is missing.
QByteArray renderReviewMarkdown(const PortReview& review);
/// Everything, for scripts and for the window (docs/port-review.md).
QJsonObject reviewToJson(const PortReview& review);
/// The same without its hunks and missing places: names, counts, commits, remarks.
QJsonObject reviewHeadToJson(const PortReview& review);
QJsonObject reviewHunkToJson(const ReviewFile& file, const ReviewHunk& hunk);
QJsonObject missingPlaceToJson(const MissingPlace& place);
/// SARIF 2.1.0: hunks that need a look and missing places.
QByteArray renderReviewSarif(const PortReview& review, const RuleSet& rules);

} // namespace rocport
