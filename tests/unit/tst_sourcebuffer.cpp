#include "core/text/sourcebuffer.h"

#include <QtTest>

using namespace rocport;

class TestSourceBuffer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void encodings_data();
    void encodings();
    void lines_data();
    void lines();
    void positions();
    void newlineAndIndent();
    void excerpts_data();
    void excerpts();
    void display();
};

void TestSourceBuffer::encodings_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("encoding");
    QTest::addColumn<int>("bom");
    const auto row = [](const char* name, const QByteArray& bytes, Encoding encoding, int bom = 0) {
        QTest::newRow(name) << bytes << int(encoding) << bom;
    };
    row("empty", "", Encoding::Utf8);
    row("ascii", "int x;\n", Encoding::Utf8);
    row("utf8", "// \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\n", Encoding::Utf8);
    row("utf8 with mark", "\xef\xbb\xbfint x;", Encoding::Utf8, 3);
    row("latin1", "// \xe9t\xe9\n", Encoding::Latin1);
    row("overlong", "\xc0\x80", Encoding::Latin1);
    row("surrogate", "\xed\xa0\x80", Encoding::Latin1);
    row("too large", "\xf4\x90\x80\x80", Encoding::Latin1);
    row("cut short", "abc\xe2\x82", Encoding::Latin1);
    row("utf16 little",
        QByteArray("\xff\xfe"
                   "a\0",
                   4),
        Encoding::Utf16Le);
    row("utf16 big", QByteArray("\xfe\xff\0a", 4), Encoding::Utf16Be);
    row("utf16 little without mark", QByteArray("i\0n\0t\0 \0x\0;\0", 12), Encoding::Utf16Le);
    row("utf16 big without mark", QByteArray("\0i\0n\0t\0 \0x\0;", 12), Encoding::Utf16Be);
    row("nul", QByteArray("int\0x", 5), Encoding::Binary);
    row("binary", QByteArray("\x7f\x45\x4c\x46\x02\x01\x01\x00\x03\x3e", 10), Encoding::Binary);
    row("control bytes", "\x01\x02\x03\x04 ab", Encoding::Binary);
    row("escape sequences", "\x1b[31mred and some more text\n", Encoding::Utf8);
}

void TestSourceBuffer::encodings()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, encoding);
    QFETCH(int, bom);
    const SourceBuffer buffer(bytes);
    QCOMPARE(int(buffer.encoding()), encoding);
    QCOMPARE(buffer.bomLength(), qsizetype(bom));
    QCOMPARE(buffer.bytes(), bytes);
    QCOMPARE(buffer.isEditable(),
             encoding == int(Encoding::Utf8) || encoding == int(Encoding::Latin1));
}

void TestSourceBuffer::lines_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QList<QByteArray>>("texts");
    QTest::addColumn<int>("ending");
    QTest::addColumn<bool>("ends");
    using L = QList<QByteArray>;
    QTest::newRow("empty") << QByteArray() << L() << int(LineEnding::None) << false;
    QTest::newRow("one") << QByteArray("a") << L{"a"} << int(LineEnding::None) << false;
    QTest::newRow("lf") << QByteArray("a\nb\n") << L{"a", "b"} << int(LineEnding::Lf) << true;
    QTest::newRow("no last newline")
        << QByteArray("a\nb") << L{"a", "b"} << int(LineEnding::Lf) << false;
    QTest::newRow("crlf") << QByteArray("a\r\n\r\nb\r\n") << L{"a", "", "b"}
                          << int(LineEnding::CrLf) << true;
    QTest::newRow("cr") << QByteArray("a\rb\r") << L{"a", "b"} << int(LineEnding::Cr) << true;
    QTest::newRow("mixed") << QByteArray("a\r\nb\nc\rd") << L{"a", "b", "c", "d"}
                           << int(LineEnding::Mixed) << false;
    QTest::newRow("empty lines") << QByteArray("\n\n") << L{"", ""} << int(LineEnding::Lf) << true;
}

void TestSourceBuffer::lines()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QList<QByteArray>, texts);
    QFETCH(int, ending);
    QFETCH(bool, ends);
    const SourceBuffer buffer(bytes);
    QCOMPARE(buffer.lineCount(), int(texts.size()));
    QCOMPARE(int(buffer.lineEnding()), ending);
    QCOMPARE(buffer.endsWithNewline(), ends);
    QByteArray joined;
    for (int line = 1; line <= buffer.lineCount(); ++line) {
        const std::string_view text = buffer.lineText(line);
        QCOMPARE(QByteArray(text.data(), qsizetype(text.size())), texts[line - 1]);
        const ByteRange range = buffer.lineRange(line);
        joined += bytes.mid(range.begin, range.size());
        for (qsizetype at = range.begin; at < range.end; ++at) {
            QCOMPARE(buffer.lineOf(at), line);
        }
    }
    QCOMPARE(joined, bytes);
}

void TestSourceBuffer::positions()
{
    const SourceBuffer buffer("ab\ncd\n");
    QCOMPARE(buffer.columnOf(0), 1);
    QCOMPARE(buffer.columnOf(1), 2);
    QCOMPARE(buffer.columnOf(3), 1);
    QCOMPARE(buffer.lineOf(6), 2);
    QCOMPARE(buffer.columnOf(6), 4);
    QCOMPARE(SourceBuffer().lineOf(0), 1);
    QCOMPARE(SourceBuffer().columnOf(0), 1);
    QCOMPARE(SourceBuffer().lineRange(1), (ByteRange{0, 0}));
}

void TestSourceBuffer::newlineAndIndent()
{
    const SourceBuffer buffer("\xef\xbb\xbf  a\r\n\tb\n   c");
    QCOMPARE(buffer.newlineAt(4), QByteArray("\r\n"));
    QCOMPARE(buffer.newlineAt(9), QByteArray("\n"));
    QCOMPARE(buffer.newlineAt(13), QByteArray("\n"));
    QCOMPARE(SourceBuffer("abc").newlineAt(1), QByteArray("\n"));
    QCOMPARE(SourceBuffer("a\rb").newlineAt(2), QByteArray("\r"));
    QCOMPARE(buffer.indentAt(5), QByteArray("  "));
    QCOMPARE(buffer.indentAt(9), QByteArray("\t"));
    QCOMPARE(buffer.indentAt(14), QByteArray("   "));
}

void TestSourceBuffer::excerpts_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("length");
    QTest::addColumn<QString>("expected");
    QTest::newRow("trimmed") << QByteArray("\t  int x;  \r\n") << 160 << QStringLiteral("int x;");
    QTest::newRow("cut") << QByteArray("abcdefgh") << 4 << QStringLiteral("abc\u2026");
    QTest::newRow("exact") << QByteArray("abcd") << 4 << QStringLiteral("abcd");
    QTest::newRow("surrogates stay whole")
        << QByteArray("a\xf0\x9f\x98\x80zz") << 3 << QStringLiteral("a\u2026");
    QTest::newRow("latin1") << QByteArray("\xe9t\xe9 \xff") << 160
                            << QStringLiteral("\u00e9t\u00e9 \u00ff");
    QTest::newRow("mark") << QByteArray("\xef\xbb\xbf x") << 160 << QStringLiteral("x");
    QTest::newRow("blank") << QByteArray("   \n") << 160 << QString();
    QTest::newRow("empty") << QByteArray() << 160 << QString();
}

void TestSourceBuffer::excerpts()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, length);
    QFETCH(QString, expected);
    QCOMPARE(SourceBuffer(bytes).excerpt(1, length), expected);
}

void TestSourceBuffer::display()
{
    QCOMPARE(SourceBuffer("\xef\xbb\xbf\xc3\xa9").toDisplay(), QStringLiteral("\u00e9"));
    QCOMPARE(SourceBuffer("\xe9").toDisplay(), QStringLiteral("\u00e9"));
    QCOMPARE(SourceBuffer(QByteArray("\xff\xfe\xe9\0", 4)).toDisplay(), QStringLiteral("\u00e9"));
    QCOMPARE(SourceBuffer(QByteArray("\xfe\xff\0\xe9", 4)).toDisplay(), QStringLiteral("\u00e9"));
}

QTEST_GUILESS_MAIN(TestSourceBuffer)
#include "tst_sourcebuffer.moc"
