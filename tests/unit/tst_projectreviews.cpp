// Reviews of ports as a part of the session: opened, decided and undone, kept in the project file,
// and gone on with when the port moves.

#include "core/project/review/storedreviews.h"
#include "core/project/session/openstate.h"
#include "tests/unit/projectfolder.h"
#include "tests/unit/projectreviewfixture.h"

using namespace rocport;
using namespace rocport::test;

class TestProjectReviews : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }
    void opensAndDecides();
    void whatCannotBeOpened();
    void cancelled();
    void threads();
    void keptInTheProject();
    void nextRevision();
    void upstreamMoves();
    void theCommitsAreGone();
    void patches();
    void threadsFollow();
    void finishes();
    void readBesideTheWriter();
    void whatCannotBeStoredIsTakenBack();

private:
    QTemporaryDir m_home;
};

void TestProjectReviews::opensAndDecides()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    QVERIFY(s.reviews.state());
    QCOMPARE(s.changed.size(), 1);
    QCOMPARE(s.state().review->hunkCount(), 3);
    QCOMPARE(s.state().kept.title, QStringLiteral("Port to ROCm"));
    QCOMPARE(s.state().kept.revisions.size(), 1);
    QCOMPARE(s.state().count(DecisionKind::Open), 3);
    const QByteArray second = s.hunk("a.cu", 2);
    const QByteArray tenth = s.hunk("a.cu", 10);
    const QByteArray added = s.hunk("new.cu");
    QCOMPARE(s.state().fileOf(added)->path.bytes(), QByteArray("new.cu"));
    s.reviews.decide({second, tenth, "nothing"}, DecisionKind::Accepted);
    QCOMPARE(s.state().count(DecisionKind::Accepted), 2);
    QCOMPARE(s.state().undoLabel, QStringLiteral("Accept 2 hunks"));
    s.reviews.decide({second}, DecisionKind::Edited, "mine;\n");
    QCOMPARE(s.state().kept.decisions.value(second).editedText, QByteArray("mine;\n"));
    s.reviews.undo();
    QCOMPARE(s.state().kindOf(second), DecisionKind::Accepted);
    QCOMPARE(s.state().redoLabel, QStringLiteral("Edit 1 hunk"));
    s.reviews.undo();
    QCOMPARE(s.state().count(DecisionKind::Open), 3);
    QVERIFY(s.state().undoLabel.isEmpty());
    s.reviews.redo();
    QCOMPARE(s.state().count(DecisionKind::Accepted), 2);
    s.reviews.decide({added}, DecisionKind::Rejected);
    QVERIFY(s.state().redoLabel.isEmpty());
    s.reviews.decide({added}, DecisionKind::Edited, "whole files are not edited\n");
    QCOMPARE(s.failed.size(), 1);
    QCOMPARE(s.state().kindOf(added), DecisionKind::Rejected);
    s.reviews.close();
    QVERIFY(!s.reviews.state());
    QCOMPARE(s.reviews.kept().size(), 1);
    QCOMPARE(s.reviews.kept().first().decisions.value(tenth).kind, DecisionKind::Accepted);
}

void TestProjectReviews::whatCannotBeOpened()
{
    const PortRepository git;
    const GitFixture other;
    other.write("a", "a\n");
    other.commitAll();
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open(QStringLiteral("main...nowhere"));
    QCOMPARE(s.openFailed.size(), 1);
    QCOMPARE(s.openFailed.last()[0].value<Error>().code, ErrorCode::InvalidArgument);
    ReviewRequest request;
    request.range = QStringLiteral("HEAD..HEAD");
    request.folder = other.path();
    s.reviews.open(request);
    s.wait();
    QCOMPARE(s.openFailed.size(), 2);
    s.reviews.open(ReviewRequest());
    s.wait();
    QCOMPARE(s.openFailed.size(), 3);
    s.reviews.openKept("0123456789abcdef");
    QCOMPARE(s.openFailed.size(), 4);
    QVERIFY(!s.reviews.state());
    QVERIFY(s.reviews.kept().isEmpty());
    s.session.close();
    s.open();
    QCOMPARE(s.openFailed.last()[0].value<Error>().code, ErrorCode::NotPossibleNow);
}

void TestProjectReviews::cancelled()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    ReviewRequest request;
    request.range = QStringLiteral("main...port");
    s.reviews.open(request);
    QVERIFY(s.reviews.isOpening());
    QCOMPARE(s.session.tasks().running().size(), 1);
    s.session.tasks().cancelAll();
    s.wait();
    QCOMPARE(s.openFailed.size(), 1);
    QCOMPARE(s.openFailed.last()[0].value<Error>().code, ErrorCode::Cancelled);
    QVERIFY(!s.reviews.state());
    QVERIFY(s.session.tasks().running().isEmpty());
    // One that is opened meanwhile is the one that counts.
    s.reviews.open(request);
    request.range = QStringLiteral("main..port");
    s.reviews.open(request);
    s.wait();
    QCOMPARE(s.openFailed.size(), 1);
    QCOMPARE(s.state().kept.revisions.first().request.range, request.range);
}

void TestProjectReviews::threads()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    const QByteArray second = s.hunk("a.cu", 2);
    QVERIFY(s.reviews.comment(second, false, 2, QStringLiteral(" ")).isEmpty());
    QVERIFY(s.reviews.comment("nothing", false, 2, QStringLiteral("Why?")).isEmpty());
    QVERIFY(s.reviews.comment(second, false, 200, QStringLiteral("Why?")).isEmpty());
    QCOMPARE(s.failed.size(), 2); // no such hunk, no such line
    QVERIFY(s.reviews.comment(second, false, 2, QString(kLongestReviewText + 1, u'x')).isEmpty());
    QCOMPARE(s.failed.size(), 3); // more than is kept
    QVERIFY(!s.reviews.reply("nothing", QStringLiteral("Because.")));
    QCOMPARE(s.failed.size(), 4);
    QVERIFY(!s.reviews.undo() && !s.reviews.redo()); // there is nothing
    QCOMPARE(s.failed.size(), 4);
    QVERIFY(s.state().kept.threads.isEmpty());
    const QByteArray id = s.reviews.comment(second, false, 2, QStringLiteral("Why?"));
    QCOMPARE(s.state().kept.threads.size(), 1);
    QCOMPARE(s.state().kept.threads.first().lineText, QByteArray("x;"));
    const QByteArray ofBase = s.reviews.comment(second, true, 2, QStringLiteral("It was here."));
    QCOMPARE(s.state().kept.threads.last().lineText, QByteArray("b;"));
    s.reviews.reply(id, QStringLiteral("Because."));
    QCOMPARE(s.ownComments().size(), 2);
    QCOMPARE(s.ownComments().first().line, 2);
    QVERIFY(s.ownComments().first().body.contains(QStringLiteral("Because.")));
    s.reviews.setResolved(ofBase, true);
    QCOMPARE(s.ownComments().size(), 1);
    s.reviews.removeReply(id);
    QCOMPARE(s.state().kept.threads.first().replies.size(), 1);
    s.reviews.removeReply(id);
    QCOMPARE(s.state().kept.threads.size(), 1);
    QVERIFY(s.ownComments().isEmpty());
}

void TestProjectReviews::keptInTheProject()
{
    const PortRepository git;
    const QTemporaryDir data;
    QByteArray id;
    QByteArray second;
    QByteArray tenth;
    QByteArray thread;
    {
        OpenSession s(data.path(), git.path());
        s.open();
        id = s.state().kept.id;
        second = s.hunk("a.cu", 2);
        tenth = s.hunk("a.cu", 10);
        s.reviews.decide({second}, DecisionKind::Edited, "mine;\n\xff\n");
        s.reviews.decide({tenth}, DecisionKind::Rejected);
        s.reviews.decide({s.hunk("new.cu")}, DecisionKind::Accepted);
        s.reviews.undo();
        thread = s.reviews.comment(second, false, 2, QStringLiteral("Why?"));
        const QByteArray other = s.reviews.comment(tenth, false, 10, QStringLiteral("And this?"));
        s.reviews.reply(thread, QStringLiteral("Because."));
        s.reviews.setResolved(thread, true);
        s.reviews.removeReply(other);
        s.store();
        QVERIFY(s.failed.isEmpty());
    }
    OpenSession s(data.path(), git.path());
    QCOMPARE(s.reviews.kept().size(), 1);
    QVERIFY(!s.reviews.state());
    s.reviews.openKept(id);
    s.wait();
    QVERIFY(s.reviews.state());
    const KeptReview& kept = s.state().kept;
    QCOMPARE(kept.title, QStringLiteral("Port to ROCm"));
    QCOMPARE(kept.revisions.first().request.range, QStringLiteral("main...port"));
    QCOMPARE(kept.decisions.value(second).editedText, QByteArray("mine;\n\xff\n"));
    QCOMPARE(s.state().kindOf(tenth), DecisionKind::Rejected);
    QCOMPARE(s.state().kindOf(s.hunk("new.cu")), DecisionKind::Open);
    QVERIFY(s.state().undoLabel.isEmpty());
    QCOMPARE(kept.threads.size(), 1);
    QCOMPARE(kept.threads.first().id, thread);
    QCOMPARE(kept.threads.first().replies.size(), 2);
    QCOMPARE(kept.threads.first().replies.first().author, QStringLiteral("Zo\u00eb M\u00fcller"));
    QVERIFY(kept.threads.first().isResolved);
    // The same range again is the same revision.
    s.open();
    QCOMPARE(s.state().kept.id, id);
    QCOMPARE(s.state().kept.revisions.size(), 1);
    QCOMPARE(s.state().count(DecisionKind::Rejected), 1);
    s.open(QStringLiteral("port^..port"));
    QCOMPARE(s.reviews.kept().size(), 2);
}

void TestProjectReviews::nextRevision()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    const QByteArray second = s.hunk("a.cu", 2);
    const QByteArray tenth = s.hunk("a.cu", 10);
    s.reviews.decide({second, s.hunk("new.cu")}, DecisionKind::Accepted);
    s.reviews.decide({tenth}, DecisionKind::Rejected);
    s.reviews.lookForRevision();
    QTest::qWait(200);
    QVERIFY(s.newRevision.isEmpty());
    git.movePort(PortRepository::ported("x;", "z;"));
    s.reviews.lookForRevision();
    QTRY_COMPARE_WITH_TIMEOUT(s.newRevision.size(), 1, kPatience);
    QVERIFY(s.newRevision.first()[0].toString().startsWith(QStringLiteral("port moved from ")));
    QCOMPARE(s.state().kept.revisions.size(), 1);
    s.reviews.carryOver();
    QVERIFY(s.reviews.isOpening());
    s.reviews.decide({tenth}, DecisionKind::Accepted); // not meanwhile
    QCOMPARE(s.failed.size(), 1);
    s.wait();
    QCOMPARE(s.state().kept.revisions.size(), 2);
    QCOMPARE(s.state().since, 1);
    const QByteArray changed = s.hunk("a.cu", 10);
    QCOMPARE(s.state().changed, QSet<QByteArray>{changed});
    QCOMPARE(s.state().former.value(changed), DecisionKind::Rejected);
    QCOMPARE(s.state().kindOf(changed), DecisionKind::Open);
    QCOMPARE(s.state().count(DecisionKind::Accepted), 2);
    QCOMPARE(s.state().difference.size(), 1);
    QCOMPARE(*s.state().difference.first().before, PortRepository::ported("x;", "y;"));
    s.reviews.compareWith(0);
    QTRY_COMPARE_WITH_TIMEOUT(s.state().since, 0, kPatience);
    QVERIFY(s.state().changed.isEmpty());
    s.reviews.compareWith(1);
    QTRY_COMPARE_WITH_TIMEOUT(s.state().since, 1, kPatience);
    QCOMPARE(s.state().former.size(), 1);
    s.reviews.compareWith(7);
    QTRY_COMPARE_WITH_TIMEOUT(s.failed.size(), 2, kPatience);
    // The author takes it back: what was decided about that text counts again.
    git.movePort(PortRepository::ported("x;", "y;"));
    s.reviews.carryOver();
    s.wait();
    QCOMPARE(s.state().kept.revisions.size(), 3);
    QCOMPARE(s.state().count(DecisionKind::Rejected), 1);
}

void TestProjectReviews::upstreamMoves()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open(QStringLiteral("main...port"));
    s.reviews.decide({s.hunk("a.cu", 2), s.hunk("a.cu", 10)}, DecisionKind::Accepted);
    // Upstream changes lines around the port's hunks, and the author rebases.
    git.write("a.cu", "new;\n" + QByteArray(kText).replace("a;", "aa;"));
    git.commitAll();
    git.run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("-B"),
             QStringLiteral("port"), QStringLiteral("main")});
    git.write("a.cu", "new;\n" + PortRepository::ported("x;", "y;").replace("a;", "aa;"));
    git.write("new.cu", "n;\n");
    git.commitAll(QStringLiteral("Port to ROCm, rebased"));
    s.reviews.lookForRevision();
    QTRY_COMPARE_WITH_TIMEOUT(s.newRevision.size(), 1, kPatience);
    QVERIFY(s.newRevision.first()[0].toString().contains(QStringLiteral("the base moved")));
    s.reviews.carryOver();
    s.wait();
    QCOMPARE(s.state().kept.revisions.size(), 2);
    QCOMPARE(s.state().count(DecisionKind::Accepted), 2);
    QVERIFY(s.state().changed.isEmpty());
    QVERIFY(s.state().former.isEmpty());
}

void TestProjectReviews::theCommitsAreGone()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    const QByteArray id = s.state().kept.id;
    s.reviews.decide({s.hunk("a.cu", 2)}, DecisionKind::Accepted);
    git.run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("-B"),
             QStringLiteral("port"), QStringLiteral("main")});
    git.write("a.cu", PortRepository::ported("x;", "z;"));
    git.commitAll(QStringLiteral("Port, made new"));
    git.run({QStringLiteral("reflog"), QStringLiteral("expire"), QStringLiteral("--expire=now"),
             QStringLiteral("--all")});
    git.run({QStringLiteral("gc"), QStringLiteral("-q"), QStringLiteral("--prune=now")});
    s.reviews.openKept(id);
    s.wait();
    QCOMPARE(s.openFailed.size(), 1);
    const Error error = s.openFailed.last()[0].value<Error>();
    QVERIFY2(error.detail.startsWith(QStringLiteral("revision 1 is gone: ")),
             qPrintable(error.detail));
    // It goes on all the same; the hunk with the same id keeps its decision.
    s.reviews.carryOver();
    s.wait();
    QCOMPARE(s.state().kept.revisions.size(), 2);
    QCOMPARE(s.state().since, 0);
    QCOMPARE(s.state().count(DecisionKind::Accepted), 1);
    QVERIFY(s.state().review->remarks.last().contains(QStringLiteral("revision 1 is gone")));
    s.reviews.compareWith(1);
    QTRY_COMPARE_WITH_TIMEOUT(s.failed.size(), 1, kPatience);
    QCOMPARE(s.failed.last()[0].value<Error>().code, ErrorCode::NotPossibleNow);
}

void TestProjectReviews::patches()
{
    const PortRepository git;
    const QTemporaryDir data;
    const QString patch = git.outside(QStringLiteral("port.patch"));
    const auto writePatch = [&] {
        QFile file(patch);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            git.run({QStringLiteral("diff"), QStringLiteral("main"), QStringLiteral("port")}));
    };
    writePatch();
    OpenSession s(data.path(), git.path());
    ReviewRequest request;
    request.patches = {patch};
    s.reviews.open(request);
    s.wait();
    QVERIFY(s.reviews.state());
    QCOMPARE(s.state().review->hunkCount(), 3);
    const QByteArray id = s.state().kept.id;
    s.reviews.decide({s.hunk("a.cu", 2)}, DecisionKind::Accepted);
    s.reviews.openKept(id);
    s.wait();
    QCOMPARE(s.state().count(DecisionKind::Accepted), 1);
    git.movePort(PortRepository::ported("x;", "z;"));
    writePatch();
    s.reviews.lookForRevision();
    QTRY_COMPARE_WITH_TIMEOUT(s.newRevision.size(), 1, kPatience);
    QCOMPARE(s.newRevision.first()[0].toString(), QStringLiteral("port.patch changed."));
    s.reviews.openKept(id);
    s.wait();
    QCOMPARE(s.openFailed.last()[0].value<Error>().detail,
             QStringLiteral("revision 1 is gone: the patches have changed since"));
    s.reviews.carryOver();
    s.wait();
    QCOMPARE(s.state().kept.revisions.size(), 2);
    QCOMPARE(s.state().count(DecisionKind::Accepted), 1);
}

void TestProjectReviews::threadsFollow()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    const QByteArray inHunk =
        s.reviews.comment(s.hunk("a.cu", 2), false, 2, QStringLiteral("Of a hunk that moves."));
    const QByteArray nearHunk =
        s.reviews.comment(s.hunk("a.cu", 10), false, 12, QStringLiteral("Near one."));
    const QByteArray changed =
        s.reviews.comment(s.hunk("a.cu", 10), false, 10, QStringLiteral("Of one that changes."));
    const QByteArray atFile = s.reviews.comment(s.hunk("new.cu"), false, 0, QStringLiteral("All."));
    QVERIFY(!inHunk.isEmpty() && !nearHunk.isEmpty() && !changed.isEmpty() && !atFile.isEmpty());
    git.movePort("first;\n" + PortRepository::ported("x;", "z;"));
    s.reviews.carryOver();
    s.wait();
    QHash<QByteArray, ReviewThread> threads;
    for (const ReviewThread& thread : s.state().kept.threads) {
        threads.insert(thread.id, thread);
    }
    QCOMPARE(threads.value(inHunk).line, 3);
    QCOMPARE(threads.value(inHunk).hunkId, s.hunk("a.cu", 3));
    QVERIFY(!threads.value(inHunk).isOutdated);
    QCOMPARE(threads.value(nearHunk).line, 13);
    QVERIFY(threads.value(changed).isOutdated);
    QVERIFY(!threads.value(atFile).isOutdated);
    QCOMPARE(threads.value(atFile).line, 0);
    for (const ReviewComment& comment : s.ownComments()) {
        const bool placed = comment.body.startsWith(QStringLiteral("Of a hunk")) ||
                            comment.body.startsWith(QStringLiteral("Near"));
        QCOMPARE(comment.line > 0, placed);
    }
    s.reviews.reply(changed, QStringLiteral("Later."));
    QCOMPARE(s.state().kept.threads.at(2).replies.last().revision, 2);
    // The line comes back.
    git.movePort("first;\n" + PortRepository::ported("x;", "y;"));
    s.reviews.carryOver();
    s.wait();
    QVERIFY(!s.state().kept.threads.at(2).isOutdated);
    QCOMPARE(s.state().kept.threads.at(2).line, 11);
}

void TestProjectReviews::finishes()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    const auto before = git.snapshot();
    ReviewFinish wishes;
    wishes.branch = QStringLiteral("review/port");
    const auto wait = [](QFuture<Result<QByteArray>> future) {
        return QTest::qWaitFor([&] { return future.isFinished(); }, kPatience)
                   ? future.result()
                   : Result<QByteArray>(Error{});
    };
    const auto open = wait(s.reviews.finish(wishes));
    QVERIFY(!open && open.error().code == ErrorCode::InvalidArgument);
    wishes.openAsBase = true;
    const auto nothing = wait(s.reviews.finish(wishes));
    QVERIFY(!nothing && nothing.error().code == ErrorCode::InvalidArgument);
    s.reviews.decide({s.hunk("a.cu", 2), s.hunk("new.cu")}, DecisionKind::Accepted);
    const auto some = wait(s.reviews.finish(wishes));
    QVERIFY2(some, some ? "" : qPrintable(some.error().detail));
    QCOMPARE(s.state().kept.branch, wishes.branch);
    QCOMPARE(git.blob("review/port", QStringLiteral("a.cu")), PortRepository::ported("x;", "j;"));
    QCOMPARE(git.run({QStringLiteral("rev-parse"), QStringLiteral("review/port^")}),
             git.run({QStringLiteral("rev-parse"), QStringLiteral("main")}));
    const QByteArray message = git.run({QStringLiteral("log"), QStringLiteral("-1"),
                                        QStringLiteral("--format=%B"), wishes.branch});
    QVERIFY2(message.startsWith("Take 2 of 3 hunks of a reviewed port\n"), message.constData());
    QVERIFY(message.contains("a.cu:10"));
    const auto again = wait(s.reviews.finish(wishes));
    QVERIFY(!again && again.error().code == ErrorCode::InvalidArgument);
    wishes.branch = QStringLiteral("no..name");
    const auto noName = wait(s.reviews.finish(wishes));
    QVERIFY(!noName && noName.error().code == ErrorCode::InvalidArgument);
    s.reviews.decide({s.hunk("a.cu", 10)}, DecisionKind::Accepted);
    wishes.branch = QStringLiteral("review/whole");
    wishes.openAsBase = false;
    wishes.message = QStringLiteral("All of it");
    wishes.author = {QStringLiteral("Ada"), QStringLiteral("ada@example.org")};
    wishes.signOff = true;
    const auto all = wait(s.reviews.finish(wishes));
    QVERIFY2(all, all ? "" : qPrintable(all.error().detail));
    const auto tree = [&git](const char* branch) {
        return git.run(
            {QStringLiteral("rev-parse"), QString::fromLatin1(branch) + QStringLiteral("^{tree}")});
    };
    QCOMPARE(tree("review/whole"), tree("port"));
    QCOMPARE(git.run({QStringLiteral("log"), QStringLiteral("-1"),
                      QStringLiteral("--format=%an|%B"), wishes.branch})
                 .trimmed(),
             QByteArray("Ada|All of it\n\nSigned-off-by: Zo\xc3\xab M\xc3\xbcller "
                        "<zoe@example.org>"));
    QVERIFY(git.snapshot() == before);
}

void TestProjectReviews::readBesideTheWriter()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    s.reviews.decide({s.hunk("a.cu", 2)}, DecisionKind::Accepted);
    s.store();
    const QString file = s.session.state()->projectFile;
    ProjectSession second(data.path()); // the first one has the lock
    QSignalSpy failed(&second, &ProjectSession::openFailed);
    second.openProjectFile(file);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
    const auto state = openStateReadOnly(file);
    QVERIFY(state);
    QCOMPARE(state->reviews->size(), 1);
    QCOMPARE(state->reviews->first().decisions.size(), 1);
}

void TestProjectReviews::whatCannotBeStoredIsTakenBack()
{
    const PortRepository git;
    const QTemporaryDir data;
    OpenSession s(data.path(), git.path());
    s.open();
    const QByteArray second = s.hunk("a.cu", 2);
    const QByteArray tenth = s.hunk("a.cu", 10);
    s.reviews.decide({second}, DecisionKind::Accepted);
    s.store();
    const QString file = s.session.state()->projectFile;
    QCOMPARE(
        fixture::outside(file, {QStringLiteral("CREATE TRIGGER no_more BEFORE INSERT ON journal "
                                               "BEGIN SELECT RAISE(ABORT, 'no more'); END")}),
        QString());
    s.reviews.decide({tenth}, DecisionKind::Rejected);
    QCOMPARE(s.state().kindOf(tenth), DecisionKind::Rejected);
    QTRY_COMPARE_WITH_TIMEOUT(s.failed.size(), 1, kPatience);
    QCOMPARE(s.state().kindOf(tenth), DecisionKind::Open);
    QCOMPARE(s.state().kindOf(second), DecisionKind::Accepted);
    QVERIFY(s.state().undoLabel.isEmpty());
    QCOMPARE(s.reviews.kept().first().decisions.size(), 1);
    QCOMPARE(fixture::outside(file, {QStringLiteral("DROP TRIGGER no_more")}), QString());
    s.reviews.decide({tenth}, DecisionKind::Accepted);
    s.store();
    QCOMPARE(s.failed.size(), 1);
    QCOMPARE(s.state().count(DecisionKind::Accepted), 2);
}

QTEST_GUILESS_MAIN(TestProjectReviews)
#include "tst_projectreviews.moc"
