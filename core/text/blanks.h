#pragma once

#include <QByteArray>

namespace rocport {

/// A line as far as its blanks do not matter: without those at its ends and beside signs, and one
/// space between words. Blanks inside quotes stay as they are; so does everything after a quote
/// that is not closed, but for the blanks at the end.
QByteArray withoutBlanks(QByteArrayView line);

/// Whether two lines differ in nothing but such blanks; also true of equal ones.
bool isSameButBlanks(QByteArrayView left, QByteArrayView right);

/// Whether there is nothing but blanks in a line.
bool isBlankLine(QByteArrayView line);

} // namespace rocport
