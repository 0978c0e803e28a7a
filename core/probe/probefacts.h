#pragma once

#include "core/base/result.h"
#include "core/probe/probereport.h"

#include <QByteArray>

namespace rocport {

/// Adds a fact, or replaces the value of one with the same key. An empty value adds nothing.
void putFact(ProbeReport& report, const QString& group, const QString& key, const QString& label,
             const QString& value, const QString& source);

/// Adds what one output says, as facts and to the report's own fields (GPUs, ROCm, torch). Each
/// returns whether it recognised the text. Where two tools report the same thing, the first one
/// that was read is kept, so rocminfo comes first.
bool takeRocminfo(ProbeReport& report, const QByteArray& text);
bool takeRocmSmiOutput(ProbeReport& report, const QByteArray& text);
bool takeAmdSmiOutput(ProbeReport& report, const QByteArray& text);
bool takeHipVersion(ProbeReport& report, const QByteArray& text, const QString& source);
bool takeNvidiaSmi(ProbeReport& report, const QByteArray& text);
/// `python -m torch.utils.collect_env`, also as vLLM extends it.
bool takeCollectEnv(ProbeReport& report, const QByteArray& text);
/// sysinfo.csv of rocprof-compute.
bool takeSysinfo(ProbeReport& report, const QByteArray& text);
/// A Python console in which torch was queried for its versions and devices.
bool takeTorchConsole(ProbeReport& report, const QByteArray& text);
/// Console output and logs with the kernel's NUMA balancing setting, ROCm's version file, or RCCL's
/// banner.
bool takeConsole(ProbeReport& report, const QByteArray& text);

/// A report from outputs that were recorded elsewhere, such as those of a bug report; each is
/// recognised by its content. Those that are not recognised become checks of state Skipped. No
/// findings are made. `outputs` holds names and bytes.
ProbeReport reportOfRecordings(const QVector<QPair<QString, QByteArray>>& outputs);

/// "64.0 GiB"; empty for 0.
QString sizeText(qint64 bytes);

} // namespace rocport
