#include "tests/gui/nodesfixture.h"
#include "ui/nodes/comparepane.h"
#include "ui/nodes/factsgrid.h"
#include "ui/nodes/fixstrip.h"
#include "ui/nodes/proberows.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;

/// What a probe of a node found, in the area Nodes: the audit with its fixes, checks, images and
/// facts.
class NodeProbesTest : public QObject, protected test::NodesFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void auditIsSortedAndSaysWhy();
    void auditComparesWithTheTarget();
    void fixIsShownBeforeItRuns();
    void rootAndEnvironmentFixesNeverRun();
    void readOnlyAndNoProject();
    void hiddenValuesStayHidden();
    void checksSayWhatCrashed();
    void comparesProbes();
    void imagesOneRowPerDigest();
    void factsInFourOrTwoColumns();
    void exportsEnvironment();
};

void NodeProbesTest::auditIsSortedAndSaysWhy()
{
    const TextTable* audit = table("auditTable");
    QCOMPARE(audit->model()->rowCount(), 4);
    QCOMPARE(cell(audit, 0, 0), QStringLiteral("Critical"));
    QCOMPARE(cell(audit, 0, 1), QStringLiteral("TORCHINDUCTOR_MAX_AUTOTUNE is 1"));
    QVERIFY(cell(audit, 0, 2).contains(QStringLiteral("Every GEMM is tuned")));
    QCOMPARE(cell(audit, 1, 0), QStringLiteral("Warning"));
    QCOMPARE(cell(audit, 2, 0), QStringLiteral("Info"));
    QCOMPARE(cell(audit, 1, 4), QStringLiteral("Copy (root)"));
    QVERIFY(part<ElidedLabel>("nodeProbed")->text().startsWith(QStringLiteral("Probed ")));
    QCOMPARE(part<QPushButton>("probeButton")->text(), QStringLiteral("Probe again"));
}

/// The probed node has ROCm 7.0.2 and PyTorch 2.8 on gfx942.
void NodeProbesTest::auditComparesWithTheTarget()
{
    const TextTable* audit = table("auditTable");
    const auto rowOf = [&](const QString& words) {
        for (int row = 0; row < audit->model()->rowCount(); ++row) {
            if (cell(audit, row, 1).contains(words)) {
                return row;
            }
        }
        return -1;
    };
    QCOMPARE(rowOf(QStringLiteral("target")), -1); // no project: nothing to compare with
    TargetSettings target;
    target.rocm = Version{7, 2};
    target.torch = Version{2, 8};
    m_remote->now->target = target;
    say();
    QCOMPARE(audit->model()->rowCount(), 5);
    int row = rowOf(QStringLiteral("ROCm 7.0.2, the port's target is 7.2"));
    QVERIFY(row > 0);
    QCOMPARE(cell(audit, row, 0), QStringLiteral("Warning"));
    QVERIFY(cell(audit, row, 2).contains(QStringLiteral("ROCm 7.2")));
    QVERIFY(
        table("auditTable")
            ->setCurrentId(audit->model()->index(row, 0).data(TextTableModel::IdRole).toString()));
    QStringList texts;
    const auto labels = m_area->findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        texts.append(label->isVisible() ? label->text() : QString());
    }
    QVERIFY(texts.join(u' ').contains(QStringLiteral("Fix: Use a node or an image with ROCm 7.2")));
    // The same release: said too, as nothing to mend.
    target.rocm = Version{7, 0};
    m_remote->now->target = target;
    say();
    row = rowOf(QStringLiteral("ROCm 7.0.2, as the port's target"));
    QVERIFY(row > 0);
    QCOMPARE(cell(audit, row, 0), QStringLiteral("Info"));
    QCOMPARE(cell(audit, row, 4), QStringLiteral("No action"));
    // What else the target says.
    target.rocm = Version{6, 4};
    target.torch = Version{2, 11};
    target.architectures = {QStringLiteral("gfx90a")};
    m_remote->now->target = target;
    say();
    QVERIFY(rowOf(QStringLiteral("ROCm 7.0.2, the port's target is 6.4")) > 0);
    QVERIFY(rowOf(QStringLiteral("PyTorch 2.8.0, the port's target is 2.11")) > 0);
    QVERIFY(rowOf(QStringLiteral("gfx942, the port's target is gfx90a")) > 0);
    QCOMPARE(audit->model()->rowCount(), 7);
    QCOMPARE(cell(audit, 0, 0), QStringLiteral("Critical"));
}

void NodeProbesTest::fixIsShownBeforeItRuns()
{
    QSignalSpy shown(m_area.get(), &NodesArea::showJobRequested);
    QVERIFY(table("auditTable")->setCurrentId(QStringLiteral("3")));
    QCOMPARE(part<QPlainTextEdit>("fixCommand")->toPlainText(),
             QStringLiteral("rm -r ~/.triton/cache"));
    QVERIFY(m_remote->jobs.isEmpty());
    part<QPushButton>("copyFix")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("rm -r ~/.triton/cache"));
    part<QPushButton>("runFix")->click();
    QCOMPARE(m_remote->jobs.size(), 1);
    const JobRequest& job = m_remote->jobs.first();
    QCOMPARE(job.nodeId, QStringLiteral("mi300x-07"));
    QCOMPARE(job.command, QStringLiteral("rm -r ~/.triton/cache"));
    QVERIFY(!job.sync);
    QCOMPARE(job.title, QStringLiteral("Fix: The Triton cache is 41 GiB"));
    QCOMPARE(shown.size(), 1);
    QCOMPARE(shown.first().first().toString(), QStringLiteral("job-1"));
    m_remote->refusal =
        Error{ErrorCode::NodeUnreachable, QStringLiteral("timed out"), QStringLiteral("mi300x-07")};
    part<QPushButton>("runFix")->click();
    QCOMPARE(shown.size(), 1);
    QVERIFY(part<QLabel>("nodeNotice")->text().contains(QStringLiteral("mi300x-07")));
}

void NodeProbesTest::rootAndEnvironmentFixesNeverRun()
{
    QVERIFY(table("auditTable")->setCurrentId(QStringLiteral("0")));
    QVERIFY(!part<QPushButton>("runFix")->isEnabled());
    QVERIFY(part<QPushButton>("copyFix")->isEnabled());
    QVERIFY(part<FixStrip>("fixStrip")->note().contains(QStringLiteral("needs root")));
    QVERIFY(table("auditTable")->setCurrentId(QStringLiteral("2")));
    QVERIFY(!part<QPushButton>("runFix")->isEnabled());
    QVERIFY(part<FixStrip>("fixStrip")->note().contains(QStringLiteral("env.sh")));
    QVERIFY(table("auditTable")->setCurrentId(QStringLiteral("1")));
    QVERIFY(!part<QPushButton>("runFix")->isVisible()); // nothing to do
    QVERIFY(m_remote->jobs.isEmpty());
}

void NodeProbesTest::readOnlyAndNoProject()
{
    QVERIFY(table("auditTable")->setCurrentId(QStringLiteral("3")));
    QVERIFY(part<QPushButton>("runFix")->isEnabled());
    m_remote->now->readOnly = true;
    say();
    QVERIFY(!part<QPushButton>("runFix")->isEnabled());
    QVERIFY(part<FixStrip>("fixStrip")->note().contains(QStringLiteral("read-only")));
    m_remote->now->readOnly = false;
    m_remote->now->projectOpen = false;
    say();
    QVERIFY(!part<QPushButton>("runFix")->isEnabled());
}

void NodeProbesTest::hiddenValuesStayHidden()
{
    const TextTable* variables = table("variableTable");
    bool found = false;
    for (int row = 0; row < variables->model()->rowCount(); ++row) {
        if (cell(variables, row, 1) == QStringLiteral("HF_TOKEN")) {
            found = true;
            QCOMPARE(cell(variables, row, 2), QStringLiteral("(hidden)"));
        }
        for (int column = 0; column < 4; ++column) {
            const QModelIndex index = variables->model()->index(row, column);
            QVERIFY(!index.data(Qt::ToolTipRole).toString().contains(QStringLiteral("never_show")));
        }
    }
    QVERIFY(found);
    QVERIFY(!variables->csv().contains(QStringLiteral("never_show")));
}

void NodeProbesTest::checksSayWhatCrashed()
{
    const TextTable* checks = table("checkTable");
    QCOMPARE(cell(checks, 1, 0), QStringLiteral("Timed out"));
    QCOMPARE(cell(checks, 1, 1), QStringLiteral("Small GEMM"));
    QVERIFY(cell(checks, 1, 2).contains(QStringLiteral("only this check")));
    QCOMPARE(cell(checks, 1, 3), QStringLiteral("1 min 0 s"));
    QCOMPARE(cell(checks, 2, 0), QStringLiteral("Crashed"));
}

void NodeProbesTest::comparesProbes()
{
    m_area->command(QStringLiteral("compareProbes"))->trigger();
    auto* pane = m_area->findChild<ComparePane*>();
    QVERIFY(pane->isVisible());
    const QVector<ProbeReport>& probes = m_remote->now->nodes[1].probes;
    const auto differences = compareProbes(probes[1], probes[0]);
    QVERIFY(!differences.isEmpty());
    QCOMPARE(pane->table().model()->rowCount(), int(differences.size()));
    QCOMPARE(pane->summary(), QStringLiteral("1 difference, and it matters"));
    QVERIFY(pane->table().csv().contains(QStringLiteral("6.4.3")));
    auto* first = part<QComboBox>("compareFirst");
    first->setCurrentIndex(part<QComboBox>("compareSecond")->currentIndex());
    QVERIFY(pane->summary().contains(QStringLiteral("two different")));
}

void NodeProbesTest::imagesOneRowPerDigest()
{
    const TextTable* images = table("imageTable");
    QCOMPARE(images->model()->rowCount(), 2);
    QCOMPARE(cell(images, 0, 1), QStringLiteral("9c41e07ab2d8")); // the one that was probed last
    QVERIFY(cell(images, 0, 7).contains(QStringLiteral("3 probes")));
    QCOMPARE(cell(images, 1, 1), QStringLiteral("08ab4f216dd3"));
    QVERIFY(cell(images, 1, 5).startsWith(QStringLiteral("2 known")));
    QVERIFY(images->model()
                ->index(1, 5)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("FP8 attention")));
    QCOMPARE(cell(images, 1, 6), QStringLiteral("not probed"));
}

void NodeProbesTest::factsInFourOrTwoColumns()
{
    auto* facts = part<FactsGrid>("nodeFacts");
    QCOMPARE(facts->columns(), 4);
    m_area->resize(960, 800);
    QTRY_COMPARE(facts->columns(), 2);
    ProbeReport report = m_remote->now->nodes[1].probes.first();
    report.torchIsRocm = false;
    bool said = false;
    for (const NodeFact& fact : headFacts(report)) {
        said = said || (fact.problem && fact.value.contains(QStringLiteral("not a ROCm build")));
    }
    QVERIFY(said);
}

void NodeProbesTest::exportsEnvironment()
{
    part<QPushButton>("exportButton")->click();
    auto* dialog = part<QFileDialog>("exportDialog");
    QVERIFY(dialog != nullptr);
    Q_EMIT dialog->fileSelected(QStringLiteral("/tmp/env.sh"));
    QCOMPARE(m_remote->calls,
             QStringList{QStringLiteral("exportEnvironment mi300x-07 /tmp/env.sh")});
    QVERIFY(part<QLabel>("nodeNotice")->text().contains(QStringLiteral("/tmp/env.sh")));
    m_area->showNode(QStringLiteral("h200-ref")); // never probed
    QVERIFY(!part<QPushButton>("exportButton")->isEnabled());
}

QTEST_MAIN(NodeProbesTest)
#include "tst_nodeprobes.moc"
