#include "core/scan/gitfiles.h"
#include "core/scan/sourcetree.h"
#include "core/vcs/repository.h"
#include "tests/unit/gitfixture.h"

#include <QTest>

#include <csignal>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace rocport;

namespace {

QByteArray encoded(const QString& path)
{
    return QFile::encodeName(path);
}

/// In the place of what is there.
void makePipe(const QString& path)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile::remove(path);
    QCOMPARE(::mkfifo(encoded(path).constData(), 0644), 0);
}

void makeSparse(const QString& path, qint64 size)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.resize(size));
}

/// A configuration with more than it may have.
void makeMany(const QString& path)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[a]\n" + QByteArray("b\n").repeated(30'001));
}

bool isReadAt(const Repository& repository, const QByteArray& commit)
{
    const auto tree = repository.treeAt(commit);
    return tree && (*tree)->list({}).ok();
}

} // namespace

/// Whatever opens a named pipe never comes back: the alarm ends the test then.
class TestGitFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        GitFixture::isolate(m_home.path());
        ::alarm(110);
    }

    void nothingAgainstRealRepositories()
    {
        const GitFixture fixture;
        fixture.write("sub/a.cu", "a");
        fixture.commitAll();
        fixture.run({QStringLiteral("tag"), QStringLiteral("v1")});
        fixture.run({QStringLiteral("gc"), QStringLiteral("-q")});
        fixture.run({QStringLiteral("worktree"), QStringLiteral("add"), QStringLiteral("-q"),
                     fixture.outside(QStringLiteral("linked"))});
        QVERIFY(checkGitFiles(encoded(fixture.path())));
        QVERIFY(checkGitFiles(encoded(fixture.path()) + "/sub"));
        QVERIFY(checkGitFiles(encoded(fixture.outside(QStringLiteral("linked")))));
        QVERIFY(checkGitFiles(encoded(m_home.path())));
        QVERIFY(Repository::open(fixture.outside(QStringLiteral("linked"))));
        // The daemon that watches files leaves a socket; opening one fails and does not wait.
        const int server = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray name = encoded(fixture.path()) + "/.git/logs/daemon.ipc";
        if (static_cast<size_t>(name.size()) < sizeof(address.sun_path)) {
            std::copy(name.begin(), name.end(), address.sun_path);
            QCOMPARE(::bind(server, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
        }
        QVERIFY(checkGitFiles(encoded(fixture.path())));
        ::close(server);
    }

    void pipesAreRefused_data()
    {
        QTest::addColumn<QString>("path");
        for (const char* path :
             {".git/HEAD", ".git/index", ".git/config", ".git/packed-refs", ".git/info/exclude",
              ".git/info/attributes", ".git/objects/info/alternates", ".git/commondir",
              ".git/refs/heads/main", ".git/refs/heads/deep/er", ".git/objects/pack/x.idx",
              ".git/objects/ab/cdef", ".git/logs/HEAD", ".git/shallow", ".git/config.worktree",
              ".git/worktrees/w/HEAD"}) {
            QTest::newRow(path) << QString::fromLatin1(path);
        }
    }

    void pipesAreRefused()
    {
        QFETCH(QString, path);
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        makePipe(fixture.path() + u'/' + path);
        const auto tree = openFolderTree(fixture.path());
        QVERIFY(tree);
        const auto listed = (*tree)->list({});
        QVERIFY(!listed);
        QCOMPARE(listed.error().code, ErrorCode::FileUnreadable);
        QVERIFY2(listed.error().detail.contains(QStringLiteral("a named pipe, not a file")),
                 qPrintable(listed.error().detail));
        QVERIFY(listed.error().object.endsWith(path));
        const auto opened = Repository::open(fixture.path());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::FileUnreadable);
        QVERIFY(Repository::gitFolderOf(fixture.path()).isEmpty());
    }

    void includesAreLookedAt_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::newRow("beside") << QByteArray("[include]\n\tpath = pipe\n");
        QTest::newRow("one line") << QByteArray("[include] path = pipe\n");
        QTest::newRow("quoted") << QByteArray("[ Include ]\n  PATH = \"pipe\" ; why\n");
        QTest::newRow("escaped") << QByteArray("[include]\npath = pi\\\npe\n");
        QTest::newRow("absolute") << QByteArray("[include]\npath = %1/.git/pipe\n");
        QTest::newRow("home") << QByteArray("[include]\npath = ~/pipe\n");
        QTest::newRow("with a condition")
            << QByteArray("[includeIf \"gitdir:/nowhere/\"]\npath = pipe\n");
        QTest::newRow("second file") << QByteArray("[include]\npath = other\n");
        // These begin at the top of the work tree.
        QTest::newRow("patterns") << QByteArray("[core]\nexcludesFile = top\n");
        QTest::newRow("attributes") << QByteArray("[core]\nattributesfile = top\n");
        QTest::newRow("patterns in a folder") << QByteArray("[core]\nexcludesFile = other/p\n");
        QTest::newRow("patterns at home") << QByteArray("[core]\nexcludesFile = ~/pipe\n");
        QTest::newRow("patterns of another work tree")
            << QByteArray("[core]\nexcludesFile = p\nworktree = %1/other\n");
        QTest::newRow("attributes of a second file") << QByteArray("[include]\npath = third\n");
        QTest::newRow("link") << QByteArray("[include]\npath = link\n");
        QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbf[include]\npath = pipe\n");
        QTest::newRow("comment that ends with a backslash")
            << QByteArray("[include]\n# x \\\npath = pipe\n");
        QTest::newRow("header after such a comment")
            << QByteArray("[core]\n; x \\\n[include]\npath = pipe\n");
        QTest::newRow("value with such a comment")
            << QByteArray("[include]\nx = y ; z \\\npath = pipe\n");
        QTest::newRow("bracket in the condition")
            << QByteArray("[includeIf \"gitdir:a]b\"] path = pipe\n");
        QTest::newRow("two headers in a line") << QByteArray("[a] [include] path = pipe\n");
        QTest::newRow("name with a line end") << QByteArray("[include]\npath = \"pi\\npe\"\n");
        QTest::newRow("goes on after a comment")
            << QByteArray("[include]\npath = pi\\\n# why\npe\n");
        QTest::newRow("NUL") << QByteArray("[include]\npath = pipe\0x\n", 24);
        QTest::newRow("kernel") << QByteArray("[include]\npath = /proc/self/mem\n");
    }

    void includesAreLookedAt()
    {
        QFETCH(QByteArray, config);
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        // A pipe in the git folder is refused as such.
        makeMany(fixture.path() + QStringLiteral("/.git/pipe"));
        makeMany(fixture.path() + QStringLiteral("/.git/pi\npe"));
        makePipe(m_home.path() + QStringLiteral("/pipe"));
        makePipe(fixture.path() + QStringLiteral("/top"));
        makePipe(fixture.path() + QStringLiteral("/other/p"));
        fixture.write(".git/other", "[include]\n\tpath = pipe\n");
        fixture.write(".git/third", "[core]\nattributesfile = top\n");
        QFile::link(QStringLiteral("pipe"), fixture.path() + QStringLiteral("/.git/link"));
        config.replace("%1", encoded(fixture.path()));
        const bool marked = config.startsWith("\xef\xbb\xbf"); // has to be at the very beginning
        fixture.write(".git/config", marked ? config : "[core]\n\tbare = false\n" + config);
        const auto opened = Repository::open(fixture.path());
        QVERIFY(!opened);
        const QString& why = opened.error().detail;
        QVERIFY2(why.contains(QStringLiteral("not a file")) ||
                     why.contains(QStringLiteral("more variables than")),
                 qPrintable(why));
    }

    /// What the user's own settings name is no matter.
    void patternsOfTheUserAreNoMatter()
    {
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        const QTemporaryDir home;
        QFile settings(home.filePath(QStringLiteral(".gitconfig")));
        QVERIFY(settings.open(QIODevice::WriteOnly));
        settings.write("[core]\nexcludesFile = /dev/null\nattributesFile = /dev/null\n");
        settings.close();
        GitFixture::isolate(home.path());
        const bool opened = Repository::open(fixture.path()).ok();
        GitFixture::isolate(m_home.path());
        QVERIFY(opened);
    }

    /// Patches are made through a handle without work tree: there, it is where the program runs.
    void patternsWhereTheProgramRunsAreLookedAt()
    {
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        const QByteArray first = fixture.commitAll();
        fixture.write("a.cu", "b");
        const QByteArray second = fixture.commitAll();
        fixture.write(".git/config", "[core]\nbare = false\nattributesFile = pipe\n");
        const QTemporaryDir here;
        makePipe(here.filePath(QStringLiteral("pipe")));
        const auto opened = Repository::open(fixture.path());
        QVERIFY(opened);
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(here.path()));
        const auto patches =
            (*opened)->exportPatches(first, second, fixture.outside(QStringLiteral("p")));
        QVERIFY(QDir::setCurrent(before));
        QVERIFY(!patches);
        QCOMPARE(patches.error().code, ErrorCode::FileUnreadable);
    }

    void variablesThatNeverEndAreRefused_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<bool>("isRefused");
        const auto row = [](const char* name, const QByteArray& config, bool isRefused) {
            QTest::newRow(name) << config << isRefused;
        };
        QByteArray same;
        QByteArray others;
        for (int i = 0; i < 4096; ++i) { // of equal sums: 66 * 31 + 35 is 65 * 31 + 66
            QByteArray name;
            for (int bit = 0; bit < 12; ++bit) {
                name += (i >> bit & 1) != 0 ? "B#" : "AB";
            }
            same += "[s \"" + name + "\"]\n\ta = 1\n";
            others += "[branch \"" + QByteArray::number(i) + "\"]\n\tremote = o\n\tmerge = m\n";
        }
        row("branches", others, false);
        row("of one place", same, true);
        row("in one line", QByteArray(same).replace("\n\t", " "), true);
        row("that may go on", others + "[x]\na = \\\n[b]\n", true);
        row("with headings after headings", "[a] " + others, true);
        row("few that go on", "[x]\na = b\\\nc\n", false);
    }

    void variablesThatNeverEndAreRefused()
    {
        QFETCH(QByteArray, config);
        QFETCH(bool, isRefused);
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        fixture.write(".git/config", "[core]\n\tbare = false\n" + config);
        const auto checked = checkGitFiles(encoded(fixture.path()));
        QCOMPARE(checked.ok(), !isRefused);
        if (isRefused) {
            QCOMPARE(checked.error().code, ErrorCode::FileTooLarge);
        }
    }

    void referencesAreFollowed_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("HEAD") << QByteArray("HEAD") << QByteArray("hooks/x");
        QTest::newRow("HEAD to a name in capitals") << QByteArray("HEAD") << QByteArray("ZZ");
        QTest::newRow("branch") << QByteArray("refs/heads/main") << QByteArray("modules/x");
        QTest::newRow("link") << QByteArray("HEAD") << QByteArray("hooks/link");
        QTest::newRow("second") << QByteArray("HEAD") << QByteArray("lfs/second");
        QTest::newRow("large") << QByteArray("HEAD") << QByteArray("lfs/large");
        QTest::newRow("by its name alone") << QByteArray("x") << QByteArray("objects/nothing");
    }

    void referencesAreFollowed()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, name);
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        fixture.write(".git/" + from, "ref: " + name + '\n');
        if (name == "lfs/large") {
            makeSparse(fixture.path() + QStringLiteral("/.git/lfs/large"), 6LL << 30);
        } else if (name == "lfs/second") {
            fixture.write(".git/lfs/second", "ref: modules/x\n");
            makePipe(fixture.path() + QStringLiteral("/.git/modules/x"));
        } else if (name == "hooks/link") {
            makePipe(fixture.path() + QStringLiteral("/pipe"));
            QVERIFY(QFile::link(QStringLiteral("../../pipe"),
                                fixture.path() + QStringLiteral("/.git/hooks/link")));
        } else if (from == "x") {
            makePipe(fixture.path() + QStringLiteral("/.git/description"));
        } else {
            makePipe(fixture.path() + QStringLiteral("/.git/") + QString::fromLatin1(name));
        }
        const auto opened = Repository::open(fixture.path());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code,
                 name == "lfs/large" ? ErrorCode::FileTooLarge : ErrorCode::FileUnreadable);
    }

    /// What libgit2 takes for the repository is what is looked at.
    void theRepositoryIsFoundAsLibgit2FindsIt_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"part missing", "in the git folder", "commondir and a space",
                                 "commondir from here", "commondir and NUL", "gitdir and NUL"}) {
            QTest::newRow(kind) << QString::fromLatin1(kind);
        }
    }

    void theRepositoryIsFoundAsLibgit2FindsIt()
    {
        QFETCH(QString, kind);
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        const QByteArray tip = fixture.commitAll();
        const QString top = fixture.path() + u'/';
        const QString before = QDir::currentPath();
        QString hostile = top;
        if (kind.startsWith(QStringLiteral("part"))) {
            QVERIFY(QDir(top + QStringLiteral(".git/refs")).removeRecursively());
        } else if (kind.startsWith(QStringLiteral("in the"))) {
            hostile = top + QStringLiteral(".git/.git/");
        } else if (kind.startsWith(QStringLiteral("commondir"))) {
            const bool nul = kind.endsWith(QStringLiteral("NUL"));
            const bool space = kind.endsWith(QStringLiteral("space"));
            fixture.write(".git/commondir", nul     ? QByteArray("./evil\0y", 8)
                                            : space ? QByteArray(" ./evil\n")
                                                    : QByteArray("evil\n"));
            hostile += nul     ? QStringLiteral(".git/evil/")
                       : space ? QStringLiteral(" ./evil/")
                               : QStringLiteral("evil/");
            fixture.write(".git/gitdir", encoded(top) + ".git\n");
            QVERIFY(QDir::setCurrent(top));
        } else {
            QVERIFY(QDir().rename(top + QStringLiteral(".git"), top + QStringLiteral("real")));
            fixture.write(".git", QByteArray("gitdir: real\0y", 14));
            hostile += QStringLiteral("real/");
        }
        for (const char* name : {"objects", "refs"}) {
            QVERIFY(QDir().mkpath(hostile + QString::fromLatin1(name)));
        }
        QFile head(hostile + QStringLiteral("HEAD"));
        QVERIFY(head.open(QIODevice::WriteOnly));
        head.write("ref: refs/heads/main\n");
        head.close();
        const bool nested = kind.startsWith(QStringLiteral("in the"));
        if (!nested) {
            makePipe(hostile + QStringLiteral("config"));
        }
        const auto opened = Repository::open(fixture.path());
        // A folder of git's in that of a repository is not taken for it.
        const bool read = opened && isReadAt(**opened, tip);
        QVERIFY(QDir::setCurrent(before));
        QCOMPARE(read, nested);
    }

    void linksThatGitWouldWriteToAreRefused_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("target");
        QTest::addColumn<bool>("isRefused");
        const auto row = [](const char* path, const char* target, bool isRefused) {
            QTest::addRow("%s to %s", path, target)
                << QString::fromLatin1(path) << QString::fromLatin1(target) << isRefused;
        };
        row("logs/refs/heads/port", "../../../../notes", true);
        row("logs/refs/heads/port", "main", false);
        row("refs/heads/port", "../../../nothing", true);
        row("refs/heads/port", "../../../notes", true);
        row("refs/heads/port", "../../..", true);
        row("refs/heads/port", "main", false);
        row("worktrees/w/index", "../../../nothing", true);
        row("rest", "../notes", false);
    }

    void linksThatGitWouldWriteToAreRefused()
    {
        QFETCH(QString, path);
        QFETCH(QString, target);
        QFETCH(bool, isRefused);
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        fixture.write("notes", "mine\n");
        const QString link = fixture.path() + QStringLiteral("/.git/") + path;
        QVERIFY(QDir().mkpath(QFileInfo(link).absolutePath()));
        QVERIFY(QFile::link(target, link));
        const auto opened = Repository::open(fixture.path());
        QCOMPARE(opened.ok(), !isRefused);
        if (isRefused) {
            QCOMPARE(opened.error().code, ErrorCode::FileUnreadable);
            QVERIFY(opened.error().detail.contains(QStringLiteral("link")));
        }
    }

    /// libgit2 looks beside the link, not beside the file that it leads to.
    void includesOfALinkedFileAreLookedAt()
    {
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        makeMany(fixture.path() + QStringLiteral("/.git/pipe"));
        fixture.write("elsewhere/config", "[core]\n\tbare = false\n[include]\n\tpath = pipe\n");
        const QString config = fixture.path() + QStringLiteral("/.git/config");
        QVERIFY(QFile::remove(config));
        QVERIFY(QFile::link(fixture.path() + QStringLiteral("/elsewhere/config"), config));
        const auto opened = Repository::open(fixture.path());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::FileTooLarge);
    }

    /// Few files, but libgit2 would read them millions of times.
    void includesThatMultiplyAreRefused()
    {
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        for (int i = 0; i < 8; ++i) {
            const QByteArray include = "[include]\n\tpath = f" + QByteArray::number(i + 1) + '\n';
            fixture.write(".git/f" + QByteArray::number(i), include.repeated(7));
        }
        fixture.run(
            {QStringLiteral("config"), QStringLiteral("include.path"), QStringLiteral("f0")});
        const auto opened = Repository::open(fixture.path());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::FileUnreadable);
        QVERIFY2(opened.error().detail.contains(QStringLiteral("more than 64 files")),
                 qPrintable(opened.error().detail));
    }

    void includesOfRealFilesAreFollowed()
    {
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        fixture.write("shared.config", "[core]\n\tignorecase = true\n");
        fixture.run({QStringLiteral("config"), QStringLiteral("include.path"),
                     QStringLiteral("../shared.config")});
        fixture.write(".gitignore", "*.O\n");
        fixture.write("x.o", "x");
        const auto tree = openFolderTree(fixture.path());
        const auto listed = (*tree)->list({});
        QVERIFY(listed);
        QVERIFY(std::none_of(listed->begin(), listed->end(),
                             [](const TreeEntry& entry) { return entry.path.bytes() == "x.o"; }));
    }

    void filesOfAnySizeAreRefused_data()
    {
        QTest::addColumn<QString>("path");
        for (const char* path : {".git/config", ".git/index", ".git/packed-refs", ".git/HEAD",
                                 ".git/refs/heads/x", ".git/objects/ab/cdef", ".gitignore"}) {
            QTest::newRow(path) << QString::fromLatin1(path);
        }
    }

    void filesOfAnySizeAreRefused()
    {
        QFETCH(QString, path);
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        makeSparse(fixture.path() + u'/' + path, 6LL << 30);
        const auto tree = openFolderTree(fixture.path());
        const auto listed = (*tree)->list({});
        QVERIFY(!listed);
        QCOMPARE(listed.error().code, ErrorCode::FileTooLarge);
        QVERIFY(listed.error().object.endsWith(path));
    }

    /// Git has no rules there either; the scan names the file as one that cannot be read.
    void aPipeAsIgnoreFileHasNoRules()
    {
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        makePipe(fixture.path() + QStringLiteral("/.gitignore"));
        makePipe(fixture.path() + QStringLiteral("/sub/.gitignore"));
        makePipe(fixture.path() + QStringLiteral("/.gitattributes"));
        const auto tree = openFolderTree(fixture.path());
        const auto listed = (*tree)->list({});
        QVERIFY(listed);
        QCOMPARE(listed->size(), 4);
        const auto read = (*tree)->read(listed->at(1), 100);
        QVERIFY(!read);
        QVERIFY(read.error().detail.contains(QStringLiteral("named pipe")));
        QVERIFY(Repository::open(fixture.path()));
        QVERIFY((*Repository::open(fixture.path()))->info());
    }

    void rulesThatExplodeDoNot()
    {
        const GitFixture fixture;
        QByteArray rules;
        for (int i = 0; i < 200; ++i) {
            rules += QByteArray("*a").repeated(40) + "b" + QByteArray::number(i) + '\n';
        }
        fixture.write(".gitignore", rules);
        for (int i = 0; i < 20; ++i) {
            fixture.write(QByteArray(180, 'a') + QByteArray::number(i), "x");
        }
        const auto tree = openFolderTree(fixture.path());
        const auto listed = (*tree)->list({});
        QVERIFY(listed);
        QCOMPARE(listed->size(), 21);
    }

    void rulesThatTakeTooLongAreRefused()
    {
        const GitFixture fixture;
        const QByteArray rule = '*' + QByteArray(100, 'a') + "b\n";
        fixture.write(".gitignore", rule.repeated(1024 * 1024 / rule.size()));
        for (int i = 0; i < 40; ++i) {
            fixture.write(QByteArray(200, 'a') + QByteArray::number(i), "x");
        }
        const auto tree = openFolderTree(fixture.path());
        const auto listed = (*tree)->list({});
        QVERIFY(!listed);
        QCOMPARE(listed.error().code, ErrorCode::FileTooLarge);
        QVERIFY(listed.error().detail.contains(QStringLiteral("ignore rules")));
    }

private:
    QTemporaryDir m_home;
};

QTEST_GUILESS_MAIN(TestGitFiles)
#include "tst_gitfiles.moc"
