// rocport-cli verify compare as a user runs it: output, files and exit codes.

#include "core/tensor/comparison.h"
#include "core/tensor/tensorfile.h"
#include "testpaths.h"
#include "tests/support/tensorbytes.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

namespace {

struct CompareRun
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

CompareRun compare(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli"),
                  QStringList{QStringLiteral("verify"), QStringLiteral("compare")} + arguments);
    CompareRun outcome;
    if (process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit) {
        outcome.code = process.exitCode();
    }
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

QString golden(const char* name)
{
    return QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/golden/") + QString::fromLatin1(name);
}

} // namespace

class VerifyCompareTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goldenVectorsPass_data();
    void goldenVectorsPass();
    void tighterToleranceFails();
    void alteredElementIsNamed();
    void tolerancesOfAFile();
    void json();
    void wrongUsage_data();
    void wrongUsage();
    void errors();

private:
    [[nodiscard]] QString write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size()
                   ? file.fileName()
                   : QString();
    }
    QTemporaryDir m_folder;
};

void VerifyCompareTest::goldenVectorsPass_data()
{
    QTest::addColumn<QString>("type");
    for (const char* type : {"float32", "float16", "bfloat16"}) {
        QTest::newRow(type) << QString::fromLatin1(type);
    }
}

void VerifyCompareTest::goldenVectorsPass()
{
    QFETCH(QString, type);
    const QString base = golden("block_") + type + QStringLiteral("_0.");
    const CompareRun run = compare(
        {base + QStringLiteral("cuda.safetensors"), base + QStringLiteral("cpu.safetensors")});
    QVERIFY2(run.code == 0, run.err.constData());
    QVERIFY(run.out.contains("2 tensors agree, 0 do not"));
    QVERIFY(run.out.contains(type.toUtf8()));
    QVERIFY(run.err.isEmpty());
}

void VerifyCompareTest::tighterToleranceFails()
{
    const CompareRun run =
        compare({golden("block_float32_0.cuda.safetensors"),
                 golden("block_float32_0.cpu.safetensors"), QStringLiteral("--rtol"),
                 QStringLiteral("0"), QStringLiteral("--atol"), QStringLiteral("1e-8")});
    QCOMPARE(run.code, 1);
    QVERIFY(run.out.contains("It would pass with atol"));
    QVERIFY(run.out.contains("given on the command line"));
}

void VerifyCompareTest::alteredElementIsNamed()
{
    QVector<float> numbers(24);
    for (int i = 0; i < 24; ++i) {
        numbers[i] = float(i);
    }
    const QString left = m_folder.filePath(QStringLiteral("left.safetensors"));
    const QString right = m_folder.filePath(QStringLiteral("right.safetensors"));
    const QVector<qint64> shape{2, 3, 4};
    QVERIFY(writeSafetensors(
                left, {{QStringLiteral("out"), ElementType::Float32, shape, bytesOf(numbers)}})
                .ok());
    numbers[17] += 1;
    QVERIFY(writeSafetensors(
                right, {{QStringLiteral("out"), ElementType::Float32, shape, bytesOf(numbers)}})
                .ok());
    const CompareRun run = compare({left, right});
    QCOMPARE(run.code, 1);
    QVERIFY2(run.out.contains(
                 "out: 1 of 24 elements is beyond the tolerance, at [1, 1, 1]. Worst at [1, 1, 1]: "
                 "reference 17, candidate 18."),
             run.out.constData());
}

void VerifyCompareTest::tolerancesOfAFile()
{
    const QString base = golden("block_float32_0.");
    const QStringList files{base + QStringLiteral("cuda.safetensors"),
                            base + QStringLiteral("cpu.safetensors"),
                            QStringLiteral("--tolerances")};
    const QString tight = write(
        QStringLiteral("tight.json"),
        R"({"format":1,"tensors":[{"name":"out*","absolute":0,"relative":0,"reason":"a test"}]})");
    const CompareRun failed = compare(files + QStringList{tight});
    QCOMPARE(failed.code, 1);
    QVERIFY(failed.out.contains("tolerance: a test"));
    const QString bad =
        write(QStringLiteral("bad.json"), R"({"format":1,"tensors":[{"name":"a","absolute":1}]})");
    const CompareRun refused = compare(files + QStringList{bad});
    QCOMPARE(refused.code, 3);
    QVERIFY(refused.err.contains("bad.json"));
}

void VerifyCompareTest::json()
{
    const QString out = m_folder.filePath(QStringLiteral("out.json"));
    const CompareRun run = compare(
        {golden("block_float16_0.cuda.safetensors"), golden("block_float16_0.cpu.safetensors"),
         QStringLiteral("--format"), QStringLiteral("json"), QStringLiteral("-o"), out});
    QCOMPARE(run.code, 0);
    QVERIFY(run.out.isEmpty());
    QFile file(out);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(object.value(QStringLiteral("passed")).toBool(), true);
    const QJsonArray tensors = object.value(QStringLiteral("tensors")).toArray();
    QCOMPARE(tensors.size(), 2);
    const auto back = comparisonFromJson(tensors.at(1).toObject());
    QVERIFY(back.ok());
    QCOMPARE(back->elements, 16384);
}

void VerifyCompareTest::wrongUsage_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("rtol alone") << QStringList{QStringLiteral("--rtol"), QStringLiteral("1")};
    QTest::newRow("negative") << QStringList{QStringLiteral("--rtol=-1"),
                                             QStringLiteral("--atol=1")};
    QTest::newRow("infinite") << QStringList{QStringLiteral("--rtol=inf"),
                                             QStringLiteral("--atol=1")};
    QTest::newRow("format") << QStringList{QStringLiteral("--format=xml")};
    QTest::newRow("kind") << QStringList{QStringLiteral("--kind=big")};
    QTest::newRow("third file") << QStringList{QStringLiteral("c")};
}

void VerifyCompareTest::wrongUsage()
{
    QFETCH(QStringList, options);
    const QString file = golden("block_float16_0.cpu.safetensors");
    const CompareRun run = compare(QStringList{file, file} + options);
    QCOMPARE(run.code, 2);
    QCOMPARE(run.err.count('\n'), 1);
    QVERIFY(run.out.isEmpty());
}

void VerifyCompareTest::errors()
{
    const QString good = golden("block_float16_0.cpu.safetensors");
    const QStringList bad{
        m_folder.filePath(QStringLiteral("none.npy")), write(QStringLiteral("m.pt"), "PK"),
        write(QStringLiteral("cut.safetensors"), "\xff\xff"), write(QStringLiteral("x.npz"), "PK")};
    for (const QString& path : bad) {
        const CompareRun run = compare({good, path});
        QCOMPARE(run.code, 3);
        QCOMPARE(run.err.count('\n'), 1);
        QVERIFY2(run.err.contains(path.toUtf8()), run.err.constData());
    }
}

QTEST_GUILESS_MAIN(VerifyCompareTest)
#include "tst_verifycompare.moc"
