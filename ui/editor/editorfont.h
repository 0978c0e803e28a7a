#pragma once

#include <QFont>

class QWidget;

namespace rocport {

/// `font` as the editors need it: sized in points for \a widget's screen (Scintilla knows no
/// pixels), and of a family without ligatures. Scintilla makes its own fonts, which Qt 6.4 cannot
/// be told to draw unshaped, so a copy of the family without its substitution table is registered
/// in the program, once for each family. If that fails, the font keeps its family.
QFont editorFont(const QFont& font, const QWidget& widget);

} // namespace rocport
