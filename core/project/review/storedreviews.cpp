#include "core/project/review/storedreviews.h"

#include "core/project/review/storedchecks.h"
#include "core/store/projectfile.h"
#include "core/store/storedvalues.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kLongestTitle = 1'000;
constexpr qsizetype kLongestRange = 1'000;
constexpr qsizetype kLongestAuthor = 200;
constexpr qsizetype kMostPatches = 10'000;
constexpr int kIdLength = 16;

bool isReviewHex(const QByteArray& id, qsizetype length)
{
    return id.size() == length && std::all_of(id.begin(), id.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

QByteArray reviewBody(const QJsonObject& object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QString latin(const QByteArray& bytes)
{
    return QString::fromLatin1(bytes);
}

QString packed(const QByteArray& bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

QByteArray unpacked(const QJsonValue& value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

QJsonValue packedTime(const QDateTime& time)
{
    return static_cast<double>(time.toMSecsSinceEpoch());
}

/// A null time: it is none that Rocport writes.
QDateTime unpackedTime(const QJsonValue& value)
{
    constexpr double kLatest = 253'402'300'799'000.0; // the year 9999
    const double milliseconds = value.toDouble(-1);
    return milliseconds < 0 || milliseconds > kLatest
               ? QDateTime()
               : QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(milliseconds), Qt::UTC);
}

bool isLineOrEmpty(const QString& text, qsizetype longest)
{
    return text.isEmpty() || stored::isOneLine(text, longest);
}

bool isSoundSource(const ReviewRequest& request)
{
    const int sources = (request.range.isEmpty() ? 0 : 1) + (request.patches.isEmpty() ? 0 : 1) +
                        (request.bundle.isEmpty() ? 0 : 1);
    return sources == 1 && isLineOrEmpty(request.range, kLongestRange) &&
           isLineOrEmpty(request.base, kLongestRange) &&
           isLineOrEmpty(request.bundleRef, kLongestRange) &&
           request.patches.size() <= kMostPatches &&
           std::all_of(request.patches.begin(), request.patches.end(),
                       [](const QString& patch) { return stored::isFolder(patch); }) &&
           (request.bundle.isEmpty() || stored::isFolder(request.bundle));
}

bool isSound(const ReviewRevision& revision)
{
    constexpr qsizetype kCommit = 40;
    const bool patches = !revision.request.patches.isEmpty();
    return isSoundSource(revision.request) && isReviewHex(revision.baseCommit, kCommit) &&
           (patches ? revision.headCommit.isEmpty() : isReviewHex(revision.headCommit, kCommit)) &&
           (patches ? isReviewHex(revision.patchesId, kCommit) : revision.patchesId.isEmpty()) &&
           revision.opened.isValid();
}

bool isSound(const ReviewDecision& decision)
{
    return decision.editedText.size() <= kLongestReviewEdit &&
           (decision.kind == DecisionKind::Edited || decision.editedText.isEmpty());
}

bool isSound(const ReviewReply& reply)
{
    return isLineOrEmpty(reply.author, kLongestAuthor) && reply.time.isValid() &&
           reply.revision >= 1 && reply.revision <= kMostRevisions && !reply.body.isEmpty() &&
           reply.body.size() <= kLongestReviewText && !reply.body.contains(QChar::Null);
}

bool isSound(const ReviewThread& thread)
{
    return isReviewHex(thread.id, kIdLength) &&
           (thread.hunkId.isEmpty() || isReviewHex(thread.hunkId, kIdLength)) &&
           stored::isPath(thread.path) && thread.line >= 0 && thread.line <= kLastReviewLine &&
           thread.lineText.size() <= kLongestReviewEdit && !thread.replies.isEmpty() &&
           thread.replies.size() <= kMostReplies &&
           std::all_of(thread.replies.begin(), thread.replies.end(),
                       [](const ReviewReply& reply) { return isSound(reply); });
}

bool isSound(const KeptReview& review)
{
    return isReviewHex(review.id, kIdLength) && isLineOrEmpty(review.title, kLongestTitle) &&
           !review.revisions.isEmpty() && review.revisions.size() <= kMostRevisions &&
           (review.branch.isEmpty() || stored::isBranchName(review.branch)) &&
           std::all_of(review.revisions.begin(), review.revisions.end(),
                       [](const ReviewRevision& revision) { return isSound(revision); });
}

QJsonObject packedRevision(const ReviewRevision& revision)
{
    QJsonObject object{{QStringLiteral("baseCommit"), latin(revision.baseCommit)},
                       {QStringLiteral("opened"), packedTime(revision.opened)}};
    const auto put = [&object](const char* name, const QString& value) {
        if (!value.isEmpty()) {
            object.insert(QString::fromLatin1(name), value);
        }
    };
    put("headCommit", latin(revision.headCommit));
    put("patchesId", latin(revision.patchesId));
    put("range", revision.request.range);
    put("base", revision.request.base);
    put("bundle", revision.request.bundle);
    put("bundleRef", revision.request.bundleRef);
    if (!revision.request.patches.isEmpty()) {
        object.insert(QStringLiteral("patches"),
                      QJsonArray::fromStringList(revision.request.patches));
    }
    return object;
}

ReviewRevision unpackedRevision(const QJsonObject& object, int number)
{
    ReviewRevision revision;
    revision.number = number;
    revision.baseCommit = object.value(u"baseCommit").toString().toLatin1();
    revision.headCommit = object.value(u"headCommit").toString().toLatin1();
    revision.patchesId = object.value(u"patchesId").toString().toLatin1();
    revision.opened = unpackedTime(object.value(u"opened"));
    revision.request.range = object.value(u"range").toString();
    revision.request.base = object.value(u"base").toString();
    revision.request.bundle = object.value(u"bundle").toString();
    revision.request.bundleRef = object.value(u"bundleRef").toString();
    for (const auto& patch : object.value(u"patches").toArray()) {
        revision.request.patches.append(patch.toString());
    }
    return revision;
}

std::optional<KeptReview> unpackedReview(const JournalEntry& entry)
{
    const QJsonObject object = QJsonDocument::fromJson(entry.body).object();
    KeptReview review;
    review.id = entry.subject.toLatin1();
    review.title = object.value(u"title").toString();
    review.branch = object.value(u"branch").toString();
    for (const auto& revision : object.value(u"revisions").toArray()) {
        review.revisions.append(
            unpackedRevision(revision.toObject(), static_cast<int>(review.revisions.size()) + 1));
    }
    return isSound(review) ? std::optional(review) : std::nullopt;
}

std::optional<ReviewDecision> unpackedDecision(const JournalEntry& entry)
{
    const QJsonObject object = QJsonDocument::fromJson(entry.body).object();
    const auto kind = decisionFromId(object.value(u"kind").toString());
    ReviewDecision decision;
    decision.kind = kind.value_or(DecisionKind::Open);
    if (decision.kind == DecisionKind::Edited) {
        decision.editedText = unpacked(object.value(u"text"));
    }
    return kind && isSound(decision) ? std::optional(decision) : std::nullopt;
}

std::optional<ReviewThread> unpackedThread(const QByteArray& id, const JournalEntry& entry)
{
    const QJsonObject object = QJsonDocument::fromJson(entry.body).object();
    ReviewThread thread;
    thread.id = id;
    thread.hunkId = object.value(u"hunk").toString().toLatin1();
    thread.path = RepoPath(unpacked(object.value(u"path")));
    thread.onBase = object.value(u"onBase").toBool();
    thread.line = object.value(u"line").toInt(-1);
    thread.lineText = unpacked(object.value(u"text"));
    thread.isResolved = object.value(u"resolved").toBool();
    thread.isOutdated = object.value(u"outdated").toBool();
    for (const auto& value : object.value(u"replies").toArray()) {
        const QJsonObject reply = value.toObject();
        thread.replies.append({reply.value(u"author").toString(),
                               unpackedTime(reply.value(u"time")), reply.value(u"revision").toInt(),
                               reply.value(u"body").toString()});
    }
    return isSound(thread) ? std::optional(thread) : std::nullopt;
}

/// The two ids of a subject; the first is empty where it has another form.
std::pair<QByteArray, QByteArray> idsOfSubject(const JournalEntry& entry)
{
    const QByteArray subject = entry.subject.toLatin1();
    const QByteArray first = subject.left(kIdLength);
    const QByteArray second = subject.mid(kIdLength + 1);
    const bool fine = subject.size() == 2 * kIdLength + 1 && subject[kIdLength] == ' ' &&
                      isReviewHex(first, kIdLength) && isReviewHex(second, kIdLength);
    return fine ? std::pair(first, second) : std::pair<QByteArray, QByteArray>();
}

/// The newest entry of each subject, in order; journal() gives no others.
QVector<JournalEntry> newestOf(const QVector<JournalEntry>& entries)
{
    QHash<QString, qsizetype> last;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        last.insert(entries[i].subject, i);
    }
    QVector<JournalEntry> newest;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        if (last.value(entries[i].subject) == i) {
            newest.append(entries[i]);
        }
    }
    return newest;
}

/// What a set of reviews takes in a file.
struct ReviewSize
{
    qsizetype decisions = 0;
    qsizetype threads = 0;
    qint64 bytes = 0;

    [[nodiscard]] bool fits() const
    {
        return decisions <= kMostReviewDecisions && threads <= kMostReviewThreads &&
               bytes <= kMostReviewBytes;
    }
    void add(const ReviewDecision& decision)
    {
        ++decisions;
        bytes += decision.editedText.size();
    }
    void add(const ReviewThread& thread)
    {
        ++threads;
        bytes += thread.lineText.size();
        for (const ReviewReply& reply : thread.replies) {
            bytes += reply.body.size() * 3; // of UTF-8
        }
    }
    void add(const ArmChecks& checks)
    {
        bytes += textOf(checks) * 3 + checks.laneRun.size(); // of UTF-8
    }
    /// Without its decisions, threads and checks.
    void add(const KeptReview& review)
    {
        for (const ReviewRevision& revision : review.revisions) {
            for (const QString& patch : revision.request.patches) {
                bytes += patch.size();
            }
        }
    }
};

} // namespace

JournalEntry journalEntry(const KeptReview& review)
{
    QJsonArray revisions;
    for (const ReviewRevision& revision : review.revisions) {
        revisions.append(packedRevision(revision));
    }
    return {JournalKind::Review,
            latin(review.id),
            {},
            reviewBody({{QStringLiteral("title"), review.title},
                        {QStringLiteral("branch"), review.branch},
                        {QStringLiteral("revisions"), revisions}})};
}

JournalEntry journalEntry(const QByteArray& review, const QByteArray& hunk,
                          const ReviewDecision& decision)
{
    QJsonObject body{{QStringLiteral("kind"), decisionId(decision.kind)}};
    if (decision.kind == DecisionKind::Edited) {
        body.insert(QStringLiteral("text"), packed(decision.editedText));
    }
    return {JournalKind::ReviewDecision, latin(review + ' ' + hunk), {}, reviewBody(body)};
}

JournalEntry journalEntry(const QByteArray& review, const ReviewThread& thread)
{
    QJsonObject body;
    if (!thread.replies.isEmpty()) {
        QJsonArray replies;
        for (const ReviewReply& reply : thread.replies) {
            replies.append(QJsonObject{{QStringLiteral("author"), reply.author},
                                       {QStringLiteral("time"), packedTime(reply.time)},
                                       {QStringLiteral("revision"), reply.revision},
                                       {QStringLiteral("body"), reply.body}});
        }
        body = {{QStringLiteral("hunk"), latin(thread.hunkId)},
                {QStringLiteral("path"), packed(thread.path.bytes())},
                {QStringLiteral("onBase"), thread.onBase},
                {QStringLiteral("line"), thread.line},
                {QStringLiteral("text"), packed(thread.lineText)},
                {QStringLiteral("resolved"), thread.isResolved},
                {QStringLiteral("outdated"), thread.isOutdated},
                {QStringLiteral("replies"), replies}};
    }
    return {JournalKind::ReviewThread, latin(review + ' ' + thread.id), {}, reviewBody(body)};
}

JournalEntry journalEntry(const QByteArray& review, const ArmChecks& checks)
{
    return {JournalKind::ReviewChecks, latin(review), {}, reviewBody(armChecksToJson(checks))};
}

QVector<JournalEntry> entriesBetween(const KeptReview* before, const KeptReview& after)
{
    const KeptReview nothing;
    const KeptReview& old = before == nullptr ? nothing : *before;
    QVector<JournalEntry> entries;
    const auto add = [&entries](const JournalEntry& was, const JournalEntry& now) {
        if (was.body != now.body) {
            entries.append(now);
        }
    };
    add(before == nullptr ? JournalEntry() : journalEntry(old), journalEntry(after));
    for (auto decision = after.decisions.cbegin(); decision != after.decisions.cend(); ++decision) {
        add(journalEntry(after.id, decision.key(), old.decisions.value(decision.key())),
            journalEntry(after.id, decision.key(), *decision));
    }
    QHash<QByteArray, const ReviewThread*> threads;
    for (const ReviewThread& thread : old.threads) {
        threads.insert(thread.id, &thread);
    }
    for (const ReviewThread& thread : after.threads) {
        const ReviewThread* was = threads.take(thread.id);
        add(was == nullptr ? JournalEntry() : journalEntry(after.id, *was),
            journalEntry(after.id, thread));
    }
    if (!(old.checks == after.checks)) {
        entries.append(journalEntry(after.id, after.checks));
    }
    for (const ReviewThread* gone : std::as_const(threads)) {
        ReviewThread empty;
        empty.id = gone->id;
        entries.append(journalEntry(after.id, empty));
    }
    return entries;
}

Result<void> checkKept(const QVector<KeptReview>& reviews)
{
    const auto refuse = [](const QString& why) {
        return Error{ErrorCode::InvalidArgument, why, {}};
    };
    ReviewSize size;
    for (const KeptReview& review : reviews) {
        if (!isSound(review)) {
            return refuse(QStringLiteral("the review has a name, a range or a file that cannot be "
                                         "kept, or over 1,000 revisions"));
        }
        size.add(review);
        size.add(review.checks);
        if (!mayBeKept(review.checks)) {
            return refuse(QStringLiteral("what compilers and lanes say of the port is too much to "
                                         "be kept"));
        }
        for (const ReviewDecision& decision : review.decisions) {
            if (!isSound(decision)) {
                return refuse(QStringLiteral("an edited hunk has at most 1 MiB"));
            }
            size.add(decision);
        }
        for (const ReviewThread& thread : review.threads) {
            if (!isSound(thread)) {
                return refuse(QStringLiteral("a comment has at most 60,000 characters, and a "
                                             "thread at most 1,000 of them"));
            }
            size.add(thread);
        }
    }
    return reviews.size() <= kMostReviews && size.fits()
               ? Result<void>()
               : Result<void>(refuse(QStringLiteral("the project keeps at most 1,000 reviews, "
                                                    "200,000 decisions about their hunks, 20,000 "
                                                    "threads and 32 MiB of text")));
}

QVector<KeptReview> reviewsFrom(const QVector<JournalEntry>& reviews,
                                const QVector<JournalEntry>& decisions,
                                const QVector<JournalEntry>& threads,
                                const QVector<JournalEntry>& checks)
{
    QVector<KeptReview> kept;
    QHash<QByteArray, qsizetype> places;
    ReviewSize size;
    const auto fits = [&size](const auto& value) {
        ReviewSize with = size;
        with.add(value);
        const bool does = with.fits();
        size = does ? with : size;
        return does;
    };
    for (const JournalEntry& entry : newestOf(reviews)) {
        const auto review = unpackedReview(entry);
        if (review && kept.size() < kMostReviews && fits(*review)) {
            places.insert(review->id, kept.size());
            kept.append(*review);
        }
    }
    for (const JournalEntry& entry : newestOf(decisions)) {
        const auto [review, hunk] = idsOfSubject(entry);
        const auto place = places.constFind(review);
        const auto decision = unpackedDecision(entry);
        if (place != places.constEnd() && decision && fits(*decision)) {
            kept[*place].decisions.insert(hunk, *decision);
        }
    }
    for (const JournalEntry& entry : newestOf(threads)) {
        const auto [review, id] = idsOfSubject(entry);
        const auto place = places.constFind(review);
        const auto thread = unpackedThread(id, entry);
        if (place != places.constEnd() && thread && fits(*thread)) {
            kept[*place].threads.append(*thread);
        }
    }
    for (const JournalEntry& entry : newestOf(checks)) {
        const auto place = places.constFind(entry.subject.toLatin1());
        const ArmChecks read =
            place == places.constEnd()
                ? ArmChecks()
                : armChecksFromJson(QJsonDocument::fromJson(entry.body).object());
        if (!read.isEmpty() && fits(read)) {
            kept[*place].checks = read;
        }
    }
    for (KeptReview& review : kept) {
        std::stable_sort(review.threads.begin(), review.threads.end(),
                         [](const ReviewThread& a, const ReviewThread& b) {
                             return a.replies.first().time < b.replies.first().time;
                         });
    }
    std::stable_sort(kept.begin(), kept.end(), [](const KeptReview& a, const KeptReview& b) {
        return a.revisions.last().opened > b.revisions.last().opened;
    });
    return kept;
}

Result<QVector<KeptReview>> readReviews(const ProjectFile& file)
{
    const auto reviews = file.journal(JournalKind::Review);
    const auto decisions = file.journal(JournalKind::ReviewDecision);
    const auto threads = file.journal(JournalKind::ReviewThread);
    const auto checks = file.journal(JournalKind::ReviewChecks);
    for (const auto* read : {&reviews, &decisions, &threads, &checks}) {
        if (!*read) {
            return read->error();
        }
    }
    return reviewsFrom(*reviews, *decisions, *threads, *checks);
}

} // namespace rocport
