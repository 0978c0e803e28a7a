#pragma once

#include "core/project/review/review.h"

#include <QJsonObject>

namespace rocport {

/// A comment of a review: Markdown at lines of the diff.
struct ReviewComment
{
    RepoPath path;
    bool onBase = false; ///< side LEFT: lines of the base; else RIGHT: of the port
    int startLine = 0;   ///< 1-based; 0: the comment is about one line
    int line = 0;        ///< the last line; 0: no line of the diff, so it goes to the review's body
    int about = 0;       ///< line of the port that it is about where `line` is 0; 0: the file
    QString body;
};

/// One comment for each hunk whose NVIDIA path is changed or unproved, that a rule would write
/// differently or that does not compile, and for each missing place; those at lines that the diff
/// does not show have no line. A comment spans the end of its hunk that a diff shows in one piece.
QVector<ReviewComment> commentsOf(const PortReview& review);

/// The request of GitHub's "Create a review for a pull request" (REST API 2022-11-28): body, event
/// COMMENT, commit_id and comments. Comments without a line are in the body. At most kMostComments
/// comments; the body says how many more there are.
QJsonObject reviewRequest(const PortReview& review);
inline constexpr qsizetype kMostComments = 200;

} // namespace rocport
