#include "core/scan/packindex.h"

#include "core/base/repopath.h"
#include "core/files/fileerror.h"
#include "core/files/readfile.h"
#include "core/scan/gitfolder.h"

#include <QtEndian>

#include <algorithm>
#include <cerrno>
#include <sys/mman.h>
#include <vector>

namespace rocport {

namespace {

constexpr qint64 kMostHeader = 40;  ///< bytes of an object's size, and of where its base is
constexpr quint64 kBegin = 12;      ///< of the first object
constexpr size_t kMostBases = 4096; ///< git makes chains of 4,095 at most (pack.depth)
constexpr qsizetype kMostKept = 1'000'000;
constexpr quint64 kMaxDeflateFactor = 1032; ///< bytes that one byte of deflate can give
constexpr int kOffsetDelta = 6;
constexpr int kNameDelta = 7;

/// A file in memory, for as long as the pointer is held; the system reads what is looked at.
Result<std::shared_ptr<const void>> mapped(const QByteArray& path, QByteArrayView& bytes)
{
    using Map = std::shared_ptr<const void>;
    const Result<OpenFile> file = openFile(path, Links::Followed);
    if (!file) {
        return file.error();
    }
    const auto size = static_cast<size_t>(file->size);
    void* at = ::mmap(nullptr, std::max<size_t>(size, 1), PROT_READ, MAP_PRIVATE,
                      file->descriptor.number(), 0);
    if (at == MAP_FAILED) { // NOLINT: the system's own cast
        return fileError(ErrorCode::FileUnreadable, errno, RepoPath(path).display());
    }
    bytes = QByteArrayView(static_cast<const char*>(at), file->size);
    return Result<Map>(Map(at, [size](const void* begin) {
        ::munmap(const_cast<void*>(begin), std::max<size_t>(size, 1)); // NOLINT: munmap() wants it
    }));
}

/// The bytes of an object's header, one after the other.
class Header
{
public:
    explicit Header(QByteArrayView bytes) : m_bytes(bytes) {}
    /// Beyond the end: a byte that ends every number.
    uchar next() { return m_at < m_bytes.size() ? static_cast<uchar>(m_bytes[m_at++]) : end(); }
    QByteArray name()
    {
        m_short = m_short || m_bytes.size() - m_at < kHash;
        return m_short ? QByteArray() : m_bytes.sliced(m_at, kHash).toByteArray();
    }
    [[nodiscard]] bool isShort() const { return m_short; }

private:
    uchar end()
    {
        m_short = true;
        return 0;
    }

    QByteArrayView m_bytes;
    qsizetype m_at = 0;
    bool m_short = false;
};

} // namespace

Error PackIndex::damaged(const QString& why) const
{
    return {ErrorCode::GitFailed, QStringLiteral("an object of the pack is damaged: %1").arg(why),
            RepoPath(m_path).display()};
}

Result<PackIndex> PackIndex::open(const QByteArray& path)
{
    PackIndex index;
    index.m_path = path;
    Result<std::shared_ptr<const void>> pack = mapped(path.chopped(4) + ".pack", index.m_pack);
    Result<std::shared_ptr<const void>> file = mapped(path, index.m_index);
    if (!pack || !file) {
        return !pack ? pack.error() : file.error();
    }
    index.m_packMap = *std::move(pack);
    index.m_indexMap = *std::move(file);
    const Result<QByteArrayView> begin = index.part(index.m_index, 0, 8 + kFanOut);
    if (!begin) {
        return begin.error();
    }
    index.m_first = !begin->startsWith(QByteArrayView("\377tOc"));
    const qint64 table = index.m_first ? 0 : 8;
    for (size_t i = 0; i < 256; ++i) {
        index.m_counts.at(i + 1) =
            qFromBigEndian<quint32>(begin->data() + table + static_cast<qint64>(i) * 4);
    }
    index.m_names = table + kFanOut + (index.m_first ? 4 : 0);
    index.m_stride = index.m_first ? kHash + 4 : kHash;
    return Result<PackIndex>(std::move(index));
}

Result<QByteArrayView> PackIndex::part(QByteArrayView file, qint64 from, qint64 count) const
{
    if (from < 0 || from > file.size() || count > file.size() - from) {
        return damaged(QStringLiteral("it lies outside the pack"));
    }
    return file.sliced(from, count);
}

Result<QByteArrayView> PackIndex::nameAt(qint64 number) const
{
    return part(m_index, m_names + number * m_stride, kHash);
}

Result<quint64> PackIndex::offsetAt(qint64 wanted) const
{
    const auto count = static_cast<qint64>(m_counts.back());
    const qint64 at =
        m_first ? m_names + wanted * m_stride - 4 : m_names + count * (kHash + 4) + wanted * 4;
    const Result<QByteArrayView> small = part(m_index, at, 4);
    if (!small) {
        return small.error();
    }
    const quint32 offset = qFromBigEndian<quint32>(small->data());
    if (m_first || (offset & 0x80000000U) == 0) {
        return quint64{offset};
    }
    const qint64 row = m_names + count * (kHash + 8) + qint64{offset & 0x7FFFFFFFU} * 8;
    const Result<QByteArrayView> large = part(m_index, row, 8);
    return large ? Result<quint64>(qFromBigEndian<quint64>(large->data()))
                 : Result<quint64>(large.error());
}

/// The number of the first name that is not before \a name.
Result<qint64> PackIndex::firstFrom(const QByteArray& name) const
{
    const auto byte = static_cast<uchar>(name.front());
    qint64 low = m_counts.at(byte);
    qint64 high = m_counts.at(byte + size_t{1});
    while (low < high) {
        const qint64 middle = low + (high - low) / 2;
        const Result<QByteArrayView> there = nameAt(middle);
        if (!there) {
            return there.error();
        }
        if (*there < name) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

Result<std::optional<quint64>> PackIndex::find(const QByteArray& name) const
{
    using Found = std::optional<quint64>;
    const Result<qint64> at = firstFrom(name);
    if (!at || *at >= static_cast<qint64>(m_counts.back())) {
        return at ? Result<Found>(Found()) : Result<Found>(at.error());
    }
    const Result<QByteArrayView> there = nameAt(*at);
    if (!there || *there != name) {
        return there ? Result<Found>(Found()) : Result<Found>(there.error());
    }
    const Result<quint64> offset = offsetAt(*at);
    return offset ? Result<Found>(Found(*offset)) : Result<Found>(offset.error());
}

Result<QList<QByteArray>> PackIndex::namesFrom(const QByteArray& prefix) const
{
    const QByteArray lowest = QByteArray::fromHex(prefix.leftJustified(2 * kHash, '0'));
    const Result<qint64> first = firstFrom(lowest);
    if (!first) {
        return first.error();
    }
    QList<QByteArray> found;
    const auto count = static_cast<qint64>(m_counts.back());
    for (qint64 at = *first; at < std::min(count, *first + 2); ++at) {
        const Result<QByteArrayView> name = nameAt(at);
        if (!name) {
            return name.error();
        }
        if (name->toByteArray().toHex().startsWith(prefix)) {
            found.append(name->toByteArray());
        }
    }
    return found;
}

Result<PackIndex::Step> PackIndex::stepAt(quint64 offset) const
{
    const auto end = static_cast<quint64>(std::max<qint64>(0, m_pack.size() - kHash));
    if (offset < kBegin || offset >= end) {
        return damaged(QStringLiteral("it lies outside the pack"));
    }
    const auto most = static_cast<qint64>(std::min<quint64>(kMostHeader, end - offset));
    const Result<QByteArrayView> bytes = part(m_pack, static_cast<qint64>(offset), most);
    if (!bytes) {
        return bytes.error();
    }
    Header header(*bytes);
    uchar byte = header.next();
    const int kind = (byte >> 4) & 7;
    quint64 size = byte & 15U;
    for (int shift = 4; (byte & 0x80U) != 0 && shift < 60; shift += 7) {
        byte = header.next();
        size |= quint64{byte & 0x7FU} << shift;
    }
    if ((byte & 0x80U) != 0 || size / kMaxDeflateFactor > end) {
        return damaged(QStringLiteral("it claims more than the pack can contain"));
    }
    Step step;
    if (kind == kOffsetDelta) {
        byte = header.next();
        quint64 back = byte & 0x7FU;
        for (int i = 0; (byte & 0x80U) != 0 && i < 8; ++i) {
            byte = header.next();
            back = ((back + 1) << 7) | (byte & 0x7FU);
        }
        if ((byte & 0x80U) != 0 || back == 0 || back > offset - kBegin) {
            return damaged(QStringLiteral("its base object is missing"));
        }
        step.base = offset - back;
    } else if (kind == kNameDelta) {
        const QByteArray name = header.name();
        const auto base =
            header.isShort() ? Result<std::optional<quint64>>(std::nullopt) : find(name);
        if (!base || !*base) {
            return base ? damaged(QStringLiteral("its base object is not in the pack"))
                        : base.error();
        }
        step.base = **base;
    } else {
        step.whole = kind >= 1 && kind <= 4;
    }
    if (header.isShort() || (!step.whole && !step.base)) {
        return damaged(QStringLiteral("its type is not known"));
    }
    return step;
}

Result<void> PackIndex::checkObject(quint64 offset)
{
    std::vector<quint64> way;
    while (!m_good.contains(offset)) {
        const Result<Step> step = stepAt(offset);
        if (!step) {
            return step.error();
        }
        way.push_back(offset);
        if (step->whole) {
            break;
        }
        if (way.size() > kMostBases) {
            return damaged(
                QStringLiteral("its delta chain is longer than %1, or is a loop").arg(kMostBases));
        }
        offset = *step->base;
    }
    if (m_good.size() > kMostKept) {
        m_good.clear();
    }
    for (const quint64 one : way) {
        m_good.insert(one);
    }
    return {};
}

} // namespace rocport
