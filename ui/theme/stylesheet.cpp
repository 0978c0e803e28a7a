#include "ui/theme/rocportstyle.h"

namespace rocport {

namespace {

// @name is a colour token, #N# a number of pixels that grows with the text, ~ is light or dark.
// Fields have no "color" here: with one, Qt 6.4 paints placeholders in it, half transparent. They
// take the palette's.
const char* const kSheet = R"(
QPushButton, QToolButton[button="true"] {
  background: @base; color: @text; border: 1px solid @border; border-radius: 4px;
  padding: 0px #11#px; min-height: #26#px; font-weight: 500; outline: none; }
QPushButton:hover, QToolButton[button="true"]:hover { background: @hover; }
QPushButton:pressed, QToolButton[button="true"]:pressed, QPushButton:checked { background: @well; }
QPushButton:focus, QToolButton[button="true"]:focus { border: 2px solid @accent; padding: 0px #10#px; min-height: #24#px; }
QPushButton:disabled, QToolButton[button="true"]:disabled { background: @window; color: @disabled; border-color: @border; }
QPushButton::menu-indicator, QToolButton::menu-indicator { image: none; width: 0px; }
QPushButton[compact="true"], QToolButton[compact="true"] { min-height: #22#px; padding: 0px #8#px; }
QPushButton[compact="true"]:focus, QToolButton[compact="true"]:focus { min-height: #20#px; padding: 0px #7#px; }
QPushButton[primary="true"] { background: @accent; color: @onAccent; border-color: @accent; }
QPushButton[primary="true"]:hover { background: @accentHover; border-color: @accentHover; }
QPushButton[primary="true"]:pressed { background: @accentHover; border-color: @accentHover; }
QPushButton[primary="true"]:focus { background: @accent; border: 2px solid @accent; }
QPushButton[primary="true"]:disabled { background: @window; color: @disabled; border-color: @border; }
QPushButton[destructive="true"] { color: @crit; }
QPushButton[destructive="true"]:disabled { color: @disabled; }
QPushButton[chevron="true"] { padding-right: #28#px; }
QPushButton[chevron="true"]:focus { padding-right: #27#px; }
QPushButton[flat="true"], QToolButton[flat="true"] { background: transparent; border-color: transparent; padding: 0px #6#px; }
QPushButton[flat="true"]:hover, QToolButton[flat="true"]:hover { background: @hover; }
QPushButton[flat="true"]:focus, QToolButton[flat="true"]:focus { border: 2px solid @accent; padding: 0px #5#px; }
QPushButton[flat="true"]:disabled { background: transparent; border-color: transparent; }
QPushButton[flat="true"][chevron="true"] { padding-right: #26#px; }
QPushButton[flat="true"][chevron="true"]:focus { padding-right: #25#px; }
QPushButton[strong="true"] { font-weight: 600; }
QPushButton[link="true"] { background: transparent; border-color: transparent; color: @accent; padding: 0px 2px; font-weight: 400; }
QPushButton[link="true"]:hover { color: @accentHover; }
QPushButton[link="true"]:focus { border: 2px solid @accent; padding: 0px 1px; }

QLineEdit, QPlainTextEdit[field="true"], QTextEdit[field="true"], QComboBox, QSpinBox {
  background: @base; border: 1px solid @control; border-radius: 4px;
  selection-background-color: @selected; selection-color: @text; outline: none; }
QLineEdit, QComboBox, QSpinBox { padding: 0px #7#px; min-height: #26#px; }
QLineEdit:focus, QComboBox:focus, QSpinBox:focus { border: 2px solid @accent; padding: 0px #6#px; min-height: #24#px; }
QPlainTextEdit[field="true"], QTextEdit[field="true"] { padding: #3#px #4#px; }
QPlainTextEdit[field="true"]:focus, QTextEdit[field="true"]:focus { border: 2px solid @accent; padding: #2#px #3#px; }
QLineEdit:disabled, QComboBox:disabled, QPlainTextEdit[field="true"]:disabled, QTextEdit[field="true"]:disabled, QSpinBox:disabled {
  background: @window; border-color: @border; }
QLineEdit[error="true"], QComboBox[error="true"], QPlainTextEdit[error="true"] { border: 1px solid @crit; }
QLineEdit[error="true"]:focus { border: 2px solid @crit; }
QLineEdit[bare="true"], QLineEdit[bare="true"]:focus { border: none; background: transparent; padding: 0px; }
QComboBox::drop-down { border: none; width: #24#px; }
QComboBox::down-arrow { image: url(:/rocport/theme/chevron-~.svg); width: #16#px; height: #16#px; }
QComboBox QAbstractItemView { background: @base; border: 1px solid @border; outline: none;
  selection-background-color: @selected; selection-color: @text; }

QHeaderView { background: @alt; border: none; }
QHeaderView::section { background: @alt; color: @text2; border: none; border-bottom: 1px solid @border;
  padding: 0px #12#px; min-height: #24#px; font-size: #11#px; }

QTabBar { background: transparent; border: none; }
QTabBar::tab { background: transparent; color: @text2; border: none; border-bottom: 2px solid transparent;
  padding: 0px #12#px; font-weight: 500; }
QTabBar[areas="true"]::tab { min-height: #41#px; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:disabled { color: @disabled; }

QToolTip { background: @base; color: @text; border: 1px solid @control; padding: 4px; }
QMenu { background: @base; color: @text; border: 1px solid @border; padding: 4px 0px; }
QMenu::item { padding: #4#px #24#px #4#px #12#px; }
QMenu::item:selected { background: @selected; }
QMenu::item:disabled { color: @disabled; }
QMenu::separator { height: 1px; background: @border; margin: 4px 0px; }
)";

} // namespace

QString styleSheetFor(const Theme& theme)
{
    const QString source = QString::fromLatin1(kSheet);
    QString out;
    out.reserve(source.size() + 2000);
    qsizetype at = 0;
    while (at < source.size()) {
        const QChar c = source.at(at);
        if (c == QLatin1Char('@')) {
            qsizetype end = at + 1;
            while (end < source.size() && source.at(end).isLetterOrNumber()) {
                ++end;
            }
            const QStringView name = QStringView(source).mid(at + 1, end - at - 1);
            for (const ThemeToken& token : Theme::tokens()) {
                if (name == QLatin1StringView(token.name)) {
                    out += (theme.*token.member).name();
                }
            }
            at = end;
        } else if (c == QLatin1Char('#')) {
            const qsizetype end = source.indexOf(QLatin1Char('#'), at + 1);
            out += QString::number(
                theme.scaled(QStringView(source).mid(at + 1, end - at - 1).toInt()));
            at = end + 1;
        } else if (c == QLatin1Char('~')) {
            out += theme.dark ? QStringLiteral("dark") : QStringLiteral("light");
            ++at;
        } else {
            out += c;
            ++at;
        }
    }
    return out;
}

} // namespace rocport
