#pragma once

#include <QString>

namespace rocport {

/// A message of a compiler, linker, CMake, make or ninja about the sources, on one line.
struct CompilerLine
{
    enum class Kind : quint8 { Error, Warning, Note };
    Kind kind = Kind::Error;
    bool fatal = false;
    QString path; ///< as written; empty: about the command as a whole
    int line = 0; ///< 1-based; 0: none
    int column = 0;
    QString tool; ///< "clang++", "ld.lld", "ninja", where the line names it; else empty
    QString text; ///< without "error: "; at most 2000 characters
};

/// Reads what clang, gcc and nvcc print: "path:line:column: error: text", "path(line): error: text"
/// and "tool: error: text". False: some other line.
bool parseCompilerLine(const QString& line, CompilerLine& result);

} // namespace rocport
