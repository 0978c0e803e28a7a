#pragma once

#include "core/project/review/keptreview.h"

#include <QJsonArray>
#include <QJsonObject>

namespace rocport {

/// A comment of a review: Markdown at lines of the diff.
struct ReviewComment
{
    RepoPath path;
    bool onBase = false; ///< side LEFT: lines of the base; else RIGHT: of the port
    int startLine = 0;   ///< 1-based; 0: the comment is about one line
    int line = 0;        ///< the last line; 0: no line of the diff, so it goes to the review's body
    int about = 0;       ///< line of the same side that it is about where `line` is 0; 0: the file
    QString body;
};

/// One comment for each hunk whose NVIDIA path is changed or unproved, that a rule would write
/// differently or that does not compile, and for each missing place; those at lines that the diff
/// does not show have no line. A comment spans the end of its hunk that a diff shows in one piece.
/// Cancelled by a CancelScope, as what is below is.
QVector<ReviewComment> commentsOf(const PortReview& review);

/// The threads that are not resolved, as comments: what was answered follows the comment, each with
/// its author's name. What is outdated, at a file, or at a line that a diff does not show has no
/// line. Compares whole files, so not for the window's thread.
QVector<ReviewComment> commentsOf(const PortReview& review, const QVector<ReviewThread>& threads);

/// Comments for people: each with its place, in the order given. UTF-8, LF.
QByteArray renderComments(const QVector<ReviewComment>& comments);

/// The request of GitHub's "Create a review for a pull request" (REST API 2022-11-28): body, event
/// COMMENT, commit_id and the comments given (commentsOf()). Comments without a line are in the
/// body. At most kMostComments comments; the body says how many more there are, and what is longer
/// than GitHub takes is shortened, with a mark.
QJsonObject reviewRequest(const PortReview& review, const QVector<ReviewComment>& comments);
inline constexpr qsizetype kMostComments = 200;

/// One request of GitLab's "Create new merge request thread" (REST API v4) for each comment: body,
/// and position where the diff shows its line. base_sha and start_sha are the base of the review,
/// head_sha the port; of patches, which have no head, no comment has a position. A comment about
/// several lines is at the last. Compares whole files too.
QJsonArray reviewDiscussions(const PortReview& review, const QVector<ReviewComment>& comments);

} // namespace rocport
