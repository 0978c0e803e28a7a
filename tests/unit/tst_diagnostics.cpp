#include "core/verify/diagnostics.h"

#include <QTest>

using namespace rocport;

class TestDiagnostics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kinds_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("number");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("text");
        QTest::newRow("clang") << QByteArray("/t/a.cu:7:18: error: expected ';'") << "/t/a.cu" << 7
                               << 18 << "expected ';'";
        QTest::newRow("fatal") << QByteArray("b.h:1:10: fatal error: 'x.h' file not found") << "b.h"
                               << 1 << 10 << "'x.h' file not found";
        QTest::newRow("option") << QByteArray("b.h:1:10: error: bad [-Wregister]") << "b.h" << 1
                                << 10 << "bad";
        QTest::newRow("gcc, no column")
            << QByteArray("a.cu:3: error: bad") << "a.cu" << 3 << 0 << "bad";
        QTest::newRow("nvcc") << QByteArray("k.cu(12): error: identifier \"x\" is undefined")
                              << "k.cu" << 12 << 0 << "identifier \"x\" is undefined";
        QTest::newRow("nvcc, number") << QByteArray("k.cu(12): error #20-D: identifier \"x\"")
                                      << "k.cu" << 12 << 0 << "identifier \"x\"";
        QTest::newRow("nvcc, no file")
            << QByteArray("k.cu(1): catastrophic error: cannot open source file \"a.h\"") << "k.cu"
            << 1 << 0 << "cannot open source file \"a.h\"";
        QTest::newRow("blank in path")
            << QByteArray("/a b/c: d.cu:1:2: error: no") << "/a b/c: d.cu" << 1 << 2 << "no";
        QTest::newRow("driver") << QByteArray("clang++-19: error: invalid target ID 'gfx950'") << ""
                                << 0 << 0 << "invalid target ID 'gfx950'";
        QTest::newRow("nvcc driver")
            << QByteArray("nvcc fatal   : Unsupported gpu") << "" << 0 << 0 << "Unsupported gpu";
    }
    void kinds()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, path);
        QFETCH(int, number);
        QFETCH(int, column);
        QFETCH(QString, text);
        const auto messages = parseCompilerOutput("noise\n" + line + "\n   12 | code\n      | ^\n");
        QCOMPARE(messages.size(), 1);
        QCOMPARE(messages[0].kind, CompilerMessage::Kind::Error);
        QCOMPARE(messages[0].place.path, path);
        QCOMPARE(messages[0].place.line, number);
        QCOMPARE(messages[0].place.column, column);
        QCOMPARE(messages[0].text, text);
    }

    void includeStacks()
    {
        const auto clang = parseCompilerOutput("In file included from main.cu:1:\n"
                                               "In file included from ./a.h:2:\n"
                                               "./b.h:3:4: error: bad\n"
                                               "main.cu:9:1: error: other\n");
        QCOMPARE(clang.size(), 2);
        QCOMPARE(clang[0].includedFrom.size(), 2);
        QCOMPARE(clang[0].includedFrom[0].path, QStringLiteral("./a.h"));
        QCOMPARE(clang[0].includedFrom[1].path, QStringLiteral("main.cu"));
        QCOMPARE(clang[0].includedFrom[1].line, 1);
        QVERIFY(clang[1].includedFrom.isEmpty());
        const auto gcc = parseCompilerOutput("In file included from ./a.h:2,\n"
                                             "                 from main.cu:1:\n"
                                             "./b.h:3:4: error: bad\n");
        QCOMPARE(gcc.size(), 1);
        QCOMPARE(gcc[0].includedFrom.size(), 2);
        QCOMPARE(gcc[0].includedFrom[0].path, QStringLiteral("./a.h"));
    }

    void notesAndRepeats()
    {
        const auto messages =
            parseCompilerOutput("a.cu:1:1: error: one\nc.h:30:9: note: expanded from macro 'X'\n"
                                "a.cu:2:1: warning: two [-Wunused]\n"
                                "1 error generated when compiling for gfx942.\n"
                                "a.cu:1:1: error: one\nc.h:30:9: note: expanded from macro 'X'\n");
        QCOMPARE(messages.size(), 2); // host and device say the same
        QCOMPARE(messages[0].notes.size(), 1);
        QCOMPARE(messages[0].notes[0].place.line, 30);
        QCOMPARE(messages[1].kind, CompilerMessage::Kind::Warning);
        QVERIFY(messages[1].notes.isEmpty());
    }

    void missingHeaders_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("header");
        QTest::newRow("clang") << QByteArray("a:1:1: fatal error: 'x/y.h' file not found")
                               << "x/y.h";
        QTest::newRow("gcc") << QByteArray("a:1:1: fatal error: x/y.h: No such file or directory")
                             << "x/y.h";
        QTest::newRow("nvcc") << QByteArray(
                                     "a(1): catastrophic error: cannot open source file \"x/y.h\"")
                              << "x/y.h";
        QTest::newRow("other") << QByteArray("a:1:1: error: no member named 'file'") << "";
    }
    void missingHeaders()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, header);
        const auto messages = parseCompilerOutput(line);
        QCOMPARE(messages.size(), 1);
        QCOMPARE(missingHeader(messages[0]), header);
    }

    void limitsAndGarbage()
    {
        QByteArray many;
        for (int i = 1; i <= 1000; ++i) {
            many += "a.cu:" + QByteArray::number(i) + ":1: error: e\n";
        }
        QCOMPARE(parseCompilerOutput(many, 10).size(), 10);
        QVERIFY(parseCompilerOutput(QByteArray(3000000, ':')).isEmpty());
        QVERIFY(parseCompilerOutput(QByteArray("\xff\xfe\0\n", 4)).isEmpty());
        const auto bytes = parseCompilerOutput("\xff.cu:1:1: error: caf\xe9\n");
        QCOMPARE(bytes.size(), 1);
        QCOMPARE(bytes[0].place.line, 1);
    }
};

QTEST_GUILESS_MAIN(TestDiagnostics)
#include "tst_diagnostics.moc"
