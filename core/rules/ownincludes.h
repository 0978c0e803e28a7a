#pragma once

#include "core/base/finding.h"

#include <QByteArray>
#include <QSet>
#include <QStringList>

#include <string_view>
#include <vector>

namespace rocport {

/// Feature of a file, with the name of a file of the project that it includes behind.
inline constexpr QLatin1StringView kOwnInclude("own-include:");

/// Adds what says that a file includes another of the project, by the name of that file; nothing
/// for names without a suffix of C++.
void addOwnInclude(std::string_view header, QStringList& features);

/// Features of files: a header of the project includes HIP in an arm for AMD GPUs, and CUDA in none
/// that AMD sees; a file has such arms and includes no header of CUDA there.
inline constexpr QLatin1StringView kOwnAmdHeader("own-amd-header");
inline constexpr QLatin1StringView kOwnAmdArms("own-amd-arms");

/// The file names of such headers and of what includes them, at once or through other headers.
/// \a files are those of a project; null ones count for nothing. Linear in the includes.
QSet<QByteArray> includersOfAmd(const std::vector<const FileAnalysis*>& files);

} // namespace rocport
