// A node over a real sshd whose disk, or quota, is full: what cannot be written is said, nothing
// half-written counts, and after space was freed the same goes on.
#include "core/project/nodes/syncpreparation.h"
#include "core/remote/matrix.h"
#include "core/remote/synctree.h"
#include "tests/support/jobfixture.h"
#include "tests/support/loopbacknode.h"
#include "tests/support/smalldisk.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

namespace {

constexpr int kLong = 120000;
constexpr int kRoom = 2000; // KB

QByteArray noise(int bytes)
{
    QByteArray all(bytes, Qt::Uninitialized);
    quint32 state = 1;
    for (char& c : all) {
        state = state * 1664525U + 1013904223U;
        c = static_cast<char>(state >> 24);
    }
    return all;
}

bool writeFile(const QString& path, const QByteArray& bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

} // namespace

class tst_NodeDisk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup() { m_center.reset(); }
    void sendingSources_data() { kinds(); }
    void sendingSources();
    void sendingTheJob_data() { kinds(); }
    void sendingTheJob();
    void firstContact_data() { kinds(); }
    void firstContact();
    void building_data() { kinds(); }
    void building();
    void results_data() { kinds(); }
    void results();
    void theLog_data() { kinds(); }
    void theLog();
    void cancelOnAFullDisk_data() { kinds(); }
    void cancelOnAFullDisk();
    void sendingAMatrix_data() { kinds(); }
    void sendingAMatrix();
    void sourcesOfAMatrix_data() { kinds(); }
    void sourcesOfAMatrix();

private:
    static void kinds()
    {
        QTest::addColumn<SmallDisk::Kind>("kind");
        QTest::newRow("tmpfs") << SmallDisk::Kind::Tmpfs;
        QTest::newRow("ext4") << SmallDisk::Kind::Ext4;
        QTest::newRow("quota") << SmallDisk::Kind::Quota;
    }
    bool makeDisk(SmallDisk& disk);
    [[nodiscard]] JobStatus status() const { return m_center->entry(m_id)->status; }
    [[nodiscard]] QString sentence() const { return status().sentence; }
    [[nodiscard]] QByteArray log() const
    {
        return fileBytes(m_center->entry(m_id)->folder + QStringLiteral("/log"));
    }
    void begin(const JobSpec& job, std::unique_ptr<JobPreparation> preparation = nullptr);
    void beginMatrix(int cells, const QString& tree);
    void endsIn(JobState state);
    /// Says what, where, how much is free and what to do, in one sentence.
    void saysWhatIsFull(const SmallDisk& disk, bool quota) const;

    LoopbackNode m_loopback;
    QTemporaryDir m_folder;
    JobCenterSettings m_settings;
    std::unique_ptr<JobCenter> m_center;
    Node m_node;
    QString m_id;
    int m_round = 0;
};

void tst_NodeDisk::initTestCase()
{
    if (!m_loopback.start()) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + m_loopback.problem()));
    }
}

bool tst_NodeDisk::makeDisk(SmallDisk& disk)
{
    if (!disk.make(kRoom)) {
        return false;
    }
    m_node = m_loopback.node();
    m_node.name = QStringLiteral("bench");
    m_node.workspace = disk.folder() + QStringLiteral("/ws");
    m_settings = centerSettings(m_folder.filePath(QStringLiteral("runs%1").arg(++m_round)));
    m_settings.transportFor = [ssh = m_loopback.settings()](const Node& node) {
        return transportOf(node, ssh);
    };
    return true;
}

/// Declares `disk` and `quota`.
#define DISK_OR_SKIP()                                                                             \
    QFETCH(const SmallDisk::Kind, kind);                                                           \
    SmallDisk disk(kind);                                                                          \
    if (!makeDisk(disk)) {                                                                         \
        QSKIP(qPrintable(disk.problem()));                                                         \
    }                                                                                              \
    [[maybe_unused]] const bool quota = kind == SmallDisk::Kind::Quota

void tst_NodeDisk::begin(const JobSpec& job, std::unique_ptr<JobPreparation> preparation)
{
    m_center = std::make_unique<JobCenter>(m_settings);
    const Result<QString> id = m_center->start(job, std::move(preparation));
    QVERIFY2(id.ok(), qPrintable(id.ok() ? QString() : id.error().detail));
    m_id = *id;
}

void tst_NodeDisk::endsIn(JobState state)
{
    QTRY_VERIFY_WITH_TIMEOUT(isEnded(status().state), kLong);
    QVERIFY2(status().state == state, qPrintable(jobStateId(status().state) + u' ' + sentence() +
                                                 u' ' + QString::fromUtf8(log().right(300))));
}

void tst_NodeDisk::saysWhatIsFull(const SmallDisk& disk, bool quota) const
{
    const QString said = sentence();
    QVERIFY2(said.contains(QStringLiteral("bench")) || said.contains(disk.folder()),
             qPrintable(said));
    QVERIFY2(said.contains(disk.folder()), qPrintable(said));
    if (quota) {
        QVERIFY2(said.contains(QStringLiteral("uota")), qPrintable(said));
    } else {
        static const QRegularExpression free(
            QStringLiteral("\\d+ [KM]B (are )?free|no space left"));
        QVERIFY2(said.contains(free), qPrintable(said));
    }
    QVERIFY2(said.contains(QStringLiteral("free some space")), qPrintable(said));
}

void tst_NodeDisk::sendingSources()
{
    DISK_OR_SKIP();
    const QString sources = m_folder.filePath(QStringLiteral("src%1").arg(m_round));
    const QByteArray content = noise(60000);
    for (int i = 0; i < 10; ++i) {
        QVERIFY(writeFile(sources + QStringLiteral("/csrc/k%1.cu").arg(i), content));
    }
    const QString tree = treeName(QStringLiteral("src"), sources.toUtf8());
    const auto send = [&](const QString& script) {
        JobSpec job = jobOf(m_node, script);
        job.tree = tree;
        begin(job,
              std::make_unique<FolderPreparation>(sources, m_settings.transportFor(m_node), tree));
    };
    disk.fill(250);
    send(QStringLiteral("true"));
    endsIn(JobState::Failed);
    saysWhatIsFull(disk, quota);
    QVERIFY2(sentence().contains(QStringLiteral("nothing was started")), qPrintable(sentence()));
    disk.clear();
    send(QStringLiteral("cat csrc/*.cu | wc -c"));
    endsIn(JobState::Succeeded);
    QCOMPARE(log().trimmed(), QByteArray("600000"));
}

void tst_NodeDisk::sendingTheJob()
{
    DISK_OR_SKIP();
    begin(jobOf(m_node, QStringLiteral("true"))); // Rocport's agent is there from now on
    endsIn(JobState::Succeeded);
    disk.fill(150);
    JobSpec job = jobOf(m_node, QStringLiteral("wc -c <\"$ROCPORT_JOB/plan\""));
    job.files = {{QStringLiteral("plan"), noise(400000)}};
    begin(job);
    endsIn(JobState::Failed);
    saysWhatIsFull(disk, quota);
    QVERIFY2(sentence().contains(QStringLiteral("the job's files")), qPrintable(sentence()));
    const QStringList left = QDir(m_node.workspace + QStringLiteral("/jobs"))
                                 .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    QCOMPARE(left.size(), 1); // nothing of the second one
    disk.clear();
    job.id = newJobId();
    begin(job);
    endsIn(JobState::Succeeded);
    QCOMPARE(log().trimmed(), QByteArray("400000"));
}

/// Not even Rocport's own part fits.
void tst_NodeDisk::firstContact()
{
    DISK_OR_SKIP();
    disk.fill(4);
    begin(jobOf(m_node, QStringLiteral("echo over")));
    endsIn(JobState::Failed);
    saysWhatIsFull(disk, quota);
    disk.clear();
    begin(jobOf(m_node, QStringLiteral("echo over")));
    endsIn(JobState::Succeeded);
    QCOMPARE(log(), QByteArray("over\n"));
}

/// As compilers do: what could not be written whole is removed, and the disk has room again.
void tst_NodeDisk::building()
{
    DISK_OR_SKIP();
    const QString script =
        QStringLiteral("cd \"$ROCPORT_JOB\"\n"
                       "if ! dd if=/dev/zero of=a.o bs=4096 count=300 conv=fsync; then\n"
                       "    rm -f a.o\n    exit 1\nfi\necho built\n");
    begin(jobOf(m_node, QStringLiteral("true")));
    endsIn(JobState::Succeeded);
    disk.fill(600);
    begin(jobOf(m_node, script));
    endsIn(JobState::Failed);
    if (!quota) { // the message of a quota may not have fitted into the log, and df knows none
        saysWhatIsFull(disk, quota);
    }
    disk.clear();
    begin(jobOf(m_node, script));
    endsIn(JobState::Succeeded);
    QVERIFY(log().contains("built"));
}

/// A program that does not look whether its results could be written.
void tst_NodeDisk::results()
{
    DISK_OR_SKIP();
    const QString script = QStringLiteral(
        "dd if=/dev/zero of=\"$ROCPORT_RESULTS/out.bin\" bs=4096 count=300 conv=fsync 2>/dev/null\n"
        "exit 0\n");
    begin(jobOf(m_node, QStringLiteral("true")));
    endsIn(JobState::Succeeded);
    disk.fill(600);
    begin(jobOf(m_node, script));
    endsIn(JobState::Failed);
    saysWhatIsFull(disk, quota);
    QVERIFY2(sentence().contains(QStringLiteral("do not count")), qPrintable(sentence()));
    disk.clear();
    begin(jobOf(m_node, script));
    endsIn(JobState::Succeeded);
    const QString here = m_center->entry(m_id)->folder + QStringLiteral("/results/out.bin");
    QCOMPARE(QFileInfo(here).size(), 300 * 4096);
}

/// What there is of a log comes here, and its end is said.
void tst_NodeDisk::theLog()
{
    DISK_OR_SKIP();
    begin(jobOf(m_node, QStringLiteral("true")));
    endsIn(JobState::Succeeded);
    disk.fill(600);
    begin(
        jobOf(m_node, QStringLiteral("dd if=/dev/zero bs=4096 count=400 2>/dev/null | tr '\\0' x\n"
                                     "exit 4\n")));
    endsIn(JobState::Failed);
    saysWhatIsFull(disk, quota);
    QCOMPARE(status().exitCode, 4);
    const QByteArray there = fileBytes(m_node.workspace + QStringLiteral("/jobs/") + m_id +
                                       QStringLiteral("/.rocport/log"));
    QVERIFY(!there.isEmpty());
    QCOMPARE(log(), there);
}

void tst_NodeDisk::cancelOnAFullDisk()
{
    DISK_OR_SKIP();
    begin(jobOf(m_node, QStringLiteral("echo begun; exec sleep 600")));
    QTRY_VERIFY_WITH_TIMEOUT(log() == "begun\n", kLong);
    disk.fill(0);
    m_center->cancel(m_id);
    QTRY_VERIFY_WITH_TIMEOUT(isEnded(status().state), kLong);
    QVERIFY2(status().state == JobState::Cancelled, qPrintable(sentence()));
}

/// The last cell is the job that the other functions ask about.
void tst_NodeDisk::beginMatrix(int cells, const QString& tree)
{
    if (QStandardPaths::findExecutable(QStringLiteral("sbatch")).isEmpty()) {
        QSKIP("ROCPORT_SKIP_TEST sbatch is not installed");
    }
    m_node.of<SlurmSettings>().use = true;
    QVector<MatrixPlace> places;
    for (int i = 0; i < cells; ++i) {
        places.append({{}, {}, QStringLiteral("gfx%1").arg(i)});
    }
    const auto plan =
        planMatrix({}, {QStringLiteral("check")}, places, m_node, 0,
                   [&tree](qsizetype, const MatrixPlace&, const Node& node) {
                       JobSpec job = jobOf(node, QStringLiteral("echo never"));
                       job.tree = tree;
                       job.environment = {{QStringLiteral("MY_TOKEN"), QStringLiteral("hunter2")}};
                       return Result<JobSpec>(job);
                   });
    QVERIFY2(plan.ok(), qPrintable(plan.ok() ? QString() : plan.error().detail));
    m_center = std::make_unique<JobCenter>(m_settings);
    const Result<void> started = m_center->startArray(plan->arrays.first());
    QVERIFY2(started.ok(), qPrintable(started.ok() ? QString() : started.error().detail));
    m_id = plan->arrays.first().tasks.last().id;
}

/// Of what was sent before the disk was full nothing stays, secrets least of all.
void tst_NodeDisk::sendingAMatrix()
{
    DISK_OR_SKIP();
    beginMatrix(20, {});
    endsIn(JobState::Failed);
    saysWhatIsFull(disk, quota);
    QVERIFY2(sentence().contains(QStringLiteral("Nothing was started")), qPrintable(sentence()));
    QCOMPARE(matricesOf(m_center->entries()).first().count(JobState::Failed), 20);
    QCOMPARE(QDir(m_node.workspace + QStringLiteral("/jobs"))
                 .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList());
}

void tst_NodeDisk::sourcesOfAMatrix()
{
    DISK_OR_SKIP();
    const QString sync = m_node.workspace + QStringLiteral("/sync/k/");
    QVERIFY(writeFile(m_node.workspace + QStringLiteral("/trees/k/big.bin"), noise(1200 * 1024)));
    QVERIFY(writeFile(sync + QStringLiteral("d1.1/names"), QByteArray("./big.bin\0", 10)));
    QVERIFY(writeFile(sync + QStringLiteral("current"), "d1.1\n"));
    beginMatrix(2, QStringLiteral("k"));
    endsIn(JobState::Failed);
    saysWhatIsFull(disk, quota);
    QVERIFY2(sentence().contains(QStringLiteral("the sources for the cells")),
             qPrintable(sentence()));
    QCOMPARE(QDir(m_node.workspace + QStringLiteral("/jobs"))
                 .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList());
}

QTEST_GUILESS_MAIN(tst_NodeDisk)
#include "tst_nodedisk.moc"
