#pragma once

class QBoxLayout;
class QDialog;
class QRect;
class QWidget;

namespace rocport {

/// Makes a window no larger than the room there is, and puts it inside of it where it was placed
/// before (others go over their parent, or where the desktop wants them). Where its content
/// needs more even at its smallest, that scrolls. Call before the window is shown, or while it is.
/// `room` in pixels of the screen, without what the frame takes.
void fitWindow(QWidget& window, const QRect& room);
/// The same with what the window's screen has beside panels and frames.
void fitWindow(QWidget& window);
/// Opens a dialog over its parent; it is gone once it is closed.
void openDialog(QDialog& dialog);

class ThemeProvider;

/// Keeps a column at least `pixels` of the grid wide, grown with the text; more where its content
/// needs more, which a minimum width of the widget itself would hide. Never below `least` pixels.
void keepWidth(QBoxLayout& column, ThemeProvider& provider, int pixels, int least = 0);
/// The same for a widget whose width does not follow from what it holds; never below `least`
/// pixels, whatever the size of text.
void keepWidth(QWidget& widget, ThemeProvider& provider, int pixels, int least = 0);
/// Keeps a widget at least `pixels` of the grid high, grown with the text.
void keepHeight(QWidget& widget, ThemeProvider& provider, int pixels);

} // namespace rocport
