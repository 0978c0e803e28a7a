#pragma once

#include "core/base/result.h"
#include "core/probe/smigpu.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

/// A process on a GPU, as amd-smi lists it.
struct AmdSmiProcess
{
    int gpu = -1;
    QString name;
    qint64 processId = 0;
    qint64 memoryBytes = 0; ///< of the GPU
};

/// What amd-smi printed for version, list, static, metric, partition, monitor, process or topology,
/// as indented text, JSON (a list, the `gpu_data` wrapper, one block), table or CSV; amd-smi 24.5
/// to 26.5, and the tool of the virtualization host driver.
struct AmdSmi
{
    QString toolVersion, libraryVersion;
    QString rocmVersion; ///< empty: "N/A" or not given
    QString driverVersion;
    QVector<SmiGpu> gpus; ///< in the order of the output
    QVector<AmdSmiProcess> processes;
    QStringList buses; ///< of topology
    int cpuCount = 0;  ///< "CPU: 0" blocks of an APU
};

/// Errors: ParseFailed if the bytes hold no amd-smi output.
Result<AmdSmi> parseAmdSmi(const QByteArray& text);

} // namespace rocport
