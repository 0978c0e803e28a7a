#pragma once

#include "core/rules/python/projectstyle.h"

#include <QByteArray>

namespace rocport {

/// `ported`, whole lines of C++ that stand for the lines `original`, within the length that the
/// project's .clang-format sets: a statement that has a line which is too long, and which is none
/// of the original's, is broken anew where clang-format 14 breaks it, and the backslashes of macros
/// stand in one column again. Only blanks and line ends between tokens change. Statements with
/// comments, braces within or more than 400 tokens stay as they are, as do directives in one line.
/// Linear but for the search in each such statement, which is bounded.
QByteArray layOutCpp(const QByteArray& original, const QByteArray& ported, const CppStyle& style);

} // namespace rocport
