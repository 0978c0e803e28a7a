// rocport-cli as a user runs it: output, files and exit codes.

#include "tests/unit/scanfixture.h"

#include "testpaths.h"
#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

using namespace rocport;
using rocport::test::ScratchRepository;

namespace {

struct Outcome
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

Outcome run(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli"), arguments);
    Outcome outcome;
    if (process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit) {
        outcome.code = process.exitCode();
    }
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

void fill(const ScratchRepository& repository)
{
    repository.write(QStringLiteral("Makefile"), "all:\n\tnvcc -c a.cu\n");
    repository.write(QStringLiteral("a.cu"),
                     "#include <cuda_runtime.h>\n"
                     "// cudaMalloc in a comment stays\n"
                     "__global__ void k(unsigned* o) {\n"
                     "  unsigned m = __ballot_sync(0xffffffffu, threadIdx.x & 1);\n"
                     "  o[0] = __popc(m);\n}\n"
                     "void f(unsigned* o) { cudaMalloc(&o, 4); k<<<1, 64>>>(o); }\n");
    repository.write(
        QStringLiteral("train.py"),
        "import torch\n\nm = torch.compile(torch.nn.ReLU(), mode=\"reduce-overhead\")\n");
    repository.commitAll();
}

QByteArray fileBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestCli : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void usage_data();
    void usage();
    void scans();
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
    void listsAndChecksRules();
    void beginsARulePack();
    void failingSampleIsSaidWithItsLine();
    void usesPacksOfProjectAndUser();
    void asksForTrustInPacks();
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

void TestCli::listsAndChecksRules()
{
    const Outcome list = run({QStringLiteral("rules")});
    QCOMPARE(list.code, 0);
    QVERIFY(list.out.contains("compile-mode"));
    QTemporaryDir folder;
    const QString pack = folder.filePath(QStringLiteral("bad.toml"));
    QFile file(pack);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("format = 1\n[[rule]]\nid = 3\n");
    file.close();
    const Outcome checked = run({QStringLiteral("rules"), QStringLiteral("--check"), pack});
    QCOMPARE(checked.code, 1);
    QVERIFY(checked.err.contains("bad.toml:"));
}

void TestCli::beginsARulePack()
{
    QTemporaryDir dir;
    const QString pack = dir.filePath(QStringLiteral("new/house.toml"));
    QCOMPARE(run({QStringLiteral("rules"), QStringLiteral("--new"), pack}).code, 0);
    const Outcome checked = run({QStringLiteral("rules"), QStringLiteral("--check"), pack});
    QVERIFY2(checked.code == 0, checked.err.constData());
    QVERIFY(checked.out.contains("2 rules, 4 samples, 0 faults"));
    const Outcome again = run({QStringLiteral("rules"), QStringLiteral("--new"), pack});
    QCOMPARE(again.code, 3); // never written over
    QVERIFY(again.err.contains("exists already"));
}

void TestCli::failingSampleIsSaidWithItsLine()
{
    QTemporaryDir dir;
    const QString good = dir.filePath(QStringLiteral("good.toml"));
    const QString bad = dir.filePath(QStringLiteral("bad.toml"));
    QCOMPARE(run({QStringLiteral("rules"), QStringLiteral("--new"), good}).code, 0);
    QByteArray text = fileBytes(good);
    const int line = text.left(text.indexOf("[[rule.sample]]")).count('\n') + 1;
    text.replace("ROCM_SYNC(block);\n#else", "ROCM_SYNC(grid);\n#else");
    text.replace("way_out = \"Ask", "wayout = \"Ask");
    QFile file(bad);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const Outcome keys = run({QStringLiteral("rules"), QStringLiteral("--check"), good, bad});
    QCOMPARE(keys.code, 1);
    QVERIFY(keys.out.contains("good.toml: 2 rules, 4 samples, 0 faults"));
    QVERIFY2(keys.err.contains("did you mean \"way_out\"?"), keys.err.constData());
    text.replace("wayout = \"Ask", "way_out = \"Ask");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const Outcome samples = run({QStringLiteral("rules"), QStringLiteral("--check"), bad});
    QCOMPARE(samples.code, 1);
    const QByteArray expected = bad.toUtf8() + ':' + QByteArray::number(line) +
                                ": a sample of rule house-sync fails: the result differs in line "
                                "3: expected `    ROCM_SYNC(grid);`, found `    "
                                "ROCM_SYNC(block);`";
    QVERIFY2(samples.err.contains(expected), samples.err.constData());
    QCOMPARE(run({QStringLiteral("rules"), QStringLiteral("--check"),
                  dir.filePath(QStringLiteral("none.toml"))})
                 .code,
             3);
}

void TestCli::usesPacksOfProjectAndUser()
{
    const ScratchRepository repository;
    fill(repository);
    QTemporaryDir config;
    qputenv("XDG_CONFIG_HOME", config.path().toUtf8());
    const QString user = config.filePath(QStringLiteral("rocport/rules/mine.toml"));
    QCOMPARE(run({QStringLiteral("rules"), QStringLiteral("--new"), user}).code, 0);
    repository.write(QStringLiteral("b.cu"), "void f() { HOUSE_SYNC(block); OLD_SYNC(); }\n");
    repository.write(QStringLiteral(".rocport/rules/p.toml"),
                     "format = 1\n[[rule]]\nid = \"old-sync\"\nphase = 2\nseverity = "
                     "\"critical\"\nlanguages = [\"cuda\"]\ntitle = \"T\"\nmessage = \"M "
                     "{symbol}\"\nreason = \"R\"\nmatch = { kind = \"token-pattern\", patterns = "
                     "[\"OLD_SYNC\"] }\n");
    repository.write(QStringLiteral(".rocport/rules/broken.toml"), "format = 1\nruel = 2\n");
    QCOMPARE(run({QStringLiteral("rules"), repository.path(), QStringLiteral("--trust")}).code, 0);
    const Outcome scan = run({QStringLiteral("scan"), repository.path()});
    QCOMPARE(scan.code, 0);
    QVERIFY2(scan.out.contains("b.cu:1: critical: M OLD_SYNC [old-sync]"), scan.out.constData());
    QVERIFY(scan.out.contains("[house-sync]"));
    QVERIFY2(scan.err.contains("broken.toml:2") && scan.err.contains("did you mean \"rule\"?"),
             scan.err.constData());
    const Outcome without = run({QStringLiteral("scan"), repository.path(),
                                 QStringLiteral("--without"), QStringLiteral("old-sync")});
    QVERIFY(!without.out.contains("[old-sync]"));

    const Outcome list = run({QStringLiteral("rules"), repository.path(), QStringLiteral("--json"),
                              QStringLiteral("--without"), QStringLiteral("old-sync")});
    QHash<QString, QJsonObject> rules;
    const QJsonArray all = QJsonDocument::fromJson(list.out)[QStringLiteral("rules")].toArray();
    for (const auto& rule : all) {
        rules.insert(rule[QStringLiteral("id")].toString(), rule.toObject());
    }
    QVERIFY(rules.size() > 20);
    const QJsonObject old = rules.value(QStringLiteral("old-sync"));
    QCOMPARE(old[QStringLiteral("on")].toBool(true), false);
    QCOMPARE(old[QStringLiteral("origin")].toString(), QStringLiteral("project"));
    QCOMPARE(old[QStringLiteral("phase")].toInt(), 2);
    QCOMPARE(rules.value(QStringLiteral("house-sync"))[QStringLiteral("file")].toString(), user);
    QCOMPARE(rules.value(QStringLiteral("warp-popc"))[QStringLiteral("origin")].toString(),
             QStringLiteral("built-in"));
    qunsetenv("XDG_CONFIG_HOME");
}

/// Packs of a repository are used once the user says so, for one run or until they change.
void TestCli::asksForTrustInPacks()
{
    const ScratchRepository repository;
    fill(repository);
    QTemporaryDir config;
    qputenv("XDG_CONFIG_HOME", config.path().toUtf8());
    const QString trust = QStringLiteral("--trust");
    const QString dir = repository.path();
    repository.write(QStringLiteral("b.cu"), "void f() { OLD_SYNC(); }\n");
    const QByteArray pack = "format = 1\n[[rule]]\nid = \"old-sync\"\nphase = 2\nseverity = "
                            "\"critical\"\nlanguages = [\"cuda\"]\ntitle = \"T\"\nmessage = "
                            "\"M {symbol}\"\nreason = \"R\"\nmatch = { kind = "
                            "\"token-pattern\", patterns = [\"OLD_SYNC\"] }\n";
    repository.write(QStringLiteral(".rocport/rules/p.toml"), pack);
    const auto isUsed = [&](const Outcome& scan) {
        const bool used = scan.out.contains("[old-sync]");
        const bool said = scan.err.contains("1 rule pack of ") &&
                          scan.err.contains("p.toml; look at it and run \"rocport-cli rules ") &&
                          scan.err.contains("--trust-packs for this run");
        return scan.code == 0 && used != said ? std::optional<bool>(used) : std::nullopt;
    };
    const auto scan = [&](const QStringList& more = {}) {
        return isUsed(run(QStringList{QStringLiteral("scan"), dir} + more));
    };
    QCOMPARE(scan(), std::optional<bool>(false));
    QCOMPARE(scan({QStringLiteral("--trust-packs")}), std::optional<bool>(true));
    QCOMPARE(scan(), std::optional<bool>(false)); // it was for that run
    for (const char* command : {"plan", "propose"}) {
        const Outcome said = run({QLatin1StringView(command), dir});
        QCOMPARE(said.code, 0);
        QVERIFY2(said.err.contains("1 rule pack of "), said.err.constData());
        const Outcome used =
            run({QLatin1StringView(command), dir, QStringLiteral("--trust-packs")});
        QCOMPARE(used.code, 0);
        QVERIFY2(!used.err.contains("rule pack"), used.err.constData());
    }
    const Outcome given = run({QStringLiteral("rules"), trust, dir});
    QCOMPARE(given.code, 0);
    QVERIFY2(given.out.contains("is trusted from now on"), given.out.constData());
    QVERIFY(!QDir(dir)
                 .entryList(QDir::AllEntries | QDir::Hidden)
                 .contains(QStringLiteral("trusted-packs.json")));
    QCOMPARE(scan(), std::optional<bool>(true));
    repository.write(QStringLiteral(".rocport/rules/p.toml"), pack + "# changed\n");
    QCOMPARE(scan(), std::optional<bool>(false)); // and the sentence says why
    const Outcome changed = run({QStringLiteral("scan"), dir});
    QVERIFY(!changed.out.contains("[old-sync]"));
    QVERIFY2(changed.err.contains("not used, since it changed: p.toml"), changed.err.constData());
    QCOMPARE(run({QStringLiteral("rules"), dir, trust}).code, 0);
    QCOMPARE(scan(), std::optional<bool>(true));
    QCOMPARE(run({QStringLiteral("rules"), dir, QStringLiteral("--distrust")}).code, 0);
    QCOMPARE(scan(), std::optional<bool>(false));
    repository.write(QStringLiteral(".rocport/rules/p.toml"), pack);
    QCOMPARE(scan(), std::optional<bool>(false)); // the earlier answer was taken back too
    QCOMPARE(run({QStringLiteral("rules"), dir, trust, QStringLiteral("--distrust")}).code, 2);
    // An answer that cannot be read is none.
    QVERIFY(QDir().mkpath(config.filePath(QStringLiteral("rocport"))));
    QFile file(config.filePath(QStringLiteral("rocport/trusted-packs.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[");
    file.close();
    const Outcome broken = run({QStringLiteral("scan"), dir});
    QCOMPARE(broken.code, 0);
    QVERIFY(!broken.out.contains("[old-sync]"));
    QVERIFY2(broken.err.contains("trusted-packs.json"), broken.err.constData());
    QVERIFY(run({QStringLiteral("rules"), dir, trust}).code != 0);
    qunsetenv("XDG_CONFIG_HOME");
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
