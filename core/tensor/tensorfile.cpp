#include "core/tensor/tensorfile.h"

#include "core/tensor/tensorfilereader.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QTemporaryFile>
#include <QtEndian>

#include <algorithm>
#include <cerrno>

namespace rocport {

namespace {

constexpr qint64 kInMemory = 16LL * 1024 * 1024;

/// A file that is gone as soon as nobody reads it.
class SpilledSource : public ByteSource
{
public:
    static Result<std::shared_ptr<SpilledSource>> make()
    {
        auto source = std::make_shared<SpilledSource>();
        if (!source->m_file.open()) {
            return Error{ErrorCode::FileWriteFailed, source->m_file.errorString(),
                         QDir::tempPath()};
        }
        return source;
    }
    Result<void> append(const char* bytes, qint64 count)
    {
        errno = 0;
        if (m_file.write(bytes, count) != count) {
            return failure();
        }
        m_size += count;
        return {};
    }
    Result<void> finish()
    {
        errno = 0;
        if (!m_file.flush()) {
            return failure();
        }
        auto reader = FileSource::open(m_file.fileName());
        if (!reader) {
            return reader.error();
        }
        m_reader = *reader;
        return {};
    }
    [[nodiscard]] qint64 size() const override { return m_size; }
    [[nodiscard]] Result<void> read(qint64 offset, char* to, qint64 count) const override
    {
        return m_reader->read(offset, to, count);
    }

private:
    [[nodiscard]] Error failure() const
    {
        const bool full = errno == ENOSPC || errno == EDQUOT || errno == EFBIG;
        return {full ? ErrorCode::DiskFull : ErrorCode::FileWriteFailed, m_file.errorString(),
                m_file.fileName()};
    }

    QTemporaryFile m_file{QDir::tempPath() + QStringLiteral("/rocport-tensor-XXXXXX")};
    std::shared_ptr<const FileSource> m_reader;
    qint64 m_size = 0;
};

/// The bytes of a compressed entry from `skip` on, exactly `size` of them.
Result<std::shared_ptr<const ByteSource>> unpackEntry(const ByteSource& source, const QString& path,
                                                      const ZipEntry& entry, qint64 skip,
                                                      qint64 size, const CancelToken& cancel)
{
    const bool small = size <= kInMemory;
    QByteArray bytes;
    std::shared_ptr<SpilledSource> spilled;
    if (!small) {
        auto made = SpilledSource::make();
        if (!made) {
            return made.error();
        }
        spilled = *made;
    }
    qint64 at = 0;
    const auto done = readZipEntry(
        source, path, entry,
        [&](const char* piece, qint64 count) -> Result<bool> {
            const qint64 from = std::clamp<qint64>(skip - at, 0, count);
            at += count;
            if (small) {
                bytes.append(piece + from, count - from);
                return true;
            }
            const auto written = spilled->append(piece + from, count - from);
            return written ? Result<bool>(true) : written.error();
        },
        cancel);
    if (!done) {
        return done.error();
    }
    if (small) {
        return std::shared_ptr<const ByteSource>(
            std::make_shared<MemorySource>(std::move(bytes), path));
    }
    const auto finished = spilled->finish();
    if (!finished) {
        return finished.error();
    }
    return std::shared_ptr<const ByteSource>(spilled);
}

template <typename T>
void swapBytes(char* bytes, qint64 count)
{
    for (qint64 i = 0; i < count; ++i) {
        char* at = bytes + i * qint64(sizeof(T));
        qToUnaligned(qbswap(qFromUnaligned<T>(at)), at);
    }
}

void swapElements(int size, char* bytes, qint64 count)
{
    switch (size) {
    case 2:
        return swapBytes<quint16>(bytes, count);
    case 4:
        return swapBytes<quint32>(bytes, count);
    case 8:
        return swapBytes<quint64>(bytes, count);
    default:
        return;
    }
}

Error tensorWriteError(const QString& path, const QString& message)
{
    const bool full = errno == ENOSPC || errno == EDQUOT || errno == EFBIG;
    return {full ? ErrorCode::DiskFull : ErrorCode::FileWriteFailed, message, path};
}

} // namespace

TensorData::TensorData(TensorInfo info, std::shared_ptr<const ByteSource> source, qint64 offset,
                       bool swapped)
    : m_info(std::move(info)), m_source(std::move(source)), m_offset(offset), m_swapped(swapped)
{
}

Result<void> TensorData::read(qint64 first, qint64 count, char* to) const
{
    const int size = elementSize(m_info.type);
    auto done = m_source->read(m_offset + first * size, to, count * size);
    if (done && m_swapped) {
        swapElements(size, to, count);
    }
    return done;
}

qsizetype TensorFile::indexOf(const QString& name) const
{
    for (qsizetype i = 0; i < m_tensors.size(); ++i) {
        if (m_tensors.at(i).name == name) {
            return i;
        }
    }
    return -1;
}

Result<std::shared_ptr<const TensorData>> TensorFile::data(qsizetype index,
                                                           const CancelToken& cancel) const
{
    if (index < 0 || index >= m_tensors.size()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("no tensor %1").arg(index), m_path};
    }
    const TensorInfo& info = m_tensors.at(index);
    if (!info.problem.isEmpty()) {
        return Error{ErrorCode::ParseFailed, info.problem, m_path};
    }
    const Place& place = m_places.at(index);
    if (place.entry < 0) {
        return std::make_shared<const TensorData>(info, m_source, place.offset, place.swapped);
    }
    auto unpacked = unpackEntry(*m_source, m_path, m_entries->list.at(place.entry), place.offset,
                                info.bytes(), cancel);
    if (!unpacked) {
        return unpacked.error();
    }
    return std::make_shared<const TensorData>(info, *unpacked, 0, place.swapped);
}

Result<void> writeSafetensors(const QString& path, const QVector<TensorToWrite>& tensors,
                              const QMap<QString, QString>& metadata)
{
    QJsonObject header;
    qint64 at = 0;
    for (const TensorToWrite& tensor : tensors) {
        const auto count = elementCount(tensor.shape);
        if (!count || tensor.bytes.size() / elementSize(tensor.type) != *count ||
            tensor.bytes.size() % elementSize(tensor.type) != 0) {
            return Error{ErrorCode::InvalidArgument,
                         QStringLiteral("%1 bytes are no tensor of shape %2")
                             .arg(tensor.bytes.size())
                             .arg(shapeText(tensor.shape)),
                         tensor.name};
        }
        if (header.contains(tensor.name) || tensor.name == QLatin1StringView("__metadata__")) {
            return Error{ErrorCode::InvalidArgument,
                         QStringLiteral("a safetensors file cannot have a tensor of this name, or "
                                        "has one already"),
                         tensor.name};
        }
        QJsonArray shape;
        for (const qint64 size : tensor.shape) {
            shape.append(size);
        }
        header.insert(tensor.name,
                      QJsonObject{{QStringLiteral("dtype"), safetensorsTypeName(tensor.type)},
                                  {QStringLiteral("shape"), shape},
                                  {QStringLiteral("data_offsets"),
                                   QJsonArray{at, at + tensor.bytes.size()}}});
        at += tensor.bytes.size();
    }
    if (!metadata.isEmpty()) {
        QJsonObject object;
        for (auto it = metadata.cbegin(); it != metadata.cend(); ++it) {
            object.insert(it.key(), it.value());
        }
        header.insert(QStringLiteral("__metadata__"), object);
    }
    QByteArray text = QJsonDocument(header).toJson(QJsonDocument::Compact);
    text += QByteArray((8 - text.size() % 8) % 8, ' ');
    QByteArray length(8, '\0');
    qToLittleEndian<quint64>(static_cast<quint64>(text.size()), length.data());
    errno = 0;
    QSaveFile file(path);
    bool written = file.open(QIODevice::WriteOnly) && file.write(length) == length.size() &&
                   file.write(text) == text.size();
    for (const TensorToWrite& tensor : tensors) {
        QByteArray bytes = tensor.bytes;
        if constexpr (Q_BYTE_ORDER != Q_LITTLE_ENDIAN) {
            const int size = elementSize(tensor.type);
            swapElements(size, bytes.data(), bytes.size() / size);
        }
        written = written && file.write(bytes) == bytes.size();
    }
    if (!written || !file.commit()) {
        return tensorWriteError(path, file.errorString());
    }
    return {};
}

} // namespace rocport
