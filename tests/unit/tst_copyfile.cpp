#include "core/files/copyfile.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace rocport;

/// Logs, files of runs and tensors are copied in one way: in pieces, the target whole or as it was.
class TestCopyFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void copies_data();
    void copies();
    void showsEachPiece();
    void shorterThanWanted();
    void cancelled();
    void onlyRegularFiles();
    void isPrivate();

private:
    [[nodiscard]] QString path(const char* name) const
    {
        return m_folder.filePath(QLatin1StringView(name));
    }
    void put(const char* name, const QByteArray& content) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
    [[nodiscard]] QByteArray content(const char* name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
    }

    QTemporaryDir m_folder;
};

void TestCopyFile::copies_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<qint64>("length");
    QTest::addColumn<QByteArray>("copy");
    const QByteArray large = QByteArray("0123456789abcdef").repeated(160 * 1024) + "end";
    QTest::newRow("empty") << QByteArray() << qint64(-1) << QByteArray();
    QTest::newRow("any bytes") << QByteArray("a\0\xff\n", 4) << qint64(-1)
                               << QByteArray("a\0\xff\n", 4);
    QTest::newRow("several pieces") << large << qint64(-1) << large;
    QTest::newRow("nothing of it") << QByteArray("abc") << qint64(0) << QByteArray();
    QTest::newRow("its begin") << QByteArray("abc") << qint64(2) << QByteArray("ab");
    QTest::newRow("all of it") << large << qint64(large.size()) << large;
}

void TestCopyFile::copies()
{
    QFETCH(QByteArray, content);
    QFETCH(qint64, length);
    put("from", content);
    put("to", "old");
    QVERIFY(copyFile(path("from"), path("to"), {}, {length}).ok());
    QTEST(this->content("to"), "copy");
}

void TestCopyFile::showsEachPiece()
{
    const QByteArray large = QByteArray("0123456789abcdef").repeated(160 * 1024) + "end";
    put("from", large);
    QByteArray seen;
    int pieces = 0;
    const auto add = [&](QByteArrayView piece) {
        seen.append(piece);
        ++pieces;
    };
    QVERIFY(copyFile(path("from"), path("to"), {}, {-1, FileAccess::Shared, add}).ok());
    QCOMPARE(seen, large);
    QVERIFY(pieces > 1);
}

void TestCopyFile::shorterThanWanted()
{
    put("from", "abc");
    put("to", "old");
    const Result<void> done = copyFile(path("from"), path("to"), {}, {4});
    QVERIFY(!done.ok());
    QCOMPARE(done.error().code, ErrorCode::FileUnreadable);
    QCOMPARE(done.error().object, path("from"));
    QCOMPARE(content("to"), QByteArray("old"));
}

void TestCopyFile::cancelled()
{
    put("from", "abc");
    put("to", "old");
    CancelToken cancel;
    cancel.cancel();
    const Result<void> done = copyFile(path("from"), path("to"), cancel);
    QVERIFY(!done.ok());
    QCOMPARE(done.error().code, ErrorCode::Cancelled);
    QCOMPARE(content("to"), QByteArray("old"));
}

void TestCopyFile::onlyRegularFiles()
{
    QCOMPARE(::mkfifo(QFile::encodeName(path("pipe")).constData(), 0600), 0);
    QVERIFY(!copyFile(path("pipe"), path("to"), {}).ok());
    QVERIFY(!copyFile(m_folder.path(), path("to"), {}).ok());
    QCOMPARE(copyFile(path("none"), path("to"), {}).error().code, ErrorCode::FileNotFound);
}

void TestCopyFile::isPrivate()
{
    put("from", "abc");
    QVERIFY(copyFile(path("from"), path("private"), {}, {-1, FileAccess::Private}).ok());
    const auto others = QFileDevice::ReadGroup | QFileDevice::ReadOther;
    QVERIFY((QFileInfo(path("private")).permissions() & others) == QFileDevice::Permissions());
}

QTEST_GUILESS_MAIN(TestCopyFile)
#include "tst_copyfile.moc"
