// What execution on lanes says of wrong kernels, and that it says nothing of right ones: the pairs
// of tests/corpus/lanes/pairs, by rocport-cli as a user runs it.
#include "tests/integration/clifixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace rocport;
using rocport::test::Outcome;

namespace {

/// Lines of a source with a fault, and who each line belongs to.
struct Pairs
{
    QVector<QPair<int, QByteArray>> faults; ///< line and check
    QVector<QByteArray> kernels;            ///< of each line, from the first on
};

Pairs pairsOf(const QString& path)
{
    static const QRegularExpression definition(
        QStringLiteral("^__(?:global|device)__ \\w+ (\\w+)\\("));
    Pairs pairs;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return pairs;
    }
    const QList<QByteArray> lines = file.readAll().split('\n');
    QByteArray kernel;
    for (const QByteArray& line : lines) {
        const auto match = definition.match(QString::fromUtf8(line));
        kernel = match.hasMatch() ? match.captured(1).toUtf8() : kernel;
        pairs.kernels.append(kernel);
        const qsizetype mark = line.indexOf("// FAULT ");
        if (mark >= 0) {
            pairs.faults.append(
                {static_cast<int>(pairs.kernels.size()), line.mid(mark + 9).trimmed()});
        }
    }
    return pairs;
}

} // namespace

class TestLaneChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void eachFaultIsNamedAtItsLine_data();
    void eachFaultIsNamedAtItsLine();
    void resultsOfAnOrderAreTold();
    void eachOrderStartsAfresh();
    void whoWaitsIsNamed();
    void checksAreRead();

private:
    QString copied(const QString& name)
    {
        const QString copy = m_folder.filePath(QString::number(++m_number) + u'/' + name);
        QDir().mkpath(QFileInfo(copy).path());
        const QString source =
            QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/lanes/pairs/") + name;
        return QFile::copy(source, copy) ? copy : QString();
    }
    static Outcome execute(const QStringList& arguments)
    {
        return rocport::test::run(
            QStringList{QStringLiteral("execute"), QStringLiteral("--original")} + arguments);
    }

    QTemporaryDir m_folder;
    int m_number = 0;
};

void TestLaneChecks::initTestCase()
{
    if (!QFileInfo::exists(QStringLiteral("/usr/include/boost/context/detail/fcontext.hpp"))) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
}

void TestLaneChecks::eachFaultIsNamedAtItsLine_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("pairs");
    QTest::newRow("memory") << QStringLiteral("memory.cu") << 17;
    QTest::newRow("races") << QStringLiteral("races.cu") << 15;
    QTest::newRow("waits") << QStringLiteral("waits.cu") << 7;
}

void TestLaneChecks::eachFaultIsNamedAtItsLine()
{
    QFETCH(QString, name);
    QFETCH(int, pairs);
    const QString source = copied(name);
    const Pairs expected = pairsOf(source);
    QCOMPARE(expected.faults.size(), pairs);
    const Outcome told =
        execute({QStringLiteral("--check"), QStringLiteral("bounds,uninitialised,race"), source});
    QVERIFY2(told.code == 0, told.err.constData());
    const QList<QByteArray> lines = told.err.split('\n');
    for (const auto& fault : expected.faults) {
        const QByteArray check = fault.second;
        const QByteArray place = name.toUtf8() + ':' + QByteArray::number(fault.first) + ": in ";
        const bool isTold = std::any_of(lines.begin(), lines.end(), [&](const QByteArray& text) {
            return text.contains(place) && text.endsWith('[' + check + ']');
        });
        QVERIFY2(isTold, (place + check + " in\n" + told.err).constData());
    }
    static const QRegularExpression where(QStringLiteral(":(\\d+): in "));
    for (const QByteArray& text : lines) {
        const auto match = where.match(QString::fromUtf8(text));
        QVERIFY2(match.hasMatch() || text.isEmpty(), text.constData());
        const QByteArray kernel = expected.kernels.value(match.captured(1).toInt() - 1);
        QVERIFY2(text.isEmpty() || kernel.endsWith("_wrong") || kernel == "sumOf",
                 text.constData());
    }
}

void TestLaneChecks::resultsOfAnOrderAreTold()
{
    const QString source = copied(QStringLiteral("order.cu"));
    const Outcome told = execute({QStringLiteral("--check"), QStringLiteral("order"), source});
    QVERIFY2(told.code == 0, told.err.constData());
    // Lines are those of the output: wrong and right in turn.
    for (int line = 1; line <= 8; ++line) {
        const QByteArray text = "line " + QByteArray::number(line) + " of the output is ";
        QVERIFY2(told.err.contains(text) == (line % 2 == 1), (text + told.err).constData());
    }
    QVERIFY2(told.err.contains("(--seed 1)"), told.err.constData());
    QVERIFY2(told.err.contains("[order]"), told.err.constData());
    const Outcome seeded = execute({QStringLiteral("--seed"), QStringLiteral("1"), source});
    QVERIFY2(seeded.code == 0, seeded.err.constData());
    QVERIFY(seeded.out != told.out);
}

/// What a run wrote beside itself is not there for the next one.
void TestLaneChecks::eachOrderStartsAfresh()
{
    const QString folder = m_folder.filePath(QString::number(++m_number));
    QDir().mkpath(folder);
    const QString source = folder + QStringLiteral("/writes.cu");
    QFile file(source);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#include <cstdio>\n"
               "__global__ void k(int* a) { a[0] += 1; }\n"
               "int main()\n"
               "{\n"
               "    int count = 0;\n"
               "    if (FILE* f = std::fopen(\"count.txt\", \"r\")) {\n"
               "        if (std::fscanf(f, \"%d\", &count) != 1) return 1;\n"
               "        std::fclose(f);\n"
               "    }\n"
               "    int* a;\n"
               "    cudaMallocManaged(&a, sizeof(int));\n"
               "    *a = count;\n"
               "    k<<<1, 1>>>(a);\n"
               "    cudaDeviceSynchronize();\n"
               "    std::printf(\"%d\\n\", *a);\n"
               "    FILE* f = std::fopen(\"count.txt\", \"w\");\n"
               "    std::fprintf(f, \"%d\", *a);\n"
               "    return std::fclose(f);\n"
               "}\n");
    file.close();
    QFile count(folder + QStringLiteral("/count.txt"));
    QVERIFY(count.open(QIODevice::WriteOnly));
    count.write("41");
    count.close();
    const Outcome told = execute({QStringLiteral("--check"), QStringLiteral("order"), source});
    QVERIFY2(told.code == 0, told.err.constData());
    QCOMPARE(told.out, QByteArray("42\n"));
    QVERIFY2(!told.err.contains("[order]"), told.err.constData());
}

void TestLaneChecks::whoWaitsIsNamed()
{
    const QString source = copied(QStringLiteral("endless.cu"));
    const Outcome endless = execute({QStringLiteral("--time"), QStringLiteral("3"), source});
    QCOMPARE(endless.code, 3);
    QVERIFY2(
        endless.err.contains("endless.cu:9: in spin: thread 32 of block 0 does not come to its "
                             "end; threads 0-31 wait at the barrier in line 7 [endless]"),
        endless.err.constData());
    QVERIFY2(endless.err.contains("The program was ended after 3 s"), endless.err.constData());
    const Outcome waits = execute({source, QStringLiteral("--"), QStringLiteral("grid")});
    QCOMPARE(waits.code, 70);
    QVERIFY2(
        waits.err.contains("threads 0-3 wait for the grid in line 18, threads 4-31 wait at the "
                           "barrier in line 16 [deadlock]"),
        waits.err.constData());
    QVERIFY2(waits.err.contains("the threads of a kernel wait for each other without end"),
             waits.err.constData());
}

void TestLaneChecks::checksAreRead()
{
    const Outcome wrong = execute(
        {QStringLiteral("--check"), QStringLiteral("bounds,all,none"), QStringLiteral("x.cu")});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.err.contains("bounds, uninitialised, race, order or all, not \"none\""),
             wrong.err.constData());
    QCOMPARE(execute({QStringLiteral("--seed"), QStringLiteral("0"), QStringLiteral("x.cu")}).code,
             2);
}

QTEST_GUILESS_MAIN(TestLaneChecks)
#include "tst_lanechecks.moc"
