#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"
#include "core/rules/packs/packfiles.h"
#include "tests/gui/rulesfixture.h"
#include "tests/support/cputime.h"

#include <QAction>
#include <QSortFilterProxyModel>

#include <utility>

using namespace rocport;

/// Rule packs as they are written, saved, broken and trusted in the area.
class PackEditingTest : public RulesFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void editsAndShowsMatches();
    void badTextIsSaidWithItsLine();
    void savingScansAgain();
    void changesSurviveALookElsewhere();
    void brokenPackCanBeMended();
    void changedOutside();
    void newPack();
    void ownEditsStayTrusted();
    void waitingPacksAreAskedFor();
};

void PackEditingTest::editsAndShowsMatches()
{
    show(m_house);
    QTRY_COMPARE(problems(), QStringLiteral("No problems, 1 sample"));
    QTRY_COMPARE(places(), QStringLiteral("house-sync finds 3 places in 2 files (2 files read)"));
    QString text = m_area->editor().text();
    text.replace(QStringLiteral("HOUSE_SYNC ( $scope )"), QStringLiteral("OTHER_SYNC ( )"));
    CpuTimer clock(CpuTimer::Of::Thread);
    m_area->editor().setText(text);
    QVERIFY2(clock.elapsed() < 1000, "typing waits for nothing");
    m_area->editor().setLine(6);
    QTRY_COMPARE(places(), QStringLiteral("house-sync finds 1 place in 1 file (2 files read)"));
    QTRY_COMPARE(problems(), QStringLiteral("1 problem, 1 sample")); // the sample no longer fits
    PackResultModel& results = m_area->editor().results();
    const QModelIndex place = results.index(0, 0, results.placeGroup());
    QCOMPARE(place.data().toString(), QStringLiteral("other.cu:1"));
    QVERIFY(place.siblingAtColumn(1).data().toString().contains(QStringLiteral("OTHER_SYNC()")));
    // Nothing was written, and the project is as it was.
    QVERIFY(m_area->editor().isChanged());
    QCOMPARE(shown(m_house, RulesModel::FindingsColumn), QStringLiteral("3"));
    QSignalSpy chosen(m_area.get(), &RulesArea::showPlaceRequested);
    auto* list = m_area->findChild<QTreeView*>(QStringLiteral("packResults"));
    Q_EMIT list->activated(place);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].value<Place>(), (Place{RepoPath("other.cu"), 1, PlaceSide::Original}));
    m_area->editor().setLine(1);
    QTRY_COMPARE(places(), QStringLiteral("No rule at the cursor"));
}

void PackEditingTest::badTextIsSaidWithItsLine()
{
    show(m_house);
    QString text = m_area->editor().text();
    text.replace(QStringLiteral("severity"), QStringLiteral("severty"));
    m_area->editor().setText(text);
    m_area->editor().setLine(6);
    PackResultModel& results = m_area->editor().results();
    QTRY_VERIFY(!results.problems().isEmpty());
    QCOMPARE(results.index(0, 0, results.problemGroup()).siblingAtColumn(0).data().toString(),
             QStringLiteral("Line 4"));
    bool said = false;
    for (int row = 0; row < results.rowCount(results.problemGroup()); ++row) {
        said = said || results.index(row, 1, results.problemGroup())
                           .data()
                           .toString()
                           .contains(QStringLiteral("did you mean \"severity\"?"));
    }
    QVERIFY(said);
    QTRY_COMPARE(places(), QStringLiteral("The rule at the cursor is not complete yet"));
    m_area->editor().revert();
    QTRY_COMPARE(problems(), QStringLiteral("No problems, 1 sample"));
    QVERIFY(!m_area->editor().isChanged());
}

void PackEditingTest::savingScansAgain()
{
    show(m_house);
    QString text = m_area->editor().text();
    text.replace(QStringLiteral("HOUSE_SYNC"), QStringLiteral("OTHER_SYNC"));
    text.replace(QStringLiteral("$scope "), QString());
    text.replace(QStringLiteral("OTHER_SYNC(a)"), QStringLiteral("OTHER_SYNC()"));
    m_area->editor().setText(text);
    QVERIFY(m_area->editor().isChanged());
    QTest::keyClick(m_area->editor().focusProxy(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(!m_area->editor().isChanged());
    QTRY_COMPARE(shown(m_house, RulesModel::FindingsColumn), QStringLiteral("1"));
    QFile file(m_fixture->path(QStringLiteral(".rocport/rules/house.toml")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), text);
    QTRY_VERIFY(m_fixture->session->tasks().running().isEmpty());
}

void PackEditingTest::changesSurviveALookElsewhere()
{
    show(m_house);
    const QString text = m_area->editor().text() + QStringLiteral("# more\n");
    m_area->editor().setText(text);
    m_area->goToRule(QStringLiteral("warp-popc"));
    QVERIFY(m_area->editor().isHidden());
    m_area->goToRule(m_house);
    QVERIFY(m_area->editor().isVisible());
    QCOMPARE(m_area->editor().text(), text);
    QVERIFY(m_area->editor().isChanged());
    // Another pack takes the editor for a while.
    const QString other = m_fixture->path(QStringLiteral(".rocport/rules/other.toml"));
    m_fixture->write(QStringLiteral(".rocport/rules/other.toml"),
                     QByteArray(kHousePack).replace("house-sync", "other-sync"));
    useWaiting();
    QTRY_VERIFY_WITH_TIMEOUT(m_area->model().indexOf(QStringLiteral("other-sync")).isValid(),
                             20000);
    m_area->goToRule(QStringLiteral("other-sync"));
    QTRY_COMPARE(m_area->editor().file(), other);
    QTRY_VERIFY(m_area->editor().text().contains(QStringLiteral("other-sync")));
    QVERIFY(!m_area->editor().isChanged());
    m_area->goToRule(m_house);
    QCOMPARE(m_area->editor().text(), text);
    QVERIFY(m_area->editor().isChanged());
}

void PackEditingTest::brokenPackCanBeMended()
{
    const QString name = QStringLiteral(".rocport/rules/house.toml");
    m_fixture->write(name, "format = \n");
    useWaiting();
    QTRY_COMPARE(m_fixture->session->rulePacks().problems().size(), 1);
    QTRY_VERIFY(!m_area->model().indexOf(m_house).isValid());
    const QModelIndex problem = m_area->model().index(0, 0, m_area->model().index(0, 0));
    QCOMPARE(problem.data().toString(), QStringLiteral("house.toml:1"));
    tree()->setCurrentIndex(tree()->model()->index(0, 0, tree()->model()->index(0, 0)));
    QTRY_COMPARE(m_area->editor().text(), QStringLiteral("format = \n"));
    QVERIFY(details().contains(QStringLiteral("house.toml:1")));
    m_area->editor().setText(QString::fromUtf8(kHousePack));
    m_area->editor().save();
    QTRY_VERIFY(m_area->model().indexOf(m_house).isValid());
    QVERIFY(m_fixture->session->rulePacks().problems().isEmpty());
}

void PackEditingTest::changedOutside()
{
    show(m_house);
    m_fixture->write(QStringLiteral(".rocport/rules/house.toml"),
                     QByteArray(kHousePack).replace("ROCM_SYNC", "AMD_SYNC"));
    useWaiting();
    m_area->goToRule(m_house); // it was not there meanwhile
    QTRY_VERIFY_WITH_TIMEOUT(details().contains(QStringLiteral("AMD_SYNC")), 20000);
    QTRY_VERIFY(m_area->editor().text().contains(QStringLiteral("AMD_SYNC")));
}

void PackEditingTest::newPack()
{
    QVERIFY(!m_area->command(QStringLiteral("newUserPack"))->isEnabled());
    m_area->command(QStringLiteral("newProjectPack"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_area->model().indexOf(QStringLiteral("house-launcher")).isValid(),
                             20000);
    QVERIFY(QFile::exists(m_fixture->path(QStringLiteral(".rocport/rules/rules.toml"))));
    QTRY_VERIFY(m_area->editor().text().contains(QStringLiteral("House rules")));
    QTRY_COMPARE(problems(), QStringLiteral("No problems, 4 samples"));
}

/// The user's own edit in the window needs no other answer; somebody else's does.
void PackEditingTest::ownEditsStayTrusted()
{
    show(m_house);
    m_area->editor().setText(m_area->editor().text() + QStringLiteral("# mine\n"));
    m_area->editor().save();
    QTRY_VERIFY(!m_area->editor().isChanged());
    QTRY_VERIFY(m_fixture->session->tasks().running().isEmpty());
    QVERIFY(!m_fixture->session->rulePacks().waiting().has_value());
    QVERIFY(m_area->model().indexOf(m_house).isValid());
    // Saved over packs that nobody trusts: they wait as before.
    m_fixture->write(QStringLiteral(".rocport/rules/other.toml"),
                     QByteArray(kHousePack).replace("house-sync", "other-sync"));
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->rulePacks().waiting().has_value(), 20000);
    QVERIFY(m_fixture->session->rulePacks().waiting()->changed);
    const QByteArray before = m_fixture->session->rulePacks().waiting()->hash;
    const QString file = m_fixture->path(QStringLiteral(".rocport/rules/house.toml"));
    const QFuture<Result<void>> saved =
        m_fixture->session->rulePacks().save(file, kHousePack + "# more\n");
    QTRY_VERIFY(saved.isFinished() && saved.result().ok());
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->rulePacks().waiting() &&
                                 m_fixture->session->rulePacks().waiting()->hash != before,
                             20000);
    QVERIFY(!m_area->model().indexOf(m_house).isValid());
}

void PackEditingTest::waitingPacksAreAskedFor()
{
    cleanup();
    m_trusted = false;
    init();
    m_trusted = true;
    QTRY_VERIFY(trustBar()->isVisible());
    QVERIFY(trustBar()->text().contains(QStringLiteral("1 rule pack of its own")));
    QVERIFY(!m_area->model().indexOf(m_house).isValid());
    QVERIFY(m_fixture->session->rulePacks().problems().isEmpty());
    // A look at them uses nothing.
    trustBar()->findChild<QPushButton*>(QStringLiteral("lookAtPacks"))->click();
    QTRY_VERIFY(m_area->editor().text().contains(m_house));
    QVERIFY(m_fixture->session->rulePacks().waiting().has_value());
    // "Not now" stays changeable here.
    auto* later = trustBar()->findChild<QPushButton*>(QStringLiteral("notNowPacks"));
    later->click();
    QTRY_VERIFY(m_fixture->session->rulePacks().waiting() &&
                m_fixture->session->rulePacks().waiting()->answer == PackAnswer::Refused);
    QTRY_VERIFY(trustBar()->isVisible() && !later->isVisible());
    useWaiting();
    QTRY_VERIFY(m_area->model().indexOf(m_house).isValid());
    QTRY_COMPARE(shown(m_house, RulesModel::FindingsColumn), QStringLiteral("3"));
}

QTEST_MAIN(PackEditingTest)
#include "tst_packediting.moc"
