#pragma once

#include "core/base/finding.h"

#include <QByteArray>
#include <QHash>
#include <QSet>
#include <QStringList>

#include <string_view>
#include <vector>

namespace rocport {

/// Feature of a file, with the name of a file of the project that it includes behind.
inline constexpr QLatin1StringView kOwnInclude("own-include:");

/// Adds what says that a file includes another that may be the project's, by the name of that file;
/// nothing for names without a suffix of C++.
void addOwnInclude(std::string_view header, QStringList& features);

/// Features of files: a header of the project includes HIP in an arm for AMD GPUs, and CUDA in none
/// that AMD sees; a file has such arms and includes no header of CUDA there.
inline constexpr QLatin1StringView kOwnAmdHeader("own-amd-header");
inline constexpr QLatin1StringView kOwnAmdArms("own-amd-arms");
/// The same of a file that was told that it includes such a header.
inline constexpr QLatin1StringView kOwnAmdArmsReached("own-amd-arms:reached");

/// The file names of what has a feature.
QSet<QByteArray> namesWith(const std::vector<const FileAnalysis*>& files,
                           QLatin1StringView feature);
/// By the file name of what is included, the names of the files that include it at once.
QHash<QByteArray, QVector<QByteArray>>
includersByName(const std::vector<const FileAnalysis*>& files);
/// Names with those of all that includes their files, at once or through others.
QSet<QByteArray> withIncluders(const QHash<QByteArray, QVector<QByteArray>>& includers,
                               const QSet<QByteArray>& names);

/// The file names of such headers and of what includes them, at once or through other headers.
/// \a files are those of a project; null ones count for nothing. Linear in the includes.
QSet<QByteArray> includersOfAmd(const std::vector<const FileAnalysis*>& files);

} // namespace rocport
