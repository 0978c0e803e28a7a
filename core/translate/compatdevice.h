#pragma once

#include "core/base/words.h"

#include <QByteArray>

#include <set>
#include <string_view>

namespace rocport {

/// Whether generated headers hold this device function themselves, since that ROCm has none, or one
/// for other types only.
bool isSuppliedDevice(std::string_view cudaName, const Version& rocm);

/// Stands among the names in use for PTX's cp.async, whose replacement calls
/// rocportCopyToShared<bytes>(offset, from).
inline constexpr std::string_view kSuppliedCopy = "cp.async";

/// Whether the tables of names do not know such a function, so that its uses are looked for apart.
bool isBeyondTables(std::string_view cudaName);

/// The functions of that kind that are in use, for HIP's compiler; empty where there are none.
QByteArray suppliedDevice(const std::set<QByteArray>& names);

} // namespace rocport
