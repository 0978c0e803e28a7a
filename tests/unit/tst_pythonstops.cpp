#include "core/rules/analyse.h"
#include "core/rules/python/modulenames.h"
#include "tests/support/builtinrules.h"

#include <QTest>

using namespace rocport;

/// Gates of truths on which a program stops: findings, in whatever way the truth gets there.
class TestPythonStops : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void capabilities_data();
    void capabilities();
    void otherModules_data();
    void otherModules();
    void summaries_data();
    void summaries();
    void versions_data();
    void versions();

private:
    [[nodiscard]] static FileAnalysis analyse(const QByteArray& text,
                                              const QVector<ModuleSummary>& others = {});
    /// How many findings of a rule are answered by no edit, and how many by one.
    static std::pair<int, int> counts(const FileAnalysis& analysis, const char* rule);
};

FileAnalysis TestPythonStops::analyse(const QByteArray& text, const QVector<ModuleSummary>& others)
{
    AnalysisContext context;
    context.rules = builtinRules();
    const RepoPath path("util.py");
    QVector<ModuleSummary> all = others;
    all.append(summariseModule(path, Language::Python,
                               {text.constData(), static_cast<size_t>(text.size())}));
    context.names = std::make_shared<const ModuleNames>(all);
    return analyseFile(path, Language::Python, SourceBuffer(text), context);
}

std::pair<int, int> TestPythonStops::counts(const FileAnalysis& analysis, const char* rule)
{
    std::pair<int, int> result;
    for (const Finding& finding : analysis.findings) {
        if (finding.ruleId != QLatin1StringView(rule)) {
            continue;
        }
        const bool edited =
            std::any_of(analysis.hunks.begin(), analysis.hunks.end(),
                        [&](const Hunk& hunk) { return hunk.findingIds.contains(finding.id); });
        ++(edited ? result.second : result.first);
    }
    return result;
}

void TestPythonStops::capabilities_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("stopping");
    QTest::addColumn<int>("edited");
    const auto row = [](const char* name, const QByteArray& text, int stopping, int edited) {
        QByteArray whole = text;
        whole.replace("CAP", "torch.cuda.get_device_capability()");
        QTest::newRow(name) << whole << stopping << edited;
    };
    row("function", "def new():\n    return CAP[0] >= 8\nif not new():\n    raise RuntimeError\n",
        1, 0);
    row("function is asked the other way",
        "def new():\n    return CAP[0] >= 8\nif new():\n    raise RuntimeError\n", 0, 1);
    row("function before", "def use():\n    assert new()\ndef new():\n    return CAP >= (8, 0)\n",
        1, 0);
    row("functions in a row",
        "def new():\n    return CAP >= (8, 0)\ndef fast():\n    return new() and x\n"
        "assert fast()\n",
        1, 0);
    row("old", "def old():\n    return CAP < (8, 0)\nif old():\n    raise OSError\n", 1, 0);
    row("not old", "def new():\n    return not CAP < (8, 0)\nif not new():\n    exit(1)\n", 1, 0);
    row("returned by a branch",
        "def new():\n    if CAP < (8, 0):\n        return False\n    return True\n"
        "if not new():\n    raise OSError\n",
        1, 0);
    row("returned behind a branch",
        "def new():\n    if CAP >= (8, 0):\n        return True\n    return False\n"
        "if not new():\n    raise OSError\n",
        1, 0);
    row("nothing returned",
        "def new():\n    if CAP >= (8, 0):\n        return 'fast'\n"
        "if new() is None:\n    raise OSError\n",
        1, 0);
    row("name", "OK = CAP >= (7, 5)\nassert OK\n", 1, 0);
    row("name in a function", "def f():\n    ok = CAP >= (7, 5)\n    assert ok\n", 1, 0);
    row("name of another function",
        "def f():\n    ok = CAP >= (7, 5)\n    return 1 if ok else 2\ndef g(ok):\n    assert ok\n",
        0, 1);
    row("global name", "OK = None\ndef f():\n    global OK\n    OK = CAP >= (7, 5)\nassert OK\n", 1,
        0);
    row("global name of an inner function",
        "OK = None\ndef f():\n    OK = CAP >= (7, 5)\n    def g():\n        global OK\n"
        "        OK = 1\n    return OK\nassert OK\n",
        0, 1);
    // The first gate is too far away; the way from the second, near the end, is the same.
    QByteArray chain = "def f0():\n    return CAP >= (8, 0)\n";
    for (int i = 1; i < 40; ++i) {
        const QByteArray before = QByteArray::number(i - 1);
        chain += "def f" + QByteArray::number(i) + "():\n    return f" + before + "()\n";
    }
    row("too far", chain + "assert f39()\n", 0, 1);
    row("too far and near",
        chain + "assert f39()\ndef g():\n    return f30() or CAP >= (9, 0)\nassert g()\n", 1, 1);
    row("near after too far",
        QByteArray(chain).replace("return f19()", "return f19() or CAP >= (9, 0)") +
            "assert f39()\n",
        1, 1);
    row("in a ring",
        "def a():\n    return b() or CAP >= (8, 0)\ndef b():\n    return a() or CAP >= (9, 0)\n"
        "assert a()\n",
        2, 0);
    row("in a ring that goes on",
        "def a():\n    return b() or CAP >= (8, 0)\ndef b():\n    return a() or CAP >= (9, 0)\n"
        "print(a())\n",
        0, 2);
    row("name set in a branch",
        "ok = False\nif CAP >= (8, 0):\n    ok = True\nif not ok:\n    raise OSError\n", 1, 0);
    row("type set in a branch",
        "t = None\nif CAP >= (8, 0):\n    t = Fast\nif t is None:\n    raise OSError\n", 1, 0);
    row("size set in a branch",
        "n = 64\nif CAP >= (9, 0):\n    n = 128\nif m % n:\n    raise OSError\n", 0, 1);
    row("attribute",
        "class A:\n    def __init__(self):\n        self.ok = CAP[0] >= 8\n"
        "    def run(self):\n        if not self.ok:\n            raise OSError\n",
        1, 0);
    row("property",
        "class A:\n    @property\n    def ok(self):\n        return CAP[0] >= 8\n"
        "    def run(self):\n        assert self.ok, 'old'\n",
        1, 0);
    row("dictionary", "HAS = {'new': CAP[0] >= 8}\nif not HAS['new']:\n    raise OSError\n", 1, 0);
    row("walrus", "if not (ok := CAP[0] >= 8):\n    raise OSError\n", 1, 0);
    row("lambda", "new = lambda: CAP[0] >= 8\nassert new()\n", 1, 0);
    row("argument", "def need(ok):\n    if not ok:\n        raise OSError\nneed(CAP[0] >= 8)\n", 1,
        0);
    row("named argument",
        "def need(text, ok=True):\n    if not ok:\n        raise OSError\nneed('x', ok=CAP[0] >= "
        "8)\n",
        1, 0);
    row("argument of a class",
        "class A:\n    x = 1\n    def __init__(self, y, new):\n        assert new\n"
        "A(1, CAP[0] >= 8)\n",
        1, 0);
    row("another argument of a class",
        "class A:\n    def __init__(self, y, new):\n        assert y\nA(1, CAP[0] >= 8)\n", 0, 1);
    row("kept by a class",
        "class A:\n    def __init__(self, new):\n        self.new = new\n"
        "    def run(self):\n        assert self.new\nA(CAP[0] >= 8)\n",
        1, 0);
    row("field", "limits = Limits(new=CAP[0] >= 8)\nassert limits.new\n", 1, 0);
    row("assertion of a test",
        "class T:\n    def test(self):\n        self.assertTrue(CAP[0] >= 8)\n", 1, 0);
    row("names that begin like an assertion",
        "checkpoint(CAP[0] >= 8)\nx.requires_grad_(CAP[0] >= 8)\nexpected(CAP[0] >= 8)\n", 0, 3);
    row("names of assertions",
        "require_new(CAP[0] >= 8)\nensureNew(CAP[0] >= 8)\ntorch._check(CAP[0] >= 8)\n", 3, 0);
    row("all of a generator",
        "def new():\n    return all(torch.cuda.get_device_capability(i) >= (8, 0) for i in d)\n"
        "assert new()\n",
        1, 0);
    row("choice", "ok = True if CAP[0] >= 8 else False\nassert ok\n", 1, 0);
    row("choice that goes on", "x = 'a' if CAP[0] >= 8 else 'b'\nassert x\n", 0, 1);
    row("fall through",
        "def smem():\n    cap = CAP\n    if cap[0] == 8:\n        return 164\n"
        "    elif cap[0] >= 9:\n        return 228\n    raise NotImplementedError\n",
        2, 0);
    row("fall through an if",
        "def smem(x):\n    if x:\n        if CAP[0] == 8:\n            return 164\n"
        "    raise NotImplementedError\n",
        1, 0);
    row("else that raises",
        "if CAP[0] == 8:\n    n = 1\nelif CAP[0] >= 9:\n    n = 2\nelse:\n    raise OSError\n", 2,
        0);
    row("else that goes on",
        "if CAP[0] == 8:\n    n = 1\nelif CAP[0] >= 9:\n    n = 2\nelse:\n    n = 3\n", 0, 2);
    row("raises either way", "if CAP[0] >= 9:\n    n = 1\nraise OSError\n", 0, 1);
    row("raises for new ones", "if CAP[0] >= 12:\n    raise OSError\nwork()\n", 0, 1);
    row("loop without a hit",
        "for i in d:\n    if CAP[0] >= 9:\n        break\nelse:\n    raise OSError\n", 1, 0);
    row("loop that returns",
        "def f():\n    for i in d:\n        if CAP[0] >= 9:\n            return i\n    raise "
        "OSError\n",
        1, 0);
    row("skipped test", "@pytest.mark.skipif(CAP[0] < 9, reason='x')\ndef test():\n    pass\n", 0,
        1);
}

void TestPythonStops::capabilities()
{
    QFETCH(QByteArray, text);
    QFETCH(int, stopping);
    QFETCH(int, edited);
    const auto [open, answered] = counts(analyse("import torch\n" + text), "detect-capability");
    QCOMPARE(open, stopping);
    QCOMPARE(answered, edited);
}

void TestPythonStops::otherModules_data()
{
    QTest::addColumn<QByteArray>("main");
    QTest::addColumn<bool>("stops");
    QTest::newRow("function") << QByteArray("from util import new\nif not new():\n    raise X\n")
                              << true;
    QTest::newRow("module") << QByteArray("import util\nassert util.new(), 'x'\n") << true;
    QTest::newRow("over lines") << QByteArray(
                                       "import util\nif (\n    x and\n    not util.new()\n):\n"
                                       "    y = 1\n    sys.exit(1)\n")
                                << true;
    QTest::newRow("else") << QByteArray(
                                 "import util\nif util.new():\n    y = 1\nelse:\n    raise X\n")
                          << true;
    QTest::newRow("one line") << QByteArray("import util\nif not util.new(): raise X\n") << true;
    QTest::newRow("package") << QByteArray("from pkg import new\nassert new()\n") << true;
    QTest::newRow("other way") << QByteArray("import util\nif util.new():\n    raise X\n") << false;
    QTest::newRow("goes on") << QByteArray("import util\nif not util.new():\n    y = 1\nraise X\n")
                             << false;
    QTest::newRow("another module") << QByteArray("from z import new\nassert new()\n") << false;
}

void TestPythonStops::otherModules()
{
    QFETCH(QByteArray, main);
    QFETCH(bool, stops);
    const QByteArray text =
        "import torch\n\n\ndef new():\n    return torch.cuda.get_device_capability() >= (8, 0)\n";
    const auto other = [](const char* path, const QByteArray& code) {
        const ModuleSummary summary = summariseModule(
            RepoPath(path), Language::Python, {code.constData(), static_cast<size_t>(code.size())});
        return ModuleSummary::read(RepoPath(path), summary.write());
    };
    const FileAnalysis analysis =
        analyse(text, {other("main.py", main), other("pkg/__init__.py", "from util import new\n")});
    QCOMPARE(counts(analysis, "detect-capability"), std::make_pair(int(stops), int(!stops)));
    // A later scan must know when the answer changes.
    const ModuleNames none({summariseModule(RepoPath("util.py"), Language::Python, "x = 1\n")});
    QCOMPARE(NameQuestions::stillHold(analysis.features, none), !stops);
}

void TestPythonStops::summaries_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("stops");
    QTest::newRow("nothing") << QByteArray("x = 1\nif y:\n    z()\n") << QByteArray();
    QTest::newRow("comparison") << QByteArray("if a.b < 3:\n    raise X\n") << QByteArray("+b -b");
    QTest::newRow("and") << QByteArray("if a and not b(c):\n    raise X\n")
                         << QByteArray("+a +c -b");
    QTest::newRow("text") << QByteArray("\"\"\"\nif a:\n    raise X\n\"\"\"\nassert b, \"a c\"\n")
                          << QByteArray("-b");
    QTest::newRow("deeper") << QByteArray("if a:\n    if b:\n        raise X\n    c()\n")
                            << QByteArray("+b");
    QTest::newRow("left again") << QByteArray("if a:\n    b()\nraise X\n") << QByteArray();
    QTest::newRow("elif") << QByteArray("if a:\n    b()\nelif c:\n    raise X\n")
                          << QByteArray("+c");
    QTest::newRow("not of a bracket")
        << QByteArray("if not (a and b or not c):\n    raise X\n") << QByteArray("+c -a -b");
    QTest::newRow("not of all") << QByteArray("if not all((a, b)) and c:\n    raise X\n")
                                << QByteArray("+c -a -b");
    QTest::newRow("assert over lines")
        << QByteArray("assert (\n    a\n    and b\n), \"c\"\nx(d)\n") << QByteArray("-a -b");
    QTest::newRow("assert with a backslash")
        << QByteArray("assert a and \\\n    b, \"c\"\nx(d)\n") << QByteArray("-a -b");
    QTest::newRow("assert of a tuple")
        << QByteArray("assert all((a, b)), c\n") << QByteArray("-a -b");
    QTest::newRow("many in one branch")
        << QByteArray("if a > b:\n" + QByteArray("    raise X\n").repeated(150) + "assert c\n")
        << QByteArray("+a +b -a -b -c");
    QTest::newRow("open to the end") << QByteArray("if (a\n") << QByteArray();
}

void TestPythonStops::summaries()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, stops);
    const ModuleSummary summary = summariseModule(
        RepoPath("x.py"), Language::Python, {text.constData(), static_cast<size_t>(text.size())});
    QCOMPARE(summary.stops.join(' '), stops);
    QCOMPARE(ModuleSummary::read(summary.path, summary.write()).stops, summary.stops);
}

void TestPythonStops::versions_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("open");
    QTest::addColumn<int>("edited");
    const auto row = [](const char* name, const QByteArray& text, int open, int edited) {
        QByteArray whole = text;
        whole.replace("CUDA", "torch.version.cuda");
        QTest::newRow(name) << whole << open << edited;
    };
    row("added to a text", "tag = 'cu' + CUDA.replace('.', '')\n", 1, 0);
    row("put into a text", "v = CUDA.replace('.', '')\nurl = f'https://x/cu{v}'\n", 1, 0);
    row("parts in a text", "a, b = CUDA.split('.')\nurl = f'https://x/cu{a}{b}'\n", 1, 0);
    row("number in a text", "v = int(CUDA.split('.')[0])\nurl = 'cu%d' % v\n", 1, 0);
    row("format", "v = int(CUDA.split('.')[0])\nurl = 'cu{}'.format(v)\n", 1, 0);
    row("text as a result", "def tag():\n    return CUDA.replace('.', '')\n", 1, 0);
    row("text as an argument", "fetch(CUDA.replace('.', ''))\n", 1, 0);
    row("text in an object", "self.tag = CUDA.replace('.', '')\n", 1, 0);
    row("compared", "v = int(CUDA.split('.')[0])\nx = v >= 12\n", 0, 1);
    row("text compared", "x = CUDA.split('.')[0] == '12'\n", 0, 1);
    row("name decides", "OK = float(CUDA) >= 11.8\nassert OK\n", 1, 0);
    row("name decides later", "v = float(CUDA)\nOK = v >= 11.8\nif not OK:\n    raise OSError\n", 1,
        0);
    row("prefix decides", "OK = CUDA.startswith('12')\nassert OK\n", 1, 0);
    row("ordered decides", "OK = CUDA >= '11'\nassert OK\n", 1, 0);
}

void TestPythonStops::versions()
{
    QFETCH(QByteArray, text);
    QFETCH(int, open);
    QFETCH(int, edited);
    QCOMPARE(counts(analyse("import torch\n" + text), "detect-cuda-version"),
             std::make_pair(open, edited));
}

QTEST_GUILESS_MAIN(TestPythonStops)
#include "tst_pythonstops.moc"
