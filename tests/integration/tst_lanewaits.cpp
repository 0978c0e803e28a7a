// What kernels of newer GPUs do on lanes: tiles of tensor cores, arrivals at barriers and
// pipelines, asserts, Sobol's numbers, and threads of the host beside each other; by rocport-cli.
#include "tests/integration/clifixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;
using rocport::test::Outcome;

class TestLaneWaits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void tilesAreMultiplied_data();
    void tilesAreMultiplied();
    void arrivalsLetThreadsGoOn_data();
    void arrivalsLetThreadsGoOn();
    void aPortNamesWhatHipLacks();
    void laterBlocksBegin_data();
    void laterBlocksBegin();
    void whatNobodyArrivesAtIsNamed_data();
    void whatNobodyArrivesAtIsNamed();
    void aLaneThatStaysAwayIsTold();
    void assertsEndTheKernelOfTheOriginal();
    void assertsEndThePort();
    void sobolsNumbersAreTheGpus();
    void threadsOfOpenMpDoNotDisturbEachOther_data();
    void threadsOfOpenMpDoNotDisturbEachOther();

private:
    QString program(const QString& name)
    {
        const QString copy = m_folder.filePath(QString::number(++m_number) + u'/' + name);
        QDir().mkpath(QFileInfo(copy).path());
        const QString source = QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/lanes/") + name;
        return QFile::copy(source, copy) ? copy : QString();
    }
    static Outcome execute(const QStringList& arguments)
    {
        return rocport::test::run(QStringList{QStringLiteral("execute")} + arguments);
    }
    static QStringList original(const QString& source)
    {
        return {QStringLiteral("--original"), source};
    }
    static QStringList port(const char* lanes, const QString& source)
    {
        return {QStringLiteral("--lanes"), QLatin1StringView(lanes), source};
    }

    QTemporaryDir m_folder;
    int m_number = 0;
};

void TestLaneWaits::initTestCase()
{
    if (!QFileInfo::exists(QStringLiteral("/usr/include/boost/context/detail/fcontext.hpp"))) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
}

void TestLaneWaits::tilesAreMultiplied_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("way");
    QTest::addColumn<int>("products");
    const QStringList original = {QStringLiteral("--original")};
    const QStringList wide = {QStringLiteral("--lanes"), QStringLiteral("64")};
    const QStringList narrow = {QStringLiteral("--lanes"), QStringLiteral("32")};
    const QString wmma = QStringLiteral("tensor_tiles.cu");
    const QString rocWmma = QStringLiteral("rocwmma_tiles.hip");
    QTest::newRow("wmma, original") << wmma << original << 10;
    QTest::newRow("wmma, 64") << wmma << wide << 10;
    QTest::newRow("wmma, 32") << wmma << narrow << 10;
    QTest::newRow("rocWMMA, 64") << rocWmma << wide << 2;
    QTest::newRow("rocWMMA, 32") << rocWmma << narrow << 2;
}

/// Of nvcuda::wmma, also by what a port has in its place, and of rocWMMA.
void TestLaneWaits::tilesAreMultiplied()
{
    QFETCH(QString, name);
    QFETCH(QStringList, way);
    QFETCH(int, products);
    const Outcome ended = execute(way + QStringList{program(name)});
    QVERIFY2(ended.code == 0, ended.err.constData());
    QVERIFY2(ended.err.isEmpty(), ended.err.constData());
    QCOMPARE(ended.out.count(" right\n"), products);
    if (name.startsWith(u"tensor")) { // C is added before a sum is kept at the largest number
        QVERIFY2(ended.out.endsWith("kept at 2147483647, else -2147323696\n"
                                    "1.00097656 -1 3.140625 0\n"),
                 ended.out.constData());
    }
}

void TestLaneWaits::arrivalsLetThreadsGoOn_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("in order") << QStringList();
    QTest::newRow("in another order") << QStringList{QStringLiteral("--seed"), QStringLiteral("1")};
    QTest::newRow("with checks") << QStringList{QStringLiteral("--check"),
                                                QStringLiteral("bounds,uninitialised,race")};
}

/// In any order of lanes and blocks; nothing is told of them.
void TestLaneWaits::arrivalsLetThreadsGoOn()
{
    QFETCH(QStringList, options);
    const Outcome ended = execute(options + original(program(QStringLiteral("arrivals.cu"))));
    QVERIFY2(ended.code == 0, ended.err.constData());
    QVERIFY2(ended.err.isEmpty(), ended.err.constData());
    QCOMPARE(ended.out,
             QByteArray("phases right\nproducers right\ndropping right\nblocks right\n"
                        "latches right\nstages right\ncopies right\nprimitives right\n"));
}

/// CUDA's header is never taken for HIP's.
void TestLaneWaits::aPortNamesWhatHipLacks()
{
    const Outcome ended = execute(port("64", program(QStringLiteral("arrivals.cu"))));
    QCOMPARE(ended.code, 3);
    QVERIFY2(ended.err.contains("fatal error: "), ended.err.constData());
    QVERIFY2(ended.err.contains("cuda/barrier"), ended.err.constData());
}

void TestLaneWaits::laterBlocksBegin_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("in order") << QStringList();
    for (const char* seed : {"1", "2"}) {
        QTest::newRow(seed) << QStringList{QStringLiteral("--seed"), QLatin1StringView(seed)};
    }
}

/// A block that others wait for begins although they are at a barrier and one of them looks again
/// and again.
void TestLaneWaits::laterBlocksBegin()
{
    QFETCH(QStringList, options);
    const Outcome ended = execute(options + original(program(QStringLiteral("later_blocks.cu"))));
    QVERIFY2(ended.code == 0, ended.err.constData());
    QCOMPARE(ended.out, QByteArray("4 3 2 1 0 open 1\n"));
}

void TestLaneWaits::whatNobodyArrivesAtIsNamed_data()
{
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("more") << QByteArray("arrivals_wrong.cu:18: in expectsMore: block 0 waits "
                                        "without end: threads 0-63 wait for arrivals in line 18 "
                                        "[deadlock]");
    QTest::newRow("elsewhere") << QByteArray(
        "arrivals_wrong.cu:29: in partGoesElsewhere: block 0 waits without end: threads 0-31 wait "
        "for arrivals in line 29, threads 32-63 wait at the barrier in line 31 [deadlock]");
}

void TestLaneWaits::whatNobodyArrivesAtIsNamed()
{
    QFETCH(QByteArray, told);
    const Outcome ended =
        execute(original(program(QStringLiteral("arrivals_wrong.cu"))) +
                QStringList{QStringLiteral("--"), QLatin1StringView(QTest::currentDataTag())});
    QCOMPARE(ended.code, 70);
    QVERIFY2(ended.err.contains(told), ended.err.constData());
}

void TestLaneWaits::aLaneThatStaysAwayIsTold()
{
    const Outcome ended = execute(original(program(QStringLiteral("arrivals_wrong.cu"))));
    QVERIFY2(ended.code == 0, ended.err.constData());
    QVERIFY2(ended.err.contains("arrivals_wrong.cu:45: in laneStaysAway: lanes 5 are named by the "
                                "mask and do not come [mask]"),
             ended.err.constData());
}

/// What an H100 with CUDA 13.0 answers after a failed assert.
void TestLaneWaits::assertsEndTheKernelOfTheOriginal()
{
    const QByteArray answers = "launch: cudaSuccess\n"
                               "wait: cudaErrorAssert, device-side assert triggered\n"
                               "again: cudaErrorAssert\ncopy: cudaErrorAssert\n"
                               "next launch: cudaErrorAssert\nreset: cudaSuccess\n"
                               "after it: cudaErrorDevicesUnavailable\n";
    const QString source = program(QStringLiteral("asserts.cu"));
    const Outcome few = execute(original(source));
    QVERIFY2(few.code == 0, few.err.constData());
    QCOMPARE(few.out, answers);
    QCOMPARE(few.err.count("Assertion `x < 60` failed."), 4);
    for (const char* thread : {"28", "29", "30", "31"}) {
        const QByteArray place =
            QByteArray("asserts.cu:7: int checked(int): block: [1,0,0], thread: [") + thread +
            ",0,0] Assertion";
        QVERIFY2(few.err.contains(place), few.err.constData());
    }
    const Outcome barrier =
        execute(original(source) + QStringList{QStringLiteral("--"), QStringLiteral("1")});
    QVERIFY2(barrier.code == 0, barrier.err.constData());
    QCOMPARE(barrier.out, answers);
    QVERIFY2(barrier.err.contains("thread: [3,0,0] Assertion"), barrier.err.constData());
    QVERIFY2(!barrier.err.contains("[early-return]") && !barrier.err.contains("[shuffle]"),
             barrier.err.constData());
}

void TestLaneWaits::assertsEndThePort()
{
    const Outcome ended = execute(port("64", program(QStringLiteral("asserts.cu"))));
    QVERIFY(ended.code != 0);
    QVERIFY2(ended.out.isEmpty(), ended.out.constData());
    QVERIFY2(ended.err.contains("Device-side assertion `x < 60' failed."), ended.err.constData());
    QVERIFY2(ended.err.contains("ended by signal 6"), ended.err.constData());
}

/// The same bits as on an H100 with CUDA 13.0; normal numbers to the digits that are printed.
void TestLaneWaits::sobolsNumbersAreTheGpus()
{
    if (!QFileInfo::exists(QStringLiteral("/usr/include/boost/random/detail/sobol_table.hpp"))) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Random is not installed (libboost-dev)");
    }
    const QString source = program(QStringLiteral("random_sobol.cu"));
    const Outcome original = execute({QStringLiteral("--original"), source});
    QVERIFY2(original.code == 0, original.err.constData());
    QCOMPARE(original.out,
             QByteArray("32 directions 93246e3af7b981f0\n32 drawn e313d806304991cf\n"
                        "32 scrambled 9ec88b29b7cd2c7f\n"
                        "32 uniform 84fc9a35d2d60943 8d5731fc1e97d28c\n"
                        "32 normal 1.15035 -1.150349380\n32 normal 0.88715 -1.534120543\n"
                        "32 normal 0.48878 -0.157310684\n32 normal 1.86273 -0.776421761\n"
                        "64 directions bdfbc00cca69a920\n64 drawn 28cd4d0c2406920f\n"
                        "64 scrambled a371211c6f50ad7f\n"
                        "64 uniform 84fc9a35d2d60943 f201fb0103d87b21\n"
                        "64 normal 1.15035 -1.150349380\n64 normal 0.88715 -1.534120544\n"
                        "64 normal 0.48878 -0.157310685\n64 normal 1.86273 -0.776421761\n"
                        "host 32 fb2454ba9277b7fa 7b81de9f8838b4c7 0.5 0.71972656273283064\n"
                        "host 64 fb2454ba9277b7fa d823d10ec7478129 0.5 0.7197265625\n"));
    const Outcome port = execute({source});
    QVERIFY2(port.code == 0, port.err.constData());
    for (const char* bits : {"32 directions 93246e3af7b981f0\n32 drawn e313d806304991cf\n"
                             "32 scrambled 9ec88b29b7cd2c7f\n",
                             "64 directions bdfbc00cca69a920\n64 drawn 28cd4d0c2406920f\n"
                             "64 scrambled a371211c6f50ad7f\n"}) {
        QVERIFY2(port.out.contains(bits), port.out.constData());
    }
}

void TestLaneWaits::threadsOfOpenMpDoNotDisturbEachOther_data()
{
    QTest::addColumn<QStringList>("way");
    QTest::newRow("original") << QStringList{QStringLiteral("--original")};
    QTest::newRow("64") << QStringList{QStringLiteral("--lanes"), QStringLiteral("64")};
    QTest::newRow("32") << QStringList{QStringLiteral("--lanes"), QStringLiteral("32")};
}

void TestLaneWaits::threadsOfOpenMpDoNotDisturbEachOther()
{
    QFETCH(QStringList, way);
    const Outcome ended = execute(way + QStringList{program(QStringLiteral("openmp_threads.cu"))});
    if (ended.err.contains("the program uses OpenMP, whose header this compiler lacks")) {
        QSKIP("ROCPORT_SKIP_TEST: no compiler has OpenMP (libomp-dev, or g++)");
    }
    QVERIFY2(ended.code == 0, ended.err.constData());
    QCOMPARE(ended.out, QByteArray("4 threads, 100 of 100 right, 100 errors as they are\n"));
}

QTEST_GUILESS_MAIN(TestLaneWaits)
#include "tst_lanewaits.moc"
