#include "core/rules/packs/rulepack.h"
#include "tests/unit/manifestanalysis.h"

#include <QRegularExpression>
#include <QTest>

using namespace rocport;

namespace {

using Manifests = QVector<QPair<QByteArray, QByteArray>>;

FileAnalysis analyse(const QByteArray& name, const QByteArray& text, const Manifests& others = {})
{
    TargetSettings target;
    target.torch = {2, 14};
    return analyseBeside(name, text, others, target);
}

} // namespace

/// What is advised for images, commands and settings of scripts.
class TestManifestAdvice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void imageTags();
    void uvRun();
    void allocatorLines();
    void wheels_data();
    void wheels();
    void siteCopies_data();
    void siteCopies();
    void cudaVariables_data();
    void cudaVariables();
    void packVariables();
};

void TestManifestAdvice::initTestCase()
{
    QVERIFY(RuleSet::load().problems.isEmpty());
}

/// Only tags that exist are named: none is put together from versions.
void TestManifestAdvice::imageTags()
{
    for (const char* image :
         {"nvidia/cuda:12.4.1-devel-ubuntu22.04", "nvidia/cuda:12.4.1-base-ubuntu24.04",
          "nvidia/cuda:12.4.1-devel-rockylinux8", "pytorch/pytorch:2.5.1-cuda12.4-cudnn9-devel",
          "nvcr.io/nvidia/modulus:24.1", "vllm/vllm-openai:v0.6"}) {
        const FileAnalysis analysis = analyse("Dockerfile", "FROM " + QByteArray(image) + "\n");
        QVERIFY2(!analysis.findings.isEmpty(), image);
        static const QRegularExpression tag(
            QStringLiteral("\\brocm/[a-z0-9.-]+:([A-Za-z0-9._-]*[A-Za-z0-9])"));
        const Finding& finding = analysis.findings.first();
        auto match = tag.globalMatch(finding.message + u' ' + finding.wayOut);
        while (match.hasNext()) {
            QCOMPARE(match.next().captured(1), QStringLiteral("latest"));
        }
    }
    const FileAnalysis pytorch =
        analyse("Dockerfile", "FROM pytorch/pytorch:2.5.1-cuda12.4-devel\n");
    QVERIFY(pytorch.findings.first().message.contains(
        QStringLiteral("where there is a tag for ROCm 10.1 and torch 2.14, take that")));
}

/// `uv run` makes the environment what the lock file says before it runs anything.
void TestManifestAdvice::uvRun()
{
    const QVector<QPair<QByteArray, QByteArray>> project = {
        {"pyproject.toml", "[project]\nname = \"x\"\ndependencies = [\"torch\"]\n"}};
    const FileAnalysis analysis =
        analyse("README.md", "```\nuv run train.py\nuv run eval.py\n```\n", project);
    QCOMPARE(said(analysis, "deps-editable-install"),
             QStringList({QStringLiteral("2:uv run train.py")}));
    QVERIFY(
        analysis.findings.first().wayOut.contains(QStringLiteral("`uv run --no-sync train.py`")));
    QVERIFY(said(analyse("run.sh", "uv run --no-sync train.py\n", project), "deps-editable-install")
                .isEmpty());
}

/// A script is told the same value as code and probe.
void TestManifestAdvice::allocatorLines()
{
    const FileAnalysis analysis =
        analyse("run.sh", "export PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb:128,"
                          "expandable_segments:True\n");
    QCOMPARE(analysis.findings.size(), qsizetype(1));
    QVERIFY2(analysis.findings.first().wayOut.contains(
                 QStringLiteral("`PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb:128`")),
             qPrintable(analysis.findings.first().wayOut));
}

void TestManifestAdvice::wheels_data()
{
    QTest::addColumn<QString>("rocm");
    QTest::addColumn<QString>("says");
    QTest::newRow("of PyTorch") << QStringLiteral("7.2")
                                << QStringLiteral("PyTorch's index for it "
                                                  "(`https://download.pytorch.org/whl/rocm7.2`)");
    QTest::newRow("patch release")
        << QStringLiteral("7.14.1") << QStringLiteral("https://download.pytorch.org/whl/rocm7.14`");
    QTest::newRow("of AMD") << QStringLiteral("10.1")
                            << QStringLiteral("AMD's index (`https://repo.amd.com/rocm/"
                                              "whl-multi-arch/`, with `rocm==10.1.*` and "
                                              "`torch[device-gfx942]`; PyTorch's own is known up "
                                              "to ROCm 7.14)");
    QTest::newRow("not known") << QStringLiteral("10.2")
                               << QStringLiteral(
                                      "though wheels of that release were not seen there");
}

/// No address is put together for a release of which nobody knows one.
void TestManifestAdvice::wheels()
{
    QFETCH(QString, rocm);
    QFETCH(QString, says);
    TargetSettings target;
    target.rocm = Version::parse(rocm).value_or(Version());
    const FileAnalysis analysis = analyseBeside("requirements.txt", "torch==2.5.1\n", {}, target);
    QCOMPARE(analysis.findings.size(), qsizetype(1));
    const QString& wayOut = analysis.findings.first().wayOut;
    QVERIFY2(wayOut.contains(says), qPrintable(wayOut));
    QVERIFY(!wayOut.contains(u'{') && !wayOut.contains(u"whl/rocm10"));
}

void TestManifestAdvice::siteCopies_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found");
    const auto row = [](const char* tag, const char* name, const char* text,
                        const QStringList& found) {
        QTest::newRow(tag) << QByteArray(name) << QByteArray(text) << found;
    };
    row("docker", "Dockerfile",
        "FROM x\nCOPY a.py /usr/local/lib/python3.10/site-packages/torch/a.py\n"
        "RUN cp -r b /opt/conda/lib/python3.10/site-packages/torch/\nCOPY site-packages /src\n",
        {QStringLiteral("2:/usr/local/lib/python3.10/site-packages/torch/a.py")});
    row("printed", "run.sh",
        "cp a.py $(python -c \"import site; print(site.getsitepackages()[0])\")/x\n",
        {QStringLiteral("1:$(…)")});
    row("reads", "run.sh",
        "ls /usr/lib/python3/dist-packages\ncp /usr/lib/python3/dist-packages/a.py here\n"
        "rm -r $SITE_PACKAGES/torch\n",
        {});
    row("document", "README.md",
        "Copy to site-packages.\n```bash\ncp a.py $SITE_PACKAGES/torch\n```\n",
        {QStringLiteral("3:$SITE_PACKAGES/torch")});
}

/// Copies into installed packages: one finding a file, with all places.
void TestManifestAdvice::siteCopies()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    const FileAnalysis analysis = analyse(name, text);
    QCOMPARE(said(analysis, "deps-site-copy"), found);
    if (name == "Dockerfile") {
        QCOMPARE(analysis.findings.first().places, 2);
    }
}

void TestManifestAdvice::cudaVariables_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found");
    const auto row = [](const char* tag, const char* name, const char* text,
                        const QStringList& found) {
        QTest::newRow(tag) << QByteArray(name) << QByteArray(text) << found;
    };
    row("several in a line", "ci.yml",
        "- run: |\n    CUDA_HOME=/usr/local/cuda MAX_JOBS=4 TORCH_CUDA_ARCH_LIST=\"8.0;9.0\" pip "
        "install x\n"
        "    export CUDA_HOME=/opt/cuda\n",
        {QStringLiteral("2:CUDA_HOME"), QStringLiteral("2:TORCH_CUDA_ARCH_LIST")});
    row("environment", "ci.yml", "env:\n  CUDACXX: /usr/bin/nvcc\n  CUDA_PATH: /cuda\n",
        {QStringLiteral("2:CUDACXX"), QStringLiteral("3:CUDA_PATH")});
    row("value below", "ci.yml",
        "env:\n  TORCH_CUDA_ARCH_LIST:\n    8.0\n  CUDAARCHS: \r\n    - 80\n"
        "  CUDA_HOME:  # here\n    /cuda\n",
        {QStringLiteral("2:TORCH_CUDA_ARCH_LIST"), QStringLiteral("4:CUDAARCHS"),
         QStringLiteral("6:CUDA_HOME")});
    row("list of containers", "ci.yml", "env:\n- name: CUDAARCHS\n  value: \"80\"\n",
        {QStringLiteral("2:CUDAARCHS")});
    row("without a value", "ci.yml",
        "env:\n  CUDA_HOME:\n  CUDA_PATH: ''\n  A: 1\nx:\n- run: CUDACXX= CUDAARCHS='' make\n", {});
    row("compared", "ci.yml", "- if: env.CUDA_HOME == '/cuda'\n  name: CUDA_PATH=/cuda\n", {});
    row("in lines of their own", "ci.yml", "env:\n  CUDAARCHS: |\n    80\n",
        {QStringLiteral("2:CUDAARCHS")});
    row("for cmake", "ci.yml", "- run: cmake -DCMAKE_CUDA_ARCHITECTURES=80 .\n",
        {QStringLiteral("1:CMAKE_CUDA_ARCHITECTURES")});
    row("handed on", "ci.yml",
        "env:\n  CUDA_HOME: ${{ env.CUDA_HOME }}\n  CUDA_PATH: \"${CUDA_PATH}\"\n", {});
    row("reads", "ci.yml",
        "- run: |\n    export PATH=$CUDA_HOME/bin:$PATH\nunset CUDA_HOME\n"
        "echo ${CUDA_HOME} $CUDA_HOME here\nX=$CUDA_HOME:$PATH\n# "
        "CUDA_HOME=/usr\nMY_CUDA_HOME=/usr\n",
        {});
    row("served", "ci.yml", "env:\n  CUDA_HOME: /usr/local/cuda\n  ROCM_HOME: /opt/rocm\n", {});
}

/// What scripts set for CUDA builds: one finding for each variable.
void TestManifestAdvice::cudaVariables()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    const FileAnalysis analysis = analyse(name, text);
    QCOMPARE(said(analysis, "build-cuda-environment"), found);
    for (const Finding& finding : analysis.findings) {
        QVERIFY2(!finding.message.contains(u'{') && !finding.wayOut.contains(u'{'),
                 qPrintable(finding.message + finding.wayOut));
    }
}

/// A pack's own rule about variables: one finding for each with `once`, none in a file with a word
/// of `unless`.
void TestManifestAdvice::packVariables()
{
    const QByteArray head =
        "format = 1\nname = \"t\"\n[[rule]]\nid = \"house-variables\"\nphase = 3\n"
        "severity = \"info\"\nlanguages = [\"shell\", \"yaml\"]\ntitle = \"T\"\n"
        "message = \"`{symbol}` {note}\"\nreason = \"R\"\n[rule.match]\nkind = \"builtin\"\n"
        "name = \"variable-lines\"\nlines = [\"HOUSE_GPU\", \"HOUSE_BUS\"]\n"
        "lines_way_out = \"Do {way}.\"\nwarnings = [\"HOUSE_BUS\"]\n"
        "notes = [{ symbol = \"HOUSE_GPU\", text = \"is one.\" },\n"
        " { symbol = \"HOUSE_GPU-way\", text = \"this\" }]\n";
    const auto found = [&](const QByteArray& more, const QByteArray& text) {
        const RulePack pack = parseRulePack(head + more, QStringLiteral("p.toml"));
        AnalysisContext context;
        QVector<Error> problems = pack.problems;
        context.rules = std::make_shared<const RuleSet>(RuleSet::of(pack.rules, problems));
        for (const Error& error : std::as_const(problems)) {
            qWarning("%s", qPrintable(error.detail));
        }
        return analyseFile(RepoPath("run.sh"), Language::Shell, SourceBuffer(text), context);
    };
    const QByteArray text =
        "export HOUSE_GPU=1 HOUSE_BUS=2\nHOUSE_GPU=true\nHOUSE_GPU=no\nHOUSE_BUS=1 x\n";
    const FileAnalysis each = found({}, text);
    QCOMPARE(said(each, "house-variables"),
             (QStringList{QStringLiteral("1:HOUSE_GPU"), QStringLiteral("2:HOUSE_GPU"),
                          QStringLiteral("4:HOUSE_BUS")}));
    QCOMPARE(each.findings.first().message, QStringLiteral("`HOUSE_GPU` is one."));
    QCOMPARE(each.findings.first().wayOut, QStringLiteral("Do this."));
    QCOMPARE(each.findings.first().severity, Severity::Info);
    QCOMPARE(each.findings.last().severity, Severity::Warning);
    const FileAnalysis once = found("once = true\nany_value = true\n", text);
    QCOMPARE(said(once, "house-variables"),
             (QStringList{QStringLiteral("1:HOUSE_GPU"), QStringLiteral("1:HOUSE_BUS")}));
    QCOMPARE(once.findings.first().places, 3);
    QCOMPARE(once.findings.last().places, 2);
    QVERIFY(found("unless = [\"HOUSE_ROCM\"]\n", "X=$HOUSE_ROCM\n" + text).findings.isEmpty());
    QCOMPARE(found("unless = [\"HOUSE_ROCM\"]\n", text).findings.size(), 3);
}

QTEST_GUILESS_MAIN(TestManifestAdvice)
#include "tst_manifestadvice.moc"
