#include "ui/theme/theme.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace rocport {

namespace {

constexpr ThemeToken kTokens[] = {
    {"window", &ThemeColours::window, 0xF3F4F6, 0x212429},
    {"base", &ThemeColours::base, 0xFFFFFF, 0x191B1F},
    {"alt", &ThemeColours::alt, 0xF8F9FA, 0x1E2126},
    {"hover", &ThemeColours::hover, 0xECEEF1, 0x2A2E35},
    {"selected", &ThemeColours::selected, 0xDEE8FA, 0x293A5C},
    {"well", &ThemeColours::well, 0xE6E8EC, 0x33383F},
    {"border", &ThemeColours::border, 0xDBDEE3, 0x343940},
    {"control", &ThemeColours::control, 0x7A8290, 0x7E8795},
    {"text", &ThemeColours::text, 0x1B1F26, 0xE3E6EA},
    {"text2", &ThemeColours::text2, 0x474E5B, 0xB4BAC5},
    {"muted", &ThemeColours::muted, 0x5F6774, 0x9EA6B3},
    {"disabled", &ThemeColours::disabled, 0x9CA3AF, 0x636B78},
    {"accent", &ThemeColours::accent, 0x2559C4, 0x82ACF8},
    {"accentHover", &ThemeColours::accentHover, 0x1D4AA8, 0x9DBEFA},
    {"onAccent", &ThemeColours::onAccent, 0xFFFFFF, 0x111418},
    {"accentSoft", &ThemeColours::accentSoft, 0xE6EEFC, 0x232F47},
    {"ok", &ThemeColours::ok, 0x1A6E33, 0x6FCB86},
    {"okSoft", &ThemeColours::okSoft, 0xE0F2E4, 0x1D3324},
    {"warn", &ThemeColours::warn, 0x815300, 0xE0B258},
    {"warnSoft", &ThemeColours::warnSoft, 0xFBEFD2, 0x382D16},
    {"crit", &ThemeColours::crit, 0xB3261E, 0xF5958B},
    {"critSoft", &ThemeColours::critSoft, 0xFBE6E3, 0x42211E},
    {"infoSoft", &ThemeColours::infoSoft, 0xE9ECF0, 0x2A2E35},
    {"okFill", &ThemeColours::okFill, 0x2E8B4A, 0x4FA868},
    {"warnFill", &ThemeColours::warnFill, 0xAB7207, 0xC08F32},
    {"critFill", &ThemeColours::critFill, 0xC9453B, 0xD96A60},
    {"addLine", &ThemeColours::addLine, 0xE8F6EB, 0x1A2B20},
    {"addWord", &ThemeColours::addWord, 0xBDE7C7, 0x22482F},
    {"delLine", &ThemeColours::delLine, 0xFDEFED, 0x33201F},
    {"delWord", &ThemeColours::delWord, 0xF8CEC8, 0x582C2B},
    {"move", &ThemeColours::move, 0x6B3FA0, 0xC3ABF2},
    {"moveLine", &ThemeColours::moveLine, 0xF0EBFA, 0x282338},
    {"renameWord", &ThemeColours::renameWord, 0xC7DDF9, 0x23436B},
    {"filler", &ThemeColours::filler, 0xF3F4F6, 0x1E2126},
    {"fillerHatch", &ThemeColours::fillerHatch, 0xE2E5EA, 0x2A2E35},
    {"synKeyword", &ThemeColours::synKeyword, 0x7A2F9B, 0xCDA8EA},
    {"synType", &ThemeColours::synType, 0x0B5A8F, 0x7CC0EA},
    {"synString", &ThemeColours::synString, 0x94390F, 0xEBA787},
    {"synNumber", &ThemeColours::synNumber, 0x7A4A00, 0xE0B878},
    {"synComment", &ThemeColours::synComment, 0x525B68, 0xA6AEBA},
    {"synPreproc", &ThemeColours::synPreproc, 0x2F6135, 0x93C79A},
    {"synFunction", &ThemeColours::synFunction, 0x1D4AA8, 0x9DBEFA},
};

struct StepMetrics
{
    int size, line;
    QFont::Weight weight;
    bool code;
};

StepMetrics metrics(TextStep step)
{
    switch (step) {
    case TextStep::Caption:
        return {11, 16, QFont::Normal, false};
    case TextStep::Small:
        return {12, 16, QFont::Normal, false};
    case TextStep::Body:
        return {13, 20, QFont::Normal, false};
    case TextStep::BodyMedium:
        return {13, 20, QFont::Medium, false};
    case TextStep::BodyStrong:
        return {13, 20, QFont::DemiBold, false};
    case TextStep::Section:
        return {15, 20, QFont::DemiBold, false};
    case TextStep::Title:
        return {20, 28, QFont::DemiBold, false};
    case TextStep::Code:
    case TextStep::Editor:
        return {12, 18, QFont::Normal, true};
    case TextStep::CodeSmall:
        return {11, 16, QFont::Normal, true};
    }
    return {13, 20, QFont::Normal, false};
}

} // namespace

const QVector<ThemeToken>& Theme::tokens()
{
    static const QVector<ThemeToken> all(std::begin(kTokens), std::end(kTokens));
    return all;
}

Theme Theme::make(bool dark, qreal scale, qreal codeScale)
{
    Theme theme;
    theme.dark = dark;
    theme.scale = std::clamp(scale, 0.75, 3.0);
    theme.codeScale = std::clamp(codeScale, 0.75, 2.0);
    for (const ThemeToken& token : kTokens) {
        theme.*token.member = QColor::fromRgb(dark ? token.dark : token.light);
    }
    return theme;
}

QFont Theme::font(TextStep step) const
{
    const StepMetrics m = metrics(step);
    QFont font;
    if (m.code) {
        font.setFamilies({QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono"),
                          QStringLiteral("monospace")});
        font.setStyleHint(QFont::Monospace);
        font.setFixedPitch(true);
    } else {
        font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans"),
                          QStringLiteral("DejaVu Sans"), QStringLiteral("sans-serif")});
        font.setStyleHint(QFont::SansSerif);
    }
    // No ligatures: "!=", "->" and "2x8" must look like what they are, in code, in code inside
    // sentences (which inherits this from the text around it), and in names and values. After the
    // hint, which sets a strategy of its own.
    font.setStyleStrategy(QFont::PreferNoShaping);
    const qreal grown = step == TextStep::Editor ? scale * codeScale : scale;
    font.setPixelSize(std::max(9, static_cast<int>(std::lround(m.size * grown))));
    font.setWeight(m.weight);
    return font;
}

int Theme::lineHeight(TextStep step) const
{
    const int line = metrics(step).line;
    return step == TextStep::Editor ? static_cast<int>(std::lround(line * scale * codeScale))
                                    : scaled(line);
}

int Theme::scaled(int pixels) const
{
    return static_cast<int>(std::lround(pixels * scale));
}

} // namespace rocport
