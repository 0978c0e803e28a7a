#include "core/scan/sourcetree.h"
#include "tests/unit/gitfixture.h"

#include <QElapsedTimer>
#include <QTest>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

using namespace rocport;

namespace {

QString text(const char* utf8)
{
    return QString::fromUtf8(utf8);
}

std::unique_ptr<SourceTree> openOrFail(const QString& folder)
{
    auto tree = openFolderTree(folder);
    if (!tree) {
        qFatal("openFolderTree: %s", qPrintable(tree.error().detail));
    }
    return std::move(*tree);
}

QVector<TreeEntry> listOrFail(const SourceTree& tree)
{
    auto entries = tree.list({});
    if (!entries) {
        qFatal("list: %s", qPrintable(entries.error().detail));
    }
    return std::move(*entries);
}

QList<QByteArray> namesOf(const QString& folder)
{
    QList<QByteArray> names;
    for (const TreeEntry& entry : listOrFail(*openOrFail(folder))) {
        names.append(entry.path.bytes());
    }
    return names;
}

TreeEntry find(const QVector<TreeEntry>& entries, const QByteArray& path)
{
    for (const TreeEntry& entry : entries) {
        if (entry.path.bytes() == path) {
            return entry;
        }
    }
    qFatal("not listed: %s", path.constData());
}

qint64 nanosecondsSince(const timespec& then)
{
    timespec now = {};
    clock_gettime(CLOCK_REALTIME, &now);
    return (now.tv_sec - then.tv_sec) * 1'000'000'000LL + now.tv_nsec - then.tv_nsec;
}

} // namespace

class TestSourceTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }

    void plainFolder()
    {
        const GitFixture fixture(false);
        fixture.write("b.cu", "b");
        fixture.write("a/x.cu", "x");
        fixture.write("a-b", "1");
        fixture.write(".hidden", "h");
        fixture.write(".svn/entries", "s");
        fixture.write(".hg/store", "s");
        fixture.write("clone/.git/config", "s");
        fixture.write("clone/y.cu", "y");
        fixture.write(".gitignore", "*.cu\n"); // no repository: nothing is ignored
        QCOMPARE(namesOf(fixture.path()), (QList<QByteArray>{".gitignore", ".hidden", "a-b",
                                                             "a/x.cu", "b.cu", "clone/y.cu"}));
        QCOMPARE(openOrFail(fixture.path())->describe(), text("folder as is"));
    }

    void emptyFolder()
    {
        const QTemporaryDir folder;
        QVERIFY(namesOf(folder.path()).isEmpty());
    }

    void ignoredFilesAreLeftOut()
    {
        const GitFixture fixture;
        fixture.write(".gitignore", "build/\n*.o\n!keep.o\n/top\nname with space\n");
        fixture.write("src/.gitignore", "local\n");
        fixture.write(".git/info/exclude", "excluded\n");
        for (const char* name :
             {"build/x.cu", "src/build/y.cu", "a.o", "keep.o", "top", "src/top", "src/local",
              "local", "excluded", "name with space", "tracked.o", "src/a.cu"}) {
            fixture.write(name, "x\n");
        }
        fixture.run({text("add"), text("-f"), text("tracked.o"), text("build/x.cu")});
        fixture.write("build/untracked.cu", "x\n");
        QCOMPARE(namesOf(fixture.path()),
                 (QList<QByteArray>{".gitignore", "build/x.cu", "keep.o", "local", "src/.gitignore",
                                    "src/a.cu", "src/top", "tracked.o"}));
    }

    void aFolderInsideARepository()
    {
        const GitFixture fixture;
        fixture.write(".gitignore", "src/gone\n");
        fixture.write("src/gone", "x\n");
        fixture.write("src/kept", "x\n");
        fixture.write("other", "x\n");
        QCOMPARE(namesOf(fixture.path() + text("/src")), QList<QByteArray>{"kept"});
    }

    void submodulesAreNamedAndNotEntered()
    {
        const GitFixture inner;
        inner.write("x.cu", "x");
        inner.commitAll();
        const GitFixture fixture;
        fixture.run({text("-c"), text("protocol.file.allow=always"), text("submodule"), text("add"),
                     text("-q"), inner.path(), text("third")});
        fixture.write("clone/.git/HEAD",
                      "ref: refs/heads/main\n"); // not added: git stops there too
        fixture.write("clone/y.cu", "y");
        const auto entries = listOrFail(*openOrFail(fixture.path()));
        QCOMPARE(entries.size(), 3);
        QCOMPARE(find(entries, "third").kind, TreeEntry::Kind::Submodule);
        QCOMPARE(find(entries, "clone").kind, TreeEntry::Kind::Submodule);
    }

    void linksAreNeverFollowed()
    {
        const GitFixture fixture(false);
        fixture.write("real/a.cu", "a");
        fixture.write("../secret", "s");
        QFile::link(text("../secret"), fixture.path() + text("/out"));
        QFile::link(text("/"), fixture.path() + text("/root"));
        QFile::link(text("."), fixture.path() + text("/circle"));
        QFile::link(text("b"), fixture.path() + text("/a"));
        QFile::link(text("a"), fixture.path() + text("/b"));
        QFile::link(text("real"), fixture.path() + text("/folder"));
        QFile::link(text("missing"), fixture.path() + text("/dangling"));
        const auto tree = openOrFail(fixture.path());
        const auto entries = listOrFail(*tree);
        QCOMPARE(entries.size(), 8);
        for (const char* name : {"out", "root", "circle", "a", "b", "folder", "dangling"}) {
            const TreeEntry entry = find(entries, name);
            QCOMPARE(entry.kind, TreeEntry::Kind::Link);
            const auto bytes = tree->read(entry, 1000);
            QVERIFY2(!bytes, name);
            QCOMPARE(bytes.error().code, ErrorCode::FileUnreadable);
        }
    }

    void oddNames()
    {
        const GitFixture fixture;
        const QList<QByteArray> names = {"\"quoted\"",     "-dash",          "back\\slash",
                                         "latin\xe9.cu",   "new\nline/x\ty", "with space",
                                         "\xe6\x97\xa5.cu"};
        for (const QByteArray& name : names) {
            fixture.write(name, "content of " + name);
        }
        QCOMPARE(namesOf(fixture.path()), names);
        const auto tree = openOrFail(fixture.path());
        for (const TreeEntry& entry : listOrFail(*tree)) {
            QCOMPARE(*tree->read(entry, 1000), "content of " + entry.path.bytes());
        }
    }

    void pipesAndSocketsDoNotHang()
    {
        const GitFixture fixture(false);
        fixture.write("a.cu", "a");
        const QByteArray root = QFile::encodeName(fixture.path());
        QCOMPARE(::mkfifo((root + "/pipe.cu").constData(), 0644), 0);
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        qstrncpy(address.sun_path, (root + "/socket").constData(), sizeof address.sun_path);
        const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
        QCOMPARE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        const auto tree = openOrFail(fixture.path());
        const auto entries = listOrFail(*tree);
        QElapsedTimer clock;
        clock.start();
        const auto pipe = tree->read(find(entries, "pipe.cu"), 1000);
        const auto other = tree->read(find(entries, "socket"), 1000);
        ::close(socket);
        QVERIFY(clock.elapsed() < 20000);
        QVERIFY(!pipe);
        QCOMPARE(pipe.error().code, ErrorCode::FileUnreadable);
        QCOMPARE(pipe.error().detail, text("a named pipe, not a file"));
        QVERIFY(!other);
        QCOMPARE(other.error().detail, text("a socket, not a file"));
    }

    void unreadableFileAndFolder()
    {
        if (::geteuid() != 0) {
            QSKIP("ROCPORT_SKIP_TEST: taking rights away for a while needs root");
        }
        const GitFixture fixture(false);
        fixture.write("a.cu", "a");
        fixture.write("locked.cu", "l");
        fixture.write("closed/x.cu", "x");
        const QByteArray root = QFile::encodeName(fixture.path());
        ::chmod(QFile::encodeName(fixture.outside(text(""))).constData(), 0755);
        ::chmod((root + "/locked.cu").constData(), 0);
        ::chmod((root + "/closed").constData(), 0);
        const auto tree = openOrFail(fixture.path());
        QCOMPARE(::seteuid(65534), 0);
        const auto entries = tree->list({});
        const auto file = tree->read({RepoPath("locked.cu"), {}}, 100);
        const auto folder = tree->read({RepoPath("closed"), {}}, 100);
        QCOMPARE(::seteuid(0), 0);
        QVERIFY(entries);
        QCOMPARE(entries->size(), 3); // the folder is named, since what is in it cannot be
        QVERIFY(!file);
        QCOMPARE(file.error().code, ErrorCode::FileUnreadable);
        QCOMPARE(file.error().detail, text("Permission denied"));
        QVERIFY(!folder);
        QCOMPARE(folder.error().detail, text("Permission denied"));
    }

    void limits()
    {
        const GitFixture fixture(false);
        fixture.write("ten", "0123456789");
        fixture.write("empty", "");
        fixture.write("sparse.cu", "x");
        QCOMPARE(::truncate(QFile::encodeName(fixture.path() + text("/sparse.cu")).constData(),
                            200 * 1024 * 1024),
                 0);
        const auto tree = openOrFail(fixture.path());
        const auto entries = listOrFail(*tree);
        QCOMPARE(*tree->read(find(entries, "ten"), 10), QByteArray("0123456789"));
        QCOMPARE(tree->read(find(entries, "ten"), 9).error().code, ErrorCode::FileTooLarge);
        QCOMPARE(*tree->read(find(entries, "empty"), 10), QByteArray());
        QCOMPARE(find(entries, "sparse.cu").size, 200 * 1024 * 1024);
        QCOMPARE(tree->read(find(entries, "sparse.cu"), 8 << 20).error().code,
                 ErrorCode::FileTooLarge);
        QFile::remove(fixture.path() + text("/ten"));
        QCOMPARE(tree->read(find(entries, "ten"), 10).error().code, ErrorCode::FileNotFound);
    }

    void openErrors()
    {
        const GitFixture fixture(false);
        fixture.write("file", "f");
        const auto code = [](const QString& path) {
            const auto tree = openFolderTree(path);
            return tree ? ErrorCode::Internal : tree.error().code;
        };
        QCOMPARE(code(fixture.path() + text("/none")), ErrorCode::FileNotFound);
        QCOMPARE(code(fixture.path() + text("/file")), ErrorCode::FileNotFound);
        QCOMPARE(code(QString()), ErrorCode::FileNotFound);
        const auto tree = openOrFail(fixture.path());
        QVERIFY(QDir(fixture.path()).removeRecursively());
        QCOMPARE(tree->list({}).error().code, ErrorCode::FileNotFound);
    }

    void repositoryOfAnotherUserSaysWhatToDo()
    {
        if (::geteuid() != 0) {
            QSKIP("ROCPORT_SKIP_TEST: giving a repository to another user needs root");
        }
        const GitFixture fixture;
        QCOMPARE(::chown(QFile::encodeName(fixture.path()).constData(), 65534, 65534), 0);
        const auto entries = openOrFail(fixture.path())->list({});
        QVERIFY(!entries);
        QCOMPARE(entries.error().code, ErrorCode::FileUnreadable);
        QVERIFY(entries.error().detail.contains(text("safe.directory")));
    }

    void identityFollowsTheContent()
    {
        const GitFixture fixture(false);
        fixture.write("a.cu", "1");
        fixture.write("b.cu", "1");
        const auto identity = [&](const char* name) {
            return find(listOrFail(*openOrFail(fixture.path())), name).identity;
        };
        struct stat status = {};
        ::stat(QFile::encodeName(fixture.path() + text("/b.cu")).constData(), &status);
        // Just written: could change again without a trace, so it counts as new every time.
        if (nanosecondsSince(status.st_ctim) < 10'000'000) {
            QVERIFY(identity("b.cu").contains("-at"));
        }
        QTRY_VERIFY(nanosecondsSince(status.st_ctim) > 30'000'000);
        const QByteArray first = identity("a.cu");
        QCOMPARE(identity("a.cu"), first);
        fixture.write("a.cu", "2"); // same size
        const QByteArray second = identity("a.cu");
        QVERIFY(second != first);
        QVERIFY(identity("b.cu") != second);
    }

    void listingIsCancelled()
    {
        const GitFixture fixture(false);
        fixture.write("a", "a");
        const CancelToken cancel;
        cancel.cancel();
        QCOMPARE(openOrFail(fixture.path())->list(cancel).error().code, ErrorCode::Cancelled);
    }

    void veryDeepFolders()
    {
        const QTemporaryDir folder;
        // Deeper than a path may be long: made and entered step by step.
        int at = ::open(QFile::encodeName(folder.path()).constData(), O_RDONLY | O_DIRECTORY);
        const QByteArray name(200, 'd');
        for (int i = 0; i < 40; ++i) {
            QCOMPARE(::mkdirat(at, name.constData(), 0755), 0);
            const int next = ::openat(at, name.constData(), O_RDONLY | O_DIRECTORY);
            ::close(at);
            at = next;
        }
        ::close(at);
        const auto tree = openOrFail(folder.path());
        const auto entries = listOrFail(*tree);
        QCOMPARE(entries.size(), 1);
        const auto bytes = tree->read(entries.first(), 10);
        QVERIFY(!bytes);
        QCOMPARE(bytes.error().code, ErrorCode::FileUnreadable);
        QProcess::execute(text("rm"),
                          {text("-rf"), folder.path() + u'/' + QString::fromLatin1(name)});
    }

private:
    QTemporaryDir m_home;
};

QTEST_GUILESS_MAIN(TestSourceTree)
#include "tst_sourcetree.moc"
