// A finding that is said once for many names each of its places: in the analysis, and in what is
// written of it.

#include "core/report/report.h"
#include "core/report/scanjson.h"
#include "core/rules/proposal.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/scanfixture.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace rocport;

namespace {

FileAnalysis analysed(const QByteArray& text, const char* name = "a.cu")
{
    AnalysisContext context;
    context.rules = builtinRules();
    context.strategy = Strategy::CompatHeader;
    return analyseFile(RepoPath(name), languageOfFile(name), SourceBuffer(text), context);
}

/// The finding of a rule about `symbol` that has the most places.
const Finding* findingOf(const FileAnalysis& analysis, const char* rule, const char* symbol)
{
    const Finding* found = nullptr;
    for (const Finding& finding : analysis.findings) {
        const bool wanted = finding.ruleId == QLatin1StringView(rule) &&
                            finding.symbol.startsWith(QLatin1StringView(symbol));
        if (wanted && (found == nullptr || found->places < finding.places)) {
            found = &finding;
        }
    }
    return found;
}

QString linesOf(const Finding* finding)
{
    if (finding == nullptr) {
        return QStringLiteral("no finding");
    }
    QStringList lines;
    for (int i = 0; i < finding->keptPlaces(); ++i) {
        lines.append(QString::number(finding->placeAt(i).line));
    }
    return lines.join(u' ');
}

/// A finding with places in `lines`, the first its own, of `places` in all.
Finding placed(const QVector<int>& lines, int places)
{
    Finding finding;
    finding.path = RepoPath("a.cu");
    finding.ruleId = QStringLiteral("hipify-api");
    finding.line = lines.first();
    finding.endLine = finding.line;
    for (const int line : lines.mid(1)) {
        finding.morePlaces.append({{line, line + 1}, line, 3, line});
    }
    finding.places = places;
    return finding;
}

std::shared_ptr<ScanResult> scanWith(const Finding& finding)
{
    auto file = std::make_shared<FileAnalysis>();
    file->path = finding.path;
    file->language = Language::Cuda;
    file->findings = {finding};
    auto scan = std::make_shared<ScanResult>();
    scan->files = {file};
    return scan;
}

} // namespace

class TestFindingPlaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPlaceIsNamed_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<QByteArray>("symbol");
        QTest::addColumn<QString>("lines");
        const QByteArray calls = "void f(int* p)\n{\n    cudaFree(p);\n    cudaSetDevice(0);\n"
                                 "    cudaFree(p); cudaFree(p);\n    k<<<1, 96>>>(p);\n"
                                 "    k<<<1, 96>>>(p);\n}\n";
        QTest::newRow("names of the API") << QByteArray("a.cu") << calls << QByteArray("hipify-api")
                                          << QByteArray("cudaFree") << QStringLiteral("3 5 5");
        QTest::newRow("a name that is there once")
            << QByteArray("a.cu") << calls << QByteArray("hipify-api")
            << QByteArray("cudaSetDevice") << QStringLiteral("4");
        QTest::newRow("launches") << QByteArray("a.cu") << calls << QByteArray("hipify-launch")
                                  << QByteArray() << QStringLiteral("6 7");
        QTest::newRow("sizes of blocks") << QByteArray("a.cu") << calls << QByteArray("warp-tile")
                                         << QByteArray() << QStringLiteral("6 7");
        QTest::newRow("a pattern that counts as one")
            << QByteArray("a.cu")
            << QByteArray("#include <cutlass/gemm/device/gemm.h>\n"
                          "using A = cutlass::gemm::device::Gemm<float>;\n\n"
                          "using B = cutlass::gemm::device::Gemm<float>;\n")
            << QByteArray("hipify-cutlass") << QByteArray("cutlass::") << QStringLiteral("2 4");
        QTest::newRow("arms of one choice by capability")
            << QByteArray("a.cu")
            << QByteArray("int kind(const cudaDeviceProp& prop)\n{\n"
                          "    if (prop.major >= 9) return 3;\n"
                          "    else if (prop.major >= 8) return 2;\n"
                          "    else if (prop.major >= 7 && prop.minor >= 5) return 1;\n"
                          "    return prop.major >= 6 ? 1 : 0;\n}\n")
            << QByteArray("detect-capability-cpp") << QByteArray() << QStringLiteral("3 4 5");
        QTest::newRow("names of devices in Python")
            << QByteArray("a.py")
            << QByteArray("import torch\n\n\ndef pick():\n"
                          "    name = torch.cuda.get_device_name()\n"
                          "    if name == 'NVIDIA A100':\n        return 1\n"
                          "    if name == 'NVIDIA H100':\n        return 2\n    return 0\n")
            << QByteArray("detect-device-name") << QByteArray() << QStringLiteral("6 8");
        QTest::newRow("calls of flash-attn")
            << QByteArray("a.py")
            << QByteArray("from flash_attn import flash_attn_func\n\n\ndef f(q, k, v):\n"
                          "    a = flash_attn_func(q, k, v)\n"
                          "    return a + flash_attn_func(q, k, v)\n")
            << QByteArray("lib-flash-attn") << QByteArray("flash_attn_func")
            << QStringLiteral("5 6");
    }

    void everyPlaceIsNamed()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, rule);
        QFETCH(QByteArray, symbol);
        QFETCH(QString, lines);
        const FileAnalysis analysis = analysed(text, name.constData());
        const Finding* finding = findingOf(analysis, rule.constData(), symbol.constData());
        QCOMPARE(linesOf(finding), lines);
        QCOMPARE(finding->places, finding->keptPlaces());
        QVERIFY(finding->placeAt(0) == finding->place());
        for (const FindingPlace& place : finding->morePlaces) {
            QVERIFY(place.range.begin > finding->range.begin);
            QCOMPARE(place.endLine, place.line);
        }
    }

    void aPlaceIsSetWhole()
    {
        Finding finding = placed({7, 9}, 2);
        finding.setPlace(finding.placeAt(1));
        QVERIFY(finding.place() == finding.morePlaces.first());
        QCOMPARE(finding.range, (ByteRange{9, 10}));
        QCOMPARE(finding.line, 9);
        QCOMPARE(finding.column, 3);
        QCOMPARE(finding.endLine, 9);
    }

    /// What is kept of a file does not grow with its places, and the count is the true one.
    void aBoundedNumberIsKept()
    {
        constexpr int kCalls = 100'000;
        const FileAnalysis analysis = analysed(
            "void f(int* p)\n{\n" + QByteArray("    cudaFree(p);\n").repeated(kCalls) + "}\n");
        const Finding* finding = findingOf(analysis, "hipify-api", "cudaFree");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->places, kCalls);
        QCOMPARE(finding->morePlaces.size(), kMostPlaces);
        QCOMPARE(finding->morePlaces.last().line, 3 + int(kMostPlaces));
        QVERIFY(finding->message.endsWith(QStringLiteral("There are 100000 places in this file.")));
        QCOMPARE(otherPlaces(*finding, 2), QStringLiteral("lines 4 and 5, and 99,997 more places"));
    }

    /// More findings of one rule than a file may have become places of a last one.
    void findingsThatAreTooMany()
    {
        const SourceBuffer source(QByteArray("x\n").repeated(ProposalWriter::kMostFindings + 7));
        FileAnalysis analysis;
        analysis.path = RepoPath("a.cu");
        Rule rule;
        rule.id = QStringLiteral("any");
        {
            ProposalWriter writer(source, analysis);
            for (int i = 0; i < ProposalWriter::kMostFindings + 7; ++i) {
                writer.addFinding(rule, {2 * i, 2 * i + 1}, QStringLiteral("x"));
            }
        }
        QCOMPARE(analysis.findings.size(), ProposalWriter::kMostFindings + 1);
        const Finding& last = analysis.findings.last();
        QCOMPARE(last.line, ProposalWriter::kMostFindings + 1);
        QCOMPARE(last.places, 7);
        QCOMPARE(last.keptPlaces(), 7);
        QCOMPARE(last.placeAt(6).line, ProposalWriter::kMostFindings + 7);
    }

    void linesInWords_data()
    {
        QTest::addColumn<QVector<int>>("lines");
        QTest::addColumn<int>("places");
        QTest::addColumn<QString>("text");
        QTest::newRow("one place") << QVector<int>{4} << 1 << QString();
        QTest::newRow("all in one line") << QVector<int>{4, 4, 4} << 3 << QString();
        QTest::newRow("two") << QVector<int>{4, 9} << 2 << QStringLiteral("line 9");
        QTest::newRow("twice in a line") << QVector<int>{4, 9, 9} << 3 << QStringLiteral("line 9");
        QTest::newRow("three") << QVector<int>{4, 9, 1200} << 3
                               << QStringLiteral("lines 9 and 1,200");
        QTest::newRow("more than are said")
            << QVector<int>{4, 9, 12, 15, 18} << 5
            << QStringLiteral("lines 9, 12 and 15, and 1 more place");
        QTest::newRow("more than are kept")
            << QVector<int>{4, 9} << 40 << QStringLiteral("line 9, and 38 more places");
    }

    void linesInWords()
    {
        QFETCH(QVector<int>, lines);
        QFETCH(int, places);
        QFETCH(QString, text);
        QCOMPARE(otherPlaces(placed(lines, places), 3), text);
    }

    void json()
    {
        const QJsonObject many = findingToJson(placed({4, 9, 9}, 40));
        QCOMPARE(many[QStringLiteral("places")].toInt(), 40);
        const QJsonArray locations = many[QStringLiteral("locations")].toArray();
        QCOMPARE(locations.size(), 3);
        QCOMPARE(locations[0][QStringLiteral("line")].toInt(), 4);
        QCOMPARE(locations[2][QStringLiteral("line")].toInt(), 9);
        QCOMPARE(locations[2][QStringLiteral("column")].toInt(), 3);
        QVERIFY(!findingToJson(placed({4}, 1)).contains(QStringLiteral("locations")));
    }

    /// One result as before, and its other places beside it, those of one line once.
    void sarif()
    {
        const QByteArray bytes = renderSarif(*scanWith(placed({4, 4, 9, 9, 12}, 40)), RuleSet());
        const QJsonArray results =
            QJsonDocument::fromJson(bytes)[QStringLiteral("runs")][0][QStringLiteral("results")]
                .toArray();
        QCOMPARE(results.size(), 1);
        QCOMPARE(results[0][QStringLiteral("locations")].toArray().size(), 1);
        const QJsonArray related = results[0][QStringLiteral("relatedLocations")].toArray();
        QCOMPARE(related.size(), 2);
        QCOMPARE(related[1][QStringLiteral("physicalLocation")][QStringLiteral("region")]
                        [QStringLiteral("startLine")]
                            .toInt(),
                 12);
        QCOMPARE(related[1][QStringLiteral("message")][QStringLiteral("text")].toString(),
                 QStringLiteral("Place 5 of 40"));
        QVERIFY(related[0][QStringLiteral("id")] != related[1][QStringLiteral("id")]);
        const QJsonValue properties = results[0][QStringLiteral("properties")];
        QCOMPARE(properties[QStringLiteral("places")].toInt(), 40);
        QCOMPARE(properties[QStringLiteral("placesListed")].toInt(), 5);
    }

    void reports()
    {
        Finding finding = placed({4, 9, 12}, 40);
        finding.severity = Severity::Critical;
        finding.effort = Effort::Hours;
        finding.phase = Phase::Translation;
        finding.message = QStringLiteral("Something is said.");
        finding.id = fixture::hexId(1);
        const ReportModel report = buildReport(fixture::meta(), scanWith(finding), {}, {}, {}, {},
                                               QDateTime::currentDateTimeUtc());
        QVERIFY(renderMarkdown(report).contains("line 4; also lines 9 and 12, and 37 more places"));
        QVERIFY(renderHtml(report).contains("line 4; also lines 9 and 12, and 37 more places"));
        const QByteArray json = renderJson(report);
        QVERIFY(json.contains("\"places\": 40"));
        QCOMPARE(json.count("\"column\": 3"), 2);
    }
};

QTEST_GUILESS_MAIN(TestFindingPlaces)
#include "tst_findingplaces.moc"
