#include "core/isolation/isolation.h"
#include "core/isolation/pythontokens.h"
#include "core/isolation/syntaxtree.h"
#include "tests/support/cputime.h"

#include <QSet>
#include <QTest>

using namespace rocport;

namespace {

const QByteArray kDefinition =
    "is_rocm = hasattr(torch.version, \"hip\") and torch.version.hip is not None\n";

} // namespace

/// Projection and proof of Python text.
class TestPythonIsolation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void projects_data();
    void projects();
    void refusesSyntaxErrors();
    void proves_data();
    void proves();
    void tokenizes();
    void tokenizesOperators();
    void ends_data();
    void ends();
    void cancels();
    void headersWithoutBlocks();
    void kindsWithoutFields();
};

void TestPythonIsolation::projects_data()
{
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<QByteArray>("projection");
    const auto row = [](const char* name, const char* ported, const char* projection) {
        QTest::newRow(name) << QByteArray(ported) << QByteArray(projection);
    };
    row("empty", "", "");
    row("plain", "a = 1\n", "a = 1\n");
    row("if", "a = 1\nif is_rocm:\n    b = 2\n    c = 3\nd = 4\n", "a = 1\nd = 4\n");
    row("if else", "if is_rocm:\n    b = 2\nelse:\n    a = 1\n    c = 3\n", "a = 1\nc = 3\n");
    row("if not", "if not is_rocm:\n    a = 1\n", "a = 1\n");
    row("if not else", "if not is_rocm:\n    a = 1\nelse:\n    b = 2\nc = 3\n", "a = 1\nc = 3\n");
    row("and", "x = not is_rocm and a > 1\n", "x = a > 1\n");
    row("or", "x = is_rocm or a > 1\n", "x = a > 1\n");
    row("and before or", "x = not is_rocm and a or b\n", "x = a or b\n");
    row("or before and", "x = is_rocm or a and b\n", "x = a and b\n");
    row("three operands", "x = not is_rocm and a and b\n", "x = a and b\n");
    row("flag last", "x = a and not is_rocm\n", "x = a and not is_rocm\n");
    row("flag between", "x = a and not is_rocm and b\n", "x = a and not is_rocm and b\n");
    row("false and", "x = is_rocm and a\n", "x = is_rocm and a\n");
    row("true or", "x = not is_rocm or a\n", "x = not is_rocm or a\n");
    row("in a lambda", "f = lambda: not is_rocm and a\n", "f = lambda: a\n");
    row("in a condition", "if not is_rocm and a:\n    b\n", "if a:\n    b\n");
    row("in a comprehension", "x = [i for i in y if not is_rocm and i]\n",
        "x = [i for i in y if i]\n");
    row("in a ternary", "x = a if not is_rocm and b else c\n", "x = a if b else c\n");
    row("with a ternary", "x = not is_rocm and (a if b else c)\n", "x = (a if b else c)\n");
    row("as an argument", "f(x, y=not is_rocm and a, z=1)\n", "f(x, y=a, z=1)\n");
    row("bracketed flag", "x = (not (is_rocm)) and a\n", "x = a\n");
    row("bracketed and", "x = b or (not is_rocm and a)\n", "x = b or a\n");
    row("bracketed for not", "x = not (not is_rocm and a == b)\n", "x = not a == b\n");
    row("bracketed or in not", "x = not (is_rocm or a or b)\n", "x = not (a or b)\n");
    row("and with a comment", "x = (\n    not is_rocm  # AMD has none\n    and a\n)\n",
        "x = (\n    a\n)\n");
    row("two flags", "x = not is_rocm and (is_rocm or a)\n", "x = a\n");
    row("ternary of it", "x = (b if is_rocm else not is_rocm and a)\n", "x = (a)\n");
    row("bracketed", "if (not (is_rocm)):\n    a = 1\n", "a = 1\n");
    row("one line", "if not is_rocm: a = 1; b = 2\nc = 3\n", "a = 1; b = 2\nc = 3\n");
    row("one line else", "if is_rocm: a = 1\nelse: b = 2\n", "b = 2\n");
    row("comment in header", "if not is_rocm:  # AMD has none\n    a = 1  # keep\n",
        "a = 1  # keep\n");
    row("comment in body", "if not is_rocm:\n    # keep\n    a = 1\n", "# keep\na = 1\n");
    row("elif", "if is_rocm:\n    b = 2\nelif x:\n    a = 1\nelse:\n    c = 3\n",
        "if x:\n    a = 1\nelse:\n    c = 3\n");
    row("elif flag", "if x:\n    a = 1\nelif is_rocm:\n    b = 2\nelse:\n    c = 3\n",
        "if x:\n    a = 1\nelse:\n    c = 3\n");
    row("elif not flag", "if x:\n    a = 1\nelif not is_rocm:\n    b = 2\nelse:\n    c = 3\n",
        "if x:\n    a = 1\nelse:\n    b = 2\n");
    row("nested",
        "def f():\n    if not is_rocm:\n        if x:\n            if not is_rocm:\n"
        "                a = 1\n        b = 2\n    return 3\n",
        "def f():\n    if x:\n        a = 1\n    b = 2\n    return 3\n");
    row("mixed condition", "if is_rocm and x:\n    a = 1\n", "if is_rocm and x:\n    a = 1\n");
    row("and stays", "a = is_rocm and b\n", "a = is_rocm and b\n");
    row("expression", "f(mode=\"default\" if is_rocm else \"reduce-overhead\")\n",
        "f(mode=\"reduce-overhead\")\n");
    row("expression not", "f(mode='max' if not is_rocm else 'default')\n", "f(mode='max')\n");
    row("parentheses go", "a = b + (1 if is_rocm else c)\n", "a = b + c\n");
    row("parentheses stay", "a = b * (1 if is_rocm else c + d)\n", "a = b * (c + d)\n");
    row("lambda", "f = lambda: 1 if is_rocm else 2\n", "f = lambda: 2\n");
    row("inner conditional", "a = 1 if x else 2 if is_rocm else 3\n", "a = 1 if x else 3\n");
    row("definition",
        "import torch\nis_rocm = hasattr(torch.version, \"hip\") and "
        "torch.version.hip is not None\na = 1\n",
        "import torch\na = 1\n");
    row("definition getattr", "is_rocm = getattr(th.version, 'hip', None) is not None  # AMD\na\n",
        "a\n");
    row("definition bracketed",
        "is_rocm = (hasattr(torch.version, \"hip\")\n    and torch.version.hip is not None)\na\n",
        "a\n");
    row("definition other", "is_rocm = os.path.exists('x')\n", "is_rocm = os.path.exists('x')\n");
    row("definition of two modules",
        "is_rocm = hasattr(a.version, \"hip\") and b.version.hip is not None\n",
        "is_rocm = hasattr(a.version, \"hip\") and b.version.hip is not None\n");
    row("import", "from pkg.flags import is_rocm\na = 1\n", "a = 1\n");
    row("import two", "from pkg.flags import is_rocm, b\n", "from pkg.flags import is_rocm, b\n");
    row("crlf", "if not is_rocm:\r\n    a = 1\r\nb = 2\r\n", "a = 1\r\nb = 2\r\n");
    row("tabs", "def f():\n\tif not is_rocm:\n\t\ta = 1\n\treturn\n",
        "def f():\n\ta = 1\n\treturn\n");
    row("bom", "\xef\xbb\xbfif not is_rocm:\n    a = 1\n",
        "\xef\xbb\xbf"
        "a = 1\n");
    row("no newline", "if not is_rocm:\n    a = 1", "a = 1");
    row("no newline, guard last", "a = 1\nif is_rocm:\n    b = 2", "a = 1");
    row("string interior", "if not is_rocm:\n    a = \"\"\"x\n    y\n  z\"\"\"\n    b = 1\n",
        "a = \"\"\"x\n    y\n  z\"\"\"\nb = 1\n");
    row("joined lines", "if not is_rocm:\n    a = f(1,\n          2,\n    )\n",
        "a = f(1,\n      2,\n)\n");
    row("short joined line", "def f():\n    if not is_rocm:\n        g(\n    1)\n",
        "def f():\n    g(\n1)\n");
    row("blank lines", "if not is_rocm:\n    a = 1\n\n    \n    b = 2\n", "a = 1\n\n    \nb = 2\n");
    row("form feed", "a = 1\n\f\nif not is_rocm:\n    b = 1\n", "a = 1\n\f\nb = 1\n");
    row("f-string", "a = f\"{'x' if is_rocm else y}\"\n", "a = f\"{y}\"\n");
    row("decorator", "@torch.compile(mode=\"default\" if is_rocm else M)\ndef f():\n    pass\n",
        "@torch.compile(mode=M)\ndef f():\n    pass\n");
    row("in comment and string", "# if is_rocm:\na = 'x if is_rocm else y'\n",
        "# if is_rocm:\na = 'x if is_rocm else y'\n");
    row("attribute", "a = 1 if self.is_rocm else 2\n", "a = 1 if self.is_rocm else 2\n");
}

void TestPythonIsolation::projects()
{
    QFETCH(QByteArray, ported);
    QFETCH(QByteArray, projection);
    const Result<QByteArray> result = projectPython(ported);
    QVERIFY(result.ok());
    QCOMPARE(*result, projection);
}

void TestPythonIsolation::refusesSyntaxErrors()
{
    const Result<QByteArray> result = projectPython("a = 1\nif is_rocm\n    b\n");
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::ParseFailed);
    const IsolationProof proof = proveFile("a = 1\n", "a = (\n", Language::Python, {});
    QCOMPARE(proof.verdict, Verdict::Unproved);
    QVERIFY(proof.reason.contains(QStringLiteral("syntax error")));
}

void TestPythonIsolation::proves_data()
{
    QTest::addColumn<QByteArray>("original");
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const QByteArray& original, const QByteArray& ported,
                        Verdict verdict, int line, const char* reason) {
        QTest::newRow(name) << original << ported << verdict << line << QString::fromUtf8(reason);
    };
    const QByteArray head = "import torch\n";
    const QByteArray ready = head + kDefinition;
    row("gated expression", head + "f(mode=\"a\")\n",
        ready + "f(mode=\"b\" if is_rocm else \"a\")\n", Verdict::Projected, 0, "byte for byte");
    row("parentheses of the edit", head + "x = y + z\n", ready + "x = y + (1 if is_rocm else z)\n",
        Verdict::Projected, 0, "All 9 tokens");
    row("parentheses of the original", head + "x = y + (z)\n",
        ready + "x = y + (1 if is_rocm else z)\n", Verdict::Projected, 0, "All 11 tokens");
    row("parentheses that matter", head + "x = y * z + 1\n",
        ready + "x = y * (1 if is_rocm else z + 1)\n", Verdict::Violated, 2, "line 2");
    row("broken in parentheses", head + "x = f(1)[0] >= 2\n",
        ready + "x = (\n    False\n    if is_rocm\n    else f(1)[0] >= 2\n)\n", Verdict::Projected,
        0, "byte for byte");
    row("moved to the right", head + "f(\n    a=[\n        1,\n    ],\n    b=2,\n)\n",
        ready + "f(\n    a=(\n        []\n        if is_rocm\n        else [\n            1,\n"
                "        ]\n    ),\n    b=2,\n)\n",
        Verdict::Projected, 0, "byte for byte");
    row("brackets broken", head + "x = f(a).g() * b\n",
        ready + "x = f(\n    c if is_rocm else a\n).g() * b\n", Verdict::Projected, 0,
        "byte for byte");
    row("brackets of many broken", head + "x = f(a, d)\n",
        ready + "x = f(\n    c if is_rocm else a, d\n)\n", Verdict::Violated, 2, "differs");
    row("broken parentheses of the original", head + "x = (\n    y\n)\n",
        ready + "x = (\n    1\n    if is_rocm\n    else y\n)\n", Verdict::Projected, 0,
        "byte for byte");
    row("broken parentheses that matter", head + "x = y * z + 1\n",
        ready + "x = y * (\n    1\n    if is_rocm\n    else z + 1\n)\n", Verdict::Violated, 2,
        "line 2");
    row("comment in broken parentheses", head + "x = y\n",
        ready + "x = (\n    # why\n    1\n    if is_rocm\n    else y\n)\n", Verdict::Violated, 2,
        "line 2");
    row("line after broken parentheses", head + "x = y\nz( )\n",
        ready + "x = (\n    1\n    if is_rocm\n    else y\n)\nz()\n", Verdict::Violated, 3,
        "differs in its bytes");
    row("not flag and", head + "if a or b:\n    c\n",
        ready + "if not is_rocm and (a or b):\n    c\n", Verdict::Violated, 2, "line 2");
    row("flag or", head + "x = a or b\n", ready + "x = is_rocm or a or b\n", Verdict::Projected, 0,
        "byte for byte");
    row("flag after or", head + "x = a or b\n", ready + "x = a or is_rocm or b\n",
        Verdict::Violated, 2, "line 2");
    row("bracketed flag or", head + "x = a\n", ready + "x = (is_rocm) or a\n", Verdict::Projected,
        0, "byte for byte");
    row("flag given a value in brackets", head + "a()\n", ready + "(is_rocm) = 1\na()\n",
        Verdict::Unproved, 0, "another meaning");
    row("not flag and a comparison", head + "if a >= b and c:\n    d\n",
        ready + "if not is_rocm and a >= b and c:\n    d\n", Verdict::Projected, 0,
        "byte for byte");
    row("gated statement", head + "a()\nb()\n", ready + "if not is_rocm:\n    a()\nb()\n",
        Verdict::Projected, 0, "byte for byte");
    row("layout inside the edit", head + "a( 1 )\n", ready + "a( 2 if is_rocm else 1)\n",
        Verdict::Projected, 0, "outside the edits");
    row("layout outside", head + "a()\nb( )\n", ready + "if not is_rocm:\n    a()\nb()\n",
        Verdict::Violated, 3, "differs in its bytes");
    row("comment lost", head + "a()  # why\n", ready + "if not is_rocm:\n    a()\n",
        Verdict::Violated, 2, "line 2");
    row("blank line lost", head + "\n\na()\n", ready + "\na()\n", Verdict::Violated, 3, "line 3");
    row("blank lines lost", head + "\n\n\na()\n", head + "\n" + kDefinition + "\na()\n",
        Verdict::Violated, 3, "line 3");
    row("blank line apart", head + "\na()\n", head + "\n" + kDefinition + "\na()\n",
        Verdict::Projected, 0, "byte for byte");
    row("blank line of the original", head + "\n\na()\n", head + "\n" + kDefinition + "\na()\n",
        Verdict::Projected, 0, "byte for byte");
    row("wrong arm", head + "a()\n", ready + "if is_rocm:\n    a()\n", Verdict::Violated, 2,
        "line");
    row("block structure", head + "if x:\n    a()\nb()\n",
        ready + "if x:\n    a()\n    if not is_rocm:\n        b()\n", Verdict::Violated, 4,
        "line 4");
    row("string re-indented", head + "def f():\n    a = '''x\n    y'''\n",
        ready + "def f():\n    if not is_rocm:\n        a = '''x\n        y'''\n",
        Verdict::Violated, 3, "line 3");
    row("never defined", head + "a()\n", head + "if not is_rocm:\n    a()\n", Verdict::Violated, 0,
        "before it is defined");
    row("defined too late", "a()\n" + head, "if not is_rocm:\n    a()\n" + ready, Verdict::Violated,
        0, "before it is defined");
    row("defined before torch", head + "a()\n", kDefinition + head + "a()\n", Verdict::Violated, 0,
        "before torch is imported");
    row("late use is fine", "def f():\n    a()\n" + head,
        "def f():\n    if not is_rocm:\n        a()\n" + ready, Verdict::Projected, 0, "unchanged");
    row("other meaning", "is_rocm = False\n" + head + "a()\n",
        "is_rocm = False\n" + head + "if not is_rocm:\n    a()\n", Verdict::Unproved, 0,
        "another meaning");
    row("own guards", ready + "if is_rocm:\n    a()\nb()\n",
        ready + "if is_rocm:\n    c()\nif not is_rocm:\n    b()\n", Verdict::Projected, 0,
        "both sides");
    row("import guard", "import pynvml\na()\n",
        "try:\n    import pynvml\nexcept ImportError:\n    pynvml = None\na()\n", Verdict::Unproved,
        2, "try/except");
    row("import guard and change", "import pynvml\na()\n",
        "try:\n    import pynvml\nexcept ImportError:\n    pynvml = None\nb()\n", Verdict::Violated,
        1, "line 1");
    row("pynvml arm", head + "import pynvml\n",
        ready + "if is_rocm:\n    pynvml = None\nelse:\n    import pynvml\n", Verdict::Projected, 0,
        "byte for byte");
    row("added definition is told", head + "a()\n", ready + "if not is_rocm:\n    a()\n",
        Verdict::Projected, 0, "; the added definition of is_rocm, which NVIDIA builds run too");
    row("added import is told", "import os\na()\n",
        "import os\nfrom ._rocm import is_rocm\nif not is_rocm:\n    a()\n", Verdict::Projected, 0,
        "; the added import of is_rocm, which NVIDIA builds run too");
    row("import that is there already", "from ._rocm import is_rocm\na()\n",
        "from ._rocm import is_rocm\nif not is_rocm:\n    a()\n", Verdict::Projected, 0,
        "are projected on both sides.");
    row("syntax error before", "a = (\n", "a = 1\n", Verdict::Unproved, 0, "original");
}

void TestPythonIsolation::proves()
{
    QFETCH(QByteArray, original);
    QFETCH(QByteArray, ported);
    QFETCH(Verdict, verdict);
    QFETCH(int, line);
    QFETCH(QString, reason);
    const IsolationProof proof = proveFile(original, ported, Language::Python, {});
    QVERIFY2(proof.reason.contains(reason), qPrintable(proof.reason));
    QCOMPARE(proof.verdict, verdict);
    if (verdict != Verdict::Unproved) {
        QCOMPARE(proof.differsAtLine, line);
    }
}

/// The longest operator that stands there, whatever follows it.
void TestPythonIsolation::tokenizesOperators()
{
    const QByteArrayList known = {
        "**=", "//=", ">>=", "<<=", "...", "!=", "%=", "&=", "**", "*=", "+=", "-=", "->",
        "//",  "/=",  ":=",  "<<",  "<=",  "<>", "==", ">=", ">>", "@=", "^=", "|="};
    const QByteArray signs = "!%&*+-./:<=>@^|~,;()[]{}$?`\\";
    for (const char first : signs) {
        for (const char second : signs) {
            for (const char third : signs) {
                const QByteArray text = QByteArray(1, first) + second + third;
                const auto longest =
                    std::find_if(known.begin(), known.end(),
                                 [&](const QByteArray& one) { return text.startsWith(one); });
                const qsizetype size = longest == known.end() ? 1 : longest->size();
                const std::vector<PythonToken> tokens = tokenizePython({text.constData(), 3});
                QVERIFY2(!tokens.empty() && tokens.front().begin == 0 &&
                             tokens.front().end == static_cast<quint32>(size),
                         text.constData());
            }
        }
    }
}

void TestPythonIsolation::tokenizes()
{
    const std::string_view text =
        "def f(a,\n  b=1.5e-3):  # c\n\tif a!=b: x = r'''q\n'''\n\n  # d\ny\n";
    QByteArrayList spelled;
    for (const PythonToken& token : tokenizePython(text)) {
        const std::string_view part = token.text(text);
        switch (token.kind) {
        case PythonTokenKind::Indent:
            spelled += ">>";
            break;
        case PythonTokenKind::Dedent:
            spelled += "<<";
            break;
        case PythonTokenKind::Newline:
            spelled += "NL";
            break;
        default:
            spelled += QByteArray(part.data(), static_cast<qsizetype>(part.size()));
        }
    }
    QCOMPARE(spelled.join('|'),
             QByteArray("def|f|(|a|,|b|=|1.5e-3|)|:|# c|NL|>>|if|a|!=|b|:|x|=|r'''q\n'''|NL|# d|<<|"
                        "y|NL"));
}

void TestPythonIsolation::ends_data()
{
    QTest::addColumn<QByteArray>("text");
    const int depth = 100000;
    QTest::newRow("parentheses") << "a = " + QByteArray(depth, '(') + "1" + QByteArray(depth, ')');
    QTest::newRow("open") << "a = " + QByteArray(depth, '(');
    QTest::newRow("nots") << "a = 1 if " + QByteArray("not ").repeated(depth) + "is_rocm else 2\n";
    QTest::newRow("conditionals") << "a = " + QByteArray("(1 if is_rocm else ").repeated(20000) +
                                         "2" + QByteArray(20000, ')') + "\n";
    QByteArray blocks;
    for (int i = 0; i < 200; ++i) {
        blocks += QByteArray(i, ' ') + "if not is_rocm:\n";
    }
    QTest::newRow("blocks") << blocks + QByteArray(200, ' ') + "a = 1\n";
    // The parser tries to mend each, and takes the square of their number.
    for (const char* header : {"try:\n", "elif a:  # why\n", "class A:\n", "for a in b:\n"}) {
        QTest::newRow(header) << "import torch\n" + QByteArray(header).repeated(20000);
    }
    QTest::newRow("noise") << QByteArray("\x00\xff\r'\"\"\"\\(if is_rocm:\n", 22).repeated(2000);
}

void TestPythonIsolation::ends()
{
    QFETCH(QByteArray, text);
    CpuTimer timer;
    const IsolationProof proof = proveFile("a = 1\n", text, Language::Python, {});
    QVERIFY(!proof.reason.isEmpty());
    QVERIFY(proof.verdict < Verdict::Equivalent);
    QVERIFY2(timer.elapsed() < 20000, qPrintable(QString::number(timer.elapsed())));
}

void TestPythonIsolation::cancels()
{
    const QByteArray text = QByteArray("x = f(1, 2, [3, 4])\n").repeated(3000);
    CancelToken token;
    token.cancel();
    const auto result = SyntaxTree::parsePython(
        {text.constData(), static_cast<size_t>(text.size())}, SyntaxTree::kTimeLimit, &token);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
    const auto late = SyntaxTree::parsePython({text.constData(), static_cast<size_t>(text.size())},
                                              std::chrono::milliseconds(1));
    QVERIFY(!late.ok());
    QCOMPARE(late.error().code, ErrorCode::ParseFailed);
}

/// Headers without a block: some are read, beyond a hundred the file is not, and blocks that stand
/// there never count.
void TestPythonIsolation::headersWithoutBlocks()
{
    const auto lineIn = [](const QByteArray& text) {
        const auto tree =
            SyntaxTree::parsePython({text.constData(), static_cast<size_t>(text.size())});
        return tree ? tree->errorLine() : -1;
    };
    const QByteArray rest = "import torch\nx = {'a': 1,\n'b': 2}\n";
    QCOMPARE(lineIn(rest + QByteArray("if x:\n    # why\n\n    y: int = 1\n").repeated(500)), 0);
    QCOMPARE(lineIn(rest + QByteArray("if x: pass\n").repeated(500)), 0);
    QCOMPARE(lineIn(rest + QByteArray("d = {a:\n1}\n").repeated(500)), 0);
    // The grammar takes an empty block, which CPython does not.
    QCOMPARE(lineIn(rest + QByteArray("if x:\n").repeated(50)), 0);
    QCOMPARE(lineIn(rest + QByteArray("if x:\n").repeated(500)), 3 + 101);
}

/// SyntaxTree::child() does not look below these kinds, of which a node may have thousands of
/// children.
void TestPythonIsolation::kindsWithoutFields()
{
    const QByteArray text =
        "import a, b as c\nfrom d import (e, f as g)\nh, (i, j), *k = 1, 2, [3, (4,)]\n"
        "def l(m, n: int = 1, *o, p=2, **q) -> r:\n    return m, (n := 2), o[1, 2]\n"
        "@s(t, u=v, *w, **x)\nclass y(z, metaclass=aa):\n    pass\n"
        "for bb, cc in dd, ee:\n    print([ff.gg, hh if ii else jj, not kk, *ll], (mm, lambda: "
        "nn))\n"
        "else:\n    del oo, pp\nwith qq as rr, (ss as tt):\n    x = (yield uu, vv)\n"
        "match ww, xx:\n    case [yy, (zz, 1)]:\n        f(a, b=[c], *(d, e))\n"
        "g(i for i in j)\nassert a, b\nx: int = 1, 2\ntype Y = int\n";
    const auto tree = SyntaxTree::parsePython({text.constData(), static_cast<size_t>(text.size())});
    QVERIFY(tree);
    QSet<SyntaxKind> met;
    for (const SyntaxNode& node : tree->nodes()) {
        const SyntaxKind outer = tree->kind(node.parent);
        if (outer == SyntaxKind::Module || outer == SyntaxKind::ArgumentList ||
            outer == SyntaxKind::List || outer == SyntaxKind::Tuple ||
            outer == SyntaxKind::ExpressionList) {
            met.insert(outer);
            QVERIFY2(node.field == SyntaxField::None, text.mid(node.begin, 20).constData());
        }
    }
    QCOMPARE(met.size(), qsizetype(5));
}

QTEST_GUILESS_MAIN(TestPythonIsolation)
#include "tst_pythonisolation.moc"
