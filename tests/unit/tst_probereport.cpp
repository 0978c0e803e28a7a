#include "core/base/visibletext.h"
#include "core/probe/probefacts.h"
#include "core/probe/proberules.h"
#include "core/report/proberendering.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace rocport;

namespace {

ProbeReport sampleProbe()
{
    ProbeReport report;
    report.nodeId = QStringLiteral("n1");
    report.nodeName = QStringLiteral("mi300-a");
    report.hostName = QStringLiteral("host-a");
    report.time = QDateTime(QDate(2026, 3, 4), QTime(5, 6, 7), Qt::UTC);
    report.image = QStringLiteral("rocm/pytorch:rocm7.0");
    report.imageDigest = QStringLiteral("sha256:01");
    report.gpuCount = 8;
    report.architectures = {QStringLiteral("gfx942")};
    report.gpuName = QStringLiteral("AMD Instinct MI300X");
    report.rocm = {7, 0, 2};
    report.torch = {2, 9, 1};
    report.torchIsRocm = true;
    putFact(report, QStringLiteral("Python"), QStringLiteral("torch.version"),
            QStringLiteral("torch"), QStringLiteral("2.9.1+rocm7.0"), QStringLiteral("torch"));
    putFact(report, QStringLiteral("Packages"), QStringLiteral("package.triton"),
            QStringLiteral("triton"), QStringLiteral("3.5.1"), QStringLiteral("pip"));
    report.variables = {
        {QStringLiteral("TORCHINDUCTOR_MAX_AUTOTUNE"),
         QStringLiteral("1"),
         false,
         Severity::Info,
         {}},
        {QStringLiteral("HF_TOKEN"), QStringLiteral("(hidden)"), true, Severity::Info, {}}};
    report.checks = {{QStringLiteral("rocminfo"), QStringLiteral("rocminfo"),
                      ProbeCheck::State::Crashed, QStringLiteral("signal 11"), 12}};
    applyProbeRules(report);
    return report;
}

} // namespace

class TestProbeReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void json();
    void badJson_data();
    void badJson();
    void secretsInJson();
    void compare();
    void environment();
    void environmentOfStrangers();
    void images();
    void imageTagMoved();
    void rendering();
    void hostileText();
};

void TestProbeReport::json()
{
    const ProbeReport report = sampleProbe();
    const auto again = probeFromJson(probeToJson(report));
    QVERIFY(again.ok());
    QCOMPARE(probeToJson(*again), probeToJson(report));
    QCOMPARE(again->count(Severity::Critical), 1);
    QCOMPARE(again->findings.first().ruleId, QStringLiteral("env-max-autotune"));
    QCOMPARE(again->checks.first().state, ProbeCheck::State::Crashed);
    QCOMPARE(again->time, report.time);
    QCOMPARE(again->rocm, (Version{7, 0, 2}));
    QCOMPARE(again->fact(QStringLiteral("package.triton")), QStringLiteral("3.5.1"));
    QCOMPARE(again->fact(QStringLiteral("not there")), QString());
}

void TestProbeReport::badJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("object");
    QTest::newRow("empty") << QByteArray("{}") << QStringLiteral("format");
    QTest::newRow("newer") << QByteArray("{\"format\": 2}") << QStringLiteral("format");
    QTest::newRow("no list") << QByteArray("{\"format\": 1, \"facts\": 3}")
                             << QStringLiteral("facts");
    QTest::newRow("no object") << QByteArray("{\"format\": 1, \"checks\": [1]}")
                               << QStringLiteral("checks[0]");
    QTest::newRow("state") << QByteArray("{\"format\": 1, \"checks\": [{\"state\": \"x\"}]}")
                           << QStringLiteral("checks[0]");
    QTest::newRow("finding") << QByteArray("{\"format\": 1, \"findings\": [{\"rule\": \"a\"}]}")
                             << QStringLiteral("findings[0]");
    QTest::newRow("variable") << QByteArray("{\"format\": 1, \"variables\": [{}]}")
                              << QStringLiteral("variables[0]");
}

void TestProbeReport::badJson()
{
    QFETCH(QByteArray, text);
    const auto report = probeFromJson(QJsonDocument::fromJson(text).object());
    QVERIFY(!report.ok());
    QCOMPARE(report.error().code, ErrorCode::ParseFailed);
    QTEST(report.error().object, "object");
}

void TestProbeReport::secretsInJson()
{
    ProbeReport report;
    report.variables = {
        {QStringLiteral("API_KEY"), QStringLiteral("s3cr3t"), false, Severity::Info, {}}};
    const QByteArray text = renderProbeJson(report);
    QVERIFY(!text.contains("s3cr3t"));
    QJsonObject object = probeToJson({});
    object.insert(QStringLiteral("variables"),
                  QJsonArray{QJsonObject{{QStringLiteral("name"), QStringLiteral("API_KEY")},
                                         {QStringLiteral("value"), QStringLiteral("s3cr3t")}}});
    const auto read = probeFromJson(object);
    QVERIFY(read.ok());
    QCOMPARE(read->variables[0].value, QStringLiteral("(hidden)"));
}

void TestProbeReport::compare()
{
    const ProbeReport before = sampleProbe();
    QVERIFY(compareProbes(before, before).isEmpty());
    ProbeReport after = before;
    putFact(after, QStringLiteral("Python"), QStringLiteral("torch.version"),
            QStringLiteral("torch"), QStringLiteral("2.11.0"), QStringLiteral("torch"));
    putFact(after, QStringLiteral("System"), QStringLiteral("system.user"), QStringLiteral("User"),
            QStringLiteral("b"), QStringLiteral("id"));
    after.variables.removeFirst();
    applyProbeRules(after);
    const auto differences = compareProbes(before, after);
    QVERIFY(differences.size() >= 4);
    QVERIFY(differences[0].matters);
    QCOMPARE(differences[0].label, QStringLiteral("torch"));
    QCOMPARE(differences[0].before, QStringLiteral("2.9.1+rocm7.0"));
    QCOMPARE(differences[0].after, QStringLiteral("2.11.0"));
    const auto find = [&](const char* label) {
        for (const ProbeDifference& one : differences) {
            if (one.label == QLatin1StringView(label)) {
                return one;
            }
        }
        return ProbeDifference();
    };
    QVERIFY(find("env-max-autotune").matters);
    QCOMPARE(find("env-max-autotune").after, QString());
    QCOMPARE(find("TORCHINDUCTOR_MAX_AUTOTUNE").before, QStringLiteral("1"));
    QVERIFY(!find("User").matters);
    QVERIFY(renderProbeDifferencesText(differences)
                .startsWith("! Python, torch: 2.9.1+rocm7.0 -> 2.11.0\n"));
    QVERIFY(renderProbeDifferencesText({}).startsWith("The two probes do not differ"));
    QCOMPARE(QJsonDocument::fromJson(renderProbeDifferencesJson(differences))
                 .object()[QStringLiteral("differences")]
                 .toArray()
                 .size(),
             differences.size());
}

void TestProbeReport::environment()
{
    const QByteArray script = environmentScript(sampleProbe());
    QVERIFY(script.contains("\nunset TORCHINDUCTOR_MAX_AUTOTUNE\n"));
    QVERIFY(script.contains("# env-max-autotune: "));
    QVERIFY(!script.contains("numa"));
    QVERIFY(environmentScript({}).contains("found nothing to change"));
    // What a node answers is shown in it, and acts on no terminal.
    const QString bad = QString::fromUtf8("\x1b[31m\xc2\x9b\xe2\x80\xae");
    ProbeReport hostile = sampleProbe();
    hostile.nodeName = QStringLiteral("n") + bad;
    for (ProbeFinding& finding : hostile.findings) {
        finding.title += bad;
        finding.command += QStringLiteral("\nexport A='%1'").arg(bad);
    }
    const QByteArray shown = environmentScript(hostile);
    QVERIFY(shown.contains("\nunset TORCHINDUCTOR_MAX_AUTOTUNE\n"));
    QVERIFY(shown.contains("node n\\x1b[31m\\u009b\\u202e,"));
    QCOMPARE(visibleBytes(shown), shown);
}

/// A stored report may come from anyone: only exports and unsets of plain names get into the file.
void TestProbeReport::environmentOfStrangers()
{
    ProbeReport report;
    report.nodeName = QStringLiteral("a\nrm -rf ~");
    const auto add = [&](const char* command) {
        ProbeFinding finding;
        finding.ruleId = QStringLiteral("x\ny");
        finding.title = QStringLiteral("t\nreboot");
        finding.command = QString::fromLatin1(command);
        finding.setsEnvironment = true;
        report.findings.append(finding);
    };
    add("rm -rf ~");
    add("unset A; rm -rf ~");
    add("export A=$(rm -rf ~)");
    add("export A='x'; rm -rf ~");
    add("export A=`id`");
    add("export A='it'\\''s fine' B=2\nunset C D");
    const QByteArray script = environmentScript(report);
    QStringList code;
    for (const QByteArray& line : script.split('\n')) {
        if (!line.isEmpty() && !line.startsWith('#')) {
            code.append(QString::fromUtf8(line));
        }
    }
    QCOMPARE(code, (QStringList{QStringLiteral("export A='it'\\''s fine' B=2"),
                                QStringLiteral("unset C D")}));
}

void TestProbeReport::images()
{
    const auto seeded = seededImages();
    QCOMPARE(seeded.size(), 3);
    QCOMPARE(seeded[1].architectures, QStringLiteral("gfx950"));
    QCOMPARE(seeded[1].defects.size(), 3);
    QVERIFY(seeded[2].defects.isEmpty());
    ProbeReport report = sampleProbe();
    auto images = withImage(seeded, report);
    QCOMPARE(images.size(), 4);
    QCOMPARE(images[3].torch, (Version{2, 9, 1}));
    QCOMPARE(images[3].triton, (Version{3, 5, 1}));
    QCOMPARE(images[3].probes, 1);
    QCOMPARE(images[3].source, QStringLiteral("probe of mi300-a"));
    QCOMPARE(images[3].defects.size(), 1);
    images = withImage(images, report);
    QCOMPARE(images.size(), 4);
    QCOMPARE(images[3].probes, 2);
    QCOMPARE(images[3].defects.size(), 1);
    report.image = seeded[0].reference;
    report.imageDigest = QStringLiteral("sha256:02");
    images = withImage(images, report);
    QCOMPARE(images.size(), 4);
    QCOMPARE(images[0].digest, QStringLiteral("sha256:02"));
    QVERIFY(images[0].defects.size() >= 2);
    report.image.clear();
    report.imageDigest.clear();
    QCOMPARE(withImage(images, report).size(), 4);
}

void TestProbeReport::imageTagMoved()
{
    ProbeReport report = sampleProbe();
    const auto images = withImage({}, report);
    report.imageDigest = QStringLiteral("sha256:ff");
    QCOMPARE(withImage(images, report).size(), 2);
    // An older probe changes nothing but the count.
    ProbeReport older = sampleProbe();
    older.time = older.time.addDays(-3);
    older.torch = {2, 1};
    const auto kept = withImage(images, older);
    QCOMPARE(kept[0].torch, (Version{2, 9, 1}));
    QCOMPARE(kept[0].probes, 2);
}

void TestProbeReport::rendering()
{
    const ProbeReport report = sampleProbe();
    const QByteArray text = renderProbeText(report);
    QVERIFY(text.startsWith("mi300-a (host-a): 1 critical, "));
    QVERIFY(text.contains("critical env-max-autotune: "));
    QVERIFY(text.contains("    unset TORCHINDUCTOR_MAX_AUTOTUNE\n"));
    QVERIFY(text.contains("  HF_TOKEN=(hidden)\n"));
    QVERIFY(text.contains("  crashed    rocminfo: signal 11\n"));
    const QByteArray markdown = renderProbeMarkdown(report);
    QVERIFY(markdown.startsWith("# Probe of mi300-a"));
    QVERIFY(markdown.contains("| torch | 2.9.1+rocm7.0 | torch |"));
    QVERIFY(QJsonDocument::fromJson(renderProbeJson(report)).isObject());
}

void TestProbeReport::hostileText()
{
    ProbeReport report;
    report.hostName = QStringLiteral("a\x1b[2J<script>|`x`");
    putFact(report, QStringLiteral("S"), QStringLiteral("k"), QStringLiteral("l"),
            QStringLiteral("a\x1b]0;t\x07|<b>\nc"), QStringLiteral("s"));
    QVERIFY(!renderProbeText(report).contains('\x1b'));
    const QByteArray markdown = renderProbeMarkdown(report);
    QVERIFY(!markdown.contains('\x1b'));
    QVERIFY(markdown.contains("\\<script\\>\\|\\`x\\`"));
    QVERIFY(markdown.contains("\\|\\<b\\> c |"));
}

QTEST_GUILESS_MAIN(TestProbeReport)
#include "tst_probereport.moc"
