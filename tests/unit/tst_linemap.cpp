#include "core/rules/analyse.h"
#include "core/verify/linemap.h"

#include <QTest>

using namespace rocport;

namespace {

Hunk makeHunk(const QByteArray& key, const QByteArray& base, int first, int last,
              const QVector<TextEdit>& edits)
{
    Hunk hunk;
    hunk.key = key;
    hunk.sourcePath = hunk.targetPath = RepoPath("a.cu");
    hunk.baseHash = contentHash(base);
    hunk.edits = edits;
    hunk.firstLine = first;
    hunk.lastLine = last;
    return hunk;
}

LineMap mapOf(const QByteArray& base, const QVector<Hunk>& hunks,
              const QHash<QByteArray, QByteArray>& edited = {}, QByteArray* made = nullptr)
{
    const auto ported = applyHunks(base, hunks, edited);
    Q_ASSERT(ported.ok());
    if (made != nullptr) {
        *made = *ported;
    }
    return mapHunks(base, *ported, hunks, edited, true);
}

} // namespace

class TestLineMap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void identity()
    {
        const LineMap map;
        QCOMPARE(map.at(17).line, 17);
        QVERIFY(map.at(17).hunkKey.isEmpty());
    }

    void insertedGuard()
    {
        const QByteArray base = "one\ntwo\nthree\n";
        // #ifdef, ours, #else before line 2 and #endif after it
        const Hunk hunk = makeHunk(
            "h1", base, 2, 2, {{{4, 4}, "#ifdef USE_ROCM\nTWO\n#else\n"}, {{8, 8}, "#endif\n"}});
        QByteArray made;
        const LineMap map = mapOf(base, {hunk}, {}, &made);
        QCOMPARE(made, QByteArray("one\n#ifdef USE_ROCM\nTWO\n#else\ntwo\n#endif\nthree\n"));
        QCOMPARE(map.at(1).line, 1);
        QVERIFY(map.at(1).hunkKey.isEmpty());
        for (int line = 2; line <= 4; ++line) {
            QCOMPARE(map.at(line).line, 2);
            QCOMPARE(map.at(line).hunkKey, QByteArray("h1"));
        }
        QCOMPARE(map.at(5).line, 2);
        QVERIFY(map.at(5).hunkKey.isEmpty());
        QCOMPARE(map.at(6).hunkKey, QByteArray("h1"));
        QCOMPARE(map.at(7).line, 3);
        QVERIFY(map.at(7).hunkKey.isEmpty());
        QCOMPARE(map.at(99).line, 3); // past the end
    }

    void twoHunksOnALine()
    {
        const QByteArray base = "x\nf(cudaA, cudaB);\n";
        const Hunk a = makeHunk("a", base, 2, 2, {{{4, 9}, "hipA"}});
        const Hunk b = makeHunk("b", base, 2, 2, {{{11, 16}, "hipB"}});
        QByteArray made;
        const LineMap map = mapOf(base, {a, b}, {}, &made);
        QCOMPARE(made, QByteArray("x\nf(hipA, hipB);\n"));
        QCOMPARE(map.at(2, 3).hunkKey, QByteArray("a"));
        QCOMPARE(map.at(2, 9).hunkKey, QByteArray("b"));
        QCOMPARE(map.at(2, 0).hunkKey, QByteArray("a"));
        QCOMPARE(map.at(2, 9).line, 2);
    }

    void deletedText()
    {
        const QByteArray base = "one\ntwo\nthree";
        const Hunk hunk = makeHunk("d", base, 2, 2, {{{4, 8}, ""}});
        const LineMap map = mapOf(base, {hunk});
        QCOMPARE(map.at(1).line, 1);
        QCOMPARE(map.at(2).hunkKey, QByteArray("d")); // the line after the gap
        QCOMPARE(map.at(2).line, 2);
    }

    void editedInPlace()
    {
        const QByteArray base = "one\ntwo\nthree\nfour\n";
        const Hunk hunk = makeHunk("e", base, 2, 3, {{{4, 7}, "TWO"}});
        const LineMap map = mapOf(base, {hunk}, {{"e", "two\nnew\nthree\n"}});
        QCOMPARE(map.at(2).line, 2); // kept by the edit: points at itself
        QCOMPARE(map.at(4).line, 3);
        QCOMPARE(map.at(3).hunkKey, QByteArray("e"));
        QCOMPARE(map.at(5).line, 4);
        QVERIFY(map.at(5).hunkKey.isEmpty());
    }

    void generatedFile()
    {
        Hunk hunk;
        hunk.key = "g";
        hunk.targetPath = RepoPath("compat.h");
        hunk.lastLine = 0;
        hunk.edits = {{{0, 0}, "a\nb\n"}};
        const LineMap map = mapHunks({}, "a\nb\n", {hunk}, {}, false);
        QCOMPARE(map.at(2).line, 0);
        QCOMPARE(map.at(2).hunkKey, QByteArray("g"));
    }

    void mergedWithAPersonsWork()
    {
        const QByteArray base = "one\ntwo\nthree\nfour\n";
        const Hunk hunk = makeHunk("m", base, 2, 2, {{{4, 7}, "TWO"}});
        // A person added a line at the top: the text is not what the hunks alone give.
        const LineMap map = mapHunks(base, "zero\none\nTWO\nthree\nfour\n", {hunk}, {}, true);
        QCOMPARE(map.at(2).line, 1);
        QCOMPARE(map.at(3).line, 2);
        QCOMPARE(map.at(3).hunkKey, QByteArray("m"));
        QCOMPARE(map.at(5).line, 4);
    }

    void composed()
    {
        const QByteArray base = "one\ntwo\n";
        const Hunk hunk = makeHunk("h", base, 1, 0, {{{0, 0}, "top\n"}});
        QByteArray made;
        const LineMap map = mapOf(base, {hunk}, {}, &made);
        const QByteArray later = "added\n" + made;
        const LineMap whole = map.composed(mapEdits(made, later, {{{0, 0}, "added\n"}}));
        QCOMPARE(whole.at(2).hunkKey, QByteArray("h"));
        QCOMPARE(whole.at(3).line, 1);
        QVERIFY(whole.at(3).hunkKey.isEmpty());
        QCOMPARE(whole.at(4).line, 2);
    }

    void anyBytes_data()
    {
        QTest::addColumn<QByteArray>("base");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no newline") << QByteArray("x");
        QTest::newRow("crlf") << QByteArray("a\r\nb\r\n");
        QTest::newRow("bytes") << QByteArray("\xff\xfe\n\0x\n", 6);
    }
    void anyBytes()
    {
        QFETCH(QByteArray, base);
        const Hunk hunk = makeHunk("h", base, 1, 0, {{{0, 0}, "new\n"}});
        const LineMap map = mapHunks(base, "new\n" + base, {hunk}, {}, true);
        QCOMPARE(map.at(1).hunkKey, QByteArray("h"));
        for (int line = -3; line < 8; ++line) {
            QVERIFY(map.at(line, 3).line >= 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestLineMap)
#include "tst_linemap.moc"
