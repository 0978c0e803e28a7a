#pragma once

#include "core/project/review/review.h"
#include "ui/theme/glyph.h"

#include <QString>

namespace rocport {

// The words and marks of a review of a port that was made elsewhere. No mark stands without a word.

/// "Equal", "Similar", "Different", "None".
QString ruleWord(RuleMatch match);
/// "Changed", "Unproved", "Unchanged", "Not in a build".
QString nvidiaWord(NvidiaPath path);
/// "Not tried", "Not checked", "Compiles", "Build fails", "Lanes equal", "Lanes differ".
QString armWord(RocmArm arm);
/// The same, with the lanes of the run that decided: "64 lanes differ".
QString armWord(const ReviewHunk& hunk);
/// What is said of a ROCm arm without a reason: "Nothing was compiled or executed for it."
QString armNothing(const ReviewHunk& hunk);
/// The colour of a word of the column Rule, which has no mark.
QColor ThemeColours::*ruleColour(RuleMatch match);
Mark nvidiaMark(NvidiaPath path);
Mark armMark(RocmArm arm);
/// The square of a hunk.
Mark hunkMark(DecisionKind kind);

/// The first line, of the port, or of the base where the hunk only removes lines; empty for a hunk
/// that is a whole file.
QString hunkLine(const ReviewHunk& hunk);
/// "A new file", "A file that is gone", …; empty for lines.
QString hunkKindText(ReviewHunkKind kind);
/// What the proof says, in one sentence with its numbers.
QString proofSentence(const ReviewHunk& hunk);
/// What a screen reader says: "51, Reduction of a warp, open, rule: different, …".
QString hunkAccessibleText(const ReviewHunk& hunk, DecisionKind kind, bool changed, int comments);

} // namespace rocport
