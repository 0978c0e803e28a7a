// The program ends between the port's branch and what the project file says of it: the next one
// finds out which of both happened, records it, and the port goes on as if nothing had been.

#include "core/project/port/branchsettle.h"
#include "core/project/port/commit.h"
#include "core/project/session/projectcommits.h"
#include "core/project/session/projecttasks.h"
#include "tests/integration/commitsfixture.h"

using namespace rocport;
using rocport::test::CommitsFixture;

namespace {

/// When the program ends.
enum class Kill { BeforeTheBranch, BehindTheBranch };

} // namespace
Q_DECLARE_METATYPE(Kill)

class TestBranchSettle : public QObject, private CommitsFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        isolate();
        qRegisterMetaType<BranchSettled>();
    }
    void init() { start(); }
    void cleanup() { stop(); }
    void commits_data() { kills(); }
    void commits();
    void amends_data() { kills(); }
    void amends();
    void mergesUpstream_data() { kills(); }
    void mergesUpstream();
    void undoesTheNewest_data() { kills(); }
    void undoesTheNewest();
    void undoesAnOlderOne_data() { kills(); }
    void undoesAnOlderOne();
    void undoesAnAmending_data() { kills(); }
    void undoesAnAmending();
    void aLockThatWasLeft_data();
    void aLockThatWasLeft();
    void aPersonGoesOn();
    void aStepThatCouldNotBeRecordedIsRecordedWithTheNext();
    void oneStepAtATime();
    void aStrangersFileWritesNothing();
    void badStepsAreRefused_data();
    void badStepsAreRefused();

private:
    using Work = std::function<Result<void>(const ProjectState& state,
                                            const QVector<GeneratedFile>& generated,
                                            const BeginStep& begin, BranchOutcome& outcome)>;
    static void kills();
    static CommitWishes wishesFor(const QVector<Phase>& phases, CommitForm form = CommitForm::New);
    static Work committing(const CommitWishes& wishes);
    static Work undoing(const QByteArray& id);
    /// Closes the project, does `work` until the program "ends", and leaves the file as it is then.
    void killDuring(const Work& work, Kill kill);
    /// Opens the project again and gives what was told of it.
    BranchSettled openAgain();
    /// Everything that is accepted is committed, and both that and the branch are as they are to
    /// be.
    void goOn(const QByteArray& treeToBe);
    QByteArray treeOfAll();
    [[nodiscard]] QString ownProject() const
    {
        return QDir(m_port->data.path() + text("/projects"))
            .entryInfoList({text("*.rocport")})
            .first()
            .filePath();
    }
};

void TestBranchSettle::kills()
{
    QTest::addColumn<Kill>("kill");
    QTest::newRow("before the branch moved") << Kill::BeforeTheBranch;
    QTest::newRow("behind it") << Kill::BehindTheBranch;
}

CommitWishes TestBranchSettle::wishesFor(const QVector<Phase>& phases, CommitForm form)
{
    CommitWishes wishes;
    for (const Phase phase : phases) {
        wishes.phases.append({phase, form, {}});
    }
    return wishes;
}

TestBranchSettle::Work TestBranchSettle::committing(const CommitWishes& wishes)
{
    return [wishes](const ProjectState& state, const QVector<GeneratedFile>& generated,
                    const BeginStep& begin, BranchOutcome& outcome) {
        return commitPort(state, generated, wishes, {}, begin, outcome);
    };
}

TestBranchSettle::Work TestBranchSettle::undoing(const QByteArray& id)
{
    return [id](const ProjectState& state, const QVector<GeneratedFile>&, const BeginStep& begin,
                BranchOutcome& outcome) { return undoPortCommit(state, id, {}, begin, outcome); };
}

void TestBranchSettle::killDuring(const Work& work, Kill kill)
{
    const auto was = state();
    m_failed.reset();
    m_port->session.reset();
    const auto file = ProjectFile::open(was->projectFile);
    QVERIFY(file.ok());
    const auto generated = (*file)->generatedFiles();
    QVERIFY(generated.ok());
    BranchOutcome outcome;
    const Result<void> done = work(
        *was, *generated,
        [&](const BranchStep& step, const QVector<GeneratedFile>& texts) {
            Result<void> begun = (*file)->beginBranchStep(step, texts);
            const Error ended{ErrorCode::Internal, text("the program ends here"), {}};
            return begun && kill == Kill::BeforeTheBranch ? Result<void>(ended) : begun;
        },
        outcome);
    QCOMPARE(outcome.moved, kill == Kill::BehindTheBranch);
    QCOMPARE(done.ok(), kill == Kill::BehindTheBranch);
    const auto open = (*file)->openBranchStep();
    QVERIFY(open.ok() && open->has_value());
}

BranchSettled TestBranchSettle::openAgain()
{
    m_failed.reset();
    m_port->session.reset();
    auto session = std::make_unique<ProjectSession>(m_port->data.path());
    BranchSettled told;
    QObject::connect(session.get(), &ProjectSession::branchSettled, session.get(),
                     [&told](const BranchSettled& settled) { told = settled; });
    m_failed = std::make_unique<QSignalSpy>(session.get(), &ProjectSession::failed);
    session->openRepository(m_port->repository.path());
    const bool opened = QTest::qWaitFor(
        [&] {
            return session->state() && session->state()->scan &&
                   session->tasks().running().isEmpty();
        },
        test::kPatience);
    session->disconnect(session.get());
    m_port->session = std::move(session);
    return opened ? told : BranchSettled();
}

void TestBranchSettle::goOn(const QByteArray& treeToBe)
{
    if (!state()->commits.isEmpty()) { // else there is no branch that git could be asked about
        checkRecords();
    }
    const bool left = std::any_of(
        state()->scan->hunks.begin(), state()->scan->hunks.end(), [this](const Hunk& hunk) {
            return isTaken(state()->decisions.kind(hunk.key)) && !state()->isCommitted(hunk.key);
        });
    if (left) {
        QVector<Phase> phases;
        for (const Phase phase : kPhases) {
            if (std::any_of(state()->scan->hunks.begin(), state()->scan->hunks.end(),
                            [&](const Hunk& hunk) {
                                return hunk.phase == phase &&
                                       isTaken(state()->decisions.kind(hunk.key)) &&
                                       !state()->isCommitted(hunk.key);
                            })) {
                phases.append(phase);
            }
        }
        commit(wishesFor(phases));
    }
    QVERIFY2(m_failed->isEmpty(), test::why(*m_failed).constData());
    checkRecords();
    checkWorktree();
    QCOMPARE(tree(), treeToBe);
}

/// What a port that nothing disturbs comes to: the tree of its branch.
QByteArray TestBranchSettle::treeOfAll()
{
    commit(wishesFor({Phase::Translation, Phase::Wavefront}));
    QByteArray all = tree();
    stop();
    start();
    accept(keysOf(Phase::Translation));
    accept(keysOf(Phase::Wavefront));
    return all;
}

void TestBranchSettle::commits()
{
    QFETCH(Kill, kill);
    accept(keysOf(Phase::Translation));
    accept(keysOf(Phase::Wavefront));
    const QByteArray all = treeOfAll();
    killDuring(committing(wishesFor({Phase::Translation, Phase::Wavefront})), kill);
    const BranchSettled told = openAgain();
    QCOMPARE(told.end, kill == Kill::BehindTheBranch ? BranchSettled::End::Recorded
                                                     : BranchSettled::End::Dropped);
    QCOMPARE(told.made, 2);
    QCOMPARE(state()->committed.isEmpty(), kill == Kill::BeforeTheBranch);
    goOn(all);
    QCOMPARE(log("%s").split('\n').size(), 2);
    // It is told once.
    QCOMPARE(openAgain().end, BranchSettled::End::Nothing);
    checkRecords();
}

void TestBranchSettle::amends()
{
    QFETCH(Kill, kill);
    accept(keysOf(Phase::Translation));
    accept(keysOf(Phase::Wavefront));
    const QByteArray all = treeOfAll();
    stop();
    start();
    commitHalf();
    accept(keysOf(Phase::Wavefront).mid(1));
    killDuring(committing(wishesFor({Phase::Wavefront}, CommitForm::Amend)), kill);
    QCOMPARE(openAgain().end, kill == Kill::BehindTheBranch ? BranchSettled::End::Recorded
                                                            : BranchSettled::End::Dropped);
    goOn(all);
    // What was amended can be taken back, and comes back, as ever.
    const QByteArray newest = log("%H").split('\n').first();
    m_port->session->commits().undo(newest);
    m_port->wait();
    QVERIFY2(m_failed->isEmpty(), test::why(*m_failed).constData());
    checkRecords();
    checkWorktree();
    QCOMPARE(log("%s").split('\n').size(), 2);
}

void TestBranchSettle::mergesUpstream()
{
    QFETCH(Kill, kill);
    accept(keysOf(Phase::Translation));
    accept(keysOf(Phase::Wavefront));
    commit(wishesFor({Phase::Translation}));
    m_port->upstream(text("src/notes.txt"), "one\ntwo\nfour\n");
    const QByteArray upstream = state()->scan->commit;
    QVERIFY(state()->meta.baseCommit != upstream);
    killDuring(committing(wishesFor({Phase::Wavefront})), kill);
    QCOMPARE(openAgain().end, kill == Kill::BehindTheBranch ? BranchSettled::End::Recorded
                                                            : BranchSettled::End::Dropped);
    QCOMPARE(state()->meta.baseCommit == upstream, kill == Kill::BehindTheBranch);
    if (kill == Kill::BeforeTheBranch) {
        commit(wishesFor({Phase::Wavefront}));
    }
    QVERIFY2(m_failed->isEmpty(), test::why(*m_failed).constData());
    checkWorktree();
    QCOMPARE(git({text("show"), state()->meta.portBranch + text(":src/notes.txt")}),
             QByteArray("one\ntwo\nfour\n"));
    QCOMPARE(log("%s").split('\n').size(), 3);
    // What was generated is known, so that a next refresh finds nothing to merge by hand.
    m_port->upstream(text("src/notes.txt"), "one\ntwo\nfive\n");
    m_port->session->commits().undo(log("%H").split('\n').first());
    m_port->wait();
    commit(wishesFor({Phase::Wavefront}));
    QVERIFY2(m_failed->isEmpty(), test::why(*m_failed).constData());
}

void TestBranchSettle::undoesTheNewest()
{
    QFETCH(Kill, kill);
    accept(keysOf(Phase::Translation));
    accept(keysOf(Phase::Wavefront));
    const QByteArray all = treeOfAll();
    commit(wishesFor({Phase::Translation, Phase::Wavefront}));
    const QByteArray newest = log("%H").split('\n').first();
    killDuring(undoing(newest), kill);
    const BranchSettled told = openAgain();
    QCOMPARE(told.takenBack, 1);
    QCOMPARE(log("%s").split('\n').size(), kill == Kill::BehindTheBranch ? 1 : 2);
    goOn(all);
}

void TestBranchSettle::undoesAnOlderOne()
{
    QFETCH(Kill, kill);
    commitHalf();
    accept(keysOf(Phase::Wavefront).mid(1));
    commit(wishesFor({Phase::Wavefront}));
    const QByteArray all = tree();
    const QByteArray older = log("%H").split('\n').at(1);
    killDuring(undoing(older), kill);
    const BranchSettled told = openAgain();
    QCOMPARE(told.takenBack, 1);
    QCOMPARE(log("%s").startsWith("Revert"), kill == Kill::BehindTheBranch);
    const auto commits = state()->commits;
    QVERIFY(std::any_of(commits.begin(), commits.end(), [&](const RecordedCommit& one) {
        return one.id == older && one.undone == (kill == Kill::BehindTheBranch);
    }));
    if (kill == Kill::BehindTheBranch) {
        commit(wishesFor({Phase::Wavefront}));
    }
    QVERIFY2(m_failed->isEmpty(), test::why(*m_failed).constData());
    QCOMPARE(tree(), all);
    checkWorktree();
}

void TestBranchSettle::undoesAnAmending()
{
    QFETCH(Kill, kill);
    commitHalf();
    const QByteArray before = log("%H");
    accept(keysOf(Phase::Wavefront).mid(1));
    commit(wishesFor({Phase::Wavefront}, CommitForm::Amend));
    const QByteArray all = tree();
    const QByteArray amended = log("%H").split('\n').first();
    killDuring(undoing(amended), kill);
    QCOMPARE(openAgain().takenBack, 1);
    QCOMPARE(log("%H") == before, kill == Kill::BehindTheBranch);
    goOn(all);
}

void TestBranchSettle::aLockThatWasLeft_data()
{
    QTest::addColumn<QByteArray>("content"); // with @ for the commit that the branch moves to
    QTest::addColumn<bool>("stays");
    QTest::newRow("not written yet") << QByteArray() << false;
    QTest::newRow("written") << QByteArray("@\n") << false;
    QTest::newRow("of somebody else") << QByteArray(40, 'a') + '\n' << true;
}

/// git keeps who finds it from the branch, also after the program that made it has ended.
void TestBranchSettle::aLockThatWasLeft()
{
    QFETCH(QByteArray, content);
    QFETCH(bool, stays);
    accept(keysOf(Phase::Translation));
    killDuring(committing(wishesFor({Phase::Translation})), Kill::BeforeTheBranch);
    const auto file = ProjectFile::open(ownProject());
    QVERIFY(file.ok());
    const BranchStep step = **(*file)->openBranchStep();
    const QString lock =
        m_port->repository.path() + text("/.git/refs/heads/") + step.branch + text(".lock");
    QVERIFY(QDir().mkpath(QFileInfo(lock).path()));
    QFile left(lock);
    QVERIFY(left.open(QIODevice::WriteOnly));
    left.write(content.replace('@', step.to));
    left.close();
    QCOMPARE(settleBranchStep(**file, false)->end, BranchSettled::End::Dropped);
    QVERIFY(QFileInfo::exists(lock)); // a stranger's file frees nothing
    QVERIFY((*file)->beginBranchStep(step, {}).ok());
    QCOMPARE(settleBranchStep(**file, true)->end, BranchSettled::End::Dropped);
    QCOMPARE(QFileInfo::exists(lock), stays);
}

void TestBranchSettle::aPersonGoesOn()
{
    accept(keysOf(Phase::Translation));
    accept(keysOf(Phase::Wavefront));
    const QString branch = state()->meta.portBranch;
    killDuring(committing(wishesFor({Phase::Translation})), Kill::BehindTheBranch);
    const QString folder = m_port->data.path() + text("/hand");
    git({text("worktree"), text("add"), text("-f"), folder, branch});
    int code = 0;
    test::ScratchRepository::runGit(
        folder, {text("commit"), text("-q"), text("--allow-empty"), text("-m"), text("by hand")},
        &code);
    QCOMPARE(code, 0);
    git({text("worktree"), text("remove"), text("--force"), folder});
    QCOMPARE(openAgain().end, BranchSettled::End::Recorded);
    QVERIFY(!state()->committed.isEmpty());
    commit(wishesFor({Phase::Wavefront}));
    QVERIFY2(m_failed->isEmpty(), test::why(*m_failed).constData());
    QCOMPARE(log("%s").split('\n').size(), 3);
}

/// Within one run: the disk was full when the branch had moved.
void TestBranchSettle::aStepThatCouldNotBeRecordedIsRecordedWithTheNext()
{
    accept(keysOf(Phase::Translation));
    accept(keysOf(Phase::Wavefront));
    killDuring(committing(wishesFor({Phase::Translation})), Kill::BehindTheBranch);
    {
        const auto file = ProjectFile::open(ownProject());
        QVERIFY(file.ok());
        QCOMPARE((*file)->commits()->size(), 0);
        const auto settled = settleBranchStep(**file, true);
        QVERIFY(settled.ok());
        QCOMPARE(settled->made, 1);
        QCOMPARE((*file)->commits()->size(), 1);
        QCOMPARE(settleBranchStep(**file, true)->end, BranchSettled::End::Nothing);
    }
    QCOMPARE(openAgain().end, BranchSettled::End::Nothing);
    checkRecords();
}

void TestBranchSettle::oneStepAtATime()
{
    accept(keysOf(Phase::Translation));
    accept(keysOf(Phase::Wavefront));
    m_port->session->commits().commit(wishesFor({Phase::Translation}));
    m_port->session->commits().commit(wishesFor({Phase::Wavefront}));
    m_port->wait();
    QCOMPARE(m_failed->size(), 1);
    QCOMPARE(m_failed->first().first().value<Error>().code, ErrorCode::NotPossibleNow);
    checkRecords();
    commit(wishesFor({Phase::Wavefront}));
    QCOMPARE(m_failed->size(), 1);
    checkRecords();
}

/// A project file from elsewhere is settled, and no worktree is made of what it says.
void TestBranchSettle::aStrangersFileWritesNothing()
{
    accept(keysOf(Phase::Translation));
    accept(keysOf(Phase::Wavefront));
    killDuring(committing(wishesFor({Phase::Translation})), Kill::BehindTheBranch);
    QTemporaryDir elsewhere;
    const QString copy = elsewhere.filePath(text("theirs.rocport"));
    QVERIFY(QFile::rename(ownProject(), copy));
    auto file = ProjectFile::open(copy);
    QVERIFY(file.ok());
    ProjectMeta meta = *(*file)->meta();
    meta.worktree = elsewhere.filePath(text("worktree"));
    QVERIFY((*file)->setMeta(meta).ok());
    file->reset();
    ProjectSession session(m_port->data.path());
    QSignalSpy told(&session, &ProjectSession::branchSettled);
    session.openProjectFile(copy);
    QTRY_VERIFY_WITH_TIMEOUT(session.state() && session.state()->scan &&
                                 session.tasks().running().isEmpty(),
                             test::kPatience);
    QCOMPARE(told.size(), 1);
    QCOMPARE(session.state()->commits.size(), 1);
    QVERIFY(!QFileInfo::exists(meta.worktree));
}

void TestBranchSettle::badStepsAreRefused_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("no json") << QByteArray("{");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("no commit") << QByteArray(R"({"branch":"rocport/x","from":"","to":"x"})");
    QTest::newRow("a branch that is an option")
        << QByteArray(R"({"branch":"--upload","from":"","to":"abc"})");
    QTest::newRow("a phase") << QByteArray(
        R"({"branch":"b","from":"","to":"abc","rewrites":[{"made":[{"id":"abc","phase":99}]}]})");
    QTest::newRow("a commit") << QByteArray(
        R"({"branch":"b","from":"","to":"abc","rewrites":[{"made":[{"id":"../x","phase":1}]}]})");
    QTest::newRow("replaced") << QByteArray(
        R"({"branch":"b","from":"","to":"abc","rewrites":[{"replaced":[{"id":"abc","by":"-"}]}]})");
}

void TestBranchSettle::badStepsAreRefused()
{
    QFETCH(QByteArray, body);
    const QString path = state()->projectFile;
    m_failed.reset();
    m_port->session.reset();
    const auto file = ProjectFile::open(path);
    QVERIFY(file.ok());
    QVERIFY((*file)->appendJournal({{JournalKind::BranchStep, text("port"), {}, body}}).ok());
    const auto step = (*file)->openBranchStep();
    QVERIFY(!step.ok());
    QCOMPARE(step.error().code, ErrorCode::ProjectCorrupt);
}

QTEST_GUILESS_MAIN(TestBranchSettle)
#include "tst_branchsettle.moc"
