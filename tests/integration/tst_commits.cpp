// Commits of the port with chosen messages and people, previewed, amended, squashed and taken back;
// what is there afterwards is asked of the git program.
#include "core/project/session/openstate.h"
#include "core/report/report.h"
#include "tests/integration/commitsfixture.h"

using namespace rocport;
using namespace rocport::test;

class TestCommits : public QObject, protected test::CommitsFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { isolate(); }
    void init() { start(); }
    void cleanup() { stop(); }

    void takesMessageAuthorAndSignOff();
    void isGitsAuthor();
    void nobodyIsMadeUp();
    void emptyMessageIsRefused();
    void previewIsWhatGitCounts();
    void namesWhatIsNotCommitted();
    void amendsTheNewest();
    void amendsBelowOthers();
    void rewordsOnly();
    void squashes();
    void aFolderHoldsOneSeries();
    void undoBringsBack();
    void survivesReopening();
    void refusesWhatIsElsewhere_data();
    void refusesWhatIsElsewhere();
    void refusesAfterUpstream();
    void keepsHandEditsBelow();
};

void TestCommits::takesMessageAuthorAndSignOff()
{
    m_port->acceptAll();
    CommitWishes wishes;
    wishes.phases = {{Phase::Translation, CommitForm::New, text("My words\n\nAnd why.\n\nRef: 1")},
                     {Phase::Wavefront, CommitForm::New, {}}};
    wishes.author = {text("Ada L"), text("ada@example.org")};
    wishes.signOff = true;
    commit(wishes);
    QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    QCOMPARE(log("%an <%ae>|%cn <%ce>"),
             QByteArray("Ada L <ada@example.org>|Test <test@localhost>\n"
                        "Ada L <ada@example.org>|Test <test@localhost>"));
    const QByteArray first =
        git({text("log"), text("-1"), text("--format=%B"), state()->meta.portBranch + text("~1")})
            .trimmed();
    QCOMPARE(first, QByteArray("My words\n\nAnd why.\n\nRef: 1\n"
                               "Signed-off-by: Test <test@localhost>"));
    // The other one has the drafted words, and the line after Rocport's own trailer.
    const QByteArray second =
        git({text("log"), text("-1"), text("--format=%B"), state()->meta.portBranch}).trimmed();
    QVERIFY2(second.startsWith("Port phase 3: "), second.constData());
    QVERIFY2(second.endsWith("\nRocport-Phase: 3\nSigned-off-by: Test <test@localhost>"),
             second.constData());
    QCOMPARE(state()->commits.last().message.trimmed().toUtf8(), second);
    checkRecords();
}

void TestCommits::isGitsAuthor()
{
    qputenv("GIT_AUTHOR_NAME", "From Environment");
    m_port->acceptAll();
    commitOne(Phase::Translation);
    const QByteArray said = git({text("var"), text("GIT_AUTHOR_IDENT")});
    qunsetenv("GIT_AUTHOR_NAME");
    QCOMPARE(log("%an <%ae>"), said.left(said.lastIndexOf('>') + 1));
    QVERIFY(log("%an").startsWith("From Environment"));
}

void TestCommits::nobodyIsMadeUp()
{
    git({text("config"), text("--remove-section"), text("user")});
    m_port->acceptAll();
    commitOne(Phase::Translation);
    QCOMPARE(m_failed->size(), 1);
    const Error error = m_failed->first().first().value<Error>();
    QCOMPARE(error.code, ErrorCode::InvalidArgument);
    QVERIFY2(error.detail.contains(text("git config user.name")), qPrintable(error.detail));
    QVERIFY(state()->commits.isEmpty());
    QVERIFY(git({text("branch"), text("--list"), state()->meta.portBranch}).isEmpty());
    const CommitPreview now = preview({{{Phase::Translation, CommitForm::New, {}}}, {}, false});
    QVERIFY(!now.identity.author.isComplete());
    QVERIFY(!now.signer.isComplete());
    CommitWishes wishes;
    wishes.phases = {{Phase::Translation, CommitForm::New, {}}};
    wishes.author = {text("Ada"), text("ada@example.org")};
    wishes.signOff = true;
    commit(wishes);
    QCOMPARE(log("%an <%ae>|%cn <%ce>"), QByteArray("Ada <ada@example.org>|Ada <ada@example.org>"));
    QVERIFY(log("%B").contains("Signed-off-by: Ada <ada@example.org>"));
    // A revert needs somebody too.
    wishes.phases = {{Phase::Wavefront, CommitForm::New, {}}};
    commit(wishes);
    const QByteArray first = state()->commits.first().id;
    m_failed->clear();
    m_port->session->undoCommit(first);
    m_port->wait();
    QCOMPARE(m_failed->size(), 1);
    QVERIFY(!state()->commits.first().undone);
    m_port->session->undoCommit(first, wishes.author);
    m_port->wait();
    QVERIFY(state()->commits.first().undone);
}

void TestCommits::emptyMessageIsRefused()
{
    m_port->acceptAll();
    for (const char* empty : {"", " \n ", "\nSigned-off-by: Test <test@localhost>\n"}) {
        m_failed->clear();
        commitOne(Phase::Translation, CommitForm::New, text(empty));
        QCOMPARE(m_failed->size(), 1);
        QVERIFY(m_failed->first().first().value<Error>().detail.contains(text("is empty")));
        QVERIFY(state()->commits.isEmpty());
    }
}

void TestCommits::previewIsWhatGitCounts()
{
    m_port->acceptAll();
    CommitWishes wishes;
    for (const Phase phase : kPhases) {
        wishes.phases.append({phase, CommitForm::New, {}});
    }
    const CommitPreview now = preview(wishes);
    QVERIFY(now.phases.size() >= 2);
    QVERIFY(!now.problem);
    QVERIFY(git({text("branch"), text("--list"), state()->meta.portBranch}).isEmpty());
    commit(wishes);
    QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    QCOMPARE(state()->commits.size(), now.phases.size());
    for (const RecordedCommit& made : state()->commits) {
        const PhasePreview* phase = of(now, made.phase);
        QVERIFY(phase);
        QCOMPARE(phase->changesOfCommit, int(made.hunkKeys.size()));
        QCOMPARE(cleanedMessage(phase->message), made.message);
        QByteArrayList said;
        for (const CommitFileCount& file : phase->files) {
            said.append(QByteArray::number(file.lines.added) + '\t' +
                        QByteArray::number(file.lines.removed) + '\t' + file.path.bytes());
        }
        QCOMPARE(said.join('\n'), git({text("show"), text("--numstat"), text("--format="),
                                       QString::fromLatin1(made.id)})
                                      .trimmed());
    }
}

void TestCommits::namesWhatIsNotCommitted()
{
    m_port->repository.write(text("src/reduce.cu"), "// dirty\n");
    m_port->repository.write(text("src/new.cu"), "// new\n");
    m_port->repository.write(text("scratch.bin"), "x\n");
    auto asked = m_port->session->uncommittedFiles({});
    QTRY_VERIFY_WITH_TIMEOUT(asked.isFinished(), kPatience);
    QVERIFY(asked.result());
    QByteArrayList said;
    for (const UncommittedFile& file : *asked.result()) {
        said.append(file.change.path.bytes() + (file.scanned ? " scanned" : ""));
    }
    QCOMPARE(said, (QByteArrayList{"scratch.bin", "src/new.cu scanned", "src/reduce.cu scanned"}));
}

void TestCommits::amendsTheNewest()
{
    commitHalf();
    const RecordedCommit old = state()->commits.last();
    const QByteArray date =
        git({text("log"), text("-1"), text("--format=%at"), QString::fromLatin1(old.id)});
    m_port->acceptAll();
    const CommitPreview now = preview({{{Phase::Wavefront, CommitForm::Amend, {}}}, {}, false});
    QCOMPARE(of(now, Phase::Wavefront)->amendable, old.id);
    QVERIFY(!now.problem);
    commitOne(Phase::Wavefront, CommitForm::Amend);
    QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    QCOMPARE(log("%s").count('\n'), 1); // two commits as before
    const RecordedCommit amended = state()->commits.last();
    QCOMPARE(amended.hunkKeys.size(), keysOf(Phase::Wavefront).size());
    QVERIFY2(amended.message.startsWith(text("Port phase 3: wavefront adaptation (%1 changes)\n")
                                            .arg(keysOf(Phase::Wavefront).size())),
             qPrintable(amended.message));
    QVERIFY2(
        amended.message.contains(text("\n\nDecided: %1 of %1 changes: %1 accepted, 0 rejected.\n")
                                     .arg(keysOf(Phase::Wavefront).size())),
        qPrintable(amended.message));
    QVERIFY(amended.message.endsWith(text("\n\nRocport-Phase: 3\n")));
    QCOMPARE(git({text("log"), text("-1"), text("--format=%at"), state()->meta.portBranch}), date);
    for (const RecordedCommit& commit : state()->commits) {
        if (commit.id == old.id) {
            QVERIFY(commit.undone);
            QCOMPARE(commit.replacedBy, amended.id);
        }
    }
    checkRecords();
    checkWorktree();
    // The report tells it as it was.
    auto made = m_port->session->makeReport();
    QTRY_VERIFY_WITH_TIMEOUT(made.isFinished(), kPatience);
    const QByteArray report = renderMarkdown(made.result());
    QVERIFY2(report.contains("Replaced by `" + amended.id.left(7)), report.constData());
    const QByteArray json = renderJson(made.result());
    QVERIFY(json.contains("\"replacedBy\": \"" + amended.id + '"') ||
            json.contains("\"replacedBy\":\"" + amended.id + '"'));
    // What is amended cannot be decided anew either.
    QVERIFY(!m_port->session->decide({keysOf(Phase::Wavefront).last()}, DecisionKind::Rejected,
                                     text("late")));
    const QByteArray reduce = m_port->onBranch(text("src/reduce.cu"));
    QCOMPARE(reduce.count("#ifdef USE_ROCM"), reduce.count("#endif"));
}

void TestCommits::amendsBelowOthers()
{
    const QVector<QByteArray> masks = keysOf(Phase::Wavefront);
    accept({masks.first()});
    commitOne(Phase::Wavefront);
    accept(keysOf(Phase::Build));
    accept(keysOf(Phase::Translation));
    CommitWishes rest;
    rest.phases = {{Phase::Translation, CommitForm::New, {}}, {Phase::Build, CommitForm::New, {}}};
    rest.author = {text("Bob"), text("bob@example.org")};
    commit(rest);
    const qsizetype before = log("%H").split('\n').size();
    QVERIFY(before >= 2);
    m_port->acceptAll();
    commitOne(Phase::Wavefront, CommitForm::Amend);
    QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    QCOMPARE(log("%H").split('\n').size(), before);
    QVERIFY(log("%s").split('\n').last().startsWith("Port phase 3"));
    // The others keep who wrote them.
    QVERIFY2(log("%an").startsWith("Bob\n") || before == 1, log("%an").constData());
    checkRecords();
    checkWorktree();
    const QByteArray amended = tree();
    // As if all had been accepted at once.
    Port fresh;
    fresh.open();
    fresh.acceptAll();
    CommitWishes all;
    all.phases = {{Phase::Translation, CommitForm::New, {}},
                  {Phase::Wavefront, CommitForm::New, {}},
                  {Phase::Build, CommitForm::New, {}}};
    fresh.session->commit(all);
    fresh.wait();
    QCOMPARE(amended,
             fresh.repository.git(
                 {text("rev-parse"), fresh.session->state()->meta.portBranch + text("^{tree}")}));
}

void TestCommits::rewordsOnly()
{
    commitHalf();
    const QByteArray before = tree();
    commitOne(Phase::Translation, CommitForm::Amend, text("Reworded\n\nBetter said."));
    QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    QCOMPARE(log("%s").split('\n').last(), QByteArray("Reworded"));
    QCOMPARE(tree(), before);
    checkRecords();
    checkWorktree();
}

void TestCommits::squashes()
{
    commitHalf();
    m_port->acceptAll();
    commitOne(Phase::Wavefront, CommitForm::New, text("Rest of the masks\n\nReviewed-by: B <b@x>"));
    QCOMPARE(log("%s").count('\n'), 2);
    const QByteArray before = tree();
    const CommitPreview now = preview({{{Phase::Wavefront, CommitForm::Squash, {}}}, {}, false});
    QCOMPARE(of(now, Phase::Wavefront)->squashable.size(), 2);
    commitOne(Phase::Wavefront, CommitForm::Squash);
    QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    QCOMPARE(log("%s").count('\n'), 1);
    QCOMPARE(tree(), before);
    // Nothing that was written is lost.
    const QByteArray message =
        git({text("log"), text("-1"), text("--format=%B"), state()->meta.portBranch});
    QVERIFY2(message.contains("Port phase 3") && message.contains("Rest of the masks"),
             message.constData());
    QVERIFY2(message.trimmed().endsWith("\n\nRocport-Phase: 3\nReviewed-by: B <b@x>"),
             message.constData());
    checkRecords();
    checkWorktree();
}

/// What is exported again after commits were rewritten is a series that git am takes, whatever the
/// folder held of the series before; what others put there stays.
void TestCommits::aFolderHoldsOneSeries()
{
    commitHalf();
    m_port->acceptAll();
    commitOne(Phase::Wavefront);
    const QString folder = m_port->data.filePath(text("a series"));
    const QString other = folder + text("/patches/0099-mine.patch");
    const auto write = [&] {
        m_port->session->exportReport({text("patches")}, folder);
        m_port->wait();
        return QDir(folder + text("/patches")).entryList({text("*.patch")});
    };
    const QStringList before = write();
    QVERIFY(before.size() > 2);
    QFile mine(other);
    QVERIFY(mine.open(QIODevice::WriteOnly));
    mine.write("From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\n");
    mine.close();
    commitOne(Phase::Wavefront, CommitForm::Squash, text("All of it\n"));
    QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    QStringList after = write();
    QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    QCOMPARE(after.takeLast(), text("0099-mine.patch"));
    QCOMPARE(after.size(), before.size() - 1);
    QStringList words{text("am"), text("-q"), text("--keep-cr")};
    for (const QString& name : std::as_const(after)) {
        words.append(folder + text("/patches/") + name);
    }
    git({text("checkout"), text("-qb"), text("am")});
    git(words);
    QCOMPARE(git({text("diff"), text("--stat"), text("am..") + state()->meta.portBranch}),
             QByteArray());
}

void TestCommits::undoBringsBack()
{
    commitHalf();
    const QByteArray old = log("%H");
    const QSet<QByteArray> committed = state()->committed;
    m_port->acceptAll();
    // The older of two is amended, so that both are rewritten in one go.
    commitOne(Phase::Translation, CommitForm::Amend, text("Other words"));
    QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    QVERIFY(log("%H") != old);
    m_port->session->undoCommit(state()->commits.last().id);
    m_port->wait();
    QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    QCOMPARE(log("%H"), old);
    QCOMPARE(state()->committed, committed);
    checkRecords();
    checkWorktree();
    // From there on, undo takes the commit back, and all can be committed again.
    m_port->session->undoCommit(state()->commits.last().id);
    m_port->wait();
    QCOMPARE(log("%H"), old.split('\n').last());
    checkRecords();
    m_port->commitAll();
    QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    QCOMPARE(state()->committed.size(), state()->hunks);
    checkRecords();
    checkWorktree();
}

void TestCommits::survivesReopening()
{
    commitHalf();
    m_port->acceptAll();
    commitOne(Phase::Wavefront, CommitForm::Amend);
    const auto before = state();
    const QString project = before->projectFile;
    m_failed.reset();
    m_port->session.reset();
    const auto again = openStateReadOnly(project);
    QVERIFY(again);
    QCOMPARE(again->committed, before->committed);
    QCOMPARE(again->commits.size(), before->commits.size());
    for (qsizetype i = 0; i < before->commits.size(); ++i) {
        QCOMPARE(again->commits[i].id, before->commits[i].id);
        QCOMPARE(again->commits[i].replacedBy, before->commits[i].replacedBy);
        QCOMPARE(again->commits[i].rewrite, before->commits[i].rewrite);
    }
    m_port->open();
    m_port->session->undoCommit(state()->commits.last().id);
    m_port->wait();
    checkRecords();
    QCOMPARE(state()->commits.size(), before->commits.size() + 1);
}

void TestCommits::refusesWhatIsElsewhere_data()
{
    QTest::addColumn<QStringList>("arguments"); // of git; %1 is the branch
    QTest::addColumn<int>("hindrance");
    QTest::newRow("pushed") << QStringList{text("update-ref"), text("refs/remotes/origin/port"),
                                           text("%1")}
                            << int(RewriteHindrance::Shared);
    QTest::newRow("another branch")
        << QStringList{text("branch"), text("mine"), text("%1")} << int(RewriteHindrance::Shared);
    QTest::newRow("tag") << QStringList{text("tag"), text("v1"), text("%1")}
                         << int(RewriteHindrance::Shared);
    QTest::newRow("commit on top") << QStringList{} << int(RewriteHindrance::Foreign);
}

void TestCommits::refusesWhatIsElsewhere()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, hindrance);
    commitHalf();
    if (arguments.isEmpty()) {
        m_port->byHand(text("src/notes.txt"), "one", "ONE");
    } else {
        git(arguments.replaceInStrings(text("%1"), state()->meta.portBranch));
    }
    const QByteArray before = log("%H");
    m_port->acceptAll();
    const CommitWishes wishes{{{Phase::Wavefront, CommitForm::Amend, {}}}, {}, false};
    const CommitPreview now = preview(wishes);
    QCOMPARE(int(of(now, Phase::Wavefront)->hindrance), hindrance);
    QVERIFY(!of(now, Phase::Wavefront)->where.isEmpty());
    QVERIFY(now.problem.has_value());
    commit(wishes);
    QCOMPARE(m_failed->size(), 1);
    QCOMPARE(m_failed->first().first().value<Error>().code, ErrorCode::BranchBusy);
    QCOMPARE(log("%H"), before);
    // A new commit goes on top all the same.
    commitOne(Phase::Wavefront);
    QCOMPARE(m_failed->size(), 1);
    QVERIFY(log("%H").endsWith(before));
}

void TestCommits::refusesAfterUpstream()
{
    commitHalf();
    m_port->upstream(text("src/notes.txt"), "one\ntwo\nthree\nfour\n");
    m_port->acceptAll();
    const CommitWishes wishes{{{Phase::Wavefront, CommitForm::Amend, {}}}, {}, false};
    const CommitPreview now = preview(wishes);
    QCOMPARE(int(of(now, Phase::Wavefront)->hindrance), int(RewriteHindrance::Upstream));
    commit(wishes);
    QCOMPARE(m_failed->size(), 1);
    const CommitPreview fresh = preview({{{Phase::Wavefront, CommitForm::New, {}}}, {}, false});
    QVERIFY(fresh.mergesUpstream);
    QCOMPARE(fresh.refreshed.size(), 1);
    QCOMPARE(fresh.refreshed.first().path, RepoPath("src/notes.txt"));
    QCOMPARE(fresh.refreshed.first().lines.added, 1);
    commitOne(Phase::Wavefront);
    QCOMPARE(m_failed->size(), 1);
}

void TestCommits::keepsHandEditsBelow()
{
    accept(keysOf(Phase::Translation));
    commitOne(Phase::Translation);
    m_port->byHand(text("src/reduce.cu"), "int unrelated = 0;", "int unrelated = 42;");
    const QVector<QByteArray> masks = keysOf(Phase::Wavefront);
    accept({masks.first()});
    commitOne(Phase::Wavefront);
    m_port->acceptAll();
    commitOne(Phase::Wavefront, CommitForm::Amend);
    QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    QVERIFY(m_port->onBranch(text("src/reduce.cu")).contains("int unrelated = 42;"));
    QCOMPARE(log("%s").split('\n').size(), 3);
    QCOMPARE(log("%s").split('\n')[1], QByteArray("hand"));
    checkWorktree();
}

QTEST_GUILESS_MAIN(TestCommits)
#include "tst_commits.moc"
