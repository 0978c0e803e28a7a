#include "ui/review/findingdelegate.h"

#include "ui/review/findingsmodel.h"
#include "ui/theme/codetext.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/glyph.h"

#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMarkLeft = 30;
constexpr int kGlyphSize = 14;
constexpr int kMarkGap = 8;
constexpr int kCellGap = 12; // as headers have it
constexpr int kMessageLines = 3;

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
             ElideAs as)
{
    const QString shown = elided(painter.fontMetrics(), text, as, std::max(0, right - x));
    painter.drawText(QRect(x, rect.top(), std::max(0, right - x), rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, shown);
    return x + painter.fontMetrics().horizontalAdvance(shown);
}

/// A group is a rule's title, with its id, or a file, or a phase.
ElideAs groupElide(const QModelIndex& index)
{
    return index.data(Qt::DisplayRole).toString().contains(u'/') ? ElideAs::Path : ElideAs::Name;
}

} // namespace

FindingDelegate::FindingDelegate(ThemeProvider& provider, QObject* parent)
    : QStyledItemDelegate(parent), m_provider(provider)
{
}

QSize FindingDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const bool group = index.data(FindingsModel::IsGroupRole).toBool();
    const auto* view = qobject_cast<const QTreeView*>(option.widget);
    int height = theme.scaled(group ? 28 : 24);
    if (!group && index.column() == FindingsModel::FindingColumn && view != nullptr) {
        const int room = messageRoom(QRect(0, 0, view->columnWidth(index.column()), 1)).width();
        const int lines = linesOf(index.data(Qt::DisplayRole).toString(), room);
        height += (lines - 1) * QFontMetrics(theme.font(TextStep::Body)).lineSpacing();
    }
    return {120, height};
}

/// Lines that a message takes in `room` pixels.
int FindingDelegate::linesOf(const QString& message, int room) const
{
    constexpr qsizetype kMostKept = 20'000;
    const Theme& theme = m_provider.theme();
    const QFont body = theme.font(TextStep::Body);
    const QFont code = theme.font(TextStep::Code);
    if (room != m_room || body != m_body || code != m_code || m_lines.size() > kMostKept) {
        m_lines.clear();
        m_room = room;
        m_body = body;
        m_code = code;
    }
    const auto known = m_lines.constFind(message);
    if (known != m_lines.constEnd()) {
        return *known;
    }
    const int lines = CodeText(theme, message, body).lines(room, kMessageLines);
    m_lines.insert(message, lines);
    return lines;
}

/// What the mark leaves of the cell of a message.
QRect FindingDelegate::messageRoom(const QRect& cell) const
{
    return cell.adjusted(kMarkLeft + kGlyphSize + kMarkGap, 0, -kCellGap, 0);
}

int FindingDelegate::neededWidth(const QModelIndex& index) const
{
    if (index.data(FindingsModel::IsGroupRole).toBool()) {
        return 0; // over all columns
    }
    const Theme& theme = m_provider.theme();
    const QString text = index.data(Qt::DisplayRole).toString();
    switch (index.column()) {
    case FindingsModel::FindingColumn:
        return kMarkLeft + kGlyphSize + kMarkGap + kCellGap + 2 +
               CodeText(theme, text, theme.font(TextStep::Body)).width();
    case FindingsModel::PlaceColumn:
    case FindingsModel::PhaseColumn:
        return 2 * kCellGap + 2 + QFontMetrics(theme.font(TextStep::Code)).horizontalAdvance(text);
    default:
        return 2 * kCellGap + 2 + QFontMetrics(theme.font(TextStep::Body)).horizontalAdvance(text);
    }
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
    paintGlyph(painter, mark.glyph, QRectF(kMarkLeft, middle - 6.5, kGlyphSize, kGlyphSize),
               theme.*mark.colour);
    painter.setFont(theme.font(TextStep::Small));
    painter.setPen(theme.text2);
    const QString count = index.data(FindingsModel::CountRole).toString();
    const int right = rect.right() - 12 - painter.fontMetrics().horizontalAdvance(count);
    painter.drawText(rect.adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter, count);
    // The id gives way before the title.
    painter.setFont(theme.font(TextStep::BodyStrong));
    painter.setPen(theme.text);
    const int end = drawPart(painter, rect, kMarkLeft + kGlyphSize + kMarkGap, right - kMarkGap,
                             index.data(Qt::DisplayRole).toString(), groupElide(index));
    painter.setFont(theme.font(TextStep::CodeSmall));
    painter.setPen(theme.muted);
    if (right - kMarkGap - end - kMarkGap > theme.scaled(24)) {
        drawPart(painter, rect, end + kMarkGap, right - kMarkGap,
                 index.data(FindingsModel::CodeRole).toString(), ElideAs::Name);
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
        paintGlyph(painter, mark.glyph,
                   QRectF(kMarkLeft, rect.center().y() - 6.5, kGlyphSize, kGlyphSize),
                   theme.*mark.colour);
        painter.setPen(decided ? theme.muted : theme.text);
        const QRect room = messageRoom(rect);
        const QFont font = theme.font(TextStep::Body);
        const CodeText message(theme, text, font);
        const int most =
            std::clamp(rect.height() / QFontMetrics(font).lineSpacing(), 1, kMessageLines);
        const bool one = most == 1 || linesOf(text, room.width()) == 1;
        const int last = message.paint(painter, room, most);
        const int end = one ? room.left() + last : rect.right();
        // The note gives way first.
        painter.setFont(theme.font(TextStep::Small));
        painter.setPen(theme.muted);
        const QString note = index.data(FindingsModel::NoteRole).toString();
        if (!note.isEmpty() && rect.right() - end > theme.scaled(48)) {
            drawPart(painter, rect, end + 12, rect.right() - kMarkGap, note, ElideAs::Sentence);
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
            rect.adjusted(kCellGap, 0, -kCellGap, 0),
            Qt::AlignVCenter |
                (index.column() == FindingsModel::PhaseColumn ? Qt::AlignRight : Qt::AlignLeft),
            elided(painter.fontMetrics(), text, ElideAs::Name, rect.width() - 2 * kCellGap));
        break;
    }
}

void FindingDelegate::paintPlace(QPainter& painter, const QRect& rect, const QString& place,
                                 bool muted) const
{
    const Theme& theme = m_provider.theme();
    painter.setFont(theme.font(TextStep::Code));
    const int right = rect.right() - kCellGap;
    const QVector<int> telling =
        m_fit != nullptr ? m_fit->telling(FindingsModel::PlaceColumn, place) : QVector<int>();
    const QString shown = elided(painter.fontMetrics(), place, ElideAs::Path,
                                 right - rect.left() - kCellGap, telling);
    const qsizetype slash = shown.lastIndexOf(u'/');
    painter.setPen(theme.muted);
    const int x = drawPart(painter, rect, rect.left() + kCellGap, right, shown.left(slash + 1),
                           ElideAs::Name);
    painter.setPen(muted ? theme.muted : theme.accent);
    drawPart(painter, rect, x, right, shown.mid(slash + 1), ElideAs::Name);
}

} // namespace rocport
