// Every operation of SQLite on files fails in turn: whatever was under way, the project file opens
// afterwards with the old state or the new one, and a call that succeeded tells the truth.
#include "scanfixture.h"

#include "faultvfs.h"
#include "testpaths.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <sqlite3.h>

using namespace rocport;

Q_DECLARE_METATYPE(rocport::FaultVfs::Fault)

namespace {

const QByteArray kOldKey("0000000000000001");
const QByteArray kNewKey("0000000000000002");

DecisionBatch someBatch(const QByteArray& key, int count)
{
    QVector<Decision> decisions(count, fixture::decision(key, DecisionKind::Accepted));
    for (Decision& decision : decisions) {
        decision.note = QString(200, u'n');
    }
    return fixture::batch(BatchKind::Decide, decisions);
}

/// Runs statements past Rocport; false at the first error.
bool runSql(const QString& file, const QByteArrayList& statements)
{
    sqlite3* handle = nullptr;
    bool done = sqlite3_open(QFile::encodeName(file).constData(), &handle) == SQLITE_OK;
    for (const QByteArray& statement : statements) {
        done = done &&
               sqlite3_exec(handle, statement.constData(), nullptr, nullptr, nullptr) == SQLITE_OK;
    }
    sqlite3_close(handle);
    return done;
}

} // namespace

class TestStoreFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStep_data();
    void everyStep();
    void migrationThatFailsIsSaid();

private:
    /// What is done under faults. `run` gives the error, or nothing.
    struct Work
    {
        std::function<bool(const QString& path)> prepare;
        std::function<Result<void>(const QString& path)> run;
        /// -1: damaged, 0: the old state, 1: the new one.
        std::function<int(const QString& path)> state;
    };
    static Work workOf(const QString& name);

    FaultVfs m_vfs;
};

namespace {

bool makeOld(const QString& path)
{
    auto file = ProjectFile::create(path, fixture::meta());
    return file.ok() && (*file)->saveScan(*fixture::scan(2, 6)).ok() &&
           (*file)->appendBatch(someBatch(kOldKey, 3)).ok();
}

/// As version 1 made it.
bool makeVersionOne(const QString& path)
{
    QFile sql(QStringLiteral(ROCPORT_SOURCE_DIR "/resources/migrations/0001-first.sql"));
    return sql.open(QIODevice::ReadOnly) &&
           runSql(
               path,
               {sql.readAll(),
                "PRAGMA application_id=" + QByteArray::number(ProjectFile::kApplicationId),
                "PRAGMA user_version=1",
                QByteArray(
                    "INSERT INTO project VALUES (1, 'old', '/r', 'aa', 'rocport/old', '', ") +
                    "'7.2', '2.11', 'gfx942', 'USE_ROCM', NULL, 1000)",
                "INSERT INTO decision_batch VALUES (1, 'decide', 'One', 'Ada', 1000)",
                "INSERT INTO decision VALUES (1, 0, '" + kOldKey + "', 'accepted', NULL, '', '')"});
}

template <typename Call>
Result<void> withFile(const QString& path, Call call)
{
    auto file = ProjectFile::open(path);
    if (!file) {
        return file.error();
    }
    return call(**file);
}

/// Whether everything in it can be read.
bool isWhole(const ProjectFile& file)
{
    return file.meta().ok() && file.loadScan().ok() && file.batches().ok() &&
           file.summaries().ok() && file.commits().ok() && file.exports().ok() &&
           file.overrides().ok() && file.journal(JournalKind::Job).ok();
}

int stateBy(const QString& path, const std::function<int(const ProjectFile&)>& look)
{
    const auto file = ProjectFile::open(path);
    if (!file || !isWhole(**file)) {
        qWarning("%s", file ? "it cannot be read" : qPrintable(file.error().detail));
        return -1;
    }
    return look(**file);
}

/// 0: one batch of three decisions; 1: besides, one of forty; else -1.
int batchesOf(const ProjectFile& file)
{
    const auto batches = file.batches();
    if (batches->isEmpty() || batches->first().decisions.first().hunkKey != kOldKey) {
        return -1;
    }
    if (batches->size() == 1) {
        return 0;
    }
    return batches->size() == 2 && batches->last().decisions.size() == 40 ? 1 : -1;
}

} // namespace

TestStoreFaults::Work TestStoreFaults::workOf(const QString& name)
{
    if (name == QLatin1StringView("create")) {
        return {[](const QString&) { return true; },
                [](const QString& path) -> Result<void> {
                    auto made = ProjectFile::create(path, fixture::meta());
                    return made ? Result<void>() : Result<void>(made.error());
                },
                [](const QString& path) {
                    return QFile::exists(path) ? stateBy(path, [](const ProjectFile&) { return 1; })
                                               : 0;
                }};
    }
    if (name == QLatin1StringView("decide")) {
        return {makeOld,
                [](const QString& path) {
                    return withFile(path, [](ProjectFile& file) -> Result<void> {
                        const auto id = file.appendBatch(someBatch(kNewKey, 40));
                        return id ? Result<void>() : Result<void>(id.error());
                    });
                },
                [](const QString& path) { return stateBy(path, batchesOf); }};
    }
    if (name == QLatin1StringView("scan")) {
        return {makeOld,
                [](const QString& path) {
                    return withFile(path, [](ProjectFile& file) {
                        return file.saveScan(*fixture::scan(12, 9));
                    });
                },
                [](const QString& path) {
                    return stateBy(path, [](const ProjectFile& file) {
                        const auto files = (*file.loadScan())->files.size();
                        return files == 2 ? 0 : (files == 12 ? 1 : -1);
                    });
                }};
    }
    if (name == QLatin1StringView("journal")) {
        return {makeOld,
                [](const QString& path) {
                    return withFile(path, [](ProjectFile& file) {
                        return file.appendJournal(
                            {{JournalKind::Job, QStringLiteral("a"), {}, QByteArray(9000, 'x')},
                             {JournalKind::Job, QStringLiteral("b"), {}, QByteArray(9000, 'y')}});
                    });
                },
                [](const QString& path) {
                    return stateBy(path, [](const ProjectFile& file) {
                        const auto entries = file.journal(JournalKind::Job)->size();
                        return entries == 0 ? 0 : (entries == 2 ? 1 : -1);
                    });
                }};
    }
    return {makeVersionOne, // "migrate"
            [](const QString& path) {
                return withFile(path, [](ProjectFile&) { return Result<void>(); });
            },
            [](const QString& path) {
                // Backups are whole, or not there.
                const QDir folder(QFileInfo(path).path());
                for (const QString& copy : folder.entryList({QStringLiteral("*.bak")})) {
                    const auto opened = ProjectFile::open(folder.filePath(copy), true);
                    if (!opened || (*opened)->batches()->size() != 1) {
                        qWarning("the backup is damaged");
                        return -1;
                    }
                }
                return stateBy(path, [](const ProjectFile& file) {
                    return file.batches()->size() == 1 ? 1
                                                       : -1; // it was migrated now at the latest
                });
            }};
}

void TestStoreFaults::everyStep_data()
{
    QTest::addColumn<QString>("work");
    QTest::addColumn<FaultVfs::Fault>("fault");
    for (const char* work : {"create", "decide", "scan", "journal", "migrate"}) {
        const QString name = QString::fromLatin1(work);
        QTest::addRow("%s, full once", work) << name << FaultVfs::Fault::FullOnce;
        QTest::addRow("%s, full", work) << name << FaultVfs::Fault::Full;
        QTest::addRow("%s, broken", work) << name << FaultVfs::Fault::Broken;
        QTest::addRow("%s, sync fails", work) << name << FaultVfs::Fault::SyncFails;
    }
}

void TestStoreFaults::everyStep()
{
    QFETCH(QString, work);
    QFETCH(FaultVfs::Fault, fault);
    const Work doing = workOf(work);
    int said = 0;
    int step = 0;
    for (bool more = true; more;) {
        ++step;
        QVERIFY2(step < 2000, "there is no end of operations");
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("x.rocport"));
        FaultVfs::arm(FaultVfs::Fault::None, 0);
        QVERIFY(doing.prepare(path));
        FaultVfs::arm(fault, step);
        const Result<void> done = doing.run(path);
        more = FaultVfs::failures() > 0;
        FaultVfs::arm(FaultVfs::Fault::None, 0);
        const int state = doing.state(path);
        const QByteArray where = "step " + QByteArray::number(step) + ": " +
                                 (done ? "done" : done.error().detail.toUtf8());
        QVERIFY2(state >= 0, where.constData());
        if (done) {
            QVERIFY2(state == 1, where.constData());
        } else {
            QVERIFY2(more, where.constData()); // no error without a fault
            ++said;
            if (fault == FaultVfs::Fault::Full) {
                // SQLite says only that a file cannot be made when there is no room for its name.
                QVERIFY2(done.error().code == ErrorCode::DiskFull ||
                             done.error().detail.contains(QStringLiteral("unable to open")),
                         where.constData());
            }
        }
        // Nothing half-made stays under a name that looks like a project's.
        QVERIFY2(!QFile::exists(path + QStringLiteral(".new")), where.constData());
    }
    QVERIFY2(step > 3, qPrintable(QString::number(step)));
    QVERIFY2(said > 0, "no fault was said");
    qInfo("%d steps, %d of them gave an error", step - 1, said);
}

/// The step is named, and the file is as it was.
void TestStoreFaults::migrationThatFailsIsSaid()
{
    bool named = false;
    for (int step = 1; !named && step < 500; ++step) {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("x.rocport"));
        FaultVfs::arm(FaultVfs::Fault::None, 0);
        QVERIFY(makeVersionOne(path));
        FaultVfs::arm(FaultVfs::Fault::SyncFails, step);
        const auto opened = ProjectFile::open(path);
        const bool failed = FaultVfs::failures() > 0;
        FaultVfs::arm(FaultVfs::Fault::None, 0);
        if (!failed) {
            break;
        }
        if (!opened && opened.error().code == ErrorCode::MigrationFailed &&
            opened.error().detail.contains(QStringLiteral("step "))) {
            named = true;
            QVERIFY(!QFile::exists(path + QStringLiteral(".v1.bak")));
            QVERIFY(ProjectFile::open(path).ok());
        }
    }
    QVERIFY(named);
}

QTEST_GUILESS_MAIN(TestStoreFaults)
#include "tst_storefaults.moc"
