#include "ui/review/foundlinedelegate.h"

#include "ui/review/searchmodel.h"

#include <QPainter>
#include <QStyle>
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
    paintRowGround(*painter, option);
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
    painter->setPen(theme.text);
    const QRect cell = contents(option.widget, option.rect, index);
    painter->setClipRect(cell);
    const int margin =
        option.widget->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget);
    const QRect area = cell.adjusted(margin + 1, 0, 0, 0);
    layout.draw(painter, QPointF(area.left(), area.top() + (area.height() - row.height()) / 2));
    painter->restore();
}

} // namespace rocport
