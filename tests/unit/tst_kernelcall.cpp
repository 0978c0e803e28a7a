// What the command line says of one kernel, and whether it fits the signature.
#include "core/lanes/kernelcall.h"
#include "core/lanes/kernelsignature.h"
#include "core/tensor/elementencode.h"
#include "core/text/bytes.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>

using namespace rocport;

class TestKernelCall : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void argumentsAreRead_data();
    void argumentsAreRead();
    void wrongArgumentsAreSentences_data();
    void wrongArgumentsAreSentences();
    void namesAreRead();
    void typesHaveManyNames();
    void buffersAreFilled();
    void randomNumbersAreTheSameEachTime();
    void filesFitOrNot();
    void signaturesAreRead();
    void bytesHoldRawNumbers();
    void armsOfTheSameKernelAreOne();
    void sourceOfAnyShapeIsReadOnce();
    void textOfTheUserStays();

private:
    static QVector<KernelSignature> signaturesOf(const QByteArray& text)
    {
        const std::vector<CToken> tokens = lexC(viewOf(text));
        return kernelSignatures(TokenWalk(viewOf(text), tokens));
    }
    static KernelCall callOf(const char* name, const QStringList& arguments)
    {
        const auto call = kernelCall({QString::fromLatin1(name), QStringLiteral("1"),
                                      QStringLiteral("64"), QString(), arguments});
        return call ? *call : KernelCall();
    }
    static QByteArray bytesOf(const char* argument)
    {
        const auto bytes =
            kernelInput(callOf("k", {QString::fromLatin1(argument)}), 0, CancelToken());
        return bytes ? *bytes : QByteArray();
    }
};

void TestKernelCall::argumentsAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("type");
    QTest::addColumn<QVector<qint64>>("shape");
    QTest::addColumn<int>("fill");
    const auto row = [](const char* text, ElementType type, const QVector<qint64>& shape,
                        KernelFill fill) {
        QTest::newRow(text) << QString::fromLatin1(text) << int(type) << shape << int(fill);
    };
    row("float[1024]=random", ElementType::Float32, {1024}, KernelFill::Random);
    row("float [ 8 ] = random:7", ElementType::Float32, {8}, KernelFill::Random);
    row("half[16x32]", ElementType::Float16, {16, 32}, KernelFill::Nothing);
    row("unsigned long long[2]=zeros", ElementType::UInt64, {2}, KernelFill::Zeros);
    row("bf16[2]=ones", ElementType::BFloat16, {2}, KernelFill::Constant);
    row("int[2]=constant -3", ElementType::Int32, {2}, KernelFill::Constant);
    row("double[2]=constant:1e-3", ElementType::Float64, {2}, KernelFill::Constant);
    row("int8_t[3]=iota", ElementType::Int8, {3}, KernelFill::Iota);
    row("fp8_e4m3[3]=file:a/b=c.bin", ElementType::Float8E4M3FN, {3}, KernelFill::File);
    row("int=5", ElementType::Int32, {}, KernelFill::Constant);
    row("bool=true", ElementType::Bool, {}, KernelFill::Constant);
}

void TestKernelCall::argumentsAreRead()
{
    QFETCH(QString, text);
    const auto argument = kernelArgument(text);
    QVERIFY2(argument.ok(), argument ? "" : qPrintable(argument.error().detail));
    QTEST(int(argument->type), "type");
    QTEST(argument->shape, "shape");
    QTEST(int(argument->fill), "fill");
}

void TestKernelCall::wrongArgumentsAreSentences_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"",
                             "float",
                             "float[]",
                             "float[0]",
                             "float[-1]",
                             "float[4",
                             "float[4]x",
                             "float[1x]",
                             "float[9223372036854775807]",
                             "float[2147483648x2147483648]",
                             "float[4]=",
                             "float[4]=random:",
                             "float[4]=random:x",
                             "float[4]=constant",
                             "float[4]=file:",
                             "float[1x1x1x1x1x1x1x1x1]",
                             "int8_t=128",
                             "unsigned=-1",
                             "bool=2",
                             "struct=1",
                             "int=1.5",
                             "float[4]=5"}) {
        QTest::newRow(text) << QString::fromLatin1(text);
    }
    QTest::newRow("long") << QString(5000, u'x');
}

void TestKernelCall::wrongArgumentsAreSentences()
{
    QFETCH(QString, text);
    const auto argument = kernelArgument(text);
    QVERIFY(!argument.ok());
    QCOMPARE(argument.error().code, ErrorCode::InvalidArgument);
    QVERIFY(argument.error().detail.startsWith(QStringLiteral("--arg \"")));
    QVERIFY(argument.error().detail.size() < 300);
}

void TestKernelCall::namesAreRead()
{
    const auto name = kernelName(QStringLiteral("a::b::k<float, ns::T<int, 3>, -1, unsigned int>"));
    QVERIFY(name.ok());
    QCOMPARE(name->scopes, (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
    QCOMPARE(name->name, QStringLiteral("k"));
    QCOMPARE(name->templateArguments,
             (QStringList{QStringLiteral("float"), QStringLiteral("ns::T<int,3>"),
                          QStringLiteral("-1"), QStringLiteral("unsigned int")}));
    QCOMPARE(kernelName(QStringLiteral("k<T<int>>"))->templateArguments,
             QStringList{QStringLiteral("T<int>")});
    QVERIFY(kernelName(QStringLiteral("::k"))->scopes.isEmpty());
    QVERIFY(kernelName(QStringLiteral("k<>"))->templateArguments.isEmpty());
    for (const char* text : {"", "k<", "k>", "k<float", "k<float>>", "k<a;b>", "k(1)", "a::", "1k",
                             "k<\"x\">", "k<{}>", "a b", "k<float,>", "k\n"}) {
        QVERIFY2(!kernelName(QString::fromLatin1(text)).ok(), text);
    }
}

void TestKernelCall::typesHaveManyNames()
{
    const auto type = [](const char* name) { return kernelElementType(QString::fromLatin1(name)); };
    QCOMPARE(type("const at::Half"), ElementType::Float16);
    QCOMPARE(type("__nv_bfloat16"), ElementType::BFloat16);
    QCOMPARE(type("long long unsigned int"), ElementType::UInt64);
    QCOMPARE(type("std::size_t"), ElementType::UInt64);
    QCOMPARE(type("c10::Float8_e4m3fn"), ElementType::Float8E4M3FN);
    QCOMPARE(type("float4"), ElementType::Float32);
    QCOMPARE(type("Params"), std::nullopt);
    QCOMPARE(type(""), std::nullopt);
}

void TestKernelCall::buffersAreFilled()
{
    QCOMPARE(bytesOf("int8_t[4]=iota"), QByteArray("\0\1\2\3", 4));
    QCOMPARE(bytesOf("int16_t[2]=constant -2"), QByteArray("\xfe\xff\xfe\xff"));
    QCOMPARE(bytesOf("half[2]=ones"), QByteArray("\0\x3c\0\x3c", 4));
    QCOMPARE(bytesOf("fp8_e5m2[2]=constant 1.5"), QByteArray("\x3e\x3e"));
    QCOMPARE(bytesOf("uint8_t[2]"), QByteArray("\xff\xff"));
    QCOMPARE(bytesOf("float[1]=zeros"), QByteArray(4, '\0'));
}

void TestKernelCall::randomNumbersAreTheSameEachTime()
{
    QCOMPARE(bytesOf("float[100000]=random:5"), bytesOf("float[100000]=random:5"));
    QVERIFY(bytesOf("float[100]=random:5") != bytesOf("float[100]=random:6"));
    const QByteArray bytes = bytesOf("float[100000]=random");
    QVector<double> values(100000);
    decodeElements(ElementType::Float32, bytes.constData(), values.size(), values.data());
    double sum = 0;
    for (const double value : std::as_const(values)) {
        QVERIFY(value >= -1 && value <= 1);
        sum += value;
    }
    QVERIFY(std::abs(sum / 100000) < 0.01);
    for (const char byte : bytesOf("int8_t[1000]=random")) {
        QVERIFY(byte >= 0 && byte < 100);
    }
}

void TestKernelCall::filesFitOrNot()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x.bin"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("abcdefgh") == 8);
    file.close();
    const auto read = [&](const QString& what) {
        return kernelInput(callOf("k", {what + QStringLiteral("=file:") + path}), 0, CancelToken());
    };
    QCOMPARE(*read(QStringLiteral("uint8_t[8]")), QByteArray("abcdefgh"));
    QCOMPARE(read(QStringLiteral("float[8]")).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(
        kernelInput(callOf("k", {QStringLiteral("int[8]=file:/nonexistent")}), 0, {}).error().code,
        ErrorCode::FileNotFound);
}

void TestKernelCall::signaturesAreRead()
{
    const QVector<KernelSignature> all = signaturesOf(
        "namespace a { namespace { namespace b::c {\n"
        "template <typename T, int N = 4, typename... More>\n"
        "__global__ void __launch_bounds__(256, 2) first(const T* __restrict__ x, T y[], "
        "unsigned n = 3, float4 const*, std::array<int, N> z);\n"
        "template <typename T, int N = 4>\n"
        "__global__ void __launch_bounds__(256, 2) first(const T* __restrict__ x, T y[], "
        "unsigned n, float4 const*, std::array<int, N> z) { if (x) { } }\n"
        "}}}\n"
        "extern \"C\" { __global__ void second(void) {} }\n"
        "struct S { __global__ static void member() {} };\n"
        "__global__ void third(torch::PackedTensorAccessor32<float, 2, torch::RestrictPtrTraits> t,"
        " float** p, const unsigned int, const int64_t m) {}\n");
    QCOMPARE(all.size(), 3);
    QCOMPARE(all[0].shown(), QStringLiteral("a::b::c::first<T, N>(const T* x, T* y, unsigned n, "
                                            "float4 const*, std::array<int, N> z)"));
    QCOMPARE(all[0].line, 5);
    QVERIFY(all[0].parameters[0].isConst && !all[0].parameters[1].isConst);
    QVERIFY(all[0].parameters[3].isConst && all[0].templateParameters[1].hasDefault);
    QCOMPARE(all[1].shown(), QStringLiteral("second()"));
    QVERIFY(all[2].parameters[0].isAccessor);
    QCOMPARE(all[2].parameters[0].dimensions, 2);
    QCOMPARE(all[2].parameters[0].element, QStringLiteral("float"));
    QCOMPARE(all[2].parameters[1].pointers, 2);
    QCOMPARE(all[2].parameters[2].shownName(2), QStringLiteral("argument 3"));
    QCOMPARE(all[2].parameters[3].name, QStringLiteral("m"));
    // A template before it is its own only where nothing ends in between.
    const auto behind =
        signaturesOf("template <typename T> void none(T) {} __global__ void k() {}\n"
                     "template <int N = int{4}> __global__ void l() {}\n"
                     "template <at::{} __global__ void m() {}\n");
    QCOMPARE(behind.size(), 3);
    QVERIFY(!behind[0].isTemplate && !behind[2].isTemplate);
    QVERIFY(behind[1].isTemplate && behind[1].templateParameters.first().hasDefault);
}

void TestKernelCall::bytesHoldRawNumbers()
{
    const auto all = signaturesOf("template <typename T> __global__ void k(unsigned char* a, const "
                                  "unsigned short* b, T* c, size_t n, own_t* d) {}");
    const auto fits = [&](const QStringList& arguments) {
        return fittingKernel(callOf("k<at::BFloat16>", arguments), all).ok();
    };
    const QString n = QStringLiteral("size_t=1");
    const QString d = QStringLiteral("double[1]");
    const auto text = [](const char* one) { return QString::fromLatin1(one); };
    QVERIFY(fits({text("fp8_e4m3[1]"), text("half[1]"), text("bf16[1]"), n, d}));
    QVERIFY(!fits({text("float[1]"), text("half[1]"), text("bf16[1]"), n, d}));
    QVERIFY(!fits({text("uint8_t[1]"), text("half[1]"), text("half[1]"), n, d}));
    QVERIFY(!fits({text("uint8_t[1]"), text("half[1]"), text("bf16[1]"), text("int=1"), d}));
    QVERIFY(!fits({text("uint8_t[1]"), text("half[1]"), text("bf16[1]"), n}));
}

void TestKernelCall::armsOfTheSameKernelAreOne()
{
    const QByteArray text =
        "#ifdef A\n__global__ void k(int n) {}\n#else\n__global__ void k(int n) "
        "{}\n#endif\nnamespace x { __global__ void k(int n) {} }\n";
    const QStringList one = {QStringLiteral("int=1")};
    QVERIFY(fittingKernel(callOf("x::k", one), signaturesOf(text)).ok());
    const auto several = fittingKernel(callOf("k", one), signaturesOf(text));
    QVERIFY(several.ok() ||
            several.error().detail.startsWith(QStringLiteral("several namespaces")));
    QVERIFY(
        fittingKernel(callOf("k", one), signaturesOf(text.left(text.indexOf("namespace")))).ok());
}

void TestKernelCall::sourceOfAnyShapeIsReadOnce()
{
    constexpr int kMany = 20000;
    const QByteArray kernel = "__global__ void f(){} ";
    QVERIFY(signaturesOf(QByteArray(kMany, '{') + kernel.repeated(kMany)).isEmpty());
    QVERIFY(signaturesOf(QByteArray("namespace a{").repeated(kMany) + kernel.repeated(kMany))
                .isEmpty());
    QVERIFY(signaturesOf(QByteArray("__global__ ").repeated(kMany * 10)).isEmpty());
    QVERIFY(
        signaturesOf(QByteArray("__global__ f(").repeated(kMany) + QByteArray(kMany, ')')).size() <=
        1);
    QCOMPARE(signaturesOf("__global__ " + kernel).size(), 1);
    QCOMPARE(signaturesOf("struct S { " + kernel + "}; " + kernel).size(), 1);
}

void TestKernelCall::textOfTheUserStays()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a%3b.bin"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("a") == 1);
    file.close();
    const KernelCall call = callOf("k", {QStringLiteral("float[4]=file:") + path});
    const QString detail = kernelInput(call, 0, CancelToken()).error().detail;
    QVERIFY2(detail.contains(path) && detail.endsWith(QStringLiteral("has 1 bytes")),
             qPrintable(detail));
    const auto all =
        signaturesOf("__global__ void k(torch::PackedTensorAccessor32<float, 2> t) {}");
    const QString why =
        fittingKernel(callOf("k", {QStringLiteral("float[4]=file:a%4")}), all).error().detail;
    QVERIFY2(why.contains(QStringLiteral("file:a%4\" has 1")), qPrintable(why));
}

QTEST_GUILESS_MAIN(TestKernelCall)
#include "tst_kernelcall.moc"
