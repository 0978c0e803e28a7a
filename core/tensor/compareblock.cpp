#include "core/tensor/compareblock.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace rocport {

namespace {

constexpr int kMostNanPlaces = 16;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::min();
constexpr double kJustOverOne = 1 + std::numeric_limits<double>::epsilon();

/// Two doubles at once: every machine that Rocport runs on has registers of this size, and
/// optimisation level 2 of GCC 12 does not find the vectors in such sums by itself.
using Pair = double __attribute__((vector_size(16)));
using PairBits = long long __attribute__((vector_size(16)));

Pair pairAt(const double* from)
{
    Pair pair;
    std::memcpy(&pair, from, sizeof(pair));
    return pair;
}

Pair pairMax(Pair a, Pair b)
{
    return a > b ? a : b;
}

/// Without the sign bit: the larger of a and -a would be -0 for 0.
Pair pairAbs(Pair a)
{
    constexpr long long kMagnitude = std::numeric_limits<long long>::max();
    const PairBits magnitude = {kMagnitude, kMagnitude};
    return std::bit_cast<Pair>(std::bit_cast<PairBits>(a) & magnitude);
}

double sumOf(Pair pair)
{
    return pair[0] + pair[1];
}

double maxOf(Pair pair)
{
    return std::max(pair[0], pair[1]);
}

/// Bins of |error| / tolerance: each cell of the table lies in one bin, or has one edge in it.
class RatioBins
{
public:
    static constexpr int kShift = 49; // exponent and three bits of the mantissa
    static constexpr quint64 kFirst = std::bit_cast<quint64>(0x1p-14) >> kShift;
    static constexpr quint64 kLast = std::bit_cast<quint64>(0x1p14) >> kShift;

    RatioBins()
    {
        std::array<double, TensorComparison::kBins - 1> edges{};
        for (size_t i = 0; i < edges.size(); ++i) {
            // Whole decades exactly: the edge at 1 is the tolerance.
            const int half = static_cast<int>(i) - 8;
            edges[i] = half % 2 == 0 ? std::pow(10.0, half / 2) : std::pow(10.0, half / 2.0);
        }
        for (quint64 cell = 0; cell < m_cells.size(); ++cell) {
            const auto low = std::bit_cast<double>((cell + kFirst) << kShift);
            const auto high = std::bit_cast<double>((cell + kFirst + 1) << kShift);
            // An edge that is the least of a cell splits it too: the bins hold their upper ends.
            m_cells[cell].edge = kInfinite;
            for (const double edge : edges) {
                m_cells[cell].bin += edge < low ? 1 : 0;
                if (edge >= low && edge < high) {
                    m_cells[cell].edge = edge;
                }
            }
        }
    }
    [[nodiscard]] quint32 binOf(double ratio) const
    {
        const quint64 key =
            std::clamp(std::bit_cast<quint64>(ratio) >> kShift, kFirst, kLast) - kFirst;
        const Cell& cell = m_cells[key];
        return cell.bin + (ratio > cell.edge ? 1U : 0U);
    }

private:
    struct Cell
    {
        double edge = 0;
        quint32 bin = 0;
    };
    std::array<Cell, kLast - kFirst + 1> m_cells{};
};

const RatioBins& ratioBins()
{
    static const RatioBins bins;
    return bins;
}

/// Whole differences, which doubles would round.
template <typename T>
void exactErrors(const char* reference, const char* candidate, qint64 count, double* to)
{
    for (qint64 i = 0; i < count; ++i) {
        T left = 0;
        T right = 0;
        std::memcpy(&left, reference + i * qint64(sizeof(T)), sizeof(T));
        std::memcpy(&right, candidate + i * qint64(sizeof(T)), sizeof(T));
        const quint64 distance =
            left > right ? quint64(left) - quint64(right) : quint64(right) - quint64(left);
        to[i] = static_cast<double>(distance);
    }
}

/// The type with the coarser steps: fewer bits of mantissa.
ElementType narrowerOf(ElementType a, ElementType b)
{
    return floatLayout(a).mantissaBits <= floatLayout(b).mantissaBits ? a : b;
}

} // namespace

quint32 ErrorCells::cellOf(double error)
{
    return std::bit_cast<quint32>(static_cast<float>(error)) >> kShift;
}

double ErrorCells::upperEdge(int cell)
{
    if (cell == 0) {
        return 0;
    }
    const quint32 bits = (static_cast<quint32>(cell) + 1) << kShift;
    return bits >= 0x7f800000U ? kInfinite : static_cast<double>(std::bit_cast<float>(bits));
}

BlockComparer::BlockComparer(ElementType reference, ElementType candidate,
                             const Tolerance& tolerance)
    : m_absolute(tolerance.absolute),
      m_relative(tolerance.relative),
      m_reference(reference),
      m_candidate(candidate),
      m_narrower(narrowerOf(reference, candidate)),
      m_steps(countsSteps(reference, candidate))
{
}

bool BlockComparer::countsSteps(ElementType reference, ElementType candidate)
{
    return isFloating(reference) && isFloating(candidate);
}

void BlockComparer::add(const char* reference, const char* candidate, qint64 count, qint64 first)
{
    const int leftSize = elementSize(m_reference);
    const int rightSize = elementSize(m_candidate);
    for (qint64 at = 0; at < count; at += kBlock) {
        addBlock(reference + at * leftSize, candidate + at * rightSize,
                 std::min(kBlock, count - at), first + at);
    }
}

void BlockComparer::addBlock(const char* reference, const char* candidate, qint64 count,
                             qint64 first)
{
    m_sums.elements += count;
    decodeElements(m_reference, reference, count, m_left.data());
    std::fill(m_left.begin() + count, m_left.end(), 0.0);
    if (addEqualBlock(reference, candidate, count)) {
        return;
    }
    findErrors(reference, candidate, count);
    m_special.clear();
    if (!allFinite()) {
        setSpecialAside(count, first);
    }
    m_sums.finite += count - m_special.size();
    sumBlock(count, first);
    countBins();
    // What pads the block, and what was set aside, counted as an error of 0.
    const auto padding = static_cast<quint64>(kBlock - count);
    m_sums.histogram[0] -= padding;
    m_sums.cells->counts[0] -= static_cast<quint32>(padding) + quint32(m_special.size());
    if (m_steps) {
        countSteps(reference, candidate, count);
    }
}

/// Blocks that agree bit for bit need no arithmetic.
bool BlockComparer::addEqualBlock(const char* reference, const char* candidate, qint64 count)
{
    if (m_reference != m_candidate ||
        std::memcmp(reference, candidate, static_cast<size_t>(count * elementSize(m_reference))) !=
            0) {
        return false;
    }
    qint64 zeros = 0;
    qint64 infinite = 0;
    for (const double value : m_left) {
        zeros += value == 0 ? 1 : 0;
        infinite += std::abs(value) <= kLargest ? 0 : 1;
    }
    if (infinite > 0) {
        return false;
    }
    m_sums.finite += count;
    m_sums.relatives += kBlock - zeros;
    m_sums.histogram[0] += static_cast<quint64>(count);
    m_sums.cells->counts[0] += static_cast<quint32>(count);
    if (m_sums.worst < 0 && m_sums.worstRatio < 0) {
        m_sums.worstRatio = 0;
    }
    return true;
}

void BlockComparer::findErrors(const char* reference, const char* candidate, qint64 count)
{
    decodeElements(m_candidate, candidate, count, m_right.data());
    std::fill(m_right.begin() + count, m_right.end(), 0.0);
    for (size_t i = 0; i < size_t(kBlock); i += 2) {
        const Pair error = pairAbs(pairAt(&m_left[i]) - pairAt(&m_right[i]));
        std::memcpy(&m_error[i], &error, sizeof(error));
    }
    if (m_reference == m_candidate && m_reference == ElementType::Int64) {
        exactErrors<qint64>(reference, candidate, count, m_error.data());
    } else if (m_reference == m_candidate && m_reference == ElementType::UInt64) {
        exactErrors<quint64>(reference, candidate, count, m_error.data());
    }
}

bool BlockComparer::allFinite() const
{
    const Pair largest = {kLargest, kLargest};
    PairBits finite = {-1, -1};
    for (size_t i = 0; i < size_t(kBlock); i += 2) {
        finite &= pairAt(&m_error[i]) <= largest;
    }
    return finite[0] != 0 && finite[1] != 0;
}

/// NaN and infinity: equal at both sides or apart. Their places in the block become zeros.
void BlockComparer::setSpecialAside(qint64 count, qint64 first)
{
    for (int i = 0; i < int(count); ++i) {
        const auto at = static_cast<size_t>(i);
        const double left = m_left[at];
        const double right = m_right[at];
        if (std::isfinite(left) && std::isfinite(right)) {
            continue;
        }
        m_special.append(i);
        const bool leftNan = std::isnan(left);
        const bool rightNan = std::isnan(right);
        const bool agree = leftNan ? rightNan : left == right;
        m_sums.nanReference += leftNan ? 1 : 0;
        m_sums.nanCandidate += rightNan ? 1 : 0;
        m_sums.infReference += std::isinf(left) ? 1 : 0;
        m_sums.infCandidate += std::isinf(right) ? 1 : 0;
        if (!agree) {
            ++m_sums.apart;
            ++m_sums.mismatched;
            m_sums.infApart += std::isinf(left) || std::isinf(right) ? 1 : 0;
            if (leftNan != rightNan) {
                ++m_sums.nanApart;
                if (m_sums.nanPlaces.size() < kMostNanPlaces) {
                    m_sums.nanPlaces.append(first + i);
                }
            }
            if (m_sums.firstMismatch < 0) {
                m_sums.firstMismatch = first + i;
            }
            if (m_sums.worstRatio < kInfinite) {
                m_sums.worstRatio = kInfinite;
                m_sums.worst = first + i;
                m_sums.worstReference = left;
                m_sums.worstCandidate = right;
            }
            --m_sums.histogram[0];
            ++m_sums.histogram[TensorComparison::kBins - 1];
        }
        m_left[at] = 0;
        m_right[at] = 0;
        m_error[at] = 0;
    }
}

void BlockComparer::sumBlock(qint64 count, qint64 first)
{
    const Pair zero = {0, 0};
    const Pair one = {1, 1};
    const Pair absolute = {m_absolute, m_absolute};
    const Pair relative = {m_relative, m_relative};
    const Pair smallest = {kSmallest, kSmallest};
    const Pair justOver = {kJustOverOne, kJustOverOne};
    Pair sumError = zero;
    Pair sumRelative = zero;
    Pair relatives = zero;
    Pair maxError = zero;
    Pair maxRelative = zero;
    Pair maxBeyond = zero;
    Pair maxRatio = zero;
    for (size_t i = 0; i < size_t(kBlock); i += 2) {
        const Pair error = pairAt(&m_error[i]);
        const Pair size = pairAbs(pairAt(&m_left[i]));
        const Pair allowedByRelative = relative * size;
        const Pair allowed = absolute + allowedByRelative;
        Pair ratio = error / pairMax(allowed, smallest);
        ratio = error > allowed ? pairMax(ratio, justOver) : ratio;
        std::memcpy(&m_ratio[i], &ratio, sizeof(ratio));
        const auto counts = size > zero;
        const Pair share = counts ? error / (counts ? size : one) : zero;
        sumError += error;
        sumRelative += share;
        relatives += counts ? one : zero;
        maxError = pairMax(error, maxError);
        maxRelative = pairMax(share, maxRelative);
        maxBeyond = pairMax(error - allowedByRelative, maxBeyond);
        maxRatio = pairMax(ratio, maxRatio);
    }
    m_sums.sumAbsolute += sumOf(sumError);
    m_sums.sumRelative += sumOf(sumRelative);
    m_sums.relatives += static_cast<qint64>(sumOf(relatives));
    m_sums.maxAbsolute = std::max(m_sums.maxAbsolute, maxOf(maxError));
    m_sums.maxRelative = std::max(m_sums.maxRelative, maxOf(maxRelative));
    m_sums.maxBeyondRelative = std::max(m_sums.maxBeyondRelative, maxOf(maxBeyond));
    countMismatches(count, first, maxOf(maxRatio));
}

void BlockComparer::countMismatches(qint64 count, qint64 first, double maxRatio)
{
    if (maxRatio > 1) {
        for (size_t i = 0; i < size_t(count); ++i) {
            if (m_ratio[i] > 1) {
                ++m_sums.mismatched;
                const qint64 flat = first + qint64(i);
                if (m_sums.firstMismatch < 0 || flat < m_sums.firstMismatch) {
                    m_sums.firstMismatch = flat;
                }
            }
        }
    }
    if (maxRatio > m_sums.worstRatio) {
        m_sums.worstRatio = maxRatio;
        const auto at = static_cast<size_t>(
            std::find(m_ratio.begin(), m_ratio.begin() + count, maxRatio) - m_ratio.begin());
        if (maxRatio > 0 && at < size_t(count)) {
            m_sums.worst = first + qint64(at);
            m_sums.worstReference = m_left[at];
            m_sums.worstCandidate = m_right[at];
        }
    }
}

void BlockComparer::countBins()
{
    const RatioBins& bins = ratioBins();
    auto& counts = m_sums.cells->counts;
    m_bins = {};
    for (size_t i = 0; i < size_t(kBlock); i += 2) {
        ++counts[ErrorCells::cellOf(m_error[i])];
        ++m_bins[0][bins.binOf(m_ratio[i])];
        ++counts[ErrorCells::cellOf(m_error[i + 1])];
        ++m_bins[1][bins.binOf(m_ratio[i + 1])];
    }
    for (size_t bin = 0; bin < m_sums.histogram.size(); ++bin) {
        m_sums.histogram[bin] += m_bins[0][bin] + m_bins[1][bin];
    }
}

void BlockComparer::countSteps(const char* reference, const char* candidate, qint64 count)
{
    if (m_reference == m_candidate) {
        decodeSteps(m_reference, reference, count, m_leftSteps.data());
        decodeSteps(m_candidate, candidate, count, m_rightSteps.data());
    } else {
        for (size_t i = 0; i < size_t(count); ++i) {
            m_leftSteps[i] = stepOf(m_narrower, m_left[i]);
            m_rightSteps[i] = stepOf(m_narrower, m_right[i]);
        }
    }
    for (const int place : m_special) {
        m_leftSteps[size_t(place)] = 0;
        m_rightSteps[size_t(place)] = 0;
    }
    quint64 most = m_sums.maxSteps;
    for (size_t i = 0; i < size_t(count); ++i) {
        const auto left = static_cast<quint64>(m_leftSteps[i]);
        const auto right = static_cast<quint64>(m_rightSteps[i]);
        const quint64 steps = m_leftSteps[i] > m_rightSteps[i] ? left - right : right - left;
        most = std::max(most, steps);
    }
    m_sums.maxSteps = most;
}

} // namespace rocport
