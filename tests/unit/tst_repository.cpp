#include "core/vcs/repository.h"
#include "tests/unit/repositoryfixture.h"

#include <QTest>

#include <atomic>
#include <cerrno>
#include <sys/syscall.h>

using namespace rocport;
using namespace rocport::fixture;

/// While set, writing more than this many bytes to files fails as on a full disk.
static std::atomic<bool> diskIsFull = false;

/// libgit2's calls of write() come here, since this program's symbols win.
extern "C" ssize_t write(int fd, const void* data, size_t size)
{
    if (diskIsFull && fd > 2) {
        errno = ENOSPC;
        return -1;
    }
    return ::syscall(SYS_write, fd, data, size);
}

class TestRepository : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }

    void openErrors_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("code");
        QTest::newRow("no such folder") << "missing" << int(ErrorCode::NotARepository);
        QTest::newRow("no repository") << "plain" << int(ErrorCode::NotARepository);
        QTest::newRow("no commit") << "empty" << int(ErrorCode::EmptyRepository);
        QTest::newRow("bare") << "bare" << int(ErrorCode::BareRepository);
        QTest::newRow("bare and empty") << "bare-empty" << int(ErrorCode::BareRepository);
        QTest::newRow("damaged HEAD") << "damaged" << int(ErrorCode::NotARepository);
        QTest::newRow("unknown format") << "format" << int(ErrorCode::GitFailed);
    }

    void openErrors()
    {
        QFETCH(QString, what);
        QFETCH(int, code);
        const bool makes = what != text("missing") && what != text("plain");
        GitFixture fixture(makes);
        QString path = fixture.path();
        if (what == text("plain")) {
            QDir().mkpath(path);
        } else if (what.startsWith(text("bare"))) {
            fixture.write("a", "a");
            fixture.commitAll();
            path = fixture.outside(text("bare.git"));
            fixture.run(
                what == text("bare")
                    ? QStringList{text("clone"), text("-q"), text("--bare"), text("."), path}
                    : QStringList{text("init"), text("-q"), text("--bare"), path});
        } else if (what == text("damaged")) {
            fixture.write(".git/HEAD", QByteArray());
            QFile::remove(path + text("/.git/HEAD"));
        } else if (what == text("format")) {
            fixture.write("a", "a");
            fixture.commitAll();
            fixture.run({text("config"), text("core.repositoryformatversion"), text("99")});
        }
        const auto opened = Repository::open(path);
        QVERIFY(!opened);
        QCOMPARE(int(opened.error().code), code);
        QVERIFY(!opened.error().object.isEmpty());
    }

    void repositoryOfAnotherUser()
    {
        if (::geteuid() != 0) {
            QSKIP("ROCPORT_SKIP_TEST: giving a repository to another user needs root");
        }
        GitFixture fixture;
        fixture.write("a", "a");
        fixture.commitAll();
        QCOMPARE(::chown(QFile::encodeName(fixture.path()).constData(), 65534, 65534), 0);
        const auto opened = Repository::open(fixture.path());
        QVERIFY(!opened);
        QVERIFY2(opened.error().code == ErrorCode::FileUnreadable,
                 qPrintable(opened.error().detail));
        QVERIFY(opened.error().detail.contains(text("safe.directory")));
        QVERIFY(opened.error().detail.contains(fixture.path()));
    }

    void unreadableFolder()
    {
        if (::geteuid() != 0) {
            QSKIP("ROCPORT_SKIP_TEST: taking rights away for a while needs root");
        }
        GitFixture fixture;
        fixture.write("a", "a");
        fixture.commitAll();
        ::chmod(QFile::encodeName(fixture.outside(text(""))).constData(), 0755);
        ::chmod(QFile::encodeName(fixture.path()).constData(), 0);
        QCOMPARE(::seteuid(65534), 0);
        const auto opened = Repository::open(fixture.path());
        QCOMPARE(::seteuid(0), 0);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::FileUnreadable);
    }

    void info()
    {
        GitFixture fixture;
        fixture.write("a.cu", "a\n");
        fixture.write(".gitignore", "ignored\n");
        const QByteArray head = fixture.commitAll();
        fixture.write("a.cu", "changed\n");
        fixture.write("new file", "n\n");
        fixture.write("ignored", "i\n");
        QDir().mkpath(fixture.path() + text("/sub/deep"));
        const auto repository = openOrFail(fixture.path() + text("/sub/deep"));
        const auto info = repository->info();
        QVERIFY(info);
        QCOMPARE(info->root, fixture.path());
        QCOMPARE(info->name, text("repo"));
        QCOMPARE(info->headBranch, text("main"));
        QCOMPARE(info->headCommit, head);
        QVERIFY(info->submodules.isEmpty());
    }

    void detachedHeadAndSubmodule()
    {
        GitFixture inner;
        inner.write("x", "x");
        inner.commitAll();
        GitFixture fixture;
        fixture.write("a", "a");
        fixture.run({text("-c"), text("protocol.file.allow=always"), text("submodule"), text("add"),
                     text("-q"), inner.path(), text("third party/lib")});
        const QByteArray head = fixture.commitAll();
        fixture.run({text("checkout"), text("-q"), text("--detach")});
        const auto info = openOrFail(fixture.path())->info();
        QVERIFY(info);
        QVERIFY(info->headBranch.isEmpty());
        QCOMPARE(info->headCommit, head);
        QCOMPARE(info->submodules, QStringList{text("third party/lib")});
    }

    void commitKeepsModesAndOddNames()
    {
        GitFixture fixture;
        fixture.write("run.sh", "#!/bin/sh\n");
        QFile(fixture.path() + text("/run.sh"))
            .setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        fixture.write("gone.txt", "gone\n");
        fixture.write("kept.txt", "kept\n");
        const QByteArray base = fixture.commitAll();
        const auto repository = openOrFail(fixture.path());
        const QVector<QByteArray> names = {"-dash.cu",
                                           "with space.cu",
                                           "quote\"'.cu",
                                           "new\nline.cu",
                                           "latin\xe9.cu",
                                           "back\\slash.cu",
                                           "\xc3\xa4/\xe6\x97\xa5.cu",
                                           "empty.cu"};
        QVector<CommitFile> files;
        for (const QByteArray& name : names) {
            files.append(file(name, name == "empty.cu" ? QByteArray() : "content of " + name));
        }
        files.append(file("run.sh", "#!/bin/bash\n"));
        CommitFile tool = file("tool.sh", "#!/bin/sh\n");
        tool.executable = true;
        files.append(tool);
        CommitFile gone = file("gone.txt", {});
        gone.removed = true;
        files.append(gone);

        const auto made = repository->commit(kBranch, base, files, text("Port phase 2\n\nBody.\n"));
        QVERIFY2(made, made ? "" : qPrintable(made.error().detail));
        QCOMPARE(made->parent, base);
        QCOMPARE(made->summary, text("Port phase 2"));
        QCOMPARE(*repository->branchTip(kBranch), made->id);
        for (const QByteArray& name : names) {
            const auto content = repository->fileAt(made->id, RepoPath(name));
            QVERIFY2(content, name.constData());
            QCOMPARE(*content, name == "empty.cu" ? QByteArray() : "content of " + name);
        }
        const QByteArray listing =
            fixture.run({text("ls-tree"), text("-r"), QString::fromLatin1(made->id), text("run.sh"),
                         text("tool.sh"), text("kept.txt"), text("gone.txt")});
        QVERIFY(listing.contains("100755 blob"));
        QCOMPARE(listing.count("100755"), 2);
        QVERIFY(!listing.contains("gone.txt"));
        QVERIFY(listing.contains("kept.txt"));
        QCOMPARE(fixture
                     .run({text("log"), text("-1"), text("--format=%an <%ae>%n%B"),
                           QString::fromLatin1(made->id)})
                     .trimmed(),
                 QByteArray("Zo\xc3\xab M\xc3\xbcller <zoe@example.org>\nPort phase 2\n\nBody."));
        fixture.run({text("fsck"), text("--strict")});
    }

    void commitErrors_data()
    {
        QTest::addColumn<QString>("branch");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<bool>("removed");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* branch, const QByteArray& path,
                            const QByteArray& content, bool removed, ErrorCode code) {
            QTest::newRow(name) << text(branch) << path << content << removed << int(code);
        };
        row("nothing changed", "p", "a.cu", "a\n", false, ErrorCode::NothingToCommit);
        row("branch in the checkout", "main", "a.cu", "b\n", false, ErrorCode::BranchBusy);
        row("no branch name", "a..b", "a.cu", "b\n", false, ErrorCode::InvalidArgument);
        row("leading dash branch", "-b", "a.cu", "b\n", false, ErrorCode::InvalidArgument);
        row("no name", "p", "", "b\n", false, ErrorCode::InvalidArgument);
        row("into .git", "p", ".git/hooks/x", "b\n", false, ErrorCode::InvalidArgument);
        row("out of the tree", "p", "../x", "b\n", false, ErrorCode::InvalidArgument);
        row("absolute", "p", "/etc/x", "b\n", false, ErrorCode::InvalidArgument);
        row("NUL", "p", QByteArray("a\0b", 3), "b\n", false, ErrorCode::InvalidArgument);
        row("over a link", "p", "link", "b\n", false, ErrorCode::PathOutsideRepository);
        row("through a link", "p", "link/x", "b\n", false, ErrorCode::PathOutsideRepository);
        row("through a file", "p", "a.cu/x", "b\n", false, ErrorCode::PathOutsideRepository);
        row("remove what is not there", "p", "none", "", true, ErrorCode::FileNotFound);
    }

    void commitErrors()
    {
        QFETCH(QString, branch);
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, content);
        QFETCH(bool, removed);
        QFETCH(int, code);
        GitFixture fixture;
        fixture.write("a.cu", "a\n");
        QFile::link(text("/etc"), fixture.path() + text("/link"));
        const QByteArray base = fixture.commitAll();
        const auto repository = openOrFail(fixture.path());
        CommitFile changed = file(path, content);
        changed.removed = removed;
        const auto made = repository->commit(branch, base, {changed}, text("m"));
        QVERIFY(!made);
        QCOMPARE(int(made.error().code), code);
        QCOMPARE(fixture.run({text("for-each-ref")}).count('\n'), 1);
    }

    void branchMovedByOthers()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        const auto repository = openOrFail(fixture.path());
        QVERIFY(repository->commit(kBranch, base, {file("a", "2\n")}, text("two")));
        const auto second = repository->commit(kBranch, base, {file("a", "3\n")}, text("three"));
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::BranchBusy);
        QVERIFY(!second.error().detail.isEmpty());
    }

    void branchInAnotherWorktree()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        fixture.run({text("worktree"), text("add"), text("-q"), text("-b"), kBranch,
                     fixture.outside(text("theirs"))});
        const auto repository = openOrFail(fixture.path());
        const auto made = repository->commit(kBranch, base, {file("a", "2\n")}, text("two"));
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::BranchBusy);
        QVERIFY(made.error().detail.contains(text("theirs")));
        // The same seen from their worktree, where main is the branch that is busy.
        const auto theirs = openOrFail(fixture.outside(text("theirs")));
        const auto other = theirs->commit(text("main"), base, {file("a", "2\n")}, text("two"));
        QVERIFY(!other);
        QCOMPARE(other.error().code, ErrorCode::BranchBusy);
    }

    void userCheckoutIsNeverTouched()
    {
        GitFixture fixture;
        fixture.write("a.cu", "a\n");
        fixture.write("b.cu", "b\n");
        fixture.write("c.cu", "c\n");
        const QByteArray base = fixture.commitAll();
        fixture.write("a.cu", "changed, not staged\n");
        fixture.write("b.cu", "staged\n");
        fixture.run({text("add"), text("b.cu")});
        fixture.write("b.cu", "staged and changed again\n");
        fixture.write("untracked", "u\n");
        QFile::remove(fixture.path() + text("/c.cu"));
        const auto before = fixture.snapshot();

        const auto repository = openOrFail(fixture.path());
        QVERIFY(repository->info());
        const auto one = repository->commit(
            kBranch, base, {file("a.cu", "1\n"), file("c.cu", "1\n"), file("n", "1\n")}, text("1"));
        QVERIFY(one);
        const QString folder = fixture.outside(text("port tree"));
        const auto checkedOut = repository->updateWorktree(kBranch, folder);
        QVERIFY2(checkedOut, checkedOut ? "" : qPrintable(checkedOut.error().detail));
        const auto two = repository->commit(kBranch, one->id, {file("b.cu", "2\n")}, text("2"));
        QVERIFY(two);
        QVERIFY(repository->updateWorktree(kBranch, folder));
        QVERIFY(repository->exportPatches(base, two->id, fixture.outside(text("patches"))));
        QVERIFY(repository->undoCommit(kBranch, one->id));
        QVERIFY(repository->treeAt(base));
        QCOMPARE(fixture.snapshot(), before);
    }

    void hooksAreNotRun()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        for (const char* hook : {"pre-commit", "post-commit", "commit-msg", "prepare-commit-msg",
                                 "reference-transaction", "post-checkout", "post-index-change"}) {
            fixture.write(QByteArray(".git/hooks/") + hook, "#!/bin/sh\ntouch \"$0.ran\"\n");
            ::chmod(
                QFile::encodeName(fixture.path() + text("/.git/hooks/") + text(hook)).constData(),
                0755);
        }
        const auto repository = openOrFail(fixture.path());
        QVERIFY(repository->commit(kBranch, base, {file("a", "2\n")}, text("two")));
        QVERIFY(repository->updateWorktree(kBranch, fixture.outside(text("tree"))));
        const QStringList ran =
            QDir(fixture.path() + text("/.git/hooks")).entryList({text("*.ran")});
        QVERIFY2(ran.isEmpty(), qPrintable(ran.join(u' ')));
    }

    void fullDisk()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        const auto before = fixture.snapshot();
        const auto repository = openOrFail(fixture.path());
        diskIsFull = true;
        const auto made =
            repository->commit(kBranch, base, {file("a", QByteArray(100000, 'x'))}, text("two"));
        diskIsFull = false;
        QVERIFY(!made);
        QVERIFY2(made.error().code == ErrorCode::DiskFull, qPrintable(made.error().detail));
        QVERIFY(repository->branchTip(kBranch)->isEmpty());
        QCOMPARE(fixture.snapshot(), before);
        QVERIFY(repository->commit(kBranch, base, {file("a", "2\n")}, text("two")));
    }

    void nobodyIsMadeUp()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        fixture.run({text("config"), text("--unset"), text("user.email")});
        const auto repository = openOrFail(fixture.path());
        const auto refused = repository->commit(kBranch, base, {file("a", "2\n")}, text("two"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(refused.error().detail.contains(text("git config user.email")),
                 qPrintable(refused.error().detail));
        QVERIFY(repository->branchTip(kBranch)->isEmpty());
        // Who says so is both author and committer.
        repository->setAuthor({text("Ada"), text("ada@example.org")});
        const auto made = repository->commit(kBranch, base, {file("a", "2\n")}, text("two"));
        QVERIFY(made);
        QCOMPARE(fixture
                     .run({text("log"), text("-1"), text("--format=%an <%ae> %cn <%ce>"),
                           QString::fromLatin1(made->id)})
                     .trimmed(),
                 QByteArray("Ada <ada@example.org> Ada <ada@example.org>"));
    }

    void undoOfTheTip()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        const auto repository = openOrFail(fixture.path());
        const auto one = repository->commit(kBranch, base, {file("a", "2\n")}, text("two"));
        QVERIFY(one);
        const auto undone = repository->undoCommit(kBranch, one->id);
        QVERIFY(undone);
        QCOMPARE(undone->id, base);
        QCOMPARE(*repository->branchTip(kBranch), base);
    }

    void undoOfAnOlderOne()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        fixture.write("b", "1\n");
        const QByteArray base = fixture.commitAll();
        const auto repository = openOrFail(fixture.path());
        const auto one = repository->commit(kBranch, base, {file("a", "2\n")}, text("first"));
        const auto two = repository->commit(kBranch, one->id, {file("b", "2\n")}, text("second"));
        QVERIFY(two);
        const auto undone = repository->undoCommit(kBranch, one->id);
        QVERIFY(undone);
        QCOMPARE(undone->parent, two->id);
        QCOMPARE(undone->summary, text("Revert \"first\""));
        QCOMPARE(*repository->fileAt(undone->id, RepoPath("a")), QByteArray("1\n"));
        QCOMPARE(*repository->fileAt(undone->id, RepoPath("b")), QByteArray("2\n"));
    }

    void undoErrors()
    {
        GitFixture fixture;
        fixture.write("a", "1\n");
        const QByteArray base = fixture.commitAll();
        const auto repository = openOrFail(fixture.path());
        const auto one = repository->commit(kBranch, base, {file("a", "2\n")}, text("first"));
        const auto two = repository->commit(kBranch, one->id, {file("a", "3\n")}, text("second"));
        QVERIFY(two);
        const auto conflict = repository->undoCommit(kBranch, one->id);
        QVERIFY(!conflict);
        QCOMPARE(conflict.error().code, ErrorCode::MergeConflict);
        QCOMPARE(conflict.error().detail, text("a"));
        QCOMPARE(*repository->branchTip(kBranch), two->id);
        const auto root = repository->undoCommit(kBranch, base);
        QVERIFY(!root);
        QCOMPARE(root.error().code, ErrorCode::InvalidArgument);
        const auto none = repository->undoCommit(text("none"), one->id);
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::InvalidArgument);
        const auto busy = repository->undoCommit(text("main"), base);
        QVERIFY(!busy);
        QCOMPARE(busy.error().code, ErrorCode::BranchBusy);
        const auto noCommit = repository->undoCommit(kBranch, QByteArray(40, 'a'));
        QVERIFY(!noCommit);
        QCOMPARE(noCommit.error().code, ErrorCode::GitFailed);
    }

    void mergeFile_data()
    {
        QTest::addColumn<QByteArray>("base");
        QTest::addColumn<QByteArray>("ours");
        QTest::addColumn<QByteArray>("theirs");
        QTest::addColumn<QByteArray>("merged");
        QTest::addColumn<QString>("conflict");
        const auto row = [](const char* name, const QByteArray& base, const QByteArray& ours,
                            const QByteArray& theirs, const QByteArray& merged,
                            const char* conflict = "") {
            QTest::newRow(name) << base << ours << theirs << merged << text(conflict);
        };
        row("theirs only", "a\nb\n", "a\nb\n", "a\nc\n", "a\nc\n");
        row("ours only", "a\nb\n", "a\nc\n", "a\nb\n", "a\nc\n");
        row("both the same", "a\n", "b\n", "b\n", "b\n");
        row("far apart", "1\n2\n3\n4\n5\n", "x\n2\n3\n4\n5\n", "1\n2\n3\n4\ny\n",
            "x\n2\n3\n4\ny\n");
        row("CRLF", "1\r\n2\r\n3\r\n4\r\n5\r\n", "x\r\n2\r\n3\r\n4\r\n5\r\n",
            "1\r\n2\r\n3\r\n4\r\ny\r\n", "x\r\n2\r\n3\r\n4\r\ny\r\n");
        row("no last newline", "1\n2\n3\n4", "x\n2\n3\n4", "1\n2\n3\n5", "x\n2\n3\n5");
        row("Latin-1", "1\n2\n3\n\xe9\n", "x\n2\n3\n\xe9\n", "1\n2\n3\n\xe8\n", "x\n2\n3\n\xe8\n");
        row("empty base", "", "", "a\n", "a\n");
        row("same line", "1\n2\n3\n", "1\nx\n3\n", "1\ny\n3\n", "", "lines 2");
        row("several lines", "1\n2\n3\n4\n", "1\nx\nx\n4\n", "1\ny\ny\n4\n", "", "lines 2 to 3");
        row("binary", QByteArray("a\0b", 3), "x\n", "y\n", "", "a binary file");
    }

    void mergeFile()
    {
        QFETCH(QByteArray, base);
        QFETCH(QByteArray, ours);
        QFETCH(QByteArray, theirs);
        QFETCH(QByteArray, merged);
        QFETCH(QString, conflict);
        const auto result = Repository::mergeFile(base, ours, theirs, RepoPath("f.cu"));
        if (conflict.isEmpty()) {
            QVERIFY2(result, result ? "" : qPrintable(result.error().detail));
            QCOMPARE(*result, merged);
        } else {
            QVERIFY(!result);
            QCOMPARE(result.error().code, ErrorCode::MergeConflict);
            QCOMPARE(result.error().detail, conflict);
            QCOMPARE(result.error().object, text("f.cu"));
        }
    }

private:
    QTemporaryDir m_home;
};

QTEST_GUILESS_MAIN(TestRepository)
#include "tst_repository.moc"
