#include "core/verify/outputcompare.h"

#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/tensor/comparefiles.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <cstring>

namespace rocport {

namespace {

constexpr qint64 kMaxTextBytes = 64 << 20;

QString referenceOf(const OutputPair& pair)
{
    const QFileInfo named(pair.reference);
    if (!named.isDir()) {
        return pair.reference;
    }
    const QDir folder(pair.reference);
    for (const QString& name : {pair.name, QFileInfo(pair.name).fileName(), pair.kept}) {
        if (QFileInfo(folder.filePath(name)).isFile()) {
            return folder.filePath(name);
        }
    }
    return folder.filePath(pair.name);
}

/// Numbers of a text and the words between them; `isText` is false where a byte is none of a text.
struct NumberText
{
    bool isText = true;
    QVector<double> numbers;
    QByteArrayList words;
};

bool isPrintable(char byte)
{
    const auto code = static_cast<unsigned char>(byte);
    return code >= 0x20 || byte == '\n' || byte == '\r' || byte == '\t';
}

bool isSeparator(char byte)
{
    return std::strchr(" \t\r\n,;[](){}", byte) != nullptr;
}

NumberText numbersOf(const QByteArray& bytes)
{
    NumberText text;
    qsizetype begin = 0;
    for (qsizetype at = 0; at <= bytes.size(); ++at) {
        if (at < bytes.size() && !isPrintable(bytes[at])) {
            text.isText = false;
            return text;
        }
        if (at < bytes.size() && !isSeparator(bytes[at])) {
            continue;
        }
        if (at > begin) {
            const QByteArray word = bytes.mid(begin, at - begin);
            bool number = false;
            const double value = word.toDouble(&number);
            if (number) {
                text.numbers.append(value);
            } else {
                text.words.append(word);
            }
        }
        begin = at + 1;
    }
    return text;
}

/// Compares two files as elements of one type.
Result<TensorComparison> compareRaw(const QString& reference, const QString& candidate,
                                    ElementType type, const Tolerance& tolerance,
                                    const CompareOptions& options)
{
    const qint64 size = elementSize(type);
    const auto open = [&](const QString& path) {
        return TensorFile::openRaw(path, type, {QFileInfo(path).size() / size});
    };
    const auto left = open(reference);
    if (!left) {
        return left.error();
    }
    const auto right = open(candidate);
    if (!right) {
        return right.error();
    }
    const auto leftData = left->data(0, options.cancel);
    if (!leftData) {
        return leftData.error();
    }
    const auto rightData = right->data(0, options.cancel);
    if (!rightData) {
        return rightData.error();
    }
    return compareTensors(**leftData, **rightData, tolerance, options);
}

Result<void> writeNumbers(const QString& path, const QVector<double>& numbers)
{
    const qsizetype size = numbers.size() * qsizetype(sizeof(double));
    return writeFile(path, {reinterpret_cast<const char*>(numbers.constData()), size},
                     FileAccess::Private, Durability::Later);
}

/// Numbers of two texts as two files of doubles, since that is what is compared.
Result<TensorComparison> compareNumbers(const OutputPair& pair, const NumberText& reference,
                                        const NumberText& candidate, const Tolerances& tolerances,
                                        const CompareOptions& options)
{
    const QTemporaryDir folder;
    const QString left = folder.filePath(QStringLiteral("reference"));
    const QString right = folder.filePath(QStringLiteral("candidate"));
    for (const auto& [path, text] : {std::pair(left, &reference), std::pair(right, &candidate)}) {
        const Result<void> written = writeNumbers(path, text->numbers);
        if (!written) {
            return written.error();
        }
    }
    // Printed numbers come from float32 most often, and are rounded again.
    const Tolerance tolerance =
        tolerances.of(pair.name, ElementType::Float32, ElementType::Float32);
    Result<TensorComparison> compared =
        compareRaw(left, right, ElementType::Float64, tolerance, options);
    if (compared && reference.words != candidate.words) {
        TensorComparison& comparison = compared.value();
        comparison.verdict = TensorVerdict::Failed;
        comparison.detail = QStringLiteral("The words between the numbers differ.");
    }
    return compared;
}

Result<TensorComparison> comparePlain(const OutputPair& pair, const QString& reference,
                                      const Tolerances& tolerances, const CompareOptions& options)
{
    if (!pair.type.isEmpty()) {
        const auto type = elementTypeFromName(pair.type);
        if (!type) {
            return Error{ErrorCode::InvalidArgument,
                         QStringLiteral("%1 is not an element type").arg(pair.type), pair.name};
        }
        return compareRaw(reference, pair.candidate, *type, tolerances.of(pair.name, *type, *type),
                          options);
    }
    return compareRaw(reference, pair.candidate, ElementType::UInt8, {}, options);
}

} // namespace

Result<QVector<TensorComparison>>
compareOutput(const OutputPair& pair, const Tolerances& tolerances, const CompareOptions& options)
{
    const QString reference = referenceOf(pair);
    if (!QFileInfo::exists(reference)) {
        return Error{ErrorCode::FileNotFound, {}, reference};
    }
    if (TensorFile::isTensorFile(pair.candidate)) {
        auto compared = compareFiles(reference, pair.candidate, tolerances, options);
        if (!compared) {
            return compared.error();
        }
        for (TensorComparison& comparison : compared->tensors) {
            comparison.name = comparison.name.isEmpty()
                                  ? pair.name
                                  : pair.name + u'/' + comparison.name.section(u'/', -1);
        }
        return compared->tensors;
    }
    Result<TensorComparison> compared = comparePlain(pair, reference, tolerances, options);
    const bool small = QFileInfo(reference).size() <= kMaxTextBytes &&
                       QFileInfo(pair.candidate).size() <= kMaxTextBytes;
    const bool equal = compared && compared->verdict == TensorVerdict::Passed;
    if (pair.type.isEmpty() && small && !equal) {
        const auto left = readFile(reference);
        const auto right = readFile(pair.candidate);
        if (left && right) {
            const NumberText from = numbersOf(*left);
            const NumberText to = numbersOf(*right);
            if (from.isText && to.isText && !from.numbers.isEmpty()) {
                compared = compareNumbers(pair, from, to, tolerances, options);
            }
        }
    }
    if (!compared) {
        return compared.error();
    }
    compared.value().name = pair.name;
    return QVector<TensorComparison>{*compared};
}

} // namespace rocport
