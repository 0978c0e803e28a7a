// The dialogs over Review: what their commands say and open; without the area.
#include "core/project/session/projectdecisions.h"
#include "tests/gui/partsfixture.h"
#include "ui/review/commitdialog.h"
#include "ui/review/historydialog.h"
#include "ui/review/proofdialog.h"
#include "ui/review/reviewdialogs.h"
#include "ui/theme/whynot.h"

using namespace rocport;

class TestReviewDialogs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void commitCountsDecisions();
    void commitOpensOnce();
    void proofOfTheCurrentChange();
    void historyNeedsAScan();
    void lostDecisionsAreCounted();

private:
    void update() const { m_dialogs->update(); }

    std::unique_ptr<PartsFixture> m_parts;
    std::unique_ptr<ReviewDialogs> m_dialogs;
};

void TestReviewDialogs::init()
{
    m_parts = std::make_unique<PartsFixture>();
    m_dialogs = std::make_unique<ReviewDialogs>(*m_parts->desk, *m_parts->commands, *m_parts->diff,
                                                m_parts->syntax, m_parts->project.provider,
                                                m_parts->project.settings, *m_parts->window);
    update();
}

void TestReviewDialogs::cleanup()
{
    m_dialogs.reset();
    m_parts.reset();
}

void TestReviewDialogs::commitCountsDecisions()
{
    const QAction& commit = m_parts->command("commit");
    QVERIFY(!commit.isEnabled());
    QCOMPARE(whyNot(commit), QStringLiteral("There are no decisions to commit."));
    QCOMPARE(commit.iconText(), QStringLiteral("Commit…"));
    QVERIFY(m_parts->project.session->decisions()
                .decide({m_parts->keyAt(7), m_parts->keyAt(11)}, DecisionKind::Accepted,
                        QStringLiteral("Accept"))
                .ok());
    update();
    QVERIFY(commit.isEnabled());
    QCOMPARE(commit.iconText(), QStringLiteral("Commit 2 decisions…"));
    m_parts->alter([](ProjectState& state) { state.readOnly = true; });
    update();
    QVERIFY(!commit.isEnabled());
    QCOMPARE(whyNot(commit), QStringLiteral("The project is open read-only."));
}

void TestReviewDialogs::commitOpensOnce()
{
    const QSignalSpy opened(m_dialogs.get(), &ReviewDialogs::commitOpened);
    QVERIFY(m_parts->project.session->decisions()
                .decide({m_parts->keyAt(7)}, DecisionKind::Accepted, QStringLiteral("Accept"))
                .ok());
    update();
    m_parts->run("commit");
    m_parts->run("commit");
    QCOMPARE(opened.size(), 1);
    const auto dialogs = m_parts->window->findChildren<CommitDialog*>();
    QCOMPARE(dialogs.size(), 1);
    QVERIFY(dialogs.first()->isVisible());
    dialogs.first()->close();
    m_parts->run("commit"); // although that one is still there
    QCOMPARE(opened.size(), 2);
}

void TestReviewDialogs::proofOfTheCurrentChange()
{
    const QAction& proof = m_parts->command("explainProof");
    QVERIFY(!proof.isEnabled());
    QVERIFY(whyNot(proof).startsWith(QStringLiteral("No change is selected")));
    m_parts->choose(7);
    update();
    QVERIFY(proof.isEnabled());
    m_parts->diff->setWrapped(true);
    m_parts->run("explainProof");
    auto* dialog = m_parts->window->findChild<ProofDialog*>();
    QVERIFY(dialog != nullptr);
    QVERIFY(dialog->isVisible());
    QVERIFY(dialog->diff().isWrapped()); // as the one that it explains
}

void TestReviewDialogs::historyNeedsAScan()
{
    QVERIFY(m_parts->command("history").isEnabled());
    m_parts->run("history");
    QVERIFY(m_parts->window->findChild<HistoryDialog*>() != nullptr);
    m_parts->desk->setState(nullptr);
    update();
    QVERIFY(!m_parts->command("history").isEnabled());
    QCOMPARE(whyNot(m_parts->command("history")), QStringLiteral("No project is open."));
}

void TestReviewDialogs::lostDecisionsAreCounted()
{
    const QAction& lost = m_parts->command("lostDecisions");
    QVERIFY(!lost.isEnabled());
    m_parts->alter([](ProjectState& state) { state.orphaned.resize(1); });
    update();
    QVERIFY(lost.isEnabled());
    QCOMPARE(lost.iconText(), QStringLiteral("1 decision no longer has a place"));
    m_parts->alter([](ProjectState& state) { state.orphaned.resize(3); });
    update();
    QCOMPARE(lost.iconText(), QStringLiteral("3 decisions no longer have a place"));
}

QTEST_MAIN(TestReviewDialogs)
#include "tst_reviewdialogs.moc"
