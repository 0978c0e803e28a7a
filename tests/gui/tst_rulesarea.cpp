#include "core/rules/packfiles.h"
#include "tests/gui/reviewfixture.h"
#include "tests/support/cputime.h"
#include "ui/rules/packeditor.h"
#include "ui/rules/packresultmodel.h"
#include "ui/rules/packtrustbar.h"
#include "ui/rules/ruledetails.h"
#include "ui/rules/rulesarea.h"
#include "ui/rules/rulesmodel.h"

#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>

using namespace rocport;

namespace {

const QByteArray kPack =
    "format = 1\nname = \"House\"\n\n[[rule]]\nid = \"house-sync\"\nphase = 2\nseverity = "
    "\"warning\"\nlanguages = [\"cuda\"]\ntitle = \"HOUSE_SYNC becomes ROCM_SYNC\"\nmessage = "
    "\"`{symbol}` waits.\"\nreason = \"It is <b>PTX</b>.\"\nmatch = { kind = \"token-pattern\", "
    "patterns = [\"HOUSE_SYNC ( $scope )\"] }\n\n[[rule.sample]]\nlanguage = \"cuda\"\nmatch = "
    "true\ncode = \"void f() { HOUSE_SYNC(a); }\"\n";

} // namespace

/// The rules area on a repository with a pack of its own.
class RulesAreaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void listsRulesWithTheirFindings();
    void switchesARuleByKey();
    void filters();
    void editsAndShowsMatches();
    void badTextIsSaidWithItsLine();
    void savingScansAgain();
    void changesSurviveALookElsewhere();
    void brokenPackCanBeMended();
    void changedOutside();
    void newPack();
    void ownEditsStayTrusted();
    void waitingPacksAreAskedFor();
    void looks_data();
    void looks();

private:
    [[nodiscard]] QTreeView* tree() const
    {
        return m_area->findChild<QTreeView*>(QStringLiteral("rulesTree"));
    }
    [[nodiscard]] QString details() const
    {
        return m_area->findChild<RuleDetails*>()->toPlainText();
    }
    [[nodiscard]] QString shown(const QString& rule, int column) const
    {
        return m_area->model().indexOf(rule).siblingAtColumn(column).data().toString();
    }
    void show(const QString& rule) const
    {
        m_area->showRule(rule);
        QTRY_VERIFY(m_area->editor().isVisible());
        QTRY_VERIFY(!m_area->editor().text().isEmpty());
    }
    /// The packs changed outside: they wait, and the user looks at them and uses them.
    void useWaiting() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->waitingPacks().has_value(), 20000);
        QTRY_VERIFY(trustBar()->isVisible());
        trustBar()->findChild<QPushButton*>(QStringLiteral("usePacks"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->session->waitingPacks().has_value(), 20000);
        QTRY_VERIFY(!trustBar()->isVisible());
    }
    [[nodiscard]] PackTrustBar* trustBar() const
    {
        return m_area->findChild<PackTrustBar*>(QStringLiteral("rulesTrust"));
    }
    [[nodiscard]] QString problems() const
    {
        return m_area->editor().results().problemGroup().data().toString();
    }
    [[nodiscard]] QString places() const
    {
        return m_area->editor().results().placeGroup().data().toString();
    }

    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<RulesArea> m_area;
    QString m_house = QStringLiteral("house-sync");
    bool m_trusted = true; ///< the packs of the repository, before it is opened
};

void RulesAreaTest::init()
{
    m_fixture = std::make_unique<ReviewFixture>();
    m_fixture->write(
        QStringLiteral("k.cu"),
        "#include <cuda_runtime.h>\n__global__ void k(int* p) {\n  HOUSE_SYNC(block);\n"
        "  HOUSE_SYNC(warp);\n}\nvoid f(int* p) { cudaMalloc(&p, 4); }\n");
    m_fixture->write(QStringLiteral("other.cu"), "void g() { OTHER_SYNC(); HOUSE_SYNC(grid); }\n");
    m_fixture->write(QStringLiteral(".rocport/rules/house.toml"), kPack);
    m_fixture->commitAll();
    if (m_trusted) {
        m_fixture->trustPacks();
    }
    m_fixture->open();
    m_area =
        std::make_unique<RulesArea>(*m_fixture->session, m_fixture->provider, m_fixture->settings);
    m_area->resize(1384, 830);
    m_area->show();
    QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
}

void RulesAreaTest::cleanup()
{
    m_area.reset();
    m_fixture.reset();
}

void RulesAreaTest::listsRulesWithTheirFindings()
{
    QCOMPARE(shown(m_house, RulesModel::FindingsColumn), QStringLiteral("3"));
    QCOMPARE(shown(m_house, RulesModel::PackColumn), QStringLiteral("house.toml"));
    QVERIFY(shown(QStringLiteral("hipify-api"), RulesModel::FindingsColumn).toInt() >= 1);
    m_area->showRule(QStringLiteral("warp-popc"));
    QVERIFY(m_area->editor().isHidden());
    QVERIFY(details().contains(QStringLiteral("warp-popc, built-in pack")));
    QVERIFY(details().contains(QStringLiteral("Reason")));
    show(m_house);
    QVERIFY(details().contains(QStringLiteral("HOUSE_SYNC becomes ROCM_SYNC")));
    QVERIFY(details().contains(QStringLiteral("It is <b>PTX</b>."))); // never markup
    QVERIFY(details().contains(QStringLiteral("Must match, CUDA C++")));
    QVERIFY(details().contains(QStringLiteral("3 findings")));
    QVERIFY(!tree()->accessibleName().isEmpty());
}

void RulesAreaTest::switchesARuleByKey()
{
    m_area->showRule(m_house);
    tree()->setFocus();
    QTest::keyClick(tree(), Qt::Key_Space);
    QTRY_COMPARE(m_fixture->session->state()->meta.target.rulesOff, QStringList{m_house});
    QTRY_COMPARE(shown(m_house, RulesModel::FindingsColumn), QStringLiteral("off"));
    QTRY_VERIFY(m_fixture->session->tasks().isEmpty());
    const auto found = [this] {
        int count = 0;
        for (const auto& file : m_fixture->session->state()->scan->files) {
            for (const Finding& finding : file->findings) {
                count += finding.ruleId == m_house ? 1 : 0;
            }
        }
        return count;
    };
    QTRY_COMPARE(found(), 0);
    QTest::keyClick(tree(), Qt::Key_Space);
    QTRY_COMPARE(shown(m_house, RulesModel::FindingsColumn), QStringLiteral("3"));
    QVERIFY(m_fixture->session->state()->meta.target.rulesOff.isEmpty());
}

void RulesAreaTest::filters()
{
    auto* search = m_area->findChild<QLineEdit*>(QStringLiteral("rulesFilter"));
    QTest::keyClick(tree(), Qt::Key_Slash);
    QTRY_VERIFY(search->hasFocus());
    search->setText(QStringLiteral("house warning"));
    QCOMPARE(tree()->model()->rowCount(), 1);
    const QModelIndex phase = tree()->model()->index(0, 0);
    QCOMPARE(tree()->model()->rowCount(phase), 1);
    QCOMPARE(tree()->model()->index(0, 0, phase).data().toString(), m_house);
    search->setText(QStringLiteral("no such rule at all"));
    QVERIFY(!tree()->isVisible());
    search->clear();
    QVERIFY(tree()->isVisible());
    m_area->setPhaseFilter(Phase::Translation);
    QCOMPARE(tree()->model()->rowCount(), 1);
    m_area->setPhaseFilter(std::nullopt);
    QVERIFY(tree()->model()->rowCount() > 3);
}

void RulesAreaTest::editsAndShowsMatches()
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
    QCOMPARE(chosen[0][0].value<RepoPath>(), RepoPath("other.cu"));
    m_area->editor().setLine(1);
    QTRY_COMPARE(places(), QStringLiteral("No rule at the cursor"));
}

void RulesAreaTest::badTextIsSaidWithItsLine()
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

void RulesAreaTest::savingScansAgain()
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
    QTRY_VERIFY(m_fixture->session->tasks().isEmpty());
}

void RulesAreaTest::changesSurviveALookElsewhere()
{
    show(m_house);
    const QString text = m_area->editor().text() + QStringLiteral("# more\n");
    m_area->editor().setText(text);
    m_area->showRule(QStringLiteral("warp-popc"));
    QVERIFY(m_area->editor().isHidden());
    m_area->showRule(m_house);
    QVERIFY(m_area->editor().isVisible());
    QCOMPARE(m_area->editor().text(), text);
    QVERIFY(m_area->editor().isChanged());
    // Another pack takes the editor for a while.
    const QString other = m_fixture->path(QStringLiteral(".rocport/rules/other.toml"));
    m_fixture->write(QStringLiteral(".rocport/rules/other.toml"),
                     QByteArray(kPack).replace("house-sync", "other-sync"));
    useWaiting();
    QTRY_VERIFY_WITH_TIMEOUT(m_area->model().indexOf(QStringLiteral("other-sync")).isValid(),
                             20000);
    m_area->showRule(QStringLiteral("other-sync"));
    QTRY_COMPARE(m_area->editor().file(), other);
    QTRY_VERIFY(m_area->editor().text().contains(QStringLiteral("other-sync")));
    QVERIFY(!m_area->editor().isChanged());
    m_area->showRule(m_house);
    QCOMPARE(m_area->editor().text(), text);
    QVERIFY(m_area->editor().isChanged());
}

void RulesAreaTest::brokenPackCanBeMended()
{
    const QString name = QStringLiteral(".rocport/rules/house.toml");
    m_fixture->write(name, "format = \n");
    useWaiting();
    QTRY_COMPARE(m_fixture->session->rulePackProblems().size(), 1);
    QTRY_VERIFY(!m_area->model().indexOf(m_house).isValid());
    const QModelIndex problem = m_area->model().index(0, 0, m_area->model().index(0, 0));
    QCOMPARE(problem.data().toString(), QStringLiteral("house.toml:1"));
    tree()->setCurrentIndex(tree()->model()->index(0, 0, tree()->model()->index(0, 0)));
    QTRY_COMPARE(m_area->editor().text(), QStringLiteral("format = \n"));
    QVERIFY(details().contains(QStringLiteral("house.toml:1")));
    m_area->editor().setText(QString::fromUtf8(kPack));
    m_area->editor().save();
    QTRY_VERIFY(m_area->model().indexOf(m_house).isValid());
    QVERIFY(m_fixture->session->rulePackProblems().isEmpty());
}

void RulesAreaTest::changedOutside()
{
    show(m_house);
    m_fixture->write(QStringLiteral(".rocport/rules/house.toml"),
                     QByteArray(kPack).replace("ROCM_SYNC", "AMD_SYNC"));
    useWaiting();
    m_area->showRule(m_house); // it was not there meanwhile
    QTRY_VERIFY_WITH_TIMEOUT(details().contains(QStringLiteral("AMD_SYNC")), 20000);
    QTRY_VERIFY(m_area->editor().text().contains(QStringLiteral("AMD_SYNC")));
}

void RulesAreaTest::newPack()
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
void RulesAreaTest::ownEditsStayTrusted()
{
    show(m_house);
    m_area->editor().setText(m_area->editor().text() + QStringLiteral("# mine\n"));
    m_area->editor().save();
    QTRY_VERIFY(!m_area->editor().isChanged());
    QTRY_VERIFY(m_fixture->session->tasks().isEmpty());
    QVERIFY(!m_fixture->session->waitingPacks().has_value());
    QVERIFY(m_area->model().indexOf(m_house).isValid());
    // Saved over packs that nobody trusts: they wait as before.
    m_fixture->write(QStringLiteral(".rocport/rules/other.toml"),
                     QByteArray(kPack).replace("house-sync", "other-sync"));
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->waitingPacks().has_value(), 20000);
    QVERIFY(m_fixture->session->waitingPacks()->changed);
    const QByteArray before = m_fixture->session->waitingPacks()->hash;
    const QString file = m_fixture->path(QStringLiteral(".rocport/rules/house.toml"));
    const QFuture<Result<void>> saved = m_fixture->session->savePack(file, kPack + "# more\n");
    QTRY_VERIFY(saved.isFinished() && saved.result().ok());
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->waitingPacks() &&
                                 m_fixture->session->waitingPacks()->hash != before,
                             20000);
    QVERIFY(!m_area->model().indexOf(m_house).isValid());
}

void RulesAreaTest::waitingPacksAreAskedFor()
{
    cleanup();
    m_trusted = false;
    init();
    m_trusted = true;
    QTRY_VERIFY(trustBar()->isVisible());
    QVERIFY(trustBar()->text().contains(QStringLiteral("1 rule pack of its own")));
    QVERIFY(!m_area->model().indexOf(m_house).isValid());
    QVERIFY(m_fixture->session->rulePackProblems().isEmpty());
    // A look at them uses nothing.
    trustBar()->findChild<QPushButton*>(QStringLiteral("lookAtPacks"))->click();
    QTRY_VERIFY(m_area->editor().text().contains(m_house));
    QVERIFY(m_fixture->session->waitingPacks().has_value());
    // "Not now" stays changeable here.
    auto* later = trustBar()->findChild<QPushButton*>(QStringLiteral("notNowPacks"));
    later->click();
    QTRY_VERIFY(m_fixture->session->waitingPacks() &&
                m_fixture->session->waitingPacks()->answer == PackAnswer::Refused);
    QTRY_VERIFY(trustBar()->isVisible() && !later->isVisible());
    useWaiting();
    QTRY_VERIFY(m_area->model().indexOf(m_house).isValid());
    QTRY_COMPARE(shown(m_house, RulesModel::FindingsColumn), QStringLiteral("3"));
}

void RulesAreaTest::looks_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

/// A picture to look at: ROCPORT_PICTURES names the folder.
void RulesAreaTest::looks()
{
    QFETCH(bool, dark);
    m_fixture->provider.setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    show(m_house);
    QTRY_COMPARE(places(), QStringLiteral("house-sync finds 3 places in 2 files (2 files read)"));
    QTest::qWait(400); // colours of the syntax come in idle time
    const QImage image = m_area->grab().toImage();
    QVERIFY(!image.isNull());
    const QColor corner = image.pixelColor(image.width() - 4, image.height() - 4);
    QCOMPARE(corner.lightness() < 128, dark);
    const QString folder = qEnvironmentVariable("ROCPORT_PICTURES");
    if (!folder.isEmpty()) {
        QVERIFY(
            image.save(folder + QStringLiteral("/rules-%1.png")
                                    .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"))));
    }
    m_fixture->provider.setChoice(ThemeChoice::Light);
}

QTEST_MAIN(RulesAreaTest)
#include "tst_rulesarea.moc"
