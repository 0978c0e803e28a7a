#include "core/isolation/isolation.h"
#include "core/isolation/provepython.h"
#include "core/rules/analyse.h"
#include "core/rules/python/modulenames.h"
#include "core/rules/python/pythonbuiltins.h"
#include "core/rules/python/treesitterquery.h"
#include "testpaths.h"
#include "tests/support/cputime.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace rocport;

namespace {

QString corpusFolder()
{
    return QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/python/");
}

/// Without ".py".
QStringList corpusNames()
{
    QStringList names;
    for (const QString& file :
         QDir(corpusFolder()).entryList({QStringLiteral("*.py")}, QDir::Files)) {
        if (!file.endsWith(QStringLiteral(".ported.py"))) {
            names.append(file.chopped(3));
        }
    }
    return names;
}

QByteArray readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// "# rocport-target: torch=2.7 rocm=6.4 profile=tuned-inference" in the first line.
TargetSettings targetOf(const QByteArray& text)
{
    TargetSettings target;
    const QString first = QString::fromUtf8(text.left(text.indexOf('\n')));
    if (first.startsWith(QStringLiteral("# rocport-target:"))) {
        for (const QString& part : first.split(u' ')) {
            const auto version = Version::parse(part.section(u'=', 1));
            if (part.startsWith(QStringLiteral("torch=")) && version) {
                target.torch = *version;
            } else if (part.startsWith(QStringLiteral("rocm=")) && version) {
                target.rocm = *version;
            } else if (part.startsWith(QStringLiteral("arch="))) {
                target.architectures = part.section(u'=', 1).split(u',');
            } else if (part.startsWith(QStringLiteral("profile="))) {
                target.inductor =
                    inductorProfileFromId(part.section(u'=', 1)).value_or(InductorProfile::Safe);
            }
        }
    }
    return target;
}

/// What the rules said, one line each, for the corpus.
QByteArray describe(const FileAnalysis& analysis)
{
    QByteArray result;
    for (const Finding& finding : analysis.findings) {
        bool edited = false;
        for (const Hunk& hunk : analysis.hunks) {
            edited = edited || hunk.findingIds.contains(finding.id);
        }
        result += QStringLiteral("finding %1 line %2 %3 %4%5\n    %6\n")
                      .arg(finding.ruleId)
                      .arg(finding.line)
                      .arg(severityId(finding.severity), finding.symbol.simplified(),
                           edited ? QString() : QStringLiteral(" (no edit)"), finding.message)
                      .toUtf8();
        if (!edited) {
            result += QStringLiteral("    way out: %1\n").arg(finding.wayOut).toUtf8();
        }
    }
    for (const Hunk& hunk : analysis.hunks) {
        result += QStringLiteral("hunk %1 lines %2-%3 %4: %5%6\n")
                      .arg(hunk.ruleIds.join(u','))
                      .arg(hunk.firstLine)
                      .arg(hunk.lastLine)
                      .arg(verdictId(hunk.verdict), hunk.verdictReason,
                           hunk.needs.isEmpty() ? QString() : QStringLiteral(" needs is_rocm"))
                      .toUtf8();
    }
    return result;
}

} // namespace

/// The rules over Python, on a corpus of small files. ROCPORT_UPDATE_CORPUS=1 writes what is found.
class TestPythonRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void corpus_data();
    void corpus();
    void eachHunkAlone_data() { corpus_data(); }
    void eachHunkAlone();
    void portsParse();
    void pynvmlOnRocm_data();
    void pynvmlOnRocm();
    void everyRuleIsFound();
    void otherModulesAreAsked();
    void gatesGoTogether();
    void keysAreStable();
    void everyTextIsFilled();
    void userPack();
    void badQueries_data();
    void badQueries();
    void features();
    void isFast();

private:
    [[nodiscard]] FileAnalysis analyse(const QByteArray& text, const QString& name = {}) const;

    std::shared_ptr<const RuleSet> m_rules;
};

void TestPythonRules::initTestCase()
{
    RuleSet::LoadResult loaded = RuleSet::load();
    for (const Error& problem : loaded.problems) {
        qWarning() << problem.object << problem.detail;
    }
    QVERIFY(loaded.problems.isEmpty());
    m_rules = std::make_shared<const RuleSet>(std::move(loaded.rules));
    for (const Rule& rule : m_rules->rules()) {
        QVERIFY2(!rule.referenceUrl.isEmpty(), qPrintable(rule.id));
        const bool unfixable = rule.fix.transform.isEmpty() && !rule.languages.isEmpty();
        QVERIFY2(!unfixable || !rule.wayOut.isEmpty(), qPrintable(rule.id));
    }
}

FileAnalysis TestPythonRules::analyse(const QByteArray& text, const QString& name) const
{
    AnalysisContext context;
    context.rules = m_rules;
    context.target = targetOf(text);
    const RepoPath path((name.isEmpty() ? QStringLiteral("pkg/x.py") : name).toUtf8());
    return analyseFile(path, Language::Python, SourceBuffer(text), context);
}

/// One interpreter reads all texts, since starting it takes longer than the work.
void TestPythonRules::portsParse()
{
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (python.isEmpty()) {
        QSKIP("ROCPORT_SKIP_TEST: python3 is missing, so the syntax is not checked");
    }
    QByteArray texts;
    for (const QString& name : corpusNames()) {
        const QByteArray text = readAll(corpusFolder() + name + QStringLiteral(".py"));
        const Result<QByteArray> ported = applyHunks(text, analyse(text).hunks);
        QVERIFY(ported.ok());
        if (name != QStringLiteral("syntax_error")) {
            texts += name.toUtf8() + ' ' + QByteArray::number(ported->size()) + '\n' + *ported;
        }
    }
    QProcess process;
    process.start(python, {QStringLiteral("-c"), QStringLiteral(R"(
import sys
data = sys.stdin.buffer
while line := data.readline():
    name, size = line.split()
    text = data.read(int(size))
    try:
        compile(text, name.decode(), "exec")
    except (SyntaxError, ValueError) as error:
        print(name.decode(), error)
)")});
    QVERIFY(process.waitForStarted());
    process.write(texts);
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(process.readAllStandardOutput(), QByteArray());
}

void TestPythonRules::pynvmlOnRocm_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : corpusNames()) {
        // Without an edit, what fails is the file's own.
        const QString ported = corpusFolder() + name + QStringLiteral(".ported.py");
        if (name.startsWith(QStringLiteral("pynvml_")) && QFile::exists(ported)) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }
}

/// The ported files run with a ROCm build of torch, without pynvml and with one that finds no
/// driver. Names that are None or not bound are faults of the edits; NVMLError and a missing
/// package are what findings are about.
void TestPythonRules::pynvmlOnRocm()
{
    QFETCH(QString, name);
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (python.isEmpty()) {
        QSKIP("ROCPORT_SKIP_TEST: python3 is missing, so nothing can run");
    }
    const QByteArray text = readAll(corpusFolder() + name + QStringLiteral(".py"));
    const FileAnalysis analysis = analyse(text);
    const Result<QByteArray> ported = applyHunks(text, analysis.hunks);
    QVERIFY(ported.ok());
    const bool gated =
        std::any_of(analysis.hunks.begin(), analysis.hunks.end(), [&](const Hunk& hunk) {
            return std::any_of(analysis.findings.begin(), analysis.findings.end(),
                               [&](const Finding& finding) {
                                   return finding.symbol == QStringLiteral("import pynvml") &&
                                          hunk.findingIds.contains(finding.id);
                               });
        });
    QProcess process;
    process.start(python, {QStringLiteral("-c"), QStringLiteral(R"(
import inspect, sys, types

def call(code, installed, gated):
    class NVMLError(Exception):
        pass
    def fail(*_):
        raise NVMLError("no driver")
    torch = types.ModuleType("torch")
    torch.version = types.SimpleNamespace(hip="7.2", cuda=None)
    sys.modules["torch"] = torch
    sys.modules["pynvml"] = None
    if installed:
        pynvml = types.ModuleType("pynvml")
        pynvml.NVMLError = NVMLError
        for name in ("nvmlInit", "nvmlShutdown", "nvmlDeviceGetCount", "nvmlDeviceGetName",
                     "nvmlDeviceGetHandleByIndex", "nvmlDeviceGetMemoryInfo",
                     "nvmlSystemGetDriverVersion", "nvmlDeviceSetName"):
            setattr(pynvml, name, fail)
        sys.modules["pynvml"] = pynvml
    space = {"__name__": "ported", "work": lambda: None}
    try:
        exec(code, space)
    except NVMLError:
        return
    except ImportError:
        if gated:
            print("the import still fails")
        return
    for name, one in list(space.items()):
        if inspect.isfunction(one) and name != "work":
            try:
                one(*[0] * len(inspect.signature(one).parameters))
            except (NVMLError, RuntimeError):
                pass

code = compile(sys.stdin.buffer.read(), "ported.py", "exec")
for installed in (False, True):
    try:
        call(code, installed, sys.argv[1] == "1")
    except Exception as error:
        print("installed" if installed else "missing", type(error).__name__, error)
)"),
                           gated ? QStringLiteral("1") : QStringLiteral("0")});
    QVERIFY(process.waitForStarted());
    process.write(*ported);
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(process.readAllStandardOutput(), QByteArray());
}

/// A rule that no file of the corpus shows is a rule without a test.
void TestPythonRules::everyRuleIsFound()
{
    QSet<QString> found;
    for (const QString& name : corpusNames()) {
        const FileAnalysis analysis =
            analyse(readAll(corpusFolder() + name + QStringLiteral(".py")));
        for (const Finding& finding : analysis.findings) {
            found.insert(finding.ruleId);
        }
    }
    for (const Rule& rule : m_rules->rules()) {
        const QString name = rule.matcherParameters.value(QStringLiteral("name")).toString();
        const bool python = rule.matcher == MatcherKind::TreeSitter ||
                            (rule.matcher == MatcherKind::Builtin && pythonBuiltin(name));
        if (python && rule.languages.contains(Language::Python)) {
            QVERIFY2(found.contains(rule.id), qPrintable(rule.id));
        }
    }
}

void TestPythonRules::corpus_data()
{
    QTest::addColumn<QString>("name");
    const QStringList names = corpusNames();
    for (const QString& name : names) {
        QTest::newRow(qPrintable(name)) << name;
    }
    QVERIFY(names.size() >= 40);
}

void TestPythonRules::corpus()
{
    QFETCH(QString, name);
    const QByteArray text = readAll(corpusFolder() + name + QStringLiteral(".py"));
    const FileAnalysis analysis = analyse(text);
    const Result<QByteArray> ported = applyHunks(text, analysis.hunks);
    QVERIFY(ported.ok());
    const QByteArray said = describe(analysis);
    const QString portedPath = corpusFolder() + name + QStringLiteral(".ported.py");
    const QString saidPath = corpusFolder() + name + QStringLiteral(".txt");
    if (qEnvironmentVariableIsSet("ROCPORT_UPDATE_CORPUS")) {
        QFile out(saidPath);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(said);
        if (*ported != text) {
            QFile changed(portedPath);
            QVERIFY(changed.open(QIODevice::WriteOnly));
            changed.write(*ported);
        } else {
            QFile::remove(portedPath);
        }
    }
    QCOMPARE(said, readAll(saidPath));
    QCOMPARE(*ported, QFile::exists(portedPath) ? readAll(portedPath) : text);
    if (name == QStringLiteral("syntax_error")) {
        QVERIFY(analysis.hunks.isEmpty());
        QVERIFY(!analysis.findings.isEmpty());
        return;
    }
    for (const Hunk& hunk : analysis.hunks) {
        QVERIFY(hunk.verdict != Verdict::Violated);
        QVERIFY(!hunk.title.isEmpty() && !hunk.reason.isEmpty() && !hunk.change.isEmpty());
        QVERIFY(hunk.referenceUrl.startsWith(QStringLiteral("https://")));
    }
    // What NVIDIA sees is the file itself, byte for byte, unless a hunk says that it is not proved.
    const bool proved = std::all_of(analysis.hunks.begin(), analysis.hunks.end(),
                                    [](const Hunk& hunk) { return isProved(hunk.verdict); });
    if (proved && !text.contains("is_rocm")) {
        QCOMPARE(comparedPython(text, *ported).projection, text);
    }
    // A second run over the result finds nothing more to edit.
    QCOMPARE(analyse(*ported).hunks.size(), qsizetype(0));
}

void TestPythonRules::eachHunkAlone()
{
    QFETCH(QString, name);
    const QByteArray text = readAll(corpusFolder() + name + QStringLiteral(".py"));
    const FileAnalysis analysis = analyse(text);
    for (const Hunk& hunk : analysis.hunks) {
        QVector<Hunk> chosen{hunk};
        for (const Hunk& other : analysis.hunks) {
            if (hunk.needs.contains(other.key)) {
                chosen.append(other);
            }
        }
        const Result<QByteArray> ported = applyHunks(text, chosen);
        QVERIFY(ported.ok());
        const IsolationProof proof = proveFile(text, *ported, Language::Python, targetOf(text));
        QVERIFY2(proof.verdict != Verdict::Violated, qPrintable(proof.reason));
        const bool needsFlag = std::any_of(chosen.begin(), chosen.end(), [](const Hunk& one) {
            return one.ruleIds.contains(QStringLiteral("detect-is-rocm"));
        });
        const bool asks =
            std::any_of(hunk.edits.begin(), hunk.edits.end(),
                        [](const TextEdit& edit) { return edit.replacement.contains("is_rocm"); });
        if (asks && needsFlag && !hunk.needs.isEmpty()) {
            // Without the definition it would fail on NVIDIA, and the proof must see that.
            const Result<QByteArray> alone = applyHunks(text, {hunk});
            QVERIFY(alone.ok());
            QCOMPARE(proveFile(text, *alone, Language::Python, {}).verdict, Verdict::Violated);
        }
    }
}

void TestPythonRules::otherModulesAreAsked()
{
    AnalysisContext context;
    context.rules = m_rules;
    context.names = std::make_shared<const ModuleNames>(QVector<ModuleSummary>{
        summariseModule(RepoPath("pkg/config.py"), Language::Python,
                        "class Config:\n    attn_implementation = \"flash_attention_2\"\n"),
        summariseModule(RepoPath("pkg/fused_cuda.py"), Language::Python, "X = 1\n")});
    const QByteArray text = "import torch\n"
                            "import pkg.fused_cuda\n"
                            "import other_fused_cuda\n"
                            "m = load(attn_implementation=cfg.attn_implementation)\n";
    const FileAnalysis analysis =
        analyseFile(RepoPath("pkg/x.py"), Language::Python, SourceBuffer(text), context);
    QStringList found;
    for (const Finding& finding : analysis.findings) {
        found.append(QStringLiteral("%1 %2").arg(finding.ruleId).arg(finding.line));
    }
    QCOMPARE(found, QStringList({QStringLiteral("detect-is-rocm 2"),
                                 QStringLiteral("lib-import-extension 3"),
                                 QStringLiteral("lib-attention-impl 4")}));
    QVERIFY(analysis.findings.last().message.contains(QStringLiteral("pkg/config.py:2")));
    const Result<QByteArray> ported = applyHunks(text, analysis.hunks);
    QVERIFY(ported.ok());
    QVERIFY2(
        ported->endsWith("attn_implementation=(\"sdpa\" if "
                         "str(cfg.attn_implementation).startswith(\"flash_attention\") else "
                         "cfg.attn_implementation) if is_rocm else cfg.attn_implementation\n)\n"),
        *ported);
}

/// The name of an import is None on ROCm only together with the gates of its uses.
void TestPythonRules::gatesGoTogether()
{
    const FileAnalysis analysis = analyse("import torch\nimport pynvml\n\n\ndef start():\n"
                                          "    pynvml.nvmlInit()\n");
    QCOMPARE(analysis.hunks.size(), qsizetype(3)); // flag, import, call
    QVERIFY(analysis.hunks[1].needs.contains(analysis.hunks[2].key));
    QVERIFY(!analysis.hunks[2].needs.contains(analysis.hunks[1].key));
    // What ROCm's own arm does is no reason to leave it alone.
    const FileAnalysis own =
        analyse("import torch\nimport pynvml\n\nis_rocm = bool(torch.version.hip)\n"
                "if is_rocm:\n    count = pynvml.nvmlDeviceGetCount()\n");
    QVERIFY(own.hunks.isEmpty());
    QCOMPARE(own.findings.size(), qsizetype(2));
}

void TestPythonRules::keysAreStable()
{
    const QByteArray text = "import torch\nm = torch.compile(m, mode=\"reduce-overhead\")\n";
    const FileAnalysis first = analyse(text);
    const FileAnalysis moved = analyse("# a line above\n\n" + text);
    QCOMPARE(first.hunks.size(), qsizetype(2));
    QCOMPARE(moved.hunks.size(), qsizetype(2));
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(first.hunks.at(i).key, moved.hunks.at(i).key);
        QCOMPARE(first.findings.at(i).id, moved.findings.at(i).id);
    }
    QCOMPARE(first.hunks.at(1).needs, QVector<QByteArray>{first.hunks.at(0).key});
}

void TestPythonRules::everyTextIsFilled()
{
    const QStringList files = QDir(corpusFolder()).entryList({QStringLiteral("*.py")}, QDir::Files);
    for (const QString& file : files) {
        const FileAnalysis analysis = analyse(readAll(corpusFolder() + file));
        for (const Finding& finding : analysis.findings) {
            const QString all = finding.message + finding.wayOut;
            static const QRegularExpression unfilled(QStringLiteral("\\{[a-z]+\\}"));
            QVERIFY2(!all.contains(unfilled) && !finding.message.endsWith(u':') &&
                         !all.contains(QStringLiteral("``")),
                     qPrintable(file + QStringLiteral(": ") + all));
        }
    }
}

void TestPythonRules::userPack()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("own.toml"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"(format = 1
name = "own"
[[rule]]
id = "own-rule"
phase = 5
severity = "warning"
languages = ["python"]
title = "t"
message = "calls {symbol}"
reason = "r"
change = "c"
match = { kind = "tree-sitter", query = '((call function: (identifier) @symbol) @place (#eq? @symbol "nvidia_only"))' }
fix = { transform = "gate-statement" }
)");
    file.close();
    RuleSet::LoadResult loaded = RuleSet::load({path});
    QVERIFY(loaded.problems.isEmpty());
    AnalysisContext context;
    context.rules = std::make_shared<const RuleSet>(std::move(loaded.rules));
    const QByteArray text = "import torch\nnvidia_only(1)\nother(1)\n";
    const FileAnalysis analysis =
        analyseFile(RepoPath("x.py"), Language::Python, SourceBuffer(text), context);
    QCOMPARE(analysis.findings.size(), qsizetype(2));
    QCOMPARE(analysis.findings.last().message, QStringLiteral("calls nvidia_only"));
    const Result<QByteArray> ported = applyHunks(text, analysis.hunks);
    QVERIFY(ported.ok());
    QVERIFY(ported->endsWith("if not is_rocm:\n    nvidia_only(1)\nother(1)\n"));
}

void TestPythonRules::badQueries_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QString>("reason");
    QTest::newRow("syntax") << QByteArray("(call") << "syntax";
    QTest::newRow("node") << QByteArray("(no_such_node) @a") << "kind of node";
    QTest::newRow("field") << QByteArray("(call no_field: (identifier)) @a") << "field";
    QTest::newRow("predicate") << QByteArray("((identifier) @a (#odd? @a \"x\"))") << "#odd?";
    QTest::newRow("expression") << QByteArray("((identifier) @a (#match? @a \"(\"))") << "regular";
}

void TestPythonRules::badQueries()
{
    QFETCH(QByteArray, query);
    QFETCH(QString, reason);
    const Result<TreeSitterQuery> result = TreeSitterQuery::compile(query);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::RulePackInvalid);
    QVERIFY2(result.error().detail.contains(reason), qPrintable(result.error().detail));
}

void TestPythonRules::features()
{
    const FileAnalysis analysis =
        analyse("import triton\n# import jax\ng = torch.cuda.CUDAGraph()\n");
    QCOMPARE(analysis.features.texts(FeatureKind::Trait),
             QStringList({QStringLiteral("triton"), QStringLiteral("cuda-graph")}));
}

void TestPythonRules::isFast()
{
    QByteArray text = "import torch\nimport pynvml\n";
    while (text.size() < 64 * 1024) {
        text += "def f" + QByteArray::number(text.size()) +
                "(x, y=None):\n    z = torch.relu(x) + [1, 2, 3][0]\n    return {'a': z, 'b': y}\n";
    }
    CpuTimer timer;
    for (int file = 0; file < 16; ++file) {
        QVERIFY(!analyse(text).hunks.isEmpty());
    }
    qInfo() << "1 MiB of Python with edits to prove:" << timer.elapsed() << "ms";
    timer.start();
    text.replace("pynvml", "numpyx");
    for (int file = 0; file < 16; ++file) {
        QVERIFY(analyse(text).findings.isEmpty());
    }
    qInfo() << "1 MiB of Python without a word that a rule asks for:" << timer.elapsed() << "ms";
    QVERIFY(timer.elapsed() < 30000);
}

QTEST_GUILESS_MAIN(TestPythonRules)
#include "tst_pythonrules.moc"
