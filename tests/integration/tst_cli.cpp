// rocport-cli as a user runs it: output, files and exit codes.

#include "tests/integration/clifixture.h"
#include "tests/unit/scanfixture.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

using namespace rocport;
using rocport::test::fileBytes;
using rocport::test::fill;
using rocport::test::Outcome;
using rocport::test::run;
using rocport::test::ScratchRepository;

class TestCli : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void usage_data();
    void usage();
    void everyCommandIsDocumented();
    void scans();
    void scanTextGoesByRule();
    void scanIsColouredOnATerminal_data();
    void scanIsColouredOnATerminal();
    void scansAPlainFolder();
    void outputThatCannotBeWritten_data();
    void outputThatCannotBeWritten();
    void fileSizeLimit();
    void plans();
    void namesWhatWasNotRead();
    void proposesAPatchThatApplies();
    void editsOnRequest();
    void writesAndProves();
    void translatesAFile();
    void writesToAPipe();
    void translatesAFolder();
    void reportLeavesNothing();
};

void TestCli::usage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::newRow("nothing") << QStringList{} << 2;
    QTest::newRow("help") << QStringList{QStringLiteral("--help")} << 0;
    QTest::newRow("version") << QStringList{QStringLiteral("--version")} << 0;
    QTest::newRow("unknown") << QStringList{QStringLiteral("frobnicate")} << 2;
    QTest::newRow("no folder") << QStringList{QStringLiteral("scan")} << 2;
    QTest::newRow("scan help") << QStringList{QStringLiteral("scan"), QStringLiteral("--help")}
                               << 0;
    QTest::newRow("help of a level")
        << QStringList{QStringLiteral("help"), QStringLiteral("verify"), QStringLiteral("static")}
        << 0;
    QTest::newRow("help of nothing")
        << QStringList{QStringLiteral("help"), QStringLiteral("nonsense")} << 2;
    QTest::newRow("page of a command with levels")
        << QStringList{QStringLiteral("help"), QStringLiteral("verify"), QStringLiteral("--format"),
                       QStringLiteral("man")}
        << 2;
    QTest::newRow("completions of one command")
        << QStringList{QStringLiteral("help"), QStringLiteral("scan"), QStringLiteral("--format"),
                       QStringLiteral("bash")}
        << 2;
    QTest::newRow("a run for the window without its project")
        << QStringList{QStringLiteral("verify"), QStringLiteral("lanes"), QStringLiteral("."),
                       QStringLiteral("--result"), QStringLiteral("x")}
        << 2;
    QTest::newRow("bad option") << QStringList{QStringLiteral("scan"), QStringLiteral("."),
                                               QStringLiteral("--nope")}
                                << 2;
    QTest::newRow("bad format") << QStringList{QStringLiteral("scan"), QStringLiteral("."),
                                               QStringLiteral("--format"), QStringLiteral("xml")}
                                << 2;
    QTest::newRow("bad arch") << QStringList{QStringLiteral("scan"), QStringLiteral("."),
                                             QStringLiteral("--arch"), QStringLiteral("sm_90")}
                              << 2;
    for (const char* name : {"__CUDACC__", "__cplusplus", "NDEBUG", "defined", "true"}) {
        QTest::addRow("macro %s", name)
            << QStringList{QStringLiteral("propose"), QStringLiteral("."),
                           QStringLiteral("--macro"), QString::fromLatin1(name)}
            << 2;
    }
    for (const char* name : {"class", "a.b.None", "torch", "os", "pkg.__init__"}) {
        QTest::addRow("module %s", name)
            << QStringList{QStringLiteral("propose"), QStringLiteral("."),
                           QStringLiteral("--flag-module"), QString::fromLatin1(name)}
            << 2;
    }
    QTest::newRow("bad phase") << QStringList{QStringLiteral("propose"), QStringLiteral("."),
                                              QStringLiteral("--phase"), QStringLiteral("9")}
                               << 2;
    QTest::newRow("missing folder")
        << QStringList{QStringLiteral("scan"), QStringLiteral("/no/such/folder")} << 3;
    QTest::newRow("missing project")
        << QStringList{QStringLiteral("report"), QStringLiteral("/no/such.rocport")} << 3;
}

void TestCli::usage()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.code, code);
    if (code >= 2) {
        QCOMPARE(outcome.err.count('\n'), 1);
        QVERIFY(outcome.out.isEmpty());
    }
}

void TestCli::scans()
{
    ScratchRepository repository;
    fill(repository);
    const Outcome text = run({QStringLiteral("scan"), repository.path()});
    QCOMPARE(text.code, 0);
    QVERIFY(text.out.contains("warp-ballot-type"));
    const Outcome json = run({QStringLiteral("scan"), repository.path(), QStringLiteral("--format"),
                              QStringLiteral("json")});
    const QJsonObject object = QJsonDocument::fromJson(json.out).object();
    QVERIFY(object[QLatin1StringView("findings")].toArray().size() > 4);
    const QString file = repository.path() + QStringLiteral("/../out.sarif");
    const Outcome sarif =
        run({QStringLiteral("scan"), repository.path(), QStringLiteral("--format"),
             QStringLiteral("sarif"), QStringLiteral("-o"), file});
    QCOMPARE(sarif.code, 0);
    QVERIFY(sarif.out.isEmpty());
    const QJsonObject log = QJsonDocument::fromJson(fileBytes(file)).object();
    QCOMPARE(log[QLatin1StringView("version")].toString(), QStringLiteral("2.1.0"));
    QVERIFY(!log[QLatin1StringView("runs")][0][QLatin1StringView("results")].toArray().isEmpty());
    QCOMPARE(run({QStringLiteral("scan"), repository.path(), QStringLiteral("--fail-on"),
                  QStringLiteral("critical")})
                 .code,
             1);
}

/// The places of one rule stand together, the worst rule first; notes are counted.
/// The README names what the help names; command_texts.py compares the rest.
void TestCli::everyCommandIsDocumented()
{
    const QByteArray readme = fileBytes(QStringLiteral(ROCPORT_SOURCE_DIR "/README.md"));
    const auto namesOf = [](const QByteArray& help) {
        QByteArrayList names;
        for (const QByteArray& line : help.split('\n')) {
            if (line.startsWith("  ") && !line.startsWith("   ")) {
                names.append(line.trimmed().split(' ').first());
            }
        }
        return names;
    };
    const QByteArrayList commands = namesOf(run({QStringLiteral("--help")}).out);
    const QByteArrayList levels =
        namesOf(run({QStringLiteral("verify"), QStringLiteral("--help")}).out);
    QVERIFY(commands.contains("facts") && levels.contains("golden"));
    for (const QByteArray& name : commands) {
        QVERIFY2(readme.contains("`rocport-cli " + name), name);
    }
    for (const QByteArray& name : levels) {
        QVERIFY2(readme.contains(name), name);
    }
}

void TestCli::scanTextGoesByRule()
{
    const QTemporaryDir folder;
    for (const char* name : {"a.cu", "b.cu"}) {
        QFile file(folder.filePath(QLatin1StringView(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#if CUDART_VERSION >= 11000\nint h;\n#endif\n"
                   "__global__ void k(unsigned* o)\n{\n"
                   "    unsigned m = __ballot_sync(0xffffffffu, 1);\n    o[0] = m;\n"
                   "    __nanosleep(9);\n    __nanosleep(9);\n}\n"
                   "void f(unsigned* o) { cudaFree(o); }\n");
    }
    const QByteArray said = run({QStringLiteral("scan"), folder.path()}).out;
    QByteArrayList rules;
    QByteArray rule;
    for (const QByteArray& line : said.left(said.indexOf(" left out")).split('\n')) {
        if (line.contains(" findings)") || line.contains(" finding)")) {
            rule = line.left(line.indexOf(':'));
            QVERIFY2(!rules.contains(rule), said);
            rules.append(rule);
        } else if (line.endsWith(']')) {
            QVERIFY2(line.endsWith(" [" + rule + ']'), said);
        }
    }
    QVERIFY2(rules.contains("hipify-device-missing") && rules.size() > 1, said);
    // The worst first, whatever its name; "detect-cudart-macro" is a warning.
    const qsizetype critical = said.lastIndexOf(": critical: ");
    QVERIFY2(critical >= 0 && critical < said.indexOf(": warning: "), said);
    QVERIFY2(rules.first() != rules.last() && rules.last() == "detect-cudart-macro", said);
    QVERIFY2(said.contains(" left out; --format json and --format sarif have them.\n"), said);
    QVERIFY2(!said.contains('\033'), said);
}

void TestCli::scanIsColouredOnATerminal_data()
{
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("coloured");
    QTest::newRow("a terminal") << "TERM"
                                << "xterm" << true;
    QTest::newRow("NO_COLOR") << "NO_COLOR"
                              << "1" << false;
    QTest::newRow("NO_COLOR without a value") << "NO_COLOR"
                                              << "" << true;
    QTest::newRow("a terminal without colours") << "TERM"
                                                << "dumb" << false;
}

void TestCli::scanIsColouredOnATerminal()
{
    QFETCH(QString, variable);
    QFETCH(QString, value);
    QFETCH(bool, coloured);
    const QTemporaryDir folder;
    QFile source(folder.filePath(QStringLiteral("a.cu")));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write("__device__ unsigned f()\n{\n"
                 "    unsigned m = __ballot_sync(0xffffffffu, 1);\n    return m;\n}\n");
    source.close();
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    QVERIFY(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TERM"), QStringLiteral("xterm"));
    environment.remove(QStringLiteral("NO_COLOR"));
    environment.insert(variable, value);
    process.setProcessEnvironment(environment);
    process.setStandardOutputFile(QString::fromLocal8Bit(::ptsname(terminal)));
    process.start(QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli"),
                  {QStringLiteral("scan"), folder.path()});
    QByteArray said;
    std::array<char, 4096> part{};
    for (ssize_t got = 1; got > 0;) { // until the other end is closed
        got = ::read(terminal, part.data(), part.size());
        said.append(part.data(), std::max<ssize_t>(0, got));
    }
    ::close(terminal);
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 0);
    QVERIFY2(said.contains("warp-ballot-type"), said);
    QCOMPARE(said.contains("\033[31mcritical\033[0m"), coloured);
    QCOMPARE(said.contains('\033'), coloured);
}

void TestCli::outputThatCannotBeWritten_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("printed") << QStringList{QStringLiteral("rules")};
    QTest::newRow("a document") << QStringList{QStringLiteral("rules"), QStringLiteral("--json")};
    QTest::newRow("help") << QStringList{QStringLiteral("--help")};
    QTest::newRow("version") << QStringList{QStringLiteral("--version")};
}

void TestCli::outputThatCannotBeWritten()
{
    QFETCH(QStringList, arguments);
    if (!QFileInfo::exists(QStringLiteral("/dev/full"))) {
        QSKIP("ROCPORT_SKIP_TEST there is no /dev/full here");
    }
    QProcess process;
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    process.start(QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli"), arguments);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 3);
    QCOMPARE(process.readAllStandardError().count('\n'), 1);
}

/// A limit on the size of files is an error as a full disk is, not the end by a signal.
void TestCli::fileSizeLimit()
{
    ScratchRepository repository;
    fill(repository);
    QProcess process;
    process.start(QStringLiteral("sh"),
                  {QStringLiteral("-c"), QStringLiteral("ulimit -f 1; exec \"$0\" \"$@\""),
                   QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli"), QStringLiteral("scan"),
                   repository.path(), QStringLiteral("--format"), QStringLiteral("json"),
                   QStringLiteral("-o"), repository.path() + QStringLiteral("/out.json")});
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 3);
    QCOMPARE(process.readAllStandardError().count('\n'), 1);
    QVERIFY(!QFile::exists(repository.path() + QStringLiteral("/out.json")));
}

void TestCli::scansAPlainFolder()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.cu")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#include <cuda_runtime.h>\nvoid f() { cudaDeviceSynchronize(); }\n");
    file.close();
    const Outcome outcome = run({QStringLiteral("scan"), folder.path(), QStringLiteral("--format"),
                                 QStringLiteral("json")});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("hipify-api"));
}

void TestCli::plans()
{
    ScratchRepository repository;
    fill(repository);
    const Outcome text = run({QStringLiteral("plan"), repository.path()});
    QCOMPARE(text.code, 0);
    QVERIFY(text.out.contains("Source translation"));
    const Outcome json = run({QStringLiteral("plan"), repository.path(), QStringLiteral("--format"),
                              QStringLiteral("json")});
    QCOMPARE(QJsonDocument::fromJson(json.out)[QLatin1StringView("phases")].toArray().size(), 9);
}

/// Every command that says what a port needs names the sources that nobody read.
void TestCli::namesWhatWasNotRead()
{
    QTemporaryDir folder;
    QFile source(folder.filePath(QStringLiteral("hidden.cu")));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write(QByteArray("__global__ void k(int* p) { p[0] = __ballot_sync(~0u, 1); }\0", 60));
    source.close();
    for (const char* command : {"propose", "plan"}) {
        const QStringList words{QLatin1String(command), folder.path()};
        const Outcome said = run(words);
        QCOMPARE(said.code, 0);
        QVERIFY2(said.err.contains("hidden.cu: not read, so nothing is said of it: binary"),
                 said.err.constData());
        const Outcome json =
            run(words + QStringList{QStringLiteral("--format"), QStringLiteral("json")});
        const QJsonDocument document = QJsonDocument::fromJson(json.out);
        QCOMPARE(document[u"skipped"][0][u"path"].toString(), QStringLiteral("hidden.cu"));
        QCOMPARE(document[u"skipped"][0][u"why"].toString(), QStringLiteral("binary"));
    }
    const Outcome verified =
        run({QStringLiteral("verify"), QStringLiteral("static"), folder.path()});
    QVERIFY2(verified.out.contains("skipped   Source was read [hidden.cu]: It was not: binary."),
             verified.out.constData());
    QVERIFY2(!verified.out.contains("passed  "), verified.out.constData());
}

void TestCli::proposesAPatchThatApplies()
{
    ScratchRepository repository;
    fill(repository);
    const Outcome patch = run({QStringLiteral("propose"), repository.path()});
    QCOMPARE(patch.code, 0);
    QVERIFY(patch.out.contains("+#ifdef "));
    const QString file = repository.path() + QStringLiteral("/../p.patch");
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(patch.out);
    out.close();
    repository.git({QStringLiteral("apply"), QStringLiteral("--check"), file});
    // Nothing was written.
    QCOMPARE(repository.git({QStringLiteral("status"), QStringLiteral("--porcelain")}),
             QByteArray());
}

/// A rule that edits on request only does so where it is named.
void TestCli::editsOnRequest()
{
    ScratchRepository repository;
    repository.write(QStringLiteral("a.py"),
                     "import torch\n\ntorch.backends.cudnn.benchmark = True\n");
    QCOMPARE(run({QStringLiteral("propose"), repository.path()}).out, QByteArray());
    const Outcome asked = run({QStringLiteral("propose"), repository.path(),
                               QStringLiteral("--rule"), QStringLiteral("detect-tf32")});
    QCOMPARE(asked.code, 0);
    QVERIFY2(asked.out.contains("+if not is_rocm:\n+    torch.backends.cudnn.benchmark = True\n"),
             asked.out);
    QVERIFY(asked.out.contains("+is_rocm = "));
    // Several rules are asked for one by one.
    const Outcome both =
        run({QStringLiteral("propose"), repository.path(), QStringLiteral("--rule"),
             QStringLiteral("warp-popc"), QStringLiteral("--rule"), QStringLiteral("detect-tf32")});
    QCOMPARE(both.out, asked.out);
    QCOMPARE(
        run({QStringLiteral("propose"), repository.path(), QStringLiteral("--rule"),
             QStringLiteral("detect-tf32"), QStringLiteral("--rule"), QStringLiteral("no-one")})
            .code,
        2);
}

void TestCli::writesAndProves()
{
    ScratchRepository repository;
    fill(repository);
    QTemporaryDir copy;
    ScratchRepository original;
    fill(original);
    const Outcome written =
        run({QStringLiteral("propose"), repository.path(), QStringLiteral("--accept"),
             QStringLiteral("proved"), QStringLiteral("--write")});
    QCOMPARE(written.code, 0);
    QVERIFY(repository.read(QStringLiteral("train.py"))
                .contains("\"default\" if is_rocm else \"reduce-overhead\""));
    const Outcome proof = run({QStringLiteral("isolation"), QStringLiteral("--original"),
                               original.path(), QStringLiteral("--ported"), repository.path()});
    QVERIFY2(proof.code == 0, proof.out.constData());
    // Written a second time, nothing more changes.
    const QByteArray once = repository.read(QStringLiteral("a.cu"));
    run({QStringLiteral("propose"), repository.path(), QStringLiteral("--write")});
    QCOMPARE(repository.read(QStringLiteral("a.cu")), once);
    // A change of the NVIDIA path is found.
    QByteArray broken = once;
    broken.replace("cudaMalloc(&o, 4)", "cudaMalloc(&o, 8)");
    repository.write(QStringLiteral("a.cu"), broken);
    QCOMPARE(run({QStringLiteral("isolation"), QStringLiteral("--original"), original.path(),
                  QStringLiteral("--ported"), repository.path()})
                 .code,
             1);
}

void TestCli::translatesAFile()
{
    ScratchRepository repository;
    fill(repository);
    const Outcome outcome = run({QStringLiteral("translate"), QStringLiteral("--launch"),
                                 QStringLiteral("hip"), repository.file(QStringLiteral("a.cu"))});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("#include <hip/hip_runtime.h>"));
    QVERIFY(outcome.out.contains("hipMalloc(&o, 4)"));
    QVERIFY(outcome.out.contains("// cudaMalloc in a comment stays"));
    QVERIFY(outcome.out.contains("hipLaunchKernelGGL(k, dim3(1), dim3(64), 0, 0, o)"));
    QCOMPARE(run({QStringLiteral("translate"), QStringLiteral("/no/such.cu")}).code, 3);
}

/// What is no file (a device, a pipe) is written to and never replaced by a file.
void TestCli::writesToAPipe()
{
    const QTemporaryDir folder;
    QFile source(folder.filePath(QStringLiteral("a.cu")));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write("#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n");
    source.close();
    const QString pipe = folder.filePath(QStringLiteral("pipe"));
    QCOMPARE(QProcess::execute(QStringLiteral("mkfifo"), {pipe}), 0);
    QProcess reader;
    reader.start(QStringLiteral("cat"), {pipe});
    QVERIFY(reader.waitForStarted());
    QCOMPARE(run({QStringLiteral("translate"), source.fileName(), QStringLiteral("-o"), pipe}).code,
             0);
    QVERIFY(reader.waitForFinished(10000));
    QVERIFY(reader.readAllStandardOutput().contains("hipFree(0)"));
    QVERIFY(!QFileInfo(pipe).isFile());
}

void TestCli::translatesAFolder()
{
    ScratchRepository repository;
    fill(repository);
    QTemporaryDir out;
    const QString target = out.filePath(QStringLiteral("hip"));
    QCOMPARE(
        run({QStringLiteral("translate"), repository.path(), QStringLiteral("-o"), target}).code,
        0);
    QVERIFY(fileBytes(target + QStringLiteral("/a.cu")).contains("hipMalloc"));
    QCOMPARE(fileBytes(target + QStringLiteral("/train.py")),
             repository.read(QStringLiteral("train.py")));
    QVERIFY(!QDir(target + QStringLiteral("/.git")).exists());
    QCOMPARE(run({QStringLiteral("translate"), repository.path()}).code, 2);
    QCOMPARE(run({QStringLiteral("translate"), repository.path(), QStringLiteral("-o"),
                  repository.file(QStringLiteral("inside"))})
                 .code,
             3);
}

/// Nothing but the report is there afterwards, also while another process has the project open.
void TestCli::reportLeavesNothing()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x.rocport"));
    const QDir place(folder.path());
    const auto names = [&place] {
        return place.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    };
    {
        auto file = ProjectFile::create(path, fixture::meta());
        QVERIFY(file.ok());
        QVERIFY((*file)->saveScan(*fixture::scan(3, 6)).ok());
    }
    const QStringList arguments{QStringLiteral("report"), path, QStringLiteral("--format"),
                                QStringLiteral("md")};
    const QStringList before = names();
    const Outcome alone = run(arguments);
    QVERIFY2(alone.code == 0, alone.err.constData());
    QVERIFY(alone.out.contains("seqkernels"));
    QCOMPARE(names(), before);
    {
        const auto writer = ProjectFile::open(path);
        QVERIFY(writer.ok());
        QVERIFY((*writer)->setSummary(Phase::Build, QStringLiteral("one")).ok());
        const QStringList meanwhile = names();
        const Outcome beside = run(arguments);
        QVERIFY2(beside.code == 0, beside.err.constData());
        QCOMPARE(names(), meanwhile);
        QVERIFY((*writer)->setSummary(Phase::Compile, QStringLiteral("two")).ok());
    }
    QCOMPARE(names(), before);
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
