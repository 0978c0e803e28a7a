// What is decided and written in the open review, and how it gets into the project file.

#include "core/base/visibletext.h"
#include "core/base/wording.h"
#include "core/project/review/reviewthreads.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectreviews_p.h"
#include "core/project/session/projectstate.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kLongestWriter = 200;     ///< characters of the name of who writes
constexpr qsizetype kMostReviewSteps = 1'000; ///< that can be undone

QString reviewStepLabel(DecisionKind kind, qsizetype hunks)
{
    const QString what = counted(hunks, "hunk", "hunks");
    switch (kind) {
    case DecisionKind::Accepted:
        return QStringLiteral("Accept %1").arg(what);
    case DecisionKind::Rejected:
        return QStringLiteral("Reject %1").arg(what);
    case DecisionKind::Edited:
        return QStringLiteral("Edit %1").arg(what);
    case DecisionKind::Deferred:
        return QStringLiteral("Defer %1").arg(what);
    case DecisionKind::Open:
        break;
    }
    return QStringLiteral("Reopen %1").arg(what);
}

bool isSameDecision(const ReviewDecision& one, const ReviewDecision& other)
{
    return one.kind == other.kind && one.editedText == other.editedText;
}

} // namespace

bool ProjectReviews::Private::mayWrite()
{
    const auto current = project.state();
    if (!state || !current) {
        return false;
    }
    if (current->readOnly) {
        Q_EMIT q.failed(Error{ErrorCode::ProjectReadOnly, {}, current->projectFile});
        return false;
    }
    if (opening != 0) {
        Q_EMIT q.failed(
            Error{ErrorCode::NotPossibleNow, QStringLiteral("a review is being opened"), {}});
        return false;
    }
    return true;
}

Result<void> ProjectReviews::Private::keep(const KeptReview& review)
{
    QVector<KeptReview> reviews = *project.state()->reviews;
    const auto same = std::find_if(reviews.begin(), reviews.end(),
                                   [&review](const auto& one) { return one.id == review.id; });
    if (same != reviews.end() && same->revisions.size() == review.revisions.size()) {
        *same = review;
    } else {
        if (same != reviews.end()) {
            reviews.erase(same);
        }
        reviews.prepend(review); // the newest first
    }
    if (Result<void> fits = checkKept(reviews); !fits) {
        return fits;
    }
    project.writable().reviews = std::make_shared<const QVector<KeptReview>>(std::move(reviews));
    return {};
}

bool ProjectReviews::Private::take(const std::shared_ptr<ReviewState>& fresh,
                                   const QVector<JournalEntry>& entries, Error* failure)
{
    if (const Result<void> kept = keep(fresh->kept); !kept) {
        if (failure != nullptr) {
            *failure = kept.error();
        } else {
            Q_EMIT q.failed(kept.error());
        }
        return false;
    }
    state = fresh;
    write(entries);
    Q_EMIT q.changed();
    return true;
}

void ProjectReviews::Private::write(const QVector<JournalEntry>& entries)
{
    ++writes;
    const quint64 at = project.generation();
    project.postWrite([this, entries, at](ProjectFile& file) {
        const Result<void> done = file.appendJournal(entries);
        if (!done) {
            project.later([this, at, error = done.error()] { readBack(at, error); });
        }
    });
}

void ProjectReviews::Private::readBack(quint64 at, const Error& error)
{
    if (!project.isOpen(at)) {
        Q_EMIT q.failed(error); // nothing shows it any more, and it is lost all the same
        return;
    }
    // Behind all that is being written: some of it may get into the file.
    project.postWrite([this, at, error, before = writes](ProjectFile& file) {
        project.later([this, at, error, before, stored = readReviews(file)] {
            if (project.isOpen(at) && before != writes) {
                readBack(at, error); // more was written since
                return;
            }
            if (project.isOpen(at) && stored) {
                takeBack(*stored);
            }
            Q_EMIT q.failed(error);
        });
    });
}

void ProjectReviews::Private::takeBack(const QVector<KeptReview>& stored)
{
    project.writable().reviews = std::make_shared<const QVector<KeptReview>>(stored);
    undo.clear();
    redo.clear();
    if (state) {
        const auto same =
            std::find_if(stored.begin(), stored.end(), [this](const KeptReview& review) {
                return review.id == state->kept.id &&
                       review.revisions.size() == state->kept.revisions.size();
            });
        if (same == stored.end()) {
            ++serial;
            dropComparison();
            dropCheck();
            state.reset();
            plain.reset();
        } else {
            auto fresh = copy();
            fresh->kept = *same;
            arms = same->checks;
            fresh->review =
                std::make_shared<const PortReview>(withArms(*plain, same->checks, basis));
            fresh->undoLabel.clear();
            fresh->redoLabel.clear();
            state = std::move(fresh);
        }
        Q_EMIT q.takenBack();
        Q_EMIT q.changed();
    }
}

bool ProjectReviews::isWritable() const
{
    const auto current = d->project.state();
    return current && !current->readOnly;
}

bool ProjectReviews::decide(const QVector<QByteArray>& hunks, DecisionKind kind,
                            const QByteArray& text)
{
    if (!d->mayWrite()) {
        return false;
    }
    const bool edits = kind == DecisionKind::Edited;
    const ReviewHunk* first = d->state->hunk(hunks.value(0));
    if (edits && (hunks.size() != 1 || first == nullptr || first->kind != ReviewHunkKind::Lines)) {
        Q_EMIT failed(Error{ErrorCode::InvalidArgument,
                            QStringLiteral("one hunk of lines of a text is edited at a time"),
                            {}});
        return false;
    }
    ReviewStep step;
    QSet<QByteArray> met;
    for (const QByteArray& hunk : hunks) {
        const ReviewDecision before = d->state->kept.decisions.value(hunk);
        const ReviewDecision after{kind, edits ? text : QByteArray()};
        if (d->state->hunk(hunk) != nullptr && !isSameDecision(before, after) &&
            !met.contains(hunk)) {
            met.insert(hunk);
            step.hunks.append({hunk, before, after});
        }
    }
    if (step.hunks.isEmpty()) {
        return true;
    }
    step.label = reviewStepLabel(kind, step.hunks.size());
    QVector<ReviewStep> steps = d->undo;
    if (steps.size() >= kMostReviewSteps) {
        steps.removeFirst();
    }
    steps.append(step);
    return d->apply(step.hunks, true, steps, {});
}

bool ProjectReviews::undo()
{
    if (d->undo.isEmpty() || !d->mayWrite()) {
        return false;
    }
    QVector<ReviewStep> steps = d->undo;
    const ReviewStep step = steps.takeLast();
    return d->apply(step.hunks, false, steps, d->redo + QVector<ReviewStep>{step});
}

bool ProjectReviews::redo()
{
    if (d->redo.isEmpty() || !d->mayWrite()) {
        return false;
    }
    QVector<ReviewStep> steps = d->redo;
    const ReviewStep step = steps.takeLast();
    return d->apply(step.hunks, true, d->undo + QVector<ReviewStep>{step}, steps);
}

bool ProjectReviews::Private::apply(const QVector<DecidedHunk>& hunks, bool forwards,
                                    QVector<ReviewStep> undoNext, QVector<ReviewStep> redoNext)
{
    const auto fresh = copy();
    QVector<JournalEntry> entries;
    for (const DecidedHunk& decided : hunks) {
        const ReviewDecision& now = forwards ? decided.after : decided.before;
        fresh->kept.decisions.insert(decided.hunk, now);
        entries.append(journalEntry(fresh->kept.id, decided.hunk, now));
    }
    fresh->undoLabel = undoNext.isEmpty() ? QString() : undoNext.last().label;
    fresh->redoLabel = redoNext.isEmpty() ? QString() : redoNext.last().label;
    // changed() may lead to the next step, which begins where this one ends.
    undo.swap(undoNext);
    redo.swap(redoNext);
    if (take(fresh, entries)) {
        return true;
    }
    undo.swap(undoNext);
    redo.swap(redoNext);
    return false;
}

ReviewReply ProjectReviews::Private::replyNow(const QString& body) const
{
    ReviewReply reply;
    reply.author = visibleLine(project.state()->user()).left(kLongestWriter);
    reply.time = QDateTime::currentDateTimeUtc();
    reply.revision = static_cast<int>(state->kept.revisions.size());
    reply.body = body.trimmed();
    return reply;
}

ReviewThread* ProjectReviews::Private::thread(ReviewState& in, const QByteArray& id) const
{
    const auto found = std::find_if(in.kept.threads.begin(), in.kept.threads.end(),
                                    [&id](const ReviewThread& thread) { return thread.id == id; });
    return found == in.kept.threads.end() ? nullptr : &*found;
}

QByteArray ProjectReviews::comment(const QByteArray& hunk, bool onBase, int line,
                                   const QString& body)
{
    if (body.trimmed().isEmpty() || !d->mayWrite()) {
        return {};
    }
    const ReviewFile* file = d->state->fileOf(hunk);
    std::optional<QByteArray> text;
    if (file != nullptr && line > 0) {
        text = lineOfReview(*file, onBase, line);
    }
    if (file == nullptr || line < 0 || (line > 0 && !text)) {
        Q_EMIT failed(Error{ErrorCode::InvalidArgument,
                            file == nullptr ? QStringLiteral("the port has no such hunk any more")
                                            : QStringLiteral("the file has no line %1").arg(line),
                            {}});
        return {};
    }
    ReviewThread thread;
    thread.id = newReviewId();
    thread.hunkId = line > 0 ? hunk : QByteArray();
    thread.path = file->path;
    thread.onBase = line > 0 && onBase;
    thread.line = line;
    thread.lineText = text.value_or(QByteArray());
    thread.replies = {d->replyNow(body)};
    const auto fresh = d->copy();
    if (!fresh->kept.threads.isEmpty()) { // their order is that of their times
        thread.replies.first().time =
            std::max(thread.replies.first().time,
                     fresh->kept.threads.last().replies.first().time.addMSecs(1));
    }
    fresh->kept.threads.append(thread);
    const bool kept = d->take(fresh, {journalEntry(fresh->kept.id, fresh->kept.threads.last())});
    return kept ? thread.id : QByteArray();
}

bool ProjectReviews::reply(const QByteArray& thread, const QString& body)
{
    if (body.trimmed().isEmpty() || !d->mayWrite()) {
        return false;
    }
    const auto fresh = d->copy();
    ReviewThread* found = d->thread(*fresh, thread);
    if (found == nullptr) {
        Q_EMIT failed(
            Error{ErrorCode::InvalidArgument, QStringLiteral("the thread was taken back"), {}});
        return false;
    }
    found->replies.append(d->replyNow(body));
    return d->take(fresh, {journalEntry(fresh->kept.id, *found)});
}

void ProjectReviews::setResolved(const QByteArray& thread, bool resolved)
{
    if (!d->mayWrite()) {
        return;
    }
    const auto fresh = d->copy();
    ReviewThread* found = d->thread(*fresh, thread);
    if (found != nullptr && found->isResolved != resolved) {
        found->isResolved = resolved;
        d->take(fresh, {journalEntry(fresh->kept.id, *found)});
    }
}

void ProjectReviews::removeReply(const QByteArray& thread)
{
    if (!d->mayWrite()) {
        return;
    }
    const auto fresh = d->copy();
    ReviewThread* found = d->thread(*fresh, thread);
    if (found == nullptr) {
        return;
    }
    found->replies.removeLast();
    const JournalEntry entry = journalEntry(fresh->kept.id, *found);
    fresh->kept.threads.removeIf([](const ReviewThread& one) { return one.replies.isEmpty(); });
    d->take(fresh, {entry});
}

} // namespace rocport
