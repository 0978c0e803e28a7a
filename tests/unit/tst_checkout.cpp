// What the user's checkout has that HEAD does not, counts of lines, and commits that are replaced:
// compared with what the git program says.
#include "core/vcs/repository.h"
#include "tests/unit/repositoryfixture.h"

#include <QTest>

using namespace rocport;
using namespace rocport::fixture;

class TestCheckout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }

    void isWhatGitStatusSays()
    {
        GitFixture fixture;
        fixture.write("same.cu", "1\n");
        fixture.write("changed.cu", "1\n");
        fixture.write("staged.cu", "1\n");
        fixture.write("both.cu", "1\n");
        fixture.write("gone.cu", "1\n");
        fixture.write("staged-gone.cu", "1\n");
        fixture.write("folder/in.cu", "1\n");
        fixture.write(".gitignore", "*.o\n");
        fixture.commitAll();
        const auto repository = openOrFail(fixture.path());
        QVERIFY(repository->checkoutChanges({})->isEmpty());
        fixture.write("changed.cu", "2\n");
        fixture.write("staged.cu", "2\n");
        fixture.write("both.cu", "2\n");
        fixture.write("added.cu", "new\n");
        fixture.run({text("add"), text("staged.cu"), text("both.cu"), text("added.cu")});
        fixture.write("both.cu", "3\n");
        fixture.run({text("rm"), text("-q"), text("staged-gone.cu")});
        QVERIFY(QFile::remove(fixture.path() + text("/gone.cu")));
        fixture.write("untracked.cu", "x\n");
        fixture.write("new folder/a.cu", "x\n");
        fixture.write("folder/more.cu", "x\n");
        fixture.write("ignored.o", "x\n");
        const QByteArray index = GitFixture::readFile(fixture.path() + text("/.git/index"));
        QStringList said;
        const auto changes = repository->checkoutChanges({});
        QVERIFY(changes);
        for (const CheckoutChange& change : *changes) {
            said.append(QString::fromUtf8(change.path.bytes()));
        }
        QCOMPARE(GitFixture::readFile(fixture.path() + text("/.git/index")), index);
        QStringList git;
        const QList<QByteArray> lines =
            fixture.run({text("status"), text("--porcelain"), text("-uall"), text("-z")})
                .split('\0');
        for (const QByteArray& line : lines) {
            if (!line.isEmpty()) {
                git.append(QString::fromUtf8(line.mid(3)));
            }
        }
        git.sort();
        QCOMPARE(said, git);
        const auto kindOf = [&](const char* path) {
            for (const CheckoutChange& change : *changes) {
                if (change.path == RepoPath(path)) {
                    return int(change.kind);
                }
            }
            return -1;
        };
        using Kind = CheckoutChange::Kind;
        QCOMPARE(kindOf("changed.cu"), int(Kind::Modified));
        QCOMPARE(kindOf("both.cu"), int(Kind::Modified));
        QCOMPARE(kindOf("added.cu"), int(Kind::Added));
        QCOMPARE(kindOf("gone.cu"), int(Kind::Removed));
        QCOMPARE(kindOf("untracked.cu"), int(Kind::Untracked));
        QCOMPARE(kindOf("new folder/a.cu"), int(Kind::Untracked));
        CancelToken cancel;
        cancel.cancel();
        QCOMPARE(repository->checkoutChanges(cancel).error().code, ErrorCode::Cancelled);
    }

    /// Times, line ends, links, modes, sparse checkouts and folders that a scan leaves out.
    void looksAtWhatTimesDoNotTell()
    {
        GitFixture fixture;
        fixture.write("touched.cu", "1\n");
        fixture.write("ends.cu", "1\n2\n");
        fixture.write("run.sh", "#!/bin/sh\n");
        fixture.write(".rocport/rules/a.toml", "format = 1\n");
        fixture.write("sparse.cu", "1\n");
        QVERIFY(QFile::link(text("touched.cu"), fixture.path() + text("/link")));
        fixture.run({text("config"), text("core.autocrlf"), text("input")});
        fixture.commitAll();
        fixture.run({text("update-index"), text("--skip-worktree"), text("sparse.cu")});
        QVERIFY(QFile::remove(fixture.path() + text("/sparse.cu")));
        fixture.write("touched.cu", "1\n"); // with other times
        fixture.write("ends.cu", "1\r\n2\r\n");
        const auto repository = openOrFail(fixture.path());
        const auto paths = [&] {
            QStringList found;
            const auto changes = repository->checkoutChanges({});
            for (const CheckoutChange& change : changes ? *changes : QVector<CheckoutChange>()) {
                found.append(QString::fromUtf8(change.path.bytes()));
            }
            return found;
        };
        QCOMPARE(paths(), QStringList());
        QFile run(fixture.path() + text("/run.sh"));
        QVERIFY(run.setPermissions(run.permissions() | QFile::ExeOwner | QFile::ExeUser));
        QVERIFY(QFile::remove(fixture.path() + text("/link")));
        QVERIFY(QFile::link(text("run.sh"), fixture.path() + text("/link")));
        QCOMPARE(paths(), QStringList({text("link"), text("run.sh")}));
        // Where the times are the same, too.
        fixture.write("same.cu", "1\n");
        fixture.commitAll();
        fixture.write("same.cu", "2\n");
        QVERIFY(paths().contains(text("same.cu")));
    }

    /// libgit2 would wait for the pipe, and match the patterns for years.
    void hostileFoldersEnd()
    {
        GitFixture fixture;
        fixture.write("a.cu", "1\n");
        fixture.commitAll();
        QVERIFY(QDir(fixture.path()).mkpath(text("sub")));
        QCOMPARE(
            ::mkfifo(QFile::encodeName(fixture.path() + text("/sub/.gitignore")).constData(), 0600),
            0);
        fixture.write("sub/b.cu", "1\n");
        const auto repository = openOrFail(fixture.path());
        (void)repository->checkoutChanges({});
        GitFixture other;
        other.write("a.cu", "1\n");
        other.commitAll();
        other.write("new/.gitignore", QByteArray("*a").repeated(14) + "b\n");
        other.write("new/" + QByteArray(200, 'a'), "1\n");
        (void)openOrFail(other.path())->checkoutChanges({});
    }

    void countsAsGitDoes_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("new") << QByteArray() << QByteArray("1\n2\n3\n");
        QTest::newRow("gone") << QByteArray("1\n2\n") << QByteArray();
        QTest::newRow("changed") << QByteArray("1\n2\n3\n") << QByteArray("1\nx\ny\n3\n");
        QTest::newRow("no line end") << QByteArray("1\n2") << QByteArray("1\n2\n");
        QTest::newRow("CRLF") << QByteArray("1\r\n2\r\n") << QByteArray("1\n2\r\n");
        QTest::newRow("binary") << QByteArray("a\0b", 3) << QByteArray("a\0c", 3);
    }

    void countsAsGitDoes()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        GitFixture fixture;
        fixture.write("f", before);
        fixture.commitAll();
        fixture.write("f", after);
        const QList<QByteArray> git =
            fixture.run({text("diff"), text("--numstat"), text("HEAD")}).split('\t');
        const auto counts = Repository::countLines(before, after);
        QVERIFY(counts);
        QCOMPARE(counts->binary ? QByteArray("-") : QByteArray::number(counts->added), git[0]);
        QCOMPARE(counts->binary ? QByteArray("-") : QByteArray::number(counts->removed), git[1]);
    }

    void whoElseHasACommit()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        const auto repository = openOrFail(fixture.path());
        const auto one = repository->commit(kBranch, base, {file("a", "2\n")}, text("one"));
        const auto two = repository->commit(kBranch, one->id, {file("a", "3\n")}, text("two"));
        QVERIFY(one && two);
        QVERIFY(repository->alsoOn(one->id, kBranch)->isEmpty());
        fixture.run(
            {text("update-ref"), text("refs/remotes/origin/port"), QString::fromLatin1(two->id)});
        QCOMPARE(*repository->alsoOn(one->id, kBranch), QStringList{text("origin/port")});
        fixture.run({text("update-ref"), text("-d"), text("refs/remotes/origin/port")});
        fixture.run({text("tag"), text("-a"), text("-m"), text("t"), text("v1"),
                     QString::fromLatin1(one->id)});
        QCOMPARE(*repository->alsoOn(one->id, kBranch), QStringList{text("v1")});
        QVERIFY(repository->alsoOn(two->id, kBranch)->isEmpty());
    }

    void replacesTheTip()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        const auto repository = openOrFail(fixture.path());
        const QString folder = fixture.outside(text("worktree"));
        const auto one = repository->commit(kBranch, base, {file("a", "2\n")}, text("one"));
        QVERIFY(one && repository->updateWorktree(kBranch, folder));
        const auto before = fixture.snapshot();
        LooseCommit draft{base, {file("a", "two\n")}, text("better"), {}, one->id};
        const auto better = repository->commitLoose(draft);
        QVERIFY(better);
        QCOMPARE(*repository->branchTip(kBranch), one->id); // nothing was moved yet
        const auto stale = repository->replaceTip(kBranch, base, better->id);
        QVERIFY(!stale);
        QCOMPARE(stale.error().code, ErrorCode::BranchBusy);
        QVERIFY(repository->replaceTip(kBranch, one->id, better->id));
        QCOMPARE(GitFixture::readFile(folder + text("/a")), QByteArray("two\n"));
        QCOMPARE(GitFixture::runIn(folder, {text("status"), text("--porcelain")}), QByteArray());
        QCOMPARE(fixture.run({text("log"), text("--format=%s|%P"), text("-1"), kBranch}).trimmed(),
                 "better|" + base);
        QCOMPARE(fixture.run({text("log"), text("-1"), text("--format=%at"), kBranch}),
                 fixture.run({text("log"), text("-1"), text("--format=%at"),
                              QString::fromLatin1(one->id)}));
        QCOMPARE(fixture.snapshot(), before);
        // A person's work in the worktree is not written over.
        QFile byHand(folder + text("/a"));
        QVERIFY(byHand.open(QIODevice::WriteOnly));
        byHand.write("mine\n");
        byHand.close();
        const auto refused = repository->replaceTip(kBranch, better->id, one->id);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::MergeConflict);
        QCOMPARE(*repository->branchTip(kBranch), better->id);
        QCOMPARE(GitFixture::readFile(folder + text("/a")), QByteArray("mine\n"));
    }

    void keepsAnAuthor()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        const auto repository = openOrFail(fixture.path());
        repository->setAuthor({text("Ada"), text("ada@example.org")});
        const auto one = repository->commit(kBranch, base, {file("a", "2\n")}, text("one"));
        repository->setAuthor({});
        const auto again =
            repository->commitLoose({base, {file("a", "3\n")}, text("one"), one->id, {}});
        QVERIFY(again);
        QCOMPARE(fixture.run({text("log"), text("-1"), text("--format=%an|%cn"),
                              QString::fromLatin1(again->id)}),
                 text("Ada|Zo\u00eb M\u00fcller\n").toUtf8());
    }

private:
    QTemporaryDir m_home;
};

QTEST_GUILESS_MAIN(TestCheckout)
#include "tst_checkout.moc"
