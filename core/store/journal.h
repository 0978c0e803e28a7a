#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace rocport {

/// What an entry of the journal is about. The spellings (journalKindId()) never change.
enum class JournalKind : quint8 {
    Probe,          ///< subject: the probe's id; body: ProbeReport
    Job,            ///< subject: the job's id; body: JobSpec and JobStatus, without the log
    VerifyRun,      ///< subject: the run's id; body: VerifyRun
    Tolerance,      ///< subject: the tensor's name; body: Tolerance, or {} for the default
    GuardStep,      ///< subject: the id of a decision batch; body: its changes to guards
    BranchStep,     ///< subject: "port"; body: the step in progress on the port's branch; {}: none
    Proposal,       ///< subject: a hunk's key and an agent's name; body: ProposedDecision
    Review,         ///< subject: a review's id; body: its title, revisions and branch
    ReviewDecision, ///< subject: the ids of a review and of a hunk; body: what was decided
    ReviewThread,   ///< subject: the ids of a review and of a thread; body: the thread; {}: it is
                    ///< gone
    ReviewChecks,   ///< subject: a review's id; body: what compilers and lanes said of the port
    Choice,         ///< subject: what was chosen ("current-node"); body: the value
};
QString journalKindId(JournalKind kind); ///< "probe", "job", "verify-run", "tolerance",
                                         ///< "guard-step", "branch-step", "proposed-decision",
                                         ///< "port-review", "port-review-decision",
                                         ///< "port-review-thread", "port-review-checks", "choice"

/// One thing that happened on a node, a choice, or what was said of a port. Appended, never
/// changed; the newest entry of each kind and subject counts.
struct JournalEntry
{
    JournalKind kind = JournalKind::Choice;
    QString subject;
    QDateTime time;  ///< UTC; null when appending means now
    QByteArray body; ///< JSON, UTF-8, at most kMaxJournalBody bytes
};
inline constexpr qint64 kMaxJournalBody = 16LL * 1024 * 1024;

} // namespace rocport
