#include "core/scan/gitobjects.h"
#include "core/scan/looseobject.h"
#include "core/scan/packindex.h"
#include "core/vcs/repository.h"
#include "tests/unit/gitfixture.h"

#include <QtEndian>
#include <QTest>

#include <csignal>
#include <functional>
#include <unistd.h>
#include <zlib.h>

using namespace rocport;

namespace {

constexpr qsizetype kTable = 8; ///< of the counts in an index of version 2
constexpr qsizetype kNames = kTable + qsizetype{256} * 4;

QByteArray encoded(const QString& path)
{
    return QFile::encodeName(path);
}

QByteArray number(quint32 value)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

quint32 numberAt(const QByteArray& bytes, qsizetype at)
{
    return qFromBigEndian<quint32>(bytes.constData() + at);
}

/// Counts that rise evenly up to \a last.
QByteArray fanOut(quint64 last)
{
    QByteArray table;
    for (quint64 i = 1; i <= 256; ++i) {
        table += number(static_cast<quint32>(last * i / 256));
    }
    return table;
}

QByteArray deflated(const QByteArray& text)
{
    uLongf size = ::compressBound(static_cast<uLong>(text.size()));
    QByteArray out(static_cast<qsizetype>(size), '\0');
    ::compress(reinterpret_cast<Bytef*>(out.data()), &size,      // NOLINT
               reinterpret_cast<const Bytef*>(text.constData()), // NOLINT
               static_cast<uLong>(text.size()));
    out.truncate(static_cast<qsizetype>(size));
    return out;
}

QByteArray noise(qsizetype size)
{
    QByteArray bytes(size, '\0');
    quint32 state = 11;
    for (char& byte : bytes) {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<char>(state >> 24);
    }
    return bytes;
}

} // namespace

/// What libgit2 1.5 would not come back from: the alarm ends the test then.
class TestGitObjects : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }

    void init() { ::alarm(60); }

    void nothingAgainstWhatGitWrites_data()
    {
        QTest::addColumn<QList<QStringList>>("commands");
        const auto words = [](const char* text) { return QString::fromLatin1(text).split(u' '); };
        QTest::newRow("loose") << QList<QStringList>{};
        QTest::newRow("packed") << QList<QStringList>{words("repack -adfq")};
        QTest::newRow("version 1")
            << QList<QStringList>{words("-c pack.indexVersion=1 repack -adfq")};
        QTest::newRow("offsets of 64 bits")
            << QList<QStringList>{words("repack -adfq"), words("config pack.indexVersion 2"),
                                  words("index-pack --index-version=2,0x20 %PACK%")};
        QTest::newRow("several packs")
            << QList<QStringList>{words("repack -dq"), words("commit -q --allow-empty -m more"),
                                  words("repack -dq"), words("multi-pack-index write")};
        QTest::newRow("commit graph")
            << QList<QStringList>{words("commit-graph write --reachable")};
        QTest::newRow("bitmap") << QList<QStringList>{
            words("-c pack.writeBitmapHashCache=true repack -adbq"),
            words("multi-pack-index write --bitmap")};
    }

    void nothingAgainstWhatGitWrites()
    {
        QFETCH(QList<QStringList>, commands);
        const GitFixture fixture;
        const QByteArray id = someCommits(fixture);
        for (QStringList& command : commands) {
            for (QString& word : command) {
                word.replace(QStringLiteral("%PACK%"), packOf(fixture) + QStringLiteral(".pack"));
            }
            if (command.first() == QStringLiteral("index-pack")) {
                QFile::remove(packOf(fixture) + QStringLiteral(".idx"));
            }
            fixture.run(command);
        }
        for (const QByteArray& index : packIndexesIn(objectsOf(fixture))) {
            const Result<void> checked = checkPackIndex(index);
            QVERIFY2(checked, checked ? "" : qPrintable(checked.error().detail));
        }
        readsAll(fixture, id);
    }

    void otherFoldersAreRead()
    {
        const GitFixture fixture;
        const QByteArray id = someCommits(fixture);
        fixture.run({QStringLiteral("repack"), QStringLiteral("-adq")});
        const QString other = fixture.outside(QStringLiteral("other"));
        fixture.run({QStringLiteral("clone"), QStringLiteral("-q"), QStringLiteral("--shared"),
                     fixture.path(), other});
        const auto folders = objectFolders(encoded(other) + "/.git/objects");
        QVERIFY(folders);
        QCOMPARE(folders->size(), 2);
        const auto opened = Repository::open(other);
        QVERIFY(opened);
        QVERIFY((*opened)->treeAt(id));
        // Round in circles, and to nowhere.
        fixture.write(".git/objects/info/alternates",
                      encoded(other) + "/.git/objects\n../objects\n/nowhere\n# a word\n\n");
        QCOMPARE(objectFolders(encoded(other) + "/.git/objects")->size(), 2);
        QVERIFY(Repository::open(other));
        // What is damaged there is met too.
        damage(packOf(fixture) + QStringLiteral(".idx"),
               [](QByteArray& bytes) { bytes.replace(kTable, kNames - kTable, fanOut(1U << 30)); });
        const auto refused = Repository::open(other);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::GitFailed);
    }

    void listsHaveAnEnd()
    {
        const GitFixture fixture;
        someCommits(fixture);
        QByteArray list;
        for (int i = 0; i < kMaxObjectFolders + 1; ++i) {
            const QByteArray name = "more" + QByteArray::number(i);
            QVERIFY(QDir(fixture.path()).mkpath(QString::fromLatin1(".git/" + name)));
            list += "../" + name + '\n';
        }
        fixture.write(".git/objects/info/alternates", list);
        const auto opened = Repository::open(fixture.path());
        QVERIFY(!opened);
        QVERIFY(opened.error().detail.contains(QStringLiteral("more than 64 object folders")));
    }

    void wrongCountsAreRefused_data()
    {
        using Edit = std::function<void(QByteArray&)>;
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* suffix, const char* said, Edit edit) {
            QTest::newRow(name) << QString::fromLatin1(suffix) << edit << QString::fromLatin1(said);
        };
        const auto table = [](quint64 last) {
            return
                [last](QByteArray& bytes) { bytes.replace(kTable, kNames - kTable, fanOut(last)); };
        };
        // 28 bytes for each of 2^30 objects are none in 32 bits.
        row("wraps", ".idx", "objects, and 100000000 can be read", table(1ULL << 30));
        row("largest", ".idx", "objects, and 100000000 can be read", table(0xFFFFFFFFULL));
        row("too many", ".idx", "do not agree with its size", table(1000));
        row("too few", ".idx", "do not agree with its size", table(3));
        row("none", ".idx", "do not agree with its size", table(0));
        row("falls", ".idx", "object counts decrease",
            [](QByteArray& bytes) { bytes.replace(kTable, 4, number(0x7FFFFFFF)); });
        row("version", ".idx", "version 3",
            [](QByteArray& bytes) { bytes.replace(4, 4, number(3)); });
        row("cut", ".idx", "do not agree with its size", [](QByteArray& bytes) { bytes.chop(30); });
        row("shorter", ".idx", "too short", [](QByteArray& bytes) { bytes.truncate(500); });
        row("empty", ".idx", "too short", [](QByteArray& bytes) { bytes.clear(); });
        row("longer", ".idx", "do not agree with its size",
            [](QByteArray& bytes) { bytes.append(QByteArray(5000, 'x')); });
        const auto offset = [](quint32 value) {
            return [value](QByteArray& bytes) {
                const quint32 count = numberAt(bytes, kNames - 4);
                bytes.replace(kNames + qsizetype{count} * 24, 4, number(value));
            };
        };
        row("far", ".idx", "lies outside the pack", offset(0x7FFFFFFF));
        row("in the header", ".idx", "lies outside the pack", offset(3));
        row("no such large one", ".idx", "lies outside the pack", offset(0x80000000));
        row("pack count", ".pack", "it claims 77 objects",
            [](QByteArray& bytes) { bytes.replace(8, 4, number(77)); });
        row("pack version", ".pack", "not a git pack",
            [](QByteArray& bytes) { bytes.replace(4, 4, number(9)); });
        row("pack cut", ".pack", "lies outside the pack",
            [](QByteArray& bytes) { bytes.truncate(40); });
        row("pack empty", ".pack", "too short", [](QByteArray& bytes) { bytes.clear(); });
    }

    void wrongCountsAreRefused()
    {
        QFETCH(QString, suffix);
        QFETCH(std::function<void(QByteArray&)>, edit);
        QFETCH(QString, said);
        const GitFixture fixture;
        someCommits(fixture);
        fixture.run({QStringLiteral("repack"), QStringLiteral("-adq")});
        const QString pack = packOf(fixture);
        damage(pack + suffix, edit);
        const auto opened = Repository::open(fixture.path());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::GitFailed);
        QVERIFY2(opened.error().detail.contains(said), qPrintable(opened.error().detail));
        QVERIFY(opened.error().object.endsWith(suffix) ||
                said.contains(QStringLiteral("lies outside")));
        // Without its pack nobody reads the index.
        QFile::remove(pack + QStringLiteral(".pack"));
        QVERIFY(checkPackIndex(encoded(pack) + ".idx"));
    }

    /// Whatever they hold: the packs' own indexes say all that is in them.
    void indexesOfSeveralPacksAndGraphsAreNotRead()
    {
        const GitFixture fixture;
        const QByteArray id = someCommits(fixture);
        fixture.run({QStringLiteral("repack"), QStringLiteral("-adq")});
        fixture.run({QStringLiteral("multi-pack-index"), QStringLiteral("write")});
        fixture.run({QStringLiteral("commit-graph"), QStringLiteral("write"),
                     QStringLiteral("--reachable")});
        for (const char* name : {"pack/multi-pack-index", "info/commit-graph"}) {
            damage(QFile::decodeName(objectsOf(fixture)) + u'/' + QString::fromLatin1(name),
                   [](QByteArray& bytes) {
                       const qsizetype at = numberAt(bytes, bytes.indexOf("OIDF") + 8);
                       bytes.replace(at, 1024, fanOut((1U << 30) + 12));
                   });
        }
        readsAll(fixture, id);
    }

    void packsThatComeLaterAreRead()
    {
        const GitFixture fixture;
        someCommits(fixture);
        fixture.run({QStringLiteral("repack"), QStringLiteral("-adq")});
        const auto opened = Repository::open(fixture.path());
        QVERIFY(opened);
        fixture.write("late.cu", "late");
        const QByteArray late = fixture.commitAll();
        fixture.run({QStringLiteral("repack"), QStringLiteral("-dq")});
        const auto tree = (*opened)->treeAt(late);
        QVERIFY(tree);
        QCOMPARE((*tree)->list({})->size(), 5);
    }

    void deltasHaveAnEnd_data()
    {
        QTest::addColumn<bool>("ring");
        QTest::newRow("ring") << true;
        QTest::newRow("nothing") << false;
    }

    /// Objects made from each other, or from what is not there.
    void deltasHaveAnEnd()
    {
        QFETCH(bool, ring);
        const GitFixture fixture;
        someCommits(fixture);
        fixture.run({QStringLiteral("repack"), QStringLiteral("-adq")});
        const QString pack = packOf(fixture);
        QByteArray names;
        damage(pack + QStringLiteral(".idx"), [&](QByteArray& bytes) {
            const qsizetype count = numberAt(bytes, kNames - 4);
            names = bytes.mid(kNames, count * 20);
            for (qsizetype i = 0; i < count; ++i) { // one at the first place, all others behind it
                bytes.replace(kNames + count * 24 + i * 4, 4, number(i == 0 ? 12 : 60));
            }
        });
        damage(pack + QStringLiteral(".pack"), [&](QByteArray& bytes) {
            const QByteArray delta = deflated("\x05\x05\x90\x05xyzab");
            bytes.replace(12, 48, ("\x7a" + names.mid(20, 20) + delta).leftJustified(48, '\0'));
            bytes.replace(60, 48,
                          ("\x7a" + (ring ? names.first(20) : QByteArray(20, '\1')) + delta)
                              .leftJustified(48, '\0'));
        });
        const auto index = checkPackIndex(encoded(pack) + ".idx");
        QVERIFY2(index, index ? "" : qPrintable(index.error().detail));
        const auto opened = Repository::open(fixture.path());
        QVERIFY(!opened || !(*opened)->treeAt(fixture.head()));
        auto packIndex = PackIndex::open(encoded(pack) + ".idx");
        QVERIFY(packIndex);
        const auto checked = packIndex->checkObject(12);
        QVERIFY(!checked);
        QVERIFY2(checked.error().detail.contains(ring ? QStringLiteral("or is a loop")
                                                      : QStringLiteral("not in the pack")),
                 qPrintable(checked.error().detail));
    }

    void objectFilesAreNotBelieved_data()
    {
        QTest::addColumn<QByteArray>("stored");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QByteArray& stored, const char* said) {
            QTest::newRow(name) << stored << QString::fromLatin1(said);
        };
        const QByteArray text(5000, 'x');
        row("more than it says", deflated(QByteArray("commit 3\0", 9) + text), "more than the 3");
        row("nothing, it says", deflated(QByteArray("commit 0\0", 9) + text), "more than the 0");
        row("less than it says", deflated(QByteArray("commit 6000\0", 12) + text), "less than");
        row("much less", deflated(QByteArray("commit 9223372036854775807\0x", 28)),
            "cannot contain");
        row("cut", deflated(QByteArray("commit 20000\0", 13) + noise(20000)).left(9000),
            "it ends too early");
        row("cut in the header", deflated(QByteArray("commit 20000\0", 13)).left(5), "it ends");
        row("something behind", deflated(QByteArray("commit 5000\0", 12) + text) + "behind",
            "more than");
        row("a sign", deflated(QByteArray("commit +5000\0", 13) + text), "no valid header");
        row("blank", deflated(QByteArray("commit \0", 8) + text), "no valid header");
        row("no end of the header", deflated("commit " + QByteArray(5000, '1')), "no valid header");
        row("other kind", deflated(QByteArray("hello 5000\0", 11) + text), "no valid header");
        row("empty", QByteArray(), "it ends");
        row("old form", "\x9f\x7f" + deflated(text), "inflated");
    }

    void objectFilesAreNotBelieved()
    {
        QFETCH(QByteArray, stored);
        QFETCH(QString, said);
        const GitFixture fixture;
        const QByteArray id = someCommits(fixture);
        fixture.run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("HEAD~1")});
        const QByteArray name = ".git/objects/" + id.left(2) + '/' + id.mid(2);
        QVERIFY(QFile::remove(fixture.path() + u'/' + QString::fromLatin1(name)));
        fixture.write(name, stored);
        const auto opened = Repository::open(fixture.path());
        QVERIFY(opened);
        for (const QByteArray& wanted : {id, id.left(9)}) {
            const auto found = (*opened)->resolve(QString::fromLatin1(wanted));
            QVERIFY(!found);
            QVERIFY2(found.error().detail.contains(said), qPrintable(found.error().detail));
        }
        bool asked = false;
        const Result<void> read =
            readLooseObject(encoded(fixture.path()) + '/' + name, [&](const LooseObject& object) {
                asked = true;
                m_room.resize(object.size);
                return m_room.data();
            });
        QVERIFY(!read);
        QVERIFY(!asked || m_room.size() < 100000);
    }

    void objectFilesAreRead()
    {
        const GitFixture fixture;
        const QByteArray content = noise(300000);
        fixture.write("noise", content);
        fixture.write("empty", "");
        fixture.commitAll();
        for (const QByteArray& name : {QByteArray("noise"), QByteArray("empty")}) {
            const QByteArray id =
                fixture.run({QStringLiteral("hash-object"), QString::fromLatin1(name)}).trimmed();
            QByteArray kind;
            const Result<void> read =
                readLooseObject(objectsOf(fixture) + '/' + id.left(2) + '/' + id.mid(2),
                                [&](const LooseObject& object) {
                                    kind = object.kind;
                                    m_room.resize(object.size);
                                    return m_room.data();
                                });
            QVERIFY(read);
            QCOMPARE(kind, QByteArray("blob"));
            QVERIFY(m_room == (name == "noise" ? content : QByteArray()));
        }
    }

private:
    /// The newest one's id.
    static QByteArray someCommits(const GitFixture& fixture)
    {
        QByteArray id;
        for (int i = 0; i < 4; ++i) {
            fixture.write("sub/a" + QByteArray::number(i) + ".cu", noise(3000 + i));
            id = fixture.commitAll();
        }
        return id;
    }

    static QByteArray objectsOf(const GitFixture& fixture)
    {
        return encoded(fixture.path()) + "/.git/objects";
    }

    /// The one pack's path, without its suffix.
    static QString packOf(const GitFixture& fixture)
    {
        const QDir folder(fixture.path() + QStringLiteral("/.git/objects/pack"));
        const QStringList packs = folder.entryList({QStringLiteral("*.pack")});
        return packs.isEmpty() ? QString() : folder.filePath(packs.first().chopped(5));
    }

    static void damage(const QString& path, const std::function<void(QByteArray&)>& edit)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray bytes = file.readAll();
        file.close();
        edit(bytes);
        QVERIFY(file.remove()); // git makes it read-only
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    static void readsAll(const GitFixture& fixture, const QByteArray& id)
    {
        const auto opened = Repository::open(fixture.path());
        QVERIFY(opened);
        for (const QByteArray& wanted : {id, id.left(9)}) {
            const auto found = (*opened)->resolve(QString::fromLatin1(wanted));
            QVERIFY(found);
            const auto tree = (*opened)->treeAt(*found);
            QVERIFY(tree);
            const auto listed = (*tree)->list({});
            QVERIFY(listed);
            QCOMPARE(listed->size(), 4);
            QCOMPARE((*tree)->read(listed->at(2), 100000)->size(), 3002);
        }
    }

    QTemporaryDir m_home;
    QByteArray m_room;
};

QTEST_GUILESS_MAIN(TestGitObjects)
#include "tst_gitobjects.moc"
