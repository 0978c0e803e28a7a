#pragma once

// Keeps foreign text from having any effect in the window. Texts from a repository, a node or a
// rule pack are plain wherever they are shown; the few places with markup of our own pass such text
// through markupOf().

#include <QObject>
#include <QRect>
#include <QString>

class QFontMetrics;
class QMessageBox;
class QPoint;
class QUrl;
class QWidget;

namespace rocport {

struct Theme;

/// Text for use in our own markup: nothing in it is a tag, and hidden characters are escaped.
QString markupOf(const QString& text);
/// Text of rules as our own markup: what is between backquotes is code, everything else is text.
QString codeMarkup(const Theme& theme, const QString& text);
/// Text for a button or a menu, where a single '&' would mark a mnemonic.
QString withoutMnemonic(const QString& text);
/// Text for a window's title, where Qt takes "[*]" for the mark of unsaved changes.
QString titleText(const QString& text);
/// Text for a tool tip: hidden characters escaped, long lines wrapped, at most 2,000 characters.
QString tipText(const QString& text);

/// `text` on one line, shortened to `width` pixels, with hidden characters escaped, for delegates
/// to paint.
QString elidedLine(const QFontMetrics& metrics, const QString& text, Qt::TextElideMode mode,
                   int width);

/// Shows a tool tip at a place on the screen, as plain text. An empty text hides it.
void showTip(const QPoint& globalPos, const QString& text, QWidget* widget, const QRect& rect = {});
void hideTip();

/// A message box with plain texts; the caller adds buttons and opens it.
QMessageBox* questionBox(const QString& title, const QString& text, QWidget* parent);

/// Opens a web page; other addresses are ignored. For links that the user clicked.
void openWebPage(const QUrl& address);
/// Shows a folder in the desktop's file manager; false if there is no such folder or no file
/// manager. Never opens a file.
bool openFolder(const QString& folder);

/// For the whole program, installed with the first ThemeProvider: labels that would guess from
/// their text whether it is rich text treat it as plain text (including Qt's own in tool tips and
/// message boxes), and the tool tips of widgets, items and headers are shown by showTip().
class PlainTextGuard : public QObject
{
    Q_OBJECT

public:
    /// Installs one on the application unless there is one.
    static void install();
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    explicit PlainTextGuard(QObject* parent) : QObject(parent) {}
};

} // namespace rocport
