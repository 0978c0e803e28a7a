// Programs that use libraries, executed on lanes: the original on 32, its port on 64 and 32.
#include "core/lanes/lanelibraries.h"
#include "tests/integration/clifixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;
using rocport::test::Outcome;

class TestLaneLibraries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesWhatIsMissing();
    void linksOnlyWhatIsUsed();
    void checksItself_data();
    void checksItself();
    void matricesOfTheHost();
    void storageUsedTooSoonShows();
    void randomNumbersAreThePublishedOnes();
    void standardLibraryOfTheDevice();

private:
    static bool isInstalled(const char* header)
    {
        return QFileInfo::exists(QStringLiteral("/usr/include/") + QLatin1StringView(header));
    }
    static bool hasEngine() { return isInstalled("boost/context/detail/fcontext.hpp"); }
    /// A program of the corpus in a folder of its own.
    QString program(const QString& path)
    {
        const QString source = QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/") + path;
        const QString copy =
            m_folder.filePath(QString::number(++m_number) + u'/' + QFileInfo(path).fileName());
        QDir().mkpath(QFileInfo(copy).path());
        return QFile::copy(source, copy) ? copy : QString();
    }
    static Outcome execute(const QStringList& arguments)
    {
        return rocport::test::run(QStringList{QStringLiteral("execute")} + arguments);
    }

    QTemporaryDir m_folder;
    int m_number = 0;
};

void TestLaneLibraries::namesWhatIsMissing()
{
    QCOMPARE(missingLaneLibraries("a.cu:1:10: fatal error: 'other.h' file not found\n"),
             QStringList());
    QCOMPARE(missingLaneLibraries("a.cu:3: note: thrust/sort.h\n"), QStringList());
    const QStringList thrust = {
        QStringLiteral("the program uses Thrust, which is not installed (libthrust-dev)")};
    QCOMPARE(missingLaneLibraries("a.cu:1:10: fatal error: 'thrust/sort.h' file not found\n"
                                  "b.cu:1:10: fatal error: 'thrust/copy.h' file not found\n"),
             thrust);
    QCOMPARE(
        missingLaneLibraries("a.cu:1:10: fatal error: thrust/sort.h: No such file or directory\n"),
        thrust);
    const QStringList blas = {QStringLiteral("the program uses BLAS or LAPACK, for which OpenBLAS "
                                             "is not installed (libopenblas-dev)")};
    for (const char* said : {"/usr/bin/ld: cannot find -lopenblas\n",
                             "/usr/bin/ld: cannot find -lopenblas: No such file or directory\n",
                             "ld.lld: error: unable to find library -lopenblas\n"}) {
        QCOMPARE(missingLaneLibraries(said), blas);
    }
    QCOMPARE(missingLaneLibraries("/usr/bin/ld: cannot find -lopenblas64\n"), QStringList());
}

void TestLaneLibraries::linksOnlyWhatIsUsed()
{
    const QByteArray other = "1.o: tree/a.cu /x/lanes/include/lanes/engine.h";
    const LaneLibraries none = laneLibraries({other});
    QVERIFY(none.sources.isEmpty() && none.options.isEmpty());
    const LaneLibraries blas =
        laneLibraries({other, "2.o: tree/b.cu /x/lanes/include/lanes/blas/calls.h \\\n",
                       "3.o: /lanes/include/lanes/blas/types.h"});
    QCOMPARE(blas.options, QStringList{QStringLiteral("-lopenblas")});
    QCOMPARE(blas.sources.size(), 3);
}

void TestLaneLibraries::checksItself_data()
{
    QTest::addColumn<QString>("needs");
    QTest::addColumn<int>("things");
    QTest::newRow("blas") << QStringLiteral("x86_64-linux-gnu/openblas_config.h") << 34;
    QTest::newRow("cub_block") << QString() << 9;
    QTest::newRow("cub_device") << QString() << 15;
    QTest::newRow("fft") << QStringLiteral("fftw3.h") << 16;
    QTest::newRow("marks") << QString() << 1;
    QTest::newRow("random_host") << QString() << 4;
    QTest::newRow("solver") << QStringLiteral("x86_64-linux-gnu/openblas_config.h") << 7;
    QTest::newRow("sparse") << QString() << 11;
    QTest::newRow("thrust_vectors") << QStringLiteral("thrust/version.h") << 6;
}

/// Programs that say "right" or "wrong" of each thing they try.
void TestLaneLibraries::checksItself()
{
    QFETCH(QString, needs);
    QFETCH(int, things);
    if (!hasEngine() || (!needs.isEmpty() && !isInstalled(needs.toUtf8().constData()))) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context or the library is not installed");
    }
    const QString source =
        program(QStringLiteral("lanes/%1.cu").arg(QLatin1StringView(QTest::currentDataTag())));
    const QStringList waves[] = {{QStringLiteral("--original")},
                                 {QStringLiteral("--lanes"), QStringLiteral("64")},
                                 {QStringLiteral("--lanes"), QStringLiteral("32")}};
    for (const QStringList& wave : waves) {
        const Outcome ended = execute(wave + QStringList{source});
        QVERIFY2(ended.code == 0, ended.err.constData());
        QCOMPARE(ended.out.count(" right\n"), things);
        QVERIFY2(ended.out.count('\n') == things,
                 (wave.join(u' ').toUtf8() + '\n' + ended.out).constData());
    }
}

/// cuBLASXt, which HIP has nothing like: the original alone.
void TestLaneLibraries::matricesOfTheHost()
{
    if (!hasEngine()) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
    if (!isInstalled("x86_64-linux-gnu/openblas_config.h")) {
        QSKIP("ROCPORT_SKIP_TEST: OpenBLAS is not installed (libopenblas-dev)");
    }
    const Outcome ended =
        execute({QStringLiteral("--original"), program(QStringLiteral("lanes/blas_host.cu"))});
    QVERIFY2(ended.code == 0, ended.err.constData());
    QCOMPARE(ended.out, QByteArray("created 0, without a device 1\n"
                                   "devices 7 0\n"
                                   "tiles of 64\n"
                                   "product 0: 32 48 46 60\n"
                                   "solved 0: 4 2\n"
                                   "too large 15\n"));
}

void TestLaneLibraries::storageUsedTooSoonShows()
{
    if (!hasEngine()) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
    const Outcome ended = execute({program(QStringLiteral("lanes/cub_storage.cu"))});
    QVERIFY2(ended.code == 0, ended.err.constData());
    QCOMPARE(ended.out,
             QByteArray("twice, with a barrier right\ntwice, without wrong\n"
                        "in a union, with a barrier right\nin a union, without wrong\n"));
}

/// Words that cuRAND's own headers give on a host, and the first number that L'Ecuyer's paper has
/// for MRG32k3a (0.12701112204).
void TestLaneLibraries::randomNumbersAreThePublishedOnes()
{
    if (!hasEngine()) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
    const QString source = program(QStringLiteral("lanes/random_device.cu"));
    const Outcome original = execute({QStringLiteral("--original"), source});
    QVERIFY2(original.code == 0, original.err.constData());
    for (const char* line : {
             "xorwow 1234 1 0 exact d1f7605a ed29ae49 83030ed9 899fbaf4 cf2ac63b 047c6db7 3ee60f93 "
             "8f88a6e2 3fc17287 0ceab7d6 3e966e34\n",
             "xorwow 18446744073709551615 1099511627776 12345678901 exact d85e5071 9d850eff "
             "d3c71135 bd85a12a aab10ef8 25efe1a0 3ebf1fc9 83dfdf2d 3fd41726 ce5f6239 25323afb\n",
             "philox 42 4095 3 exact 58ed614b 6db2ce48 29fd0e74 65889922 aa92e582 d2be8785 "
             "3c781848 9e000000 3fad4dfe e9a385b7 7fe07d35\n",
             "philox 1311768467463790320 65537 8589934592 exact 95df30f4 70aefa9c 671e9eda "
             "5d00075e 51830069 2df302ea 3edc33b2 93e00000 3feb3a00 f589a7b9 a029aa6e\n",
             "mrg32k3a 0 0 0 exact 2083cd07 ",
         }) {
        QVERIFY2(original.out.contains(line), line);
    }
    // Philox's bits are the same in rocRAND; XORWOW's are not, since seeds are mixed otherwise.
    const Outcome port = execute({source});
    QVERIFY2(port.code == 0, port.err.constData());
    QVERIFY(port.out.contains("philox 1234 0 7 exact "));
    const auto words = [](const QByteArray& out, const QByteArray& line) {
        return out.mid(out.indexOf(line), line.size() + 6 * 9);
    };
    QCOMPARE(words(port.out, "philox 1234 0 7 exact"),
             words(original.out, "philox 1234 0 7 exact"));
    QVERIFY(words(port.out, "xorwow 1234 0 7 exact") !=
            words(original.out, "xorwow 1234 0 7 exact"));
}

/// 64 threads add 1 to 4 in turn to a counter of managed memory, which begins as -1.
void TestLaneLibraries::standardLibraryOfTheDevice()
{
    if (!hasEngine()) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
    const QString source = program(QStringLiteral("programs/libcudacxx.cu"));
    for (const QStringList& more : {QStringList{QStringLiteral("--original")}, QStringList()}) {
        const Outcome ended = execute(more + QStringList{source});
        QVERIFY2(ended.code == 0, ended.err.constData());
        QCOMPARE(ended.out, QByteArray("159 4\n"));
    }
}

QTEST_GUILESS_MAIN(TestLaneLibraries)
#include "tst_lanelibraries.moc"
