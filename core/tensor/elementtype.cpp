#include "core/tensor/elementtype.h"

#include <QStringList>
#include <QVector>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace rocport {

namespace {

struct ElementTypeRow
{
    ElementType type;
    const char* name;
    const char* safetensors;
    const char* otherName; ///< as ml_dtypes and NumPy have it where that differs
    int size;
    FloatLayout layout;
};

constexpr std::array<ElementTypeRow, kElementTypes> kElementRows = {{
    {ElementType::Float64, "float64", "F64", "double", 8, {11, 52, 1023}},
    {ElementType::Float32, "float32", "F32", "float", 4, {8, 23, 127}},
    {ElementType::Float16, "float16", "F16", "half", 2, {5, 10, 15}},
    {ElementType::BFloat16, "bfloat16", "BF16", "bf16", 2, {8, 7, 127}},
    {ElementType::Float8E4M3FN, "float8_e4m3fn", "F8_E4M3", "e4m3fn", 1, {4, 3, 7}},
    {ElementType::Float8E5M2, "float8_e5m2", "F8_E5M2", "e5m2", 1, {5, 2, 15}},
    {ElementType::Float8E4M3FNUZ, "float8_e4m3fnuz", "F8_E4M3FNUZ", "e4m3fnuz", 1, {4, 3, 8}},
    {ElementType::Float8E5M2FNUZ, "float8_e5m2fnuz", "F8_E5M2FNUZ", "e5m2fnuz", 1, {5, 2, 16}},
    {ElementType::Int8, "int8", "I8", "char", 1, {}},
    {ElementType::Int16, "int16", "I16", "short", 2, {}},
    {ElementType::Int32, "int32", "I32", "int", 4, {}},
    {ElementType::Int64, "int64", "I64", "long", 8, {}},
    {ElementType::UInt8, "uint8", "U8", "byte", 1, {}},
    {ElementType::UInt16, "uint16", "U16", "ushort", 2, {}},
    {ElementType::UInt32, "uint32", "U32", "uint", 4, {}},
    {ElementType::UInt64, "uint64", "U64", "ulong", 8, {}},
    {ElementType::Bool, "bool", "BOOL", "bool_", 1, {}},
}};

const ElementTypeRow& rowOf(ElementType type)
{
    return kElementRows[static_cast<size_t>(type)];
}

template <typename T>
T loaded(const char* from, qint64 index)
{
    T value;
    std::memcpy(&value, from + index * qint64(sizeof(T)), sizeof(T));
    return value;
}

template <typename T>
void decodePlain(const char* from, qint64 count, double* to)
{
    for (qint64 i = 0; i < count; ++i) {
        to[i] = static_cast<double>(loaded<T>(from, i));
    }
}

void decodeBool(const char* from, qint64 count, double* to)
{
    for (qint64 i = 0; i < count; ++i) {
        to[i] = from[i] != 0 ? 1.0 : 0.0;
    }
}

void decodeBFloat16(const char* from, qint64 count, double* to)
{
    for (qint64 i = 0; i < count; ++i) {
        to[i] = static_cast<double>(std::bit_cast<float>(quint32(loaded<quint16>(from, i)) << 16U));
    }
}

/// Exponent and mantissa moved to their places in a float, and the bias corrected by an exact
/// product, which is right for subnormal numbers too.
float halfToFloat(quint16 bits)
{
    constexpr float kScale = 0x1p112F;
    const quint32 magnitude = quint32(bits & 0x7fffU) << 13U;
    float value = std::bit_cast<float>(magnitude) * kScale;
    if (value >= 65536.0F) { // the exponent was all ones: infinity or NaN
        value = std::bit_cast<float>(magnitude | 0x7f800000U);
    }
    return (bits & 0x8000U) != 0 ? -value : value;
}

void decodeFloat16(const char* from, qint64 count, double* to)
{
    for (qint64 i = 0; i < count; ++i) {
        to[i] = static_cast<double>(halfToFloat(loaded<quint16>(from, i)));
    }
}

std::array<double, 256> float8Table(ElementType type)
{
    std::array<double, 256> table{};
    for (size_t bits = 0; bits < table.size(); ++bits) {
        table[bits] = float8Value(static_cast<quint8>(bits), type);
    }
    return table;
}

void decodeFloat8(ElementType type, const char* from, qint64 count, double* to)
{
    static const std::array<std::array<double, 256>, 4> tables = {
        float8Table(ElementType::Float8E4M3FN), float8Table(ElementType::Float8E5M2),
        float8Table(ElementType::Float8E4M3FNUZ), float8Table(ElementType::Float8E5M2FNUZ)};
    const auto& table =
        tables[static_cast<size_t>(type) - static_cast<size_t>(ElementType::Float8E4M3FN)];
    for (qint64 i = 0; i < count; ++i) {
        to[i] = table[static_cast<quint8>(from[i])];
    }
}

/// Sign and magnitude to a number that grows with the value.
template <typename Unsigned>
void stepsOfBits(const char* from, qint64 count, qint64* to)
{
    constexpr auto kSign = static_cast<Unsigned>(Unsigned(1) << (sizeof(Unsigned) * 8 - 1));
    for (qint64 i = 0; i < count; ++i) {
        const auto bits = loaded<Unsigned>(from, i);
        const auto magnitude = static_cast<qint64>(bits & static_cast<Unsigned>(kSign - 1));
        to[i] = (bits & kSign) != 0 ? -magnitude : magnitude;
    }
}

} // namespace

QString elementTypeName(ElementType type)
{
    return QString::fromLatin1(rowOf(type).name);
}

std::optional<ElementType> elementTypeFromName(QStringView name)
{
    if (name.startsWith(u"torch.")) {
        name = name.mid(6);
    }
    for (const ElementTypeRow& row : kElementRows) {
        if (name == QLatin1StringView(row.name) || name == QLatin1StringView(row.otherName)) {
            return row.type;
        }
    }
    return std::nullopt;
}

QString safetensorsTypeName(ElementType type)
{
    return QString::fromLatin1(rowOf(type).safetensors);
}

std::optional<ElementType> elementTypeFromSafetensors(QStringView name)
{
    for (const ElementTypeRow& row : kElementRows) {
        if (name == QLatin1StringView(row.safetensors)) {
            return row.type;
        }
    }
    return std::nullopt;
}

int elementSize(ElementType type)
{
    return rowOf(type).size;
}

bool isFloating(ElementType type)
{
    return rowOf(type).layout.exponentBits > 0;
}

bool isFloat8(ElementType type)
{
    return isFloating(type) && elementSize(type) == 1;
}

FloatLayout floatLayout(ElementType type)
{
    return rowOf(type).layout;
}

double float8Value(quint8 bits, ElementType type)
{
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    const FloatLayout layout = floatLayout(type);
    const bool unsignedZero =
        type == ElementType::Float8E4M3FNUZ || type == ElementType::Float8E5M2FNUZ;
    if (unsignedZero && bits == 0x80) {
        return kNaN;
    }
    const int magnitude = bits & 0x7f;
    if (type == ElementType::Float8E4M3FN && magnitude == 0x7f) {
        return kNaN;
    }
    const double sign = (bits & 0x80U) != 0 ? -1.0 : 1.0;
    if (type == ElementType::Float8E5M2 && magnitude >= 0x7c) {
        return magnitude == 0x7c ? sign * std::numeric_limits<double>::infinity() : kNaN;
    }
    const int one = 1 << layout.mantissaBits;
    const int exponent = magnitude >> layout.mantissaBits;
    const int mantissa = magnitude & (one - 1);
    const int whole = exponent == 0 ? mantissa : mantissa + one;
    const int power = (exponent == 0 ? 1 : exponent) - layout.bias - layout.mantissaBits;
    return sign * std::ldexp(static_cast<double>(whole), power);
}

void decodeElements(ElementType type, const char* from, qint64 count, double* to)
{
    switch (type) {
    case ElementType::Float64:
        return decodePlain<double>(from, count, to);
    case ElementType::Float32:
        return decodePlain<float>(from, count, to);
    case ElementType::Float16:
        return decodeFloat16(from, count, to);
    case ElementType::BFloat16:
        return decodeBFloat16(from, count, to);
    case ElementType::Float8E4M3FN:
    case ElementType::Float8E5M2:
    case ElementType::Float8E4M3FNUZ:
    case ElementType::Float8E5M2FNUZ:
        return decodeFloat8(type, from, count, to);
    case ElementType::Int8:
        return decodePlain<qint8>(from, count, to);
    case ElementType::Int16:
        return decodePlain<qint16>(from, count, to);
    case ElementType::Int32:
        return decodePlain<qint32>(from, count, to);
    case ElementType::Int64:
        return decodePlain<qint64>(from, count, to);
    case ElementType::UInt8:
        return decodePlain<quint8>(from, count, to);
    case ElementType::UInt16:
        return decodePlain<quint16>(from, count, to);
    case ElementType::UInt32:
        return decodePlain<quint32>(from, count, to);
    case ElementType::UInt64:
        return decodePlain<quint64>(from, count, to);
    case ElementType::Bool:
        return decodeBool(from, count, to);
    }
}

void decodeSteps(ElementType type, const char* from, qint64 count, qint64* to)
{
    switch (elementSize(type)) {
    case 1:
        return stepsOfBits<quint8>(from, count, to);
    case 2:
        return stepsOfBits<quint16>(from, count, to);
    case 4:
        return stepsOfBits<quint32>(from, count, to);
    default:
        return stepsOfBits<quint64>(from, count, to);
    }
}

qint64 stepOf(ElementType type, double value)
{
    const FloatLayout layout = floatLayout(type);
    const int least = 1 - layout.bias; // exponent of the smallest normal number
    const double magnitude = std::abs(value);
    int exponent = least;
    if (magnitude > 0) {
        exponent = std::max(least, std::ilogb(magnitude));
    }
    const double whole = std::nearbyint(std::ldexp(magnitude, layout.mantissaBits - exponent));
    const qint64 step =
        static_cast<qint64>(whole) + (qint64(exponent - least) << layout.mantissaBits);
    return value < 0 ? -step : step;
}

QString elementText(ElementType type, const char* from)
{
    if (type == ElementType::UInt64) {
        return QString::number(loaded<quint64>(from, 0));
    }
    if (type == ElementType::Int64) {
        return QString::number(loaded<qint64>(from, 0));
    }
    double value = 0;
    decodeElements(type, from, 1, &value);
    const int digits = type == ElementType::Float64 ? 17 : isFloating(type) ? 9 : 10;
    return QString::number(value, 'g', digits);
}

std::optional<qint64> elementCount(const QVector<qint64>& shape)
{
    constexpr qint64 kLimit = qint64(1) << 62;
    qint64 count = 1;
    bool zero = false;
    for (const qint64 size : shape) {
        if (size < 0) {
            return std::nullopt;
        }
        if (size == 0) {
            zero = true;
        } else if (count > (kLimit - 1) / size) {
            return std::nullopt;
        } else {
            count *= size;
        }
    }
    return zero ? 0 : count;
}

QString shapeText(const QVector<qint64>& shape)
{
    if (shape.isEmpty()) {
        return QStringLiteral("scalar");
    }
    QStringList sizes;
    for (const qint64 size : shape) {
        sizes.append(QString::number(size));
    }
    return QStringLiteral("(%1)").arg(sizes.join(QStringLiteral(", ")));
}

} // namespace rocport
