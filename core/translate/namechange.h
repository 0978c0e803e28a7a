#pragma once

#include "core/base/finding.h"
#include "core/text/worddiff.h"

#include <string_view>

namespace rocport {

/// Whether the tables of resources/facts have `hip` for the CUDA name `cuda`, under any options and
/// for any release; also of headers as written in an include, and of CUB's namespace.
bool isNameByTable(std::string_view cuda, std::string_view hip);

/// Names of a line that stand, by the tables, in the place of those of another: whole names, of an
/// include the header without its brackets, in the order of the line. `words` is diffWords() of the
/// same lines.
QVector<WordPair> namesByTable(QByteArrayView left, QByteArrayView right, const WordDiff& words);

/// Whether two lines differ in nothing but such names, and do differ.
bool onlyNamesDiffer(QByteArrayView left, QByteArrayView right);

/// The same of two texts of any number of lines: equally many, line by line. False when they are
/// the same.
bool onlyNamesChange(QByteArrayView before, QByteArrayView after);

/// The same of a hunk: of the lines of `original`, the bytes that its edits were made for, and what
/// the edits make of them. False of lines that are added or removed, and where an edit does not
/// fit the text, or spans more than 16 KiB.
bool onlyNamesChange(QByteArrayView original, const QVector<TextEdit>& edits);

} // namespace rocport
