#pragma once

#include "core/base/finding.h"

#include <QByteArray>
#include <QSet>
#include <QStringList>

#include <string_view>
#include <vector>

namespace rocport {

/// Features of files: warps stay 32 lanes wide, as matrix fragments ask; a header that counts lanes
/// to 64, or is left to people since such files may include it.
inline constexpr QLatin1StringView kMatrixFragments("matrix-fragments");
inline constexpr QLatin1StringView kHeaderLanes64("header-lanes:64");
inline constexpr QLatin1StringView kHeaderLanesLeft("header-lanes:left");

/// Adds what says that a file includes a header of the project, by the header's file name; nothing
/// for names without a suffix of a header.
void addOwnInclude(std::string_view header, QStringList& features);

/// The file names of the headers that may serve warps of 32 lanes: files with matrix fragments, and
/// files that include such a file, include them, at once or through other headers. `files` are
/// those of a project; null ones count for nothing. Linear in the includes.
QSet<QByteArray> headersOfFragments(const std::vector<const FileAnalysis*>& files);

/// Features of files: a header of the project includes HIP in an arm for AMD GPUs, and CUDA in none
/// that AMD sees; a file has such arms and includes no header of CUDA there.
inline constexpr QLatin1StringView kOwnAmdHeader("own-amd-header");
inline constexpr QLatin1StringView kOwnAmdArms("own-amd-arms");

/// The file names of what includes such a header, at once or through other headers. Linear in the
/// includes.
QSet<QByteArray> includersOfAmd(const std::vector<const FileAnalysis*>& files);

} // namespace rocport
