// Programs of tests/corpus/lanes/device on the CPU against what an NVIDIA GPU gave for them.
#include "tests/integration/clifixture.h"

#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace rocport;
using rocport::test::Outcome;

namespace {

/// Place of a number among all of its format, so that neighbours differ by one; a number with the
/// sign bit lies as far below zero. `digits`: hexadecimal digits of the element, 4, 8 or 16.
qint64 placeOf(quint64 bits, qsizetype digits)
{
    const quint64 sign = Q_UINT64_C(1) << (digits * 4 - 1);
    const auto magnitude = static_cast<qint64>(bits & (sign - 1));
    return bits & sign ? -magnitude : magnitude;
}

/// How many units in the last place two elements of a line lie apart; the largest number where one
/// of them does not read.
quint64 distance(const QByteArray& left, const QByteArray& right)
{
    bool readsLeft = false;
    bool readsRight = false;
    const quint64 a = left.toULongLong(&readsLeft, 16);
    const quint64 b = right.toULongLong(&readsRight, 16);
    if (!readsLeft || !readsRight || left.size() != right.size()) {
        return std::numeric_limits<quint64>::max();
    }
    const qint64 from = placeOf(a, left.size());
    const qint64 to = placeOf(b, right.size());
    return from < to ? static_cast<quint64>(to) - static_cast<quint64>(from)
                     : static_cast<quint64>(from) - static_cast<quint64>(to);
}

/// What is wrong with a line against the GPU's; empty: nothing.
QByteArray difference(const QByteArray& here, const QByteArray& there)
{
    if (!there.startsWith('~')) {
        return here == there ? QByteArray() : "not the GPU's bytes\n  " + here + "\n  " + there;
    }
    const QList<QByteArray> ours = here.split(' ');
    const QList<QByteArray> theirs = there.split(' ');
    if (ours.size() != theirs.size() || theirs.size() < 3 || ours.at(0) != theirs.at(0)) {
        return "another line\n  " + here + "\n  " + there;
    }
    // Functions of double are the C library's, which have a unit of their own.
    constexpr qsizetype kDoubleDigits = 16;
    const quint64 units =
        theirs.at(0).mid(1).toULongLong() + (theirs.at(2).size() == kDoubleDigits ? 1 : 0);
    for (qsizetype i = 2; i < theirs.size(); ++i) {
        const quint64 apart = distance(ours.at(i), theirs.at(i));
        if (apart > units) {
            return theirs.at(1) + ", element " + QByteArray::number(i - 2) + ": " + ours.at(i) +
                   " here, " + theirs.at(i) + " there, " + QByteArray::number(apart) +
                   " units apart of " + QByteArray::number(units);
        }
    }
    return {};
}

} // namespace

class TestLaneDevice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void givesWhatTheGpuGave_data();
    void givesWhatTheGpuGave();
    void distancesAreCounted();
};

void TestLaneDevice::initTestCase()
{
    if (!QFileInfo::exists(QStringLiteral("/usr/include/boost/context/detail/fcontext.hpp"))) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
}

void TestLaneDevice::givesWhatTheGpuGave_data()
{
    QTest::addColumn<int>("kernels");
    QTest::newRow("warps") << 17;
    QTest::newRow("atomics_and_groups") << 18;
    QTest::newRow("halves") << 19;
    QTest::newRow("mathematics") << 84;
    QTest::newRow("random") << 20;
    QTest::newRow("blocks") << 9;
    QTest::newRow("textures") << 9;
    QTest::newRow("inline_ptx") << 10;
}

void TestLaneDevice::givesWhatTheGpuGave()
{
    QFETCH(int, kernels);
    const QString program = QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/lanes/device/") +
                            QLatin1StringView(QTest::currentDataTag());
    QFile recorded(program + QStringLiteral(".h100"));
    QVERIFY(recorded.open(QIODevice::ReadOnly));
    const QList<QByteArray> there = recorded.readAll().trimmed().split('\n');
    QCOMPARE(there.size(), kernels);
    const Outcome run = rocport::test::run(
        {QStringLiteral("execute"), QStringLiteral("--original"), program + QStringLiteral(".cu")});
    QVERIFY2(run.code == 0, run.err.constData());
    const QList<QByteArray> here = run.out.trimmed().split('\n');
    QCOMPARE(here.size(), there.size());
    QByteArray wrong;
    for (qsizetype i = 0; i < there.size(); ++i) {
        const QByteArray found = difference(here.at(i), there.at(i));
        if (!found.isEmpty()) {
            wrong += found + '\n';
        }
    }
    QVERIFY2(wrong.isEmpty(), wrong.constData());
}

/// That the comparison itself can fail.
void TestLaneDevice::distancesAreCounted()
{
    QCOMPARE(distance("3f800000", "3f800002"), quint64(2));
    QCOMPARE(distance("80000001", "00000001"), quint64(2));
    QCOMPARE(distance("bff0000000000001", "bff0000000000000"), quint64(1));
    QCOMPARE(distance("3f80", "3f800000"), std::numeric_limits<quint64>::max());
    QVERIFY(difference("~1 f 3c00 3c02", "~1 f 3c00 3c00").contains("2 units apart of 1"));
    QVERIFY(difference("~1 f 3c00 3c01", "~1 f 3c00 3c00").isEmpty());
    QVERIFY(difference("k 01", "k 02").startsWith("not the GPU's bytes"));
}

QTEST_GUILESS_MAIN(TestLaneDevice)
#include "tst_lanedevice.moc"
