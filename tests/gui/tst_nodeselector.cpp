#include "tests/gui/mapsettings.h"
#include "tests/gui/remotesample.h"
#include "ui/shell/nodeselector.h"
#include "ui/shell/palettedialog.h"

#include <QAbstractItemModelTester>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;

/// The node for jobs, in the top bar; nodes and jobs in the palette.
class NodeSelectorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsMarkAndWord();
    void choosesAndManages();
    void paletteKnowsNodesAndJobs();

private:
    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
};

void NodeSelectorTest::showsMarkAndWord()
{
    test::FakeRemote remote;
    NodeSelector selector(remote, m_provider);
    QVERIFY(selector.shownText().startsWith(QStringLiteral("No node")));
    const int narrow = selector.sizeHint().width();
    test::RemoteSample::nodes(*remote.now);
    Q_EMIT remote.nodesChanged();
    QCOMPARE(selector.shownText(), QStringLiteral("mi300x-07 Attention"));
    QCOMPARE(selector.accessibleName(), QStringLiteral("Node for jobs: mi300x-07, Attention"));
    QVERIFY(selector.sizeHint().width() > narrow);
    remote.setCurrentNode(QStringLiteral("h200-ref"));
    QCOMPARE(selector.shownText(), QStringLiteral("h200-ref Unreachable"));
    QVERIFY(selector.toolTip().contains(QStringLiteral("timed out")));
}

void NodeSelectorTest::choosesAndManages()
{
    test::FakeRemote remote;
    test::RemoteSample::nodes(*remote.now);
    NodeSelector selector(remote, m_provider);
    QSignalSpy manage(&selector, &NodeSelector::manageRequested);
    Q_EMIT selector.menu()->aboutToShow();
    const QList<QAction*> actions = selector.menu()->actions();
    QCOMPARE(actions.size(), 7); // five nodes, a line, Manage nodes
    QVERIFY(actions.at(1)->isChecked());
    QVERIFY(actions.at(3)->text().contains(QStringLiteral("Not probed")));
    actions.at(0)->trigger();
    QCOMPARE(remote.calls, QStringList{QStringLiteral("current local")});
    QCOMPARE(selector.shownText(), QStringLiteral("localhost Ready"));
    actions.last()->trigger();
    QCOMPARE(manage.size(), 1);
}

void NodeSelectorTest::paletteKnowsNodesAndJobs()
{
    PaletteModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QString ran;
    model.setEntries({{PaletteEntry::Kind::Node, QStringLiteral("mi300x-07"),
                       QStringLiteral("Ready"), true, [&] { ran = QStringLiteral("node"); }},
                      {PaletteEntry::Kind::Job, QStringLiteral("Build seqkernels"),
                       QStringLiteral("mi300x-07"), true, [&] { ran = QStringLiteral("job"); }}});
    model.setQuery(QStringLiteral("build"));
    QCOMPARE(model.rowCount(), 1);
    QVERIFY(model.index(0).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("Job")));
    model.entry(model.index(0))->run();
    QCOMPARE(ran, QStringLiteral("job"));
}

QTEST_MAIN(NodeSelectorTest)
#include "tst_nodeselector.moc"
