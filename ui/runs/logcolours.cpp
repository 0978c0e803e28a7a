#include "ui/runs/logcolours.h"

#include <algorithm>
#include <cmath>

namespace rocport {

namespace {

constexpr qreal kReadable = 4.5;

qreal luminance(const QColor& colour)
{
    const auto part = [](qreal value) {
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) +
           0.0722 * part(colour.blueF());
}

QColor mix(const QColor& from, const QColor& to, qreal share)
{
    const auto part = [&](int a, int b) { return qRound(a + (b - a) * share); };
    return {part(from.red(), to.red()), part(from.green(), to.green()),
            part(from.blue(), to.blue())};
}

QColor named(const Theme& theme, quint32 index)
{
    switch (index % 8) {
    case 1:
        return theme.crit;
    case 2:
        return theme.ok;
    case 3:
        return theme.warn;
    case 4:
        return theme.accent;
    case 5:
        return theme.synKeyword;
    case 6:
        return theme.synType;
    case 7:
        return index == 7 ? theme.text2 : theme.text;
    default:
        return index == 0 ? theme.text2 : theme.muted;
    }
}

QColor namedBack(const Theme& theme, quint32 index)
{
    switch (index % 8) {
    case 1:
        return theme.critSoft;
    case 2:
        return theme.okSoft;
    case 3:
        return theme.warnSoft;
    case 4:
    case 6:
        return theme.accentSoft;
    default:
        return theme.infoSoft;
    }
}

} // namespace

qreal contrastOf(const QColor& a, const QColor& b)
{
    const qreal x = luminance(a);
    const qreal y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QColor logTextColour(const Theme& theme, const AnsiStyle& style)
{
    const QColor back = logBackColour(theme, style);
    const QColor ground = back.isValid() ? back : theme.base;
    const AnsiColour& wanted = style.inverse ? style.back : style.text;
    QColor colour = style.faint ? theme.muted : theme.text;
    if (wanted.kind == AnsiColour::Kind::Named) {
        colour = named(theme, wanted.value);
    } else if (wanted.kind == AnsiColour::Kind::Rgb) {
        colour = QColor(static_cast<QRgb>(wanted.value | 0xff000000U));
    }
    for (int i = 0; i < 10 && contrastOf(colour, ground) < kReadable; ++i) {
        colour = mix(colour, theme.text, 0.25);
    }
    return colour;
}

QColor logBackColour(const Theme& theme, const AnsiStyle& style)
{
    const AnsiColour& wanted = style.inverse ? style.text : style.back;
    switch (wanted.kind) {
    case AnsiColour::Kind::Named:
        return namedBack(theme, wanted.value);
    case AnsiColour::Kind::Rgb:
        return mix(theme.base, QColor(static_cast<QRgb>(wanted.value | 0xff000000U)), 0.2);
    case AnsiColour::Kind::Default:
        break;
    }
    return style.inverse ? theme.well : QColor();
}

} // namespace rocport
