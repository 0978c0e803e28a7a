// What the translation of a folder reads, what it says of the rest, and what it clears away.

#include "core/project/port/translatetree.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

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
    void leftoversOfItsOwnOutputsAreRemoved()
    {
        const QTemporaryDir folder;
        const QString from = folder.filePath(QStringLiteral("from/"));
        const QString to = folder.filePath(QStringLiteral("to/"));
        put(from + QStringLiteral("a.cu"), "#include <cuda_runtime.h>\n");
        put(from + QStringLiteral("sub/b.cu"), "void f() { cudaFree(0); }\n");
        put(from + QStringLiteral("sub/data.bin"), "data");
        const QStringList stale = {QStringLiteral(".a.cu.00000001.rocport-new"),
                                   QStringLiteral("sub/.b.cu.0123abcd.rocport-new"),
                                   QStringLiteral("sub/.data.bin.89abcdef.rocport-new")};
        const QStringList kept = {QStringLiteral(".c.cu.00000001.rocport-new"),
                                  QStringLiteral("sub/.a.cu.00000001.rocport-new"),
                                  QStringLiteral("sub/.b.cu.0123abcd.rocport-set"),
                                  QStringLiteral("other/.a.cu.00000001.rocport-new")};
        for (const QString& name : stale + kept) {
            put(to + name, "half");
        }
        const auto done = translateTree(from, to, {}, nullptr, false, {});
        QVERIFY(done.ok());
        QVERIFY(done->failures.isEmpty());
        for (const QString& name : stale) {
            QVERIFY2(!QFile::exists(to + name), qPrintable(name));
        }
        for (const QString& name : kept) {
            QVERIFY2(QFile::exists(to + name), qPrintable(name));
        }
        QFile data(to + QStringLiteral("sub/data.bin"));
        QVERIFY(data.open(QIODevice::ReadOnly));
        QCOMPARE(data.readAll(), QByteArray("data"));
        QVERIFY(QFile::exists(to + QStringLiteral("sub/b.cu")));
    }

    /// More folders in folders than files may be open.
    void nothingIsLostDeepDown()
    {
        const QTemporaryDir folder;
        const QString from = folder.filePath(QStringLiteral("from/"));
        const QString to = folder.filePath(QStringLiteral("to/"));
        const QString deep = QStringLiteral("d/").repeated(300) + QStringLiteral("x.cu");
        put(from + deep, "#include <cuda_runtime.h>\n");
        rlimit before = {};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        rlimit few = before;
        few.rlim_cur = 100;
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
        const auto done = translateTree(from, to, {}, nullptr, false, {});
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
        QVERIFY(done.ok());
        QVERIFY(done->failures.isEmpty());
        QCOMPARE(done->files, 1);
        QVERIFY(QFile::exists(to + deep));
    }

    void foldersThatCannotBeListedAreSaid()
    {
        const QTemporaryDir folder;
        const QString from = folder.filePath(QStringLiteral("from/"));
        const QString to = folder.filePath(QStringLiteral("to/"));
        put(from + QStringLiteral("a.cu"), "void f();\n");
        put(from + QStringLiteral("closed/b.cu"), "void f();\n");
        const QByteArray closed = QFile::encodeName(from + QStringLiteral("closed"));
        QCOMPARE(::chmod(closed.constData(), 0), 0);
        const bool listable = ::access(closed.constData(), R_OK) == 0; // root
        const auto done = translateTree(from, to, {}, nullptr, false, {});
        QCOMPARE(::chmod(closed.constData(), 0700), 0);
        QVERIFY(done.ok());
        QCOMPARE(done->failures.size(), listable ? 0 : 1);
        QVERIFY(QFile::exists(to + QStringLiteral("a.cu")));
    }

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
                 QStringLiteral("larger than 16 MiB: copied without translation"));
        QCOMPARE(QFileInfo(to + QStringLiteral("large.cu")).size(), kMaxTranslatedBytes + 1);
        QVERIFY(!QFile::exists(to + QStringLiteral("link.cu")));
    }
};

QTEST_GUILESS_MAIN(TestTranslateTree)
#include "tst_translatetree.moc"
