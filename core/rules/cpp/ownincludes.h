#pragma once

#include "core/base/finding.h"

#include <QByteArray>
#include <QHash>
#include <QSet>

#include <string_view>
#include <vector>

namespace rocport {

/// Records that a file includes another that may be the project's, by the name of that file;
/// nothing for names without a C++ suffix.
void addOwnInclude(std::string_view header, FileFeatures& features);

/// The names of files that have a feature.
QSet<QByteArray> namesWith(const std::vector<const FileAnalysis*>& files, FeatureKind feature);
/// For each included file name, the names of the files that include it directly.
QHash<QByteArray, QVector<QByteArray>>
includersByName(const std::vector<const FileAnalysis*>& files);
/// The names, and those of all files that include them, directly or through others.
QSet<QByteArray> withIncluders(const QHash<QByteArray, QVector<QByteArray>>& includers,
                               const QSet<QByteArray>& names);

/// The file names of headers that include HIP in an arm for AMD GPUs (FeatureKind::OwnAmdHeader)
/// and of files that include them, directly or through other headers. \a files are those of a
/// project; null ones are ignored. Linear in the includes.
QSet<QByteArray> includersOfAmd(const std::vector<const FileAnalysis*>& files);

} // namespace rocport
