#include "ui/review/diffgutter.h"

#include "ui/review/diffaccessible.h"
#include "ui/review/diffeditor.h"
#include "ui/review/diffrowtext.h"
#include "ui/review/reviewmodel.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace rocport {

QString changeAccessibleText(const DiffScene& scene, int change)
{
    const DiffScene::Info info = scene.info.value(change);
    QString text = DiffGutter::tr("Change %1 of %2, %3, %4")
                       .arg(change + 1)
                       .arg(scene.layout.changes.size())
                       .arg(info.ruleId, decisionName(info.kind).toLower());
    text += isProved(info.verdict) ? DiffGutter::tr(", proved") : DiffGutter::tr(", needs a look");
    text += info.onlyNames ? DiffGutter::tr(", only names change") : QString();
    const QString move = moveTextOfChange(scene, change);
    text += move.isEmpty() ? QString() : DiffGutter::tr(", %1").arg(move.toLower());
    text += info.draft ? DiffGutter::tr(", with a draft") : QString();
    return text;
}

DiffGutter::DiffGutter(ThemeProvider& provider, const DiffScene& scene, const DiffEditor& editor,
                       QWidget* parent)
    : QWidget(parent), m_provider(provider), m_scene(scene), m_editor(&editor)
{
    installDiffAccessibility();
    setObjectName(QStringLiteral("diffGutter"));
    setAccessibleName(tr("Changes beside the text"));
    setFixedWidth(provider.theme().scaled(56));
    m_accept = addButton(Glyph::Check, &ThemeColours::ok, tr("Accept change"));
    m_reject = addButton(Glyph::Cross, &ThemeColours::crit, tr("Reject change"));
    m_edit = addButton(Glyph::Pencil, &ThemeColours::text2, tr("Edit change"));
    m_accept->setToolTip(tr("Accept"));
    m_reject->setToolTip(tr("Reject"));
    m_edit->setToolTip(tr("Edit"));
    connect(m_accept, &QToolButton::clicked, this, &DiffGutter::acceptRequested);
    connect(m_reject, &QToolButton::clicked, this, &DiffGutter::rejectRequested);
    connect(m_edit, &QToolButton::clicked, this, &DiffGutter::editRequested);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        setFixedWidth(m_provider.theme().scaled(56));
        restyle();
        refresh();
    });
    restyle();
}

QToolButton* DiffGutter::addButton(Glyph glyph, QColor ThemeColours::*colour, const QString& name)
{
    auto* button = new QToolButton(this);
    button->setIcon(m_provider.icon(glyph, colour));
    button->setIconSize({16, 16});
    button->setAccessibleName(name);
    button->setFocusPolicy(Qt::TabFocus);
    button->setProperty("gutter", true);
    button->hide();
    return button;
}

void DiffGutter::restyle()
{
    const Theme& theme = m_provider.theme();
    const auto sheet = [&](const QColor& border) {
        return QStringLiteral("QToolButton { padding: 0px; min-height: 0px; background: %1; "
                              "border: 1px solid %2; border-radius: 4px; }"
                              "QToolButton:hover { background: %3; }"
                              "QToolButton:disabled { background: %5; border-color: %6; }"
                              "QToolButton:focus { border: 2px solid %4; }")
            .arg(theme.base.name(), border.name(), theme.hover.name(), theme.accent.name(),
                 theme.window.name(), theme.border.name());
    };
    m_accept->setStyleSheet(sheet(theme.accent)); // what most changes get
    m_reject->setStyleSheet(sheet(theme.border));
    m_edit->setStyleSheet(sheet(theme.border));
}

QSize DiffGutter::sizeHint() const
{
    return {m_provider.theme().scaled(56), 100};
}

void DiffGutter::setDecidable(bool decidable)
{
    m_decidable = decidable;
    placeButtons();
}

void DiffGutter::followKeys(const QAction& accept, const QAction& reject, const QAction& edit)
{
    m_actions = {&accept, &reject, &edit};
    for (const QAction* action : m_actions) {
        connect(action, &QAction::changed, this, &DiffGutter::placeButtons);
    }
}

void DiffGutter::setMarksShown(bool shown)
{
    m_marksShown = shown;
    update();
}

void DiffGutter::refresh()
{
    placeButtons();
    update();
}

QRect DiffGutter::rowsRect(const DiffChange& change) const
{
    return {0, m_editor->rowTop(change.firstRow), width(),
            m_editor->rowsHeight(change.firstRow, change.rows)};
}

QRect DiffGutter::buttonsRect() const
{
    const DiffChange* change = m_scene.currentChange();
    if (!change) {
        return {};
    }
    const int size = m_provider.theme().scaled(24);
    const int height = 2 * size + 3 + 8;
    QRect rows = rowsRect(*change);
    // Long changes keep their buttons in sight; short ones let them reach over the next rows.
    const QRect visible = rows.intersected(rect());
    if (visible.height() >= height) {
        rows = visible;
    }
    int top = rows.center().y() - height / 2;
    if (rows.intersects(rect())) { // whole, at the first and the last row too
        top = std::clamp(top, -4, std::max(-4, this->height() - height + 4));
    }
    return {0, top, width(), height};
}

void DiffGutter::placeButtons()
{
    const DiffChange* change = m_scene.currentChange();
    const bool shown = change && rowsRect(*change).intersects(rect());
    const int size = m_provider.theme().scaled(24);
    const QRect area = buttonsRect();
    const int left = (width() - 2 * size - 3) / 2;
    m_accept->setGeometry(left, area.top() + 4, size, size);
    m_reject->setGeometry(left + size + 3, area.top() + 4, size, size);
    m_edit->setGeometry(left, area.top() + 4 + size + 3, size, size);
    const std::array buttons = {m_accept, m_reject, m_edit};
    for (qsizetype i = 0; i < qsizetype(buttons.size()); ++i) {
        QToolButton* button = buttons.at(static_cast<size_t>(i));
        const QAction* action = m_actions.value(i);
        const bool can = m_decidable && (action == nullptr || action->isEnabled());
        const QString why = action != nullptr && !can ? whyNot(*action) : QString();
        button->setVisible(shown);
        button->setEnabled(can);
        button->setToolTip(!why.isEmpty()      ? why
                           : action != nullptr ? withKey(action->iconText(), *action)
                                               : button->accessibleName());
    }
    const bool draft = change && m_scene.info.value(m_scene.current).draft;
    if (draft != m_draft) { // the pencil goes on with it
        m_draft = draft;
        m_edit->setIcon(
            m_provider.icon(Glyph::Pencil, draft ? &ThemeColours::warn : &ThemeColours::text2));
    }
    if (shown) {
        const QString words = changeAccessibleText(m_scene, m_scene.current);
        for (QToolButton* button : {m_accept, m_reject, m_edit}) {
            button->setAccessibleDescription(words);
        }
    }
}

QRect DiffGutter::markRect(int change) const
{
    if (!m_marksShown) {
        return {};
    }
    if (change == m_scene.current) {
        return buttonsRect();
    }
    const DiffChange& diffChange = m_scene.layout.changes[change];
    const QRect rows = rowsRect(diffChange);
    const int height = m_editor->rowHeight();
    QRect mark(0, rows.center().y() - height / 2, width(), height);
    // Several changes on the same rows stand one below the other.
    const DiffSegment& segment = m_scene.layout.segments[diffChange.segment];
    if (segment.changes.size() > 1) {
        mark.moveTop(rows.top() + int(segment.changes.indexOf(change)) * height);
    }
    const bool hidden = m_scene.current >= 0 && mark.intersects(buttonsRect());
    return hidden || !mark.intersects(rect()) ? QRect() : mark;
}

/// Of all changes of a file few are in sight, and where one stands is asked of the editor.
QVector<int> DiffGutter::changesInSight() const
{
    const QVector<DiffSegment>& segments = m_scene.layout.segments;
    const int first = m_editor->firstVisibleRow();
    const int last = m_editor->lastVisibleRow() + 1;
    QVector<int> changes;
    auto segment =
        std::partition_point(segments.cbegin(), segments.cend(), [first](const DiffSegment& one) {
            return one.firstRow + one.rows < first;
        });
    for (; segment != segments.cend() && segment->firstRow <= last; ++segment) {
        for (const int change : segment->changes) {
            if (rowsRect(m_scene.layout.changes[change]).intersects(rect())) {
                changes.append(change);
            }
        }
    }
    return changes;
}

void DiffGutter::paintChange(QPainter& painter, int change) const
{
    const Theme& theme = m_provider.theme();
    painter.fillRect(rowsRect(m_scene.layout.changes[change]), theme.well);
    const QRect mark = markRect(change);
    if (mark.isNull()) {
        return;
    }
    const DiffScene::Info& info = m_scene.info[change];
    const Mark glyph = changeMark(info.kind, info.verdict);
    const QString number = QString::number(change + 1);
    const int textWidth = painter.fontMetrics().horizontalAdvance(number);
    const int left = (width() - 14 - 6 - textWidth) / 2;
    paintGlyph(painter, glyph.glyph, QRectF(left, mark.center().y() - 7 + 0.5, 14, 14),
               theme.*glyph.colour);
    painter.setPen(theme.text2);
    painter.drawText(QRect(left + 20, mark.top(), textWidth + 2, mark.height()), Qt::AlignVCenter,
                     number);
    if (info.draft) {
        paintGlyph(painter, Glyph::Pencil,
                   QRectF(width() - 13, mark.center().y() - 5 + 0.5, 10, 10), theme.warn);
    }
}

void DiffGutter::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_provider.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.setFont(theme.font(TextStep::Code));
    for (const int change : changesInSight()) {
        if (change != m_scene.current) {
            paintChange(painter, change);
        }
    }
    if (const DiffChange* change = m_scene.currentChange()) {
        const QRect rows = rowsRect(*change);
        const QRect area = buttonsRect();
        if (rows.intersects(rect())) {
            painter.fillRect(rows.united(area), theme.accentSoft);
            painter.fillRect(QRect(0, rows.top(), width(), 2), theme.accent);
            painter.fillRect(QRect(0, rows.bottom() - 1, width(), 2), theme.accent);
            // Of a change with few lines the frame ends here: it is not to go through the number.
            const QRect cell = currentMarkRect();
            painter.fillRect(cell, theme.accentSoft);
            paintCurrent(painter, cell);
        }
    }
    painter.setPen(theme.border);
    painter.drawLine(0, 0, 0, height());
    painter.drawLine(width() - 1, 0, width() - 1, height());
}

/// Beside the buttons: what of the current change the others say with mark and number.
QRect DiffGutter::currentMarkRect() const
{
    const int size = m_provider.theme().scaled(24);
    const int left = (width() - 2 * size - 3) / 2;
    return {left + size + 3, buttonsRect().top() + 4 + size + 3, size, size};
}

void DiffGutter::paintCurrent(QPainter& painter, const QRect& cell) const
{
    const Theme& theme = m_provider.theme();
    const DiffScene::Info info = m_scene.info.value(m_scene.current);
    const QString number = QString::number(m_scene.current + 1);
    painter.setPen(theme.accent);
    if (!m_marksShown) {
        painter.drawText(cell, Qt::AlignCenter, number);
        return;
    }
    const Mark mark = changeMark(info.kind, info.verdict);
    const int half = cell.height() / 2;
    const QRectF upper(cell.center().x() - half / 2.0 + 0.5, cell.top(), half, half);
    paintGlyph(painter, mark.glyph, upper, theme.*mark.colour);
    const QFont font = painter.font();
    painter.setFont(theme.font(TextStep::CodeSmall));
    painter.drawText(cell.adjusted(-2, half, 2, 2), Qt::AlignCenter, number);
    painter.setFont(font);
}

void DiffGutter::mousePressEvent(QMouseEvent* event)
{
    for (const int i : changesInSight()) {
        const QRect mark = markRect(i);
        const bool hit =
            mark.contains(event->pos()) ||
            (mark.isNull() ? false : rowsRect(m_scene.layout.changes[i]).contains(event->pos()));
        if (i != m_scene.current && hit) {
            Q_EMIT changeClicked(i);
            return;
        }
    }
}

void DiffGutter::wheelEvent(QWheelEvent* event)
{
    Q_EMIT wheelTurned(event);
}

bool DiffGutter::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        for (const int i : changesInSight()) {
            if (markRect(i).contains(help->pos())) {
                showTip(help->globalPos(),
                        changeAccessibleText(m_scene, i) + u'\n' + m_scene.info[i].title, this);
                return true;
            }
        }
        hideTip();
        return true;
    }
    if (event->type() == QEvent::Resize) {
        placeButtons();
    }
    return QWidget::event(event);
}

} // namespace rocport
