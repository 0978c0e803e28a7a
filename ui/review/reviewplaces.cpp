// The way from anywhere in the window to a line of a file in the review.
#include "ui/review/diffview.h"
#include "ui/review/reviewarea.h"
#include "ui/review/reviewplace.h"
#include "ui/review/reviewquestions.h"

#include <QStackedWidget>

#include <utility>

namespace rocport {

/// The target file that shows a place; empty: none does.
RepoPath ReviewArea::targetOf(const Place& place) const
{
    if (!m_model->changesOfFile(place.path).isEmpty()) {
        return place.path;
    }
    if (place.side == PlaceSide::Original) { // a sibling has its original beside it
        for (const ReviewChange& change : m_model->changes()) {
            if (change.hunk->sourcePath == place.path) {
                return change.hunk->targetPath;
            }
        }
    }
    return {};
}

void ReviewArea::showFile(const RepoPath& path, int line)
{
    if (line > 0) {
        showPlace({path, line, PlaceSide::Original});
        return;
    }
    showFindings(false);
    m_finding.clear();
    const QVector<int> changes = m_model->changesOfFile(path);
    const QVector<int> open = m_desk->openOnly(changes);
    const int wanted = open.isEmpty() ? changes.value(0, -1) : open.first();
    if (wanted >= 0) {
        setCurrentChange(wanted, true);
        return;
    }
    m_desk->setCurrent(-1);
    loadFile(path, {}, 0);
}

void ReviewArea::showPlace(const Place& place)
{
    showFindings(false);
    m_finding.clear();
    const RepoPath found = targetOf(place);
    const RepoPath target = found.isEmpty() ? place.path : found; // or a file without changes
    if (place.line < 1) {
        showFile(target);
        return;
    }
    const ReviewCounts& counts = m_model->totals();
    if (m_filter->status() == ReviewStatus::Open && counts.decided == counts.total) {
        m_status->setCurrent(static_cast<int>(ReviewStatus::All)); // else there is no diff to see
    }
    // With a layout on its way the lines are about to stand elsewhere.
    if (target == m_desk->texts().path && m_desk->loading().isEmpty() &&
        m_pages->currentIndex() == DiffPage && m_layoutRequest != m_request) {
        goToLine(place.line, place.side);
        return;
    }
    m_questions->close();
    m_desk->setCurrent(-1);
    loadFile(target, {}, place.line, place.side);
}

void ReviewArea::goToLine(int line, PlaceSide side)
{
    const DiffLayout& layout = m_diff->scene().layout;
    const int row = rowOfLine(layout, m_diff->scene().decisions, line, side);
    int there = -1;
    int before = -1;
    for (int i = 0; i < layout.changes.size(); ++i) {
        const DiffChange& change = layout.changes[i];
        const bool holds = row >= change.firstRow && row < change.firstRow + change.rows;
        there = holds ? i : there;
        before = change.firstRow <= row ? i : before;
    }
    const auto changeAt = [&](int i) {
        return i < 0 ? -1 : m_model->changeOfKey(layout.changes[i].key);
    };
    const int wanted = changeAt(there);
    setCurrentChange(wanted, true);
    if (wanted < 0) { // what no key decides is not marked as current either
        m_diff->endEdit();
        m_diff->setCurrent(-1);
        selectFileInTree(layout.path);
        m_placeChange =
            before >= 0 ? changeAt(before) : m_model->changesOfFile(layout.path).value(0, 0) - 1;
    }
    m_diff->showRow(row);
}

QString ReviewArea::place() const
{
    if (m_desk->texts().path.isEmpty()) {
        return m_resume;
    }
    ReviewPlace place;
    place.key = m_desk->currentKey();
    place.path = m_desk->texts().path;
    place.topLine = m_diff->topLine();
    place.status = m_filter->status();
    place.grouping = m_model->grouping();
    place.chips = m_filter->chips();
    place.text = m_filter->text();
    return place.toText();
}

void ReviewArea::resume(const QString& place)
{
    m_resume = place;
    (void)goToResumed();
}

/// Once: later scans keep what is shown then.
bool ReviewArea::goToResumed()
{
    // Where another project is about to be shown, it is not here yet.
    if (m_resume.isEmpty() || !m_desk->state() || !m_desk->state()->scan ||
        m_desk->state() != m_session.state()) {
        return false;
    }
    const ReviewPlace place = ReviewPlace::fromText(std::exchange(m_resume, {}));
    m_status->setCurrent(static_cast<int>(place.status));
    m_grouping->setCurrent(static_cast<int>(place.grouping));
    m_search->setText(place.text);
    setChips(place.chips);
    const auto goTo = [this, &place](int change) {
        m_resumeTop = {place.path, place.topLine};
        setCurrentChange(change, true);
        if (m_desk->loading().isEmpty() &&
            m_desk->texts().path == place.path) { // it is shown already
            m_diff->showTopLine(std::exchange(m_resumeTop, {}).second);
        }
        return true;
    };
    const int change = m_model->changeOfKey(place.key);
    if (change >= 0 && m_filter->passes(change)) {
        return goTo(change);
    }
    const QVector<int> inFile = m_model->changesOfFile(place.path);
    if (place.key.isEmpty() && !inFile.isEmpty()) { // lines without a change were looked at
        m_resumeTop = {place.path, place.topLine};
        m_desk->setCurrent(-1);
        loadFile(place.path, {}, 0);
        return true;
    }
    for (const int other : inFile) {
        if (m_filter->passes(other)) {
            return goTo(other);
        }
    }
    return false;
}

} // namespace rocport
