#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>
#include <QStringView>

namespace rocport {

/// Whether a character shows nothing itself but affects the text around it, or the terminal: the
/// controls C0, DEL and C1, line and paragraph separators, bidirectional controls (UAX #9),
/// zero-width characters, tags and variation selectors, unpaired surrogates. Tab and line feed
/// count; spaces do not. By Default_Ignorable_Code_Point and the categories Cc, Zl, Zp and Cs of
/// Unicode 15.
bool isHiddenCharacter(char32_t c);

/// Whether it is a bidirectional control: U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to
/// U+2069.
bool isBidiControl(char32_t c);

/// The character spelled with letters: "\n", "\x1b", "\u202e", "\U000e0041".
QString escapedCharacter(char32_t c);

/// The short name from UAX #9 and the like, with the code point: "RLO U+202E"; the code point alone
/// where there is no short name.
QString characterName(char32_t c);

/// `text` for one line of a terminal or the window: every hidden character as escapedCharacter(). A
/// variation selector right after a character beyond Latin-1 stays, since it belongs to that
/// character. Text without hidden characters is returned as it is.
QString visibleLine(const QString& text);
/// The same for text of several lines: line feeds, tabs, and carriage returns before a line feed
/// are kept.
QString visibleText(const QString& text);

/// The same for text whose reader interprets C0, DEL and C1 itself, like a job's log: these are
/// kept.
QString visibleMarks(const QString& text);

/// visibleLine() of UTF-8. When `bytes` are not UTF-8, each byte that is not printable ASCII
/// becomes "\xNN".
QString visibleName(QByteArrayView bytes);
/// visibleText() of UTF-8, byte for byte the same where nothing is hidden; bytes that are not UTF-8
/// become "\xNN".
QByteArray visibleBytes(const QByteArray& bytes);

/// A JSON document with every hidden character beyond ASCII as \uNNNN, which JSON parsers read as
/// the same character. `json` is valid UTF-8; in valid JSON such characters occur in strings only.
QByteArray visibleJson(const QByteArray& json);

} // namespace rocport
