#include "core/project/session/projectreviews.h"

#include "core/base/whendone.h"
#include "core/project/review/reviewthreads.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectreviews_p.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"

#include <QtConcurrent>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

QString openingStepName(ReviewProgress::Step step)
{
    switch (step) {
    case ReviewProgress::Step::Base:
        return QStringLiteral("Base: ");
    case ReviewProgress::Step::Head:
        return QStringLiteral("Port: ");
    case ReviewProgress::Step::Hunks:
        return QStringLiteral("Hunks: ");
    case ReviewProgress::Step::Execute:
        return QStringLiteral("Lanes: ");
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

ProjectReviews::ProjectReviews(OpenProject& project, ProjectTasks& tasks, const RulePacks& packs,
                               QObject* parent)
    : QObject(parent), d(new Private{*this, project, tasks, packs})
{
}

ProjectReviews::~ProjectReviews()
{
    d->cancelOpening.cancel();
    d->cancelLook.cancel();
    d->cancelComparison.cancel();
    d->cancelChecking.cancel();
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
    dropCheck();
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
    dropComparison();
    dropCheck();
    told = {};
    stamp.clear();
    auto next = std::make_shared<ReviewState>();
    next->kept = opened.kept;
    next->review = opened.review;
    next->since = opened.comparison.since;
    next->changed = opened.comparison.changed;
    next->former = opened.comparison.former;
    next->difference = opened.comparison.difference;
    next->places = hunkPlacesOf(*opened.review);
    const auto current = project.state();
    const auto known =
        std::find_if(current->reviews->begin(), current->reviews->end(),
                     [&opened](const KeptReview& review) { return review.id == opened.kept.id; });
    const KeptReview* before = known == current->reviews->end() ? nullptr : &*known;
    // A branch may have been made while this was opened; what is read only keeps it in `state`.
    if (state && state->kept.id == opened.kept.id) {
        next->kept.branch = state->kept.branch;
    } else if (before != nullptr) {
        next->kept.branch = before->branch;
    }
    const auto plainBefore = std::exchange(plain, opened.plain);
    const ArmBasis basisBefore = std::exchange(basis, opened.basis);
    const ArmChecks armsBefore = std::exchange(arms, opened.kept.checks);
    if (!opened.isNew || current->readOnly) {
        undo.clear();
        redo.clear();
        state = next;
        Q_EMIT q.changed();
        return;
    }
    Error failure;
    QVector<ReviewStep> undoBefore;
    QVector<ReviewStep> redoBefore;
    undo.swap(undoBefore);
    redo.swap(redoBefore);
    if (!take(next, entriesBetween(before, next->kept), &failure)) {
        undo.swap(undoBefore);
        redo.swap(redoBefore);
        plain = plainBefore;
        basis = basisBefore;
        arms = armsBefore;
        Q_EMIT q.openFailed(failure);
    }
}

void ProjectReviews::close()
{
    d->cancelOpening.cancel();
    d->cancelLook.cancel();
    d->cancelLook = CancelToken();
    ++d->serial;
    d->dropComparison();
    d->dropCheck();
    if (d->opening != 0) {
        d->opening = 0;
        Q_EMIT openingChanged(false);
    }
    d->undo.clear();
    d->redo.clear();
    if (d->state) {
        d->state.reset();
        d->plain.reset();
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

void ProjectReviews::Private::dropComparison()
{
    ++comparison;
    cancelComparison.cancel();
}

void ProjectReviews::compareWith(int revision)
{
    d->dropComparison();
    if (!d->state || revision == d->state->since) {
        return;
    }
    const auto [task, cancel] = d->tasks.begin(QStringLiteral("Comparing revisions"));
    d->cancelComparison = cancel;
    OpenedReview now;
    now.kept = d->state->kept;
    now.review = d->state->review;
    const auto ended = [this, task = task,
                        at = d->comparison](const Result<RevisionComparison>& made) {
        d->tasks.end(task);
        if (at != d->comparison || !d->state) {
            return;
        }
        if (!made) {
            if (made.error().code != ErrorCode::Cancelled) {
                Q_EMIT failed(made.error());
            }
            return;
        }
        const auto fresh = d->copy();
        fresh->since = made->since;
        fresh->changed = made->changed;
        fresh->former = made->former;
        fresh->difference = made->difference;
        d->state = fresh;
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
    struct Look
    {
        QByteArray stamp;
        std::optional<ReviewHeads> heads; ///< nothing: as when it was looked at last, or unknown
    };
    const auto ended = [this, at = d->serial](const Look& look) {
        d->looking = false;
        if (at != d->serial || !d->state) {
            return;
        }
        d->stamp = look.stamp;
        if (!look.heads || *look.heads == d->told) {
            return;
        }
        d->told = *look.heads;
        const QString moved = movedText(d->state->kept.revisions.last(), *look.heads);
        if (!moved.isEmpty()) {
            Q_EMIT newRevision(moved);
        }
    };
    whenDone(QtConcurrent::run(&d->project.pool(),
                               [request, last = d->stamp, cancel = d->cancelLook] {
                                   Look look{stampOf(request), std::nullopt};
                                   if (!look.stamp.isEmpty() && look.stamp != last) {
                                       const auto heads = headsOf(request, cancel);
                                       look.heads = heads ? std::optional(*heads) : std::nullopt;
                                   }
                                   return look;
                               }),
             this, ended);
}

void ProjectReviews::carryOver()
{
    if (d->state) {
        open(d->state->kept.revisions.last().request);
    }
}

void ProjectReviews::Private::keepBranch(const QByteArray& review, const QString& branch)
{
    const bool isShown = state && state->kept.id == review;
    if (isShown) {
        const auto fresh = copy();
        fresh->kept.branch = branch;
        if (!project.state()->readOnly) {
            take(fresh, {journalEntry(fresh->kept)});
            return;
        }
        state = fresh;
        Q_EMIT q.changed();
        return;
    }
    const auto& reviews = *project.state()->reviews;
    const auto known = std::find_if(reviews.begin(), reviews.end(),
                                    [&review](const auto& one) { return one.id == review; });
    if (known == reviews.end() || project.state()->readOnly) {
        return;
    }
    KeptReview fresh = *known;
    fresh.branch = branch;
    if (const Result<void> kept = keep(fresh); !kept) {
        Q_EMIT q.failed(kept.error());
        return;
    }
    write({journalEntry(fresh)});
    Q_EMIT q.changed();
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
    const auto ended = [this, task, branch = wishes.branch, id = d->state->kept.id,
                        at = d->project.generation()](const Result<QByteArray>& made) {
        d->tasks.end(task);
        if (made && d->project.isOpen(at)) {
            d->keepBranch(id, branch);
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
