#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace rocport {

/// Writes to `file`, or to standard output when it is empty or "-". Returns an exit code.
int writeOutput(const QByteArray& bytes, const QString& file);
/// One line on standard error: what, where and what to do. Returns kExitError.
int reportError(const Error& error);
/// One line on standard error, with a hint at --help. Returns kExitUsage.
int reportUsage(const QString& message);
/// One line on standard error for things worth knowing that are no errors.
void note(const QString& message);
void printText(const QString& text);
/// Call last: `code`, or kExitError with one line where standard output could not be written.
int finishOutput(int code);

} // namespace rocport
