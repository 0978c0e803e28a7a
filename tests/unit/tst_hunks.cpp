#include "core/rules/analyse.h"
#include "core/rules/proposal.h"

#include <QtTest>

using namespace rocport;

namespace {

Hunk hunkFor(const QByteArray& base, int first, int last, const QVector<TextEdit>& edits)
{
    Hunk hunk;
    hunk.key = QByteArray::number(first);
    hunk.baseHash = contentHash(base);
    hunk.firstLine = first;
    hunk.lastLine = last;
    hunk.edits = edits;
    return hunk;
}

const QByteArray kBase = "one\ntwo\nthree\n";

} // namespace

class TestHunks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void appliesInOrderOfLines();
    void adjacentGuardsDoNotMix();
    void staleBase();
    void overlap();
    void editedReplacesLines_data();
    void editedReplacesLines();
    void editedInsertion();
    void replacementLines();
    void keysAreStable();
    void fillText_data();
    void fillText();
};

void TestHunks::appliesInOrderOfLines()
{
    const Hunk last = hunkFor(kBase, 3, 3, {TextEdit{{8, 13}, "3"}});
    const Hunk first = hunkFor(kBase, 1, 1, {TextEdit{{0, 3}, "1"}});
    const Result<QByteArray> result = applyHunks(kBase, {last, first});
    QVERIFY(result.ok());
    QCOMPARE(*result, QByteArray("1\ntwo\n3\n"));
}

void TestHunks::adjacentGuardsDoNotMix()
{
    const Hunk a = hunkFor(kBase, 1, 1, {TextEdit{{0, 0}, "<a>\n"}, TextEdit{{4, 4}, "</a>\n"}});
    const Hunk b = hunkFor(kBase, 2, 2, {TextEdit{{4, 4}, "<b>\n"}, TextEdit{{8, 8}, "</b>\n"}});
    const QByteArray expected = "<a>\none\n</a>\n<b>\ntwo\n</b>\nthree\n";
    QCOMPARE(applyHunks(kBase, {b, a}).value(), expected);
    QCOMPARE(applyHunks(kBase, {a, b}).value(), expected);
}

void TestHunks::staleBase()
{
    const Hunk hunk = hunkFor(kBase, 1, 1, {TextEdit{{0, 3}, "1"}});
    const Result<QByteArray> result = applyHunks("other\n", {hunk});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::EditStale);
}

void TestHunks::overlap()
{
    const Hunk a = hunkFor(kBase, 1, 1, {TextEdit{{0, 3}, "1"}});
    const Hunk b = hunkFor(kBase, 1, 2, {TextEdit{{2, 5}, "x"}});
    const Result<QByteArray> result = applyHunks(kBase, {a, b});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::EditOverlap);
}

void TestHunks::editedReplacesLines_data()
{
    QTest::addColumn<QByteArray>("base");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("last");
    QTest::addColumn<QByteArray>("own");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("first line") << kBase << 1 << 1 << QByteArray("I\n")
                                << QByteArray("I\ntwo\nthree\n");
    QTest::newRow("two lines") << kBase << 1 << 2 << QByteArray("I\n") << QByteArray("I\nthree\n");
    QTest::newRow("last line") << kBase << 3 << 3 << QByteArray("III\n")
                               << QByteArray("one\ntwo\nIII\n");
    QTest::newRow("no newline") << QByteArray("a\nb") << 2 << 2 << QByteArray("B")
                                << QByteArray("a\nB");
    QTest::newRow("crlf") << QByteArray("a\r\nb\r\n") << 1 << 1 << QByteArray("A\r\n")
                          << QByteArray("A\r\nb\r\n");
    QTest::newRow("nothing left") << kBase << 2 << 2 << QByteArray() << QByteArray("one\nthree\n");
}

void TestHunks::editedReplacesLines()
{
    QFETCH(QByteArray, base);
    QFETCH(int, first);
    QFETCH(int, last);
    QFETCH(QByteArray, own);
    QFETCH(QByteArray, expected);
    const Hunk hunk = hunkFor(base, first, last, {TextEdit{{0, 0}, "never"}});
    QCOMPARE(applyHunks(base, {hunk}, {{hunk.key, own}}).value(), expected);
}

void TestHunks::editedInsertion()
{
    const Hunk before = hunkFor(kBase, 2, 1, {TextEdit{{4, 4}, "new\n"}});
    QCOMPARE(applyHunks(kBase, {before}).value(), QByteArray("one\nnew\ntwo\nthree\n"));
    QCOMPARE(applyHunks(kBase, {before}, {{before.key, "mine\n"}}).value(),
             QByteArray("one\nmine\ntwo\nthree\n"));
    const Hunk file = hunkFor({}, 1, 0, {TextEdit{{0, 0}, "all\n"}});
    QCOMPARE(applyHunks({}, {file}).value(), QByteArray("all\n"));
    QCOMPARE(applyHunks({}, {file}, {{file.key, "own\n"}}).value(), QByteArray("own\n"));
}

void TestHunks::replacementLines()
{
    const Hunk hunk =
        hunkFor(kBase, 2, 2, {TextEdit{{4, 4}, "#if\nTWO\n#else\n"}, TextEdit{{8, 8}, "#endif\n"}});
    QCOMPARE(hunkReplacementLines(kBase, hunk), QByteArray("#if\nTWO\n#else\ntwo\n#endif\n"));
    // An in-place edit that changes nothing gives what the hunk gives.
    QCOMPARE(applyHunks(kBase, {hunk}, {{hunk.key, hunkReplacementLines(kBase, hunk)}}).value(),
             applyHunks(kBase, {hunk}).value());
}

void TestHunks::keysAreStable()
{
    const QVector<TextEdit> edits = {TextEdit{{0, 1}, "x"}};
    const QStringList ids = {QStringLiteral("a")};
    const QByteArray key = hunkKey(ids, RepoPath("f"), "y", edits, 0);
    QCOMPARE(key.size(), 16);
    QCOMPARE(hunkKey(ids, RepoPath("f"), "y", {TextEdit{{7, 8}, "x"}}, 0), key); // moved
    QVERIFY(hunkKey(ids, RepoPath("g"), "y", edits, 0) != key);
    QVERIFY(hunkKey(ids, RepoPath("f"), "z", edits, 0) != key);
    QVERIFY(hunkKey(ids, RepoPath("f"), "y", {TextEdit{{0, 1}, "w"}}, 0) != key);
    QVERIFY(hunkKey(ids, RepoPath("f"), "y", edits, 1) != key);
    QVERIFY(hunkKey({QStringLiteral("b")}, RepoPath("f"), "y", edits, 0) != key);
}

void TestHunks::fillText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("one") << QStringLiteral("`{symbol}` is") << QStringLiteral("`s` is");
    QTest::newRow("unknown") << QStringLiteral("{other} { }") << QStringLiteral("{other} { }");
    QTest::newRow("none") << QStringLiteral("plain") << QStringLiteral("plain");
}

void TestHunks::fillText()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(rocport::fillText(text, {{QStringLiteral("symbol"), QStringLiteral("s")}}), expected);
}

QTEST_GUILESS_MAIN(TestHunks)
#include "tst_hunks.moc"
