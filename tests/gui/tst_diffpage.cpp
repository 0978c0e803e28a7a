// The page around the diff: question or explanation, keys and what failed last; without the area.
#include "tests/gui/deskfixture.h"
#include "ui/editor/keyrow.h"
#include "ui/review/diffpage.h"
#include "ui/review/explanationpane.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewquestions.h"

#include <QAction>
#include <QSplitter>

using namespace rocport;

class TestDiffPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void questionTakesThePlaceOfTheExplanation();
    void problemsStayInSight();
    void keysOfCommands();
    void placesOfTheExplanation();
    void heightIsRemembered();

private:
    std::unique_ptr<DeskFixture> m_desk;
    std::unique_ptr<DiffPage> m_page;
    std::unique_ptr<ReviewCommands> m_commands;
    int m_proofs = 0;
};

void TestDiffPage::init()
{
    m_desk = std::make_unique<DeskFixture>();
    m_desk->open();
    m_page = std::make_unique<DiffPage>(*m_desk->desk, m_desk->project.provider,
                                        m_desk->project.settings, m_desk->syntax);
    m_commands = std::make_unique<ReviewCommands>(*m_desk->desk, *m_page);
    DeskFixture::addStandIns(*m_commands, {"accept", "reject", "edit", "defer", "next", "previous",
                                           "acceptRule", "note", "undo"});
    m_proofs = 0;
    m_commands->add(QStringLiteral("explainProof"), QStringLiteral("Explain"), {}, {},
                    [this] { ++m_proofs; });
    m_page->addKeys(*m_commands);
    m_page->resize(1200, 800);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

void TestDiffPage::cleanup()
{
    m_commands.reset();
    m_page.reset();
    m_desk.reset();
}

void TestDiffPage::questionTakesThePlaceOfTheExplanation()
{
    QVERIFY(m_page->explanation().isVisible());
    QVERIFY(!m_page->sheet().isVisible());
    AskSheet::Question question;
    question.title = QStringLiteral("Really");
    question.yes = QStringLiteral("Yes");
    m_page->questions().ask(question, [] {});
    QVERIFY(m_page->sheet().isVisible());
    QVERIFY(!m_page->explanation().isVisible());
    m_page->questions().close();
    QVERIFY(m_page->explanation().isVisible());
    QVERIFY(m_page->diff().isAncestorOf(QApplication::focusWidget()));
}

void TestDiffPage::problemsStayInSight()
{
    const auto* chip = m_page->findChild<Chip*>(QStringLiteral("reviewProblem"));
    QVERIFY(chip->isHidden());
    m_desk->desk->showProblem(QStringLiteral("Not saved"), QStringLiteral("The disk is full."));
    QVERIFY(chip->isVisible());
    QCOMPARE(chip->toolTip(), QStringLiteral("The disk is full."));
    QCOMPARE(chip->accessibleName(), QStringLiteral("The disk is full."));
    m_desk->desk->dropProblem();
    QVERIFY(chip->isHidden());
}

void TestDiffPage::keysOfCommands()
{
    const auto* row = m_page->findChild<KeyRow*>(QStringLiteral("keyRow"));
    QCOMPARE(row->findChildren<KeyButton*>().size(), 9);
    Q_EMIT m_page->explanation().proofRequested();
    QCOMPARE(m_proofs, 1);
}

void TestDiffPage::placesOfTheExplanation()
{
    const QSignalSpy elsewhere(m_page.get(), &DiffPage::placeRequested);
    FileTexts texts;
    texts.path = DeskFixture::path();
    m_desk->desk->setTexts(texts);
    Q_EMIT m_page->explanation().placeRequested(DeskFixture::path(), 7); // of the file shown
    QVERIFY(elsewhere.isEmpty());
    Q_EMIT m_page->explanation().placeRequested(RepoPath("other.cu"), 3);
    QCOMPARE(elsewhere.size(), 1);
    QCOMPARE(elsewhere[0][0].value<Place>(), (Place{RepoPath("other.cu"), 3, PlaceSide::Original}));
}

void TestDiffPage::heightIsRemembered()
{
    auto* splitter = m_page->findChild<QSplitter*>();
    splitter->setSizes({400, 300});
    Q_EMIT splitter->splitterMoved(400, 1);
    QCOMPARE(m_desk->project.settings.value(QStringLiteral("review/explanation-height"), 0).toInt(),
             splitter->sizes().value(1));
}

QTEST_MAIN(TestDiffPage)
#include "tst_diffpage.moc"
