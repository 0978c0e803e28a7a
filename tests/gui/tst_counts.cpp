// Counts in the window lead to the lists that they count.

#include "core/base/wording.h"
#include "tests/gui/windowfixture.h"
#include "ui/review/findingspage.h"
#include "ui/shell/plan/planarea.h"
#include "ui/shell/plan/planmodel.h"
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

void TestCounts::singularAndPlural()
{
    QCOMPARE(counted(0, "finding", "findings"), QStringLiteral("0 findings"));
    QCOMPARE(counted(1, "finding", "findings"), QStringLiteral("1 finding"));
    QCOMPARE(counted(1204, "finding", "findings"), QStringLiteral("1,204 findings"));
    QCOMPARE(counted(-1204, "step", "steps"), QStringLiteral("-1,204 steps"));
}

QTEST_MAIN(TestCounts)
#include "tst_counts.moc"
