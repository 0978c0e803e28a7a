#include "core/tensor/tensorfilereader.h"

#include "core/tensor/npyheader.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QtEndian>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace rocport {

namespace {

constexpr qint64 kLargestSafetensorsHeader = 32LL * 1024 * 1024;

struct TensorEnding
{
    const char* text;
    TensorFormat format;
};
constexpr std::array<TensorEnding, 3> kTensorEndings = {{
    {".safetensors", TensorFormat::Safetensors},
    {".npy", TensorFormat::Npy},
    {".npz", TensorFormat::Npz},
}};

std::optional<TensorFormat> formatOf(const QString& path)
{
    for (const TensorEnding& ending : kTensorEndings) {
        if (path.endsWith(QLatin1StringView(ending.text), Qt::CaseInsensitive)) {
            return ending.format;
        }
    }
    return std::nullopt;
}

Error unknownFormat(const QString& path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    static const QStringList pickles{QStringLiteral("pt"), QStringLiteral("pth"),
                                     QStringLiteral("pkl"), QStringLiteral("ckpt")};
    if (pickles.contains(ending)) {
        return {
            ErrorCode::InvalidArgument,
            QStringLiteral("a .%1 file is a Python pickle, which can run code when it is opened, "
                           "so it is not read here; convert it to safetensors with torch on a node")
                .arg(ending),
            path};
    }
    return {ErrorCode::InvalidArgument,
            QStringLiteral("tensors are read from .safetensors, .npy and .npz files, and from "
                           "folders of them"),
            path};
}

/// A JSON number that is a whole one of at least 0.
std::optional<qint64> wholeNumber(const QJsonValue& value)
{
    const qint64 number = value.toInteger(-1);
    return number < 0 ? std::nullopt : std::optional(number);
}

} // namespace

bool TensorFile::isTensorFile(const QString& path)
{
    return formatOf(path).has_value();
}

QString TensorFile::stem(const QString& path)
{
    QString name = QFileInfo(path).fileName();
    for (const TensorEnding& ending : kTensorEndings) {
        const QLatin1StringView text(ending.text);
        if (name.endsWith(text, Qt::CaseInsensitive)) {
            return name.chopped(text.size());
        }
    }
    return name;
}

Result<TensorFile> TensorFile::open(const QString& path, const CancelToken& cancel)
{
    const auto format = formatOf(path);
    if (!format) {
        return QFileInfo::exists(path) ? unknownFormat(path)
                                       : Error{ErrorCode::FileNotFound, {}, path};
    }
    auto source = FileSource::open(path);
    if (!source) {
        return source.error();
    }
    TensorFileReader reader(path, *source, *format);
    switch (*format) {
    case TensorFormat::Safetensors:
        return reader.readSafetensors();
    case TensorFormat::Npy:
        return reader.readNpy();
    default:
        return reader.readNpz(cancel);
    }
}

Result<TensorFile> TensorFile::openRaw(const QString& path, ElementType type,
                                       const QVector<qint64>& shape)
{
    auto source = FileSource::open(path);
    if (!source) {
        return source.error();
    }
    return TensorFileReader(path, *source, TensorFormat::Raw).readRaw(type, shape);
}

TensorFileReader::TensorFileReader(const QString& path, std::shared_ptr<const ByteSource> source,
                                   TensorFormat format)
{
    m_file.m_path = path;
    m_file.m_source = std::move(source);
    m_file.m_format = format;
}

Error TensorFileReader::wrong(const QString& detail) const
{
    return {ErrorCode::ParseFailed, detail, m_file.m_path};
}

Result<TensorFile> TensorFileReader::readSafetensors()
{
    constexpr qint64 kLength = 8;
    const auto head = m_file.m_source->upTo(0, kLength);
    if (!head) {
        return head.error();
    }
    if (head->size() < kLength) {
        return wrong(QStringLiteral("it is too short to be a safetensors file"));
    }
    const auto claimed = qFromLittleEndian<quint64>(head->constData());
    if (claimed > static_cast<quint64>(m_file.m_source->size() - kLength)) {
        return wrong(QStringLiteral("its header claims %1 bytes, more than the file has; it is not "
                                    "a safetensors file, or was not copied completely")
                         .arg(claimed));
    }
    const auto length = static_cast<qint64>(claimed);
    if (length > kLargestSafetensorsHeader) {
        return Error{ErrorCode::FileTooLarge, QStringLiteral("its header is larger than 32 MiB"),
                     m_file.m_path};
    }
    const auto text = m_file.m_source->upTo(kLength, length);
    if (!text) {
        return text.error();
    }
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(*text, &problem);
    if (!document.isObject()) {
        return wrong(
            QStringLiteral("its header is not a JSON object (%1)").arg(problem.errorString()));
    }
    const QJsonObject root = document.object();
    for (auto it = root.begin(); it != root.end(); ++it) {
        if (it.key() == QLatin1StringView("__metadata__")) {
            const QJsonObject metadata = it.value().toObject();
            for (auto entry = metadata.begin(); entry != metadata.end(); ++entry) {
                m_file.m_metadata.insert(entry.key(), entry.value().toString());
            }
            continue;
        }
        const auto added = addSafetensor(it.key(), it.value().toObject(), kLength + length);
        if (!added) {
            return added.error();
        }
    }
    const auto order = orderOfPlaces(kLength + length);
    if (!order) {
        return order.error();
    }
    // The JSON gives the tensors by name; the file's own order is that of their places.
    QVector<TensorInfo> tensors;
    QVector<TensorFile::Place> places;
    for (const qsizetype i : *order) {
        tensors.append(m_file.m_tensors.at(i));
        places.append(m_file.m_places.at(i));
    }
    m_file.m_tensors = tensors;
    m_file.m_places = places;
    return std::move(m_file);
}

Result<void> TensorFileReader::addSafetensor(const QString& name, const QJsonObject& object,
                                             qint64 dataOffset)
{
    TensorInfo info;
    info.name = name;
    const QString type = object.value(QStringLiteral("dtype")).toString();
    const QJsonValue shape = object.value(QStringLiteral("shape"));
    const QJsonArray offsets = object.value(QStringLiteral("data_offsets")).toArray();
    const auto begin = wholeNumber(offsets.at(0));
    const auto end = wholeNumber(offsets.at(1));
    if (type.isEmpty() || !shape.isArray() || shape.toArray().size() > kMostDimensions ||
        offsets.size() != 2 || !begin || !end || *begin > *end) {
        return wrong(
            QStringLiteral("tensor %1 has no proper dtype, shape and data_offsets").arg(name));
    }
    const QJsonArray sizes = shape.toArray();
    for (const auto& value : sizes) {
        info.shape.append(wholeNumber(value).value_or(-1));
    }
    const auto count = elementCount(info.shape);
    if (!count) {
        return wrong(QStringLiteral("the shape of tensor %1 is not possible").arg(name));
    }
    info.elements = *count;
    const qint64 available = m_file.m_source->size() - dataOffset;
    if (*end > available) {
        return wrong(QStringLiteral("tensor %1 extends to byte %2 of the data, but there are only "
                                    "%3; the file may not have been copied completely")
                         .arg(name, QString::number(*end), QString::number(available)));
    }
    if (const auto known = elementTypeFromSafetensors(type)) {
        info.type = *known;
        if (*count > available || info.bytes() != *end - *begin) {
            return wrong(
                QStringLiteral("tensor %1 has %2 bytes, which does not match its shape %3 of %4")
                    .arg(name, QString::number(*end - *begin), shapeText(info.shape),
                         elementTypeName(info.type)));
        }
    } else {
        info.typeName = type.left(40);
        info.problem = QStringLiteral("Its element type %1 is not supported.").arg(info.typeName);
    }
    m_file.m_tensors.append(info);
    m_file.m_places.append({dataOffset + *begin, Q_BYTE_ORDER != Q_LITTLE_ENDIAN, -1});
    m_ranges.append({*begin, *end, name});
    return {};
}

Result<QVector<qsizetype>> TensorFileReader::orderOfPlaces(qint64 dataOffset) const
{
    QVector<qsizetype> order(m_ranges.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [this](qsizetype a, qsizetype b) {
        const Range& left = m_ranges.at(a);
        const Range& right = m_ranges.at(b);
        return std::tie(left.begin, left.end, left.name) <
               std::tie(right.begin, right.end, right.name);
    });
    qint64 at = 0;
    for (const qsizetype i : order) {
        const Range& range = m_ranges.at(i);
        if (range.begin < at) {
            return wrong(QStringLiteral("tensor %1 overlaps the one before it").arg(range.name));
        }
        if (range.begin > at) {
            return wrong(QStringLiteral("%1 bytes before tensor %2 belong to no tensor")
                             .arg(range.begin - at)
                             .arg(range.name));
        }
        at = range.end;
    }
    if (at != m_file.m_source->size() - dataOffset) {
        return wrong(QStringLiteral("%1 bytes at its end belong to no tensor")
                         .arg(m_file.m_source->size() - dataOffset - at));
    }
    return order;
}

void TensorFileReader::add(const QString& name, const NpyHeader& header, TensorFile::Place place)
{
    TensorInfo info;
    info.name = name;
    info.type = header.type;
    info.shape = header.shape;
    info.problem = header.problem;
    info.elements = elementCount(header.shape).value_or(0);
    if (!info.problem.isEmpty() && !info.problem.contains(QStringLiteral("Fortran"))) {
        info.typeName = QStringLiteral("unknown");
    }
    place.swapped = header.swapped;
    m_file.m_tensors.append(info);
    m_file.m_places.append(place);
}

Result<TensorFile> TensorFileReader::readNpy()
{
    const auto head = m_file.m_source->upTo(0, kNpyHeadLimit);
    if (!head) {
        return head.error();
    }
    const auto header = parseNpyHeader(*head, m_file.m_path);
    if (!header) {
        return header.error();
    }
    const qint64 available = m_file.m_source->size() - header->dataOffset;
    const qint64 elements = elementCount(header->shape).value_or(0);
    const qint64 size = elementSize(header->type);
    if (header->problem.isEmpty() &&
        (elements > available / size || elements * size != available)) {
        return wrong(QStringLiteral("it has %1 bytes of elements, which does not match its shape "
                                    "%2; it may not have been copied completely")
                         .arg(available)
                         .arg(shapeText(header->shape)));
    }
    add(TensorFile::stem(m_file.m_path), *header, {header->dataOffset, false, -1});
    return std::move(m_file);
}

Result<void> TensorFileReader::addNpyEntry(const ZipEntry& entry, qsizetype index,
                                           const CancelToken& cancel)
{
    QString name = entry.name;
    if (!name.endsWith(QStringLiteral(".npy"))) {
        m_file.m_notes.append(
            QStringLiteral("%1 in %2 is not an array and is ignored.").arg(name, m_file.m_path));
        return {};
    }
    name.chop(4);
    if (!entry.problem.isEmpty()) {
        NpyHeader none;
        none.problem = entry.problem;
        add(name, none, {});
        return {};
    }
    QByteArray head;
    const auto read = readZipEntry(
        *m_file.m_source, m_file.m_path, entry,
        [&head](const char* bytes, qint64 count) -> Result<bool> {
            head.append(bytes, std::min(count, kNpyHeadLimit - head.size()));
            return head.size() < kNpyHeadLimit;
        },
        cancel);
    if (!read) {
        return read.error();
    }
    const auto header =
        parseNpyHeader(head, QStringLiteral("%1 in %2").arg(entry.name, m_file.m_path));
    if (!header) {
        return header.error();
    }
    const qint64 elements = elementCount(header->shape).value_or(0);
    const qint64 size = elementSize(header->type);
    const qint64 available = entry.size - header->dataOffset;
    if (header->problem.isEmpty() &&
        (elements > available / size || elements * size != available)) {
        return wrong(QStringLiteral(
                         "the entry %1 has %2 bytes of elements, which does not match its shape %3")
                         .arg(entry.name, QString::number(available), shapeText(header->shape)));
    }
    const qint64 offset =
        entry.deflated ? header->dataOffset : entry.dataOffset + header->dataOffset;
    add(name, *header, {offset, false, entry.deflated ? index : -1});
    return {};
}

Result<TensorFile> TensorFileReader::readNpz(const CancelToken& cancel)
{
    auto entries = readZipDirectory(*m_file.m_source, m_file.m_path);
    if (!entries) {
        return entries.error();
    }
    for (qsizetype i = 0; i < entries->size(); ++i) {
        const auto added = addNpyEntry(entries->at(i), i, cancel);
        if (!added) {
            return added.error();
        }
    }
    auto shared = std::make_shared<ZipEntries>();
    shared->list = std::move(*entries);
    m_file.m_entries = shared;
    return std::move(m_file);
}

Result<TensorFile> TensorFileReader::readRaw(ElementType type, const QVector<qint64>& shape)
{
    const auto count = elementCount(shape);
    const qint64 size = elementSize(type);
    if (!count || *count > (qint64(1) << 58)) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("this shape is not possible"),
                     shapeText(shape)};
    }
    if (*count * size != m_file.m_source->size()) {
        return wrong(QStringLiteral("it has %1 bytes, but shape %2 of %3 needs %4")
                         .arg(m_file.m_source->size())
                         .arg(shapeText(shape), elementTypeName(type))
                         .arg(*count * size));
    }
    TensorInfo info;
    info.name = TensorFile::stem(m_file.m_path);
    info.type = type;
    info.shape = shape;
    info.elements = *count;
    m_file.m_tensors.append(info);
    m_file.m_places.append({0, false, -1});
    return std::move(m_file);
}

} // namespace rocport
