#include "core/text/textsearch.h"

#include <QtTest>

using namespace rocport;

class TestTextSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void finds_data();
    void finds();
    void positionsInUtf8();
    void refusesAnExpression_data();
    void refusesAnExpression();
    void hostileExpressionsEnd_data();
    void hostileExpressionsEnd();
    void longLines();
};

namespace {

/// "3+4 9+4": start and length of each match.
QString textOf(const LineMatches& found)
{
    QStringList parts;
    for (const TextMatch& match : found.matches) {
        parts.append(QStringLiteral("%1+%2").arg(match.start).arg(match.length));
    }
    return parts.join(u' ');
}

} // namespace

void TestTextSearch::finds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("options"); // c: case, w: word, r: regular expression
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* text, const char* options, const char* line,
                        const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromLatin1(options)
                            << QString::fromUtf8(line) << QString::fromLatin1(expected);
    };
    row("nothing asked", "", "", "abc", "");
    row("nothing asked, expression", "", "r", "abc", "");
    row("empty line", "a", "", "", "");
    row("any case", "warp", "", "Warp WARP warp", "0+4 5+4 10+4");
    row("one case", "warp", "c", "Warp WARP warp", "10+4");
    row("not over another", "aa", "", "aaaaa", "0+2 2+2");
    row("plain text is no expression", "a.c", "", "abc a.c", "4+3");
    row("word", "mask", "w", "mask masks _mask mask", "0+4 17+4");
    row("word at underscore", "mask", "w", "my_mask mask_t", "");
    row("word that begins with a sign", "(mask", "w", "f(mask) f(masks)", "1+5");
    row("word found again inside a rejected one", "aa", "w", "aaa aa", "4+2");
    row("any case beyond ASCII", "\xc3\xa9t\xc3\xa9", "", "\xc3\x89T\xc3\x89", "0+3");
    row("expression", "f\\w+\\(", "r", "foo(1) Far(2)", "0+4 7+4");
    row("expression, case", "f\\w+\\(", "rc", "foo(1) Far(2)", "0+4");
    row("expression, word", "foo|foobar", "rw", "foobar foo", "0+6 7+3");
    row("empty matches are left out", "x*", "r", "axxb", "1+2");
    row("ends of the line", "^a|b$", "r", "a b a b", "0+1 6+1");
    row("its own limit does not count", "(*LIMIT_MATCH=4000000000)b", "r", "ab", "1+1");
    row("a comment at the end, word", "(?x)ab #c", "rw", "ab abc", "0+2");
}

void TestTextSearch::finds()
{
    QFETCH(QString, text);
    QFETCH(QString, options);
    QFETCH(QString, line);
    QFETCH(QString, expected);
    const auto matcher = TextMatcher::make(
        {text, options.contains(u'c'), options.contains(u'w'), options.contains(u'r')});
    QVERIFY(matcher.ok());
    const LineMatches found = matcher->findIn(line);
    QCOMPARE(textOf(found), expected);
    QVERIFY(!found.gaveUp);
}

void TestTextSearch::positionsInUtf8()
{
    // Two, three and four bytes before what is looked for.
    const QByteArray line = "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 warp \xc3\xa9warp";
    for (const bool matchCase : {false, true}) {
        const auto matcher = TextMatcher::make({QStringLiteral("warp"), matchCase});
        QVERIFY(matcher.ok());
        const LineMatches found = matcher->findInUtf8(line);
        QCOMPARE(found.matches.size(), 2);
        for (const TextMatch& match : found.matches) {
            QCOMPARE(line.mid(match.start, match.length), QByteArray("warp"));
        }
    }
    const auto wide = TextMatcher::make({QStringLiteral(". w"), false, false, true});
    const LineMatches found = wide->findInUtf8(line);
    QCOMPARE(found.matches.size(), 1);
    QCOMPARE(line.mid(found.matches[0].start, found.matches[0].length),
             QByteArray("\xf0\x9f\x98\x80 w"));
}

void TestTextSearch::refusesAnExpression_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("open") << QStringLiteral("f(");
    QTest::newRow("closed") << QStringLiteral("f)");
    QTest::newRow("closes what is around it") << QStringLiteral("a)(?:b");
    QTest::newRow("class") << QStringLiteral("[a");
    QTest::newRow("nothing to repeat") << QStringLiteral("*a");
}

void TestTextSearch::refusesAnExpression()
{
    QFETCH(QString, text);
    for (const bool word : {false, true}) {
        const auto matcher = TextMatcher::make({text, false, word, true});
        QVERIFY(!matcher.ok());
        QCOMPARE(matcher.error().code, ErrorCode::InvalidArgument);
        QVERIFY(!matcher.error().detail.isEmpty());
        QVERIFY(TextMatcher::make({text, false, word, false}).ok());
    }
}

void TestTextSearch::hostileExpressionsEnd_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("nested repeats") << QStringLiteral("(a+)+b$");
    QTest::newRow("alternatives") << QStringLiteral("(a|aa)+b$");
    QTest::newRow("raises the limit") << QStringLiteral("(*LIMIT_MATCH=4000000000)(a*)*b$");
    QTest::newRow("many stars") << QStringLiteral("a*a*a*a*a*a*a*a*a*a*b$");
    QTest::newRow("recursion") << QStringLiteral("(a(?R)?a|a)*b$");
}

/// Without a limit each of these takes longer than the test may: 2 to the power of the line.
void TestTextSearch::hostileExpressionsEnd()
{
    QFETCH(QString, text);
    const auto matcher = TextMatcher::make({text, false, false, true});
    QVERIFY(matcher.ok());
    const QString line = QString(3000, u'a') + QStringLiteral("b!");
    for (int i = 0; i < 20; ++i) { // enough for the expression to be compiled
        QVERIFY(matcher->findIn(line).gaveUp);
    }
}

void TestTextSearch::longLines()
{
    const QString line = QString(200000, u'x') + QStringLiteral("warp");
    const auto text = TextMatcher::make({QStringLiteral("warp")});
    QCOMPARE(textOf(text->findIn(line)), QStringLiteral("200000+4"));
    const auto expression = TextMatcher::make({QStringLiteral("w.rp"), false, false, true});
    const LineMatches found = expression->findIn(line);
    QVERIFY(found.matches.isEmpty());
    QVERIFY(found.gaveUp); // and says so
    const auto many = TextMatcher::make({QStringLiteral("x")});
    QCOMPARE(many->findIn(line).matches.size(), TextMatcher::kMaxMatches);
    QVERIFY(many->findIn(line).gaveUp);
}

QTEST_GUILESS_MAIN(TestTextSearch)

#include "tst_textsearch.moc"
