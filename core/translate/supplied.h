#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QSet>

#include <string_view>
#include <vector>

namespace rocport {

/// The text that replaces a CUDA header that HIP lacks in that release, without include lines for
/// other headers of this kind; empty if there is none (see generatedHeadersHold()).
QByteArray suppliedHeader(std::string_view cudaHeader, const Version& rocm);

/// The header of this kind that comes before the given one, since its text depends on it; empty:
/// none.
std::string_view suppliedBefore(std::string_view cudaHeader);

/// The installed ROCm header that the text for the header needs besides the runtime; may be empty.
std::string_view installedFor(std::string_view cudaHeader);

/// The supplied headers among these and those that they depend on, each after what it needs;
/// otherwise sorted.
std::vector<QByteArray> suppliedAmong(const QSet<QByteArray>& headers, const Version& rocm);

/// A text of resources/compat, by its path there.
QByteArray compatText(std::string_view path);

} // namespace rocport
