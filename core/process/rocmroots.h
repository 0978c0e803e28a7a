#pragma once

#include <QStringList>

namespace rocport {

/// Where ROCm may be installed on this machine, what the user chose first: ROCM_PATH and HIP_PATH
/// if they are absolute, then `opt`/rocm, `opt`/rocm/core and the releases beside them, the newest
/// first: `opt`/rocm/core-X.Y, as ROCm 7.13 and later have them, and `opt`/rocm-X.Y.Z. Whether
/// something is there is not looked at, but for the releases.
QStringList rocmRoots(const QString& opt = QStringLiteral("/opt"));

} // namespace rocport
