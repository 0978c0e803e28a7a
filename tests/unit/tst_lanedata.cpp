// What a program that runs on lanes finds of the files beside its source.
#include "core/lanes/lanedata.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

using namespace rocport;

class TestLaneData : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void eachPathIsThere_data();
    void eachPathIsThere();
    void whatIsFarthestIsLeftOut_data();
    void whatIsFarthestIsLeftOut();
    void aFolderWithoutRoomIsALink();
    void whatLiesBesideMayBeWritten();
    void copiesHaveALimit();
    void theTargetIsNotInItself();
    void itCanBeCancelled();

private:
    /// A file of the repository.
    bool add(const QString& path, const QByteArray& bytes = "data")
    {
        QFile file(repository(path));
        return QDir().mkpath(QFileInfo(file.fileName()).path()) &&
               file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    }
    bool addMany(const QString& folder, int many)
    {
        for (int i = 0; i < many; ++i) {
            if (!add(folder + QString::number(i), QByteArray())) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] QString repository(const QString& path) const
    {
        return m_folder->filePath(QStringLiteral("repository/")) + path;
    }
    [[nodiscard]] QString target(const QString& path) const
    {
        return m_folder->filePath(QStringLiteral("run/")) + path;
    }
    Result<LaneData> place(const QString& folder, bool copies, const CancelToken& cancel = {})
    {
        return placeLaneData({m_folder->filePath(QStringLiteral("repository")), folder,
                              m_folder->filePath(QStringLiteral("run")), copies},
                             cancel);
    }
    static qsizetype entries(const QString& folder)
    {
        return QDir(folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size();
    }

    std::optional<QTemporaryDir> m_folder;
};

void TestLaneData::init()
{
    m_folder.emplace();
    QVERIFY(add(QStringLiteral("src/one/main.cu")));
}

void TestLaneData::eachPathIsThere_data()
{
    QTest::addColumn<bool>("copies");
    QTest::newRow("links") << false;
    QTest::newRow("copies") << true;
}

/// Beside the source, below it, above it, and by its path from the root.
void TestLaneData::eachPathIsThere()
{
    QFETCH(bool, copies);
    const QStringList paths{QStringLiteral("data.txt"), QStringLiteral("src/one/data.txt"),
                            QStringLiteral("src/one/a/b/c/d/e/data.txt"),
                            QStringLiteral("src/two/data.txt")};
    for (const QString& path : paths) {
        QVERIFY(add(path, path.toUtf8()));
    }
    const auto data = place(QStringLiteral("src/one"), copies);
    QVERIFY(data.ok());
    QCOMPARE(data->runFolder, target(QStringLiteral("src/one")));
    QCOMPARE(data->note, QString());
    for (const QString& path : paths) {
        for (const QString& name : {target(path), data->runFolder + u'/' + path}) {
            if (name == data->runFolder + QStringLiteral("/data.txt")) {
                continue; // that beside the source
            }
            QFile file(name);
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(name));
            QCOMPARE(file.readAll(), path.toUtf8());
            const bool isBeside = path == u"src/one/data.txt"; // a copy in each way
            QCOMPARE(QFileInfo(name).canonicalFilePath().startsWith(repository({})),
                     !copies && !isBeside);
        }
    }
    QFile beside(data->runFolder + QStringLiteral("/data.txt"));
    QVERIFY(beside.open(QIODevice::ReadOnly));
    QCOMPARE(beside.readAll(), QByteArray("src/one/data.txt"));
}

void TestLaneData::whatIsFarthestIsLeftOut_data()
{
    eachPathIsThere_data();
}

void TestLaneData::whatIsFarthestIsLeftOut()
{
    QFETCH(bool, copies);
    QVERIFY(addMany(QStringLiteral("src/one/"), 1500));
    QVERIFY(addMany(QStringLiteral("src/"), 2800));
    QVERIFY(add(QStringLiteral("data.txt")));
    const auto data = place(QStringLiteral("src/one"), copies);
    QVERIFY(data.ok());
    QVERIFY(!data->note.isEmpty());
    QVERIFY(entries(target(QStringLiteral("src/one"))) >= 1501);
    QCOMPARE(entries(target(QStringLiteral("src"))), 4096 - 1501 + 1); // and "one"
    QVERIFY(!QFileInfo::exists(target(QStringLiteral("data.txt"))));
}

void TestLaneData::aFolderWithoutRoomIsALink()
{
    QVERIFY(addMany(QStringLiteral("src/one/many/"), 4100));
    QVERIFY(addMany(QStringLiteral("src/one/few/"), 5));
    const auto data = place(QStringLiteral("src/one"), false);
    QVERIFY(data.ok());
    QCOMPARE(data->note, QString());
    QVERIFY(QFileInfo(data->runFolder + QStringLiteral("/many")).isSymLink());
    QVERIFY(!QFileInfo(data->runFolder + QStringLiteral("/few")).isSymLink());
    QCOMPARE(entries(data->runFolder + QStringLiteral("/few")), 5);
}

/// A program may write over a file beside its source, as where it is at home; the repository's
/// stays, and what is too large to be copied is a link.
void TestLaneData::whatLiesBesideMayBeWritten()
{
    const QString path = QStringLiteral("src/one/data/picture");
    const QString large = QStringLiteral("src/one/data/large");
    QVERIFY(add(path, "old") && add(QStringLiteral("src/tool")));
    QVERIFY(add(large) && QFile::resize(repository(large), (qint64{64} << 20) + 1));
    QVERIFY(
        QFile::setPermissions(repository(path), QFileDevice::ReadOwner | QFileDevice::ExeOwner));
    const auto data = place(QStringLiteral("src/one"), false);
    QVERIFY(data.ok());
    QCOMPARE(data->note, QString());
    QFile copy(target(path));
    QVERIFY(copy.open(QIODevice::ReadWrite));
    QCOMPARE(copy.readAll(), QByteArray("old"));
    QVERIFY(copy.resize(0) && copy.write("new") == 3 && copy.flush());
    QVERIFY(QFileInfo(target(path)).isExecutable());
    QFile kept(repository(path));
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), QByteArray("old"));
    QVERIFY(QFileInfo(target(large)).isSymLink());
    QVERIFY(QFileInfo(target(QStringLiteral("src/tool"))).isSymLink());
}

/// A file that is too large, a link to a folder: left out. The next file is not.
void TestLaneData::copiesHaveALimit()
{
    const QString large = QStringLiteral("src/one/large");
    QVERIFY(add(large) && QFile::resize(repository(large), (qint64{64} << 20) + 1));
    QVERIFY(add(QStringLiteral("src/one/small")));
    const auto without = place(QStringLiteral("src/one"), true);
    QVERIFY(without.ok());
    QVERIFY(without->note.contains(u"64 MiB at most"));
    QVERIFY(!QFileInfo::exists(target(large)));
    QVERIFY(QFileInfo::exists(target(QStringLiteral("src/one/small"))));
    QVERIFY(QFile::remove(repository(large)));
    QVERIFY(QFile::link(repository(QStringLiteral("src")), repository(large)));
    const auto link = place(QStringLiteral("src/one"), true);
    QVERIFY(link.ok());
    QVERIFY(link->note.contains(u"no links to folders"));
}

/// Where the job's folder lies in the repository.
void TestLaneData::theTargetIsNotInItself()
{
    QVERIFY(add(QStringLiteral("job/other")));
    const auto data = placeLaneData({m_folder->filePath(QStringLiteral("repository")), QString(),
                                     repository(QStringLiteral("job/run")), true},
                                    {});
    QVERIFY(data.ok());
    QCOMPARE(data->note, QString());
    QCOMPARE(entries(data->runFolder + QStringLiteral("/job")), 1);
}

void TestLaneData::itCanBeCancelled()
{
    const CancelToken cancel;
    cancel.cancel();
    const auto data = place(QStringLiteral("src/one"), true, cancel);
    QVERIFY(!data.ok());
    QCOMPARE(data.error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestLaneData)
#include "tst_lanedata.moc"
