// What the translation of a folder reads, and what it says of the rest.

#include "core/project/translatetree.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

namespace {

void put(const QString& path, const QByteArray& bytes)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).absolutePath()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace

class TestTranslateTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linksAndLargeFilesAreSaid()
    {
        const QTemporaryDir folder;
        const QString from = folder.filePath(QStringLiteral("from/"));
        const QString to = folder.filePath(QStringLiteral("to/"));
        put(from + QStringLiteral("large.cu"), QByteArray(kMaxTranslatedBytes + 1, ' '));
        QVERIFY(QFile::link(QStringLiteral("large.cu"), from + QStringLiteral("link.cu")));
        const auto done = translateTree(from, to, {}, nullptr, false, {});
        QVERIFY(done.ok());
        QCOMPARE(done->failures.size(), 1);
        QCOMPARE(done->failures[0].code, ErrorCode::FileTooLarge);
        QCOMPARE(done->failures[0].detail,
                 QStringLiteral("larger than 16 MiB: copied as it is, not translated"));
        QCOMPARE(QFileInfo(to + QStringLiteral("large.cu")).size(), kMaxTranslatedBytes + 1);
        QVERIFY(!QFile::exists(to + QStringLiteral("link.cu")));
    }
};

QTEST_GUILESS_MAIN(TestTranslateTree)
#include "tst_translatetree.moc"
