// Every reader of structures that nest, on text that nests 100,000 deep, on a small stack: it ends
// with a result or an error and calls itself no deeper than its limit.
#include "core/isolation/isolation.h"
#include "core/isolation/notebook.h"
#include "core/joblog/knownfailures.h"
#include "core/probe/amdsmi.h"
#include "core/probe/probereader.h"
#include "core/probe/rocmsmi.h"
#include "core/rules/analyse.h"
#include "core/rules/manifests/manifest.h"
#include "core/rules/manifests/manifestindex.h"
#include "core/rules/manifests/requirement.h"
#include "core/rules/packs/packcheck.h"
#include "core/rules/python/modulenames.h"
#include "core/tensor/tensorfile.h"
#include "core/tensor/tolerances.h"

#include <QTemporaryDir>
#include <QtEndian>
#include <QTest>
#include <QThread>

#include <functional>

using namespace rocport;

namespace {

constexpr int kDeep = 100'000;
constexpr uint kStack = 1024 * 1024; // an eighth of what a thread has

QByteArray many(const char* text, int times = kDeep)
{
    return QByteArray(text).repeated(times);
}

/// Runs on a thread whose stack ends early; false: it hangs.
bool endsOnASmallStack(const std::function<void()>& work)
{
    const std::unique_ptr<QThread> thread(QThread::create(work));
    thread->setStackSize(kStack);
    thread->start();
    return thread->wait(60'000);
}

std::shared_ptr<const RuleSet> rules()
{
    static const auto loaded = std::make_shared<const RuleSet>(RuleSet::load().rules);
    return loaded;
}

} // namespace

class TestDeepNesting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sources_data();
    void sources();
    void packs_data();
    void packs();
    void json_data();
    void json();
    void markers();
};

void TestDeepNesting::sources_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* title, const char* path, const QByteArray& text) {
        QTest::newRow(title) << QByteArray(path) << text;
    };
    const QByteArray dotted = many("a.") + "a = 1\n";
    row("toml keys", "pyproject.toml", dotted);
    row("toml header", "pyproject.toml", '[' + many("a.") + "a]\n");
    row("toml arrays", "pyproject.toml", "a = " + many("["));
    row("toml tables", "pyproject.toml", "a=" + many("{a="));
    row("pipfile", "Pipfile", dotted);
    row("pixi", "pixi.toml", dotted);
    row("uv lock", "uv.lock", dotted);
    row("poetry lock", "poetry.lock", "x = " + many("[") + '\n' + dotted);
    row("setup.cfg", "setup.cfg", "[a]\nb = " + many("(") + '\n');
    row("requirements", "requirements.txt", "torch; " + many("(") + "a == 'b'\n");
    row("json lock", "Pipfile.lock", many("{\"a\":"));
    row("yaml flow", "environment.yml", "dependencies: " + many("["));
    row("compose", "docker-compose.yml", "services: " + many("{a: "));
    row("dockerfile", "Dockerfile", "FROM " + many("${A:-") + '\n');
    row("shell", "install.sh", "pip install " + many("(", 2000) + '\n');
    row("python brackets", "a.py", "import torch\nx = " + many("(") + '\n');
    row("python chain", "a.py", "import torch\nx = torch" + many(".cuda", 20'000) + '\n');
    row("python sum", "a.py", "import torch\nx = torch.cuda.x" + many(" + 1", 20'000) + '\n');
    row("python calls", "a.py", "import torch\nx = torch.compile" + many("()", 20'000) + '\n');
    row("python not", "a.py", "import torch\nx = " + many("not ", 20'000) + "torch.version.cuda\n");
    row("python conditions", "a.py",
        "import torch\nx = " + many("1 if torch.version.cuda else ", 5000) + "2\n");
    row("python condition in parentheses", "a.py",
        "import torch\nx = " + many("(1 if torch.version.cuda else ", 5000) + '2' +
            many(")", 5000) + '\n');
    row("python conditions in lines", "a.py",
        "import torch\n" + many("x = 1 if torch.version.cuda else 2\n", 5000));
    row("python lambda", "a.py", "import torch\nx = " + many("lambda: ", 20'000) + "torch.cuda\n");
    row("python indents", "setup.py", [] {
        QByteArray text = "from torch.utils.cpp_extension import CUDAExtension\n";
        for (int i = 0; i < 300; ++i) {
            text += QByteArray(i, ' ') + "if x:\n";
        }
        return text;
    }());
    row("notebook", "a.ipynb", "{\"nbformat\": 4, \"cells\": " + many("["));
    row("notebook metadata", "a.ipynb", "{\"nbformat\": 4, \"metadata\": " + many("{\"a\":"));
    row("cuda brackets", "a.cu", "void f() { cudaMalloc" + many("(") + "; }\n");
    row("cuda braces", "a.cu", "#include <cuda_runtime.h>\n" + many("{"));
    row("cuda conditions", "a.cu", many("#if defined(__CUDA_ARCH__)\n", 20'000));
    row("cuda condition", "a.cu", "#if " + many("(") + "__CUDA_ARCH__ >= 700\n#endif\n");
    row("cuda not", "a.cu", "#if " + many("!") + "defined(__CUDA_ARCH__)\n#endif\n");
    row("cuda masks", "a.cu",
        "void f() { unsigned m = " + many("~(", 20'000) + "__activemask(); }\n");
    row("cmake brackets", "CMakeLists.txt", "project" + many("(") + '\n');
    row("cmake ifs", "CMakeLists.txt",
        "project(a CUDA)\n" + many("if(A)\n", 20'000) + "find_package(CUDA)\n");
    row("cmake condition", "CMakeLists.txt",
        "project(a CUDA)\nif(" + many("( NOT ", 20'000) + "CUDA_FOUND)\nendif()\n");
    row("cmake variables", "CMakeLists.txt", "set(CUDA_A " + many("${") + "A)\n");
    row("make", "Makefile", "A = " + many("$(") + "nvcc\nall:\n\t$(A)\n");
    row("make ifs", "Makefile", many("ifdef A\n", 20'000) + "CC = nvcc\n");
    row("markdown", "README.md", many("[", 20'000) + "\n```\npip install torch\n```\n");
}

void TestDeepNesting::sources()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, text);
    const RepoPath file(path);
    const Language language = languageOfFile(path);
    QVERIFY(language != Language::Other);
    FileAnalysis analysis;
    const bool ended = endsOnASmallStack([&] {
        AnalysisContext context;
        context.rules = rules();
        context.compatHeader = RepoPath("rocport_compat.h");
        const SourceBuffer source(text);
        analysis = analyseFile(file, language, source, context);
        if (isManifest(file, language)) {
            const ManifestSummary summary = readManifest(file, language, source);
            (void)ManifestSummary::read(summary.path, summary.write());
        }
        if (hasModuleSummary(language)) {
            (void)summariseModule(file, language, source.view()).write();
        }
    });
    QVERIFY(ended);
    QCOMPARE(analysis.path, file);
    QCOMPARE(analysis.bytes, text.size());
}

void TestDeepNesting::packs_data()
{
    QTest::addColumn<QByteArray>("text");
    const QByteArray head = "format = 1\nname = \"t\"\n";
    QTest::newRow("keys") << head + many("a.") + "a = 1\n";
    QTest::newRow("78 KB of keys") << many("a.", 39'000) + "a=1\n";
    QTest::newRow("header") << head + '[' + many("rule.") + "a]\n";
    QTest::newRow("arrays") << head + "rule = " + many("[");
    QTest::newRow("tables") << head + "rule = " + many("[{a=");
    QTest::newRow("match") << head + "[[rule]]\nmatch = { kind = " + many("{a=");
}

void TestDeepNesting::packs()
{
    QFETCH(QByteArray, text);
    PackCheck found;
    bool book = true;
    QVERIFY(endsOnASmallStack([&] {
        found = checkPack({QStringLiteral("p.toml"), PackOrigin::Project, text});
        book = FailureBook::parse(text, QStringLiteral("f.toml")).ok();
    }));
    QCOMPARE(found.problems.size(), 1);
    QCOMPARE(found.problems.first().code, ErrorCode::RulePackInvalid);
    QVERIFY2(found.problems.first().detail.contains(QStringLiteral("nested more than 100 deep")),
             qPrintable(found.problems.first().detail));
    QVERIFY(lineOf(found.problems.first()) >= 1);
    QVERIFY(!book);
}

void TestDeepNesting::json_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("arrays") << many("[");
    QTest::newRow("objects") << many("{\"a\":");
    QTest::newRow("closed") << many("[") + many("]");
    QTest::newRow("inside") << "{\"gpu_data\": " + many("[") + many("]") + '}';
    // As deep as Qt reads.
    QTest::newRow("1000") << many("{\"a\":", 1000) + '1' + many("}", 1000);
}

void TestDeepNesting::json()
{
    QFETCH(QByteArray, text);
    QTemporaryDir dir;
    const QString file = dir.filePath(QStringLiteral("x.json"));
    const QString tensors = dir.filePath(QStringLiteral("x.safetensors"));
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly) && out.write(text) == text.size());
    out.close();
    QFile header(tensors);
    QByteArray size(8, '\0');
    qToLittleEndian<quint64>(static_cast<quint64>(text.size()), size.data());
    QVERIFY(header.open(QIODevice::WriteOnly) && header.write(size + text) == text.size() + 8);
    header.close();
    QVERIFY(endsOnASmallStack([&] {
        QVERIFY(!Notebook::read(text).ok());
        QVERIFY(!readTolerances(file).ok());
        QVERIFY(!TensorFile::open(tensors).ok());
        (void)parseAmdSmi(text).ok();
        (void)parseRocmSmi(text).ok();
        (void)readProbe(text).ok();
    }));
}

void TestDeepNesting::markers()
{
    QVERIFY(endsOnASmallStack([] {
        (void)parseRequirement("torch; " + many("(") + "sys_platform == 'linux'" + many(")"));
        (void)mayApply(many("(") + "sys_platform == 'win32'" + many(")"));
        (void)mayApply(many("sys_platform == 'linux' and ") + "os_name == 'nt'");
    }));
}

QTEST_GUILESS_MAIN(TestDeepNesting)
#include "tst_deepnesting.moc"
