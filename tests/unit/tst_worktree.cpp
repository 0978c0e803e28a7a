#include "core/vcs/repository.h"
#include "core/vcs/unfinishedworktree.h"
#include "tests/support/filesizelimit.h"
#include "tests/unit/repositoryfixture.h"

#include <QRandomGenerator>
#include <QTest>

using namespace rocport;
using namespace rocport::fixture;

namespace {

/// A repository whose port branch is checked out beside it.
struct Port
{
    GitFixture fixture;
    std::unique_ptr<Repository> repository;
    QByteArray base, tip;
    QString folder;

    Port()
    {
        fixture.write("a.cu", "1\n2\n3\n4\n5\n");
        fixture.write("crlf.cu", "1\r\n2\r\n");
        fixture.write("b.cu", "b\n");
        base = fixture.commitAll();
        repository = openOrFail(fixture.path());
        tip = base;
        folder = fixture.outside(text("port of repo"));
        if (!commit("a.cu", "one\n2\n3\n4\n5\n")) {
            qFatal("commit");
        }
    }

    Result<CommitInfo> commit(const QByteArray& path, const QByteArray& content)
    {
        Result<CommitInfo> made =
            repository->commit(kBranch, tip, {fixture::file(path, content)}, text("port"));
        if (made) {
            tip = made->id;
        }
        return made;
    }

    Result<void> update() { return repository->updateWorktree(kBranch, folder); }
    [[nodiscard]] QByteArray file(const char* name) const
    {
        return GitFixture::readFile(folder + u'/' + text(name));
    }
    void edit(const char* name, const QByteArray& content) const
    {
        QFile file(folder + u'/' + text(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    [[nodiscard]] QByteArray status() const
    {
        return GitFixture::runIn(folder, {text("status"), text("--porcelain"), text("-b")});
    }
};

} // namespace

class TestWorktree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }

    void madeAndBroughtForward()
    {
        Port port;
        QVERIFY(port.update());
        QCOMPARE(port.file("a.cu"), QByteArray("one\n2\n3\n4\n5\n"));
        QCOMPARE(port.file("crlf.cu"), QByteArray("1\r\n2\r\n"));
        QCOMPARE(port.status(), QByteArray("## rocport/port\n"));
        QVERIFY(port.commit("new dir/n.cu", "n\n"));
        QVERIFY(port.commit("b.cu", "B\n"));
        QVERIFY(port.update());
        QCOMPARE(port.file("new dir/n.cu"), QByteArray("n\n"));
        QCOMPARE(port.file("b.cu"), QByteArray("B\n"));
        QCOMPARE(port.status(), QByteArray("## rocport/port\n"));
        QVERIFY(port.update()); // nothing to do
        QCOMPARE(port.status(), QByteArray("## rocport/port\n"));
    }

    /// A file of the commit does not fit on the disk: the work tree is made or it is not, and a
    /// second try with room gives all of it.
    void aFullDiskIsSaid_data()
    {
        QTest::addColumn<bool>("there");
        QTest::newRow("made anew") << false;
        QTest::newRow("brought forward") << true;
    }
    void aFullDiskIsSaid()
    {
        QFETCH(bool, there);
        Port port;
        if (there) {
            QVERIFY(port.update());
        }
        QByteArray large;
        for (int i = 0; large.size() < 300'000; ++i) {
            large += QByteArray::number(i * 7919) + ",\n";
        }
        QVERIFY(port.commit("b.cu", large));
        Result<void> updated;
        {
            const rocport::test::FileSizeLimit limit(100'000);
            updated = port.update();
        }
        QVERIFY(!updated);
        QVERIFY2(updated.error().code == ErrorCode::DiskFull,
                 qPrintable(updated.error().detail + QString::number(int(updated.error().code))));
        QCOMPARE(QFileInfo::exists(port.folder), there);
        QVERIFY(!there || port.file("b.cu") == "b\n");
        QVERIFY(!QFileInfo::exists(port.folder + text("/.rocport-checkout")));
        updated = port.update();
        QVERIFY2(updated.ok(), updated.ok() ? "" : qPrintable(updated.error().detail));
        QCOMPARE(port.file("b.cu"), large);
        QCOMPARE(port.status(), QByteArray("## rocport/port\n"));
    }

    /// Killed between the first file and the note that all is there.
    void aKillWhileMakingIsMended()
    {
        Port port;
        QVERIFY(port.update());
        const QString worktrees = port.fixture.path() + text("/.git/worktrees");
        const QString name = QDir(worktrees).entryList(QDir::Dirs | QDir::NoDotAndDotDot).first();
        QVERIFY(QFile::remove(worktrees + u'/' + name + text("/rocport")));
        QVERIFY(QFile::remove(port.folder + text("/b.cu")));
        QVERIFY(!port.update()); // somebody's folder, as far as anyone can tell
        QFile note(port.folder + text(".rocport-making"));
        QVERIFY(note.open(QIODevice::WriteOnly) && note.write(name.toUtf8()) > 0);
        note.close();
        const auto updated = port.update();
        QVERIFY2(updated.ok(), updated.ok() ? "" : qPrintable(updated.error().detail));
        QCOMPARE(port.file("b.cu"), QByteArray("b\n"));
        QCOMPARE(port.status(), QByteArray("## rocport/port\n"));
        QVERIFY(!note.exists());
    }

    /// Killed, or without a disk, before git has the worktree's HEAD.
    void halfAWorktreeIsMended_data()
    {
        QTest::addColumn<int>("files");
        QTest::addColumn<bool>("opened");
        QTest::newRow("folders") << 0 << false;
        QTest::newRow("its own link") << 1 << false;
        QTest::newRow("the common folder") << 2 << false;
        QTest::newRow("the way back") << 3 << false;
        QTest::newRow("the next opening") << 3 << true;
    }
    void halfAWorktreeIsMended()
    {
        QFETCH(int, files);
        QFETCH(bool, opened);
        Port port;
        QVERIFY(port.update());
        const QString worktrees = port.fixture.path() + text("/.git/worktrees");
        const QString name = QDir(worktrees).entryList(QDir::Dirs | QDir::NoDotAndDotDot).first();
        QVERIFY(QDir(worktrees + u'/' + name).removeRecursively());
        QVERIFY(QDir(port.folder).removeRecursively());
        QVERIFY(QDir().mkpath(worktrees + u'/' + name) && QDir().mkpath(port.folder));
        const auto put = [](const QString& path, const QString& content) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content.toUtf8()) >= 0);
        };
        put(port.folder + text(".rocport-making"), name);
        if (files > 0) {
            put(port.folder + text("/.git"), text("gitdir: ") + worktrees + u'/' + name + u'\n');
        }
        if (files > 1) {
            put(worktrees + u'/' + name + text("/commondir"),
                port.fixture.path() + text("/.git/\n"));
        }
        if (files > 2) {
            put(worktrees + u'/' + name + text("/gitdir"), port.folder + text("/.git\n"));
            put(worktrees + u'/' + name + text("/HEAD.lock"), {});
        }
        if (opened) {
            QVERIFY(removeUnfinishedWorktree(port.fixture.path(), port.folder));
            QVERIFY(!QFileInfo::exists(worktrees + u'/' + name));
            QVERIFY(!QFileInfo::exists(port.folder));
        }
        const auto updated = port.update();
        QVERIFY2(updated.ok(), updated.ok() ? "" : qPrintable(updated.error().detail));
        QCOMPARE(port.file("b.cu"), QByteArray("b\n"));
        QCOMPARE(port.status(), QByteArray("## rocport/port\n"));
        QVERIFY(!QFileInfo::exists(port.folder + text(".rocport-making")));
        int code = 1;
        const QByteArray said = GitFixture::runIn(
            port.fixture.path(), {text("fsck"), text("--connectivity-only")}, &code);
        QVERIFY2(code == 0, said.constData());
    }

    /// What another made of that name stays.
    void anothersHalfWorktreeStays()
    {
        Port port;
        const QString half = port.fixture.path() + text("/.git/worktrees/rocport-mine");
        QVERIFY(QDir().mkpath(half));
        for (const auto& [name, content] :
             {std::pair(half + text("/gitdir"), text("/somewhere/else/.git\n")),
              std::pair(port.folder + text(".rocport-making"), text("rocport-mine"))}) {
            QVERIFY(QDir().mkpath(QFileInfo(name).path()));
            QFile file(name);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content.toUtf8()) > 0);
        }
        QVERIFY(removeUnfinishedWorktree(port.fixture.path(), port.folder));
        QVERIFY(QFileInfo::exists(half + text("/gitdir")));
    }

    /// Killed while files took their places: some are new, the leftovers lie in a folder.
    void aKillWhileForwardingIsMended()
    {
        Port port;
        QVERIFY(port.update());
        QVERIFY(port.commit("a.cu", "two\n"));
        QVERIFY(port.commit("b.cu", "B\n"));
        port.edit("a.cu", "two\n");
        QVERIFY(QDir().mkpath(port.folder + text("/.rocport-checkout")));
        port.edit(".rocport-checkout/b.cu", "B\n");
        const auto updated = port.update();
        QVERIFY2(updated.ok(), updated.ok() ? "" : qPrintable(updated.error().detail));
        QCOMPARE(port.file("b.cu"), QByteArray("B\n"));
        QCOMPARE(port.status(), QByteArray("## rocport/port\n"));
    }

    void aFullDiskWhileCommittingIsSaid()
    {
        Port port;
        QByteArray large(400'000, 'x');
        QRandomGenerator random(1); // does not compress
        for (char& c : large) {
            c = static_cast<char>(random.bounded('!', '~'));
        }
        const QByteArray before = port.tip;
        Result<CommitInfo> made = Error{};
        {
            const rocport::test::FileSizeLimit limit(50'000);
            made = port.commit("b.cu", large);
        }
        QVERIFY(!made.ok());
        QVERIFY2(made.error().code == ErrorCode::DiskFull, qPrintable(made.error().detail));
        QCOMPARE(*port.repository->branchTip(kBranch), before);
        QVERIFY(port.commit("b.cu", large).ok());
    }

    void changesOfAPersonAreKept()
    {
        Port port;
        QVERIFY(port.update());
        port.edit("a.cu", "mine\n");
        port.edit("untracked", "u\n");
        QVERIFY(port.commit("a.cu", "two\n"));
        QVERIFY(port.commit("b.cu", "B\n"));
        const auto updated = port.update();
        QVERIFY(!updated);
        QCOMPARE(updated.error().code, ErrorCode::MergeConflict);
        QCOMPARE(updated.error().detail, text("a.cu"));
        QCOMPARE(port.file("a.cu"), QByteArray("mine\n"));
        QCOMPARE(port.file("b.cu"), QByteArray("B\n"));
        QCOMPARE(port.status(), QByteArray("## rocport/port\n M a.cu\n?? untracked\n"));
        QVERIFY(port.update());
        QCOMPARE(port.file("a.cu"), QByteArray("mine\n"));
    }

    void changesElsewhereAreNoConflict()
    {
        Port port;
        QVERIFY(port.update());
        port.edit("b.cu", "mine\n");
        QVERIFY(port.commit("a.cu", "two\n"));
        QVERIFY(port.update());
        QCOMPARE(port.file("a.cu"), QByteArray("two\n"));
        QCOMPARE(port.file("b.cu"), QByteArray("mine\n"));
    }

    void theSameContentIsNoConflict()
    {
        Port port;
        QVERIFY(port.update());
        port.edit("a.cu", "two\n");
        port.edit("fresh.cu", "fresh\n");
        QVERIFY(port.commit("a.cu", "two\n"));
        QVERIFY(port.commit("fresh.cu", "fresh\n"));
        const auto updated = port.update();
        QVERIFY2(updated, updated ? "" : qPrintable(updated.error().detail));
        QCOMPARE(port.status(), QByteArray("## rocport/port\n"));
    }

    void anUntrackedFileInTheWayIsKept()
    {
        Port port;
        QVERIFY(port.update());
        port.edit("fresh.cu", "mine\n");
        QVERIFY(port.commit("fresh.cu", "fresh\n"));
        const auto updated = port.update();
        QVERIFY(!updated);
        QCOMPARE(updated.error().code, ErrorCode::MergeConflict);
        QCOMPARE(port.file("fresh.cu"), QByteArray("mine\n"));
        QCOMPARE(port.status(), QByteArray("## rocport/port\n M fresh.cu\n"));
    }

    void deletedFolderIsMadeAgain()
    {
        Port port;
        QVERIFY(port.update());
        QVERIFY(QDir(port.folder).removeRecursively());
        QVERIFY(port.commit("a.cu", "two\n"));
        const auto updated = port.update();
        QVERIFY2(updated, updated ? "" : qPrintable(updated.error().detail));
        QCOMPARE(port.file("a.cu"), QByteArray("two\n"));
    }

    void undoBringsTheWorktreeAlong()
    {
        Port port;
        QVERIFY(port.update());
        const auto undone = port.repository->undoCommit(kBranch, port.tip);
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().detail));
        QCOMPARE(undone->id, port.base);
        QCOMPARE(port.file("a.cu"), QByteArray("1\n2\n3\n4\n5\n"));
        QCOMPARE(port.status(), QByteArray("## rocport/port\n"));
    }

    void undoWithAStaleWorktree()
    {
        Port port;
        QVERIFY(port.update());
        const QByteArray first = port.tip;
        QVERIFY(port.commit("a.cu", "two\n")); // the worktree is still at `first`
        QVERIFY(port.repository->undoCommit(kBranch, port.tip));
        QCOMPARE(*port.repository->branchTip(kBranch), first);
        QCOMPARE(port.status(), QByteArray("## rocport/port\n"));
    }

    void undoRefusesToLoseAPersonsWork()
    {
        Port port;
        QVERIFY(port.update());
        port.edit("a.cu", "mine\n");
        const auto undone = port.repository->undoCommit(kBranch, port.tip);
        QVERIFY(!undone);
        QCOMPARE(undone.error().code, ErrorCode::MergeConflict);
        QCOMPARE(undone.error().detail, text("a.cu"));
        QCOMPARE(*port.repository->branchTip(kBranch), port.tip);
        QCOMPARE(port.file("a.cu"), QByteArray("mine\n"));
    }

    void errors_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("code");
        QTest::newRow("no branch") << text("no branch") << int(ErrorCode::InvalidArgument);
        QTest::newRow("inside the checkout") << text("inside") << int(ErrorCode::InvalidArgument);
        QTest::newRow("folder in use") << text("used") << int(ErrorCode::FileWriteFailed);
        QTest::newRow("a file is there") << text("file") << int(ErrorCode::FileWriteFailed);
        QTest::newRow("users branch") << text("main") << int(ErrorCode::BranchBusy);
        QTest::newRow("second folder") << text("second") << int(ErrorCode::BranchBusy);
    }

    void errors()
    {
        QFETCH(QString, what);
        QFETCH(int, code);
        Port port;
        QString branch = kBranch;
        QString folder = port.folder;
        if (what == text("no branch")) {
            branch = text("none");
        } else if (what == text("inside")) {
            folder = port.fixture.path() + text("/tree");
        } else if (what == text("used")) {
            QDir().mkpath(folder);
            port.edit("precious", "p");
        } else if (what == text("file")) {
            QFile file(folder);
            QVERIFY(file.open(QIODevice::WriteOnly));
        } else if (what == text("main")) {
            branch = text("main");
        } else if (what == text("second")) {
            QVERIFY(port.update());
            folder = port.fixture.outside(text("second"));
        }
        const auto updated = port.repository->updateWorktree(branch, folder);
        QVERIFY(!updated);
        QCOMPARE(int(updated.error().code), code);
        if (what == text("used")) {
            QCOMPARE(port.file("precious"), QByteArray("p"));
        }
    }

    void patternsThatNeverEnd_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<bool>("isRefused");
        const auto row = [](const char* file, const char* pattern, bool isRefused) {
            QTest::addRow("%s %s", file, pattern)
                << QByteArray(file) << QByteArray(pattern) << isRefused;
        };
        row(".gitattributes", "*a*a*a*a*a*a*ab0 text eol=crlf", true);
        row(".gitattributes", "x\n*a*a*a*a*a*a*a*b -diff", true);
        row("aaa/.gitattributes", "**/*a*a*a*a*a*a*ab0 ident", true);
        row(".gitignore", "*a*a*a*a*a*a*ab0", true);
        row(".gitattributes", "*.cu text\n**/x/**/*.min.* -text\n*a*b* text", false);
        row(".gitattributes", "# *a*a*a*a*a*a*a*a*a*a\n*.cu text", false);
        row(".gitignore", "**/build/*\n*.o\n!*keep*.o*", false);
    }

    /// libgit2 and git try every way to fill the stars: libgit2 is not asked.
    void patternsThatNeverEnd()
    {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, pattern);
        QFETCH(bool, isRefused);
        Port port;
        const QByteArray name = QByteArray(200, 'a');
        QVERIFY(port.commit(name + "/" + name, "a\n"));
        QVERIFY(port.commit("aaa/" + name, "a\n"));
        QVERIFY(port.commit(file, pattern + "\n"));
        const auto updated = port.update();
        QCOMPARE(updated.ok(), !isRefused);
        const auto exported = port.repository->exportPatches(port.base, port.tip,
                                                             port.fixture.outside(text("patches")));
        QCOMPARE(exported.ok(), !isRefused);
        if (isRefused) {
            QCOMPARE(updated.error().code, ErrorCode::InvalidArgument);
            QCOMPARE(updated.error().object, QString::fromUtf8(file));
            QVERIFY(!QFileInfo::exists(port.folder + text("/a.cu")));
        }
    }

    /// In a file of any name, which the checkout itself writes.
    void patternsThatTheConfigurationNames()
    {
        for (const char* key : {"core.attributesFile", "core.excludesFile"}) {
            Port port;
            QVERIFY(port.commit(QByteArray(200, 'a'), "a\n"));
            QVERIFY(port.commit("sub/patterns", "*a*a*a*a*a*a*ab0 text\n"));
            port.fixture.run({text("config"), QString::fromLatin1(key), text("./sub/patterns")});
            const auto updated = port.update();
            QVERIFY(!updated);
            QCOMPARE(updated.error().code, ErrorCode::InvalidArgument);
            QCOMPARE(updated.error().object, text("./sub/patterns"));
        }
    }

    void listsOfSubmodules_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<bool>("isRefused");
        QTest::newRow("usual") << QByteArray("[submodule \"x\"]\n\tpath = x\n\turl = ../x\n")
                               << false;
        QTest::newRow("includes") << QByteArray("[include]\n\tpath = more\n") << true;
        QTest::newRow("many") << QByteArray("[a]\n") + QByteArray("b = c\n").repeated(30'001)
                              << true;
        QTest::newRow("large") << QByteArray(2 << 20, '#') << true;
    }

    /// Where there are submodules, libgit2 reads it, and what it includes over and over.
    void listsOfSubmodules()
    {
        QFETCH(QByteArray, content);
        QFETCH(bool, isRefused);
        Port port;
        QVERIFY(port.commit(".gitmodules", content));
        const auto updated = port.update();
        QCOMPARE(updated.ok(), !isRefused);
        if (isRefused) {
            QCOMPARE(updated.error().object, text(".gitmodules"));
        }
    }

    void anEmptyFolderIsUsed()
    {
        Port port;
        QVERIFY(QDir().mkpath(port.folder));
        QVERIFY(port.update());
        QCOMPARE(port.file("b.cu"), QByteArray("b\n"));
    }

private:
    QTemporaryDir m_home;
};

QTEST_GUILESS_MAIN(TestWorktree)
#include "tst_worktree.moc"
