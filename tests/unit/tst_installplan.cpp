#include "core/base/visibletext.h"
#include "core/plan/installforms.h"
#include "core/plan/installplan.h"
#include "tests/unit/installfixture.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;
using rocport::test::installPlanOf;
using rocport::test::InstallRun;
using rocport::test::runInstall;
using rocport::test::usualInstall;

/// The installation plan of repositories with manifests of every kind.
class TestInstallPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ordersSteps();
    void leavesOut();
    void withoutManifests();
    void unreadManifests();
    void otherForms();
    void keepsWhatIsNotCuda();
    void sourcesOfUv();
    void torchOfLists();
    void wheelsOfReleases();
    void nothingIsLost_data();
    void nothingIsLost();
    void readsAddresses_data();
    void readsAddresses();
};

void TestInstallPlan::ordersSteps()
{
    const InstallPlan plan = usualInstall();
    QStringList ids;
    for (const InstallStep& step : plan.steps) {
        ids.append(step.id);
    }
    QCOMPARE(ids, (QStringList{QStringLiteral("torch"), QStringLiteral("constraints"),
                               QStringLiteral("build"), QStringLiteral("packages"),
                               QStringLiteral("source"), QStringLiteral("project"),
                               QStringLiteral("end")}));
    QCOMPARE(plan.steps[0].packages, (QStringList{QStringLiteral("rocm==10.1.*"),
                                                  QStringLiteral("torch[device-gfx942]==2.14.*"),
                                                  QStringLiteral("torchvision[device-gfx942]")}));
    QCOMPARE(plan.steps[2].packages,
             (QStringList{QStringLiteral("setuptools>=61"), QStringLiteral("ninja")}));
    QCOMPARE(plan.steps[3].packages,
             (QStringList{QStringLiteral("einops>=0.8"), QStringLiteral("jax"),
                          QStringLiteral("transformers[torch]>=4.40 ; python_version > '3'"),
                          QStringLiteral("my-lib @ git+https://example.org/it's.git")}));
    QCOMPARE(plan.steps[4].packages, QStringList(QStringLiteral("flash-attn")));
    QVERIFY(plan.notes.join(u' ').contains(QStringLiteral("dev")));
}

void TestInstallPlan::leavesOut()
{
    QStringList left;
    for (const InstallOmission& one : usualInstall().omissions) {
        left.append(one.requirement + u' ' + one.place);
        QVERIFY(!one.instead.isEmpty());
    }
    QCOMPARE(left, (QStringList{QStringLiteral("torch==2.5.1 pyproject.toml:5"),
                                QStringLiteral("nvidia-ml-py pyproject.toml:6"),
                                QStringLiteral("jax[cuda12] pyproject.toml:6"),
                                QStringLiteral("colorama; sys_platform == 'win32' "
                                               "pyproject.toml:6"),
                                QStringLiteral("triton==3.1 reqs/base.txt:2")}));
}

void TestInstallPlan::withoutManifests()
{
    const InstallPlan plan = installPlanOf({{"README.md", "x"}});
    QVERIFY(plan.isEmpty());
    QVERIFY(plan.steps.isEmpty());
    QVERIFY(installMarkdown(plan).contains("No manifest"));
}

/// A manifest that nobody read is named: it is not said that there is none.
void TestInstallPlan::unreadManifests()
{
    const QByteArray large(9 * 1024 * 1024, '\n');
    const InstallPlan none = installPlanOf(
        {{"pyproject.toml", large}, {"reqs/requirements.txt", QByteArray("a\0b", 3)}});
    QVERIFY(none.isEmpty());
    const QByteArray text = installMarkdown(none);
    QVERIFY2(text.contains("could be read: pyproject.toml (larger than 8 MiB), "
                           "reqs/requirements.txt (binary)."),
             text.constData());
    const QByteArray script = installScript(none);
    QVERIFY2(script.contains("could be read: pyproject.toml"), script.constData());
    const InstallRun done = runInstall(none, true);
    QCOMPARE(done.code, 1);
    QVERIFY(done.errors.contains(QStringLiteral("could be read")));
    const QJsonArray named = QJsonDocument::fromJson(installJson(none))[u"notRead"].toArray();
    QCOMPARE(named.size(), 2);
    QCOMPARE(named[0][u"why"].toString(), QStringLiteral("larger than 8 MiB"));

    const InstallPlan some =
        installPlanOf({{"pyproject.toml", large}, {"requirements.txt", "einops\n"}});
    QVERIFY(!some.isEmpty());
    for (const QByteArray& form : {installMarkdown(some), installScript(some)}) {
        QVERIFY2(form.contains("missing here: pyproject.toml (larger than 8 MiB)."),
                 form.constData());
    }
    QVERIFY(installMarkdown(installPlanOf({{"a.cu", large}})).contains("was found"));
}

void TestInstallPlan::otherForms()
{
    const InstallPlan plan = usualInstall();
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
        installPlanOf({{"requirements.txt", "jax[cuda12]==0.5.3\njax-cuda12-plugin==0.5.3\n"
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
    const InstallPlan plan =
        installPlanOf({{"pyproject.toml", project}, {"uv.lock", "version = 1\n"}});
    QCOMPARE(packagesOf(plan, "packages"),
             QStringList({QStringLiteral("fast @ git+https://example.org/fast.git@abc"),
                          QStringLiteral("pinned==2.0"), QStringLiteral("other"),
                          QStringLiteral("mac")}));
    QCOMPARE(packagesOf(plan, "source"), QStringList({QStringLiteral("./libs/local")}));
    QVERIFY(insteadOf(plan, "member").contains(QStringLiteral("workspace")));
    QVERIFY(insteadOf(plan, "wheel-only")
                .contains(QStringLiteral("--index-url https://example.org/simple 'wheel-only'")));
    const QString notes = plan.notes.join(u'\n');
    QVERIFY2(notes.contains(QStringLiteral("`rocm-constraints.txt`")), qPrintable(notes));
    QVERIFY(notes.contains(QStringLiteral("deep==3.1, numpy<2")));
    QVERIFY(notes.contains(QStringLiteral("uv run --no-sync")));
    // Without a lock file nothing is synchronised.
    QVERIFY(!installPlanOf({{"pyproject.toml", "[project]\ndependencies = [\"einops\"]\n"}})
                 .notes.join(u'\n')
                 .contains(QStringLiteral("uv run")));
}

/// Wheels come from where they are known to be; where nobody knows, the plan says so.
void TestInstallPlan::wheelsOfReleases()
{
    const auto stepFor = [](const Version& rocm) {
        TargetSettings target;
        target.rocm = rocm;
        return installPlanOf({{"requirements.txt", "torch\n"}}, target).steps.first();
    };
    QVERIFY(stepFor({7, 2, 1}).command.contains(
        QStringLiteral("--index-url https://download.pytorch.org/whl/rocm7.2 ")));
    QVERIFY(!stepFor({7, 2, 1}).why.contains(QStringLiteral("not known here")));
    const InstallStep newest = stepFor({10, 1});
    QVERIFY2(newest.command.contains(
                 QStringLiteral("--index-url https://repo.amd.com/rocm/whl-multi-arch/ ")),
             qPrintable(newest.command));
    QVERIFY(newest.why.contains(QStringLiteral("PyTorch's own index is known up to ROCm 7.14.")));
    QVERIFY(!newest.why.contains(QStringLiteral("not known here")));
    QVERIFY(stepFor({10, 2}).why.contains(QStringLiteral("not known here")));
}

/// torch and what belongs to it come from ROCm's index, whoever asks for them.
void TestInstallPlan::torchOfLists()
{
    const InstallPlan conda =
        installPlanOf({{"environment.yml", "dependencies:\n  - torchvision=0.15\n  - torchaudio\n"
                                           "  - triton\n"},
                       {"requirements.txt", "einops\n"}});
    QCOMPARE(
        packagesOf(conda, "torch"),
        QStringList({QStringLiteral("rocm==10.1.*"), QStringLiteral("torch[device-gfx942]==2.14.*"),
                     QStringLiteral("torchvision[device-gfx942]"), QStringLiteral("torchaudio")}));
    QVERIFY(conda.conda.isEmpty());
    // A bound that the plan's torch holds is met by it.
    QVERIFY(installPlanOf({{"requirements.txt", "torch>=2.14\n"}}).omissions.isEmpty());
    QVERIFY(insteadOf(installPlanOf({{"requirements.txt", "torch>=2.15\n"}}), "torch>=2.15")
                .startsWith(QStringLiteral("torch 2.14")));
    // Every package that is torch's is held by the constraints.
    const QByteArray script = installScript(conda);
    QVERIFY(script.contains("names = {\"torch\", \"torchvision\", \"torchaudio\", \"triton\", "
                            "\"pytorch-triton-rocm\", \"triton-rocm\"}\n"));
}

namespace {

/// In how many lists of a plan a requirement is, and in which.
QStringList listsWith(const InstallPlan& plan, const QString& requirement)
{
    QStringList lists;
    for (const InstallStep& step : plan.steps) {
        lists += QStringList(step.packages.count(requirement), step.id);
    }
    const auto add = [&](const QVector<InstallOmission>& list, const char* name) {
        for (const InstallOmission& one : list) {
            lists += one.requirement == requirement ? QStringList(QLatin1StringView(name))
                                                    : QStringList();
        }
    };
    add(plan.omissions, "left out");
    add(plan.optional, "optional");
    add(plan.bounds, "bounds");
    lists += QStringList(plan.conda.count(requirement), QStringLiteral("conda"));
    return lists;
}

using Files = QVector<QPair<QByteArray, QByteArray>>;

} // namespace

void TestInstallPlan::nothingIsLost_data()
{
    QTest::addColumn<Files>("files");
    QTest::addColumn<QString>("requirement"); // as it stands in its list
    QTest::addColumn<QString>("list");
    const auto row = [](const char* requirement, const char* list, const Files& files) {
        const auto lines = QString::fromUtf8(files.constFirst().second).split(u'\n');
        QTest::addRow("%s of %s", requirement, qPrintable(lines.constFirst()))
            << files << QString::fromUtf8(requirement) << QString::fromUtf8(list);
    };
    const auto pip = [&](const char* line, const char* list, const char* as = "") {
        row(*as == 0 ? line : as, list, {{"requirements.txt", QByteArray(line) + '\n'}});
        // The same beside others, from a file that is included, and from conda's list for pip.
        row(*as == 0 ? line : as, list,
            {{"requirements.txt", "# first\nscipy\n-r more.txt\n"},
             {"more.txt", QByteArray(line) + "\nscipy\n"}});
        if (!QByteArray(line).contains('\n') && !QByteArray(line).contains('\\')) {
            row(*as == 0 ? line : as, list,
                {{"setup.py", "setup(name='x')\n"},
                 {"environment.yml", "dependencies:\n  - pip:\n    - " + QByteArray(line) + '\n'}});
        }
    };
    pip("einops", "packages");
    pip("einops >= 0.8", "packages", "einops>=0.8");
    pip("numpy==1.26 \\\n    --hash=sha256:abc", "packages", "numpy==1.26");
    pip("x[a,b]>=1 ; python_version > '3'", "packages");
    pip("x ; sys_platform == 'win32'", "left out");
    pip("-e git+https://github.com/NVIDIA/apex.git#egg=apex", "source");
    pip("--editable=git+ssh://git@example.org/my-lib.git@v1", "source",
        "-e git+ssh://git@example.org/my-lib.git@v1");
    pip("git+https://github.com/Dao-AILab/flash-attention@v2.5.8", "source");
    pip("git+https://example.org/plain.git", "packages");
    pip("plain @ git+https://example.org/plain.git", "packages");
    pip("https://example.org/plain-1.0-py3-none-any.whl", "packages");
    pip("https://example.org/torch-2.3.0%2Bcu121-cp310.whl", "left out");
    pip("https://example.org/dgl-1.1.3+cu118-cp310.whl", "left out");
    pip("./local_pkg", "source");
    pip("-e libs/local", "source", "-e ./libs/local");
    pip("-e ./libs/../local[dev]", "source", "-e ./local[dev]");
    pip("../beside", "left out");
    pip("/opt/there", "left out");
    pip("./wheels/x-1.0-py3-none-any.whl", "source");
    pip("two words", "left out");
    pip("spconv-cu120", "left out");
    pip("dgl==1.1.3+cu118", "left out");
    pip("tensorflow[and-cuda]==2.16.1", "left out");
    pip("torch==2.3.0", "left out");
    pip("torch>=99", "left out");
    pip("torch>=2.0,<2.2", "left out");
    pip("torchvision>=0.15", "left out");
    pip("triton", "left out");
    row("-e .[gpu]", "left out",
        {{"requirements.txt", "-e .[gpu]\n"}, {"setup.py", "setup(name='x')\n"}});
    row("einops==0.7", "left out",
        {{"requirements.txt", "einops==0.7\n"},
         {"setup.py", "setup(install_requires=['einops>=0.8'])\n"}});
    row("einops", "packages",
        {{"requirements.txt", "einops\n"}, {"setup.py", "setup(install_requires=['einops'])\n"}});
    row("numpy<2", "bounds",
        {{"requirements.txt", "numpy\n-c limits.txt\n"},
         {"limits.txt", "numpy<2\ntorch==2.3.0\n"}});
    row("torch==2.3.0", "left out",
        {{"requirements.txt", "numpy\n-c limits.txt\n"},
         {"limits.txt", "numpy<2\ntorch==2.3.0\n"}});
    row("https://download.pytorch.org/whl/cu121", "left out",
        {{"requirements.txt", "--index-url https://download.pytorch.org/whl/cu121\nnumpy\n"}});
    const Files setup = {{"setup.py", "setup(install_requires=['apex @ git+https://x.y/apex',\n"
                                      "  './vendor/lib'], extras_require={'dev': ['pytest']},\n"
                                      "  setup_requires=['ninja'])\n"},
                         {"environment.yml", "channels: [nvidia]\ndependencies:\n  - python=3.10\n"
                                             "  - conda-forge::lib>=2\n  - pytorch-cuda=12.1\n"}};
    row("apex @ git+https://x.y/apex", "source", setup);
    row("./vendor/lib", "source", setup);
    row("pytest", "optional", setup);
    row("ninja", "build", setup);
    row("python=3.10", "conda", setup);
    row("conda-forge::lib>=2", "conda", setup);
    row("pytorch-cuda=12.1", "left out", setup);
    const Files torch = {{"environment.yml",
                          "dependencies:\n  - pytorch=2.3\n  - torchvision=0.15\n"
                          "  - pytorch::torchaudio\n  - triton\n  - numpy\n"},
                         {"requirements.txt", "einops\n"}};
    row("pytorch=2.3", "left out", torch);
    row("torchvision=0.15", "left out", torch);
    row("pytorch::torchaudio", "left out", torch);
    row("triton", "left out", torch);
    row("numpy", "conda", torch);
    row("lib=2", "conda",
        {{"environment.yml", "dependencies: [python=3.10, \"lib=2\"]\n"},
         {"requirements.txt", "numpy\n"}});
    const Files quotes = {
        {"environment.yml", "dependencies: [python=3.10, \"scipy>=1,<2\", 'a[b,c]>1,<3' , d]\n"},
        {"requirements.txt", "numpy\n"}};
    row("python=3.10", "conda", quotes);
    row("scipy>=1,<2", "conda", quotes);
    row("a[b,c]>1,<3", "conda", quotes);
    row("d", "conda", quotes);
    const Files below = {
        {"requirements.txt", "-r requirements/base.txt\n"},
        {"requirements/base.txt", "-e .\n./libs/foo\n./near\n./both\n./nowhere\n-e ../up\n"},
        {"setup.py", "setup(name='x')\n"},
        {"libs/foo/setup.py", "setup(name='foo')\n"},
        {"requirements/near/setup.py", "setup(name='near')\n"},
        {"both/setup.py", "setup(name='both')\n"},
        {"requirements/both/setup.py", "setup(name='both')\n"},
        {"up/setup.py", "setup(name='up')\n"}};
    row("-e .", "left out", below);
    row("./libs/foo", "source", below);
    row("./requirements/near", "source", below);
    row("./both", "source", below);
    row("./nowhere", "source", below);
    row("-e ./up", "source", below);
    const Files markers = {{"requirements.txt", "numpy<2 ; python_version < \"3.12\"\n"
                                                "numpy>=2 ; python_version >= \"3.12\"\n"
                                                "einops<1 ; python_version < \"3.12\"\neinops\n"}};
    row("numpy<2 ; python_version < \"3.12\"", "packages", markers);
    row("numpy>=2 ; python_version >= \"3.12\"", "packages", markers);
    row("einops<1 ; python_version < \"3.12\"", "packages", markers);
    row("einops", "left out", markers);
    row("git+https://github.com/pytorch/vision.git@v0.15", "left out",
        {{"requirements.txt", "git+https://github.com/pytorch/vision.git@v0.15\n"}});
}

/// Every requirement of the manifests that are read is in exactly one list of the plan.
void TestInstallPlan::nothingIsLost()
{
    QFETCH(Files, files);
    QFETCH(QString, requirement);
    QFETCH(QString, list);
    const InstallPlan plan = installPlanOf(files);
    const QStringList lists = listsWith(plan, requirement);
    const QByteArray json = installJson(plan);
    QCOMPARE(lists, QStringList(list));
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    const auto count = [&](const char* name) {
        return object.value(QLatin1StringView(name)).toArray().size();
    };
    QCOMPARE(count("leftOut"), plan.omissions.size());
    QCOMPARE(count("optional"), plan.optional.size());
    QCOMPARE(count("bounds"), plan.bounds.size());
    QCOMPARE(count("conda"), plan.conda.size());
    QCOMPARE(installMarkdown(plan).contains("## Of extras and groups"), !plan.optional.isEmpty());
    QVERIFY2(!plan.notes.join(u' ').contains(QStringLiteral("not in the repository")), json);
}

void TestInstallPlan::readsAddresses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("egg") << QByteArray("git+https://x/y.git#egg=My_Lib-1.2&subdirectory=a")
                         << QByteArray("my-lib");
    QTest::newRow("branch") << QByteArray("git+https://x/my.lib.git@feature/z")
                            << QByteArray("my-lib");
    QTest::newRow("user") << QByteArray("git+ssh://git@x/y@v1") << QByteArray("y");
    const auto own = [](const char* tag, const char* place, const char* name) {
        QTest::newRow(tag) << QByteArray(place) << QByteArray(name);
    };
    own("torch", "git+https://github.com/pytorch/pytorch@main", "torch");
    own("torchvision", "git+ssh://git@github.com:pytorch/vision.git", "torchvision");
    own("torchaudio", "git+https://github.com/pytorch/audio.git@v2.0#x=y", "torchaudio");
    own("another's vision", "git+https://github.com/x/vision.git", "vision");
    QTest::newRow("wheel") << QByteArray("https://x/my_lib-1.0-py3-none-any.whl#sha256=a")
                           << QByteArray("my-lib");
    QTest::newRow("archive") << QByteArray("https://x/my-lib-1.0.tar.gz") << QByteArray("my-lib");
    QTest::newRow("page") << QByteArray("https://x/y") << QByteArray();
    QTest::newRow("bare") << QByteArray("git+") << QByteArray();
}

void TestInstallPlan::readsAddresses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, name);
    QCOMPARE(install::readPlaced(text).name, name);
}

QTEST_GUILESS_MAIN(TestInstallPlan)
#include "tst_installplan.moc"
