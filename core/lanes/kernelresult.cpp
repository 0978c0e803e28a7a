#include "core/lanes/kernelresult.h"

#include "core/files/filewriter.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace rocport {

namespace {

constexpr qint64 kValuesAtOnce = 1 << 16;
constexpr qint64 kShownValues = 6;
constexpr QLatin1StringView kCaseId("kernel");
constexpr QLatin1StringView kMakerKey("savedBy"); // in the environment of a bundle
constexpr QLatin1StringView kMaker("execute --kernel");

/// Numbers of the arguments that are buffers.
QVector<qsizetype> buffersOf(const KernelCall& call)
{
    QVector<qsizetype> numbers;
    for (qsizetype i = 0; i < call.arguments.size(); ++i) {
        if (call.arguments[i].isBuffer) {
            numbers.append(i);
        }
    }
    return numbers;
}

/// What of the buffer was read so far.
class Summary
{
public:
    explicit Summary(KernelBuffer& buffer) : m_buffer(buffer) {}

    void add(const QByteArray& bytes, const QByteArray& before)
    {
        const int size = elementSize(m_buffer.type);
        const qsizetype count = bytes.size() / size;
        m_values.resize(count);
        decodeElements(m_buffer.type, bytes.constData(), count, m_values.data());
        for (qsizetype i = 0; i < count; ++i) {
            if (m_buffer.first.size() < kShownValues) {
                m_buffer.first.append(elementText(m_buffer.type, bytes.constData() + i * size));
            }
            const bool isSame = std::memcmp(bytes.constData() + i * size,
                                            before.constData() + i * size, size_t(size)) == 0;
            m_buffer.changed += isSame ? 0 : 1;
            addValue(m_values[i]);
        }
    }

    void finish()
    {
        m_buffer.least = m_finite == 0 ? 0 : m_least;
        m_buffer.most = m_finite == 0 ? 0 : m_most;
        m_buffer.mean = m_finite == 0 ? 0 : m_sum / double(m_finite);
    }

private:
    void addValue(double value)
    {
        if (std::isnan(value)) {
            ++m_buffer.nans;
        } else if (std::isinf(value)) {
            ++m_buffer.infinities;
        } else {
            m_least = std::min(m_least, value);
            m_most = std::max(m_most, value);
            m_sum += value;
            ++m_finite;
        }
    }

    KernelBuffer& m_buffer;
    QVector<double> m_values;
    double m_least = std::numeric_limits<double>::infinity();
    double m_most = -std::numeric_limits<double>::infinity();
    double m_sum = 0;
    qint64 m_finite = 0;
};

Error notKept(const QString& name)
{
    return {ErrorCode::NotPossibleNow,
            QStringLiteral("the buffer was not recorded, or the run did not come to its end"),
            name};
}

/// Bytes of a copy; nothing was kept: an error.
Result<QByteArray> bytesOf(const LaneRecording& recording, qsizetype number, const QString& name)
{
    if (number >= recording.copies.size() || recording.copies[number].offset < 0 ||
        !recording.data) {
        return notKept(name);
    }
    const LaneCopy& copy = recording.copies[number];
    QByteArray bytes(copy.bytes, Qt::Uninitialized);
    if (auto read = recording.data->read(copy.offset, bytes.data(), bytes.size()); !read) {
        return read.error();
    }
    return bytes;
}

/// Whether the folder has what saveKernelBundle() wrote for a kernel of this name, unchanged.
bool isKernelBundle(const QString& folder, const QString& kernel, const CancelToken& cancel)
{
    const auto bundle = readBundle(folder, cancel);
    return bundle && bundle->target == kernel && bundle->script.isEmpty() &&
           bundle->cases.size() == 1 && bundle->cases.first().id == kCaseId &&
           bundle->environment.value(kMakerKey).toString() == kMaker;
}

} // namespace

Result<void> checkKernelBundleFolder(const KernelCall& call, const QString& folder,
                                     const CancelToken& cancel)
{
    const QFileInfo info(folder);
    const bool isFree =
        info.isDir() ? QDir(folder).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden)
                     : !info.exists() && !info.isSymLink();
    if (isFree || isKernelBundle(folder, call.name, cancel)) {
        return {};
    }
    return Error{cancel.isCancelled() ? ErrorCode::Cancelled : ErrorCode::NotPossibleNow,
                 QStringLiteral("there are other files; name a folder that is new, empty or has "
                                "the bundle that was saved of the same kernel"),
                 folder};
}

void nameKernelBuffers(const KernelCall& call, LaneRecording& recording)
{
    const QVector<qsizetype> numbers = buffersOf(call);
    const qsizetype known = std::min(numbers.size(), recording.copies.size());
    for (qsizetype i = 0; i < known; ++i) {
        recording.copies[i].type = call.arguments[numbers[i]].type;
    }
}

Result<QVector<KernelBuffer>> kernelBuffers(const KernelCall& call, const KernelSignature& kernel,
                                            const LaneRecording& recording,
                                            const CancelToken& cancel)
{
    QVector<KernelBuffer> buffers;
    const QVector<qsizetype> numbers = buffersOf(call);
    for (qsizetype i = 0; i < numbers.size(); ++i) {
        const KernelArgument& argument = call.arguments[numbers[i]];
        const KernelParameter parameter = kernel.parameters.value(numbers[i]);
        KernelBuffer buffer;
        buffer.name = parameter.shownName(numbers[i]);
        buffer.type = argument.type;
        buffer.shape = argument.shape;
        buffer.elements = argument.elements();
        buffer.isInput = parameter.isConst;
        buffer.isKept = i < recording.copies.size() && recording.copies[i].offset >= 0 &&
                        recording.data && recording.copies[i].bytes == argument.bytes();
        const auto before = FileSource::open(kernelInputPath(call.folder, numbers[i]));
        if (!before) {
            return before.error();
        }
        Summary summary(buffer);
        const qint64 step = kValuesAtOnce * elementSize(argument.type);
        for (qint64 at = 0; buffer.isKept && at < argument.bytes(); at += step) {
            if (cancel.isCancelled()) {
                return Error{ErrorCode::Cancelled, {}, {}};
            }
            const qint64 count = std::min(step, argument.bytes() - at);
            const auto now = recording.data->upTo(recording.copies[i].offset + at, count);
            const auto was = (*before)->upTo(at, count);
            if (!now || !was) {
                return now ? was.error() : now.error();
            }
            if (now->size() != count || was->size() != count) {
                return notKept(buffer.name);
            }
            summary.add(*now, *was);
        }
        summary.finish();
        buffers.append(buffer);
    }
    return buffers;
}

Result<TensorBundle> saveKernelBundle(const KernelCall& call, const KernelSignature& kernel,
                                      const LaneRecording& recording, const QString& folder,
                                      const QString& device, const CancelToken& cancel)
{
    if (const auto free = checkKernelBundleFolder(call, folder, cancel); !free) {
        return free.error();
    }
    QVector<TensorToWrite> inputs;
    QVector<TensorToWrite> outputs;
    const QVector<qsizetype> numbers = buffersOf(call);
    for (qsizetype i = 0; i < numbers.size(); ++i) {
        const KernelArgument& argument = call.arguments[numbers[i]];
        const KernelParameter parameter = kernel.parameters.value(numbers[i]);
        TensorToWrite tensor{parameter.shownName(numbers[i]), argument.type, argument.shape, {}};
        if (argument.fill != KernelFill::Nothing) {
            auto before = kernelInput(call, numbers[i], cancel);
            if (!before) {
                return before.error();
            }
            tensor.bytes = *std::move(before);
            inputs.append(tensor);
        }
        if (!parameter.isConst) {
            auto after = bytesOf(recording, i, tensor.name);
            if (!after) {
                return after.error();
            }
            tensor.bytes = *std::move(after);
            outputs.append(tensor);
        }
    }
    TensorBundle bundle;
    bundle.folder = folder;
    bundle.title = call.name;
    bundle.target = call.name;
    bundle.created = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
    bundle.environment = {{QStringLiteral("device"), QStringLiteral("cpu")},
                          {QStringLiteral("deviceName"), device},
                          {kMakerKey, kMaker}};
    BundleCase one;
    one.id = kCaseId;
    one.type = outputs.isEmpty() ? QString() : elementTypeName(outputs.first().type);
    if (auto made = makeFolder(folder); !made) {
        return made.error();
    }
    const auto add = [&](const QString& part, const QVector<TensorToWrite>& tensors) {
        const QString name = QStringLiteral("kernel.%1.safetensors").arg(part);
        if (tensors.isEmpty()) {
            QFile::remove(QDir(folder).filePath(name));
            return Result<void>();
        }
        one.parts.insert(part, {name, {}, {}});
        return writeSafetensors(QDir(folder).filePath(name), tensors);
    };
    for (const auto& done :
         {add(QStringLiteral("inputs"), inputs), add(QStringLiteral("outputs"), outputs)}) {
        if (!done) {
            return done.error();
        }
    }
    bundle.cases.append(one);
    return writeBundle(bundle, {}, cancel);
}

} // namespace rocport
