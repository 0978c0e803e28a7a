// What is read of a part of a Python file says what the whole file says: queries at the words of
// their rules, and values of the statements that may give one. ROCPORT_MORE_PYTHON names a folder
// of files to compare besides.

#include "core/rules/python/modulevalues.h"
#include "core/rules/python/pythonruleindex.h"
#include "testpaths.h"

#include <QDirIterator>
#include <QTest>

#include <random>

using namespace rocport;

namespace {

std::string_view viewOf(const QByteArray& text)
{
    return {text.constData(), static_cast<size_t>(text.size())};
}

/// Each capture with its range.
QByteArrayList shown(const QueryRun& run)
{
    QByteArrayList result;
    for (const QueryMatch& match : run) {
        QByteArray line;
        for (const QueryCapture& capture : match) {
            line += QByteArray::fromStdString(capture.name) + ' ' +
                    QByteArray::number(capture.range.begin) + '-' +
                    QByteArray::number(capture.range.end) + ' ';
        }
        result.append(line);
    }
    return result;
}

QByteArrayList valuesOf(const QByteArray& text)
{
    ModuleSummary summary;
    readValues(viewOf(text), summary, {});
    QByteArrayList result;
    for (const NamedValue& value : summary.values) {
        result.append(value.name + '=' + value.value + (value.text ? " text " : " ") +
                      QByteArray::number(value.line));
    }
    return result;
}

/// Files of the corpora and of the sample.
QVector<QPair<QString, QByteArray>> pythonFiles()
{
    QVector<QPair<QString, QByteArray>> result;
    const QString more = qEnvironmentVariable("ROCPORT_MORE_PYTHON");
    for (const QString& folder : {QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus"),
                                  QStringLiteral(ROCPORT_SOURCE_DIR "/resources/sample"), more}) {
        QDirIterator files(folder, {QStringLiteral("*.py")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (!folder.isEmpty() && files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly)) {
                result.append({file.fileName(), file.readAll()});
            }
        }
    }
    return result;
}

/// Every form that a query of the program looks for, at the top and inside, in odd spellings.
QByteArray everyForm()
{
    const QByteArray lines =
        "os.environ[\"CUDA_VISIBLE_DEVICES\"] = \"0\"\nray.get_gpu_ids()\n"
        "x = os.environ.get('NVTE_FLASH_ATTN', '1') + \"CUDA_CACHE_PATH\"\n"
        "Warp_Size = 32\nself.WarpSize = 32\nf(kWARPSIZE=32, threads_per_warp=32)\n"
        "triton.compiler.GPUTarget(\"cuda\", 90, 32)\n"
        "for num_warps in [4, 8]:\n    pass\n"
        "y = [n for num_stages in [1, 2]]\nz = {\"num_warps\": [4]}\n"
        "torch.backends.cuda.is_built()\nt = \"WITH_CUDA\"\nu = f\"{torch.version.cuda}\"\n"
        "v = nvsmi()\nget_kernel(\"kernels-community/flash-attn\")\n"
        "w = \"https://download.pytorch.org/whl/nightly/cu126\"\n"
        "if a.Compute_Arch > 80 or b.device_arch == 1 or c.cuda_capability < 9 or "
        "d.sm_version > 1:\n    pass\n"
        "q.get_device_capability()\n"
        "dist.init_process_group(\"nccl\")\ndist.new_group(backend = 'cpu:gloo,cuda:nccl')\n"
        "torch.backends.cudnn.benchmark = True\ntorch.backends.cuda.matmul.allow_tf32 = True\n"
        "torch.set_float32_matmul_precision(\"high\")\n";
    QByteArray inside;
    for (const QByteArray& line : lines.split('\n')) {
        inside += line.isEmpty() ? line : "        " + line + '\n';
    }
    return "import torch\n" + lines + "class A:\n    def f(self):\n        pass\n" + inside +
           "    def g(self):\n        return 1\n\n\ndef h(x):\n    if x:\n" + inside +
           "    return x\n";
}

/// Pieces that decide about values, put together at random.
QByteArray randomModule(std::mt19937& dice)
{
    static const QByteArrayList kPieces = {
        "MODE = \"max-autotune\"\n",
        "compile_mode: str = (\n    # why\n    \"x\")\n",
        "A = B = None\n",
        "class C:\n    mode: int = 3\n    other = field(default=\"x\")\n",
        "class C:\n    def f(self):\n        self.mode = 'a'\n        x = 1\n",
        "class C:\n    def f(self):\n        self.x = {\"k\": 1}\n",
        "class D(Base):\n    pass\n",
        "def f(a=1, *, b=\"x\"):\n    c = True\n    return {\"a\": 1}\n",
        "def g():\n    class E:\n        z = 1\n        def h(self):\n            self.w = False\n",
        "async def k():\n    parser.add_argument(\"--compile-mode\", default=\"max\")\n",
        "@click.option(\"--mode\", default=\"max\")\n@b\n# c\ndef main(mode):\n    x = 1\n",
        "if X:\n    a = 1\nelif Y:\n    b = \"b\"\nelse:\n    c = None\n",
        "try:\n    d = 1\nexcept E:\n    e = 2\nfinally:\n    g = 3\n",
        "for i in x:\n    y = i\nelse:\n    z = 5\n",
        "CONFIG = {\"mode\": \"x\", 'n': (1), \"f\" \"g\": 2, \"h\"  # c\n : True, k: 3}\n",
        "cfg = dict(a=1, b=Field(\"x\"))\n",
        "v = Field(\"y\", description=\"z\")\n",
        "h = [Field][0](default=7)\n",
        "lambda_one = lambda q=1: q\n",
        "\"\"\"text = 1\n\nx = 'a'\n\"\"\"\n",
        "x = f\"a{b}\"; y = 'b'\n",
        "foo(\n    a=1,\nb=\"text\",\n)\n",
        "print(x)\n",
        "\n\n# comment = 1\n",
        "with a as b:\n    t = \"u\"\n",
        "long = \\\n    \"joined\"\n"};
    QByteArray text = dice() % 4 == 0 ? "# -*- coding: utf-8 -*-\n" : "";
    for (int i = 0; i < 12; ++i) {
        text += kPieces.at(static_cast<qsizetype>(dice() % kPieces.size()));
    }
    if (dice() % 3 == 0) {
        text.replace("\n", "\r\n");
    }
    return text;
}

} // namespace

class TestPythonShortcuts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void queries();
    void values();
    void randomValues();
    void whatIsLeftOut();

private:
    void compareQueries(const QString& name, const QByteArray& text, int& matches);

    const RuleSet m_rules = RuleSet::load().rules;
};

void TestPythonShortcuts::compareQueries(const QString& name, const QByteArray& text, int& matches)
{
    const Result<SyntaxTree> tree = SyntaxTree::parsePython(viewOf(text));
    QVERIFY(tree.ok());
    QVector<const Rule*> rules;
    for (const Rule& rule : m_rules.rules()) {
        if (rule.matcher == MatcherKind::TreeSitter) {
            rules.append(&rule);
        }
    }
    const PythonRuleIndex& index = *m_rules.python();
    for (const Rule* rule : index.candidates(rules, viewOf(text))) {
        const auto places = index.places(*rule, viewOf(text));
        QVERIFY2(places && !places->empty(), qPrintable(rule->id));
        const TreeSitterQuery& query = *index.query(*rule);
        QueryRun all = query.run(*tree);
        const QueryRun some = query.run(*tree, {.places = &*places});
        QCOMPARE(some.cut, all.cut);
        QVERIFY2(shown(some) == shown(all),
                 qPrintable(QStringLiteral("%1 in %2").arg(rule->id, name)));
        matches += static_cast<int>(all.size());
    }
}

void TestPythonShortcuts::queries()
{
    int matches = 0;
    const QByteArray forms = everyForm();
    compareQueries(QStringLiteral("every form"), forms, matches);
    QVERIFY2(matches >= 3 * 20, qPrintable(QString::number(matches)));
    compareQueries(QStringLiteral("every form, broken"), forms + "x = (\n" + forms, matches);
    const auto files = pythonFiles();
    QVERIFY(files.size() > 200);
    for (const auto& [name, text] : files) {
        compareQueries(name, text, matches);
    }
    qInfo("%lld files, %d matches", static_cast<long long>(files.size()), matches);
}

void TestPythonShortcuts::values()
{
    int count = 0;
    for (const auto& [name, text] : pythonFiles()) {
        const Result<SyntaxTree> tree = SyntaxTree::parsePython(viewOf(text));
        QVERIFY(tree.ok());
        if (tree->errorLine() > 0) {
            continue; // how far an error reaches is for the parser to say
        }
        const QByteArrayList all = valuesOf(text);
        count += static_cast<int>(all.size());
        QVERIFY2(valuesOf(valueStatements(viewOf(text))) == all, qPrintable(name));
    }
    QVERIFY(count > 100);
}

void TestPythonShortcuts::randomValues()
{
    std::mt19937 dice(11);
    for (int i = 0; i < 2000; ++i) {
        const QByteArray text = randomModule(dice);
        const QByteArrayList all = valuesOf(text);
        const QByteArrayList some = valuesOf(valueStatements(viewOf(text)));
        QVERIFY2(some == all, text + "\n" + all.join(", ") + "\nbut\n" + some.join(", "));
    }
}

void TestPythonShortcuts::whatIsLeftOut()
{
    QCOMPARE(valueStatements("import a\n\ndef f():\n    x = 1\n"), QByteArray());
    QCOMPARE(valueStatements("import a\n\ndef f():\n    x = 1\n\nMODE = 'a'\nf()\n"),
             QByteArray("\n\n\n\n\nMODE = 'a'\n\n"));
    QCOMPARE(valueStatements("f()\nif a:\n    b()\nelse:\n    c = 1\n"),
             QByteArray("\nif a:\n    b()\nelse:\n    c = 1\n"));
    // The parser takes no lone return for the end of a line.
    QCOMPARE(valueStatements("f()\rg()\n"), QByteArray("f()\rg()\n"));
}

QTEST_GUILESS_MAIN(TestPythonShortcuts)
#include "tst_pythonshortcuts.moc"
