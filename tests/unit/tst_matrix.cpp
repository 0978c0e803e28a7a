#include "core/remote/container.h"
#include "core/remote/jobscript.h"
#include "core/remote/matrix.h"
#include "tests/support/jobfixture.h"

#include <QJsonArray>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

/// Matrices as values: how they are planned, what is read back from records, what a node says.
class tst_Matrix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneArrayForAllImages();
    void anArrayForEachPartition();
    void filesOnTheNode();
    void whatIsRefused_data();
    void whatIsRefused();
    void foundAgainByRecords();
    void recordsFromElsewhere();
    void reports();
    void reportsThatAreMalformed();
    void wordsOfCells_data();
    void wordsOfCells();

private:
    static Node slurmNode()
    {
        Node node = jobNode(QStringLiteral("/w"));
        node.of<SlurmSettings>().use = true;
        node.of<ContainerSettings>().use = ContainerSettings::Use::Run;
        node.of<ContainerSettings>().image = QStringLiteral("rocm/own");
        return node;
    }
    static Result<MatrixPlan> plan(const QStringList& checks, const QVector<MatrixPlace>& places,
                                   int atOnce = 0, const Node& node = slurmNode())
    {
        return planMatrix(
            {}, checks, places, node, atOnce,
            [](qsizetype check, const MatrixPlace& place, const Node& there) {
                JobSpec job =
                    jobOf(there, QStringLiteral("echo %1 %2").arg(check).arg(place.architecture));
                job.tree = QStringLiteral("kernels-1a");
                job.created = QDateTime::currentDateTimeUtc();
                return Result<JobSpec>(job);
            });
    }
    static MatrixPlace image(const char* name) { return {QString::fromLatin1(name), {}, {}}; }
};

void tst_Matrix::oneArrayForAllImages()
{
    const auto made = plan({QStringLiteral("Build"), QStringLiteral("Load")},
                           {image("rocm/a:1"), image("rocm/b:2"), {}}, 4);
    QVERIFY2(made.ok(), qPrintable(made.ok() ? QString() : made.error().detail));
    QCOMPARE(made->arrays.size(), 1);
    QCOMPARE(made->cells(), 6);
    QCOMPARE(made->places, QStringList({QStringLiteral("rocm/a:1"), QStringLiteral("rocm/b:2"),
                                        QStringLiteral("bench")}));
    const JobArray& array = made->arrays.first();
    QCOMPARE(array.atOnce, 4);
    for (int i = 0; i < 6; ++i) {
        const JobSpec& task = array.tasks.at(i);
        QCOMPARE(task.id, array.id + u'-' + QString::number(i));
        QCOMPARE(task.task, i);
        QCOMPARE(matrixIdOf(task), made->id);
    }
    QCOMPARE(array.tasks.at(0).title, QStringLiteral("Build · rocm/a:1"));
    QCOMPARE(array.tasks.at(3).title, QStringLiteral("Load · rocm/b:2"));
    QCOMPARE(array.tasks.at(3).node.of<ContainerSettings>().image, QStringLiteral("rocm/b:2"));
    QCOMPARE(array.tasks.at(5).node.of<ContainerSettings>().image, QStringLiteral("rocm/own"));
    // As it is kept and read again.
    const auto read = jobFromJson(jobToJson(array.tasks.at(3)));
    QVERIFY(read.ok());
    QCOMPARE(read->array, array.id);
    QCOMPARE(read->task, 3);
    QJsonObject wrong = jobToJson(array.tasks.at(3));
    wrong.insert(QStringLiteral("task"), 4);
    QCOMPARE(jobFromJson(wrong).error().object, QStringLiteral("array"));
}

void tst_Matrix::anArrayForEachPartition()
{
    const auto made =
        plan({QStringLiteral("Build")}, {{{}, QStringLiteral("mi210"), {}},
                                         {{}, QStringLiteral("mi300x"), {}},
                                         {QStringLiteral("rocm/b"), QStringLiteral("mi210"), {}}});
    QVERIFY(made.ok());
    QCOMPARE(made->arrays.size(), 2);
    QCOMPARE(made->arrays.at(0).tasks.size(), 2);
    QCOMPARE(made->arrays.at(1).tasks.size(), 1);
    QCOMPARE(made->arrays.at(1).tasks.first().node.of<SlurmSettings>().partition,
             QStringLiteral("mi300x"));
    QVERIFY(made->arrays.at(0).id != made->arrays.at(1).id);
}

void tst_Matrix::filesOnTheNode()
{
    const auto made = plan({QStringLiteral("Build")}, {image("rocm/a"), image("rocm/b")}, 1);
    const JobArray& array = made->arrays.first();
    QByteArray submit;
    QByteArray batch;
    for (const auto& [name, bytes] : composeArrayFiles(array, QStringLiteral("/w 50%"))) {
        submit = name == QStringLiteral(".rocport/submit.sh") ? bytes : submit;
        batch = name == QStringLiteral(".rocport/batch.sh") ? bytes : batch;
    }
    QVERIFY2(submit.contains("--array=0-1%1"), submit.constData());
    QCOMPARE(submit.count("sbatch"), 1);
    // Slurm replaces %a in the name of the log only.
    QVERIFY2(submit.contains("/w 50%%/jobs/" + array.id.toLatin1() + "-%a/.rocport/log"),
             submit.constData());
    QVERIFY2(batch.contains("batch " + array.id.toLatin1() + "\"-${SLURM_ARRAY_TASK_ID:?}\""),
             batch.constData());
    QByteArray run;
    QStringList names;
    const auto files = composeJobFiles(array.tasks.at(1), QStringLiteral("/w 50%"));
    QVERIFY(files.ok());
    for (const auto& [name, bytes] : *files) {
        names.append(name);
        run = name == QStringLiteral(".rocport/run.sh") ? bytes : run;
        if (name == QStringLiteral(".rocport/array")) {
            QCOMPARE(bytes, array.id.toLatin1() + " 1\n");
        }
    }
    QVERIFY(names.contains(QStringLiteral(".rocport/array")));
    QVERIFY(!names.contains(QStringLiteral(".rocport/submit.sh"))); // it goes with its array
    // A tree of its own, of what was kept for the array.
    QVERIFY2(run.contains("tree='/w 50%/jobs/.tree-" + array.id.toLatin1() + "/kernels-1a'\n"),
             run.constData());
    QVERIFY2(run.contains("cp -Rp \"$tree\""), run.constData());
}

void tst_Matrix::whatIsRefused_data()
{
    QTest::addColumn<QStringList>("checks");
    QTest::addColumn<int>("places");
    QTest::addColumn<bool>("slurm");
    QTest::addColumn<QString>("said");
    const QStringList one{QStringLiteral("Build")};
    QTest::newRow("no check") << QStringList() << 1 << true << QStringLiteral("no check");
    QTest::newRow("no place") << one << 0 << true << QStringLiteral("no image");
    QTest::newRow("twice") << (one + one) << 1 << true << QStringLiteral("twice");
    QTest::newRow("too many") << one << kMostArrayTasks + 1 << true
                              << QStringLiteral("401 cells are too many");
    QTest::newRow("no Slurm") << one << 1 << false << QStringLiteral("has no Slurm");
}

void tst_Matrix::whatIsRefused()
{
    QFETCH(const QStringList, checks);
    QFETCH(const int, places);
    QFETCH(const bool, slurm);
    QFETCH(const QString, said);
    Node node = slurmNode();
    node.of<SlurmSettings>().use = slurm;
    QVector<MatrixPlace> all;
    for (int i = 0; i < places; ++i) {
        all.append({{}, {}, QStringLiteral("gfx%1").arg(i)});
    }
    const auto made = plan(checks, all, 0, node);
    QVERIFY(!made.ok());
    QCOMPARE(made.error().code, ErrorCode::InvalidArgument);
    QVERIFY2(made.error().detail.contains(said), qPrintable(made.error().detail));
}

void tst_Matrix::foundAgainByRecords()
{
    const auto made =
        plan({QStringLiteral("Build"), QStringLiteral("Load")}, {image("rocm/a"), image("rocm/b")});
    QVector<JobEntry> jobs;
    const JobState states[] = {JobState::Succeeded, JobState::Failed, JobState::Running,
                               JobState::Queued};
    for (int i = 0; i < 4; ++i) {
        JobEntry entry;
        entry.spec = *jobFromJson(jobToJson(made->arrays.first().tasks.at(i)));
        entry.status.state = states[i];
        jobs.prepend(entry);
    }
    JobEntry other;
    other.spec = jobOf(slurmNode(), QStringLiteral("true"));
    jobs.append(other);
    const QVector<Matrix> found = matricesOf(jobs);
    QCOMPARE(found.size(), 1);
    const Matrix& matrix = found.first();
    QCOMPARE(matrix.id, made->id);
    QCOMPARE(matrix.checks, made->checks);
    QCOMPARE(matrix.cells.at(1).at(0).status.state, JobState::Failed); // Load in a
    QCOMPARE(matrix.cells.at(0).at(1).status.state, JobState::Running);
    QCOMPARE(matrix.sentence(), QStringLiteral("2 of 4 ended, 1 succeeded, 1 failed, 1 running, "
                                               "1 waiting"));
    QCOMPARE(matrix.arrays, QStringList{made->arrays.first().id});
    // A cell whose record is gone leaves a hole, not another matrix.
    jobs.removeFirst();
    QCOMPARE(matricesOf(jobs).first().count(), 3);
    QVERIFY(matricesOf(jobs).first().cells.at(1).at(1).jobId.isEmpty());
}

/// What a record says of a matrix is not trusted.
void tst_Matrix::recordsFromElsewhere()
{
    const auto made = plan({QStringLiteral("Build")}, {image("rocm/a")});
    const auto with = [&](const char* field, const QJsonValue& value) {
        JobEntry entry;
        entry.spec = made->arrays.first().tasks.first();
        QJsonObject matrix = entry.spec.origin.value(u"matrix").toObject();
        matrix.insert(QString::fromLatin1(field), value);
        entry.spec.origin.insert(QStringLiteral("matrix"), matrix);
        return matricesOf({entry}).size();
    };
    QCOMPARE(with("check", 0), 1);
    QCOMPARE(with("check", 7), 0);
    QCOMPARE(with("check", -1), 0);
    QCOMPARE(with("place", QStringLiteral("x")), 0);
    QCOMPARE(with("id", QStringLiteral("../x")), 0);
    QJsonArray many;
    for (int i = 0; i < 100000; ++i) {
        many.append(QString::number(i));
    }
    QCOMPARE(with("checks", many), 0);
}

/// Output of squeue 22.05 and sacct 23.11, as the agent passes it on.
void tst_Matrix::reports()
{
    const ArrayReport report = parseArrayReport(
        {"hello 1 1700000000 10.5 ab12", "task 0 ended", "task 1 running", "task 2 claimed",
         "task 3 claimed", "task 4 claimed", "task 5 claimed", "task 6 claimed", "queued-as 812",
         "answered", "squeue 812_2|PENDING|0:00||JobArrayTaskLimit",
         "squeue 812_1|RUNNING|1:05|gpu07|None", "sacct 812_0|COMPLETED|00:00:09|gpu07|0:0",
         "sacct 812_1|RUNNING|00:01:05|gpu07|0:0", "sacct 812_3|NODE_FAIL|00:02:00|gpu08|1:0",
         "sacct 812_4|TIMEOUT|01:00:00|gpu08|0:15",
         "sacct 812_[5-6%2]|PENDING|00:00:00|None assigned|0:0"});
    QCOMPARE(report.queueId, QStringLiteral("812"));
    QVERIFY(report.answered);
    QCOMPARE(report.lives.value(0), TaskLife::Ended);
    QCOMPARE(report.lives.value(1), TaskLife::Running);
    QCOMPARE(report.states.size(), 7);
    QCOMPARE(report.states.value(1).elapsed.count(), 65);
    QCOMPARE(report.states.value(2).reason, QStringLiteral("JobArrayTaskLimit"));
    QCOMPARE(report.states.value(2).id, QStringLiteral("812_2"));
    QCOMPARE(report.states.value(3).phase, SlurmPhase::NodeFailed);
    QCOMPARE(report.states.value(4).phase, SlurmPhase::TimedOut);
    QCOMPARE(report.states.value(6).phase, SlurmPhase::Pending);
}

void tst_Matrix::reportsThatAreMalformed()
{
    const ArrayReport report = parseArrayReport(
        {"", "task", "task x running", "task -1 running", "task 99999999 running", "task 1 flying",
         "queued-as", "queued-as -3", "queued-as 99999999999999999999", "squeue",
         "squeue 812_0|RUNNING", "sacct |||||", "squeue slurm_load_jobs error: x|a|b|c|d"});
    QVERIFY(report.queueId.isEmpty());
    QVERIFY(report.lives.isEmpty());
    QVERIFY(report.states.isEmpty());
    QVERIFY(!report.answered);
    QVERIFY(!report.unsubmitted);
    // Slurm's part of an answer names many tasks, often.
    QByteArrayList hostile{"queued-as 77", "answered"};
    for (int i = 0; i < 100000; ++i) {
        hostile.append("squeue 77_[10000-19999]|PENDING|0:00||Priority");
        hostile.append("sacct 77_[0-19999]|PENDING|0:00||0:0");
    }
    hostile.append("squeue 77_399|RUNNING|0:01|gpu1|None");
    const ArrayReport limited = parseArrayReport(hostile);
    QCOMPARE(limited.queueId, QStringLiteral("77"));
    QCOMPARE(limited.states.size(), kMostArrayTasks);
    for (auto one = limited.states.begin(); one != limited.states.end(); ++one) {
        QVERIFY(one.key() >= 0 && one.key() < kMostArrayTasks);
    }
    QVERIFY(parseArrayReport({"squeue 77_400|RUNNING|0:01|gpu1|None"}).states.isEmpty());
    QVERIFY(parseArrayReport({"unsubmitted"}).unsubmitted);
}

void tst_Matrix::wordsOfCells_data()
{
    QTest::addColumn<JobState>("state");
    QTest::addColumn<QString>("queueState");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<bool>("started");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* words, JobState state, const char* queue, const char* reason,
                        int code, bool started) {
        QTest::newRow(words) << state << QString::fromLatin1(queue) << QString::fromLatin1(reason)
                             << code << started << QString::fromUtf8(words);
    };
    row("Sending", JobState::Syncing, "", "", -1, false);
    row("Waiting", JobState::Queued, "PENDING", "", -1, false);
    row("Waiting: no node is free yet", JobState::Queued, "PENDING", "Resources", -1, false);
    row("Waiting: a node that it needs is not available", JobState::Queued, "PENDING",
        "ReqNodeNotAvail, UnavailableNodes:gpu[01-04]", -1, false);
    row("Waiting: Slurm says Odd", JobState::Queued, "PENDING", "Odd", -1, false);
    row("Running", JobState::Running, "RUNNING", "", -1, true);
    row("Done", JobState::Succeeded, "COMPLETED", "", 0, true);
    row("Failed, status 3", JobState::Failed, "FAILED", "", 3, true);
    row("Not started", JobState::Failed, "", "", 1, false);
    row("Over its time limit", JobState::TimedOut, "TIMEOUT", "", -1, true);
    row("Cancelled", JobState::Cancelled, "CANCELLED", "", -1, false);
    row("Node failed", JobState::Vanished, "NODE_FAIL", "", -1, true);
    row("Out of memory", JobState::Vanished, "OUT_OF_MEMORY", "", -1, true);
    row("Lost", JobState::Vanished, "FORGOTTEN", "", -1, true);
}

void tst_Matrix::wordsOfCells()
{
    QFETCH(const JobState, state);
    QFETCH(const QString, queueState);
    QFETCH(const QString, reason);
    QFETCH(const int, exitCode);
    QFETCH(const bool, started);
    JobStatus status;
    status.state = state;
    status.queueState = queueState;
    status.queueReason = reason;
    status.exitCode = exitCode;
    if (started) {
        status.started = QDateTime::currentDateTimeUtc();
    }
    QTEST(matrixCellWords(status), "words");
    const auto read = statusFromJson(statusToJson(status));
    QVERIFY(read.ok());
    QCOMPARE(matrixCellWords(*read), matrixCellWords(status));
}

QTEST_GUILESS_MAIN(tst_Matrix)
#include "tst_matrix.moc"
