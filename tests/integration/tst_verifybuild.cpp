#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "testpaths.h"
#include "tests/integration/hipcompiler.h"
#include "tests/support/fakecompiler.h"
#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace rocport;
using test::hasCompiler;
using test::headers;

namespace {

struct CliRun
{
    int code = -1;
    QByteArray output;
    QByteArray errors;
};

CliRun cli(const QStringList& arguments)
{
    ProcessCommand command;
    command.program = QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli");
    command.arguments = arguments;
    const auto run = runProcess(LocalProcessRunner(), command);
    if (!run) {
        return {-1, {}, run.error().detail.toUtf8()};
    }
    return {run->outcome.exitCode, run->output, run->errors};
}

QJsonObject fileOf(const QByteArray& json, const QString& path)
{
    const QJsonArray files =
        QJsonDocument::fromJson(json).object()[QStringLiteral("files")].toArray();
    for (const auto& file : files) {
        if (file[QStringLiteral("path")].toString() == path) {
            return file.toObject();
        }
    }
    return {};
}

} // namespace

class TestVerifyBuild : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_compiler = hasCompiler(); }

    void thePortOfTheSampleCompiles_data()
    {
        QTest::addColumn<QString>("strategy");
        QTest::newRow("shim-headers") << "shim-headers";
        QTest::newRow("compat-header") << "compat-header";
        QTest::newRow("torch-extension") << "torch-extension";
    }
    void thePortOfTheSampleCompiles()
    {
        if (!m_compiler) {
            QSKIP("no compiler for gfx942 with ROCm headers is installed");
        }
        QFETCH(QString, strategy);
        test::ScratchRepository repository;
        repository.copyFrom(QStringLiteral(ROCPORT_SOURCE_DIR "/resources/sample"));
        repository.commitAll();
        const CliRun run =
            cli({QStringLiteral("verify"), QStringLiteral("build"), repository.path(),
                 QStringLiteral("--strategy"), strategy, QStringLiteral("--rocm"),
                 QStringLiteral("6.4"), QStringLiteral("--rocm-path"), headers(),
                 QStringLiteral("--format"), QStringLiteral("json")});
        QVERIFY2(run.code == 0, run.output + run.errors);
        const QJsonObject counts =
            QJsonDocument::fromJson(run.output).object()[QStringLiteral("counts")].toObject();
        QVERIFY(counts[QStringLiteral("passed")].toInt() >= 10);
        QCOMPARE(fileOf(run.output, QStringLiteral("csrc/softmax.cu"))[QStringLiteral("status")]
                     .toString(),
                 QStringLiteral("passed"));
        QVERIFY(fileOf(run.output, QStringLiteral("csrc/bindings.cpp"))[QStringLiteral("reason")]
                    .toString()
                    .contains(QStringLiteral("PyTorch")));
        QVERIFY(
            repository.git({QStringLiteral("status"), QStringLiteral("--porcelain")}).isEmpty());
    }

    void aRealErrorLeadsToItsLine()
    {
        if (!m_compiler) {
            QSKIP("no compiler for gfx942 with ROCm headers is installed");
        }
        test::ScratchRepository repository;
        repository.write(QStringLiteral("k.cu"),
                         "#include <cuda_runtime.h>\n"
                         "__global__ void k(int* p)\n{\n    *p = undeclared_thing;\n}\n"
                         "void run(int* p)\n{\n    k<<<1, 32>>>(p);\n    cudaStream_t s = "
                         "nullptr;\n    (void)s;\n}\n");
        repository.write(QStringLiteral("ptx.cu"),
                         "#include <cuda_runtime.h>\n"
                         "__global__ void lane(int* p)\n{\n    asm volatile(\"brkpt; frobnicate "
                         "%0;\" : \"=r\"(*p));\n}\n");
        repository.commitAll();
        const CliRun run = cli({QStringLiteral("verify"), QStringLiteral("build"),
                                repository.path(), QStringLiteral("--strategy"),
                                QStringLiteral("compat-header"), QStringLiteral("--rocm-path"),
                                headers(), QStringLiteral("--format"), QStringLiteral("json")});
        QVERIFY2(run.code == 1, run.output + run.errors);
        const QJsonObject file = fileOf(run.output, QStringLiteral("k.cu"));
        QCOMPARE(file[QStringLiteral("status")].toString(), QStringLiteral("failed"));
        const QJsonArray diagnostics = file[QStringLiteral("diagnostics")].toArray();
        QCOMPARE(diagnostics.size(), 1); // host and device say it once
        QCOMPARE(diagnostics[0][QStringLiteral("originalLine")].toInt(), 4);
        QVERIFY(diagnostics[0][QStringLiteral("change")].isNull());
        // Inline assembly is only read where code is made.
        QCOMPARE(fileOf(run.output, QStringLiteral("ptx.cu"))[QStringLiteral("status")].toString(),
                 QStringLiteral("failed"));
    }

    void usageAndMissingCompilers()
    {
        QCOMPARE(cli({QStringLiteral("verify")}).code, 2);
        QCOMPARE(cli({QStringLiteral("verify"), QStringLiteral("nothing")}).code, 2);
        QCOMPARE(cli({QStringLiteral("verify"), QStringLiteral("build")}).code, 2);
        QCOMPARE(cli({QStringLiteral("verify"), QStringLiteral("build"), QStringLiteral("."),
                      QStringLiteral("--format"), QStringLiteral("xml")})
                     .code,
                 2);
        QCOMPARE(cli({QStringLiteral("verify"), QStringLiteral("build"),
                      QStringLiteral("--project"), QStringLiteral("/nonexistent.rocport")})
                     .code,
                 3);
        test::ScratchRepository repository;
        repository.write(QStringLiteral("a.cu"), "__global__ void k() {}\n");
        repository.commitAll();
        const CliRun none =
            cli({QStringLiteral("verify"), QStringLiteral("build"), repository.path(),
                 QStringLiteral("--compiler"), QStringLiteral("/nonexistent/hipcc")});
        QCOMPARE(none.code, 3);
        QVERIFY(none.output.contains("no compiler"));
        QVERIFY(none.errors.startsWith("rocport-cli: "));
        QCOMPARE(none.errors.count('\n'), 1);
    }

    void aFakeCompilerGivesExitCodes()
    {
        QTemporaryDir tools;
        const QString compiler = test::makeFakeCompiler(tools.path());
        test::makeFakeRocm(tools.path(), 7, 2);
        test::ScratchRepository repository;
        repository.write(QStringLiteral("a.cu"), "#include <cuda_runtime.h>\nint x; // FAIL\n");
        repository.commitAll();
        QStringList arguments{QStringLiteral("verify"),
                              QStringLiteral("build"),
                              repository.path(),
                              QStringLiteral("--compiler"),
                              compiler,
                              QStringLiteral("--rocm-path"),
                              tools.path(),
                              QStringLiteral("--format"),
                              QStringLiteral("sarif")};
        const CliRun failed = cli(arguments);
        QCOMPARE(failed.code, 1);
        QVERIFY(failed.output.contains("\"startLine\": 2"));
        repository.write(QStringLiteral("a.cu"), "#include <cuda_runtime.h>\nint x;\n");
        QCOMPARE(cli(arguments).code, 0);
    }

private:
    bool m_compiler = false;
};

QTEST_GUILESS_MAIN(TestVerifyBuild)
#include "tst_verifybuild.moc"
