#include "core/rules/cpp/cppsupplied.h"
#include "core/translate/compatdevice.h"
#include "tests/unit/cppanalysis.h"

#include <QTest>

using namespace rocport;

/// Loads and stores with cache operators, and atomics of one block: an atomic access moves 1, 2, 4
/// or 8 bytes, so an edit needs to know what the pointer points at.
class TestCacheAccess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void certain_data();
    void certain();
    void uncertain_data();
    void uncertain();
    void byHeader_data();
    void byHeader();
};

namespace {

bool hasFinding(const FileAnalysis& analysis)
{
    return std::any_of(analysis.findings.begin(), analysis.findings.end(), [](const Finding& one) {
        return one.ruleId == u"hipify-device-missing" && !one.wayOut.isEmpty();
    });
}

QByteArray device(const QByteArray& parameters, const QByteArray& body)
{
    return "struct S\n{\n    int* flag;\n    float4* data;\n};\n__device__ void f(" + parameters +
           ")\n{\n    " + body + "\n}\n";
}

} // namespace

void TestCacheAccess::certain_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const char* parameters, const char* body) {
        QTest::newRow(name) << device(parameters, body);
    };
    row("number", "const int* p, int* q", "*q = __ldcg(p + 1);");
    row("pointer", "int** p, int** q", "*q = __ldcv(p);");
    row("half", "__half* p, __half v", "__stwt(p, v);");
    row("vector of 8 bytes", "float2* p, float2* q", "*q = __ldcg(p);");
    row("element", "float* p, float* q", "*q = __ldcg(&p[3]);");
    row("cast", "char* p, int* q", "*q = __ldcv(reinterpret_cast<const int*>(p));");
    row("array", "int v", "__shared__ int a[4];\n    __stcg(a, v);");
    row("variable", "int v", "__shared__ int a;\n    atomicAdd_block(&a, v);");
    row("in a block that ended", "const int* p, int* q",
        "{ const float4* p = nullptr; g(p); }\n    *q = __ldcg(p);");
    row("exchange", "unsigned* p, unsigned v", "atomicExch_block(p, v);");
    row("integers alone", "S s, int v", "atomicMax_block(s.flag, v);");
}

void TestCacheAccess::certain()
{
    QFETCH(QByteArray, text);
    const FileAnalysis analysis = analyse(text, contextFor(Strategy::InPlace));
    QVERIFY(ported(text, analysis).contains("__hip_atomic_"));
}

void TestCacheAccess::uncertain_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const char* parameters, const char* body) {
        QTest::newRow(name) << device(parameters, body);
    };
    row("wide", "const float4* p, float4* q", "*q = __ldcg(p);");
    row("wide element", "double2* p, double2* q", "*q = __ldcv(&p[1]);");
    row("wide cast", "char* p, int4 b", "__stwt(reinterpret_cast<int4*>(p), b);");
    row("added to a cast", "const int* p, int4* q",
        "*q = __ldcg(reinterpret_cast<const int4*>(p) + 1);");
    row("member", "S s, float4* q", "*q = __ldcg(&s.data[3]);");
    row("name of a member", "S s, int* data, float4* q", "*q = __ldcg(s.data);");
    row("project's type", "const Vertex* p, Vertex* q", "*q = __ldcg(p);");
    row("type of a namespace", "const mine::float2* p, mine::float2* q", "*q = __ldcg(p);");
    row("with copies of its own", "__nv_bfloat162* p, __nv_bfloat162 v", "__stcg(p, v);");
    row("hidden by another", "const int* p, float4* q",
        "{ const T* p = g();\n    *q = __ldcg(p); }");
    row("hidden without a type", "const int* p, float4* q",
        "{ auto p = g();\n    *q = __ldcg(p); }");
    row("hidden by the second of two", "const int* p, float4* q",
        "{ float4 *a = q, *p = q;\n    *q = __ldcg(p); }");
    row("pointer in an array", "float4* q", "const float4* a[2];\n    *q = __ldcg(a[0]);");
    row("sum of a block", "S s, float v", "atomicAdd_block(g(s), v);");
    row("half in a block", "__half* p, __half v", "atomicAdd_block(p, v);");
    row("exchange of 16 bytes", "float4* p, float4 v", "atomicExch_block(p, v);");
    QTest::newRow("template") << QByteArray("template <typename T>\n__device__ T f(const T* p)\n{\n"
                                            "    return __ldcg(p);\n}\n");
    QTest::newRow("store in a template")
        << QByteArray("template <typename T>\n__device__ void f(T* p, T v)\n{\n"
                      "    __stcg(p, v);\n}\n");
}

/// No headers come with this strategy, so such a place is for a person.
void TestCacheAccess::uncertain()
{
    QFETCH(QByteArray, text);
    const FileAnalysis analysis = analyse(text, contextFor(Strategy::InPlace));
    QVERIFY2(!ported(text, analysis).contains("__hip_atomic_"), ported(text, analysis));
    QVERIFY(hasFinding(analysis));
}

void TestCacheAccess::byHeader_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("__ldcg") << QByteArray("v = __ldcg(p)") << QByteArray("__ldcg");
    QTest::newRow("__ldcv") << QByteArray("v = __ldcv(p)") << QByteArray("__ldcv");
    QTest::newRow("__stcg") << QByteArray("__stcg(p, v)") << QByteArray("__stcg");
    QTest::newRow("__stwt") << QByteArray("__stwt(p, v)") << QByteArray("__stwt");
}

/// Generated headers hold functions for any size, by words.
void TestCacheAccess::byHeader()
{
    QFETCH(QByteArray, call);
    QFETCH(QByteArray, name);
    const QByteArray text =
        "template <typename T>\n__device__ void f(T* p, T& v)\n{\n    " + call + ";\n}\n";
    for (const Strategy strategy :
         {Strategy::CompatHeader, Strategy::ShimHeaders, Strategy::TorchExtension}) {
        const FileAnalysis analysis = analyse(text, contextFor(strategy));
        QVERIFY(ported(text, analysis).contains(call));
        QVERIFY(!hasFinding(analysis));
        QVERIFY(analysis.features.has(FeatureKind::Supplied, QString::fromLatin1(name)));
    }
    const QByteArray code = suppliedDevice({name});
    QVERIFY(code.contains("#define " + name + "(...) rocportCached"));
    QVERIFY(code.contains(call.startsWith('v') ? "__hip_atomic_load(" : "__hip_atomic_store("));
    // HIP's own functions of these names for half are ordinary accesses; macros come behind them.
    QVERIFY(suppliedDeviceHeaders({name}).contains("#include <hip/hip_fp16.h>\n"));
}

QTEST_GUILESS_MAIN(TestCacheAccess)
#include "tst_cacheaccess.moc"
