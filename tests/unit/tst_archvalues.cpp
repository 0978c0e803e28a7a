#include "tests/unit/cppanalysis.h"

#include <QTest>

using namespace rocport;

/// Macros of NVIDIA's compiler that ROCm does not define: every place is said.
class TestArchValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyValue();
    void conditions_data();
    void conditions();
};

void TestArchValues::everyValue()
{
    const FileAnalysis analysis =
        analyse("#define ARCH (__CUDA_ARCH__ / 10)\n#define OLD (__CUDA_ARCH__ < 700)\n"
                "__device__ int f()\n{\n"
                "    return __CUDA_ARCH__ >= 700 ? __CUDA_ARCH__ : 0;\n}\n"
                "__device__ int g()\n{\n    int x = __CUDA_ARCH__ / 100;\n    return x;\n}\n",
                contextFor());
    QVector<int> lines;
    for (const Finding& one : analysis.findings) {
        if (one.symbol == u"__CUDA_ARCH__") {
            lines.append(one.line);
            QVERIFY(!one.wayOut.isEmpty());
        }
    }
    QCOMPARE(lines, (QVector<int>{1, 5, 9}));
}

void TestArchValues::conditions_data()
{
    QTest::addColumn<QByteArray>("macro");
    for (const char* name :
         {"__CUDA", "__CUDA__", "__CUDABE__", "__CUDACC_RDC__", "__CUDACC_DEBUG__",
          "__CUDACC_RTC__", "__CUDACC_VER__", "__CUDACC_VER_BUILD__"}) {
        QTest::newRow(name) << QByteArray(name);
    }
}

/// Code behind such a macro is lost on ROCm without a word of the compiler.
void TestArchValues::conditions()
{
    QFETCH(QByteArray, macro);
    const QByteArray text =
        "#ifdef " + macro + "\n#include <cuda_runtime.h>\nint n() { return 1; }\n#endif\n";
    const FileAnalysis analysis = analyse(text, contextFor(), "src/a.cpp");
    QVERIFY(
        std::any_of(analysis.findings.begin(), analysis.findings.end(), [&](const Finding& one) {
            return one.ruleId == u"detect-cudart-macro" && one.symbol.toUtf8() == macro;
        }));
}

QTEST_GUILESS_MAIN(TestArchValues)
#include "tst_archvalues.moc"
