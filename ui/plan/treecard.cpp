#include "ui/plan/treecard.h"

#include "ui/theme/elide.h"

#include <QFontMetrics>
#include <QGraphicsSceneMouseEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

namespace rocport {

namespace {
constexpr int kPadding = 12;
constexpr int kChipGap = 4;
} // namespace

TreeCard::TreeCard(ThemeProvider& provider, TreeCardContent content)
    : m_provider(provider), m_content(std::move(content))
{
    setFlag(ItemIsFocusable);
    setCursor(Qt::PointingHandCursor);
    setToolTip(m_content.accessibleText);
    setObjectName(QStringLiteral("card-%1").arg(m_content.id));
    setProperty("accessibleName", m_content.accessibleText);
}

int TreeCard::textHeight(const QString& text, TextStep step, int width) const
{
    const Theme& theme = m_provider.theme();
    const QFontMetrics metrics(theme.font(step));
    const int lines =
        qMax(1, metrics.boundingRect(QRect(0, 0, width, 10000), Qt::TextWordWrap, text).height() /
                    qMax(1, metrics.height()));
    return lines * theme.scaled(16);
}

qreal TreeCard::chipWidth(const QString& text) const
{
    const QFontMetrics metrics(m_provider.theme().font(TextStep::CodeSmall));
    return metrics.horizontalAdvance(text) + m_provider.theme().scaled(10);
}

void TreeCard::setWidth(qreal width)
{
    prepareGeometryChange();
    const Theme& theme = m_provider.theme();
    if (m_content.number >= 0) {
        m_size = {width, qreal(theme.scaled(48))};
        return;
    }
    const int inner = int(width) - 2 * kPadding;
    qreal height = theme.scaled(10) + textHeight(m_content.title, TextStep::BodyStrong, inner) +
                   theme.scaled(4);
    for (const QString& text : {m_content.subtitle, m_content.note}) {
        if (!text.isEmpty()) {
            height += textHeight(text, TextStep::Small, inner) + theme.scaled(2);
        }
    }
    m_chipsShown = 0;
    qreal used = 0;
    for (const QString& chip : m_content.chips) {
        const qreal w = chipWidth(chip);
        if (used > 0 && used + w > inner) {
            break;
        }
        used += w + kChipGap;
        ++m_chipsShown;
    }
    if (m_chipsShown > 0 || m_content.overridden) {
        height += theme.scaled(26);
    }
    m_size = {width, height + theme.scaled(8)};
}

void TreeCard::setMinimumCardHeight(qreal height)
{
    if (height > m_size.height()) {
        prepareGeometryChange();
        m_size.setHeight(height);
    }
}

void TreeCard::setChosen(bool chosen)
{
    if (chosen != m_chosen) {
        m_chosen = chosen;
        update();
    }
}

QRectF TreeCard::boundingRect() const
{
    return body().adjusted(-4, -4, 4, 4);
}

void TreeCard::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const Theme& theme = m_provider.theme();
    painter->setRenderHint(QPainter::Antialiasing);
    QPen pen(m_content.taken ? theme.accent : theme.control, m_chosen && m_content.taken ? 2 : 1);
    if (!m_content.taken) {
        pen.setStyle(Qt::CustomDashLine);
        pen.setDashPattern({3, 2});
        if (m_chosen) {
            pen.setWidth(2);
        }
    }
    painter->setPen(pen);
    painter->setBrush(m_chosen ? theme.accentSoft : theme.base);
    painter->drawRoundedRect(body().adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    if (m_content.number >= 0) {
        paintPhase(*painter, theme);
    } else {
        paintText(*painter, theme);
    }
    if (hasFocus()) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(theme.accent, 2));
        painter->drawRoundedRect(body().adjusted(-2, -2, 2, 2), 5, 5);
    }
}

void TreeCard::paintPhase(QPainter& painter, const Theme& theme) const
{
    const int pad = theme.scaled(8);
    const int side = theme.scaled(14);
    const QColor text = m_content.taken ? theme.text : theme.muted;
    painter.setFont(theme.font(TextStep::Code));
    painter.setPen(text);
    painter.drawText(QRectF(pad, theme.scaled(5), m_size.width(), theme.scaled(18)),
                     Qt::AlignVCenter | Qt::AlignLeft, QString::number(m_content.number));
    paintGlyph(painter, m_content.mark.glyph,
               QRectF(m_size.width() - side - pad, theme.scaled(7), side, side),
               theme.*m_content.mark.colour);
    if (m_content.overridden) {
        paintGlyph(painter, Glyph::Pencil,
                   QRectF(m_size.width() - 2 * side - pad - 4, theme.scaled(7), side, side),
                   theme.text2);
    }
    const QFont font = theme.font(TextStep::Caption);
    painter.setFont(font);
    painter.setPen(m_content.taken ? theme.text2 : theme.muted);
    painter.drawText(
        QRectF(pad, theme.scaled(24), m_size.width() - pad - 4, theme.scaled(18)),
        Qt::AlignVCenter | Qt::AlignLeft,
        elided(QFontMetrics(font), m_content.title, ElideAs::Name, int(m_size.width()) - pad - 4));
}

void TreeCard::paintText(QPainter& painter, const Theme& theme) const
{
    const int inner = int(m_size.width()) - 2 * kPadding;
    qreal y = theme.scaled(10);
    const auto line = [&](const QString& text, TextStep step, const QColor& colour) {
        if (text.isEmpty()) {
            return;
        }
        const int height = textHeight(text, step, inner);
        painter.setFont(theme.font(step));
        painter.setPen(colour);
        painter.drawText(QRectF(kPadding, y, inner, height + 2), Qt::TextWordWrap, text);
        y += height + theme.scaled(step == TextStep::BodyStrong ? 4 : 2);
    };
    line(m_content.title, TextStep::BodyStrong, m_content.taken ? theme.text : theme.muted);
    line(m_content.subtitle, TextStep::Small, m_content.taken ? theme.text2 : theme.muted);
    line(m_content.note, TextStep::Small, theme.muted);
    y += theme.scaled(4);
    qreal x = kPadding;
    const auto chip = [&](const QString& text, const QColor& fill, const QColor& colour) {
        const qreal width = qMin(chipWidth(text), qreal(inner));
        const QRectF box(x, y, width, theme.scaled(20));
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(box, 3, 3);
        painter.setFont(theme.font(TextStep::CodeSmall));
        painter.setPen(colour);
        painter.drawText(
            box.adjusted(theme.scaled(5), 0, -2, 0), Qt::AlignVCenter | Qt::AlignLeft,
            elided(painter.fontMetrics(), text, ElideAs::Path, int(width) - theme.scaled(8)));
        x += width + kChipGap;
    };
    if (m_content.overridden) {
        chip(tr("overridden"), theme.warnSoft, theme.warn);
        return;
    }
    for (int i = 0; i < m_chipsShown; ++i) {
        chip(m_content.chips.at(i), theme.infoSoft, theme.text2);
    }
}

void TreeCard::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    event->accept();
    Q_EMIT chosen(m_content.id);
}

void TreeCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
        event->key() == Qt::Key_Space) {
        Q_EMIT chosen(m_content.id);
        return;
    }
    QGraphicsObject::keyPressEvent(event);
}

void TreeCard::focusInEvent(QFocusEvent* event)
{
    QGraphicsObject::focusInEvent(event);
    update();
    Q_EMIT focused(m_content.id);
}

} // namespace rocport
