#pragma once

#include "core/verify/gateplan.h"
#include "core/verify/neutralnames.h"

namespace rocport {

/// What compiling one unit gave.
struct CompiledUnit
{
    bool succeeded = false;
    bool timedOut = false;
    bool crashed = false;
    QByteArray output;
    QString command;
    QString refused; ///< why it was not run; empty: it was
    qint64 elapsedMs = 0;
};

/// Results per file, from what the compiler said about each unit of `plan` (same order): units, and
/// the headers of the port, which stand as the files that include them say. `folder`: where the
/// tree was written; `names`: what its files are called there.
QVector<GateFile> judge(const GatePlan& plan, const QVector<CompiledUnit>& compiled,
                        const QString& folder, const NeutralNames& names);

} // namespace rocport
