#pragma once

#include "core/base/finding.h"

#include <QByteArray>
#include <QHash>
#include <QSet>

#include <string_view>
#include <vector>

namespace rocport {

/// Adds what says that a file includes another that may be the project's, by the name of that file;
/// nothing for names without a suffix of C++.
void addOwnInclude(std::string_view header, FileFeatures& features);

/// The file names of what has a feature.
QSet<QByteArray> namesWith(const std::vector<const FileAnalysis*>& files, FeatureKind feature);
/// By the file name of what is included, the names of the files that include it at once.
QHash<QByteArray, QVector<QByteArray>>
includersByName(const std::vector<const FileAnalysis*>& files);
/// Names with those of all that includes their files, at once or through others.
QSet<QByteArray> withIncluders(const QHash<QByteArray, QVector<QByteArray>>& includers,
                               const QSet<QByteArray>& names);

/// The file names of headers that include HIP in an arm for AMD GPUs (FeatureKind::OwnAmdHeader)
/// and of what includes them, at once or through other headers.
/// \a files are those of a project; null ones count for nothing. Linear in the includes.
QSet<QByteArray> includersOfAmd(const std::vector<const FileAnalysis*>& files);

} // namespace rocport
