#pragma once

// What keeps text that is not ours from acting in the window. Texts of a repository, a node or a
// rule pack are plain wherever they are shown; the few places with markup of our own take such text
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

/// Text as a part of our own markup: nothing in it is a tag, hidden characters are escaped.
QString markupOf(const QString& text);
/// Text of rules as markup of ours: what stands between backquotes is code, everything else is
/// text.
QString codeMarkup(const Theme& theme, const QString& text);
/// Text on a button or in a menu, where a lone '&' would become a mnemonic.
QString withoutMnemonic(const QString& text);
/// Text in a window's title, where Qt takes "[*]" for the mark of unsaved changes.
QString titleText(const QString& text);
/// Text of a tip: hidden characters escaped, long lines wrapped, at most 2,000 characters.
QString tipText(const QString& text);

/// `text` on one line, shortened to `width` pixels, with hidden characters escaped: for what a
/// delegate paints.
QString elidedLine(const QFontMetrics& metrics, const QString& text, Qt::TextElideMode mode,
                   int width);

/// Shows a tip at a place of the screen, as plain text. An empty text hides it.
void showTip(const QPoint& globalPos, const QString& text, QWidget* widget, const QRect& rect = {});
void hideTip();

/// A question with plain texts; the caller adds buttons and opens it.
QMessageBox* questionBox(const QString& title, const QString& text, QWidget* parent);

/// Opens a page of the web; other addresses are left alone. For links that the user clicked.
void openWebPage(const QUrl& address);
/// Shows a folder in the desktop's file manager; false where there is no such folder or no file
/// manager. Never opens a file.
bool openFolder(const QString& folder);

/// For the whole program, installed with the first ThemeProvider: a label that would guess from its
/// text whether that is rich text takes it as plain text (Qt's own too: those of tips and message
/// boxes), and the tips of widgets, of items and of headers are shown by showTip().
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
