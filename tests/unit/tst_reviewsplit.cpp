// Differences of two texts, split by meaning.

#include "core/base/cancelscope.h"
#include "core/project/review/reviewrules.h"
#include "core/project/review/reviewsplit.h"
#include "core/text/linediff.h"

#include <QTest>

using namespace rocport;

namespace {

/// "base lines -> head lines" of each piece, 1-based and inclusive; "-" where there is none.
QStringList shown(const QVector<TextPiece>& pieces)
{
    QStringList out;
    const auto span = [](int first, int count) {
        return count == 0 ? QStringLiteral("-%1").arg(first + 1)
                          : QStringLiteral("%1..%2").arg(first + 1).arg(first + count);
    };
    for (const TextPiece& piece : pieces) {
        out.append(span(piece.baseFirst, piece.baseCount) + u'>' +
                   span(piece.headFirst, piece.headCount));
    }
    return out;
}

} // namespace

class TestReviewSplit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void splits_data();
    void splits();
    void coversAll_data() { splits_data(); }
    void coversAll();
    void parts();
    void manyPieces();
    void cancelled();
    void similar_data();
    void similar();
};

void TestReviewSplit::splits_data()
{
    QTest::addColumn<int>("language");
    QTest::addColumn<QByteArray>("base");
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QStringList>("pieces");
    const int c = static_cast<int>(Language::Cuda);
    const int python = static_cast<int>(Language::Python);
    const int cmake = static_cast<int>(Language::CMake);
    const int make = static_cast<int>(Language::Make);

    QTest::newRow("equal") << c << QByteArray("a\n") << QByteArray("a\n") << QStringList();
    QTest::newRow("one guard") << c << QByteArray("a;\nb;\nc;\n")
                               << QByteArray("a;\n#ifdef R\nx;\n#else\nb;\n#endif\nc;\n")
                               << QStringList{QStringLiteral("2..2>2..6")};
    QTest::newRow("two guards without a line between")
        << c << QByteArray("a;\nb;\nc;\n")
        << QByteArray("a;\n#ifdef R\nx;\n#else\nb;\n#endif\n#ifdef R\ny;\n#else\nc;\n#endif\n")
        << QStringList{QStringLiteral("2..2>2..6"), QStringLiteral("3..3>7..11")};
    QTest::newRow("two statements")
        << c << QByteArray("a;\nb;\nc;\n") << QByteArray("x;\nb;\ny;\n")
        << QStringList{QStringLiteral("1..1>1..1"), QStringLiteral("3..3>3..3")};
    QTest::newRow("a guard that was taken away")
        << c << QByteArray("#ifdef R\nx;\n#else\nb;\n#endif\nc;\n") << QByteArray("b;\nc;\n")
        << QStringList{QStringLiteral("1..5>1..1")};
    QTest::newRow("another condition for the same lines")
        << c << QByteArray("#if A\nx;\ny;\n#endif\nc;\n")
        << QByteArray("#if A && B\nx;\ny;\n#endif\nd;\n")
        << QStringList{QStringLiteral("1..1>1..1"), QStringLiteral("5..5>5..5")};
    QTest::newRow("an arm more") << c << QByteArray("#if A\nx;\n#else\ny;\n#endif\n")
                                 << QByteArray("#if A\nx;\n#elif R\nz;\n#else\ny;\n#endif\n")
                                 << QStringList{QStringLiteral("-3>3..4")};
    QTest::newRow("brackets opened here and closed there")
        << c << QByteArray("f(a,\n  b,\n  c);\nx;\n") << QByteArray("g(f(a,\n  b,\n  c));\nx;\n")
        << QStringList{QStringLiteral("1..3>1..3")};
    QTest::newRow("the same guard once more")
        << c << QByteArray("#ifdef R\nx;\n#endif\n")
        << QByteArray("#ifdef R\nx;\n#endif\n#ifdef R\ny;\n#endif\n")
        << QStringList{QStringLiteral("-4>4..6")};
    QTest::newRow("a guard before the same")
        << c << QByteArray("a;\n#ifdef R\nx;\n#endif\n")
        << QByteArray("a;\n#ifdef R\ny;\n#endif\n#ifdef R\nx;\n#endif\n")
        << QStringList{QStringLiteral("-2>2..4")};
    QTest::newRow("blank line and comment above a guard")
        << c << QByteArray("a;\nb;\n") << QByteArray("a;\n\n// Why.\n#ifdef R\nx;\n#endif\nb;\n")
        << QStringList{QStringLiteral("-2>2..6")};
    QTest::newRow("no final line end") << c << QByteArray("a;\nb;") << QByteArray("a;\nb;\n")
                                       << QStringList{QStringLiteral("2..2>2..2")};
    QTest::newRow("from nothing") << c << QByteArray() << QByteArray("a;\n")
                                  << QStringList{QStringLiteral("-1>1..1")};
    QTest::newRow("python: a body that moves in")
        << python << QByteArray("a = 1\nb = 2\nc = 3\nd = 4\n")
        << QByteArray("a = 1\nif is_rocm:\n    x = 1\nelse:\n    b = 2\nc = 3\nd = 5\n")
        << QStringList{QStringLiteral("2..2>2..5"), QStringLiteral("4..4>7..7")};
    QTest::newRow("python: the same body under a condition")
        << python << QByteArray("def f():\n    if a:\n        b()\n        c()\n    d()\n")
        << QByteArray("def f():\n    if a and x:\n        b()\n        e()\n    d()\n")
        << QStringList{QStringLiteral("2..2>2..2"), QStringLiteral("4..4>4..4")};
    QTest::newRow("cmake: both arms")
        << cmake << QByteArray("project(x)\nenable_language(CUDA)\nadd_library(y)\n")
        << QByteArray("project(x)\nif(USE_ROCM)\n  enable_language(HIP)\nelse()\n"
                      "enable_language(CUDA)\nendif()\nadd_library(y)\n")
        << QStringList{QStringLiteral("2..2>2..6")};
    QTest::newRow("cmake: conditions in comments and arguments")
        << cmake << QByteArray("a(1)\nb()\n")
        << QByteArray("#[[\nif(B)\n]]\na(1)\nc(x\n  \"\nendif()\n\")\nb()\n")
        << QStringList{QStringLiteral("-1>1..3"), QStringLiteral("-2>5..8")};
    QTest::newRow("cmake: a condition of several lines, in capitals")
        << cmake << QByteArray("a()\nb()\n")
        << QByteArray("IF(A AND\n   B)\n  x()\nELSE()\na()\nENDIF()\nb()\n")
        << QStringList{QStringLiteral("1..1>1..6")};
    QTest::newRow("make: both arms") << make << QByteArray("A = 1\nB = 2\n")
                                     << QByteArray("ifdef R\nA = 2\nelse\nA = 1\nendif\nB = 2\n")
                                     << QStringList{QStringLiteral("1..1>1..5")};
    QTest::newRow("make: else of a recipe")
        << make
        << QByteArray("ifdef A\nall:\n\tif x; then y; \\\n\telse \\\n\tz; fi\nB = 1\nendif\n")
        << QByteArray("ifdef A\nall:\n\tif x; then y; \\\n\telse w; \\\n\tz; fi\nB = 1\nendif\n")
        << QStringList{QStringLiteral("4..4>4..4")};
    QTest::newRow("meson: both arms")
        << static_cast<int>(Language::Meson) << QByteArray("x = 1\ny = 2\n")
        << QByteArray("if r\nx = 2\nelse\nx = 1\nendif\ny = 2\n")
        << QStringList{QStringLiteral("1..1>1..5")};
    QTest::newRow("shell: both arms")
        << static_cast<int>(Language::Shell) << QByteArray("x=1\ny=2\n")
        << QByteArray("if r; then\nx=2\nelse\nx=1\nfi\ny=2\n")
        << QStringList{QStringLiteral("1..1>1..5")};
    QTest::newRow("below a carriage return alone")
        << c << QByteArray("a;\rz;\nb;\nc;\n")
        << QByteArray("a;\rz;\n#ifdef R\nx;\n#else\nb;\n#endif\nc;\n")
        << QStringList{QStringLiteral("3..3>3..7")};
    QTest::newRow("python: below a carriage return alone")
        << python << QByteArray("a = 1\rz = 1\nb = 2\nc = 3\n")
        << QByteArray("a = 1\rz = 1\nif r:\n    x = 1\nelse:\n    b = 2\nc = 3\n")
        << QStringList{QStringLiteral("3..3>3..6")};
}

void TestReviewSplit::splits()
{
    QFETCH(int, language);
    QFETCH(QByteArray, base);
    QFETCH(QByteArray, head);
    QFETCH(QStringList, pieces);
    QCOMPARE(shown(splitByMeaning(base, head, static_cast<Language>(language))), pieces);
}

/// Pieces are in order, and what lies between them is the same on both sides.
void TestReviewSplit::coversAll()
{
    QFETCH(int, language);
    QFETCH(QByteArray, base);
    QFETCH(QByteArray, head);
    for (const auto& [from, to] : {std::pair(base, head), std::pair(head, base)}) {
        const QVector<QByteArrayView> left = linesOf(from, LineEnds::Any);
        const QVector<QByteArrayView> right = linesOf(to, LineEnds::Any);
        int baseAt = 0;
        int headAt = 0;
        for (const TextPiece& piece : splitByMeaning(from, to, static_cast<Language>(language))) {
            QVERIFY(piece.baseFirst >= baseAt && piece.headFirst >= headAt);
            QCOMPARE(piece.baseFirst - baseAt, piece.headFirst - headAt);
            QVERIFY(left.mid(baseAt, piece.baseFirst - baseAt) ==
                    right.mid(headAt, piece.headFirst - headAt));
            QVERIFY(piece.baseCount + piece.headCount > 0);
            baseAt = piece.baseFirst + piece.baseCount;
            headAt = piece.headFirst + piece.headCount;
        }
        QVERIFY(left.mid(baseAt) == right.mid(headAt));
    }
}

/// A guard around many lines that stay is one piece; its two ends are what differs.
void TestReviewSplit::parts()
{
    const QByteArray body = QByteArray("f();\n").repeated(20);
    const auto pieces = splitByMeaning(
        "a;\n" + body + "b;\n", "a;\n#ifndef R\n" + body + "#endif\nb;\nc;\n", Language::Cuda);
    QCOMPARE(shown(pieces),
             (QStringList{QStringLiteral("2..21>2..23"), QStringLiteral("-23>25..25")}));
    QCOMPARE(pieces[0].parts, (QVector<LineStretch>{{1, 1}, {22, 22}}));
    QCOMPARE(pieces[1].parts, (QVector<LineStretch>{{24, 24}}));
}

/// Conditionals that stay, with a line before each that goes: no piece has lines in the head.
void TestReviewSplit::manyPieces()
{
    constexpr int kGroups = 20'000;
    QByteArray base;
    QByteArray head;
    for (int i = 0; i < kGroups; ++i) {
        const QByteArray number = QByteArray::number(i);
        const QByteArray group = "#if A" + number + "\nx" + number + ";\n#endif\n";
        base += "gone" + number + ";\n" + group;
        head += group;
    }
    const auto pieces = splitByMeaning(base, head, Language::Cuda);
    QCOMPARE(pieces.size(), kGroups);
    QCOMPARE(pieces.last().baseFirst, 4 * (kGroups - 1));
    QCOMPARE(splitByMeaning(head, base, Language::Cuda).size(), kGroups);
}

void TestReviewSplit::cancelled()
{
    const CancelToken token;
    token.cancel();
    const CancelScope scope(token);
    // Whatever it still says, it says about these lines and in their order.
    int last = 0;
    for (const TextPiece& piece : splitByMeaning(
             "a;\nb;\nc;\n", "a;\n#ifdef R\nx;\n#else\nb;\n#endif\nd;\n", Language::Cuda)) {
        QVERIFY(piece.headFirst >= last);
        last = piece.headFirst + piece.headCount;
        QVERIFY(last <= 7);
    }
}

void TestReviewSplit::similar_data()
{
    QTest::addColumn<QByteArray>("one");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<bool>("similar");
    QTest::newRow("spacing and comments")
        << QByteArray("f( a,b ); // x\n") << QByteArray("f(a, b);\n") << true;
    QTest::newRow("another guard") << QByteArray("#ifdef USE_ROCM\nx;\n#else\ny;\n#endif\n")
                                   << QByteArray("#if defined(__HIP_PLATFORM_AMD__)\nx;\n#else\n"
                                                 "y;\n#endif\n")
                                   << true;
    QTest::newRow("arms the other way round")
        << QByteArray("#ifdef USE_ROCM\nx;\n#else\ny;\n#endif\n")
        << QByteArray("#ifndef USE_HIP\ny;\n#else\nx;\n#endif\n") << true;
    QTest::newRow("several guards") << QByteArray("#ifdef USE_ROCM\nx;\n#endif\n")
                                    << QByteArray("#if defined(USE_HIP) || defined(__HIPCC__)\n"
                                                  "x;\n#endif\n")
                                    << true;
    QTest::newRow("arms exchanged")
        << QByteArray("#ifdef USE_ROCM\nx;\n#else\ny;\n#endif\n")
        << QByteArray("#ifdef USE_ROCM\ny;\n#else\nx;\n#endif\n") << false;
    QTest::newRow("another token") << QByteArray("f(a);\n") << QByteArray("f(b);\n") << false;
    QTest::newRow("no guard") << QByteArray("#ifdef USE_ROCM\nx;\n#else\ny;\n#endif\n")
                              << QByteArray("x;\n") << false;
    QTest::newRow("a guard with a further condition")
        << QByteArray("#ifdef USE_ROCM\nx;\n#elif A\ny;\n#endif\n")
        << QByteArray("#ifdef USE_HIP\nx;\n#elif B\ny;\n#endif\n") << false;
    const QByteArray plain = "#ifdef USE_ROCM\nx;\n#else\ny;\n#endif\n";
    const auto under = [](const QByteArray& condition, const char* first, const char* second) {
        return "#if " + condition + '\n' + first + "#else\n" + second + "#endif\n";
    };
    QTest::newRow("negated twice") << plain << under("!!defined(USE_HIP)", "x;\n", "y;\n") << true;
    QTest::newRow("negated twice, arms exchanged")
        << plain << under("!!defined(USE_HIP)", "y;\n", "x;\n") << false;
    const QByteArray both = "(defined(USE_HIP) || defined(USE_ROCM))";
    QTest::newRow("negated in parentheses") << plain << under('!' + both, "y;\n", "x;\n") << true;
    QTest::newRow("negated twice by parentheses")
        << plain << under("!(!" + both + ')', "x;\n", "y;\n") << true;
    QTest::newRow("in words") << plain
                              << under("not defined USE_HIP and not defined(USE_ROCM)", "y;\n",
                                       "x;\n")
                              << true;
    QTest::newRow("guards that must all be there")
        << plain << under("defined(USE_HIP) && defined(USE_ROCM)", "x;\n", "y;\n") << false;
    QTest::newRow("one guard without another")
        << plain << under("defined(USE_HIP) || !defined(USE_ROCM)", "x;\n", "y;\n") << false;
    QTest::newRow("a guard with a further negated condition")
        << QByteArray("#ifdef USE_ROCM\nx;\n#elifndef A\ny;\n#endif\n")
        << QByteArray("#ifdef USE_HIP\nx;\n#elifndef A\ny;\n#endif\n") << false;
    QTest::newRow("another macro") << QByteArray("#ifdef USE_ROCM\nx;\n#endif\n")
                                   << QByteArray("#ifdef OTHER\nx;\n#endif\n") << false;
}

void TestReviewSplit::similar()
{
    QFETCH(QByteArray, one);
    QFETCH(QByteArray, other);
    QFETCH(bool, similar);
    QCOMPARE(isSimilarText(one, other, Language::Cuda, commonGuardMacros()), similar);
    QCOMPARE(isSimilarText(other, one, Language::Cuda, commonGuardMacros()), similar);
}

QTEST_GUILESS_MAIN(TestReviewSplit)
#include "tst_reviewsplit.moc"
