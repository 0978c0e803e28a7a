#include "core/project/review/reviewcomments.h"

#include "core/base/cancelscope.h"
#include "core/base/linerange.h"
#include "core/base/wording.h"
#include "core/project/review/reviewrender.h"
#include "core/project/review/shownlines.h"
#include "core/report/compose.h"

#include <QRegularExpression>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kContext = 3;             ///< lines around a change that a diff shows
constexpr qsizetype kMostBody = 60'000; ///< characters; GitHub takes 65,536
constexpr qsizetype kLongestFence = 100;
constexpr qsizetype kLeastOfItem = 1'000; ///< of which a shortened comment is worth showing
constexpr qsizetype kLongestCutPath = 1'000;

QString asMarkdown(const Spans& line)
{
    Document document;
    addParagraph(document, line);
    return QString::fromUtf8(documentMarkdown(document)).trimmed();
}

/// A block of code, in a fence longer than any in it.
QString fenced(const QByteArray& text)
{
    QString fence = QStringLiteral("```");
    const QString shown = QString::fromUtf8(text);
    while (shown.contains(fence)) {
        fence += u'`';
    }
    return fence + u'\n' + shown + (shown.endsWith(u'\n') ? QString() : QStringLiteral("\n")) +
           fence;
}

QString hunkBody(const ReviewHunk& hunk)
{
    QStringList parts;
    if (hunk.nvidia == NvidiaPath::Changed || hunk.nvidia == NvidiaPath::Unproved) {
        parts.append(asMarkdown(
            Spans{strong(QStringLiteral("NVIDIA path %1.").arg(nvidiaPathName(hunk.nvidia))),
                  plain(QStringLiteral(" "))} +
            richText(hunk.proof.reason)));
    }
    if (isWrong(hunk.rocm)) {
        const QString what = hunk.rocm == RocmArm::BuildFails
                                 ? QStringLiteral("The ROCm arm does not compile.")
                                 : QStringLiteral("Executed on lanes, the port differs.");
        parts.append(asMarkdown(Spans{strong(what), plain(QStringLiteral(" ") + hunk.rocmReason)}));
    }
    if (hunk.match == RuleMatch::Different) {
        const QString lines = hunk.ruleLast < hunk.ruleFirst
                                  ? QStringLiteral("nothing before line %1").arg(hunk.ruleFirst)
                                  : lineRangeText(hunk.ruleFirst, hunk.ruleLast);
        parts.append(
            asMarkdown(Spans{plain(QStringLiteral("The rule ")), code(hunk.ruleIds.value(0)),
                             plain(QStringLiteral(" would write this in place of %1 of the base. ")
                                       .arg(lines))} +
                       richText(hunk.ruleReason)));
        parts.append(fenced(hunk.ruleText));
    }
    return parts.join(QStringLiteral("\n\n"));
}

QString missingBody(const MissingPlace& place)
{
    return asMarkdown(Spans{strong(QStringLiteral("Not touched by this port")),
                            plain(QStringLiteral(" (")), code(place.finding.ruleId),
                            plain(QStringLiteral("). "))} +
                      richText(place.reason));
}

/// Lines of the port that a diff of the file shows.
bool isShown(const ReviewFile& file, int line)
{
    return std::any_of(file.hunks.begin(), file.hunks.end(), [line](const ReviewHunk& hunk) {
        return std::any_of(hunk.headParts.begin(), hunk.headParts.end(),
                           [line](const LineStretch& part) {
                               return line >= part.first - kContext && line <= part.last + kContext;
                           });
    });
}

/// The line of the port from which on a diff shows the rest of the hunk without a gap: lines of a
/// comment in two places of the diff would make GitHub refuse the whole review.
int firstShownWithLast(const ReviewHunk& hunk)
{
    if (hunk.headParts.isEmpty()) {
        return hunk.headFirst;
    }
    qsizetype at = hunk.headParts.size() - 1;
    while (at > 0 && hunk.headParts[at].first - hunk.headParts[at - 1].last - 1 <= 2 * kContext) {
        --at;
    }
    return hunk.headParts[at].first;
}

QString placedLine(const ReviewComment& comment, int line)
{
    const QString place = line > 0 ? placeText(comment.path, line) : comment.path.display();
    // What is a block of its own, as code is, has to begin a line.
    static const QRegularExpression block(
        QStringLiteral("\\A(?:```|~~~|#{1,6} |> ?|[-+*] |\\d{1,9}[.)] |\\||    |\\t)"));
    const bool isBlock = block.match(comment.body).hasMatch();
    return QStringLiteral("- %1%2:%3%4")
        .arg(asMarkdown(Spans{code(place)}), comment.onBase ? QStringLiteral(" (base)") : QString(),
             isBlock ? QStringLiteral("\n\n") : QStringLiteral(" "), comment.body);
}

/// The fence of a block of code that a text leaves open; empty: none is.
QString openFence(const QString& text)
{
    static const QRegularExpression fences(QStringLiteral("^ {0,3}(`{3,}|~{3,})(.*)$"),
                                           QRegularExpression::MultilineOption);
    QString open;
    auto matches = fences.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        const QString fence = match.captured(1);
        if (open.isEmpty()) {
            open = fence;
        } else if (fence[0] == open[0] && fence.size() >= open.size() &&
                   match.captured(2).trimmed().isEmpty()) {
            open.clear();
        }
    }
    return open;
}

/// A text of at most `most` characters, with a mark where it ends before its end.
QString shortened(const QString& text, qsizetype most)
{
    if (text.size() <= most) {
        return text;
    }
    const QString mark = QStringLiteral("\n\n*… shortened.*");
    QString kept = text.left(std::max<qsizetype>(0, most - mark.size() - kLongestFence));
    if (!kept.isEmpty() && kept.back().isHighSurrogate()) {
        kept.chop(1);
    }
    const QString fence = openFence(kept);
    if (fence.size() < kLongestFence) {
        return kept + (fence.isEmpty() ? QString() : u'\n' + fence) + mark;
    }
    return mark.trimmed(); // no text that people write
}

/// What has no line in the diff, for the body of a review.
class BodyList
{
public:
    explicit BodyList(qsizetype most) : m_most(most) {}

    void add(const ReviewComment& comment)
    {
        const QString text = placedLine(comment, std::max(comment.line, comment.about));
        const qsizetype room = m_most - m_items.size() - 1;
        if (m_left == 0 && m_cut.isEmpty() && (text.size() <= room || room >= kLeastOfItem)) {
            m_items += shortened(text, room) + u'\n';
            m_cut = text.size() > room ? comment.path.display().left(kLongestCutPath) : QString();
        } else {
            ++m_left;
        }
    }

    /// Empty: nothing was added.
    [[nodiscard]] QString text() const
    {
        QString text;
        if (!m_items.isEmpty()) {
            text += QStringLiteral("\n\nWhat has no line in the diff:\n\n") + m_items;
        }
        if (!m_cut.isEmpty()) {
            text += u'\n' +
                    asMarkdown(Spans{plain(QStringLiteral("What is said about ")), code(m_cut),
                                     plain(QStringLiteral(" is shortened here."))}) +
                    u'\n';
        }
        if (m_left > 0) {
            text += QStringLiteral("\nand %1 more.\n").arg(countText(m_left));
        }
        return text;
    }

private:
    const qsizetype m_most; ///< characters of all items
    QString m_items;
    QString m_cut; ///< path of the one that was shortened; empty: none was
    qsizetype m_left = 0;
};

} // namespace

QVector<ReviewComment> commentsOf(const PortReview& review)
{
    QVector<ReviewComment> comments;
    QHash<RepoPath, const ReviewFile*> files;
    for (const ReviewFile& file : review.files) {
        files.insert(file.path, &file);
        for (const ReviewHunk& hunk : file.hunks) {
            if (isWorkCancelled()) {
                return {};
            }
            const QString body = hunkBody(hunk);
            if (body.isEmpty()) {
                continue;
            }
            ReviewComment comment;
            comment.path = file.path;
            comment.body = body;
            const bool lines = hunk.kind == ReviewHunkKind::Lines ||
                               (hunk.kind == ReviewHunkKind::Added && hunk.headLast > 0);
            comment.onBase = lines && hunk.headLast < hunk.headFirst;
            const int first = comment.onBase ? hunk.baseFirst : firstShownWithLast(hunk);
            const int last = comment.onBase ? hunk.baseLast : hunk.headLast;
            comment.line = lines ? last : 0;
            comment.startLine = lines && last > first ? first : 0;
            comments.append(comment);
        }
    }
    for (const MissingPlace& place : review.missing) {
        if (isWorkCancelled()) {
            return {};
        }
        ReviewComment comment;
        comment.path = place.finding.path;
        const ReviewFile* file = files.value(comment.path);
        const bool shown = file != nullptr && isShown(*file, place.finding.line);
        comment.line = shown ? place.finding.line : 0;
        comment.body = missingBody(place);
        comment.about = place.finding.line;
        comments.append(comment);
    }
    return comments;
}

QVector<ReviewComment> commentsOf(const PortReview& review, const QVector<ReviewThread>& threads)
{
    QHash<RepoPath, const ReviewFile*> files;
    for (const ReviewFile& file : review.files) {
        files.insert(file.path, &file);
    }
    QHash<RepoPath, ShownLines> shown;
    QVector<ReviewComment> comments;
    for (const ReviewThread& thread : threads) {
        if (isWorkCancelled()) {
            return {};
        }
        if (thread.isResolved || thread.replies.isEmpty()) {
            continue;
        }
        ReviewComment comment;
        comment.path = thread.path;
        comment.onBase = thread.onBase;
        comment.about = thread.isOutdated ? 0 : thread.line;
        const ReviewFile* file = files.value(thread.path);
        if (file != nullptr && thread.line > 0 && !thread.isOutdated) {
            auto lines = shown.find(thread.path);
            if (lines == shown.end()) {
                lines = shown.insert(thread.path, shownLines(review, *file));
            }
            comment.line = lines->contains(thread.onBase, thread.line) ? thread.line : 0;
        }
        QStringList parts{thread.replies.first().body};
        for (qsizetype i = 1; i < thread.replies.size(); ++i) {
            parts.append(asMarkdown(Spans{strong(thread.replies[i].author + u':')}));
            parts.append(thread.replies[i].body);
        }
        comment.body = parts.join(QStringLiteral("\n\n"));
        comments.append(comment);
    }
    return comments;
}

QByteArray renderComments(const QVector<ReviewComment>& comments)
{
    QString text;
    for (const ReviewComment& comment : comments) {
        const int line = comment.line > 0 ? comment.line : comment.about;
        const QString place = line > 0 ? placeText(comment.path, line) : comment.path.display();
        text += QStringLiteral("### %1%2\n\n%3\n\n")
                    .arg(asMarkdown(Spans{code(place)}),
                         comment.onBase ? QStringLiteral(" (base)") : QString(), comment.body);
    }
    return text.trimmed().toUtf8() + '\n';
}

QJsonObject reviewRequest(const PortReview& review, const QVector<ReviewComment>& given)
{
    QJsonArray comments;
    QString body = QStringLiteral("%1 in %2: NVIDIA path %3 unchanged, %4 changed, %5 unproved; %6 "
                                  "missing.")
                       .arg(counted(review.hunkCount(), "hunk", "hunks"),
                            counted(review.files.size(), "file", "files"))
                       .arg(review.count(NvidiaPath::Unchanged))
                       .arg(review.count(NvidiaPath::Changed))
                       .arg(review.count(NvidiaPath::Unproved))
                       .arg(counted(review.missing.size(), "place", "places"));
    BodyList rest(kMostBody - body.size());
    for (const ReviewComment& comment : given) {
        if (comment.line > 0 && comments.size() < kMostComments) {
            QJsonObject object{{QStringLiteral("path"), QString::fromUtf8(comment.path.bytes())},
                               {QStringLiteral("side"),
                                comment.onBase ? QStringLiteral("LEFT") : QStringLiteral("RIGHT")},
                               {QStringLiteral("line"), comment.line},
                               {QStringLiteral("body"), shortened(comment.body, kMostBody)}};
            if (comment.startLine > 0) {
                object.insert(QStringLiteral("start_line"), comment.startLine);
                object.insert(QStringLiteral("start_side"), object[QStringLiteral("side")]);
            }
            comments.append(object);
            continue;
        }
        rest.add(comment);
    }
    body += rest.text();
    QJsonObject request{{QStringLiteral("body"), body},
                        {QStringLiteral("event"), QStringLiteral("COMMENT")},
                        {QStringLiteral("comments"), comments}};
    if (!review.trees.headCommit.isEmpty()) {
        request.insert(QStringLiteral("commit_id"), QString::fromLatin1(review.trees.headCommit));
    }
    return request;
}

QJsonArray reviewDiscussions(const PortReview& review, const QVector<ReviewComment>& comments)
{
    QHash<RepoPath, const ReviewFile*> files;
    for (const ReviewFile& file : review.files) {
        files.insert(file.path, &file);
    }
    QHash<RepoPath, ShownLines> shown;
    QJsonArray discussions;
    for (const ReviewComment& comment : comments) {
        if (isWorkCancelled()) {
            return {};
        }
        const ReviewFile* file = files.value(comment.path);
        if (comment.line == 0 || file == nullptr || review.trees.headCommit.isEmpty()) {
            discussions.append(
                QJsonObject{{QStringLiteral("body"),
                             placedLine(comment, std::max(comment.line, comment.about)).mid(2)}});
            continue;
        }
        auto lines = shown.find(comment.path);
        if (lines == shown.end()) {
            lines = shown.insert(comment.path, shownLines(review, *file));
        }
        const QString base = QString::fromLatin1(review.trees.baseCommit);
        const QString path = QString::fromUtf8(file->path.bytes());
        const QString old =
            file->basePath.isEmpty() ? path : QString::fromUtf8(file->basePath.bytes());
        QJsonObject position{
            {QStringLiteral("position_type"), QStringLiteral("text")},
            {QStringLiteral("base_sha"), base},
            {QStringLiteral("start_sha"), base},
            {QStringLiteral("head_sha"), QString::fromLatin1(review.trees.headCommit)},
            {QStringLiteral("new_path"), path},
            {QStringLiteral("old_path"), old}};
        const int other = lines->onOtherSide(comment.onBase, comment.line);
        const int newLine = comment.onBase ? other : comment.line;
        const int oldLine = comment.onBase ? comment.line : other;
        if (newLine > 0) {
            position.insert(QStringLiteral("new_line"), newLine);
        }
        if (oldLine > 0) {
            position.insert(QStringLiteral("old_line"), oldLine);
        }
        discussions.append(QJsonObject{{QStringLiteral("body"), comment.body},
                                       {QStringLiteral("position"), position}});
    }
    return discussions;
}

} // namespace rocport
