#pragma once

#include "core/project/review/keptreview.h"

#include <optional>

namespace rocport {

/// Takes threads to the newest revision: each to its line in the same hunk, else to the nearest
/// line with the same text close to where it was, else it is outdated. `before`: the revision
/// that they were at; null: it is gone, and texts alone are looked for. Reads files of `now`, so
/// not for the window's thread.
QVector<ReviewThread> followThreads(const QVector<ReviewThread>& threads, const PortReview* before,
                                    const PortReview& now);

/// One line (1-based) of the port or of its base, without its end; nothing: there is no such line,
/// or the file is one hunk as a whole. Looks into what is in memory only, no further than to the
/// line, so it may be called in the window's thread.
std::optional<QByteArray> lineOfReview(const ReviewFile& file, bool onBase, int line);

/// The text of a file of the port or of its base; nothing: there is none, or it is no text. Reads
/// the file where it is all new, of at most 4 MiB.
std::optional<QByteArray> textOfReview(const PortReview& review, const ReviewFile& file,
                                       bool onBase);

/// The hunk that a line is in, else the nearest of the file's; null: the file has none.
const ReviewHunk* hunkAtLine(const ReviewFile& file, bool onBase, int line);

/// 16 random hexadecimal digits, for reviews and threads.
QByteArray newReviewId();

} // namespace rocport
