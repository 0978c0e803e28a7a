// Counts in the window lead to the lists that they count.

#include "core/base/wording.h"
#include "tests/gui/windowfixture.h"
#include "ui/plan/inventorymodel.h"
#include "ui/plan/planarea.h"
#include "ui/plan/planmodel.h"
#include "ui/review/findingspage.h"
#include "ui/review/placespanel.h"
#include "ui/review/searchmodel.h"
#include "ui/shell/rail.h"

#include <QTest>
#include <QTreeView>

using namespace rocport;

namespace {

const QByteArray kSource =
    "#include <cuda_runtime.h>\n"
    "\n"
    "__global__ void load(int* out, int v)\n"
    "{\n"
    "    asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {}, {}, {};\");\n"
    "    out[threadIdx.x] = __shfl_sync(0xffffffffu, v, 3);\n"
    "}\n"
    "\n"
    "void run(int* out)\n"
    "{\n"
    "    load<<<1, 32>>>(out, 4);\n"
    "    cudaDeviceSynchronize();\n"
    "}\n";

} // namespace

class TestCounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void railLeadsToFindings();
    void railLeadsToChanges();
    void planLeadsToAPhase();
    void inventoryLeadsToItsPlaces();
    void singularAndPlural();

private:
    template <typename Widget>
    [[nodiscard]] Widget* child(const char* name) const
    {
        return m_fixture->window().findChild<Widget*>(QLatin1String(name));
    }
    [[nodiscard]] Phase phaseWith(int (PhaseCounts::*count)() const) const
    {
        const QVector<PhaseCounts>& counts = m_fixture->state().counts;
        for (const Phase phase : kPhases) {
            if ((counts.value(static_cast<int>(phase)).*count)() > 0) {
                return phase;
            }
        }
        return Phase::Verification;
    }
    [[nodiscard]] FindingsPage& page() const { return m_fixture->review().findings(); }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestCounts::init()
{
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->project.write(QStringLiteral("k.cu"), kSource);
    m_fixture->project.write(QStringLiteral("src/m.cu"), kSource);
    m_fixture->project.write(QStringLiteral("unread.cu"), QByteArray("int a;\0\n", 8));
    m_fixture->open();
    m_fixture->window().setCurrentArea(QStringLiteral("plan"));
}

void TestCounts::railLeadsToFindings()
{
    auto* link = child<QPushButton>("railFindings");
    QVERIFY(link->isVisible());
    QVERIFY2(link->text().startsWith(QStringLiteral("0 / ")), qPrintable(link->text()));
    page().setFilter({QStringLiteral("nothing has this"), FindingState::Done, {}, {}, {}, {}});
    QTest::mouseClick(link, Qt::LeftButton);
    QCOMPARE(m_fixture->window().currentArea(), QStringLiteral("review"));
    QVERIFY(m_fixture->review().showsFindings());
    QVERIFY(page().list()->isVisible());
    // As many as it says.
    QCOMPARE(page().model().listed(), link->text().mid(4).toInt());
}

void TestCounts::railLeadsToChanges()
{
    m_fixture->window().showFindings({});
    QVERIFY(m_fixture->review().showsFindings());
    m_fixture->window().setCurrentArea(QStringLiteral("plan"));
    auto* link = child<QPushButton>("railChanges");
    link->setFocus(Qt::TabFocusReason);
    QTest::keyClick(link, Qt::Key_Space);
    QCOMPARE(m_fixture->window().currentArea(), QStringLiteral("review"));
    QVERIFY(!m_fixture->review().showsFindings());
}

void TestCounts::planLeadsToAPhase()
{
    auto* plan = m_fixture->window().findChild<PlanArea*>();
    auto* changes = child<QPushButton>("phaseChanges");
    auto* findings = child<QPushButton>("phaseFindings");
    plan->showSubject(QStringLiteral("kernels"));
    QVERIFY(!changes->isVisible()); // a question has no counts
    QVERIFY(!findings->isVisible());
    const Phase phase = phaseWith(&PhaseCounts::openFindings);
    const PhaseCounts& counts = m_fixture->state().counts[static_cast<int>(phase)];
    plan->showSubject(phaseSubjectId(phase));
    QVERIFY(findings->isVisible());
    const int count = counts.openFindings();
    QCOMPARE(findings->text(), count == 1 ? QStringLiteral("1 open finding")
                                          : QStringLiteral("%1 open findings").arg(count));
    QTest::mouseClick(findings, Qt::LeftButton);
    QVERIFY(m_fixture->review().showsFindings());
    QCOMPARE(page().model().listed(), count);
    QCOMPARE(page().model().filter().phase, std::optional(phase));

    m_fixture->window().setCurrentArea(QStringLiteral("plan"));
    const Phase open = phaseWith(&PhaseCounts::open);
    plan->showSubject(phaseSubjectId(open));
    QVERIFY(changes->isVisible());
    QTest::mouseClick(changes, Qt::LeftButton);
    QCOMPARE(m_fixture->window().currentArea(), QStringLiteral("review"));
    QVERIFY(!m_fixture->review().showsFindings());
    QTRY_VERIFY(m_fixture->review().diff().current() >= 0);
}

/// Each row of the inventory leads to as many places as it says.
void TestCounts::inventoryLeadsToItsPlaces()
{
    auto* plan = m_fixture->window().findChild<PlanArea*>();
    InventoryModel& model = plan->inventoryModel();
    QTreeView* view = nullptr;
    const auto views = plan->findChildren<QTreeView*>();
    for (QTreeView* each : views) {
        view = each->model() == &model ? each : view;
    }
    QVERIFY(view != nullptr);
    PlacesPanel& places = m_fixture->review().places();
    int rows = 0;
    QStringList names;
    for (int section = 0; section < InventoryModel::kSections; ++section) {
        const QModelIndex above = model.index(section, 0);
        for (int row = 0; row < model.rowCount(above); ++row) {
            m_fixture->window().setCurrentArea(QStringLiteral("plan"));
            const QModelIndex index = model.index(row, 0, above);
            view->setCurrentIndex(index);
            view->setFocus();
            QTest::keyClick(view, Qt::Key_Return);
            QCOMPARE(m_fixture->window().currentArea(), QStringLiteral("review"));
            QVERIFY(places.isVisible());
            QTRY_VERIFY(!places.isLoading());
            const auto numbers = index.data(InventoryModel::NumbersRole).value<QList<int>>();
            const QString summary = places.summary();
            switch (static_cast<InventoryModel::Section>(section)) {
            case InventoryModel::Section::Languages:
                QCOMPARE(summary, index.data().toString() + QStringLiteral(": ") +
                                      counted(numbers[0], "file", "files"));
                QCOMPARE(places.model().rowCount(), numbers[0]);
                break;
            case InventoryModel::Section::Coverage: {
                const QString uses = QStringLiteral(": ") +
                                     counted(numbers[0] + numbers[1] + numbers[2], "use", "uses");
                QVERIFY2(summary.startsWith(index.data().toString() + uses), qPrintable(summary));
                break;
            }
            case InventoryModel::Section::Python:
                break;
            case InventoryModel::Section::Risks: {
                // "32-bit lane masks, 2 uses in 2 files"
                const QString said = index.data().toString().section(u',', 1).trimmed();
                const QString count = said.section(u' ', 0, 0);
                QVERIFY2(summary.contains(QStringLiteral(": %1 place").arg(count)),
                         qPrintable(summary + u'|' + said));
                break;
            }
            }
            QVERIFY(places.model().rowCount() > 0);
            names.append(index.data().toString());
            ++rows;
        }
    }
    QVERIFY(rows >= 4);
    QVERIFY(names.contains(QStringLiteral("Source not read, 1 file")));

    m_fixture->window().setCurrentArea(QStringLiteral("plan"));
    view->setCurrentIndex(model.index(0, 0, model.index(int(InventoryModel::Section::Risks), 0)));
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Return);
    QTRY_VERIFY(!places.isLoading());

    // Enter on a line shows it in the diff; Esc closes the list.
    auto* table = child<QTreeView>("placesTable");
    QVERIFY(table->hasFocus());
    const FoundLine line = places.model().lines().first();
    QTest::keyClick(table, Qt::Key_Return);
    QTRY_COMPARE(m_fixture->review().diff().scene().layout.path, line.path);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Escape);
    QVERIFY(!places.isVisible());
}

void TestCounts::singularAndPlural()
{
    QCOMPARE(counted(0, "finding", "findings"), QStringLiteral("0 findings"));
    QCOMPARE(counted(1, "finding", "findings"), QStringLiteral("1 finding"));
    QCOMPARE(counted(1204, "finding", "findings"), QStringLiteral("1,204 findings"));
    QCOMPARE(counted(-1204, "step", "steps"), QStringLiteral("-1,204 steps"));
}

QTEST_MAIN(TestCounts)
#include "tst_counts.moc"
