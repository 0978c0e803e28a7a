#include "tests/gui/reviewfixture.h"
#include "ui/reportarea/exporttable.h"
#include "ui/reportarea/reportarea.h"
#include "ui/reportarea/reportpreview.h"
#include "ui/reportarea/summaryeditor.h"

#include <QImage>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>

using namespace rocport;

class ReportAreaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void summariesAreSavedAndReset();
    void tooLongIsSaidAndKept();
    void previewShowsTheReport();
    void previewLoadsNothing();
    void exportsAndTheirAge();
    void noProject();
    void screenshots();

private:
    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<ReportArea> m_area;
};

void ReportAreaTest::init()
{
    m_fixture = std::make_unique<ReviewFixture>();
    m_fixture->copySample();
    m_fixture->commitAll();
    m_fixture->open();
    m_area =
        std::make_unique<ReportArea>(*m_fixture->session, m_fixture->provider, m_fixture->settings);
    m_area->resize(1240, 830);
    m_area->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_area.get()));
}

void ReportAreaTest::cleanup()
{
    m_area.reset();
    m_fixture.reset();
}

void ReportAreaTest::summariesAreSavedAndReset()
{
    m_area->setPhaseFilter(Phase::Wavefront);
    auto* editor = m_area->findChild<SummaryEditor*>(QStringLiteral("summary3"));
    QVERIFY(editor->isOpen());
    QCOMPARE(editor->stateText(), QStringLiteral("Generated"));
    auto* text = editor->findChild<QPlainTextEdit*>(QStringLiteral("summaryText"));
    const QString generated = text->toPlainText();
    QVERIFY(!generated.isEmpty());
    text->setFocus();
    text->selectAll();
    QTest::keyClicks(text, QStringLiteral("Own words"));
    QCOMPARE(m_fixture->session->state()->summary(Phase::Wavefront), generated); // still typing
    QTRY_COMPARE(m_fixture->session->state()->summary(Phase::Wavefront),
                 QStringLiteral("Own words"));
    QTRY_COMPARE(editor->stateText(), QStringLiteral("Edited"));
    auto* reset = editor->findChild<QPushButton*>(QStringLiteral("summaryReset"));
    QVERIFY(reset->isEnabled());
    reset->click();
    QTRY_COMPARE(editor->stateText(), QStringLiteral("Generated"));
    QCOMPARE(text->toPlainText(), generated);
}

void ReportAreaTest::tooLongIsSaidAndKept()
{
    m_area->setPhaseFilter(Phase::Wavefront);
    auto* editor = m_area->findChild<SummaryEditor*>(QStringLiteral("summary3"));
    auto* text = editor->findChild<QPlainTextEdit*>(QStringLiteral("summaryText"));
    const QString before = m_fixture->session->state()->summary(Phase::Wavefront);
    QString paragraph(kLongestSummary / 100, QLatin1Char('x'));
    paragraph.append(QLatin1Char('\n'));
    text->selectAll();
    text->insertPlainText(paragraph.repeated(100));
    QCOMPARE(m_area->flush().size(), 1); // who leaves is asked
    const auto said = [&] {
        const auto labels = editor->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QStringLiteral("Too long")) &&
                   label->text().contains(QStringLiteral("200,000"));
        });
    };
    QVERIFY(said());
    m_fixture->session->setSummary(Phase::Build, QStringLiteral("Another one.")); // a new state
    QTRY_COMPARE(m_fixture->session->state()->summary(Phase::Build),
                 QStringLiteral("Another one."));
    QVERIFY(text->toPlainText().size() > kLongestSummary);
    QCOMPARE(m_fixture->session->state()->summary(Phase::Wavefront), before);
    text->selectAll();
    text->insertPlainText(QStringLiteral("Short."));
    QVERIFY(m_area->flush().isEmpty());
    QTRY_COMPARE(m_fixture->session->state()->summary(Phase::Wavefront), QStringLiteral("Short."));
}

void ReportAreaTest::previewShowsTheReport()
{
    auto* preview = m_area->findChild<ReportPreview*>();
    QTRY_VERIFY(preview->toPlainText().contains(m_fixture->session->state()->meta.name));
    m_fixture->session->setSummary(Phase::Wavefront,
                                   QStringLiteral("Words that only this report has."));
    QTRY_VERIFY(
        preview->toPlainText().contains(QStringLiteral("Words that only this report has.")));
}

void ReportAreaTest::previewLoadsNothing()
{
    auto* preview = m_area->findChild<ReportPreview*>();
    QTRY_VERIFY(!preview->toPlainText().isEmpty());
    // Given nothing, Qt would read the file itself: an empty picture stands for every name.
    const QUrl file = QUrl::fromLocalFile(QStringLiteral("/etc/hostname"));
    QCOMPARE(preview->loadResource(QTextDocument::ImageResource, file).value<QImage>().size(),
             QSize(1, 1));
    QCOMPARE(
        preview->document()->resource(QTextDocument::ImageResource, file).value<QImage>().size(),
        QSize(1, 1));
}

void ReportAreaTest::exportsAndTheirAge()
{
    auto* table = m_area->findChild<ExportTable*>();
    QCOMPARE(table->stateOf(QStringLiteral("md")), QStringLiteral("Not written"));
    QVERIFY(!table->chosen().contains(QStringLiteral("patches"))); // nothing is committed yet
    m_area->findChild<QPushButton*>(QStringLiteral("exportChosen"))->click();
    QTRY_VERIFY_WITH_TIMEOUT(
        table->stateOf(QStringLiteral("sarif")).startsWith(QStringLiteral("Written")), 20000);
    QTRY_VERIFY(table->stateOf(QStringLiteral("md")).startsWith(QStringLiteral("Written")));
    for (const RecordedExport& record : m_fixture->session->state()->exports) {
        QVERIFY2(QFileInfo(record.path).size() > 0, qPrintable(record.path));
    }
    const QByteArray key = m_fixture->session->state()->scan->hunks.first().key;
    QVERIFY(m_fixture->session->decide({key}, DecisionKind::Rejected, QStringLiteral("one")).ok());
    QTRY_VERIFY(table->stateOf(QStringLiteral("md")).endsWith(QStringLiteral("out of date")));
}

void ReportAreaTest::noProject()
{
    m_fixture->session->close();
    QTRY_VERIFY(!m_area->findChild<ExportTable*>()->isVisible());
}

void ReportAreaTest::screenshots()
{
    const QString folder = qEnvironmentVariable("ROCPORT_SCREENSHOTS");
    if (folder.isEmpty()) {
        QSKIP("ROCPORT_SCREENSHOTS names no folder");
    }
    m_area->setPhaseFilter(Phase::Wavefront);
    for (const bool dark : {false, true}) {
        m_fixture->provider.setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
        QTest::qWait(900);
        m_area->grab().save(folder + (dark ? QStringLiteral("/report-dark.png")
                                           : QStringLiteral("/report-light.png")));
    }
}

QTEST_MAIN(ReportAreaTest)
#include "tst_reportarea.moc"
