// What stands beside the report: all decisions as a table, and the patches of the port.
#include "core/project/session/projectcommits.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectplan.h"
#include "core/project/session/projecttasks.h"
#include "tests/gui/reviewfixture.h"
#include "tests/support/paintedtext.h"
#include "ui/report/patchesview.h"
#include "ui/report/patchtextview.h"
#include "ui/report/reportarea.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextLayout>
#include <QTreeView>

#include <algorithm>

using namespace rocport;

class ReportViewsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void decisionsAreATable();
    void placeOfAFindingIsAskedFor();
    void patchesAreShown();
    void patchesStayWhileTheBranchDoes();
    void patchesThatFailAreSaid();
    void longPatchesComeInSlices();

private:
    void commitAllProved() const;

    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<ReportArea> m_area;
};

void ReportViewsTest::init()
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

void ReportViewsTest::cleanup()
{
    m_area.reset();
    m_fixture.reset();
}

void ReportViewsTest::decisionsAreATable()
{
    auto* views = m_area->findChild<SegmentedControl*>(QStringLiteral("reportViews"));
    auto* table = m_area->findChild<QTreeView*>(QStringLiteral("decisionsTable"));
    views->setCurrent(ReportArea::DecisionsView);
    QVERIFY(m_area->findChild<QWidget*>(QStringLiteral("decisionsPage"))->isVisible());
    QVERIFY(!table->isVisible()); // nothing is decided, which is said
    const auto state = m_fixture->session->state();
    const Hunk& first = state->scan->hunks.first();
    const Hunk& last = state->scan->hunks.last();
    QVERIFY(m_fixture->session->decisions()
                .decide({first.key}, DecisionKind::Rejected, QStringLiteral("one"),
                        QStringLiteral("It is `dead` code"))
                .ok());
    QVERIFY(m_fixture->session->decisions()
                .decide({last.key}, DecisionKind::Deferred, QStringLiteral("two"))
                .ok());
    QTRY_VERIFY(table->isVisible());
    QTRY_COMPARE(table->model()->rowCount(), 2);
    QStringList painted;
    for (int row = 0; row < 2; ++row) {
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            for (const test::PaintedText& one :
                 test::paintedTexts(*table, table->model()->index(row, column))) {
                painted.append(one.text);
            }
        }
    }
    const QString all = painted.join(u' ');
    for (const char* text : {"Rejected", "Deferred", "dead"}) {
        QVERIFY2(all.contains(QLatin1StringView(text)), qPrintable(all));
    }
    auto* filter = m_area->findChild<QLineEdit*>(QStringLiteral("decisionFilter"));
    filter->setText(QStringLiteral("rejected"));
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(m_area->findChild<QLabel*>(QStringLiteral("decisionCount"))->text(),
             QStringLiteral("1 of 2"));
    // Enter in the filter goes to the row, Enter there to the change.
    QSignalSpy shown(m_area.get(), &ReportArea::showHunkRequested);
    filter->setFocus();
    QTest::keyClick(filter, Qt::Key_Return);
    QTRY_VERIFY(table->hasFocus());
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(shown.count(), 1);
    QCOMPARE(shown[0][0].toByteArray(), first.key);
}

void ReportViewsTest::placeOfAFindingIsAskedFor()
{
    const Finding* finding = nullptr;
    const auto state = m_fixture->session->state();
    for (const auto& file : state->scan->files) {
        for (const Finding& one : file->findings) {
            finding = finding == nullptr && !one.wayOut.isEmpty() ? &one : finding;
        }
    }
    QVERIFY(finding != nullptr);
    QVERIFY(m_fixture->session->decisions()
                .tickFindings({finding->id}, FindingState::NotNeeded, QStringLiteral("not built"))
                .ok());
    m_area->setView(ReportArea::DecisionsView);
    auto* table = m_area->findChild<QTreeView*>(QStringLiteral("decisionsTable"));
    QTRY_VERIFY(table->isVisible());
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QSignalSpy shown(m_area.get(), &ReportArea::showPlaceRequested);
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(shown.count(), 1);
    const auto place = shown[0][0].value<Place>();
    QCOMPARE(place.path, finding->path);
    QCOMPARE(place.line, finding->line);
    QCOMPARE(place.side, PlaceSide::Original);
}

void ReportViewsTest::commitAllProved() const
{
    QVector<QByteArray> proved;
    for (const Hunk& hunk : m_fixture->session->state()->scan->hunks) {
        if (isProved(hunk.verdict)) {
            proved.append(hunk.key);
        }
    }
    QVERIFY(m_fixture->session->decisions()
                .decide(proved, DecisionKind::Accepted, QStringLiteral("all"))
                .ok());
    m_fixture->session->commits().commitPhases(QVector<Phase>(kPhases.begin(), kPhases.end()));
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->state()->commits.size() >= 2, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->tasks().running().isEmpty(), 30000);
}

void ReportViewsTest::patchesAreShown()
{
    auto* views = m_area->findChild<SegmentedControl*>(QStringLiteral("reportViews"));
    auto* table = m_area->findChild<QTreeView*>(QStringLiteral("patchesTable"));
    auto* text = m_area->findChild<QPlainTextEdit*>(QStringLiteral("patchText"));
    views->setCurrent(ReportArea::PatchesPage);
    QVERIFY(!text->isVisible()); // nothing is committed, which is said
    commitAllProved();
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(),
                              int(m_fixture->session->state()->commits.size()), 30000);
    QTRY_VERIFY(text->isVisible());
    QTRY_VERIFY2(text->toPlainText().contains(QStringLiteral("\ndiff --git a/")),
                 qPrintable(text->toPlainText().left(400)));
    const QString before = text->toPlainText();
    QVERIFY(table->model()->index(0, 1).data().toString().toInt() >= 1);
    QVERIFY(table->model()->index(0, 2).data().toString().toInt() >= 1);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down);
    QVERIFY(text->toPlainText() != before); // not under another name
    QTRY_VERIFY(text->toPlainText().contains(QStringLiteral("[PATCH 2/")));
    // An added line has the ground of the diff.
    QTextBlock block = text->document()->begin();
    while (block.isValid() &&
           (!block.text().startsWith(u'+') || block.text().startsWith(QStringLiteral("+++")))) {
        block = block.next();
    }
    QVERIFY(block.isValid());
    QTRY_VERIFY(!block.layout()->formats().isEmpty());
    QCOMPARE(block.layout()->formats().first().format.background().color(),
             m_fixture->provider.theme().addLine);
}

/// What is decided elsewhere changes no patch: they are made again when the branch moves.
void ReportViewsTest::patchesStayWhileTheBranchDoes()
{
    commitAllProved();
    auto* page = m_area->findChild<PatchesView*>();
    auto* table = m_area->findChild<QTreeView*>(QStringLiteral("patchesTable"));
    QSignalSpy shown(page, &PatchesView::shown);
    m_area->setView(ReportArea::PatchesPage);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty() && table->model()->rowCount() > 1, 30000);
    QSignalSpy rows(table->model(), &QAbstractItemModel::modelReset);
    QSignalSpy layout(table->model(), &QAbstractItemModel::layoutChanged);
    shown.clear();
    m_fixture->session->plan().setSummary(Phase::Wavefront, QStringLiteral("Written elsewhere."));
    QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), 30000);
    QCOMPARE(rows.count() + layout.count(), 0);
    // Of a project that is closed nothing is left for the next one.
    m_fixture->session->close();
    QTRY_COMPARE(table->model()->rowCount(), 0);
}

void ReportViewsTest::patchesThatFailAreSaid()
{
    commitAllProved();
    auto* page = m_area->findChild<PatchesView*>();
    auto* error = page->findChild<ErrorPanel*>();
    auto* table = m_area->findChild<QTreeView*>(QStringLiteral("patchesTable"));
    const QString git = m_fixture->path(QStringLiteral(".git"));
    QVERIFY(QDir().rename(git, git + QStringLiteral(".gone")));
    m_area->setView(ReportArea::PatchesPage);
    QTRY_VERIFY_WITH_TIMEOUT(error->isVisible(), 30000);
    QVERIFY(!table->isVisible());
    QString said;
    for (const QLabel* label : error->findChildren<QLabel*>()) {
        said += label->isVisible() ? label->text() + u'\n' : QString();
    }
    QVERIFY2(said.contains(QStringLiteral("All else of the report works")), qPrintable(said));
    QVERIFY(QDir().rename(git + QStringLiteral(".gone"), git));
    auto* retry = error->findChild<QPushButton*>();
    QVERIFY(retry != nullptr && retry->isVisible());
    QTest::mouseClick(retry, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() > 1, 30000);
}

/// The window waits for no long text: it comes in parts, all of it, and in the colours of the diff.
void ReportViewsTest::longPatchesComeInSlices()
{
    QByteArray bytes = "diff --git a/k b/k\n";
    for (int i = 0; i < 20'000; ++i) {
        const QByteArray line =
            "+    unsigned mask" + QByteArray::number(i) + " = 0; // \xc3\xa4\n";
        bytes += line;
    }
    bytes += "+" + QByteArray(1'000'000, 'x') + "\n last";
    PatchTextView view(m_fixture->provider);
    view.resize(600, 400);
    view.show();
    int most = 0;
    connect(view.document(), &QTextDocument::contentsChange, &view,
            [&most](int /*at*/, int /*removed*/, int added) { most = std::max(most, added); });
    QSignalSpy completed(&view, &PatchTextView::completed);
    view.showBytes(bytes, false);
    QTRY_VERIFY_WITH_TIMEOUT(completed.count() == 1, 30000);
    QVERIFY(view.isComplete());
    QVERIFY2(most > 1000 && most < 40'000, qPrintable(QString::number(most)));
    QCOMPARE(view.blockCount(), 20'003);
    QCOMPARE(view.document()->lastBlock().text(), QStringLiteral(" last"));
    const QString cut = view.document()->lastBlock().previous().text();
    QVERIFY2(cut.size() < 5'000 && cut.contains(QStringLiteral("996,001 more characters")),
             qPrintable(cut.right(80)));
    const QTextBlock some = view.document()->findBlockByNumber(17'000);
    QCOMPARE(some.text(), QStringLiteral("+    unsigned mask16999 = 0; // \u00e4"));
    QCOMPARE(some.layout()->formats().value(0).format.background().color(),
             m_fixture->provider.theme().addLine);
    // Another one takes its place at once; of the first nothing comes any more.
    view.showBytes(bytes, false);
    view.showBytes("short", false);
    QTRY_COMPARE_WITH_TIMEOUT(completed.count(), 2, 30000);
    QCOMPARE(view.toPlainText(), QStringLiteral("short"));
}

QTEST_MAIN(ReportViewsTest)
#include "tst_reportviews.moc"
