#pragma once

#include "core/project/review/composereview.h"

#include <QSet>

namespace rocport {

/// Decisions about an older review, carried over to a newer one of the same port: a hunk with the
/// same id keeps its decision, and one with the same text keeps it where exactly one is the same on
/// both sides (the base moved on). All others are open again.
QHash<QByteArray, ReviewDecision> carryDecisions(const PortReview& before,
                                                 const QHash<QByteArray, ReviewDecision>& decisions,
                                                 const PortReview& now);

/// Hunks of the newer review -> the same hunk of the older one: with the same id, or with the same
/// text where exactly one has it on both sides.
QHash<QByteArray, QByteArray> sameHunks(const PortReview& before, const PortReview& now);

/// The hunks of the newer review that the older one does not have, as sameHunks() says.
QSet<QByteArray> changedHunks(const PortReview& before, const PortReview& now);

/// Hunks of the newer review that the older one does not have -> those of the older one in their
/// place that the newer one does not have: at the same lines of the base, or of the same file where
/// a hunk is a whole file.
QHash<QByteArray, QVector<QByteArray>> formerHunks(const PortReview& before, const PortReview& now);

/// One file in which two revisions of a port differ.
struct RevisionDifference
{
    RepoPath path;
    /// The older revision on the newer base; nothing: it has no such file.
    std::optional<QByteArray> before;
    std::optional<QByteArray> after; ///< the newer revision; nothing: it has no such file
    /// False: the base changed the lines that the port changed, or the file is not text, so
    /// `before` is the older revision as it was.
    bool isRebased = true;
};

/// What the author changed from one revision to the next, by path: the older one is carried over to
/// the newer base first, so that what upstream did in between is not in it. Files that neither
/// revision touches are not looked at. Errors: Cancelled by the caller's CancelScope, those of
/// listing and reading.
Result<QVector<RevisionDifference>> differenceOfRevisions(const PortReview& before,
                                                          const PortReview& now);

} // namespace rocport
