#include "tests/gui/nodesfixture.h"
#include "ui/nodes/nodeeditor.h"
#include "ui/nodes/nodepage.h"
#include "ui/nodes/nodesmodel.h"
#include "ui/theme/twolinedelegate.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QAction>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>

using namespace rocport;

/// What a user sees and does in the area Nodes.
class NodesAreaTest : public QObject, protected test::NodesFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void emptyStateOffersToAdd();
    void groupsNodesByKind();
    void stepsComeAsTheyAreTaken();
    void progressAndCancel();
    void unreachableSaysWhy();
    void keys();
    void opensATerminal();
    void addsEditsRemoves();
    void looks_data();
    void looks();
};

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
