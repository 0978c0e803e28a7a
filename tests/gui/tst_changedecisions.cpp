// What is decided of changes, alone and together, and taken back; without the area around it.
#include "core/project/session/projecthistory.h"
#include "tests/gui/deskfixture.h"
#include "ui/review/changedecisions.h"
#include "ui/review/guardwidths.h"
#include "ui/review/reviewquestions.h"

#include <QLineEdit>
#include <QStackedWidget>

using namespace rocport;

class TestChangeDecisions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void currentOne();
    void nothingThatIsOutOfSight();
    void ruleAndFileAreAskedAbout();
    void manyAreOneStep();
    void nothingChosenSaysSo();
    void noteIsKept();
    void undoAndRedoSayWhatTheyWereAbout();
    void widthOnItsWayIsTakenBackFirst();

private:
    [[nodiscard]] QVector<int> all() const
    {
        return m_desk->desk->model().changesOfFile(DeskFixture::path());
    }
    [[nodiscard]] AskSheet* sheet() const { return m_sheet; }
    [[nodiscard]] bool asks() const { return m_pages->currentWidget() == m_sheet; }

    std::unique_ptr<DeskFixture> m_desk;
    std::unique_ptr<QStackedWidget> m_pages;
    AskSheet* m_sheet = nullptr; // owned by m_pages
    std::unique_ptr<ReviewQuestions> m_questions;
    std::unique_ptr<GuardWidths> m_widths;
    std::unique_ptr<ChangeDecisions> m_decisions;
};

void TestChangeDecisions::init()
{
    m_desk = std::make_unique<DeskFixture>();
    m_desk->open();
    m_pages = std::make_unique<QStackedWidget>();
    m_pages->addWidget(new QWidget);
    m_sheet = new AskSheet(m_desk->project.provider);
    m_pages->addWidget(m_sheet);
    m_questions = std::make_unique<ReviewQuestions>(*m_sheet, *m_pages);
    m_widths = std::make_unique<GuardWidths>(*m_desk->desk);
    m_decisions = std::make_unique<ChangeDecisions>(*m_desk->desk, *m_questions, *m_widths);
}

void TestChangeDecisions::cleanup()
{
    m_decisions.reset();
    m_widths.reset();
    m_questions.reset();
    m_pages.reset();
    m_desk.reset();
}

void TestChangeDecisions::currentOne()
{
    const QSignalSpy decided(m_decisions.get(), &ChangeDecisions::decided);
    m_decisions->decideCurrent(DecisionKind::Accepted); // none is current
    QVERIFY(decided.isEmpty());
    const QByteArray key = m_desk->choose(7);
    QVERIFY(!key.isEmpty());
    for (const DecisionKind kind : {DecisionKind::Accepted, DecisionKind::Rejected,
                                    DecisionKind::Deferred, DecisionKind::Open}) {
        m_decisions->decideCurrent(kind);
        QCOMPARE(m_desk->kind(key), kind);
    }
    QCOMPARE(decided.size(), 4);
    QCOMPARE(decided.first().first().toInt(), m_desk->desk->current());
    QCOMPARE(m_desk->solved, 4);
    QVERIFY(m_desk->problems.isEmpty());
}

void TestChangeDecisions::nothingThatIsOutOfSight()
{
    const QByteArray key = m_desk->choose(7);
    m_desk->desk->setInSight([] { return false; });
    m_decisions->decideCurrent(DecisionKind::Accepted);
    m_decisions->decideRule(DecisionKind::Accepted);
    m_decisions->decideFile(DecisionKind::Accepted);
    m_decisions->writeNote();
    QVERIFY(!asks());
    QCOMPARE(m_desk->kind(key), DecisionKind::Open);
}

void TestChangeDecisions::ruleAndFileAreAskedAbout()
{
    const QByteArray key = m_desk->choose(7);
    const QByteArray other = m_desk->keyAt(11); // of the same rule
    m_decisions->decideRule(DecisionKind::Rejected);
    QVERIFY(asks());
    QCOMPARE(m_desk->kind(key), DecisionKind::Open);
    Q_EMIT sheet()->answered(false);
    QCOMPARE(m_desk->kind(key), DecisionKind::Open);
    m_decisions->decideRule(DecisionKind::Rejected);
    Q_EMIT sheet()->answered(true);
    QCOMPARE(m_desk->kind(key), DecisionKind::Rejected);
    QCOMPARE(m_desk->kind(other), DecisionKind::Rejected);
    QVERIFY(m_desk->project.session->history().undo().ok());
    QCOMPARE(m_desk->kind(other), DecisionKind::Open); // one step
    m_desk->choose(7);
    m_decisions->decideFile(DecisionKind::Rejected);
    Q_EMIT sheet()->answered(true);
    for (const int change : all()) {
        QCOMPARE(m_desk->desk->model().changes()[change].kind, DecisionKind::Rejected);
    }
    m_desk->said.clear();
    m_desk->choose(7);
    m_decisions->decideFile(DecisionKind::Rejected); // none is open
    QVERIFY(!asks());
    QCOMPARE(m_desk->said, QStringList{QStringLiteral("There is no open change there.")});
}

void TestChangeDecisions::manyAreOneStep()
{
    const QSignalSpy decided(m_decisions.get(), &ChangeDecisions::decided);
    const QVector<int> changes = all();
    QVERIFY(changes.size() > 1);
    m_decisions->decideMany(changes, DecisionKind::Rejected, QStringLiteral("selected"), false);
    QCOMPARE(decided.size(), 1);
    QCOMPARE(m_desk->said,
             QStringList{QStringLiteral("Rejected: %1 changes.").arg(changes.size())});
    m_decisions->undo();
    QCOMPARE(m_desk->desk->openOnly(changes), changes);
}

void TestChangeDecisions::nothingChosenSaysSo()
{
    m_desk->choose(7);
    const QVector<int> changes = all();
    m_decisions->decideMany({}, DecisionKind::Accepted, QStringLiteral("selected"), false);
    QCOMPARE(m_desk->said, QStringList{QStringLiteral("There is no open change there.")});
    QCOMPARE(m_desk->desk->openOnly(changes), changes);
}

void TestChangeDecisions::noteIsKept()
{
    const QByteArray key = m_desk->choose(7);
    m_decisions->decideCurrent(DecisionKind::Accepted);
    m_decisions->writeNote();
    QVERIFY(asks());
    sheet()->findChild<QLineEdit*>()->setText(QStringLiteral("seen on gfx90a"));
    Q_EMIT sheet()->answered(true);
    QCOMPARE(m_desk->kind(key), DecisionKind::Accepted);
    QCOMPARE(m_desk->state()->decisions.decision(key)->note, QStringLiteral("seen on gfx90a"));
    // It stays when the change is decided otherwise.
    m_decisions->decideCurrent(DecisionKind::Rejected);
    QCOMPARE(m_desk->state()->decisions.decision(key)->note, QStringLiteral("seen on gfx90a"));
    m_decisions->writeNote();
    QCOMPARE(m_questions->fieldText(), QStringLiteral("seen on gfx90a"));
}

void TestChangeDecisions::undoAndRedoSayWhatTheyWereAbout()
{
    const QSignalSpy back(m_decisions.get(), &ChangeDecisions::wentBack);
    m_decisions->undo(); // nothing was done
    QVERIFY(back.isEmpty());
    const QByteArray key = m_desk->choose(7);
    m_decisions->decideCurrent(DecisionKind::Accepted);
    m_decisions->undo();
    QCOMPARE(m_desk->kind(key), DecisionKind::Open);
    m_decisions->redo();
    QCOMPARE(m_desk->kind(key), DecisionKind::Accepted);
    QCOMPARE(back.size(), 2);
    QCOMPARE(back[0][0].toByteArray(), key);
    QCOMPARE(back[1][0].toByteArray(), key);
}

void TestChangeDecisions::widthOnItsWayIsTakenBackFirst()
{
    const QSignalSpy changed(m_decisions.get(), &ChangeDecisions::undoChanged);
    const QByteArray key = m_desk->choose(7);
    m_decisions->decideCurrent(DecisionKind::Accepted);
    m_widths->step(1);
    m_decisions->undo();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(m_desk->said, QStringList{QStringLiteral("The guard stays as it is.")});
    QCOMPARE(m_desk->kind(key), DecisionKind::Accepted);
    m_desk->waitForTasks();
    QCOMPARE(m_desk->keyAt(7), key);
}

QTEST_MAIN(TestChangeDecisions)
#include "tst_changedecisions.moc"
