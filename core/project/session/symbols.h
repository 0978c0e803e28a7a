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

} // namespace rocport
