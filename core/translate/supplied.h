#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QSet>

#include <string_view>
#include <vector>

namespace rocport {

/// Text that stands for a CUDA header which HIP lacks in that release, without include lines for
/// other headers of this kind; empty where there is none (see generatedHeadersHold()).
QByteArray suppliedHeader(std::string_view cudaHeader, const Version& rocm);

/// The header of this kind that stands before the one given, since its text rests on it; empty:
/// none.
std::string_view suppliedBefore(std::string_view cudaHeader);

/// What ROCm installs that the text for the header needs besides the runtime; may be empty.
std::string_view installedFor(std::string_view cudaHeader);

/// The supplied headers among these and those that they rest on, each after what it needs; sorted
/// otherwise.
std::vector<QByteArray> suppliedAmong(const QSet<QByteArray>& headers, const Version& rocm);

/// A text of resources/compat, by its path there.
QByteArray compatText(std::string_view path);

} // namespace rocport
