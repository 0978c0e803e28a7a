#include "core/tensor/compare.h"

#include "core/tensor/compareblock.h"

#include <QtConcurrentMap>
#include <QThreadPool>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rocport {

namespace {

constexpr qint64 kPiece = qint64(1) << 21; ///< elements; counts of a piece fit into 32 bits
constexpr qint64 kRead = qint64(1) << 15;  ///< elements read at once: both sides stay in the cache
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct ComparePiece
{
    qint64 first = 0;
    qint64 count = 0;
};

using PieceResult = std::shared_ptr<Result<CompareSums>>;

PieceResult comparePiece(const TensorData& reference, const TensorData& candidate,
                         const Tolerance& tolerance, const CancelToken& cancel,
                         const ComparePiece& piece)
{
    const auto comparer =
        std::make_unique<BlockComparer>(reference.info().type, candidate.info().type, tolerance);
    QByteArray left(kRead * elementSize(reference.info().type), Qt::Uninitialized);
    QByteArray right(kRead * elementSize(candidate.info().type), Qt::Uninitialized);
    for (qint64 at = 0; at < piece.count; at += kRead) {
        if (cancel.isCancelled()) {
            return std::make_shared<Result<CompareSums>>(
                Error{ErrorCode::Cancelled, {}, reference.info().name});
        }
        const qint64 count = std::min(kRead, piece.count - at);
        auto read = reference.read(piece.first + at, count, left.data());
        if (read) {
            read = candidate.read(piece.first + at, count, right.data());
        }
        if (!read) {
            return std::make_shared<Result<CompareSums>>(read.error());
        }
        comparer->add(left.constData(), right.constData(), count, piece.first + at);
    }
    return std::make_shared<Result<CompareSums>>(comparer->take());
}

/// All pieces so far. The cells of a piece have 32 bits, those of the whole 64.
struct CompareTotal
{
    CompareSums sums;
    QVector<quint64> cells = QVector<quint64>(ErrorCells::kCells, 0);
    std::optional<Error> error;
};

void addPiece(CompareTotal& total, const PieceResult& result)
{
    if (total.error || !result->ok()) {
        if (!total.error) {
            total.error = result->error();
        }
        return;
    }
    CompareSums& sums = total.sums;
    const CompareSums& piece = **result;
    sums.elements += piece.elements;
    sums.finite += piece.finite;
    sums.relatives += piece.relatives;
    sums.mismatched += piece.mismatched;
    sums.firstMismatch = sums.firstMismatch < 0 ? piece.firstMismatch : sums.firstMismatch;
    if (piece.worstRatio > sums.worstRatio) {
        sums.worstRatio = piece.worstRatio;
        sums.worst = piece.worst;
        sums.worstReference = piece.worstReference;
        sums.worstCandidate = piece.worstCandidate;
    }
    sums.maxAbsolute = std::max(sums.maxAbsolute, piece.maxAbsolute);
    sums.sumAbsolute += piece.sumAbsolute;
    sums.maxRelative = std::max(sums.maxRelative, piece.maxRelative);
    sums.sumRelative += piece.sumRelative;
    sums.maxBeyondRelative = std::max(sums.maxBeyondRelative, piece.maxBeyondRelative);
    sums.maxSteps = std::max(sums.maxSteps, piece.maxSteps);
    sums.nanReference += piece.nanReference;
    sums.nanCandidate += piece.nanCandidate;
    sums.nanApart += piece.nanApart;
    sums.infReference += piece.infReference;
    sums.infCandidate += piece.infCandidate;
    sums.infApart += piece.infApart;
    sums.apart += piece.apart;
    for (const qint64 place : piece.nanPlaces) {
        if (sums.nanPlaces.size() < 16) {
            sums.nanPlaces.append(place);
        }
    }
    for (size_t i = 0; i < sums.histogram.size(); ++i) {
        sums.histogram[i] += piece.histogram[i];
    }
    for (qsizetype i = 0; i < total.cells.size(); ++i) {
        total.cells[i] += piece.cells->counts[size_t(i)];
    }
}

double quantileOf(const CompareTotal& total, double share)
{
    const auto rank = static_cast<quint64>(std::ceil(share * double(total.sums.finite)));
    quint64 below = 0;
    for (int cell = 0; cell < ErrorCells::kCells; ++cell) {
        below += total.cells.at(cell);
        if (below >= rank) {
            return std::min(ErrorCells::upperEdge(cell), total.sums.maxAbsolute);
        }
    }
    return total.sums.maxAbsolute;
}

CompareTotal compareAll(const TensorData& reference, const TensorData& candidate,
                        const Tolerance& tolerance, const CompareOptions& options)
{
    QVector<ComparePiece> pieces;
    const qint64 elements = reference.info().elements;
    for (qint64 first = 0; first < elements; first += kPiece) {
        pieces.append({first, std::min(kPiece, elements - first)});
    }
    const auto work = [&](const ComparePiece& piece) {
        return comparePiece(reference, candidate, tolerance, options.cancel, piece);
    };
    CompareTotal total;
    if (pieces.size() < 2 || (options.pool == nullptr && options.threads < 2)) {
        for (const ComparePiece& piece : std::as_const(pieces)) {
            addPiece(total, work(piece));
        }
        return total;
    }
    QThreadPool own;
    own.setMaxThreadCount(std::max(1, options.threads));
    // A few pieces at a time, added in their order: sums do not depend on who was first, and a
    // tensor of any size keeps no more than these in memory.
    QThreadPool* pool = options.pool != nullptr ? options.pool : &own;
    const qsizetype atOnce = qsizetype(8) * pool->maxThreadCount();
    for (qsizetype from = 0; from < pieces.size() && !total.error; from += atOnce) {
        const QVector<ComparePiece> some = pieces.mid(from, atOnce);
        const auto results = QtConcurrent::blockingMapped<QVector<PieceResult>>(pool, some, work);
        for (const PieceResult& result : results) {
            addPiece(total, result);
        }
    }
    return total;
}

void fillComparison(TensorComparison& to, const CompareTotal& total, bool steps)
{
    const CompareSums& sums = total.sums;
    to.mismatched = sums.mismatched;
    to.maxAbsolute = sums.maxAbsolute;
    to.meanAbsolute = sums.finite > 0 ? sums.sumAbsolute / double(sums.finite) : 0;
    to.maxRelative = sums.maxRelative;
    to.meanRelative = sums.relatives > 0 ? sums.sumRelative / double(sums.relatives) : 0;
    to.maxUlp = steps ? static_cast<double>(sums.maxSteps) : -1;
    to.firstMismatch = sums.firstMismatch;
    to.worst = sums.worst;
    to.worstReference = sums.worstReference;
    to.worstCandidate = sums.worstCandidate;
    to.nanReference = sums.nanReference;
    to.nanCandidate = sums.nanCandidate;
    to.nanApart = sums.nanApart;
    to.infReference = sums.infReference;
    to.infCandidate = sums.infCandidate;
    to.infApart = sums.infApart;
    to.nanPlaces = sums.nanPlaces;
    to.histogram = sums.histogram;
    constexpr std::array<double, 4> kShares = {0.5, 0.9, 0.99, 0.999};
    for (size_t i = 0; i < kShares.size(); ++i) {
        to.quantiles[i] = quantileOf(total, kShares[i]);
    }
    to.quantiles.back() = sums.maxAbsolute;
    to.tightest.relative = to.tolerance.relative;
    // The subtraction may have rounded by a bit of the error.
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * sums.maxAbsolute;
    to.tightest.absolute = sums.apart > 0 ? kInfinity
                           : sums.maxBeyondRelative > 0
                               ? roundedUp(sums.maxBeyondRelative + rounding)
                               : 0;
}

/// As precise as float32: two neighbours must not look the same.
QString shortNumber(double value)
{
    return QString::number(value, 'g', 9);
}

/// What went wrong, as a sentence; the place first.
QString failureOf(const TensorComparison& comparison)
{
    QString text = QStringLiteral("%1 of %2 elements are beyond the tolerance, the first at %3.")
                       .arg(comparison.mismatched)
                       .arg(comparison.elements)
                       .arg(comparison.place(comparison.firstMismatch));
    if (comparison.mismatched == 1) {
        text = QStringLiteral("1 of %1 elements is beyond the tolerance, at %2.")
                   .arg(comparison.elements)
                   .arg(comparison.place(comparison.firstMismatch));
    }
    text += QStringLiteral(" Worst at %1: reference %2, candidate %3.")
                .arg(comparison.place(comparison.worst), shortNumber(comparison.worstReference),
                     shortNumber(comparison.worstCandidate));
    if (std::isinf(comparison.tightest.absolute)) {
        text +=
            QStringLiteral(
                " %1 NaN and %2 infinite values are on one side only, so no tolerance would pass.")
                .arg(comparison.nanApart)
                .arg(comparison.infApart);
    } else {
        text += QStringLiteral(" It would pass with atol %1 and rtol %2.")
                    .arg(shortNumber(comparison.tightest.absolute),
                         shortNumber(comparison.tightest.relative));
    }
    return text;
}

bool exchangeable(ElementType a, ElementType b)
{
    return isFloat8(a) && isFloat8(b) && floatLayout(a).mantissaBits == floatLayout(b).mantissaBits;
}

void judge(TensorComparison& comparison, ElementType reference, ElementType candidate)
{
    const bool sameType = reference == candidate;
    const QString types = sameType ? QString()
                                   : QStringLiteral("The reference is %1 and the candidate %2.")
                                         .arg(comparison.referenceType, comparison.candidateType);
    if (comparison.mismatched > 0) {
        comparison.verdict = TensorVerdict::Failed;
        comparison.detail = failureOf(comparison);
        if (!sameType) {
            comparison.detail += u' ' + types;
        }
        return;
    }
    comparison.detail = types;
    comparison.verdict = sameType || exchangeable(reference, candidate)
                             ? TensorVerdict::Passed
                             : TensorVerdict::TypeDiffers;
}

} // namespace

double roundedUp(double least)
{
    if (!(least > 0) || std::isinf(least)) {
        return least;
    }
    // Text and back gives the double nearest to the short number; a step up where that is less.
    const QString text = QString::number(least, 'e', 2);
    double value = text.toDouble();
    if (value < least) {
        const double step = std::pow(10.0, std::floor(std::log10(least)) - 2);
        value = QString::number(value + step, 'e', 2).toDouble();
    }
    return std::max(value, least);
}

Result<TensorComparison> compareTensors(const TensorData& reference, const TensorData& candidate,
                                        const Tolerance& tolerance, const CompareOptions& options)
{
    const auto usable = [](double bound) { return std::isfinite(bound) && bound >= 0; };
    if (!usable(tolerance.absolute) || !usable(tolerance.relative)) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("a tolerance must be a number of at least 0"),
                     reference.info().name};
    }
    TensorComparison comparison;
    comparison.name = reference.info().name;
    comparison.referenceType = reference.info().shownType();
    comparison.candidateType = candidate.info().shownType();
    comparison.shape = reference.info().shape;
    comparison.elements = reference.info().elements;
    comparison.tolerance = tolerance;
    if (reference.info().shape != candidate.info().shape) {
        comparison.verdict = TensorVerdict::ShapeDiffers;
        comparison.detail =
            QStringLiteral("The reference has the shape %1, the candidate %2.")
                .arg(shapeText(reference.info().shape), shapeText(candidate.info().shape));
        return comparison;
    }
    const CompareTotal total = compareAll(reference, candidate, tolerance, options);
    if (total.error) {
        return *total.error;
    }
    fillComparison(comparison, total,
                   BlockComparer::countsSteps(reference.info().type, candidate.info().type));
    judge(comparison, reference.info().type, candidate.info().type);
    return comparison;
}

} // namespace rocport
