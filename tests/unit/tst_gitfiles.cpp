#include "core/scan/gitfiles.h"
#include "core/scan/sourcetree.h"
#include "core/vcs/repository.h"
#include "tests/unit/gitfixture.h"

#include <QCryptographicHash>
#include <QtEndian>
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

QByteArray number32(quint32 value)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
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
        ::alarm(50);
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
        QTest::newRow("patterns") << QByteArray("[core]\nexcludesFile = pipe\n");
        QTest::newRow("attributes") << QByteArray("[core]\nattributesfile = pipe\n");
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
        makePipe(fixture.path() + QStringLiteral("/.git/pipe"));
        makePipe(fixture.path() + QStringLiteral("/.git/pi\npe"));
        makePipe(m_home.path() + QStringLiteral("/pipe"));
        fixture.write(".git/other", "[include]\n\tpath = pipe\n");
        QFile::link(QStringLiteral("pipe"), fixture.path() + QStringLiteral("/.git/link"));
        config.replace("%1", encoded(fixture.path()));
        const bool marked = config.startsWith("\xef\xbb\xbf"); // has to be at the very beginning
        fixture.write(".git/config", marked ? config : "[core]\n\tbare = false\n" + config);
        const auto opened = Repository::open(fixture.path());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::FileUnreadable);
        QVERIFY2(opened.error().detail.contains(QStringLiteral("not a file")),
                 qPrintable(opened.error().detail));
    }

    /// libgit2 looks beside the link, not beside the file that it leads to.
    void includesOfALinkedFileAreLookedAt()
    {
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        makePipe(fixture.path() + QStringLiteral("/.git/pipe"));
        fixture.write("elsewhere/config", "[core]\n\tbare = false\n[include]\n\tpath = pipe\n");
        const QString config = fixture.path() + QStringLiteral("/.git/config");
        QVERIFY(QFile::remove(config));
        QVERIFY(QFile::link(fixture.path() + QStringLiteral("/elsewhere/config"), config));
        const auto opened = Repository::open(fixture.path());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::FileUnreadable);
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

    /// In version 4 of the index a path is what differs from the one before.
    void pathsThatAreMuchLargerThanTheIndexAreRefused()
    {
        const auto index = [](int count) {
            QByteArray bytes = "DIRC" + number32(4) + number32(static_cast<quint32>(count));
            for (int i = 0; i < count; ++i) {
                const QByteArray name = QByteArray::number(i).rightJustified(8, '0');
                bytes += QByteArray(24, '\0') + number32(0100644) + QByteArray(32, '\0');
                bytes += i == 0 ? QByteArray("\x0f\xa0\0", 3) + QByteArray(3992, 'a')
                                : QByteArray("\x0f\xa0\x08", 3);
                bytes += name + '\0';
            }
            return bytes + QCryptographicHash::hash(bytes, QCryptographicHash::Sha1);
        };
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        fixture.write(".git/index", index(100));
        QVERIFY(checkGitFiles(encoded(fixture.path())));
        const auto few = openFolderTree(fixture.path());
        QVERIFY((*few)->list({}));
        fixture.write(".git/index", index(40'000)); // 3 MB that stand for 160
        const auto checked = checkGitFiles(encoded(fixture.path()));
        QVERIFY(!checked);
        QCOMPARE(checked.error().code, ErrorCode::FileTooLarge);
        QVERIFY(checked.error().object.endsWith(QStringLiteral("index")));
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
