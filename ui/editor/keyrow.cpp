#include "ui/editor/keyrow.h"

#include "ui/theme/commandkeys.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace rocport {

KeyButton::KeyButton(ThemeProvider& provider, QAction& action, const QString& key, QWidget* parent,
                     const QString& text)
    : QAbstractButton(parent), m_provider(provider), m_action(action), m_usualKey(key)
{
    setFocusPolicy(Qt::TabFocus);
    const auto follow = [this, text] {
        const bool other = wantedKeys(m_action) != builtInKeys(m_action);
        m_key = other ? firstKey(m_action) : m_usualKey;
        setText(text.isEmpty() ? m_action.iconText() : text);
        setEnabled(m_action.isEnabled());
        setToolTip(m_action.toolTip());
        setAccessibleName(m_key.isEmpty() ? this->text()
                                          : tr("%1, key %2").arg(this->text(), m_key));
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

KeyRow::KeyRow(ThemeProvider& provider, QWidget* parent)
    : PanelHeader(provider, 32, &ThemeColours::window, parent), m_provider(provider)
{
    setProperty("pane", true);
    setAccessibleName(tr("Keys"));
    setMinimumWidth(1);
    row()->setSpacing(4);
}

void KeyRow::addShortcuts(QAction& action)
{
    m_shortcuts = new KeyButton(m_provider, action, firstKey(action), this, tr("All shortcuts"));
    m_shortcuts->setObjectName(QStringLiteral("allShortcuts"));
    row()->addWidget(m_shortcuts);
}

bool KeyRow::event(QEvent* event)
{
    const bool done = PanelHeader::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        fit();
    }
    return done;
}

void KeyRow::fit()
{
    const QMargins margins = row()->contentsMargins();
    int room = width() - margins.left() - margins.right();
    const auto each = [this](const auto& visit) {
        for (int i = 0; i < row()->count(); ++i) {
            if (QWidget* widget = row()->itemAt(i)->widget()) {
                visit(*widget,
                      widget != m_shortcuts && qobject_cast<KeyButton*>(widget) != nullptr);
            }
        }
    };
    each([&](QWidget& widget, bool key) {
        if (!key && !widget.isHidden()) { // what is said there comes first, and the way to all
            room -= widget.sizeHint().width() + row()->spacing();
        }
    });
    each([&](QWidget& widget, bool key) {
        if (key) {
            room -= widget.sizeHint().width() + row()->spacing();
            widget.setVisible(room >= 0);
        }
    });
}

} // namespace rocport
