#include "scanfixture.h"

#include "core/report/report.h"
#include "testpaths.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

using namespace rocport;

namespace {

QJsonObject parsed(const QByteArray& sarif)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(sarif, &error);
    return error.error == QJsonParseError::NoError ? document.object() : QJsonObject();
}

QJsonObject runOf(const QByteArray& sarif)
{
    return parsed(sarif)[QStringLiteral("runs")][0].toObject();
}

/// A Python that has jsonschema, or nothing.
QString pythonWithJsonSchema()
{
    const QStringList candidates = {QStandardPaths::findExecutable(QStringLiteral("python3")),
                                    QStringLiteral("/usr/bin/python3")};
    for (const QString& candidate : candidates) {
        QProcess python;
        python.start(candidate, {QStringLiteral("-c"), QStringLiteral("import jsonschema")});
        if (python.waitForStarted() && python.waitForFinished() && python.exitCode() == 0 &&
            python.exitStatus() == QProcess::NormalExit) {
            return candidate;
        }
    }
    return {};
}

/// A scan with everything that could break a log: odd paths, rules of every kind, odd lines.
std::shared_ptr<ScanResult> oddScan()
{
    auto scan = fixture::scan(2, 6);
    for (const char* name : {"a b/c#d?.cu", "ü/ß.cu", "bytes\xff.cu", "c:d.cu", "-dash",
                             "new\nline.cu", "100%.cu", "\"q\".cu"}) {
        scan->files.append(fixture::file(name, 3, 7000));
    }
    auto odd = fixture::file("odd.cu", 6, 8000);
    odd->findings[0].message.clear();
    odd->findings[1].line = 0;
    odd->findings[2].endLine = -4;
    odd->findings[3].severity = Severity::Info;
    odd->findings[4].ruleId = QStringLiteral("gone-rule");
    odd->findings[3].places = 9;
    odd->findings[3].morePlaces = {{{1, 2}, 7, 1, 7}, {{3, 4}, 7, 3, 7}, {{5, 6}, 0, 1, -2}};
    odd->findings[5].excerpt = QStringLiteral("\"quoted\" \\ \t\x01 <&> é");
    scan->files.append(odd);
    return scan;
}

} // namespace

class TestSarif : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void structure();
    void validAgainstTheSchema_data();
    void validAgainstTheSchema();
    void uris_data();
    void uris();
    void levels();
    void skippedFilesAreSaid();
    void fingerprintsAreTheFindings();
    void rulesHaveHelp();
};

/// The constraints of the schema that this program could break, checked without the schema.
void TestSarif::structure()
{
    const auto scan = oddScan();
    const QJsonObject root = parsed(renderSarif(*scan, RuleSet::load().rules));
    QCOMPARE(root[QStringLiteral("version")].toString(), QStringLiteral("2.1.0"));
    const QJsonObject run = root[QStringLiteral("runs")][0].toObject();
    QCOMPARE(
        run[QStringLiteral("tool")][QStringLiteral("driver")][QStringLiteral("name")].toString(),
        QStringLiteral("Rocport"));
    const QJsonArray rules =
        run[QStringLiteral("tool")][QStringLiteral("driver")][QStringLiteral("rules")].toArray();
    QSet<QString> ids;
    for (const auto& rule : rules) {
        const QString id = rule[QStringLiteral("id")].toString();
        QVERIFY(!id.isEmpty());
        QVERIFY(!ids.contains(id));
        ids.insert(id);
        QVERIFY(
            !rule[QStringLiteral("shortDescription")][QStringLiteral("text")].toString().isEmpty());
    }
    QVERIFY(ids.contains(QStringLiteral("gone-rule")));
    const QJsonArray results = run[QStringLiteral("results")].toArray();
    qsizetype findings = 0;
    for (const auto& file : scan->files) {
        findings += file->findings.size();
    }
    QCOMPARE(results.size(), findings);
    for (const auto& result : results) {
        const int index = result[QStringLiteral("ruleIndex")].toInt(-1);
        QVERIFY(index >= 0 && index < rules.size());
        QCOMPARE(rules[index][QStringLiteral("id")], result[QStringLiteral("ruleId")]);
        QVERIFY(!result[QStringLiteral("message")][QStringLiteral("text")].toString().isEmpty());
        const QJsonValue place =
            result[QStringLiteral("locations")][0][QStringLiteral("physicalLocation")];
        const QJsonValue region = place[QStringLiteral("region")];
        QVERIFY(region[QStringLiteral("startLine")].toInt() >= 1);
        QVERIFY(region[QStringLiteral("endLine")].toInt() >=
                region[QStringLiteral("startLine")].toInt());
        QCOMPARE(place[QStringLiteral("artifactLocation")][QStringLiteral("uriBaseId")].toString(),
                 QStringLiteral("SRCROOT"));
    }
    QVERIFY(
        run[QStringLiteral("originalUriBaseIds")].toObject().contains(QStringLiteral("SRCROOT")));
}

void TestSarif::validAgainstTheSchema_data()
{
    QTest::addColumn<QString>("scan");
    QTest::newRow("empty") << "empty";
    QTest::newRow("plain") << "plain";
    QTest::newRow("odd") << "odd";
    QTest::newRow("a broken log is refused") << "broken";
}

void TestSarif::validAgainstTheSchema()
{
    QFETCH(QString, scan);
    const QString python = pythonWithJsonSchema();
    if (python.isEmpty()) {
        QSKIP("python3-jsonschema is not installed; structure() checks what this program could "
              "break");
    }
    const auto made = scan == QLatin1StringView("empty")   ? std::make_shared<ScanResult>()
                      : scan == QLatin1StringView("plain") ? fixture::scan(3, 6)
                                                           : oddScan();
    QByteArray sarif = renderSarif(*made, RuleSet::load().rules);
    if (scan == QLatin1StringView("broken")) {
        sarif.replace("\"level\": \"error\"", "\"level\": \"critical\"");
    }
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("x.sarif")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(sarif) == sarif.size());
    file.close();
    QProcess validate;
    validate.setProcessChannelMode(QProcess::MergedChannels);
    validate.start(
        python,
        {QStringLiteral("-c"),
         QStringLiteral("import json, sys, jsonschema\n"
                        "schema = json.load(open(sys.argv[1], encoding='utf-8'))\n"
                        "log = json.load(open(sys.argv[2], encoding='utf-8'))\n"
                        "jsonschema.Draft4Validator.check_schema(schema)\n"
                        "errors = list(jsonschema.Draft4Validator(schema).iter_errors(log))\n"
                        "for e in errors[:5]: print(list(e.absolute_path), e.message)\n"
                        "sys.exit(1 if errors else 0)\n"),
         QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/sarif/sarif-2.1.0-rtm.5.json"),
         file.fileName()});
    QVERIFY(validate.waitForFinished(30'000));
    const QByteArray said = validate.readAll();
    QVERIFY2(validate.exitCode() == (scan == QLatin1StringView("broken") ? 1 : 0),
             said.constData());
}

void TestSarif::uris_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QString>("uri");
    QTest::newRow("plain") << QByteArray("a/b.cu") << "a/b.cu";
    QTest::newRow("blank") << QByteArray("a b.cu") << "a%20b.cu";
    QTest::newRow("colon is no scheme") << QByteArray("c:d.cu") << "c%3Ad.cu";
    QTest::newRow("not UTF-8") << QByteArray("\xff.cu") << "%FF.cu";
    QTest::newRow("percent and hash") << QByteArray("1%#?.cu") << "1%25%23%3F.cu";
    QTest::newRow("newline") << QByteArray("a\nb") << "a%0Ab";
}

void TestSarif::uris()
{
    QFETCH(QByteArray, path);
    QFETCH(QString, uri);
    ScanResult scan;
    scan.files.append(fixture::file(path, 1, 1));
    const QJsonObject run = runOf(renderSarif(scan, RuleSet()));
    const QString found =
        run[QStringLiteral("results")][0][QStringLiteral("locations")][0][QStringLiteral(
            "physicalLocation")][QStringLiteral("artifactLocation")][QStringLiteral("uri")]
            .toString();
    QCOMPARE(found, uri);
    const QUrl parsedUri(found, QUrl::StrictMode);
    QVERIFY(parsedUri.isValid() && parsedUri.isRelative());
}

void TestSarif::levels()
{
    ScanResult scan;
    auto file = fixture::file("a.cu", 3, 1);
    file->findings[0].severity = Severity::Info;
    file->findings[1].severity = Severity::Warning;
    file->findings[2].severity = Severity::Critical;
    scan.files.append(file);
    const QJsonArray results =
        runOf(renderSarif(scan, RuleSet()))[QStringLiteral("results")].toArray();
    QCOMPARE(results[0][QStringLiteral("level")].toString(), QStringLiteral("note"));
    QCOMPARE(results[1][QStringLiteral("level")].toString(), QStringLiteral("warning"));
    QCOMPARE(results[2][QStringLiteral("level")].toString(), QStringLiteral("error"));
}

void TestSarif::skippedFilesAreSaid()
{
    const QJsonValue notes = runOf(renderSarif(
        *fixture::scan(1, 1),
        RuleSet()))[QStringLiteral("invocations")][0][QStringLiteral("toolExecutionNotifications")];
    QCOMPARE(notes.toArray().size(), 1);
    QCOMPARE(notes[0][QStringLiteral("message")][QStringLiteral("text")].toString(),
             QStringLiteral("The file was not read: binary"));
}

void TestSarif::fingerprintsAreTheFindings()
{
    const auto scan = fixture::scan(1, 4);
    const QJsonArray results =
        runOf(renderSarif(*scan, RuleSet()))[QStringLiteral("results")].toArray();
    for (qsizetype i = 0; i < results.size(); ++i) {
        QCOMPARE(
            results[i][QStringLiteral("partialFingerprints")][QStringLiteral("rocportFinding/v1")]
                .toString(),
            QString::fromLatin1(scan->files[0]->findings[i].id));
    }
}

void TestSarif::rulesHaveHelp()
{
    const RuleSet rules = RuleSet::load().rules;
    if (rules.rules().isEmpty()) {
        QFAIL("the packs in the program's resources hold no rule");
    }
    const QJsonArray written = runOf(renderSarif(
        ScanResult(),
        rules))[QStringLiteral("tool")][QStringLiteral("driver")][QStringLiteral("rules")]
                                   .toArray();
    QCOMPARE(written.size(), rules.rules().size());
    for (const auto& rule : written) {
        QVERIFY(rule[QStringLiteral("help")][QStringLiteral("text")].toString().size() > 20);
        QVERIFY(rule[QStringLiteral("defaultConfiguration")][QStringLiteral("level")].isString());
    }
}

QTEST_GUILESS_MAIN(TestSarif)
#include "tst_sarif.moc"
