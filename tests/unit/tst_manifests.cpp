#include "core/rules/manifests/installcommands.h"
#include "core/rules/manifests/requirement.h"
#include "tests/unit/manifestanalysis.h"

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
    void textsBeside();
    void allocatorLines();
    void stepsAreExact();
    void markers_data();
    void markers();
    void lockFiles();
    void commands_data();
    void commands();
    void installs_data();
    void installs();
    void readersAreNamed();
    void pythonBounds_data();
    void pythonBounds();
    void jaxBesideTorch();
    void survivesAnyText();
};

void TestManifests::initTestCase()
{
    QVERIFY(RuleSet::load().problems.isEmpty());
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
        list({"3:nvidia", "6:pytorch-cuda=12.4", "7:cudatoolkit", "10:torch==2.5.1",
              "11:https://download.pytorch.org/whl/cu124"}));
    row("setup.py", "setup.py", Language::Python,
        "from setuptools import setup\n# torch==1\nsetup(\n    install_requires=[\n"
        "        \"torch==2.5.1\",\n        \"numpy\",\n    ],\n"
        "    extras_require={\"gpu\": [\"jax[cuda12]\"]},\n    description=\"torch==2 is "
        "fine\",\n)\n",
        list({"5:torch==2.5.1", "8:jax[cuda12]"}));
    row("requirements joined", "requirements/cuda.txt", Language::Requirements,
        "torch==2.5.1 \\\n    --hash=sha256:00 \\\n    --hash=sha256:11\n"
        "--extra-index-url=https://download.pytorch.org/whl/nightly/cu128\n"
        "-f https://data.pyg.org/whl/torch-2.5.0+cu124.html\n"
        "flash-attn @ https://example.org/flash_attn-2.7.4+cu12torch2.5-cp311.whl\n"
        "xformers==0.0.29\nonnxruntime-gpu\ntensorflow[and-cuda]>=2.16\nfaiss-gpu-cu12\n",
        list({"1:torch==2.5.1", "4:https://download.pytorch.org/whl/nightly/cu128",
              "5:https://data.pyg.org/whl/torch-2.5.0+cu124.html",
              "6:flash-attn @ https://example.org/flash_attn-2.7.4+cu12torch2.5-cp311.whl",
              "7:xformers==0.0.29", "8:onnxruntime-gpu", "9:tensorflow[and-cuda]>=2.16",
              "10:faiss-gpu-cu12"}));
    row("requirements of others", "requirements-rocm.txt", Language::Requirements, "torch==2.5.1\n",
        {});
    row("requirements elsewhere", "requirements.txt", Language::Requirements,
        "torch==2.5.1; sys_platform == 'darwin'\n"
        "torch==2.5.1; platform_system == \"Windows\" and python_version < '3.12'\n"
        "torch==2.5.1; platform_machine == 'aarch64'\n"
        "torch==2.5.1; sys_platform != 'darwin' or extra == 'x'\n",
        list({"4:torch==2.5.1"}));
    row("dependency groups", "pyproject.toml", Language::Toml,
        "[dependency-groups]\ngpu = [\"torch==2.5.1\", {include-group = \"x\"}]\n"
        "[tool.uv]\nconstraint-dependencies = [\"torch==2.4\"]\n[tool.uv.sources]\n"
        "torch = { index = \"pytorch-cu124\" }\n"
        "flash = { url = \"https://download.pytorch.org/whl/cu124/flash.whl\" }\n"
        "[[tool.pdm.source]]\nurl = \"https://download.pytorch.org/whl/cu121\"\n"
        "[tool.poetry.group.dev.dependencies]\ntorch = [ { version = \"2.5.1\", platform = "
        "\"linux\" }, { version = \"2.4.1\", platform = \"darwin\" } ]\n",
        list({"2:torch==2.5.1", "4:torch==2.4",
              "7:https://download.pytorch.org/whl/cu124/flash.whl",
              "9:https://download.pytorch.org/whl/cu121", "11:torch==2.5.1"}));
    row("setup.py lists", "setup.py", Language::Python,
        "from setuptools import setup\nCORE = [\n    'torch==2.4.0',\n]\nGPU = ['cupy-cuda12x']\n"
        "setup(install_requires=CORE + ['numpy'], extras_require={'gpu': GPU},\n"
        "      classifiers=['Programming Language :: Python'])\n",
        list({"3:torch==2.4.0", "5:cupy-cuda12x"}));
    row("setup.cfg files", "setup.cfg", Language::SetupCfg,
        "[options]\ninstall_requires = file: requirements.txt\ntests_require =\n  torch==2.5.1\n",
        list({"4:torch==2.5.1"}));
    row("conda channel only", "environment.yml", Language::Yaml,
        "channels:\n  - nvidia\n  - conda-forge\ndependencies:\n  - python=3.10\n  - numpy\n", {});
    row("conda build", "conda/env.yaml", Language::Yaml,
        "channels:\n- pytorch\ndependencies:\n- pytorch::pytorch=2.5=py3.11_cuda12.4*\n"
        "- nvidia::cuda-nvcc\n",
        list({"2:pytorch", "4:pytorch::pytorch=2.5=py3.11_cuda12.4*", "5:nvidia::cuda-nvcc"}));
    row("pip compiled", "requirements.txt", Language::Requirements,
        "#\n# This file is autogenerated by pip-compile\nnvidia-nccl-cu12==2.21\n    # via "
        "torch\ntorch==2.5.1\n",
        list({"3:2 CUDA packages"}));
    row("dockerfile", "Dockerfile", Language::Dockerfile,
        "FROM ubuntu\nRUN --mount=type=cache,target=/c pip3 install \\\n    # why\n"
        "    torch==2.5.1 torchvision==0.20.1 \\\n    numpy\n"
        "ENV PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cu124\n",
        list({"4:torch==2.5.1", "6:https://download.pytorch.org/whl/cu124"}));
    row("shell", "scripts/install.sh", Language::Shell,
        "#!/bin/sh\n# pip install torch==2\npython3 -m pip install -U \"torch==${TORCH}\" && "
        "echo pip install torch==3\nuv pip install torch --index-url "
        "https://download.pytorch.org/whl/cu121\npip install torch --index-url "
        "https://download.pytorch.org/whl/cpu\nconda install -y pytorch-cuda=12.1\n",
        list({"3:torch==${TORCH}", "4:https://download.pytorch.org/whl/cu121",
              "6:pytorch-cuda=12.1"}));
    row("workflow", ".github/workflows/test.yml", Language::Yaml,
        "jobs:\n  a:\n    steps:\n      - run: pip install torch==2.1\n      - run: |\n"
        "          pip install nvidia-cublas-cu12 \\\n            numpy\n",
        list({"4:torch==2.1", "6:nvidia-cublas-cu12"}));
    row("readme", "README.md", Language::Markdown,
        "# Install\nRun `pip install torch==1`.\n```bash\n$ pip install torch==2.1\n```\n"
        "## AMD ROCm\n```bash\npip install torch==2.2\n```\n## More\n```python\npip install "
        "torch==2.3\n```\n",
        list({"4:torch==2.1"}));
    row("notebook", "a.ipynb", Language::Notebook,
        "{\"cells\": [{\"source\": [\n    \"!pip install torch==2.1\\n\",\n    \"x\"\n]}]}\n",
        list({"2:torch==2.1"}));
    row("makefile", "Makefile", Language::Make,
        "deps:\n\t@$(PYTHON) -m pip install torch==2.1\n\nX = pip install torch==2.2\n",
        list({"2:torch==2.1"}));
    row("other python", "x.py", Language::Python, "a = [\"torch==2.5.1\"]\n", {});
}

void TestManifests::finds()
{
    QFETCH(QByteArray, name);
    QFETCH(Language, language);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    const FileAnalysis analysis = analyseAs(name, language, text);
    QStringList said;
    for (const Finding& finding : analysis.findings) {
        if (finding.ruleId != u"deps-cuda-pin") {
            continue;
        }
        said.append(QStringLiteral("%1:%2").arg(finding.line).arg(finding.symbol));
        QVERIFY(!finding.wayOut.isEmpty());
        QVERIFY2(!finding.wayOut.contains(u'{') && !finding.message.contains(QStringLiteral("{n")),
                 qPrintable(finding.message + finding.wayOut));
        QVERIFY2(finding.message.size() > finding.symbol.size() + 10, qPrintable(finding.message));
    }
    QCOMPARE(said, found);
    QVERIFY(analysis.hunks.isEmpty());
}

/// What a text about examples, documents and the like says to install is to know; the same in the
/// project's own text or in a file that a build may follow is work.
void TestManifests::textsBeside()
{
    const QByteArray text = "```bash\npip install torch==2.1\n```\n";
    const auto severityOf = [&](const QByteArray& path) {
        const FileAnalysis analysis = analyseAs(path, Language::Markdown, text);
        return analysis.findings.isEmpty() ? Severity::Info : analysis.findings.first().severity;
    };
    QVERIFY(severityOf("README.md") != Severity::Info);
    QVERIFY(severityOf("pkg/docs.md") != Severity::Info);
    for (const char* path : {"examples/README.md", "docs/install.md", "a/Papers/x.md", "blog/a.md",
                             "contrib/b/c.md", "recipe/README.md"}) {
        QCOMPARE(severityOf(path), Severity::Info);
        QCOMPARE(said(analyseAs(path, Language::Markdown, text), "deps-cuda-pin").size(), 1);
    }
    const FileAnalysis script =
        analyseAs("docs/install.sh", Language::Shell, "pip install torch==2.1\n");
    QCOMPARE(script.findings.size(), 1);
    QVERIFY(script.findings.first().severity != Severity::Info);
}

void TestManifests::allocatorLines()
{
    const FileAnalysis docker = analyseAs("Dockerfile", Language::Dockerfile,
                                          "FROM x\n# ENV PYTORCH_CUDA_ALLOC_CONF=a\n"
                                          "ENV PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True,"
                                          "max_split_size_mb:128\n");
    QCOMPARE(docker.findings.size(), qsizetype(1));
    QCOMPARE(docker.findings.first().line, 3);
    QCOMPARE(docker.findings.first().severity, Severity::Critical);
    const FileAnalysis shell = analyseAs(
        "run.sh", Language::Shell,
        "export PYTORCH_CUDA_ALLOC_CONF='max_split_size_mb:64'\necho $PYTORCH_CUDA_ALLOC_CONF\n");
    QCOMPARE(shell.findings.size(), qsizetype(1));
    QCOMPARE(shell.findings.first().severity, Severity::Info);
}

void TestManifests::stepsAreExact()
{
    const FileAnalysis analysis =
        analyseAs("requirements.txt", Language::Requirements, "torch==2.5.1\n");
    const QString steps = analysis.findings.first().wayOut;
    QVERIFY(steps.contains(QStringLiteral("--no-deps")));
    QVERIFY(steps.contains(QStringLiteral("torch.version.hip")));
    QVERIFY(steps.contains(QStringLiteral("constraints")));
    QVERIFY(!steps.contains(u'{'));
}

void TestManifests::markers_data()
{
    QTest::addColumn<QByteArray>("marker");
    QTest::addColumn<bool>("may");
    const auto row = [](const char* marker, bool may) {
        QTest::newRow(marker) << QByteArray(marker) << may;
    };
    row("sys_platform == 'linux'", true);
    row("sys_platform == 'darwin'", false);
    row("'win' in sys_platform", false);
    row("'linux' in sys_platform", true);
    row("platform_system != 'Linux'", false);
    row("python_version < '3.8'", true);
    row("(sys_platform == 'darwin' and python_version > '3') or os_name == 'nt'", false);
    row("sys_platform == 'darwin' or extra == 'gpu'", true);
    row("platform_machine in 'x86_64 amd64'", true);
    row("sys_platform == 'darwin' and ((((", true); // cannot be read
    row("nonsense", true);
}

void TestManifests::markers()
{
    QFETCH(QByteArray, marker);
    QFETCH(bool, may);
    QCOMPARE(mayApply(marker), may);
}

void TestManifests::lockFiles()
{
    const FileAnalysis uv = analyseAs("uv.lock", Language::Toml,
                                      "version = 1\n[[package]]\nname = \"nvidia-cublas-cu12\"\n"
                                      "version = \"12.4\"\n\n[[package]]\nname = \"torch\"\n"
                                      "version = \"2.5.1\"\n[[package]]\nname = \"numpy\"\n"
                                      "version = \"1\"\n");
    QCOMPARE(said(uv, "deps-cuda-pin"), QStringList(QStringLiteral("7:2 CUDA packages")));
    QVERIFY(uv.findings.first().message.contains(QStringLiteral("nvidia-cublas-cu12 12.4")));
    QCOMPARE(said(analyseAs("Pipfile.lock", Language::Json,
                            "{\n \"default\": {\n  \"torch\": {\n   \"hashes\": [],\n"
                            "   \"version\": \"==2.5.1\"\n  }\n }\n}\n"),
                  "deps-cuda-pin"),
             QStringList(QStringLiteral("3:1 CUDA packages")));
    QVERIFY(analyseAs("poetry.lock", Language::Toml,
                      "[[package]]\nname = \"torch\"\nversion = \"2.5.1+rocm6.2\"\n")
                .findings.isEmpty());
}

void TestManifests::commands_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("installs"); // tool: requirements | files | folders [keeps]
    const auto row = [](const char* text, const char* installs) {
        QTest::newRow(text) << QByteArray(text) << QString::fromUtf8(installs);
    };
    row("pip install -e .", "pip: | | .");
    row("pip install -e '.[dev]' numpy", "pip: numpy | | .");
    row("sudo -H pip3.11 install --no-deps -r a.txt -rb.txt", "pip: | a.txt b.txt |  keeps");
    row("python -m pip install --user ./sub/", "pip: | | ./sub/");
    row("PIP_CONSTRAINT=c.txt pip install .", "pip: | | . keeps");
    row("uv pip install --system --torch-backend=cu128 vllm", "uv: vllm | |");
    row("uv sync --extra gpu", "uv: | | .");
    row("uv run --extra gpu train.py", "uv: | | .");
    row("uv run --no-sync train.py", "uv: | | . keeps");
    row("UV_NO_SYNC=1 uv run train.py", "uv: | | . keeps");
    row("uv runs everywhere", "");
    row("cd x; (python setup.py develop)", "setup.py: | | .");
    row("pip install 'a>=1' > log 2>&1", "pip: a>=1 | |");
    row("pip download torch", "");
    row("echo pip install -e .", "");
    row("pip install git+https://github.com/a/b.git -c c.txt",
        "pip: git+https://github.com/a/b.git | |  keeps");
}

void TestManifests::commands()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, installs);
    QString got;
    const auto words = [](const std::vector<ShellWord>& list) {
        QByteArrayList texts;
        for (const ShellWord& word : list) {
            texts.append(word.text);
        }
        return QString::fromUtf8(texts.join(' '));
    };
    for (const InstallCommand& one :
         installCommands(shellCommands({text.constData(), size_t(text.size())}))) {
        got += QStringLiteral("%1: %2 | %3 | %4%5")
                   .arg(QString::fromUtf8(one.tool), words(one.requirements), words(one.files),
                        words(one.folders), one.keepsTorch ? QStringLiteral(" keeps") : QString());
    }
    QCOMPARE(got.simplified(), installs.simplified());
}

void TestManifests::installs_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found");
    QTest::addColumn<int>("severity");
    const auto row = [](const char* tag, const char* name, const char* text, const char* found,
                        Severity severity) {
        QTest::newRow(tag) << QByteArray(name) << QByteArray(text)
                           << (*found == 0 ? QStringList() : QStringList(QString::fromUtf8(found)))
                           << int(severity);
    };
    row("editable", "README.md", "```\npip install -e .\n```\n", "2:pip install -e .",
        Severity::Critical);
    row("docker", "docker/Dockerfile", "FROM x\nRUN pip install .\n", "2:pip install .",
        Severity::Critical);
    row("loose", "docs/a.md", "```sh\npip install -r loose.txt\n```\n",
        "2:pip install -r loose.txt", Severity::Warning);
    row("upgrade", "a.sh", "pip install -U -r loose.txt\n", "1:pip install -U -r loose.txt",
        Severity::Critical);
    row("harmless", "a.sh", "pip install -r docs/requirements.txt\n", "", Severity::Info);
    row("protected", "a.sh", "pip install --no-build-isolation --no-deps -e .\n", "",
        Severity::Info);
    row("lock", "Makefile", "all:\n\tpoetry install --with dev\n", "2:poetry install --with dev",
        Severity::Critical);
    row("workflow", ".github/workflows/x.yml", "      - run: pip install -e .[test]\n",
        "1:pip install -e .[test]", Severity::Critical);
    row("rocm", "docker/Dockerfile.rocm", "FROM x\nRUN pip install .\n", "", Severity::Info);
}

void TestManifests::installs()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    QFETCH(int, severity);
    const FileAnalysis analysis = analyseBeside(
        name, text,
        {{"pyproject.toml", "[project]\nname = \"x\"\ndependencies = [\"torch==2.5.1\"]\n"},
         {"requirements/loose.txt", "torch>=2\n"},
         {"docs/requirements.txt", "sphinx\n"}});
    QCOMPARE(said(analysis, "deps-editable-install"), found);
    if (!found.isEmpty()) {
        const Finding& finding = analysis.findings.first();
        QCOMPARE(int(finding.severity), severity);
        QVERIFY2(finding.wayOut.contains(QStringLiteral("rocm-constraints.txt")) &&
                     !finding.wayOut.contains(QStringLiteral("{c")),
                 qPrintable(finding.wayOut));
        QVERIFY2(!finding.message.contains(u'{'), qPrintable(finding.message));
    }
}

void TestManifests::readersAreNamed()
{
    const FileAnalysis analysis = analyseBeside(
        "requirements/base.txt", "torch==2.5.1\n",
        {{"requirements/base.txt", "torch==2.5.1\n"},
         {"requirements/gpu.txt", "# x\n-r base.txt\n"},
         {"setup.py", "from setuptools import setup\nsetup(install_requires=read('gpu.txt'))\n"}});
    QCOMPARE(analysis.findings.size(), qsizetype(1));
    QVERIFY2(analysis.findings.first().message.contains(
                 QStringLiteral("The file is read by `requirements/gpu.txt:2`, `setup.py:2`.")),
             qPrintable(analysis.findings.first().message));
}

void TestManifests::pythonBounds_data()
{
    QTest::addColumn<QByteArray>("bound");
    QTest::addColumn<QString>("refused");
    const auto row = [](const char* bound, const char* refused) {
        QTest::newRow(bound) << QByteArray(bound) << QString::fromUtf8(refused);
    };
    row(">=3.8", "");
    row(">=3.11", "3.10");
    row(">=3.9,<3.12", "3.12");
    row(">= 3.9, <= 3.12", "");
    row("^3.11", "3.10");
    row("~=3.10", "");
    row("==3.11.*", "3.10 and 3.12");
    row(">=3.10,<4,!=3.11.1", "");
    row(">3.12", "3.10");
}

void TestManifests::pythonBounds()
{
    QFETCH(QByteArray, bound);
    QFETCH(QString, refused);
    const FileAnalysis analysis = analyseAs("pyproject.toml", Language::Toml,
                                            "[project]\nrequires-python = \"" + bound + "\"\n");
    if (refused.isEmpty()) {
        QVERIFY(analysis.findings.isEmpty());
        return;
    }
    QCOMPARE(analysis.findings.size(), qsizetype(1));
    QCOMPARE(analysis.findings.first().ruleId, QStringLiteral("deps-requires-python"));
    QVERIFY(analysis.findings.first().message.contains(QStringLiteral("Python %1,").arg(refused)));
    QCOMPARE(
        said(analyseAs("setup.py", Language::Python,
                       "from setuptools import setup\nsetup(python_requires='" + bound + "')\n"),
             "deps-requires-python")
            .size(),
        qsizetype(1));
}

void TestManifests::jaxBesideTorch()
{
    QCOMPARE(said(analyseAs("requirements.txt", Language::Requirements, "jax\ntorch\n"),
                  "deps-jax-mixed"),
             QStringList(QStringLiteral("1:jax")));
    QVERIFY(said(analyseAs("requirements.txt", Language::Requirements, "jax\nnumpy\n"),
                 "deps-jax-mixed")
                .isEmpty());
    const FileAnalysis other =
        analyseBeside("pyproject.toml", "[project.optional-dependencies]\njax = [\"flax>=0.8\"]\n",
                      {{"requirements.txt", "torch\n"}});
    QCOMPARE(said(other, "deps-jax-mixed"), QStringList(QStringLiteral("2:flax>=0.8")));
    QVERIFY(other.findings.first().message.contains(QStringLiteral("in `requirements.txt`")));
    QVERIFY(other.findings.first().message.contains(QStringLiteral("It is optional")));
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
             {Language::Requirements, Language::Toml, Language::SetupCfg, Language::Yaml,
              Language::Dockerfile, Language::Shell, Language::Markdown, Language::Notebook}) {
            const FileAnalysis analysis =
                analyseAs(language == Language::Toml ? "pyproject.toml" : "env", language, text);
            for (const Finding& finding : analysis.findings) {
                QVERIFY(finding.range.begin >= 0 && finding.range.end <= text.size() &&
                        finding.range.begin <= finding.range.end);
            }
        }
    }
    QVERIFY(analyseAs("x.toml", Language::Toml, "torch = " + QByteArray(100000, '['))
                .findings.isEmpty());
}

QTEST_GUILESS_MAIN(TestManifests)
#include "tst_manifests.moc"
