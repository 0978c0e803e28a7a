// A job's log on its way to a terminal: colours pass, nothing else acts.
#include "core/joblog/terminallog.h"

#include <QtTest>

using namespace rocport;

class TestTerminalLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void logs_data();
    void logs();
    void coloursEndWithTheLog();
};

void TestTerminalLog::logs_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char* name, const QByteArray& log, const QByteArray& shown) {
        QTest::newRow(name) << log << shown;
    };
    row("plain", "a\n\tb\r\nc\n", "a\n\tb\r\nc\n");
    row("not ASCII", "gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80\n",
        "gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80\n");
    row("progress bar", "\r10%\r100%\n", "\r10%\r100%\n");
    row("colour", "\x1b[1;31mred\x1b[0m\n", "\x1b[1;31mred\x1b[0m\n");
    row("palette", "\x1b[38;5;8mgrey\x1b[m", "\x1b[38;5;8mgrey\x1b[m");
    row("concealed", "\x1b[8mhidden\x1b[1;8m", "\\x1b[8mhidden\\x1b[1;8m");
    row("cursor", "\x1b[2A\x1b[2K\x1b[H", "\\x1b[2A\\x1b[2K\\x1b[H");
    row("title", "\x1b]0;owned\a", "\\x1b]0;owned\\x07");
    row("clipboard", "\x1b]52;c;cm0=\x1b\\", "\\x1b]52;c;cm0=\\x1b\\");
    row("private colour", "\x1b[?1m", "\\x1b[?1m");
    row("C1",
        "\xc2\x9b"
        "31m",
        "\\u009b31m");
    row("raw C1",
        "\x9b"
        "31m",
        "\\x9b31m");
    row("override",
        "a\xe2\x80\xae"
        "b",
        "a\\u202eb");
    row("no width", "a\xe2\x80\x8b", "a\\u200b");
    row("backspace", "a\b\b", "a\\x08\\x08");
    row("endless parameters", "\x1b[" + QByteArray(200, '1') + "m",
        "\\x1b[" + QByteArray(200, '1') + "m");
    row("cut colour", "a\x1b[3", "a\\x1b[3");
    row("cut character", "a\xe2\x80", "a\\xe2\\x80");
}

// The parts of a log end anywhere.
void TestTerminalLog::logs()
{
    QFETCH(QByteArray, log);
    QFETCH(QByteArray, shown);
    for (qsizetype size = 1; size <= log.size(); ++size) {
        TerminalLog terminal;
        QByteArray out;
        for (qsizetype at = 0; at < log.size(); at += size) {
            out += terminal.read(log.mid(at, size));
        }
        out += terminal.finish();
        QByteArray expected = shown;
        if (shown.contains('\x1b')) {
            expected += "\x1b[0m";
        }
        QCOMPARE(out, expected);
    }
}

void TestTerminalLog::coloursEndWithTheLog()
{
    TerminalLog terminal;
    QCOMPARE(terminal.read("\x1b[31mred"), QByteArray("\x1b[31mred"));
    QCOMPARE(terminal.finish(), QByteArray("\x1b[0m"));
    QCOMPARE(terminal.finish(), QByteArray());
}

QTEST_GUILESS_MAIN(TestTerminalLog)
#include "tst_terminallog.moc"
