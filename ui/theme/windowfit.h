#pragma once

class QBoxLayout;
class QDialog;
class QRect;
class QWidget;

namespace rocport {

/// Makes a window no larger than the available room, and moves it inside if it was placed before
/// (others go over their parent, or where the desktop puts them). If its content needs more even at
/// its smallest, it scrolls. Call before or while the window is shown. `room` is in screen pixels,
/// without the frame.
void fitWindow(QWidget& window, const QRect& room);
/// The same with the room on the window's screen without panels and frames.
void fitWindow(QWidget& window);
/// Opens a dialog over its parent; it is deleted when closed.
void openDialog(QDialog& dialog);

class ThemeProvider;

/// Keeps a column at least `pixels` grid pixels wide, scaled with the text; more if its content
/// needs more, which a minimum width on the widget itself would hide. Never below `least` pixels.
void keepWidth(QBoxLayout& column, ThemeProvider& provider, int pixels, int least = 0);
/// The same for a widget whose width does not depend on its content; never below `least` pixels,
/// whatever the text size.
void keepWidth(QWidget& widget, ThemeProvider& provider, int pixels, int least = 0);
/// Keeps a widget at least `pixels` grid pixels high, scaled with the text.
void keepHeight(QWidget& widget, ThemeProvider& provider, int pixels);

} // namespace rocport
