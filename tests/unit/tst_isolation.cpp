#include "core/isolation/isolation.h"

#include <QTest>

using namespace rocport;

/// Projection and proof of C, C++, CUDA and CMake text.
class TestIsolation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void projectsCpp_data();
    void projectsCpp();
    void refusesCpp_data();
    void refusesCpp();
    void projectsCMake_data();
    void projectsCMake();
    void proves_data();
    void proves();
    void provesNewFile();
    void endsOnAnyBytes();
    void deepNesting();
};

void TestIsolation::projectsCpp_data()
{
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<QByteArray>("projection");
    const auto row = [](const char* name, const char* ported, const char* projection) {
        QTest::newRow(name) << QByteArray(ported) << QByteArray(projection);
    };
    row("empty", "", "");
    row("plain", "int a;\n", "int a;\n");
    row("ifdef", "a\n#ifdef USE_ROCM\nb\n#endif\nc\n", "a\nc\n");
    row("ifdef else", "#ifdef USE_ROCM\nb\n#else\na\n#endif\n", "a\n");
    row("ifndef", "#ifndef USE_ROCM\na\n#endif\n", "a\n");
    row("ifndef else", "#ifndef USE_ROCM\na\n#else\nb\n#endif\n", "a\n");
    row("if defined()", "#if defined(USE_ROCM)\nb\n#else\na\n#endif\n", "a\n");
    row("if defined", "#if defined USE_ROCM\nb\n#else\na\n#endif\n", "a\n");
    row("if !defined()", "#if !defined(USE_ROCM)\na\n#else\nb\n#endif\n", "a\n");
    row("if ! defined ( )", "# if ! defined ( USE_ROCM )\na\n# else\nb\n# endif\n", "a\n");
    row("bracketed", "#if (!(defined(USE_ROCM)))\na\n#endif\n", "a\n");
    row("double not", "#if !!defined(USE_ROCM)\nb\n#endif\n", "");
    row("digraph", "%: ifdef USE_ROCM\nb\n%:else\na\n%:endif\n", "a\n");
    row("indented", "  \t#\tifdef\tUSE_ROCM // on AMD\nb\n  #endif /* end */\na\n", "a\n");
    row("comment after", "#ifdef USE_ROCM /* x\n y */\nb\n#endif\na\n", "a\n");
    row("continued", "#if \\\n defined(USE_\\\nROCM)\nb\n#endif\na\n", "a\n");
    row("crlf", "a\r\n#ifdef USE_ROCM\r\nb\r\n#else\r\nc\r\n#endif\r\n", "a\r\nc\r\n");
    row("mixed and", "#if defined(USE_ROCM) && X\nb\n#else\na\n#endif\n", "a\n");
    row("mixed or", "#if !defined(USE_ROCM) || X\nb\n#endif\n", "b\n");
    row("two bracketed", "#if (defined(USE_ROCM)) && (X)\nb\n#endif\n", "");
    row("or drops", "#if defined(X) || defined(USE_ROCM)\nb\n#endif\n",
        "#if defined(X)\nb\n#endif\n");
    row("or drops first", "#  if defined(USE_ROCM) || X > 2 // why\nb\n#endif\n",
        "#  if X > 2 // why\nb\n#endif\n");
    row("and drops", "#if X >= 700 && !defined(USE_ROCM)\nb\n#else\na\n#endif\n",
        "#if X >= 700\nb\n#else\na\n#endif\n");
    row("and drops middle", "#if A && !defined(USE_ROCM) && B\nb\n#endif\n",
        "#if A && B\nb\n#endif\n");
    row("elif drops", "#if A\n#elif B || defined(USE_ROCM)\nb\n#endif\n",
        "#if A\n#elif B\nb\n#endif\n");
    row("group keeps parentheses", "#if (A || defined(USE_ROCM)) && B\nb\n#endif\n",
        "#if (A) && B\nb\n#endif\n");
    row("not over group", "#if !(defined(USE_ROCM) || A)\nb\n#endif\n", "#if !(A)\nb\n#endif\n");
    row("compared", "#if USE_ROCM >= 5 || A\nb\n#endif\n", "#if A\nb\n#endif\n");
    row("compared with zero", "#if USE_ROCM == 0\nb\n#endif\n", "b\n");
    row("arithmetic stays", "#if (USE_ROCM + 1) > 2\nb\n#endif\n",
        "#if (USE_ROCM + 1) > 2\nb\n#endif\n");
    row("choice stays", "#if A || USE_ROCM ? B : C\nb\n#endif\n",
        "#if A || USE_ROCM ? B : C\nb\n#endif\n");
    row("shift is no and", "#if A << 2 || defined(USE_ROCM)\nb\n#endif\n",
        "#if A << 2\nb\n#endif\n");
    row("unbalanced stays", "#if (A || defined(USE_ROCM)\nb\n#endif\n",
        "#if (A || defined(USE_ROCM)\nb\n#endif\n");
    row("splice", "#if defined(X) \\\n  || defined(USE_ROCM)\nb\n#endif\n",
        "#if defined(X)\nb\n#endif\n");
    row("longer name", "#ifdef USE_ROCM_6\nb\n#endif\n", "#ifdef USE_ROCM_6\nb\n#endif\n");
    row("value", "#if USE_ROCM\nb\n#endif\n", "");
    row("in block comment", "/*\n#ifdef USE_ROCM\n*/\nb\n/*\n#endif\n*/\n",
        "/*\n#ifdef USE_ROCM\n*/\nb\n/*\n#endif\n*/\n");
    row("in line comment", "// x \\\n#ifdef USE_ROCM\nb\n", "// x \\\n#ifdef USE_ROCM\nb\n");
    row("in raw string", "auto s = R\"x(\n#ifdef USE_ROCM\n)\" )x\";\nb\n",
        "auto s = R\"x(\n#ifdef USE_ROCM\n)\" )x\";\nb\n");
    row("no raw string", "auto s = BR\"x(\";\n#ifdef USE_ROCM\nb\n#endif\n",
        "auto s = BR\"x(\";\n");
    row("string with comment", "auto s = \"/*\";\n#ifdef USE_ROCM\nb\n#endif\n",
        "auto s = \"/*\";\n");
    row("separators", "int n = 1'000; /* \n#ifdef USE_ROCM\n*/ int m = 1'0;\n",
        "int n = 1'000; /* \n#ifdef USE_ROCM\n*/ int m = 1'0;\n");
    row("apostrophe in text", "#if 0\ndon't\n#endif\n#ifdef USE_ROCM\nb\n#endif\n",
        "#if 0\ndon't\n#endif\n");
    row("nested other",
        "#ifdef USE_ROCM\n#if X\nb\n#else\nc\n#endif\n#else\n#if Y\na\n#endif\n"
        "#endif\n",
        "#if Y\na\n#endif\n");
    row("nested same", "#ifndef USE_ROCM\na\n#ifdef USE_ROCM\nb\n#endif\n#endif\n", "a\n");
    row("inside other", "#if X\n#ifdef USE_ROCM\nb\n#else\na\n#endif\n#else\nc\n#endif\n",
        "#if X\na\n#else\nc\n#endif\n");
    row("elif after", "#ifdef USE_ROCM\nb\n#elif X > 2\na\n#else\nc\n#endif\n",
        "#if X > 2\na\n#else\nc\n#endif\n");
    row("elif elif", "#ifdef USE_ROCM\nb\n# elif X\na\n# elif Y\nd\n# endif\n",
        "# if X\na\n# elif Y\nd\n# endif\n");
    row("elif ours", "#if X\na\n#elif defined(USE_ROCM)\nb\n#else\nc\n#endif\n",
        "#if X\na\n#else\nc\n#endif\n");
    row("elif not ours", "#if X\na\n#elif !defined(USE_ROCM)\nb\n#else\nc\n#endif\n",
        "#if X\na\n#else\nb\n#endif\n");
    row("elifdef", "#if X\na\n#elifdef USE_ROCM\nb\n#endif\n", "#if X\na\n#endif\n");
    row("no newline, guard last", "a\n#ifdef USE_ROCM\nb\n#else\nc\n#endif", "a\nc");
    row("no newline, text last", "#ifdef USE_ROCM\nb\n#endif\nc", "c");
    row("bom", "\xef\xbb\xbf#include <a>\n#ifdef USE_ROCM\nb\n#endif\n",
        "\xef\xbb\xbf#include <a>\n");
    row("stray endif", "#endif\n#else\na\n", "#endif\n#else\na\n");
    row("other open", "#if X\na\n", "#if X\na\n");
    row("hash in text", "a # ifdef USE_ROCM\nb\n", "a # ifdef USE_ROCM\nb\n");
}

void TestIsolation::projectsCpp()
{
    QFETCH(QByteArray, ported);
    QFETCH(QByteArray, projection);
    const Result<QByteArray> result = projectCpp(ported, "USE_ROCM");
    QVERIFY(result.ok());
    QCOMPARE(*result, projection);
}

void TestIsolation::refusesCpp_data()
{
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<QString>("line");
    QTest::newRow("never ends") << QByteArray("a\n#ifdef USE_ROCM\nb\n") << "2";
    QTest::newRow("ends in a comment") << QByteArray("#ifdef USE_ROCM\nb\n/*\n#endif\n*/\n") << "1";
    QTest::newRow("two else") << QByteArray("#ifdef USE_ROCM\n#else\n#else\n#endif\n") << "3";
}

void TestIsolation::refusesCpp()
{
    QFETCH(QByteArray, ported);
    QFETCH(QString, line);
    const Result<QByteArray> result = projectCpp(ported, "USE_ROCM");
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::ParseFailed);
    QCOMPARE(result.error().object, line);
    QCOMPARE(projectCpp("a", {}).error().code, ErrorCode::InvalidArgument);
}

void TestIsolation::projectsCMake_data()
{
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<QByteArray>("projection");
    const auto row = [](const char* name, const char* ported, const char* projection) {
        QTest::newRow(name) << QByteArray(ported) << QByteArray(projection);
    };
    row("if", "a()\nif(USE_ROCM)\n  b()\nendif()\nc()\n", "a()\nc()\n");
    row("else", "IF (USE_ROCM)\n  b()\nELSE ()\n  a()\nENDIF (USE_ROCM)\n", "  a()\n");
    row("not", "if(NOT USE_ROCM)\na()\nelse()\nb()\nendif()\n", "a()\n");
    row("elseif", "if(USE_ROCM)\nb()\nelseif(X)\na()\nelse()\nc()\nendif()\n",
        "if(X)\na()\nelse()\nc()\nendif()\n");
    row("elseif not", "if(X)\na()\nelseif(NOT USE_ROCM)\nb()\nelse()\nc()\nendif()\n",
        "if(X)\na()\nelse()\nb()\nendif()\n");
    row("mixed", "if(USE_ROCM AND X)\nb()\nendif()\n", "");
    row("or drops", "if(X OR USE_ROCM)\nb()\nendif()\n", "if(X)\nb()\nendif()\n");
    row("and drops", "if(NOT USE_ROCM AND X STREQUAL \"a b\")\nb()\nendif()\n",
        "if(X STREQUAL \"a b\")\nb()\nendif()\n");
    row("group", "if((X OR USE_ROCM) AND NOT Y)\nb()\nendif()\n",
        "if((X) AND NOT Y)\nb()\nendif()\n");
    row("test of the variable", "if(DEFINED USE_ROCM)\nb()\nendif()\n",
        "if(DEFINED USE_ROCM)\nb()\nendif()\n");
    row("option", "a()\noption(USE_ROCM \"Build for AMD\" OFF)\nb()\n", "a()\nb()\n");
    row("option without value", "option(USE_ROCM \"Build for AMD\")\nb()\n", "b()\n");
    row("option that is on", "option(USE_ROCM \"Build for AMD\" ON)\n",
        "option(USE_ROCM \"Build for AMD\" ON)\n");
    row("other option", "option(USE_ROC \"x\" OFF)\n", "option(USE_ROC \"x\" OFF)\n");
    row("quoted", "if(\"USE_ROCM\")\nb()\nendif()\n", "if(\"USE_ROCM\")\nb()\nendif()\n");
    row("comment", "# if(USE_ROCM)\na()\n", "# if(USE_ROCM)\na()\n");
    row("bracket comment", "#[[\nif(USE_ROCM)\n]]\na()\n", "#[[\nif(USE_ROCM)\n]]\na()\n");
    row("bracket argument", "set(x [=[\nif(USE_ROCM)\n]] ]=])\n",
        "set(x [=[\nif(USE_ROCM)\n]] ]=])\n");
    row("string", "set(x \"\nif(USE_ROCM)\n\\\"\")\n", "set(x \"\nif(USE_ROCM)\n\\\"\")\n");
    row("bracket within a word", "set(x a[[)\nif(USE_ROCM)\nb()\nendif()\n", "set(x a[[)\n");
    row("words with commas", "if(USE_ROCM AND X MATCHES a,b?)\nb()\nendif()\n", "");
    row("nested", "if(X)\nif(USE_ROCM)\nif(Y)\nb()\nendif()\nendif()\nendif()\n",
        "if(X)\nendif()\n");
    row("comment after", "if(USE_ROCM) # AMD\nb()\nendif() # AMD\n", "");
    row("shared line", "a() if(USE_ROCM)\nb()\nendif()\n", "a() if(USE_ROCM)\nb()\nendif()\n");
    row("crlf", "if(USE_ROCM)\r\nb()\r\nendif()\r\na()\r\n", "a()\r\n");
    row("last line", "a()\nif(USE_ROCM)\nb()\nendif()", "a()");
}

void TestIsolation::projectsCMake()
{
    QFETCH(QByteArray, ported);
    QFETCH(QByteArray, projection);
    const Result<QByteArray> result = projectCMake(ported, "USE_ROCM");
    QVERIFY(result.ok());
    QCOMPARE(*result, projection);
    QCOMPARE(projectCMake("if(USE_ROCM)\n", "USE_ROCM").error().code, ErrorCode::ParseFailed);
}

void TestIsolation::proves_data()
{
    QTest::addColumn<QByteArray>("original");
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<Language>("language");
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const char* original, const char* ported,
                        Language language, Verdict verdict, int line, const char* reason) {
        QTest::newRow(name) << QByteArray(original) << QByteArray(ported) << language << verdict
                            << line << QString::fromUtf8(reason);
    };
    row("same", "int a;\n", "int a;\n", Language::Cuda, Verdict::Identical, 0, "unchanged");
    row("guarded", "int a;\n", "#ifdef USE_ROCM\nint b;\n#else\nint a;\n#endif\n", Language::Cuda,
        Verdict::Projected, 0, "All 3 tokens");
    row("changed", "int a;\nint b;\n", "int a;\nint c;\n", Language::Cpp, Verdict::Violated, 2,
        "line 2");
    row("wrong arm", "int a;\n", "#ifdef USE_ROCM\nint a;\n#else\nint b;\n#endif\n", Language::Cpp,
        Verdict::Violated, 1, "1 of 3");
    row("layout", "int a;\nint b;\n", "int a;\nint  b;\n", Language::Cpp, Verdict::Violated, 2,
        "All 6 tokens");
    row("no end", "int a;\n", "#ifdef USE_ROCM\nint a;\n", Language::Cpp, Verdict::Unproved, 0,
        "never ends");
    row("own guards", "#ifdef USE_ROCM\nint h;\n#else\nint a;\n#endif\nint c;\n",
        "#ifdef USE_ROCM\nint h2;\n#else\nint a;\n#endif\n#ifndef USE_ROCM\nint c;\n#endif\n",
        Language::Cpp, Verdict::Projected, 0, "both sides");
    row("cmake", "a()\n", "if(USE_ROCM)\nb()\nelse()\na()\nendif()\n", Language::CMake,
        Verdict::Projected, 0, "unchanged");
    row("shell", "a\n", "b\n", Language::Shell, Verdict::Unproved, 1, "Shell");
    row("other same", "a\n", "a\n", Language::Other, Verdict::Identical, 0, "unchanged");
}

void TestIsolation::proves()
{
    QFETCH(QByteArray, original);
    QFETCH(QByteArray, ported);
    QFETCH(Language, language);
    QFETCH(Verdict, verdict);
    QFETCH(int, line);
    QFETCH(QString, reason);
    const IsolationProof proof = proveFile(original, ported, language, {});
    QVERIFY2(proof.reason.contains(reason), qPrintable(proof.reason));
    QCOMPARE(proof.verdict, verdict);
    QCOMPARE(proof.differsAtLine, line);
}

void TestIsolation::provesNewFile()
{
    const IsolationProof proof = proveNewFile("#pragma once\n", Language::Cpp, {});
    QCOMPARE(proof.verdict, Verdict::Projected);
    QVERIFY(!proof.reason.isEmpty());
    QCOMPARE(proveNewFile({}, Language::Hip, {}).verdict, Verdict::Projected);
}

void TestIsolation::endsOnAnyBytes()
{
    static constexpr char kAlphabet[] = "#ifdef USE_ROCM\n\\\r\"'/*(R%:else)\0\xff[=]";
    const QByteArray alphabet(kAlphabet, sizeof kAlphabet - 1);
    quint32 state = 1;
    for (int round = 0; round < 2000; ++round) {
        QByteArray text;
        for (int i = 0; i < 60; ++i) {
            state = state * 1664525u + 1013904223u;
            text.append(alphabet.at(
                static_cast<int>((state >> 8) % static_cast<quint32>(alphabet.size()))));
        }
        const Result<QByteArray> cpp = projectCpp(text, "USE_ROCM");
        QVERIFY(!cpp || cpp->size() <= text.size());
        const Result<QByteArray> cmake = projectCMake(text, "USE_ROCM");
        QVERIFY(!cmake || cmake->size() <= text.size());
    }
}

void TestIsolation::deepNesting()
{
    const int depth = 100000;
    QByteArray text;
    for (int i = 0; i < depth; ++i) {
        text += "#ifndef USE_ROCM\n";
    }
    text += "a\n";
    for (int i = 0; i < depth; ++i) {
        text += "#endif\n";
    }
    const Result<QByteArray> result = projectCpp(text, "USE_ROCM");
    QVERIFY(result.ok());
    QCOMPARE(*result, QByteArray("a\n"));
}

QTEST_GUILESS_MAIN(TestIsolation)
#include "tst_isolation.moc"
