#include "core/rules/cpp/cpplayout.h"
#include "core/text/clexer.h"
#include "tests/unit/cppanalysis.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace rocport;

/// How lines of C++ that a change makes too long are broken.
class TestCppLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isClangFormats_data();
    void isClangFormats();
    void keepsBackslashesInColumns();
    void leavesAlone_data();
    void leavesAlone();
    void tokensStay();
    void endsOfLinesStay();
    void proposalsKeepTheLength();
};

namespace {

CppStyle google(int length)
{
    CppStyle style;
    style.lineLength = length;
    style.firstArgument = 1;
    style.backslashes = CppStyle::Backslashes::Left;
    return style;
}

QByteArray runFormat(const QString& program, const QStringList& arguments, const QByteArray& text)
{
    QProcess process;
    process.start(program, arguments);
    process.write(text);
    process.closeWriteChannel();
    return process.waitForFinished() ? process.readAllStandardOutput() : QByteArray();
}

QByteArray tokensOf(const QByteArray& text)
{
    const std::string_view source(text.constData(), static_cast<size_t>(text.size()));
    QByteArray result;
    for (const CToken& token : lexC(source)) {
        if (token.kind != CTokenKind::Newline) {
            const std::string_view one = token.text(source);
            result += QByteArray(one.data(), static_cast<qsizetype>(one.size())) + '\n';
        }
    }
    return result;
}

} // namespace

void TestCppLayout::isClangFormats_data()
{
    QTest::addColumn<QByteArray>("line");
    const std::array kLines = {
        "const auto result = some_function_name(static_cast<const "
        "float*>(arguments.first_pointer), "
        "arguments.count, stream);",
        "hipFuncSetAttribute(reinterpret_cast<const void*>(kernel), "
        "hipFuncAttributeMaxDynamicSharedMemorySize, bytes);",
        "sum += __shfl_xor_sync(static_cast<unsigned long long>(mask) << (__lane_id() & 32), sum, "
        "offset);",
        "if (__popcll(__ballot(threadIdx.x < count)) == static_cast<unsigned long long>(blockDim.x "
        "* "
        "2) && first) {",
        "value = alpha * first_matrix[row * columns + index] + beta * second_matrix[row * columns "
        "+ "
        "index] * scale;",
        "return __hip_atomic_load((const unsigned int*)(gmem_retired_ctas + offset), "
        "__ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);",
        "CHECK(hipMemcpyAsync(destination, source, count * sizeof(float), hipMemcpyHostToDevice, "
        "stream));",
        "const unsigned long long active = condition_is_true ? __ballot(predicate_of_lane) : "
        "static_cast<unsigned long long>(0);",
        "std::cout << \"the number of lanes is \" << lanes << \" and the number of warps \" << "
        "warps "
        "<< std::endl;",
        "for (int offset = warpSize / 2; offset > static_cast<int>(first_offset_of_all); offset /= "
        "static_cast<int>(2)) {",
        "object.member.function_with_name(argument_number_one, "
        "argument_number_two).another_function(third_argument);",
        "hipLaunchKernelGGL(kernel_name<float, 256>, dim3(blocks), dim3(threads), shared_bytes, "
        "stream, input, output, n);",
        "a = b && cccccccccccccccccccccccccccccccccc && dddddddddddddddddddddddddddddd || "
        "eeeeeeeeeeeeeeeeeeeeeeeeee;",
        "int lane = (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & "
        "(static_cast<int>(warpSize) - 1);",
        "if (threadIdx.x == 0) retired_ctas = __hip_atomic_load((const unsigned "
        "int*)(gmem_retired_ctas), __ATOMIC_RELAXED, 2);",
        "for (int i = WARP_SIZE / 2; i > 0; i >>= 1) value = value + __shfl_down_sync(0xffffffff, "
        "value, i);",
        "tmp.x = __builtin_nontemporal_load((const int*)gmem), tmp.y = "
        "__builtin_nontemporal_load((const int*)gmem + 1);",
        "TORCH_CHECK(result == hipSuccess, \"the call of the library did not work, and its code is "
        "\", static_cast<int>(result));",
        "const unsigned long long mask = __ballot(predicate) & ((static_cast<unsigned long "
        "long>(1) "
        "<< lane) - 1);",
        "std::vector<std::vector<int>> result_of_all = "
        "make_vector_of_vectors<std::vector<int>>(first_argument, second);",
        "x = (a + b) * function_with_long_name(argument_one, argument_two) - "
        "another_function_of_mine(argument_three);",
        "float sum = first_value_of_all[index + 0] * second_value_of_all[index + 0] + "
        "first_value[1] "
        "* second_value[1];",
        "if (!pointer_is_valid(pointer) || (count_of_elements > maximum_count && "
        "!allows_more_elements(flags_of_call))) {",
        "dst[threadIdx.x] = __hip_atomic_load(reinterpret_cast<const unsigned long long*>(src) + "
        "threadIdx.x, __ATOMIC_RELAXED, 2);",
        "return hipblasGemmEx(handle, transa, transb, m, n, k, alpha, A, HIPBLAS_R_16F, lda, B, "
        "HIPBLAS_R_16F, ldb, beta, C, HIPBLAS_R_16F, ldc, HIPBLAS_COMPUTE_32F, "
        "HIPBLAS_GEMM_DEFAULT);",
        "HIP_CALL(hipMemcpy2DAsync(destination + offset_of_first_row * pitch, pitch, source, width "
        "* "
        "sizeof(float), width * sizeof(float), height, hipMemcpyDeviceToDevice, stream));",
        "do { const int first = static_cast<int>(source[0]), second = static_cast<int>(source[1]); "
        "store(first, second); } while (0);",
        "float alpha = first_of_all(one, two, three), beta = second_of_all(one) + "
        "third_of_all(four, "
        "five), gamma = 1.0f;",
        "kernels[index]->launch(dim3(number_of_blocks_x, number_of_blocks_y), "
        "dim3(threads_per_block), shared_memory_bytes);",
    };
    int number = 0;
    for (const char* line : kLines) {
        QTest::addRow("%02d", ++number) << QByteArray(line);
    }
}

/// The program itself is asked where it is installed.
void TestCppLayout::isClangFormats()
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("clang-format-14"));
    if (program.isEmpty()) {
        QSKIP("clang-format-14 is not installed: nothing to compare with.");
    }
    QFETCH(QByteArray, line);
    const bool opens = line.endsWith('{');
    for (const char* base : {"Google", "LLVM"}) {
        for (const int length : {80, 100}) {
            const QString style =
                QStringLiteral("--style={BasedOnStyle: %1, ColumnLimit: %2, IndentWidth: 4, "
                               "PointerAlignment: Left, DerivePointerAlignment: false}")
                    .arg(QLatin1StringView(base))
                    .arg(length);
            const QByteArray before = "void f() {\n";
            QByteArray wanted =
                runFormat(program, {QStringLiteral("--assume-filename=k.cpp"), style},
                          before + "    " + line + (opens ? "\ng();}" : "") + "\n}\n")
                    .mid(before.size());
            const QByteArray end = opens ? "        g();\n    }\n}\n" : "}\n";
            QVERIFY2(wanted.endsWith(end), wanted.constData());
            wanted.chop(end.size());
            CppStyle own = google(length);
            own.indent = 4;
            if (QByteArray(base) == "LLVM") {
                own.firstArgument = 19;
            }
            QCOMPARE(layOutCpp({}, "    " + line + '\n', own), wanted);
        }
    }
}

/// A macro that the program laid out, in which a name becomes longer.
void TestCppLayout::keepsBackslashesInColumns()
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("clang-format-14"));
    if (program.isEmpty()) {
        QSKIP("clang-format-14 is not installed: nothing to compare with.");
    }
    for (const char* base : {"Google", "LLVM"}) {
        for (const char* name : {"reinterpret_cast<const void*>(K)", "static_cast<Kernel>(K)"}) {
            CppStyle style = google(60);
            const bool isLeft = QByteArray(base) == "Google";
            style.firstArgument = isLeft ? 1 : 19;
            style.backslashes = isLeft ? CppStyle::Backslashes::Left : CppStyle::Backslashes::Right;
            const QString option = QStringLiteral("--style={BasedOnStyle: %1, ColumnLimit: 60, "
                                                  "PointerAlignment: Left, "
                                                  "DerivePointerAlignment: false}")
                                       .arg(QLatin1StringView(base));
            const auto formatted = [&](const QByteArray& text) {
                return runFormat(program, {QStringLiteral("--assume-filename=k.cpp"), option},
                                 text);
            };
            const QByteArray original = formatted(
                "#define LAUNCH(K) do { cudaFuncSetAttribute(K, kPreferredCarveout, 100); "
                "check(K); } while (0)\n");
            QVERIFY(original.count('\\') > 3);
            const QByteArray longer =
                QByteArray(original).replace("Attribute(K", QByteArray("Attribute(") + name);
            const QByteArray now = layOutCpp(original, longer, style);
            QCOMPARE(now, formatted(longer));
        }
    }
}

void TestCppLayout::leavesAlone_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* what, const char* text) {
        QTest::newRow(what) << QByteArray(text);
    };
    row("a comment", "    first_function_of_all(argument_number_one, /* why */ argument_two);\n");
    row("a comment behind",
        "    first_function_of_all(argument_number_one, argument_two);  // why\n");
    row("braces",
        "    first_function_of_all([&] { return argument_number_one; }, argument_two);\n");
    row("a launch", "    first_function_of_all<<<blocks, threads>>>(argument_number_one, two);\n");
    row("two statements",
        "    first_function_of_all(argument_number_one); second_function(two);\n");
    row("a macro without a semicolon",
        "    DISPATCH(argument_number_one, first_function_of_all(argument_two);)\n    next();\n");
    row("declarators", "    int first_number_of_all_of_them, second_number_of_all_of_them, c;\n");
    row("a tab", "\tfirst_function_of_all(argument_number_one, argument_number_two, three);\n");
    row("a text", "    const char* text = R\"(first_function_of_all(argument_number_one, \n)\";\n");
    row("a directive", "#define FIRST first_function_of_all(argument_number_one, argument_two)\n");
    row("a template",
        "template <class FirstArgument, class SecondArgument, class ThirdArgument>\n");
    row("a word", "    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;\n");
    row("brackets", "    first_function_of_all(argument_number_one, argument_two];\n");
    row("texts", "    printf(\"a text of some length about what\" \"and another one\", value);\n");
    row("nothing", "");
}

void TestCppLayout::leavesAlone()
{
    QFETCH(QByteArray, text);
    QCOMPARE(layOutCpp({}, text, google(60)), text);
    QByteArray call = "    function_of_mine(argument_number_one, argument_number_two, three);\n";
    QCOMPARE(layOutCpp(call, call, google(60)), call); // it was too long before
    QVERIFY(layOutCpp({}, call, google(60)) != call);
    QCOMPARE(layOutCpp({}, call, CppStyle()), call); // nothing says how long lines may be
}

/// Whatever comes, tokens stay what they are and in order.
void TestCppLayout::tokensStay()
{
    const std::array kParts = {
        "a",        "b(",     ")",   "[",       "]",    "<",     ">",   ">>",   " < ",
        " && ",     ", ",     ";",   "\n",      "{",    "}",     "?",   ":",    " ? ",
        " : ",      "\"s\"",  "->m", ".m",      "++",   "--",    " + ", " - ",  "!",
        "\xc3\xa9", "::",     " = ", "return ", "if (", "for (", "'c'", "\\\n", "#define M(x) \\\n",
        "/* c */",  "// c\n", "<<",  " << ",    "R\"(", "\t"};
    quint32 seed = 1;
    const auto next = [&seed](size_t count) {
        seed = seed * 1664525U + 1013904223U;
        return static_cast<size_t>(seed >> 8U) % count;
    };
    for (int round = 0; round < 3000; ++round) {
        QByteArray text;
        for (size_t i = 0; i < 5 + next(60); ++i) {
            text += kParts.at(next(kParts.size()));
        }
        text += '\n';
        const QByteArray now = layOutCpp({}, text, google(20));
        // A continued line may end elsewhere: its blanks are no token.
        QCOMPARE(tokensOf(now), tokensOf(text));
    }
}

void TestCppLayout::endsOfLinesStay()
{
    const QByteArray call =
        "    function_of_mine(argument_number_one, argument_number_two, four, five);";
    const QByteArray now = layOutCpp({}, call + "\r\n", google(60));
    QCOMPARE(now, QByteArray("    function_of_mine(argument_number_one,\r\n"
                             "                     argument_number_two, four, five);\r\n"));
    QCOMPARE(layOutCpp({}, call + "\r\n" + call + "\n", google(60)),
             call + "\r\n" + call + "\n"); // both kinds
    QCOMPARE(layOutCpp({}, call, google(60)),
             QByteArray("    function_of_mine(argument_number_one,\n"
                        "                     argument_number_two, four, five);"));
}

void TestCppLayout::proposalsKeepTheLength()
{
    const QByteArray text =
        "#include <cuda_runtime.h>\n"
        "template <class T> __global__ void kernel(T* data) { data[threadIdx.x] = 0; }\n"
        "void prepare(int bytes_of_shared_memory) {\n"
        "  cudaFuncSetAttribute(kernel<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, "
        "65536);\n"
        "}\n";
    AnalysisContext context = contextFor(Strategy::TorchExtension);
    const FileAnalysis plain = analyse(text, context);
    auto style = std::make_shared<ProjectStyle>();
    style->add(RepoPath(".clang-format"), "BasedOnStyle: Google\nColumnLimit: 100\n");
    context.style = style;
    const FileAnalysis laid = analyse(text, context);
    QCOMPARE(laid.hunks.size(), plain.hunks.size());
    bool any = false;
    for (qsizetype i = 0; i < laid.hunks.size(); ++i) {
        QCOMPARE(laid.hunks[i].key, plain.hunks[i].key); // decisions hold
        any = any || laid.hunks[i].edits != plain.hunks[i].edits;
        QCOMPARE(laid.hunks[i].verdict, Verdict::Projected);
    }
    QVERIFY(any);
    for (const QByteArray& line : ported(text, laid).split('\n')) {
        QVERIFY2(line.size() <= 100, line.constData());
    }
}

QTEST_GUILESS_MAIN(TestCppLayout)

#include "tst_cpplayout.moc"
