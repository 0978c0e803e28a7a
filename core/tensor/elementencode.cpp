#include "core/tensor/elementencode.h"

#include <QString>
#include <QSysInfo>
#include <QtEndian>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace rocport {

namespace {

template <typename T>
void store(T value, char* to)
{
    std::memcpy(to, &value, sizeof(T));
}

/// The bits of a small floating type.
quint32 smallFloatBits(ElementType type, double value)
{
    const FloatLayout layout = floatLayout(type);
    const auto sign = quint32(std::signbit(value)) << (layout.exponentBits + layout.mantissaBits);
    const bool isFnuz = type == ElementType::Float8E4M3FNUZ || type == ElementType::Float8E5M2FNUZ;
    const quint32 allOnes = (1U << (layout.exponentBits + layout.mantissaBits)) - 1;
    const quint32 infinity = ((1U << layout.exponentBits) - 1) << layout.mantissaBits;
    const bool hasInfinity = !isFnuz && type != ElementType::Float8E4M3FN;
    const quint32 nan = isFnuz ? 1U << (layout.exponentBits + layout.mantissaBits)
                               : sign | (hasInfinity ? infinity | (infinity >> 1U) : allOnes);
    const quint32 overflow = hasInfinity ? sign | infinity : nan;
    if (std::isnan(value)) {
        return nan;
    }
    if (std::isinf(value)) {
        return overflow;
    }
    // A number is as many steps from zero as its bits count.
    const qint64 steps = std::abs(stepOf(type, value));
    const quint32 largest = hasInfinity ? infinity - 1 : isFnuz ? allOnes : allOnes - 1;
    if (steps > largest) {
        return overflow;
    }
    const auto bits = static_cast<quint32>(steps);
    return isFnuz && bits == 0 ? 0 : sign | bits;
}

template <typename T>
T integerOf(double value)
{
    if (std::isnan(value)) {
        return 0;
    }
    constexpr double kAll = 18446744073709551616.0; // 2^64
    const double whole = std::fmod(std::trunc(value), kAll);
    const auto bits =
        whole < 0 ? quint64(0) - static_cast<quint64>(-whole) : static_cast<quint64>(whole);
    return static_cast<T>(bits);
}

void encodeOne(ElementType type, double value, char* to)
{
    switch (type) {
    case ElementType::Float64:
        return store(value, to);
    case ElementType::Float32:
        return store(static_cast<float>(value), to);
    case ElementType::Float16:
    case ElementType::BFloat16:
        return store(static_cast<quint16>(smallFloatBits(type, value)), to);
    case ElementType::Float8E4M3FN:
    case ElementType::Float8E5M2:
    case ElementType::Float8E4M3FNUZ:
    case ElementType::Float8E5M2FNUZ:
        return store(static_cast<quint8>(smallFloatBits(type, value)), to);
    case ElementType::Int8:
    case ElementType::UInt8:
        return store(integerOf<quint8>(value), to);
    case ElementType::Int16:
    case ElementType::UInt16:
        return store(integerOf<quint16>(value), to);
    case ElementType::Int32:
    case ElementType::UInt32:
        return store(integerOf<quint32>(value), to);
    case ElementType::Int64:
    case ElementType::UInt64:
        return store(integerOf<quint64>(value), to);
    case ElementType::Bool:
        return store(static_cast<quint8>(value != 0 && !std::isnan(value)), to);
    }
}

bool isUnsigned(ElementType type)
{
    return type == ElementType::UInt8 || type == ElementType::UInt16 ||
           type == ElementType::UInt32 || type == ElementType::UInt64;
}

} // namespace

void encodeElements(ElementType type, const double* from, qint64 count, char* to)
{
    const int size = elementSize(type);
    for (qint64 i = 0; i < count; ++i) {
        encodeOne(type, from[i], to + i * size);
    }
}

std::optional<QByteArray> elementFromText(ElementType type, const QString& text)
{
    QByteArray bytes(elementSize(type), '\0');
    if (type == ElementType::Bool) {
        const bool isTrue = text == u"true" || text == u"1";
        if (!isTrue && text != u"false" && text != u"0") {
            return std::nullopt;
        }
        bytes[0] = isTrue ? 1 : 0;
        return bytes;
    }
    bool isNumber = false;
    if (isFloating(type)) {
        const double value = text.toDouble(&isNumber);
        if (!isNumber) {
            return std::nullopt;
        }
        encodeOne(type, value, bytes.data());
        return bytes;
    }
    const int bits = 8 * elementSize(type);
    quint64 value = 0;
    if (isUnsigned(type)) {
        value = text.toULongLong(&isNumber, 0);
        isNumber = isNumber && (bits == 64 || value >> bits == 0);
    } else {
        const qint64 whole = text.toLongLong(&isNumber, 0);
        const qint64 most = std::numeric_limits<qint64>::max() >> (64 - bits);
        isNumber = isNumber && whole <= most && whole >= -most - 1;
        value = static_cast<quint64>(whole);
    }
    if (!isNumber) {
        return std::nullopt;
    }
    // The lowest bytes, wherever this machine has them.
    const quint64 ordered = qToLittleEndian(value);
    std::memcpy(bytes.data(), &ordered, static_cast<size_t>(bytes.size()));
    if constexpr (QSysInfo::ByteOrder == QSysInfo::BigEndian) {
        std::reverse(bytes.begin(), bytes.end());
    }
    return bytes;
}

} // namespace rocport
