#include "core/text/linediff.h"
#include "core/text/myers.h"
#include "core/text/worddiff.h"

#include <QtTest>

#include <random>

using namespace rocport;

namespace {

QList<QByteArray> splitLines(const QByteArray& text)
{
    QList<QByteArray> lines;
    qsizetype begin = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') {
            lines.append(text.mid(begin, i + 1 - begin));
            begin = i + 1;
        }
    }
    if (begin < text.size()) {
        lines.append(text.mid(begin));
    }
    return lines;
}

/// Blocks as text: "=1 -1+2 ..."; checks on the way that they cover both sides in order.
QByteArray summary(const QVector<DiffBlock>& blocks, const QByteArray& left,
                   const QByteArray& right)
{
    const auto a = splitLines(left);
    const auto b = splitLines(right);
    QByteArray out;
    int i = 0;
    int j = 0;
    for (const DiffBlock& block : blocks) {
        if (block.leftFirst != i || block.rightFirst != j) {
            return "gap";
        }
        if (block.leftCount + block.rightCount == 0) {
            return "empty block";
        }
        if (!out.isEmpty()) {
            out += ' ';
        }
        if (block.equal) {
            if (block.leftCount != block.rightCount ||
                a.mid(i, block.leftCount) != b.mid(j, block.rightCount)) {
                return "not equal";
            }
            out += '=' + QByteArray::number(block.leftCount);
        } else {
            out += '-' + QByteArray::number(block.leftCount) + '+' +
                   QByteArray::number(block.rightCount);
        }
        i += block.leftCount;
        j += block.rightCount;
    }
    return i == a.size() && j == b.size() ? out : QByteArray("not covered");
}

int lcs(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b)
{
    std::vector<std::vector<int>> table(a.size() + 1, std::vector<int>(b.size() + 1, 0));
    for (size_t i = a.size(); i-- > 0;) {
        for (size_t j = b.size(); j-- > 0;) {
            table[i][j] =
                a[i] == b[j] ? table[i + 1][j + 1] + 1 : std::max(table[i + 1][j], table[i][j + 1]);
        }
    }
    return table[0][0];
}

} // namespace

class TestLineDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blocks_data();
    void blocks();
    void shortestForSmallInput();
    void words_data();
    void words();
    void wordsInEachOthersPlace();
    void linesAsOne_data();
    void linesAsOne();
    void largeFilesAreFast_data();
    void largeFilesAreFast();
};

void TestLineDiff::blocks_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& left, const QByteArray& right,
                        const QByteArray& expected) {
        QTest::newRow(name) << left << right << expected;
    };
    row("both empty", "", "", "");
    row("left empty", "", "a\nb\n", "-0+2");
    row("right empty", "a\n", "", "-1+0");
    row("equal", "a\nb\n", "a\nb\n", "=2");
    row("first line", "a\nb\nc\n", "x\nb\nc\n", "-1+1 =2");
    row("last line", "a\nb\nc\n", "a\nb\nx\n", "=2 -1+1");
    row("inserted", "a\nc\n", "a\nb\nc\n", "=1 -0+1 =1");
    row("removed", "a\nb\nc\n", "a\nc\n", "=1 -1+0 =1");
    row("missing last newline", "a\nb\n", "a\nb", "=1 -1+1");
    row("crlf differs", "a\r\nb\n", "a\nb\n", "-1+1 =1");
    row("not ascii", "\xc3\xa9\n\xff\n", "\xc3\xa9\n\xfe\n", "=1 -1+1");
    row("two places", "a\nb\nc\nd\ne\n", "a\nX\nc\nd\nY\nZ\n", "=1 -1+1 =2 -1+2");
}

void TestLineDiff::blocks()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(QByteArray, expected);
    QCOMPARE(summary(diffLines(left, right), left, right), expected);
}

void TestLineDiff::shortestForSmallInput()
{
    std::mt19937 random(11);
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::uint32_t> a(random() % 24);
        std::vector<std::uint32_t> b(random() % 24);
        const unsigned kinds = 1 + random() % 6;
        for (auto& id : a) {
            id = random() % kinds;
        }
        for (auto& id : b) {
            id = random() % kinds;
        }
        const SequenceDiff diff = diffSequences(a, b);
        std::vector<std::uint32_t> keptLeft;
        std::vector<std::uint32_t> keptRight;
        for (size_t i = 0; i < a.size(); ++i) {
            if (!diff.left[i]) {
                keptLeft.push_back(a[i]);
            }
        }
        for (size_t i = 0; i < b.size(); ++i) {
            if (!diff.right[i]) {
                keptRight.push_back(b[i]);
            }
        }
        QVERIFY(keptLeft == keptRight);
        QCOMPARE(int(keptLeft.size()), lcs(a, b));
    }
}

void TestLineDiff::words_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<QByteArray>("leftMarked");
    QTest::addColumn<QByteArray>("rightMarked");
    const auto row = [](const char* name, const QByteArray& left, const QByteArray& right,
                        const QByteArray& l,
                        const QByteArray& r) { QTest::newRow(name) << left << right << l << r; };
    row("equal", "a b", "a b", "a b", "a b");
    row("word", "cudaFree(p);", "hipFree(p);", "[cuda]Free(p);", "[hip]Free(p);");
    row("inserted", "f(a);", "f(a, b);", "f(a);", "f(a[, b]);");
    row("two", "cudaError_t e = cudaFree(p)", "hipError_t e = hipFree(p)",
        "[cuda]Error_t e = [cuda]Free(p)", "[hip]Error_t e = [hip]Free(p)");
    row("empty", "", "a", "", "[a]");
    row("numbers stay whole", "x = 0xffffffff;", "x = 0xffffffffffffffff;", "x = [0xffffffff];",
        "x = [0xffffffffffffffff];");
    row("begins and ends alike", "warpSizeOf(a)", "waveSizeOf(a)", "wa[rp]SizeOf(a)",
        "wa[ve]SizeOf(a)");
    row("little in common inside a word", "abc(a)", "xyz(a)", "[abc](a)", "[xyz](a)");
    row("no confetti of one-letter pieces", "{1,2,3,4}", "{5,6,7,8}", "{[1,2,3,4]}", "{[5,6,7,8]}");
    row("words beside each other", "// one two three", "// four five six", "// [one two three]",
        "// [four five six]");
    row("names with a sign between", "cudaFree(p)", "hipFree(q)", "[cuda]Free([p])",
        "[hip]Free([q])");
    row("hardly anything in common", "    alpha + (beta * gamma) - delta;",
        "    if (one[two] == three) { four(five, six); }", "    [alpha + (beta * gamma) - delta;]",
        "    [if (one[two] == three) { four(five, six); }]");
    row("character that is not ascii", "\xc3\xa9ltern", "\xc3\xa8ltern", "[\xc3\xa9]ltern",
        "[\xc3\xa8]ltern");
    row("blanks", "a  b", "a b", "a[  ]b", "a[ ]b");
    row("not ascii", "\xc3\xa9t\xc3\xa9 x", "\xc3\xa9 x", "[\xc3\xa9t\xc3\xa9] x", "[\xc3\xa9] x");
}

void TestLineDiff::words()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(QByteArray, leftMarked);
    QFETCH(QByteArray, rightMarked);
    const auto marked = [](QByteArray text, const QVector<ByteRange>& ranges) {
        for (auto it = ranges.rbegin(); it != ranges.rend(); ++it) {
            text.insert(it->end, ']');
            text.insert(it->begin, '[');
        }
        return text;
    };
    const WordDiff diff = diffWords(left, right);
    QCOMPARE(marked(left, diff.left), leftMarked);
    QCOMPARE(marked(right, diff.right), rightMarked);
}

void TestLineDiff::wordsInEachOthersPlace()
{
    const QByteArray left = "cudaError_t e = cudaFree(p); // a";
    const QByteArray right = "hipError_t e = hipFree(p); // b";
    QStringList pairs;
    for (const WordPair& pair : diffWords(left, right).replaced) {
        pairs.append(QString::fromLatin1(left.mid(pair.left.begin, pair.left.size()) + '>' +
                                         right.mid(pair.right.begin, pair.right.size())));
    }
    QCOMPARE(pairs, QStringList({QStringLiteral("cudaError_t>hipError_t"),
                                 QStringLiteral("cudaFree>hipFree"), QStringLiteral("a>b")}));
    QVERIFY(diffWords(left, left).replaced.isEmpty());
}

void TestLineDiff::linesAsOne_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<QByteArray>("merged"); // "[-removed-]{+added+}"; empty: not as one
    const auto row = [](const char* name, const char* left, const char* right, const char* merged) {
        QTest::newRow(name) << QByteArray(left) << QByteArray(right) << QByteArray(merged);
    };
    row("one name", "  cudaFree(p);", "  hipFree(p);", "  [-cudaFree-]{+hipFree+}(p);");
    row("something added", "f(a);", "f(a, b);", "f(a{+, b+});");
    row("something removed", "f(a, b);", "f(a);", "f(a[-, b-]);");
    row("other indentation", "  f(a);", "\tf(a);", "[-  -]{+\t+}f(a);");
    row("nothing in common", "alpha", "beta", "");
    row("less than half", "int alpha = beta;", "return gamma(delta, epsilon);", "");
    row("empty", "", "a", "");
}

void TestLineDiff::linesAsOne()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(QByteArray, merged);
    QByteArray text;
    QByteArray leftAgain;
    QByteArray rightAgain;
    for (const MergedPiece& piece : mergeLines(left, right)) {
        const bool added = piece.kind == MergedPiece::Kind::Right;
        const QByteArray part = (added ? right : left).mid(piece.range.begin, piece.range.size());
        leftAgain += added ? QByteArray() : part;
        rightAgain += piece.kind == MergedPiece::Kind::Left ? QByteArray() : part;
        text += added                                   ? "{+" + part + "+}"
                : piece.kind == MergedPiece::Kind::Left ? "[-" + part + "-]"
                                                        : part;
    }
    QCOMPARE(text, merged);
    if (!merged.isEmpty()) {
        QCOMPARE(leftAgain, left);
        QCOMPARE(rightAgain, right);
    }
}

void TestLineDiff::largeFilesAreFast_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("every tenth line") << 0;
    QTest::newRow("half of the lines") << 1;
    QTest::newRow("nothing in common") << 2;
    QTest::newRow("few different lines, shuffled") << 3;
}

void TestLineDiff::largeFilesAreFast()
{
    QFETCH(int, kind);
    std::mt19937 random(5);
    QByteArray left;
    QByteArray right;
    for (int i = 0; i < 10000; ++i) {
        const QByteArray line = "    value[" + QByteArray::number(i % 97) + "] = compute(" +
                                QByteArray::number(random() % 1000) + ");\n";
        const QByteArray few = QByteArray::number(random() % 7) + '\n';
        left += kind == 3 ? few : line;
        if (kind == 0) {
            right += i % 10 == 0 ? "    changed();\n" : line;
        } else if (kind == 1) {
            right +=
                random() % 2 ? line : "    other(" + QByteArray::number(random() % 1000) + ");\n";
        } else if (kind == 2) {
            right += "    new(" + QByteArray::number(i) + ");\n";
        } else {
            right += QByteArray::number(random() % 7) + '\n';
        }
    }
    QElapsedTimer timer;
    timer.start();
    const auto blocks = diffLines(left, right);
    const qint64 elapsed = timer.elapsed();
    QVERIFY(summary(blocks, left, right).startsWith(kind == 2 ? "-10000+10000" : ""));
    QVERIFY(!summary(blocks, left, right).contains("not"));
    QVERIFY2(elapsed < 20000, QByteArray::number(elapsed)); // measured figures are in tests/bench
}

QTEST_GUILESS_MAIN(TestLineDiff)
#include "tst_linediff.moc"
