// kill -9 in the middle of decisions: what was decided is there afterwards.

#include "core/project/session/projectlocation.h"
#include "core/store/projectfile.h"
#include "testpaths.h"
#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <csignal>

using namespace rocport;
using rocport::test::ScratchRepository;

class TestKill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decisionsSurvive_data();
    void decisionsSurvive();
};

void TestKill::decisionsSurvive_data()
{
    QTest::addColumn<int>("steps");
    for (const int steps : {1, 2, 7, 25, 60}) {
        QTest::addRow("after %d steps", steps) << steps;
    }
}

void TestKill::decisionsSurvive()
{
    QFETCH(int, steps);
    ScratchRepository repository;
    for (int i = 0; i < 6; ++i) {
        repository.write(QStringLiteral("k%1.cu").arg(i),
                         "#include <cuda_runtime.h>\n"
                         "__global__ void k(unsigned* o) {\n"
                         "  unsigned m = __ballot_sync(0xffffffffu, threadIdx.x & 1);\n"
                         "  o[0] = __popc(m);\n}\n");
    }
    repository.commitAll();
    QTemporaryDir data;
    QProcess process;
    process.start(QStringLiteral(ROCPORT_BINARY_DIR "/tests/decider"),
                  {repository.path(), data.path()});
    QVERIFY(process.waitForStarted());
    // How many another reader finds on the disk: these must outlive the process.
    const QString file =
        projectFileFor(data.path(), QFileInfo(repository.path()).canonicalFilePath());
    qsizetype stored = 0;
    const auto look = [&] {
        const auto opened = ProjectFile::open(file, true);
        if (opened) {
            const auto batches = (*opened)->batches();
            stored = batches ? batches->size() : 0;
        }
        return stored;
    };
    QTRY_VERIFY_WITH_TIMEOUT(look() >= steps, 60000);
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);

    auto opened = ProjectFile::open(file);
    QVERIFY2(opened.ok(), opened.ok() ? "" : qPrintable(opened.error().detail));
    const auto batches = (*opened)->batches();
    QVERIFY(batches.ok());
    // None of them is missing, there twice or out of order.
    QVERIFY2(batches->size() >= stored,
             qPrintable(QStringLiteral("%1 of %2").arg(batches->size()).arg(stored)));
    for (qsizetype i = 0; i < batches->size(); ++i) {
        QCOMPARE(batches->at(i).id, i + 1);
        QCOMPARE(batches->at(i).label, QStringLiteral("step %1").arg(i));
        QCOMPARE(batches->at(i).decisions.size(), 1);
    }
    const auto scan = (*opened)->loadScan();
    QVERIFY(scan.ok());
    QVERIFY(*scan != nullptr);
    QVERIFY(!(*scan)->hunks.isEmpty());
}

QTEST_GUILESS_MAIN(TestKill)
#include "tst_kill.moc"
