#include "ui/review/difffinder.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "ui/review/diffview.h"
#include "ui/theme/findbar.h"

#include <QKeyEvent>
#include <QtConcurrent>

#include <algorithm>
#include <utility>

namespace rocport {

DiffFinder::DiffFinder(DiffView& view, FindBar& bar, QObject* parent)
    : QObject(parent), m_view(view), m_bar(bar)
{
    bar.hide();
    connect(&bar, &FindBar::queryChanged, this, [this] { run(true); });
    connect(&bar, &FindBar::stepRequested, this, &DiffFinder::step);
    connect(&bar, &FindBar::closeRequested, this, &DiffFinder::close);
    connect(&bar, &FindBar::downPressed, this, [this] { m_view.focusText(); });
    connect(&view, &DiffView::sceneReplaced, this, [this] {
        m_hits = {}; // of rows that are gone
        m_current = -1;
        run(false);
    });
    for (DiffEditor* editor : {&view.leftEditor(), &view.rightEditor(), &view.unifiedEditor()}) {
        editor->installEventFilter(this);
    }
}

DiffFinder::~DiffFinder()
{
    m_cancel.cancel();
}

bool DiffFinder::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && isOpen() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        close();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

bool DiffFinder::isOpen() const
{
    return !m_bar.isHidden();
}

void DiffFinder::open()
{
    const bool was = isOpen();
    const TextQuery before = m_bar.query();
    QString text;
    if (const std::optional<DiffHit> selected = m_view.selectedHit()) {
        text = m_view.textOf(*selected);
        if (text == m_selected) { // by ourselves: what led there stays
            text.clear();
        }
        keepPlace(*selected);
    }
    m_bar.open(text);
    if (!was && m_bar.query() == before) {
        run(true);
    }
}

void DiffFinder::close()
{
    if (!isOpen()) {
        return;
    }
    m_cancel.cancel();
    ++m_serial;
    m_searching = false;
    m_bar.hide();
    if (m_current >= 0) {
        m_view.select(m_hits.hits[m_current]);
        m_selected = m_view.textOf(m_hits.hits[m_current]);
    } else {
        m_view.focusText();
    }
    m_hits = {};
    m_current = -1;
    m_path = {};
    m_view.setHits({}, -1);
    m_bar.setCount({});
}

void DiffFinder::keepPlace(const DiffHit& hit)
{
    const DiffLayout& layout = m_view.scene().layout;
    m_path = layout.path;
    m_place = hit;
    m_place.row = lineNumberOf(layout, hit.row, hit.side);
}

void DiffFinder::step(int direction)
{
    if (!isOpen()) {
        if (m_bar.query().text.isEmpty()) {
            open();
            return;
        }
        m_bar.show();
        run(true);
        return;
    }
    if (m_searching) {
        m_steps += direction;
        return;
    }
    const auto count = static_cast<int>(m_hits.hits.size());
    if (count == 0) {
        return;
    }
    if (m_current < 0) {
        const int row = m_view.firstVisibleRow();
        const auto from = std::lower_bound(m_hits.hits.cbegin(), m_hits.hits.cend(), row,
                                           [](const DiffHit& hit, int at) { return hit.row < at; });
        const auto first = static_cast<int>(from - m_hits.hits.cbegin());
        setCurrent((direction > 0 ? first : first - 1 + count) % count);
        return;
    }
    setCurrent((m_current + direction % count + count) % count);
}

void DiffFinder::run(bool jump)
{
    m_cancel.cancel();
    m_cancel = CancelToken();
    const quint64 serial = ++m_serial;
    m_searching = false;
    m_steps = 0;
    if (!isOpen()) {
        return;
    }
    const TextQuery query = m_bar.query();
    const Result<TextMatcher> matcher = TextMatcher::make(query);
    if (!matcher || query.text.isEmpty() || m_view.isEmpty()) {
        m_hits = {};
        m_current = -1;
        m_view.setHits({}, -1);
        if (!matcher) {
            m_bar.setProblem(matcher.error().detail);
        } else {
            m_bar.setCount({});
        }
        return;
    }
    m_searching = true;
    whenDone(
        QtConcurrent::run([layout = m_view.scene().layout, matcher = *matcher, cancel = m_cancel] {
            return findInDiff(layout, matcher, FindScope::Lines, kLimit, cancel);
        }),
        this, [this, serial, jump, from = m_view.current()](const DiffHits& hits) {
            if (serial == m_serial) {
                // Who went to another change meanwhile stays there.
                const bool gone = m_view.current() != from;
                m_steps = gone ? 0 : m_steps;
                found(hits, jump && !gone);
            }
        });
}

void DiffFinder::found(const DiffHits& hits, bool jump)
{
    m_searching = false;
    m_hits = hits;
    const DiffLayout& layout = m_view.scene().layout;
    const QVector<DiffHit>& all = m_hits.hits;
    int again = -1; // where the match was that is current
    if (m_path == layout.path && m_place.length > 0) {
        const int row = rowOfHitLine(layout, m_place.side, m_place.row);
        const auto at = std::lower_bound(
            all.cbegin(), all.cend(), m_place, [row](const DiffHit& hit, const DiffHit& place) {
                return hit.row != row ? hit.row < row : hit.start < place.start;
            });
        again = at == all.cend() ? -1 : static_cast<int>(at - all.cbegin());
        if (!jump && again >= 0 && (all[again].row != row || all[again].start != m_place.start)) {
            again = -1;
        }
    }
    m_current = -1;
    m_view.setHits(all, -1);
    if (!all.isEmpty() && again >= 0 && jump) {
        setCurrent(again);
    } else if (again >= 0) {
        m_current = again;
        m_view.setHits(all, again);
    } else if (jump) {
        step(1);
    }
    updateCount();
    if (const int steps = std::exchange(m_steps, 0); steps != 0) {
        step(steps);
    }
}

void DiffFinder::setCurrent(int hit)
{
    m_current = hit;
    const DiffHit& at = m_hits.hits[hit];
    const DiffLayout& layout = m_view.scene().layout;
    keepPlace(at);
    updateCount();
    const int change = changeOfRow(layout, at.row);
    if (change >= 0 && change != m_view.current() && !m_view.isEditing()) {
        Q_EMIT changeReached(change);
    }
    m_view.setCurrentHit(hit);
}

void DiffFinder::updateCount()
{
    const auto count = static_cast<int>(m_hits.hits.size());
    const QString number = m_hits.more ? tr("more than %1").arg(count) : QString::number(count);
    QString text = count == 0       ? tr("No matches")
                   : m_current >= 0 ? tr("%1 of %2").arg(QString::number(m_current + 1), number)
                   : m_hits.more    ? tr("%1 matches").arg(number)
                                    : counted(count, tr("match"), tr("matches"));
    m_bar.setCount(text + FindBar::leftOutText(m_hits.leftOut));
}

} // namespace rocport
