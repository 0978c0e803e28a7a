#pragma once

#include "core/project/session/decisionmigration.h"

#include <optional>

namespace rocport {

/// What becomes of the words about findings.
struct MigratedFindings
{
    QVector<Decision> decisions;
    QVector<DecisionText> gone; ///< findings whose places are no longer in the scan, to be kept
    int moved = 0;              ///< the place is the same, its finding has another id
    int reopened = 0;           ///< the place changed: open, with the note of before
    int vanished = 0;           ///< the place is gone: done, with the commit
    int returned = 0;           ///< the place is there again: open
};

/// Carries what was said of findings over to a new scan. A finding is told from its like in the
/// same file by counting, and its file is part of its id; so places are followed through a
/// comparison of the two texts: a word goes with its place, one whose place changed becomes a note
/// on what stands there now, and no other place inherits it. An open finding whose place is gone
/// becomes done, with the commit; what a person said of one stays. Places that only other rules or
/// settings no longer find are not gone. What is gone and found again is open again.
MigratedFindings migrateFindings(const MigrationInput& input);

/// A finding as it is kept when a scan no longer has it; its key is that of its word in the log.
DecisionText textOfFinding(const Finding& finding);
/// The finding that such a text keeps; nothing: the text is of a hunk, or is damaged.
std::optional<Finding> findingOfText(const DecisionText& text);
/// Findings of `texts` that are not in `scan`, outside vendored folders, and of which the log says
/// that they are done or not needed; by path and line.
QVector<Finding> goneFindings(const DecisionLog& log, const QHash<QByteArray, DecisionText>& texts,
                              const ScanResult& scan);

} // namespace rocport
