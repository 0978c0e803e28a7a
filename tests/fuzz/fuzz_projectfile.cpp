#include "core/project/review/storedreviews.h"
#include "core/store/projectfile.h"
#include "core/store/storedvalues.h"
#include "tests/fuzz/application.h"
#include "tests/fuzz/require.h"

#include <QFile>
#include <QTemporaryDir>

#include <cstdint>
#include <sqlite3.h>

using namespace rocport;

namespace {

/// Where the file lies, and what one of ours holds.
struct Place
{
    FuzzApplication application;
    QTemporaryDir folder{QStringLiteral("/dev/shm/rocport-fuzz-XXXXXX")};
    QString file = folder.filePath(QStringLiteral("x.rocport"));
    QByteArray good;

    Place()
    {
        ProjectMeta meta;
        meta.name = QStringLiteral("x");
        meta.repositoryRoot = QStringLiteral("/r");
        meta.baseCommit = QByteArray(40, 'a');
        meta.portBranch = QStringLiteral("rocport/x");
        meta.created = QDateTime::fromSecsSinceEpoch(1'700'000'000, Qt::UTC);
        {
            const auto made = ProjectFile::create(file, meta);
            require(made.ok());
            DecisionBatch batch;
            batch.label = QStringLiteral("Accept");
            batch.time = meta.created;
            Decision decision;
            decision.hunkKey = "key:1";
            decision.kind = DecisionKind::Accepted;
            batch.decisions = {decision};
            require((*made)->appendBatch(batch).ok());
            require((*made)->setSummary(Phase::Build, QStringLiteral("text")).ok());
            require((*made)->saveScan(ScanResult()).ok());
        }
        good = read(file);
        require(good.size() > 4096);
    }

    static QByteArray read(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    void write(const QByteArray& bytes) const
    {
        for (const char* suffix : {"-wal", "-shm", "-journal"}) {
            QFile::remove(file + QLatin1StringView(suffix));
        }
        QFile out(file);
        require(out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size());
    }
};

int stopAfter(void* steps)
{
    return ++*static_cast<int*>(steps) > 50 ? 1 : 0;
}

/// What a stranger did to the file with SQLite.
void execute(const QString& file, const QByteArray& sql)
{
    sqlite3* database = nullptr;
    if (sqlite3_open(QFile::encodeName(file).constData(), &database) == SQLITE_OK) {
        int steps = 0;
        sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 1'000'000);
        sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
        sqlite3_progress_handler(database, 1000, &stopAfter, &steps);
        sqlite3_exec(database, "PRAGMA writable_schema = ON; PRAGMA foreign_keys = OFF", nullptr,
                     nullptr, nullptr);
        sqlite3_exec(database, sql.constData(), nullptr, nullptr, nullptr);
    }
    sqlite3_close(database);
}

/// Everything that opening a project reads.
void readAll(const ProjectFile& project)
{
    const auto meta = project.meta();
    require(!meta || stored::problemOf(*meta).isEmpty());
    const auto batches = project.batches();
    if (batches) {
        const DecisionLog log(*batches);
        (void)log.kinds();
        (void)log.history();
        for (const DecisionBatch& batch : *batches) {
            for (const Decision& decision : batch.decisions) {
                require(stored::problemOf(decision).isEmpty());
            }
        }
    }
    const auto commits = project.commits();
    for (const RecordedCommit& commit : commits ? *commits : QVector<RecordedCommit>()) {
        require(stored::problemOf(commit).isEmpty());
    }
    const auto generated = project.generatedFiles();
    for (const GeneratedFile& file : generated ? *generated : QVector<GeneratedFile>()) {
        require(stored::problemOf(file).isEmpty());
    }
    const auto guards = project.userGuards();
    for (const UserGuard& guard : guards ? *guards : QVector<UserGuard>()) {
        require(stored::problemOf(guard).isEmpty());
    }
    (void)project.loadScan();
    (void)project.scannedAt();
    (void)project.overrides();
    (void)project.summaries();
    (void)project.compiledProofs();
    (void)project.journal(JournalKind::Job);
    const auto reviews = readReviews(project);
    require(!reviews || checkKept(*reviews).ok());
    (void)project.exports();
    (void)project.decisionTexts();
    (void)project.guardWidths();
}

/// The first byte of each part says what it is: a change of bytes of a good file, statements of
/// SQL, or an end that comes too early.
void spoil(const Place& place, const QByteArray& input)
{
    QByteArray bytes = place.good;
    QByteArrayList statements;
    qsizetype at = 0;
    const auto number = [&](int count) {
        quint32 value = 0;
        for (int i = 0; i < count && at < input.size(); ++i) {
            value = value << 8U | static_cast<unsigned char>(input[at++]);
        }
        return value;
    };
    while (at < input.size()) {
        const quint32 what = number(1) % 4;
        if (what == 0) {
            const auto from = static_cast<qsizetype>(number(3)) % bytes.size();
            const QByteArray piece = input.mid(at, number(1));
            at = std::min(input.size(), at + piece.size());
            bytes.replace(from, std::min(piece.size(), bytes.size() - from), piece);
        } else if (what == 1) {
            bytes.truncate(std::max<qsizetype>(1, number(3) % bytes.size()));
        } else {
            const qsizetype end = input.indexOf('\0', at);
            statements.append(input.mid(at, end < 0 ? -1 : end - at));
            at = end < 0 ? input.size() : end + 1;
        }
    }
    place.write(bytes);
    for (const QByteArray& sql : std::as_const(statements)) {
        execute(place.file, sql);
    }
}

} // namespace

/// A project file that somebody else has changed: it is refused in words, or what is read of it is
/// what Rocport itself could have written; reading changes nothing, and what is written afterwards
/// can be read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Place place;
    spoil(place, QByteArray(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size)));
    const QByteArray before = Place::read(place.file);
    {
        const auto project = ProjectFile::open(place.file, true);
        if (project) {
            readAll(**project);
        } else {
            require(project.error().code != ErrorCode::StoreFailed);
        }
    }
    require(Place::read(place.file) == before);
    {
        const auto project = ProjectFile::open(place.file);
        if (!project) {
            return 0;
        }
        readAll(**project);
        if (!(*project)->setSummary(Phase::Libraries, QStringLiteral("other"))) {
            return 0;
        }
    }
    const auto again = ProjectFile::open(place.file, true);
    require(again.ok());
    readAll(**again);
    return 0;
}
