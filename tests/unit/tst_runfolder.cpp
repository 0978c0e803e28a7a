#include "core/remote/container.h"
#include "core/remote/jobscript.h"
#include "core/remote/runfolder.h"

#include <QCryptographicHash>
#include <QDebug>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& path, const QByteArray& bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

JobSpec someJob()
{
    JobSpec job;
    job.id = newJobId();
    job.title = QStringLiteral("Build \u00fc");
    job.node = localNode();
    job.created = QDateTime::fromMSecsSinceEpoch(1700000000123, Qt::UTC);
    job.environment = {{QStringLiteral("A"), QStringLiteral("b")},
                       {QStringLiteral("HF_TOKEN"), QStringLiteral("hush")}};
    JobStage stage;
    stage.id = QStringLiteral("build");
    stage.kind = StageKind::Build;
    stage.script = QStringLiteral("make\n");
    stage.expected = std::chrono::seconds(90);
    stage.component = QStringLiteral("triton");
    stage.coldCaches = true;
    job.stages = {stage};
    job.timeLimit = std::chrono::minutes(20);
    job.purpose = QStringLiteral("build");
    return job;
}

} // namespace

class tst_RunFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jobAndStatusAsJson();
    void recordsHoldNoSecret();
    void onlyTheOwnerReads();
    void logGrowsOnlyWhereItEnds();
    void notesWhenTheLogCame();
    void listsItsFiles();
    void logHoldsNoSecret();
    void logHoldsNoSecretAfterAKill();
    void onlyOneFollows();
    void afterTheMachineWentDown();
    void statusThatCannotBeRead();
    void savedAndOpened();
    void changedRunsAreRefused_data();
    void changedRunsAreRefused();
};

void tst_RunFolder::jobAndStatusAsJson()
{
    const JobSpec job = someJob();
    const QJsonObject object = jobToJson(job);
    QVERIFY(!QJsonDocument(object).toJson().contains("hush"));
    const Result<JobSpec> read = jobFromJson(object);
    QVERIFY2(read.ok(), qPrintable(read.ok() ? QString() : read.error().object));
    QCOMPARE(read->title, job.title);
    QCOMPARE(read->created, job.created);
    QCOMPARE(read->timeLimit, job.timeLimit);
    QCOMPARE(read->stages.size(), 1);
    QCOMPARE(read->stages.first().component, job.stages.first().component);
    QCOMPARE(read->stages.first().coldCaches, true);
    QCOMPARE(read->environment.at(0).second, QStringLiteral("b"));
    QCOMPARE(read->environment.at(1).second, QString());
    QCOMPARE(jobToJson(*read).value(QStringLiteral("stages")),
             object.value(QStringLiteral("stages")));

    JobStatus status;
    status.state = JobState::TimedOut;
    status.sentence = QStringLiteral("why");
    status.exitCode = 137;
    status.stages = {{QStringLiteral("build"), job.created, job.created.addSecs(3), 0}};
    const Result<JobStatus> again = statusFromJson(statusToJson(status));
    QVERIFY(again.ok());
    QCOMPARE(again->state, status.state);
    QCOMPARE(again->exitCode, 137);
    QCOMPARE(again->stages.first().ended, job.created.addSecs(3));

    for (const QString& id : {QString(), QStringLiteral("../x"), QStringLiteral("-a"),
                              QStringLiteral("a b"), QString(65, u'a')}) {
        QJsonObject bad = object;
        bad.insert(QStringLiteral("id"), id);
        QVERIFY(!jobFromJson(bad).ok());
    }
    // Nothing of a record becomes a script or a variable with a NUL in it.
    const QString nul = QStringLiteral("a") + QChar(QChar::Null) + QStringLiteral("b");
    const QJsonArray named{
        QJsonObject{{QStringLiteral("name"), QStringLiteral("A")}, {QStringLiteral("value"), nul}}};
    for (const auto& [name, value] : std::initializer_list<std::pair<QString, QJsonValue>>{
             {QStringLiteral("setup"), nul},
             {QStringLiteral("title"), nul},
             {QStringLiteral("environment"), named},
             {QStringLiteral("files"), QJsonArray{QJsonObject{{QStringLiteral("name"), nul}}}}}) {
        QJsonObject bad = object;
        bad.insert(name, value);
        const Result<JobSpec> refused = jobFromJson(bad);
        QVERIFY2(!refused.ok(), qPrintable(name));
        QCOMPARE(refused.error().code, ErrorCode::ParseFailed);
    }
    QVERIFY(!statusFromJson({{QStringLiteral("state"), QStringLiteral("odd")}}).ok());
}

/// What is masked in the record is whole in what runs.
void tst_RunFolder::recordsHoldNoSecret()
{
    JobSpec job = someJob();
    const QString url = QStringLiteral("https://ann:hunter2@pypi.example/simple");
    job.environment.append({QStringLiteral("PIP_EXTRA_INDEX_URL"), url});
    job.node.environment = {{QStringLiteral("http_proxy"), url}};
    job.node.of<ContainerSettings>().use = ContainerSettings::Use::Run;
    job.node.of<ContainerSettings>().image = QStringLiteral("rocm/dev");
    job.node.of<ContainerSettings>().options = {QStringLiteral("--env=PROXY=") + url,
                                                QStringLiteral("--env"),
                                                QStringLiteral("HF_TOKEN=hunter2")};
    job.title = QStringLiteral("pip install --index-url ") + url;
    job.setup = QStringLiteral("export INDEX=%1\n").arg(url);
    job.stages[0].script = QStringLiteral("pip install -i %1 x\n").arg(url);
    job.stages[0].title = job.title;
    QVERIFY(jobProblems(job).isEmpty());
    const QByteArray record = QJsonDocument(jobToJson(job)).toJson();
    QVERIFY2(!record.contains("hunter2"), record.constData());
    QVERIFY(record.contains("pypi.example"));
    QVERIFY(jobFromJson(jobToJson(job)).ok());

    const JobPreview preview = composePreview(job);
    const QString shown = preview.script + preview.command + QDebug::toString(preview.environment) +
                          preview.notes.join(u' ');
    QVERIFY2(!shown.contains(QStringLiteral("hunter2")), qPrintable(shown));

    QByteArray secrets;
    QByteArray others;
    const auto files = composeJobFiles(job, QStringLiteral("/w"));
    QVERIFY(files.ok());
    for (const auto& [name, bytes] : *files) {
        (name == QLatin1StringView(".rocport/secrets.sh") ? secrets : others) += bytes;
    }
    QVERIFY(secrets.contains("PIP_EXTRA_INDEX_URL"));
    QVERIFY(secrets.contains("http_proxy"));
    QVERIFY(secrets.contains(url.toUtf8()));
    QVERIFY(others.contains("pip install -i " + url.toUtf8()));

    const QTemporaryDir folder;
    const auto run = RunFolder::create(folder.filePath(job.id), job);
    QVERIFY(run.ok());
    JobStatus status;
    status.state = JobState::Failed;
    status.sentence = QStringLiteral("It could not reach ") + url;
    QVERIFY((*run)->writeStatus(status).ok());
    for (const QString& name : {runfile::kJob, runfile::kStatus}) {
        const QByteArray bytes = bytesOf((*run)->folder() + u'/' + name);
        QVERIFY(!bytes.isEmpty());
        QVERIFY2(!bytes.contains("hunter2"), bytes.constData());
    }
}

void tst_RunFolder::onlyTheOwnerReads()
{
    const QTemporaryDir folder;
    const auto others = [](const QString& path) {
        return QFile::permissions(path) &
               (QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ExeGroup |
                QFileDevice::ReadOther | QFileDevice::WriteOther | QFileDevice::ExeOther);
    };
    const JobSpec job = someJob();
    const QString place = folder.filePath(QStringLiteral("state/runs/") + job.id);
    {
        const auto run = RunFolder::create(place, job);
        QVERIFY(run.ok());
        QVERIFY((*run)->append(0, "abc\n").ok());
    }
    put(place + QStringLiteral("/results/deep/x"), "1");
    const auto entry = readRunRecord(place);
    QVERIFY(entry.ok());
    const QString saved = folder.filePath(QStringLiteral("saved"));
    QVERIFY(saveRunFolder(*entry, saved, {}).ok());
    QVERIFY(openRunFolder(saved, {}).ok());
    QVERIFY(!others(folder.filePath(QStringLiteral("state/runs"))));
    QVERIFY(!others(place));
    QVERIFY(!others(place + QStringLiteral("/log")));
    QVERIFY(!others(saved));
    QDirIterator all(saved, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                     QDirIterator::Subdirectories);
    int count = 0;
    while (all.hasNext()) {
        const QString path = all.next();
        QVERIFY2(!others(path), qPrintable(path));
        ++count;
    }
    QVERIFY(count >= 6);
    // A folder that is there already and open to others is so no more.
    const QString open = folder.filePath(QStringLiteral("open"));
    QVERIFY(QDir().mkpath(open));
    QVERIFY(QFile::setPermissions(open, QFileDevice::Permissions(0x7755)));
    QVERIFY(RunFolder::create(open, someJob()).ok());
    QVERIFY(!others(open));
}

void tst_RunFolder::logGrowsOnlyWhereItEnds()
{
    const QTemporaryDir folder;
    const JobSpec job = someJob();
    {
        const auto run = RunFolder::create(folder.filePath(job.id), job);
        QVERIFY(run.ok());
        QVERIFY((*run)->append(0, "abc").ok());
        QCOMPARE((*run)->append(0, "abc").error().code, ErrorCode::InvalidArgument);
        QCOMPARE((*run)->append(5, "x").error().code, ErrorCode::InvalidArgument);
        QVERIFY((*run)->append(3, QByteArray("\0d", 2)).ok());
        QCOMPARE((*run)->logSize(), 5);
    }
    const auto run = RunFolder::open(folder.filePath(job.id));
    QVERIFY(run.ok());
    QCOMPARE((*run)->logSize(), 5);
    QVERIFY((*run)->append(5, "e").ok());
    QCOMPARE(bytesOf((*run)->logFile()), QByteArray("abc\0de", 6));
    QVERIFY(!RunFolder::create(folder.filePath(job.id), job).ok());
}

namespace {

JobSpec jobWithSecrets()
{
    JobSpec job = someJob();
    job.environment = {
        {QStringLiteral("HF_TOKEN"), QStringLiteral("s3cr3t-of-mine")},
        {QStringLiteral("TOKENIZERS_PARALLELISM"), QStringLiteral("false")}, // named like one
        {QStringLiteral("PROXY"), QStringLiteral("http://me:pass%40word@proxy:80")},
        {QStringLiteral("DEPLOY_KEY"), QStringLiteral("-----BEGIN\nfirst line\nsecond line\n")}};
    job.stages[0].script = QStringLiteral("API_KEY='quoted words' ./run --auth\n");
    return job;
}

const QByteArray kPrinted = "token s3cr3t-of-mine. false\nproxy me:pass%40word@ and pass@word\n"
                            "s3cr3t-of-mins s3cr3t-of-s3cr3t-of-mine\r first line|second line\n"
                            "quoted words s3cr3t-of-";
const QByteArray kShown = [] {
    QByteArray shown = kPrinted;
    for (const char* secret : {"s3cr3t-of-mine", "me:pass%40word", "pass@word", "first line",
                               "second line", "quoted words"}) {
        shown.replace(secret, QByteArray(qstrlen(secret), '*'));
    }
    return shown;
}();

} // namespace

void tst_RunFolder::notesWhenTheLogCame()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("run"));
    JobSpec job = someJob();
    job.environment.clear(); // no secret, so that nothing is held
    const auto at = [](qint64 ms) { return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC); };
    {
        auto run = RunFolder::create(path, job);
        QVERIFY(run.ok());
        (*run)->setArrival({});
        QVERIFY((*run)->append(0, "early\n").ok());
        (*run)->setArrival(at(1700000000100));
        QVERIFY((*run)->append(6, "one\n").ok());
        (*run)->setArrival(at(1700000000900)); // the same second
        QVERIFY((*run)->append(10, "two\n").ok());
        (*run)->setArrival(at(1700000003000));
        QVERIFY((*run)->append(14, {}).ok()); // nothing came
        QVERIFY((*run)->append(14, "three\n").ok());
    }
    const QString times = path + QStringLiteral("/log.times");
    QCOMPARE(bytesOf(times), QByteArray("0 -\n6 1700000000100\n14 1700000003000\n"));
    QVERIFY(!(QFile::permissions(times) & (QFile::ReadGroup | QFile::ReadOther)));
    // It goes with a saved run, whose copy is checked like the rest.
    const Result<JobEntry> entry = readRunRecord(path);
    QVERIFY(entry.ok());
    const QString saved = folder.filePath(QStringLiteral("saved"));
    QVERIFY(saveRunFolder(*entry, saved).ok());
    QCOMPARE(bytesOf(saved + QStringLiteral("/log.times")), bytesOf(times));
    QVERIFY(openRunFolder(saved).ok());
    put(saved + QStringLiteral("/log.times"), "0 1\n");
    QVERIFY(!openRunFolder(saved).ok());
}

void tst_RunFolder::listsItsFiles()
{
    const QTemporaryDir folder;
    QVERIFY(runFiles(folder.filePath(QStringLiteral("none"))).isEmpty());
    put(folder.filePath(QStringLiteral("job.json")), "{}");
    put(folder.filePath(QStringLiteral("log")), "text\n");
    put(folder.filePath(QStringLiteral("lock")), {});
    put(folder.filePath(QStringLiteral("results/b.npy")), "12345678");
    put(folder.filePath(QStringLiteral("results/a/c.npy")), "1");
    QVERIFY(QFile::link(QStringLiteral("/etc/hostname"),
                        folder.filePath(QStringLiteral("results/link"))));
    const QVector<RunFile> files = runFiles(folder.path());
    QStringList names;
    for (const RunFile& file : files) {
        names.append(QStringLiteral("%1 %2").arg(file.name).arg(file.bytes));
        QVERIFY(file.changed.isValid());
    }
    QCOMPARE(names,
             (QStringList{QStringLiteral("job.json 2"), QStringLiteral("log 5"),
                          QStringLiteral("results/a/c.npy 1"), QStringLiteral("results/b.npy 8")}));
}

void tst_RunFolder::logHoldsNoSecret()
{
    const QTemporaryDir dir;
    // Cut in two anywhere, and into pieces of any one size.
    for (qsizetype cut = 0; cut <= kPrinted.size(); ++cut) {
        auto folder =
            RunFolder::create(dir.filePath(QStringLiteral("cut%1").arg(cut)), jobWithSecrets());
        QVERIFY(folder.ok());
        QVERIFY((*folder)->append(0, kPrinted.first(cut)).ok());
        QVERIFY(kShown.startsWith(bytesOf((*folder)->logFile())));
        QVERIFY((*folder)->append(cut, kPrinted.sliced(cut)).ok());
        QVERIFY((*folder)->logSize() >= kPrinted.lastIndexOf('\n') + 1);
        QVERIFY((*folder)->appendHeld().ok());
        QCOMPARE(bytesOf((*folder)->logFile()), kShown);
        QCOMPARE((*folder)->logSize(), kPrinted.size());
        const QString marks = (*folder)->folder() + QStringLiteral("/log.marks");
        for (const char* secret : {"s3cr3t", "word", "second", "quoted"}) {
            QVERIFY(!bytesOf(marks).contains(secret));
        }
        (*folder)->removeMarks();
        QVERIFY(!QFile::exists(marks));
    }
    for (qsizetype size = 1; size < 20; ++size) {
        auto folder =
            RunFolder::create(dir.filePath(QStringLiteral("size%1").arg(size)), jobWithSecrets());
        QVERIFY(folder.ok());
        for (qsizetype at = 0; at < kPrinted.size(); at += size) {
            QVERIFY((*folder)->append(at, kPrinted.mid(at, size)).ok());
        }
        QVERIFY((*folder)->appendHeld().ok());
        QCOMPARE(bytesOf((*folder)->logFile()), kShown);
    }
}

/// The values are known nowhere after the program ended, and the log is followed all the same.
void tst_RunFolder::logHoldsNoSecretAfterAKill()
{
    const QTemporaryDir dir;
    for (qsizetype cut = 0; cut <= kPrinted.size(); ++cut) {
        const QString path = dir.filePath(QString::number(cut));
        {
            auto folder = RunFolder::create(path, jobWithSecrets());
            QVERIFY(folder.ok());
            QVERIFY((*folder)->append(0, kPrinted.first(cut)).ok());
        }
        if (cut % 2 == 1) { // the kill came in the middle of writing
            QFile log(path + QStringLiteral("/log"));
            QVERIFY(log.resize(std::max<qint64>(0, log.size() - 3)));
        }
        auto folder = RunFolder::open(path);
        QVERIFY(folder.ok());
        const qint64 from = (*folder)->logSize();
        QVERIFY((*folder)->append(from, kPrinted.sliced(from)).ok());
        QVERIFY((*folder)->appendHeld().ok());
        QCOMPARE(bytesOf((*folder)->logFile()), kShown);
    }
}

void tst_RunFolder::onlyOneFollows()
{
    const QTemporaryDir folder;
    const JobSpec job = someJob();
    auto run = RunFolder::create(folder.filePath(job.id), job);
    QVERIFY(run.ok());
    QCOMPARE(RunFolder::open(folder.filePath(job.id)).error().code, ErrorCode::ProjectLocked);
    run.value().reset();
    QVERIFY(RunFolder::open(folder.filePath(job.id)).ok());
}

void tst_RunFolder::afterTheMachineWentDown()
{
    const QTemporaryDir folder;
    const JobSpec job = someJob();
    const QString path = folder.filePath(job.id);
    {
        const auto run = RunFolder::create(path, job);
        QVERIFY(run.ok());
        QVERIFY((*run)->append(0, "synced").ok());
        QVERIFY((*run)->sync()().ok());
        QVERIFY((*run)->append(6, "perhaps").ok());
    }
    // A killed program: what it wrote is there.
    QCOMPARE(RunFolder::open(path).value()->logSize(), 13);
    // Another start of the machine: only what was synced is certain.
    const QByteArray position = bytesOf(path + QStringLiteral("/log.position"));
    QVERIFY(position.startsWith("6 "));
    put(path + QStringLiteral("/log.position"), "6 another-start\n");
    const auto run = RunFolder::open(path);
    QCOMPARE((*run)->logSize(), 6);
    QCOMPARE(bytesOf((*run)->logFile()), QByteArray("synced"));
}

void tst_RunFolder::statusThatCannotBeRead()
{
    const QTemporaryDir folder;
    const JobSpec job = someJob();
    const QString path = folder.filePath(job.id);
    QVERIFY(RunFolder::create(path, job).ok());
    put(path + QStringLiteral("/status.json"), "{ half");
    const Result<JobEntry> entry = readRunRecord(path);
    QVERIFY(entry.ok());
    QCOMPARE(entry->status.state, JobState::Lost);
    put(path + QStringLiteral("/job.json"), "{}");
    QCOMPARE(readRunRecord(path).error().code, ErrorCode::ParseFailed);
    QCOMPARE(readRunRecord(folder.filePath(QStringLiteral("none"))).error().code,
             ErrorCode::FileNotFound);
}

void tst_RunFolder::savedAndOpened()
{
    const QTemporaryDir folder;
    const JobSpec job = someJob();
    const QString path = folder.filePath(job.id);
    {
        const auto run = RunFolder::create(path, job);
        QVERIFY(run.ok());
        QVERIFY((*run)->append(0, "log\n").ok());
        put(path + QStringLiteral("/results/sub/a.bin"), "result");
        JobStatus status;
        status.state = JobState::Succeeded;
        status.exitCode = 0;
        QVERIFY((*run)->writeStatus(status).ok());
    }
    const QString target = folder.filePath(QStringLiteral("saved run"));
    QVERIFY(saveRunFolder(*readRunRecord(path), target).ok());
    QCOMPARE(saveRunFolder(*readRunRecord(path), target).error().code, ErrorCode::FileWriteFailed);
    const Result<JobEntry> opened = openRunFolder(target);
    QVERIFY2(opened.ok(), qPrintable(opened.ok() ? QString() : opened.error().detail));
    QVERIFY(opened->replayed);
    QCOMPARE(opened->spec.id, job.id);
    QCOMPARE(opened->status.state, JobState::Succeeded);
    QCOMPARE(opened->status.logBytes, 4);
    QCOMPARE(opened->status.logHash,
             QCryptographicHash::hash("log\n", QCryptographicHash::Sha256).toHex());
    QCOMPARE(bytesOf(target + QStringLiteral("/results/sub/a.bin")), QByteArray("result"));
    QVERIFY(!bytesOf(target + QStringLiteral("/job.json")).contains("hush"));
}

void tst_RunFolder::changedRunsAreRefused_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what :
         {"log", "job", "missing", "link", "way out", "no manifest", "version", "log not listed"}) {
        QTest::newRow(what) << QString::fromLatin1(what);
    }
}

void tst_RunFolder::changedRunsAreRefused()
{
    QFETCH(const QString, what);
    const QTemporaryDir folder;
    const JobSpec job = someJob();
    const QString path = folder.filePath(job.id);
    {
        const auto run = RunFolder::create(path, job);
        QVERIFY((*run)->append(0, "log\n").ok());
    }
    const QString target = folder.filePath(QStringLiteral("saved"));
    QVERIFY(saveRunFolder(*readRunRecord(path), target).ok());
    QVERIFY(openRunFolder(target).ok());
    const QString manifest = target + QStringLiteral("/run.json");
    const QString log = target + QStringLiteral("/log");
    QJsonObject object = QJsonDocument::fromJson(bytesOf(manifest)).object();
    if (what == QLatin1StringView("log")) {
        put(log, "lag\n");
    } else if (what == QLatin1StringView("job")) {
        put(target + QStringLiteral("/job.json"),
            bytesOf(target + QStringLiteral("/job.json")) + ' ');
    } else if (what == QLatin1StringView("missing")) {
        QVERIFY(QFile::remove(log));
    } else if (what == QLatin1StringView("link")) {
        QVERIFY(QFile::rename(log, folder.filePath(QStringLiteral("elsewhere"))));
        QVERIFY(QFile::link(folder.filePath(QStringLiteral("elsewhere")), log));
    } else if (what == QLatin1StringView("no manifest")) {
        QVERIFY(QFile::remove(manifest));
    } else if (what == QLatin1StringView("version")) {
        object.insert(QStringLiteral("version"), 2);
        put(manifest, QJsonDocument(object).toJson());
    } else {
        QJsonArray files = object.value(QStringLiteral("files")).toArray();
        if (what == QLatin1StringView("way out")) {
            QJsonObject first = files.first().toObject();
            first.insert(QStringLiteral("name"), QStringLiteral("../saved/log"));
            files[0] = first;
        } else {
            files.removeFirst();
        }
        object.insert(QStringLiteral("files"), files);
        put(manifest, QJsonDocument(object).toJson());
    }
    const Result<JobEntry> opened = openRunFolder(target);
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().code == ErrorCode::ParseFailed ||
            opened.error().code == ErrorCode::FileNotFound);
}

QTEST_GUILESS_MAIN(tst_RunFolder)
#include "tst_runfolder.moc"
