#pragma once

#include "core/project/review/keptreview.h"
#include "core/store/journal.h"

namespace rocport {

class ProjectFile;

/// What a project file keeps of reviews, so that it can always be read again.
inline constexpr qsizetype kMostReviews = 1'000;
inline constexpr qsizetype kMostRevisions = 1'000; ///< of one review
inline constexpr qsizetype kMostReviewDecisions = 200'000;
inline constexpr qsizetype kMostReviewThreads = 20'000;
inline constexpr qsizetype kMostReplies = 1'000;         ///< of one thread
inline constexpr int kLastReviewLine = 100'000'000;      ///< that a thread may be at
inline constexpr qsizetype kLongestReviewText = 60'000;  ///< characters of what is written at once
inline constexpr qsizetype kLongestReviewEdit = 1 << 20; ///< bytes of one edited hunk
inline constexpr qint64 kMostReviewBytes = 32LL << 20;   ///< of all that is written and edited

/// Entries of the journal. A review: its title, revisions and branch, without decisions, threads
/// and checks, which have entries of their own.
JournalEntry journalEntry(const KeptReview& review);
/// One decision; one that is open again is an entry too.
JournalEntry journalEntry(const QByteArray& review, const QByteArray& hunk,
                          const ReviewDecision& decision);
/// One thread; without replies: it is gone.
JournalEntry journalEntry(const QByteArray& review, const ReviewThread& thread);

/// What compilers and lanes said.
JournalEntry journalEntry(const QByteArray& review, const ArmChecks& checks);

/// The entries that make `before` (null: nothing) into `after`.
QVector<JournalEntry> entriesBetween(const KeptReview* before, const KeptReview& after);

/// Whether all of them may be kept: within the bounds above, and each value one that is read again.
/// Errors: InvalidArgument, a clause that names the bound.
Result<void> checkKept(const QVector<KeptReview>& reviews);

/// The reviews of a project file, those first that were opened last. Entries in an unknown form, or
/// beyond the bounds, are left out. Errors: those of ProjectFile::journal().
Result<QVector<KeptReview>> readReviews(const ProjectFile& file);
/// The same from entries, the newest of each subject, oldest first.
QVector<KeptReview> reviewsFrom(const QVector<JournalEntry>& reviews,
                                const QVector<JournalEntry>& decisions,
                                const QVector<JournalEntry>& threads,
                                const QVector<JournalEntry>& checks = {});

} // namespace rocport
