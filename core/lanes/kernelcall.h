#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/tensor/elementtype.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>

#include <array>

namespace rocport {

/// What a buffer of a kernel holds before the launch.
enum class KernelFill : quint8 {
    Nothing,  ///< what device memory has that nobody wrote: bytes 255
    Zeros,    ///< also of a number that is not a buffer
    Constant, ///< one value, also that of a number
    Iota,     ///< 0, 1, 2, …
    Random,   ///< floating: in [-1, 1); integers: 0 to 99
    File,     ///< bytes, or a tensor of a .npy or .safetensors file
};

/// An argument of a kernel, as "--arg float[1024]=random" gives it.
struct KernelArgument
{
    QString text;     ///< as it was given
    QString typeName; ///< as it was given: "half"
    ElementType type = ElementType::Float32;
    bool isBuffer = false;
    QVector<qint64> shape; ///< of a buffer: "[16x32]"
    KernelFill fill = KernelFill::Nothing;
    QByteArray value; ///< Constant: one element
    qint64 seed = 0;  ///< Random; 0: the number of the argument
    QString path;     ///< File
    QString tensor;   ///< File: which of several; empty: the only one

    [[nodiscard]] qint64 elements() const { return elementCount(shape).value_or(0); }
    [[nodiscard]] qint64 bytes() const { return elements() * elementSize(type); }
};

/// One launch of one kernel.
struct KernelCall
{
    QString name; ///< "ns::scale<float, 256>"
    std::array<quint32, 3> grid{1, 1, 1};
    std::array<quint32, 3> block{1, 1, 1};
    quint32 sharedBytes = 0;
    QVector<KernelArgument> arguments;
    /// Private folder with what the buffers hold, absolute: kernelInputPath(). Empty: it was not
    /// written yet.
    QString folder;
};

/// What of a kernel's name and template arguments stands before "<" and between the angle brackets.
struct KernelName
{
    QStringList scopes; ///< namespaces, the outermost first
    QString name;
    QStringList templateArguments;
    bool hasTemplateArguments = false;
};

/// Reads "ns::scale<float, 256>". Errors: InvalidArgument, a sentence without its full stop.
Result<KernelName> kernelName(const QString& text);

/// Element type by its name in C++, CUDA, HIP or PyTorch: "float", "const at::Half", "unsigned
/// int", "fp8_e4m3", "float4" (what it is made of). Nothing: it is none.
std::optional<ElementType> kernelElementType(const QString& name);

/// Reads "float[1024]=random:7", "half[16x32]=file:x.npy", "int=5". Errors: InvalidArgument, a
/// sentence without its full stop.
Result<KernelArgument> kernelArgument(const QString& text);

/// What the command line says about a launch, as it was given.
struct KernelWords
{
    QString name;
    QString grid;
    QString block;
    QString shared; ///< empty: none
    QStringList arguments;
};

/// Reads all of it: at most 64 arguments and 1 GiB of buffers, 1024 threads a block. Errors:
/// InvalidArgument, a sentence without its full stop.
Result<KernelCall> kernelCall(const KernelWords& words);

/// The bytes of the buffer `number` (0-based) of `call`, in this machine's byte order. The same for
/// the same argument on each machine. Errors: InvalidArgument (a file that does not fit), those of
/// reading, Cancelled.
Result<QByteArray> kernelInput(const KernelCall& call, qsizetype number, const CancelToken& cancel);

/// File with the bytes of the argument `number`, 0-based.
QString kernelInputPath(const QString& folder, qsizetype number);

/// Writes the bytes of each buffer to `folder`, which becomes that of `call`. Errors: those of
/// kernelInput() and of writing.
Result<void> writeKernelInputs(KernelCall& call, const QString& folder, const CancelToken& cancel);

} // namespace rocport
