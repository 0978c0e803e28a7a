// rocport-cli isolation over commits: both trees come from git objects.

#include "testpaths.h"
#include "tests/support/fakecompiler.h"
#include "tests/support/scratchrepository.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using rocport::test::ScratchRepository;

namespace {

struct Outcome
{
    int code = -1;
    QByteArray out;
    QByteArray err;
    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

Outcome run(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli"),
                  QStringList{QStringLiteral("isolation")} + arguments);
    Outcome outcome;
    if (process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit) {
        outcome.code = process.exitCode();
    }
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

/// verdict of one file in JSON output.
QString verdictOf(const QJsonObject& proof, const QString& path)
{
    const QJsonArray files = proof[QLatin1StringView("files")].toArray();
    for (const auto& file : files) {
        if (file[QLatin1StringView("path")].toString() == path) {
            return file[QLatin1StringView("verdict")].toString();
        }
    }
    return {};
}

constexpr const char* kOriginal = "#ifdef __CUDACC__\nint a;\n#endif\nint b = f(0xffffffffu);\n";
constexpr const char* kGuarded =
    "#ifdef __CUDACC__\nint a;\n#endif\n#ifdef __HIP_PLATFORM_AMD__\nint b = f(~0ull);\n#else\n"
    "int b = f(0xffffffffu);\n#endif\n";

} // namespace

class TestIsolationRange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void provesARange();
    void eachCommit();
    void macros();
    void movedAndGone();
    void newSources();
    void generatedHeader();
    void partedBranches();
    void hostileBuildFiles();
    void wrongUse();
};

void TestIsolationRange::provesARange()
{
    const ScratchRepository repository;
    repository.write(QStringLiteral("a.cu"), kOriginal);
    repository.write(QStringLiteral("same.py"), "x = 1\n");
    repository.write(QStringLiteral("Makefile"), "CC = nvcc\n");
    const QString base = QString::fromLatin1(repository.commitAll());
    repository.write(QStringLiteral("a.cu"), kGuarded);
    repository.write(QStringLiteral("Makefile"),
                     "ifdef USE_ROCM\nCC = hipcc\nelse\nCC = nvcc\nendif\n");
    repository.commitAll();
    // The checkout is not looked at.
    repository.write(QStringLiteral("a.cu"), "broken");
    const Outcome text = run({repository.path(), base + QStringLiteral("..HEAD")});
    QVERIFY2(text.code == 0, text.out + text.err);
    QVERIFY(text.out.contains("a.cu: projected"));
    QVERIFY(text.out.contains("__HIP_PLATFORM_AMD__, USE_ROCM") ||
            text.out.contains("USE_ROCM, __HIP_PLATFORM_AMD__"));
    QVERIFY(text.out.contains("proved"));
    const Outcome json = run({repository.path(), base + QStringLiteral(".."),
                              QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(json.code, 0);
    QCOMPARE(json.json()[QLatin1StringView("base")].toString(), base);
    QCOMPARE(verdictOf(json.json(), QStringLiteral("a.cu")), QStringLiteral("projected"));
    QCOMPARE(verdictOf(json.json(), QStringLiteral("same.py")), QStringLiteral("identical"));
    QCOMPARE(verdictOf(json.json(), QStringLiteral("Makefile")), QStringLiteral("projected"));
}

void TestIsolationRange::eachCommit()
{
    const ScratchRepository repository;
    repository.write(QStringLiteral("a.cu"), kOriginal);
    repository.commitAll();
    repository.write(QStringLiteral("a.cu"), QByteArray(kGuarded).replace("int a", "int x"));
    repository.commitAll(QStringLiteral("breaks it"));
    repository.write(QStringLiteral("a.cu"), kGuarded);
    repository.commitAll(QStringLiteral("repairs it"));
    const QStringList range = {repository.path(), QStringLiteral("HEAD~2..HEAD")};
    QCOMPARE(run(range).code, 0);
    const Outcome each =
        run(range + QStringList{QStringLiteral("--each"), QStringLiteral("--format"),
                                QStringLiteral("json")});
    QCOMPARE(each.code, 1);
    const QJsonArray commits = each.json()[QLatin1StringView("commits")].toArray();
    QCOMPARE(commits.size(), 2);
    QCOMPARE(commits[0][QLatin1StringView("summary")].toString(), QStringLiteral("breaks it"));
    QCOMPARE(commits[0][QLatin1StringView("verdict")].toString(), QStringLiteral("violated"));
    // Against its parent the repair changes the NVIDIA path too: that is what it is for.
    QCOMPARE(commits[1][QLatin1StringView("verdict")].toString(), QStringLiteral("violated"));
    QCOMPARE(each.json()[QLatin1StringView("verdict")].toString(), QStringLiteral("projected"));
}

void TestIsolationRange::macros()
{
    const ScratchRepository repository;
    repository.write(QStringLiteral("a.h"), "int a;\n");
    repository.commitAll();
    repository.write(QStringLiteral("a.h"), "#ifdef MY_AMD\nint b;\n#endif\nint a;\n");
    repository.commitAll();
    const QStringList range = {repository.path(), QStringLiteral("HEAD~..HEAD")};
    QCOMPARE(run(range).code, 1);
    QCOMPARE(run(range + QStringList{QStringLiteral("--macro"), QStringLiteral("X"),
                                     QStringLiteral("--macro"), QStringLiteral("MY_AMD")})
                 .code,
             0);
    QCOMPARE(run(range + QStringList{QStringLiteral("--macro"), QStringLiteral("MY-AMD")}).code, 2);
    QCOMPARE(run(range + QStringList{QStringLiteral("--macro"), QStringLiteral("__CUDACC__")}).code,
             2);
    repository.write(QStringLiteral("a.h"), "#ifdef __HIP__\nint b;\n#endif\nint a;\n");
    repository.commitAll();
    const QStringList both = {repository.path(), QStringLiteral("HEAD~2..HEAD")};
    QCOMPARE(run(both).code, 0);
    QCOMPARE(run(both + QStringList{QStringLiteral("--macro"), QStringLiteral("USE_ROCM"),
                                    QStringLiteral("--macros-only")})
                 .code,
             1);
}

void TestIsolationRange::movedAndGone()
{
    const ScratchRepository repository;
    repository.write(QStringLiteral("old/a.cu"), kOriginal);
    repository.write(QStringLiteral("b.cu"), "int b;\n");
    repository.commitAll();
    repository.git({QStringLiteral("mv"), QStringLiteral("old/a.cu"), QStringLiteral("a.cu")});
    repository.git({QStringLiteral("rm"), QStringLiteral("-q"), QStringLiteral("b.cu")});
    repository.commitAll();
    const Outcome json = run({repository.path(), QStringLiteral("HEAD~..HEAD"),
                              QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(json.code, 1);
    QCOMPARE(verdictOf(json.json(), QStringLiteral("old/a.cu")), QStringLiteral("unproved"));
    QCOMPARE(verdictOf(json.json(), QStringLiteral("a.cu")), QStringLiteral("identical"));
    QCOMPARE(verdictOf(json.json(), QStringLiteral("b.cu")), QStringLiteral("violated"));
}

void TestIsolationRange::newSources()
{
    const ScratchRepository repository;
    repository.write(QStringLiteral("src/CMakeLists.txt"),
                     "file(GLOB s *.cu)\nadd_library(t ${s})\n");
    repository.commitAll();
    repository.write(QStringLiteral("src/new.cu"), "int a;\n");
    repository.write(QStringLiteral("src/guarded.cu"), "// AMD\n#ifdef USE_ROCM\nint a;\n#endif\n");
    repository.write(QStringLiteral("src/new.hip"), "int a;\n");
    repository.write(QStringLiteral("other/new.cu"), "int a;\n");
    repository.commitAll();
    const Outcome json = run({repository.path(), QStringLiteral("HEAD~..HEAD"),
                              QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(json.code, 1);
    QCOMPARE(verdictOf(json.json(), QStringLiteral("src/new.cu")), QStringLiteral("unproved"));
    QCOMPARE(verdictOf(json.json(), QStringLiteral("src/guarded.cu")), QStringLiteral("projected"));
    QCOMPARE(verdictOf(json.json(), QStringLiteral("src/new.hip")), QStringLiteral("projected"));
    QCOMPARE(verdictOf(json.json(), QStringLiteral("other/new.cu")), QStringLiteral("projected"));
}

void TestIsolationRange::generatedHeader()
{
    const ScratchRepository repository;
    repository.write(QStringLiteral("a.cu"), kOriginal);
    repository.commitAll();
    repository.write(QStringLiteral("inc/lanes.h"),
                     "#pragma once\n#ifdef USE_ROCM\n#define LANES (~0ull)\n#else\n"
                     "#define LANES 0xffffffffu\n#endif\n");
    repository.write(QStringLiteral("a.cu"),
                     "#include \"inc/lanes.h\"\n" +
                         QByteArray(kOriginal).replace("0xffffffffu", "LANES"));
    repository.commitAll();
    const Outcome json = run({repository.path(), QStringLiteral("HEAD~..HEAD"),
                              QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(verdictOf(json.json(), QStringLiteral("a.cu")), QStringLiteral("equivalent"));
    QCOMPARE(json.code, 0);
}

void TestIsolationRange::partedBranches()
{
    const ScratchRepository repository;
    repository.write(QStringLiteral("a.cu"), kOriginal);
    repository.commitAll();
    repository.git({QStringLiteral("branch"), QStringLiteral("upstream")});
    repository.git({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("-b"),
                    QStringLiteral("port")});
    repository.write(QStringLiteral("a.cu"), kGuarded);
    repository.commitAll();
    repository.git({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("upstream")});
    repository.write(QStringLiteral("b.cu"), "int b;\n");
    repository.commitAll();
    QCOMPARE(run({repository.path(), QStringLiteral("upstream..port")}).code, 1);
    QCOMPARE(run({repository.path(), QStringLiteral("upstream...port")}).code, 0);
}

/// What a repository wants to have run is not, and the verdict rests on the projection alone.
void TestIsolationRange::hostileBuildFiles()
{
    const ScratchRepository repository;
    QTemporaryDir tools;
    const QString sentinel = tools.filePath(QStringLiteral("ran"));
    repository.write(QStringLiteral("a.cu"), kOriginal);
    repository.write(QStringLiteral("Makefile"), "F = -DX=`sh<pwn.inc`\n");
    repository.write(QStringLiteral("pwn.inc"), "touch " + sentinel.toUtf8() + '\n');
    repository.commitAll();
    repository.write(QStringLiteral("a.cu"), kGuarded);
    repository.commitAll();
    const QStringList range{repository.path(), QStringLiteral("HEAD~..HEAD"),
                            QStringLiteral("--compile"), QStringLiteral("--nvcc"),
                            rocport::test::makeFakeNvcc(tools.path())};
    const QByteArray refusal = "Makefile: -DX=`sh<pwn.inc` is not passed to the compiler";
    const Outcome text = run(range);
    QVERIFY2(text.out.contains("a.cu: projected"), text.out + text.err);
    QVERIFY2(text.out.contains("not compiled: " + refusal), text.out);
    QVERIFY2(text.out.contains('\n' + refusal), text.out);
    const Outcome json =
        run(range + QStringList{QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(verdictOf(json.json(), QStringLiteral("a.cu")), QStringLiteral("projected"));
    const QJsonArray notes = json.json()[QLatin1StringView("remarks")].toArray();
    QVERIFY2(notes.last().toString().startsWith(QString::fromLatin1(refusal)), json.out);
    QVERIFY(!QFileInfo::exists(sentinel));
}

void TestIsolationRange::wrongUse()
{
    const ScratchRepository repository;
    repository.write(QStringLiteral("a.cu"), kOriginal);
    repository.commitAll();
    QCOMPARE(run({repository.path()}).code, 2);
    QCOMPARE(run({repository.path(), QStringLiteral("HEAD")}).code, 3);
    QCOMPARE(run({repository.path(), QStringLiteral("nowhere..HEAD")}).code, 3);
    QCOMPARE(run({QStringLiteral("/"), QStringLiteral("HEAD..HEAD")}).code, 3);
    QCOMPARE(run({repository.path(), QStringLiteral("HEAD..HEAD"), QStringLiteral("--format"),
                  QStringLiteral("xml")})
                 .code,
             2);
    QCOMPARE(run({repository.path(), QStringLiteral("HEAD..HEAD")}).code, 0);
}

QTEST_GUILESS_MAIN(TestIsolationRange)
#include "tst_isolationrange.moc"
