// Decisions about a port from one revision to the next, and what lies between the two.

#include "core/project/review/openedreview.h"
#include "core/project/review/reviewcomments.h"
#include "core/project/review/reviewthreads.h"
#include "core/project/review/storedreviews.h"
#include "core/text/sourcebuffer.h"
#include "tests/unit/portreviewfixture.h"

#include <QTest>

using namespace rocport;
using namespace rocport::test;

namespace {

/// All hunks of a review, accepted.
QHash<QByteArray, ReviewDecision> allAccepted(const PortReview& review)
{
    QHash<QByteArray, ReviewDecision> decisions;
    for (const QString& id : idsOf(review)) {
        decisions.insert(id.toLatin1(), {DecisionKind::Accepted, {}});
    }
    return decisions;
}

ReviewThread threadAt(const RepoPath& path, int line, const QString& body)
{
    ReviewThread thread;
    thread.id = "0123456789abcdef";
    thread.path = path;
    thread.line = line;
    thread.replies = {{QStringLiteral("Ada"), QDateTime::currentDateTimeUtc(), 1, body}};
    return thread;
}

} // namespace

class TestPortRevisions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }
    void carriesDecisions();
    void theSameChangeInAnotherPlace();
    void changesThatAreAlikeInEverything();
    void aThreadComesBackWithItsHunk();
    void threadsOfTheBaseHaveTheirLine();
    void aLongThreadIsShortened();
    void aBlockBeginsALine();
    void noLineBeyondTheLast();
    void oneLineWithoutTheWholeText();
    void whatMoved();
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

/// A change that nobody saw does not have the decision about one with the same text.
void TestPortRevisions::theSameChangeInAnotherPlace()
{
    const GitFixture git;
    const QByteArray text("a;\ncudaFree(p);\nb;\nc;\nd;\ne;\nf;\ncudaFree(p);\ng;\n");
    const QByteArray below = QByteArray(text).replace("f;\ncuda", "f;\nhip");
    git.write("a.cu", text);
    git.commitAll();
    git.run({QStringLiteral("branch"), QStringLiteral("base")});
    git.write("a.cu", below);
    git.commitAll();
    const PortReview first = reviewRange(git.path(), QStringLiteral("base..HEAD"));
    QCOMPARE(first.hunkCount(), 1);
    const auto decisions = allAccepted(first);
    git.write("a.cu", QByteArray(below).replace("a;\ncuda", "a;\nhip"));
    git.commitAll();
    const PortReview second = reviewRange(git.path(), QStringLiteral("base..HEAD"));
    QCOMPARE(second.hunkCount(), 2);
    const ReviewHunk* seen = hunkAt(second, "a.cu", 8);
    const ReviewHunk* fresh = hunkAt(second, "a.cu", 2);
    QVERIFY(seen != nullptr && fresh != nullptr);
    QCOMPARE(seen->textId, fresh->textId);
    const auto carried = carryDecisions(first, decisions, second);
    QCOMPARE(carried.keys(), QList<QByteArray>{seen->id});
    QCOMPARE(changedHunks(first, second), QSet<QByteArray>{fresh->id});
    // The lines around the first one change too: which of the two it was is not known.
    git.write("a.cu", QByteArray(text).replace("cuda", "hip"));
    git.commitAll();
    git.run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("base")});
    git.write("a.cu", QByteArray(text).replace("g;", "gg;"));
    git.commitAll();
    git.run({QStringLiteral("checkout"), QStringLiteral("-qb"), QStringLiteral("again")});
    git.write("a.cu", QByteArray(text).replace("g;", "gg;").replace("cuda", "hip"));
    git.commitAll();
    const PortReview third = reviewRange(git.path(), QStringLiteral("base..again"));
    QCOMPARE(third.hunkCount(), 2);
    QVERIFY(carryDecisions(first, decisions, third).isEmpty());
}

/// With the same lines around them they cannot be told apart once the file changes.
void TestPortRevisions::changesThatAreAlikeInEverything()
{
    const GitFixture git;
    const QByteArray place("f;\ncudaFree(p);\ng;\n");
    const QByteArray ported("f;\nhipFree(p);\ng;\n");
    const QByteArray between("b;\nc;\nd;\ne;\n");
    git.write("a.cu", place + between + place);
    git.commitAll();
    git.run({QStringLiteral("branch"), QStringLiteral("base")});
    git.write("a.cu", place + between + ported);
    git.commitAll();
    const PortReview first = reviewRange(git.path(), QStringLiteral("base..HEAD"));
    QCOMPARE(first.hunkCount(), 1);
    git.write("a.cu", ported + between + ported);
    git.commitAll();
    const PortReview second = reviewRange(git.path(), QStringLiteral("base..HEAD"));
    QCOMPARE(second.hunkCount(), 2);
    QVERIFY(hunkAt(second, "a.cu", 2)->id != hunkAt(second, "a.cu", 9)->id);
    QVERIFY(carryDecisions(first, allAccepted(first), second).isEmpty());
    QVERIFY(carryDecisions(second, allAccepted(second), first).isEmpty());
    // As long as the file stays as it is, they are the same.
    git.write("b.cu", "new;\n");
    git.commitAll();
    const PortReview third = reviewRange(git.path(), QStringLiteral("base..HEAD"));
    QCOMPARE(third.hunkCount(), 3);
    const auto carried = carryDecisions(second, allAccepted(second), third);
    QCOMPARE(carried.size(), 2);
    QVERIFY(carried.contains(hunkAt(third, "a.cu", 2)->id));
}

void TestPortRevisions::aThreadComesBackWithItsHunk()
{
    const GitFixture git;
    const QByteArray text("a;\nb;\nc;\nd;\ne;\nf;\ng;\nh;\ni;\nj;\nk;\nl;\n");
    git.write("a.cu", text);
    git.commitAll();
    git.run({QStringLiteral("branch"), QStringLiteral("base")});
    const auto revision = [&git](const QByteArray& port) {
        git.write("a.cu", port);
        git.commitAll();
        return reviewRange(git.path(), QStringLiteral("base..HEAD"));
    };
    const QByteArray ported = QByteArray(text).replace("j;", "y;");
    const PortReview first = revision(ported);
    ReviewThread thread = threadAt(RepoPath("a.cu"), 10, QStringLiteral("Why?"));
    thread.hunkId = hunkAt(first, "a.cu", 10)->id;
    thread.lineText = "y;";
    const PortReview second = revision(QByteArray(text).replace("c;", "z;"));
    auto threads = followThreads({thread}, &first, second);
    QVERIFY(threads.first().isOutdated);
    const PortReview third = revision(QByteArray("n;\n").repeated(300) + ported);
    threads = followThreads(threads, &second, third);
    QVERIFY(!threads.first().isOutdated);
    QCOMPARE(threads.first().line, 310);
    QCOMPARE(threads.first().hunkId, thread.hunkId);
    // The older revision is gone: what is where it was stays there.
    threads = followThreads({thread}, nullptr, first);
    QCOMPARE(threads.first().line, 10);
}

void TestPortRevisions::threadsOfTheBaseHaveTheirLine()
{
    ReviewThread thread = threadAt(RepoPath("a.cu"), 5, QStringLiteral("It was here."));
    thread.onBase = true;
    const PortReview review;
    const auto comments = commentsOf(review, {thread});
    QCOMPARE(comments.size(), 1);
    QCOMPARE(comments.first().line, 0);
    QVERIFY(renderComments(comments).startsWith("### `a.cu:5` (base)\n"));
    const QString body = reviewRequest(review, comments)[QStringLiteral("body")].toString();
    QVERIFY2(body.contains(QStringLiteral("- `a.cu:5` (base): It was here.")), qPrintable(body));
    thread.isOutdated = true;
    QCOMPARE(commentsOf(review, {thread}).first().about, 0);
}

void TestPortRevisions::aLongThreadIsShortened()
{
    ReviewThread thread = threadAt(RepoPath("docs/long.md"), 5, QStringLiteral("Look:\n\n```\n"));
    thread.replies.first().body += QString(kLongestReviewText - 20, u'x');
    thread.replies.append(ReviewReply(thread.replies.first()));
    const QVector<ReviewThread> threads{threadAt(RepoPath("a.cu"), 1, QStringLiteral("First.")),
                                        thread,
                                        threadAt(RepoPath("b.cu"), 1, QStringLiteral("Last."))};
    const PortReview review;
    const QString body =
        reviewRequest(review, commentsOf(review, threads))[QStringLiteral("body")].toString();
    QVERIFY(body.size() <= 65'536);
    QVERIFY(body.contains(QStringLiteral("First.")));
    QVERIFY(body.contains(QStringLiteral("- `docs/long.md:5`: Look:")));
    const QString end = body.right(200);
    QVERIFY2(end.contains(QStringLiteral("xxx\n```\n\n*… shortened.*\n")), qPrintable(end));
    QVERIFY2(end.contains(QStringLiteral("What is said about `docs/long.md` is shortened here.")),
             qPrintable(end));
    QVERIFY2(end.contains(QStringLiteral("and 1 more.")), qPrintable(end));
}

void TestPortRevisions::aBlockBeginsALine()
{
    PortReview review;
    review.trees.headCommit = QByteArray(40, 'a');
    const RepoPath path("a.cu");
    const QVector<ReviewComment> comments =
        commentsOf(review, {threadAt(path, 0, QStringLiteral("```\nx;\n```")),
                            threadAt(path, 0, QStringLiteral("Why?"))});
    const QJsonArray discussions = reviewDiscussions(review, comments);
    QCOMPARE(discussions[0][QStringLiteral("body")].toString(),
             QStringLiteral("`a.cu`:\n\n```\nx;\n```"));
    QCOMPARE(discussions[1][QStringLiteral("body")].toString(), QStringLiteral("`a.cu`: Why?"));
    const QString body = reviewRequest(review, comments)[QStringLiteral("body")].toString();
    QVERIFY2(body.contains(QStringLiteral("- `a.cu`:\n\n```\nx;\n```\n")), qPrintable(body));
}

void TestPortRevisions::noLineBeyondTheLast()
{
    KeptReview review;
    review.id = "fedcba9876543210";
    ReviewRevision revision;
    revision.request.range = QStringLiteral("main..port");
    revision.baseCommit = revision.headCommit = QByteArray(40, 'a');
    revision.opened = QDateTime::currentDateTimeUtc();
    review.revisions = {revision};
    ReviewThread thread = threadAt(RepoPath("a.cu"), kLastReviewLine, QStringLiteral("Why?"));
    for (const int beyond : {0, 1}) {
        thread.line = kLastReviewLine + beyond;
        const auto read =
            reviewsFrom({journalEntry(review)}, {}, {journalEntry(review.id, thread)});
        QCOMPARE(read.size(), 1);
        QCOMPARE(read.first().threads.size(), 1 - beyond);
    }
}

void TestPortRevisions::oneLineWithoutTheWholeText()
{
    const QByteArray lines("a;\nb;\r\nc;\nd;\ne;\nf;\ng;\nh;\ni;\nj;");
    const GitFixture git;
    git.write("a.cu", lines);
    git.commitAll();
    git.run({QStringLiteral("checkout"), QStringLiteral("-qb"), QStringLiteral("port")});
    git.write("a.cu", "new;\n" + QByteArray(lines)
                                     .replace("b;", "x;\r\ny;")
                                     .replace("f;\ng;\n", "")
                                     .replace("j;", "z;\r\n"));
    git.write("added.cu", "n;\n");
    git.commitAll();
    ReviewRequest request;
    request.folder = git.path();
    request.range = QStringLiteral("main..port");
    const PortReview review = reviewOf(request);
    QCOMPARE(review.files.size(), 2);
    const ReviewFile& file = review.files.first();
    QVERIFY(file.hunks.size() >= 3);
    for (const bool onBase : {true, false}) {
        const SourceBuffer text(*textOfReview(review, file, onBase));
        for (int line = 1; line <= text.lineCount(); ++line) {
            const auto found = lineOfReview(file, onBase, line);
            QVERIFY2(found, qPrintable(QString::number(line)));
            QCOMPARE(*found,
                     QByteArray(text.lineText(line).data(), qsizetype(text.lineText(line).size())));
        }
        QVERIFY(!lineOfReview(file, onBase, text.lineCount() + 1));
        QVERIFY(!lineOfReview(file, onBase, 0));
    }
    QVERIFY(!lineOfReview(review.files.last(), false, 1)); // it would have to be read
}

void TestPortRevisions::whatMoved()
{
    ReviewRevision revision;
    revision.baseCommit = QByteArray(40, 'b');
    revision.headCommit = QByteArray(40, '1');
    const ReviewHeads moved{revision.baseCommit, QByteArray(40, '2'), {}};
    for (const char* range : {"main..release/2.1", "v1.0...release/2.1"}) {
        revision.request.range = QString::fromLatin1(range);
        QCOMPARE(movedText(revision, moved),
                 QStringLiteral("release/2.1 moved from 1111111 to 2222222."));
    }
    revision.request.range = QStringLiteral("main..");
    QVERIFY(movedText(revision, moved).startsWith(QStringLiteral("HEAD moved ")));
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
