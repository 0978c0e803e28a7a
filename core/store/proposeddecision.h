#pragma once

#include "core/store/projectfile.h"

namespace rocport {

/// A decision that an agent proposes. It changes the state of nothing: a person decides.
struct ProposedDecision
{
    QByteArray hunkKey;
    DecisionKind kind = DecisionKind::Accepted; ///< accepted, rejected or edited
    QByteArray editedText; ///< DecisionKind::Edited: whole lines firstLine..lastLine, replaced
    QString reason;        ///< never empty
    QString by;            ///< name of the agent, one line; never empty
    QDateTime time;        ///< UTC
};

/// The longest name of an agent, reason and edited text that are kept, in characters and bytes.
inline constexpr qsizetype kLongestAgentName = 100;
inline constexpr qsizetype kLongestProposedReason = 4'000;
inline constexpr qsizetype kLongestProposedText = 1024 * 1024;

/// The entry that is appended to the journal. A later one of the same agent about the same hunk
/// replaces it. Errors: InvalidArgument, a clause that names what is wrong.
Result<JournalEntry> journalEntry(const ProposedDecision& proposed);
/// The newest proposal of each agent about each hunk, oldest first; entries in an unknown form are
/// left out. Errors: those of ProjectFile::journal().
Result<QVector<ProposedDecision>> proposedDecisions(const ProjectFile& file);

} // namespace rocport
