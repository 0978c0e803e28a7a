#include "core/process/endsignals.h"
#include "core/process/localprocess.h"
#include "core/process/rocmroots.h"
#include "core/process/runprocess.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QtConcurrent>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace rocport;

namespace {

ProcessCommand shell(const QString& script)
{
    ProcessCommand command;
    command.program = QStringLiteral("/bin/sh");
    command.arguments = {QStringLiteral("-c"), script};
    return command;
}

/// Whether a process is there and is no zombie.
bool isAlive(qint64 pid)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!file.open(QIODevice::ReadOnly)) {
        return false;
    }
    const QByteArray stat = file.readAll();
    const qsizetype name = stat.lastIndexOf(')');
    return name > 0 && stat.mid(name + 2, 1) != "Z";
}

/// A process with everything that it said.
struct Run
{
    explicit Run(const ProcessCommand& command) : process(LocalProcessRunner().create(command))
    {
        QObject::connect(process.get(), &Process::outputRead, process.get(),
                         [this](const QByteArray& bytes) {
                             output += bytes;
                             ++pieces;
                         });
        QObject::connect(process.get(), &Process::errorsRead, process.get(),
                         [this](const QByteArray& bytes) { errors += bytes; });
        QObject::connect(process.get(), &Process::stateChanged, process.get(),
                         [this](Process::State state) { states.append(state); });
        QObject::connect(process.get(), &Process::finished, process.get(),
                         [this](const ProcessOutcome& ended) {
                             outcome = ended;
                             ++finishes;
                         });
    }
    [[nodiscard]] bool done() const { return process->state() == Process::State::Finished; }

    std::unique_ptr<Process> process;
    QByteArray output, errors;
    int pieces = 0;
    int finishes = 0;
    QVector<Process::State> states;
    ProcessOutcome outcome;
};

using State = Process::State;

} // namespace

class TestProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rocmRootsNewestFirst();
    void signalsAskToEnd();
    void endsWithItsCode()
    {
        Run run(shell(QStringLiteral("echo out; echo err >&2; exit 7")));
        QCOMPARE(run.process->state(), State::Idle);
        run.process->start();
        QCOMPARE(run.process->state(), State::Starting);
        QCOMPARE(run.finishes, 0);
        QTRY_VERIFY(run.done());
        QCOMPARE(run.outcome.end, ProcessEnd::Exited);
        QCOMPARE(run.outcome.exitCode, 7);
        QVERIFY(!run.outcome.succeeded());
        QCOMPARE(run.output, QByteArray("out\n"));
        QCOMPARE(run.errors, QByteArray("err\n"));
        QCOMPARE(run.states, (QVector<State>{State::Starting, State::Running, State::Finished}));
        QCOMPARE(run.finishes, 1);
        run.process->cancel(); // nothing happens any more
        QCOMPARE(run.process->state(), State::Finished);
    }

    void argumentsAreNeverSplitOrExpanded()
    {
        ProcessCommand command;
        command.program = QStringLiteral("printf");
        command.arguments = {QStringLiteral("[%s]"), QStringLiteral("a b"), QStringLiteral("$HOME"),
                             QStringLiteral("'\"`x`;\n*"), QString()};
        const auto result = runProcess(LocalProcessRunner(), command);
        QVERIFY(result.ok());
        QCOMPARE(result->output, QByteArray("[a b][$HOME]['\"`x`;\n*][]"));
    }

    void outputComesInPieces()
    {
        ProcessCommand command =
            shell(QStringLiteral("echo first; read answer; echo \"got $answer\""));
        command.keepInputOpen = true;
        Run run(command);
        run.process->start();
        QTRY_COMPARE(run.output, QByteArray("first\n"));
        QVERIFY(!run.done());
        run.process->write("second\n");
        run.process->closeInput();
        QTRY_VERIFY(run.done());
        QCOMPARE(run.output, QByteArray("first\ngot second\n"));
        QVERIFY(run.pieces >= 2);
    }

    void inputIsWrittenAndClosed()
    {
        ProcessCommand command;
        command.program = QStringLiteral("cat");
        command.input = QByteArray(300000, 'x') + '\0' + "\xff\xfe";
        const auto result = runProcess(LocalProcessRunner(), command);
        QVERIFY(result.ok());
        QCOMPARE(result->output, command.input);
        command.input.clear(); // no input: an empty one, never the caller's
        const auto empty = runProcess(LocalProcessRunner(), command);
        QVERIFY(empty.ok());
        QVERIFY(empty->output.isEmpty());
    }

    void bytesThatAreNoTextArrive()
    {
        const auto result =
            runProcess(LocalProcessRunner(), shell(QStringLiteral("printf '\\377\\000\\200a'")));
        QVERIFY(result.ok());
        QCOMPARE(result->output, QByteArray("\xff\0\x80"
                                            "a",
                                            4));
    }

    void hugeOutputIsCutAndCounted()
    {
        ProcessCommand command = shell(QStringLiteral("head -c 30000000 /dev/zero; echo end >&2"));
        command.outputLimit = 1000;
        const auto result = runProcess(LocalProcessRunner(), command);
        QVERIFY(result.ok());
        QVERIFY(result->outcome.succeeded());
        QCOMPARE(result->output.size(), 1000);
        QCOMPARE(result->outcome.outputBytes, 30000000);
        QCOMPARE(result->outcome.droppedOutput, 30000000 - 1000);
        QCOMPARE(result->errors, QByteArray("end\n"));
    }

    void theEndOfAHugeOutputIsKept()
    {
        const auto process = LocalProcessRunner().create(
            shell(QStringLiteral("head -c 30000000 /dev/zero; echo end; echo few >&2")));
        const ProcessOutput said = gatherOutput(
            *process, [] {}, 1000);
        QVERIFY(said.outcome.succeeded());
        QCOMPARE(said.output.size(), 1000);
        QVERIFY(said.output.endsWith(QByteArray("\0end\n", 5)));
        QVERIFY(said.output.capacity() < 100'000); // what came before is not in memory
        QCOMPARE(said.outcome.droppedOutput, 0);
        QCOMPARE(said.errors, QByteArray("few\n"));
    }

    void endlessOutputCanBeStopped()
    {
        ProcessCommand command = shell(QStringLiteral("cat /dev/zero"));
        command.outputLimit = 100000;
        command.stopAtOutputLimit = true;
        const auto result = runProcess(LocalProcessRunner(), command);
        QVERIFY(result.ok());
        QCOMPARE(result->outcome.end, ProcessEnd::OutputTooBig);
        QCOMPARE(result->output.size(), 100000);
    }

    void cancelEndsGrandchildren()
    {
        // The grandchild ignores the polite signal, so that only the last one ends it.
        ProcessCommand command =
            shell(QStringLiteral("sh -c 'trap \"\" TERM; echo $$; sleep 1000' & wait"));
        command.grace = std::chrono::milliseconds(200);
        Run run(command);
        run.process->start();
        QTRY_VERIFY(run.output.endsWith('\n'));
        const qint64 grandchild = run.output.trimmed().toLongLong();
        QVERIFY(grandchild > 1);
        QVERIFY(isAlive(grandchild));
        QVERIFY(run.process->processId() != grandchild);
        run.process->cancel();
        QCOMPARE(run.process->state(), State::Stopping);
        QTRY_VERIFY(run.done());
        QCOMPARE(run.outcome.end, ProcessEnd::Cancelled);
        QTRY_VERIFY(!isAlive(grandchild));
        QCOMPARE(run.states, (QVector<State>{State::Starting, State::Running, State::Stopping,
                                             State::Finished}));
    }

    void aProgramThatIgnoresTheSignalIsKilled()
    {
        ProcessCommand command =
            shell(QStringLiteral("trap '' TERM; echo ready; while true; do sleep 1000; done"));
        command.grace = std::chrono::milliseconds(100);
        Run run(command);
        run.process->start();
        QTRY_COMPARE(run.output, QByteArray("ready\n"));
        run.process->cancel();
        QTRY_VERIFY(run.done());
        QCOMPARE(run.outcome.end, ProcessEnd::Cancelled);
        QCOMPARE(run.outcome.signal, SIGKILL);
    }

    void cancelBeforeItRuns()
    {
        Run run(shell(QStringLiteral("sleep 1000")));
        run.process->cancel();
        QCOMPARE(run.process->state(), State::Idle);
        run.process->start();
        run.process->cancel();
        QTRY_VERIFY(run.done());
        QCOMPARE(run.outcome.end, ProcessEnd::Cancelled);
        QVERIFY(!run.states.contains(State::Running));
    }

    void deletingEndsTheProgram()
    {
        qint64 pid = 0;
        {
            Run run(shell(QStringLiteral("echo ready; sleep 1000 & wait")));
            run.process->start();
            QTRY_COMPARE(run.output, QByteArray("ready\n"));
            pid = run.process->processId();
            QVERIFY(isAlive(pid));
        }
        QTRY_VERIFY(!isAlive(pid));
    }

    void timeoutEndsIt()
    {
        ProcessCommand command = shell(QStringLiteral("sleep 1000"));
        command.timeout = std::chrono::milliseconds(100);
        const auto result = runProcess(LocalProcessRunner(), command);
        QVERIFY(result.ok());
        QCOMPARE(result->outcome.end, ProcessEnd::TimedOut);
    }

    void aSignalIsSaid()
    {
        const auto result =
            runProcess(LocalProcessRunner(), shell(QStringLiteral("kill -SEGV $$")));
        QVERIFY(result.ok());
        QCOMPARE(result->outcome.end, ProcessEnd::Signalled);
        QCOMPARE(result->outcome.signal, SIGSEGV);
    }

    void whatCannotStart_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("code");
        QTest::newRow("no program") << "/nonexistent/program"
                                    << "" << int(ErrorCode::FileNotFound);
        QTest::newRow("not in PATH") << "rocport-no-such-program"
                                     << "" << int(ErrorCode::FileNotFound);
        QTest::newRow("no folder") << "true"
                                   << "/nonexistent" << int(ErrorCode::FileNotFound);
        QTest::newRow("no name") << ""
                                 << "" << int(ErrorCode::FileNotFound);
    }
    void whatCannotStart()
    {
        QFETCH(QString, program);
        QFETCH(QString, folder);
        QFETCH(int, code);
        ProcessCommand command;
        command.program = program;
        command.workingFolder = folder;
        const auto result = runProcess(LocalProcessRunner(), command);
        QVERIFY(!result.ok());
        QCOMPARE(int(result.error().code), code);
        QVERIFY(!result.error().detail.isEmpty());
    }

    void whatIsNoProgramFails()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("notaprogram")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\x7f"
                   "ELF garbage");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        ProcessCommand command;
        command.program = file.fileName();
        const auto result = runProcess(LocalProcessRunner(), command);
        QVERIFY(!result.ok());
        QCOMPARE(result.error().code, ErrorCode::ProcessFailed);
    }

    void environmentAndFolder()
    {
        qputenv("ROCPORT_TEST_GONE", "here");
        QTemporaryDir folder;
        ProcessCommand command = shell(
            QStringLiteral("printf '%s|%s|' \"$ROCPORT_TEST_SET\" \"$ROCPORT_TEST_GONE\"; pwd -P"));
        command.environment = {{QStringLiteral("ROCPORT_TEST_SET"), QStringLiteral("a b")},
                               {QStringLiteral("ROCPORT_TEST_GONE"), std::nullopt}};
        command.workingFolder = folder.path();
        const auto result = runProcess(LocalProcessRunner(), command);
        QVERIFY(result.ok());
        QCOMPARE(result->output,
                 "a b||" + QFile::encodeName(QDir(folder.path()).canonicalPath()) + '\n');
    }

    void syncRunIsCancelled()
    {
        CancelToken cancel;
        auto future = QtConcurrent::run([cancel] {
            return runProcess(LocalProcessRunner(), shell(QStringLiteral("sleep 1000")), cancel);
        });
        QTRY_VERIFY(future.isRunning());
        cancel.cancel();
        QTRY_VERIFY(future.isFinished());
        QVERIFY(!future.result().ok());
        QCOMPARE(future.result().error().code, ErrorCode::Cancelled);
    }

    void noCallBlocks()
    {
        Run run(shell(QStringLiteral("sleep 1000")));
        QElapsedTimer clock;
        clock.start();
        run.process->start();
        run.process->cancel();
        // A call that waited would wait for the whole of it.
        QVERIFY2(clock.elapsed() < 100'000, "start and cancel wait for nothing");
        QTRY_VERIFY(run.done());
    }

    void displayIsForPeople()
    {
        ProcessCommand command;
        command.program = QStringLiteral("hipcc");
        command.arguments = {QStringLiteral("-DA=b c"), QStringLiteral("it's"), QString()};
        QCOMPARE(command.display(), QStringLiteral("hipcc '-DA=b c' 'it'\\''s' ''"));
    }
};

/// The first signal asks, so that the program ends as it does otherwise; a second one would end it.
void TestProcess::signalsAskToEnd()
{
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
        const EndSignals ends;
        const QSignalSpy asked(&ends, &EndSignals::asked);
        ::raise(number);
        QTRY_COMPARE(asked.count(), 1);
        QVERIFY(std::signal(number, SIG_DFL) == SIG_DFL);
    }
    std::signal(SIGHUP, SIG_IGN); // as nohup does
    {
        const EndSignals kept;
        ::raise(SIGHUP);
        QVERIFY(std::signal(SIGHUP, SIG_IGN) == SIG_IGN);
    }
    QVERIFY(std::signal(SIGHUP, SIG_DFL) == SIG_IGN);
}

/// What was chosen, then the standard folders, then releases by their versions, not by their names.
void TestProcess::rocmRootsNewestFirst()
{
    const QTemporaryDir folder;
    const QString opt = folder.path();
    for (const char* name :
         {"rocm/core-7.13", "rocm/core-10.1", "rocm/core-9.0", "rocm-6.4.3", "rocm-6.10.0"}) {
        QVERIFY(QDir(opt).mkpath(QString::fromLatin1(name)));
    }
    const QByteArray before[] = {qgetenv("ROCM_PATH"), qgetenv("HIP_PATH")};
    qputenv("ROCM_PATH", "/chosen/rocm/");
    qputenv("HIP_PATH", "relative");
    const QStringList roots = rocmRoots(opt);
    before[0].isEmpty() ? qunsetenv("ROCM_PATH") : qputenv("ROCM_PATH", before[0]);
    before[1].isEmpty() ? qunsetenv("HIP_PATH") : qputenv("HIP_PATH", before[1]);
    const QStringList expected{
        QStringLiteral("/chosen/rocm"),         opt + QStringLiteral("/rocm"),
        opt + QStringLiteral("/rocm/core"),     opt + QStringLiteral("/rocm/core-10.1"),
        opt + QStringLiteral("/rocm/core-9.0"), opt + QStringLiteral("/rocm/core-7.13"),
        opt + QStringLiteral("/rocm-6.10.0"),   opt + QStringLiteral("/rocm-6.4.3")};
    QCOMPARE(roots, expected);
}

QTEST_GUILESS_MAIN(TestProcess)
#include "tst_process.moc"
