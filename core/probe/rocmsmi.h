#pragma once

#include "core/base/result.h"
#include "core/probe/smigpu.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

/// What rocm-smi printed: the table without arguments in its three layouts, lines of -a and
/// --show…, or JSON; ROCm 5.7 to 6.4.
struct RocmSmi
{
    QString driverVersion;
    QVector<SmiGpu> gpus; ///< by index, ascending
    QStringList errors;   ///< lines that begin with ERROR
};

/// Errors: ParseFailed if the bytes hold no rocm-smi output.
Result<RocmSmi> parseRocmSmi(const QByteArray& text);

} // namespace rocport
