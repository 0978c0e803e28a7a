#include "ui/review/foundlinedelegate.h"

#include "ui/review/searchmodel.h"

#include <QApplication>
#include <QPainter>
#include <QTextLayout>

namespace rocport {

FoundLineDelegate::FoundLineDelegate(ThemeProvider& provider, SearchModel& model, QObject* parent)
    : CellDelegate(provider, 24, parent), m_provider(provider), m_model(model)
{
}

void FoundLineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    if (index.column() != SearchModel::TextColumn) {
        CellDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem background = option;
    initStyleOption(&background, index);
    background.text.clear();
    background.features &= ~QStyleOptionViewItem::HasDisplay;
    background.index = QModelIndex();
    const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);
    const Theme& theme = m_provider.theme();
    const FoundLine& line = m_model.lines()[index.row()];
    QString text = line.text;
    text.replace(u'\t', u' ');
    QTextLayout layout(text, theme.font(TextStep::Code));
    QVector<QTextLayout::FormatRange> formats;
    for (const TextMatch& match : line.matches) {
        QTextCharFormat format;
        format.setFontWeight(QFont::Bold);
        format.setBackground(theme.warnSoft);
        format.setForeground(theme.text);
        formats.append({static_cast<int>(match.start), static_cast<int>(match.length), format});
    }
    layout.setFormats(formats);
    layout.beginLayout();
    QTextLine row = layout.createLine();
    if (row.isValid()) {
        row.setNumColumns(static_cast<int>(text.size()));
    }
    layout.endLayout();
    painter->save();
    painter->setClipRect(option.rect);
    painter->setPen(theme.text);
    const QRect area = option.rect.adjusted(theme.scaled(6), 0, 0, 0);
    layout.draw(painter, QPointF(area.left(), area.top() + (area.height() - row.height()) / 2));
    painter->restore();
}

} // namespace rocport
