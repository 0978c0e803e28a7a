#include "core/text/editset.h"

#include <QtTest>

#include <random>

using namespace rocport;

namespace {

TextEdit edit(qsizetype begin, qsizetype end, const QByteArray& text)
{
    return {{begin, end}, text};
}

} // namespace

class TestEditSet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void applies_data();
    void applies();
    void refusesOverlap_data();
    void refusesOverlap();
    void addingManyIsAllOrNothing();
    void refusesOtherText();
    void refusesPlacesOutside();
    void identicalEditsCountOnce();
    void randomEditsMatchPlainReplacement();
    void mapsOffsets();
    void knownText();
};

void TestEditSet::applies_data()
{
    QTest::addColumn<QVector<TextEdit>>("edits");
    QTest::addColumn<QByteArray>("expected");
    using E = QVector<TextEdit>;
    QTest::newRow("none") << E{} << QByteArray("0123456789");
    QTest::newRow("replace") << E{edit(2, 4, "ab")} << QByteArray("01ab456789");
    QTest::newRow("any order") << E{edit(8, 9, "z"), edit(0, 1, ""), edit(4, 4, "+")}
                               << QByteArray("123+4567z9");
    QTest::newRow("start and end")
        << E{edit(0, 0, "<"), edit(10, 10, ">")} << QByteArray("<0123456789>");
    QTest::newRow("insertions keep their order")
        << E{edit(3, 3, "a"), edit(3, 3, "b"), edit(3, 3, "c")} << QByteArray("012abc3456789");
    QTest::newRow("insertion before replacement")
        << E{edit(3, 5, "X"), edit(3, 3, "a")} << QByteArray("012aX56789");
    QTest::newRow("insertion after replacement")
        << E{edit(3, 5, "X"), edit(5, 5, "a")} << QByteArray("012Xa56789");
    QTest::newRow("touching") << E{edit(3, 5, "X"), edit(5, 7, "Y")} << QByteArray("012XY789");
    QTest::newRow("everything") << E{edit(0, 10, "")} << QByteArray();
}

void TestEditSet::applies()
{
    QFETCH(QVector<TextEdit>, edits);
    QFETCH(QByteArray, expected);
    const QByteArray text = "0123456789";
    EditSet set(contentHash(text));
    QVERIFY(set.add(edits).ok());
    const auto result = set.apply(text);
    QVERIFY(result.ok());
    QCOMPARE(*result, expected);
}

void TestEditSet::refusesOverlap_data()
{
    QTest::addColumn<QVector<TextEdit>>("first");
    QTest::addColumn<TextEdit>("second");
    using E = QVector<TextEdit>;
    QTest::newRow("same range") << E{edit(2, 4, "a")} << edit(2, 4, "b");
    QTest::newRow("from the left") << E{edit(2, 4, "a")} << edit(1, 3, "b");
    QTest::newRow("from the right") << E{edit(2, 4, "a")} << edit(3, 5, "b");
    QTest::newRow("inside") << E{edit(2, 6, "a")} << edit(3, 4, "b");
    QTest::newRow("around") << E{edit(3, 4, "a")} << edit(2, 6, "b");
    QTest::newRow("insertion inside") << E{edit(2, 6, "a")} << edit(4, 4, "b");
    QTest::newRow("around an insertion") << E{edit(4, 4, "a")} << edit(2, 6, "b");
    QTest::newRow("insertion before hides it")
        << E{edit(2, 6, "a"), edit(2, 2, "x")} << edit(2, 6, "b");
    QTest::newRow("replacement behind insertions")
        << E{edit(3, 3, "x"), edit(3, 3, "y"), edit(1, 3, "a")} << edit(2, 4, "b");
}

void TestEditSet::refusesOverlap()
{
    QFETCH(QVector<TextEdit>, first);
    QFETCH(TextEdit, second);
    EditSet set(contentHash("0123456789"));
    QVERIFY(set.add(first).ok());
    const auto result = set.add(second);
    QVERIFY(!result.ok());
    QCOMPARE(int(result.error().code), int(ErrorCode::EditOverlap));
    QVERIFY(!result.error().detail.isEmpty());
    QCOMPARE(set.edits().size(), first.size());
}

void TestEditSet::addingManyIsAllOrNothing()
{
    EditSet set(contentHash("0123456789"));
    QVERIFY(set.add(edit(0, 1, "x")).ok());
    QVERIFY(!set.add({edit(4, 5, "a"), edit(4, 5, "b")}).ok());
    QCOMPARE(set.edits(), (QVector<TextEdit>{edit(0, 1, "x")}));
}

void TestEditSet::refusesOtherText()
{
    EditSet set(contentHash("abc"));
    QVERIFY(set.add(edit(0, 1, "x")).ok());
    const auto result = set.apply("abd");
    QVERIFY(!result.ok());
    QCOMPARE(int(result.error().code), int(ErrorCode::EditStale));
}

void TestEditSet::refusesPlacesOutside()
{
    EditSet set(contentHash("abc"));
    QCOMPARE(int(set.add(edit(2, 1, "x")).error().code), int(ErrorCode::InvalidArgument));
    QCOMPARE(int(set.add(edit(-1, 1, "x")).error().code), int(ErrorCode::InvalidArgument));
    QVERIFY(set.isEmpty());
    QVERIFY(set.add(edit(2, 4, "x")).ok());
    QCOMPARE(int(set.apply("abc").error().code), int(ErrorCode::InvalidArgument));
}

void TestEditSet::identicalEditsCountOnce()
{
    EditSet set(contentHash("abc"));
    QVERIFY(set.add({edit(1, 2, "x"), edit(1, 2, "x"), edit(1, 1, "i"), edit(1, 1, "i")}).ok());
    QCOMPARE(set.edits().size(), 2);
    QCOMPARE(*set.apply("abc"), QByteArray("aixc"));
}

void TestEditSet::randomEditsMatchPlainReplacement()
{
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        const QByteArray text(40, 'a' + char(round % 26));
        EditSet set(contentHash(text));
        QVector<TextEdit> taken;
        for (int i = 0; i < 12; ++i) {
            const auto begin = qsizetype(random() % 40);
            const TextEdit next =
                edit(begin, std::min<qsizetype>(40, begin + qsizetype(random() % 5)),
                     QByteArray::number(i));
            bool clash = false;
            for (const TextEdit& other : taken) {
                const bool insertions = next.range.isEmpty() && other.range.isEmpty();
                clash |= !insertions && next.range.begin < other.range.end &&
                         other.range.begin < next.range.end;
                if (next.range.isEmpty() != other.range.isEmpty()) {
                    const ByteRange& point = next.range.isEmpty() ? next.range : other.range;
                    const ByteRange& range = next.range.isEmpty() ? other.range : next.range;
                    clash |= range.begin < point.begin && point.begin < range.end;
                }
            }
            QCOMPARE(set.add(next).ok(), !clash);
            if (!clash) {
                taken.append(next);
            }
        }
        QByteArray expected = text;
        for (auto it = set.edits().rbegin(); it != set.edits().rend(); ++it) {
            expected.replace(it->range.begin, it->range.size(), it->replacement);
        }
        QCOMPARE(*set.apply(text), expected);
    }
}

void TestEditSet::mapsOffsets()
{
    const QVector<TextEdit> edits = {edit(2, 2, "ab"), edit(4, 6, "x"), edit(8, 9, "")};
    QCOMPARE(mapOffset(edits, 0), 0);
    QCOMPARE(mapOffset(edits, 1), 1);
    QCOMPARE(mapOffset(edits, 2), 4);
    QCOMPARE(mapOffset(edits, 4), 6);
    QCOMPARE(mapOffset(edits, 5), 7);
    QCOMPARE(mapOffset(edits, 6), 7);
    QCOMPARE(mapOffset(edits, 8), 9);
    QCOMPARE(mapOffset(edits, 9), 9);
    QCOMPARE(mapOffset(edits, 10), 10);
    QCOMPARE(mapOffset({}, 5), 5);
}

/// Who knows that the text is the one has no hash taken of it; edits outside are told even so.
void TestEditSet::knownText()
{
    EditSet set{QByteArray()};
    QVERIFY(set.add(edit(1, 2, "x")).ok());
    QCOMPARE(set.apply("abc").error().code, ErrorCode::EditStale);
    QCOMPARE(*set.applyToKnown("abc"), QByteArray("axc"));
    QCOMPARE(set.applyToKnown("a").error().code, ErrorCode::InvalidArgument);
}

QTEST_GUILESS_MAIN(TestEditSet)
#include "tst_editset.moc"
