// What compilers and lanes say of the port in the open review.

#include "core/base/whendone.h"
#include "core/project/review/storedchecks.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectreviews_p.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/projecttasks.h"

#include <QtConcurrent>

#include <utility>

namespace rocport {

bool ProjectReviews::isChecking() const
{
    return d->checking != 0;
}

void ProjectReviews::cancelCheck()
{
    d->cancelChecking.cancel();
}

void ProjectReviews::Private::dropCheck()
{
    cancelChecking.cancel();
    if (std::exchange(checking, 0) != 0) {
        Q_EMIT q.checkingChanged(false);
    }
}

bool ProjectReviews::check(const ReviewCheck& wishes)
{
    if (!d->state || !d->project.state()) {
        return false;
    }
    if (d->opening != 0 || d->checking != 0) {
        Q_EMIT failed(Error{ErrorCode::NotPossibleNow,
                            d->opening != 0 ? QStringLiteral("a review is being opened")
                                            : QStringLiteral("the port is being checked already"),
                            {}});
        return false;
    }
    const auto [task, cancel] =
        d->tasks.begin(wishes.compile ? QStringLiteral("Compiling the port")
                                      : QStringLiteral("Running the port on lanes"));
    d->checking = task;
    d->cancelChecking = cancel;
    Q_EMIT checkingChanged(true);
    const auto progress = [this, task = task](const ReviewProgress& step) {
        d->project.later([this, task, step] {
            d->tasks.update(task, step.done, step.total, step.currentFile);
            if (d->checking == task) {
                Q_EMIT checkProgress(step);
            }
        });
    };
    const auto ended = [this, task = task](const Result<ReviewChecked>& made) {
        d->tasks.end(task);
        if (d->checking != task) {
            return; // the review was left
        }
        d->checking = 0;
        Q_EMIT checkingChanged(false);
        if (made) {
            d->takeChecks(made->checks, made->review);
        }
        Q_EMIT checked(made ? Result<void>() : Result<void>(made.error()));
    };
    whenDone(QtConcurrent::run(&d->project.pool(),
                               [plain = d->plain, before = d->arms, basis = d->basis, wishes,
                                progress, cancel = cancel] {
                                   return checkReview(*plain, before, basis, wishes, cancel,
                                                      progress);
                               }),
             this, ended);
    return true;
}

void ProjectReviews::Private::takeChecks(const ArmChecks& checks,
                                         const std::shared_ptr<const PortReview>& review)
{
    arms = checks;
    const auto fresh = copy();
    fresh->review = review;
    const bool fits = mayBeKept(checks);
    if (fits) {
        fresh->kept.checks = checks;
    }
    if (fits && !project.state()->readOnly && take(fresh, {journalEntry(fresh->kept.id, checks)})) {
        return;
    }
    // What cannot be kept is shown all the same.
    fresh->kept.checks = state->kept.checks;
    state = fresh;
    Q_EMIT q.changed();
}

} // namespace rocport
