// The commands of Review by name, and the reasons why they cannot be used; without the area.
#include "core/project/session/projecthistory.h"
#include "tests/gui/deskfixture.h"
#include "ui/review/reviewcommands.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/whynot.h"

#include <QAction>

using namespace rocport;

class TestReviewCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areFoundByName();
    void tellBeforeTheyRun();
    void sayWhyNot();
    void tipsHaveKeys();
    void reasonsWithoutProject();
    void reasonsForTheCurrentChange();
};

void TestReviewCommands::areFoundByName()
{
    ProjectSession session(QString{});
    ReviewDesk desk(session);
    QWidget owner;
    ReviewCommands commands(desk, owner);
    QAction& one = commands.add(QStringLiteral("one"), QStringLiteral("First"), {}, {}, [] {});
    QAction& two = commands.add(QStringLiteral("two"), QStringLiteral("Second"), {}, {"B"}, [] {});
    QCOMPARE(&commands.at(QStringLiteral("one")), &one);
    QCOMPARE(commands.all(), (QList<QAction*>{&one, &two}));
    QCOMPARE(commands.all({"two"}), (QList<QAction*>{&two, &one}));
    QCOMPARE(owner.actions(), (QList<QAction*>{&one, &two})); // where the keys act
    QCOMPARE(commands.key(QStringLiteral("one")), QString());
    QCOMPARE(commands.key(QStringLiteral("two")), QStringLiteral("b"));
}

void TestReviewCommands::tellBeforeTheyRun()
{
    ProjectSession session(QString{});
    ReviewDesk desk(session);
    QWidget owner;
    ReviewCommands commands(desk, owner);
    QStringList order;
    connect(&commands, &ReviewCommands::given, this,
            [&order](const QString& name) { order.append(name + QStringLiteral(" is given")); });
    commands
        .add(QStringLiteral("one"), QStringLiteral("First"), {}, {},
             [&order] { order.append(QStringLiteral("runs")); })
        .trigger();
    QCOMPARE(order, (QStringList{QStringLiteral("one is given"), QStringLiteral("runs")}));
}

void TestReviewCommands::sayWhyNot()
{
    ProjectSession session(QString{});
    ReviewDesk desk(session);
    QWidget owner;
    ReviewCommands commands(desk, owner);
    QAction& one = commands.add(QStringLiteral("one"), QStringLiteral("First"), {}, {}, [] {});
    QAction& two = commands.add(QStringLiteral("two"), QStringLiteral("Second"), {}, {}, [] {});
    commands.enable({"one"}, false, QStringLiteral("It rains."));
    QVERIFY(!one.isEnabled());
    QVERIFY(two.isEnabled());
    QCOMPARE(whyNot(one), QStringLiteral("It rains."));
    commands.enable({"one", "two"}, true, {});
    QVERIFY(one.isEnabled());
    QVERIFY(whyNot(one).isEmpty());
    // A reason is enough; the first one counts.
    commands.enable({"one"}, firstReason({{}, QStringLiteral("It snows."), QStringLiteral("No")}));
    QCOMPARE(whyNot(one), QStringLiteral("It snows."));
    QVERIFY(two.isEnabled());
    commands.enable(QStringLiteral("one"), firstReason({{}, {}}));
    QVERIFY(one.isEnabled());
}

void TestReviewCommands::tipsHaveKeys()
{
    ProjectSession session(QString{});
    ReviewDesk desk(session);
    QWidget owner;
    ReviewCommands commands(desk, owner);
    QAction& one = commands.add(QStringLiteral("one"), QStringLiteral("First"), {}, {"B"}, [] {});
    QCOMPARE(one.toolTip(), QStringLiteral("First (b)"));
    useLetterKeys(commands.all(), false);
    commands.updateTips();
    QCOMPARE(one.toolTip(), QStringLiteral("First"));
}

void TestReviewCommands::reasonsWithoutProject()
{
    ProjectSession session(QString{});
    ReviewDesk desk(session);
    QWidget owner;
    const ReviewCommands commands(desk, owner);
    const QString none = QStringLiteral("No project is open.");
    QCOMPARE(commands.whyNoScan(), none);
    QCOMPARE(commands.whyNothing(), none);
    QCOMPARE(commands.whyNoDecision(), none);
    QCOMPARE(commands.whyNotCurrent(), none);
}

void TestReviewCommands::reasonsForTheCurrentChange()
{
    DeskFixture project;
    project.open();
    QWidget owner;
    ReviewCommands commands(*project.desk, owner);
    QVERIFY(commands.whyNoScan().isEmpty());
    QVERIFY(commands.whyNothing().isEmpty());
    QVERIFY(commands.whyNoDecision().isEmpty());
    QCOMPARE(commands.whyNotCurrent(),
             QStringLiteral("No change is selected: choose one in the list."));
    commands.add(QStringLiteral("next"), QStringLiteral("Next"), {}, {"N"}, [] {});
    QCOMPARE(commands.whyNotCurrent(),
             QStringLiteral("No change is selected: choose one in the list, or press n."));
    project.choose(7);
    QVERIFY(commands.whyNotCurrent().isEmpty());
    project.alter(
        [&project](ProjectState& state) { state.committed.insert(project.desk->currentKey()); });
    QVERIFY(commands.whyNoneCurrent().isEmpty());
    QVERIFY2(commands.whyNotCurrent().startsWith(QStringLiteral("This change is committed")),
             qPrintable(commands.whyNotCurrent()));
    project.alter([](ProjectState& state) { state.readOnly = true; });
    QCOMPARE(commands.whyNoDecision(), QStringLiteral("The project is open read-only."));
    QCOMPARE(commands.whyNotWritable(), commands.whyNoDecision());
    QCOMPARE(commands.whyNotCurrent(), commands.whyNoDecision());
    project.alter([](ProjectState& state) { state.scan.reset(); });
    QCOMPARE(commands.whyNoScan(), QStringLiteral("The repository has not been scanned yet."));
    QCOMPARE(commands.whyNothing(), commands.whyNoScan());
    QCOMPARE(commands.whyNotWritable(), commands.whyNoScan());
}

QTEST_MAIN(TestReviewCommands)
#include "tst_reviewcommands.moc"
