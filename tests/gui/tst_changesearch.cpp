// Finding in the file shown, in all changes, and what the inventory counts; without the area.
#include "core/project/session/inventoryplaces.h"
#include "tests/gui/partsfixture.h"
#include "ui/review/changesearch.h"
#include "ui/review/placespanel.h"
#include "ui/review/reviewpages.h"
#include "ui/review/reviewsearch.h"
#include "ui/review/searchpanel.h"
#include "ui/review/symboldialog.h"
#include "ui/theme/findbar.h"

using namespace rocport;

class TestChangeSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void barOfTheFileShown();
    void nothingToSearchIn();
    void symbolsStandOverTheArea();
    void foundLineIsSelected();
    void lineOfAFileOnItsWay();
    void matchLeadsToItsChange();
    void onePanelAtATime();
    void closesWithTheProject();
    void commandsWithoutAScan();

private:
    [[nodiscard]] SearchPanel* search() const { return m_parts->column->findChild<SearchPanel*>(); }
    /// The word "mask" in line 7 of the original.
    static FoundLine found()
    {
        FoundLine line;
        line.path = DeskFixture::path();
        line.side = HitSide::Original;
        line.line = 7;
        line.start = 17;
        line.length = 4;
        return line;
    }

    std::unique_ptr<PartsFixture> m_parts;
    FindBar* m_bar = nullptr;
    ReviewPages* m_pages = nullptr;
    std::unique_ptr<ChangeSearch> m_search;
};

void TestChangeSearch::init()
{
    m_parts = std::make_unique<PartsFixture>();
    m_bar = new FindBar(m_parts->project.provider, QStringLiteral("find"), QStringLiteral("Find"),
                        m_parts->column);
    DeskFixture::addStandIns(*m_parts->commands, {"commit"});
    auto* page = new QWidget(m_parts->column);
    m_pages = new ReviewPages(*m_parts->desk, *m_parts->commands, *m_parts->shown,
                              m_parts->project.provider, *page, m_parts->column);
    m_search = std::make_unique<ChangeSearch>(
        ChangeSearch::Parts{*m_parts->desk, *m_parts->commands, *m_parts->navigator, *m_pages,
                            *m_parts->shown, *m_parts->diff, *m_parts->window},
        *m_bar, *m_parts->column, m_parts->project.provider);
    m_parts->goTo(7);
    m_pages->refresh();
}

void TestChangeSearch::cleanup()
{
    m_search.reset();
    m_parts.reset();
}

void TestChangeSearch::barOfTheFileShown()
{
    QVERIFY(!m_bar->isVisible());
    m_parts->run("find");
    QVERIFY(m_bar->isVisible());
    QVERIFY(m_parts->said.isEmpty());
}

void TestChangeSearch::nothingToSearchIn()
{
    m_parts->desk->setState(nullptr);
    m_pages->refresh();
    for (const char* name : {"find", "findNext", "findPrevious", "symbols"}) {
        m_parts->run(name);
    }
    QVERIFY(!m_bar->isVisible());
    QVERIFY(m_parts->window->findChild<SymbolDialog*>() == nullptr);
    QCOMPARE(m_parts->said.size(), 4);
    QCOMPARE(m_parts->said.first(), QStringLiteral("No file is shown to search in."));
}

/// Among the changes their keys would act behind it.
void TestChangeSearch::symbolsStandOverTheArea()
{
    m_parts->run("symbols");
    auto* dialog = m_parts->window->findChild<SymbolDialog*>();
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->parentWidget(), m_parts->window.get());
    dialog->reject();
}

void TestChangeSearch::foundLineIsSelected()
{
    m_search->showFound(found()); // its file is here
    const std::optional<DiffHit> hit = m_parts->diff->selectedHit();
    QVERIFY(hit);
    QCOMPARE(m_parts->diff->textOf(*hit), QStringLiteral("mask"));
    QCOMPARE(m_parts->desk->current(), m_parts->changeAt(7));
}

void TestChangeSearch::lineOfAFileOnItsWay()
{
    m_parts->navigator->goTo(m_parts->changeElsewhere());
    m_parts->waitForFile(m_parts->desk->currentHunk()->targetPath);
    m_parts->list->setStatus(ReviewStatus::Decided); // whatever the list leaves out
    m_search->showFound(found());
    m_parts->waitForFile(DeskFixture::path());
    const std::optional<DiffHit> hit = m_parts->diff->selectedHit();
    QVERIFY(hit);
    QCOMPARE(m_parts->diff->textOf(*hit), QStringLiteral("mask"));
}

void TestChangeSearch::matchLeadsToItsChange()
{
    m_parts->run("find");
    m_bar->findChild<QLineEdit*>()->setText(QStringLiteral("last"));
    QTRY_COMPARE_WITH_TIMEOUT(m_parts->desk->current(), m_parts->changeAt(11),
                              DeskFixture::kPatience);
}

void TestChangeSearch::onePanelAtATime()
{
    QVERIFY(!search()->isVisible());
    QVERIFY(!m_search->places().isVisible());
    m_parts->run("searchChanges");
    QVERIFY(search()->isVisible());
    m_search->showPlaces({});
    QVERIFY(!search()->isVisible());
    QVERIFY(m_search->places().isVisible());
    m_parts->run("searchChanges");
    QVERIFY(search()->isVisible());
    QVERIFY(!m_search->places().isVisible());
    Q_EMIT search()->closeRequested();
    QVERIFY(!search()->isVisible());
}

void TestChangeSearch::closesWithTheProject()
{
    m_search->showPlaces({});
    m_search->close();
    QVERIFY(!m_search->places().isVisible());
    m_parts->run("searchChanges");
    m_search->close();
    QVERIFY(!search()->isVisible());
    QVERIFY(!search()->isSearching());
}

void TestChangeSearch::commandsWithoutAScan()
{
    m_search->update();
    QVERIFY(m_parts->command("searchChanges").isEnabled());
    QVERIFY(m_parts->command("allSymbols").isEnabled());
    m_parts->desk->setState(nullptr);
    m_search->update();
    QVERIFY(!m_parts->command("searchChanges").isEnabled());
    QVERIFY(!m_parts->command("allSymbols").isEnabled());
}

QTEST_MAIN(TestChangeSearch)
#include "tst_changesearch.moc"
