#pragma once

#include "core/base/result.h"
#include "core/probe/probereport.h"

#include <QByteArray>

namespace rocport {

/// Adds a fact, or gives one of the same key its new value. An empty value adds nothing.
void putFact(ProbeReport& report, const QString& group, const QString& key, const QString& label,
             const QString& value, const QString& source);

/// What one output says, as facts and as the report's own fields (GPUs, ROCm, torch). Each returns
/// whether it knew the text. Where two tools speak of the same thing the first one that was read
/// stays, so rocminfo comes first.
bool takeRocminfo(ProbeReport& report, const QByteArray& text);
bool takeRocmSmiOutput(ProbeReport& report, const QByteArray& text);
bool takeAmdSmiOutput(ProbeReport& report, const QByteArray& text);
bool takeHipVersion(ProbeReport& report, const QByteArray& text, const QString& source);
bool takeNvidiaSmi(ProbeReport& report, const QByteArray& text);
/// `python -m torch.utils.collect_env`, also as vLLM extends it.
bool takeCollectEnv(ProbeReport& report, const QByteArray& text);
/// sysinfo.csv of rocprof-compute.
bool takeSysinfo(ProbeReport& report, const QByteArray& text);
/// A Python console in which torch was asked for its versions and devices.
bool takeTorchConsole(ProbeReport& report, const QByteArray& text);
/// Consoles and logs with the kernel's NUMA balancing, ROCm's version file, or RCCL's greeting.
bool takeConsole(ProbeReport& report, const QByteArray& text);

/// A report from outputs that were recorded elsewhere, such as those of a bug report; each is
/// recognised by what is in it. Those that are not known are checks of state Skipped. Findings are
/// not made. `outputs` are names and bytes.
ProbeReport reportOfRecordings(const QVector<QPair<QString, QByteArray>>& outputs);

/// "64.0 GiB"; empty for 0.
QString sizeText(qint64 bytes);

} // namespace rocport
