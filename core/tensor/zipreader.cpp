#include "core/tensor/zipreader.h"

#include <QSet>
#include <QtEndian>

#include <algorithm>

#include <zlib.h>

namespace rocport {

namespace {

constexpr qint64 kLargestDirectory = 64LL * 1024 * 1024;
constexpr qint64 kMostEntries = 200000;
constexpr qint64 kBuffer = 256LL * 1024;
/// Deflate cannot do better than 1032 to 1.
constexpr qint64 kDeflateRatio = 1032;
constexpr quint32 kNo32 = 0xffffffffU;

Error zipError(const QString& path, const QString& detail)
{
    return {ErrorCode::ParseFailed, detail, path};
}

quint64 zipNumber(const QByteArray& bytes, qsizetype at, int width)
{
    const char* from = bytes.constData() + at;
    switch (width) {
    case 2:
        return qFromLittleEndian<quint16>(from);
    case 4:
        return qFromLittleEndian<quint32>(from);
    default:
        return qFromLittleEndian<quint64>(from);
    }
}

struct ZipDirectoryPlace
{
    quint64 offset = 0;
    quint64 size = 0;
    quint64 entries = 0;
};

/// Where the directory is, by the record at the end of the archive.
Result<ZipDirectoryPlace> directoryPlace(const ByteSource& source, const QString& path)
{
    constexpr qint64 kEndRecord = 22;
    const qint64 from = std::max<qint64>(0, source.size() - kEndRecord - 0xffff);
    const auto tail = source.upTo(from, source.size() - from);
    if (!tail) {
        return tail.error();
    }
    const qsizetype end = tail->lastIndexOf(QByteArrayView("PK\x05\x06"));
    if (end < 0 || tail->size() - end < kEndRecord) {
        return zipError(path, QStringLiteral("it is not a zip archive, or its end is missing"));
    }
    ZipDirectoryPlace place{zipNumber(*tail, end + 16, 4), zipNumber(*tail, end + 12, 4),
                            zipNumber(*tail, end + 10, 2)};
    const bool needs64 = place.offset == kNo32 || place.size == kNo32 || place.entries == 0xffff;
    if (!needs64) {
        return place;
    }
    const auto locator = source.upTo(std::max<qint64>(0, from + end - 20), 20);
    if (!locator || locator->size() < 20 || !locator->startsWith("PK\x06\x07")) {
        return zipError(path, QStringLiteral("its zip64 record is missing"));
    }
    const quint64 at = zipNumber(*locator, 8, 8);
    if (at > static_cast<quint64>(source.size())) {
        return zipError(path, QStringLiteral("its zip64 record is outside the file"));
    }
    const auto record = source.upTo(static_cast<qint64>(at), 56);
    if (!record || record->size() < 56 || !record->startsWith("PK\x06\x06")) {
        return zipError(path, QStringLiteral("its zip64 record is missing"));
    }
    return ZipDirectoryPlace{zipNumber(*record, 48, 8), zipNumber(*record, 40, 8),
                             zipNumber(*record, 32, 8)};
}

/// Sizes that did not fit are in the extra field with id 1, in this order.
bool readZip64Extra(QByteArrayView extra, quint64& size, quint64& compressed, quint64& offset)
{
    qsizetype at = 0;
    while (at + 4 <= extra.size()) {
        const quint16 id = qFromLittleEndian<quint16>(extra.data() + at);
        const quint16 length = qFromLittleEndian<quint16>(extra.data() + at + 2);
        at += 4;
        if (length > extra.size() - at) {
            return false;
        }
        if (id == 1) {
            qsizetype field = at;
            for (quint64* value : {&size, &compressed, &offset}) {
                if (*value != kNo32) {
                    continue;
                }
                if (field + 8 > at + length) {
                    return false;
                }
                *value = qFromLittleEndian<quint64>(extra.data() + field);
                field += 8;
            }
            return true;
        }
        at += length;
    }
    return size != kNo32 && compressed != kNo32 && offset != kNo32;
}

QString methodProblem(quint64 method, quint64 flags)
{
    if ((flags & 1U) != 0) {
        return QStringLiteral("It is encrypted; save it without a password.");
    }
    if (method != 0 && method != 8) {
        return QStringLiteral("It is compressed by method %1; only stored and deflated entries are "
                              "read.")
            .arg(method);
    }
    return {};
}

/// Where the bytes of an entry begin, by its own header. Errors: ParseFailed.
Result<qint64> dataOffsetOf(const ByteSource& source, const QString& path, const QString& name,
                            quint64 header)
{
    const auto local = header <= static_cast<quint64>(source.size())
                           ? source.upTo(static_cast<qint64>(header), 30)
                           : Result<QByteArray>(QByteArray());
    if (!local) {
        return local.error();
    }
    if (local->size() < 30 || !local->startsWith("PK\x03\x04")) {
        return zipError(path, QStringLiteral("the entry %1 has no header").arg(name));
    }
    return static_cast<qint64>(header + 30 + zipNumber(*local, 26, 2) + zipNumber(*local, 28, 2));
}

Result<void> checkPlaces(const QVector<ZipEntry>& entries, qint64 fileSize, const QString& path)
{
    QVector<const ZipEntry*> sorted;
    QSet<QString> names;
    for (const ZipEntry& entry : entries) {
        if (names.contains(entry.name)) {
            return zipError(path, QStringLiteral("the entry %1 occurs twice").arg(entry.name));
        }
        names.insert(entry.name);
        if (entry.dataOffset > fileSize || entry.compressedSize > fileSize - entry.dataOffset) {
            return zipError(path, QStringLiteral("the entry %1 extends beyond the end of the file; "
                                                 "it may not have been copied completely")
                                      .arg(entry.name));
        }
        if (entry.size / kDeflateRatio > entry.compressedSize + 1 ||
            (!entry.deflated && entry.problem.isEmpty() && entry.size != entry.compressedSize)) {
            return zipError(
                path, QStringLiteral("the size of the entry %1 cannot be right").arg(entry.name));
        }
        if (entry.compressedSize > 0) {
            sorted.append(&entry);
        }
    }
    std::sort(sorted.begin(), sorted.end(),
              [](const ZipEntry* a, const ZipEntry* b) { return a->dataOffset < b->dataOffset; });
    for (qsizetype i = 1; i < sorted.size(); ++i) {
        const ZipEntry& before = *sorted.at(i - 1);
        if (before.dataOffset + before.compressedSize > sorted.at(i)->dataOffset) {
            return zipError(path, QStringLiteral("the entries %1 and %2 overlap")
                                      .arg(before.name, sorted.at(i)->name));
        }
    }
    return {};
}

/// What zlib holds, given back at the end of the scope.
struct ZipInflater
{
    z_stream stream = {};
    bool ready = false;

    ZipInflater() { ready = inflateInit2(&stream, -MAX_WBITS) == Z_OK; }
    ZipInflater(const ZipInflater&) = delete;
    ZipInflater& operator=(const ZipInflater&) = delete;
    ~ZipInflater() { inflateEnd(&stream); }
};

/// Counts and sums what goes to the sink.
class ZipCheck
{
public:
    ZipCheck(const ZipEntry& entry, const QString& path, const ZipSink& sink)
        : m_entry(entry), m_path(path), m_sink(sink)
    {
    }

    Result<bool> take(const char* bytes, qint64 count)
    {
        m_count += count;
        if (m_count > m_entry.size) {
            return wrong();
        }
        m_crc = static_cast<quint32>(
            ::crc32(m_crc, reinterpret_cast<const Bytef*>(bytes), static_cast<uInt>(count)));
        return m_sink(bytes, count);
    }
    [[nodiscard]] Result<void> end() const
    {
        if (m_count != m_entry.size || m_crc != m_entry.crc) {
            return wrong();
        }
        return {};
    }
    [[nodiscard]] Error wrong() const
    {
        return zipError(m_path, QStringLiteral("the entry %1 is damaged: its length or checksum is "
                                               "not what the archive says")
                                    .arg(m_entry.name));
    }

private:
    const ZipEntry& m_entry;
    const QString& m_path;
    const ZipSink& m_sink;
    qint64 m_count = 0;
    quint32 m_crc = 0;
};

/// Inflates what the stream has as input. True when the entry is at its end, false when more input
/// is needed; nothing when the sink has enough.
Result<std::optional<bool>> inflatePiece(ZipInflater& inflater, QByteArray& out, ZipCheck& check)
{
    while (true) {
        inflater.stream.next_out = reinterpret_cast<Bytef*>(out.data());
        inflater.stream.avail_out = static_cast<uInt>(out.size());
        const int state = ::inflate(&inflater.stream, Z_NO_FLUSH);
        if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR) {
            return check.wrong();
        }
        const qint64 made = out.size() - qint64(inflater.stream.avail_out);
        if (made > 0) {
            const auto taken = check.take(out.constData(), made);
            if (!taken) {
                return taken.error();
            }
            if (!*taken) {
                return std::optional<bool>();
            }
        }
        if (state == Z_STREAM_END) {
            return std::optional<bool>(true);
        }
        if (inflater.stream.avail_in == 0 && made < out.size()) {
            return std::optional<bool>(false);
        }
        if (state == Z_BUF_ERROR && made == 0) {
            return check.wrong();
        }
    }
}

} // namespace

Result<QVector<ZipEntry>> readZipDirectory(const ByteSource& source, const QString& path)
{
    const auto place = directoryPlace(source, path);
    if (!place) {
        return place.error();
    }
    const auto fileSize = static_cast<quint64>(source.size());
    if (place->offset > fileSize || place->size > fileSize - place->offset ||
        place->size > static_cast<quint64>(kLargestDirectory) ||
        place->entries > static_cast<quint64>(kMostEntries)) {
        return zipError(
            path, QStringLiteral("the directory of the archive is outside the file or too large"));
    }
    const auto directory =
        source.upTo(static_cast<qint64>(place->offset), static_cast<qint64>(place->size));
    if (!directory) {
        return directory.error();
    }
    QVector<ZipEntry> entries;
    qsizetype at = 0;
    for (quint64 i = 0; i < place->entries; ++i) {
        constexpr qsizetype kFixed = 46;
        if (directory->size() - at < kFixed ||
            !QByteArrayView(*directory).sliced(at).startsWith("PK\x01\x02")) {
            return zipError(path, QStringLiteral("the directory of the archive is damaged"));
        }
        const auto nameSize = static_cast<qsizetype>(zipNumber(*directory, at + 28, 2));
        const auto extraSize = static_cast<qsizetype>(zipNumber(*directory, at + 30, 2));
        const auto commentSize = static_cast<qsizetype>(zipNumber(*directory, at + 32, 2));
        if (directory->size() - at - kFixed < nameSize + extraSize + commentSize) {
            return zipError(path, QStringLiteral("the directory of the archive is damaged"));
        }
        ZipEntry entry;
        entry.name = QString::fromUtf8(directory->mid(at + kFixed, nameSize));
        const quint64 method = zipNumber(*directory, at + 10, 2);
        entry.deflated = method == 8;
        entry.problem = methodProblem(method, zipNumber(*directory, at + 8, 2));
        entry.crc = static_cast<quint32>(zipNumber(*directory, at + 16, 4));
        quint64 compressed = zipNumber(*directory, at + 20, 4);
        quint64 size = zipNumber(*directory, at + 24, 4);
        quint64 header = zipNumber(*directory, at + 42, 4);
        const QByteArrayView extra =
            QByteArrayView(*directory).sliced(at + kFixed + nameSize, extraSize);
        constexpr quint64 kMost = quint64(1) << 62U;
        if (!readZip64Extra(extra, size, compressed, header) || size >= kMost ||
            compressed >= kMost) {
            return zipError(
                path, QStringLiteral("the sizes of the entry %1 cannot be read").arg(entry.name));
        }
        entry.size = static_cast<qint64>(size);
        entry.compressedSize = static_cast<qint64>(compressed);
        const auto offset = dataOffsetOf(source, path, entry.name, header);
        if (!offset) {
            return offset.error();
        }
        entry.dataOffset = *offset;
        entries.append(entry);
        at += kFixed + nameSize + extraSize + commentSize;
    }
    const auto checked = checkPlaces(entries, source.size(), path);
    if (!checked) {
        return checked.error();
    }
    return entries;
}

Result<void> readZipEntry(const ByteSource& source, const QString& path, const ZipEntry& entry,
                          const ZipSink& sink, const CancelToken& cancel)
{
    if (!entry.problem.isEmpty()) {
        return zipError(path, entry.name + QStringLiteral(": ") + entry.problem);
    }
    ZipInflater inflater;
    if (!inflater.ready) {
        return Error{ErrorCode::Internal, QStringLiteral("zlib refused to start"), path};
    }
    ZipCheck check(entry, path, sink);
    QByteArray in(kBuffer, Qt::Uninitialized);
    QByteArray out(entry.deflated ? kBuffer : 0, Qt::Uninitialized);
    qint64 done = 0;
    bool ended = !entry.deflated;
    while (done < entry.compressedSize) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, path};
        }
        const qint64 count = std::min(kBuffer, entry.compressedSize - done);
        const auto got = source.read(entry.dataOffset + done, in.data(), count);
        if (!got) {
            return got.error();
        }
        done += count;
        if (!entry.deflated) {
            const auto taken = check.take(in.constData(), count);
            if (!taken || !*taken) {
                return taken ? Result<void>() : taken.error();
            }
            continue;
        }
        inflater.stream.next_in = reinterpret_cast<Bytef*>(in.data());
        inflater.stream.avail_in = static_cast<uInt>(count);
        const auto piece = inflatePiece(inflater, out, check);
        if (!piece || !piece->has_value()) {
            return piece ? Result<void>() : piece.error();
        }
        ended = piece->value();
        if (ended) {
            break;
        }
    }
    return ended ? check.end() : check.wrong();
}

} // namespace rocport
