#include "core/project/session/projectreviews.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/project/review/openedreview.h"
#include "core/project/review/reviewthreads.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"

#include <QtConcurrent>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMostReviewSteps = 1'000; ///< that can be undone

/// What one step did to one hunk.
struct DecidedHunk
{
    QByteArray hunk;
    ReviewDecision before;
    ReviewDecision after;
};

struct ReviewStep
{
    QString label;
    QVector<DecidedHunk> hunks;
};

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

QString openingStepName(ReviewProgress::Step step)
{
    switch (step) {
    case ReviewProgress::Step::Base:
        return QStringLiteral("Base: ");
    case ReviewProgress::Step::Head:
        return QStringLiteral("Port: ");
    case ReviewProgress::Step::Hunks:
        return QStringLiteral("Hunks: ");
    case ReviewProgress::Step::Compile:
        break;
    }
    return QStringLiteral("Compiler: ");
}

std::shared_ptr<const QHash<QByteArray, QPair<int, int>>> hunkPlacesOf(const PortReview& review)
{
    auto places = std::make_shared<QHash<QByteArray, QPair<int, int>>>();
    for (int file = 0; file < review.files.size(); ++file) {
        for (int hunk = 0; hunk < review.files[file].hunks.size(); ++hunk) {
            places->insert(review.files[file].hunks[hunk].id, {file, hunk});
        }
    }
    return places;
}

bool isSameDecision(const ReviewDecision& one, const ReviewDecision& other)
{
    return one.kind == other.kind && one.editedText == other.editedText;
}

} // namespace

DecisionKind ReviewState::kindOf(const QByteArray& hunk) const
{
    const auto decision = kept.decisions.constFind(hunk);
    return decision == kept.decisions.constEnd() ? DecisionKind::Open : decision->kind;
}

int ReviewState::count(DecisionKind kind) const
{
    int count = 0;
    for (const ReviewFile& file : review->files) {
        count += static_cast<int>(
            std::count_if(file.hunks.begin(), file.hunks.end(),
                          [&](const ReviewHunk& hunk) { return kindOf(hunk.id) == kind; }));
    }
    return count;
}

const ReviewHunk* ReviewState::hunk(const QByteArray& id) const
{
    const auto place = places->constFind(id);
    return place == places->constEnd() ? nullptr
                                       : &review->files[place->first].hunks[place->second];
}

const ReviewFile* ReviewState::fileOf(const QByteArray& hunk) const
{
    const auto place = places->constFind(hunk);
    return place == places->constEnd() ? nullptr : &review->files[place->first];
}

struct ProjectReviews::Private
{
    ProjectReviews& q;
    OpenProject& project;
    ProjectTasks& tasks;
    const RulePacks& packs;
    std::shared_ptr<const ReviewState> state;
    QVector<ReviewStep> undo;
    QVector<ReviewStep> redo;
    int opening = 0; ///< task that opens a review; 0: none
    CancelToken cancelOpening;
    quint64 serial = 0; ///< of what is open: results for what was open before do not count
    bool looking = false;
    ReviewHeads told; ///< where newRevision() said that the port leads to

    using Opener = std::function<Result<OpenedReview>(const ReviewOpening& opening)>;
    void start(const Opener& opener);
    void adopt(const OpenedReview& opened);
    /// Whether something may be decided or written now; the reason is told where not.
    bool mayWrite();
    /// A fresh copy of the state that takes its place.
    ReviewState& writable();
    /// Shows and keeps what became of decisions.
    void apply(const QVector<DecidedHunk>& hunks, bool forwards);
    /// Puts the open review among those that are kept, and says that the state has changed.
    void keep();
    [[nodiscard]] ReviewThread* thread(ReviewState& in, const QByteArray& id) const;
    [[nodiscard]] ReviewReply replyNow(const QString& body) const;
};

ProjectReviews::ProjectReviews(OpenProject& project, ProjectTasks& tasks, const RulePacks& packs,
                               QObject* parent)
    : QObject(parent), d(new Private{*this, project, tasks, packs, {}, {}, {}, 0, {}, 0, false, {}})
{
}

ProjectReviews::~ProjectReviews()
{
    d->cancelOpening.cancel();
}

void ProjectReviews::open(const ReviewRequest& request)
{
    d->start([request, known = kept()](const ReviewOpening& opening) -> Result<OpenedReview> {
        const auto placed = placedRequest(request, opening.folder);
        return placed ? openPort(*placed, known, opening) : Result<OpenedReview>(placed.error());
    });
}

void ProjectReviews::openKept(const QByteArray& id)
{
    const QVector<KeptReview> known = kept();
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&id](const KeptReview& review) { return review.id == id; });
    if (found == known.end()) {
        Q_EMIT openFailed(Error{ErrorCode::InvalidArgument,
                                QStringLiteral("the project has no such review"),
                                QString::fromLatin1(id)});
        return;
    }
    d->start([review = *found](const ReviewOpening& opening) {
        return openKeptReview(review, opening);
    });
}

void ProjectReviews::Private::start(const Opener& opener)
{
    const auto current = project.state();
    if (!current || current->repository.root.isEmpty()) {
        Q_EMIT q.openFailed(Error{ErrorCode::NotPossibleNow,
                                  current ? QStringLiteral("the project's repository is gone")
                                          : QStringLiteral("no project is open"),
                                  {}});
        return;
    }
    const bool wasOpening = opening != 0;
    cancelOpening.cancel();
    const auto [task, cancel] = tasks.begin(QStringLiteral("Opening a port"));
    opening = task;
    cancelOpening = cancel;
    ReviewOpening how;
    how.folder = current->repository.root;
    how.options.target = current->meta.target;
    how.cancel = cancel;
    how.progress = [this, task = task](const ReviewProgress& step) {
        project.later([this, task, step] {
            tasks.update(task, step.done, step.total,
                         openingStepName(step.step) + step.currentFile);
        });
    };
    if (!wasOpening) {
        Q_EMIT q.openingChanged(true);
    }
    whenDone(QtConcurrent::run(&project.pool(),
                               [opener, how, rules = packs.rules(), reader = packs.reader()] {
                                   const LoadedRules loaded = reader.read();
                                   ReviewOpening with = how;
                                   with.options.rules = loaded.rules ? loaded.rules : rules;
                                   return opener(with);
                               }),
             &q,
             [this, task = task, at = project.generation()](const Result<OpenedReview>& opened) {
                 tasks.end(task);
                 if (opening != task) {
                     return; // another one is being opened
                 }
                 opening = 0;
                 Q_EMIT q.openingChanged(false);
                 if (!project.isOpen(at)) {
                     return;
                 }
                 if (!opened) {
                     Q_EMIT q.openFailed(opened.error());
                     return;
                 }
                 adopt(*opened);
             });
}

void ProjectReviews::Private::adopt(const OpenedReview& opened)
{
    ++serial;
    undo.clear();
    redo.clear();
    told = {};
    auto next = std::make_shared<ReviewState>();
    next->kept = opened.kept;
    next->review = opened.review;
    next->since = opened.comparison.since;
    next->changed = opened.comparison.changed;
    next->former = opened.comparison.former;
    next->difference = opened.comparison.difference;
    next->places = hunkPlacesOf(*opened.review);
    state = std::move(next);
    if (opened.isNew) {
        keep();
    }
    Q_EMIT q.changed();
}

void ProjectReviews::close()
{
    d->cancelOpening.cancel();
    ++d->serial;
    if (d->opening != 0) {
        d->opening = 0;
        Q_EMIT openingChanged(false);
    }
    d->undo.clear();
    d->redo.clear();
    if (d->state) {
        d->state.reset();
        Q_EMIT changed();
    }
}

std::shared_ptr<const ReviewState> ProjectReviews::state() const
{
    return d->state;
}

QVector<KeptReview> ProjectReviews::kept() const
{
    const auto current = d->project.state();
    return current ? *current->reviews : QVector<KeptReview>();
}

bool ProjectReviews::isOpening() const
{
    return d->opening != 0;
}

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

ReviewState& ProjectReviews::Private::writable()
{
    auto copy = std::make_shared<ReviewState>(*state);
    ReviewState& fresh = *copy;
    state = std::move(copy);
    return fresh;
}

void ProjectReviews::decide(const QVector<QByteArray>& hunks, DecisionKind kind,
                            const QByteArray& text)
{
    if (!d->mayWrite()) {
        return;
    }
    const bool edits = kind == DecisionKind::Edited;
    const ReviewHunk* first = d->state->hunk(hunks.value(0));
    if (edits && (hunks.size() != 1 || first == nullptr || first->kind != ReviewHunkKind::Lines)) {
        Q_EMIT failed(Error{ErrorCode::InvalidArgument,
                            QStringLiteral("one hunk of lines of a text is edited at a time"),
                            {}});
        return;
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
        return;
    }
    step.label = reviewStepLabel(kind, step.hunks.size());
    d->undo.append(step);
    if (d->undo.size() > kMostReviewSteps) {
        d->undo.removeFirst();
    }
    d->redo.clear();
    d->apply(step.hunks, true);
}

void ProjectReviews::undo()
{
    if (!d->undo.isEmpty() && d->mayWrite()) {
        d->redo.append(d->undo.takeLast());
        d->apply(d->redo.last().hunks, false);
    }
}

void ProjectReviews::redo()
{
    if (!d->redo.isEmpty() && d->mayWrite()) {
        d->undo.append(d->redo.takeLast());
        d->apply(d->undo.last().hunks, true);
    }
}

void ProjectReviews::Private::apply(const QVector<DecidedHunk>& hunks, bool forwards)
{
    ReviewState& fresh = writable();
    for (const DecidedHunk& decided : hunks) {
        fresh.kept.decisions.insert(decided.hunk, forwards ? decided.after : decided.before);
    }
    fresh.undoLabel = undo.isEmpty() ? QString() : undo.last().label;
    fresh.redoLabel = redo.isEmpty() ? QString() : redo.last().label;
    keep();
    Q_EMIT q.changed();
}

void ProjectReviews::Private::keep()
{
    const auto current = project.state();
    if (current->readOnly) {
        return;
    }
    QVector<KeptReview> reviews = *current->reviews;
    const auto same =
        std::find_if(reviews.begin(), reviews.end(),
                     [this](const KeptReview& review) { return review.id == state->kept.id; });
    if (same == reviews.end()) {
        reviews.prepend(state->kept);
    } else {
        *same = state->kept;
    }
    project.writable().reviews = std::make_shared<const QVector<KeptReview>>(std::move(reviews));
}

void ProjectReviews::compareWith(int revision)
{
    if (!d->state || revision == d->state->since) {
        return;
    }
    const auto [task, cancel] = d->tasks.begin(QStringLiteral("Comparing revisions"));
    OpenedReview now;
    now.kept = d->state->kept;
    now.review = d->state->review;
    const auto ended = [this, task = task, at = d->serial](const Result<RevisionComparison>& made) {
        d->tasks.end(task);
        if (at != d->serial || !d->state) {
            return;
        }
        if (!made) {
            if (made.error().code != ErrorCode::Cancelled) {
                Q_EMIT failed(made.error());
            }
            return;
        }
        ReviewState& fresh = d->writable();
        fresh.since = made->since;
        fresh.changed = made->changed;
        fresh.former = made->former;
        fresh.difference = made->difference;
        Q_EMIT changed();
    };
    whenDone(QtConcurrent::run(
                 &d->project.pool(),
                 [now, revision, folder = d->project.state()->repository.root, cancel = cancel] {
                     return compareWithRevision(now, revision, folder, cancel);
                 }),
             this, ended);
}

void ProjectReviews::lookForRevision()
{
    if (!d->state || d->looking || d->opening != 0) {
        return;
    }
    d->looking = true;
    ReviewRequest request = d->state->kept.revisions.last().request;
    request.folder = d->project.state()->repository.root;
    const auto ended = [this, at = d->serial](const Result<ReviewHeads>& heads) {
        d->looking = false;
        if (at != d->serial || !d->state || !heads || *heads == d->told) {
            return;
        }
        d->told = *heads;
        const QString moved = movedText(d->state->kept.revisions.last(), *heads);
        if (!moved.isEmpty()) {
            Q_EMIT newRevision(moved);
        }
    };
    whenDone(QtConcurrent::run(&d->project.pool(),
                               [request] { return headsOf(request, CancelToken()); }),
             this, ended);
}

void ProjectReviews::carryOver()
{
    if (d->state) {
        open(d->state->kept.revisions.last().request);
    }
}

ReviewReply ProjectReviews::Private::replyNow(const QString& body) const
{
    ReviewReply reply;
    reply.author = project.state()->user();
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
        text = lineOfReview(*d->state->review, *file, onBase, line);
    }
    if (file == nullptr || line < 0 || (line > 0 && !text)) {
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
    d->writable().kept.threads.append(thread);
    d->keep();
    Q_EMIT changed();
    return thread.id;
}

void ProjectReviews::reply(const QByteArray& thread, const QString& body)
{
    if (body.trimmed().isEmpty() || !d->mayWrite()) {
        return;
    }
    if (ReviewThread* found = d->thread(d->writable(), thread)) {
        found->replies.append(d->replyNow(body));
        d->keep();
        Q_EMIT changed();
    }
}

void ProjectReviews::setResolved(const QByteArray& thread, bool resolved)
{
    if (!d->mayWrite()) {
        return;
    }
    ReviewThread* found = d->thread(d->writable(), thread);
    if (found != nullptr && found->isResolved != resolved) {
        found->isResolved = resolved;
        d->keep();
        Q_EMIT changed();
    }
}

void ProjectReviews::removeReply(const QByteArray& thread)
{
    if (!d->mayWrite()) {
        return;
    }
    ReviewState& fresh = d->writable();
    ReviewThread* found = d->thread(fresh, thread);
    if (found == nullptr) {
        return;
    }
    found->replies.removeLast();
    if (found->replies.isEmpty()) {
        fresh.kept.threads.removeIf(
            [&thread](const ReviewThread& one) { return one.id == thread; });
    }
    d->keep();
    Q_EMIT changed();
}

QVector<ReviewComment> ProjectReviews::ownComments() const
{
    return d->state ? commentsOf(*d->state->review, d->state->kept.threads)
                    : QVector<ReviewComment>();
}

QFuture<Result<QByteArray>> ProjectReviews::finish(const ReviewFinish& wishes)
{
    if (!d->state) {
        auto promise = std::make_shared<QPromise<Result<QByteArray>>>();
        promise->start();
        promise->addResult(
            Error{ErrorCode::NotPossibleNow, QStringLiteral("no review is open"), {}});
        promise->finish();
        return promise->future();
    }
    const int task =
        d->tasks
            .begin(QStringLiteral("Making branch %1").arg(wishes.branch), {.cancellable = false})
            .id;
    const auto ended = [this, task, branch = wishes.branch,
                        at = d->serial](const Result<QByteArray>& made) {
        d->tasks.end(task);
        if (made && at == d->serial && d->state) {
            d->writable().kept.branch = branch;
            d->keep();
            Q_EMIT changed();
        }
        return made;
    };
    return whenDone(QtConcurrent::run(&d->project.pool(),
                                      [state = d->state, wishes] {
                                          return finishReview(*state->review, state->kept.decisions,
                                                              wishes);
                                      }),
                    this, ended);
}

} // namespace rocport
