// rocport-cli review --execute: what running the port on lanes says of its hunks.

#include "clifixture.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using rocport::test::Outcome;
using rocport::test::run;
using rocport::test::ScratchRepository;

namespace {

/// Two kernels, of which one adds up over the lanes of a warp.
constexpr const char* kProgram = R"(#include <cuda_runtime.h>
#include <cstdio>

__global__ void scale(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x] * 2.0f;
}

__global__ void total(float* out, const float* in) {
  float v = in[threadIdx.x];
  for (int o = 16; o > 0; o >>= 1)
    v += __shfl_down_sync(0xffffffffu, v, o);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}

int main() {
  float host[64], *in, *out, *sum;
  for (int i = 0; i < 64; ++i) host[i] = 1.0f;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&sum, sizeof(float));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, sizeof(float));
  scale<<<1, 64>>>(out, in);
  total<<<1, 64>>>(sum, in);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  float added = 0;
  cudaMemcpy(&added, sum, sizeof added, cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", host[63], added);
  return 0;
}
)";

constexpr const char* kNames = R"(#ifdef __HIP_PLATFORM_AMD__
#include <hip/hip_runtime.h>
#define cudaMalloc hipMalloc
#define cudaMemcpy hipMemcpy
#define cudaMemset hipMemset
#define cudaMemcpyHostToDevice hipMemcpyHostToDevice
#define cudaMemcpyDeviceToHost hipMemcpyDeviceToHost
#else
#include <cuda_runtime.h>
#endif
)";

QByteArray guarded(const QByteArray& hip, const QByteArray& cuda)
{
    return "#ifdef __HIP_PLATFORM_AMD__\n" + hip + "#else\n" + cuda + "#endif\n";
}

/// A port of it whose reduction starts at `first` and whose waves end at a multiple of `width`.
QByteArray portOf(const QByteArray& first, const QByteArray& width)
{
    QByteArray port = QByteArray(kProgram).replace("#include <cuda_runtime.h>\n", kNames);
    const QByteArray loop = "  for (int o = 16; o > 0; o >>= 1)\n"
                            "    v += __shfl_down_sync(0xffffffffu, v, o);\n"
                            "  if (threadIdx.x % 32 == 0) atomicAdd(out, v);\n";
    const QByteArray hip = "  for (int o = " + first +
                           "; o > 0; o >>= 1)\n    v += __shfl_down(v, o);\n"
                           "  if (threadIdx.x % " +
                           width + " == 0) atomicAdd(out, v);\n";
    port.replace(loop, guarded(hip, loop));
    const QByteArray body = "  out[threadIdx.x] = in[threadIdx.x] * 2.0f;\n";
    return port.replace(body,
                        guarded("  out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x];\n", body));
}

Outcome execute(const ScratchRepository& repository, const QStringList& more)
{
    return run(QStringList{QStringLiteral("review"), repository.path(),
                           QStringLiteral("HEAD^..HEAD"), QStringLiteral("--execute"),
                           QStringLiteral("p.cu")} +
               more);
}

/// "lines 5: lanes-equal", in order.
QStringList armsOf(const Outcome& outcome)
{
    QStringList arms;
    const QJsonObject root = QJsonDocument::fromJson(outcome.out).object();
    for (const auto& file : root[QStringLiteral("files")].toArray()) {
        for (const auto& value : file[QStringLiteral("hunks")].toArray()) {
            const QJsonObject hunk = value.toObject();
            arms.append(
                QStringLiteral("%1: %2")
                    .arg(hunk[QStringLiteral("base")].toObject()[QStringLiteral("first")].toInt())
                    .arg(hunk[QStringLiteral("rocmArm")].toString()));
        }
    }
    return arms;
}

void makePort(const ScratchRepository& repository, const QByteArray& port)
{
    repository.write(QStringLiteral("p.cu"), kProgram);
    repository.commitAll(QStringLiteral("base"));
    repository.write(QStringLiteral("p.cu"), port);
    repository.commitAll(QStringLiteral("port"));
}

const QStringList kJson{QStringLiteral("--format"), QStringLiteral("json")};

} // namespace

class TestReviewExecution : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rightPort();
    void wrongPort();
    void withoutHunk();
    void doesNotBuild();
    void usage_data();
    void usage();
};

/// Every hunk of the program is equal: those in kernels by their results, the others by all.
void TestReviewExecution::rightPort()
{
    const ScratchRepository repository;
    makePort(repository, portOf("warpSize / 2", "warpSize"));
    const Outcome outcome = execute(
        repository, kJson + QStringList{QStringLiteral("--fail-on"), QStringLiteral("lanes")});
    QVERIFY2(outcome.code == 0, outcome.err + outcome.out);
    QCOMPARE(armsOf(outcome),
             (QStringList{QStringLiteral("1: lanes-equal"), QStringLiteral("5: lanes-equal"),
                          QStringLiteral("10: lanes-equal")}));
    QVERIFY2(outcome.out.contains("1 result of `total` is as in the base on 64 and 32 lanes."),
             outcome.out);
    QVERIFY(outcome.out.contains("2 results of the program are as in the base"));
}

/// Only the hunk within the kernel that gives something else is wrong, and the others are not said
/// to be right where the run does not show it.
void TestReviewExecution::wrongPort()
{
    const ScratchRepository repository;
    makePort(repository, portOf("16", "warpSize"));
    const Outcome outcome = execute(
        repository, kJson + QStringList{QStringLiteral("--fail-on"), QStringLiteral("lanes")});
    QVERIFY2(outcome.code == 1, outcome.err);
    QCOMPARE(armsOf(outcome),
             (QStringList{QStringLiteral("1: not-tried"), QStringLiteral("5: lanes-equal"),
                          QStringLiteral("10: lanes-differ")}));
    const Outcome text = execute(repository, {});
    QVERIFY2(text.out.contains("ROCm arm: lanes differ]"), text.out);
    QVERIFY2(text.out.contains("`total` differs on 64 lanes"), text.out);
    const Outcome sarif =
        execute(repository, {QStringLiteral("--format"), QStringLiteral("sarif")});
    QVERIFY(sarif.out.contains("\"ruleId\": \"review-lanes-differ\"") ||
            sarif.out.contains("\"ruleId\":\"review-lanes-differ\""));
}

/// A kernel that the port forgot is named, and so is what a check finds there.
void TestReviewExecution::withoutHunk()
{
    const QByteArray kernel = "__global__ void lane(int* out) {\n"
                              "  __shared__ int last;\n"
                              "  last = threadIdx.x;\n"
                              "  out[threadIdx.x] = threadIdx.x % warpSize + 0 * last;\n}\n\n";
    const auto withKernel = [&kernel](QByteArray text) {
        return text.replace("int main() {\n", kernel + "int main() {\n")
            .replace("  std::printf", "  int lanes[64], *device;\n"
                                      "  cudaMalloc(&device, sizeof lanes);\n"
                                      "  lane<<<1, 64>>>(device);\n"
                                      "  cudaMemcpy(lanes, device, sizeof lanes, "
                                      "cudaMemcpyDeviceToHost);\n  std::printf");
    };
    const ScratchRepository repository;
    repository.write(QStringLiteral("p.cu"), withKernel(kProgram));
    repository.commitAll(QStringLiteral("base"));
    repository.write(QStringLiteral("p.cu"), withKernel(portOf("warpSize / 2", "warpSize")));
    repository.commitAll(QStringLiteral("port"));
    const Outcome outcome =
        execute(repository, {QStringLiteral("--fail-on"), QStringLiteral("lanes"),
                             QStringLiteral("--check"), QStringLiteral("race")});
    QVERIFY2(outcome.code == 1, outcome.err);
    QVERIFY2(outcome.out.contains("On lanes, p.cu:15: `lane` differs on 64 lanes"), outcome.out);
}

void TestReviewExecution::doesNotBuild()
{
    const ScratchRepository repository;
    makePort(repository,
             QByteArray(portOf("16", "32")).replace("#define cudaMalloc hipMalloc\n", ""));
    const Outcome outcome = execute(
        repository, kJson + QStringList{QStringLiteral("--fail-on"), QStringLiteral("lanes")});
    QCOMPARE(outcome.code, 1);
    QVERIFY(armsOf(outcome).contains(QStringLiteral("10: not-tried")));
    QVERIFY2(outcome.out.contains("On lanes: The port on 64 lanes"), outcome.out);
}

void TestReviewExecution::usage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    const QStringList range{QStringLiteral("HEAD^..HEAD")};
    QTest::newRow("lanes") << range + QStringList{QStringLiteral("--execute"), QStringLiteral("."),
                                                  QStringLiteral("--lanes"), QStringLiteral("16")}
                           << QByteArray("--lanes must be 64,32, 64 or 32");
    QTest::newRow("fail-on") << range + QStringList{QStringLiteral("--fail-on"),
                                                    QStringLiteral("lanes")}
                             << QByteArray("--fail-on lanes needs --execute");
    QTest::newRow("check") << range + QStringList{QStringLiteral("--check"), QStringLiteral("race")}
                           << QByteArray("--check needs --execute");
    QTest::newRow("branch") << range + QStringList{QStringLiteral("--accept"),
                                                   QStringLiteral("all"),
                                                   QStringLiteral("--branch"), QString()}
                            << QByteArray("--branch needs the name");
    QTest::newRow("arguments") << range + QStringList{QStringLiteral("--"), QStringLiteral("1")}
                               << QByteArray("arguments behind -- are for --execute");
    QTest::newRow("outside") << range + QStringList{QStringLiteral("--execute"),
                                                    QStringLiteral("../p.cu")}
                             << QByteArray("outside");
}

void TestReviewExecution::usage()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, said);
    const ScratchRepository repository;
    makePort(repository, "int x;\n");
    const Outcome outcome =
        run(QStringList{QStringLiteral("review"), repository.path()} + arguments);
    QVERIFY(outcome.code > 1);
    QVERIFY2(outcome.err.contains(said), outcome.err);
}

QTEST_GUILESS_MAIN(TestReviewExecution)
#include "tst_reviewexecution.moc"
