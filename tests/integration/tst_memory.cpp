// What rocport-cli holds in memory on files of any size: sparse ones of 6 GB, and the largest that
// are still read.

#include "testpaths.h"
#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using rocport::test::ScratchRepository;

namespace {

constexpr qint64 kGiB = 1LL << 30;
constexpr qint64 kMaxKilobytes = 512 * 1024;

struct Outcome
{
    int code = -1; ///< -1: ended by a signal
    qint64 kilobytes = 0;
};

/// Runs it with at most four minutes of CPU time: of a loop that does not end.
Outcome run(const QStringList& arguments)
{
    std::vector<QByteArray> words = {"sh", "-c", "ulimit -t 240; exec \"$0\" \"$@\"",
                                     ROCPORT_BINARY_DIR "/bin/rocport-cli"};
    for (const QString& argument : arguments) {
        words.push_back(QFile::encodeName(argument));
    }
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (QByteArray& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    for (const int fd : {1, 2}) {
        posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_WRONLY, 0);
    }
    pid_t child = 0;
    Outcome outcome;
    if (posix_spawn(&child, "/bin/sh", &files, nullptr, argv.data(), environ) == 0) {
        int status = 0;
        rusage usage{};
        ::wait4(child, &status, 0, &usage);
        outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        outcome.kilobytes = usage.ru_maxrss;
    }
    posix_spawn_file_actions_destroy(&files);
    return outcome;
}

void makeSparse(const QString& path, qint64 size)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.resize(size));
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

void fillHuge(const QString& folder)
{
    for (const char* name :
         {"data.bin", "weights.dat", "huge.cu", "huge.h", "huge.py", "huge.json", "huge.ipynb",
          "requirements.txt", "README.md", "CMakeLists.txt", "compile_commands.json"}) {
        makeSparse(folder + u'/' + QLatin1StringView(name), 6 * kGiB);
    }
    QFile::link(QStringLiteral("/dev/zero"), folder + QStringLiteral("/zero.cu"));
    QCOMPARE(::mkfifo(QFile::encodeName(folder + QStringLiteral("/pipe.cu")).constData(), 0644), 0);
    write(folder + QStringLiteral("/small.cu"),
          "#include <cuda_runtime.h>\nvoid f(int* p) { cudaMalloc(&p, 4); }\n");
}

/// As large as a file may be that is taken apart.
void fillLarge(const QString& folder)
{
    constexpr qsizetype kBytes = 8 * 1024 * 1024 - 4096;
    const auto fill = [&](const char* name, const QByteArray& unit) {
        write(folder + u'/' + QLatin1StringView(name), unit.repeated(kBytes / unit.size()));
    };
    fill("semicolons.cu", ";");
    fill("names.cu", "a ");
    fill("calls.cu", "    status = cudaFree(pointer);\n");
    fill("conditions.cu", "{\n#if A\n");
    fill("numbers.py", "1,");
    fill("lines.json", "1,\n");
}

/// Of what as much as fits is found in.
void fillFound(const QString& folder)
{
    constexpr qsizetype kBytes = 8 * 1024 * 1024 - 4096;
    const auto fill = [&](const char* name, const QByteArray& unit) {
        write(folder + u'/' + QLatin1StringView(name), unit.repeated(kBytes / unit.size()));
    };
    fill("free.cu", "cudaFree(p);\n");
    fill("ballot.cu", "unsigned m = __ballot_sync(0xffffffff, v);\n");
    fill("install.sh", "pip install torch==1\n");
    fill("steps.yml", "- run: pip install torch==1\n");
    fill("CMakeLists.txt", "find_package(CUDA)\n");
    fill("Makefile", "\tnvcc -arch=sm_80 -c x.cu\n\n");
}

qint64 bytesOnDisk(const QString& folder)
{
    qint64 bytes = 0;
    QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        struct stat status = {};
        ::stat(QFile::encodeName(it.next()).constData(), &status);
        bytes += status.st_blocks * 512;
    }
    return bytes;
}

} // namespace

class TestMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("huge")));
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("large")));
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("found")));
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("empty")));
        fillFound(m_folder.filePath(QStringLiteral("found")));
        fillHuge(m_folder.filePath(QStringLiteral("huge")));
        fillLarge(m_folder.filePath(QStringLiteral("large")));
        write(m_folder.filePath(QStringLiteral("empty/other.cu")), "int x;\n");
    }

    void peak_data()
    {
        QTest::addColumn<QStringList>("arguments");
        for (const char* kind : {"huge", "large", "found"}) {
            const QString folder = m_folder.filePath(QLatin1StringView(kind));
            const QString empty = m_folder.filePath(QStringLiteral("empty"));
            const auto row = [&](const char* name, const QStringList& arguments) {
                QTest::addRow("%s: %s", kind, name) << arguments;
            };
            row("scan", {QStringLiteral("scan"), folder});
            row("plan", {QStringLiteral("plan"), folder});
            row("propose", {QStringLiteral("propose"), folder});
            row("rules", {QStringLiteral("rules"), folder});
            row("verify", {QStringLiteral("verify"), QStringLiteral("static"), folder});
            row("translate", {QStringLiteral("translate"), folder, QStringLiteral("-o"),
                              m_folder.filePath(QStringLiteral("out-") + QLatin1StringView(kind))});
            const auto isolation = [](const QString& before, const QString& after) {
                return QStringList{QStringLiteral("isolation"), QStringLiteral("--original"),
                                   before, QStringLiteral("--ported"), after};
            };
            row("isolation, the same", isolation(folder, folder));
            row("isolation, all added", isolation(empty, folder));
            row("isolation, all gone", isolation(folder, empty));
        }
    }

    void peak()
    {
        QFETCH(QStringList, arguments);
        const Outcome outcome = run(arguments);
        QVERIFY(outcome.code >= 0);
        QVERIFY2(outcome.kilobytes < kMaxKilobytes,
                 qPrintable(QStringLiteral("%1 MiB").arg(outcome.kilobytes / 1024)));
    }

    /// What one file gives is bounded, and said so.
    void leftOutIsSaid()
    {
        const QString folder = m_folder.filePath(QStringLiteral("said"));
        QVERIFY(QDir().mkpath(folder));
        write(folder + QStringLiteral("/install.sh"),
              QByteArray("pip install torch==1\n").repeated(30'000));
        write(folder + QStringLiteral("/CMakeLists.txt"),
              QByteArray("find_package(CUDA)\n\n").repeated(30'000));
        QProcess scan;
        scan.start(QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli"),
                   {QStringLiteral("scan"), folder});
        QVERIFY(scan.waitForFinished(120'000));
        const QByteArray said = scan.readAllStandardOutput();
        QVERIFY2(said.contains("install.sh:5001: critical: From here on, this file has 25000 more "
                               "places of this rule. [deps-cuda-pin]"),
                 said.right(4000).constData());
        QVERIFY(said.contains("This file needs more than 20000 changes, so none is proposed."));
        QVERIFY(said.count('\n') < 20'000);
    }

    /// Holes stay holes.
    void translatedFolderTakesNoRoom()
    {
        const QString out = m_folder.filePath(QStringLiteral("out-huge"));
        QCOMPARE(QFileInfo(out + QStringLiteral("/data.bin")).size(), 6 * kGiB);
        QVERIFY(QFileInfo(out + QStringLiteral("/small.cu")).size() > 0);
        QVERIFY(!QFileInfo::exists(out + QStringLiteral("/pipe.cu")));
        QVERIFY(!QFileInfo(out + QStringLiteral("/zero.cu")).isSymLink());
        QVERIFY(bytesOnDisk(out) < 16 * 1024 * 1024);
    }

    void rangeOfCommits()
    {
        const ScratchRepository repository;
        repository.write(QStringLiteral("a.cu"), "int x;\n");
        repository.commitAll();
        repository.git(
            {QStringLiteral("config"), QStringLiteral("core.compression"), QStringLiteral("1")});
        makeSparse(repository.path() + QStringLiteral("/a.bin"), 200LL << 20);
        makeSparse(repository.path() + QStringLiteral("/b.bin"), 200LL << 20);
        makeSparse(repository.path() + QStringLiteral("/huge.h"), 100LL << 20);
        repository.commitAll();
        const Outcome outcome = run({QStringLiteral("isolation"), repository.path(),
                                     QStringLiteral("HEAD~1..HEAD"), QStringLiteral("--each")});
        QVERIFY(outcome.code >= 0);
        QVERIFY2(outcome.kilobytes < kMaxKilobytes,
                 qPrintable(QStringLiteral("%1 MiB").arg(outcome.kilobytes / 1024)));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestMemory)
#include "tst_memory.moc"
