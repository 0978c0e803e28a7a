#include "ui/review/guardwidths.h"
#include "core/project/session/projectguards.h"
#include "core/project/session/projectscanner.h"

#include "core/base/linerange.h"
#include "core/base/whendone.h"
#include "core/project/session/guardtrial.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewtext.h"

#include <QtConcurrent>

#include <utility>

namespace rocport {

GuardWidths::GuardWidths(ReviewDesk& desk, QObject* parent) : QObject(parent), m_desk(desk) {}

/// Widths that would change nothing are passed over.
void GuardWidths::step(int direction)
{
    if (!m_desk.mayDecideCurrent()) {
        return;
    }
    QVector<GuardWidth> widths;
    const auto own = static_cast<int>(m_desk.state()->guardWidth(m_desk.currentKey()));
    for (int width = own + direction; width >= 0 && width < static_cast<int>(kGuardWidths.size());
         width += direction) {
        widths.append(kGuardWidths.at(static_cast<size_t>(width)));
    }
    if (widths.isEmpty()) {
        m_desk.say(direction > 0 ? tr("The guard is at its widest.")
                                 : tr("The guard is at its narrowest."));
    } else {
        tryWidths(widths);
    }
}

void GuardWidths::setOfChange(GuardWidth width)
{
    if (m_desk.mayDecideCurrent()) {
        tryWidths({width});
    }
}

/// The first of the widths that gives the change another guard is set. One that does nothing is no
/// step of the history: why is said.
void GuardWidths::tryWidths(const QVector<GuardWidth>& widths)
{
    if (isOnItsWay()) {
        m_desk.say(tr("The guard is still being changed: press the key again."));
        return;
    }
    m_trying = true;
    Q_EMIT changed(); // it can be taken back
    whenDone(QtConcurrent::run([state = m_desk.state(), key = m_desk.currentKey(), widths] {
                 return tryGuardWidths(*state, key, widths);
             }),
             this,
             [this, key = m_desk.currentKey(), before = m_desk.state(),
              number = ++m_trials](const Result<GuardTrial>& trial) {
                 if (number != m_trials) {
                     return;
                 }
                 drop();
                 if (trial) {
                     tried(*before, key, *trial);
                 } else {
                     m_desk.showProblem(trial.error());
                 }
                 Q_EMIT changed();
             });
}

/// Whoever went on to another change or decided meanwhile gets the guard that was asked for.
void GuardWidths::tried(const ProjectState& before, const QByteArray& key, const GuardTrial& trial)
{
    const ProjectState& now = *m_desk.session().state();
    if (now.scan != before.scan || now.guardWidths != before.guardWidths) {
        m_desk.say(tr("The guard stays as it is: another change came first."));
    } else if (!trial.changes) {
        m_desk.say(trial.own ? tr("This guard is your own: it stays around the lines you chose.")
                   : trial.kept
                       ? tr("The guard stays as it is: another one could not be proved, or "
                            "holds a committed change.")
                       : tr("No other guard is possible around this change."));
    } else if (const Result<void> done =
                   m_desk.session().guards().setWidth(QVector<QByteArray>{key}, trial.width);
               !done) {
        m_desk.showProblem(done.error());
    } else {
        m_desk.say(tr("The guard takes in: %1, %2.")
                       .arg(guardWidthText(trial.width).toLower(),
                            lineRangeText(trial.lines.first, trial.lines.last)));
    }
}

bool GuardWidths::drop()
{
    ++m_trials;
    return std::exchange(m_trying, false);
}

bool GuardWidths::isOnItsWay() const
{
    const std::shared_ptr<const ProjectState> now = m_desk.session().state();
    const ProjectState* shown = m_desk.state().get();
    return m_trying ||
           (now && shown != nullptr &&
            (now->guardWidths != shown->guardWidths || now->userGuards != shown->userGuards));
}

void GuardWidths::setOfFile(GuardWidth width)
{
    if (!m_desk.mayDecideCurrent()) {
        return;
    }
    const RepoPath path = m_desk.currentHunk()->targetPath;
    if (const Result<void> done = m_desk.session().guards().setWidth(path, width); !done) {
        m_desk.showProblem(done.error());
    } else {
        Q_EMIT changed(); // it can be taken back before it is shown
        m_desk.say(tr("Width of all guards of %1: %2.")
                       .arg(path.display(), guardWidthText(width).toLower()));
    }
}

void GuardWidths::setOfProject(GuardWidth width)
{
    if (const Result<void> done = m_desk.session().guards().setWidth(width); !done) {
        m_desk.showProblem(done.error());
    } else {
        Q_EMIT changed();
        m_desk.say(
            tr("Width of all guards of the project: %1.").arg(guardWidthText(width).toLower()));
    }
}

} // namespace rocport
