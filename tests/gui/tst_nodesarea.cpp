#include "core/remote/container.h"
#include "core/remote/nodekinds.h"
#include "core/remote/slurm.h"
#include "testpaths.h"
#include "tests/gui/mapsettings.h"
#include "tests/gui/remotesample.h"
#include "ui/nodes/comparepane.h"
#include "ui/nodes/factsgrid.h"
#include "ui/nodes/fixstrip.h"
#include "ui/nodes/nodeeditor.h"
#include "ui/nodes/nodepage.h"
#include "ui/nodes/nodesarea.h"
#include "ui/nodes/nodesmodel.h"
#include "ui/nodes/nodetext.h"
#include "ui/nodes/proberows.h"
#include "ui/theme/twolinedelegate.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QListView>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;

/// What a user sees and does in the area Nodes.
class NodesAreaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void emptyStateOffersToAdd();
    void groupsNodesByKind();
    void auditIsSortedAndSaysWhy();
    void auditComparesWithTheTarget();
    void fixIsShownBeforeItRuns();
    void rootAndEnvironmentFixesNeverRun();
    void readOnlyAndNoProject();
    void hiddenValuesStayHidden();
    void checksSayWhatCrashed();
    void stepsComeAsTheyAreTaken();
    void progressAndCancel();
    void unreachableSaysWhy();
    void comparesProbes();
    void imagesOneRowPerDigest();
    void factsInFourOrTwoColumns();
    void keys();
    void opensATerminal();
    void exportsEnvironment();
    void editorSaysProblems();
    void editorFindsTheEmulator();
    void editorChoosesImages();
    void addsEditsRemoves();
    void looks_data();
    void looks();

private:
    template <typename T>
    T* part(const char* name) const
    {
        return m_area->findChild<T*>(QString::fromLatin1(name));
    }
    [[nodiscard]] TextTable* table(const char* name) const { return part<TextTable>(name); }
    [[nodiscard]] static QString cell(const TextTable* table, int row, int column)
    {
        return table->model()->index(row, column).data().toString();
    }
    void say() { Q_EMIT m_remote->nodesChanged(); }

    MapSettings m_settings;
    std::unique_ptr<ThemeProvider> m_provider;
    std::unique_ptr<test::FakeRemote> m_remote;
    std::unique_ptr<NodesArea> m_area;
};

void NodesAreaTest::init()
{
    m_provider = std::make_unique<ThemeProvider>(m_settings);
    m_provider->attach(*qApp);
    m_remote = std::make_unique<test::FakeRemote>();
    test::RemoteSample::nodes(*m_remote->now);
    m_area = std::make_unique<NodesArea>(*m_remote, *m_provider, m_settings);
    m_area->resize(1240, 830);
    m_area->show();
    QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
}

void NodesAreaTest::cleanup()
{
    m_area.reset();
    m_remote.reset();
    m_provider.reset();
}

void NodesAreaTest::emptyStateOffersToAdd()
{
    m_remote->now->nodes.clear();
    say();
    auto* empty = m_area->findChild<EmptyState*>();
    bool found = false;
    const auto states = m_area->findChildren<EmptyState*>();
    for (EmptyState* state : states) {
        if (state->title() == QStringLiteral("No nodes yet")) {
            empty = state;
            found = true;
        }
    }
    QVERIFY(found);
    QVERIFY(empty->isVisible());
    QVERIFY(!part<QListView>("nodeList")->isVisible());
    empty->findChild<QPushButton*>()->click();
    QVERIFY(part<NodeEditor>("nodeEditor") != nullptr);
}

void NodesAreaTest::groupsNodesByKind()
{
    auto* list = part<QListView>("nodeList");
    NodesModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setState(m_remote->now);
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        rows.append(model.index(row).data().toString());
        const bool title = model.index(row).data(TwoLineDelegate::HeaderRole).toBool();
        QCOMPARE(bool(model.flags(model.index(row)) & Qt::ItemIsSelectable), !title);
    }
    const QStringList expected{QStringLiteral("This machine"),   QStringLiteral("localhost"),
                               QStringLiteral("SSH hosts"),      QStringLiteral("mi300x-07"),
                               QStringLiteral("h200-ref"),       QStringLiteral("Container images"),
                               QStringLiteral("rocm-7.0-train"), QStringLiteral("Slurm partitions"),
                               QStringLiteral("mi300x")};
    QCOMPARE(rows, expected);
    QCOMPARE(list->model()->rowCount(), rows.size());
    QCOMPARE(m_area->currentNode(), QStringLiteral("mi300x-07")); // the one in use
    const QModelIndex node = model.indexOf(QStringLiteral("mi300x-07"));
    QCOMPARE(node.data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("mi300x-07, Attention, 8 × AMD Instinct MI300X, gfx942, in use for "
                            "jobs"));
    QCOMPARE(node.data(TwoLineDelegate::WordRole).toString(), QStringLiteral("Attention"));
    // A name that says which machine it is has no address that says it again.
    auto changed = std::make_shared<RemoteState>(*m_remote->now);
    changed->nodes[0].node.name = QStringLiteral("This machine");
    changed->nodes[0].probes.clear();
    changed->nodes[0].state = NodeEntry::State::Unknown;
    model.setState(changed);
    const QModelIndex local = model.indexOf(QStringLiteral("local"));
    QCOMPARE(local.data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("This machine, Not probed"));
    QCOMPARE(local.data(TwoLineDelegate::DetailRole).toString(), QString());
    changed->nodes[0].node.name = QStringLiteral("box");
    QCOMPARE(transportOf(changed->nodes[0].node)->address(), QStringLiteral("this machine"));
    // Going down leaves out the titles.
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(m_area->currentNode(), QStringLiteral("rocm-70-train"));
}

void NodesAreaTest::auditIsSortedAndSaysWhy()
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
void NodesAreaTest::auditComparesWithTheTarget()
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

void NodesAreaTest::fixIsShownBeforeItRuns()
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

void NodesAreaTest::rootAndEnvironmentFixesNeverRun()
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

void NodesAreaTest::readOnlyAndNoProject()
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

void NodesAreaTest::hiddenValuesStayHidden()
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

void NodesAreaTest::checksSayWhatCrashed()
{
    const TextTable* checks = table("checkTable");
    QCOMPARE(cell(checks, 1, 0), QStringLiteral("Timed out"));
    QCOMPARE(cell(checks, 1, 1), QStringLiteral("Small GEMM"));
    QVERIFY(cell(checks, 1, 2).contains(QStringLiteral("only this check")));
    QCOMPARE(cell(checks, 1, 3), QStringLiteral("1 min 0 s"));
    QCOMPARE(cell(checks, 2, 0), QStringLiteral("Crashed"));
}

void NodesAreaTest::stepsComeAsTheyAreTaken()
{
    m_area->showNode(QStringLiteral("mi300x"));
    const TextTable* steps = table("stepTable");
    QCOMPARE(steps->model()->rowCount(), 3);
    QCOMPARE(cell(steps, 0, 0), QStringLiteral("Passed"));
    QCOMPARE(cell(steps, 0, 3), QStringLiteral("12 ms"));
    QCOMPARE(cell(steps, 2, 0), QStringLiteral("Running"));
    ConnectionTest& test = m_remote->now->nodes[4].test;
    test[2].state = ConnectionStep::State::Failed;
    test[2].detail = QStringLiteral("Permission denied. Add the key to the agent.");
    say();
    QCOMPARE(cell(steps, 2, 0), QStringLiteral("Failed"));
    QVERIFY(cell(steps, 2, 2).contains(QStringLiteral("Permission denied")));
}

void NodesAreaTest::progressAndCancel()
{
    m_area->showNode(QStringLiteral("mi300x"));
    QVERIFY(part<QWidget>("nodeProgress")->isVisible());
    QCOMPARE(part<QLabel>("nodeActivity")->text(), QStringLiteral("Probing: small GEMM"));
    auto* bar = part<QWidget>("nodeProgress")->findChild<ThinProgressBar*>();
    QCOMPARE(bar->done(), 7);
    QCOMPARE(bar->total(), 19);
    QVERIFY(!m_area->command(QStringLiteral("probeNode"))->isEnabled());
    part<QPushButton>("cancelNodeButton")->click();
    QCOMPARE(m_remote->calls, QStringList{QStringLiteral("cancelNode mi300x")});
    m_area->showNode(QStringLiteral("local"));
    QVERIFY(!part<QWidget>("nodeProgress")->isVisible());
}

void NodesAreaTest::unreachableSaysWhy()
{
    m_area->showNode(QStringLiteral("h200-ref"));
    QCOMPARE(part<QLabel>("nodeStateWord")->text(), QStringLiteral("Unreachable"));
    QVERIFY(part<QLabel>("nodeNotice")->isVisible());
    QVERIFY(part<QLabel>("nodeNotice")->text().contains(QStringLiteral("timed out")));
    m_area->showNode(QStringLiteral("rocm-70-train"));
    QVERIFY(!part<QLabel>("nodeNotice")->isVisible());
}

void NodesAreaTest::comparesProbes()
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

void NodesAreaTest::imagesOneRowPerDigest()
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

void NodesAreaTest::factsInFourOrTwoColumns()
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

void NodesAreaTest::keys()
{
    auto* list = part<QListView>("nodeList");
    list->setFocus();
    QTest::keyClick(list, Qt::Key_F5);
    QTest::keyClick(list, Qt::Key_T);
    m_area->showNode(QStringLiteral("local"));
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(m_remote->calls,
             (QStringList{QStringLiteral("probe mi300x-07"), QStringLiteral("test mi300x-07"),
                          QStringLiteral("current local")}));
    m_area->setLetterKeys(false);
    QTest::keyClick(list, Qt::Key_T);
    QCOMPARE(m_remote->calls.size(), 3);
    m_area->setLetterKeys(true);
    m_area->showNode(QStringLiteral("mi300x-07"));
    QTest::keyClick(list, Qt::Key_E);
    QTRY_VERIFY(part<NodeEditor>("nodeEditor") != nullptr);
    QCOMPARE(part<NodeEditor>("nodeEditor")->node().name, QStringLiteral("mi300x-07"));
}

void NodesAreaTest::opensATerminal()
{
    m_settings.setValue(QStringLiteral("terminal/command"), QStringLiteral("xterm -T node"));
    part<QListView>("nodeList")->setFocus();
    QTest::keyClick(part<QListView>("nodeList"), Qt::Key_T, Qt::ShiftModifier);
    part<QPushButton>("terminalButton")->click();
    QCOMPARE(m_remote->calls,
             (QStringList{QStringLiteral("openTerminal mi300x-07 xterm -T node"),
                          QStringLiteral("openTerminal mi300x-07 xterm -T node")}));
    QVERIFY(part<QLabel>("nodeNotice")->text().contains(QStringLiteral("terminal on")));
    m_remote->refusal = Error{ErrorCode::NotPossibleNow,
                              QStringLiteral("no terminal was found; name yours in Preferences"),
                              QStringLiteral("xterm")};
    part<QPushButton>("terminalButton")->click();
    QVERIFY(part<QLabel>("nodeNotice")->text().contains(QStringLiteral("no terminal")));
    QVERIFY(!part<QLabel>("nodeNotice")->text().contains(QStringLiteral("scan again")));
}

void NodesAreaTest::exportsEnvironment()
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

void NodesAreaTest::editorSaysProblems()
{
    NodeEditor editor(*m_remote, *m_provider, {}, m_area.get());
    editor.show();
    auto* save = editor.findChild<QPushButton*>(QStringLiteral("saveNode"));
    auto* host = editor.findChild<QComboBox*>(QStringLiteral("nodeHost"));
    QVERIFY(!save->isEnabled()); // no name, no host
    QVERIFY(!editor.problems().isEmpty());
    // What was not typed in yet is said, and is no mistake.
    const auto colour = [&] {
        return editor.findChild<QLabel*>(QStringLiteral("nodeProblems"))
            ->palette()
            .color(QPalette::WindowText);
    };
    QCOMPARE(colour(), m_provider->theme().text2);
    QVERIFY2(editor.problems().contains(QLatin1StringView("The node has no host")),
             qPrintable(editor.problems()));
    QTRY_VERIFY(host->findText(QStringLiteral("mi300-a")) >= 0); // of the SSH configuration
    editor.findChild<QLineEdit*>(QStringLiteral("nodeNameField"))->setText(QStringLiteral("a"));
    host->setCurrentText(QStringLiteral("mi300-a"));
    QCOMPARE(editor.problems(), QString());
    QVERIFY(save->isEnabled());
    host->setCurrentText(QStringLiteral("-oProxyCommand=evil"));
    QVERIFY(!save->isEnabled());
    QCOMPARE(colour(), m_provider->theme().crit);
    editor.findChild<QComboBox*>(QStringLiteral("nodeKind"))->setCurrentIndex(1);
    QVERIFY(!host->isVisible());
    QCOMPARE(editor.node().place, QStringLiteral("local"));
    QVERIFY(editor.node().of<SshHost>().host.isEmpty());
    QVERIFY(save->isEnabled());
}

void NodesAreaTest::editorFindsTheEmulator()
{
    NodeEditor editor(*m_remote, *m_provider, {}, m_area.get());
    editor.show();
    auto* kind = editor.findChild<QComboBox*>(QStringLiteral("nodeKind"));
    auto* gpu = editor.findChild<QComboBox*>(QStringLiteral("emulatedGpu"));
    auto* rocm = editor.findChild<QLineEdit*>(QStringLiteral("emulatorRocm"));
    auto* found = editor.findChild<QLabel*>(QStringLiteral("emulatorFound"));
    QVERIFY(!gpu->isVisible());
    kind->setCurrentIndex(kind->findText(QStringLiteral("Emulated GPU")));
    QVERIFY(gpu->isVisible());
    QCOMPARE(gpu->currentText(), QStringLiteral("MI300X (gfx942)"));
    rocm->setText(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/support/fakeemulator"));
    QTRY_VERIFY2(found->text().startsWith(QStringLiteral("Emulated by ")),
                 qPrintable(found->text()));
    gpu->setCurrentIndex(gpu->findData(QStringLiteral("gfx90a")));
    QTRY_VERIFY2(found->text().contains(QStringLiteral("no layout of gfx90a")),
                 qPrintable(found->text()));
    editor.findChild<QLineEdit*>(QStringLiteral("nodeNameField"))->setText(QStringLiteral("e"));
    QCOMPARE(editor.problems(), QString());
    rocm->setText(QStringLiteral("here"));
    QVERIFY(editor.problems().contains(QStringLiteral("The folder of ROCm must begin with")));
    // What goes around programs here cannot go around a queue.
    rocm->clear();
    editor.findChild<QCheckBox*>(QStringLiteral("useSlurm"))->setChecked(true);
    QVERIFY(editor.problems().contains(QStringLiteral("Turn off \"Slurm\"")));
}

void NodesAreaTest::editorChoosesImages()
{
    Node node;
    node.name = QStringLiteral("a");
    node.of<SshHost>().host = QStringLiteral("mi300-a");
    NodeEditor editor(*m_remote, *m_provider, node, m_area.get());
    editor.show();
    auto* use = editor.findChild<QComboBox*>(QStringLiteral("containerUse"));
    auto* image = editor.findChild<QComboBox*>(QStringLiteral("containerImage"));
    auto* fetch = editor.findChild<QPushButton*>(QStringLiteral("listImages"));
    QVERIFY(!image->isVisible());
    use->setCurrentIndex(1);
    QVERIFY(image->isVisible());
    fetch->click();
    QTRY_COMPARE(image->count(), 1);
    QTRY_COMPARE(editor.node().of<ContainerSettings>().image,
                 QStringLiteral("rocm/pytorch:latest"));
    use->setCurrentIndex(2);
    QCOMPARE(fetch->text(), QStringLiteral("List containers"));
    fetch->click();
    QTRY_COMPARE(editor.node().of<ContainerSettings>().container, QStringLiteral("trainer"));
    QVERIFY(editor.node().of<ContainerSettings>().image.isEmpty());
    m_remote->refusal.reset();
    editor.findChild<QCheckBox*>(QStringLiteral("useSlurm"))->setChecked(true);
    editor.findChild<QLineEdit*>(QStringLiteral("slurmPartition"))
        ->setText(QStringLiteral("mi300x"));
    editor.findChild<QPlainTextEdit*>(QStringLiteral("nodeEnvironment"))
        ->setPlainText(QStringLiteral("A=1\n\nB=x=y"));
    const Node made = editor.node();
    QVERIFY(made.of<SlurmSettings>().use);
    QCOMPARE(made.of<SlurmSettings>().partition, QStringLiteral("mi300x"));
    QCOMPARE(made.environment.size(), 2);
    QCOMPARE(made.environment[1].second, QStringLiteral("x=y"));
}

void NodesAreaTest::addsEditsRemoves()
{
    m_area->command(QStringLiteral("editNode"))->trigger();
    auto* editor = part<NodeEditor>("nodeEditor");
    editor->findChild<QLineEdit*>(QStringLiteral("nodeNameField"))
        ->setText(QStringLiteral("renamed"));
    editor->findChild<QPushButton*>(QStringLiteral("saveNode"))->click();
    QCOMPARE(m_remote->saved.size(), 1);
    QCOMPARE(m_remote->saved[0].id, QStringLiteral("mi300x-07"));
    QCOMPARE(m_remote->saved[0].name, QStringLiteral("renamed"));
    m_area->command(QStringLiteral("removeNode"))->trigger();
    auto* box = part<QMessageBox>("removeNodeBox");
    QVERIFY(box->text().contains(QStringLiteral("mi300x-07")));
    QVERIFY(m_remote->calls.isEmpty()); // nothing before the yes
    for (QAbstractButton* button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::DestructiveRole) {
            button->click();
        }
    }
    QCOMPARE(m_remote->calls, QStringList{QStringLiteral("remove mi300x-07")});
}

void NodesAreaTest::looks_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

/// Pictures to look at: ROCPORT_PICTURES names the folder.
void NodesAreaTest::looks()
{
    QFETCH(bool, dark);
    m_provider->setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    m_area->resize(1440, 900);
    QTest::qWait(50);
    const auto keep = [dark](QWidget* widget, const char* name) {
        QVERIFY(rocport::test::keepPicture(widget, name, dark));
    };
    keep(m_area.get(), "nodes");
    const QImage image = m_area->grab().toImage();
    QCOMPARE(image.pixelColor(image.width() - 4, image.height() - 4).lightness() < 128, dark);
    m_area->showNode(QStringLiteral("mi300x"));
    m_area->page().setPage(NodePage::ConnectionPage);
    keep(m_area.get(), "nodes-connection");
    m_area->showNode(QStringLiteral("mi300x-07"));
    m_area->command(QStringLiteral("compareProbes"))->trigger();
    keep(m_area.get(), "nodes-compare");
    m_area->showNode(QStringLiteral("rocm-70-train"));
    m_area->page().setPage(NodePage::AuditPage);
    keep(m_area.get(), "nodes-unprobed");
    NodeEditor editor(*m_remote, *m_provider, m_remote->now->nodes[3].node, m_area.get());
    editor.show();
    QTest::qWait(50);
    keep(&editor, "nodes-editor");
}

QTEST_MAIN(NodesAreaTest)
#include "tst_nodesarea.moc"
