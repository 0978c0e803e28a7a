#include "core/tensor/bundle.h"

#include "core/files/copyfile.h"
#include "core/files/filewriter.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cerrno>

namespace rocport {

namespace {

constexpr qint64 kLargestDescription = 16LL * 1024 * 1024;
constexpr qsizetype kMostCases = 1000;
constexpr qsizetype kMostTensors = 100000;
constexpr qint64 kHashBuffer = 1024LL * 1024;
const QLatin1StringView kBundleFormat("rocport-golden");
const QLatin1StringView kDescription("bundle.json");

QStringList bundleParts()
{
    return {QStringLiteral("inputs"), QStringLiteral("outputs"), QStringLiteral("gradients"),
            QStringLiteral("state")};
}

bool isFileName(const QString& name)
{
    return !name.isEmpty() && name.size() < 250 && !name.startsWith(u'.') &&
           std::none_of(name.begin(), name.end(),
                        [](QChar c) { return c == u'/' || c == u'\\' || c.unicode() < 0x20; });
}

Error bundleError(const QString& path, const QString& detail)
{
    return {ErrorCode::ParseFailed, detail, path};
}

/// A file of the folder itself: no link, no folder. Empty when it is one.
std::optional<Error> placeProblem(const QString& path)
{
    const QFileInfo info(path);
    if (info.isSymLink()) {
        return Error{ErrorCode::PathOutsideRepository,
                     QStringLiteral("a file of a golden bundle must not be a link"), path};
    }
    if (!info.exists()) {
        return Error{ErrorCode::FileNotFound, {}, path};
    }
    if (!info.isFile()) {
        return Error{ErrorCode::FileUnreadable, QStringLiteral("not a regular file"), path};
    }
    return std::nullopt;
}

Result<BundleFile> bundleFileFromJson(const QJsonObject& object, const QString& path)
{
    BundleFile file;
    file.name = object.value(QStringLiteral("name")).toString();
    file.sha256 = object.value(QStringLiteral("sha256")).toString().toLatin1().toLower();
    if (!isFileName(file.name)) {
        return bundleError(path, QStringLiteral("it names a file that is not in its folder: %1")
                                     .arg(file.name.left(80)));
    }
    if (!file.sha256.isEmpty() && file.sha256.size() != 64) {
        return bundleError(path,
                           QStringLiteral("the hash of %1 is not a SHA-256 hash").arg(file.name));
    }
    const QJsonArray tensors = object.value(QStringLiteral("tensors")).toArray();
    if (tensors.size() > kMostTensors) {
        return bundleError(path, QStringLiteral("%1 has too many tensors").arg(file.name));
    }
    for (const auto& value : tensors) {
        const QJsonObject entry = value.toObject();
        BundleTensor tensor;
        tensor.name = entry.value(QStringLiteral("name")).toString();
        tensor.type = entry.value(QStringLiteral("dtype")).toString();
        const QJsonArray shape = entry.value(QStringLiteral("shape")).toArray();
        for (qsizetype i = 0; i < shape.size() && i < 64; ++i) {
            tensor.shape.append(shape.at(i).toInteger(-1));
        }
        if (shape.size() > 64 || !elementCount(tensor.shape)) {
            return bundleError(
                path,
                QStringLiteral("the shape of tensor %1 is not possible").arg(tensor.name.left(80)));
        }
        file.tensors.append(tensor);
    }
    return file;
}

Result<BundleCase> bundleCaseFromJson(const QJsonObject& object, const QString& path)
{
    BundleCase entry;
    entry.id = object.value(QStringLiteral("id")).toString();
    entry.type = object.value(QStringLiteral("dtype")).toString();
    if (!isFileName(entry.id)) {
        return bundleError(path, QStringLiteral("the id of a case cannot be used as a file name"));
    }
    const QJsonObject files = object.value(QStringLiteral("files")).toObject();
    for (const QString& part : bundleParts()) {
        if (!files.contains(part)) {
            continue;
        }
        auto file = bundleFileFromJson(files.value(part).toObject(), path);
        if (!file) {
            return file.error();
        }
        entry.parts.insert(part, *file);
    }
    return entry;
}

/// The file against its record.
Result<void> checkBundleFile(const QString& folder, const BundleFile& file,
                             const CancelToken& cancel)
{
    const QString path = QDir(folder).filePath(file.name);
    if (const auto problem = placeProblem(path)) {
        return *problem;
    }
    if (!file.sha256.isEmpty()) {
        const auto hash = tensorFileHash(path, cancel);
        if (!hash) {
            return hash.error();
        }
        if (*hash != file.sha256) {
            return bundleError(path, QStringLiteral("it is not the file that was captured: its "
                                                    "SHA-256 is %1, the recorded one is %2")
                                         .arg(QString::fromLatin1(hash->left(12)),
                                              QString::fromLatin1(file.sha256.left(12))));
        }
    }
    const auto opened = TensorFile::open(path, cancel);
    if (!opened) {
        return opened.error();
    }
    for (const BundleTensor& tensor : file.tensors) {
        const qsizetype index = opened->indexOf(tensor.name);
        if (index < 0) {
            return bundleError(path, QStringLiteral("it has no tensor %1, which bundle.json names")
                                         .arg(tensor.name.left(80)));
        }
        const TensorInfo& info = opened->tensors().at(index);
        if (info.shape != tensor.shape || elementTypeFromName(tensor.type) != info.type) {
            return bundleError(
                path, QStringLiteral("its tensor %1 is %2 %3; bundle.json says %4 %5")
                          .arg(tensor.name.left(80), info.shownType(), shapeText(info.shape),
                               tensor.type.left(40), shapeText(tensor.shape)));
        }
    }
    return {};
}

Result<QJsonObject> readDescription(const QString& path)
{
    if (const auto problem = placeProblem(path)) {
        return *problem;
    }
    const auto source = FileSource::open(path);
    if (!source) {
        return source.error();
    }
    if ((*source)->size() > kLargestDescription) {
        return Error{ErrorCode::FileTooLarge, QStringLiteral("larger than 16 MiB"), path};
    }
    const auto bytes = (*source)->upTo(0, kLargestDescription);
    if (!bytes) {
        return bytes.error();
    }
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(*bytes, &problem);
    if (!document.isObject()) {
        return bundleError(
            path, QStringLiteral("it is not a JSON object (%1)").arg(problem.errorString()));
    }
    return document.object();
}

QJsonObject bundleFileToJson(const BundleFile& file)
{
    QJsonArray tensors;
    for (const BundleTensor& tensor : file.tensors) {
        QJsonArray shape;
        for (const qint64 size : tensor.shape) {
            shape.append(size);
        }
        tensors.append(QJsonObject{{QStringLiteral("name"), tensor.name},
                                   {QStringLiteral("dtype"), tensor.type},
                                   {QStringLiteral("shape"), shape}});
    }
    return {{QStringLiteral("name"), file.name},
            {QStringLiteral("sha256"), QString::fromLatin1(file.sha256)},
            {QStringLiteral("tensors"), tensors}};
}

QJsonObject bundleToJson(const TensorBundle& bundle)
{
    QJsonArray cases;
    for (const BundleCase& entry : bundle.cases) {
        QJsonObject files;
        for (auto it = entry.parts.cbegin(); it != entry.parts.cend(); ++it) {
            files.insert(it.key(), bundleFileToJson(it.value()));
        }
        cases.append(QJsonObject{{QStringLiteral("id"), entry.id},
                                 {QStringLiteral("dtype"), entry.type},
                                 {QStringLiteral("files"), files}});
    }
    return {{QStringLiteral("format"), kBundleFormat},
            {QStringLiteral("version"), 1},
            {QStringLiteral("title"), bundle.title},
            {QStringLiteral("target"), bundle.target},
            {QStringLiteral("created"), bundle.created},
            {QStringLiteral("seed"), bundle.seed},
            {QStringLiteral("script"), bundle.script},
            {QStringLiteral("environment"), bundle.environment},
            {QStringLiteral("cases"), cases}};
}

/// Hash, types and shapes of a file that is in its place.
Result<void> recordFile(const QString& folder, BundleFile& file, const CancelToken& cancel)
{
    const QString path = QDir(folder).filePath(file.name);
    if (const auto problem = placeProblem(path)) {
        return *problem;
    }
    const auto hash = tensorFileHash(path, cancel);
    if (!hash) {
        return hash.error();
    }
    const auto opened = TensorFile::open(path, cancel);
    if (!opened) {
        return opened.error();
    }
    file.sha256 = *hash;
    file.tensors.clear();
    for (const TensorInfo& info : opened->tensors()) {
        file.tensors.append({info.name, info.shownType(), info.shape});
    }
    return {};
}

} // namespace

bool isBundle(const QString& folder)
{
    return QFileInfo(QDir(folder).filePath(kDescription)).isFile();
}

Result<QByteArray> tensorFileHash(const QString& path, const CancelToken& cancel)
{
    const auto source = FileSource::open(path);
    if (!source) {
        return source.error();
    }
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (qint64 at = 0; at < (*source)->size(); at += kHashBuffer) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, path};
        }
        const auto bytes = (*source)->upTo(at, kHashBuffer);
        if (!bytes) {
            return bytes.error();
        }
        hash.addData(*bytes);
    }
    return hash.result().toHex();
}

Result<TensorBundle> readBundle(const QString& folder, const CancelToken& cancel)
{
    const QString path = QDir(folder).filePath(kDescription);
    const auto object = readDescription(path);
    if (!object) {
        return object.error();
    }
    if (object->value(QStringLiteral("format")).toString() != kBundleFormat) {
        return bundleError(path, QStringLiteral("it does not describe a golden bundle"));
    }
    if (object->value(QStringLiteral("version")).toInt() != 1) {
        return bundleError(path, QStringLiteral("it was written by a newer version"));
    }
    TensorBundle bundle;
    bundle.folder = folder;
    bundle.title = object->value(QStringLiteral("title")).toString();
    bundle.target = object->value(QStringLiteral("target")).toString();
    bundle.created = object->value(QStringLiteral("created")).toString();
    bundle.seed = object->value(QStringLiteral("seed")).toInteger();
    bundle.environment = object->value(QStringLiteral("environment")).toObject();
    bundle.script = object->value(QStringLiteral("script")).toString();
    if (!bundle.script.isEmpty() && !isFileName(bundle.script)) {
        return bundleError(path, QStringLiteral("its script is not in its folder"));
    }
    const QJsonArray cases = object->value(QStringLiteral("cases")).toArray();
    if (cases.isEmpty() || cases.size() > kMostCases) {
        return bundleError(path,
                           QStringLiteral("it has no cases, or more than %1").arg(kMostCases));
    }
    for (const auto& value : cases) {
        auto entry = bundleCaseFromJson(value.toObject(), path);
        if (!entry) {
            return entry.error();
        }
        for (const BundleFile& file : std::as_const(entry->parts)) {
            const auto checked = checkBundleFile(folder, file, cancel);
            if (!checked) {
                return checked.error();
            }
            if (file.sha256.isEmpty()) {
                bundle.notes.append(QStringLiteral("%1 has no recorded hash.").arg(file.name));
            }
        }
        bundle.cases.append(*entry);
    }
    return bundle;
}

Result<TensorBundle> writeBundle(const TensorBundle& bundle, const QMap<QString, QString>& sources,
                                 const CancelToken& cancel)
{
    const QDir folder(bundle.folder);
    if (Result<void> made = makeFolder(bundle.folder); !made) {
        return made.error();
    }
    for (auto it = sources.cbegin(); it != sources.cend(); ++it) {
        if (!isFileName(it.key()) || it.key() == kDescription) {
            return Error{ErrorCode::InvalidArgument,
                         QStringLiteral("not a valid name for a file of a bundle"), it.key()};
        }
        const auto copied = copyFile(it.value(), folder.filePath(it.key()), cancel);
        if (!copied) {
            return copied.error();
        }
    }
    TensorBundle written = bundle;
    for (BundleCase& entry : written.cases) {
        for (auto part = entry.parts.begin(); part != entry.parts.end(); ++part) {
            if (!bundleParts().contains(part.key()) || !isFileName(part->name) ||
                !isFileName(entry.id)) {
                return Error{ErrorCode::InvalidArgument,
                             QStringLiteral("not a valid part or file name of a bundle"),
                             part->name};
            }
            const auto recorded = recordFile(bundle.folder, *part, cancel);
            if (!recorded) {
                return recorded.error();
            }
        }
    }
    const QByteArray text = QJsonDocument(bundleToJson(written)).toJson();
    const QString path = folder.filePath(kDescription);
    if (Result<void> saved = writeFile(path, text); !saved) {
        return saved.error();
    }
    return written;
}

} // namespace rocport
