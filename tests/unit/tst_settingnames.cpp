#include "core/facts/settingnames.h"

#include <QTest>

using namespace rocport;

/// Names that a port would write: what cannot guard, and what cannot be imported.
class TestSettingNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void macros_data();
    void macros();
    void modules_data();
    void modules();
    void everyFaultIsSaid();
};

void TestSettingNames::macros_data()
{
    QTest::addColumn<NameFault>("fault");
    const auto rows = [](NameFault fault, const QByteArrayList& names) {
        for (const QByteArray& name : names) {
            QTest::newRow(name.isEmpty() ? "(empty)" : name.constData()) << fault;
        }
    };
    rows(NameFault::None, {"USE_ROCM",
                           "USE_HIP",
                           "GGML_HIP",
                           "MY_AMD",
                           "X",
                           "_x1",
                           "WITH_GPU_AMD",
                           "NO_CUDA",
                           "USE_CUDA_HIP",
                           "__HIP__",
                           "__HIPCC__",
                           "__HIP_PLATFORM_AMD__",
                           "_ROCM_X",
                           "CUBE_SIDE",
                           "ROCPORT",
                           "__HCC__",
                           "USE_NCCL_RCCL",
                           "ENABLE_CUDAHIP",
                           "CUDNN_OR_MIOPEN",
                           "HIP_NO_CUDA",
                           "NO_CUDA_HIP",
                           "__HIP_NO_HALF_OPERATORS__",
                           "HIP_NO_AMD_X"});
    rows(NameFault::Malformed, {"", "1X", "A B", "A;rm", "MY-AMD", "X=1", "\xc3\xa4"});
    rows(NameFault::Keyword, {"defined", "int", "true", "false", "class", "and", "sizeof"});
    rows(NameFault::NvidiaSide,
         {"__CUDACC__", "__NVCC__", "__CUDA_ARCH__", "USE_CUDA", "WITH_CUDA", "CUDA_VERSION",
          "GOOGLE_CUDA", "__HIP_PLATFORM_NVIDIA__", "__HIP_PLATFORM_NVCC__", "USE_NCCL",
          "cudaMalloc", "CUDNN_MAJOR", "NO_HIP", "GGML_DISABLE_ROCM", "USE_CUDA_CHIP"});
    rows(NameFault::Predefined,
         {"__cplusplus", "NDEBUG",     "_WIN32",     "__has_include", "__linux__",
          "__GNUC__",    "_MSC_VER",   "__FILE__",   "__VA_ARGS__",   "NULL",
          "linux",       "assert",     "A__B",       "_GNU_SOURCE",   "__HIP_DEVICE_COMPILE__",
          "__AMDGCN__",  "__AMDGPU__", "__gfx90a__", "__GFX9__",      "__HCCL__"});
}

void TestSettingNames::macros()
{
    QFETCH(NameFault, fault);
    const QString tag = QString::fromUtf8(QTest::currentDataTag());
    QCOMPARE(guardMacroFault(tag == QStringLiteral("(empty)") ? QString() : tag), fault);
    QCOMPARE(guardMacroFault(QString(128, u'A')), NameFault::None);
    QCOMPARE(guardMacroFault(QString(129, u'A')), NameFault::Malformed);
}

void TestSettingNames::modules_data()
{
    QTest::addColumn<NameFault>("fault");
    const auto rows = [](NameFault fault, const QByteArrayList& names) {
        for (const QByteArray& name : names) {
            QTest::newRow(name.isEmpty() ? "(empty)" : name.constData()) << fault;
        }
    };
    // What is in a package may be the repository's own, whatever its name: a scan tells.
    rows(NameFault::None, {"pkg.rocm", "rocm_flag", "a.b.c", "_x", "vllm.platforms.rocm",
                           "code.rocm", "match", "type", "Classes.none"});
    rows(NameFault::Malformed, {"", "a..b", "a/b", "1a", "a.", ".a", "a;b", "os; import os"});
    rows(NameFault::Keyword, {"class", "import.class", "a.b.None", "True", "pkg.lambda", "async"});
    rows(NameFault::SpecialFile, {"pkg.__init__", "__main__", "__init__.x"});
    rows(NameFault::Library, {"torch", "os", "sys", "numpy", "triton", "types", "__future__"});
}

void TestSettingNames::modules()
{
    QFETCH(NameFault, fault);
    const QString tag = QString::fromUtf8(QTest::currentDataTag());
    QCOMPARE(flagModuleFault(tag == QStringLiteral("(empty)") ? QString() : tag), fault);
}

void TestSettingNames::everyFaultIsSaid()
{
    for (const NameFault fault : {NameFault::Malformed, NameFault::Keyword}) {
        QVERIFY(!macroFaultClause(fault).isEmpty());
        QVERIFY(!moduleFaultClause(fault).isEmpty());
    }
    QVERIFY(!macroFaultClause(NameFault::NvidiaSide).isEmpty());
    QVERIFY(!macroFaultClause(NameFault::Predefined).isEmpty());
    QVERIFY(!moduleFaultClause(NameFault::SpecialFile).isEmpty());
    QVERIFY(!moduleFaultClause(NameFault::Library).isEmpty());
    QVERIFY(macroFaultClause(NameFault::None).isEmpty());
    QVERIFY(moduleFaultClause(NameFault::None).isEmpty());
}

QTEST_GUILESS_MAIN(TestSettingNames)
#include "tst_settingnames.moc"
