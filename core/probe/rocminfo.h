#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport {

/// One agent of rocminfo: a processor, a GPU (or one die or partition of it), or an NPU.
struct RocmAgent
{
    QString name;          ///< "gfx942"; for a CPU, the name that the system gives it
    QString marketingName; ///< "AMD Instinct MI300X"
    QString vendor;
    QString deviceType;  ///< "CPU", "GPU", "DSP"; empty: the output ended before it
    QString uuid;        ///< empty: not given (WSL)
    QStringList targets; ///< LLVM targets with features: "gfx942:sramecc+:xnack-"
    int node = -1;
    int computeUnits = 0;
    int wavefrontSize = 0;
    qint64 memoryBytes = 0; ///< the largest pool
    QString chipId;         ///< "0x74a1"

    [[nodiscard]] bool isGpu() const;
    /// "sramecc+:xnack-", from the first target that is not generic; empty: none.
    [[nodiscard]] QString features() const;
};

/// What rocminfo printed (ROCm 3.8 to 7.14).
struct RocmInfo
{
    bool moduleLoaded = false; ///< "ROCk module is loaded"
    QString driverVersion;     ///< "6.16.6"; empty: not given
    bool wsl = false;
    bool noDevice = false; ///< /dev/kfd could not be opened
    QString failure;       ///< the failed call and its message; empty: none
    QString runtimeVersion;
    QVector<RocmAgent> agents;

    [[nodiscard]] QVector<RocmAgent> gpus() const;
};

/// Errors: ParseFailed if no line of rocminfo is among the bytes. A truncated listing gives what it
/// has.
Result<RocmInfo> parseRocminfo(const QByteArray& text);

/// "gfx942" from "amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-"; "gfx9-4-generic" is kept whole.
/// Empty: not a target.
QString architectureOf(const QString& target);
/// "gfx9-4-generic", "gfx11-generic": code for a family, not the name of a GPU.
bool isGenericTarget(const QString& architecture);

/// The text without terminal colours (escape sequences, also spelled "^[[37m" as on web pages) and
/// carriage returns.
QByteArray withoutColours(const QByteArray& text);

} // namespace rocport
