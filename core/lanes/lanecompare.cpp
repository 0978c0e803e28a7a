#include "core/lanes/lanecompare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace rocport {

namespace {

constexpr qsizetype kLookAhead = 64; // copies of one run that another may lack at once
constexpr qint64 kMostErrors = 1024;
constexpr qint64 kReadBytes = 1 << 20;

/// Whether two copies are of the same thing.
bool isSameCopy(const LaneCopy& a, const LaneCopy& b)
{
    return a.name.isEmpty() || b.name.isEmpty() ? a.bytes == b.bytes : a.name == b.name;
}

LaneCopyCheck checkOf(const LaneCopy& copy, qsizetype place)
{
    LaneCopyCheck check;
    check.number = static_cast<int>(place) + 1;
    check.name = copy.shownName(place);
    check.path = copy.path;
    check.line = copy.line;
    check.type = copy.type ? elementTypeName(copy.elementType()) : QStringLiteral("bytes");
    check.elements = copy.elements();
    check.managed = copy.managed;
    if (copy.writer) {
        check.kernel = copy.writer->kernel;
        check.launch = std::max<qint64>(copy.writer->number, 0);
        check.grid = copy.writer->grid;
        check.block = copy.writer->block;
        check.kernelPath = copy.writer->path;
        check.kernelLine = copy.writer->line;
    }
    return check;
}

TensorData dataOf(const LaneRecording& recording, const LaneCopy& copy, ElementType type,
                  const QString& name)
{
    TensorInfo info;
    info.name = name;
    info.type = type;
    info.elements = copy.bytes / elementSize(type);
    info.shape = {info.elements};
    return {info, recording.data, copy.offset, false};
}

Result<bool> sameBytes(const LaneRecording& a, const LaneCopy& of, const LaneRecording& b,
                       const LaneCopy& with, const CancelToken& cancel)
{
    QByteArray left(std::min(kReadBytes, of.bytes), Qt::Uninitialized);
    QByteArray right(left.size(), Qt::Uninitialized);
    for (qint64 at = 0; at < of.bytes; at += kReadBytes) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const qint64 count = std::min(kReadBytes, of.bytes - at);
        if (auto read = a.data->read(of.offset + at, left.data(), count); !read) {
            return read.error();
        }
        if (auto read = b.data->read(with.offset + at, right.data(), count); !read) {
            return read.error();
        }
        if (std::memcmp(left.constData(), right.constData(), static_cast<size_t>(count)) != 0) {
            return false;
        }
    }
    return true;
}

/// Values of the first element that differs, and the errors around it.
Result<void> addFirst(LanePortCopy& port, const TensorData& reference, const TensorData& candidate,
                      qint64 block)
{
    const qint64 first = port.comparison->firstMismatch;
    const ElementType type = reference.info().type;
    const qint64 elements = reference.info().elements;
    port.errorsFrom = first / block * block;
    const qint64 count = std::min({kMostErrors, block, elements - port.errorsFrom});
    QByteArray left(count * elementSize(type), Qt::Uninitialized);
    QByteArray right(left.size(), Qt::Uninitialized);
    if (auto read = reference.read(port.errorsFrom, count, left.data()); !read) {
        return read;
    }
    if (auto read = candidate.read(port.errorsFrom, count, right.data()); !read) {
        return read;
    }
    const qint64 at = (first - port.errorsFrom) * elementSize(type);
    port.reference = elementText(type, left.constData() + at);
    port.value = elementText(type, right.constData() + at);
    QVector<double> wanted(count);
    QVector<double> got(count);
    decodeElements(type, left.constData(), count, wanted.data());
    decodeElements(type, right.constData(), count, got.data());
    const Tolerance& tolerance = port.comparison->tolerance;
    for (qint64 i = 0; i < count; ++i) {
        const bool same = wanted[i] == got[i] || (std::isnan(wanted[i]) && std::isnan(got[i]));
        const double error = std::abs(wanted[i] - got[i]);
        port.errors.append(same                ? 0
                           : std::isnan(error) ? std::numeric_limits<double>::infinity()
                                               : error);
        if (tolerance.relative > 0) {
            // What is no number agrees with its like alone, so nothing is added for its size.
            const double size = std::isfinite(wanted[i]) ? std::abs(wanted[i]) : 0;
            port.limits.append(std::min(tolerance.absolute + tolerance.relative * size,
                                        std::numeric_limits<double>::max()));
        }
    }
    return {};
}

/// Elements that belong together around a difference: those of a block where each thread wrote
/// one, else as many as a wave has lanes.
qint64 blockOf(const LaneCopy& copy)
{
    constexpr qint64 kWave = 64;
    if (!copy.writer) {
        return kWave;
    }
    const LaneLaunch& launch = *copy.writer;
    const qint64 threads = qint64(launch.block[0]) * launch.block[1] * launch.block[2];
    const double all = double(threads) * launch.grid[0] * launch.grid[1] * launch.grid[2];
    return threads > 0 && threads <= kMostErrors && all == double(copy.elements()) ? threads
                                                                                   : kWave;
}

} // namespace

LaneComparer::LaneComparer(LaneRecording original, Tolerances tolerances)
    : m_original(std::move(original)), m_tolerances(std::move(tolerances))
{
    for (qsizetype i = 0; i < m_original.copies.size(); ++i) {
        m_checks.append(checkOf(m_original.copies[i], i));
    }
}

Result<LanePortCopy> LaneComparer::compare(const LaneCopy& reference, const LaneCopy& candidate,
                                           const LaneRecording& port, const QString& name,
                                           const CompareOptions& options) const
{
    LanePortCopy result;
    if (reference.bytes != candidate.bytes) {
        result.verdict = LaneVerdict::Differs;
        return result;
    }
    const bool isKept =
        reference.offset >= 0 && candidate.offset >= 0 && m_original.data && port.data;
    if (!isKept) {
        const bool isEqual = !reference.hash.isEmpty() && reference.hash == candidate.hash;
        result.verdict =
            isEqual || reference.bytes == 0 ? LaneVerdict::Equal : LaneVerdict::NotKept;
        return result;
    }
    const auto same = sameBytes(m_original, reference, port, candidate, options.cancel);
    if (!same) {
        return same.error();
    }
    if (*same) {
        return result;
    }
    const ElementType type = reference.elementType();
    const TensorData wanted = dataOf(m_original, reference, type, name);
    const TensorData got = dataOf(port, candidate, type, name);
    auto compared = compareTensors(wanted, got, m_tolerances.of(name, type, type), options);
    if (!compared) {
        return compared.error();
    }
    result.comparison = *std::move(compared);
    result.verdict =
        result.comparison->mismatched > 0 ? LaneVerdict::Differs : LaneVerdict::InTolerance;
    if (result.comparison->firstMismatch >= 0) {
        if (auto added = addFirst(result, wanted, got, blockOf(reference)); !added) {
            return added.error();
        }
    }
    return result;
}

Result<void> LaneComparer::addPort(int lanes, const LaneRecording& port,
                                   const CompareOptions& options)
{
    const QVector<LaneCopy>& wanted = m_original.copies;
    const QVector<LaneCopy>& got = port.copies;
    const auto none = [lanes](LaneVerdict verdict) {
        LanePortCopy copy;
        copy.lanes = lanes;
        copy.verdict = verdict;
        return copy;
    };
    const auto addExtra = [&](qsizetype j) {
        LaneCopyCheck check = checkOf(got[j], m_checks.size());
        for (const int before : std::as_const(m_lanes)) {
            check.ports.append(none(LaneVerdict::Missing));
            check.ports.last().lanes = before;
        }
        check.ports.append(none(LaneVerdict::Extra));
        m_checks.append(check);
    };
    const qsizetype known = m_checks.size();
    qsizetype i = 0;
    qsizetype j = 0;
    while (i < wanted.size() && j < got.size()) {
        if (options.cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        qsizetype missing = 0;
        qsizetype extra = 0;
        if (!isSameCopy(wanted[i], got[j])) {
            for (qsizetype step = 1; step <= kLookAhead && missing == 0 && extra == 0; ++step) {
                const bool isLater =
                    i + step < wanted.size() && isSameCopy(wanted[i + step], got[j]);
                const bool isExtra = j + step < got.size() && isSameCopy(wanted[i], got[j + step]);
                missing = isLater ? step : 0;
                extra = isExtra && !isLater ? step : 0;
            }
        }
        for (; missing > 0; --missing) {
            m_checks[i++].ports.append(none(LaneVerdict::Missing));
        }
        for (; extra > 0; --extra) {
            addExtra(j++);
        }
        auto compared = compare(wanted[i], got[j], port, m_checks[i].name, options);
        if (!compared) {
            return compared.error();
        }
        compared->lanes = lanes;
        m_checks[i].ports.append(*std::move(compared));
        ++i;
        ++j;
    }
    for (; i < wanted.size(); ++i) {
        m_checks[i].ports.append(none(LaneVerdict::Missing));
    }
    for (; j < got.size(); ++j) {
        addExtra(j);
    }
    // What another port has beside the original, this one lacks.
    for (qsizetype k = wanted.size(); k < known; ++k) {
        m_checks[k].ports.append(none(LaneVerdict::Missing));
    }
    m_lanes.append(lanes);
    return {};
}

} // namespace rocport
