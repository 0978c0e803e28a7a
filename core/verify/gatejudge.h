#pragma once

#include "core/verify/gateplan.h"
#include "core/verify/neutralnames.h"

namespace rocport {

/// The outcome of compiling one unit.
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

/// Results per file, from what the compiler said about each unit of `plan` (in the same order): for
/// units, and for headers of the port, whose result comes from the files that include them.
/// `folder`: where the tree was written; `names`: the names of its files there.
QVector<GateFile> judge(const GatePlan& plan, const QVector<CompiledUnit>& compiled,
                        const QString& folder, const NeutralNames& names);

} // namespace rocport
