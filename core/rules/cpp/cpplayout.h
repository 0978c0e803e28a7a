#pragma once

#include "core/rules/python/projectstyle.h"

#include <QByteArray>

namespace rocport {

/// `ported`, whole lines of C++ that replace the lines `original`, within the line length that the
/// project's .clang-format sets: a statement with a line that is too long and is not one of the
/// original's is broken again where clang-format 14 breaks it, and the backslashes of macros are
/// aligned again. Only blanks and line ends between tokens change. Statements with comments, braces
/// within or more than 400 tokens stay as they are, as do directives in one line. Linear except for
/// the search in each such statement, which is bounded.
QByteArray layOutCpp(const QByteArray& original, const QByteArray& ported, const CppStyle& style);

} // namespace rocport
