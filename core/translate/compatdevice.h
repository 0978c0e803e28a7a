#pragma once

#include "core/base/words.h"

#include <QByteArray>

#include <set>
#include <string_view>

namespace rocport {

/// Whether generated headers hold this device function themselves, since that ROCm has none, or one
/// for other types only.
bool isSuppliedDevice(std::string_view cudaName, const Version& rocm);

/// The functions of that kind that are in use, for HIP's compiler; empty where there are none.
QByteArray suppliedDevice(const std::set<QByteArray>& names);

} // namespace rocport
