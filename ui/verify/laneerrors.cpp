#include "ui/verify/laneerrors.h"

#include <algorithm>
#include <cmath>

namespace rocport {

LaneErrors::LaneErrors(const LaneCopyCheck& copy, const LanePortCopy& port)
    : m_errors(port.errors),
      m_limits(port.limits),
      m_from(port.errorsFrom),
      m_lanes(std::max(1, port.lanes))
{
    if (!port.comparison) {
        return;
    }
    m_firstDifference = port.comparison->firstMismatch;
    m_tolerance = port.comparison->tolerance.absolute;
    if (m_firstDifference >= 0 && !copy.threadOf(m_firstDifference, m_lanes).isEmpty()) {
        m_threads = static_cast<int>(copy.block[0] * copy.block[1] * copy.block[2]);
    }
}

double LaneErrors::limitAt(qint64 element) const
{
    return m_limits.value(element - m_from, m_tolerance);
}

bool LaneErrors::differs(qint64 element) const
{
    return knows(element) &&
           (element == m_firstDifference || !(errorAt(element) <= limitAt(element)));
}

qsizetype LaneErrors::differing() const
{
    qsizetype count = 0;
    for (qint64 element = first(); element < end(); ++element) {
        count += differs(element) ? 1 : 0;
    }
    return count;
}

double LaneErrors::largest() const
{
    double most = 0;
    for (const double error : m_errors) {
        most = std::isfinite(error) ? std::max(most, error) : most;
    }
    return most;
}

double LaneErrors::largestDifference() const
{
    double most = 0;
    for (qint64 element = first(); element < end(); ++element) {
        const double error = errorAt(element);
        most = differs(element) && std::isfinite(error) ? std::max(most, error) : most;
    }
    return most;
}

double LaneErrors::leastLimit() const
{
    return m_limits.isEmpty() ? m_tolerance : *std::min_element(m_limits.begin(), m_limits.end());
}

double LaneErrors::mostLimit() const
{
    return m_limits.isEmpty() ? m_tolerance : *std::max_element(m_limits.begin(), m_limits.end());
}

int LaneErrors::waves() const
{
    return (m_threads + m_lanes - 1) / m_lanes;
}

qint64 LaneErrors::block() const
{
    return hasLanes() ? m_firstDifference / m_threads : 0;
}

int LaneErrors::wave() const
{
    return hasLanes() ? static_cast<int>(m_firstDifference % m_threads) / m_lanes : 0;
}

qint64 LaneErrors::elementOf(int wave, int lane) const
{
    const int thread = wave * m_lanes + lane;
    return thread < m_threads ? block() * m_threads + thread : -1;
}

} // namespace rocport
