#include "core/joblog/logdiagnostics.h"
#include "testpaths.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace rocport;

namespace {

using Severity = LogDiagnostic::Severity;

QByteArray fixture(const QString& name)
{
    QFile file(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/nodes/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QVector<LogDiagnostic> parse(const QByteArray& log)
{
    LogDiagnosticsParser parser;
    qint64 line = 0;
    const QList<QByteArray> lines = log.split('\n');
    for (const QByteArray& bytes : lines) {
        parser.add(line++, bytes);
    }
    return parser.found();
}

/// "error a.cu:3:4 text @line", notes left out unless asked for.
QStringList shown(const QVector<LogDiagnostic>& diagnostics, bool notes = false)
{
    static const char* const names[] = {"error", "warning", "note"};
    QStringList lines;
    for (const LogDiagnostic& one : diagnostics) {
        if (one.severity == Severity::Note && !notes) {
            continue;
        }
        QString place = one.file;
        place += one.line > 0 ? QStringLiteral(":%1").arg(one.line) : QString();
        place += one.column > 0 ? QStringLiteral(":%1").arg(one.column) : QString();
        lines.append(QStringLiteral("%1 [%2] %3 @%4")
                         .arg(QLatin1StringView(names[static_cast<size_t>(one.severity)]), place,
                              one.message)
                         .arg(one.logLine));
    }
    return lines;
}

} // namespace

/// What a log says about the sources.
class LogDiagnosticsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lines_data();
    void lines();
    void chainedTracebacks();
    void tracebackOfARank();
    void saidAgain();
    void makeRepeats();
    void fixtures_data();
    void fixtures();
    void everyFixtureIsRead();
    void manyAreCounted();
};

void LogDiagnosticsTest::lines_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* name, const QByteArray& log, const QStringList& expected) {
        QTest::newRow(name) << log << expected;
    };
    row("clang", "src/a.hip:12:3: error: no such name [-Wx]",
        {QStringLiteral("error [src/a.hip:12:3] no such name @0")});
    row("clang, coloured",
        "\x1b[1msrc/a.hip:12:3: \x1b[0m\x1b[0;1;35mwarning: \x1b[0mlost bits\x1b[0m",
        {QStringLiteral("warning [src/a.hip:12:3] lost bits @0")});
    row("nvcc", "a.cu(7): error: identifier \"x\" is undefined",
        {QStringLiteral("error [a.cu:7] identifier \"x\" is undefined @0")});
    row("gcc", "a.c:5: fatal error: x.h: No such file or directory",
        {QStringLiteral("error [a.c:5] x.h: No such file or directory @0")});
    row("lld",
        "ld.lld: error: undefined symbol: f\n>>> referenced by main.cpp:12 (src/main.cpp:12)\n"
        ">>>               main.o:(main)",
        {QStringLiteral("error [src/main.cpp:12] undefined symbol: f @0")});
    row("GNU ld",
        "/usr/bin/ld: main.o: in function `main':\nmain.cpp:(.text+0x5): undefined reference to "
        "`f()'\n"
        "collect2: error: ld returned 1 exit status",
        {QStringLiteral("error [main.cpp] undefined reference to `f()' @1"),
         QStringLiteral("error [] ld returned 1 exit status @2")});
    row("CMake",
        "CMake Error at CMakeLists.txt:4 (find_package):\n  Could not find hip\n  anywhere.\n\n-- "
        "more",
        {QStringLiteral("error [CMakeLists.txt:4] Could not find hip anywhere. @0")});
    row("CMake warning", "CMake Warning (dev) at x/CMakeLists.txt:9 (project):\n  Old.\n\n",
        {QStringLiteral("warning [x/CMakeLists.txt:9] Old. @0")});
    row("ninja", "ninja: error: 'x', needed by 'y', missing",
        {QStringLiteral("error [] 'x', needed by 'y', missing @0")});
    row("make alone", "make: *** [Makefile:51: main.o] Error 1",
        {QStringLiteral("error [Makefile:51] [main.o] Error 1 @0")});
    row("make without rule", "make: *** No rule to make target 'x'.  Stop.",
        {QStringLiteral("error [] No rule to make target 'x'.  Stop. @0")});
    row("traceback",
        "Traceback (most recent call last):\n  File \"train.py\", line 3, in <module>\n    f()\n"
        "  File \"/x/site-packages/torch/nn.py\", line 9, in g\n    raise\n    ^^^^\nValueError: "
        "bad\nmore",
        {QStringLiteral("error [train.py:3] ValueError: bad @6")});
    row("syntax error",
        "  File \"a.py\", line 2\n    x = = 3\n        ^\nSyntaxError: invalid syntax",
        {QStringLiteral("error [a.py:2] SyntaxError: invalid syntax @3")});
    row("exception alone", "torch.OutOfMemoryError: HIP out of memory.",
        {QStringLiteral("error [] torch.OutOfMemoryError: HIP out of memory. @0")});
    row("pytest",
        "E       AssertionError: 1 != 2\n\ntests/test_a.py:12: AssertionError\n"
        "FAILED tests/test_a.py::Test::test_b - AssertionError: 1 != 2",
        {QStringLiteral("error [tests/test_a.py:12] AssertionError: 1 != 2 @2"),
         QStringLiteral("error [tests/test_a.py] Test.test_b: AssertionError: 1 != 2 @3")});
    row("Python warning", "/x/a.py:87: UserWarning: slow path",
        {QStringLiteral("warning [/x/a.py:87] UserWarning: slow path @0")});
    row("shell", "/bin/sh: 1: nvcc: not found", {QStringLiteral("error [] nvcc: not found @0")});
    row("died", "Segmentation fault (core dumped)",
        {QStringLiteral("error [] Segmentation fault (core dumped) @0")});
    row("pip", "ERROR: Could not build wheels for x",
        {QStringLiteral("error [] Could not build wheels for x @0")});
    row("none",
        "Building error.cpp\n0 errors generated\nno error here\nKilled it\nwarnings are errors",
        {});
}

void LogDiagnosticsTest::lines()
{
    QFETCH(QByteArray, log);
    QFETCH(QStringList, expected);
    QCOMPARE(shown(parse(log)), expected);
}

void LogDiagnosticsTest::chainedTracebacks()
{
    const auto found =
        parse("Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    x\n"
              "KeyError: 'x'\n\nDuring handling of the above exception, another exception "
              "occurred:\n\nTraceback (most recent call last):\n  File \"a.py\", line 5, in g\n"
              "    y\nRuntimeError: no x\n");
    QCOMPARE(shown(found), (QStringList{QStringLiteral("error [a.py:1] KeyError: 'x' @3"),
                                        QStringLiteral("error [a.py:5] RuntimeError: no x @10")}));
    QVERIFY(found[0].ledToNext);
    QVERIFY(!found[1].ledToNext);
    QCOMPARE(found[1].firstLine, 7);
}

void LogDiagnosticsTest::tracebackOfARank()
{
    const auto found = parse(
        "[rank1]: Traceback (most recent call last):\n[rank1]:   File \"a.py\", line 4, in f\n"
        "other process\n[rank1]:     x\n[rank1]: ValueError: bad");
    QCOMPARE(shown(found), QStringList{QStringLiteral("error [a.py:4] ValueError: bad @4")});
}

void LogDiagnosticsTest::saidAgain()
{
    const auto found = parse("a.cu:1:2: warning: w\na.cu:1:2: warning: w\na.cu:1:3: warning: w");
    QCOMPARE(found.size(), 2);
    QCOMPARE(found[0].times, 2);
    QCOMPARE(found[1].times, 1);
}

// What make says after an error is no error more.
void LogDiagnosticsTest::makeRepeats()
{
    const auto found =
        parse("a.cu:1:2: error: e\nmake[1]: *** [M:3: a.o] Error 1\nmake: *** [all] Error 2");
    QCOMPARE(shown(found).size(), 1);
    QCOMPARE(shown(found, true).size(), 3);
    QCOMPARE(found[1].severity, Severity::Note);
}

void LogDiagnosticsTest::fixtures_data()
{
    QTest::addColumn<int>("errors");
    QTest::addColumn<QString>("first");
    const auto row = [](const char* file, int errors, const char* first) {
        QTest::newRow(file) << errors << QString::fromUtf8(first);
    };
    row("failure-hipcc-gfx1100-launch-arguments.txt", 2, "test_batch_mul.cpp:12:71");
    row("failure-hip-compile-gfx942-20-errors.txt", 20, "");
    row("failure-hipcc-cuda-headers-missing.txt", 2, "test_cuda_rt.cu:1:10");
    row("failure-linker-gpu-rdc.txt", 2, "");
    row("failure-linker-hip-runtime.txt", 3, "");
    row("failure-import-triton-backend.txt", 1,
        "/home/user/code/docker/sd-rocm/data/home-local/"
        "flash-attention/flash_attn/flash_attn_triton_amd/"
        "fwd_prefill.py:2");
    row("failure-triton-passmanager.txt", 1, "");
}

void LogDiagnosticsTest::fixtures()
{
    QFETCH(int, errors);
    QFETCH(QString, first);
    const QByteArray log = fixture(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(!log.isEmpty());
    const QVector<LogDiagnostic> found = parse(log);
    const auto isError = [](const LogDiagnostic& one) { return one.severity == Severity::Error; };
    QVERIFY2(std::count_if(found.begin(), found.end(), isError) == errors,
             qPrintable(shown(found).join(u'\n')));
    if (!first.isEmpty()) {
        const auto one = std::find_if(found.begin(), found.end(), isError);
        QString place = QStringLiteral("%1:%2").arg(one->file).arg(one->line);
        place += one->column > 0 ? QStringLiteral(":%1").arg(one->column) : QString();
        QCOMPARE(place, first);
    }
}

// Each recorded failure says something, and lines are in the log.
void LogDiagnosticsTest::everyFixtureIsRead()
{
    const QDir folder(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/nodes"));
    const QStringList files = folder.entryList({QStringLiteral("failure-*")});
    QVERIFY(files.size() >= 36);
    // Lines in the format of AMD_LOG_LEVEL, of notes, or quoted: known failures find these.
    const QStringList silent{QStringLiteral("failure-no-binary-for-gpu.txt"),
                             QStringLiteral("failure-no-binary-for-gpu-log-level-4.txt"),
                             QStringLiteral("failure-rccl-hostcall-log-level-4.txt"),
                             QStringLiteral("failure-stream-capture-watchdog.txt")};
    for (const QString& name : files) {
        const QByteArray log = fixture(name);
        const QVector<LogDiagnostic> found = parse(log);
        QVERIFY2(found.isEmpty() == silent.contains(name), qPrintable(name));
        for (const LogDiagnostic& one : found) {
            QVERIFY(one.logLine >= one.firstLine && one.logLine <= log.count('\n'));
            QVERIFY(!one.message.isEmpty());
        }
    }
}

void LogDiagnosticsTest::manyAreCounted()
{
    LogDiagnosticsParser parser;
    for (int i = 0; i < 6000; ++i) {
        parser.add(i, "a.cu:" + QByteArray::number(i + 1) + ":1: error: e");
    }
    QCOMPARE(parser.found().size(), LogDiagnosticsParser::kMaxKept);
    QCOMPARE(parser.count(Severity::Error), 6000);
    parser.clear();
    QCOMPARE(parser.count(Severity::Error), 0);
}

QTEST_GUILESS_MAIN(LogDiagnosticsTest)
#include "tst_logdiagnostics.moc"
