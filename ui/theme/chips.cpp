#include "ui/theme/widgets.h"

#include "core/base/visibletext.h"

#include <QPainter>

namespace rocport {

namespace {

struct ChipColours
{
    QColor fill, text;
};

ChipColours coloursOf(const Theme& theme, ChipTone tone)
{
    switch (tone) {
    case ChipTone::Neutral:
        return {theme.infoSoft, theme.text2};
    case ChipTone::Accent:
        return {theme.accentSoft, theme.accent};
    case ChipTone::Ok:
        return {theme.okSoft, theme.ok};
    case ChipTone::Warn:
        return {theme.warnSoft, theme.warn};
    case ChipTone::Critical:
        return {theme.critSoft, theme.crit};
    }
    return {theme.infoSoft, theme.text2};
}

} // namespace

Chip::Chip(ThemeProvider& provider, const QString& text, ChipTone tone, Glyph glyph,
           QWidget* parent)
    : QWidget(parent), m_provider(provider), m_tone(tone), m_glyph(glyph)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        updateGeometry();
        update();
    });
    setText(text);
}

void Chip::setText(const QString& text)
{
    m_text = visibleLine(text);
    setAccessibleName(m_text);
    updateGeometry();
    update();
}

void Chip::setTone(ChipTone tone, Glyph glyph)
{
    m_tone = tone;
    m_glyph = glyph;
    updateGeometry();
    update();
}

void Chip::setCode(bool code)
{
    m_code = code;
    updateGeometry();
}

void Chip::setStrong(bool strong)
{
    m_strong = strong;
    updateGeometry();
}

QFont Chip::chipFont() const
{
    const Theme& theme = m_provider.theme();
    if (m_strong) {
        QFont font = theme.font(TextStep::Small);
        font.setWeight(QFont::DemiBold);
        return font;
    }
    return theme.font(m_code ? TextStep::CodeSmall : TextStep::Caption);
}

QSize Chip::sizeHint() const
{
    const Theme& theme = m_provider.theme();
    const QFontMetrics metrics(chipFont());
    int width = metrics.horizontalAdvance(m_text) + 2 * theme.scaled(m_strong ? 8 : 6);
    if (m_glyph != Glyph::None) {
        width += theme.scaled(m_strong ? 20 : 17);
    }
    return {width, theme.scaled(m_strong ? 24 : 20)};
}

void Chip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    const ChipColours colours = coloursOf(theme, m_tone);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.fill);
    painter.drawRoundedRect(rect(), 3, 3);
    int x = theme.scaled(m_strong ? 8 : 6);
    if (m_glyph != Glyph::None) {
        const int side = theme.scaled(m_strong ? 16 : 13);
        paintGlyph(painter, m_glyph, QRect(x - 1, (height() - side) / 2, side, side), colours.text);
        x += theme.scaled(m_strong ? 20 : 17);
    }
    painter.setFont(chipFont());
    painter.setPen(colours.text);
    painter.drawText(rect().adjusted(x, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, m_text);
}

QString verdictText(Verdict verdict)
{
    if (verdict == Verdict::Violated) {
        return VerdictLabel::tr("NVIDIA path would change");
    }
    return isProved(verdict) ? VerdictLabel::tr("NVIDIA path unchanged: proved")
                             : VerdictLabel::tr("Needs a look");
}

VerdictLabel::VerdictLabel(ThemeProvider& provider, QWidget* parent)
    : Chip(provider, {}, ChipTone::Warn, Glyph::MarkAttention, parent)
{
    setStrong(true);
    setVerdict(Verdict::Unproved, {});
}

void VerdictLabel::setVerdict(Verdict verdict, const QString& reason)
{
    setText(verdictText(verdict));
    if (verdict == Verdict::Violated) {
        setTone(ChipTone::Critical, Glyph::SeverityCritical);
    } else if (isProved(verdict)) {
        setTone(ChipTone::Ok, Glyph::Shield);
    } else {
        setTone(ChipTone::Warn, Glyph::MarkAttention);
    }
    setToolTip(reason);
    setAccessibleDescription(reason);
}

SeverityChip::SeverityChip(ThemeProvider& provider, Severity severity, QWidget* parent)
    : Chip(provider, {}, ChipTone::Neutral, Glyph::SeverityInfo, parent)
{
    setSeverity(severity);
}

void SeverityChip::setSeverity(Severity severity)
{
    setText(severityName(severity).toUpper());
    const ChipTone tone = severity == Severity::Critical  ? ChipTone::Critical
                          : severity == Severity::Warning ? ChipTone::Warn
                                                          : ChipTone::Neutral;
    setTone(tone, severityMark(severity).glyph);
}

KeyCap::KeyCap(ThemeProvider& provider, const QString& key, QWidget* parent)
    : QWidget(parent), m_provider(provider), m_key(key)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(key);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QSize KeyCap::sizeHint() const
{
    const Theme& theme = m_provider.theme();
    const int height = theme.scaled(18);
    const QFontMetrics metrics(theme.font(TextStep::Caption));
    return {qMax(height, metrics.horizontalAdvance(m_key) + theme.scaled(10)), height};
}

void KeyCap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.border);
    painter.setBrush(theme.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.setFont(theme.font(TextStep::Caption));
    painter.setPen(theme.text2);
    painter.drawText(rect(), Qt::AlignCenter, m_key);
}

} // namespace rocport
