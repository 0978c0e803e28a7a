#include "scanfixture.h"
#include "tests/support/cputime.h"

#include "core/report/markdownhtml.h"
#include "core/report/report.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include <ctime>

using namespace rocport;

namespace {

const char* const kHostile = "<script>alert(1)</script> & `x` | \"y\" [z](http://a)";

QDateTime someTime()
{
    return QDateTime(QDate(2025, 11, 20), QTime(15, 12), Qt::UTC);
}

/// Hunks 0.. of `scan` decided: accepted, rejected with a note, deferred, edited, accepted against
/// the verdict.
DecisionLog someDecisions(ScanResult& scan)
{
    scan.hunks[5].verdict = Verdict::Violated;
    scan.hunks[5].verdictReason = QStringLiteral("Line 6 differs.");
    QVector<Decision> decisions;
    const DecisionKind kinds[] = {DecisionKind::Accepted, DecisionKind::Rejected,
                                  DecisionKind::Deferred, DecisionKind::Edited,
                                  DecisionKind::Accepted};
    for (qsizetype i = 0; i < 5; ++i) {
        decisions.append(fixture::decision(scan.hunks[i + 1].key, kinds[i]));
    }
    decisions[1].note = QStringLiteral("Not on this path.");
    decisions[4].overrideReason = QStringLiteral("The NVIDIA build is retired.");
    DecisionLog log;
    DecisionBatch batch = fixture::batch(BatchKind::Decide, decisions);
    batch.id = 1;
    log.append(batch);
    return log;
}

ReportModel someReport()
{
    const auto scan = fixture::scan(4, 9);
    const DecisionLog log = someDecisions(*scan);
    RecordedCommit commit{QByteArray(40, 'b'),
                          Phase::Wavefront,
                          QStringLiteral("rocport/x"),
                          QStringLiteral("Port phase 3: wavefront adaptation\n\nBody"),
                          someTime(),
                          {scan->hunks[1].key},
                          false};
    RecordedCommit undone = commit;
    undone.id = QByteArray(40, 'c');
    undone.hunkKeys = {scan->hunks[4].key};
    undone.undone = true;
    return buildReport(
        fixture::meta(), scan,
        {{QStringLiteral("phase-7"), false, QStringLiteral("Launches cost 1.8 %.")}}, log,
        {{Phase::Wavefront, QStringLiteral("My own **words** and `code`.\n\n- one\n- two"),
          someTime()}},
        {commit, undone}, someTime());
}

} // namespace

class TestReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsAndGrades();
    void editedHunksNeedTheirOwnProof();
    void nullScan();
    void whatWasNotDoneIsSaid_data();
    void whatWasNotDoneIsSaid();
    void leftForAPersonWorstFirst();
    void repositoryTextIsEscapedInHtml();
    void repositoryTextIsEscapedInMarkdown();
    void htmlIsWellFormedAndStandsAlone();
    void markdownSubset_data();
    void markdownSubset();
    void hostileMarkdownIsQuick();
    void jsonIsValidAndComplete();
    void longTablesSayWhatTheyLeaveOut();
    void commitMessages_data();
    void commitMessages();
    void commitMessageIsWrapped();
    void largeReportIsQuick();
};

void TestReport::countsAndGrades()
{
    const ReportModel report = someReport();
    QCOMPARE(report.phases.size(), kPhaseCount);
    QCOMPARE(report.hunks, 25); // six of nine in four files, and the header
    QCOMPARE(report.taken, 3);
    QCOMPARE(report.decided, 4);
    QCOMPARE(report.proved, 1); // one edited without proof, one against its verdict
    QCOMPARE(report.overridden, 1);
    const ReportPhase& wave = report.phases[int(Phase::Wavefront)];
    QCOMPARE(wave.changes[1].grade, EvidenceGrade::Accepted);
    QVERIFY(wave.changes[1].committed);
    QCOMPARE(wave.changes[1].author, QStringLiteral("Ada"));
    QVERIFY(!wave.changes[4].committed); // its commit was taken back
    QCOMPARE(wave.changes[2].grade, EvidenceGrade::Proposed);
    QCOMPARE(wave.counts.committed, 1);
    QVERIFY(wave.summaryEdited);
    QVERIFY(!report.phases[int(Phase::Translation)].summaryEdited);
    QVERIFY(!report.notRun.isEmpty());
}

void TestReport::editedHunksNeedTheirOwnProof()
{
    const auto scan = fixture::scan(1, 9);
    const DecisionLog log = someDecisions(*scan);
    const QByteArray edited = scan->hunks[4].key;
    QHash<QByteArray, IsolationProof> proofs;
    const auto verdictOf = [&] {
        return buildReport(fixture::meta(), scan, {}, log, {}, {}, someTime(), proofs)
            .phases[int(Phase::Wavefront)]
            .changes[4]
            .verdict;
    };
    QCOMPARE(verdictOf(), Verdict::Unproved);
    proofs[edited].verdict = Verdict::Projected;
    QCOMPARE(verdictOf(), Verdict::Projected);
}

void TestReport::nullScan()
{
    const ReportModel report = buildReport(fixture::meta(), nullptr, {}, {}, {}, {}, someTime());
    QCOMPARE(report.hunks, 0);
    QVERIFY(renderMarkdown(report).contains("Nothing was committed."));
    QVERIFY(!renderHtml(report).isEmpty());
    QVERIFY(QJsonDocument::fromJson(renderJson(report)).isObject());
}

void TestReport::whatWasNotDoneIsSaid_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"Nothing was compiled or run on a GPU.", "What was not translated", "cudaGraphExecUpdate",
          "Capture the graph again.", "data/weights.bin", "1 rejected, 1 deferred, 20 open",
          "Not on this path.", "The NVIDIA build is retired.", "Line 6 differs.",
          "Launches cost 1.8 %.", "Phase 7, Graph capture", "Taken back", "1 of 3 accepted",
          "12 places could not be translated", "1 change was accepted although",
          "Left to do by hand", "Hours", "Accepted, not run", "Needs a look: not proved"}) {
        QTest::newRow(text) << QString::fromLatin1(text);
    }
}

void TestReport::whatWasNotDoneIsSaid()
{
    QFETCH(QString, text);
    const ReportModel report = someReport();
    QVERIFY(QString::fromUtf8(renderHtml(report)).contains(text.toHtmlEscaped()));
    QString markdown = QString::fromUtf8(renderMarkdown(report));
    markdown.remove(u'\\');
    QVERIFY(markdown.contains(text));
}

void TestReport::leftForAPersonWorstFirst()
{
    const auto scan = fixture::scan(1, 12);
    auto file = fixture::file("csrc/more.cu", 12, 5000);
    file->hunks.clear();
    file->findings[3].effort = Effort::Rewrite;
    file->findings[6].severity = Severity::Info; // has a way out, so it stays
    file->findings[9].severity = Severity::Info;
    file->findings[9].wayOut.clear(); // only informs
    scan->files.append(file);
    const ReportModel report = buildReport(fixture::meta(), scan, {}, {}, {}, {}, someTime());
    const ReportPhase& phase = report.phases[int(Phase::Translation)];
    QCOMPARE(phase.withoutFix.size(), 7);
    QCOMPARE(qsizetype(phase.counts.findingsWithoutFix), phase.withoutFix.size());
    QCOMPARE(phase.withoutFix.first()->effort, Effort::Rewrite);
    QCOMPARE(phase.withoutFix.last()->severity, Severity::Info);
}

void TestReport::repositoryTextIsEscapedInHtml()
{
    const auto scan = fixture::scan(1, 6);
    auto file = fixture::file("csrc/<img src=x onerror=alert(1)>.cu", 6, 900);
    for (Finding& finding : file->findings) {
        finding.message = finding.excerpt = finding.wayOut = finding.symbol =
            QString::fromLatin1(kHostile);
    }
    for (Hunk& hunk : file->hunks) {
        hunk.title = QString::fromLatin1(kHostile);
    }
    file->apiUses[0].name = QString::fromLatin1(kHostile);
    scan->files.append(file);
    scan->hunks += file->hunks;
    ProjectMeta meta = fixture::meta();
    meta.name = QString::fromLatin1(kHostile);
    const ReportModel report = buildReport(
        meta, scan, {{QStringLiteral("phase-3"), false, QString::fromLatin1(kHostile)}}, {},
        {{Phase::Build, QString::fromLatin1(kHostile) + QStringLiteral("\n\n<b>raw</b>"),
          someTime()}},
        {}, someTime());
    const QByteArray html = renderHtml(report);
    QVERIFY(!html.contains("<script"));
    QVERIFY(!html.contains("<img"));
    QVERIFY(!html.contains("<b>"));
    QVERIFY(html.contains("&lt;script&gt;"));
}

void TestReport::repositoryTextIsEscapedInMarkdown()
{
    const auto scan = fixture::scan(1, 6);
    auto file = fixture::file("csrc/a|b`c.cu", 6, 900);
    for (Finding& finding : file->findings) {
        finding.message = QString::fromLatin1(kHostile);
        finding.excerpt = QStringLiteral("two\n# heading");
    }
    scan->files.append(file);
    const ReportModel report = buildReport(
        fixture::meta(), scan, {}, {},
        {{Phase::Build, QStringLiteral("`a<b` and <script>x</script> and ` <i>\n```\nfence <kept>"),
          someTime()}},
        {}, someTime());
    const QString markdown = QString::fromUtf8(renderMarkdown(report));
    QVERIFY(!markdown.contains(QLatin1StringView("\n# heading")));
    QVERIFY(markdown.contains(QLatin1StringView("\\<script\\>alert(1)")));
    QVERIFY(markdown.contains(QLatin1StringView("``csrc/a\\|b`c.cu``")));
    QVERIFY(!markdown.contains(QLatin1StringView(" <script>")));
    QVERIFY(!markdown.contains(QLatin1StringView("<i>")));
    QVERIFY(markdown.contains(QLatin1StringView("fence <kept>\n```\n"))); // closed again
}

void TestReport::htmlIsWellFormedAndStandsAlone()
{
    QByteArray html = renderHtml(someReport());
    QVERIFY(!html.contains("<script"));
    QVERIFY(!html.contains("@import"));
    QVERIFY(!html.contains("src="));
    QVERIFY(!html.contains("url("));
    QVERIFY(html.contains("prefers-color-scheme: dark"));
    QVERIFY(html.contains("@media print"));
    QVERIFY(html.contains("default-src 'none'"));
    QVERIFY(html.contains("<strong>words</strong>"));
    QVERIFY(html.contains("<code>torch.version.hip</code>")); // inline code of a checklist
    // Void elements are the only thing between this and XML.
    html.replace("<!DOCTYPE html>", "");
    QString text = QString::fromUtf8(html);
    text.replace(QRegularExpression(QStringLiteral("(<meta [^>]*)>")), QStringLiteral("\\1/>"));
    QXmlStreamReader xml(text);
    while (!xml.atEnd()) {
        xml.readNext();
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
}

void TestReport::markdownSubset_data()
{
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<QString>("html");
    const auto row = [](const char* name, const char* markdown, const char* html) {
        QTest::newRow(name) << QString::fromUtf8(markdown) << QString::fromUtf8(html);
    };
    row("empty", "", "");
    row("paragraphs", "a\nb\n\nc", "<p>a\nb</p>\n<p>c</p>\n");
    row("CRLF", "a\r\n\r\nb", "<p>a</p>\n<p>b</p>\n");
    row("list", "- a\n  more\n- b", "<ul>\n<li>a\nmore</li>\n<li>b</li>\n</ul>\n");
    row("numbered", "1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n");
    row("heading", "# a", "<h3>a</h3>\n");
    row("no heading", "#a", "<p>#a</p>\n");
    row("code", "`a<b`", "<p><code>a&lt;b</code></p>\n");
    row("open code", "`a<b", "<p>`a&lt;b</p>\n");
    row("strong and em", "**a** *b*", "<p><strong>a</strong> <em>b</em></p>\n");
    row("not em", "2 * 3 * 4", "<p>2 * 3 * 4</p>\n");
    row("link", "[a](https://b.c/?d&e)", "<p><a href=\"https://b.c/?d&amp;e\">a</a></p>\n");
    row("title of a link", "[a](https://b.c \"d<e\")", "<p><a href=\"https://b.c\">a</a></p>\n");
    row("address in brackets", "<https://b.c>", "<p><a href=\"https://b.c\">https://b.c</a></p>\n");
    row("link by name", "[a]\n\n[a]: https://b.c", "<p><a href=\"https://b.c\">a</a></p>\n");
    row("script by name", "[a]\n\n[a]: javascript:b", "<p>[a](javascript:b)</p>\n");
    row("script in entities", "[a](&#106;avascript:b)", "<p>[a](&amp;#106;avascript:b)</p>\n");
    row("image", "![a](https://b.c/d.png)", "<p>!<a href=\"https://b.c/d.png\">a</a></p>\n");
    row("image of a link", "[![a](https://b.c/d.png)](https://e.f)",
        "<p><a href=\"https://e.f\">![a](https://b.c/d.png)</a></p>\n");
    row("data of an image", "![a](data:x)", "<p>![a](data:x)</p>\n");
    row("quote in link", "[a](https://b\"onclick=)",
        "<p><a href=\"https://b&quot;onclick=\">a</a></p>\n");
    row("script link", "[a](javascript:alert)", "<p>[a](javascript:alert)</p>\n");
    row("raw html", "<i>a</i> & b", "<p>&lt;i&gt;a&lt;/i&gt; &amp; b</p>\n");
    row("raw block", "<script>\na\n</script>", "<p>&lt;script&gt;\na\n&lt;/script&gt;</p>\n");
    row("comment", "<!-- a -->", "<p>&lt;!-- a --&gt;</p>\n");
    row("entities", "&lt;a&gt; &amp; &nbsp; &#x202e; &#60;",
        "<p>&lt;a&gt; &amp; &amp;nbsp; &amp;#x202e; &amp;#60;</p>\n");
    row("names with underscores", "__global__ _a_ cuda_fp16_t",
        "<p>__global__ _a_ cuda_fp16_t</p>\n");
    row("list in a list", "3. a\n   - b",
        "<ol start=\"3\">\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>\n");
    row("quote", "> a", "<blockquote>\n<p>a</p>\n</blockquote>\n");
    row("rule", "a\n\n---", "<p>a</p>\n<hr/>\n");
    row("indented", "a\n\n    b", "<p>a</p>\n<p>b</p>\n");
    row("escapes", "\\*a\\* \\<", "<p>*a* &lt;</p>\n");
    row("fence", "```\n<a>\n```", "<pre>&lt;a&gt;\n</pre>\n");
    row("open fence", "```\na", "<pre>a\n</pre>\n");
    row("table", "| a | b |\n|---|---|\n| 1 | x\\|y |",
        "<div "
        "class=\"scroll\"><table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>x|y</td></tr>\n"
        "</table></div>\n");
    row("not ASCII", "Größe 𝔸 *é*", "<p>Größe 𝔸 <em>é</em></p>\n");
}

void TestReport::markdownSubset()
{
    QFETCH(QString, markdown);
    QFETCH(QString, html);
    QCOMPARE(markdownToHtml(markdown), html);
}

void TestReport::hostileMarkdownIsQuick()
{
    CpuTimer timer;
    for (const char* piece : {"[", "*", "**a ", "`", "](", "[a](", "- ", "|", "# ", "1. "}) {
        QVERIFY(!markdownToHtml(QString::fromLatin1(piece).repeated(100'000)).isEmpty());
        QVERIFY(!markdownToHtml((QString::fromLatin1(piece) + u'\n').repeated(50'000)).isEmpty());
    }
    const QString wide = QStringLiteral("|a").repeated(2000) + u'\n' +
                         QStringLiteral("|-").repeated(2000) + u'\n' +
                         QStringLiteral("|\n").repeated(20'000);
    QVERIFY(markdownToHtml(wide).size() < 80 * wide.size());
    const QString deep = QStringLiteral("- ").repeated(90) + u'a';
    QVERIFY(markdownToHtml(deep).count(QLatin1StringView("<ul>")) < 30);
    const QString named = QStringLiteral("[a]: https://") + QString(4000, u'b') +
                          QStringLiteral("\n\n") + QStringLiteral("[a] ").repeated(20'000);
    QVERIFY(markdownToHtml(named).size() < 80 * named.size());
    QVERIFY2(timer.elapsed() < 20'000, "no text may hang the report");
}

void TestReport::jsonIsValidAndComplete()
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(renderJson(someReport()), &error);
    QCOMPARE(error.error, QJsonParseError::NoError);
    const QJsonObject root = document.object();
    QCOMPARE(root[QStringLiteral("format")].toInt(), 1);
    const QJsonArray phases = root[QStringLiteral("phases")].toArray();
    QCOMPARE(phases.size(), 9);
    qsizetype changes = 0;
    qsizetype left = 0;
    for (const auto& phase : phases) {
        changes += phase[QStringLiteral("changes")].toArray().size();
        left += phase[QStringLiteral("leftForAPerson")].toArray().size();
    }
    QCOMPARE(changes, 25);
    const QJsonObject totals = root[QStringLiteral("totals")].toObject();
    QCOMPARE(totals[QStringLiteral("changes")].toInt(), 25);
    QCOMPARE(totals[QStringLiteral("leftForAPerson")].toInt(), int(left));
    QCOMPARE(root[QStringLiteral("notTranslated")][QStringLiteral("skippedFiles")].toArray().size(),
             1);
    QCOMPARE(
        root[QStringLiteral("notTranslated")][QStringLiteral("names")][0][QStringLiteral("uses")]
            .toInt(),
        12);
    QCOMPARE(root[QStringLiteral("commits")].toArray().size(), 2);
    QCOMPARE(root[QStringLiteral("planOverrides")].toArray().size(), 1);
    QCOMPARE(
        root[QStringLiteral("project")][QStringLiteral("target")][QStringLiteral("architectures")]
            .toArray()
            .size(),
        2);
    QCOMPARE(root[QStringLiteral("made")].toString(), QStringLiteral("2025-11-20T15:12:00Z"));
}

void TestReport::longTablesSayWhatTheyLeaveOut()
{
    const ReportModel report =
        buildReport(fixture::meta(), fixture::scan(400, 3), {}, {}, {}, {}, someTime());
    QVERIFY(renderMarkdown(report).contains("And 100 more rows; the JSON report has all of them."));
    QVERIFY(renderJson(report).contains("file_000399.cu"));
}

void TestReport::commitMessages_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<int>("changes");
    QTest::addColumn<QString>("summary");
    QTest::addColumn<QString>("message");
    QTest::newRow("plain")
        << 3 << 41 << "Lane masks."
        << "Port phase 3: wavefront adaptation (41 changes)\n\nLane masks.\n\nRocport-Phase: 3\n";
    QTest::newRow("one") << 6 << 1 << "x"
                         << "Port phase 6: torch.compile (1 change)\n\nx\n\nRocport-Phase: 6\n";
    QTest::newRow("no summary") << 4 << 2 << ""
                                << "Port phase 4: build system (2 changes)\n\nChanges that port "
                                   "seq to AMD ROCm.\n\nRocport-Phase: 4\n";
    QTest::newRow("headings would be comments")
        << 4 << 2 << "# Build\n\ntext"
        << "Port phase 4: build system (2 changes)\n\nBuild\n\ntext\n\nRocport-Phase: 4\n";
    QTest::newRow("what was committed before")
        << 4 << 2 << "Text.\n\nCommitted: 3 of 5 accepted changes.\n\nNothing is committed yet."
        << "Port phase 4: build system (2 changes)\n\nText.\n\nRocport-Phase: 4\n";
    QTest::newRow("lists")
        << 4 << 2 << "All:\n- a\n- b\n\n\n\nEnd"
        << "Port phase 4: build system (2 changes)\n\nAll:\n- a\n- b\n\nEnd\n\nRocport-Phase: 4\n";
    QTest::newRow("control characters")
        << 4 << 2 << "a\x1b[31mb\r\nc"
        << "Port phase 4: build system (2 changes)\n\na [31mb c\n\nRocport-Phase: 4\n";
}

void TestReport::commitMessages()
{
    QFETCH(int, phase);
    QFETCH(int, changes);
    QFETCH(QString, summary);
    QFETCH(QString, message);
    ReportPhase made;
    made.plan.phase = Phase(phase);
    made.changes.resize(changes);
    for (ReportChange& change : made.changes) {
        change.decision = DecisionKind::Accepted;
    }
    // Neither an open change nor one that an earlier commit holds is counted.
    made.changes.append(ReportChange());
    ReportChange earlier;
    earlier.decision = DecisionKind::Accepted;
    earlier.committed = true;
    made.changes.append(earlier);
    made.summary = summary;
    QCOMPARE(commitMessage(made, QStringLiteral("seq")), message);
}

void TestReport::commitMessageIsWrapped()
{
    const Hunk hunk = fixture::hunk(RepoPath("csrc/a.cu"), 4, 1);
    for (const Phase phase : kPhases) {
        ReportPhase made;
        made.plan.phase = phase;
        made.changes.resize(123'456);
        made.changes[0].hunk = &hunk;
        made.changes[0].overrideReason =
            QStringLiteral("The NVIDIA build is retired. ").repeated(8);
        made.summary = QStringLiteral("- ") + QStringLiteral("lane masks are wider ").repeated(30) +
                       QStringLiteral("\n\n") + QString(90, u'x');
        const QString message = commitMessage(made, QStringLiteral("seq"));
        QVERIFY(message.contains(
            QStringLiteral("Accepted against the isolation verdict:\n- csrc/a.cu, line 5: ")));
        const QStringList lines = message.split(u'\n');
        QCOMPARE(lines[1], QString());
        for (const QString& line : lines) {
            QVERIFY2(line.size() <= 72 || line == QString(90, u'x'), qPrintable(line));
        }
    }
}

void TestReport::largeReportIsQuick()
{
    const auto scan = fixture::scan(2700, 37);
    CpuTimer timer;
    qint64 best = -1;
    for (int i = 0; i < 3; ++i) {
        const std::clock_t start = std::clock(); // other work on the machine does not count
        const ReportModel report = buildReport(fixture::meta(), scan, {}, {}, {}, {}, someTime());
        const qint64 once = qint64(std::clock() - start) * 1000 / CLOCKS_PER_SEC;
        QCOMPARE(report.hunks, 2700 * 24 + 1);
        best = best < 0 ? once : std::min(best, once);
    }
    const ReportModel report = buildReport(fixture::meta(), scan, {}, {}, {}, {}, someTime());
    qInfo("99,900 findings: model %lld ms of processor time", static_cast<long long>(best));
    QVERIFY2(best < 20000, "the report must not be quadratic");
    for (const auto render : {renderMarkdown, renderHtml, renderJson}) {
        timer.start();
        const QByteArray text = render(report);
        qInfo("rendered %lld KiB in %lld ms", static_cast<long long>(text.size() / 1024),
              static_cast<long long>(timer.elapsed()));
    }
}

QTEST_GUILESS_MAIN(TestReport)
#include "tst_report.moc"
