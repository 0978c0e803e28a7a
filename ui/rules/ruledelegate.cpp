#include "ui/rules/ruledelegate.h"

#include "ui/rules/rulesmodel.h"
#include "ui/theme/codetext.h"
#include "ui/theme/glyph.h"

#include <QMouseEvent>
#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace rocport {

namespace {

// In pixels of the grid.
constexpr int kMarkLeft = 14;
constexpr int kMark = 16;
constexpr int kTextLeft = 38;
constexpr int kSwitchWidth = 28;
constexpr int kSwitchHeight = 14;

constexpr int kGap = 8;

RulesModel::Kind kindOf(const QModelIndex& index)
{
    return static_cast<RulesModel::Kind>(index.data(RulesModel::KindRole).toInt());
}

/// Draws `text` from `x` to `right` at most; gives where it ends.
int drawPart(QPainter& painter, const QRect& line, int x, int right, const QString& text,
             ElideAs as)
{
    const QString shown = elided(painter.fontMetrics(), text, as, std::max(0, right - x));
    painter.drawText(QRect(x, line.top(), std::max(0, right - x), line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, shown);
    return x + painter.fontMetrics().horizontalAdvance(shown);
}

} // namespace

RuleDelegate::RuleDelegate(ThemeProvider& provider, QObject* parent)
    : CellDelegate(provider, 48, parent)
{
}

bool RuleDelegate::setAsking(const QModelIndex& index, int height)
{
    if (m_asking == index && m_askingHeight == height) {
        return false;
    }
    m_asking = index;
    m_askingHeight = height;
    return true;
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
    const RulesModel::Kind kind = kindOf(index);
    if (kind == RulesModel::GroupKind || kind == RulesModel::FoldKind) {
        return {120, theme.scaled(kind == RulesModel::GroupKind ? 28 : 24)};
    }
    if (m_asking.isValid() && m_asking == index.siblingAtColumn(0)) {
        return {theme.scaled(320), m_askingHeight};
    }
    const auto* view = qobject_cast<const QTreeView*>(option.widget);
    if (index.column() != RulesModel::RuleColumn || view == nullptr) {
        return {CellDelegate::sizeHint(option, index).width(), theme.scaled(48)};
    }
    const int room = view->columnWidth(RulesModel::RuleColumn) - theme.scaled(kTextLeft) - kGap;
    return {theme.scaled(320), theme.scaled(titleLines(index, room).size() > 1 ? 68 : 48)};
}

void RuleDelegate::paintGround(QPainter& painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const
{
    const Theme& theme = provider().theme();
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const bool focused = view != nullptr && view->hasFocus();
    const bool bare =
        kindOf(index) == RulesModel::GroupKind || kindOf(index) == RulesModel::FoldKind;
    if ((option.state & QStyle::State_Selected) != 0) {
        painter.fillRect(option.rect, focused ? theme.selected : theme.well);
    } else if ((option.state & QStyle::State_MouseOver) != 0) {
        painter.fillRect(option.rect, theme.hover);
    } else if (bare) {
        painter.fillRect(option.rect, theme.alt);
    }
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                     theme.border);
    if (focused && view->currentIndex().siblingAtColumn(0) == index.siblingAtColumn(0)) {
        const QRect row(0, option.rect.top(), view->viewport()->width(), option.rect.height());
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(row.adjusted(1, 1, -1, -1));
    }
}

void RuleDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const Theme& theme = provider().theme();
    painter->save();
    painter->setClipRect(option.rect);
    paintGround(*painter, option, index);
    if (m_asking.isValid() && m_asking == index.siblingAtColumn(0)) {
        painter->restore(); // what asks stands over the row
        return;
    }
    const RulesModel::Kind kind = kindOf(index);
    switch (index.column()) {
    case RulesModel::RuleColumn:
        if (kind == RulesModel::GroupKind) {
            paintGroup(*painter, option, index);
        } else if (kind == RulesModel::FoldKind) {
            paintFold(*painter, option.rect, index);
        } else {
            paintRule(*painter, option.rect, index);
        }
        break;
    case RulesModel::AppliesColumn:
        paintApplies(*painter, option.rect, index);
        break;
    case RulesModel::OnColumn:
        if (const QVariant on = index.data(Qt::CheckStateRole); on.isValid()) {
            paintSwitch(*painter, option.rect, on.toInt() == Qt::Checked,
                        (index.flags() & Qt::ItemIsUserCheckable) != 0);
        }
        break;
    default:
        painter->setFont(theme.font(TextStep::Code));
        painter->setPen(index.data(Qt::ForegroundRole).value<QColor>());
        painter->drawText(option.rect.adjusted(0, 0, -kGap, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data().toString());
        break;
    }
    painter->restore();
}

/// "3 Wavefront adaptation  14 rules, 9 used here".
void RuleDelegate::paintGroup(QPainter& painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    const Theme& theme = provider().theme();
    const auto* view = qobject_cast<const QTreeView*>(option.widget);
    const QRect& rect = option.rect;
    const bool open = view != nullptr && view->isExpanded(index);
    const int side = theme.scaled(12);
    paintGlyph(
        painter, open ? Glyph::ChevronDown : Glyph::ChevronRight,
        QRectF(rect.left() + theme.scaled(12), rect.center().y() - side / 2.0 + 0.5, side, side),
        theme.text2);
    const int right = rect.right() - kGap;
    int x = rect.left() + theme.scaled(kTextLeft);
    QString name = index.data().toString();
    if (name.front().isDigit()) {
        painter.setFont(theme.font(TextStep::Code));
        painter.setPen(theme.muted);
        x = drawPart(painter, rect, x, right, name.left(1), ElideAs::Name) + kGap;
        name = name.mid(2);
    }
    painter.setFont(theme.font(TextStep::BodyStrong));
    painter.setPen(theme.text);
    x = drawPart(painter, rect, x, right, name, ElideAs::Name) + kGap;
    painter.setFont(theme.font(TextStep::Caption));
    painter.setPen(theme.muted);
    if (right - x > theme.scaled(40)) {
        drawPart(painter, rect, x, right, index.data(RulesModel::NoteRole).toString(),
                 ElideAs::Sentence);
    }
}

/// "4 rules apply here and point at nothing  Show".
void RuleDelegate::paintFold(QPainter& painter, const QRect& rect, const QModelIndex& index) const
{
    const Theme& theme = provider().theme();
    const QString show = index.data(RulesModel::HeadRole).toString();
    painter.setFont(theme.font(TextStep::Small));
    const int link = painter.fontMetrics().horizontalAdvance(show);
    painter.setPen(theme.muted);
    const int end =
        drawPart(painter, rect, rect.left() + theme.scaled(kTextLeft),
                 rect.right() - 2 * kGap - link, index.data().toString(), ElideAs::Sentence);
    painter.setPen(theme.accent);
    painter.drawText(QRect(end + kGap, rect.top(), link + 1, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, show);
}

void RuleDelegate::paintRule(QPainter& painter, const QRect& rect, const QModelIndex& index) const
{
    const Theme& theme = provider().theme();
    const bool quiet =
        kindOf(index) == RulesModel::ReplacedKind || index.data(RulesModel::OffRole).toBool();
    const int x = rect.left() + theme.scaled(kTextLeft);
    const int right = rect.right() - kGap;
    const int lineHeight = theme.lineHeight(TextStep::Body);
    const int saysHeight = theme.lineHeight(TextStep::Small);
    const QStringList lines = titleLines(index, right - x);
    int y =
        rect.top() + (rect.height() - lineHeight * static_cast<int>(lines.size()) - saysHeight) / 2;
    const int side = theme.scaled(kMark);
    const Mark mark = index.data(RulesModel::MarkRole).value<Mark>();
    paintGlyph(painter, mark.glyph,
               QRectF(rect.left() + theme.scaled(kMarkLeft), rect.center().y() - side / 2.0 + 0.5,
                      side, side),
               theme.*(quiet ? &ThemeColours::control : mark.colour));
    painter.setFont(theme.font(TextStep::BodyMedium));
    painter.setPen(quiet ? theme.muted : theme.text);
    int end = x;
    for (const QString& line : lines) {
        end = drawPart(painter, QRect(x, y, right - x + 1, lineHeight), x, right + 1, line,
                       ElideAs::Sentence);
        y += lineHeight;
    }
    // The id tells rules of one title apart: behind the title, else ahead of what the rule says.
    const QRect last(end + kGap, y - lineHeight, right - end - kGap + 1, lineHeight);
    const bool rule = kindOf(index) != RulesModel::ProblemKind;
    const QString id = rule ? index.data().toString() : QString();
    painter.setFont(theme.font(TextStep::CodeSmall));
    const bool behind = painter.fontMetrics().horizontalAdvance(id) <= last.width();
    painter.setPen(theme.muted);
    int says = x;
    if (rule && !behind) {
        const QRect line(x, y, right - x, saysHeight);
        says = drawPart(painter, line, x, right, id, ElideAs::Name) + kGap;
    } else if (rule) {
        const int from = drawPart(painter, last, last.left(), right + 1, id, ElideAs::Name);
        painter.setFont(theme.font(TextStep::Caption));
        if (right - from > theme.scaled(56)) {
            drawPart(painter, last, from + kGap, right + 1,
                     index.data(RulesModel::NoteRole).toString(), ElideAs::Name);
        }
    }
    painter.setPen(quiet ? theme.muted : theme.text2);
    if (says < right) {
        CodeText(theme, index.data(RulesModel::SaysRole).toString(), theme.font(TextStep::Small),
                 TextStep::CodeSmall)
            .paint(painter, QRect(says, y, right - says, saysHeight), 1);
    }
}

/// GPUs above, versions below.
void RuleDelegate::paintApplies(QPainter& painter, const QRect& rect,
                                const QModelIndex& index) const
{
    const Theme& theme = provider().theme();
    const QStringList lines = index.data().toString().split(u'\n');
    if (lines.size() < 2) {
        return;
    }
    const int above = theme.lineHeight(TextStep::Body);
    const int below = theme.lineHeight(TextStep::Small);
    const int x = rect.left() + 12;
    const int right = rect.right() - 3;
    const int y = rect.top() + (rect.height() - above - below) / 2;
    painter.setFont(theme.font(TextStep::Small));
    painter.setPen(index.data(Qt::ForegroundRole).value<QColor>());
    drawPart(painter, QRect(x, y, right - x, above), x, right, lines[0], ElideAs::Sentence);
    painter.setFont(theme.font(TextStep::Caption));
    painter.setPen(theme.muted);
    drawPart(painter, QRect(x, y + above, right - x, below), x, right, lines[1], ElideAs::Sentence);
}

void RuleDelegate::paintSwitch(QPainter& painter, const QRect& rect, bool on, bool enabled) const
{
    const Theme& theme = provider().theme();
    const int width = theme.scaled(kSwitchWidth);
    const int height = theme.scaled(kSwitchHeight);
    const QRectF track(rect.left() + (rect.width() - width) / 2.0 + 0.5,
                       rect.center().y() - height / 2.0 + 0.5, width - 1, height - 1);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = !enabled ? theme.disabled : on ? theme.accent : theme.control;
    painter.setPen(QPen(colour, 1));
    painter.setBrush(on ? QBrush(colour) : QBrush(theme.base));
    painter.drawRoundedRect(track, height / 2.0, height / 2.0);
    const double knob = height - 5;
    const double x = on ? track.right() - knob - 2 : track.left() + 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(on ? theme.onAccent : colour);
    painter.drawEllipse(QRectF(x, track.center().y() - knob / 2.0, knob, knob));
}

/// A click anywhere in its cell uses the switch.
bool RuleDelegate::editorEvent(QEvent* event, QAbstractItemModel* model,
                               const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (index.column() != RulesModel::OnColumn || (index.flags() & Qt::ItemIsUserCheckable) == 0) {
        return false;
    }
    const auto* mouse = event->type() == QEvent::MouseButtonRelease
                            ? static_cast<const QMouseEvent*>(event)
                            : nullptr;
    if (mouse == nullptr || mouse->button() != Qt::LeftButton ||
        !option.rect.contains(mouse->pos())) {
        return false;
    }
    const bool on = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace rocport
