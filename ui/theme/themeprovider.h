#pragma once

#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"

#include <QObject>

#include <memory>

class QApplication;

namespace rocport {

class UiSettings;
class DesktopSettings;

/// Which theme the user wants.
enum class ThemeChoice : quint8 { System, Light, Dark };

/// Owns the current Theme and provides it to widgets. The program makes one and passes it on; there
/// is no global instance. With ThemeChoice::System it follows the desktop's colour scheme (portal
/// setting org.freedesktop.appearance color-scheme; none: light). Lives in the window's thread.
class ThemeProvider : public QObject
{
    Q_OBJECT

public:
    /// Reads the choice and text size from `settings` ("theme/choice", "theme/text-percent"), which
    /// outlives it.
    explicit ThemeProvider(UiSettings& settings, QObject* parent = nullptr);
    ~ThemeProvider() override;

    /// The current theme. The reference stays; its value changes when changed() is sent.
    [[nodiscard]] const Theme& theme() const { return *m_theme; }
    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    /// Changes and remembers the choice.
    void setChoice(ThemeChoice choice);
    /// Sets the text size relative to the desktop font's, 75 to 300 percent; remembered.
    void setTextPercent(int percent);
    [[nodiscard]] int textPercent() const { return m_textPercent; }
    /// Sets the size of code in the diff, editors and logs, relative to the text size, 75 to 200
    /// percent; remembered ("theme/code-percent").
    void setCodePercent(int percent);
    [[nodiscard]] int codePercent() const { return m_codePercent; }

    /// Sets style, palette, font and style sheet of `application` now and at each change, and
    /// starts following the desktop. Call once.
    void attach(QApplication& application);

    /// An icon that follows the theme.
    [[nodiscard]] QIcon icon(Glyph glyph,
                             QColor ThemeColours::*colour = &ThemeColours::text2) const;
    /// Whether marks may rotate: not if the desktop's animations are off.
    [[nodiscard]] bool animationsEnabled() const;

Q_SIGNALS:
    /// Colours or sizes have changed.
    void changed();

private:
    void refresh();
    void applyTo(QApplication& application) const;

    UiSettings& m_settings;
    std::shared_ptr<Theme> m_theme;
    std::unique_ptr<DesktopSettings> m_desktop;
    QApplication* m_application = nullptr;
    ThemeChoice m_choice = ThemeChoice::System;
    int m_textPercent = 100;
    int m_codePercent = 100;
    qreal m_desktopScale = 1.0;
};

} // namespace rocport
