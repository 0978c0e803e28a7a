#include "core/joblog/ansi.h"

#include <QTest>

using namespace rocport;

/// Colours become spans, everything else of a terminal is left out.
class AnsiTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void text_data();
    void text();
    void colours();
    void palette();
    void spansDoNotOverlap();
    void backspaceShortensSpans();
};

void AnsiTest::text_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("shown");

    const auto row = [](const char* name, const QByteArray& bytes, const QString& shown) {
        QTest::newRow(name) << bytes << shown;
    };
    row("plain", "make: done", QStringLiteral("make: done"));
    row("empty", "", QString());
    row("colour", "\x1b[31mred\x1b[0m", QStringLiteral("red"));
    row("colon colour", "\x1b[38:5:1mred\x1b[m", QStringLiteral("red"));
    row("erase line", "\x1b[2K\x1b[1Gtext", QStringLiteral("text"));
    row("cursor", "a\x1b[1Ab\x1b[?25lc", QStringLiteral("abc"));
    row("title", "\x1b]0;title\x07text", QStringLiteral("text"));
    row("link", "\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\", QStringLiteral("text"));
    row("link without end", "\x1b]8;;text", QStringLiteral("8;;text"));
    row("device string", "\x1bPabc\x1b\\text", QStringLiteral("text"));
    row("character set", "\x1b(Btext", QStringLiteral("text"));
    row("cut sequence", "text\x1b[3", QStringLiteral("text"));
    row("cut escape", "text\x1b", QStringLiteral("text"));
    row("private", "\x1b[>4;2mtext", QStringLiteral("text"));
    row("nul and bell",
        QByteArray("a\0\a\x7f"
                   "b",
                   5),
        QStringLiteral("ab"));
    row("tab", "a\tb", QStringLiteral("a       b"));
    row("backspace", "abc\b\bd", QStringLiteral("ad"));
    row("backspace at start", "\b\ba", QStringLiteral("a"));
    row("no UTF-8",
        "a\xff"
        "b",
        QStringLiteral("a") + QChar(0xfffd) + QStringLiteral("b"));
    row("cut character", "a\xe2\x82", QStringLiteral("a") + QString(2, QChar(0xfffd)));
    row("umlaut", "\xc3\xa4", QString(QChar(0xe4)));
    row("turned direction",
        "a\xe2\x80\xae"
        "b",
        QStringLiteral("a\\u202eb"));
    row("no width", "a\xe2\x80\x8b", QStringLiteral("a\\u200b"));
    row("C1 control",
        "a\xc2\x9b"
        "31mb",
        QStringLiteral("a31mb"));
    row("many parameters", "\x1b[" + QByteArray("1;").repeated(3000) + "mtext",
        QStringLiteral("text"));
}

void AnsiTest::text()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, shown);
    QCOMPARE(parseAnsi(bytes).text, shown);
    QCOMPARE(plainLogText(bytes), shown);
}

void AnsiTest::colours()
{
    const AnsiLine line = parseAnsi("a\x1b[1;31mbc\x1b[22md\x1b[0me\x1b[7;44mf\x1b[27;49;4mg");
    QCOMPARE(line.text, QStringLiteral("abcdefg"));
    QCOMPARE(line.spans.size(), 4);
    AnsiStyle red;
    red.text = {AnsiColour::Kind::Named, 1};
    AnsiStyle bold = red;
    bold.bold = true;
    QCOMPARE(line.spans[0], (AnsiSpan{1, 2, bold}));
    QCOMPARE(line.spans[1], (AnsiSpan{3, 1, red}));
    QVERIFY(line.spans[2].style.inverse);
    QCOMPARE(line.spans[2].style.back, (AnsiColour{AnsiColour::Kind::Named, 4}));
    QVERIFY(line.spans[3].style.underline && !line.spans[3].style.inverse);
    QCOMPARE(line.spans[3].style.back, AnsiColour());
}

void AnsiTest::palette()
{
    const auto colour = [](const QByteArray& code) {
        return parseAnsi("\x1b[" + code + "mx").spans.value(0).style.text;
    };
    QCOMPARE(colour("93"), (AnsiColour{AnsiColour::Kind::Named, 11}));
    QCOMPARE(colour("38;5;9"), (AnsiColour{AnsiColour::Kind::Named, 9}));
    QCOMPARE(colour("38;5;196"), (AnsiColour{AnsiColour::Kind::Rgb, 0xff0000}));
    QCOMPARE(colour("38;5;232"), (AnsiColour{AnsiColour::Kind::Rgb, 0x080808}));
    QCOMPARE(colour("38;2;1;2;3"), (AnsiColour{AnsiColour::Kind::Rgb, 0x010203}));
    QCOMPARE(colour("38;2;999"), (AnsiColour{AnsiColour::Kind::Rgb, 0xff0000}));
    QCOMPARE(colour("38"), AnsiColour());
}

void AnsiTest::spansDoNotOverlap()
{
    QByteArray bytes;
    for (int i = 0; i < 500; ++i) {
        bytes += "\x1b[" + QByteArray::number(i % 110) + "mab\b\xff";
    }
    const AnsiLine line = parseAnsi(bytes);
    int end = 0;
    for (const AnsiSpan& span : line.spans) {
        QVERIFY(span.start >= end && span.length > 0);
        end = span.start + span.length;
    }
    QVERIFY(end <= line.text.size());
}

void AnsiTest::backspaceShortensSpans()
{
    const AnsiLine line = parseAnsi("\x1b[31mabc\x1b[0m\b\bx");
    QCOMPARE(line.text, QStringLiteral("ax"));
    QCOMPARE(line.spans.size(), 1);
    QCOMPARE(line.spans[0].length, 1);
}

QTEST_GUILESS_MAIN(AnsiTest)
#include "tst_ansi.moc"
