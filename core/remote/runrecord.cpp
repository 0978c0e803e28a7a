#include "core/remote/runrecord.h"

#include "core/files/copyfile.h"
#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/remote/privatefolder.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace rocport {

namespace {

constexpr qint64 kLargestRecord = 32LL * 1024 * 1024;
constexpr qsizetype kMostFiles = 100'000;
constexpr qint64 kCopyPiece = 1024 * 1024;

Result<QJsonObject> readObject(const QString& path)
{
    const Result<QByteArray> bytes = readFile(path, kLargestRecord);
    if (!bytes) {
        return bytes.error();
    }
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(*bytes, &problem);
    if (problem.error != QJsonParseError::NoError || !document.isObject()) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("a JSON object is expected"), path};
    }
    return document.object();
}

/// Copies `length` bytes and gives their hash.
Result<QByteArray> copyPart(const QString& from, const QString& to, qint64 length,
                            const CancelToken& cancel)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](QByteArrayView piece) { hash.addData(piece); };
    if (Result<void> done = copyFile(from, to, cancel, {length, FileAccess::Private, add}); !done) {
        return done.error();
    }
    return hash.result().toHex();
}

QJsonObject manifestEntry(const QString& name, qint64 size, const QByteArray& hash)
{
    return {{QStringLiteral("name"), name},
            {QStringLiteral("bytes"), size},
            {QStringLiteral("sha256"), QString::fromLatin1(hash)}};
}

bool isSafeName(const QString& name)
{
    const QStringList parts = name.split(u'/');
    return !name.isEmpty() && name.size() < 1024 && !name.startsWith(u'/') &&
           !name.contains(QChar(0)) && !parts.contains(QString()) &&
           !parts.contains(QStringLiteral("..")) && !parts.contains(QStringLiteral("."));
}

Result<void> fillSavedRun(const JobEntry& entry, const QString& to, const CancelToken& cancel)
{
    JobStatus status = entry.status;
    const QString log = entry.folder + u'/' + runfile::kLog;
    status.logBytes = QFileInfo(log).size();
    QJsonArray files;
    QStringList names;
    for (const QString& name : {runfile::kLog, runfile::kTimes}) {
        if (QFile::exists(entry.folder + u'/' + name)) {
            names.append(name);
        }
    }
    QDirIterator results(entry.folder + u'/' + runfile::kResults, QDir::Files | QDir::NoSymLinks,
                         QDirIterator::Subdirectories);
    while (results.hasNext()) {
        names.append(QDir(entry.folder).relativeFilePath(results.next()));
    }
    names.sort();
    for (const QString& name : std::as_const(names)) {
        const QString from = entry.folder + u'/' + name;
        const qint64 size = QFileInfo(from).size();
        if (Result<void> made = makePrivateFolder(QFileInfo(to + u'/' + name).path()); !made) {
            return made;
        }
        const Result<QByteArray> hash = copyPart(from, to + u'/' + name, size, cancel);
        if (!hash) {
            return hash.error();
        }
        if (name == runfile::kLog && isEnded(status.state)) {
            status.logHash = *hash;
            status.logBytes = size;
        }
        files.append(manifestEntry(name, size, *hash));
    }
    const QVector<QPair<QString, QJsonObject>> records{{runfile::kJob, jobToJson(entry.spec)},
                                                       {runfile::kStatus, statusToJson(status)}};
    for (const auto& [name, object] : records) {
        const QByteArray bytes = QJsonDocument(object).toJson();
        if (Result<void> done = writeFile(to + u'/' + name, bytes, FileAccess::Private); !done) {
            return done;
        }
        files.append(
            manifestEntry(name, bytes.size(),
                          QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex()));
    }
    const QJsonObject manifest{{QStringLiteral("format"), QStringLiteral("rocport-run")},
                               {QStringLiteral("version"), 1},
                               {QStringLiteral("files"), files}};
    return writeFile(to + u'/' + runfile::kManifest, QJsonDocument(manifest).toJson(),
                     FileAccess::Private);
}

Result<void> checkListed(const QString& folder, const QJsonObject& one, const CancelToken& cancel)
{
    const QString manifest = folder + u'/' + runfile::kManifest;
    const QString name = one.value(QStringLiteral("name")).toString();
    if (!isSafeName(name)) {
        return Error{ErrorCode::ParseFailed,
                     QStringLiteral("a name points outside the folder: %1").arg(name.left(200)),
                     manifest};
    }
    const QString path = folder + u'/' + name;
    // Each part of the way: a link could lead anywhere.
    QString way = folder;
    for (const QString& part : name.split(u'/')) {
        way += u'/' + part;
        if (QFileInfo(way).isSymLink()) {
            return Error{ErrorCode::ParseFailed, QStringLiteral("it is a link"), way};
        }
    }
    if (!QFileInfo(path).isFile()) {
        return Error{ErrorCode::FileNotFound, {}, path};
    }
    if (static_cast<double>(QFileInfo(path).size()) !=
        one.value(QStringLiteral("bytes")).toDouble(-1)) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("its length is not the recorded one"),
                     path};
    }
    const Result<QByteArray> hash = fileHash(path, cancel);
    if (!hash) {
        return hash.error();
    }
    if (QString::fromLatin1(*hash) != one.value(QStringLiteral("sha256")).toString()) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("its content has changed"), path};
    }
    return {};
}

} // namespace

Result<JobEntry> readRunRecord(const QString& folder)
{
    JobEntry entry;
    entry.folder = QDir(folder).absolutePath();
    const QString jobFile = entry.folder + u'/' + runfile::kJob;
    const Result<QJsonObject> job = readObject(jobFile);
    if (!job) {
        return job.error();
    }
    Result<JobSpec> spec = jobFromJson(*job);
    if (!spec) {
        return Error{ErrorCode::ParseFailed,
                     spec.error().object + QStringLiteral(": ") + spec.error().detail, jobFile};
    }
    entry.spec = *spec;
    const Result<QJsonObject> status = readObject(entry.folder + u'/' + runfile::kStatus);
    const Result<JobStatus> read = status ? statusFromJson(*status) : status.error();
    if (read) {
        entry.status = *read;
    } else {
        entry.status.state = JobState::Lost;
    }
    entry.status.logBytes = QFileInfo(entry.folder + u'/' + runfile::kLog).size();
    return entry;
}

QVector<RunFile> runFiles(const QString& folder)
{
    constexpr qsizetype kMostShown = 10'000;
    QVector<RunFile> files;
    const auto add = [&](const QFileInfo& info, const QString& name) {
        if (info.isFile() && !info.isSymLink()) {
            files.append({name, info.size(), info.lastModified().toUTC()});
        }
    };
    for (const QString& name :
         {runfile::kJob, runfile::kStatus, runfile::kLog, runfile::kTimes, runfile::kManifest}) {
        add(QFileInfo(folder + u'/' + name), name);
    }
    const qsizetype first = files.size();
    QDirIterator results(folder + u'/' + runfile::kResults, QDir::Files | QDir::NoSymLinks,
                         QDirIterator::Subdirectories);
    while (results.hasNext() && files.size() < kMostShown) {
        results.next();
        add(results.fileInfo(), QDir(folder).relativeFilePath(results.filePath()));
    }
    std::sort(files.begin() + first, files.end(),
              [](const RunFile& a, const RunFile& b) { return a.name < b.name; });
    return files;
}

Result<QByteArray> readLogPart(const QString& folder, qint64 from, qint64 limit)
{
    QFile file(folder + u'/' + runfile::kLog);
    if (Result<void> opened = openRegular(file); !opened) {
        return opened.error();
    }
    if (from > 0 && !file.seek(from)) {
        return Error{ErrorCode::FileUnreadable, file.errorString(), file.fileName()};
    }
    return file.read(limit);
}

Result<QByteArray> fileHash(const QString& path, const CancelToken& cancel)
{
    QFile file(path);
    if (Result<void> opened = openRegular(file); !opened) {
        return opened.error();
    }
    QCryptographicHash hash(QCryptographicHash::Sha256);
    while (true) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, path};
        }
        const QByteArray piece = file.read(kCopyPiece);
        if (piece.isEmpty()) {
            break;
        }
        hash.addData(piece);
    }
    if (file.error() != QFile::NoError) {
        return Error{ErrorCode::FileUnreadable, file.errorString(), path};
    }
    return hash.result().toHex();
}

Result<void> saveRunFolder(const JobEntry& entry, const QString& target, const CancelToken& cancel)
{
    const QFileInfo info(target);
    if (info.exists() && (!info.isDir() || !QDir(target).isEmpty())) {
        return Error{ErrorCode::FileWriteFailed, QStringLiteral("it already exists"), target};
    }
    const QString absolute = QDir::cleanPath(info.absoluteFilePath());
    const QString making = absolute + QStringLiteral(".part");
    QDir(making).removeRecursively();
    if (Result<void> made = makePrivateFolder(making); !made) {
        return made;
    }
    if (Result<void> filled = fillSavedRun(entry, making, cancel); !filled) {
        QDir(making).removeRecursively();
        return filled;
    }
    QDir().rmdir(absolute);
    if (!QDir().rename(making, absolute)) {
        QDir(making).removeRecursively();
        return Error{ErrorCode::FileWriteFailed, QStringLiteral("the folder cannot be renamed"),
                     absolute};
    }
    return {};
}

Result<JobEntry> openRunFolder(const QString& folder, const CancelToken& cancel)
{
    const QString path = QDir(folder).absolutePath();
    const QString manifestFile = path + u'/' + runfile::kManifest;
    const Result<QJsonObject> manifest = readObject(manifestFile);
    if (!manifest) {
        return manifest.error();
    }
    if (manifest->value(QStringLiteral("format")).toString() != QLatin1StringView("rocport-run") ||
        manifest->value(QStringLiteral("version")).toInt() != 1) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("a run of version 1 is expected"),
                     manifestFile};
    }
    const QJsonArray files = manifest->value(QStringLiteral("files")).toArray();
    if (files.size() > kMostFiles) {
        return Error{ErrorCode::FileTooLarge, QStringLiteral("100,000 files"), manifestFile};
    }
    QStringList listed;
    for (const QJsonValue value : files) {
        if (Result<void> checked = checkListed(path, value.toObject(), cancel); !checked) {
            return checked.error();
        }
        listed.append(value[QStringLiteral("name")].toString());
    }
    for (const QString& needed : {runfile::kJob, runfile::kStatus}) {
        if (!listed.contains(needed)) {
            return Error{ErrorCode::ParseFailed, QStringLiteral("%1 is not listed").arg(needed),
                         manifestFile};
        }
    }
    for (const QString& name : {runfile::kLog, runfile::kTimes}) {
        if (!listed.contains(name) && QFileInfo::exists(path + u'/' + name)) {
            return Error{ErrorCode::ParseFailed, QStringLiteral("%1 is not listed").arg(name),
                         manifestFile};
        }
    }
    Result<JobEntry> entry = readRunRecord(path);
    if (entry) {
        entry->replayed = true;
        if (!isEnded(entry->status.state)) {
            entry->status.state = JobState::Detached;
        }
    }
    return entry;
}

} // namespace rocport
