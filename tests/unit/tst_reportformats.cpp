// The one table of report formats, and the pages that list them.
#include "core/report/reportformats.h"
#include "testpaths.h"

#include <QFile>
#include <QSet>
#include <QTest>

using namespace rocport;

namespace {

QString contentOf(const char* name)
{
    QFile file(QStringLiteral(ROCPORT_SOURCE_DIR "/") + QLatin1StringView(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestReportFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreWhole();
    void commandLineHasAllButTheWindows();
    void fileNames_data();
    void fileNames();
    void renderersWrite();
    void pagesListThem_data();
    void pagesListThem();
    void reportPageDescribesThem();
};

void TestReportFormats::rowsAreWhole()
{
    QSet<QString> ids;
    for (const ReportFormat& format : reportFormats()) {
        const QString id = QLatin1StringView(format.id);
        QVERIFY2(!ids.contains(id), format.id);
        ids.insert(id);
        QCOMPARE(reportFormat(id), &format);
        QVERIFY2(*format.name != '\0' && *format.purpose != '\0', format.id);
        QCOMPARE(format.render != nullptr, format.maker == ReportFormat::Maker::Renderer);
        QCOMPARE(*format.suffix == '\0', format.maker == ReportFormat::Maker::Commits);
    }
    QVERIFY(reportFormat(u"docx") == nullptr);
    QVERIFY(reportFormat({}) == nullptr);
}

void TestReportFormats::commandLineHasAllButTheWindows()
{
    const QStringList ids = reportFormatIds();
    QVERIFY(ids.contains(QStringLiteral("md")) && ids.contains(QStringLiteral("patches")));
    QVERIFY(!ids.contains(QStringLiteral("pdf")));
    QVERIFY(reportFormat(u"pdf") != nullptr);
    QCOMPARE(static_cast<size_t>(ids.size()) + 1, reportFormats().size());
}

void TestReportFormats::fileNames_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("name");
    QTest::newRow("a file") << "md"
                            << "a-b-rocm-port.md";
    QTest::newRow("of the window") << "pdf"
                                   << "a-b-rocm-port.pdf";
    QTest::newRow("a folder") << "patches"
                              << "patches";
    QTest::newRow("not known") << "docx"
                               << "a-b-rocm-port.docx";
}

void TestReportFormats::fileNames()
{
    QFETCH(QString, format);
    QFETCH(QString, name);
    QCOMPARE(reportFileName(format, QStringLiteral("a/b")), name);
}

/// Each renderer writes its own format.
void TestReportFormats::renderersWrite()
{
    ReportModel report;
    report.projectName = QStringLiteral("demo");
    report.scan = std::make_shared<const ScanResult>();
    const RuleSet rules;
    const auto written = [&](QStringView id) { return reportFormat(id)->render(report, rules); };
    QCOMPARE(written(u"md"), renderMarkdown(report));
    QCOMPARE(written(u"html"), renderHtml(report));
    QCOMPARE(written(u"json"), renderJson(report));
    QCOMPARE(written(u"sarif"), renderSarif(*report.scan, rules, &report.evidence));
    QSet<QByteArray> all;
    for (const ReportFormat& format : reportFormats()) {
        if (format.render != nullptr) {
            const QByteArray bytes = format.render(report, rules);
            QVERIFY2(!bytes.isEmpty() && !all.contains(bytes), format.id);
            all.insert(bytes);
        }
    }
}

void TestReportFormats::pagesListThem_data()
{
    QTest::addColumn<QString>("separator");
    QTest::newRow("README.md") << "\\|"; // in a table
    QTest::newRow("docs/command-line.md") << "\\|";
}

void TestReportFormats::pagesListThem()
{
    QFETCH(QString, separator);
    const QString text = contentOf(QTest::currentDataTag());
    QVERIFY(!text.isEmpty());
    const QString list = reportFormatIds().join(separator);
    QVERIFY2(text.contains(list), qPrintable(list));
}

void TestReportFormats::reportPageDescribesThem()
{
    const QString page = contentOf("docs/report.md");
    for (const ReportFormat& format : reportFormats()) {
        const QString row = format.maker == ReportFormat::Maker::Window
                                ? QStringLiteral("\n| %1 | written by the window only | ")
                                : QStringLiteral("\n| %1 | `%2` | ")
                                      .arg(QStringLiteral("%1"), QLatin1StringView(format.id));
        QVERIFY2(page.contains(row.arg(QLatin1StringView(format.name))), format.id);
    }
}

QTEST_GUILESS_MAIN(TestReportFormats)
#include "tst_reportformats.moc"
