#include "core/project/session/symbols.h"

#include <QTest>

using namespace rocport;

class TestSymbols : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void names_data();
    void names();
    void places();
    void isBounded();
    void endsWhenCancelled();
    void garbage();
    void scopes_data();
    void scopes();
    void linesInScopes();
};

void TestSymbols::names_data()
{
    QTest::addColumn<Language>("language");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found"); // "k softmax 3": kind, name, line
    const auto row = [](const char* name, Language language, const char* text, const char* found) {
        QTest::newRow(name) << language << QByteArray(text)
                            << QString::fromUtf8(found).split(u',', Qt::SkipEmptyParts);
    };
    const auto cuda = [&](const char* name, const char* text, const char* found) {
        row(name, Language::Cuda, text, found);
    };
    cuda(
        "kernel and function",
        "#include <x.h>\n__global__ void softmax(float* a, int n)\n{\n    if (n) { a[0] = 1; }\n}\n"
        "static int next(int n) { return n + 1; }\n",
        "k softmax 2,f next 6");
    cuda("launch bounds and templates",
         "template <typename T, int N = (1 > 0)>\n__global__ __launch_bounds__(256)\n"
         "void reduce(T* a) {}\n"
         "template <> __global__ void reduce<int>(int* a) {}\n",
         "k reduce 3");
    cuda("declarations define nothing", "int f(int);\nextern void g();\nstruct Later;\n", "");
    cuda("classes and their methods",
         "class Reader final : public Base<int> {\npublic:\n    Reader() : m_a(1), m_b{2} {}\n"
         "    ~Reader() {}\n    int next() const { return m_a; }\n"
         "    bool operator==(const Reader& o) const { return true; }\n"
         "    int operator()(int a) { return a; }\n};\n"
         "int Reader::size() const { return 0; }\n",
         "c Reader 1,f Reader 3,f ~Reader 4,f next 5,f operator== 6,f operator() 7,f Reader::size "
         "9");
    cuda("structs with attributes, enumerations",
         "struct __align__(16) Pair { int a; };\nenum class Mode : int { A, B };\n"
         "union U { int i; };\ntypedef struct { int x; } Old;\n",
         "c Pair 1,c Mode 2,c U 3");
    cuda("what is inside of namespaces",
         "namespace a::b {\nextern \"C\" {\nvoid f() {}\n}\nnamespace {\nvoid g() {}\n}\n}\n",
         "f f 3,f g 6");
    cuda("what functions hold is none",
         "void f() {\n    auto g = [](int a) { return h(a); };\n    struct Local { int x; };\n"
         "    while (g(1)) {}\n}\nvoid i() {}\n",
         "f f 1,f i 6");
    cuda("initialisers are none",
         "int a[] = {1, 2};\nauto l = [](int x) { return x; };\nstruct S s = {1};\nint b{f(1)};\n"
         "void f() {}\n",
         "f f 5");
    cuda("structs that functions return", "struct Pair make(int a) { return {}; }\n", "f make 1");
    cuda("macros", "#define N 4\n#  define MAX(a, b) ((a) > (b) ? (a) : (b))\n#undef N\n",
         "m N 1,m MAX 2");
    cuda("arms of conditions",
         "#ifdef USE_ROCM\nvoid f(int a) {\n#else\nvoid f(float a) {\n#endif\n    g();\n}\n"
         "void h() {}\n",
         "f f 2,f f 4,f h 8");
    cuda("comments and strings",
         "// void f() {}\n/* void g() {} */\nconst char* s = \"void h() {\";"
         "\nvoid i() {}\n",
         "f i 4");
    row("Python", Language::Python,
        "import os\n\n@decorated\ndef first(a):\n    def inner():\n        pass\n    return 1\n\n"
        "class Net(Module):\n    \"\"\"def none(): pass\"\"\"\n    async def forward(self):\n"
        "        pass\n\ndef last(): pass\n",
        "f first 4,f first.inner 5,c Net 9,f Net.forward 11,f last 14");
    row("another language", Language::CMake, "function(f)\nendfunction()\n", "");
}

void TestSymbols::names()
{
    QFETCH(Language, language);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    QStringList names;
    for (const SourceSymbol& symbol : symbolsOf(language, text, 1000, {})) {
        names.append(QStringLiteral("%1 %2 %3")
                         .arg(QString(u"fkcm"[static_cast<int>(symbol.kind)]),
                              QString::fromUtf8(symbol.name), QString::number(symbol.line)));
    }
    QCOMPARE(names, found);
    QCOMPARE(hasSymbols(language), language != Language::CMake);
}

void TestSymbols::places()
{
    const QByteArray text = "int zero;\n  int  Reader::next(int a) { return a; }\n";
    const QVector<SourceSymbol> found = symbolsOf(Language::Cpp, text, 10, {});
    QCOMPARE(found.size(), 1);
    QCOMPARE(found[0].name, QByteArray("Reader::next"));
    QCOMPARE(text.split('\n')[found[0].line - 1].mid(found[0].start, found[0].length),
             QByteArray("next"));
}

void TestSymbols::isBounded()
{
    QByteArray text;
    for (int i = 0; i < 500; ++i) {
        text += "void f" + QByteArray::number(i) + "() {}\n";
    }
    const QVector<SourceSymbol> some = symbolsOf(Language::Cpp, text, 100, {});
    QCOMPARE(some.size(), 100);
    QCOMPARE(some.last().name, QByteArray("f99"));
    QCOMPARE(some.last().line, 100);
    // Scopes and conditions without end, and a declaration that never does.
    QVERIFY(symbolsOf(Language::Cpp, QByteArray("{").repeated(100000) + text, 10, {}).isEmpty());
    QCOMPARE(symbolsOf(Language::Cpp, QByteArray("#if A\n").repeated(100000) + text, 10, {}).size(),
             10);
    QVERIFY(symbolsOf(Language::Cpp, QByteArray("a ").repeated(100000) + "b() {}", 10, {}).size() <=
            1);
}

void TestSymbols::endsWhenCancelled()
{
    const CancelToken cancel;
    cancel.cancel();
    QVERIFY(symbolsOf(Language::Cpp, "void f() {}\n", 10, cancel).isEmpty());
    QVERIFY(symbolsOf(Language::Python, "def f(): pass\n", 10, cancel).isEmpty());
}

void TestSymbols::garbage()
{
    for (const char* text : {"",
                             "}",
                             "}}}} void f() {}",
                             "#",
                             "#define",
                             "#define 1",
                             "#else\n#endif\n",
                             "operator(",
                             "class",
                             "class {",
                             "( {",
                             "template < {",
                             "~() {",
                             "::() {",
                             "a::b::( {",
                             "enum {",
                             "struct S : ",
                             "#if\n{\n#else\n}\n#endif",
                             "\xff\xfe{",
                             "namespace",
                             "extern \"C\" {"}) {
        (void)symbolsOf(Language::Cuda, text, 10, {});
        (void)symbolsOf(Language::Python, text, 10, {});
    }
    QCOMPARE(symbolsOf(Language::Cuda, "}}}} void f() {}", 10, {}).size(), 1);
}

void TestSymbols::scopes_data()
{
    QTest::addColumn<Language>("language");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found"); // "softmax 3-7": name, first and last line, parent
    const auto row = [](const char* name, Language language, const char* text, const char* found) {
        QTest::newRow(name) << language << QByteArray(text)
                            << QString::fromUtf8(found).split(u',', Qt::SkipEmptyParts);
    };
    row("kernel", Language::Cuda,
        "__global__ void softmax(float* a)\n{\n    if (a) {\n        a[0] = 1;\n    }\n}\nint g;\n",
        "softmax 1-6");
    row("methods", Language::Cpp, "struct A {\n  int f() {\n    return 1;\n  }\n};\nvoid g() {}\n",
        "A 1-5,f 2-4 in A,g 6-6");
    row("arms", Language::Cuda,
        "#ifdef A\nvoid f(int a) {\n#else\nvoid f(long a) {\n#endif\n  g();\n}\nvoid h() {\n}\n",
        "f 4-7,h 8-9");
    row("never closed", Language::Cpp, "void f() {\n", "");
    row("python", Language::Python,
        "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        pass\n\n\nx = "
        "1\n",
        "A 1-6,A.f 2-3 in A,A.g 5-6 in A");
    row("cmake", Language::CMake,
        "project(x)\nfunction(add_all name)\n  message(x)\nendfunction()\n"
        "macro(one)\nendmacro()\n",
        "add_all 2-4,one 5-6");
    row("none", Language::Json, "{}", "");
}

void TestSymbols::scopes()
{
    QFETCH(Language, language);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    const QVector<SourceScope> scopes = scopesOf(language, text, {});
    QStringList names;
    for (const SourceScope& scope : scopes) {
        QString name = QStringLiteral("%1 %2-%3")
                           .arg(QString::fromUtf8(scope.symbol.name))
                           .arg(scope.symbol.line)
                           .arg(scope.lastLine);
        if (scope.parent >= 0) {
            name += QStringLiteral(" in ") + QString::fromUtf8(scopes[scope.parent].symbol.name);
        }
        names.append(name);
    }
    QCOMPARE(names, found);
    CancelToken cancelled;
    cancelled.cancel();
    QVERIFY(scopesOf(language, text, cancelled).isEmpty());
}

void TestSymbols::linesInScopes()
{
    const QVector<SourceScope> scopes = scopesOf(
        Language::Cpp, "struct A {\n  int f() {\n    return 1;\n  }\n  int x;\n};\nint y;\n", {});
    QCOMPARE(scopes.size(), 2);
    QCOMPARE(scopeAround(scopes, 1), -1); // its own line is in sight
    QCOMPARE(scopeAround(scopes, 2), 0);
    QCOMPARE(scopeAround(scopes, 3), 1);
    QCOMPARE(scopeAround(scopes, 4), 1);
    QCOMPARE(scopeAround(scopes, 5), 0);
    QCOMPARE(scopeAround(scopes, 7), -1);
    QCOMPARE(scopeAround({}, 3), -1);
}

QTEST_GUILESS_MAIN(TestSymbols)
#include "tst_symbols.moc"
