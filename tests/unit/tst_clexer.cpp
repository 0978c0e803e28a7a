#include "core/text/clexer.h"
#include "tests/support/cputime.h"

#include <QtTest>

#include <random>

using namespace rocport;

namespace {

/// "I:name P:( ..." with one letter per kind; flags: '!' unterminated, '~' spliced, '#' in a
/// directive.
QByteArray described(std::string_view source)
{
    static const char kLetters[] = "INSCPcnDHTU";
    QByteArray out;
    std::string storage;
    for (const CToken& token : lexC(source)) {
        if (!out.isEmpty()) {
            out += ' ';
        }
        out += kLetters[static_cast<int>(token.kind)];
        if (token.unterminated) {
            out += '!';
        }
        if (token.spliced) {
            out += '~';
        }
        if (token.inDirective) {
            out += '#';
        }
        if (token.kind == CTokenKind::Newline) {
            continue;
        }
        const std::string_view text = spelling(token, source, storage);
        out += ':' + QByteArray(text.data(), qsizetype(text.size()));
    }
    return out;
}

} // namespace

class TestCLexer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tokens_data();
    void tokens();
    void offsetsSkipTheByteOrderMark();
    void coversEveryInkByte();
    void significantTokensLeavesOutTrivia();
    void longInputEndsSoon_data();
    void longInputEndsSoon();
};

void TestCLexer::tokens_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& source, const QByteArray& expected) {
        QTest::newRow(name) << source << expected;
    };
    row("empty", "", "");
    row("blanks", " \t\v\f", "");
    row("identifiers", "a _b $c d1 \xc3\xa9t\xe9", "I:a I:_b I:$c I:d1 I:\xc3\xa9t\xe9");
    row("universal names", "a\\u00e9b c\\U0001F600 d\\u12",
        "I:a\\u00e9b I:c\\U0001F600 I:d U:\\ I:u12");
    row("numbers", "0 1'000 0x1'fp-3 1e+5 .5f 1.5e-3L 1..2 12_km",
        "N:0 N:1'000 N:0x1'fp-3 N:1e+5 N:.5f N:1.5e-3L N:1..2 N:12_km");
    row("number and operators", "1+2 x-1 0x1-2", "N:1 P:+ N:2 I:x P:- N:1 N:0x1 P:- N:2");
    row("strings", "\"a\\\"b\" L\"c\" u8\"d\" U\"e\" u\"f\" X\"g\"",
        "S:\"a\\\"b\" S:L\"c\" S:u8\"d\" S:U\"e\" S:u\"f\" I:X S:\"g\"");
    row("characters", "'a' '\\'' L'b' u8'\"' 'abcd'", "C:'a' C:'\\'' C:L'b' C:u8'\"' C:'abcd'");
    row("suffixes", "\"a\"s 'b'_x \"c\"_y+", "S:\"a\"s C:'b'_x S:\"c\"_y P:+");
    row("raw strings", "R\"(a\"b)\" LR\"x(y)\" z)x\" u8R\"()\"_s uR\"a(\n)a\" UR\"()\"",
        "S:R\"(a\"b)\" S:LR\"x(y)\" z)x\" S:u8R\"()\"_s S:uR\"a(\n)a\" S:UR\"()\"");
    row("raw string keeps splices", "R\"(a\\\nb)\"", "S:R\"(a\\\nb)\"");
    row("no raw string", "R\"a b(c)a b\" xR\"(d)\"", "I:R S:\"a b(c)a b\" I:xR S:\"(d)\"");
    row("raw string never ends", "R\"x(a)\" b", "S!:R\"x(a)\" b");
    row("delimiter too long", "R\"12345678901234567(a)\"", "I:R S:\"12345678901234567(a)\"");
    row("line comment", "a // b \"\nc", "I:a c:// b \" n I:c");
    row("line comment with splice", "// a \\\nb\nc", "c~:// a b n I:c");
    row("line comment with splice and CR LF", "// a \\\r\nb\r\nc", "c~:// a b n I:c");
    row("block comment", "a/* ' \n // */b", "I:a c:/* ' \n // */ I:b");
    row("spliced comment marks", "/\\\n/ a\n/\\\n* b *\\\n/c", "c~:// a n c~:/* b */ I:c");
    row("comment never ends", "a /* b", "I:a c!:/* b");
    row("string never ends", "\"a\nb", "S!:\"a n I:b");
    row("string with splice", "\"a\\\nb\" c", "S~:\"ab\" I:c");
    row("character never ends", "'a\nb 'c", "C!:'a n I:b C!:'c");
    row("escape at the end", "\"a\\", "S!:\"a\\");
    row("splices", "ab\\\ncd \\\n + \\  \ne +\\\n+ 1\\\n2", "I~:abcd P:+ I:e P~:++ N~:12");
    row("splice is no end of line", "#define A \\\n b\nc", "D#:# I#:define I#:A I#:b n I:c");
    row("backslash alone", "a \\ b", "I:a U:\\ I:b");
    row("punctuators",
        "<<= >>= <=> ->* ->* ... .* :: ++ -- && || == != <= >= += -= *= /= %= &= |= ^= ## ->",
        "P:<<= P:>>= P:<=> P:->* P:->* P:... P:.* P::: P:++ P:-- P:&& P:|| P:== P:!= P:<= P:>= "
        "P:+= P:-= P:*= P:/= P:%= P:&= P:|= P:^= P:## P:->");
    row("chevrons", "k<<<1,2>>>(a<b<c>>>d)",
        "I:k P:<<< N:1 P:, N:2 P:>>> P:( I:a P:< I:b P:< I:c P:>>> I:d P:)");
    row("digraphs", "<: :> <% %> a%:%:b", "P:<: P::> P:<% P:%> I:a P:%:%: I:b");
    row("digraph exception", "a<::b> c<:::d <::>",
        "I:a P:< P::: I:b P:> I:c P:<: P::: I:d P:<: P::>");
    row("two dots", "a..b", "I:a P:. P:. I:b");
    row("include",
        "#include <a/b.h>\n#include \"c d.h\" // e\n# /* x */ include_next <y>\n#import <z>\n",
        "D#:# I#:include H#:<a/b.h> n D#:# I#:include H#:\"c d.h\" c#:// e n D#:# c#:/* x */ "
        "I#:include_next H#:<y> n D#:# I#:import H#:<z> n");
    row("include of a macro", "#include NAME\n", "D#:# I#:include I#:NAME n");
    row("include never ends", "#include <a\nb", "D#:# I#:include H!#:<a n I:b");
    row("spliced include", "#inc\\\nlude <a\\\nb>\n", "D#:# I~#:include H~#:<ab> n");
    row("directive only at the line's start", "a # include <b>\n",
        "I:a P:# I:include P:< I:b P:> n");
    row("directive after a comment", "/* x */ #if A\n", "c:/* x */ D#:# I#:if I#:A n");
    row("digraph directive", "%:define A\n", "D#:%: I#:define I#:A n");
    row("comment goes on in a directive", "#define A /* b\n c */ d\ne",
        "D#:# I#:define I#:A c#:/* b\n c */ I#:d n I:e");
    row("error text", "#error don't \"do\n#warning x // y\n#error a /* b\nc */ d\ne",
        "D#:# I#:error T#:don't \"do n D#:# I#:warning T#:x c#:// y n D#:# I#:error T#:a c#:/* "
        "b\nc */ T#:d n I:e");
    row("error with splice", "#error a \\\n cudaFree\nb", "D#:# I#:error T~#:a  cudaFree n I:b");
    row("pragma", "#pragma unroll 4\n", "D#:# I#:pragma I#:unroll N#:4 n");
    row("empty directive", "#\n# 33 \"f\"\n", "D#:# n D#:# N#:33 S#:\"f\" n");
    row("stringize", "#define A(x) #x\n", "D#:# I#:define I#:A P#:( I#:x P#:) P#:# I#:x n");
    row("line ends", "a\rb\r\nc\n", "I:a n I:b n I:c n");
    row("unknown bytes", QByteArray("a\0b@`\x01", 6),
        QByteArray("I:a U:\0 I:b U:@ U:` U:\x01", 23));
}

void TestCLexer::tokens()
{
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, expected);
    QCOMPARE(described({source.constData(), size_t(source.size())}), expected);
}

void TestCLexer::offsetsSkipTheByteOrderMark()
{
    const auto tokens = lexC("\xef\xbb\xbf#if 1");
    QCOMPARE(tokens.size(), size_t(3));
    QCOMPARE(tokens[0].begin, quint32(3));
    QCOMPARE(int(tokens[0].kind), int(CTokenKind::Directive));
    QVERIFY(lexC("\xef\xbb\xbf").empty());
}

void TestCLexer::coversEveryInkByte()
{
    std::mt19937 random(7);
    const QByteArray alphabet = "aZ09_\"'\\/*<>:%#.+-(){}\n\r RuLU8e\xc3\x00";
    for (int round = 0; round < 4000; ++round) {
        std::string text = round % 3 == 0 ? "#include " : round % 3 == 1 ? "#error " : "";
        for (int i = 0; i < 60; ++i) {
            text.push_back(alphabet[qsizetype(random() % size_t(alphabet.size()))]);
        }
        quint32 at = 0;
        for (const CToken& token : lexC(text)) {
            QVERIFY(token.begin >= at);
            QVERIFY(token.end > token.begin);
            // Between tokens there are only blanks and splices.
            for (quint32 i = at; i < token.begin; ++i) {
                QVERIFY2(QByteArray(" \\\n\r").contains(text[i]), text.c_str());
            }
            at = token.end;
        }
        QVERIFY(at <= text.size());
        for (size_t i = at; i < text.size(); ++i) {
            QVERIFY2(QByteArray(" \\\n\r").contains(text[i]), text.c_str());
        }
    }
}

void TestCLexer::significantTokensLeavesOutTrivia()
{
    const auto tokens = lexC("a // b\n/* c */ #if d\n");
    QCOMPARE(significantTokens(tokens), (std::vector<quint32>{0, 4, 5, 6}));
}

void TestCLexer::longInputEndsSoon_data()
{
    QTest::addColumn<QByteArray>("source");
    const int n = 1000000;
    QTest::newRow("parentheses") << QByteArray(n, '(');
    QTest::newRow("quotes") << QByteArray(n, '"');
    QTest::newRow("backslashes") << QByteArray(n, '\\');
    QTest::newRow("splices") << QByteArray("\\\n").repeated(n);
    QTest::newRow("splices after tokens") << QByteArray("a\\\n\\\n\\\n\\\n.").repeated(n / 10);
    QTest::newRow("backslashes and blanks")
        << (QByteArray("\\") + QByteArray(200, ' ')).repeated(n / 200);
    QTest::newRow("raw string openers") << QByteArray("R\"a(").repeated(n / 4);
    QTest::newRow("raw string never opened") << QByteArray("R\"").repeated(n / 2);
    QTest::newRow("closing brackets in a raw string") << "R\"x(" + QByteArray(n, ')');
    QTest::newRow("comment openers") << QByteArray("/*").repeated(n / 2);
    QTest::newRow("stars") << "/*" + QByteArray(n, '*');
    QTest::newRow("NUL") << QByteArray(n, '\0');
}

void TestCLexer::longInputEndsSoon()
{
    QFETCH(QByteArray, source);
    CpuTimer timer;
    const auto tokens = lexC({source.constData(), size_t(source.size())});
    QVERIFY(tokens.size() <= size_t(source.size()));
    QVERIFY2(timer.elapsed() < 20000, QByteArray::number(timer.elapsed()));
}

QTEST_GUILESS_MAIN(TestCLexer)
#include "tst_clexer.moc"
