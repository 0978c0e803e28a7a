#pragma once

#include "core/base/words.h"

#include <QByteArray>

namespace rocport {

/// A line for finding its other version, in any language: without blanks at its ends and beside
/// signs, and one space between words. Blanks inside quotes stay as they are; so does everything
/// after a quote that is not closed, but for the blanks at the end. Lines of which this is equal
/// may still mean something else: isSameButBlanks() decides that.
QByteArray withoutBlanks(QByteArrayView line);
/// Whether withoutBlanks() of both is equal; makes neither.
bool isSameWithoutBlanks(QByteArrayView left, QByteArrayView right);

/// Whether two lines differ in nothing but blanks that mean nothing in `language`; also true of
/// equal ones. A carriage return at the end is a line end.
/// - C++, CUDA, HIP: the lines have the same tokens. A blank that comes or goes still counts after
///   the name of a `#define`, and between a word or number and a quote. In comments the width of
///   blanks does not count.
/// - elsewhere a blank never comes or goes inside a line; its width does not count outside quotes,
///   but does in YAML, whose plain text keeps it. Where quotes are not those of Python or JSON,
///   everything from the first quote, backslash or, in CMake, bracket on counts.
/// - leading blanks count where they may have a meaning: not in C++, CUDA, HIP, CMake, shell, TOML,
///   JSON, Dockerfile, Meson and requirement files. Blanks at the end count in makefiles, YAML and
///   Markdown, and everywhere after a backslash.
///
/// A single line does not tell whether it stands in a string of several lines.
bool isSameButBlanks(QByteArrayView left, QByteArrayView right, Language language);

/// Whether there is nothing but blanks in a line.
bool isBlankLine(QByteArrayView line);

/// Whether a blank line may come or go in `language`: not in Markdown and YAML, where it may end a
/// paragraph or be text, nor with a tab in a makefile, where it is a recipe.
bool isIdleLine(QByteArrayView line, Language language);

} // namespace rocport
