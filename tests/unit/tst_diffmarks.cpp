#include "core/text/blanks.h"
#include "core/text/linealign.h"
#include "core/text/linediff.h"
#include "core/text/movedlines.h"
#include "core/translate/namechange.h"

#include <QTest>

using namespace rocport;

namespace {

QVector<ChangedLine> linesFrom(const QList<QByteArray>& texts, int first)
{
    static QList<QByteArray> kept; // the lines only point to their texts
    kept += texts;
    QVector<ChangedLine> lines;
    for (const QByteArray& text : texts) {
        lines.append({first++, text});
    }
    return lines;
}

/// Rows for blanks() of languages other than CUDA.
void blanksOfLanguages()
{
    const auto row = [](Language language, const char* name, const char* left, const char* right,
                        bool same) {
        const QByteArray title = languageId(language).toUtf8() + ": " + name;
        QTest::newRow(title.constData())
            << QByteArray(left) << QByteArray(right) << language << same;
    };
    row(Language::Cpp, "assignment", "x = 1", "x=1", true);
    row(Language::Hip, "assignment", "x = 1\r", "x=1\r", true);
    for (const Language language :
         {Language::Shell, Language::CMake, Language::Make, Language::Yaml, Language::Other}) {
        row(language, "assignment", "x = 1", "x=1", false);
        row(language, "line end of an assignment", "x = 1\r", "x=1\r", false);
        row(language, "brackets", "( a )", "(a)", false);
        const bool plain = language == Language::Yaml; // text that is not quoted
        row(language, "width", "x =  1", "x = 1", !plain);
        row(language, "width and line end", "x =   1\r", "x = 1", !plain);
        row(language, "line end", "x = 1\r", "x = 1", true);
        row(language, "width in quotes", "x \"a  b\"", "x \"a b\"", false);
        row(language, "an apostrophe", "it's \"isn't  a\"", "it's \"isn't a\"", false);
        row(language, "a blank that is quoted", "x \\  y", "x \\ y", false);
        row(language, "continued", "x \\", "x \\ ", false);
    }
    for (const Language language :
         {Language::Python, Language::Make, Language::Yaml, Language::Notebook, Language::Markdown,
          Language::SetupCfg, Language::Other}) {
        row(language, "out of a block", "    x", "x", false);
        row(language, "line end, out of a block", "    x\r", "x\r", false);
        row(language, "tab for blanks", "\tx", "        x", false);
        row(language, "further in", "  x", "    x", false);
        row(language, "the same", "\tx y", "\tx y\r", true);
    }
    for (const Language language :
         {Language::Shell, Language::CMake, Language::Toml, Language::Json, Language::Dockerfile}) {
        row(language, "further in", "  x", "\tx\r", true);
    }
    row(Language::CMake, "bracket", "set(A [[a  b]])", "set(A [[a b]])", false);
    row(Language::CMake, "before a bracket", "set(A  [[a  b]])", "set(A [[a  b]])", true);
    row(Language::Make, "a recipe", "\tcc a.c\r", "cc a.c\r", false);
    row(Language::Make, "end of a value", "x = a", "x = a ", false);
    row(Language::Make, "an empty recipe", "\t", "", false);
    row(Language::Markdown, "a line break", "a  ", "a", false);
    row(Language::Python, "end", "x = 1  ", "x = 1", true);
    row(Language::Python, "width after quotes", "x = 'a'   # b", "x = 'a' # b", true);
    row(Language::Python, "width in quotes", "x = 'a\\'  b'", "x = 'a\\' b'", false);
    row(Language::Python, "assignment", "x = 1", "x=1", false);
    row(Language::Python, "blank lines", "    \r", "", true);
}

} // namespace

/// What is known of two versions besides which lines differ: blanks, moved lines, names.
class TestDiffMarks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blanks_data()
    {
        QTest::addColumn<QByteArray>("left");
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<Language>("language");
        QTest::addColumn<bool>("same");
        const auto row = [](const char* name, const char* left, const char* right, bool same) {
            QTest::newRow(name) << QByteArray(left) << QByteArray(right) << Language::Cuda << same;
        };
        row("indentation", "  f(a);", "\t\tf(a);", true);
        row("beside signs", "f( a , b );", "f(a,b);", true);
        row("at the end", "f(a);", "f(a);  \r", true);
        row("between words", "int  a", "int a", true);
        row("not between words", "int a", "inta", false);
        row("numbers", "1 2", "12", false);
        row("inside quotes", "puts(\"a  b\");", "puts(\"a b\");", false);
        row("outside quotes", "puts( \"a  b\" );", "puts(\"a  b\");", true);
        row("after an escaped quote", "puts(\"\\\"  b\");", "puts(\"\\\" b\");", false);
        row("character", "c = ' ';", "c = '';", false);
        row("a quote that stays open", "don't  x", "don't x", false);
        row("blank lines", "", " \t", true);
        row("not ascii", "\xc3\xa9 \xc3\xa9", "\xc3\xa9\xc3\xa9", false);
        row("something else", "f(a);", "f(b);", false);
        row("line end", "  f( a );\r", "f(a);", true);
        row("a macro with parameters", "#define SCALE (x)", "#define SCALE(x)", false);
        row("the same, further in", "  # define SCALE (x)\r", "#define SCALE(x)\r", false);
        row("inside what a macro has", "#define SCALE(x) ( x )", "#define  SCALE( x )  (x)", true);
        row("a macro without", "#define LESS -1", "#define LESS-1", false);
        row("minus minus", "a - -b", "a--b", false);
        row("plus plus", "a + ++b;\r", "a ++ +b;\r", false);
        row("and of an address", "a & &b", "a && b", false);
        row("a comment that was division", "a / *b", "a /*b", false);
        row("shifts", "vector<vector<int> >", "vector<vector<int>>", false);
        row("a launch", "f<<<1, 1>>>()", "f<< <1, 1>>>()", false);
        row("scope", "a : :b", "a::b", false);
        row("brackets", "f( ( a ) )", "f((a))", true);
        row("one sign", "a = -b;", "a=-b;", true);
        row("a prefix", "L \"a\"", "L\"a\"", false);
        row("a suffix", "\"a\" _s", "\"a\"_s", false);
        row("a number and a quote", "1 'a'", "1'a'", false);
        row("digits", "1 'a';", "1   'a';", true);
        row("raw string", "R\"(a  b)\"", "R\"(a b)\"", false);
        row("header", "#include<a.h>", "#include  <a.h>", true);
        row("name of a header", "#include <a .h>", "#include <a.h>", false);
        row("width in a comment", "f(); //  a   b", "f(); // a b", true);
        row("in front of a comment", "f(); // don't", "f();   // don't", true);
        row("blank in a comment", "// a(b)", "// a (b)", false);
        row("after a splice", "f(a) \\ ", "f(a) \\", false);
        row("before a splice", "f(a)   \\", "f(a) \\", true);
        row("a splice and a line end", "f(a) \\\r", "  f(a) \\", true);
        blanksOfLanguages();
    }

    void blanks()
    {
        QFETCH(QByteArray, left);
        QFETCH(QByteArray, right);
        QFETCH(Language, language);
        QFETCH(bool, same);
        QCOMPARE(isSameButBlanks(left, right, language), same);
        QCOMPARE(isSameButBlanks(right, left, language), same);
        const bool plain = withoutBlanks(left) == withoutBlanks(right);
        QCOMPARE(isSameWithoutBlanks(left, right), plain);
        QCOMPARE(isSameWithoutBlanks(right, left), plain);
    }

    void linesThatMayComeAndGo()
    {
        for (const Language language :
             {Language::Cuda, Language::Python, Language::Shell, Language::Other}) {
            QVERIFY(isIdleLine("", language) && isIdleLine(" \t\r", language));
            QVERIFY(!isIdleLine(" x", language));
        }
        QVERIFY(isIdleLine("  \r", Language::Make));
        QVERIFY(!isIdleLine("\t", Language::Make) && !isIdleLine("x", Language::Make));
        QVERIFY(!isIdleLine("", Language::Markdown) && !isIdleLine("", Language::Yaml));
    }

    void linesFindTheirOtherVersion()
    {
        // Wrapped in a condition: every line stands further in.
        const QByteArrayList left{"alpha(a);", "beta(b);", "gamma(c);"};
        const QByteArrayList right{"if (x) {", "    alpha(a);", "    beta(b);", "    gamma(c);",
                                   "}"};
        QCOMPARE(alignLines(left, right), QVector<int>({1, 2, 3}));
        // Equally many, yet shifted.
        QCOMPARE(alignLines({"one(a);", "two(b);", "three(c);"},
                            {"  two(b);", "  three(c);", "four(d);"}),
                 QVector<int>({-1, 0, 1}));
        QCOMPARE(alignLines({"a1(x);", "b2(y);"}, {"A1(x);", "B2(y);"}), QVector<int>({0, 1}));
        QCOMPARE(alignLines({}, {"a"}), QVector<int>());
        QCOMPARE(alignLines({"a"}, {}), QVector<int>({-1}));
        // Beyond what is compared line by line.
        QByteArrayList many;
        QByteArrayList further{"if (x) {"};
        for (int i = 0; i < 3000; ++i) {
            many.append("call" + QByteArray::number(i) + "();");
            further.append("    " + many.last());
        }
        further.append("}");
        const QVector<int> partner = alignLines(many, further);
        for (int i = 0; i < many.size(); ++i) {
            QCOMPARE(partner[i], i + 1);
        }
    }

    void movedLines()
    {
        const QList<QByteArray> block{"int total = first;", "total += second;", "",
                                      "return total;"};
        const QVector<ChangedLine> removed = linesFrom(block, 10);
        QList<QByteArray> further;
        for (const QByteArray& line : block) {
            further.append("    " + line);
        }
        QVector<ChangedLine> added = linesFrom({"other();"}, 40);
        added += linesFrom(further, 80);
        QCOMPARE(findMovedLines(removed, added), QVector<MovedLines>({{0, 4, 1, 4}}));
        // A blank line less.
        added = linesFrom({"int total = first;", "total += second;", "return total;"}, 80);
        QCOMPARE(findMovedLines(removed, added), QVector<MovedLines>({{0, 4, 0, 3}}));
        // Not one below the other there.
        added = linesFrom({"int total = first;", "total += second;"}, 80);
        added += linesFrom({"return total;"}, 90);
        QVERIFY(findMovedLines(removed, added).isEmpty());
        // Two lines are no block, and neither are braces.
        QVERIFY(
            findMovedLines(linesFrom({block[0], block[1]}, 1), linesFrom({block[0], block[1]}, 9))
                .isEmpty());
        QVERIFY(
            findMovedLines(linesFrom({"}", "}", "}", "}"}, 1), linesFrom({"}", "}", "}", "}"}, 9))
                .isEmpty());
        QVERIFY(findMovedLines({}, added).isEmpty());
    }

    void movedOnce()
    {
        // The longest of the places that begin alike, and each added line for one block only.
        const QList<QByteArray> three{"call_first(a);", "call_second(b);", "call_third(c);"};
        QList<QByteArray> four = three;
        four.append("call_fourth(d);");
        QVector<ChangedLine> added = linesFrom(three, 50);
        added += linesFrom(four, 60);
        QVector<ChangedLine> removed = linesFrom(four, 1);
        removed += linesFrom(three, 20);
        removed += linesFrom(three, 30);
        QCOMPARE(findMovedLines(removed, added), QVector<MovedLines>({{0, 4, 3, 4}, {4, 3, 0, 3}}));
    }

    void repeatedLinesStayLinear()
    {
        QList<QByteArray> lines;
        for (int i = 0; i < 30000; ++i) {
            lines.append(i % 3 == 0   ? "value += one;"
                         : i % 3 == 1 ? "value += two;"
                                      : "store(value);");
        }
        const QVector<MovedLines> moved =
            findMovedLines(linesFrom(lines, 1), linesFrom(lines, 50000));
        QCOMPARE(moved, QVector<MovedLines>({{0, 30000, 0, 30000}}));
    }

    void names_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<bool>("names");
        const auto row = [](const char* name, const char* before, const char* after, bool names) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(after) << names;
        };
        row("a call", "cudaMalloc(&p, n);\n", "hipMalloc(&p, n);\n", true);
        row("several", "cudaError_t e = cudaFree(p);\n", "hipError_t e = hipFree(p);\n", true);
        row("several lines", "cudaFree(p);\nx;\ncudaFree(q);\n", "hipFree(p);\nx;\nhipFree(q);\n",
            true);
        row("header", "#include <cuda_runtime.h>\n", "#include <hip/hip_runtime.h>\n", true);
        row("other brackets", "#include \"cuda_runtime.h\"\n", "#include <hip/hip_runtime.h>\n",
            false);
        row("argument too", "cudaFree(p);\n", "hipFree(q);\n", false);
        row("not by the tables", "cudaFree(p);\n", "hipMalloc(p);\n", false);
        row("own name", "myMalloc(p);\n", "hipMalloc(p);\n", false);
        row("back", "hipFree(p);\n", "cudaFree(p);\n", false);
        row("blanks too", "cudaFree(p);\n", "  hipFree(p);\n", false);
        row("a line more", "cudaFree(p);\n", "hipFree(p);\n\n", false);
        row("the same", "cudaFree(p);\n", "cudaFree(p);\n", false);
        row("DOS lines", "cudaFree(p);\r\n", "hipFree(p);\r\n", true);
        row("line ends too", "cudaFree(p);\r\n", "hipFree(p);\n", false);
        row("the last line end too", "cudaFree(p);\n", "hipFree(p);", false);
        row("register", "register int e = cudaFree(p);\n", "int e = hipFree(p);\n", false);
        row("register above", "register int i;\ncudaFree(p);\n", "int i;\nhipFree(p);\n", false);
        row("braces of dim3", "dim3 g = {1, 2}; cudaFree(p);\n",
            "dim3 g = dim3(1, 2); hipFree(p);\n", false);
        row("a launch", "k<<<g, b>>>(p); cudaFree(p);\n",
            "hipLaunchKernelGGL(k, g, b, 0, 0, p); hipFree(p);\n", false);
        row("an attribute", "__device__ cudaError_t f();\n",
            "__host__ __device__ hipError_t f();\n", false);
        row("a comment too", "cudaFree(p);\n", "hipFree(p); // freed\n", false);
        row("in a new comment", "cudaFree(p);\n", "// hipFree(p);\n", false);
        row("exchanged", "f(cudaFree, cudaMalloc);\n", "f(hipMalloc, hipFree);\n", false);
        row("header and its brackets", "#include <cuda_fp16.h> // a\n",
            "#include <hip/hip_fp16.h> // b\n", false);
        row("empty", "", "", false);
    }

    void names()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(bool, names);
        QCOMPARE(onlyNamesChange(before, after), names);
    }

    void namesOfEdits()
    {
        const QByteArray text =
            "#include <cuda_runtime.h>\nvoid f() { cudaFree(p); cudaFree(q); }\n";
        const auto at = [&](const char* word, int from = 0) { return text.indexOf(word, from); };
        const TextEdit header{{at("cuda_runtime.h"), at(">")}, "hip/hip_runtime.h"};
        const TextEdit first{{at("cudaFree"), at("cudaFree") + 8}, "hipFree"};
        const auto second = at("cudaFree(q");
        const TextEdit other{{second, second + 8}, "hipFree"};
        QVERIFY(onlyNamesChange(text, {header}));
        QVERIFY(onlyNamesChange(text, {first, other}));
        QVERIFY(!onlyNamesChange(text, {first, {{second, second + 10}, "hipFree(r"}}));
        QVERIFY(!onlyNamesChange(text, {{{0, 0}, "#define X\n"}}));
        // What does not fit the text.
        QVERIFY(!onlyNamesChange(text, {other, first}));
        QVERIFY(!onlyNamesChange(text, {{{text.size(), text.size() + 4}, "x"}}));
        QVERIFY(!onlyNamesChange(text, QVector<TextEdit>()));
    }
};

QTEST_GUILESS_MAIN(TestDiffMarks)
#include "tst_diffmarks.moc"
