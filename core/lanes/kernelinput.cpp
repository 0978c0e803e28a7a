#include "core/base/visibletext.h"
#include "core/files/filewriter.h"
#include "core/lanes/kernelcall.h"
#include "core/tensor/elementencode.h"
#include "core/tensor/tensorfile.h"

#include <algorithm>
#include <cstring>

namespace rocport {

namespace {

constexpr qint64 kAtOnce = 1 << 16; // elements

/// SplitMix64, by its published constants: the same numbers on each machine.
class Numbers
{
public:
    explicit Numbers(quint64 seed) : m_state(seed) {}
    quint64 next()
    {
        m_state += 0x9e3779b97f4a7c15ULL;
        quint64 z = m_state;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31U);
    }

private:
    quint64 m_state;
};

double randomValue(Numbers& numbers, ElementType type)
{
    const quint64 bits = numbers.next();
    if (type == ElementType::Bool) {
        return double(bits >> 63U);
    }
    constexpr quint64 kIntegers = 100;
    return isFloating(type) ? double(bits >> 11U) * 0x1p-52 - 1 : double(bits % kIntegers);
}

void calculate(const KernelArgument& argument, quint64 seed, QByteArray& bytes)
{
    Numbers numbers(seed);
    QVector<double> values;
    const qint64 elements = argument.elements();
    const int size = elementSize(argument.type);
    for (qint64 at = 0; at < elements; at += kAtOnce) {
        values.resize(std::min(kAtOnce, elements - at));
        for (qsizetype i = 0; i < values.size(); ++i) {
            values[i] = argument.fill == KernelFill::Iota ? double(at + i)
                                                          : randomValue(numbers, argument.type);
        }
        encodeElements(argument.type, values.constData(), values.size(), bytes.data() + at * size);
    }
}

Error misfit(const KernelArgument& argument, const QString& what)
{
    return {ErrorCode::InvalidArgument,
            QStringLiteral("--arg \"%1\" needs %2 elements of %3 (%4 bytes), and the file has %5")
                .arg(visibleLine(argument.text), QString::number(argument.elements()),
                     elementTypeName(argument.type), QString::number(argument.bytes()), what),
            argument.path};
}

Result<void> readTensor(const KernelArgument& argument, QByteArray& bytes,
                        const CancelToken& cancel)
{
    const auto file = TensorFile::open(argument.path, cancel);
    if (!file) {
        return file.error();
    }
    const bool isOnly = argument.tensor.isEmpty() && file->tensors().size() == 1;
    const qsizetype index = isOnly ? 0 : file->indexOf(argument.tensor);
    if (index < 0) {
        return misfit(argument, argument.tensor.isEmpty()
                                    ? QStringLiteral("several tensors (name one: file:PATH#NAME)")
                                    : QStringLiteral("no tensor of that name"));
    }
    const TensorInfo& info = file->tensors().at(index);
    if (!info.problem.isEmpty() || info.type != argument.type ||
        info.elements != argument.elements()) {
        return misfit(argument,
                      QStringLiteral("%1 of %2").arg(info.elements).arg(info.shownType()));
    }
    const auto data = file->data(index, cancel);
    return data ? (*data)->read(0, info.elements, bytes.data()) : Result<void>(data.error());
}

Result<void> readBytes(const KernelArgument& argument, QByteArray& bytes)
{
    const auto source = FileSource::open(argument.path);
    if (!source) {
        return source.error();
    }
    if ((*source)->size() != bytes.size()) {
        return misfit(argument, QStringLiteral("%1 bytes").arg((*source)->size()));
    }
    return (*source)->read(0, bytes.data(), bytes.size());
}

} // namespace

Result<QByteArray> kernelInput(const KernelCall& call, qsizetype number, const CancelToken& cancel)
{
    const KernelArgument& argument = call.arguments[number];
    QByteArray bytes(argument.bytes(), '\0');
    switch (argument.fill) {
    case KernelFill::Nothing:
        bytes.fill('\xff');
        break;
    case KernelFill::Zeros:
        break;
    case KernelFill::Constant:
        for (qint64 at = 0; at < bytes.size(); at += argument.value.size()) {
            std::memcpy(bytes.data() + at, argument.value.constData(),
                        static_cast<size_t>(argument.value.size()));
        }
        break;
    case KernelFill::Iota:
    case KernelFill::Random:
        calculate(argument,
                  argument.seed != 0 ? quint64(argument.seed) : static_cast<quint64>(number + 1),
                  bytes);
        break;
    case KernelFill::File: {
        const auto read = TensorFile::isTensorFile(argument.path)
                              ? readTensor(argument, bytes, cancel)
                              : readBytes(argument, bytes);
        if (!read) {
            return read.error();
        }
        break;
    }
    }
    return bytes;
}

Result<void> writeKernelInputs(KernelCall& call, const QString& folder, const CancelToken& cancel)
{
    if (auto made = makeFolder(folder, FileAccess::Private); !made) {
        return made;
    }
    for (qsizetype i = 0; i < call.arguments.size(); ++i) {
        if (!call.arguments[i].isBuffer) {
            continue;
        }
        const auto bytes = kernelInput(call, i, cancel);
        if (!bytes) {
            return bytes.error();
        }
        if (auto written = writeFile(kernelInputPath(folder, i), *bytes, FileAccess::Private,
                                     Durability::Later);
            !written) {
            return written;
        }
    }
    call.folder = folder;
    return {};
}

} // namespace rocport
