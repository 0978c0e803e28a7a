#include "core/isolation/isolation.h"
#include "core/isolation/notebook.h"
#include "core/rules/analyse.h"
#include "testpaths.h"
#include "tests/support/builtinrules.h"
#include "tests/support/cputime.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace rocport;

namespace {

QString corpusFolder()
{
    return QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/notebooks/");
}

QByteArray readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeAll(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

/// "# rocport-target: torch=2.5 rocm=6.2" anywhere.
TargetSettings targetOf(const QByteArray& text)
{
    static const QRegularExpression words(
        QStringLiteral("rocport-target: torch=([0-9.]+) rocm=([0-9.]+)"));
    TargetSettings target;
    const QRegularExpressionMatch match = words.match(QString::fromUtf8(text));
    if (match.hasMatch()) {
        target.torch = *Version::parse(match.captured(1));
        target.rocm = *Version::parse(match.captured(2));
    }
    return target;
}

QByteArray describe(const FileAnalysis& analysis)
{
    QByteArray result;
    if (!analysis.skipped.isEmpty()) {
        result += "skipped: " + analysis.skipped.toUtf8() + '\n';
    }
    for (const Finding& finding : analysis.findings) {
        const bool edited =
            std::any_of(analysis.hunks.begin(), analysis.hunks.end(),
                        [&](const Hunk& hunk) { return hunk.findingIds.contains(finding.id); });
        result += QStringLiteral("finding %1 line %2 %3 %4%5\n    %6\n    | %7\n")
                      .arg(finding.ruleId)
                      .arg(finding.line)
                      .arg(severityId(finding.severity), finding.symbol.simplified(),
                           edited ? QString() : QStringLiteral(" (no edit)"), finding.message,
                           finding.excerpt)
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
    for (const FileFeature& trait : analysis.features.values(FeatureKind::Trait)) {
        result += QStringLiteral("feature %1\t%2\t%3\t")
                      .arg(trait.text, QString::number(trait.line), QString::number(trait.count))
                      .toUtf8() +
                  trait.detail.toUtf8() + '\n';
    }
    return result;
}

/// A notebook with these code cells.
QByteArray notebookOf(const QByteArrayList& sources)
{
    QByteArrayList cells;
    for (const QByteArray& source : sources) {
        cells.append("{\"cell_type\":\"code\",\"outputs\":[],\"source\":" + source + "}");
    }
    return "{\"cells\":[" + cells.join(",") + "],\"metadata\":{},\"nbformat\":4}";
}

} // namespace

/// tests/corpus/notebooks: each NAME.ipynb has NAME.txt with what the rules say, and where edits
/// are proposed NAME.ported.ipynb with all of them made. ROCPORT_UPDATE_CORPUS=1 writes what is
/// found.
class TestNotebooks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void corpus_data();
    void corpus();
    void eachHunkAlone_data() { corpus_data(); }
    void eachHunkAlone();
    void magics_data();
    void magics();
    void unreadable_data();
    void unreadable();
    void proofs_data();
    void proofs();
    void placesOfTheModule();
    void isFast();

private:
    [[nodiscard]] FileAnalysis analyse(const QByteArray& text) const;

    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

FileAnalysis TestNotebooks::analyse(const QByteArray& text) const
{
    AnalysisContext context;
    context.rules = m_rules;
    context.target = targetOf(text);
    return analyseFile(RepoPath("notebooks/x.ipynb"), Language::Notebook, SourceBuffer(text),
                       context);
}

void TestNotebooks::corpus_data()
{
    QTest::addColumn<QString>("name");
    const QStringList files =
        QDir(corpusFolder()).entryList({QStringLiteral("*.ipynb")}, QDir::Files);
    int rows = 0;
    for (const QString& file : files) {
        if (!file.endsWith(QStringLiteral(".ported.ipynb"))) {
            QTest::newRow(qPrintable(file)) << file.chopped(6);
            ++rows;
        }
    }
    QVERIFY(rows >= 20);
}

void TestNotebooks::corpus()
{
    QFETCH(QString, name);
    const QString path = corpusFolder() + name + QStringLiteral(".ipynb");
    const QByteArray text = readAll(path);
    const FileAnalysis analysis = analyse(text);
    const Result<QByteArray> ported = applyHunks(text, analysis.hunks);
    QVERIFY(ported.ok());
    const QByteArray said = describe(analysis);
    const QString portedPath = corpusFolder() + name + QStringLiteral(".ported.ipynb");
    const QString saidPath = corpusFolder() + name + QStringLiteral(".txt");
    if (qEnvironmentVariableIsSet("ROCPORT_UPDATE_CORPUS")) {
        writeAll(saidPath, said);
        QFile::remove(portedPath);
        if (*ported != text) {
            writeAll(portedPath, *ported);
        }
    }
    QCOMPARE(said, readAll(saidPath));
    QCOMPARE(*ported, QFile::exists(portedPath) ? readAll(portedPath) : text);
    for (const Hunk& hunk : analysis.hunks) {
        QVERIFY(hunk.verdict != Verdict::Violated);
        QVERIFY(hunk.firstLine >= 1 && hunk.lastLine >= hunk.firstLine - 1);
        QVERIFY(hunk.lastLine <= analysis.lines);
    }
    if (*ported == text) {
        return;
    }
    // A second run over the result finds nothing more to edit.
    QCOMPARE(analyse(*ported).hunks.size(), qsizetype(0));
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (python.isEmpty()) {
        QSKIP("ROCPORT_SKIP_TEST: python3 is missing, so the notebook is not read by it");
    }
    QProcess process;
    process.start(python, {QStringLiteral(ROCPORT_SOURCE_DIR "/tests/support/checknotebook.py"),
                           path, portedPath});
    QVERIFY(process.waitForFinished());
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
}

void TestNotebooks::eachHunkAlone()
{
    QFETCH(QString, name);
    const QByteArray text = readAll(corpusFolder() + name + QStringLiteral(".ipynb"));
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
        const IsolationProof proof = proveFile(text, *ported, Language::Notebook, targetOf(text));
        QVERIFY2(proof.verdict != Verdict::Violated, qPrintable(proof.reason));
        if (!hunk.needs.isEmpty()) {
            const Result<QByteArray> alone = applyHunks(text, {hunk});
            QVERIFY(alone.ok());
            QCOMPARE(proveFile(text, *alone, Language::Notebook, {}).verdict, Verdict::Violated);
        }
    }
}

void TestNotebooks::magics_data()
{
    QTest::addColumn<QByteArray>("cell");
    QTest::addColumn<QByteArray>("masked"); // null: the cell is left out
    QTest::newRow("none") << QByteArray("x = 1\n") << QByteArray("x = 1\n");
    QTest::newRow("line") << QByteArray("%pip install x\ny") << QByteArray("0#ip install x\ny");
    QTest::newRow("command") << QByteArray("if a:\n    !ls") << QByteArray("if a:\n    0#s");
    QTest::newRow("one character") << QByteArray("!\nx") << QByteArray("0\nx");
    QTest::newRow("joined") << QByteArray("!ls \\\n  -l\nx") << QByteArray("0#s \\\n# -l\nx");
    QTest::newRow("joined twice") << QByteArray("!a \\\n\\\nb\n") << QByteArray("0# \\\n#\n#\n");
    QTest::newRow("assigned") << QByteArray("a = !ls\n") << QByteArray("a = 0#s\n");
    QTest::newRow("assigned magic") << QByteArray("a=%time f()") << QByteArray("a=0#ime f()");
    QTest::newRow("compared") << QByteArray("a == b % c\n") << QByteArray("a == b % c\n");
    QTest::newRow("remainder") << QByteArray("x = (a\n% b)\n") << QByteArray("x = (a\n% b)\n");
    QTest::newRow("joined remainder") << QByteArray("x = a \\\n% b") << QByteArray("x = a \\\n% b");
    QTest::newRow("string") << QByteArray("s = '''\n%a\n!b\n'''")
                            << QByteArray("s = '''\n%a\n!b\n'''");
    QTest::newRow("comment") << QByteArray("# what?\n#!ls") << QByteArray("# what?\n#!ls");
    QTest::newRow("help after") << QByteArray("  f.g?\nx") << QByteArray("  0#g?\nx");
    QTest::newRow("help before") << QByteArray("??f") << QByteArray("0#f");
    QTest::newRow("text with ?") << QByteArray("f('?')") << QByteArray("f('?')");
    QTest::newRow("bytes") << QByteArray("!\xc3\xa9\xc3\xa9") << QByteArray("0##\xc3\xa9");
    QTest::newRow("time") << QByteArray("%%time\nx = 1") << QByteArray("0#time\nx = 1");
    QTest::newRow("bash") << QByteArray("\n%%bash\nls") << QByteArray();
    QTest::newRow("unknown") << QByteArray("%%mine a b\nls") << QByteArray();
}

void TestNotebooks::magics()
{
    QFETCH(QByteArray, cell);
    QFETCH(QByteArray, masked);
    std::vector<ByteRange> ranges;
    const std::optional<QByteArray> result = maskMagics(cell, ranges);
    QCOMPARE(result.has_value(), !masked.isNull());
    if (result) {
        QCOMPARE(*result, masked);
        QCOMPARE(result->size(), cell.size());
        QCOMPARE(ranges.empty(), masked == cell);
    }
}

void TestNotebooks::unreadable_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("reason");
    QTest::newRow("empty") << QByteArray() << "line 1";
    QTest::newRow("text") << QByteArray("import torch\n") << "line 1";
    QTest::newRow("list") << QByteArray("[]") << "line 1";
    QTest::newRow("no cells") << QByteArray("{\"metadata\":{}}") << "no cells";
    QTest::newRow("two lists") << QByteArray("{\"cells\":[],\"cells\":[]}") << "no cells";
    QTest::newRow("cut off") << notebookOf({"[\"import torch\"]"}).chopped(3) << "line 1";
    QTest::newRow("more") << notebookOf({}) + "x"
                          << "follows";
    QTest::newRow("deep") << "{\"cells\":[],\"a\":" + QByteArray(100000, '[') << "line 1";
    QTest::newRow("conflict") << QByteArray("{\n\"cells\": [\n<<<<<<< HEAD\n]}") << "line 3";
    QTest::newRow("language") << QByteArray(
                                     "{\"cells\":[],\"metadata\":{\"kernelspec\":{\"language\":"
                                     "\"julia\"}}}")
                              << "not for Python";
}

void TestNotebooks::unreadable()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, reason);
    const Result<Notebook> notebook = Notebook::read(text);
    QVERIFY(!notebook.ok());
    QCOMPARE(notebook.error().code, ErrorCode::ParseFailed);
    QVERIFY2(notebook.error().detail.contains(reason), qPrintable(notebook.error().detail));
    const FileAnalysis analysis = analyse(text);
    QVERIFY(analysis.findings.isEmpty() && !analysis.skipped.isEmpty());
}

void TestNotebooks::proofs_data()
{
    QTest::addColumn<QByteArray>("original");
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<int>("verdict");
    const QByteArray plain = notebookOf({"[\"import torch\\n\",\"x = 1\"]", "\"%%bash\\nls\""});
    const auto row = [&](const char* name, const QByteArray& ported, Verdict verdict) {
        QTest::newRow(name) << plain << ported << static_cast<int>(verdict);
    };
    const QByteArray flag = "is_rocm = torch.version.hip is not None\\n\",\"";
    row("same", plain, Verdict::Identical);
    row("flag", QByteArray(plain).replace("x = 1", flag + "x = 1"), Verdict::Projected);
    row("gated", QByteArray(plain).replace("x = 1", flag + "x = 2 if is_rocm else 1"),
        Verdict::Projected);
    row("joined form", QByteArray(plain).replace("\\n\",\"x", "\\nx"), Verdict::Projected);
    row("changed", QByteArray(plain).replace("x = 1", "x = 2"), Verdict::Violated);
    row("undefined", QByteArray(plain).replace("x = 1", "x = 2 if is_rocm else 1"),
        Verdict::Violated);
    row("other cell", QByteArray(plain).replace("nls", "nrm"), Verdict::Violated);
    row("output", QByteArray(plain).replace("\"outputs\":[]", "\"outputs\":[1]"),
        Verdict::Unproved);
    row("cell gone", notebookOf({"[\"import torch\\n\",\"x = 1\"]"}), Verdict::Violated);
    row("no notebook", "{}", Verdict::Unproved);
    row("broken cell", QByteArray(plain).replace("x = 1", "x = = 1"), Verdict::Violated);
}

void TestNotebooks::proofs()
{
    QFETCH(QByteArray, original);
    QFETCH(QByteArray, ported);
    QFETCH(int, verdict);
    const IsolationProof proof = proveFile(original, ported, Language::Notebook, {});
    QVERIFY2(static_cast<int>(proof.verdict) == verdict, qPrintable(proof.reason));
    QVERIFY(!proof.reason.isEmpty());
}

void TestNotebooks::placesOfTheModule()
{
    const QByteArray text =
        notebookOf({"[\"a\\tb\\n\",\"\\u00e9\\ud83d\\ude00 = 1\"]", "[]", "\"c\\n\""});
    const Result<Notebook> notebook = Notebook::read(text);
    QVERIFY(notebook.ok());
    QCOMPARE(notebook->module(), QByteArray("c\n\n")); // the first cell is no Python
    const QByteArray good = notebookOf({"[\"a = '\\t'\\n\",\"b\"]", "\"\\u00e9 = 1\\n\""});
    const Result<Notebook> read = Notebook::read(good);
    QVERIFY(read.ok());
    QCOMPARE(read->module(), QByteArray("a = '\t'\nb\n\n\xc3\xa9 = 1\n\n"));
    QCOMPARE(read->fileOffset(5), good.indexOf("\\t"));
    QCOMPARE(read->fileOffset(8), good.indexOf("\"b\"") + 1);
    QCOMPARE(read->fileOffset(11), good.indexOf("\\u00e9"));
    QCOMPARE(read->fileOffset(13), good.indexOf(" = 1\\n"));
    const auto edited = [&](const TextEdit& edit) {
        const auto edits = read->toFile({edit});
        if (!edits) {
            return QByteArray();
        }
        QByteArray result = good;
        result.replace(edits->first().range.begin, edits->first().range.size(),
                       edits->first().replacement);
        return result.sliced(good.indexOf("\"source\":") + 9);
    };
    QVERIFY(edited({{8, 8}, "x\n"}).startsWith("[\"a = '\\t'\\n\",\"x\\n\",\"b\"]"));
    QVERIFY(edited({{10, 10}, "x\n\"y\"\n"})
                .startsWith("[\"a = '\\t'\\n\",\"b\\n\",\"x\\n\",\"\\\"y\\\"\"]"));
    QVERIFY(edited({{8, 9}, "c"}).startsWith("[\"a = '\\t'\\n\",\"c\"]"));
    QVERIFY(edited({{4, 9}, "1\nc"}).startsWith("[\"a = 1\\n\",\"c\"]"));
    QVERIFY(edited({{16, 17}, "2"}).contains("\"\\u00e9 = 2\\n\""));
    QVERIFY(edited({{18, 18}, "z\n"}).contains("\"\\u00e9 = 1\\nz\\n\""));
    QVERIFY(edited({{8, 13}, "x"}).isEmpty()); // over two cells
    QVERIFY(!read->toFile({{{0, 0}, "x"}, {{11, 11}, "y"}}));
}

void TestNotebooks::isFast()
{
    QByteArray cell = "[";
    for (int i = 0; i < 400; ++i) {
        cell += "\"x = torch.relu(y)\\n\",\n";
    }
    cell += "\"f = torch.compile(f, mode='reduce-overhead')\"]";
    QByteArrayList cells{"[\"import torch\"]"};
    for (int i = 0; i < 10; ++i) {
        cells.append(cell);
    }
    const QByteArray text = notebookOf(cells);
    CpuTimer timer;
    QVERIFY(!analyse(text).hunks.isEmpty());
    qInfo() << text.size() << "bytes of a notebook with edits to prove:" << timer.elapsed() << "ms";
    QVERIFY(timer.elapsed() < 30000);
}

QTEST_GUILESS_MAIN(TestNotebooks)
#include "tst_notebooks.moc"
