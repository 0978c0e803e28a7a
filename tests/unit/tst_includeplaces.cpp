#include "core/translate/translate.h"

#include <QTest>

using namespace rocport;

/// Where includes of HIP may stand: not in a class, and in extern "C" only as C++.
class TestIncludePlaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void translated_data();
    void translated();
};

void TestIncludePlaces::translated_data()
{
    using Place = TranslateOptions::Place;
    QTest::addColumn<TranslateOptions::Place>("place");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("wanted");
    const QByteArray hip = "#include <hip/hip_runtime.h>\n";
    const QByteArray cuda = "#include <cuda_runtime.h>\n";
    const QByteArray wrapped =
        "#ifdef __cplusplus\nextern \"C++\" {\n#endif\n" + hip + "#ifdef __cplusplus\n}\n#endif\n";
    const QByteArray open = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
    const QByteArray close = "#ifdef __cplusplus\n}\n#endif\n";
    QTest::newRow("fields of a class") << Place::Fragment << QByteArray("    cudaStream_t s;\n")
                                       << QByteArray("    hipStream_t s;\n");
    QTest::newRow("a fragment's own include") << Place::Fragment << cuda + "cudaStream_t s;\n"
                                              << hip + "hipStream_t s;\n";
    QTest::newRow("header") << Place::Other << QByteArray("cudaStream_t s;\n")
                            << hip + "hipStream_t s;\n";
    QTest::newRow("unit with a fragment")
        << Place::Unit << QByteArray("#include \"k.inl\"\n") << hip + "#include \"k.inl\"\n";
    QTest::newRow("unit with a fragment and names")
        << Place::Unit << QByteArray("#include \"k.inl\"\ncudaStream_t s;\n")
        << hip + "#include \"k.inl\"\nhipStream_t s;\n";
    QTest::newRow("unit with a header")
        << Place::Unit << QByteArray("#include \"k.h\"\n") << QByteArray("#include \"k.h\"\n");
    QTest::newRow("extern C") << Place::Other << open + cuda + "void f(cudaStream_t s);\n" + close
                              << open + wrapped + "void f(hipStream_t s);\n" + close;
    QTest::newRow("extern C, with a comment")
        << Place::Other << open + "#include <cuda_runtime.h> // streams\n" + close
        << open +
               "#ifdef __cplusplus\nextern \"C++\" {\n#endif\n"
               "#include <hip/hip_runtime.h> // streams\n#ifdef __cplusplus\n}\n#endif\n" +
               close;
    QTest::newRow("extern C, two headers")
        << Place::Other << open + "#include <cuda_runtime.h>\n#include <cublas_v2.h>\n" + close
        << open + wrapped +
               "#ifdef __cplusplus\nextern \"C++\" {\n#endif\n#include <hipblas/hipblas.h>\n" +
               close + close;
    QTest::newRow("behind extern C")
        << Place::Other << open + "void g();\n" + close + cuda + "cudaStream_t s;\n"
        << open + "void g();\n" + close + hip + "hipStream_t s;\n";
    QTest::newRow("extern C of one function")
        << Place::Other << "extern \"C\" void g();\n" + cuda + "cudaStream_t s;\n"
        << "extern \"C\" void g();\n" + hip + "hipStream_t s;\n";
    QTest::newRow("top of the file in extern C")
        << Place::Other
        << QByteArray("extern \"C\" {\n#include <stdio.h>\nvoid f(cudaStream_t);\n}\n")
        << "extern \"C\" {\n" + wrapped + "#include <stdio.h>\nvoid f(hipStream_t);\n}\n";
}

void TestIncludePlaces::translated()
{
    QFETCH(TranslateOptions::Place, place);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, wanted);
    TranslateOptions options;
    options.place = place;
    const auto once = translateSource(SourceBuffer(before), options);
    QVERIFY(once);
    QCOMPARE(*once, wanted);
    const auto twice = translateSource(SourceBuffer(wanted), options);
    QVERIFY(twice);
    QCOMPARE(*twice, wanted);
}

QTEST_GUILESS_MAIN(TestIncludePlaces)
#include "tst_includeplaces.moc"
