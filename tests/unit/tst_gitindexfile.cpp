#include "core/scan/gitfiles.h"
#include "core/scan/gitindexfile.h"
#include "core/scan/sourcetree.h"
#include "tests/unit/gitfixture.h"

#include <QCryptographicHash>
#include <QtEndian>
#include <QTest>

using namespace rocport;

namespace {

QByteArray encoded(const QString& path)
{
    return QFile::encodeName(path);
}

QByteArray number32(quint32 value)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

/// One file of an index; in version 4 the name has its count of bytes before it.
QByteArray indexEntry(const QByteArray& name, int version = 2)
{
    QByteArray bytes = QByteArray(24, '\0') + number32(0100644) + QByteArray(32, '\0');
    const auto length = static_cast<quint16>(std::min<qsizetype>(name.size(), 0xfff));
    bytes += number32(length).right(2) + name + '\0';
    return version == 4 ? bytes : bytes + QByteArray((8 - bytes.size() % 8) % 8, '\0');
}

QByteArray extension(const char* name, const QByteArray& content)
{
    return name + number32(static_cast<quint32>(content.size())) + content;
}

} // namespace

/// The list of files that git keeps, where it is made so that libgit2 does not come back.
class TestGitIndexFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }

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

    void indexesThatAreMoreThanTheySay_data()
    {
        QTest::addColumn<QByteArray>("body"); // what follows the number of files
        QTest::addColumn<quint32>("files");
        QTest::addColumn<quint32>("version");
        QTest::addColumn<QString>("why"); // nothing: it is taken
        const auto row = [](const char* name, const QByteArray& body, const QString& why,
                            quint32 files = 1, quint32 version = 2) {
            QTest::newRow(name) << body << files << version << why;
        };
        const QByteArray entry = indexEntry("a.cu");
        const QByteArray node("\0-1 1\n", 6);
        const QByteArray leaf("\0-1 0\n", 6);
        const QString depth = QStringLiteral("in more than 2048 others");
        const QString room = QStringLiteral("number of folders");
        const QByteArray deep = node.repeated(2048) + leaf;
        row("folders in folders", entry + extension("TREE", deep), depth);
        row("in version 3", entry + extension("TREE", deep), depth, 1, 3);
        row("in version 4", indexEntry(QByteArray("\0a.cu", 5), 4) + extension("TREE", deep), depth,
            1, 4);
        row("after others", entry + extension("ZZZZ", "x") + extension("TREE", deep), depth);
        row("few folders", entry + extension("TREE", node.repeated(2047) + leaf), {});
        row("number of folders", entry + extension("TREE", QByteArray("\0-1 50000000\n", 13)),
            room);
        row("numbers that add up",
            entry + extension("TREE", (QByteArray("\0-1 900\n", 8)).repeated(1000)), room);
        row("a tree that is cut", entry + extension("TREE", QByteArray("\0001 0\n", 5)),
            QStringLiteral("damaged"));
        row("not read", entry + extension("link", "x") + extension("TREE", deep), {});
        row("notes on conflicts",
            entry + extension("REUC", QByteArray("a\0000\0000\0000\0", 8).repeated(1'100'000)),
            QStringLiteral("8 MiB"));
        row("notes on names", entry + extension("NAME", QByteArray(9 << 20, '\0')),
            QStringLiteral("8 MiB"));
        row("a long path", indexEntry(QByteArray("a/").repeated(2100) + 'x'),
            QStringLiteral("4096 bytes"));
        // The flags say one byte; libgit2 reads on to the NUL.
        const QByteArray endless = QByteArray(60, '\1') + QByteArray("\x20\1", 2) + "ab";
        row("paths without end", endless.repeated(100), QStringLiteral("4096 bytes"), 100);
        QByteArray same;
        for (int i = 0; i < 4096; ++i) { // of equal sums: 48 * 31 + 126 is 49 * 31 + 95
            QByteArray name;
            for (int bit = 0; bit < 12; ++bit) {
                name += (i >> bit & 1) != 0 ? "1_" : "0~";
            }
            same += indexEntry(name);
        }
        row("paths in one place", same, QStringLiteral("would not end"), 4096);
    }

    void indexesThatAreMoreThanTheySay()
    {
        QFETCH(QByteArray, body);
        QFETCH(quint32, files);
        QFETCH(quint32, version);
        QFETCH(QString, why);
        const GitFixture fixture;
        fixture.write("a.cu", "a");
        fixture.commitAll();
        const QByteArray index = "DIRC" + number32(version) + number32(files) + body;
        const QByteArray whole = index + QCryptographicHash::hash(index, QCryptographicHash::Sha1);
        fixture.write(".git/index", whole);
        const auto checked = checkGitFiles(encoded(fixture.path()));
        QCOMPARE(checked.ok(), why.isEmpty());
        if (why.isEmpty()) {
            const auto tree = openFolderTree(fixture.path());
            QVERIFY((*tree)->list({}));
            return;
        }
        QVERIFY2(checked.error().detail.contains(why), qPrintable(checked.error().detail));
        QVERIFY(checked.error().object.endsWith(QStringLiteral("index")));
        // The same for the index of another work tree.
        fixture.write(".git/worktrees/w/index", whole);
        QVERIFY(QFile::remove(fixture.path() + QStringLiteral("/.git/index")));
        QVERIFY(!checkGitFiles(encoded(fixture.path())));
    }

    void anIndexThatIsNotReadIsRefused()
    {
        const QTemporaryDir place;
        QFile file(place.filePath(QStringLiteral("index")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("DIRC" + number32(2) + number32(1) + indexEntry("a.cu") + QByteArray(1000, 'x'));
        file.close();
        QVERIFY(checkGitIndex(encoded(file.fileName()), 2000));
        const auto checked = checkGitIndex(encoded(file.fileName()), 1000);
        QVERIFY(!checked);
        QCOMPARE(checked.error().code, ErrorCode::FileTooLarge);
    }

private:
    QTemporaryDir m_home;
};

QTEST_GUILESS_MAIN(TestGitIndexFile)
#include "tst_gitindexfile.moc"
