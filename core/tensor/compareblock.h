#pragma once

#include "core/tensor/comparison.h"
#include "core/tensor/elementtype.h"

#include <QVector>

#include <array>
#include <memory>

namespace rocport {

/// Counts of |error| by its size, fine enough for quantiles: 64 cells for each factor of two.
class ErrorCells
{
public:
    static constexpr int kMantissaBits = 6;
    static constexpr int kShift = 23 - kMantissaBits;
    static constexpr int kCells = 0x80000000U >> kShift;

    std::array<quint32, kCells> counts{};

    static quint32 cellOf(double error);
    /// The largest error of a cell; 0 for the first.
    static double upperEdge(int cell);
};

/// What is known about the elements of one piece of a tensor. Pieces are added in order.
struct CompareSums
{
    qint64 elements = 0;
    qint64 finite = 0;    ///< pairs of two finite numbers
    qint64 relatives = 0; ///< of these, with a reference other than 0
    qint64 mismatched = 0;
    qint64 firstMismatch = -1;
    qint64 worst = -1;
    double worstRatio = -1;
    double worstReference = 0, worstCandidate = 0;
    double maxAbsolute = 0, sumAbsolute = 0;
    double maxRelative = 0, sumRelative = 0;
    double maxBeyondRelative = 0; ///< of |error| - relative * |reference|
    quint64 maxSteps = 0;
    qint64 nanReference = 0, nanCandidate = 0, nanApart = 0;
    qint64 infReference = 0, infCandidate = 0, infApart = 0;
    qint64 apart = 0; ///< NaN or infinity on one side only, or infinities of different signs
    QVector<qint64> nanPlaces;
    std::array<quint64, TensorComparison::kBins> histogram{};
    std::unique_ptr<ErrorCells> cells = std::make_unique<ErrorCells>();
};

/// Compares elements a block at a time and sums up what it finds.
class BlockComparer
{
public:
    static constexpr qint64 kBlock = 1024;

    BlockComparer(ElementType reference, ElementType candidate, const Tolerance& tolerance);

    /// `count` elements of both sides, the first of which has the flat index `first`. Both are in
    /// this machine's byte order and need not be aligned.
    void add(const char* reference, const char* candidate, qint64 count, qint64 first);
    [[nodiscard]] CompareSums take() { return std::move(m_sums); }
    /// Whether steps are counted: both sides are floating.
    [[nodiscard]] static bool countsSteps(ElementType reference, ElementType candidate);

private:
    void addBlock(const char* reference, const char* candidate, qint64 count, qint64 first);
    bool addEqualBlock(const char* reference, const char* candidate, qint64 count);
    void findErrors(const char* reference, const char* candidate, qint64 count);
    [[nodiscard]] bool allFinite() const;
    void setSpecialAside(qint64 count, qint64 first);
    void sumBlock(qint64 count, qint64 first);
    void countBins();
    void countMismatches(qint64 count, qint64 first, double maxRatio);
    void countSteps(const char* reference, const char* candidate, qint64 count);

    // Aligned for vectors; places past `count` hold zeros.
    alignas(32) std::array<double, kBlock> m_left{};
    alignas(32) std::array<double, kBlock> m_right{};
    alignas(32) std::array<double, kBlock> m_error{};
    alignas(32) std::array<double, kBlock> m_ratio{};
    alignas(32) std::array<qint64, kBlock> m_leftSteps{};
    alignas(32) std::array<qint64, kBlock> m_rightSteps{};
    CompareSums m_sums;
    QVector<int> m_special; ///< places in the block that are not finite at a side
    double m_absolute, m_relative;
    std::array<std::array<quint32, TensorComparison::kBins>, 2> m_bins{};
    ElementType m_reference, m_candidate;
    ElementType m_narrower;
    bool m_steps;
};

} // namespace rocport
