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
    QAction& two = commands.add(QStringLiteral("two"), QStringLiteral("Second"), {},
                                {QKeySequence(QStringLiteral("B"))}, [] {});
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
}

void TestReviewCommands::tipsHaveKeys()
{
    ProjectSession session(QString{});
    ReviewDesk desk(session);
    QWidget owner;
    ReviewCommands commands(desk, owner);
    QAction& one = commands.add(QStringLiteral("one"), QStringLiteral("First"), {},
                                {QKeySequence(QStringLiteral("B"))}, [] {});
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
    commands.add(QStringLiteral("next"), QStringLiteral("Next"), {},
                 {QKeySequence(QStringLiteral("N"))}, [] {});
    QCOMPARE(commands.whyNotCurrent(),
             QStringLiteral("No change is selected: choose one in the list, or press n."));
    project.choose(7);
    QVERIFY(commands.whyNotCurrent().isEmpty());
    auto state = std::make_shared<ProjectState>(*project.state());
    state->committed.insert(project.desk->currentKey());
    project.desk->setState(state);
    QVERIFY2(commands.whyNotCurrent().startsWith(QStringLiteral("This change is committed")),
             qPrintable(commands.whyNotCurrent()));
    state = std::make_shared<ProjectState>(*project.state());
    state->readOnly = true;
    project.desk->setState(state);
    QCOMPARE(commands.whyNoDecision(), QStringLiteral("The project is open read-only."));
    QCOMPARE(commands.whyNotCurrent(), commands.whyNoDecision());
    state = std::make_shared<ProjectState>(*project.state());
    state->scan.reset();
    project.desk->setState(state);
    QCOMPARE(commands.whyNoScan(), QStringLiteral("The repository has not been scanned yet."));
    QCOMPARE(commands.whyNothing(), commands.whyNoScan());
}

QTEST_MAIN(TestReviewCommands)
#include "tst_reviewcommands.moc"
