#include "ui/review/changedelegate.h"

#include "ui/review/reviewmodel.h"
#include "ui/theme/plaintext.h"

#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace rocport {

namespace {

Mark glyphOf(ReviewMark mark)
{
    switch (mark) {
    case ReviewMark::Todo:
        return phaseMark(PhaseState::Todo);
    case ReviewMark::Partly:
        return phaseMark(PhaseState::InProgress);
    case ReviewMark::Done:
        return phaseMark(PhaseState::Done);
    case ReviewMark::Attention:
        return phaseMark(PhaseState::Attention);
    case ReviewMark::Open:
        return changeMark(DecisionKind::Open, Verdict::Projected);
    case ReviewMark::Accepted:
        return changeMark(DecisionKind::Accepted, Verdict::Projected);
    case ReviewMark::Edited:
        return changeMark(DecisionKind::Edited, Verdict::Projected);
    case ReviewMark::Rejected:
        return changeMark(DecisionKind::Rejected, Verdict::Projected);
    case ReviewMark::Deferred:
        return changeMark(DecisionKind::Deferred, Verdict::Projected);
    case ReviewMark::NeedsLook:
        return changeMark(DecisionKind::Open, Verdict::Unproved);
    }
    return {};
}

} // namespace

ChangeDelegate::ChangeDelegate(ThemeProvider& provider, QObject* parent)
    : QStyledItemDelegate(parent), m_provider(provider)
{
}

QSize ChangeDelegate::sizeHint(const QStyleOptionViewItem& /*option*/,
                               const QModelIndex& /*index*/) const
{
    return {120, m_provider.theme().scaled(24)};
}

QRect ChangeDelegate::arrowRect(const QRect& row, int level) const
{
    const int left = row.left() + 12 + 16 * level;
    return {left - 4, row.top(), 22, row.height()};
}

void ChangeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const auto* view = qobject_cast<const QTreeView*>(option.widget);
    const QRect row(0, option.rect.top(),
                    view ? view->viewport()->width() : option.rect.right() + 1,
                    option.rect.height());
    const bool selected = option.state & QStyle::State_Selected;
    const bool focused = view && view->hasFocus();
    const bool hover = option.state & QStyle::State_MouseOver;
    if (selected) {
        painter->fillRect(row, focused ? theme.selected : theme.well);
    } else if (hover) {
        painter->fillRect(row, theme.hover);
    }
    if (focused && (option.state & QStyle::State_HasFocus)) {
        painter->setPen(QPen(theme.accent, 1));
        painter->drawRect(row.adjusted(0, 0, -1, -1));
    }

    const int level = index.data(ReviewModel::LevelRole).toInt();
    const bool group = level == ReviewModel::GroupLevel;
    const bool expanded = view && view->isExpanded(index);
    const bool hasChildren = index.model()->hasChildren(index);
    // Files show their arrow when open or pointed at: the list stays calm.
    const bool arrow = hasChildren && level < ReviewModel::ChangeLevel &&
                       (group || expanded || hover || (selected && focused));
    int x = 14 + 16 * level + (level == ReviewModel::FileLevel ? 4 : 0);
    if (arrow) {
        const int left = group ? x : x - 6;
        paintGlyph(*painter, expanded ? Glyph::ChevronDown : Glyph::ChevronRight,
                   QRectF(left, row.center().y() - 5.5, 12, 12), theme.text2);
    }
    x += group ? 18 : level == ReviewModel::FileLevel ? 0 : 8;
    x += level == ReviewModel::FileLevel ? 8 : 0;

    const Mark mark = glyphOf(static_cast<ReviewMark>(index.data(ReviewModel::MarkRole).toInt()));
    paintGlyph(*painter, mark.glyph, QRectF(x, row.center().y() - 6.5, 14, 14), theme.*mark.colour);
    x += 14 + 8;

    const QString count = index.data(ReviewModel::CountRole).toString();
    painter->setFont(theme.font(TextStep::CodeSmall));
    const int countWidth = painter->fontMetrics().horizontalAdvance(count);
    painter->setPen(group ? theme.text2 : theme.muted);
    painter->drawText(row.adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter, count);
    const int right = row.right() - 12 - countWidth - 8;

    const QString number = index.data(ReviewModel::NumberRole).toString();
    if (!number.isEmpty()) {
        painter->setFont(theme.font(group ? TextStep::Code : TextStep::CodeSmall));
        painter->setPen(theme.text2);
        const QString shown =
            elidedLine(painter->fontMetrics(), number, Qt::ElideRight, (right - x) / 2);
        painter->drawText(QRect(x, row.top(), std::max(0, right - x), row.height()),
                          Qt::AlignLeft | Qt::AlignVCenter, shown);
        x += painter->fontMetrics().horizontalAdvance(shown) + 8;
    }
    painter->setFont(theme.font(group ? TextStep::BodyMedium : TextStep::Small));
    painter->setPen(theme.text);
    const QString name = elidedLine(painter->fontMetrics(), index.data(Qt::DisplayRole).toString(),
                                    Qt::ElideMiddle, std::max(0, right - x));
    painter->drawText(QRect(x, row.top(), std::max(0, right - x), row.height()),
                      Qt::AlignLeft | Qt::AlignVCenter, name);
    x += painter->fontMetrics().horizontalAdvance(name) + 5;
    const QString folder = index.data(ReviewModel::FolderRole).toString();
    if (!folder.isEmpty() && right - x > 16) {
        painter->setFont(theme.font(TextStep::Caption));
        painter->setPen(theme.muted);
        painter->drawText(QRect(x, row.top(), right - x, row.height()),
                          Qt::AlignLeft | Qt::AlignVCenter,
                          elidedLine(painter->fontMetrics(), folder, Qt::ElideLeft, right - x));
    }
}

} // namespace rocport
