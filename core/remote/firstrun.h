#pragma once

#include <QString>
#include <QVector>

#include <chrono>
#include <optional>

namespace rocport {

/// What is known about a component that compiles or tunes when it is first used on a ROCm node, and
/// reads a cache afterwards. The figures are from porting work on MI300 nodes; zero: not known.
struct FirstRun
{
    QString component;                      ///< "torch.compile"
    QString title;                          ///< "torch.compile"
    std::chrono::seconds least{0}, most{0}; ///< with an empty cache
    QString cache;                          ///< what makes it quick the next time
};
const QVector<FirstRun>& firstRuns();
std::optional<FirstRun> firstRunOf(const QString& component);

/// How long a stage is likely to take.
struct ExpectedTime
{
    std::chrono::seconds least{0}, most{0}; ///< both zero: not known
    int samples = 0;                        ///< how many runs of this project it is based on; 0:
                                            ///  the table
    QString sentence;                       ///< empty: nothing to report
};
/// From durations of the same stage in this project, newest first, else from the table.
ExpectedTime expectedFrom(const QVector<std::chrono::milliseconds>& durations,
                          const QString& component, bool coldCaches);

} // namespace rocport
