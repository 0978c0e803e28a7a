// Reviews of ports as a part of the session: opened, decided and undone, kept in the project file,
// and gone on with when the port moves.

#include "core/project/session/projectreviews.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/session.h"
#include "tests/unit/portreviewfixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

namespace {

constexpr int kPatience = 30'000;

const QByteArray kText("a;\nb;\nc;\nd;\ne;\nf;\ng;\nh;\ni;\nj;\nk;\nl;\n");

/// A repository with a port on branch `port`, whose base is `main`.
struct PortRepository : GitFixture
{
    PortRepository()
    {
        write("a.cu", kText);
        write("docs.md", "text\n");
        commitAll();
        run({QStringLiteral("checkout"), QStringLiteral("-qb"), QStringLiteral("port")});
        write("a.cu", ported("x;", "y;"));
        write("new.cu", "n;\n");
        commitAll(QStringLiteral("Port to ROCm"));
        run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("main")});
    }

    static QByteArray ported(const QByteArray& second, const QByteArray& tenth)
    {
        return QByteArray(kText).replace("b;", second).replace("j;", tenth);
    }

    /// Makes the port's newest commit another one.
    void movePort(const QByteArray& text) const
    {
        run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("port")});
        write("a.cu", text);
        commitAll(QStringLiteral("Port again"));
        run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("main")});
    }
};

/// A session with the repository's project open.
struct OpenSession
{
    ProjectSession session;
    ProjectReviews& reviews{session.reviews()};
    QSignalSpy changed{&reviews, &ProjectReviews::changed};
    QSignalSpy openFailed{&reviews, &ProjectReviews::openFailed};
    QSignalSpy failed{&reviews, &ProjectReviews::failed};
    QSignalSpy newRevision{&reviews, &ProjectReviews::newRevision};

    OpenSession(const QString& data, const QString& repository) : session(data)
    {
        session.openRepository(repository);
        const bool scanned = QTest::qWaitFor(
            [this] {
                return session.state() && session.state()->scan &&
                       session.tasks().running().isEmpty();
            },
            kPatience);
        if (!scanned) {
            qFatal("the project is not opened");
        }
    }

    void wait() { QTRY_VERIFY_WITH_TIMEOUT(!reviews.isOpening(), kPatience); }
    void open(const QString& range = QStringLiteral("main...port"))
    {
        ReviewRequest request;
        request.range = range;
        reviews.open(request);
        wait();
    }
    [[nodiscard]] const ReviewState& state() const { return *reviews.state(); }
    [[nodiscard]] QByteArray hunk(const QByteArray& path, int line = 0) const
    {
        const ReviewHunk* found = hunkAt(*state().review, path, line);
        return found == nullptr ? QByteArray() : found->id;
    }
    void store() { QTRY_VERIFY_WITH_TIMEOUT(session.isStored(), kPatience); }
};

} // namespace

class TestProjectReviews : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }
    void opensAndDecides();
    void whatCannotBeOpened();
    void cancelled();
    void threads();

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
    const QByteArray id = s.reviews.comment(second, false, 2, QStringLiteral("Why?"));
    QCOMPARE(s.state().kept.threads.size(), 1);
    QCOMPARE(s.state().kept.threads.first().lineText, QByteArray("x;"));
    const QByteArray ofBase = s.reviews.comment(second, true, 2, QStringLiteral("It was here."));
    QCOMPARE(s.state().kept.threads.last().lineText, QByteArray("b;"));
    s.reviews.reply(id, QStringLiteral("Because."));
    QCOMPARE(s.reviews.ownComments().size(), 2);
    QCOMPARE(s.reviews.ownComments().first().line, 2);
    QVERIFY(s.reviews.ownComments().first().body.contains(QStringLiteral("Because.")));
    s.reviews.setResolved(ofBase, true);
    QCOMPARE(s.reviews.ownComments().size(), 1);
    s.reviews.removeReply(id);
    QCOMPARE(s.state().kept.threads.first().replies.size(), 1);
    s.reviews.removeReply(id);
    QCOMPARE(s.state().kept.threads.size(), 1);
    QVERIFY(s.reviews.ownComments().isEmpty());
}

QTEST_GUILESS_MAIN(TestProjectReviews)
#include "tst_projectreviews.moc"
