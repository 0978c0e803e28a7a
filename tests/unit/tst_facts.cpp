#include "core/facts/facts.h"
#include "testpaths.h"

#include <QFile>
#include <QtTest>

using namespace rocport;

namespace {

std::string_view name(const char* cuda, const NameOptions& options = {})
{
    const ApiFact* const fact = findApi(cuda);
    return fact ? hipNameFor(*fact, options) : std::string_view("no such name");
}

QByteArray bytes(std::string_view text)
{
    return {text.data(), qsizetype(text.size())};
}

NameOptions rocm(std::initializer_list<int> version)
{
    NameOptions options;
    options.rocm = Version(version);
    return options;
}

} // namespace

class TestFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRowIsFound();
    void tablesMatchTheFiles();
    void unknownNames();
    void names_data();
    void names();
    void namesBeyondHipify();
    void headers();
    void words();
};

void TestFacts::everyRowIsFound()
{
    size_t count = 0;
    const ApiFact* const rows = allApis(count);
    QVERIFY(count > 10000);
    for (size_t i = 0; i < count; ++i) {
        QCOMPARE(findApi(rows[i].cuda), rows + i);
        if (i > 0) {
            QVERIFY(rows[i - 1].cuda < rows[i].cuda);
        }
        QVERIFY(!libraryName(rows[i].library).isEmpty());
    }
    const HeaderFact* const headerRows = allHeaders(count);
    QVERIFY(count > 150);
    for (size_t i = 0; i < count; ++i) {
        QCOMPARE(findHeader(headerRows[i].cuda), headerRows + i);
    }
}

void TestFacts::tablesMatchTheFiles()
{
    QFile file(QStringLiteral(ROCPORT_SOURCE_DIR "/resources/facts/cuda_to_hip.tsv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    file.readLine();
    int rows = 0;
    while (!file.atEnd()) {
        QByteArray line = file.readLine();
        line.chop(1);
        const QList<QByteArray> cells = line.split('\t');
        QCOMPARE(cells.size(), 15);
        const ApiFact* const fact = findApi({cells[0].constData(), size_t(cells[0].size())});
        QVERIFY2(fact, cells[0]);
        QCOMPARE(bytes(fact->hip), cells[1]);
        QCOMPARE(bytes(fact->roc), cells[2]);
        QCOMPARE(bytes(fact->library), cells[5]);
        QCOMPARE(apiStatusId(fact->status).toUtf8(), cells[12]);
        QCOMPARE(bytes(fact->hipRocm6), cells[13]);
        ++rows;
    }
    QCOMPARE(rows, 10155);
}

void TestFacts::unknownNames()
{
    QVERIFY(!findApi(""));
    QVERIFY(!findApi("x"));
    QVERIFY(!findApi("cudaMallo"));
    QVERIFY(!findApi("cudaMallocc"));
    QVERIFY(!findApi("hipMalloc"));
    QVERIFY(!findApi(std::string(100000, 'c')));
    QVERIFY(!findHeader("vector"));
    QVERIFY(!findHeader("sub/cuda.h"));
}

void TestFacts::names_data()
{
    QTest::addColumn<QByteArray>("cuda");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QByteArray>("older"); // ROCm 6.3
    QTest::addColumn<QByteArray>("roc");
    const auto row = [](const char* cuda, const char* expected, const char* older,
                        const char* roc) {
        QTest::newRow(cuda) << QByteArray(cuda) << QByteArray(expected) << QByteArray(older)
                            << QByteArray(roc);
    };
    row("cudaMalloc", "hipMalloc", "hipMalloc", "hipMalloc");
    row("cublasCgemm", "hipblasCgemm", "hipblasCgemm_v2", "rocblas_cgemm");
    row("cublasSgemm", "hipblasSgemm", "hipblasSgemm", "rocblas_sgemm");
    row("cudnnCreate", "hipdnnCreate", "hipdnnCreate", "miopenCreate");
    row("cudaCtxResetPersistingL2Cache", "", "", "");
    row("__nv_cvt_float_to_fp4", "", "", "");
    row("__shfl_down_sync", "__shfl_down_sync", "__shfl_down_sync", "__shfl_down_sync");
    row("__syncwarp", "__syncwarp", "", "__syncwarp");
    row("__reduce_add_sync", "__reduce_add_sync", "", "__reduce_add_sync");
    row("__nv_bfloat16", "__hip_bfloat16", "hip_bfloat16", "rocblas_bfloat16");
    row("warpSize", "warpSize", "warpSize", "warpSize");
}

void TestFacts::names()
{
    QFETCH(QByteArray, cuda);
    QFETCH(QByteArray, expected);
    QFETCH(QByteArray, older);
    QFETCH(QByteArray, roc);
    QCOMPARE(bytes(name(cuda)), expected);
    QCOMPARE(bytes(name(cuda, rocm({6, 3}))), older);
    NameOptions withRoc;
    withRoc.roc = true;
    QCOMPARE(bytes(name(cuda, withRoc)), roc);
    NameOptions all;
    all.experimental = true;
    QCOMPARE(name("__nv_cvt_float_to_fp4", all), std::string_view("__hip_cvt_float_to_fp4"));
    NameOptions miopen;
    miopen.miopen = true;
    QCOMPARE(name("cudnnCreate", miopen), std::string_view("miopenCreate"));
    QCOMPARE(name("cublasSgemm", miopen), std::string_view("hipblasSgemm"));
}

/// Names that HIPIFY does not know are known, so that a use is a finding; and names that HIP got
/// under another name than HIPIFY writes are those.
void TestFacts::namesBeyondHipify()
{
    for (const char* const cuda : {"cublasXtSgemm", "cudaLaunchKernelEx", "cudaLogsCurrent",
                                   "CU_MEM_ALLOCATION_COMP_GENERIC"}) {
        const ApiFact* const fact = findApi(cuda);
        QVERIFY2(fact, cuda);
        QVERIFY(!fact->isInHipify() && fact->status == ApiStatus::Unsupported);
        QVERIFY(bestNameFor(*fact, {}).empty());
    }
    const auto best = [](const char* cuda, std::initializer_list<int> version) {
        return bytes(bestNameFor(*findApi(cuda), rocm(version)));
    };
    QCOMPARE(best("cuLinkCreate", {6, 3}), QByteArray("hiprtcLinkCreate"));
    QCOMPARE(best("cuLinkCreate", {6, 4}), QByteArray("hipLinkCreate"));
    QCOMPARE(best("CUlinkState", {7, 2}), QByteArray("hipLinkState_t"));
    QCOMPARE(best("CU_JIT_WALL_TIME", {6, 3}), QByteArray("HIPRTC_JIT_WALL_TIME"));
    QCOMPARE(best("CU_JIT_WALL_TIME", {6, 4}), QByteArray("hipJitOptionWallTime"));
    QCOMPARE(best("cublasSetWorkspace", {6, 4}), QByteArray());
    QCOMPARE(best("cublasSetWorkspace", {7, 0}), QByteArray("hipblasSetWorkspace"));
    QCOMPARE(best("cudaGraphNodeTypeConditional", {7, 2}), QByteArray());
    QCOMPARE(best("cudaDevAttrMaxBlocksPerMultiprocessor", {6, 4}),
             QByteArray("hipDeviceAttributeMaxBlocksPerMultiProcessor"));
    QCOMPARE(best("cublasCgeam_64", {6, 4}), QByteArray("hipblasCgeam_v2_64"));
    QCOMPARE(best("cublasCgeam_64", {7, 0}), QByteArray("hipblasCgeam_64"));
    // What is like hipify goes by the tables.
    QCOMPARE(name("cuLinkCreate"), std::string_view("hiprtcLinkCreate"));
}

void TestFacts::headers()
{
    const HeaderFact* const blas = findHeader("cublas_v2.h");
    QVERIFY(blas);
    QCOMPARE(bytes(blas->hip), QByteArray("hipblas.h"));
    QCOMPARE(bytes(blas->installed), QByteArray("hipblas/hipblas.h"));
    QCOMPARE(bytes(blas->rocInstalled), QByteArray("rocblas/rocblas.h"));
    QVERIFY(findHeader("device_launch_parameters.h")->dropped);
    QVERIFY(findHeader("mma.h")->unsupported);
    QVERIFY(findHeader("nccl.h")->notInHipify);
    QCOMPARE(bytes(findHeader("cub/block/block_scan.cuh")->installed),
             QByteArray("hipcub/hipcub.hpp"));
    QVERIFY(findHeader("cub/some/new_part.cuh"));
    QVERIFY(!findHeader("cub/notes.txt"));
    QCOMPARE(bytes(findHeader("cuda_fp4.h")->hipAdded), QByteArray("7.0.0"));
}

void TestFacts::words()
{
    QCOMPARE(libraryName("blas"), QStringLiteral("cuBLAS"));
    QCOMPARE(libraryName("something"), QStringLiteral("something"));
    QCOMPARE(apiStatusId(ApiStatus::RocOnly), QStringLiteral("roc_only"));
}

QTEST_GUILESS_MAIN(TestFacts)
#include "tst_facts.moc"
