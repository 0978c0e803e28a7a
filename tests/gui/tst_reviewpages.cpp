// What stands beside the list, over the changes and about the current one: pages, toolbar and
// explanation; without the area.
#include "core/project/session/projectdecisions.h"
#include "tests/gui/partsfixture.h"
#include "ui/review/changeexplanation.h"
#include "ui/review/reviewpages.h"
#include "ui/review/reviewtoolbar.h"

using namespace rocport;

class TestReviewPages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void pagesWithoutADiff();
    void fileThatCannotBeRead();
    void everythingDecided();
    void changeThatIsNotInSight();
    void toolbarCounts();
    void toolbarHasRoomForSome();
    void explanationOfAChange();
    void explanationOfAFinding();

private:
    void decideAll() const
    {
        for (const ReviewChange& change : m_parts->desk->model().changes()) {
            QVERIFY(
                m_parts->project.session->decisions()
                    .decide({change.hunk->key}, DecisionKind::Rejected, QStringLiteral("Reject"))
                    .ok());
        }
    }
    [[nodiscard]] ReviewPages::Page page() const
    {
        m_pages->refresh();
        return static_cast<ReviewPages::Page>(m_pages->currentIndex());
    }

    std::unique_ptr<PartsFixture> m_parts;
    ReviewPages* m_pages = nullptr;
};

void TestReviewPages::init()
{
    m_parts = std::make_unique<PartsFixture>();
    DeskFixture::addStandIns(
        *m_parts->commands, {"commit", "lostDecisions", "undo", "redo", "unified", "acceptProved"});
    auto* diffPage = new QWidget(m_parts->column);
    m_pages = new ReviewPages(*m_parts->desk, *m_parts->commands, *m_parts->shown,
                              m_parts->project.provider, *diffPage, m_parts->column);
}

void TestReviewPages::cleanup()
{
    m_parts.reset();
}

void TestReviewPages::pagesWithoutADiff()
{
    m_parts->goTo(7);
    QCOMPARE(page(), ReviewPages::Diff);
    m_parts->alter([](ProjectState& state) { state.scan.reset(); });
    QCOMPARE(page(), ReviewPages::Loading);
    const QSignalSpy open(m_pages, &ReviewPages::openRequested);
    m_parts->desk->setState(nullptr);
    QCOMPARE(page(), ReviewPages::NoProject);
    m_pages->currentWidget()->findChild<QPushButton*>()->click();
    QCOMPARE(open.size(), 1);
    m_parts->desk->setState(m_parts->state());
    m_parts->desk->model().setState(nullptr);
    m_parts->desk->setTexts({});
    m_parts->desk->setCurrent(-1);
    QCOMPARE(page(), ReviewPages::NoChange);
}

void TestReviewPages::fileThatCannotBeRead()
{
    m_parts->goTo(7);
    m_parts->desk->setCurrent(-1);
    m_parts->shown->showFile(RepoPath("nowhere.cu"));
    QTRY_COMPARE_WITH_TIMEOUT(m_pages->currentIndex(), static_cast<int>(ReviewPages::Failed),
                              DeskFixture::kPatience); // by itself
    m_parts->goTo(7);
    QCOMPARE(m_pages->currentIndex(), static_cast<int>(ReviewPages::Diff));
}

void TestReviewPages::everythingDecided()
{
    m_parts->goTo(7);
    decideAll();
    QVERIFY(m_parts->desk->isAllDecided());
    QCOMPARE(page(), ReviewPages::AllDecided);
    const auto* shown = qobject_cast<EmptyState*>(m_pages->currentWidget());
    QVERIFY(shown != nullptr);
    const int total = m_parts->desk->model().totals().total;
    QCOMPARE(shown->text(), QStringLiteral("%1 of %1.").arg(total)); // nothing to commit
    const QSignalSpy all(m_pages, &ReviewPages::allRequested);
    const auto buttons = shown->findChildren<QPushButton*>();
    QCOMPARE(buttons.size(), 2);
    buttons.last()->click();
    QCOMPARE(all.size(), 1);
    m_parts->list->setStatus(ReviewStatus::All);
    QVERIFY(!m_parts->desk->isAllDecided());
    QCOMPARE(page(), ReviewPages::Diff);
}

void TestReviewPages::changeThatIsNotInSight()
{
    m_parts->navigator->goTo(m_parts->changeAt(7)); // its file is on its way
    QVERIFY(!m_pages->showsCurrent());
    QVERIFY(!m_pages->checkInSight());
    QCOMPARE(m_parts->problems, QStringList{QStringLiteral("The change is not shown")});
    m_parts->waitForFile(DeskFixture::path());
    QVERIFY(m_pages->showsCurrent());
    QVERIFY(m_pages->checkInSight());
    QCOMPARE(m_parts->problems.size(), 1);
}

void TestReviewPages::toolbarCounts()
{
    ReviewToolbar toolbar(*m_parts->desk, *m_parts->commands, m_parts->list->statusSwitch(),
                          m_parts->project.provider);
    toolbar.refresh();
    const auto* text = toolbar.findChild<TextLabel*>(QStringLiteral("decidedText"));
    const int total = m_parts->desk->model().totals().total;
    QCOMPARE(text->text(), QStringLiteral("0 of %1 decided").arg(total));
    decideAll();
    toolbar.refresh();
    QCOMPARE(text->text(), QStringLiteral("%1 of %1 decided").arg(total));
    // Buttons are what their commands are.
    auto* undo = toolbar.findChild<QPushButton*>(QStringLiteral("undoButton"));
    QCOMPARE(undo->text(), QStringLiteral("undo"));
    QCOMPARE(undo->toolTip(), m_parts->command("undo").toolTip());
    m_parts->commands->enable({"undo"}, false, {});
    QVERIFY(!undo->isEnabled());
    m_parts->command("undo").setToolTip(QStringLiteral("Nothing to undo"));
    QCOMPARE(undo->toolTip(), QStringLiteral("Nothing to undo"));
    QSignalSpy run(&m_parts->command("redo"), &QAction::triggered);
    toolbar.findChild<QPushButton*>(QStringLiteral("redoButton"))->click();
    QCOMPARE(run.size(), 1);
    auto* lost = toolbar.findChild<QPushButton*>(QStringLiteral("lostDecisionsButton"));
    QVERIFY(lost->isHidden());
    m_parts->commands->enable({"lostDecisions"}, false, {});
    m_parts->commands->enable({"lostDecisions"}, true, {});
    QVERIFY(!lost->isHidden());
    m_parts->list->statusSwitch().setParent(m_parts->list); // the list goes on
}

void TestReviewPages::toolbarHasRoomForSome()
{
    ReviewToolbar toolbar(*m_parts->desk, *m_parts->commands, m_parts->list->statusSwitch(),
                          m_parts->project.provider);
    toolbar.refresh();
    const auto hidden = [&toolbar](const char* name) {
        return toolbar.findChild<QPushButton*>(QLatin1String(name))->isHidden();
    };
    toolbar.fit(4000);
    for (const char* name : {"undoButton", "redoButton", "unifiedButton", "acceptProvedButton"}) {
        QVERIFY2(!hidden(name), name);
    }
    toolbar.fit(300);
    for (const char* name : {"undoButton", "redoButton", "unifiedButton", "acceptProvedButton"}) {
        QVERIFY2(hidden(name), name);
    }
    QVERIFY(!hidden("commitButton"));
    m_parts->list->statusSwitch().setParent(m_parts->list); // the list goes on
}

void TestReviewPages::explanationOfAChange()
{
    QVERIFY(explanationOfCurrent(*m_parts->desk, false).hunk == nullptr);
    const QByteArray key = m_parts->choose(11);
    QVERIFY(m_parts->project.session->decisions()
                .decide({key}, DecisionKind::Accepted, QStringLiteral("Accept"),
                        QStringLiteral("seen on gfx90a"))
                .ok());
    const Explanation shown = explanationOfCurrent(*m_parts->desk, true);
    const QVector<int> inFile = m_parts->desk->model().changesOfFile(DeskFixture::path());
    const QVector<int> ofRule =
        m_parts->desk->model().changesOfRule(m_parts->desk->currentHunk()->ruleIds.value(0));
    QCOMPARE(shown.hunk->key, key);
    QCOMPARE(shown.count, inFile.size());
    QCOMPARE(shown.number, inFile.indexOf(m_parts->desk->current()) + 1);
    QCOMPARE(shown.kind, DecisionKind::Accepted);
    QCOMPARE(shown.note, QStringLiteral("seen on gfx90a"));
    QCOMPARE(shown.ruleChanges, ofRule.size());
    QCOMPARE(shown.ruleAccepted, 1);
    QCOMPARE(shown.ruleOpen, ofRule.size() - 1);
    QCOMPARE(shown.ruleFiles, 1);
    QVERIFY(!shown.findings.isEmpty());
    QVERIFY(!shown.reason.isEmpty());
    QVERIFY(shown.draft);
    QVERIFY(shown.guardable);
    QVERIFY(!shown.committed);
}

void TestReviewPages::explanationOfAFinding()
{
    Finding finding;
    finding.ruleId = QStringLiteral("no-such-rule");
    Explanation shown = explanationOf(*m_parts->desk, finding, {});
    QCOMPARE(shown.finding, &finding);
    QCOMPARE(shown.title, QStringLiteral("no-such-rule"));
    QVERIFY(shown.note.isEmpty());
    finding.ruleId = m_parts->desk->model().changes()[m_parts->changeAt(7)].hunk->ruleIds.value(0);
    shown = explanationOf(*m_parts->desk, finding, QStringLiteral("Backspace"));
    QVERIFY(!shown.title.isEmpty());
    QVERIFY(!shown.reason.isEmpty());
    QCOMPARE(shown.note, QStringLiteral("Backspace goes back to its row."));
}

QTEST_MAIN(TestReviewPages)
#include "tst_reviewpages.moc"
