#pragma once

#include "core/joblog/ansi.h"
#include "ui/theme/theme.h"

namespace rocport {

/// Colour of text in a log: named colours are the theme's; others are shifted toward the text
/// colour until they are readable.
QColor logTextColour(const Theme& theme, const AnsiStyle& style);
/// Colour behind text; invalid: none.
QColor logBackColour(const Theme& theme, const AnsiStyle& style);
/// Contrast of two colours (WCAG 2.1): 1 to 21.
qreal contrastOf(const QColor& a, const QColor& b);

} // namespace rocport
