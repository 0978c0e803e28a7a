#pragma once

#include <QString>
#include <QVector>

#include <array>
#include <optional>

namespace rocport {

/// The types that an element of a tensor can have.
enum class ElementType : quint8 {
    Float64,
    Float32,
    Float16,
    BFloat16,
    Float8E4M3FN,   ///< OCP: no infinity
    Float8E5M2,     ///< OCP: with infinity
    Float8E4M3FNUZ, ///< gfx940 to gfx942: no infinity, no negative zero, another bias
    Float8E5M2FNUZ, ///< the same of e5m2
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

/// As PyTorch calls it without "torch.": "bfloat16", "float8_e4m3fnuz".
QString elementTypeName(ElementType type);
/// By the names of PyTorch and NumPy, with or without "torch."; nothing when it is none of ours.
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
    int mantissaBits = 0; ///< stored ones
    int bias = 0;
};
FloatLayout floatLayout(ElementType type);

/// The value of one element of an 8-bit floating type, as OCP 8-bit Floating Point Specification
/// 1.0 and, for the fnuz types, the HIP header amd_hip_fp8.h have it.
double float8Value(quint8 bits, ElementType type);

/// Elements of one tensor as doubles. Integers of 64 bits are rounded to 53.
/// `from` holds `count` elements in the order of bytes of this machine and need not be aligned.
void decodeElements(ElementType type, const char* from, qint64 count, double* to);
/// Numbers that grow with the value by one for each step of the type; floating types only.
/// NaN has a number too, which means nothing.
void decodeSteps(ElementType type, const char* from, qint64 count, qint64* to);
/// The same of any value, rounded to the type's grid and beyond its range too.
qint64 stepOf(ElementType type, double value);
/// One element as text, as precise as the type: integers exactly.
QString elementText(ElementType type, const char* from);

/// The product of the sizes; nothing where one is negative or it is 2^62 or more.
std::optional<qint64> elementCount(const QVector<qint64>& shape);
/// "(4, 128, 2048)"; "scalar" of no dimension.
QString shapeText(const QVector<qint64>& shape);

} // namespace rocport
