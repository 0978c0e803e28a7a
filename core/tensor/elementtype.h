#pragma once

#include <QString>
#include <QVector>

#include <array>
#include <optional>

namespace rocport {

/// The types that tensor elements can have.
enum class ElementType : quint8 {
    Float64,
    Float32,
    Float16,
    BFloat16,
    Float8E4M3FN,   ///< OCP: no infinity
    Float8E5M2,     ///< OCP: with infinity
    Float8E4M3FNUZ, ///< gfx940 to gfx942: no infinity, no negative zero, a different bias
    Float8E5M2FNUZ, ///< the same for e5m2
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Bool,
};
inline constexpr int kElementTypes = 17;

/// Its name in PyTorch without "torch.": "bfloat16", "float8_e4m3fnuz".
QString elementTypeName(ElementType type);
/// By its name in PyTorch or NumPy, with or without "torch."; nothing when the type is not
/// supported.
std::optional<ElementType> elementTypeFromName(QStringView name);
/// As safetensors files spell it: "BF16", "F8_E4M3".
QString safetensorsTypeName(ElementType type);
std::optional<ElementType> elementTypeFromSafetensors(QStringView name);

int elementSize(ElementType type); ///< in bytes
bool isFloating(ElementType type);
bool isFloat8(ElementType type);

/// How a floating type is built; for integers all are 0.
struct FloatLayout
{
    int exponentBits = 0;
    int mantissaBits = 0; ///< those that are stored
    int bias = 0;
};
FloatLayout floatLayout(ElementType type);

/// The value of one element of an 8-bit floating type, by the OCP 8-bit Floating Point
/// Specification 1.0 and, for the fnuz types, by the HIP header amd_hip_fp8.h.
double float8Value(quint8 bits, ElementType type);

/// Converts elements of one tensor to doubles. 64-bit integers are rounded to 53 bits. `from` holds
/// `count` elements in this machine's byte order and need not be aligned.
void decodeElements(ElementType type, const char* from, qint64 count, double* to);
/// Numbers the values of a floating type so that each step of the type adds one. NaN gets a number
/// too, which means nothing.
void decodeSteps(ElementType type, const char* from, qint64 count, qint64* to);
/// The same for any value, rounded to a step of the type, also beyond its range.
qint64 stepOf(ElementType type, double value);
/// One element as text, as precise as the type; integers exactly.
QString elementText(ElementType type, const char* from);

/// The product of the sizes; nothing if a size is negative or the product is 2^62 or more.
std::optional<qint64> elementCount(const QVector<qint64>& shape);
/// "(4, 128, 2048)"; "scalar" for no dimensions.
QString shapeText(const QVector<qint64>& shape);

} // namespace rocport
