#pragma once

#include "core/verify/lanecheck.h"

namespace rocport {

/// The errors of one port's copy around its first difference, by element and, where each thread
/// of the launch wrote one element, by the lane that wrote it. A value.
class LaneErrors
{
public:
    LaneErrors() = default;
    LaneErrors(const LaneCopyCheck& copy, const LanePortCopy& port);

    [[nodiscard]] bool isEmpty() const { return m_errors.isEmpty(); }
    /// Flat indices of the first element that is known and of the one behind the last.
    [[nodiscard]] qint64 first() const { return m_from; }
    [[nodiscard]] qint64 end() const { return m_from + m_errors.size(); }
    [[nodiscard]] bool knows(qint64 element) const { return element >= first() && element < end(); }
    [[nodiscard]] double errorAt(qint64 element) const { return m_errors[element - m_from]; }
    /// The largest error of a known element that is within the tolerance.
    [[nodiscard]] double limitAt(qint64 element) const;
    /// Whether the element is off by more than the tolerance.
    [[nodiscard]] bool differs(qint64 element) const;
    /// How many of those that are known do.
    [[nodiscard]] qsizetype differing() const;
    [[nodiscard]] double largest() const; ///< of those that are numbers
    /// Likewise, of the elements that differ.
    [[nodiscard]] double largestDifference() const;
    /// Of the elements that are known; 0 where none is.
    [[nodiscard]] double leastLimit() const;
    [[nodiscard]] double mostLimit() const;
    [[nodiscard]] qint64 firstDifference() const { return m_firstDifference; }

    /// Whether it is known which lane wrote which element.
    [[nodiscard]] bool hasLanes() const { return m_threads > 0; }
    [[nodiscard]] int lanes() const { return m_lanes; } ///< of a wave
    [[nodiscard]] int waves() const;                    ///< of a block
    [[nodiscard]] qint64 block() const;                 ///< that the first difference is in, from 0
    [[nodiscard]] int wave() const;                     ///< likewise
    /// What a lane of a wave of that block wrote; negative: the block has no such lane.
    [[nodiscard]] qint64 elementOf(int wave, int lane) const;

private:
    QVector<double> m_errors;
    QVector<double> m_limits; ///< of m_errors; empty: m_tolerance for all
    qint64 m_from = 0;
    qint64 m_firstDifference = -1;
    double m_tolerance = 0;
    int m_lanes = 64;
    int m_threads = 0; ///< of a block; 0: lanes are not known
};

} // namespace rocport
