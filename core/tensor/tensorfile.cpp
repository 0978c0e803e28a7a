#include "core/tensor/tensorfile.h"

#include "core/files/filewriter.h"
#include "core/files/scratchfile.h"
#include "core/tensor/tensorfilereader.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
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
    explicit SpilledSource(ScratchFile file) : m_file(std::move(file)) {}

    static Result<std::shared_ptr<SpilledSource>> make()
    {
        Result<ScratchFile> file = ScratchFile::make();
        if (!file) {
            return file.error();
        }
        return std::make_shared<SpilledSource>(*std::move(file));
    }
    Result<void> append(QByteArrayView bytes) { return m_file.append(bytes); }
    [[nodiscard]] qint64 size() const override { return m_file.size(); }
    [[nodiscard]] Result<void> read(qint64 offset, char* to, qint64 count) const override
    {
        return m_file.read(offset, to, count);
    }

private:
    ScratchFile m_file;
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
            const auto written = spilled->append({piece + from, count - from});
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
                         QStringLiteral("%1 bytes do not make a tensor of shape %2")
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
    Result<FileWriter> file = FileWriter::open(path);
    if (!file) {
        return file.error();
    }
    Result<void> written = file->write(length + text);
    for (const TensorToWrite& tensor : tensors) {
        QByteArray bytes = tensor.bytes;
        if constexpr (Q_BYTE_ORDER != Q_LITTLE_ENDIAN) {
            const int size = elementSize(tensor.type);
            swapElements(size, bytes.data(), bytes.size() / size);
        }
        if (written) {
            written = file->write(bytes);
        }
    }
    return written ? file->commit() : written;
}

} // namespace rocport
