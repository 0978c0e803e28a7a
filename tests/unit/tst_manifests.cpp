#include "core/rules/analyse.h"

#include <QTest>

using namespace rocport;

/// Dependency manifests: what pulls CUDA builds, and what does not.
class TestManifests : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void finds_data();
    void finds();
    void allocatorLines();
    void stepsAreExact();
    void survivesAnyText();

private:
    [[nodiscard]] FileAnalysis analyse(const QByteArray& name, Language language,
                                       const QByteArray& text) const;
    std::shared_ptr<const RuleSet> m_rules;
};

void TestManifests::initTestCase()
{
    RuleSet::LoadResult loaded = RuleSet::load();
    QVERIFY(loaded.problems.isEmpty());
    m_rules = std::make_shared<const RuleSet>(std::move(loaded.rules));
}

FileAnalysis TestManifests::analyse(const QByteArray& name, Language language,
                                    const QByteArray& text) const
{
    AnalysisContext context;
    context.rules = m_rules;
    return analyseFile(RepoPath(name), language, SourceBuffer(text), context);
}

void TestManifests::finds_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<Language>("language");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found"); // "line:symbol"
    const auto row = [](const char* tag, const char* name, Language language, const char* text,
                        const QStringList& found) {
        QTest::newRow(tag) << QByteArray(name) << language << QByteArray(text) << found;
    };
    const auto list = [](std::initializer_list<const char*> items) {
        QStringList result;
        for (const char* item : items) {
            result.append(QString::fromUtf8(item));
        }
        return result;
    };
    row("requirements", "requirements.txt", Language::Requirements,
        "# torch==1.0\n--extra-index-url https://download.pytorch.org/whl/cu124\n"
        "-r base.txt\ntorch==2.5.1 ; sys_platform == 'linux' # pinned\ntorchvision>=0.20\n"
        "nvidia-cublas-cu12==12.4.5.8 "
        "--hash=sha256:00\n\njax[cuda12]>=0.4\ncupy-cuda12x\nnumpy==1.26\n"
        "Torch == 2.4\ntorch==2.5.1+cu124\ntorch==2.5.1+rocm6.2\n",
        list({"2:https://download.pytorch.org/whl/cu124", "4:torch==2.5.1",
              "6:nvidia-cublas-cu12==12.4.5.8", "8:jax[cuda12]>=0.4", "9:cupy-cuda12x",
              "11:Torch == 2.4", "12:torch==2.5.1+cu124"}));
    row("requirements crlf", "requirements.txt", Language::Requirements,
        "\xef\xbb\xbftorch==2.1\r\nnumpy\r\n", list({"1:torch==2.1"}));
    row("requirements url", "requirements.txt", Language::Requirements,
        "torch @ https://download.pytorch.org/whl/cu121/torch-2.3.0.whl\n",
        list({"1:https://download.pytorch.org/whl/cu121/torch-2.3.0.whl"}));
    row("requirements fine", "requirements.txt", Language::Requirements,
        "torch>=2.1\ntorchmetrics==1.0\n--index-url https://download.pytorch.org/whl/rocm6.2\n"
        "--extra-index-url https://download.pytorch.org/whl/cpu\nnvidia\njax\n",
        {});
    row("pyproject", "pyproject.toml", Language::Toml,
        "[project]\nname = \"x\"\ndependencies = [\n  \"torch==2.5.1\", # why\n  \"numpy\",\n]\n"
        "[project.optional-dependencies]\ngpu = [\"jax[cuda12]\", 'nvidia-ml-py']\n"
        "[build-system]\nrequires = [\"setuptools\", \"torch==2.5.1+cu124\"]\n"
        "[[tool.uv.index]]\nname = \"torch\"\nurl = \"https://download.pytorch.org/whl/cu124\"\n"
        "[tool.poetry.dependencies]\ntorch = \"2.5.1\"\njax = { version = \"^0.4\", extras = "
        "[\"cuda12\"] }\ntorchvision = \"^0.20\"\n",
        list({"4:torch==2.5.1", "8:jax[cuda12]", "8:nvidia-ml-py", "10:torch==2.5.1+cu124",
              "13:https://download.pytorch.org/whl/cu124", "15:torch==2.5.1",
              "16:jax[cuda12,]^0.4"}));
    row("pyproject fine", "pyproject.toml", Language::Toml,
        "[project]\ndescription = \"torch==2.5.1 is what we like\"\ndependencies = [\"torch\"]\n",
        {});
    row("pyproject broken", "pyproject.toml", Language::Toml, "[project\ntorch==2\n", {});
    row("setup.cfg", "setup.cfg", Language::SetupCfg,
        "[metadata]\nname = torch==1\n[options]\ninstall_requires =\n    torch==2.5.1\n    numpy\n"
        "python_requires = >=3.9\n[options.extras_require]\ngpu =\n    cupy-cuda12x\nall = "
        "jax[cuda12]\n",
        list({"5:torch==2.5.1", "10:cupy-cuda12x", "11:jax[cuda12]"}));
    row("environment", "environment.yml", Language::Yaml,
        "name: x\nchannels:\n  - nvidia\ndependencies:\n  - python=3.10\n  - pytorch-cuda=12.4\n"
        "  - cudatoolkit\n  - pip\n  - pip:\n    - \"torch==2.5.1\"\n"
        "    - --extra-index-url https://download.pytorch.org/whl/cu124\n",
        list({"6:pytorch-cuda=12.4", "7:cudatoolkit", "10:torch==2.5.1",
              "11:https://download.pytorch.org/whl/cu124"}));
    row("setup.py", "setup.py", Language::Python,
        "from setuptools import setup\n# torch==1\nsetup(\n    install_requires=[\n"
        "        \"torch==2.5.1\",\n        \"numpy\",\n    ],\n"
        "    extras_require={\"gpu\": [\"jax[cuda12]\"]},\n    description=\"torch==2 is "
        "fine\",\n)\n",
        list({"5:torch==2.5.1", "8:jax[cuda12]"}));
    row("other python", "x.py", Language::Python, "a = [\"torch==2.5.1\"]\n", {});
}

void TestManifests::finds()
{
    QFETCH(QByteArray, name);
    QFETCH(Language, language);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    const FileAnalysis analysis = analyse(name, language, text);
    QStringList said;
    for (const Finding& finding : analysis.findings) {
        QCOMPARE(finding.ruleId, QStringLiteral("deps-cuda-pin"));
        said.append(QStringLiteral("%1:%2").arg(finding.line).arg(finding.symbol));
        QVERIFY(!finding.wayOut.isEmpty());
    }
    QCOMPARE(said, found);
    QVERIFY(analysis.hunks.isEmpty());
}

void TestManifests::allocatorLines()
{
    const FileAnalysis docker = analyse("Dockerfile", Language::Dockerfile,
                                        "FROM x\n# ENV PYTORCH_CUDA_ALLOC_CONF=a\n"
                                        "ENV PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True,"
                                        "max_split_size_mb:128\n");
    QCOMPARE(docker.findings.size(), qsizetype(1));
    QCOMPARE(docker.findings.first().line, 3);
    QCOMPARE(docker.findings.first().severity, Severity::Critical);
    const FileAnalysis shell = analyse(
        "run.sh", Language::Shell,
        "export PYTORCH_CUDA_ALLOC_CONF='max_split_size_mb:64'\necho $PYTORCH_CUDA_ALLOC_CONF\n");
    QCOMPARE(shell.findings.size(), qsizetype(1));
    QCOMPARE(shell.findings.first().severity, Severity::Info);
}

void TestManifests::stepsAreExact()
{
    const FileAnalysis analysis =
        analyse("requirements.txt", Language::Requirements, "torch==2.5.1\n");
    const QString steps = analysis.findings.first().wayOut;
    QVERIFY(steps.contains(QStringLiteral("--no-deps")));
    QVERIFY(steps.contains(QStringLiteral("torch.version.hip")));
    QVERIFY(steps.contains(QStringLiteral("constraints")));
    QVERIFY(!steps.contains(u'{'));
}

void TestManifests::survivesAnyText()
{
    quint32 state = 7;
    const QByteArray alphabet("torch==2+cu124[]\"'\n \t-#;{}=,/whl/\x80\xff", 38);
    for (int round = 0; round < 300; ++round) {
        QByteArray text;
        for (int i = 0; i < 200; ++i) {
            state = state * 1664525u + 1013904223u;
            text.append(alphabet.at(static_cast<int>((state >> 8) % 38)));
        }
        for (const Language language :
             {Language::Requirements, Language::Toml, Language::SetupCfg, Language::Yaml}) {
            const FileAnalysis analysis = analyse("x", language, text);
            for (const Finding& finding : analysis.findings) {
                QVERIFY(finding.range.begin >= 0 && finding.range.end <= text.size() &&
                        finding.range.begin <= finding.range.end);
            }
        }
    }
    QVERIFY(
        analyse("x.toml", Language::Toml, "torch = " + QByteArray(100000, '[')).findings.isEmpty());
}

QTEST_GUILESS_MAIN(TestManifests)
#include "tst_manifests.moc"
