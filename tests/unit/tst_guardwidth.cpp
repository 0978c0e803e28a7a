// Guards at line, block, function and file width, and around what the user selects.

#include "core/isolation/isolation.h"
#include "core/rules/analyse.h"
#include "core/rules/guards/guardwidth.h"
#include "core/rules/proposal.h"

#include <QTest>

using namespace rocport;

namespace {

const QByteArray kSource = "#include <a.h>\n"                   // 1
                           "\n"                                 // 2
                           "template <typename T>\n"            // 3
                           "__global__ void k(T* p, int n)\n"   // 4
                           "{\n"                                // 5
                           "    int a = 0;\n"                   // 6
                           "    if (n > 0) {\n"                 // 7
                           "        p[0] = one(n);\n"           // 8
                           "        p[1] = two(n);\n"           // 9
                           "        // end\n"                   // 10
                           "    } else {\n"                     // 11
                           "        p[2] = one(n);\n"           // 12
                           "    }\n"                            // 13
                           "}\n"                                // 14
                           "\n"                                 // 15
                           "#if defined(X)\n"                   // 16
                           "int x = one(1);\n"                  // 17
                           "#else\n"                            // 18
                           "int x = 2;\n"                       // 19
                           "#endif\n"                           // 20
                           "int call = LOG(one(1),\n"           // 21
                           "               2);\n"               // 22
                           "/* a comment\n"                     // 23
                           "   over lines */ int y = 1;\n"      // 24
                           "int z = 1; // end without newline"; // 25

TargetSettings target()
{
    return {};
}

/// A hunk that puts `to` for `from` on one line, guarded as proposals are.
Hunk guardedHunk(const SourceBuffer& source, int line, const QByteArray& from, const QByteArray& to,
                 const RepoPath& path)
{
    const ByteRange range = source.lineRange(line);
    QByteArray text = source.bytes().mid(range.begin, range.size());
    Q_ASSERT(text.contains(from));
    text.replace(from, to);
    const QByteArray newline = source.newlineAt(range.begin);
    Hunk hunk;
    hunk.sourcePath = path;
    hunk.targetPath = path;
    hunk.baseHash = contentHash(source.bytes());
    hunk.edits = {
        {{range.begin, range.begin}, "#ifdef USE_ROCM" + newline + text + "#else" + newline},
        {{range.end, range.end}, "#endif" + newline}};
    hunk.firstLine = line;
    hunk.lastLine = line;
    hunk.ruleIds = {QStringLiteral("rule-") + QString::fromLatin1(from)};
    hunk.findingIds = {QByteArray("finding-") + QByteArray::number(line)};
    hunk.title = QStringLiteral("A title");
    hunk.change = QStringLiteral("A change.");
    hunk.key = hunkKey(hunk.ruleIds, path, text, hunk.edits, 0);
    hunk.verdict = Verdict::Projected;
    return hunk;
}

/// Hunks on lines 8, 9 and 12 of kSource.
QVector<Hunk> hunksOf(const SourceBuffer& source)
{
    const RepoPath path("k.cu");
    return {guardedHunk(source, 8, "one", "hip_one", path),
            guardedHunk(source, 9, "two", "hip_two", path),
            guardedHunk(source, 12, "one", "hip_one", path)};
}

GuardedHunks widened(const SourceBuffer& source, const QVector<Hunk>& hunks, GuardWidth width,
                     int which = -1)
{
    GuardWishes wishes;
    for (qsizetype i = 0; i < hunks.size(); ++i) {
        if (which < 0 || which == i) {
            wishes.widths.insert(hunks[i].key, width);
        }
    }
    return guardHunks(source, RepoPath("k.cu"), Language::Cuda, target(), hunks, wishes);
}

} // namespace

class TestGuardWidth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void widthsHaveNames();
    void widens_data();
    void widens();
    void neighboursFoldIn_data();
    void neighboursFoldIn();
    void anEditGoesAlong();
    void needsFollow();
    void committedShapesStay();
    void lineEndsAndByteOrderMarkStay();
    void judgesSelections_data();
    void judgesSelections();
    void guardsASelection();
    void guardsPython();
    void judgesPython_data();
    void judgesPython();
    void guardsCMake();
    void rocmLines_data();
    void rocmLines();
    void anyBytesAreTaken();
};

void TestGuardWidth::widthsHaveNames()
{
    for (const GuardWidth width :
         {GuardWidth::Line, GuardWidth::Block, GuardWidth::Function, GuardWidth::File}) {
        QCOMPARE(guardWidthFromId(guardWidthId(width)), std::optional(width));
    }
    QVERIFY(!guardWidthFromId(u"page"));
}

void TestGuardWidth::widens_data()
{
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("last");
    const auto row = [](const char* name, int line, GuardWidth width, int first, int last) {
        QTest::newRow(name) << line << int(width) << first << last;
    };
    row("inner block", 8, GuardWidth::Block, 8, 10);
    row("else block", 12, GuardWidth::Block, 12, 12);
    row("body", 6, GuardWidth::Block, 6, 13);
    row("function", 8, GuardWidth::Function, 3, 14);
    row("file", 8, GuardWidth::File, 1, 25);
    row("no function around", 19, GuardWidth::Function, 0, 0);
    row("no block around", 24, GuardWidth::Block, 0, 0);
    row("line stays", 8, GuardWidth::Line, 0, 0);
}

void TestGuardWidth::widens()
{
    QFETCH(int, line);
    QFETCH(int, width);
    QFETCH(int, first);
    QFETCH(int, last);
    const SourceBuffer source(kSource);
    const GuardPlaces places(source, Language::Cuda, target());
    const LineSpan lines = places.widen({line, line}, GuardWidth(width));
    QCOMPARE(lines.first, first);
    QCOMPARE(lines.last, last);
}

void TestGuardWidth::neighboursFoldIn_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("which");
    QTest::addColumn<QVector<int>>("members");
    QTest::newRow("block of one") << int(GuardWidth::Block) << 0 << QVector<int>{2};
    // Line 12 is the whole else block: its guard is there already.
    QTest::newRow("blocks") << int(GuardWidth::Block) << -1 << QVector<int>{2};
    QTest::newRow("function") << int(GuardWidth::Function) << 1 << QVector<int>{3};
    QTest::newRow("file") << int(GuardWidth::File) << 2 << QVector<int>{3};
}

void TestGuardWidth::neighboursFoldIn()
{
    QFETCH(int, width);
    QFETCH(int, which);
    QFETCH(QVector<int>, members);
    const SourceBuffer source(kSource);
    const QVector<Hunk> hunks = hunksOf(source);
    const GuardedHunks shaped = widened(source, hunks, GuardWidth(width), which);
    QCOMPARE(shaped.members.size(), members.size());
    QVERIFY(shaped.kept.isEmpty());
    int folded = 0;
    for (const Hunk& hunk : shaped.hunks) {
        QCOMPARE(hunk.verdict, Verdict::Projected);
        const auto names = shaped.members.value(hunk.key);
        folded += int(names.size());
        if (!names.isEmpty()) {
            QCOMPARE(names.size(), members.first());
            QCOMPARE(hunk.findingIds.size(), names.size());
        }
    }
    QCOMPARE(shaped.hunks.size(), hunks.size() - folded + shaped.members.size());
    const auto ported = applyHunks(kSource, shaped.hunks);
    QVERIFY(ported.ok());
    const auto projected = projectCpp(*ported, "USE_ROCM");
    QVERIFY(projected.ok());
    QCOMPARE(*projected, kSource);
    // ROCm sees the same as before.
    const auto before = applyHunks(kSource, hunks);
    const auto onRocm = [](QByteArray text) {
        return ::rocmLines(text.replace("/* a comment\n", ""), "USE_ROCM");
    };
    QCOMPARE(onRocm(*ported).trimmed(), onRocm(*before).trimmed());
    QVERIFY(!onRocm(*ported).contains("#ifdef"));
}

void TestGuardWidth::anEditGoesAlong()
{
    const SourceBuffer source(kSource);
    const QVector<Hunk> hunks = hunksOf(source);
    GuardWishes wishes;
    wishes.widths.insert(hunks[1].key, GuardWidth::Function);
    QByteArray lines = hunkReplacementLines(kSource, hunks[0]);
    lines.replace("hip_one(n)", "hip_mine(n)");
    wishes.edited.insert(hunks[0].key, lines);
    const GuardedHunks shaped =
        guardHunks(source, RepoPath("k.cu"), Language::Cuda, target(), hunks, wishes);
    QCOMPARE(shaped.hunks.size(), 1);
    const QByteArray ported = *applyHunks(kSource, shaped.hunks);
    QVERIFY(ported.contains("hip_mine(n)"));
    QCOMPARE(ported.count("#ifdef USE_ROCM"), 1);
}

void TestGuardWidth::needsFollow()
{
    const SourceBuffer source(kSource);
    QVector<Hunk> hunks = hunksOf(source);
    hunks[2].needs = {hunks[0].key, "elsewhere"};
    const GuardedHunks shaped = widened(source, hunks, GuardWidth::Block, 0);
    QCOMPARE(shaped.hunks.size(), 2);
    QCOMPARE(shaped.hunks[1].needs, (QVector<QByteArray>{shaped.hunks[0].key, "elsewhere"}));
    const GuardedHunks all = widened(source, hunks, GuardWidth::Function, 0);
    QCOMPARE(all.hunks.size(), 1);
    QCOMPARE(all.hunks[0].needs, QVector<QByteArray>{"elsewhere"});
}

void TestGuardWidth::committedShapesStay()
{
    const SourceBuffer source(kSource);
    const QVector<Hunk> hunks = hunksOf(source);
    GuardWishes wishes;
    wishes.widths.insert(hunks[0].key, GuardWidth::Function);
    wishes.committed = {hunks[1].key};
    const GuardedHunks shaped =
        guardHunks(source, RepoPath("k.cu"), Language::Cuda, target(), hunks, wishes);
    QVERIFY(shaped.members.isEmpty());
    QCOMPARE(shaped.hunks.size(), hunks.size());
}

void TestGuardWidth::lineEndsAndByteOrderMarkStay()
{
    QByteArray text = kSource;
    text.replace("\n", "\r\n");
    text.prepend("\xef\xbb\xbf");
    const SourceBuffer source(text);
    const QVector<Hunk> hunks = hunksOf(source);
    for (const GuardWidth width : {GuardWidth::Block, GuardWidth::Function, GuardWidth::File}) {
        const GuardedHunks shaped = widened(source, hunks, width);
        if (shaped.members.isEmpty()) {
            // A guard that cannot be proved is not made, and that is told.
            QCOMPARE(width, GuardWidth::File);
            QVERIFY(!shaped.kept.isEmpty());
            continue;
        }
        const QByteArray ported = *applyHunks(text, shaped.hunks);
        QVERIFY(ported.startsWith("\xef\xbb\xbf"));
        QCOMPARE(ported.count("\xef\xbb\xbf"), 1);
        QCOMPARE(ported.count('\n'), ported.count("\r\n"));
        QCOMPARE(*projectCpp(ported, "USE_ROCM"), text);
    }
}

void TestGuardWidth::judgesSelections_data()
{
    QTest::addColumn<QByteArray>("selected");
    QTest::addColumn<QString>("problem");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("last");
    const auto row = [](const char* name, const char* selected, const char* problem, int first,
                        int last) {
        QTest::newRow(name) << QByteArray(selected) << QString::fromUtf8(problem) << first << last;
    };
    row("whole line", "    int a = 0;\n", "", 6, 6);
    row("part of a line between tokens", "a = 0", "", 6, 6);
    row("a token is cut", "nt a = 0", "contains only part of “int” on line 6", 6, 6);
    row("lines", "p[0] = one(n);\n        p[1]", "", 8, 9);
    row("a directive is cut", "efined(X)", "contains only part of the directive on line 16", 16,
        20);
    row("a directive without its partner", "defined(X)", "begins on line 16", 16, 20);
    row("half a condition", "int x = one(1);\n#else\n", "begins on line 16 ends on line 20", 16,
        20);
    row("an arm of a condition", "int x = one(1);\n", "", 17, 17);
    row("arguments of a macro", "2);\n", "arguments of a macro", 21, 22);
    row("a comment is cut", "/* a comment\n", "contains only part of “/* a comment", 23, 24);
    row("last line", "int z = 1;", "", 25, 25);
}

void TestGuardWidth::judgesSelections()
{
    QFETCH(QByteArray, selected);
    QFETCH(QString, problem);
    QFETCH(int, first);
    QFETCH(int, last);
    const SourceBuffer source(kSource);
    const qsizetype at = kSource.indexOf(selected);
    QVERIFY(at >= 0);
    const SelectionCheck check =
        GuardPlaces(source, Language::Cuda, target()).check({at, at + selected.size()});
    if (problem.isEmpty()) {
        QCOMPARE(check.problem, QString());
    } else {
        QVERIFY2(check.problem.contains(problem), qPrintable(check.problem));
    }
    QCOMPARE(check.lines.first, first);
    QCOMPARE(check.lines.last, last);
}

void TestGuardWidth::guardsASelection()
{
    const SourceBuffer source(kSource);
    const QVector<Hunk> hunks = hunksOf(source);
    GuardWishes wishes;
    wishes.userGuards = {{"0123456789abcdef", {9, 12}, QStringLiteral("my reason")}};
    const GuardedHunks shaped =
        guardHunks(source, RepoPath("k.cu"), Language::Cuda, target(), hunks, wishes);
    QCOMPARE(shaped.hunks.size(), 2); // line 8 stands alone
    const Hunk& own = shaped.hunks.last();
    QCOMPARE(own.key, QByteArray("0123456789abcdef"));
    QCOMPARE(own.reason, QStringLiteral("my reason"));
    QCOMPARE(own.ruleIds.first(), QString(kUserGuardRule));
    QCOMPARE(own.verdict, Verdict::Projected);
    QCOMPARE(shaped.members.value(own.key).size(), 2);
    const QByteArray ported = *applyHunks(kSource, shaped.hunks);
    QCOMPARE(*projectCpp(ported, "USE_ROCM"), kSource);
    QVERIFY(ported.contains("hip_two"));
}

namespace {

const QByteArray kPython = "\"\"\"doc\"\"\"\n"           // 1
                           "import torch\n"              // 2
                           "\n"                          // 3
                           "def train(model):\n"         // 4
                           "    \"\"\"inner doc\"\"\"\n" // 5
                           "    text = \"\"\"a\n"        // 6
                           "b\"\"\"\n"                   // 7
                           "    if text:\n"              // 8
                           "        model.step(\n"       // 9
                           "            1)\n"            // 10
                           "        model.done()\n"      // 11
                           "    return model\n";         // 12

} // namespace

void TestGuardWidth::guardsPython()
{
    const SourceBuffer source(kPython);
    GuardWishes wishes;
    wishes.userGuards = {{"0123456789abcdef", {6, 11}, QStringLiteral("why")}};
    const GuardedHunks shaped =
        guardHunks(source, RepoPath("t.py"), Language::Python, target(), {}, wishes);
    QCOMPARE(shaped.hunks.size(), 2); // is_rocm is defined too
    for (const Hunk& hunk : shaped.hunks) {
        QVERIFY2(isProved(hunk.verdict), qPrintable(hunk.verdictReason));
    }
    const Hunk& own = shaped.hunks.last();
    QCOMPARE(own.needs, QVector<QByteArray>{shaped.hunks.first().key});
    const QByteArray ported = *applyHunks(kPython, shaped.hunks);
    QVERIFY2(
        ported.contains("    if is_rocm:\n        text = \"\"\"a\nb\"\"\"\n        if text:\n"),
        ported.constData());
    QVERIFY(ported.contains("    else:\n        text ="));
    QVERIFY(isProved(proveFile(kPython, ported, Language::Python, target()).verdict));
}

void TestGuardWidth::judgesPython_data()
{
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("lastLine");
    QTest::addColumn<QString>("problem");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("last");
    QTest::newRow("statement") << 12 << 12 << QString() << 12 << 12;
    QTest::newRow("call over lines") << 9 << 9 << QStringLiteral("lines 9 to 10") << 9 << 10;
    QTest::newRow("head of a block") << 8 << 8 << QStringLiteral("lines 8 to 11") << 8 << 11;
    QTest::newRow("documentation") << 5 << 5 << QStringLiteral("documentation string") << 0 << 0;
}

void TestGuardWidth::judgesPython()
{
    QFETCH(int, line);
    QFETCH(int, lastLine);
    QFETCH(QString, problem);
    QFETCH(int, first);
    QFETCH(int, last);
    const SourceBuffer source(kPython);
    const GuardPlaces places(source, Language::Python, target());
    const SelectionCheck check =
        places.check({source.lineRange(line).begin, source.lineRange(lastLine).end});
    QVERIFY2(problem.isEmpty() ? check.problem.isEmpty() : check.problem.contains(problem),
             qPrintable(check.problem));
    QCOMPARE(check.lines.first, first);
    QCOMPARE(check.lines.last, last);
    QCOMPARE(places.widen({9, 9}, GuardWidth::Block), (LineSpan{9, 11}));
    QCOMPARE(places.widen({9, 9}, GuardWidth::Function), (LineSpan{4, 12}));
    QCOMPARE(places.widen({6, 6}, GuardWidth::Block), (LineSpan{6, 12}));
}

void TestGuardWidth::guardsCMake()
{
    const QByteArray text = "cmake_minimum_required(VERSION 3.20)\n"
                            "project(x)\n"
                            "if(A)\n"
                            "  set(B \"a)\n"
                            "c\")\n"
                            "  set(C 1)\n"
                            "endif()\n";
    const SourceBuffer source(text);
    const GuardPlaces places(source, Language::CMake, target());
    const auto check = [&](int first, int last) {
        return places.check({source.lineRange(first).begin, source.lineRange(last).end});
    };
    QCOMPARE(check(6, 6).problem, QString());
    QCOMPARE(check(4, 4).lines, (LineSpan{4, 5}));
    QVERIFY(check(4, 4).problem.contains(QStringLiteral("set")));
    QCOMPARE(check(6, 7).lines, (LineSpan{3, 7}));
    QVERIFY(!check(2, 3).lines.isValid());
    QCOMPARE(places.widen({6, 6}, GuardWidth::Block), (LineSpan{4, 6}));
    const SourceBuffer brackets("set(A b[[)\nset(C 1)\n"); // within a word they open nothing
    QCOMPARE(GuardPlaces(brackets, Language::CMake, target())
                 .check({brackets.lineRange(2).begin, brackets.lineRange(2).end})
                 .problem,
             QString());
    GuardWishes wishes;
    wishes.userGuards = {{"0123456789abcdef", {4, 6}, QStringLiteral("why")}};
    const GuardedHunks shaped =
        guardHunks(source, RepoPath("CMakeLists.txt"), Language::CMake, target(), {}, wishes);
    QCOMPARE(shaped.hunks.size(), 1);
    QCOMPARE(shaped.hunks.first().verdict, Verdict::Projected);
    const QByteArray ported = *applyHunks(text, shaped.hunks);
    QVERIFY(ported.contains("  if(USE_ROCM)\n"));
    QCOMPARE(*projectCMake(ported, "USE_ROCM"), text);
}

void TestGuardWidth::rocmLines_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("else", "#ifdef M\na\n#else\nb\n#endif\n", "a\n");
    row("none", "x\n#ifdef M\na\n#endif\ny", "x\na\ny");
    row("not", "#ifndef M\na\n#else\nb\n#endif\n", "b\n");
    row("other", "#ifdef N\na\n#else\nb\n#endif\n", "#ifdef N\na\n#else\nb\n#endif\n");
    row("inside", "#ifdef M\n#if N\na\n#else\nc\n#endif\n#else\nb\n#endif\n",
        "#if N\na\n#else\nc\n#endif\n");
    row("elif is left alone", "#ifdef M\na\n#elif N\nb\n#endif\n",
        "#ifdef M\na\n#elif N\nb\n#endif\n");
    row("unclosed", "#ifdef M\na\n", "#ifdef M\na\n");
    row("raw string", "R\"(\n#ifdef M\n)\"\n#ifdef M\n#endif\n",
        "R\"(\n#ifdef M\n)\"\n#ifdef M\n#endif\n");
}

void TestGuardWidth::rocmLines()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(::rocmLines(text, "M"), expected);
}

/// No bytes crash it, and no guard is ever made that is not proved.
void TestGuardWidth::anyBytesAreTaken()
{
    QVector<QByteArray> texts = {
        {},
        "\n",
        "{",
        "}",
        "#if\n#else\n",
        "#endif\n",
        "/*",
        "\"",
        "R\"x(",
        "a\\\n\\\n",
        "\xff\xfe\x00z",
        QByteArray(100000, '('),
        QByteArray(100000, '{'),
        QByteArray(50000, '[') + '\n' + QByteArray(50000, ']'),
        "#define A \\\n 1\nvoid f() { A; }",
        "if(\n",
        "def f(:\n",
    };
    QByteArray many;
    for (int i = 0; i < 3000; ++i) {
        many += "#if A\n";
    }
    texts.append(many);
    for (const QByteArray& text : std::as_const(texts)) {
        const SourceBuffer source(text);
        for (const Language language : {Language::Cuda, Language::Python, Language::CMake}) {
            const GuardPlaces places(source, language, target());
            for (int line = 1; line <= std::min(source.lineCount(), 3); ++line) {
                for (const GuardWidth width :
                     {GuardWidth::Block, GuardWidth::Function, GuardWidth::File}) {
                    const LineSpan lines = places.widen({line, line}, width);
                    QVERIFY(!lines.isValid() || lines.last <= source.lineCount());
                }
                const SelectionCheck check = places.check(source.lineRange(line));
                if (!check.lines.isValid() || !check.problem.isEmpty()) {
                    continue;
                }
                GuardWishes wishes;
                wishes.userGuards = {{"0123456789abcdef", check.lines, QStringLiteral("why")}};
                const GuardedHunks shaped =
                    guardHunks(source, RepoPath("x"), language, target(), {}, wishes);
                QVERIFY(shaped.hunks.size() <= 2);
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestGuardWidth)
#include "tst_guardwidth.moc"
