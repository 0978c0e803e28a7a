// Every way to a change, a file or a line; without the area.
#include "tests/gui/partsfixture.h"
#include "ui/review/reviewplace.h"

using namespace rocport;

class TestReviewNavigator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void stepsFromChangeToChange();
    void stepsFromFileToFile();
    void endsOfTheList();
    void listLeads();
    void changeByKey();
    void placesAreFound();
    void stepsGoOnFromALine();
    void fileFromItsFirstOpenChange();
    void foundLinesOpenTheList();
    void questionAtAPlace();
    void changesOfARule();
    void placeOfTheLastTime();
    void anotherScan();

private:
    [[nodiscard]] int current() const { return m_parts->desk->current(); }
    [[nodiscard]] ReviewNavigator& navigator() const { return *m_parts->navigator; }
    static Place at(int line) { return {DeskFixture::path(), line, PlaceSide::Original}; }

    std::unique_ptr<PartsFixture> m_parts;
};

void TestReviewNavigator::init()
{
    m_parts = std::make_unique<PartsFixture>();
}

void TestReviewNavigator::cleanup()
{
    m_parts.reset();
}

void TestReviewNavigator::stepsFromChangeToChange()
{
    m_parts->goTo(7);
    const QVector<int> inFile = m_parts->desk->model().changesOfFile(DeskFixture::path());
    const auto index = inFile.indexOf(current());
    m_parts->run("next");
    QCOMPARE(current(), inFile.value(index + 1));
    QVERIFY(m_parts->list->selected().contains(current())); // its file is folded
    QVERIFY(m_parts->shown->showsCurrent());
    m_parts->run("previous");
    QCOMPARE(current(), inFile.value(index));
    m_parts->list->setText(QStringLiteral("no such file"));
    m_parts->run("next");
    QCOMPARE(current(), inFile.value(index));
    QCOMPARE(m_parts->said, QStringList{QStringLiteral("No change matches the filter.")});
}

void TestReviewNavigator::stepsFromFileToFile()
{
    m_parts->goTo(7);
    m_parts->run("nextFile");
    const int other = current();
    QVERIFY(m_parts->desk->currentHunk()->targetPath != DeskFixture::path());
    m_parts->waitForFile(m_parts->desk->currentHunk()->targetPath);
    QVERIFY(m_parts->shown->showsCurrent());
    m_parts->run("previousFile");
    QVERIFY(current() != other);
    m_parts->list->setText(QStringLiteral("reduce"));
    m_parts->goTo(7);
    m_parts->run("nextFile");
    QCOMPARE(m_parts->said.last(),
             QStringLiteral("No other file has a change that matches the filter."));
}

void TestReviewNavigator::endsOfTheList()
{
    const ReviewModel& model = m_parts->desk->model();
    m_parts->run("lastChange");
    QCOMPARE(current(), model.changeAt(static_cast<int>(model.changes().size()) - 1));
    m_parts->run("firstChange");
    QCOMPARE(current(), model.changeAt(0));
    navigator().update();
    QVERIFY(m_parts->command("next").isEnabled());
    m_parts->desk->model().setState(nullptr);
    navigator().update();
    QVERIFY(!m_parts->command("next").isEnabled());
}

void TestReviewNavigator::listLeads()
{
    Q_EMIT m_parts->list->changeChosen(m_parts->changeAt(11));
    QCOMPARE(current(), m_parts->changeAt(11));
    Q_EMIT m_parts->list->matchWanted(m_parts->changeAt(7));
    QCOMPARE(current(), m_parts->changeAt(7));
    QCOMPARE(m_parts->list->selected().contains(current()), true);
}

void TestReviewNavigator::changeByKey()
{
    const QSignalSpy changes(&navigator(), &ReviewNavigator::changesRequested);
    const QSignalSpy left(&navigator(), &ReviewNavigator::leftPlace);
    navigator().showHunk(m_parts->keyAt(11));
    QCOMPARE(current(), m_parts->changeAt(11));
    QCOMPARE(changes.size(), 1);
    QVERIFY(left.isEmpty());
    navigator().showHunk("no such key");
    QCOMPARE(current(), m_parts->changeAt(11));
    QCOMPARE(changes.size(), 1);
}

void TestReviewNavigator::placesAreFound()
{
    const QSignalSpy none(&navigator(), &ReviewNavigator::noneCurrent);
    QCOMPARE(navigator().targetOf(at(7)), DeskFixture::path());
    QVERIFY(navigator().targetOf({RepoPath("nowhere.cu"), 1, PlaceSide::Original}).isEmpty());
    navigator().showPlace(at(11));
    m_parts->waitForFile(DeskFixture::path());
    QCOMPARE(current(), m_parts->changeAt(11));
    navigator().showPlace(at(10));
    QCOMPARE(current(), -1);
    QCOMPARE(none.size(), 1);
    // The list has the file chosen.
    QCOMPARE(m_parts->list->selected(), m_parts->desk->model().changesOfFile(DeskFixture::path()));
}

void TestReviewNavigator::stepsGoOnFromALine()
{
    navigator().showPlace(at(10));
    m_parts->waitForFile(DeskFixture::path());
    QCOMPARE(current(), -1);
    m_parts->run("next");
    QCOMPARE(current(), m_parts->changeAt(11));
    navigator().showPlace(at(10));
    m_parts->run("previous");
    QVERIFY(m_parts->desk->currentHunk()->lastLine < 10);
    QCOMPARE(m_parts->desk->currentHunk()->targetPath, DeskFixture::path());
}

void TestReviewNavigator::fileFromItsFirstOpenChange()
{
    const QSignalSpy left(&navigator(), &ReviewNavigator::leftPlace);
    navigator().showFile(DeskFixture::path());
    QCOMPARE(current(), m_parts->desk->model().changesOfFile(DeskFixture::path()).first());
    QCOMPARE(left.size(), 1);
    m_parts->waitForFile(DeskFixture::path());
    navigator().showPlace({DeskFixture::path(), 0, PlaceSide::Original}); // the same
    QCOMPARE(current(), m_parts->desk->model().changesOfFile(DeskFixture::path()).first());
}

void TestReviewNavigator::foundLinesOpenTheList()
{
    m_parts->list->setStatus(ReviewStatus::Decided);
    QCOMPARE(m_parts->desk->filter().accepted(), 0);
    navigator().showFound(DeskFixture::path(), m_parts->changeAt(7));
    QCOMPARE(m_parts->desk->filter().status(), ReviewStatus::All);
    QCOMPARE(current(), m_parts->changeAt(7));
    m_parts->waitForFile(DeskFixture::path());
    const RepoPath other =
        m_parts->desk->model().changes()[m_parts->changeElsewhere()].hunk->targetPath;
    navigator().showFound(other, -1);
    m_parts->waitForFile(other);
    QCOMPARE(current(), -1);
}

void TestReviewNavigator::questionAtAPlace()
{
    int asked = 0;
    navigator().askAt(at(7), [&asked] { ++asked; });
    QCOMPARE(asked, 0);
    m_parts->waitForFile(DeskFixture::path());
    QCOMPARE(asked, 1);
    navigator().askAt(at(11), [&asked] { ++asked; });
    QCOMPARE(asked, 2); // it is here
    navigator().askAt({PartsFixture::notes(), 1, PlaceSide::Original}, [&asked] { ++asked; });
    m_parts->goTo(7); // meanwhile
    QCOMPARE(asked, 2);
}

void TestReviewNavigator::changesOfARule()
{
    const QString rule =
        m_parts->desk->model().changes()[m_parts->changeAt(7)].hunk->ruleIds.value(0);
    navigator().listChanges(rule);
    QCOMPARE(m_parts->desk->model().grouping(), ReviewGrouping::Rules);
    QCOMPARE(m_parts->desk->filter().accepted(), m_parts->desk->model().changesOfRule(rule).size());
    QCOMPARE(m_parts->desk->currentHunk()->ruleIds.value(0), rule);
    // A phase that the current change is not of leads to another one.
    navigator().listChanges({});
    const Phase phase = m_parts->desk->currentHunk()->phase;
    navigator().setPhase(phase);
    QCOMPARE(m_parts->desk->currentHunk()->phase, phase);
    QCOMPARE(m_parts->desk->filter().phase(), std::optional<Phase>(phase));
}

void TestReviewNavigator::placeOfTheLastTime()
{
    QVERIFY(navigator().place().isEmpty());
    m_parts->list->setText(QStringLiteral("reduce"));
    m_parts->goTo(11);
    const QString place = navigator().place();
    QCOMPARE(ReviewPlace::fromText(place).key, m_parts->desk->currentKey());
    m_parts->list->setText({});
    navigator().goTo(m_parts->changeElsewhere());
    m_parts->waitForFile(m_parts->desk->currentHunk()->targetPath);
    navigator().resume(place);
    m_parts->waitForFile(DeskFixture::path());
    QCOMPARE(current(), m_parts->changeAt(11));
    QCOMPARE(m_parts->desk->filter().text(), QStringLiteral("reduce"));
    // Without a scan it waits; without a project it is forgotten.
    m_parts->desk->setState(nullptr);
    m_parts->desk->setTexts({});
    navigator().resume(place);
    QCOMPARE(navigator().place(), place);
    m_parts->desk->model().setState(nullptr);
    m_parts->desk->setCurrent(-1);
    navigator().goOn(nullptr, {}, {});
    QVERIFY(navigator().place().isEmpty());
}

void TestReviewNavigator::anotherScan()
{
    const std::shared_ptr<const ProjectState> state = m_parts->state();
    m_parts->goTo(11);
    const QByteArray key = m_parts->desk->currentKey();
    const auto scanAgain = [&](const QByteArray& current, const RepoPath& path) {
        m_parts->desk->setCurrent(-1);
        m_parts->shown->clear();
        navigator().goOn(state.get(), current, path);
    };
    scanAgain(key, DeskFixture::path()); // the change is still there
    QCOMPARE(m_parts->desk->currentKey(), key);
    m_parts->waitForFile(DeskFixture::path());
    scanAgain({}, DeskFixture::path()); // lines without a change were looked at
    QCOMPARE(current(), -1);
    m_parts->waitForFile(DeskFixture::path());
    scanAgain("gone", DeskFixture::path());
    QCOMPARE(current(), m_parts->desk->nextOpen(-1));
}

QTEST_MAIN(TestReviewNavigator)
#include "tst_reviewnavigator.moc"
