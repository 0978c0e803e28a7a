#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/process/sandbox.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtConcurrent>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

namespace {

const QString kShell = QStringLiteral("/bin/sh");

/// A private folder and one of somebody else's, both where users keep theirs.
struct Bench
{
    QTemporaryDir own;
    QTemporaryDir other;
    SandboxFolders folders;
    Sandbox sandbox;
    LocalProcessRunner runner;

    Bench()
    {
        QDir(own.path()).mkpath(QStringLiteral("tmp"));
        folders.writable = {own.filePath(QStringLiteral("tmp"))};
        folders.readable = {own.path()};
        folders.home = folders.temporary = folders.writable.first();
        write(own.filePath(QStringLiteral("source")), "text");
        write(other.filePath(QStringLiteral("secret")), "secret");
    }

    static void write(const QString& path, const QByteArray& text)
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            qFatal("a file of the test cannot be written");
        }
    }

    [[nodiscard]] ProcessOutput run(const QString& script) const
    {
        ProcessCommand command;
        command.program = kShell;
        command.arguments = {QStringLiteral("-c"), script};
        command.workingFolder = own.path();
        const auto ran = runProcess(SandboxRunner(runner, sandbox, folders), command);
        if (!ran) {
            qFatal("the shell cannot be run: %s", qPrintable(ran.error().detail));
        }
        return *ran;
    }
};

} // namespace

class TestSandbox : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_works = Sandbox().works(LocalProcessRunner()); }

    /// Its presence says nothing: it is run.
    void isAskedByRunningIt()
    {
        QTemporaryDir folder;
        const QString fake = folder.filePath(QStringLiteral("bwrap"));
        Bench::write(fake, "#!/bin/sh\necho called >> \"$(dirname \"$0\")/log\"\n"
                           "echo 'no permissions' >&2\nexit 1\n");
        QFile::setPermissions(fake, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        const Sandbox sandbox(fake);
        QVERIFY(!sandbox.works(LocalProcessRunner()));
        QVERIFY(sandbox.problem().contains(QStringLiteral("no permissions")));
        QVERIFY(!sandbox.works(LocalProcessRunner()));
        QFile log(folder.filePath(QStringLiteral("log")));
        QVERIFY(log.open(QIODevice::ReadOnly));
        QCOMPARE(log.readAll(), QByteArray("called\n")); // once, and kept
    }

    /// Programs in sandboxes of their own have the same process numbers, by which nvcc names files.
    void temporaryFilesDoNotMeet()
    {
        const Bench bench;
        const Sandbox none{QString()};
        for (const Sandbox* sandbox : {&bench.sandbox, &none}) {
            const SandboxRunner runner(bench.runner, *sandbox, bench.folders);
            for (int i = 0; i < 2; ++i) {
                ProcessCommand command;
                command.program = kShell;
                command.arguments = {QStringLiteral("-c"),
                                     QStringLiteral("echo one >>\"$TMPDIR/2\"; cat \"$TMPDIR/2\"")};
                command.workingFolder = bench.own.path();
                const auto ran = runProcess(runner, command);
                QVERIFY(ran.ok());
                QCOMPARE(ran->output, QByteArray("one\n"));
            }
        }
    }

    void missing()
    {
        const Sandbox none(QStringLiteral("/nonexistent/bwrap"));
        QVERIFY(!none.works(LocalProcessRunner()));
        QCOMPARE(none.problem(), QStringLiteral("bubblewrap is not installed"));
        const Sandbox off{QString()};
        QVERIFY(!off.works(LocalProcessRunner()));
        QVERIFY(!off.problem().isEmpty());
    }

    /// Without it the command is the same, in a private environment.
    void withoutItOnlyTheEnvironmentIsPrivate()
    {
        qputenv("ROCPORT_TEST_SECRET", "secret");
        qputenv("CUDA_HOME", "/cuda");
        const Sandbox none{QString()};
        SandboxFolders folders;
        folders.home = QStringLiteral("/private/home");
        folders.temporary = QStringLiteral("/private/tmp");
        ProcessCommand command;
        command.program = kShell;
        command.arguments = {QStringLiteral("-c"), QStringLiteral("env")};
        const ProcessCommand wrapped = none.wrapped(command, folders);
        QCOMPARE(wrapped.program, kShell);
        QCOMPARE(wrapped.arguments, command.arguments);
        const auto ran = runProcess(LocalProcessRunner(), wrapped);
        QVERIFY(ran.ok());
        const QList<QByteArray> lines = ran->output.split('\n');
        QVERIFY(lines.contains("HOME=/private/home"));
        QVERIFY(lines.contains("TMPDIR=/private/tmp"));
        QVERIFY(lines.contains("CUDA_HOME=/cuda"));
        QVERIFY(!ran->output.contains("secret"));
        qunsetenv("ROCPORT_TEST_SECRET");
        qunsetenv("CUDA_HOME");
    }

    void whatItMayDo_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<bool>("may");
        QTest::newRow("reads its folder") << "cat source" << true;
        QTest::newRow("writes to its folder") << "echo x > source" << false;
        QTest::newRow("writes to its own") << "echo x > tmp/x" << true;
        QTest::newRow("reads what is not its own") << "cat %OTHER%/secret" << false;
        QTest::newRow("writes there") << "echo x > %OTHER%/x" << false;
        QTest::newRow("makes files where users keep theirs") << "echo x > /tmp/rocport-x" << false;
        QTest::newRow("changes the system") << "echo x > /etc/rocport-x" << false;
        QTest::newRow("reads the system") << "test -r /bin/sh" << true;
        QTest::newRow("sees the home") << "test -n \"$(ls -A %HOME%)\"" << false;
        QTest::newRow("has no end to read") << "test -e /dev/zero" << false;
        QTest::newRow("has shared memory") << "echo x > /dev/shm/x" << false;
        QTest::newRow("throws away") << "echo x > /dev/null" << true;
        QTest::newRow("has a terminal") << "test -e /dev/tty" << false;
        QTest::newRow("network but its own") << "grep -v -e lo: -e '|' /proc/net/dev" << false;
        QTest::newRow("sees our processes") << "test -d /proc/%PID%" << false;
        QTest::newRow("sees services") << "test -n \"$(ls -A /run)\"" << false;
        QTest::newRow("private home") << "test \"$HOME\" = %OWN%/tmp" << true;
    }
    void whatItMayDo()
    {
        if (!m_works) {
            QSKIP("bubblewrap is not installed or does not work here");
        }
        QFETCH(QString, script);
        QFETCH(bool, may);
        const Bench bench;
        QVERIFY(bench.sandbox.works(bench.runner));
        script.replace(QStringLiteral("%OTHER%"), bench.other.path())
            .replace(QStringLiteral("%OWN%"), bench.own.path())
            .replace(QStringLiteral("%HOME%"), QDir::homePath())
            .replace(QStringLiteral("%PID%"), QString::number(QCoreApplication::applicationPid()));
        const ProcessOutput ran = bench.run(script);
        QCOMPARE(ran.outcome.end, ProcessEnd::Exited);
        QVERIFY2((ran.outcome.exitCode == 0) == may, ran.output + ran.errors);
        QVERIFY(!QFileInfo::exists(bench.other.filePath(QStringLiteral("x"))));
        QVERIFY(!QFileInfo::exists(QStringLiteral("/tmp/rocport-x")));
        QVERIFY(!QFileInfo::exists(QStringLiteral("/etc/rocport-x")));
    }

    void sharedMemoryIsAFolderOfItsOwn()
    {
        if (!m_works) {
            QSKIP("bubblewrap is not installed or does not work here");
        }
        Bench bench;
        QVERIFY(bench.sandbox.works(bench.runner));
        bench.folders.shared = bench.own.path();
        QVERIFY(bench.run(QStringLiteral("echo x > /dev/shm/x")).outcome.exitCode != 0);
        bench.folders.shared = bench.folders.writable.first();
        const ProcessOutput ran = bench.run(QStringLiteral("echo x > /dev/shm/x"));
        QVERIFY2(ran.outcome.succeeded(), ran.errors);
        QVERIFY(QFileInfo::exists(bench.folders.shared + QStringLiteral("/x")));
        QVERIFY(bench.run(QStringLiteral("echo x > /dev/x")).outcome.exitCode != 0);
    }

    /// A folder that is asked for never brings back the home as a whole.
    void askingForTooMuchGivesNothing()
    {
        if (!m_works) {
            QSKIP("bubblewrap is not installed or does not work here");
        }
        Bench bench;
        QVERIFY(bench.sandbox.works(bench.runner));
        bench.folders.readable += {QStringLiteral("/"), QStringLiteral("/tmp"), QDir::homePath()};
        const QString secret = bench.other.filePath(QStringLiteral("secret"));
        QVERIFY(bench.run(QStringLiteral("cat ") + secret).outcome.exitCode != 0);
        bench.folders.readable.append(bench.other.path());
        QCOMPARE(bench.run(QStringLiteral("cat ") + secret).output, QByteArray("secret"));
    }

    void exitCodesAndInputComeThrough()
    {
        if (!m_works) {
            QSKIP("bubblewrap is not installed or does not work here");
        }
        const Bench bench;
        QVERIFY(bench.sandbox.works(bench.runner));
        QCOMPARE(bench.run(QStringLiteral("exit 7")).outcome.exitCode, 7);
        ProcessCommand command;
        command.program = QStringLiteral("/bin/cat");
        command.input = "given";
        const auto ran =
            runProcess(SandboxRunner(bench.runner, bench.sandbox, bench.folders), command);
        QVERIFY(ran.ok());
        QCOMPARE(ran->output, QByteArray("given"));
    }

    /// Cancelling ends what the program started, in its session of its own too.
    void cancelEndsAll()
    {
        if (!m_works) {
            QSKIP("bubblewrap is not installed or does not work here");
        }
        const Bench bench;
        QVERIFY(bench.sandbox.works(bench.runner));
        const QString beat = bench.own.filePath(QStringLiteral("tmp/beat"));
        CancelToken cancel;
        auto future = QtConcurrent::run([&] {
            ProcessCommand command;
            command.program = kShell;
            command.arguments = {QStringLiteral("-c"),
                                 QStringLiteral("(trap '' TERM; while :; do echo x >> tmp/beat; "
                                                "sleep 0.05; done) & wait")};
            command.workingFolder = bench.own.path();
            return runProcess(SandboxRunner(bench.runner, bench.sandbox, bench.folders), command,
                              cancel);
        });
        QTRY_VERIFY(QFileInfo(beat).size() > 2);
        cancel.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(future.isFinished(), 10000);
        QCOMPARE(future.result().error().code, ErrorCode::Cancelled);
        // Nobody writes any more: what was taken away does not come back.
        QTRY_VERIFY_WITH_TIMEOUT(!comesBack(beat), 10000);
    }

    void memoryIsBounded()
    {
        ProcessCommand command;
        command.program = kShell;
        command.arguments = {QStringLiteral("-c"), QStringLiteral("ulimit -v")};
        command.memoryLimit = 64LL << 20;
        const auto ran = runProcess(LocalProcessRunner(), command);
        QVERIFY(ran.ok());
        QCOMPARE(ran->output.trimmed(), QByteArray("65536"));
    }

    void installations_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("folder");
        const QString home = QFileInfo(QDir::homePath()).canonicalFilePath();
        QTest::newRow("prefix") << home + QLatin1StringView("/rocm/bin/hipcc")
                                << home + QLatin1StringView("/rocm");
        QTest::newRow("llvm") << home + QLatin1StringView("/rocm/llvm/bin/clang++")
                              << home + QLatin1StringView("/rocm/llvm");
        QTest::newRow("home") << home + QLatin1StringView("/bin/hipcc")
                              << home + QLatin1StringView("/bin");
        QTest::newRow("hidden") << home + QLatin1StringView("/.local/bin/python3")
                                << home + QLatin1StringView("/.local/bin");
        QTest::newRow("pyenv") << home + QLatin1StringView("/.pyenv/versions/3.11/bin/python3")
                               << home + QLatin1StringView("/.pyenv/versions/3.11");
        QTest::newRow("no bin") << "/tmp/x/nvcc"
                                << "/tmp/x";
    }
    void installations()
    {
        QFETCH(QString, program);
        QFETCH(QString, folder);
        const QStringList folders = Sandbox::installationOf(program);
        QVERIFY2(folders.contains(folder), qPrintable(folders.join(u' ')));
        QVERIFY(!folders.contains(QDir::homePath()));
    }

private:
    /// Takes a file away and looks whether somebody writes it again.
    static bool comesBack(const QString& path)
    {
        QFile::remove(path);
        for (int i = 0; i < 20; ++i) {
            QTest::qWait(20);
            if (QFileInfo::exists(path)) {
                return true;
            }
        }
        return false;
    }

    bool m_works = false;
};

QTEST_GUILESS_MAIN(TestSandbox)
#include "tst_sandbox.moc"
