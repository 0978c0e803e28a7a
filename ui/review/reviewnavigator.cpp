#include "ui/review/reviewnavigator.h"

#include "ui/review/changelist.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewplace.h"
#include "ui/review/reviewquestions.h"
#include "ui/review/shownfile.h"

#include <utility>

namespace rocport {

ReviewNavigator::ReviewNavigator(ReviewDesk& desk, ReviewCommands& commands, ChangeList& list,
                                 ShownFile& shown, ReviewQuestions& questions, QObject* parent)
    : QObject(parent),
      m_desk(desk),
      m_commands(commands),
      m_list(list),
      m_shown(shown),
      m_questions(questions)
{
    addCommands();
    connect(&list, &ChangeList::changeChosen, this, [this](int chosen) { change(chosen, true); });
    connect(&list, &ChangeList::matchWanted, this, &ReviewNavigator::goTo);
    connect(&shown, &ShownFile::lineReached, this, &ReviewNavigator::lineReached);
    connect(&shown, &ShownFile::loaded, this, [this] {
        if (m_desk.current() < 0) {
            m_list.selectFile(m_desk.texts().path);
        }
    });
}

void ReviewNavigator::addCommands()
{
    m_commands.add(QStringLiteral("next"), tr("Next change"), tr("Next"), {"N"},
                   [this] { step(1); });
    m_commands.add(QStringLiteral("previous"), tr("Previous change"), tr("Previous"), {"P"},
                   [this] { step(-1); });
    m_commands.add(QStringLiteral("nextFile"), tr("Next file"), tr("Next file"), {"]"},
                   [this] { stepFile(1); });
    m_commands.add(QStringLiteral("previousFile"), tr("Previous file"), tr("Previous file"), {"["},
                   [this] { stepFile(-1); });
    m_commands.add(QStringLiteral("firstChange"), tr("First change"), tr("First"), {},
                   [this] { goToEnd(1); });
    m_commands.add(QStringLiteral("lastChange"), tr("Last change"), tr("Last"), {},
                   [this] { goToEnd(-1); });
}

void ReviewNavigator::update() const
{
    m_commands.enable({"next", "previous", "nextFile", "previousFile", "firstChange", "lastChange"},
                      m_desk.model().totals().total > 0, m_commands.whyNothing());
}

void ReviewNavigator::goTo(int to)
{
    change(to, false);
}

void ReviewNavigator::change(int to, bool fromList)
{
    m_questions.close();
    m_desk.setCurrent(to);
    m_before = -1;
    m_shown.dropQuestion(); // who goes on is not asked any more
    if (fromList) {
        m_desk.filter().pinFromList(to);
    } else {
        m_desk.filter().setPinned(to);
    }
    if (to < 0) {
        Q_EMIT noneCurrent();
        return;
    }
    if (!fromList) {
        m_list.select(to);
    }
    m_shown.showCurrent();
}

void ReviewNavigator::step(int direction)
{
    const int from = m_desk.current() >= 0 ? m_desk.current() : m_before + (direction < 0 ? 1 : 0);
    const int next = m_desk.filter().next(from, direction, true);
    if (next >= 0 && next != m_desk.current()) {
        goTo(next);
    } else {
        m_desk.say(next < 0 ? tr("No change matches the filter.")
                            : tr("This is the only change that matches the filter."));
    }
}

/// The first change that matches the filter, or the last one: -1.
void ReviewNavigator::goToEnd(int direction)
{
    const int end = m_desk.filter().next(-1, direction, false);
    if (end >= 0) {
        goTo(end);
    } else {
        m_desk.say(tr("No change matches the filter."));
    }
}

void ReviewNavigator::stepFile(int direction)
{
    if (m_desk.current() < 0) {
        step(direction);
        return;
    }
    const ReviewModel& model = m_desk.model();
    const int path = model.changes()[m_desk.current()].pathId;
    const int next = m_desk.filter().next(
        m_desk.current(), direction, true,
        [path](const ReviewChange& candidate) { return candidate.pathId != path; });
    if (next < 0) {
        m_desk.say(tr("No other file has a change that matches the filter."));
        return;
    }
    // Going back lands on the file's last change; its first is wanted.
    const QVector<int> inFile = model.changesUnder(model.fileIndexOfChange(next));
    int first = next;
    for (const int change : inFile) {
        if (m_desk.filter().passes(change)) {
            first = change;
            break;
        }
    }
    goTo(first);
}

void ReviewNavigator::showHunk(const QByteArray& key)
{
    const int change = m_desk.model().changeOfKey(key);
    if (change >= 0) {
        Q_EMIT changesRequested();
        goTo(change);
    }
}

RepoPath ReviewNavigator::targetOf(const Place& place) const
{
    const ReviewModel& model = m_desk.model();
    if (!model.changesOfFile(place.path).isEmpty()) {
        return place.path;
    }
    if (place.side == PlaceSide::Original) { // a sibling has its original beside it
        for (const ReviewChange& change : model.changes()) {
            if (change.hunk->sourcePath == place.path) {
                return change.hunk->targetPath;
            }
        }
    }
    return {};
}

void ReviewNavigator::showFile(const RepoPath& path)
{
    Q_EMIT changesRequested();
    Q_EMIT leftPlace();
    const QVector<int> changes = m_desk.model().changesOfFile(path);
    const QVector<int> open = m_desk.openOnly(changes);
    const int wanted = open.isEmpty() ? changes.value(0, -1) : open.first();
    if (wanted >= 0) {
        goTo(wanted);
        return;
    }
    showWithoutChange(path);
}

void ReviewNavigator::showWithoutChange(const RepoPath& path)
{
    m_desk.setCurrent(-1);
    m_shown.showFile(path);
}

void ReviewNavigator::showPlace(const Place& place)
{
    const RepoPath found = targetOf(place);
    const RepoPath target = found.isEmpty() ? place.path : found; // or a file without changes
    if (place.line < 1) {
        showFile(target);
        return;
    }
    Q_EMIT changesRequested();
    Q_EMIT leftPlace();
    const ReviewCounts& counts = m_desk.model().totals();
    if (m_desk.filter().status() == ReviewStatus::Open && counts.decided == counts.total) {
        m_list.setStatus(ReviewStatus::All); // else there is no diff to see
    }
    m_questions.close();
    m_shown.showLine({target, place.line, place.side});
}

void ReviewNavigator::lineReached(int change, int before)
{
    goTo(change);
    if (change < 0) {
        m_list.selectFile(m_desk.texts().path);
        m_before = before;
    }
}

void ReviewNavigator::showFound(const RepoPath& path, int change)
{
    if (m_desk.filter().accepted() == 0) { // a page says so where the diff is
        m_list.setStatus(ReviewStatus::All);
    }
    Q_EMIT leftPlace();
    if (change >= 0) {
        goTo(change);
    } else if (m_desk.texts().path != path || !m_desk.loading().isEmpty()) {
        showWithoutChange(path);
    }
}

void ReviewNavigator::askAt(const Place& place, const std::function<void()>& question)
{
    showPlace(place);
    m_shown.whenShown(question);
}

void ReviewNavigator::listChanges(const QString& rule)
{
    Q_EMIT changesRequested();
    m_list.setGrouping(ReviewGrouping::Rules);
    m_list.setStatus(ReviewStatus::All);
    m_list.setText(rule.isEmpty() ? QString() : QStringLiteral("rule:") + rule);
    const int open = m_desk.filter().next(
        -1, 1, false, [](const ReviewChange& change) { return !isDecided(change.kind); });
    const int first = open >= 0 ? open : m_desk.filter().next(-1, 1, false);
    if (first >= 0) {
        goTo(first);
    }
}

void ReviewNavigator::setPhase(std::optional<Phase> phase)
{
    m_list.setPhase(phase);
    if (m_desk.current() < 0 || !m_desk.filter().passes(m_desk.current())) {
        const int first = m_desk.filter().next(-1, 1, false);
        if (first >= 0) {
            goTo(first);
        }
    }
}

QString ReviewNavigator::place() const
{
    if (m_desk.texts().path.isEmpty()) {
        return m_resume;
    }
    ReviewPlace place;
    place.key = m_desk.currentKey();
    place.path = m_desk.texts().path;
    place.topLine = m_shown.topLine();
    place.status = m_desk.filter().status();
    place.grouping = m_desk.model().grouping();
    place.chips = m_desk.filter().chips();
    place.text = m_desk.filter().text();
    return place.toText();
}

void ReviewNavigator::resume(const QString& place)
{
    m_resume = place;
    (void)goToResumed();
}

/// Once: later scans keep what is shown then.
bool ReviewNavigator::goToResumed()
{
    // Where another project is about to be shown, it is not here yet.
    if (m_resume.isEmpty() || !m_desk.state() || !m_desk.state()->scan ||
        m_desk.state() != m_desk.session().state()) {
        return false;
    }
    const ReviewPlace place = ReviewPlace::fromText(std::exchange(m_resume, {}));
    m_list.setStatus(place.status);
    m_list.setGrouping(place.grouping);
    m_list.setText(place.text);
    m_list.setChips(place.chips);
    const int change = m_desk.model().changeOfKey(place.key);
    if (change >= 0 && m_desk.filter().passes(change)) {
        return resumeAt(place.path, place.topLine, change);
    }
    const QVector<int> inFile = m_desk.model().changesOfFile(place.path);
    if (place.key.isEmpty() && !inFile.isEmpty()) { // lines without a change were looked at
        return resumeAt(place.path, place.topLine, -1);
    }
    for (const int other : inFile) {
        if (m_desk.filter().passes(other)) {
            return resumeAt(place.path, place.topLine, other);
        }
    }
    return false;
}

bool ReviewNavigator::resumeAt(const RepoPath& path, int topLine, int change)
{
    if (change >= 0) {
        goTo(change);
    } else {
        showWithoutChange(path);
    }
    m_shown.showTop(path, topLine);
    return true;
}

void ReviewNavigator::goOn(const ProjectState* before, const QByteArray& key, const RepoPath& path)
{
    if (!m_desk.state()) {
        m_resume.clear(); // of a project that is not open any more
    }
    if (goToResumed()) { // with the filters of then
        return;
    }
    const int kept = m_desk.changeAfter(before, key);
    const int open = kept >= 0 ? kept : m_desk.nextOpen(-1);
    const int first = open >= 0 ? open : m_desk.filter().next(-1, 1, false);
    // Who looked at lines without a change goes on with the file, as before.
    const bool stays = key.isEmpty() && !m_desk.model().changesOfFile(path).isEmpty();
    if (kept < 0 && !stays) {
        m_shown.showTop({}, 0); // another change comes into sight
    }
    goTo(stays ? -1 : first);
    const bool scanned = m_desk.state() && m_desk.state()->scan;
    if (stays || (first < 0 && scanned && !path.isEmpty())) {
        m_shown.showFile(path);
    }
}

} // namespace rocport
