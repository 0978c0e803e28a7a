#include "ui/rules/ruledelegate.h"

#include "ui/rules/rulesmodel.h"
#include "ui/theme/glyph.h"

#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMark = 16;
constexpr int kGap = 8;
constexpr int kBeforeTitle = 88; // indentation, switch and mark

bool isGroup(const QModelIndex& index)
{
    return !index.parent().isValid();
}

/// Text of a rule, whose code stands between backquotes, on one line from `x` to `right`.
void drawSays(QPainter& painter, const Theme& theme, const QRect& line, const QString& text)
{
    int x = line.left();
    const QStringList parts = text.split(u'`');
    for (qsizetype i = 0; i < parts.size() && x < line.right(); ++i) {
        painter.setFont(theme.font(i % 2 == 0 ? TextStep::Small : TextStep::CodeSmall));
        const QString shown =
            elided(painter.fontMetrics(), parts[i], ElideAs::Sentence, line.right() - x);
        painter.drawText(QRect(x, line.top(), line.right() - x + 1, line.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, shown);
        x += painter.fontMetrics().horizontalAdvance(shown);
    }
}

} // namespace

RuleDelegate::RuleDelegate(ThemeProvider& provider, QObject* parent)
    : CellDelegate(provider, 48, parent)
{
}

QStringList RuleDelegate::titleLines(const QModelIndex& index, int room) const
{
    constexpr int kMostLines = 2;
    return wrapped(provider().theme().font(TextStep::BodyMedium),
                   index.data(RulesModel::HeadRole).toString(), room, kMostLines);
}

QSize RuleDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = provider().theme();
    if (isGroup(index)) {
        return {120, theme.scaled(28)};
    }
    const auto* view = qobject_cast<const QTreeView*>(option.widget);
    if (index.column() != RulesModel::RuleColumn || view == nullptr) {
        return CellDelegate::sizeHint(option, index);
    }
    const int room =
        view->columnWidth(RulesModel::RuleColumn) - theme.scaled(kBeforeTitle) - 2 * kGap;
    return {theme.scaled(320), theme.scaled(titleLines(index, room).size() > 1 ? 68 : 48)};
}

void RuleDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const Theme& theme = provider().theme();
    painter->save();
    painter->setClipRect(option.rect);
    if (isGroup(index)) {
        if ((option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) == 0) {
            painter->fillRect(option.rect, theme.alt);
        }
        if (index.column() == RulesModel::RuleColumn) {
            paintGroup(*painter, option, index);
        } else {
            CellDelegate::paint(painter, option, index);
        }
    } else if (index.column() == RulesModel::RuleColumn) {
        paintRule(*painter, option, index);
    } else {
        CellDelegate::paint(painter, option, index);
    }
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                      theme.border);
    painter->restore();
}

/// "3 Wavefront adaptation  14 rules, 2 off".
void RuleDelegate::paintGroup(QPainter& painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    const Theme& theme = provider().theme();
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    const QString name = ground.text;
    ground.text.clear();
    ground.widget->style()->drawControl(QStyle::CE_ItemViewItem, &ground, &painter, ground.widget);
    QRect room = option.rect.adjusted(4, 0, -kGap, 0);
    painter.setFont(theme.font(TextStep::BodyStrong));
    painter.setPen(theme.text);
    const QString shown = elided(painter.fontMetrics(), name, ElideAs::Name, room.width());
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, shown);
    room.setLeft(room.left() + painter.fontMetrics().horizontalAdvance(shown) + kGap);
    painter.setFont(theme.font(TextStep::Caption));
    painter.setPen(theme.muted);
    if (room.width() > theme.scaled(40)) {
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         elided(painter.fontMetrics(),
                                index.siblingAtColumn(RulesModel::TitleColumn).data().toString(),
                                ElideAs::Sentence, room.width()));
    }
}

void RuleDelegate::paintRule(QPainter& painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    const Theme& theme = provider().theme();
    QStyleOptionViewItem ground = option; // selection, focus and the switch are the style's
    initStyleOption(&ground, index);
    ground.text.clear();
    ground.icon = {};
    ground.features &= ~QStyleOptionViewItem::HasDecoration;
    const QStyle* style = ground.widget->style();
    style->drawControl(QStyle::CE_ItemViewItem, &ground, &painter, ground.widget);
    const QRect box =
        style->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &ground, ground.widget);
    const bool on = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    const bool rule = !index.data(RulesModel::RuleIdRole).toString().isEmpty();
    int x = rule ? box.right() + 1 + kGap : option.rect.left() + kGap;
    const int side = theme.scaled(kMark);
    const int lineHeight = theme.lineHeight(TextStep::Body);
    const int right = option.rect.right() - kGap;
    const int room = right - x - side - kGap;
    const QStringList lines = titleLines(index, room);
    int y = option.rect.top() + theme.scaled(5);
    const Mark mark = index.data(RulesModel::MarkRole).value<Mark>();
    paintGlyph(painter, mark.glyph, QRectF(x, y + (lineHeight - side) / 2.0, side, side),
               theme.*mark.colour);
    x += side + kGap;
    painter.setFont(theme.font(TextStep::BodyMedium));
    painter.setPen(on || !rule ? theme.text : theme.muted);
    int end = x;
    for (const QString& line : lines) {
        painter.drawText(QRect(x, y, right - x + 1, lineHeight), Qt::AlignLeft | Qt::AlignVCenter,
                         line);
        end = x + painter.fontMetrics().horizontalAdvance(line) + kGap;
        y += lineHeight;
    }
    // The id goes before the title.
    painter.setFont(theme.font(TextStep::CodeSmall));
    painter.setPen(theme.muted);
    if (rule && right - end > theme.scaled(56)) {
        painter.drawText(
            QRect(end, y - lineHeight, right - end + 1, lineHeight),
            Qt::AlignLeft | Qt::AlignVCenter,
            elided(painter.fontMetrics(), index.data().toString(), ElideAs::Name, right - end));
    }
    painter.setPen(on || !rule ? theme.text2 : theme.muted);
    drawSays(painter, theme, QRect(x, y, right - x, theme.lineHeight(TextStep::Small)),
             index.data(RulesModel::SaysRole).toString());
}

} // namespace rocport
