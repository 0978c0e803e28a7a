#include "ui/theme/celldelegate.h"

#include "core/base/visibletext.h"
#include "ui/theme/codetext.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kHeaderMargin = 12; // that the style sheet gives headers, in pixels of the grid

QFont fontOf(const QModelIndex& index, const QFont& own)
{
    const QVariant font = index.data(Qt::FontRole);
    return font.isValid() ? font.value<QFont>().resolve(own) : own;
}

void setTextPen(QPainter& painter, const QStyleOptionViewItem& option)
{
    const bool selected = option.state & QStyle::State_Selected;
    painter.setFont(option.font);
    painter.setPen(option.palette.color(QPalette::Active,
                                        selected ? QPalette::HighlightedText : QPalette::Text));
}

void paintLines(QPainter& painter, const QStyleOptionViewItem& option, const QRect& room,
                const QStringList& lines)
{
    const int height = QFontMetrics(option.font).lineSpacing();
    int top = room.center().y() - height * static_cast<int>(lines.size()) / 2;
    painter.save();
    setTextPen(painter, option);
    for (const QString& line : lines) {
        painter.drawText(QRect(room.left(), top, room.width(), height),
                         Qt::AlignVCenter | Qt::AlignLeft, line);
        top += height;
    }
    painter.restore();
}

int depthOf(const QModelIndex& index)
{
    int depth = 0;
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) {
        ++depth;
    }
    return depth;
}

} // namespace

CellDelegate::CellDelegate(ThemeProvider& provider, int rowHeight, QObject* parent)
    : QStyledItemDelegate(parent), m_provider(provider), m_rowHeight(rowHeight)
{
}

/// Pixels that a cell is set in by, so that its text begins and ends where its header's does.
int CellDelegate::inset(const QWidget* widget) const
{
    const QHeaderView* header = headerOf(widget);
    if (header == nullptr || header->isHidden()) {
        return 0;
    }
    const int margin =
        widget->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, widget) + 1;
    return std::max(0, m_provider.theme().scaled(kHeaderMargin) - margin);
}

/// Pixels of a cell beside its text, without the mark.
int CellDelegate::padding(const QWidget* widget) const
{
    const QStyle* style = widget != nullptr ? widget->style() : QApplication::style();
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, widget) + 1;
    return 2 * (margin + inset(widget));
}

QRect CellDelegate::contents(const QWidget* widget, const QRect& cell,
                             const QModelIndex& index) const
{
    const int margin = inset(widget);
    const auto* tree = qobject_cast<const QTreeView*>(widget);
    // Beside its branches the first column of a tree is set in already.
    const bool branched = tree != nullptr && tree->rootIsDecorated() && index.column() == 0;
    return cell.adjusted(branched ? 0 : margin, 0, -margin, 0);
}

/// Whether code in its texts stands between backquotes: sentences of rules and of ours.
bool CellDelegate::isSentence(const QModelIndex& index) const
{
    const TableColumn column = m_fit != nullptr ? m_fit->column(index.column()) : TableColumn{};
    return column.wrap && column.elide == ElideAs::Sentence;
}

int CellDelegate::neededWidth(const QAbstractItemView& view, const QModelIndex& index) const
{
    const auto* tree = qobject_cast<const QTreeView*>(&view);
    if (tree != nullptr && tree->isFirstColumnSpanned(index.row(), index.parent())) {
        return 0;
    }
    const bool wraps = m_fit != nullptr && m_fit->column(index.column()).wrap;
    const QString text = index.data().toString();
    int width = padding(&view) + 2; // what two ways of measuring differ in
    if (index.data(Qt::DecorationRole).isValid()) {
        width += m_provider.theme().scaled(16) + padding(nullptr);
    }
    if (index.data(Qt::CheckStateRole).isValid()) {
        width += m_provider.theme().scaled(16) + padding(nullptr);
    }
    if (tree != nullptr && index.column() == std::max(0, tree->treePosition())) {
        width += tree->indentation() * (depthOf(index) + (tree->rootIsDecorated() ? 1 : 0));
    }
    if (isSentence(index) && text.contains(u'`')) {
        return width + CodeText(m_provider.theme(), text, fontOf(index, view.font())).width();
    }
    const QFontMetrics metrics(fontOf(index, view.font()));
    int widest = 0;
    const QStringList lines =
        wraps ? visibleText(text).split(u'\n') : QStringList{visibleLine(text)};
    for (const QString& line : lines) {
        widest = std::max(widest, metrics.horizontalAdvance(line));
    }
    return width + widest;
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int least = m_provider.theme().scaled(m_rowHeight);
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    if (view == nullptr) {
        return {QStyledItemDelegate::sizeHint(option, index).width(), least};
    }
    int height = least;
    if (m_fit != nullptr && m_fit->column(index.column()).wrap) {
        const QFont font = fontOf(index, view->font());
        const int room = headerOf(view)->sectionSize(index.column()) - padding(view);
        const QString text = index.data().toString();
        const auto lines =
            isSentence(index)
                ? CodeText(m_provider.theme(), text, font).lines(room, kMostLinesOfCell)
                : static_cast<int>(wrapped(font, text, room, kMostLinesOfCell).size());
        height = std::max(height,
                          lines * QFontMetrics(font).lineSpacing() + m_provider.theme().scaled(8));
    }
    return {neededWidth(*view, index), height};
}

void CellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const QVariant colour = index.data(Qt::ForegroundRole);
    if (colour.isValid()) { // the same on the selection
        option->palette.setBrush(QPalette::HighlightedText, colour.value<QBrush>());
    }
}

void CellDelegate::paintCell(QPainter& painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    QStyleOptionViewItem shown = option;
    initStyleOption(&shown, index);
    const QStyle* style = shown.widget != nullptr ? shown.widget->style() : QApplication::style();
    const TableColumn column = m_fit != nullptr ? m_fit->column(index.column()) : TableColumn{};
    shown.features &= ~QStyleOptionViewItem::WrapText;
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &shown, shown.widget) + 1;
    const QRect room = style->subElementRect(QStyle::SE_ItemViewItemText, &shown, shown.widget)
                           .adjusted(margin, 0, -margin, 0);
    if (column.wrap && !shown.text.isEmpty()) {
        const int most = std::max(1, shown.rect.height() / QFontMetrics(shown.font).lineSpacing());
        shown.text.clear();
        style->drawControl(QStyle::CE_ItemViewItem, &shown, &painter, shown.widget);
        if (isSentence(index)) {
            painter.save();
            setTextPen(painter, shown);
            CodeText(m_provider.theme(), index.data().toString(), shown.font)
                .paint(painter, room, std::min(most, kMostLinesOfCell));
            painter.restore();
        } else {
            paintLines(painter, shown, room,
                       wrapped(shown.font, index.data().toString(), room.width(), most));
        }
        return;
    }
    if (!shown.text.isEmpty()) {
        const QVector<int> telling = m_fit != nullptr
                                         ? m_fit->telling(index.column(), index.data().toString())
                                         : QVector<int>();
        shown.text.replace(QChar::LineSeparator, u' ');
        shown.text =
            elided(QFontMetrics(shown.font), shown.text, column.elide, room.width(), telling);
        // The style measures in the pixels of the screen, where a text may be a bit wider: it would
        // cut what was kept, the number of the line.
        shown.textElideMode = Qt::ElideNone;
    }
    style->drawControl(QStyle::CE_ItemViewItem, &shown, &painter, shown.widget);
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    paintRowGround(*painter, option);
    QStyleOptionViewItem inner = option;
    inner.state &= ~(QStyle::State_Selected | QStyle::State_MouseOver);
    inner.rect = contents(option.widget, option.rect, index);
    paintCell(*painter, inner, index);
}

void CellDelegate::paintRowGround(QPainter& painter, const QStyleOptionViewItem& option) const
{
    const Theme& theme = m_provider.theme();
    const QRect& box = option.rect;
    if (option.state & QStyle::State_Selected) {
        painter.fillRect(box, option.state & QStyle::State_Active ? theme.selected : theme.well);
    } else if (option.state & QStyle::State_MouseOver) {
        painter.fillRect(box, theme.hover);
    }
    if (m_ruled) {
        painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), theme.border);
    }
}

ColumnFit* fitColumns(QAbstractItemView& view, ThemeProvider& provider,
                      const QVector<TableColumn>& columns, CellDelegate* delegate)
{
    view.setItemDelegate(delegate);
    const bool wraps = std::any_of(columns.begin(), columns.end(),
                                   [](const TableColumn& one) { return one.wrap; });
    if (auto* tree = qobject_cast<QTreeView*>(&view)) {
        tree->setUniformRowHeights(!wraps);
    } else if (auto* table = qobject_cast<QTableView*>(&view)) {
        table->setWordWrap(wraps);
    }
    auto* fit = new ColumnFit(view, provider, columns, [&view, delegate](const QModelIndex& index) {
        return delegate->neededWidth(view, index);
    });
    delegate->setFit(fit);
    return fit;
}

ColumnFit* fitColumns(QAbstractItemView& view, ThemeProvider& provider,
                      const QVector<TableColumn>& columns, int rowHeight)
{
    return fitColumns(view, provider, columns, new CellDelegate(provider, rowHeight, &view));
}

} // namespace rocport
