#include "core/process/localprocess.h"
#include "core/verify/bytecodeproof.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

/// What CPython's code objects say about a port.
class TestBytecodeProof : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void judges_data();
    void judges();
    void corpus();
    void runsNothing();
    void bigFile();
    void olderPython();
    void missingPython();
    void bothCompilers();
    void cancelled();

private:
    [[nodiscard]] CompilerFileProof prove(const QByteArray& original,
                                          const QByteArray& ported) const;

    PythonInterpreter m_python;
    LocalProcessRunner m_runner;
};

void TestBytecodeProof::initTestCase()
{
    const auto python = findPython(CompilerSearch::fromEnvironment(), m_runner, {});
    if (!python) {
        QSKIP("python3 is not installed");
    }
    m_python = *python;
}

CompilerFileProof TestBytecodeProof::prove(const QByteArray& original,
                                           const QByteArray& ported) const
{
    const auto proofs = proveByBytecode({{RepoPath("a.py"), original, ported}}, m_python,
                                        CompilerProofOptions(), m_runner, {});
    return proofs && proofs->size() == 1 ? proofs->first() : CompilerFileProof();
}

void TestBytecodeProof::judges_data()
{
    QTest::addColumn<QByteArray>("original");
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<CompilerProofStatus>("status");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* tag, const QByteArray& original, const QByteArray& ported,
                        CompilerProofStatus status, const char* says) {
        QTest::newRow(tag) << original << ported << status << QString::fromUtf8(says);
    };
    const QByteArray flag = "is_rocm = getattr(torch.version, \"hip\", None) is not None\n";
    row("gate", "import torch\nf(mode='a')\n",
        "import torch\n" + flag + "f(mode=('b' if is_rocm else 'a'))\n",
        CompilerProofStatus::Agrees, "code object of the module is equal");
    row("statement", "import torch\n\ndef f():\n    g()\n    return 1\n",
        "import torch\n" + flag + "\ndef f():\n    if not is_rocm:\n        g()\n    return 1\n",
        CompilerProofStatus::Agrees, "all 2 code objects");
    row("shift", "x = 1\n", "\n\n\nx = 1\n", CompilerProofStatus::Agrees, "equal");
    row("layout", "for i in x:\n    if i:\n        continue\n    f()\n",
        "for i in x:\n    if i: continue\n    f()\n", CompilerProofStatus::Agrees, "equal");
    row("comment", "x = 1 # a\n", "x = 1\n", CompilerProofStatus::Agrees, "equal");
    row("default", "def f(a=1):\n    pass\n", "def f(a=2):\n    pass\n",
        CompilerProofStatus::Differs, "constant 1, now 2");
    row("moved", "a()\nb()\n", "b()\na()\n", CompilerProofStatus::Differs, "names");
    row("docstring", "def f():\n    'a'\n", "def f():\n    'b'\n", CompilerProofStatus::Differs,
        "f differs");
    row("type", "x = 1\n", "x = True\n", CompilerProofStatus::Differs, "constant 1, now True");
    row("zero", "x = 0.0\n", "x = -0.0\n", CompilerProofStatus::Differs, "constant 0.0, now -0.0");
    row("set", "x in {1, 2, 'a'}\n", "x in {'a', 2, 1}\n", CompilerProofStatus::Agrees, "equal");
    row("crlf", "if a:\r\n    b('''x\r\ny''')\r\n", "\r\nif a:\n    b('''x\ny''')\n",
        CompilerProofStatus::Agrees, "equal");
    row("bom", "\xef\xbb\xbfx = '\xc3\xa9'\n", "\xef\xbb\xbf\nx = '\xc3\xa9'\n",
        CompilerProofStatus::Agrees, "equal");
    row("latin", "# -*- coding: latin-1 -*-\nx = '\xe9'\n",
        "# -*- coding: latin-1 -*-\n\nx = '\xe9'\n", CompilerProofStatus::Agrees, "equal");
    row("tabs", "if a:\n\tb()\n", "if a:\n\tb()\n\n", CompilerProofStatus::Agrees, "equal");
    row("error before", "def (:\n", "def (:\n\n", CompilerProofStatus::NotChecked,
        "cannot compile it (line 1");
    row("error after", "x = 1\n", "x = (1\n", CompilerProofStatus::Differs, "does not (line 1");
    row("error in the arm", "import torch\nx = 1\n",
        "import torch\n" + flag + "if is_rocm:\n    return\nx = 1\n", CompilerProofStatus::Differs,
        "the ported file does not");
    row("import guard", "import pynvml\n",
        "try:\n    import pynvml\nexcept ImportError:\n    pynvml = None\n",
        CompilerProofStatus::NotChecked, "except for try/except around the import in line 1");
    row("own flag", "import torch\n" + flag + "x = 1 if is_rocm else 2\ny = 3\n",
        "import torch\n" + flag + "x = 1 if is_rocm else 2\ny = (4 if is_rocm else 3)\n",
        CompilerProofStatus::Agrees, "equal");
    row("deep", "x = " + QByteArray(400, '(') + '1' + QByteArray(400, ')') + "\n", "x = 1\n",
        CompilerProofStatus::NotChecked, "cannot compile");
    row("null", QByteArray("x = 1\0\n", 7), "x = 1\n", CompilerProofStatus::NotChecked,
        "cannot compile");
}

void TestBytecodeProof::judges()
{
    QFETCH(QByteArray, original);
    QFETCH(QByteArray, ported);
    QFETCH(CompilerProofStatus, status);
    QFETCH(QString, says);
    const CompilerFileProof proof = prove(original, ported);
    QVERIFY2(proof.status == status, qPrintable(proof.reason));
    QVERIFY2(proof.reason.contains(says), qPrintable(proof.reason));
    QCOMPARE(proof.compiler, QStringLiteral("Python %1").arg(m_python.version));
    QVERIFY(proof.isWhole());
}

/// All that the rules propose for the corpus gives the same bytecode on NVIDIA.
void TestBytecodeProof::corpus()
{
    const QDir folder(QStringLiteral(ROCPORT_PYTHON_CORPUS));
    QVector<PythonPair> pairs;
    for (const QString& name : folder.entryList({QStringLiteral("*.ported.py")})) {
        QFile ported(folder.filePath(name));
        QFile original(folder.filePath(name.chopped(10) + QStringLiteral(".py")));
        QVERIFY(ported.open(QIODevice::ReadOnly) && original.open(QIODevice::ReadOnly));
        pairs.append({RepoPath(name.toUtf8()), original.readAll(), ported.readAll()});
    }
    QVERIFY(!pairs.isEmpty());
    const auto proofs = proveByBytecode(pairs, m_python, CompilerProofOptions(), m_runner, {});
    QVERIFY(proofs.ok());
    int equal = 0;
    for (const CompilerFileProof& proof : *proofs) {
        equal += proof.status == CompilerProofStatus::Agrees ? 1 : 0;
        // Some cases hold Python 2 or broken code on purpose, or guard an import.
        const bool excused = proof.reason.contains(QStringLiteral("cannot compile it")) ||
                             proof.reason.contains(QStringLiteral("except for try/except"));
        QVERIFY2(proof.status == CompilerProofStatus::Agrees ||
                     (proof.status == CompilerProofStatus::NotChecked && excused),
                 qPrintable(proof.path.display() + QStringLiteral(": ") + proof.reason));
    }
    QVERIFY2(equal * 10 >= pairs.size() * 8, qPrintable(QString::number(equal)));
}

void TestBytecodeProof::runsNothing()
{
    QTemporaryDir folder;
    const QByteArray mark = folder.filePath(QStringLiteral("mark")).toUtf8();
    const QByteArray text =
        "import os\nopen('" + mark + "', 'w').write('x')\nimport sitecustomize\n";
    QCOMPARE(prove(text, text + "\n").status, CompilerProofStatus::Agrees);
    QVERIFY(!QFile::exists(QString::fromUtf8(mark)));
}

void TestBytecodeProof::bigFile()
{
    QByteArray text;
    for (int i = 0; i < 20000; ++i) {
        text += "def f" + QByteArray::number(i) + "(a, b=" + QByteArray::number(i) +
                "):\n    return [a, b, 'text']\n";
    }
    QCOMPARE(prove(text, "\n" + text).status, CompilerProofStatus::Agrees);
}

/// A Python that does not know the syntax says so; the port is not at fault.
void TestBytecodeProof::olderPython()
{
    const QByteArray text = "type X = int\n"; // Python 3.12
    const CompilerFileProof proof = prove(text, text + "\n");
    const bool knows = *Version::parse(m_python.version) >= Version({3, 12});
    QCOMPARE(proof.status, knows ? CompilerProofStatus::Agrees : CompilerProofStatus::NotChecked);
    QVERIFY(knows || proof.reason.contains(QStringLiteral("Python ") + m_python.version));
    const QByteArray quotes = "x = f'{'a'}'\n"; // quotes in f-strings: Python 3.12
    QCOMPARE(prove(quotes, quotes + "\n").status,
             knows ? CompilerProofStatus::Agrees : CompilerProofStatus::NotChecked);
    const QByteArray match = "match x:\n    case 1:\n        y = (z := 2)\n";
    const bool matches = *Version::parse(m_python.version) >= Version({3, 10});
    QCOMPARE(prove(match, match + "\n").status,
             matches ? CompilerProofStatus::Agrees : CompilerProofStatus::NotChecked);
}

void TestBytecodeProof::missingPython()
{
    CompilerSearch search;
    const auto none = findPython(search, m_runner, {});
    QVERIFY(!none.ok());
    QCOMPARE(none.error().code, ErrorCode::FileNotFound);
    search.python = QStringLiteral("/bin/true");
    const auto other = findPython(search, m_runner, {});
    QVERIFY(!other.ok());
    QCOMPARE(other.error().code, ErrorCode::ProcessFailed);
}

/// Without nvcc, Python is proved all the same, and what nvcc would compile is not checked.
void TestBytecodeProof::bothCompilers()
{
    CompilerProofInput input;
    input.python = {{RepoPath("a.py"), "x = 1\n", "x = 1\n\n"}};
    CompilerProofOptions options;
    options.search.path = CompilerSearch::fromEnvironment().path;
    options.search.nvcc = QStringLiteral("/nowhere/nvcc");
    const auto python = proveByCompiling(input, options, m_runner, {});
    QVERIFY(python.ok());
    QCOMPARE(python->files.size(), qsizetype(1));
    QCOMPARE(python->files.first().status, CompilerProofStatus::Agrees);
    QCOMPARE(python->python, m_python.version);
    input.python.clear();
    const auto none = proveByCompiling(input, options, m_runner, {});
    QVERIFY(!none.ok());
    QCOMPARE(none.error().code, ErrorCode::FileNotFound);
}

void TestBytecodeProof::cancelled()
{
    CancelToken cancel;
    cancel.cancel();
    const auto proofs = proveByBytecode({{RepoPath("a.py"), "x\n", "y\n"}}, m_python,
                                        CompilerProofOptions(), m_runner, cancel);
    QVERIFY(!proofs.ok());
    QCOMPARE(proofs.error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestBytecodeProof)
#include "tst_bytecodeproof.moc"
