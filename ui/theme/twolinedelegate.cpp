#include "ui/theme/twolinedelegate.h"

#include "ui/theme/elide.h"

#include <QPainter>

namespace rocport {

TwoLineDelegate::TwoLineDelegate(ThemeProvider& provider, QObject* parent)
    : QStyledItemDelegate(parent), m_provider(provider)
{
}

QSize TwoLineDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const bool header = index.data(HeaderRole).toBool();
    return {m_provider.theme().scaled(160), m_provider.theme().scaled(header ? 28 : 48)};
}

void TwoLineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    painter->save();
    const Theme& theme = m_provider.theme();
    if (index.data(HeaderRole).toBool()) {
        if (index.row() > 0) {
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), option.rect.width(), 1),
                              theme.border);
        }
        painter->setFont(theme.font(TextStep::Caption));
        painter->setPen(theme.text2);
        painter->drawText(option.rect.adjusted(theme.scaled(12), theme.scaled(2), 0, 0),
                          Qt::AlignVCenter | Qt::AlignLeft, index.data().toString());
    } else {
        paintRow(*painter, option, index);
    }
    painter->restore();
}

void TwoLineDelegate::paintRow(QPainter& painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const QRect& box = option.rect;
    if (option.state & QStyle::State_Selected) {
        painter.fillRect(box, option.state & QStyle::State_Active ? theme.selected : theme.well);
    } else if (option.state & QStyle::State_MouseOver) {
        painter.fillRect(box, theme.hover);
    }
    if (index.data(StrongRole).toBool()) {
        painter.fillRect(QRect(box.left(), box.top(), 2, box.height()), theme.accent);
    }
    const int pad = theme.scaled(12);
    const int side = theme.scaled(16);
    const auto glyph = static_cast<Glyph>(index.data(GlyphRole).toInt());
    const auto mark = index.data(MarkRole).value<Mark>();
    const QRect icon(box.left() + pad, box.top() + theme.scaled(8), side, side);
    paintGlyph(painter, glyph == Glyph::None ? mark.glyph : glyph, icon,
               glyph == Glyph::None ? theme.*mark.colour : theme.text2);
    const int left = icon.right() + 1 + theme.scaled(8);
    const int lineHeight = theme.lineHeight(TextStep::Body);
    QRect first(left, box.top() + theme.scaled(6), box.right() - pad - left, lineHeight);

    const QRect second(left, first.bottom() + 1, first.width(),
                       theme.lineHeight(TextStep::Caption));
    const QFont small = theme.font(TextStep::Caption);
    const QFont nameFont =
        theme.font(index.data(CodeRole).toBool() ? TextStep::Code : TextStep::BodyMedium);
    const QString name = index.data().toString();
    const QString word = index.data(WordRole).toString();
    const bool marked = glyph != Glyph::None && mark.glyph != Glyph::None;
    const int markSide = theme.scaled(12);
    const int taken = (word.isEmpty() ? 0 : QFontMetrics(small).horizontalAdvance(word) + 2) +
                      (marked ? markSide + theme.scaled(4) : 0);
    const int gap = theme.scaled(8);
    // The name decides: where it has no room beside the state, that goes into the second line.
    const bool below =
        QFontMetrics(nameFont).horizontalAdvance(name) > first.width() - taken - gap && taken > 0;
    const QRect& state = below ? second : first;
    painter.setFont(small);
    painter.setPen(theme.text2);
    painter.drawText(state, Qt::AlignRight | Qt::AlignVCenter, word);
    if (marked) {
        paintGlyph(
            painter, mark.glyph,
            QRect(state.right() + 1 - taken, state.center().y() - markSide / 2, markSide, markSide),
            theme.*mark.colour);
    }
    const int held = taken + gap;
    const QString detail = index.data(DetailRole).toString();
    // Of an image's name or a path the end tells.
    const ElideAs as = detail.contains(u'/') ? ElideAs::Name : ElideAs::Sentence;
    painter.drawText(
        second, Qt::AlignLeft | Qt::AlignVCenter,
        elided(painter.fontMetrics(), detail, as, second.width() - (below ? held : 0)));
    painter.setFont(nameFont);
    painter.setPen(theme.text);
    painter.drawText(
        first, Qt::AlignLeft | Qt::AlignVCenter,
        elided(painter.fontMetrics(), name, ElideAs::Name, first.width() - (below ? 0 : held)));
    if (option.state & QStyle::State_HasFocus) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(1, 1, -1, -1));
    }
}

} // namespace rocport
