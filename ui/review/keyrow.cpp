#include "ui/review/keyrow.h"

#include <QAction>
#include <QPainter>

#include <algorithm>

namespace rocport {

KeyButton::KeyButton(ThemeProvider& provider, QAction& action, const QString& key, QWidget* parent)
    : QAbstractButton(parent), m_provider(provider), m_action(action), m_key(key)
{
    setFocusPolicy(Qt::TabFocus);
    const auto follow = [this] {
        setText(m_action.iconText());
        setEnabled(m_action.isEnabled());
        setToolTip(m_action.toolTip());
        setAccessibleName(tr("%1, key %2").arg(m_action.iconText(), m_key));
        updateGeometry();
        update();
    };
    follow();
    connect(&action, &QAction::changed, this, follow);
    connect(this, &QAbstractButton::clicked, &action, &QAction::trigger);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QSize KeyButton::sizeHint() const
{
    const Theme& theme = m_provider.theme();
    const int cap =
        std::max(theme.scaled(18),
                 QFontMetrics(theme.font(TextStep::CodeSmall)).horizontalAdvance(m_key) + 8);
    return {cap + 8 + QFontMetrics(theme.font(TextStep::Small)).horizontalAdvance(text()) + 10,
            theme.scaled(24)};
}

void KeyButton::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_provider.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont keyFont = theme.font(TextStep::CodeSmall);
    const int capWidth =
        std::max(theme.scaled(18), QFontMetrics(keyFont).horizontalAdvance(m_key) + 8);
    const int capHeight = theme.scaled(18);
    const QRectF cap(1.5, (height() - capHeight) / 2.0, capWidth, capHeight);
    painter.setBrush(underMouse() && isEnabled() ? theme.hover : theme.base);
    painter.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(theme.border, 1));
    painter.drawRoundedRect(cap, 4, 4);
    painter.setFont(keyFont);
    painter.setPen(isEnabled() ? theme.text2 : theme.disabled);
    painter.drawText(cap, Qt::AlignCenter, m_key);
    painter.setFont(theme.font(TextStep::Small));
    painter.drawText(QRectF(cap.right() + 7, 0, width() - cap.right() - 7, height()),
                     Qt::AlignVCenter, text());
}

} // namespace rocport
