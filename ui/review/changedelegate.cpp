#include "ui/review/changedelegate.h"

#include "ui/review/reviewmodel.h"
#include "ui/theme/elide.h"

#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kLeft = 14;
constexpr int kArrow = 18;
constexpr int kMark = 14;
constexpr int kGap = 8;
constexpr int kStep = 12; // of a row below another
constexpr int kMostLines = 4;

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

/// A rule's id; empty for phases, which have a number, and for all other rows.
QString ChangeDelegate::ruleOf(const QModelIndex& index)
{
    const bool group = index.data(ReviewModel::LevelRole).toInt() == ReviewModel::GroupLevel;
    const QString number = index.data(ReviewModel::NumberRole).toString();
    return group && number.size() > 1 ? number : QString();
}

/// Where the title of a rule stands in a row of `width` pixels: on as many lines as it takes.
QRect ChangeDelegate::titleRect(const QModelIndex& index, int width) const
{
    const Theme& theme = m_provider.theme();
    const int count = QFontMetrics(theme.font(TextStep::CodeSmall))
                          .horizontalAdvance(index.data(ReviewModel::CountRole).toString());
    const int left = kLeft + kArrow + kMark + kGap;
    const int room = std::max(width - left - count - 2 * kGap - 4, theme.scaled(60));
    const QFont font = theme.font(TextStep::BodyMedium);
    const auto lines =
        static_cast<int>(wrapped(font, index.data().toString(), room, kMostLines).size());
    return {left, theme.scaled(4), room, lines * QFontMetrics(font).lineSpacing()};
}

QSize ChangeDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    if (ruleOf(index).isEmpty()) {
        return {120, theme.scaled(24)};
    }
    const auto* view = qobject_cast<const QTreeView*>(option.widget);
    const int width = view != nullptr ? view->viewport()->width() : option.rect.width();
    return {120, titleRect(index, width).height() + theme.lineHeight(TextStep::CodeSmall) +
                     theme.scaled(8)};
}

QRect ChangeDelegate::arrowRect(const QRect& row, const QModelIndex& index) const
{
    return {leftOf(index) - (isOuter(index) ? 4 : 10), row.top(), 24, row.height()};
}

bool ChangeDelegate::isOuter(const QModelIndex& index)
{
    const int level = index.data(ReviewModel::LevelRole).toInt();
    return level == ReviewModel::GroupLevel || level == ReviewModel::FolderLevel;
}

/// Where a row begins, its arrow included.
int ChangeDelegate::leftOf(const QModelIndex& index) const
{
    const int depth = index.data(ReviewModel::DepthRole).toInt();
    switch (index.data(ReviewModel::LevelRole).toInt()) {
    case ReviewModel::GroupLevel:
        return kLeft;
    case ReviewModel::FolderLevel:
        return kLeft + kStep * depth;
    case ReviewModel::FileLevel:
        return kLeft + kArrow + 2 + kStep * (depth - 1);
    default:
        return kLeft + kArrow + kStep + kStep * (depth - 2);
    }
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

    const bool outer = isOuter(index);
    const bool rule = !ruleOf(index).isEmpty();
    const bool expanded = view && view->isExpanded(index);
    // Where a rule's title takes lines, marks stand beside the first.
    const QRect line = rule ? QRect(row.left(), row.top() + theme.scaled(4), row.width(),
                                    QFontMetrics(theme.font(TextStep::BodyMedium)).lineSpacing())
                            : row;
    int x = leftOf(index);
    // Files show their arrow when open or pointed at: the list stays calm.
    if (index.model()->hasChildren(index) &&
        (outer || expanded || hover || (selected && focused))) {
        paintGlyph(*painter, expanded ? Glyph::ChevronDown : Glyph::ChevronRight,
                   QRectF(outer ? x : x - 6, line.center().y() - 5.5, 12, 12), theme.text2);
    }
    x += outer ? kArrow : kGap;
    const Mark mark = glyphOf(static_cast<ReviewMark>(index.data(ReviewModel::MarkRole).toInt()));
    paintGlyph(*painter, mark.glyph, QRectF(x, line.center().y() - 6.5, kMark, kMark),
               theme.*mark.colour);
    x += kMark + kGap;

    const QString count = index.data(ReviewModel::CountRole).toString();
    painter->setFont(theme.font(TextStep::CodeSmall));
    const int countWidth = painter->fontMetrics().horizontalAdvance(count);
    painter->setPen(outer ? theme.text2 : theme.muted);
    painter->drawText(line.adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter, count);
    int right = row.right() - 12 - countWidth - kGap;
    if (index.data(ReviewModel::DraftRole).toBool()) {
        paintGlyph(*painter, Glyph::Pencil, QRectF(right - 10, line.center().y() - 5.5, 12, 12),
                   theme.warn);
        right -= 12 + kGap / 2;
    }
    const QRect room(x, line.top(), std::max(0, right - x), line.height());
    if (rule) {
        paintRule(*painter, row, index);
    } else {
        paintName(*painter, room, index);
    }
}

/// The title of a rule on as many lines as it takes, its id below.
void ChangeDelegate::paintRule(QPainter& painter, const QRect& row, const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const QRect title = titleRect(index, row.width()).translated(row.topLeft());
    painter.setFont(theme.font(TextStep::BodyMedium));
    painter.setPen(theme.text);
    const QStringList lines =
        wrapped(painter.font(), index.data().toString(), title.width(), kMostLines);
    const int height = painter.fontMetrics().lineSpacing();
    for (int i = 0; i < lines.size(); ++i) {
        painter.drawText(QRect(title.left(), title.top() + i * height, title.width(), height),
                         Qt::AlignLeft | Qt::AlignVCenter, lines[i]);
    }
    painter.setFont(theme.font(TextStep::CodeSmall));
    painter.setPen(theme.text2);
    const QRect id(title.left(), title.bottom() + 1, row.right() - kGap - title.left(),
                   theme.lineHeight(TextStep::CodeSmall));
    painter.drawText(id, Qt::AlignLeft | Qt::AlignVCenter,
                     elided(painter.fontMetrics(), ruleOf(index), ElideAs::Name, id.width()));
}

/// Number, name and, where no row above says it, the folder.
void ChangeDelegate::paintName(QPainter& painter, QRect room, const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const int level = index.data(ReviewModel::LevelRole).toInt();
    const bool group = level == ReviewModel::GroupLevel;
    const auto draw = [&](TextStep step, const QColor& colour, const QString& text, ElideAs as,
                          const QVector<int>& telling, int gap) {
        painter.setFont(theme.font(step));
        painter.setPen(colour);
        const QString shown = elided(painter.fontMetrics(), text, as, room.width(), telling);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, shown);
        room.setLeft(std::min(room.left() + painter.fontMetrics().horizontalAdvance(shown) + gap,
                              room.right() + 1));
    };
    const QString number = index.data(ReviewModel::NumberRole).toString();
    if (!number.isEmpty()) {
        draw(group ? TextStep::Code : TextStep::CodeSmall, theme.text2, number, ElideAs::Name, {},
             kGap);
    }
    draw(group ? TextStep::BodyMedium : TextStep::Small, theme.text, index.data().toString(),
         level == ReviewModel::ChangeLevel ? ElideAs::Name : ElideAs::Path,
         index.data(ReviewModel::TellingRole).value<QVector<int>>(), 5);
    const QString folder = index.data(ReviewModel::FolderRole).toString();
    const QFontMetrics small(theme.font(TextStep::Caption));
    // The nearest folder whole, or none: a letter of it says nothing.
    const QString shown = elided(small, folder, ElideAs::Path, room.width());
    if (!folder.isEmpty() && shown.endsWith(folder.mid(folder.lastIndexOf(u'/') + 1))) {
        draw(TextStep::Caption, theme.muted, folder, ElideAs::Path, {}, 0);
    }
}

} // namespace rocport
