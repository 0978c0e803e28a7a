#include "ui/theme/themeprovider.h"

#include "ui/theme/desktopsettings.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/rocportstyle.h"
#include "ui/theme/uisettings.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>

#include <algorithm>

// Outside the namespace: the resource's initialiser is a global function.
static void initIcons()
{
    Q_INIT_RESOURCE(icons);
    Q_INIT_RESOURCE(theme);
}

namespace rocport {

namespace {

const auto kChoiceKey = QStringLiteral("theme/choice");
const auto kCodeKey = QStringLiteral("theme/code-percent");
const auto kTextKey = QStringLiteral("theme/text-percent");
constexpr qreal kBaseSize = 13.0;

ThemeChoice choiceFrom(const QString& text)
{
    if (text == QStringLiteral("light")) {
        return ThemeChoice::Light;
    }
    return text == QStringLiteral("dark") ? ThemeChoice::Dark : ThemeChoice::System;
}

QString choiceText(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::Light:
        return QStringLiteral("light");
    case ThemeChoice::Dark:
        return QStringLiteral("dark");
    case ThemeChoice::System:
        break;
    }
    return QStringLiteral("system");
}

/// Size of the desktop's font against 13 pixels. Without a desktop Qt answers 9 points, which is 12
/// pixels; up to 10 points (13.3 pixels) therefore counts as the base size.
qreal scaleOfDesktopFont()
{
    const int pixels = QFontInfo(QFontDatabase::systemFont(QFontDatabase::GeneralFont)).pixelSize();
    return pixels <= 13 ? 1.0 : std::clamp(pixels / kBaseSize, 1.0, 3.0);
}

} // namespace

ThemeProvider::ThemeProvider(UiSettings& settings, QObject* parent)
    : QObject(parent), m_settings(settings), m_desktop(std::make_unique<DesktopSettings>())
{
    initIcons();
    PlainTextGuard::install();
    m_choice = choiceFrom(settings.value(kChoiceKey).toString());
    m_textPercent = std::clamp(settings.value(kTextKey, 100).toInt(), 75, 300);
    m_codePercent = std::clamp(settings.value(kCodeKey, 100).toInt(), 75, 200);
    m_theme = std::make_shared<Theme>(
        Theme::make(m_choice == ThemeChoice::Dark, m_textPercent / 100.0, m_codePercent / 100.0));
    connect(m_desktop.get(), &DesktopSettings::changed, this, &ThemeProvider::refresh);
}

ThemeProvider::~ThemeProvider() = default;

void ThemeProvider::setChoice(ThemeChoice choice)
{
    if (choice == m_choice) {
        return;
    }
    m_choice = choice;
    m_settings.setValue(kChoiceKey, choiceText(choice));
    refresh();
}

void ThemeProvider::setTextPercent(int percent)
{
    percent = std::clamp(percent, 75, 300);
    if (percent == m_textPercent) {
        return;
    }
    m_textPercent = percent;
    m_settings.setValue(kTextKey, percent);
    refresh();
}

void ThemeProvider::setCodePercent(int percent)
{
    percent = std::clamp(percent, 75, 200);
    if (percent == m_codePercent) {
        return;
    }
    m_codePercent = percent;
    m_settings.setValue(kCodeKey, percent);
    refresh();
}

void ThemeProvider::attach(QApplication& application)
{
    m_application = &application;
    m_desktopScale = scaleOfDesktopFont();
    QApplication::setStyle(new RocportStyle(m_theme));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/rocport/theme/rocport.svg")));
    refresh();
    applyTo(application);
    m_desktop->start();
}

QIcon ThemeProvider::icon(Glyph glyph, QColor ThemeColours::*colour) const
{
    return glyphIcon(glyph, m_theme, colour);
}

bool ThemeProvider::animationsEnabled() const
{
    return m_desktop->animations();
}

void ThemeProvider::refresh()
{
    const bool dark = m_choice == ThemeChoice::Dark ||
                      (m_choice == ThemeChoice::System && m_desktop->prefersDark());
    const qreal scale = m_desktopScale * m_textPercent / 100.0;
    const qreal code = m_codePercent / 100.0;
    if (dark != m_theme->dark || !qFuzzyCompare(scale, m_theme->scale) ||
        !qFuzzyCompare(code, m_theme->codeScale)) {
        *m_theme = Theme::make(dark, scale, code);
        if (m_application) {
            applyTo(*m_application);
        }
    }
    Q_EMIT changed();
}

void ThemeProvider::applyTo(QApplication& application) const
{
    application.setPalette(paletteFor(*m_theme));
    application.setFont(m_theme->font(TextStep::Body));
    // Where one sheet replaces another, Qt 6.4 polishes each widget once for itself and once for
    // each of its ancestors; a sheet that goes and one that comes are one pass each.
    application.setStyleSheet({});
    application.setStyleSheet(styleSheetFor(*m_theme));
}

} // namespace rocport
