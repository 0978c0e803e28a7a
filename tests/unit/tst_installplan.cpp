#include "core/plan/installplan.h"
#include "core/rules/manifestindex.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

/// The installation plan, and its script in a sandbox whose Python only records.
class TestInstallPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ordersSteps();
    void leavesOut();
    void withoutManifests();
    void nothingIsExpanded();
    void scriptRuns();
    void scriptInstallsTorchFirst();
    void scriptStopsWhenTorchIsReplaced();
    void scriptStopsWhenAnInstallFails();
    void shellcheck();
    void otherForms();
    void keepsWhatIsNotCuda();
    void sourcesOfUv();

private:
    struct Run
    {
        int code = -1;
        QStringList installs; ///< arguments of pip, in order
        QString errors;
    };
    static InstallPlan planOf(const QVector<QPair<QByteArray, QByteArray>>& files);
    static InstallPlan usual();
    /// `replaces`: an install that names it makes torch a CUDA build; `fails` likewise fails.
    static Run run(const InstallPlan& plan, bool torchThere, const QByteArray& replaces = {},
                   const QByteArray& fails = {});
};

InstallPlan TestInstallPlan::planOf(const QVector<QPair<QByteArray, QByteArray>>& files)
{
    ScanResult scan;
    for (const auto& [name, text] : files) {
        auto file = std::make_shared<FileAnalysis>();
        file->path = RepoPath(name);
        file->language = languageOfFile(name);
        file->features = readManifest(file->path, file->language, SourceBuffer(text)).write();
        scan.files.append(file);
    }
    return makeInstallPlan(scan, TargetSettings());
}

InstallPlan TestInstallPlan::usual()
{
    return planOf(
        {{"pyproject.toml",
          "[build-system]\nrequires = [\"setuptools>=61\", \"torch\", \"ninja\"]\n[project]\n"
          "name = \"x\"\ndependencies = [\"torch==2.5.1\", \"torchvision\", \"einops>=0.8\",\n"
          "  \"nvidia-ml-py\", \"flash-attn\", \"jax[cuda12]\", \"colorama; sys_platform == "
          "'win32'\"]\n[project.optional-dependencies]\ndev = [\"pytest\"]\n"},
         {"requirements.txt",
          "-r reqs/base.txt\ntransformers[torch]>=4.40 ; python_version > '3'\n"},
         {"reqs/base.txt", "einops>=0.8\ntriton==3.1\nmy-lib @ git+https://example.org/it's.git\n"},
         {"requirements-tpu.txt", "torch-xla\n"}});
}

TestInstallPlan::Run TestInstallPlan::run(const InstallPlan& plan, bool torchThere,
                                          const QByteArray& replaces, const QByteArray& fails)
{
    QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& text) {
        QFile file(folder.filePath(QLatin1StringView(name)));
        if (file.open(QIODevice::WriteOnly)) {
            file.write(text);
        }
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    if (torchThere) {
        write("hip", "");
    }
    write("python",
          "#!/bin/sh\nhere=" + QFile::encodeName(folder.path()) +
              "\ncase \"$1\" in\n-c) test -e \"$here/hip\"; exit ;;\n"
              "-) cat >/dev/null; echo 'torch==2.11.0+rocm7.2'; exit ;;\nesac\n"
              "shift 2\nwords=\"$*\"\nfor word in \"$@\"; do\n"
              "    case \"$word\" in rocm-p*.txt|rocm-b*.txt|rocm-s*.txt) "
              "words=\"$words [$(tr '\\n' ' ' <\"$word\")]\" ;; esac\ndone\n"
              "echo \"$words\" >>\"$here/log\"\n"
              "case \"$words\" in *download.pytorch.org/whl/rocm*) touch \"$here/hip\" ;; esac\n"
              "replaces='" +
              replaces + "'\nfails='" + fails +
              "'\n"
              "case \"$words\" in *\"${replaces:-no such word}\"*) rm -f \"$here/hip\" ;; esac\n"
              "case \"$words\" in *\"${fails:-no such word}\"*) exit 7 ;; esac\nexit 0\n");
    write("install.sh", installScript(plan));
    QProcess process;
    process.setWorkingDirectory(folder.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PYTHON"), folder.filePath(QStringLiteral("python")));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("/bin/sh"), {folder.filePath(QStringLiteral("install.sh"))});
    Run result;
    if (!process.waitForFinished(20000)) {
        return result;
    }
    result.code = process.exitCode();
    result.errors = QString::fromUtf8(process.readAllStandardError());
    QFile log(folder.filePath(QStringLiteral("log")));
    if (log.open(QIODevice::ReadOnly)) {
        result.installs = QString::fromUtf8(log.readAll()).split(u'\n', Qt::SkipEmptyParts);
    }
    return result;
}

void TestInstallPlan::ordersSteps()
{
    const InstallPlan plan = usual();
    QStringList ids;
    for (const InstallStep& step : plan.steps) {
        ids.append(step.id);
    }
    QCOMPARE(ids, (QStringList{QStringLiteral("torch"), QStringLiteral("constraints"),
                               QStringLiteral("build"), QStringLiteral("packages"),
                               QStringLiteral("source"), QStringLiteral("project"),
                               QStringLiteral("end")}));
    QCOMPARE(plan.steps[0].packages,
             (QStringList{QStringLiteral("torch==2.11.*"), QStringLiteral("torchvision")}));
    QCOMPARE(plan.steps[2].packages,
             (QStringList{QStringLiteral("setuptools>=61"), QStringLiteral("ninja")}));
    QCOMPARE(plan.steps[3].packages,
             (QStringList{QStringLiteral("einops>=0.8"), QStringLiteral("jax"),
                          QStringLiteral("transformers[torch]>=4.40 ; python_version > '3'"),
                          QStringLiteral("my-lib @ git+https://example.org/it's.git")}));
    QCOMPARE(plan.steps[4].packages, QStringList(QStringLiteral("flash-attn")));
    QVERIFY(plan.remarks.join(u' ').contains(QStringLiteral("dev")));
}

void TestInstallPlan::leavesOut()
{
    QStringList left;
    for (const InstallOmission& one : usual().omissions) {
        left.append(one.requirement + u' ' + one.place);
        QVERIFY(!one.instead.isEmpty());
    }
    QCOMPARE(left, (QStringList{QStringLiteral("torch==2.5.1 pyproject.toml:5"),
                                QStringLiteral("nvidia-ml-py pyproject.toml:6"),
                                QStringLiteral("jax[cuda12] pyproject.toml:6"),
                                QStringLiteral("triton==3.1 reqs/base.txt:2")}));
}

void TestInstallPlan::withoutManifests()
{
    const InstallPlan plan = planOf({{"README.md", "x"}});
    QVERIFY(plan.isEmpty());
    QVERIFY(plan.steps.isEmpty());
    QVERIFY(installMarkdown(plan).contains("No manifest"));
}

/// Whatever a manifest holds, the shell of the script runs none of it.
void TestInstallPlan::nothingIsExpanded()
{
    const InstallPlan plan = planOf(
        {{"requirements.txt", "a$(touch bad)\nb @ https://x/`touch bad`\nc ; python_version > "
                              "'$(touch bad)'\nEND_OF_REQUIREMENTS\ntouch\nbad\n"}});
    const Run done = run(plan, true);
    QCOMPARE(done.code, 0);
    QVERIFY(done.installs.join(u'\n').contains(QStringLiteral("`touch bad`")));
    QVERIFY(done.installs.join(u'\n').contains(QStringLiteral("end-of-requirements")));
}

void TestInstallPlan::scriptRuns()
{
    const Run done = run(usual(), true);
    QVERIFY2(done.code == 0, qPrintable(done.errors));
    QCOMPARE(done.installs.size(), qsizetype(5));
    QVERIFY(done.installs[0].startsWith(
        QStringLiteral("install -c rocm-constraints.txt -r rocm-build.txt [setuptools>=61")));
    QVERIFY(done.installs[1].contains(QStringLiteral("-c rocm-constraints.txt -r rocm-packages")));
    QVERIFY(done.installs[2].contains(QStringLiteral("--no-build-isolation -r rocm-source.txt")));
    QCOMPARE(done.installs[3], QStringLiteral("install --no-build-isolation --no-deps -e ."));
    QCOMPARE(done.installs[4], QStringLiteral("check"));
}

void TestInstallPlan::scriptInstallsTorchFirst()
{
    const Run done = run(usual(), false);
    QVERIFY2(done.code == 0, qPrintable(done.errors));
    QCOMPARE(done.installs.first(),
             QStringLiteral("install --index-url https://download.pytorch.org/whl/rocm7.2 "
                            "torch==2.11.* torchvision"));
}

void TestInstallPlan::scriptStopsWhenTorchIsReplaced()
{
    const Run done = run(usual(), true, "einops");
    QCOMPARE(done.code, 1);
    QCOMPARE(done.installs.size(), qsizetype(2));
    QVERIFY2(done.errors.contains(QStringLiteral("Stopped after: 4.")) &&
                 done.errors.contains(QStringLiteral("torch.version.hip is None")),
             qPrintable(done.errors));
}

void TestInstallPlan::scriptStopsWhenAnInstallFails()
{
    const Run done = run(usual(), true, {}, "flash-attn");
    QCOMPARE(done.code, 7);
    QCOMPARE(done.installs.size(), qsizetype(3));
}

void TestInstallPlan::shellcheck()
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("shellcheck"));
    if (program.isEmpty()) {
        QSKIP("shellcheck is not installed");
    }
    QProcess process;
    process.start(program, {QStringLiteral("-s"), QStringLiteral("sh"), QStringLiteral("-")});
    QVERIFY(process.waitForStarted());
    process.write(installScript(usual()));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(30000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardOutput().constData());
}

void TestInstallPlan::otherForms()
{
    const InstallPlan plan = usual();
    const QByteArray markdown = installMarkdown(plan);
    QVERIFY(markdown.contains("### 1. torch for ROCm"));
    QVERIFY(markdown.contains("| `jax[cuda12]` | pyproject.toml:6 |"));
    const QJsonObject json = QJsonDocument::fromJson(installJson(plan)).object();
    QCOMPARE(json.value(QStringLiteral("format")).toInt(), 1);
    QVERIFY(json.contains(QStringLiteral("steps")));
}

namespace {

QStringList packagesOf(const InstallPlan& plan, const char* step)
{
    for (const InstallStep& one : plan.steps) {
        if (one.id == QLatin1StringView(step)) {
            return one.packages;
        }
    }
    return {};
}

QString insteadOf(const InstallPlan& plan, const char* requirement)
{
    for (const InstallOmission& one : plan.omissions) {
        if (one.requirement == QLatin1StringView(requirement)) {
            return one.instead;
        }
    }
    return {};
}

} // namespace

/// An extra or a local version asks for CUDA; the package is needed all the same.
void TestInstallPlan::keepsWhatIsNotCuda()
{
    const InstallPlan plan =
        planOf({{"requirements.txt", "jax[cuda12]==0.5.3\njax-cuda12-plugin==0.5.3\n"
                                     "warp-lang[cuda12,extras]>=1.2\n"
                                     "torch-scatter==2.1.2+pt25cu121\nnvidia-nccl-cu12\n"
                                     "tensorflow[and-cuda]==2.18\n"}});
    QCOMPARE(packagesOf(plan, "packages"),
             QStringList({QStringLiteral("jax==0.5.3"), QStringLiteral("warp-lang[extras]>=1.2")}));
    QCOMPARE(packagesOf(plan, "source"), QStringList({QStringLiteral("torch-scatter==2.1.2")}));
    QVERIFY(insteadOf(plan, "jax[cuda12]==0.5.3").startsWith(QStringLiteral("`jax==0.5.3`")));
    QVERIFY(!insteadOf(plan, "jax-cuda12-plugin==0.5.3").isEmpty());
    QVERIFY(!insteadOf(plan, "nvidia-nccl-cu12").isEmpty());
    QVERIFY(!insteadOf(plan, "tensorflow[and-cuda]==2.18").isEmpty());
}

void TestInstallPlan::sourcesOfUv()
{
    const QByteArray project =
        "[project]\nname = \"x\"\ndependencies = [\"torch\", \"fast\", \"member\", \"local>=1\",\n"
        "  \"wheel-only\", \"pinned==1.0\", \"other\", \"mac\"]\n"
        "[tool.uv]\noverride-dependencies = [\"pinned==2.0\", \"deep==3.1\"]\n"
        "constraint-dependencies = [\"numpy<2\"]\n"
        "[tool.uv.sources]\ntorch = { index = \"cu\" }\n"
        "fast = { git = \"https://example.org/fast.git\", rev = \"abc\" }\n"
        "member = { workspace = true }\nlocal = { path = \"libs/local\" }\n"
        "wheel-only = { index = \"own\" }\n"
        "other = [{ index = \"cu\", marker = \"sys_platform == 'linux'\" }]\n"
        "mac = [{ url = \"https://example.org/mac.whl\", marker = \"sys_platform == 'darwin'\" }]\n"
        "[[tool.uv.index]]\nname = \"cu\"\nurl = \"https://download.pytorch.org/whl/cu124\"\n"
        "[[tool.uv.index]]\nname = \"own\"\nurl = \"https://example.org/simple\"\n";
    const InstallPlan plan = planOf({{"pyproject.toml", project}, {"uv.lock", "version = 1\n"}});
    QCOMPARE(packagesOf(plan, "packages"),
             QStringList({QStringLiteral("fast @ git+https://example.org/fast.git@abc"),
                          QStringLiteral("pinned==2.0"), QStringLiteral("other"),
                          QStringLiteral("mac")}));
    QCOMPARE(packagesOf(plan, "source"), QStringList({QStringLiteral("./libs/local")}));
    QVERIFY(insteadOf(plan, "member").contains(QStringLiteral("workspace")));
    QVERIFY(insteadOf(plan, "wheel-only")
                .contains(QStringLiteral("--index-url https://example.org/simple 'wheel-only'")));
    const QString remarks = plan.remarks.join(u'\n');
    QVERIFY2(remarks.contains(QStringLiteral("`rocm-constraints.txt`")), qPrintable(remarks));
    QVERIFY(remarks.contains(QStringLiteral("deep==3.1, numpy<2")));
    QVERIFY(remarks.contains(QStringLiteral("uv run --no-sync")));
    // Without a lock file nothing is synchronised.
    QVERIFY(!planOf({{"pyproject.toml", "[project]\ndependencies = [\"einops\"]\n"}})
                 .remarks.join(u'\n')
                 .contains(QStringLiteral("uv run")));
}

QTEST_GUILESS_MAIN(TestInstallPlan)
#include "tst_installplan.moc"
