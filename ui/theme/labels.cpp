#include "core/base/visibletext.h"
#include "ui/theme/elide.h"
#include "ui/theme/widgets.h"

#include <QPainter>
#include <QTimerEvent>

namespace rocport {

namespace {
constexpr int kTurnStep = 30;     // degrees
constexpr int kTurnInterval = 80; // ms

/// A label that does not give way at its end shows a name, or a path.
ElideAs elideOf(Qt::TextElideMode mode, const QString& text)
{
    if (mode == Qt::ElideRight) {
        return ElideAs::Sentence;
    }
    return text.contains(u'/') ? ElideAs::Path : ElideAs::Name;
}

} // namespace

TextLabel::TextLabel(ThemeProvider& provider, TextStep step, const QString& text,
                     ColourToken colour, QWidget* parent)
    : QLabel(parent), m_provider(provider), m_step(step), m_colour(colour)
{
    setTextFormat(Qt::PlainText);
    setText(text);
    connect(&provider, &ThemeProvider::changed, this, &TextLabel::restyle);
    restyle();
}

void TextLabel::setText(const QString& text)
{
    QLabel::setText(visibleText(text));
}

MarkupLabel::MarkupLabel(ThemeProvider& provider, TextStep step, ColourToken colour,
                         QWidget* parent)
    : TextLabel(provider, step, {}, colour, parent)
{
    QLabel::setTextFormat(Qt::RichText);
}

void MarkupLabel::setMarkup(const QString& html)
{
    if (textInteractionFlags() & Qt::LinksAccessibleByKeyboard) {
        setFocusPolicy(html.contains(QLatin1String("<a ")) ? Qt::StrongFocus : Qt::ClickFocus);
    }
    // None of our own markup has pictures, which a label would read from anywhere.
    QLabel::setText(QString(html).replace(QLatin1String("<img"), QLatin1String("&lt;img"),
                                          Qt::CaseInsensitive));
}

void TextLabel::setStep(TextStep step)
{
    m_step = step;
    restyle();
}

void TextLabel::setColour(ColourToken colour)
{
    m_colour = colour;
    restyle();
}

void TextLabel::restyle()
{
    const Theme& theme = m_provider.theme();
    setFont(theme.font(m_step));
    QPalette p = palette();
    p.setColor(QPalette::WindowText, theme.*m_colour);
    p.setColor(QPalette::Disabled, QPalette::WindowText, theme.disabled);
    p.setColor(QPalette::Link, theme.accent);
    setPalette(p);
}

ElidedLabel::ElidedLabel(ThemeProvider& provider, TextStep step, const QString& text,
                         ColourToken colour, QWidget* parent)
    : QWidget(parent), m_provider(provider), m_step(step), m_colour(colour)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        updateGeometry();
        update();
    });
    setText(text);
}

void ElidedLabel::setText(const QString& text)
{
    m_text = visibleLine(text);
    setAccessibleName(m_text);
    updateGeometry();
    updateToolTip();
    update();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_mode = mode;
    update();
}

void ElidedLabel::setColour(ColourToken colour)
{
    m_colour = colour;
    update();
}

QSize ElidedLabel::sizeHint() const
{
    const QFontMetrics metrics(m_provider.theme().font(m_step));
    return {metrics.horizontalAdvance(m_text) + 2, m_provider.theme().lineHeight(m_step)};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {qMin(sizeHint().width(), m_provider.theme().scaled(24)), sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.setFont(theme.font(m_step));
    painter.setPen(isEnabled() ? theme.*m_colour : theme.disabled);
    painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft,
                     elided(painter.fontMetrics(), m_text, elideOf(m_mode, m_text), width()));
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateToolTip();
}

void ElidedLabel::updateToolTip()
{
    setToolTip(ElidedLabel::sizeHint().width() > width() ? m_text : QString());
}

GlyphLabel::GlyphLabel(ThemeProvider& provider, Glyph glyph, ColourToken colour, int size,
                       QWidget* parent)
    : QWidget(parent), m_provider(provider), m_glyph(glyph), m_colour(colour), m_size(size)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        updateGeometry();
        updateTimer();
        update();
    });
}

void GlyphLabel::setGlyph(Glyph glyph, ColourToken colour)
{
    m_glyph = glyph;
    m_colour = colour;
    updateTimer();
    update();
}

QSize GlyphLabel::sizeHint() const
{
    const int side = m_provider.theme().scaled(m_size);
    return {side, side};
}

void GlyphLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QSize size = sizeHint();
    const QRect box((width() - size.width()) / 2, (height() - size.height()) / 2, size.width(),
                    size.height());
    paintGlyph(painter, m_glyph, box, m_provider.theme().*m_colour, m_turn);
}

void GlyphLabel::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_timer) {
        m_turn = (m_turn + kTurnStep) % 360;
        update();
    }
}

void GlyphLabel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    updateTimer();
}

void GlyphLabel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    updateTimer();
}

void GlyphLabel::updateTimer()
{
    const bool turning =
        m_glyph == Glyph::MarkRunning && isVisible() && m_provider.animationsEnabled();
    if (turning && m_timer == 0) {
        m_timer = startTimer(kTurnInterval);
    } else if (!turning && m_timer != 0) {
        killTimer(m_timer);
        m_timer = 0;
        m_turn = 0;
    }
}

} // namespace rocport
