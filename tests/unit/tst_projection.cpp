#include "core/isolation/isolation.h"
#include "core/isolation/projection.h"

#include <QTest>

using namespace rocport;

/// The projection with several macros, of make, and what counts as equivalent.
class TestProjection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void projectsMake_data();
    void projectsMake();
    void severalMacros_data();
    void severalMacros();
    void saysWhichMacros();
    void equivalent_data();
    void equivalent();
    void refuses();
    void endsOnAnyBytes();
    void manyOperands();
};

void TestProjection::projectsMake_data()
{
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<QByteArray>("projection");
    const auto row = [](const char* name, const char* ported, const char* projection) {
        QTest::newRow(name) << QByteArray(ported) << QByteArray(projection);
    };
    row("ifdef", "ifdef USE_ROCM\nCC = hipcc\nelse\nCC = nvcc\nendif\nX = 1\n",
        "CC = nvcc\nX = 1\n");
    row("ifndef", "ifndef USE_ROCM\nCC = nvcc\nelse\nCC = hipcc\nendif\n", "CC = nvcc\n");
    row("indented", "  ifdef USE_ROCM # AMD\n  CC = hipcc\n  endif # AMD\nX = 1\n", "X = 1\n");
    row("ifeq value", "ifeq ($(USE_ROCM),1)\nA = b\nendif\nX = 1\n", "X = 1\n");
    row("ifeq braces", "ifeq (${USE_ROCM}, 1)\nA = b\nelse\nA = c\nendif\n", "A = c\n");
    row("ifeq strip", "ifeq ($(strip $(USE_ROCM)),)\nA = c\nendif\n", "A = c\n");
    row("ifeq quotes", "ifeq \"$(USE_ROCM)\" \"1\"\nA = b\nendif\nA = c\n", "A = c\n");
    row("ifneq", "ifneq ($(USE_ROCM),)\nA = b\nelse\nA = c\nendif\n", "A = c\n");
    row("ifneq value", "ifneq ($(USE_ROCM),1)\nA = c\nendif\n", "A = c\n");
    row("other variable", "ifeq ($(USE_ROCM),$(X))\nA = b\nendif\n",
        "ifeq ($(USE_ROCM),$(X))\nA = b\nendif\n");
    row("longer name", "ifdef USE_ROCM_6\nA = b\nendif\n", "ifdef USE_ROCM_6\nA = b\nendif\n");
    row("else if", "ifdef USE_ROCM\nA = b\nelse ifdef X\nA = c\nelse\nA = d\nendif\n",
        "ifdef X\nA = c\nelse\nA = d\nendif\n");
    row("else ours", "ifdef X\nA = b\nelse ifdef USE_ROCM\nA = c\nelse\nA = d\nendif\n",
        "ifdef X\nA = b\nelse\nA = d\nendif\n");
    row("in a recipe", "a: b\nifdef USE_ROCM\n\thipcc b\nelse\n\tnvcc b\nendif\n\techo done\n",
        "a: b\n\tnvcc b\n\techo done\n");
    row("recipe text", "a: b\n\tifdef USE_ROCM\n\tx\n\tendif\n",
        "a: b\n\tifdef USE_ROCM\n\tx\n\tendif\n");
    row("define", "define X\nifdef USE_ROCM\nendef\nA = b\n",
        "define X\nifdef USE_ROCM\nendef\nA = b\n");
    row("comment", "# ifdef USE_ROCM\nA = b\n", "# ifdef USE_ROCM\nA = b\n");
    row("continued comment", "# x \\\nifdef USE_ROCM\nA = b\n", "# x \\\nifdef USE_ROCM\nA = b\n");
    row("continued value", "A = x \\\n  ifdef USE_ROCM\nB = c\n",
        "A = x \\\n  ifdef USE_ROCM\nB = c\n");
    row("flag off", "USE_ROCM ?= 0\nifeq ($(USE_ROCM),1)\nA = b\nendif\nX = 1\n", "X = 1\n");
    row("flag off, compared", "USE_ROCM ?= 0\nifeq ($(USE_ROCM),0)\nA = c\nendif\n", "A = c\n");
    row("a set flag is defined", "USE_ROCM = 0\nifdef USE_ROCM\nA = b\nendif\n", "A = b\n");
    row("flag on", "USE_ROCM ?= 1\n", "USE_ROCM ?= 1\n");
    row("nested", "ifdef X\nifdef USE_ROCM\nA = b\nendif\nendif\n", "ifdef X\nendif\n");
    row("crlf", "ifdef USE_ROCM\r\nA = b\r\nelse\r\nA = c\r\nendif\r\n", "A = c\r\n");
    row("include is no rule", "-include $(X:.o=.d)\n\tifdef USE_ROCM\n\tA = b\n\tendif\n",
        "-include $(X:.o=.d)\n");
    row("bom", "\xef\xbb\xbfifdef USE_ROCM\nA = b\nendif\nX = 1\n", "\xef\xbb\xbfX = 1\n");
    row("bom alone", "\xef\xbb\xbf", "\xef\xbb\xbf");
    row("last line", "A = c\nifdef USE_ROCM\nA = b\nendif", "A = c");
}

void TestProjection::projectsMake()
{
    QFETCH(QByteArray, ported);
    QFETCH(QByteArray, projection);
    const Result<QByteArray> result = projectMake(ported, "USE_ROCM");
    QVERIFY(result.ok());
    QCOMPARE(*result, projection);
}

void TestProjection::severalMacros_data()
{
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<QByteArray>("projection");
    const auto row = [](const char* name, const char* ported, const char* projection) {
        QTest::newRow(name) << QByteArray(ported) << QByteArray(projection);
    };
    row("platform", "#ifdef __HIP_PLATFORM_AMD__\nb\n#else\na\n#endif\n", "a\n");
    row("any of them",
        "#if defined(USE_ROCM) || defined(__HIPCC__) || defined(__HIP__)\nb\n#else\na\n#endif\n",
        "a\n");
    row("cuda or hip", "#if defined(__CUDACC__) || defined(__HIPCC__)\na\n#endif\n",
        "#if defined(__CUDACC__)\na\n#endif\n");
    row("nested", "#if !defined(USE_ROCM)\na\n#if defined(__HIP__)\nb\n#endif\n#endif\n", "a\n");
    row("chain", "#if defined(__HIP_PLATFORM_AMD__)\nb\n#elif defined(__CUDA_ARCH__)\na\n#endif\n",
        "#if defined(__CUDA_ARCH__)\na\n#endif\n");
    row("version", "#if HIP_VERSION >= 60000000\nb\n#elif X\na\n#endif\n", "#if X\na\n#endif\n");
    row("torch", "#ifdef TORCH_HIP_VERSION\nb\n#endif\na\n", "a\n");
    row("a macro of their own stays", "#ifdef MY_AMD\nb\n#endif\n", "#ifdef MY_AMD\nb\n#endif\n");
}

void TestProjection::severalMacros()
{
    QFETCH(QByteArray, ported);
    QFETCH(QByteArray, projection);
    const Result<Projection> result = projectGuards(ported, Language::Cuda, commonGuardMacros());
    QVERIFY(result.ok());
    QCOMPARE(result->text, projection);
}

void TestProjection::saysWhichMacros()
{
    const QByteArray original = "#if X\na\n#endif\n";
    const QByteArray ported = "#ifdef MY_AMD\nb\n#endif\n#if X || defined(__HIP__)\na\n#endif\n";
    ProofSettings settings;
    settings.macros = commonGuardMacros();
    QCOMPARE(proveFileWith(original, ported, Language::Cpp, settings).verdict, Verdict::Violated);
    settings.macros.append("MY_AMD");
    const IsolationProof proof = proveFileWith(original, ported, Language::Cpp, settings);
    QCOMPARE(proof.verdict, Verdict::Projected);
    QCOMPARE(proof.guards, QStringList({QStringLiteral("MY_AMD"), QStringLiteral("__HIP__")}));
}

void TestProjection::equivalent_data()
{
    QTest::addColumn<QByteArray>("original");
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<Verdict>("verdict");
    const auto row = [](const char* name, const char* original, const char* ported,
                        const char* header, Verdict verdict) {
        QTest::newRow(name) << QByteArray(original) << QByteArray(ported) << QByteArray(header)
                            << verdict;
    };
    constexpr const char* kHeader =
        "#pragma once\n#ifdef USE_ROCM\n#define LANES ~0ull\n#define SHFL(v, d) __shfl(v, d)\n"
        "inline int f();\n#else\n#define LANES 0xffffffffu // all\n"
        "#define SHFL(v, d) __shfl_sync(LANES, v, d)\n#endif\n";
    row("a mask", "int b = v(0xffffffffu);\n", "#include \"port.h\"\nint b = v(LANES);\n", kHeader,
        Verdict::Equivalent);
    row("a call", "x = __shfl_sync(0xffffffffu, f(a, 1), 4);\n",
        "#include <inc/port.h>\nx = SHFL(f(a, 1), 4);\n", kHeader, Verdict::Equivalent);
    row("in a macro's body", "#define M 0xffffffffu\nint c;\n",
        "#include \"port.h\"\n#define M LANES\nint c;\n", kHeader, Verdict::Equivalent);
    row("another value", "int b = v(0xffffu);\n", "#include \"port.h\"\nint b = v(LANES);\n",
        kHeader, Verdict::Violated);
    row("the wrong arm", "int b = v(~0ull);\n", "#include \"port.h\"\nint b = v(LANES);\n", kHeader,
        Verdict::Violated);
    row("header with code", "int b = v(1);\n", "#include \"port.h\"\nint b = v(ONE);\n",
        "#define ONE 1\nint extra;\n", Verdict::Violated);
    row("defined twice", "int b = v(1);\n", "#include \"port.h\"\nint b = v(ONE);\n",
        "#ifdef Q\n#define ONE 1\n#else\n#define ONE 2\n#endif\n", Verdict::Violated);
    row("calls itself", "int b = v(1);\n", "#include \"port.h\"\nint b = v(ONE);\n",
        "#define ONE TWO\n#define TWO ONE\n", Verdict::Violated);
    row("the name in the original", "int b = v(ONE);\n", "#include \"port.h\"\nint b = v(ONE);\n",
        "#define ONE 1\n", Verdict::Violated);
    row("ifdef as if", "#ifdef __CUDACC__\na;\n#endif\n",
        "#if defined(__CUDACC__) || defined(USE_ROCM)\na;\n#endif\n", "", Verdict::Equivalent);
    row("ifndef as if", "#ifndef X\na;\n#endif\n",
        "#if !defined(X) && !defined(USE_ROCM)\na;\n#endif\n", "", Verdict::Equivalent);
    row("another condition", "#ifdef X\na;\n#endif\n",
        "#if defined(Y) || defined(USE_ROCM)\na;\n#endif\n", "", Verdict::Violated);
    row("parentheses go", "#if A && B\na;\n#endif\n",
        "#if (A || defined(USE_ROCM)) && B\na;\n#endif\n", "", Verdict::Projected);
    row("parentheses stay", "#if (A) && B\na;\n#endif\n",
        "#if (A || defined(USE_ROCM)) && B\na;\n#endif\n", "", Verdict::Projected);
}

void TestProjection::equivalent()
{
    QFETCH(QByteArray, original);
    QFETCH(QByteArray, ported);
    QFETCH(QByteArray, header);
    QFETCH(Verdict, verdict);
    ProofSettings settings;
    settings.macros = {"USE_ROCM"};
    settings.headers = {{"inc/port.h", header}};
    const IsolationProof proof = proveFileWith(original, ported, Language::Cuda, settings);
    QVERIFY2(proof.verdict == verdict, qPrintable(proof.reason));
}

void TestProjection::refuses()
{
    for (const Language language : {Language::Cpp, Language::CMake, Language::Make}) {
        const Result<Projection> empty = projectGuards("a", language, {""});
        QVERIFY(!empty.ok());
        QCOMPARE(empty.error().code, ErrorCode::InvalidArgument);
    }
    QCOMPARE(projectGuards("a", Language::Json, {"M"}).error().code, ErrorCode::InvalidArgument);
    const Result<QByteArray> open = projectMake("A = b\nifdef USE_ROCM\nA = c\n", "USE_ROCM");
    QVERIFY(!open.ok());
    QCOMPARE(open.error().code, ErrorCode::ParseFailed);
    QCOMPARE(open.error().object, QStringLiteral("2"));
}

void TestProjection::endsOnAnyBytes()
{
    static constexpr char kAlphabet[] = "ifdef USE_ROCM\n\\\r\"'()else$(,)\t#|&!=\0\xff";
    const QByteArray alphabet(kAlphabet, sizeof kAlphabet - 1);
    quint32 state = 7;
    for (int round = 0; round < 3000; ++round) {
        QByteArray text = round % 2 == 0 ? "#if " : "ifeq (";
        for (int i = 0; i < 60; ++i) {
            state = state * 1664525u + 1013904223u;
            text.append(alphabet.at(
                static_cast<int>((state >> 8) % static_cast<quint32>(alphabet.size()))));
        }
        for (const Language language : {Language::Cpp, Language::CMake, Language::Make}) {
            const Result<Projection> once = projectGuards(text, language, {"USE_ROCM"});
            if (once) {
                QVERIFY(once->text.size() <= text.size());
            }
        }
    }
}

void TestProjection::manyOperands()
{
    const QByteArray deep = "#if " + QByteArray(100'000, '(') + "defined(USE_ROCM)" +
                            QByteArray(100'000, ')') + "\na\n#endif\n";
    QVERIFY(projectCpp(deep, "USE_ROCM").ok());
    QByteArray wide = "#if A";
    QByteArray left = "if(A";
    for (int i = 0; i < 100'000; ++i) {
        wide += " || defined(USE_ROCM)";
        left += " OR (USE_ROCM";
    }
    QVERIFY(projectCpp(wide + "\na\n#endif\n", "USE_ROCM").ok());
    QVERIFY(projectCMake(left + ")\na()\nendif()\n", "USE_ROCM").ok());
    const QByteArray lines = QByteArray("ifdef X\n").repeated(100'000);
    QVERIFY(projectMake(lines, "USE_ROCM").ok());
}

QTEST_GUILESS_MAIN(TestProjection)
#include "tst_projection.moc"
