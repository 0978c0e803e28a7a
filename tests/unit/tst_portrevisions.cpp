// Decisions about a port from one revision to the next, and what lies between the two.

#include "tests/unit/portreviewfixture.h"

#include <QTest>

using namespace rocport;
using namespace rocport::test;

class TestPortRevisions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }
    void carriesDecisions();
    void betweenRevisions();
    void editedHunks();

private:
    QTemporaryDir m_home;
};

void TestPortRevisions::carriesDecisions()
{
    const GitFixture git;
    const QByteArray text("a;\nb;\nc;\nd;\ne;\nf;\ng;\n");
    git.write("a.cu", text);
    git.commitAll();
    git.run({QStringLiteral("branch"), QStringLiteral("base")});
    git.write("a.cu", QByteArray(text).replace("b;", "x;").replace("f;", "y;"));
    git.commitAll();
    const PortReview first = reviewRange(git.path(), QStringLiteral("base..HEAD"));
    QCOMPARE(first.hunkCount(), 2);
    QHash<QByteArray, ReviewDecision> decisions;
    for (const QString& id : idsOf(first)) {
        decisions.insert(id.toLatin1(), {DecisionKind::Rejected, {}});
    }
    // The author changes one of them and adds one above.
    git.write("a.cu", "new;\n" + QByteArray(text).replace("b;", "x;").replace("f;", "z;"));
    git.commitAll();
    const PortReview second = reviewRange(git.path(), QStringLiteral("base..HEAD"));
    QCOMPARE(second.hunkCount(), 3);
    const auto carried = carryDecisions(first, decisions, second);
    QCOMPARE(carried.size(), 1);
    QVERIFY(carried.contains(hunkAt(second, "a.cu", 3)->id));
    // Upstream moves on: other lines around the same hunk.
    git.run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("base")});
    git.write("a.cu", "0;\n" + QByteArray(text).replace("a;", "aa;"));
    git.commitAll();
    git.run({QStringLiteral("checkout"), QStringLiteral("-qb"), QStringLiteral("again")});
    git.write("a.cu",
              "0;\n" +
                  QByteArray(text).replace("a;", "aa;").replace("b;", "x;").replace("f;", "y;"));
    git.commitAll();
    const PortReview moved = reviewRange(git.path(), QStringLiteral("base..again"));
    QCOMPARE(carryDecisions(first, decisions, moved).size(), 2);
}

/// What upstream did between two revisions is not the author's.
void TestPortRevisions::betweenRevisions()
{
    const GitFixture git;
    const QByteArray text("a;\nb;\nc;\nd;\ne;\nf;\ng;\nh;\n");
    git.write("a.cu", text);
    git.write("b.cu", text);
    git.write("c.cu", text);
    git.commitAll();
    git.run({QStringLiteral("checkout"), QStringLiteral("-qb"), QStringLiteral("one")});
    git.write("a.cu", QByteArray(text).replace("b;", "x;"));
    git.write("b.cu", QByteArray(text).replace("b;", "x;"));
    git.write("c.cu", QByteArray(text).replace("b;", "x;"));
    git.commitAll();
    git.run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("main")});
    git.write("a.cu", QByteArray(text).replace("g;", "upstream;"));
    git.write("b.cu", QByteArray(text).replace("g;", "upstream;"));
    git.write("c.cu", QByteArray(text).replace("b;", "upstream;"));
    git.commitAll();
    git.run({QStringLiteral("checkout"), QStringLiteral("-qb"), QStringLiteral("two")});
    const QByteArray again = QByteArray(text).replace("b;", "x;").replace("g;", "upstream;");
    git.write("a.cu", again);
    git.write("b.cu", QByteArray(again).replace("d;", "y;"));
    git.write("c.cu", QByteArray(text).replace("b;", "z;"));
    git.write("new.cu", "n;\n");
    git.commitAll();
    const PortReview one = reviewRange(git.path(), QStringLiteral("main...one"));
    const PortReview two = reviewRange(git.path(), QStringLiteral("main...two"));
    const auto differences = differenceOfRevisions(one, two);
    QVERIFY(differences);
    QCOMPARE(differences->size(), 3);
    QCOMPARE(differences->at(0).path.bytes(), QByteArray("b.cu"));
    QVERIFY(differences->at(0).isRebased);
    QCOMPARE(*differences->at(0).before, again);
    QCOMPARE(*differences->at(0).after, QByteArray(again).replace("d;", "y;"));
    QCOMPARE(differences->at(1).path.bytes(), QByteArray("c.cu"));
    QVERIFY(!differences->at(1).isRebased);
    QCOMPARE(differences->at(2).path.bytes(), QByteArray("new.cu"));
    QVERIFY(!differences->at(2).before);
    const auto same = differenceOfRevisions(one, one);
    QVERIFY(same && same->isEmpty());
}

void TestPortRevisions::editedHunks()
{
    const GitFixture git;
    git.write("a.cu", "a;\nb;\nc;\n");
    git.commitAll();
    git.write("a.cu", "a;\nx;\nc;\n");
    git.commitAll();
    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    const auto composed = composeTree(
        review, QHash<QByteArray, ReviewDecision>{
                    {hunkAt(review, "a.cu")->id, {DecisionKind::Edited, "mine;\nmore;\n"}}});
    QVERIFY(composed);
    QCOMPARE(composed->first().content, QByteArray("a;\nmine;\nmore;\nc;\n"));
}

QTEST_GUILESS_MAIN(TestPortRevisions)
#include "tst_portrevisions.moc"
