#pragma once

#include "ui/theme/theme.h"

#include <QPalette>
#include <QProxyStyle>

#include <memory>

namespace rocport {

/// Fusion with flat marks, thin scroll bars and 2 pixel focus rings in the accent colour. Reads the
/// shared theme at each paint.
class RocportStyle : public QProxyStyle
{
    Q_OBJECT

public:
    explicit RocportStyle(std::shared_ptr<const Theme> theme);

    using QProxyStyle::polish;
    /// Scroll areas are laid out again when they are shown: while they are hidden, Qt misses that
    /// their texts have become larger.
    void polish(QWidget* widget) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    /// Hidden characters are escaped in text that the style draws.
    void drawItemText(QPainter* painter, const QRect& rect, int flags, const QPalette& palette,
                      bool enabled, const QString& text, QPalette::ColorRole role) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                            QPainter* painter, const QWidget* widget) const override;
    [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                                       SubControl subControl, const QWidget* widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option,
                                  const QWidget* widget) const override;
    /// Questions and messages show the marks of the theme.
    [[nodiscard]] QIcon standardIcon(StandardPixmap which, const QStyleOption* option,
                                     const QWidget* widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                                QStyleHintReturn* returnData) const override;

private:
    std::shared_ptr<const Theme> m_theme;
};

/// The palette of a theme; inactive selections use the token "well".
QPalette paletteFor(const Theme& theme);
/// Style sheet for buttons, fields, headers and tabs. Buttons support the dynamic properties
/// "primary", "destructive", "compact" and "flat" (bool); fields "error" (bool).
QString styleSheetFor(const Theme& theme);

} // namespace rocport
