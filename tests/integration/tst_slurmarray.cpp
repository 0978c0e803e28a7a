// A matrix as an array of a real Slurm on loopback.
#include "core/remote/matrix.h"
#include "tests/support/jobfixture.h"
#include "tests/support/loopbackslurm.h"

#include <QDir>
#include <QSignalSpy>
#include <QSysInfo>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

namespace {

constexpr int kLong = 180000;

} // namespace

class tst_SlurmArray : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void everyCellRunsAndIsFetched();
    void cellsWaitAndSayWhy();
    void oneCellIsCancelled();
    void allAreCancelled();
    void rocportEndsMeanwhile();
    void rocportEndsBeforeTheArrayBegins();
    void cellsCheckWhatWasThere();
    void sourcesThatAreNotThere();
    void rocportEndsWhileItIsSent();
    void aCellIsCancelledWhileItIsSent();
    void theSubmissionWasCut_data();
    void theSubmissionWasCut();
    void aDetachedCellIsCancelledWithAll();
    void cellsThatAreLookedAtTakeNoPlace();
    void partitionsAreArraysOfTheirOwn();
    void tooLargeForSlurm();
    void theNodeFails();

private:
    [[nodiscard]] Matrix matrix() const { return matricesOf(m_center->entries()).value(0); }
    [[nodiscard]] MatrixCell cell(int check, int place) const
    {
        return matrix().cells.value(check).value(place);
    }
    [[nodiscard]] JobState state(int check, int place) const
    {
        return cell(check, place).status.state;
    }
    [[nodiscard]] QByteArray log(const QString& id) const
    {
        return fileBytes(m_center->entry(id)->folder + QStringLiteral("/log"));
    }
    [[nodiscard]] bool allEnded() const
    {
        const Matrix all = matrix();
        return all.count() > 0 && all.ended() == all.count();
    }
    void begin(const QStringList& scripts, const QVector<MatrixPlace>& places, int atOnce = 0);
    void restart();
    [[nodiscard]] QString jobs(const QString& name = {}) const
    {
        return m_node.workspace + QStringLiteral("/jobs/") + name;
    }
    /// Folders of the newest array's tasks, its own, and its sources.
    [[nodiscard]] QStringList onTheNode() const
    {
        const QString id = m_plan.arrays.first().id;
        return QDir(jobs()).entryList(
            {id + u'*', QStringLiteral(".tree-") + id + u'*', QStringLiteral(".new-") + id + u'*'},
            QDir::Dirs | QDir::Hidden);
    }
    void writeTree(const char* text, const char* list);
    void standIn(const QString& program, const QByteArray& script);

    LoopbackSlurm m_slurm;
    QTemporaryDir m_folder;
    JobCenterSettings m_settings;
    std::unique_ptr<JobCenter> m_center;
    Node m_node;
    MatrixPlan m_plan;
    QString m_tree;                                         ///< of the cells
    QVector<QPair<QString, std::optional<QString>>> m_more; ///< set for the agent
    int m_round = 0;
};

void tst_SlurmArray::initTestCase()
{
    if (!m_slurm.start()) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + m_slurm.problem()));
    }
    // '%' in its name: Slurm replaces "%a" in the names of files.
    m_node = jobNode(m_folder.filePath(QStringLiteral("node 100%a")));
    m_node.of<SlurmSettings>().use = true;
}

void tst_SlurmArray::cleanup()
{
    if (m_center) {
        for (const JobArray& array : std::as_const(m_plan.arrays)) {
            (void)m_slurm.ask(QStringLiteral("scancel"),
                              {QStringLiteral("--name=rocport-") + array.id});
        }
    }
    m_center.reset();
    m_tree.clear();
    m_more.clear();
    QTRY_VERIFY_WITH_TIMEOUT(
        m_slurm.ask(QStringLiteral("squeue"), {QStringLiteral("-h")}).trimmed().isEmpty(), kLong);
}

void tst_SlurmArray::restart()
{
    m_center = std::make_unique<JobCenter>(m_settings);
    QSignalSpy loaded(m_center.get(), &JobCenter::loaded);
    m_center->load();
    QVERIFY(loaded.wait(kLong));
}

void tst_SlurmArray::begin(const QStringList& scripts, const QVector<MatrixPlace>& places,
                           int atOnce)
{
    m_settings = centerSettings(m_folder.filePath(QStringLiteral("runs%1").arg(++m_round)));
    m_settings.runner.agent.environment = m_slurm.environment() + m_more;
    m_settings.runner.arrayInterval = std::chrono::milliseconds(500);
    m_settings.runner.grace = std::chrono::seconds(10);
    m_center = std::make_unique<JobCenter>(m_settings);
    QStringList checks;
    for (qsizetype i = 0; i < scripts.size(); ++i) {
        checks.append(QStringLiteral("check %1").arg(i));
    }
    const auto plan =
        planMatrix({}, checks, places, m_node, atOnce,
                   [&scripts, this](qsizetype check, const MatrixPlace& place,
                                    const Node& node) -> Result<JobSpec> {
                       JobSpec job = jobOf(node, scripts.at(check));
                       job.environment = {{QStringLiteral("ARCH"), place.architecture}};
                       job.tree = m_tree;
                       return job;
                   });
    QVERIFY2(plan.ok(), qPrintable(plan.ok() ? QString() : plan.error().detail));
    m_plan = *plan;
    for (const JobArray& array : std::as_const(m_plan.arrays)) {
        const Result<void> started = m_center->startArray(array);
        QVERIFY2(started.ok(), qPrintable(started.ok() ? QString() : started.error().detail));
    }
}

MatrixPlace forArch(const char* name)
{
    return {{}, {}, QString::fromLatin1(name)};
}

void tst_SlurmArray::everyCellRunsAndIsFetched()
{
    begin({QStringLiteral("echo \"$ARCH task $SLURM_ARRAY_TASK_ID of $SLURM_ARRAY_JOB_ID\"; "
                          "echo data >\"$ROCPORT_RESULTS/out.txt\""),
           QStringLiteral("echo err >&2; exit 3")},
          {forArch("gfx90a"), forArch("gfx942")}, 2);
    QCOMPARE(m_plan.arrays.size(), 1); // one sbatch
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    const Matrix all = matrix();
    QCOMPARE(all.count(JobState::Succeeded), 2);
    QCOMPARE(all.count(JobState::Failed), 2);
    const QString base = cell(0, 0).status.queueId.section(u'_', 0, 0);
    QVERIFY(base.toInt() > 0);
    for (int place = 0; place < 2; ++place) {
        const MatrixCell good = cell(0, place);
        QCOMPARE(good.status.queueId, QStringLiteral("%1_%2").arg(base).arg(place * 2));
        QCOMPARE(log(good.jobId),
                 (place == 0 ? "gfx90a task 0 of " : "gfx942 task 2 of ") + base.toLatin1() + '\n');
        QCOMPARE(
            fileBytes(m_center->entry(good.jobId)->folder + QStringLiteral("/results/out.txt")),
            QByteArray("data\n"));
        QCOMPARE(matrixCellWords(good.status), QStringLiteral("Done"));
        QCOMPARE(cell(1, place).status.exitCode, 3);
        QCOMPARE(matrixCellWords(cell(1, place).status), QStringLiteral("Failed, status 3"));
        QCOMPARE(log(cell(1, place).jobId), QByteArray("err\n"));
    }
    QCOMPARE(all.sentence(), QStringLiteral("4 of 4 ended, 2 succeeded, 2 failed"));
}

void tst_SlurmArray::cellsWaitAndSayWhy()
{
    begin({QStringLiteral("echo begun; exec sleep 600")}, {forArch("gfx90a"), forArch("gfx942")},
          1);
    QTRY_COMPARE_WITH_TIMEOUT(state(0, 0), JobState::Running, kLong);
    QTRY_COMPARE_WITH_TIMEOUT(state(0, 1), JobState::Queued, kLong);
    QTRY_COMPARE_WITH_TIMEOUT(
        matrixCellWords(cell(0, 1).status),
        QStringLiteral("Waiting: as many tasks of the array run as may at once"), kLong);
    QVERIFY(!cell(0, 1).status.started.isValid());
    QCOMPARE(matrix().sentence(), QStringLiteral("0 of 2 ended, 1 running, 1 waiting"));
    QTRY_COMPARE_WITH_TIMEOUT(log(cell(0, 0).jobId), QByteArray("begun\n"), kLong);
}

void tst_SlurmArray::oneCellIsCancelled()
{
    begin({QStringLiteral("sleep 4; echo over")}, {forArch("gfx90a"), forArch("gfx942")}, 1);
    QTRY_COMPARE_WITH_TIMEOUT(state(0, 1), JobState::Queued, kLong);
    QTRY_VERIFY_WITH_TIMEOUT(!cell(0, 1).status.queueId.isEmpty(), kLong);
    m_center->cancel(cell(0, 1).jobId);
    QTRY_COMPARE_WITH_TIMEOUT(state(0, 1), JobState::Cancelled, kLong);
    QTRY_COMPARE_WITH_TIMEOUT(state(0, 0), JobState::Succeeded, kLong); // the other one goes on
    QCOMPARE(log(cell(0, 1).jobId), QByteArray());
}

void tst_SlurmArray::allAreCancelled()
{
    begin({QStringLiteral("echo begun; exec sleep 600"), QStringLiteral("echo never")},
          {forArch("gfx90a"), forArch("gfx942"), forArch("gfx950")}, 1);
    QTRY_VERIFY_WITH_TIMEOUT(log(cell(0, 0).jobId) == "begun\n", kLong);
    m_center->cancelArray(m_plan.arrays.first().id);
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    QCOMPARE(matrix().count(JobState::Cancelled), 6);
    QTRY_VERIFY_WITH_TIMEOUT(
        m_slurm.ask(QStringLiteral("squeue"), {QStringLiteral("-h")}).trimmed().isEmpty(), kLong);
}

void tst_SlurmArray::rocportEndsMeanwhile()
{
    begin({QStringLiteral("echo begun; sleep 2; echo over")},
          {forArch("gfx90a"), forArch("gfx942"), forArch("gfx950")}, 1);
    QTRY_COMPARE_WITH_TIMEOUT(state(0, 0), JobState::Running, kLong);
    restart();
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    QCOMPARE(matrix().count(JobState::Succeeded), 3);
    for (int place = 0; place < 3; ++place) {
        QCOMPARE(log(cell(0, place).jobId), QByteArray("begun\nover\n"));
    }
}

void tst_SlurmArray::rocportEndsBeforeTheArrayBegins()
{
    begin({QStringLiteral("echo never")}, {forArch("gfx90a"), forArch("gfx942")});
    restart(); // before anything could be sent
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    QCOMPARE(matrix().count(JobState::Failed), 2);
    QVERIFY2(cell(0, 0).status.sentence.contains(QStringLiteral("nothing was started")),
             qPrintable(cell(0, 0).status.sentence));
    QCOMPARE(matrixCellWords(cell(0, 0).status), QStringLiteral("Not started"));
}

QVector<MatrixPlace> manyPlaces(int number)
{
    QVector<MatrixPlace> places;
    for (int i = 0; i < number; ++i) {
        places.append(forArch(qPrintable(QStringLiteral("gfx%1").arg(i))));
    }
    return places;
}

/// A program that the agent finds in place of the real one, in what begins from now on.
void tst_SlurmArray::standIn(const QString& program, const QByteArray& script)
{
    const QString bin = m_folder.filePath(QStringLiteral("bin%1").arg(m_round));
    QVERIFY(QDir().mkpath(bin));
    QFile file(bin + u'/' + program);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\n" + script);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    m_more = {{QStringLiteral("PATH"), bin + u':' + qEnvironmentVariable("PATH")}};
}

/// A tree as a sync leaves it (docs/sync.md), with an object of an earlier build.
void tst_SlurmArray::writeTree(const char* text, const char* list)
{
    const QString tree = m_node.workspace + QStringLiteral("/trees/kernels/");
    const QString meta = m_node.workspace + QStringLiteral("/sync/kernels/");
    QVERIFY(QDir().mkpath(tree));
    QVERIFY(QDir().mkpath(meta + QString::fromLatin1(list)));
    const auto write = [](const QString& path, const QByteArray& bytes) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    };
    write(tree + QStringLiteral("a.c"), text);
    write(tree + QStringLiteral("a.o"), "built for another GPU\n");
    write(meta + QString::fromLatin1(list) + QStringLiteral("/names"), QByteArray("./a.c\0", 6));
    write(meta + QStringLiteral("current"), QByteArray(list) + '\n');
}

/// Nothing of earlier builds, and nothing that was sent later.
void tst_SlurmArray::cellsCheckWhatWasThere()
{
    writeTree("first\n", "d1.1");
    m_tree = QStringLiteral("kernels");
    begin({QStringLiteral("ls; cat a.c; echo mine >a.c; sleep 2")},
          {forArch("gfx90a"), forArch("gfx942"), forArch("gfx950")}, 1);
    QTRY_COMPARE_WITH_TIMEOUT(state(0, 0), JobState::Running, kLong);
    writeTree("second\n", "d2.2");
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    for (int place = 0; place < 3; ++place) {
        QCOMPARE(log(cell(0, place).jobId), QByteArray("a.c\nfirst\n"));
    }
    QTRY_VERIFY_WITH_TIMEOUT(
        !QDir(jobs(QStringLiteral(".tree-") + m_plan.arrays.first().id)).exists(), kLong);
}

void tst_SlurmArray::sourcesThatAreNotThere()
{
    m_tree = QStringLiteral("never");
    begin({QStringLiteral("echo never")}, {forArch("gfx90a"), forArch("gfx942")});
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    QCOMPARE(matrix().count(JobState::Failed), 2);
    QVERIFY2(cell(0, 0).status.sentence.contains(QStringLiteral("the sources were never sent")),
             qPrintable(cell(0, 0).status.sentence));
    QCOMPARE(onTheNode(), QStringList());
}

/// What was sent, secrets among it, does not stay, and nothing waits for ever.
void tst_SlurmArray::rocportEndsWhileItIsSent()
{
    begin({QStringLiteral("echo never")}, manyPlaces(200));
    const QString id = m_plan.arrays.first().id;
    QTRY_VERIFY_WITH_TIMEOUT(QDir(jobs(id + QStringLiteral("-2"))).exists(), kLong);
    QVERIFY(!QDir(jobs(id)).exists());
    // Sending one writes nothing about the others.
    const QFileInfo other(m_center->entry(cell(0, 190).jobId)->folder +
                          QStringLiteral("/status.json"));
    const QDateTime written = other.lastModified();
    QTRY_VERIFY_WITH_TIMEOUT(QDir(jobs(id + QStringLiteral("-20"))).exists(), kLong);
    QCOMPARE(QFileInfo(other.filePath()).lastModified(), written);
    QVERIFY(!QDir(jobs(id)).exists());
    restart();
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    QCOMPARE(matrix().count(JobState::Failed), 200);
    QVERIFY2(cell(0, 150).status.sentence.contains(QStringLiteral("Rocport was closed before")),
             qPrintable(cell(0, 150).status.sentence));
    QCOMPARE(onTheNode(), QStringList());
}

/// All of it came there, but Rocport ended before it was started: the cell stays cancelled.
void tst_SlurmArray::aCellIsCancelledWhileItIsSent()
{
    standIn(QStringLiteral("setsid"), "exit 0\n"); // so that nothing is started
    begin({QStringLiteral("echo ran")}, manyPlaces(4));
    const QString id = m_plan.arrays.first().id;
    m_center->cancel(cell(0, 3).jobId);
    QTRY_COMPARE_WITH_TIMEOUT(state(0, 3), JobState::Cancelled, kLong);
    QTRY_VERIFY_WITH_TIMEOUT(QDir(jobs(id)).exists(), kLong);
    const QString own = jobs(id + QStringLiteral("-3/.rocport/"));
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(own + QStringLiteral("exit")), kLong);
    m_center.reset();
    // As if it had ended before it told the node about the cell.
    QVERIFY(QFile::rename(own + QStringLiteral("exit"), own + QStringLiteral("exit.new")));
    QVERIFY(QDir().rmdir(own + QStringLiteral("claimed")));
    QVERIFY(QFile::remove(own + QStringLiteral("cancelled")));
    m_settings.runner.agent.environment = m_slurm.environment();
    restart();
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    QCOMPARE(matrix().count(JobState::Succeeded), 3);
    QCOMPARE(state(0, 3), JobState::Cancelled);
    QCOMPARE(fileBytes(jobs(id + QStringLiteral("-2/.rocport/log"))), QByteArray("ran\n"));
    QTRY_VERIFY_WITH_TIMEOUT(
        m_slurm.ask(QStringLiteral("squeue"), {QStringLiteral("-h")}).trimmed().isEmpty(), kLong);
    QCOMPARE(fileBytes(jobs(id + QStringLiteral("-3/.rocport/log"))), QByteArray());
}

void tst_SlurmArray::theSubmissionWasCut_data()
{
    QTest::addColumn<bool>("cancelled");
    QTest::newRow("and that is found out") << false;
    QTest::newRow("and the matrix is cancelled") << true;
}

/// The process that hands the array to Slurm is ended before Slurm has it.
void tst_SlurmArray::theSubmissionWasCut()
{
    QFETCH(const bool, cancelled);
    standIn(QStringLiteral("sbatch"), "read -r pid _ <.rocport/keeper\nkill -9 \"$pid\"\n"
                                      "sleep 1\nexit 1\n");
    begin({QStringLiteral("echo never")}, manyPlaces(6));
    if (cancelled) {
        QTRY_COMPARE_WITH_TIMEOUT(state(0, 5), JobState::Queued, kLong);
        m_center->cancelArray(m_plan.arrays.first().id);
    }
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    QCOMPARE(matrix().count(cancelled ? JobState::Cancelled : JobState::Vanished), 6);
}

void tst_SlurmArray::aDetachedCellIsCancelledWithAll()
{
    begin({QStringLiteral("echo begun; exec sleep 600")}, {forArch("gfx90a"), forArch("gfx942")},
          1);
    QTRY_VERIFY_WITH_TIMEOUT(log(cell(0, 0).jobId) == "begun\n", kLong);
    m_center->detach(cell(0, 0).jobId);
    QCOMPARE(state(0, 0), JobState::Detached);
    m_center->cancelArray(m_plan.arrays.first().id);
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    QCOMPARE(matrix().count(JobState::Cancelled), 2);
}

void tst_SlurmArray::cellsThatAreLookedAtTakeNoPlace()
{
    begin({QStringLiteral("case $ARCH in gfx0) sleep 4 ;; gfx1) echo over ;; *) exec sleep 600 ;; "
                          "esac")},
          manyPlaces(9), 1);
    QTRY_COMPARE_WITH_TIMEOUT(state(0, 0), JobState::Running, kLong);
    for (int place = 2; place < 9; ++place) {
        QTRY_COMPARE_WITH_TIMEOUT(state(0, place), JobState::Queued, kLong);
        m_center->attach(cell(0, place).jobId);
    }
    QTRY_COMPARE_WITH_TIMEOUT(state(0, 1), JobState::Succeeded, kLong);
    QCOMPARE(log(cell(0, 1).jobId), QByteArray("over\n"));
    m_center->cancelArray(m_plan.arrays.first().id);
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    QCOMPARE(matrix().count(JobState::Cancelled), 7);
}

void tst_SlurmArray::partitionsAreArraysOfTheirOwn()
{
    begin({QStringLiteral("echo \"in $SLURM_JOB_PARTITION\"")},
          {{{}, QStringLiteral("test"), {}}, {{}, QStringLiteral("other"), {}}});
    QCOMPARE(m_plan.arrays.size(), 2);
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    QCOMPARE(log(cell(0, 0).jobId), QByteArray("in test\n"));
    QCOMPARE(log(cell(0, 1).jobId), QByteArray("in other\n"));
}

void tst_SlurmArray::tooLargeForSlurm()
{
    QVector<MatrixPlace> places;
    for (int i = 0; i < 13; ++i) {
        places.append(forArch(qPrintable(QStringLiteral("gfx9%1").arg(i))));
    }
    begin({QStringLiteral("echo never")}, places);
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    QCOMPARE(matrix().count(JobState::Failed), 13);
    QCOMPARE(cell(0, 7).status.sentence,
             QStringLiteral("Slurm takes arrays of at most 12 tasks here (MaxArraySize); choose "
                            "fewer cells."));
    QCOMPARE(matrixCellWords(cell(0, 7).status), QStringLiteral("Not started"));
}

void tst_SlurmArray::theNodeFails()
{
    begin({QStringLiteral("echo begun; trap '' TERM INT; while :; do sleep 1; done")},
          {forArch("gfx90a")});
    QTRY_VERIFY_WITH_TIMEOUT(log(cell(0, 0).jobId) == "begun\n", kLong);
    const QString node =
        QStringLiteral("nodename=") + QSysInfo::machineHostName().section(u'.', 0, 0);
    (void)m_slurm.ask(QStringLiteral("scontrol"),
                      {QStringLiteral("update"), node, QStringLiteral("state=down"),
                       QStringLiteral("reason=test")});
    QTRY_VERIFY_WITH_TIMEOUT(allEnded(), kLong);
    const MatrixCell lost = cell(0, 0);
    QVERIFY2(lost.status.state == JobState::Vanished || lost.status.state == JobState::Failed,
             qPrintable(lost.status.sentence));
    QVERIFY2(matrixCellWords(lost.status).contains(QStringLiteral("Node failed")),
             qPrintable(matrixCellWords(lost.status) + u' ' + lost.status.sentence));
    (void)m_slurm.ask(QStringLiteral("scontrol"),
                      {QStringLiteral("update"), node, QStringLiteral("state=resume")});
}

QTEST_GUILESS_MAIN(tst_SlurmArray)
#include "tst_slurmarray.moc"
