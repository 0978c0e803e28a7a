#include "core/isolation/isolation.h"
#include "core/rules/analyse.h"
#include "testpaths.h"
#include "tests/support/builtinrules.h"

#include <QFile>
#include <QTest>

using namespace rocport;

/// setup.py and modules that build extensions: flags, libraries, folders.
class TestSetupRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void finds_data();
    void finds();
    void edits_data();
    void edits();
    void keeps_data();
    void keeps();
    void servesOthers_data();
    void servesOthers();
    void sample();

private:
    [[nodiscard]] FileAnalysis analyse(const QByteArray& text) const;
    [[nodiscard]] QByteArray ported(const QByteArray& text) const;
    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

namespace {

constexpr const char* kHead =
    "import os\nfrom torch.utils.cpp_extension import CUDA_HOME, CUDAExtension\n";
constexpr const char* kFlag = "from torch.utils.cpp_extension import IS_HIP_EXTENSION as is_rocm\n";

} // namespace

FileAnalysis TestSetupRules::analyse(const QByteArray& text) const
{
    AnalysisContext context;
    context.rules = m_rules;
    context.strategy = Strategy::TorchExtension;
    return analyseFile(RepoPath("setup.py"), Language::Python, SourceBuffer(text), context);
}

QByteArray TestSetupRules::ported(const QByteArray& text) const
{
    const Result<QByteArray> result = applyHunks(text, analyse(text).hunks);
    return result ? *result : QByteArray("failed: ") + result.error().detail.toUtf8();
}

void TestSetupRules::finds_data()
{
    QTest::addColumn<QByteArray>("text"); // after the imports, which are two lines
    QTest::addColumn<QStringList>("found");
    const auto row = [](const char* name, const char* text,
                        std::initializer_list<const char*> found) {
        QStringList list;
        for (const char* one : found) {
            list.append(QString::fromUtf8(one));
        }
        QTest::newRow(name) << kHead + QByteArray(text) << list;
    };
    row("flags", "f = [\"-O3\", \"--use_fast_math\", \"-lineinfo\"]\n",
        {"build-nvcc-flags:3:--use_fast_math, -lineinfo", "detect-is-rocm"});
    row("builder", "e = CUDAExtension(\"a\", [\"a.cu\"])\n", {"setup-extension:3:CUDAExtension"});
    row("home", "i = os.path.join(CUDA_HOME, \"include\")\n",
        {"setup-extension:3:CUDA_HOME", "detect-is-rocm"});
    row("home asked with ROCm",
        "if CUDA_HOME is None and not IS_ROCM:\n    raise RuntimeError(\"no\")\n", {});
    row("architectures", "f = [\"-gencode\", \"arch=compute_80,code=sm_80\"]\n",
        {"cmake-arch:3:-gencode", "detect-is-rocm"});
    row("architecture list", "os.environ[\"TORCH_CUDA_ARCH_LIST\"] = \"8.0\"\n",
        {"cmake-arch:3:TORCH_CUDA_ARCH_LIST"});
    row("gfx name", "os.environ[\"PYTORCH_ROCM_ARCH\"] = \"gfx942\"  # gfx90a\n",
        {"build-arch-detect:3:gfx942"});
    row("architectures in a comprehension",
        "f = [f\"-gencode=arch=compute_{n},code=sm_{n}\" for n in (75,)]\n",
        {"cmake-arch:3:-gencode=arch=compute_"});
    row("flags in one text", "f = {\"nvcc\": \"-O3 --use_fast_math\"}\n",
        {"build-nvcc-flags:3:-O3 --use_fast_math"});
    row("architecture added to a text", "f += [flag(\"-arch=sm_\" + cap)]\n",
        {"cmake-arch:3:-arch=sm_"});
    row("flags split at commas", "f = \"-arch=sm_80,-O3,--use_fast_math\".split(\",\")\n",
        {"cmake-arch:3:-arch=sm_80,-O3,--use_fast_math"});
    row("asked for a flag", "if \"-lineinfo\" in f:\n    pass\n", {});
    row("host flags", "f = [\"-O3\", \"-std=c++17\", \"-fopenmp\"]\n", {});
    row("command of another program", "c = [\"cmake\", \"-G\", \"Ninja\"]\n", {});
    row("sources", "s = [\"a.cu\", \"b.cpp\"]\n", {});
    row("gated already", "is_rocm = False\nf = [] if is_rocm else [\"-lineinfo\"]\n", {});
    row("a library that ROCm lacks", "e = CUDAExtension(\"a\", s, libraries=[\"cudnn\"])\n",
        {"setup-extension:3:CUDAExtension", "cmake-targets:3:cudnn"});
    row("a library that ROCm lacks beside one that it has",
        "e = CUDAExtension(\"a\", s, libraries=[\"cudnn\", \"cublas\"])\n",
        {"setup-extension:3:CUDAExtension", "cmake-targets:3:cudnn, cublas"});
    row("a flag for such a library", "f = [\"-lcudnn\", \"-lcublas\", \"--use_fast_math\"]\n",
        {"cmake-targets:3:-lcudnn, -lcublas, --use_fast_math"});
    row("a library of its own", "e = CUDAExtension(\"a\", s, libraries=[\"cutest\"])\n",
        {"setup-extension:3:CUDAExtension"});
    QTest::newRow("linked without the builder")
        << QByteArray("def flags():\n    return ['-lcurand', '-lm', '-lcutest']\n")
        << QStringList{QStringLiteral("cmake-targets:2:-lcurand")};
    QTest::newRow("linked where it is gated")
        << QByteArray("def flags():\n    return [] if is_rocm else ['-lcurand']\n")
        << QStringList();
    QTest::newRow("no builder") << QByteArray("f = [\"-lineinfo\"]\n") << QStringList();
}

void TestSetupRules::finds()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    QStringList actual;
    bool flag = false;
    const FileAnalysis analysis = analyse(text);
    for (const Finding& finding : analysis.findings) {
        QVERIFY(!finding.message.contains(u'{'));
        if (finding.ruleId == u"detect-is-rocm") {
            flag = true;
            continue;
        }
        actual.append(
            QStringLiteral("%1:%2:%3").arg(finding.ruleId).arg(finding.line).arg(finding.symbol));
    }
    if (flag) {
        actual.append(QStringLiteral("detect-is-rocm"));
    }
    QCOMPARE(actual, found);
}

void TestSetupRules::edits_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << kHead + QByteArray(text)
                            << QByteArray(kHead).replace("from torch",
                                                         kFlag + QByteArray("from torch")) +
                                   QByteArray(expected);
    };
    row("flags", "f = [\"-O3\", \"--use_fast_math\", \"-Xptxas\", \"-v\"]\n",
        "f = [\"-O3\", \"-ffast-math\"] if is_rocm else [\"-O3\", \"--use_fast_math\", "
        "\"-Xptxas\", \"-v\"]\n");
    row("in a call", "e = dict(nvcc=['-Xcompiler', '-fPIC', *more])\n",
        "e = dict(nvcc=['-fPIC', *more] if is_rocm else ['-Xcompiler', '-fPIC', *more])\n");
    row("formatted", "f = [f\"-arch=sm_{n}\", \"-O2\"]\n",
        "f = [\"-O2\"] if is_rocm else [f\"-arch=sm_{n}\", \"-O2\"]\n");
    row("libraries", "e = CUDAExtension(\"a\", s, libraries=[\"cublas\", \"cudart\", \"m\"])\n",
        "e = CUDAExtension(\"a\", s, libraries=(\n    [\"hipblas\", \"amdhip64\", \"m\"] if "
        "is_rocm else "
        "[\"cublas\", \"cudart\", \"m\"]\n))\n");
    row("home", "i = os.path.join(CUDA_HOME, \"include\")\n",
        "i = os.path.join(os.environ.get(\"ROCM_PATH\", \"/opt/rocm\") if is_rocm else CUDA_HOME, "
        "\"include\")\n");
    row("home compared", "if CUDA_HOME is None:\n    raise SystemExit\n",
        "if (os.environ.get(\"ROCM_PATH\", \"/opt/rocm\") if is_rocm else CUDA_HOME) is None:\n"
        "    raise SystemExit\n");
    row("home of libraries", "i = os.path.join(CUDA_HOME, \"lib64\")\n",
        "i = (\n    os.path.join(os.environ.get(\"ROCM_PATH\", \"/opt/rocm\"), \"lib\")\n    if "
        "is_rocm\n"
        "    else os.path.join(CUDA_HOME, \"lib64\")\n)\n");
    row("call that runs nvcc",
        "def check(home):\n    subprocess.check_call([home + \"/bin/nvcc\", \"-V\"])\n"
        "check(CUDA_HOME)\n",
        "def check(home):\n    subprocess.check_call([home + \"/bin/nvcc\", \"-V\"])\n"
        "if not is_rocm:\n    check(CUDA_HOME)\n");
    row("flags inside an extension in a list",
        "setup(ext_modules=[CUDAExtension(\"a\", s, extra_compile_args={\"nvcc\": [\"-O3\", "
        "\"-gencode\", \"arch=compute_80,code=sm_80\"]})])\n",
        "setup(ext_modules=[CUDAExtension(\"a\", s, extra_compile_args={\n    \"nvcc\": [\"-O3\"] "
        "if "
        "is_rocm else [\"-O3\", \"-gencode\", \"arch=compute_80,code=sm_80\"]\n})])\n");
    row("calls among flags", "f = [\"--use_fast_math\", arch(\"compute_80\"), *compute_flags]\n",
        "f = (\n    [\"-ffast-math\", arch(\"compute_80\"), *compute_flags]\n    if is_rocm\n    "
        "else "
        "[\"--use_fast_math\", arch(\"compute_80\"), *compute_flags]\n)\n");
    row("computed architecture",
        "f = [\"-gencode\", f\"arch=compute_{n},code=sm_{n}\", \"-gencode\", "
        "\"arch=compute_%s\" % n, \"-O2\"]\n",
        "f = (\n    [\"-O2\"]\n    if is_rocm\n    else [\"-gencode\", "
        "f\"arch=compute_{n},code=sm_{n}\", "
        "\"-gencode\", \"arch=compute_%s\" % n, \"-O2\"]\n)\n");
    row("several words in one text",
        "f = ['-res-usage', '--maxrregcount 60', '-Xptxas -O3', '-O2 --use_fast_math', '-t 4']\n",
        "f = (\n    ['-Rpass-analysis=kernel-resource-usage', '-O2', '-ffast-math']\n    if "
        "is_rocm\n    else "
        "['-res-usage', '--maxrregcount 60', '-Xptxas -O3', '-O2 --use_fast_math', '-t 4']\n)\n");
    row("for Microsoft's compiler", "f += ['-Xcompiler', '/Zc:preprocessor', '-O2']\n",
        "f += ['-O2'] if is_rocm else ['-Xcompiler', '/Zc:preprocessor', '-O2']\n");
    row("computed architecture in two", "f = ['-arch', f'sm_{n}', '-O2']\n",
        "f = ['-O2'] if is_rocm else ['-arch', f'sm_{n}', '-O2']\n");
    row("words appended", "f.append('--maxrregcount 60')\n",
        "if not is_rocm:\n    f.append('--maxrregcount 60')\n");
    row("call of a function that calls one that runs nvcc",
        "def version(home):\n    return run([home + \"/bin/nvcc\", \"-V\"])\n"
        "def check(home):\n    show(version(home))\ncheck(CUDA_HOME)\n",
        "def version(home):\n    return run([home + \"/bin/nvcc\", \"-V\"])\n"
        "def check(home):\n    show(version(home))\nif not is_rocm:\n    check(CUDA_HOME)\n");
    row("split", "f = \"-O3 -arch=sm_80 --use_fast_math\".split()\n",
        "f = \"-O3 -ffast-math\".split() if is_rocm else \"-O3 -arch=sm_80 "
        "--use_fast_math\".split()\n");
    row("split, nothing left", "f += \"--ptxas-options=-v\".split(\" \")\n",
        "f += [] if is_rocm else \"--ptxas-options=-v\".split(\" \")\n");
    row("computed architecture appended", "f.append(f\"-gencode=arch=compute_{n},code=sm_{n}\")\n",
        "if not is_rocm:\n    f.append(f\"-gencode=arch=compute_{n},code=sm_{n}\")\n");
    row("appended", "f.append(\"-lineinfo\")\n",
        "f.append(\"-gline-tables-only\" if is_rocm else \"-lineinfo\")\n");
    row("appended in two", "f.append(\"-gencode\")\nf.append(\"arch=compute_80,code=sm_80\")\n",
        "if not is_rocm:\n    f.append(\"-gencode\")\n"
        "    f.append(\"arch=compute_80,code=sm_80\")\n");
}

void TestSetupRules::edits()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const QByteArray once = ported(text);
    QCOMPARE(once, expected);
    const IsolationProof proof = proveFile(text, once, Language::Python, {});
    QVERIFY2(proof.verdict == Verdict::Projected, qPrintable(proof.reason));
    const FileAnalysis analysis = analyse(text);
    for (const Hunk& hunk : analysis.hunks) {
        QVERIFY2(isProved(hunk.verdict), qPrintable(hunk.verdictReason));
    }
    QCOMPARE(ported(once), once);
}

void TestSetupRules::keeps_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("version of nvcc") << QByteArray(
        "raw, version = get_cuda_bare_metal_version(CUDA_HOME)\nif version >= 11:\n    more()\n");
    QTest::newRow("nvcc joined") << QByteArray("c = os.path.join(CUDA_HOME, \"bin\", \"nvcc\")\n");
    QTest::newRow("nvcc added") << QByteArray("c = CUDA_HOME + \"/bin/nvcc\"\n");
    QTest::newRow("asked for nvcc") << QByteArray("def version():\n    if CUDA_HOME is None:\n"
                                                  "        return None\n"
                                                  "    return run(CUDA_HOME + \"/bin/nvcc\")\n");
    QTest::newRow("raises before nvcc")
        << QByteArray("if CUDA_HOME is None:\n    raise RuntimeError(\"no CUDA\")\n"
                      "v = run(CUDA_HOME + \"/bin/nvcc\")\n");
    QTest::newRow("name handed on") << QByteArray("home = CUDA_HOME\nversion = run(home)\n");
    QTest::newRow("list of extensions")
        << QByteArray("e = [make(\"arch=compute_80\"), other(\"compute_90\")]\n");
    QTest::newRow("split at commas")
        << QByteArray("f = \"-arch=sm_80,-O3,--use_fast_math\".split(\",\")\n");
    QTest::newRow("split in part") << QByteArray("f = \"-arch=sm_80 -O3\".split(\" \", 1)\n");
    QTest::newRow("computed value") << QByteArray("f = [\"-ccbin\", compiler(), \"-O2\"]\n");
}

/// No edit is right here, so there is none; the place stays a finding where it is one.
void TestSetupRules::keeps()
{
    QFETCH(QByteArray, text);
    QCOMPARE(ported(kHead + text), kHead + text);
}

void TestSetupRules::servesOthers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line"); // where something is found; 0: nowhere
    const auto row = [](const char* name, int line, const QByteArray& text) {
        QTest::newRow(name) << "from setuptools import setup\nimport torch\n" + QByteArray(kHead) +
                                   "IS_ROCM = torch.version.hip is not None\n" + text
                            << line;
    };
    const QByteArray flags = "nvcc = [\"-O3\", \"--use_fast_math\"]\n"; // line 6
    row("list of the other arm", 0,
        flags + "hipcc = [\"-O3\"]\nargs = {\"nvcc\": hipcc if IS_ROCM else nvcc}\n");
    row("list of both", 6, flags + "args = {\"nvcc\": nvcc}\n");
    row("list that is not read", 6, flags);
    row("read once more", 6, flags + "if not IS_ROCM:\n    use(nvcc)\nuse(nvcc)\n");
    row("added to a list", 0,
        "nvcc = []\nnvcc.append(\"--use_fast_math\")\nif not IS_ROCM:\n    use(nvcc)\n");
    row("condition of the project's own name", 0,
        "if not IS_ROCM:\n    use([\"--use_fast_math\"])\n");
    row("arm of ROCm", 7, "if IS_ROCM:\n    use([\"--use_fast_math\"])\n");
    row("function of the other arm", 0,
        "def flags():\n    return [\"--use_fast_math\"]\n\nif not IS_ROCM:\n    use(flags())\n");
    row("function that a function calls", 0,
        "def flags():\n    return [\"--use_fast_math\"]\n\ndef more():\n    return flags()\n\n"
        "if not IS_ROCM:\n    use(more())\n");
    row("function that calls itself", 7,
        "def flags():\n    return flags() + [\"--use_fast_math\"]\n");
    row("function of both", 7, "def flags():\n    return [\"--use_fast_math\"]\n\nuse(flags())\n");
}

/// In a script, what only builds for NVIDIA read or call needs nothing.
void TestSetupRules::servesOthers()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, line);
    const FileAnalysis analysis = analyse(text);
    QVector<int> lines;
    for (const Finding& finding : analysis.findings) {
        if (finding.ruleId == QLatin1StringView("build-nvcc-flags")) {
            lines.append(finding.line);
        }
    }
    QCOMPARE(lines, line > 0 ? QVector<int>{line} : QVector<int>());
}

void TestSetupRules::sample()
{
    QFile file(QStringLiteral(ROCPORT_SOURCE_DIR "/resources/sample/setup.py"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    const QByteArray once = ported(text);
    QVERIFY(once.contains("libraries=[\"hipblas\"] if is_rocm else [\"cublas\"]"));
    QVERIFY(once.contains("[\"-O3\", \"-std=c++17\", \"-ffast-math\", \"-gline-tables-only\"] if "
                          "is_rocm else ["));
    QCOMPARE(proveFile(text, once, Language::Python, {}).verdict, Verdict::Projected);
}

QTEST_GUILESS_MAIN(TestSetupRules)
#include "tst_setuprules.moc"
