#include "ui/review/findingdelegate.h"

#include "ui/review/findingsmodel.h"
#include "ui/theme/glyph.h"
#include "ui/theme/plaintext.h"

#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMarkLeft = 30;
constexpr int kMark = 14;
constexpr int kGap = 8;

Mark markOf(FindingState state)
{
    switch (state) {
    case FindingState::Open:
        break;
    case FindingState::Done:
        return {Glyph::MarkDone, &ThemeColours::okFill};
    case FindingState::NotNeeded:
        return {Glyph::MarkSkipped, &ThemeColours::control};
    }
    return {Glyph::MarkTodo, &ThemeColours::control};
}

/// Draws `text` from `x` to `right` at most; gives where it ends.
int drawPart(QPainter& painter, const QRect& rect, int x, int right, const QString& text,
             Qt::TextElideMode mode)
{
    const QString shown = elidedLine(painter.fontMetrics(), text, mode, std::max(0, right - x));
    painter.drawText(QRect(x, rect.top(), std::max(0, right - x), rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, shown);
    return x + painter.fontMetrics().horizontalAdvance(shown);
}

/// The same for a message of a rule, whose code stands between backquotes.
int drawMessage(QPainter& painter, const Theme& theme, const QRect& rect, int x, int right,
                const QString& message)
{
    const QStringList parts = message.split(u'`');
    for (qsizetype i = 0; i < parts.size() && x < right; ++i) {
        painter.setFont(theme.font(i % 2 == 0 ? TextStep::Body : TextStep::Code));
        x = drawPart(painter, rect, x, right, parts.at(i), Qt::ElideRight);
    }
    return x;
}

} // namespace

QString elidedPlace(const QFontMetrics& metrics, const QString& path, int width)
{
    if (metrics.horizontalAdvance(path) <= width) {
        return path;
    }
    const qsizetype slash = path.lastIndexOf(u'/');
    const QString name = path.mid(slash + 1);
    const QString ellipsis = QStringLiteral("…/");
    // From the front as many folders as fit, then the ellipsis, then the name.
    for (qsizetype cut = path.lastIndexOf(u'/', slash - 1); slash > 0 && cut > 0;
         cut = path.lastIndexOf(u'/', cut - 1)) {
        const QString shorter = path.left(cut + 1) + ellipsis + name;
        if (metrics.horizontalAdvance(shorter) <= width) {
            return shorter;
        }
    }
    const QString shortest = slash >= 0 ? ellipsis + name : name;
    return metrics.horizontalAdvance(shortest) <= width
               ? shortest
               : elidedLine(metrics, shortest, Qt::ElideLeft, width);
}

FindingDelegate::FindingDelegate(ThemeProvider& provider, QObject* parent)
    : QStyledItemDelegate(parent), m_provider(provider)
{
}

QSize FindingDelegate::sizeHint(const QStyleOptionViewItem& /*option*/,
                                const QModelIndex& index) const
{
    const bool group = index.data(FindingsModel::IsGroupRole).toBool();
    return {120, m_provider.theme().scaled(group ? 28 : 24)};
}

void FindingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const auto* view = qobject_cast<const QTreeView*>(option.widget);
    const bool group = index.data(FindingsModel::IsGroupRole).toBool();
    const QRect whole(0, option.rect.top(),
                      view != nullptr ? view->viewport()->width() : option.rect.right() + 1,
                      option.rect.height());
    const QRect rect =
        index.column() == FindingsModel::FindingColumn
            ? QRect(0, option.rect.top(), option.rect.right() + 1, option.rect.height())
            : option.rect;
    const QRect fill = group ? whole : rect;
    const bool focused = view != nullptr && view->hasFocus();
    painter->save();
    painter->setClipRect(fill);
    if ((option.state & QStyle::State_Selected) != 0) {
        painter->fillRect(fill, focused ? theme.selected : theme.well);
    } else if ((option.state & QStyle::State_MouseOver) != 0) {
        painter->fillRect(fill, theme.hover);
    }
    if (group) {
        paintGroup(*painter, whole, index, view != nullptr && view->isExpanded(index));
    } else {
        paintFinding(*painter, rect, index);
    }
    const bool current =
        view != nullptr && view->currentIndex().siblingAtColumn(0) == index.siblingAtColumn(0);
    if (focused && current) {
        painter->setClipRect(whole);
        painter->setPen(QPen(theme.accent, 1));
        painter->drawRect(whole.adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

void FindingDelegate::paintGroup(QPainter& painter, const QRect& rect, const QModelIndex& index,
                                 bool expanded) const
{
    const Theme& theme = m_provider.theme();
    const int middle = rect.center().y();
    paintGlyph(painter, expanded ? Glyph::ChevronDown : Glyph::ChevronRight,
               QRectF(12, middle - 5.5, 12, 12), theme.text2);
    const Mark mark =
        severityMark(static_cast<Severity>(index.data(FindingsModel::SeverityRole).toInt()));
    paintGlyph(painter, mark.glyph, QRectF(kMarkLeft, middle - 6.5, kMark, kMark),
               theme.*mark.colour);
    painter.setFont(theme.font(TextStep::Small));
    painter.setPen(theme.text2);
    const QString count = index.data(FindingsModel::CountRole).toString();
    const int right = rect.right() - 12 - painter.fontMetrics().horizontalAdvance(count);
    painter.drawText(rect.adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter, count);
    // The id gives way before the title.
    painter.setFont(theme.font(TextStep::BodyStrong));
    painter.setPen(theme.text);
    const int end =
        drawPart(painter, rect, kMarkLeft + kMark + kGap, right - kGap,
                 index.data(Qt::DisplayRole).toString(),
                 index.data(FindingsModel::CodeRole).toString().isEmpty() ? Qt::ElideMiddle
                                                                          : Qt::ElideRight);
    painter.setFont(theme.font(TextStep::CodeSmall));
    painter.setPen(theme.muted);
    if (right - kGap - end - kGap > theme.scaled(24)) {
        drawPart(painter, rect, end + kGap, right - kGap,
                 index.data(FindingsModel::CodeRole).toString(), Qt::ElideRight);
    }
    painter.setPen(theme.border);
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());
}

void FindingDelegate::paintFinding(QPainter& painter, const QRect& rect,
                                   const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const auto state = static_cast<FindingState>(index.data(FindingsModel::StateRole).toInt());
    const bool decided = state != FindingState::Open;
    const QString text = index.data(Qt::DisplayRole).toString();
    switch (index.column()) {
    case FindingsModel::FindingColumn: {
        const Mark mark = markOf(state);
        paintGlyph(painter, mark.glyph, QRectF(kMarkLeft, rect.center().y() - 6.5, kMark, kMark),
                   theme.*mark.colour);
        painter.setPen(decided ? theme.muted : theme.text);
        const int end =
            drawMessage(painter, theme, rect, kMarkLeft + kMark + kGap, rect.right() - kGap, text);
        // The note gives way first.
        painter.setFont(theme.font(TextStep::Small));
        painter.setPen(theme.muted);
        const QString note = index.data(FindingsModel::NoteRole).toString();
        if (!note.isEmpty() && rect.right() - end > theme.scaled(48)) {
            drawPart(painter, rect, end + 12, rect.right() - kGap, note, Qt::ElideRight);
        }
        break;
    }
    case FindingsModel::PlaceColumn:
        paintPlace(painter, rect, text, decided);
        break;
    default:
        painter.setFont(theme.font(index.column() == FindingsModel::PhaseColumn ? TextStep::Code
                                                                                : TextStep::Body));
        painter.setPen(decided ? theme.muted : theme.text2);
        painter.drawText(
            rect.adjusted(kGap, 0, -kGap, 0),
            Qt::AlignVCenter |
                (index.column() == FindingsModel::PhaseColumn ? Qt::AlignRight : Qt::AlignLeft),
            elidedLine(painter.fontMetrics(), text, Qt::ElideRight, rect.width() - 2 * kGap));
        break;
    }
}

void FindingDelegate::paintPlace(QPainter& painter, const QRect& rect, const QString& place,
                                 bool muted) const
{
    const Theme& theme = m_provider.theme();
    painter.setFont(theme.font(TextStep::Code));
    const int right = rect.right() - kGap;
    const QString shown = elidedPlace(painter.fontMetrics(), place, right - rect.left() - kGap);
    const qsizetype slash = shown.lastIndexOf(u'/');
    painter.setPen(theme.muted);
    const int x =
        drawPart(painter, rect, rect.left() + kGap, right, shown.left(slash + 1), Qt::ElideLeft);
    painter.setPen(muted ? theme.muted : theme.accent);
    drawPart(painter, rect, x, right, shown.mid(slash + 1), Qt::ElideLeft);
}

} // namespace rocport
