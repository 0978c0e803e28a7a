// What a file asks of the generated header of strategy compat-header.
#include "core/isolation/isolation.h"
#include "tests/unit/cppanalysis.h"

#include <QtTest>

using namespace rocport;

class TestCompatParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asked_data();
    void asked();
    void keysStay();
    void portsOfBefore();
    void otherStrategies();
};

namespace {

std::shared_ptr<const FileAnalysis> read(const QByteArray& text, const AnalysisContext& context)
{
    return std::make_shared<const FileAnalysis>(analyse(text, context));
}

QByteArray headerOf(const std::shared_ptr<const FileAnalysis>& file, const AnalysisContext& context)
{
    return applyHunks({}, projectHunks({file}, context)).value();
}

const QByteArray kInclude = "#include \"../rocm/rocport_compat.h\"\n";

} // namespace

void TestCompatParts::asked_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("ported");
    const auto row = [](const char* name, const QByteArray& text, const QByteArray& ported) {
        QTest::newRow(name) << text << ported;
    };
    row("the runtime alone", "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\nint a;\n",
        "#ifdef USE_ROCM\n" + kInclude +
            "#else\n#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n#endif\nint a;\n");
    row("a library", "#include <cuda_runtime.h>\n#include <cublas_v2.h>\nint a;\n",
        "#ifdef USE_ROCM\n#define ROCPORT_USES_HIPBLAS\n" + kInclude +
            "#else\n#include <cuda_runtime.h>\n#include <cublas_v2.h>\n#endif\nint a;\n");
    row("later, under no condition",
        "#include <cuda_runtime.h>\n#include \"own.h\"\n#include <nccl.h>\nint a;\n",
        "#ifdef USE_ROCM\n#define ROCPORT_USES_RCCL\n" + kInclude +
            "#else\n#include <cuda_runtime.h>\n#endif\n#include \"own.h\"\n#ifndef USE_ROCM\n"
            "#include <nccl.h>\n#endif\nint a;\n");
    row("under a condition of the project",
        "#include <cuda_runtime.h>\n#ifdef WITH_FFT\n#include <cufft.h>\n#endif\nint a;\n",
        "#ifdef USE_ROCM\n" + kInclude +
            "#else\n#include <cuda_runtime.h>\n#endif\n#ifdef WITH_FFT\n#ifdef USE_ROCM\n"
            "#define ROCPORT_USES_HIPFFT\n" +
            kInclude + "#else\n#include <cufft.h>\n#endif\n#endif\nint a;\n");
    row("the first is under a condition",
        "#ifdef WITH_RAND\n#include <curand_kernel.h>\n#endif\nint a;\n",
        "#ifdef USE_ROCM\n" + kInclude +
            "#endif\n#ifdef WITH_RAND\n#ifdef USE_ROCM\n#define ROCPORT_USES_HIPRAND_KERNEL\n" +
            kInclude + "#else\n#include <curand_kernel.h>\n#endif\n#endif\nint a;\n");
    row("names of a library that the header of another brings",
        "#include <cusolverDn.h>\ncublasFillMode_t mode;\n",
        "#ifdef USE_ROCM\n#define ROCPORT_USES_HIPSOLVER\n" + kInclude +
            "#else\n#include <cusolverDn.h>\n#endif\ncublasFillMode_t mode;\n");
    row("names of a library without their header",
        "#include <curand.h>\n#include \"own.h\"\ncurandState* s;\n",
        "#ifdef USE_ROCM\n#define ROCPORT_USES_HIPRAND\n#define ROCPORT_USES_HIPRAND_KERNEL\n" +
            kInclude +
            "#else\n#include <curand.h>\n#endif\n#include \"own.h\"\n"
            "curandState* s;\n");
    row("its names, and its header under a condition",
        "#include <cuda_runtime.h>\n#ifdef A\n#include <cusparse.h>\n#endif\n"
        "#ifdef A\ncusparseHandle_t h;\n#endif\n",
        "#ifdef USE_ROCM\n" + kInclude +
            "#else\n#include <cuda_runtime.h>\n#endif\n#ifdef A\n#ifdef USE_ROCM\n"
            "#define ROCPORT_USES_HIPSPARSE\n" +
            kInclude +
            "#else\n#include <cusparse.h>\n#endif\n#endif\n"
            "#ifdef A\ncusparseHandle_t h;\n#endif\n");
    row("what HIP lacks",
        "#include <cuda/atomic>\n#include <cuda/std/array>\n"
        "#include <cuda/std/tuple>\nint a;\n",
        "#ifdef USE_ROCM\n#define ROCPORT_USES_CUDA_ATOMIC\n#define ROCPORT_USES_CUDA_STD\n" +
            kInclude +
            "#else\n#include <cuda/atomic>\n#include <cuda/std/array>\n"
            "#include <cuda/std/tuple>\n#endif\nint a;\n");
}

void TestCompatParts::asked()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, ported);
    const AnalysisContext context = contextFor();
    const auto file = read(text, context);
    QCOMPARE(rocport::ported(text, *file), ported);
    for (const Hunk& hunk : file->hunks) {
        QVERIFY(isProved(hunk.verdict));
    }
    // A port is left as it is, and so is its header.
    const auto again = read(ported, context);
    QVERIFY(again->hunks.isEmpty());
    QCOMPARE(headerOf(again, context), headerOf(file, context));
}

/// Decisions that were made when the header brought everything hold: a use elsewhere in the file
/// changes what is asked for and not the key.
void TestCompatParts::keysStay()
{
    const AnalysisContext context = contextFor();
    const auto one = read("#include <cuda_runtime.h>\nint a;\n", context);
    const auto two = read("#include <cuda_runtime.h>\ncufftHandle a;\n", context);
    QCOMPARE(one->hunks.size(), 1);
    QVERIFY(one->hunks.first().edits != two->hunks.first().edits);
    QCOMPARE(two->hunks.first().key, one->hunks.first().key);
}

void TestCompatParts::portsOfBefore()
{
    const AnalysisContext context = contextFor();
    const auto file = read("#ifdef USE_ROCM\n" + kInclude +
                               "#else\n#include <cublas_v2.h>\n#endif\ncufftHandle a;\n",
                           context);
    QVERIFY(file->hunks.isEmpty());
    const QByteArray header = headerOf(file, context);
    for (const char* const part : {"HIPBLAS", "HIPFFT"}) {
        const QByteArray asked = QByteArray("ROCPORT_USES_") + part;
        QVERIFY2(header.contains("#ifndef " + asked + "\n#define " + asked + '\n'), part);
    }
}

void TestCompatParts::otherStrategies()
{
    const QByteArray text = "#include <cublas_v2.h>\n#include <cuda/atomic>\ncublasHandle_t a;\n";
    for (const Strategy strategy :
         {Strategy::ShimHeaders, Strategy::TorchExtension, Strategy::Sibling, Strategy::InPlace}) {
        QVERIFY(!ported(text, analyse(text, contextFor(strategy))).contains("ROCPORT_USES_"));
    }
}

QTEST_GUILESS_MAIN(TestCompatParts)
#include "tst_compatparts.moc"
