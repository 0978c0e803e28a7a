// Programs that misbehave, run on lanes by rocport-cli: each is told in a sentence, and nothing is
// left of it.
#include "tests/integration/clifixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

using namespace rocport;
using rocport::test::Outcome;

class TestLaneBadInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void eachIsTold_data();
    void eachIsTold();
    void linesNeedAddr2line();
    void muchOutputIsCut();
    void nothingIsLeftRunning_data();
    void nothingIsLeftRunning();
    void onlyTheJobsFolderIsWrittenTo();
    void copiesAreWrittenToWithoutASandbox();
    void manyFilesBesideTheSource();
    void theNetworkIsNotReached();
    void wrongUsage();

private:
    Outcome misbehave(const QString& what, const QStringList& options = {},
                      const QStringList& more = {})
    {
        return rocport::test::run(
            QStringList{QStringLiteral("execute"), QStringLiteral("--original")} + options +
            QStringList{m_source, QStringLiteral("--"), what} + more);
    }
    /// Whether rocport-cli runs programs in bubblewrap here.
    bool isSandboxed()
    {
        return !misbehave(QStringLiteral("nothing")).err.contains("without a sandbox");
    }
    /// What was written to stderr but for the sentence about the sandbox.
    static QByteArray withoutSandboxNote(const QByteArray& err)
    {
        QByteArray rest;
        for (const QByteArray& line : err.split('\n')) {
            const bool isNote = line.startsWith("The program ran without a sandbox: ");
            rest += isNote || line.isEmpty() ? QByteArray() : line + '\n';
        }
        return rest;
    }
    /// How many processes run the program of a job of this test, whose folders lie in its TMPDIR.
    int running(const QByteArray& what) const
    {
        const QByteArray jobs = QFile::encodeName(m_jobs.path()) + '/';
        int many = 0;
        const QStringList numbers = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
        for (const QString& number : numbers) {
            QFile file(QStringLiteral("/proc/%1/cmdline").arg(number));
            if (number.toInt() > 0 && file.open(QIODevice::ReadOnly)) {
                const QList<QByteArray> words = file.readAll().split('\0');
                const QByteArray& program = words.first();
                const bool isJob = program.startsWith(jobs) && program.endsWith("/out/program");
                many += isJob && words.value(1) == what ? 1 : 0;
            }
        }
        return many;
    }

    /// PATH without programs that have these in their names: links to all others, in `folder`.
    static QByteArray pathWithout(const QStringList& names, const QTemporaryDir& folder)
    {
        const QList<QByteArray> folders = qgetenv("PATH").split(':');
        for (const QByteArray& one : folders) {
            const QFileInfoList all = QDir(QFile::decodeName(one)).entryInfoList(QDir::Files);
            for (const QFileInfo& program : all) {
                const QString name = program.fileName();
                if (std::none_of(names.begin(), names.end(),
                                 [&](const QString& part) { return name.contains(part); })) {
                    QFile::link(program.absoluteFilePath(), folder.filePath(name));
                }
            }
        }
        return QFile::encodeName(folder.path());
    }

    QTemporaryDir m_folder;
    QTemporaryDir m_jobs; ///< TMPDIR of the command
    QString m_source;
};

void TestLaneBadInput::initTestCase()
{
    if (!QFileInfo::exists(QStringLiteral("/usr/include/boost/context/detail/fcontext.hpp"))) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
    QVERIFY(m_jobs.isValid());
    qputenv("TMPDIR", QFile::encodeName(m_jobs.path()));
    m_source = m_folder.filePath(QStringLiteral("repository/misbehaves.cu"));
    QVERIFY(QDir().mkpath(QFileInfo(m_source).path()));
    QVERIFY(QDir().mkpath(m_folder.filePath(QStringLiteral("repository/home"))));
    QVERIFY(QFile::copy(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/lanes/misbehaves.cu"),
                        m_source));
    QFile data(m_folder.filePath(QStringLiteral("repository/data.txt")));
    QVERIFY(data.open(QIODevice::WriteOnly) && data.write("data") == 4);
}

void TestLaneBadInput::eachIsTold_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("out");
    QTest::addColumn<QByteArray>("err");
    const QStringList none;
    const QStringList little{QStringLiteral("--memory"), QStringLiteral("768")};
    QTest::newRow("loop") << QStringList{QStringLiteral("--time"), QStringLiteral("5")} << 3
                          << QByteArray("begins\n")
                          << QByteArray("The program was ended after 5 s; --time gives it more.");
    QTest::newRow("host-memory") << little << 134 << QByteArray()
                                 << QByteArray("it needs more memory than it may have; --memory "
                                               "gives it more.");
    QTest::newRow("device-memory")
        << little << 0 << QByteArray("out of memory after some\n2\n") << QByteArray();
    QTest::newRow("null") << none << 139 << QByteArray()
                          << QByteArray("misbehaves.cu:17: in null_pointer: thread 0 of block 0 "
                                        "uses a null pointer (address 0) [crash]");
    QTest::newRow("stack") << none << 139 << QByteArray()
                           << QByteArray("in deep: thread 0 of block 0 needs more than 128 KiB of "
                                         "stack [crash]");
    QTest::newRow("library") << none << 139 << QByteArray()
                             << QByteArray("line not known: in in_library: thread 0 of block 0 "
                                           "uses a null pointer (address 0) [crash]");
    QTest::newRow("host-crash") << none << 139 << QByteArray()
                                << QByteArray("The program was ended by signal 11: it left its "
                                              "memory or called abort().");
#if defined(__x86_64__)
    QTest::newRow("zero") << none << 136 << QByteArray()
                          << QByteArray("misbehaves.cu:33: in divides: thread 0 of block 0 divides "
                                        "an integer by zero, or the smallest by −1 [crash]");
#endif
    QTest::newRow("exit") << none << 3 << QByteArray("left") << QByteArray();
    QTest::newRow("input") << none << 0 << QByteArray("-1 1\n") << QByteArray();
    QTest::newRow("file") << none << 4 << QByteArray() << QByteArray("cannot open none.dat");
}

void TestLaneBadInput::eachIsTold()
{
    QFETCH(QStringList, options);
    QFETCH(int, code);
    QFETCH(QByteArray, out);
    QFETCH(QByteArray, err);
    const Outcome ended = misbehave(QString::fromLatin1(QTest::currentDataTag()), options);
    // Without a sandbox the signal is seen itself, and the command's own code is said.
    QVERIFY2(ended.code == code || (code > 128 && ended.code == 3), ended.err.constData());
    QCOMPARE(ended.out, out);
    QVERIFY2(ended.err.contains(err), ended.err.constData());
    QCOMPARE(withoutSandboxNote(ended.err).isEmpty(), err.isEmpty());
    QTRY_COMPARE(running(QTest::currentDataTag()), 0);
}

/// Only where it is not installed is it said what would find the line.
void TestLaneBadInput::linesNeedAddr2line()
{
    const QTemporaryDir programs;
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", pathWithout({QStringLiteral("bwrap"), QStringLiteral("addr2line")}, programs));
    const Outcome ended = misbehave(QStringLiteral("null"));
    qputenv("PATH", path);
    QVERIFY2(ended.err.contains("line not known, addr2line (binutils) finds it: in null_pointer: "),
             ended.err.constData());
}

/// What is beyond the limit is read and dropped, so that the program comes to its end.
void TestLaneBadInput::muchOutputIsCut()
{
    const Outcome ended = misbehave(QStringLiteral("much"));
    QCOMPARE(ended.code, 3);
    QCOMPARE(ended.out.size(), qsizetype{64} << 20);
    QVERIFY2(ended.err.contains("came to its end"), ended.err.constData());
    QCOMPARE(ended.err.count("The program wrote more than 64 MiB: the end is left out."), 1);
}

void TestLaneBadInput::nothingIsLeftRunning_data()
{
    QTest::addColumn<bool>("bubblewrap");
    QTest::newRow("as it is here") << true;
    QTest::newRow("without bubblewrap") << false;
}

/// Children, their children and what left the session are gone when the command is, with and
/// without bubblewrap.
void TestLaneBadInput::nothingIsLeftRunning()
{
    QFETCH(bool, bubblewrap);
    const QByteArray path = qgetenv("PATH");
    QTemporaryDir programs;
    if (!bubblewrap) {
        qputenv("PATH", pathWithout({QStringLiteral("bwrap")}, programs));
    }
    const Outcome ended = misbehave(QStringLiteral("fork"));
    qputenv("PATH", path);
    QVERIFY2(ended.code == 0, ended.err.constData());
    QCOMPARE(ended.out, QByteArray("forked\n"));
    QVERIFY(bubblewrap || ended.err.contains("The program ran without a sandbox: bubblewrap is not "
                                             "installed."));
    QTRY_COMPARE(running("fork"), 0);
}

void TestLaneBadInput::onlyTheJobsFolderIsWrittenTo()
{
    if (!isSandboxed()) {
        QSKIP("ROCPORT_SKIP_TEST: bubblewrap does not work here");
    }
    const QString repository = m_folder.filePath(QStringLiteral("repository"));
    const Outcome ended = misbehave(QStringLiteral("write"), {}, {repository});
    QVERIFY2(ended.code == 0, ended.err.constData());
    // What it finds beside itself are copies: the repository's file stays as it is.
    QCOMPARE(ended.out, QByteArray("home written\nuser refused\nrepository refused\ncopy written\n"
                                   "own written\n"));
    const QStringList entries =
        QDir(repository).entryList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name);
    QCOMPARE(entries, (QStringList{QStringLiteral("data.txt"), QStringLiteral("home"),
                                   QStringLiteral("misbehaves.cu")}));
    QVERIFY(QDir(repository + QStringLiteral("/home")).isEmpty());
    QCOMPARE(rocport::test::fileBytes(repository + QStringLiteral("/data.txt")),
             QByteArray("data"));
}

/// Without a sandbox a program's relative paths do not lead into the repository.
void TestLaneBadInput::copiesAreWrittenToWithoutASandbox()
{
    const QTemporaryDir programs;
    const QTemporaryDir repository;
    const QTemporaryDir elsewhere;
    const QString source = repository.filePath(QStringLiteral("src/misbehaves.cu"));
    QVERIFY(QDir(repository.path()).mkpath(QStringLiteral(".git")));
    QVERIFY(QDir(repository.path()).mkpath(QStringLiteral("src/deep/deeper")));
    QVERIFY(QDir(elsewhere.path()).mkpath(QStringLiteral("home")));
    QVERIFY(QFile::copy(m_source, source));
    for (const char* name : {"data.txt", "src/data.txt", "src/deep/deeper/data.txt"}) {
        QFile data(repository.filePath(QString::fromLatin1(name)));
        QVERIFY(data.open(QIODevice::WriteOnly) && data.write("data") == 4);
    }
    QFile large(repository.filePath(QStringLiteral("src/large.bin")));
    QVERIFY(large.open(QIODevice::ReadWrite));
    const QByteArray path = qgetenv("PATH");
    for (const bool isLarge : {false, true}) {
        QVERIFY(large.resize(isLarge ? (qint64{64} << 20) + 1 : 1));
        qputenv("PATH", pathWithout({QStringLiteral("bwrap")}, programs));
        const Outcome ended = rocport::test::run(
            {QStringLiteral("execute"), QStringLiteral("--original"), source, QStringLiteral("--"),
             QStringLiteral("paths"), elsewhere.path(), QStringLiteral("data.txt"),
             QStringLiteral("../data.txt"), QStringLiteral("deep/deeper/data.txt"),
             QStringLiteral("large.bin")});
        qputenv("PATH", path);
        QVERIFY2(ended.code == 0, ended.err.constData());
        QCOMPARE(ended.out, QByteArray("data.txt written\n../data.txt written\n"
                                       "deep/deeper/data.txt written\nlarge.bin ") +
                                (isLarge ? "refused\n" : "written\n"));
        QCOMPARE(ended.err.contains("finds only copies of what lies beside its source"), isLarge);
        for (const char* name : {"data.txt", "src/data.txt", "src/deep/deeper/data.txt"}) {
            QCOMPARE(rocport::test::fileBytes(repository.filePath(QString::fromLatin1(name))),
                     QByteArray("data"));
        }
        QVERIFY(large.seek(0));
        QCOMPARE(large.read(1), QByteArray(1, '\0'));
    }
}

/// Only so many links are made; a folder with more files is a link itself.
void TestLaneBadInput::manyFilesBesideTheSource()
{
    if (!isSandboxed()) {
        QSKIP("ROCPORT_SKIP_TEST: bubblewrap does not work here");
    }
    const QTemporaryDir repository;
    const QString source = repository.filePath(QStringLiteral("misbehaves.cu"));
    QVERIFY(QDir(repository.path()).mkpath(QStringLiteral("many")));
    QVERIFY(QFile::copy(m_source, source));
    const auto fill = [&repository](const QString& folder) {
        for (int i = 0; i < 5000; ++i) {
            QFile file(repository.filePath(folder + QString::number(i)));
            if (!file.open(QIODevice::WriteOnly)) {
                return false;
            }
        }
        return true;
    };
    const auto count = [&source](const QString& folder) {
        return rocport::test::run({QStringLiteral("execute"), QStringLiteral("--original"), source,
                                   QStringLiteral("--"), QStringLiteral("count"), folder});
    };
    QVERIFY(fill(QStringLiteral("many/")));
    const Outcome below = count(QStringLiteral("many"));
    QVERIFY2(below.code == 0 && below.err.isEmpty(), below.err.constData());
    QCOMPARE(below.out, QByteArray("5000\n"));
    QVERIFY(fill(QString()));
    const Outcome beside = count(QStringLiteral("."));
    QVERIFY2(beside.code == 0, beside.err.constData());
    QCOMPARE(beside.out, QByteArray("4096\n"));
    QCOMPARE(beside.err.count("The program does not find all that lies beside its source"), 1);
}

void TestLaneBadInput::theNetworkIsNotReached()
{
    if (!isSandboxed()) {
        QSKIP("ROCPORT_SKIP_TEST: bubblewrap does not work here");
    }
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof place;
    QVERIFY(bind(listener, reinterpret_cast<sockaddr*>(&place), length) == 0);
    QVERIFY(listen(listener, 1) == 0);
    QVERIFY(getsockname(listener, reinterpret_cast<sockaddr*>(&place), &length) == 0);
    const Outcome ended =
        misbehave(QStringLiteral("network"), {}, {QString::number(ntohs(place.sin_port))});
    QVERIFY2(ended.code == 0, ended.err.constData());
    QCOMPARE(ended.out, QByteArray("refused\n"));
    QCOMPARE(accept(listener, nullptr, nullptr), -1);
    ::close(listener);
}

void TestLaneBadInput::wrongUsage()
{
    for (const char* memory : {"none", "1", "-5"}) {
        const Outcome wrong = misbehave(QStringLiteral("nothing"),
                                        {QStringLiteral("--memory"), QString::fromLatin1(memory)});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("--memory must be a number of MiB from 64 on"),
                 wrong.err.constData());
    }
}

QTEST_GUILESS_MAIN(TestLaneBadInput)
#include "tst_lanebadinput.moc"
