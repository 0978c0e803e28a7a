// What happens to the review of a port while something else is still being done: writes that fail
// beside writes that do not, choices that overtake each other, branches that are made meanwhile.

#include "core/project/session/openstate.h"
#include "tests/unit/projectfolder.h"
#include "tests/unit/projectreviewfixture.h"

using namespace rocport;
using namespace rocport::test;

class TestProjectReviewRaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }
    void oneWriteOfTwoFails();
    void nothingCanBeReadBack();
    void aWriteFailsWhileTheProjectCloses();
    void theNewestComparisonCounts();
    void finishedWhileItIsCarriedOver();
    void finishedWhileItIsClosed();
    void refusedIsSaid();

private:
    QTemporaryDir m_home;
};

void TestProjectReviewRaces::oneWriteOfTwoFails()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    const QByteArray id = s.state().kept.id;
    const QByteArray tenth = s.hunk("a.cu", 10);
    const QByteArray added = s.hunk("new.cu");
    s.store();
    const QString trigger = QStringLiteral("CREATE TRIGGER not_this BEFORE INSERT ON journal WHEN "
                                           "NEW.subject = 'HUNK' "
                                           "BEGIN SELECT RAISE(ABORT, 'no more'); END");
    QCOMPARE(fixture::outside(s.session.state()->projectFile,
                              {QString(trigger).replace(QStringLiteral("HUNK"),
                                                        QString::fromLatin1(id + ' ' + tenth))}),
             QString());
    QVERIFY(s.reviews.decide({tenth}, DecisionKind::Rejected));
    QVERIFY(s.reviews.decide({added}, DecisionKind::Accepted));
    QTRY_COMPARE_WITH_TIMEOUT(s.failed.size(), 1, kPatience);
    s.store();
    QCOMPARE(s.state().kindOf(tenth), DecisionKind::Open);
    QCOMPARE(s.state().kindOf(added), DecisionKind::Accepted);
    QCOMPARE(s.reviews.kept().first().decisions.size(), 1);
    QCOMPARE(s.failed.size(), 1);
    s.reviews.openKept(id);
    s.wait();
    QCOMPARE(s.state().kindOf(added), DecisionKind::Accepted);
}

void TestProjectReviewRaces::nothingCanBeReadBack()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    const QByteArray second = s.hunk("a.cu", 2);
    s.reviews.decide({second}, DecisionKind::Accepted);
    s.store();
    QCOMPARE(fixture::outside(s.session.state()->projectFile,
                              {QStringLiteral("ALTER TABLE journal RENAME TO gone")}),
             QString());
    s.reviews.decide({s.hunk("new.cu")}, DecisionKind::Accepted);
    QTRY_COMPARE_WITH_TIMEOUT(s.failed.size(), 1, kPatience);
    QCOMPARE(s.reviews.kept().size(), 1);
    QVERIFY(s.reviews.state());
    QCOMPARE(s.state().kindOf(second), DecisionKind::Accepted);
}

void TestProjectReviewRaces::aWriteFailsWhileTheProjectCloses()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    s.store();
    QCOMPARE(fixture::outside(s.session.state()->projectFile,
                              {QStringLiteral("CREATE TRIGGER no_more BEFORE INSERT ON journal "
                                              "BEGIN SELECT RAISE(ABORT, 'no more'); END")}),
             QString());
    s.reviews.decide({s.hunk("a.cu", 2)}, DecisionKind::Accepted);
    s.session.close();
    QVERIFY(!s.session.state());
    QTRY_COMPARE_WITH_TIMEOUT(s.failed.size(), 1, kPatience);
    QVERIFY(!s.reviews.state());
}

void TestProjectReviewRaces::theNewestComparisonCounts()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    for (const char* tenth : {"z;", "w;"}) {
        git.movePort(PortRepository::ported("x;", tenth));
        s.reviews.carryOver();
        s.wait();
    }
    QCOMPARE(s.state().kept.revisions.size(), 3);
    QCOMPARE(s.state().since, 2);
    const auto idle = [&s] { return s.session.tasks().running().isEmpty(); };
    // What is shown already is chosen while the answer to another choice is on its way.
    s.reviews.compareWith(1);
    s.reviews.compareWith(2);
    QTRY_VERIFY_WITH_TIMEOUT(idle(), kPatience);
    QCOMPARE(s.state().since, 2);
    s.reviews.compareWith(1);
    s.reviews.compareWith(0);
    QTRY_VERIFY_WITH_TIMEOUT(idle(), kPatience);
    QCOMPARE(s.state().since, 0);
    QVERIFY(s.state().changed.isEmpty());
    QVERIFY(s.failed.isEmpty());
    s.reviews.compareWith(1);
    QTRY_COMPARE_WITH_TIMEOUT(s.state().since, 1, kPatience);
}

void TestProjectReviewRaces::finishedWhileItIsCarriedOver()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    const QByteArray id = s.state().kept.id;
    s.reviews.decide({s.hunk("a.cu", 2)}, DecisionKind::Accepted);
    git.movePort(PortRepository::ported("x;", "z;"));
    ReviewFinish wishes;
    wishes.branch = QStringLiteral("review/port");
    wishes.openAsBase = true;
    const auto made = s.reviews.finish(wishes);
    s.reviews.carryOver();
    QTRY_VERIFY_WITH_TIMEOUT(made.isFinished(), kPatience);
    QVERIFY(made.result());
    s.wait();
    QCOMPARE(s.state().kept.revisions.size(), 2);
    QCOMPARE(s.state().kept.branch, wishes.branch);
    QCOMPARE(s.reviews.kept().first().branch, wishes.branch);
    s.store();
    const auto stored = openStateReadOnly(s.session.state()->projectFile);
    QVERIFY(stored);
    QCOMPARE(stored->reviews->first().id, id);
    QCOMPARE(stored->reviews->first().branch, wishes.branch);
}

void TestProjectReviewRaces::finishedWhileItIsClosed()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    s.reviews.decide({s.hunk("a.cu", 2)}, DecisionKind::Accepted);
    ReviewFinish wishes;
    wishes.branch = QStringLiteral("review/port");
    wishes.openAsBase = true;
    const auto made = s.reviews.finish(wishes);
    s.reviews.close();
    QTRY_VERIFY_WITH_TIMEOUT(made.isFinished(), kPatience);
    QVERIFY(made.result());
    QVERIFY(!s.reviews.state());
    QCOMPARE(s.reviews.kept().first().branch, wishes.branch);
}

void TestProjectReviewRaces::refusedIsSaid()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    QVERIFY(!s.reviews.decide({"nothing"}, DecisionKind::Accepted));
    s.open();
    const QByteArray second = s.hunk("a.cu", 2);
    const QByteArray thread = s.reviews.comment(second, false, 2, QStringLiteral("Why?"));
    QVERIFY(s.reviews.reply(thread, QStringLiteral("Because.")));
    QVERIFY(!s.reviews.reply("nothing", QStringLiteral("Because.")));
    QVERIFY(s.reviews.decide({second}, DecisionKind::Accepted));
    QVERIFY(s.reviews.decide({second}, DecisionKind::Accepted)); // as it is already
    s.reviews.carryOver();
    QVERIFY(s.reviews.isOpening());
    QVERIFY(!s.reviews.decide({second}, DecisionKind::Rejected));
    QVERIFY(!s.reviews.reply(thread, QStringLiteral("Or not.")));
    s.wait();
    QCOMPARE(s.state().kindOf(second), DecisionKind::Accepted);
    QCOMPARE(s.state().kept.threads.first().replies.size(), 2);
}

QTEST_GUILESS_MAIN(TestProjectReviewRaces)
#include "tst_projectreviewraces.moc"
