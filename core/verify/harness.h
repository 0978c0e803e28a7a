#pragma once

#include <QByteArray>
#include <QPair>
#include <QString>
#include <QVector>

namespace rocport {

/// Names of the files that a verification puts into its job's folder.
inline constexpr const char* kHarnessFile = "harness.pyz";
inline constexpr const char* kHarnessPlanFile = "plan.json";
inline constexpr const char* kHarnessBundleFile = "golden.zip";
/// The file that the harness appends to, below the folder of its results.
inline constexpr const char* kHarnessResults = "harness.jsonl";

/// The program that runs on a node (docs/verification-levels.md): one zip archive that `python3
/// harness.pyz` runs. Always the same bytes.
QByteArray harnessArchive();

/// A zip archive of files with these names ('/' between folders), stored without compression and
/// with one fixed date. Names are UTF-8; the total must be under 4 GiB.
QByteArray storedZip(const QVector<QPair<QString, QByteArray>>& files);

} // namespace rocport
