#include "app/cli/reviewbranch.h"

#include "app/cli/arguments.h"
#include "app/cli/output.h"

#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

const QStringList& acceptWords()
{
    static const QStringList words{QStringLiteral("all"), QStringLiteral("unchanged"),
                                   QStringLiteral("equal"), QStringLiteral("similar")};
    return words;
}

bool isHunkId(const QString& text)
{
    return text.size() == 16 && std::all_of(text.begin(), text.end(), [](QChar c) {
               return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f');
           });
}

/// Whether one of the words of --accept applies to a hunk.
bool isAccepted(const ReviewHunk& hunk, const QStringList& accept)
{
    const bool equal = hunk.match == RuleMatch::Equal;
    return accept.contains(QString::fromLatin1(hunk.id)) ||
           accept.contains(QStringLiteral("all")) ||
           (accept.contains(QStringLiteral("unchanged")) &&
            (hunk.nvidia == NvidiaPath::Unchanged || hunk.nvidia == NvidiaPath::NotBuilt)) ||
           (accept.contains(QStringLiteral("equal")) && equal) ||
           (accept.contains(QStringLiteral("similar")) &&
            (equal || hunk.match == RuleMatch::Similar));
}

} // namespace

void addBranchOptions(Arguments& args)
{
    args.addOption(QStringLiteral("branch"),
                   QStringLiteral("Make this branch: one commit on the base with the hunks that "
                                  "--accept names. It must not exist."),
                   QStringLiteral("NAME"));
    args.addOption(
        QStringLiteral("accept"),
        QStringLiteral("With --branch: which hunks are in it, separated by commas; one word that "
                       "applies is enough. all; unchanged: the NVIDIA path is unchanged, or no "
                       "build reads the file; equal: a rule would write the same; similar: the "
                       "same but for names of guards, spacing and comments; or ids of hunks, as "
                       "JSON has them."),
        QStringLiteral("LIST"), acceptWords());
    args.addOption(QStringLiteral("reject"),
                   QStringLiteral("With --branch: ids of hunks that stay as in the base whatever "
                                  "--accept says."),
                   QStringLiteral("IDS"));
}

std::optional<int> readBranchWish(const Arguments& args, BranchWish& wish)
{
    wish.branch = args.value(QStringLiteral("branch"));
    const bool branch = args.isSet(QStringLiteral("branch"));
    const bool accept = args.isSet(QStringLiteral("accept"));
    if (branch != accept || (args.isSet(QStringLiteral("reject")) && !branch)) {
        return reportUsage(
            QStringLiteral("--branch needs --accept, and --accept and --reject need --branch"));
    }
    if (!branch) {
        return std::nullopt;
    }
    if (wish.branch.isEmpty()) {
        return reportUsage(QStringLiteral("--branch needs the name of a branch"));
    }
    wish.accept = args.value(QStringLiteral("accept")).split(u',');
    if (args.isSet(QStringLiteral("reject"))) {
        wish.reject = args.value(QStringLiteral("reject")).split(u',');
    }
    const auto isWrong = [](const QString& word) {
        return !acceptWords().contains(word) && !isHunkId(word);
    };
    if (std::any_of(wish.accept.begin(), wish.accept.end(), isWrong)) {
        return reportUsage(QStringLiteral("--accept must be some of all, unchanged, equal, similar "
                                          "and ids of hunks"));
    }
    if (!std::all_of(wish.reject.begin(), wish.reject.end(), isHunkId)) {
        return reportUsage(QStringLiteral("--reject must be ids of hunks"));
    }
    return std::nullopt;
}

Result<MadeBranch> makeBranch(const PortReview& review, const BranchWish& wish)
{
    QSet<QString> unknown;
    for (const QString& word : wish.accept + wish.reject) {
        if (isHunkId(word)) {
            unknown.insert(word);
        }
    }
    MadeBranch made;
    QHash<QByteArray, ReviewDecision> decisions;
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            const QString id = QString::fromLatin1(hunk.id);
            unknown.remove(id);
            if (wish.reject.contains(id)) {
                decisions.insert(hunk.id, {DecisionKind::Rejected, {}});
            } else if (isAccepted(hunk, wish.accept)) {
                decisions.insert(hunk.id, {DecisionKind::Accepted, {}});
                ++made.taken;
            }
        }
    }
    if (!unknown.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("no hunk of the port has this id"),
                     *unknown.cbegin()};
    }
    ReviewFinish finish;
    finish.branch = made.name = wish.branch;
    finish.openAsBase = true;
    auto commit = finishReview(review, decisions, finish);
    if (!commit) {
        return commit.error();
    }
    made.commit = *std::move(commit);
    return made;
}

} // namespace rocport
