#include "core/base/visibletext.h"
#include "core/plan/installplan.h"
#include "tests/unit/installfixture.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace rocport;
using rocport::test::installPlanOf;
using rocport::test::InstallRun;
using rocport::test::runInstall;
using rocport::test::usualInstall;

/// The script of an installation plan, in a sandbox whose Python only records.
class TestInstallScript : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsExpanded();
    void scriptShowsWhatItDoes();
    void scriptRuns();
    void scriptInstallsTorchFirst();
    void scriptStopsWhenTorchIsReplaced();
    void scriptStopsWhenAnInstallFails();
    void shellcheck();
};

/// Whatever a manifest holds, the shell of the script runs none of it.
void TestInstallScript::nothingIsExpanded()
{
    const InstallPlan plan = installPlanOf(
        {{"requirements.txt", "a$(touch bad)\nb @ https://x/`touch bad`\nc ; python_version > "
                              "'$(touch bad)'\nEND_OF_REQUIREMENTS\ntouch\nbad\n"}});
    const InstallRun done = runInstall(plan, true);
    QCOMPARE(done.code, 0);
    QVERIFY(done.installs.join(u'\n').contains(QStringLiteral("`touch bad`")));
    QVERIFY(done.installs.join(u'\n').contains(QStringLiteral("end-of-requirements")));
}

/// Nothing of a repository acts on a terminal that shows the script, or reads there in another way
/// than it runs.
void TestInstallScript::scriptShowsWhatItDoes()
{
    const QByteArray bad = "\x1b[31m\x07\xc2\x9b\xe2\x80\xae\xe2\x80\x8b";
    const InstallPlan plan = installPlanOf(
        {{"s" + bad + "/pyproject.toml", "[project]\nname = \"x\"\ndependencies = [\"aa\"]\n"
                                         "[tool.uv.sources]\naa = { path = \"inner\" }\n"},
         {"s" + bad + "/inner/pyproject.toml", "[project]\nname = \"aa\"\n"},
         {"s" + bad + "/requirements.txt",
          "einops\npack" + bad + "age\nb @ https://x/" + bad + "\nhttps://x/y" + bad +
              ".whl\n./inner\n-e git+https://x/" + bad + "\nnumpy ; python_version > '" + bad +
              "'\n-c bounds.txt\n--extra-index-url https://" + bad + "\n"},
         {"s" + bad + "/bounds.txt", "c<2" + bad + "\n"},
         {"s" + bad + "/environment.yml", "dependencies:\n  - d" + bad + "=1\n"}});
    const QByteArray script = installScript(plan);
    QCOMPARE(visibleBytes(script), script);
    QVERIFY2(script.contains("\\x1b[31m\\x07\\u009b\\u202e\\u200b"), script.constData());
    for (const InstallStep& step : plan.steps) {
        QVERIFY2(step.id == u"project" ||
                     visibleText(step.packages.join(u'\n')) == step.packages.join(u'\n'),
                 qPrintable(step.id));
    }
    const InstallRun done = runInstall(plan, true); // and the folder is still the one of that name
    QCOMPARE(done.code, 0);
    QVERIFY2(done.installs.join(u'\n').contains(QStringLiteral("-e ./s") + QString::fromUtf8(bad)),
             qPrintable(done.installs.join(u'\n')));
}

void TestInstallScript::scriptRuns()
{
    const InstallRun done = runInstall(usualInstall(), true);
    QVERIFY2(done.code == 0, qPrintable(done.errors));
    QCOMPARE(done.installs.size(), qsizetype(5));
    QVERIFY(done.installs[0].startsWith(
        QStringLiteral("install -c rocm-constraints.txt -r rocm-build.txt [setuptools>=61")));
    QVERIFY(done.installs[1].contains(QStringLiteral("-c rocm-constraints.txt -r rocm-packages")));
    QVERIFY(done.installs[2].contains(QStringLiteral("--no-build-isolation -r rocm-source.txt")));
    QCOMPARE(done.installs[3], QStringLiteral("install --no-build-isolation --no-deps -e ."));
    QCOMPARE(done.installs[4], QStringLiteral("check"));
}

void TestInstallScript::scriptInstallsTorchFirst()
{
    const InstallRun done = runInstall(usualInstall(), false);
    QVERIFY2(done.code == 0, qPrintable(done.errors));
    QCOMPARE(done.installs.first(),
             QStringLiteral("install --index-url https://repo.amd.com/rocm/whl-multi-arch/ "
                            "rocm==10.1.* torch[device-gfx942]==2.14.* "
                            "torchvision[device-gfx942]"));
}

void TestInstallScript::scriptStopsWhenTorchIsReplaced()
{
    const InstallRun done = runInstall(usualInstall(), true, "einops");
    QCOMPARE(done.code, 1);
    QCOMPARE(done.installs.size(), qsizetype(2));
    QVERIFY2(done.errors.contains(QStringLiteral("Stopped after: 4.")) &&
                 done.errors.contains(QStringLiteral("torch.version.hip is None")),
             qPrintable(done.errors));
}

void TestInstallScript::scriptStopsWhenAnInstallFails()
{
    const InstallRun done = runInstall(usualInstall(), true, {}, "flash-attn");
    QCOMPARE(done.code, 7);
    QCOMPARE(done.installs.size(), qsizetype(3));
}

void TestInstallScript::shellcheck()
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("shellcheck"));
    if (program.isEmpty()) {
        QSKIP("shellcheck is not installed");
    }
    QProcess process;
    process.start(program, {QStringLiteral("-s"), QStringLiteral("sh"), QStringLiteral("-")});
    QVERIFY(process.waitForStarted());
    process.write(installScript(usualInstall()));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(30000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardOutput().constData());
}

QTEST_GUILESS_MAIN(TestInstallScript)
#include "tst_installscript.moc"
