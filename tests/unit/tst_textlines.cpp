#include "core/text/ascii.h"
#include "core/text/bytes.h"
#include "core/text/cmakelexer.h"
#include "core/text/makelines.h"
#include "core/text/yamlline.h"

#include <QTest>

using namespace rocport;

/// The readers that isolation, rules and guards share: CMake by commands, make and YAML by lines.
class TestTextLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cmake_data();
    void cmake();
    void make_data();
    void make();
    void makeAssignment();
    void yaml_data();
    void yaml();
    void trims();
};

void TestTextLines::cmake_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("calls"); // "name(argument|argument)", "<" behind it: it never ends
    const auto row = [](const char* name, const char* text, const char* calls) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(calls);
    };
    row("names in lower case", "IF(A)\nEndIf ()", "if(A) endif()");
    row("comments", "#[[ if(A)\n]] set(a # )\n b)", "set(a|b)");
    row("a bracket within a word opens nothing", "set(a b[[)\nset(c d]])", "set(a|b[[) set(c|d]])");
    row("a quote within a word", "set(a -Db=\"c d)\")", "set(a|-Db=\"c d)\")");
    row("brackets", "set(a [=[b ]] c]=] d)", "set(a|b ]] c|d)");
    row("lists", "set(a;b c;d)", "set(a;b|c;d)");
    row("a quote outside", "\" set(a) \" set(b)", "set(b)");
    row("never ends", "set(a (b)", "set(a|(|b|)) <");
    row("mark of byte order", "\xef\xbb\xbfset(a)", "set(a)");
}

void TestTextLines::cmake()
{
    QFETCH(QByteArray, text);
    QStringList calls;
    CMakeLexer lexer(viewOf(text));
    for (CMakeCall call; lexer.next(call);) {
        QStringList arguments;
        for (const CMakeArgument& one : call.arguments) {
            arguments.append(toText(one.text));
        }
        calls.append(toText(call.name) + u'(' + arguments.join(u'|') + u')');
        if (!call.terminated) {
            calls.append(QStringLiteral("<"));
        }
    }
    QTEST(calls.join(u' '), "calls");
    QCOMPARE(lexer.unterminatedAt() >= 0, calls.endsWith(QStringLiteral("<")));
}

void TestTextLines::make_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("kinds"); // a letter for each line
    const auto row = [](const char* name, const char* text, const char* kinds) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(kinds);
    };
    row("kinds", "# a\nA = b\nc: d\n\te\nifdef A\n\tf\nendif\ninclude g\n", "bARrCrCo");
    row("a recipe is text", "c: d\n\tifdef A\n\t# e\n", "Rrr");
    row("no recipe behind a variable", "c: d\nA = b\n\tifdef A\n\tendif\n", "RACC");
    row("no recipe behind include", "-include $(A:.o=.d)\n\tifdef A\n\tendif\n", "oCC");
    row("a value of one target is no rule", "c: A = b\n\tifdef A\n", "AC");
    row("continued", "A = b \\\n  ifdef C\nD = e\n", "AA");
    row("define", "define A\nifdef B\nendef\nC = d\n", "dddA");
    row("in a reference", "$(foreach a,b:c,$(eval d = e))\n", "o");
    row("crlf", "ifdef A\r\nB = c \\\r\n d\r\nendif\r\n", "CAC");
    row("mark of byte order", "\xef\xbb\xbfifdef A\nendif", "CC");
}

void TestTextLines::make()
{
    QFETCH(QByteArray, text);
    QByteArray kinds;
    MakeLineReader reader(viewOf(text));
    for (MakeLogicalLine line; reader.next(line);) {
        kinds.append("bARrCdo"[static_cast<int>(line.kind)]);
    }
    QTEST(kinds, "kinds");
}

void TestTextLines::makeAssignment()
{
    MakeLineReader reader("target: export A ?= b # c\n");
    MakeLogicalLine line;
    QVERIFY(reader.next(line));
    QCOMPARE(toText(line.name), QStringLiteral("A"));
    QCOMPARE(toText(line.word), QStringLiteral("target:"));
    QCOMPARE(line.value, (ByteRange{19, 25}));
    QVERIFY(line.closed);
    QVERIFY(!reader.next(line));
}

void TestTextLines::yaml_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("read"); // "indent items key value scalar", joined by '|'
    const auto row = [](const char* name, const char* line, const char* read) {
        QTest::newRow(name) << QByteArray(line) << QString::fromUtf8(read);
    };
    row("key and value", "  image: nvidia/cuda:12.2 # c\r\n",
        "2|0|image|nvidia/cuda:12.2 # c|nvidia/cuda:12.2");
    row("list of a list", "- - a: b", "0|2|a|b|b");
    row("quotes", "a: \"b # c\" # d", "0|0|a|\"b # c\" # d|b # c");
    row("open quote", "a: 'b c", "0|0|a|'b c|b c");
    row("key alone", "  - pip: # c", "2|1|pip|# c|");
    row("no key", "- numpy=1.2", "0|1||numpy=1.2|numpy=1.2");
    row("a colon within", "- a:b", "0|1||a:b|a:b");
    row("a hash within", "a: b#c", "0|0|a|b#c|b#c");
    row("comment", "  # a: b", "2|0||# a: b|");
    row("item without anything", "- # a", "0|1||# a|");
    row("dash", "-", "0|0||-|-");
    row("empty", " \t\r\n", "0|0|||");
}

void TestTextLines::yaml()
{
    QFETCH(QByteArray, line);
    const std::string_view text = viewOf(line);
    const YamlLine one = readYamlLine(text);
    QVERIFY(one.end <= text.size() && one.value <= one.end && one.codeEnd <= one.end);
    const QStringList read = {QString::number(one.indent), QString::number(one.items),
                              toText(one.key), toText(text.substr(one.value, one.end - one.value)),
                              toText(one.scalar)};
    QTEST(read.join(u'|'), "read");
}

void TestTextLines::trims()
{
    QCOMPARE(toText(trimmed("\t a b\f\r\n")), QStringLiteral("a b"));
    QVERIFY(trimmed(" \r\n").empty());
    QCOMPARE(lowered("A_zZ\xc3\x84"), std::string("a_zz\xc3\x84"));
    QCOMPARE(endOfCode("a #b"), size_t(1));
    QCOMPARE(endOfCode("a#b "), size_t(3));
    QCOMPARE(endOfCode("# a"), size_t(0));
}

QTEST_GUILESS_MAIN(TestTextLines)

#include "tst_textlines.moc"
