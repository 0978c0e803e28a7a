#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/remote/tarfile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace rocport;

namespace {

QByteArray contentOf(const QByteArray& path)
{
    std::ifstream file(path.toStdString(), std::ios::binary); // QFile takes no such names
    if (!file) {
        return "(cannot be read)";
    }
    return QByteArray::fromStdString({std::istreambuf_iterator<char>(file), {}});
}

} // namespace

class TestTarFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void header()
    {
        TarMember member;
        member.name = "a/b.cu";
        member.size = 5;
        member.executable = true;
        const QByteArray header = tarHeader(member);
        QCOMPARE(header.size(), 512);
        QCOMPARE(QByteArray(header.constData()), QByteArray("a/b.cu"));
        QCOMPARE(header.mid(100, 8), QByteArray("0000755\0", 8));
        QCOMPARE(header.mid(124, 12), QByteArray("00000000005\0", 12));
        QCOMPARE(header.at(156), '0');
        QCOMPARE(header.mid(257, 8), QByteArray("ustar  \0", 8));
        qint64 sum = 8 * ' ';
        for (qsizetype i = 0; i < header.size(); ++i) {
            sum += i >= 148 && i < 156 ? 0 : static_cast<unsigned char>(header.at(i));
        }
        QCOMPARE(header.mid(148, 6).toLongLong(nullptr, 8), sum);
    }

    void sizes_data()
    {
        QTest::addColumn<qint64>("size");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("empty") << qint64(0) << QByteArray("00000000000\0", 12);
        QTest::newRow("largest octal") << qint64(8589934591) << QByteArray("77777777777\0", 12);
        QTest::newRow("8 GiB") << qint64(8589934592)
                               << QByteArray("\x80\0\0\0\0\0\0\x02\0\0\0\0", 12);
    }
    void sizes()
    {
        QFETCH(qint64, size);
        TarMember member;
        member.name = "x";
        member.size = size;
        QTEST(tarHeader(member).mid(124, 12), "field");
    }

    void padding()
    {
        QCOMPARE(tarPadding(0).size(), 0);
        QCOMPARE(tarPadding(1).size(), 511);
        QCOMPARE(tarPadding(512).size(), 0);
        QCOMPARE(tarPadding(513).size(), 511);
        QCOMPARE(tarEnd().size(), 1024);
    }

    void unpacked_data()
    {
        QTest::addColumn<QStringList>("program");
        QTest::newRow("tar") << QStringList{QStringLiteral("tar")};
        QTest::newRow("busybox") << QStringList{QStringLiteral("busybox"), QStringLiteral("tar")};
    }
    void unpacked()
    {
        QFETCH(QStringList, program);
        if (!findProgram(program.first())) {
            QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST no ") + program.first()));
        }
        const QTemporaryDir folder;
        const QByteArray root = QFile::encodeName(folder.path()) + '/';
        const QByteArray longFolder = QByteArray(90, 'd') + '/' + QByteArray(120, 'e') + '/';
        const QVector<QPair<QByteArray, QByteArray>> files{
            {"plain", "one\n"},
            {"empty", ""},
            {"with space and 'quotes\"", "two"},
            {"line\nbreak", "three"},
            {"-rf", "four"},
            {"caf\xe9", "five"},
            {QByteArray(100, 'n'), "exactly a field"},
            {QByteArray(101, 'm'), "one more"},
            {longFolder + "file", QByteArray(1500, 'x')},
        };
        QByteArray archive;
        for (const auto& [name, content] : files) {
            archive += tarFileMember(name, content, name == "plain");
        }
        TarMember link;
        link.kind = TarMember::Kind::Link;
        link.name = "link";
        link.target = longFolder + "file";
        archive += tarHeader(link) + tarEnd();
        ProcessCommand command;
        command.program = program.takeFirst();
        command.arguments = program + QStringList{QStringLiteral("-xf"), QStringLiteral("-")};
        command.workingFolder = folder.path();
        command.input = archive;
        const Result<ProcessOutput> run = runProcess(LocalProcessRunner(), command);
        QVERIFY(run.ok());
        QVERIFY2(run->outcome.succeeded(), run->errors.constData());
        for (const auto& [name, content] : files) {
            QCOMPARE(contentOf(root + name), content);
            struct stat status = {};
            QCOMPARE(::stat((root + name).constData(), &status), 0);
            QCOMPARE((status.st_mode & S_IXUSR) != 0, name == "plain");
        }
        QByteArray target(1000, '\0');
        const ssize_t size =
            ::readlink((root + "link").constData(), target.data(), size_t(target.size()));
        QCOMPARE(target.left(size), link.target);
        QCOMPARE(contentOf(root + "link"), QByteArray(1500, 'x'));
        // QTemporaryDir leaves files whose names are not UTF-8.
        std::filesystem::remove_all(folder.path().toStdString());
    }
};

QTEST_GUILESS_MAIN(TestTarFile)
#include "tst_tarfile.moc"
