// Programs of tests/corpus/lanes on the CPU, by rocport-cli as a user runs it.
#include "tests/integration/clifixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <utility>

using namespace rocport;
using rocport::test::Outcome;

class TestExecute : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void faultsShowOnSixtyFourLanes();
    void rightKernelsAreRight_data();
    void rightKernelsAreRight();
    void complaintsNameTheirLines();
    void portGivesWhatTheOriginalDoes_data();
    void portGivesWhatTheOriginalDoes();
    void whatSamplesDoIsRight_data();
    void whatSamplesDoIsRight();
    void dataLiesWhereTheSourceHasIt();
    void sourcesOfCStayC();
    void anEndlessProgramIsEnded();
    void argumentsAndStatusAreTheProgramsOwn();
    void aPipeForComplaintsIsNotReadFrom();
    void whatDidNotChangeIsNotCompiledAgain();
    void aCrashIsSaid();
    void whatCannotBeBuiltIsSaid();
    void ptxThatIsNotPlayedIsNamed();
    void wrongUsage();

private:
    /// A program of the corpus in a folder of its own.
    QString program(const QString& path)
    {
        const QString source = QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/") + path;
        const QString copy =
            m_folder.filePath(QString::number(++m_number) + u'/' + QFileInfo(path).fileName());
        QDir().mkpath(QFileInfo(copy).path());
        return QFile::copy(source, copy) ? copy : QString();
    }
    QString written(const QByteArray& text)
    {
        const QString path = m_folder.filePath(QStringLiteral("%1/main.cu").arg(++m_number));
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path
                                                                                  : QString();
    }
    static Outcome execute(const QStringList& arguments)
    {
        return rocport::test::run(QStringList{QStringLiteral("execute")} + arguments);
    }

    QTemporaryDir m_folder;
    int m_number = 0;
};

void TestExecute::initTestCase()
{
    if (!QFileInfo::exists(QStringLiteral("/usr/include/boost/context/detail/fcontext.hpp"))) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
}

void TestExecute::faultsShowOnSixtyFourLanes()
{
    const Outcome wrong = execute({program(QStringLiteral("lanes/wave64_wrong.hip"))});
    QVERIFY2(wrong.code == 0, wrong.err.constData());
    QCOMPARE(wrong.out, QByteArray("half_reduction wrong\nlow_half_of_ballot wrong\n"
                                   "lane_by_31 wrong\none_sum_for_each_32 wrong\n"));
}

void TestExecute::rightKernelsAreRight_data()
{
    QTest::addColumn<QString>("lanes");
    QTest::newRow("64") << QStringLiteral("64");
    QTest::newRow("32") << QStringLiteral("32");
}

void TestExecute::rightKernelsAreRight()
{
    QFETCH(QString, lanes);
    const Outcome right = execute(
        {QStringLiteral("--lanes"), lanes, program(QStringLiteral("lanes/wave64_right.hip"))});
    QVERIFY2(right.code == 0, right.err.constData());
    QCOMPARE(right.out, QByteArray("half_reduction right\nlow_half_of_ballot right\n"
                                   "lane_by_31 right\none_sum_for_each_32 right\n"));
}

void TestExecute::complaintsNameTheirLines()
{
    const Outcome told =
        execute({QStringLiteral("--original"), program(QStringLiteral("lanes/complaints.cu"))});
    QVERIFY2(told.code == 7, told.err.constData());
    QCOMPARE(told.out, QByteArray("zero 0, invalid configuration argument\n"));
    QVERIFY2(told.err.contains("complaints.cu:9: in early_return: 16 of 64 threads of the block "
                               "have returned before the barrier [early-return]"),
             told.err.constData());
    QVERIFY2(told.err.contains("complaints.cu:16: in barrier_in_branch: threads of the block wait "
                               "at another barrier, in line 18 [divergent-barrier]"),
             told.err.constData());
    QVERIFY2(!told.err.contains("met_apart"), told.err.constData());
    QVERIFY2(
        told.err.contains("complaints.cu:64: in shares_much: the block shares 53248 bytes, and "
                          "the GPU has 49152 [shared-size]"),
        told.err.constData());
    QVERIFY2(told.err.contains("complaints.cu:26: in lanes_missing: lanes 1, 3, 5,"),
             told.err.constData());
}

void TestExecute::portGivesWhatTheOriginalDoes_data()
{
    QTest::addColumn<QString>("path");
    for (const char* name : {"mask_parameters", "groups_tiles", "own_atomics"}) {
        QTest::newRow(name) << QStringLiteral("programs/%1.cu").arg(QLatin1StringView(name));
    }
}

/// The edits of the wavefront rules give on 64 and on 32 lanes what CUDA's code gives on 32.
void TestExecute::portGivesWhatTheOriginalDoes()
{
    QFETCH(QString, path);
    const QString source = program(path);
    const Outcome original = execute({QStringLiteral("--original"), source});
    QVERIFY2(original.code == 0, original.err.constData());
    QVERIFY(!original.out.isEmpty());
    for (const char* lanes : {"64", "32"}) {
        const Outcome port = execute({QStringLiteral("--lanes"), QLatin1StringView(lanes), source});
        QVERIFY2(port.code == 0, port.err.constData());
        QCOMPARE(port.out, original.out);
    }
}

void TestExecute::whatSamplesDoIsRight_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("way");
    QTest::addColumn<QByteArray>("output");
    const QStringList original = {QStringLiteral("--original")};
    const QByteArray macros = "int: 0 wrong\ndouble: 0 wrong\nbetween: 1 2 4 4.5\n";
    QTest::newRow("shared memory of macros")
        << QStringLiteral("shared_macros") << original << macros;
    QTest::newRow("shared memory of macros, ported")
        << QStringLiteral("shared_macros") << QStringList() << macros;
    QTest::newRow("tiles of several warps")
        << QStringLiteral("group_tiles") << original
        << QByteArray("wide tiles: 0 wrong\nwide values: 0 wrong\n");
    QTest::newRow("a large grid that waits")
        << QStringLiteral("grid_waits") << original << QByteArray("40,960 threads: 0 wrong\n");
    QTest::newRow("launches of old samples")
        << QStringLiteral("old_launches") << original << QByteArray("zeros: 0 wrong\nspaced: 64\n");
    QTest::newRow("video instructions") << QStringLiteral("video_ptx") << original
                                        << QByteArray("267 7f80027e 00010000 ffff0003 -2\n");
}

void TestExecute::whatSamplesDoIsRight()
{
    QFETCH(QString, name);
    QFETCH(QStringList, way);
    QFETCH(QByteArray, output);
    const Outcome right =
        execute(way + QStringList{program(QStringLiteral("lanes/%1.cu").arg(name))});
    QVERIFY2(right.code == 0, right.err.constData());
    QCOMPARE(right.out, output);
}

void TestExecute::dataLiesWhereTheSourceHasIt()
{
    const QString folder = m_folder.filePath(QString::number(++m_number));
    QDir().mkpath(folder + QStringLiteral("/.git"));
    QDir().mkpath(folder + QStringLiteral("/data"));
    QDir().mkpath(folder + QStringLiteral("/cuda/one/results"));
    for (const auto& [name, text] :
         {std::pair<QString, QByteArray>(QStringLiteral("/data/number"), "42"),
          std::pair<QString, QByteArray>(
              QStringLiteral("/cuda/one/main.cu"),
              "#include <cstdio>\nint main()\n{\n    int number = 0;\n"
              "    FILE* in = std::fopen(\"../../data/number\", \"r\");\n"
              "    FILE* out = std::fopen(\"results/new\", \"w\");\n"
              "    if (in == nullptr || out == nullptr || std::fscanf(in, \"%d\", &number) != 1) "
              "{\n"
              "        return 1;\n    }\n    std::printf(\"%d\\n\", number);\n    return "
              "0;\n}\n")}) {
        QFile file(folder + name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    const Outcome right =
        execute({QStringLiteral("--original"), folder + QStringLiteral("/cuda/one/main.cu")});
    QVERIFY2(right.code == 0, right.err.constData());
    QCOMPARE(right.out, QByteArray("42\n"));
    QVERIFY(!QFileInfo::exists(folder + QStringLiteral("/cuda/one/results/new")));
}

void TestExecute::sourcesOfCStayC()
{
    const QString folder = m_folder.filePath(QString::number(++m_number));
    QDir().mkpath(folder);
    for (const QString& name :
         {QStringLiteral("main.c"), QStringLiteral("sum_cuda.h"), QStringLiteral("sum_cuda.cu")}) {
        QVERIFY(
            QFile::copy(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/lanes/plain_c/") + name,
                        folder + u'/' + name));
    }
    const Outcome right = execute({QStringLiteral("--original"), folder + QStringLiteral("/main.c"),
                                   folder + QStringLiteral("/sum_cuda.cu")});
    QVERIFY2(right.code == 0, right.err.constData());
    QCOMPARE(right.out, QByteArray("last sum 2016\n"));
}

void TestExecute::anEndlessProgramIsEnded()
{
    const Outcome ended =
        execute({QStringLiteral("--original"), QStringLiteral("--time"), QStringLiteral("1"),
                 program(QStringLiteral("lanes/endless.cu"))});
    QCOMPARE(ended.code, 3);
    QVERIFY2(ended.err.contains("The program was ended after 1 s; --time gives it more."),
             ended.err.constData());
}

void TestExecute::argumentsAndStatusAreTheProgramsOwn()
{
    const QString source =
        written("#include <cstdio>\nint main(int count, char** words)\n{\n"
                "    std::printf(\"%d %s %s\\n\", count, words[1], words[2]);\n    return 5;\n}\n");
    const Outcome ended = execute({QStringLiteral("--original"), source, QStringLiteral("--"),
                                   QStringLiteral("--lanes"), QStringLiteral("a b")});
    QVERIFY2(ended.code == 5, ended.err.constData());
    QCOMPARE(ended.out, QByteArray("3 --lanes a b\n"));
}

/// What a program leaves where its complaints are read does not hold the command.
void TestExecute::aPipeForComplaintsIsNotReadFrom()
{
    const Outcome ended = execute(
        {QStringLiteral("--original"),
         written("#include <cstdlib>\n#include <sys/stat.h>\nint main()\n{\n"
                 "    return mkfifo(std::getenv(\"LANES_CHECKS\"), 0600) == 0 ? 4 : 5;\n}\n")});
    QVERIFY2(ended.code == 4, ended.err.constData());
}

void TestExecute::whatDidNotChangeIsNotCompiledAgain()
{
    const QString ccache = QStandardPaths::findExecutable(QStringLiteral("ccache"));
    if (ccache.isEmpty()) {
        QSKIP("ROCPORT_SKIP_TEST: ccache is not installed");
    }
    const QString caches = m_folder.filePath(QStringLiteral("caches"));
    const auto restored = qScopeGuard([before = qgetenv("XDG_CACHE_HOME")] {
        before.isNull() ? qunsetenv("XDG_CACHE_HOME") : qputenv("XDG_CACHE_HOME", before);
    });
    qputenv("XDG_CACHE_HOME", QFile::encodeName(caches));
    const auto compiled = [&] {
        QProcess statistics;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("CCACHE_DIR"), caches + QStringLiteral("/rocport/lanes"));
        statistics.setProcessEnvironment(environment);
        statistics.start(ccache, {QStringLiteral("--print-stats")});
        statistics.waitForFinished();
        const QList<QByteArray> lines = statistics.readAllStandardOutput().split('\n');
        for (const QByteArray& line : lines) {
            if (line.startsWith("cache_miss\t")) {
                return line.mid(11).toInt();
            }
        }
        return -1;
    };
    const QByteArray text = "#include <cstdio>\n#include \"number.h\"\n"
                            "__global__ void k(int* x)\n{\n    *x = NUMBER;\n}\n"
                            "int main()\n{\n    int* x;\n    cudaMallocManaged(&x, 4);\n"
                            "    k<<<1, 1>>>(x);\n    std::printf(\"%d\\n\", *x);\n}\n";
    const QString source = written(text);
    const QString header = QFileInfo(source).path() + QStringLiteral("/number.h");
    const auto number = [&](int value) {
        QFile file(header);
        return file.open(QIODevice::WriteOnly) &&
               file.write("#define NUMBER " + QByteArray::number(value) + '\n') > 0;
    };
    QVERIFY(number(41));
    QCOMPARE(execute({QStringLiteral("--original"), source}).out, QByteArray("41\n"));
    const int first = compiled();
    QVERIFY(first > 1);
    QCOMPARE(execute({QStringLiteral("--original"), source}).out, QByteArray("41\n"));
    QCOMPARE(compiled(), first);
    QVERIFY(number(42));
    QCOMPARE(execute({QStringLiteral("--original"), source}).out, QByteArray("42\n"));
    QCOMPARE(compiled(), first + 1);
    // A message leads to the repository's path, also from behind the cache.
    const Outcome failed =
        execute({QStringLiteral("--original"), written("int main() { none; }\n")});
    QCOMPARE(failed.code, 3);
    QVERIFY2(failed.err.contains(": main.cu:1:14: error"), failed.err.constData());
}

void TestExecute::aCrashIsSaid()
{
    const Outcome ended =
        execute({QStringLiteral("--original"),
                 written("#include <cstdlib>\nint main()\n{\n    std::abort();\n}\n")});
    QVERIFY2(ended.code == 134 || ended.code == 3, ended.err.constData()); // in a sandbox, without
    QVERIFY2(ended.err.contains("The program was ended by signal 6: "), ended.err.constData());
}

void TestExecute::whatCannotBeBuiltIsSaid()
{
    const Outcome failed = execute(
        {QStringLiteral("--original"),
         written("__global__ void k(unsigned* x)\n{\n"
                 "    __asm__(\"s_nop\" : [x] \"=r\"(*x));\n}\nint main() { missing(); }\n")});
    QCOMPARE(failed.code, 3);
    QVERIFY2(failed.err.contains("main.cu:5:"), failed.err.constData());
    QVERIFY2(failed.err.contains("main.cu does not compile for the CPU"), failed.err.constData());
    QVERIFY2(failed.err.contains("main.cu:3: inline assembly has no meaning on the CPU"),
             failed.err.constData());
    QVERIFY(failed.err.contains("The program cannot be built for the CPU ("));
    QVERIFY(!failed.err.contains("/tree/"));
}

/// PTX that is not played ends the program where it is reached.
void TestExecute::ptxThatIsNotPlayedIsNamed()
{
    const Outcome ended = execute(
        {QStringLiteral("--original"),
         written("__global__ void k(unsigned* x)\n{\n    asm(\"mov.u32 %0, 7;\" : \"=r\"(*x));\n"
                 "    asm(\"tcgen05.fence::after_thread_sync;\");\n}\n"
                 "int main()\n{\n    unsigned* x;\n    cudaMallocManaged(&x, 4);\n"
                 "    k<<<1, 1>>>(x);\n    return 0;\n}\n")});
    QCOMPARE(ended.code, 3);
    QVERIFY2(ended.err.contains("main.cu:4: the PTX instruction tcgen05.fence::after_thread_sync "
                                "is not played"),
             ended.err.constData());
}

void TestExecute::wrongUsage()
{
    QCOMPARE(execute({}).code, 2);
    QCOMPARE(
        execute({QStringLiteral("--lanes"), QStringLiteral("16"), QStringLiteral("x.cu")}).code, 2);
    QCOMPARE(execute({QStringLiteral("--original"), QStringLiteral("--lanes"), QStringLiteral("64"),
                      QStringLiteral("x.cu")})
                 .code,
             2);
    const Outcome missing = execute({m_folder.filePath(QStringLiteral("none.cu"))});
    QCOMPARE(missing.code, 3);
    QVERIFY(missing.err.contains("none.cu"));
}

QTEST_GUILESS_MAIN(TestExecute)
#include "tst_execute.moc"
