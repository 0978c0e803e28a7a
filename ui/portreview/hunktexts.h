#pragma once

#include "core/project/session/filetexts.h"
#include "core/project/session/projectreviews.h"

#include <optional>

namespace rocport {

/// One file of a port review as the diff shows it: two texts, and what differs as changes whose
/// keys are ids of hunks.
struct HunkTexts
{
    FileTexts texts;
    /// Changes beyond the first of a hunk, whose keys are not ids: key -> id of the hunk.
    QHash<QByteArray, QByteArray> hunkOf;
    bool isSince = false; ///< against the chosen revision; else against the base
};

/// Reads a file for the diff. With `since`, it is compared with the chosen revision where that
/// differs, else with the base. Blocks: for worker threads. Errors: those of reading the port's
/// tree.
Result<HunkTexts> hunkTexts(const ReviewState& state, const ReviewFile& file, bool since);

/// Whether a hunk has lines that a diff can show.
bool hasLines(ReviewHunkKind kind);

/// The base's lines of a hunk with what the rules would write in them, as whole lines; nothing if
/// no rule writes there, or where it writes beyond the hunk something else than stands there.
std::optional<QByteArray> ruleEdit(const ReviewFile& file, const ReviewHunk& hunk);

/// Lines `first` to `last` of a text, 1-based and inclusive, with their ends.
QByteArray linesOf(const QByteArray& text, int first, int last);

} // namespace rocport
