#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport {

/// A place in a file as a compiler reports it.
struct CompilerPlace
{
    QString path; ///< as written; empty: none
    int line = 0; ///< 1-based
    int column = 0;
};

/// One message of a compiler.
struct CompilerMessage
{
    enum class Kind : quint8 { Error, Warning, Note };
    Kind kind = Kind::Error;
    bool fatal = false;
    CompilerPlace place; ///< path empty: about the command as a whole
    QString text;        ///< without "error: " and without the option in brackets at its end
    /// "In file included from": the including places, nearest first.
    QVector<CompilerPlace> includedFrom;
    /// Notes that belong to it, in order ("expanded from macro", "requested here").
    QVector<CompilerMessage> notes;
};

/// Reads what clang, gcc and nvcc print (any bytes; other lines are skipped). Messages that are
/// repeated because host and device code are compiled separately are returned once. At most `limit`
/// messages.
QVector<CompilerMessage> parseCompilerOutput(const QByteArray& output, int limit = 500);

/// The header of "'x.h' file not found" (clang) or "x.h: No such file or directory" (gcc, nvcc);
/// else empty.
QString missingHeader(const CompilerMessage& message);

} // namespace rocport
