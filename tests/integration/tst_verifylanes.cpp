// The original and the port on lanes, compared, by rocport-cli as a user runs it.
#include "core/lanes/lanecompare.h"
#include "core/lanes/laneverify.h"
#include "tests/integration/clifixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <memory>

using namespace rocport;
using rocport::test::Outcome;

class TestVerifyLanes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRightPortPasses();
    void aWrongPortIsNamed();
    void checksAreAskedFor();
    void wavesAreAsWideAsTheGpus();
    void whatCannotBeBuiltIsNoDifference();
    void whatAProgramPutsInPlaceOfARecordIsRefused_data();
    void whatAProgramPutsInPlaceOfARecordIsRefused();
    void wrongUsage_data();
    void wrongUsage();
    void recordsAreRead();
    void recordsOfAnyBytes();
    void copiesArePaired();
    void errorsHaveTheirLimits();
    void aCrashIsNoEquality();
    void outputsAreCompared_data();
    void outputsAreCompared();

private:
    static bool hasEngine()
    {
        return QFileInfo::exists(QStringLiteral("/usr/include/boost/context/detail/fcontext.hpp"));
    }
    /// A folder with a program of the corpus.
    QString folderWith(const QString& name)
    {
        const QString folder = m_folder.filePath(QString::number(++m_number));
        QDir().mkpath(folder);
        return QFile::copy(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/lanes/") + name,
                           folder + u'/' + name)
                   ? folder
                   : QString();
    }
    static Outcome verify(const QStringList& arguments)
    {
        return rocport::test::run(QStringList{QStringLiteral("verify"), QStringLiteral("lanes")} +
                                  arguments);
    }
    static LaneCopy copyOf(const char* name, qint64 bytes, const char* hash)
    {
        LaneCopy copy;
        copy.name = QLatin1StringView(name);
        copy.bytes = bytes;
        copy.hash = hash;
        return copy;
    }

    QTemporaryDir m_folder;
    int m_number = 0;
};

void TestVerifyLanes::aRightPortPasses()
{
    if (!hasEngine()) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
    const Outcome done = verify({folderWith(QStringLiteral("copies.cu")),
                                 QStringLiteral("--format"), QStringLiteral("json")});
    QVERIFY2(done.code == 0, (done.out + done.err).constData());
    const QJsonObject result = QJsonDocument::fromJson(done.out).object();
    QVERIFY(result.value(u"equal").toBool());
    QStringList told;
    const QJsonArray copies = result.value(u"copies").toArray();
    for (const QJsonValue value : copies) {
        const QJsonObject copy = value.toObject();
        told.append(QStringLiteral("%1 %2 %3 %4 line %5")
                        .arg(copy.value(u"name").toString(), copy.value(u"kernel").toString(),
                             copy.value(u"type").toString())
                        .arg(copy.value(u"elements").toInt())
                        .arg(copy.value(u"line").toInt()));
        const QJsonArray ports = copy.value(u"ports").toArray();
        QCOMPARE(ports.size(), 2);
        for (const QJsonValue port : ports) {
            QCOMPARE(port.toObject().value(u"verdict").toString(), QStringLiteral("equal"));
        }
    }
    // What reads memory after it was written is not what wrote it last.
    QCOMPARE(told, (QStringList{QStringLiteral("d_sums row_sum float32 64 line 56"),
                                QStringLiteral("plain twice float32 64 line 58"),
                                QStringLiteral("d_twice twice float32 8 line 59"),
                                QStringLiteral("counter count int32 4 line 62"),
                                QStringLiteral("shared fill int32 16 line 64"),
                                QStringLiteral("image twice float32 8 line 71")}));
    const QJsonArray runs = result.value(u"runs").toArray();
    QCOMPARE(runs.size(), 3);
    for (const QJsonValue run : runs) {
        QCOMPARE(run.toObject().value(u"ending").toString(), QStringLiteral("exited with 4"));
    }
}

void TestVerifyLanes::aWrongPortIsNamed()
{
    if (!hasEngine()) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
    const Outcome done = verify({folderWith(QStringLiteral("half_sum.cu"))});
    QVERIFY2(done.code == 1, (done.out + done.err).constData());
    QVERIFY2(done.out.contains("2 `row_sum` differs on 64 lanes from element 2 on: d_sums is 64 "
                               "and not 128; 6 of 8 elements differ, by at most 64. `row_sum` is "
                               "at half_sum.cu:7. half_sum.cu:11: "),
             done.out.constData());
    QVERIFY2(done.out.contains("no evidence of an AMD GPU"), done.out.constData());
    static const QRegularExpression scaled(
        QStringLiteral("1 +d_scaled +scale +float32, 1,024 +0 +Equal +Equal"));
    QVERIFY2(scaled.match(QString::fromUtf8(done.out)).hasMatch(), done.out.constData());
    static const QRegularExpression summed(
        QStringLiteral("2 +d_sums +row_sum +float32, 8 +64 +Differs +Equal"));
    QVERIFY2(summed.match(QString::fromUtf8(done.out)).hasMatch(), done.out.constData());
}

/// A race, and a result that the order of the blocks decides: of the original as of the port.
void TestVerifyLanes::checksAreAskedFor()
{
    if (!hasEngine()) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
    const QString folder = m_folder.filePath(QStringLiteral("checked"));
    QDir().mkpath(folder);
    QFile file(folder + QStringLiteral("/last.cu"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#include <cstdio>\n"
               "#include <cuda_runtime.h>\n"
               "__global__ void neighbours(int* out)\n{\n"
               "    __shared__ int all[128];\n"
               "    all[threadIdx.x] = threadIdx.x;\n"
               "    out[threadIdx.x] = all[127 - threadIdx.x];\n}\n"
               "__global__ void ranks(int* next, int* out)\n{\n"
               "    out[blockIdx.x] = atomicAdd(next, 1);\n}\n"
               "int main()\n{\n"
               "    int* out;\n    int* next;\n    int got[128] = {};\n"
               "    cudaMalloc(&out, sizeof(got));\n    cudaMalloc(&next, sizeof(int));\n"
               "    cudaMemset(next, 0, sizeof(int));\n"
               "    neighbours<<<1, 128>>>(out);\n"
               "    ranks<<<4, 1>>>(next, out);\n"
               "    cudaMemcpy(got, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);\n"
               "    std::printf(\"%d %d %d %d\\n\", got[0], got[1], got[2], got[3]);\n"
               "    return 0;\n}\n");
    file.close();
    const Outcome done = verify({folder, QStringLiteral("--check"), QStringLiteral("race,order"),
                                 QStringLiteral("--lanes"), QStringLiteral("64")});
    QVERIFY2(done.code == 1, (done.out + done.err).constData());
    QVERIFY2(done.out.contains("last.cu:7: in neighbours: "), done.out.constData());
    QVERIFY2(done.out.contains("[race] (the port on 64 lanes)"), done.out.constData());
    QVERIFY2(done.out.contains("[race] (the original on 32 lanes)"), done.out.constData());
    QVERIFY2(done.out.contains("with lanes and blocks in another order (--seed "),
             done.out.constData());
    QVERIFY2(done.out.contains("[order] (the port on 64 lanes)"), done.out.constData());
    const Outcome unchecked = verify({folder, QStringLiteral("--lanes"), QStringLiteral("64")});
    QVERIFY2(!unchecked.out.contains("[race]") && !unchecked.out.contains("[order]"),
             unchecked.out.constData());
}

/// Each of the three runs has waves of its own width, although they share the engine.
void TestVerifyLanes::wavesAreAsWideAsTheGpus()
{
    if (!hasEngine()) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
    const QString folder = m_folder.filePath(QStringLiteral("waves"));
    QDir().mkpath(folder);
    QFile file(folder + QStringLiteral("/main.hip"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#include <cstdio>\n#include <hip/hip_runtime.h>\n"
               "__global__ void lanes(int* out)\n{\n"
               "    out[threadIdx.x] = __popcll(__ballot(1)) * 1000 + __shfl(threadIdx.x, 5);\n"
               "}\n"
               "int main()\n{\n    int* out;\n    int host[128];\n"
               "    hipMalloc((void**)&out, sizeof host);\n"
               "    lanes<<<1, 128>>>(out);\n"
               "    hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost);\n"
               "    std::printf(\"%d %d\\n\", host[0], host[127]);\n    return 0;\n}\n");
    file.close();
    const QPair<const char*, const char*> waves[] = {{"64", "64005 64069\n"},
                                                     {"32", "32005 32101\n"}};
    for (const auto& wave : waves) {
        const Outcome ended = rocport::test::run(
            {QStringLiteral("execute"), QStringLiteral("--lanes"), QLatin1StringView(wave.first),
             folder + QStringLiteral("/main.hip")});
        QVERIFY2(ended.code == 0, ended.err.constData());
        QCOMPARE(ended.out, QByteArray(wave.second));
    }
    QFile wide(folder + QStringLiteral("/main.cu"));
    QVERIFY(wide.open(QIODevice::WriteOnly));
    wide.write("#include <cuda_runtime.h>\n"
               "__global__ void sum(int* out, int* part)\n{\n"
               "    int v = threadIdx.x;\n"
               "    for (int o = warpSize / 2; o > 0; o /= 2)\n"
               "        v += __shfl_down_sync(__activemask(), v, o);\n"
               "    if (threadIdx.x % warpSize == 0) part[threadIdx.x / warpSize] = v;\n"
               "    __syncthreads();\n    if (threadIdx.x != 0) return;\n    v = 0;\n"
               "    for (int i = 0; i < blockDim.x / warpSize; ++i) v += part[i];\n"
               "    *out = v;\n}\n"
               "int main()\n{\n    int *out, *part;\n    int host[8];\n"
               "    cudaMalloc(&out, 4);\n    cudaMalloc(&part, 32);\n"
               "    cudaMemset(part, 0, 32);\n    sum<<<1, 256>>>(out, part);\n"
               "    cudaMemcpy(host, out, 4, cudaMemcpyDeviceToHost);\n"
               "    cudaMemcpy(host, part, 32, cudaMemcpyDeviceToHost);\n"
               "    return 0;\n}\n");
    wide.close();
    QVERIFY(QFile::remove(folder + QStringLiteral("/main.hip")));
    const Outcome done = verify({folder});
    QVERIFY2(done.code == 1, (done.out + done.err).constData());
    QVERIFY2(!done.err.contains("[shuffle]"), done.err.constData());
    static const QRegularExpression one(QStringLiteral("1 +out +sum +int32, 1 +0 +Equal +Equal"));
    QVERIFY2(one.match(QString::fromUtf8(done.out)).hasMatch(), done.out.constData());
    // The sums of the first 64 and of the first 32 threads.
    QVERIFY2(done.out.contains("`sum` differs on 64 lanes from element 0 on: part is 2016 and not "
                               "496; 8 of 8 elements differ"),
             done.out.constData());
}

void TestVerifyLanes::whatCannotBeBuiltIsNoDifference()
{
    if (!hasEngine()) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
    const QString folder = m_folder.filePath(QStringLiteral("broken"));
    QDir().mkpath(folder);
    QFile file(folder + QStringLiteral("/main.cu"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("__global__ void k() {}\nint main() { k<<<1, 1>>>(); return nothing; }\n");
    file.close();
    const Outcome done = verify({folder});
    QCOMPARE(done.code, 3);
    QVERIFY2(done.out.contains("The original on 32 lanes cannot be built for the CPU"),
             done.out.constData());
    QVERIFY2(done.out.contains("main.cu:2:"), done.out.constData());
}

void TestVerifyLanes::whatAProgramPutsInPlaceOfARecordIsRefused_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::newRow("a pipe") << QByteArray("mkfifo(name.c_str(), 0600)");
    QTest::newRow("a link") << QByteArray("symlink(\"/etc/passwd\", name.c_str())");
}

/// Neither is a pipe waited for nor a link followed.
void TestVerifyLanes::whatAProgramPutsInPlaceOfARecordIsRefused()
{
    QFETCH(QByteArray, call);
    if (!hasEngine()) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
    const QString folder = m_folder.filePath(QString::number(++m_number));
    QDir().mkpath(folder);
    QFile file(folder + QStringLiteral("/main.cu"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#include <cstdlib>\n#include <string>\n#include <sys/stat.h>\n"
               "#include <unistd.h>\n__global__ void k() {}\nint main()\n{\n"
               "    const std::string name = std::string(std::getenv(\"LANES_COPIES\")) + "
               "\"/copies.jsonl\";\n    k<<<1, 1>>>();\n    unlink(name.c_str());\n    return " +
               call + ";\n}\n");
    file.close();
    const Outcome done = verify({folder, QStringLiteral("--lanes"), QStringLiteral("64")});
    QCOMPARE(done.code, 3);
    QVERIFY2(done.err.contains("copies.jsonl"), done.err.constData());
    QVERIFY(!done.out.contains("root:"));
}

void TestVerifyLanes::wrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no folder") << QStringList();
    QTest::newRow("lanes") << QStringList{QStringLiteral("--lanes"), QStringLiteral("16"),
                                          QStringLiteral(".")};
    QTest::newRow("lanes twice") << QStringList{QStringLiteral("--lanes"), QStringLiteral("32,32"),
                                                QStringLiteral(".")};
    QTest::newRow("time") << QStringList{QStringLiteral("--time"), QStringLiteral("0"),
                                         QStringLiteral(".")};
    QTest::newRow("check") << QStringList{QStringLiteral("--check"), QStringLiteral("speed"),
                                          QStringLiteral(".")};
    QTest::newRow("half a tolerance")
        << QStringList{QStringLiteral("--rtol"), QStringLiteral("1"), QStringLiteral(".")};
}

void TestVerifyLanes::wrongUsage()
{
    QFETCH(QStringList, arguments);
    QCOMPARE(verify(arguments).code, 2);
}

void TestVerifyLanes::recordsAreRead()
{
    const LaneRecording recording = laneCopiesOf(
        "{\"number\":1,\"text\":\"a\",\"file\":\"x.cu\",\"line\":7,\"type\":\"float4\","
        "\"bytes\":32,\"offset\":0,\"hash\":\"0123456789abcdef\",\"kernel\":\"k<int>\","
        "\"launch\":3,\"grid\":[2,1,1],\"block\":[4,1,1],\"kernelFile\":\"x.cu\","
        "\"kernelLine\":5}\n"
        "no line\n"
        "{\"bytes\":8,\"offset\":28}\n{\"bytes\":-1}\n{\"more\":true}\n",
        32);
    QCOMPARE(recording.copies.size(), 2);
    QVERIFY(recording.more);
    const LaneCopy& first = recording.copies.first();
    QCOMPARE(first.elementType(), ElementType::Float32);
    QCOMPARE(first.elements(), 8);
    QCOMPARE(first.offset, 0);
    QVERIFY(first.writer.has_value());
    QCOMPARE(first.writer->kernel, QStringLiteral("k<int>"));
    QCOMPARE(first.writer->block[0], 4U);
    // What is said to lie behind the end of the data is not there.
    QCOMPARE(recording.copies.last().offset, -1);
    QCOMPARE(recording.copies.last().elementType(), ElementType::UInt8);
    QCOMPARE(laneElementType(u"__half"), std::optional(ElementType::Float16));
    QCOMPARE(laneElementType(u"__nv_bfloat162"), std::optional(ElementType::BFloat16));
    QCOMPARE(laneElementType(u"Particle"), std::optional<ElementType>());
}

/// Records that lie over each other are not all read: the data would be read for ever.
void TestVerifyLanes::recordsOfAnyBytes()
{
    const QByteArray line = "{\"bytes\":1073741824,\"offset\":0}\n";
    const LaneRecording recording = laneCopiesOf(line.repeated(3), qint64(1) << 40);
    QCOMPARE(recording.copies.size(), 3);
    QCOMPARE(recording.copies[0].offset, 0);
    QCOMPARE(recording.copies[1].offset, -1);
    QVERIFY(laneCopiesOf("[[[[[\n\n{}\n\xff\xfe{\"bytes\":1e300}\n", 0).copies.isEmpty());
}

void TestVerifyLanes::copiesArePaired()
{
    LaneRecording original;
    original.copies = {copyOf("a", 4, "0000000000000001"), copyOf("b", 4, "0000000000000002"),
                       copyOf("c", 4, "0000000000000003")};
    LaneComparer comparer(original, {});
    LaneRecording port;
    port.copies = {copyOf("a", 4, "0000000000000001"), copyOf("x", 4, "0000000000000009"),
                   copyOf("c", 8, "0000000000000003")};
    QVERIFY(comparer.addPort(64, port).ok());
    port.copies = {copyOf("b", 4, "0000000000000007"), copyOf("c", 4, "0000000000000003"),
                   copyOf("d", 4, "0000000000000004")};
    QVERIFY(comparer.addPort(32, port).ok());
    QStringList verdicts;
    for (const LaneCopyCheck& check : comparer.checks()) {
        QCOMPARE(check.ports.size(), 2);
        verdicts.append(QStringLiteral("%1 %2 %3")
                            .arg(check.name, laneVerdictId(check.ports[0].verdict),
                                 laneVerdictId(check.ports[1].verdict)));
        const auto read = laneCopyFromJson(laneCopyToJson(check));
        QVERIFY(read.ok());
        QCOMPARE(laneCopyToJson(*read), laneCopyToJson(check));
    }
    QCOMPARE(verdicts,
             (QStringList{QStringLiteral("a equal missing"), QStringLiteral("b not-kept not-kept"),
                          QStringLiteral("c differs equal"), QStringLiteral("d missing extra")}));
}

/// By an absolute and a relative part, of the original's value.
void TestVerifyLanes::errorsHaveTheirLimits()
{
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    const float nan = std::nanf("");
    const auto recordingOf = [](const QVector<float>& values, const char* hash) {
        LaneRecording recording;
        LaneCopy copy = copyOf("a", values.size() * qint64(sizeof(float)), hash);
        copy.type = ElementType::Float32;
        copy.offset = 0;
        recording.copies = {copy};
        recording.data = std::make_shared<MemorySource>(
            QByteArray(reinterpret_cast<const char*>(values.constData()), copy.bytes), QString());
        return recording;
    };
    const LaneRecording original = recordingOf({1000, -1000, 0, kInfinite, nan, 1}, "1");
    const LaneRecording port =
        recordingOf({1000.5F, -1002, 0.125F, kInfinite, nan, kInfinite}, "2");
    const auto compared = [&](const Tolerance& tolerance) {
        Tolerances tolerances;
        tolerances.all = tolerance;
        LaneComparer comparer(original, tolerances);
        const bool added = comparer.addPort(64, port).ok();
        return added ? comparer.checks().first() : LaneCopyCheck();
    };
    const LaneCopyCheck check = compared({0.25, 1.0 / 1024, QStringLiteral("a test")});
    QCOMPARE(check.ports.size(), 1);
    const LanePortCopy& found = check.ports.first();
    QCOMPARE(found.comparison->mismatched, 2);
    QCOMPARE(found.comparison->firstMismatch, 1);
    constexpr double kOf1000 = 0.25 + 1000.0 / 1024;
    QCOMPARE(found.limits,
             (QVector<double>{kOf1000, kOf1000, 0.25, 0.25, 0.25, 0.25 + 1.0 / 1024}));
    qint64 beyond = 0;
    for (qsizetype i = 0; i < found.errors.size(); ++i) {
        beyond += found.errors[i] > found.limits[i] ? 1 : 0;
    }
    QCOMPARE(beyond, found.comparison->mismatched);
    QJsonObject record = laneCopyToJson(check);
    const auto again = laneCopyFromJson(record);
    QVERIFY(again.ok());
    QCOMPARE(again->ports.first().limits, found.limits);
    // Older records have none; a wrong number of them is refused.
    for (const auto& [limits, reads] :
         {std::pair(QJsonArray(), true), std::pair(QJsonArray{1.0}, false),
          std::pair(QJsonArray{1, 1, 1, 1, 1, -1}, false)}) {
        QJsonObject one = record.value(u"ports").toArray().first().toObject();
        one.insert(QStringLiteral("limits"), limits);
        record.insert(QStringLiteral("ports"), QJsonArray{one});
        QCOMPARE(laneCopyFromJson(record).ok(), reads);
    }
    // One limit for all needs no list.
    QVERIFY(compared({0.25, 0, QStringLiteral("a test")}).ports.first().limits.isEmpty());
}

/// Three runs that die alike say nothing; a status of 255 is no signal.
void TestVerifyLanes::aCrashIsNoEquality()
{
    LaneVerification result;
    LaneSide side;
    side.original = true;
    side.ran = true;
    side.program.program = QStringLiteral("/p");
    side.run.output.outcome.end = ProcessEnd::Exited;
    side.run.output.outcome.exitCode = 139;
    result.sides = {side};
    QVERIFY(!result.complete());
    QVERIFY(side.problem().contains(QStringLiteral("was ended by signal 11")));
    side.run.output.outcome.exitCode = 255;
    result.sides = {side};
    QVERIFY(result.complete());
    QCOMPARE(side.ending(), QStringLiteral("exited with 255"));
    side.moreCopies = true;
    result.sides = {side};
    QVERIFY(!result.complete());
}

void TestVerifyLanes::outputsAreCompared_data()
{
    QTest::addColumn<QByteArray>("reference");
    QTest::addColumn<QByteArray>("candidate");
    QTest::addColumn<QString>("difference");
    const auto row = [](const char* name, const char* reference, const char* candidate,
                        const char* difference) {
        QTest::newRow(name) << QByteArray(reference) << QByteArray(candidate)
                            << QString::fromLatin1(difference);
    };
    row("equal", "a\nb\n", "a\nb\n", "");
    row("within", "sum 1.00001 x\n", "sum 1.00002 x\n", "");
    row("number", "a\nsum 1.5\n", "a\nsum 2.5\n", "line 2 is \"sum 2.5\" and not \"sum 1.5\".");
    row("word", "pass\n", "fail\n", "line 1 is \"fail\" and not \"pass\".");
    row("time", "took 1.25 ms\n", "took 13.5 ms\n", "");
    row("small", "0.00012345\n", "0.00012346\n", "");
    row("integer", "primes: 78498\n", "primes: 78497\n",
        "line 1 is \"primes: 78497\" and not \"primes: 78498\".");
    row("checksum", "0x3f2a1b00\n", "0x3f2a1b07\n",
        "line 1 is \"0x3f2a1b07\" and not \"0x3f2a1b00\".");
    row("second as an ordinal", "second sum 45\n", "second sum 99\n",
        "line 1 is \"second sum 99\" and not \"second sum 45\".");
    row("genitive", "kernel's result: 5\n", "kernel's result: 6\n",
        "line 1 is \"kernel's result: 6\" and not \"kernel's result: 5\".");
    row("time before", "elapsed time: 3 and 17 sums\n", "elapsed time: 4 and 17 sums\n", "");
    row("behind a time", "elapsed time: 3 ms, 17 sums\n", "elapsed time: 4 ms, 18 sums\n",
        "line 1 is \"elapsed time: 4 ms, 18 sums\" and not \"elapsed time: 3 ms, 17 sums\".");
    QTest::newRow("behind a zero")
        << QByteArray("P6\0a 1", 6) << QByteArray("P6\0b 1", 6) << QString::fromLatin1("line 1 is");
    row("less", "a\nb\n", "a\n", "line 2, \"b\", is only in the original's.");
    row("more", "a\n", "a\nb\n", "line 2, \"b\", is only in the port's.");
}

void TestVerifyLanes::outputsAreCompared()
{
    QFETCH(QByteArray, reference);
    QFETCH(QByteArray, candidate);
    QFETCH(QString, difference);
    const QString found = outputDifference(reference, candidate, {1e-4, 1e-4, {}});
    if (reference.contains('\0')) {
        QVERIFY2(found.startsWith(difference), qPrintable(found));
    } else {
        QCOMPARE(found, difference);
    }
}

QTEST_GUILESS_MAIN(TestVerifyLanes)
#include "tst_verifylanes.moc"
