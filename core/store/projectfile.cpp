#include "core/store/projectfile.h"

#include "core/base/systemmessage.h"
#include "core/store/migrations.h"
#include "core/store/projectfile_p.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <cerrno>
#include <cstdio>

namespace rocport {

namespace {

QString lockFileOf(const QString& path)
{
    return path + QStringLiteral(".lock");
}

/// Settings of every connection. WAL needs no fsync to survive the end of a process; with
/// synchronous=FULL each commit also survives a loss of power.
Result<void> configure(const Database& database, bool write)
{
    // The cache's size can be written into a file; here it is 8 MiB whatever that says.
    QStringList pragmas = {QStringLiteral("PRAGMA foreign_keys=ON"),
                           QStringLiteral("PRAGMA cache_size=-8192")};
    if (write) {
        pragmas +=
            {QStringLiteral("PRAGMA journal_mode=WAL"), QStringLiteral("PRAGMA synchronous=FULL"),
             QStringLiteral("PRAGMA journal_size_limit=8388608")};
    }
    for (const QString& pragma : pragmas) {
        if (Result<void> set = database.exec(pragma); !set) {
            return set;
        }
    }
    return {};
}

/// SQLite takes a last page that is cut for one that ends in zeros. With a log beside the file its
/// length says nothing: pages may be on their way from one to the other.
Result<void> checkLength(const Database& database)
{
    const Result<QVariant> pageSize = database.scalar(QStringLiteral("PRAGMA page_size"));
    if (!pageSize) {
        return pageSize.error();
    }
    const bool log = QFileInfo(database.path() + QStringLiteral("-wal")).size() > 0;
    const qint64 size = QFileInfo(database.path()).size();
    if (!log && (pageSize->toLongLong() <= 0 || size % pageSize->toLongLong() != 0)) {
        return Error{ErrorCode::ProjectCorrupt, QStringLiteral("the file is truncated"),
                     database.path()};
    }
    return {};
}

/// What the file says of itself, and whether it is whole. Gives its schema version. The schema
/// comes before everything that would read a table: checking the content evaluates the constraints
/// that the file's own tables have.
Result<int> checkFile(Database& database)
{
    const Result<QVariant> application = database.scalar(QStringLiteral("PRAGMA application_id"));
    if (!application) {
        return application.error();
    }
    if (application->toInt() != ProjectFile::kApplicationId) {
        return Error{ErrorCode::ProjectNotSqlite, QStringLiteral("made by another program"),
                     database.path()};
    }
    const Result<QVariant> version = database.scalar(QStringLiteral("PRAGMA user_version"));
    if (!version) {
        return version.error();
    }
    if (version->toInt() > ProjectFile::kSchemaVersion) {
        return Error{ErrorCode::ProjectNewer, version->toString(), database.path()};
    }
    if (version->toInt() < 1) {
        return Error{ErrorCode::ProjectCorrupt,
                     QStringLiteral("schema version %1").arg(version->toInt()), database.path()};
    }
    if (Result<void> whole = checkLength(database); !whole) {
        return whole.error();
    }
    if (Result<void> schema = checkSchema(database, version->toInt()); !schema) {
        // A schema that SQLite cannot parse is a damaged one.
        Error error = schema.error();
        error.code = error.code == ErrorCode::StoreFailed ? ErrorCode::ProjectCorrupt : error.code;
        return error;
    }
    database.trustSchema();
    if (Result<void> set = configure(database, false); !set) {
        return set.error();
    }
    const Result<QVariant> check = database.scalar(QStringLiteral("PRAGMA quick_check(1)"));
    if (!check) {
        return check.error();
    }
    if (check->toString() != QLatin1StringView("ok")) {
        return Error{ErrorCode::ProjectCorrupt, check->toString(), database.path()};
    }
    return version->toInt();
}

/// A name beside `path` that is free: "x.rocport.v1.bak", "x.rocport.v1-2.bak", ...
QString freeBackupName(const QString& path, int version)
{
    QString name = QStringLiteral("%1.v%2.bak").arg(path).arg(version);
    for (int n = 2; QFileInfo::exists(name); ++n) {
        name = QStringLiteral("%1.v%2-%3.bak").arg(path).arg(version).arg(n);
    }
    return name;
}

/// Copies the whole content, log included, into the new file `target`, durably.
Result<void> copyTo(const Database& database, const QString& target)
{
    const SqliteGuard::Attaching attaching(database.guard());
    Statement copy(database, QStringLiteral("VACUUM INTO ?"));
    Result<void> copied = copy.text(target).run();
    if (copied) {
        copied = syncToDisk(target);
    }
    if (!copied) {
        QFile::remove(target);
    }
    return copied;
}

/// Brings an older file up to date after a backup copy beside it.
Result<void> migrateWithBackup(const Database& database, int version)
{
    const QString backup = freeBackupName(database.path(), version);
    if (Result<void> copied = copyTo(database, backup); !copied) {
        return copied;
    }
    Result<void> migrated = runMigrations(database, version, ProjectFile::kSchemaVersion);
    if (!migrated) {
        const Result<QVariant> at = database.scalar(QStringLiteral("PRAGMA user_version"));
        if (at && at->toInt() == version) {
            QFile::remove(backup); // the file is as it was, a copy of it would only puzzle
        }
    }
    return migrated;
}

/// Errors of a damaged file come from whichever statement meets the damage first.
Error openError(Error error, const QString& path)
{
    error.object = path;
    return error;
}

Result<void> writeMeta(const Database& database, const ProjectMeta& meta)
{
    if (Result<void> fine = stored::check(meta); !fine) {
        return fine;
    }
    Statement statement(
        database,
        QStringLiteral("INSERT INTO project (id, name, repository_root, base_commit, port_branch, "
                       "worktree, rocm, torch, architectures, guard_macro, strategy, created, "
                       "inductor_profile, flag_module, rules_off, compat_folder) "
                       "VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                       "ON CONFLICT (id) DO UPDATE SET name = excluded.name, "
                       "repository_root = excluded.repository_root, "
                       "base_commit = excluded.base_commit, port_branch = excluded.port_branch, "
                       "worktree = excluded.worktree, rocm = excluded.rocm, "
                       "torch = excluded.torch, architectures = excluded.architectures, "
                       "guard_macro = excluded.guard_macro, strategy = excluded.strategy, "
                       "created = excluded.created, "
                       "inductor_profile = excluded.inductor_profile, "
                       "flag_module = excluded.flag_module, rules_off = excluded.rules_off, "
                       "compat_folder = excluded.compat_folder"));
    statement.text(meta.name)
        .text(meta.repositoryRoot)
        .ascii(meta.baseCommit)
        .text(meta.portBranch);
    statement.text(meta.worktree).text(meta.target.rocm.toString());
    statement.text(meta.target.torch.toString());
    statement.text(meta.target.architectures.join(u','));
    statement.text(meta.target.guardMacro);
    if (meta.target.strategy) {
        statement.text(strategyId(*meta.target.strategy));
    } else {
        statement.null();
    }
    const QDateTime created =
        meta.created.isValid() ? meta.created : QDateTime::currentDateTimeUtc();
    statement.number(created.toMSecsSinceEpoch());
    statement.text(inductorProfileId(meta.target.inductor)).text(meta.target.flagModule);
    statement.text(meta.target.rulesOff.join(u','));
    return statement.text(meta.target.compatFolder).run();
}

/// A complete project file at `path`, which does not exist yet.
Result<void> writeNewFile(const QString& path, const ProjectMeta& meta)
{
    Result<std::unique_ptr<Database>> database = Database::open(path, Database::Access::ReadWrite);
    if (!database) {
        return database.error();
    }
    (*database)->trustSchema(); // there is none yet
    if (Result<void> set = configure(**database, true); !set) {
        return set;
    }
    if (Result<void> set = (*database)->exec(
            QStringLiteral("PRAGMA application_id=%1").arg(ProjectFile::kApplicationId));
        !set) {
        return set;
    }
    if (Result<void> made = runMigrations(**database, 0, ProjectFile::kSchemaVersion); !made) {
        return made;
    }
    if (Result<void> written = writeMeta(**database, meta); !written) {
        return written;
    }
    // All of it into the file itself, so that it can be renamed without its log.
    return (*database)->exec(QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)"));
}

/// How to read without leaving anything beside the file. SQLite's readers of a log share two files,
/// which the last one to close removes if it may write. Where we may not, and there is no log,
/// nobody has the file open, and it is read as it lies there.
Database::Access accessOfReader(const QString& path)
{
    const bool folder = canWrite(QFileInfo(path).absolutePath());
    if (folder && canWrite(path)) {
        return Database::Access::QueryOnly;
    }
    const QFileInfo log(path + QStringLiteral("-wal"));
    const bool shared = QFileInfo::exists(path + QStringLiteral("-shm"));
    return log.exists() && (log.size() > 0 || shared) ? Database::Access::ReadOnly
                                                      : Database::Access::Immutable;
}

void removeDatabaseFiles(const QString& path)
{
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
        QFile::remove(path + QLatin1StringView(suffix));
    }
}

} // namespace

ProjectFile::ProjectFile(std::unique_ptr<Private> priv) : d(std::move(priv)) {}

ProjectFile::~ProjectFile()
{
    d->database.reset(); // before the lock is let go
}

QString ProjectFile::path() const
{
    return d->path;
}

bool ProjectFile::isReadOnly() const
{
    return d->readOnly;
}

Result<std::unique_ptr<ProjectFile>> ProjectFile::create(const QString& path,
                                                         const ProjectMeta& meta)
{
    if (Result<void> fine = stored::check(meta); !fine) {
        return fine.error();
    }
    const QFileInfo info(path);
    const QString file = info.absoluteFilePath();
    const QString folder = info.absolutePath();
    if (!QFileInfo(folder).isDir()) {
        return systemError(ENOENT, file);
    }
    if (!canWrite(folder)) {
        return systemError(EACCES, file);
    }
    Result<FileLock> lock = FileLock::take(lockFileOf(file));
    if (!lock) {
        return lock.error();
    }
    if (QFileInfo::exists(file)) {
        return systemError(EEXIST, file);
    }
    // Made under another name and renamed: a process killed half-way leaves nothing at `path`.
    const QString draft = file + QStringLiteral(".new");
    removeDatabaseFiles(draft);
    Result<void> made = writeNewFile(draft, meta);
    if (made) {
        made = syncToDisk(draft);
    }
    if (made && std::rename(QFile::encodeName(draft).constData(),
                            QFile::encodeName(file).constData()) != 0) {
        made = systemError(errno, file);
    }
    if (made) {
        made = syncToDisk(folder);
    }
    if (!made) {
        removeDatabaseFiles(draft);
        Error error = made.error();
        if (error.code == ErrorCode::MigrationFailed || error.code == ErrorCode::StoreFailed) {
            error.code = ErrorCode::FileWriteFailed;
        }
        return openError(std::move(error), file);
    }
    auto priv = std::make_unique<Private>();
    priv->path = file;
    priv->lock = std::move(*lock);
    return Private::connect(std::move(priv), {});
}

Result<std::unique_ptr<ProjectFile>> ProjectFile::open(const QString& path, bool readOnly,
                                                       const CancelToken& cancel)
{
    const QFileInfo info(path);
    auto priv = std::make_unique<Private>();
    // The real file: side files (log, lock) belong beside it, not beside a link to it.
    priv->path = info.exists() ? info.canonicalFilePath() : info.absoluteFilePath();
    priv->readOnly = readOnly;
    if (!info.exists()) {
        return Error{ErrorCode::FileNotFound, {}, priv->path};
    }
    if (!info.isFile()) {
        return Error{ErrorCode::ProjectNotSqlite, QStringLiteral("not a file"), priv->path};
    }
    if (!canRead(priv->path)) {
        return Error{ErrorCode::FileUnreadable, systemMessage(EACCES), priv->path};
    }
    if (!readOnly) {
        if (!canWrite(priv->path) || !canWrite(QFileInfo(priv->path).absolutePath())) {
            return Error{ErrorCode::ProjectReadOnly, {}, priv->path};
        }
        Result<FileLock> lock = FileLock::take(lockFileOf(priv->path));
        if (!lock) {
            return openError(lock.error(), priv->path);
        }
        priv->lock = std::move(*lock);
    }
    return Private::connect(std::move(priv), cancel);
}

Result<std::unique_ptr<ProjectFile>> ProjectFile::Private::connect(std::unique_ptr<Private> priv,
                                                                   const CancelToken& cancel)
{
    const Database::Access access =
        priv->readOnly ? accessOfReader(priv->path) : Database::Access::ReadWrite;
    Result<std::unique_ptr<Database>> database = Database::open(priv->path, access);
    if (!database) {
        return openError(database.error(), priv->path);
    }
    priv->database = std::move(*database);
    priv->database->setCancel(cancel);
    if (cancel.isCancelled()) {
        return openError({ErrorCode::Cancelled, {}, {}}, priv->path);
    }
    const Result<int> version = checkFile(*priv->database);
    if (!version) {
        return openError(version.error(), priv->path);
    }
    if (Result<void> prepared = priv->prepare(*version); !prepared) {
        return openError(prepared.error(), priv->path);
    }
    priv->database->setCancel({}); // what is open is worked with, whoever asked for it
    return std::unique_ptr<ProjectFile>(new ProjectFile(std::move(priv)));
}

Result<void> ProjectFile::Private::prepare(int version)
{
    if (!readOnly || version == kSchemaVersion) {
        if (Result<void> set = configure(*database, !readOnly); !set) {
            return set;
        }
        return version == kSchemaVersion ? Result<void>() : migrateWithBackup(*database, version);
    }
    // An older file opened for reading stays as it is; a copy is migrated and read. Copying writes
    // nothing to it, but SQLite asks as if it did.
    if (Result<void> set = database->exec(QStringLiteral("PRAGMA query_only=OFF")); !set) {
        return set;
    }
    migratedCopy = std::make_unique<QTemporaryDir>();
    const QString copy = migratedCopy->filePath(QStringLiteral("copy.rocport"));
    if (Result<void> copied = copyTo(*database, copy); !copied) {
        return copied;
    }
    Result<std::unique_ptr<Database>> opened = Database::open(copy, Database::Access::ReadWrite);
    if (!opened) {
        return opened.error();
    }
    database = std::move(*opened);
    database->trustSchema(); // it is that of the file, which was checked
    if (Result<void> set = configure(*database, true); !set) {
        return set;
    }
    return runMigrations(*database, version, kSchemaVersion);
}

Result<ProjectMeta> ProjectFile::meta() const
{
    Statement row(
        *d->database,
        QStringLiteral(
            "SELECT name, repository_root, base_commit, port_branch, worktree, "
            "rocm, torch, architectures, guard_macro, strategy, created, "
            "inductor_profile, flag_module, rules_off, compat_folder FROM project WHERE id = 1"));
    if (Result<void> run = row.run(); !run) {
        return run.error();
    }
    if (!row.next()) {
        return d->corrupt(QStringLiteral("there is no project in it"));
    }
    ProjectMeta meta;
    meta.name = row.textAt(0);
    meta.repositoryRoot = row.textAt(1);
    meta.baseCommit = row.asciiAt(2);
    meta.portBranch = row.textAt(3);
    meta.worktree = row.textAt(4);
    for (const auto& [column, version] :
         {std::pair(5, &meta.target.rocm), std::pair(6, &meta.target.torch)}) {
        const QString text = row.textAt(column);
        *version = Version::parse(text).value_or(Version());
        if (version->toString() != text) {
            return d->corrupt(QStringLiteral("a version in it is not a valid version"));
        }
    }
    meta.target.architectures = row.textAt(7).split(u',', Qt::SkipEmptyParts);
    meta.target.guardMacro = row.textAt(8);
    meta.target.strategy.reset();
    if (!row.isNullAt(9)) {
        meta.target.strategy = strategyFromId(row.textAt(9));
        if (!meta.target.strategy) {
            return d->corrupt(QStringLiteral("the strategy is not known"));
        }
    }
    meta.created = timeFromFile(row.numberAt(10));
    const auto profile = inductorProfileFromId(row.textAt(11));
    if (!profile) {
        return d->corrupt(QStringLiteral("the Inductor profile is not known"));
    }
    meta.target.inductor = *profile;
    meta.target.flagModule = row.textAt(12);
    meta.target.rulesOff = row.textAt(13).split(u',', Qt::SkipEmptyParts);
    meta.target.compatFolder = row.textAt(14);
    if (Result<void> done = row.finish(); !done) {
        return done.error();
    }
    if (Result<void> fine = d->sound(meta); !fine) {
        return fine.error();
    }
    return meta;
}

Result<void> ProjectFile::setMeta(const ProjectMeta& meta)
{
    if (Result<void> can = d->writable(); !can) {
        return can;
    }
    return writeMeta(*d->database, meta);
}

} // namespace rocport
