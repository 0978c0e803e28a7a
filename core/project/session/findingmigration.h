#pragma once

#include "core/project/session/decisionmigration.h"

#include <optional>

namespace rocport {

/// What becomes of the decisions about findings.
struct MigratedFindings
{
    QVector<Decision> decisions;
    QVector<DecisionText> gone; ///< findings whose places are no longer in the scan, to be kept
    int moved = 0;              ///< the place is the same, but its finding has another id
    int reopened = 0;           ///< the place changed: open, with the previous note
    int vanished = 0;           ///< the place is gone: done, with the commit
    int returned = 0;           ///< the place is there again: open
};

/// Carries decisions about findings over to a new scan. Equal findings in a file are told apart by
/// counting, and the file is part of a finding's id; therefore places are followed by comparing the
/// two texts: a decision goes with its place, one whose place changed becomes a note on what is
/// there now, and no other place inherits it. An open finding whose place is gone becomes done,
/// with the commit; what a person decided stays. Places that are only no longer found because of
/// other rules or settings are not gone. A finding that was gone and is found again is open again.
MigratedFindings migrateFindings(const MigrationInput& input);

/// A finding in the form in which it is kept when a scan no longer has it; its key is that of its
/// decision in the log.
DecisionText textOfFinding(const Finding& finding);
/// The finding in such a text; nothing: the text belongs to a hunk, or is damaged.
std::optional<Finding> findingOfText(const DecisionText& text);
/// Findings in `texts` that are not in `scan`, are outside vendored folders, and are done or not
/// needed by the log; by path and line.
QVector<Finding> goneFindings(const DecisionLog& log, const QHash<QByteArray, DecisionText>& texts,
                              const ScanResult& scan);

} // namespace rocport
