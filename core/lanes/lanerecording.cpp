#include "core/lanes/lanerecording.h"

#include "core/files/readfile.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <limits>

namespace rocport {

namespace {

constexpr qint64 kMostIndexBytes = 256LL << 20;
constexpr qint64 kMostKept = 1LL << 30; // as the program keeps
constexpr qsizetype kMostCopies = 100000;
constexpr qsizetype kMostText = 1000;

/// A whole number of a record; -1: there is none of that size.
qint64 numberOf(const QJsonObject& object, QLatin1StringView name)
{
    const double value = object.value(name).toDouble(-1);
    constexpr double kMost = 9007199254740992.0; // 2^53
    return value >= 0 && value <= kMost ? static_cast<qint64>(value) : -1;
}

int lineOf(const QJsonObject& object, QLatin1StringView name)
{
    const qint64 line = numberOf(object, name);
    return line > 0 && line <= std::numeric_limits<int>::max() ? static_cast<int>(line) : 0;
}

QString textOf(const QJsonObject& object, QLatin1StringView name)
{
    return object.value(name).toString().left(kMostText);
}

std::array<quint32, 3> sizesOf(const QJsonValue& value)
{
    std::array<quint32, 3> sizes{};
    const QJsonArray numbers = value.toArray();
    for (qsizetype i = 0; i < 3 && i < numbers.size(); ++i) {
        const double number = numbers.at(i).toDouble(0);
        if (number >= 0 && number <= std::numeric_limits<quint32>::max()) {
            sizes[static_cast<size_t>(i)] = static_cast<quint32>(number);
        }
    }
    return sizes;
}

QByteArray hashOf(const QJsonObject& object)
{
    const QByteArray hash = object.value(u"hash").toString().toLatin1();
    const bool isHash = hash.size() == 16 && QByteArray::fromHex(hash).size() == 8;
    return isHash ? hash : QByteArray();
}

std::optional<LaneCopy> copyOf(const QJsonObject& object, qint64 dataBytes)
{
    LaneCopy copy;
    copy.bytes = numberOf(object, QLatin1StringView("bytes"));
    if (copy.bytes < 0) {
        return std::nullopt;
    }
    copy.name = textOf(object, QLatin1StringView("text"));
    copy.path = textOf(object, QLatin1StringView("file"));
    copy.line = lineOf(object, QLatin1StringView("line"));
    copy.type = laneElementType(textOf(object, QLatin1StringView("type")));
    copy.offset = numberOf(object, QLatin1StringView("offset"));
    if (copy.offset > dataBytes || copy.bytes > dataBytes - copy.offset) {
        copy.offset = -1;
    }
    copy.hash = hashOf(object);
    copy.managed = object.value(u"managed").toBool();
    if (object.contains(u"kernel")) {
        LaneLaunch launch;
        launch.kernel = textOf(object, QLatin1StringView("kernel"));
        launch.number = numberOf(object, QLatin1StringView("launch"));
        launch.grid = sizesOf(object.value(u"grid"));
        launch.block = sizesOf(object.value(u"block"));
        launch.path = textOf(object, QLatin1StringView("kernelFile"));
        launch.line = lineOf(object, QLatin1StringView("kernelLine"));
        copy.writer = launch;
    }
    return copy;
}

} // namespace

ElementType LaneCopy::elementType() const
{
    return type && bytes % elementSize(*type) == 0 ? *type : ElementType::UInt8;
}

QString LaneCopy::shownName(qsizetype place) const
{
    return name.isEmpty() ? QStringLiteral("copy %1").arg(place + 1) : name;
}

std::optional<ElementType> laneElementType(QStringView name)
{
    if (const auto known = elementTypeFromName(name)) {
        return known;
    }
    struct Named
    {
        const char* stem;
        ElementType type;
    };
    // The longest first: "__nv_bfloat162" is two of its type, and "uint4" four.
    static constexpr std::array kNamed = {
        Named{"__nv_bfloat16", ElementType::BFloat16},
        Named{"__hip_bfloat16", ElementType::BFloat16},
        Named{"__half", ElementType::Float16},
        Named{"__nv_fp8_e4m3", ElementType::Float8E4M3FN},
        Named{"__nv_fp8_e5m2", ElementType::Float8E5M2},
        Named{"__hip_fp8_e4m3_fnuz", ElementType::Float8E4M3FNUZ},
        Named{"__hip_fp8_e5m2_fnuz", ElementType::Float8E5M2FNUZ},
        Named{"__hip_fp8_e4m3", ElementType::Float8E4M3FN},
        Named{"__hip_fp8_e5m2", ElementType::Float8E5M2},
        Named{"float", ElementType::Float32},
        Named{"double", ElementType::Float64},
        Named{"char", ElementType::Int8},
        Named{"uchar", ElementType::UInt8},
        Named{"short", ElementType::Int16},
        Named{"ushort", ElementType::UInt16},
        Named{"int", ElementType::Int32},
        Named{"uint", ElementType::UInt32},
        Named{"long", ElementType::Int64},
        Named{"ulong", ElementType::UInt64},
        Named{"longlong", ElementType::Int64},
        Named{"ulonglong", ElementType::UInt64},
    };
    for (const Named& one : kNamed) {
        const QLatin1StringView stem(one.stem);
        if (name.startsWith(stem)) {
            const QStringView rest = name.mid(stem.size());
            if (rest.isEmpty() || rest == u"1" || rest == u"2" || rest == u"3" || rest == u"4") {
                return one.type;
            }
        }
    }
    return std::nullopt;
}

LaneRecording laneCopiesOf(const QByteArray& lines, qint64 dataBytes)
{
    LaneRecording recording;
    qint64 left = kMostKept; // records may overlap, and reading all of them has to end
    for (qsizetype at = 0; at < lines.size();) {
        qsizetype end = lines.indexOf('\n', at);
        end = end < 0 ? lines.size() : end;
        const QJsonObject object = QJsonDocument::fromJson(lines.mid(at, end - at)).object();
        at = end + 1;
        if (object.contains(u"more")) {
            recording.more = true;
        } else if (auto copy = copyOf(object, dataBytes)) {
            if (recording.copies.size() == kMostCopies) {
                recording.more = true;
                break;
            }
            if (copy->offset >= 0) {
                left -= copy->bytes;
                copy->offset = left < 0 ? -1 : copy->offset;
                left = std::max<qint64>(left, 0);
            }
            recording.copies.append(*copy);
        }
    }
    return recording;
}

Result<LaneRecording> readLaneRecording(const QString& folder)
{
    const auto lines = readFile(QFile::encodeName(folder + QStringLiteral("/copies.jsonl")),
                                Links::Refused, kMostIndexBytes);
    if (!lines) {
        return lines.error().code == ErrorCode::FileNotFound
                   ? Result<LaneRecording>(LaneRecording())
                   : lines.error();
    }
    auto data = FileSource::open(folder + QStringLiteral("/copies.bin"), Links::Refused);
    LaneRecording recording = laneCopiesOf(*lines, data ? (*data)->size() : 0);
    if (data) {
        recording.data = *std::move(data);
    }
    return recording;
}

} // namespace rocport
