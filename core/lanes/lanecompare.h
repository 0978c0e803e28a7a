#pragma once

#include "core/lanes/lanerecording.h"
#include "core/tensor/compare.h"
#include "core/tensor/tolerances.h"
#include "core/verify/lanecheck.h"

namespace rocport {

/// Compares what ports bring back with what the original did: copies in order, paired by what is
/// copied where one run has more than another.
class LaneComparer
{
public:
    LaneComparer(LaneRecording original, Tolerances tolerances);

    /// Compares another port, element by element and streamed in pieces. Its data is not needed
    /// afterwards. Errors: those of reading, Cancelled.
    [[nodiscard]] Result<void> addPort(int lanes, const LaneRecording& port,
                                       const CompareOptions& options = {});
    /// In the original's order; what only a port has comes last.
    [[nodiscard]] const QVector<LaneCopyCheck>& checks() const { return m_checks; }

private:
    [[nodiscard]] Result<LanePortCopy> compare(const LaneCopy& reference, const LaneCopy& candidate,
                                               const LaneRecording& port, const QString& name,
                                               const CompareOptions& options) const;

    LaneRecording m_original;
    Tolerances m_tolerances;
    QVector<LaneCopyCheck> m_checks;
    QVector<int> m_lanes; ///< of the ports so far
};

} // namespace rocport
