#pragma once

#include "core/base/cancel.h"
#include "core/base/words.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

enum class SymbolKind : quint8 { Function, Kernel, Class, Macro };

/// A name that a file defines.
struct SourceSymbol
{
    SymbolKind kind = SymbolKind::Function;
    QByteArray name; ///< as written; for a method and the like: "Reader::next"
    int line = 0;    ///< 1-based, of the name
    int start = 0;   ///< byte of the name's last part in that line
    int length = 0;  ///< its bytes
    friend bool operator==(const SourceSymbol&, const SourceSymbol&) = default;
};

/// Whether symbols of that language are known: C, C++, CUDA, HIP and Python.
bool hasSymbols(Language language);

/// Functions, kernels, classes (also structs, unions and enumerations) and macros that `text`
/// (UTF-8) defines, in the order of their lines, at most `limit`. C and C++ by their tokens:
/// definitions at file, namespace and class level; in arms of #if each one counts. Python by its
/// syntax tree, including nested ones. Linear. Incomplete when cancelled.
QVector<SourceSymbol> symbolsOf(Language language, const QByteArray& text, qsizetype limit,
                                const CancelToken& cancel);

/// A name with the lines that its definition takes.
struct SourceScope
{
    SourceSymbol symbol;
    int lastLine = 0; ///< 1-based, inclusive; at least the symbol's own
    int parent = -1;  ///< index of the scope around it; -1: none
    friend bool operator==(const SourceScope&, const SourceScope&) = default;
};

/// Whether scopes of that language are known: those with symbols, and CMake.
bool hasScopes(Language language);

/// The functions, kernels and classes of `text` (UTF-8) that have a body, in the order of their
/// lines, as symbolsOf() finds them; of CMake its functions and macros. At most 20,000. Linear.
/// Incomplete when cancelled.
QVector<SourceScope> scopesOf(Language language, const QByteArray& text, const CancelToken& cancel);

/// The innermost scope that holds a line and whose name stands on an earlier one: index into
/// `scopes`; -1: none.
int scopeAround(const QVector<SourceScope>& scopes, int line);

} // namespace rocport
