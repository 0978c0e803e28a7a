#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

namespace rocport {

/// A GPU (or a partition of one) as rocm-smi or amd-smi reports it. What an output does not say is
/// empty or 0.
struct SmiGpu
{
    int index = -1;
    QString name;         ///< "AMD Instinct MI300X OAM"
    QString architecture; ///< "gfx942"
    QString deviceId;     ///< "0x74a1", lower case
    qint64 memoryBytes = 0;
    qint64 memoryUsedBytes = 0;
    QString computePartition; ///< "SPX"
    QString memoryPartition;  ///< "NPS1"
    int computeUnits = 0;
    QString driver;
    /// All values by their names in lower case; names in nested blocks are joined with '.'.
    QMap<QString, QString> values;
};

/// "196592 MB", "64.3 GB", "34342961152" (bytes), "65520 MiB" in bytes; 0: not a size. Units are
/// powers of 1024, as in these tools.
qint64 smiBytes(const QString& text);

} // namespace rocport
