// The one writer of files, and the one reader.

#include "core/files/filewriter.h"
#include "core/files/leftovers.h"
#include "core/files/readfile.h"
#include "core/files/scratchfile.h"
#include "tests/support/filesizelimit.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace rocport;
using rocport::test::FileSizeLimit;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
}

void put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

int modeOf(const QString& path)
{
    struct stat status = {};
    return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? status.st_mode & 07777 : -1;
}

} // namespace

class TestFileWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void replacesWhole();
    void aFullDiskKeepsTheOldFile_data();
    void aFullDiskKeepsTheOldFile();
    void nothingHappensWithoutCommit();
    void keepsTheMode_data();
    void keepsTheMode();
    void followsLinksOfTheUser();
    void writesIntoDevicesAndPipes();
    void replacesInSharedMemory();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void makesPrivateFolders();
    void readsRegularFilesOnly_data();
    void readsRegularFilesOnly();
    void readsWithALimit();
    void scratchFilesHaveNoName();
    void leftoversAreRemoved();
    void livingWritersKeepTheirs();
    void writersAndRemoversAtOnce();

private:
    [[nodiscard]] QString path(const char* name) const
    {
        return m_dir->filePath(QString::fromLatin1(name));
    }
    [[nodiscard]] QStringList names() const
    {
        return QDir(m_dir->path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestFileWriter::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    QVERIFY(m_dir->isValid());
}

void TestFileWriter::cleanup()
{
    m_dir.reset();
}

void TestFileWriter::replacesWhole()
{
    put(path("a"), "old text that is longer");
    QVERIFY(writeFile(path("a"), "new").ok());
    QCOMPARE(contentOf(path("a")), QByteArray("new"));
    QVERIFY(writeFile(path("deep/er/b"), "").ok());
    QCOMPARE(contentOf(path("deep/er/b")), QByteArray());
    QCOMPARE(names(), (QStringList{QStringLiteral("a"), QStringLiteral("deep")}));
}

void TestFileWriter::aFullDiskKeepsTheOldFile_data()
{
    QTest::addColumn<int>("room");
    for (const int room : {0, 1, 4096, 65535}) {
        QTest::addRow("%d bytes of room", room) << room;
    }
}

void TestFileWriter::aFullDiskKeepsTheOldFile()
{
    QFETCH(int, room);
    put(path("a"), "old");
    const QByteArray large(65536, 'x');
    Result<void> written;
    {
        const FileSizeLimit limit(static_cast<rlim_t>(room));
        written = writeFile(path("a"), large);
    }
    QVERIFY(!written.ok());
    QCOMPARE(written.error().code, ErrorCode::DiskFull);
    QVERIFY(!written.error().detail.isEmpty());
    QCOMPARE(contentOf(path("a")), QByteArray("old"));
    QCOMPARE(names(), QStringList{QStringLiteral("a")});
}

void TestFileWriter::nothingHappensWithoutCommit()
{
    put(path("a"), "old");
    {
        auto writer = FileWriter::open(path("a"));
        QVERIFY(writer.ok());
        QVERIFY(writer->write("new").ok());
        QCOMPARE(names().size(), 2);
        FileWriter moved(*std::move(writer));
        QVERIFY(moved.write(" text").ok());
    }
    QCOMPARE(contentOf(path("a")), QByteArray("old"));
    QCOMPARE(names(), QStringList{QStringLiteral("a")});

    // After a failed write, commit refuses.
    auto writer = FileWriter::open(path("a"));
    QVERIFY(writer.ok());
    {
        const FileSizeLimit limit(2);
        QVERIFY(!writer->write("new").ok());
    }
    QVERIFY(!writer->write("new").ok());
    QVERIFY(!writer->commit().ok());
    QCOMPARE(contentOf(path("a")), QByteArray("old"));
}

void TestFileWriter::keepsTheMode_data()
{
    QTest::addColumn<int>("before"); // 0: no such file
    QTest::addColumn<bool>("isPrivate");
    QTest::addColumn<int>("after");
    QTest::newRow("new") << 0 << false << 0644;
    QTest::newRow("script") << 0755 << false << 0755;
    QTest::newRow("read-only") << 0444 << false << 0444;
    QTest::newRow("new, private") << 0 << true << 0600;
    QTest::newRow("was open to all, private") << 0666 << true << 0600;
}

void TestFileWriter::keepsTheMode()
{
    QFETCH(int, before);
    QFETCH(bool, isPrivate);
    QFETCH(int, after);
    const mode_t mask = ::umask(022);
    if (before != 0) {
        put(path("a"), "old");
        ::chmod(QFile::encodeName(path("a")).constData(), static_cast<mode_t>(before));
    }
    const auto written =
        writeFile(path("a"), "new", isPrivate ? FileAccess::Private : FileAccess::Shared);
    ::umask(mask);
    QVERIFY(written.ok());
    QCOMPARE(modeOf(path("a")), after);
    QCOMPARE(contentOf(path("a")), QByteArray("new"));
}

void TestFileWriter::followsLinksOfTheUser()
{
    QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("real")));
    put(path("real/a"), "old");
    QVERIFY(QFile::link(QStringLiteral("real/a"), path("link")));
    QVERIFY(QFile::link(path("link"), path("chain")));
    QVERIFY(QFile::link(QStringLiteral("real/none"), path("dangling")));
    QVERIFY(QFile::link(path("round"), path("round")));
    QVERIFY(writeFile(path("chain"), "new").ok());
    QCOMPARE(contentOf(path("real/a")), QByteArray("new"));
    QVERIFY(QFileInfo(path("chain")).isSymLink());
    QVERIFY(writeFile(path("dangling"), "made").ok());
    QCOMPARE(contentOf(path("real/none")), QByteArray("made"));
    QVERIFY(!writeFile(path("round"), "x").ok());
}

void TestFileWriter::writesIntoDevicesAndPipes()
{
    QVERIFY(writeFile(QStringLiteral("/dev/null"), "gone").ok());
    struct stat status = {};
    QVERIFY(::stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode));
    const QByteArray pipe = QFile::encodeName(path("pipe"));
    QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
    const int reader = ::open(pipe.constData(), O_RDONLY | O_NONBLOCK);
    QVERIFY(reader >= 0);
    QVERIFY(writeFile(path("pipe"), "through").ok());
    char buffer[16] = {};
    QCOMPARE(::read(reader, buffer, sizeof buffer), ssize_t(7));
    ::close(reader);
    QCOMPARE(QByteArray(buffer), QByteArray("through"));
    QVERIFY(::stat(pipe.constData(), &status) == 0 && S_ISFIFO(status.st_mode));
    if (QFileInfo::exists(QStringLiteral("/dev/full"))) {
        const auto full = writeFile(QStringLiteral("/dev/full"), "x");
        QVERIFY(!full.ok());
        QCOMPARE(full.error().code, ErrorCode::DiskFull);
    }
    // A file behind a descriptor that the shell opened is written to, not replaced.
    put(path("out"), "");
    const int file = ::open(QFile::encodeName(path("out")).constData(), O_WRONLY);
    QVERIFY(writeFile(QStringLiteral("/dev/fd/%1").arg(file), "kept").ok());
    ::fstat(file, &status);
    QCOMPARE(static_cast<int>(status.st_nlink), 1);
    ::close(file);
    QCOMPARE(contentOf(path("out")), QByteArray("kept"));
}

/// What lies in /dev/shm is a file, though its name begins as those of devices do.
void TestFileWriter::replacesInSharedMemory()
{
    const QTemporaryDir memory(QStringLiteral("/dev/shm/rocport-XXXXXX"));
    if (!memory.isValid()) {
        QSKIP("ROCPORT_SKIP_TEST: /dev/shm cannot be written to");
    }
    const QString name = memory.filePath(QStringLiteral("out"));
    put(name, "old");
    QFile open(name);
    QVERIFY(open.open(QIODevice::ReadOnly));
    QVERIFY(writeFile(name, "new").ok());
    QCOMPARE(open.readAll(), QByteArray("old"));
    QCOMPARE(contentOf(name), QByteArray("new"));
}

void TestFileWriter::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("detail");
    QTest::newRow("a name too long")
        << QString(300, u'n') << QStringLiteral("longer than the file system allows");
    QTest::newRow("a folder") << QStringLiteral("folder") << QStringLiteral("Is a directory");
    QTest::newRow("below a file") << QStringLiteral("file/a") << QStringLiteral("Not a directory");
}

void TestFileWriter::saysWhatIsWrong()
{
    QFETCH(QString, name);
    QFETCH(QString, detail);
    QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("folder")));
    put(path("file"), "x");
    const auto written = writeFile(m_dir->filePath(name), "new");
    QVERIFY(!written.ok());
    QCOMPARE(written.error().code, ErrorCode::FileWriteFailed);
    QVERIFY2(written.error().detail.contains(detail), qPrintable(written.error().detail));
    QCOMPARE(contentOf(path("file")), QByteArray("x"));
}

void TestFileWriter::makesPrivateFolders()
{
    QVERIFY(makeFolder(path("a/b"), FileAccess::Private).ok());
    QCOMPARE(modeOf(path("a")), 0700);
    QCOMPARE(modeOf(path("a/b")), 0700);
    QVERIFY(makeFolder(path("a/b")).ok());
    put(path("a/file"), "x");
    QVERIFY(!makeFolder(path("a/file")).ok());
    QVERIFY(!makeFolder(path("a/file/below")).ok());
}

void TestFileWriter::readsRegularFilesOnly_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("code"); // -1: can be read
    QTest::newRow("file") << QStringLiteral("file") << -1;
    QTest::newRow("link to a file") << QStringLiteral("link") << -1;
    QTest::newRow("pipe that nobody writes")
        << QStringLiteral("pipe") << int(ErrorCode::FileUnreadable);
    QTest::newRow("link to a pipe") << QStringLiteral("linkpipe") << int(ErrorCode::FileUnreadable);
    QTest::newRow("device") << QStringLiteral("/dev/zero") << int(ErrorCode::FileUnreadable);
    QTest::newRow("folder") << QStringLiteral(".") << int(ErrorCode::FileUnreadable);
    QTest::newRow("missing") << QStringLiteral("none") << int(ErrorCode::FileNotFound);
    QTest::newRow("grows, says that it is empty") << QStringLiteral("/proc/self/status") << -1;
}

void TestFileWriter::readsRegularFilesOnly()
{
    QFETCH(QString, kind);
    QFETCH(int, code);
    put(path("file"), "text");
    QVERIFY(QFile::link(path("file"), path("link")));
    QCOMPARE(::mkfifo(QFile::encodeName(path("pipe")).constData(), 0600), 0);
    QVERIFY(QFile::link(path("pipe"), path("linkpipe")));
    const auto bytes = readFile(kind.startsWith(u'/') ? kind : m_dir->filePath(kind));
    QCOMPARE(bytes.ok() ? -1 : int(bytes.error().code), code);
    if (bytes && !kind.startsWith(u'/')) {
        QCOMPARE(*bytes, QByteArray("text"));
    } else if (bytes) {
        QVERIFY(bytes->contains("Name:"));
    }
}

void TestFileWriter::readsWithALimit()
{
    put(path("a"), "12345");
    QCOMPARE(*readFile(path("a"), 5), QByteArray("12345"));
    QCOMPARE(readFile(path("a"), 4).error().code, ErrorCode::FileTooLarge);
    // 4 TB that are not there: refused by size, not read.
    QCOMPARE(::truncate(QFile::encodeName(path("a")).constData(), 4LL << 40), 0);
    QCOMPARE(readFile(path("a")).error().code, ErrorCode::FileTooLarge);
    put(path("empty"), "");
    QCOMPARE(*readFile(path("empty")), QByteArray());
}

void TestFileWriter::scratchFilesHaveNoName()
{
    auto file = ScratchFile::make();
    QVERIFY(file.ok());
    QVERIFY(file->append("hello ").ok());
    QVERIFY(file->append("world").ok());
    QCOMPARE(file->size(), 11);
    QByteArray back(5, '\0');
    QVERIFY(file->read(6, back.data(), 5).ok());
    QCOMPARE(back, QByteArray("world"));
    QVERIFY(!file->read(8, back.data(), 5).ok());
    const FileSizeLimit limit(12);
    const auto more = file->append("12345678");
    QVERIFY(!more.ok());
    QCOMPARE(more.error().code, ErrorCode::DiskFull);
}

void TestFileWriter::leftoversAreRemoved()
{
    const QString stale = path(".out.cu.0123abcd.rocport-new");
    const QStringList others = {
        path(".out.cu.0123abcd.rocport-set"),   // of a WriteSet: maybe the only old text
        path(".out.cu.0123abcg.rocport-new"),   // no number
        path(".out.cu.0123abc.rocport-new"),    // a shorter one
        path(".other.cu.0123abcd.rocport-new"), // another file's
        path("out.cu.0123abcd.rocport-new"),    path(".out.cu..0123abcd.rocport-new"), path("kept"),
    };
    put(path("out.cu"), "old");
    for (const QString& file : QStringList{stale} + others) {
        put(file, "x");
    }
    const auto named = [this](const char* number) {
        return path(".out.cu.") + QString::fromLatin1(number) + QStringLiteral(".rocport-new");
    };
    QVERIFY(QDir().mkdir(named("00000001")));
    QVERIFY(QFile::link(path("kept"), named("00000002")));
    QCOMPARE(::mkfifo(QFile::encodeName(named("00000003")).constData(), 0600), 0);
    QCOMPARE(::link(QFile::encodeName(path("kept")).constData(),
                    QFile::encodeName(named("00000004")).constData()),
             0);
    removeLeftovers(path("out.cu"));
    QVERIFY(!QFile::exists(stale));
    for (const QString& file : others) {
        QVERIFY2(QFile::exists(file), qPrintable(file));
    }
    QVERIFY(QFileInfo(named("00000001")).isDir());
    QVERIFY(QFileInfo(named("00000002")).isSymLink());
    QVERIFY(QFile::exists(named("00000003")));
    QVERIFY(QFile::exists(named("00000004")));
    QCOMPARE(contentOf(path("out.cu")), QByteArray("old"));
    // A name of which only the beginning is kept.
    const QByteArray longName(230, 'n');
    const QString cut = path('.' + longName.left(200) + ".0123abcd.rocport-new");
    put(cut, "x");
    removeLeftovers(path(longName));
    QVERIFY(!QFile::exists(cut));
    removeLeftovers(path("no/such/folder/x"));
}

void TestFileWriter::livingWritersKeepTheirs()
{
    auto writer = FileWriter::open(path("out.cu"));
    QVERIFY(writer.ok());
    QVERIFY(writer->write("new").ok());
    removeLeftovers(path("out.cu"));
    QVERIFY(writer->commit().ok());
    QCOMPARE(contentOf(path("out.cu")), QByteArray("new"));
    // One that dies does not: its lock goes with it.
    const pid_t child = ::fork();
    if (child == 0) {
        auto killed = FileWriter::open(path("out.cu"));
        ::_exit(killed.ok() && killed->write("half").ok() ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
    const QDir folder(path(""));
    const QStringList pattern = {QStringLiteral(".out.cu.*.rocport-new")};
    QCOMPARE(folder.entryList(pattern, QDir::Files | QDir::Hidden).size(), 1);
    removeLeftovers(path("out.cu"));
    QCOMPARE(folder.entryList(pattern, QDir::Files | QDir::Hidden).size(), 0);
    QCOMPARE(contentOf(path("out.cu")), QByteArray("new"));
}

void TestFileWriter::writersAndRemoversAtOnce()
{
    std::atomic<bool> done = false;
    std::jthread remover([&] {
        while (!done) {
            removeLeftovers(path("out.cu"));
        }
    });
    int failed = 0;
    for (int i = 0; i < 2000; ++i) {
        const QByteArray text = QByteArray::number(i);
        failed += writeFile(path("out.cu"), text, FileAccess::Shared, Durability::Later).ok() &&
                          contentOf(path("out.cu")) == text
                      ? 0
                      : 1;
    }
    done = true;
    QCOMPARE(failed, 0);
}

QTEST_GUILESS_MAIN(TestFileWriter)
#include "tst_filewriter.moc"
