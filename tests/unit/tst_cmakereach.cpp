#include "core/rules/analyse.h"
#include "core/rules/build/buildfile.h"
#include "tests/support/builtinrules.h"

#include <QTest>

using namespace rocport;

/// What CMake files share: lists of .cu files, options, and the names of functions' parameters.
class TestCMakeReach : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsFollowFiles_data();
    void listsFollowFiles();
    void manySteps();
    void functionsOfOneName();
    void languageThatNobodyEnables_data();
    void languageThatNobodyEnables();
    void optionOfAnotherName_data();
    void optionOfAnotherName();
    void armsWhereTheMacroIsNoOption();

private:
    [[nodiscard]] QByteArray ported(const QByteArray& text) const;
    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

QByteArray TestCMakeReach::ported(const QByteArray& text) const
{
    AnalysisContext context;
    context.rules = m_rules;
    const FileAnalysis analysis =
        analyseFile(RepoPath("CMakeLists.txt"), Language::CMake, SourceBuffer(text), context);
    return applyHunks(text, analysis.hunks).value();
}

void TestCMakeReach::listsFollowFiles_data()
{
    QTest::addColumn<QStringList>("files"); // "path=text"
    QTest::addColumn<QStringList>("seen");  // "path:LIST", sorted
    const auto row = [](const char* name, std::initializer_list<const char*> files,
                        std::initializer_list<const char*> seen) {
        QStringList texts;
        for (const char* one : files) {
            texts.append(QString::fromUtf8(one));
        }
        QStringList lists;
        for (const char* one : seen) {
            lists.append(QString::fromUtf8(one));
        }
        QTest::newRow(name) << texts << lists;
    };
    row("included",
        {"CMakeLists.txt=include(cmake/gpu.cmake)\nadd_subdirectory(src)\n",
         "cmake/gpu.cmake=set(GPU a.cu)\n", "src/CMakeLists.txt=add_library(t ${GPU})\n",
         "tools/CMakeLists.txt=set(GPU)\n"},
        {"CMakeLists.txt:GPU", "cmake/gpu.cmake:GPU", "src/CMakeLists.txt:GPU"});
    row("a module's name", {"a/CMakeLists.txt=include(gpu)\n", "cmake/gpu.cmake=set(GPU a.cu)\n"},
        {"a/CMakeLists.txt:GPU", "cmake/gpu.cmake:GPU"});
    row("not upwards",
        {"CMakeLists.txt=add_subdirectory(${PROJECT_SOURCE_DIR}/src)\n",
         "src/CMakeLists.txt=set(GPU a.cu)\n"},
        {"src/CMakeLists.txt:GPU"});
    row("upwards where it says so",
        {"CMakeLists.txt=add_subdirectory(src)\n",
         "src/CMakeLists.txt=set(GPU a.cu PARENT_SCOPE)\n", "b/CMakeLists.txt=set(X 1)\n"},
        {"CMakeLists.txt:GPU", "src/CMakeLists.txt:GPU"});
    row("in the cache",
        {"CMakeLists.txt=set(X 1)\n", "src/CMakeLists.txt=set(GPU a.cu CACHE INTERNAL \"\")\n"},
        {"CMakeLists.txt:GPU", "src/CMakeLists.txt:GPU"});
    row("an include that is computed",
        {"CMakeLists.txt=include(${M})\n", "cmake/gpu.cmake=set(GPU a.cu)\n",
         "cmake/cpu.cmake=set(X 1)\n", "b/CMakeLists.txt=set(X 1)\n"},
        {"CMakeLists.txt:GPU", "cmake/cpu.cmake:GPU", "cmake/gpu.cmake:GPU"});
    row("by the end of a folder's path",
        {"x/CMakeLists.txt=set(GPU a.cu)\nadd_subdirectory(src/gpu)\n", "src/gpu/CMakeLists.txt=",
         "x/src/gpu/CMakeLists.txt=", "y/gpu/CMakeLists.txt=", "x/osrc/gpu/CMakeLists.txt="},
        {"src/gpu/CMakeLists.txt:GPU", "x/CMakeLists.txt:GPU", "x/src/gpu/CMakeLists.txt:GPU"});
    row("a folder beneath that is computed",
        {"a/CMakeLists.txt=set(GPU a.cu)\nadd_subdirectory(${D})\n",
         "a/b/CMakeLists.txt=", "ab/CMakeLists.txt=", "a-b/CMakeLists.txt=", "CMakeLists.txt="},
        {"a/CMakeLists.txt:GPU", "a/b/CMakeLists.txt:GPU"});
    row("the language",
        {"CMakeLists.txt=project(x CXX)\ninclude(cmake/gpu.cmake)\nadd_subdirectory(src)\n",
         "cmake/gpu.cmake=if(USE_CUDA)\n  find_package(CUDA REQUIRED)\nendif()\n",
         "src/CMakeLists.txt=add_library(t a.cpp)\n", "other/CMakeLists.txt=project(y CXX)\n"},
        {"CMakeLists.txt:<CUDA>", "cmake/gpu.cmake:<CUDA>", "src/CMakeLists.txt:<CUDA>"});
    row("the language in a function",
        {"CMakeLists.txt=project(x CXX)\ninclude(cmake/gpu.cmake)\n",
         "cmake/gpu.cmake=macro(find_gpu)\n  find_package(CUDA)\nendmacro()\n"},
        {});
    row("a folder that is computed",
        {"CMakeLists.txt=set(GPU a.cu)\nadd_subdirectory(${D})\n",
         "src/CMakeLists.txt=add_library(t ${GPU})\n"},
        {"CMakeLists.txt:GPU", "src/CMakeLists.txt:GPU"});
}

/// A list is known where the files that include or add each other hand it on, and not elsewhere.
void TestCMakeReach::listsFollowFiles()
{
    QFETCH(const QStringList, files);
    QFETCH(const QStringList, seen);
    QHash<RepoPath, BuildSummary> summaries;
    for (const QString& file : files) {
        const qsizetype equals = file.indexOf(u'=');
        const QByteArray text = file.mid(equals + 1).toUtf8();
        summaries.insert(RepoPath(file.left(equals).toUtf8()),
                         summariseBuild({text.constData(), static_cast<size_t>(text.size())},
                                        Language::CMake, "USE_ROCM"));
    }
    const QHash<RepoPath, QSet<QByteArray>> found = listsSeen(summaries);
    QStringList actual;
    for (auto one = found.cbegin(); one != found.cend(); ++one) {
        for (const QByteArray& list : one.value()) {
            actual.append(one.key().display() + u':' + QString::fromUtf8(list));
        }
    }
    actual.sort();
    QCOMPARE(actual, seen);
}

/// Where files include each other so much that following each list takes too long, each list counts
/// for all files.
void TestCMakeReach::manySteps()
{
    const auto seenBeside = [](int count) {
        QHash<RepoPath, BuildSummary> summaries;
        for (int i = 0; i < count; ++i) {
            BuildSummary one;
            one.cuda.lists.insert("GPU");
            one.reach.includes.insert("m" + QByteArray::number(i + 1) + ".cmake");
            summaries.insert(RepoPath("m" + QByteArray::number(i) + ".cmake"), one);
        }
        summaries.insert(RepoPath("b/CMakeLists.txt"), BuildSummary());
        return listsSeen(summaries).value(RepoPath("b/CMakeLists.txt"));
    };
    QCOMPARE(seenBeside(20), QSet<QByteArray>());
    QCOMPARE(seenBeside(1500), QSet<QByteArray>{"GPU"});

    // Each of the files may add each of the others.
    const auto seenByAll = [](int count) {
        QHash<RepoPath, BuildSummary> summaries;
        for (int i = 0; i < count; ++i) {
            BuildSummary one;
            one.reach.folders.insert("src");
            summaries.insert(RepoPath("d" + QByteArray::number(i) + "/src/CMakeLists.txt"), one);
        }
        summaries[RepoPath("gpu.cmake")].cuda.lists.insert("GPU");
        return listsSeen(summaries).value(RepoPath("d1/src/CMakeLists.txt"));
    };
    QCOMPARE(seenByAll(20), QSet<QByteArray>());
    QCOMPARE(seenByAll(600), QSet<QByteArray>{"GPU"});
}

void TestCMakeReach::languageThatNobodyEnables_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("comes"); // some other file enables it
    QTest::addColumn<int>("enabled");
    const QByteArray project = "project(x C CXX)\n";
    const QByteArray old = "include(cmake/gpu.cmake)\nfind_gpu()\ncuda_add_library(t a.cu b.cpp)\n";
    QTest::newRow("by a function") << project + old << false << 1;
    QTest::newRow("by another file") << project + old << true << 0;
    QTest::newRow("without a project") << old << false << 0;
    QTest::newRow("sources by name") << project + "add_library(t a.cu)\n" << false << 1;
    QTest::newRow("none for HIP") << project + "add_library(t a.cpp)\n" << false << 0;
    QTest::newRow("two projects") << project + "if(X)\n  project(x C CXX)\nendif()\n" + old << false
                                  << 1;
    QTest::newRow("the option stands there already")
        << "option(USE_ROCM \"x\" OFF)\n" + project + old << false << 1;
}

/// CUDA's language is enabled in a function or nowhere: the project that has sources for HIP
/// enables that language itself, once, after its option.
void TestCMakeReach::languageThatNobodyEnables()
{
    QFETCH(const QByteArray, text);
    QFETCH(const bool, comes);
    QFETCH(const int, enabled);
    AnalysisContext context;
    context.rules = m_rules;
    CudaSources sources;
    if (comes) {
        sources.listsFor[RepoPath("CMakeLists.txt")].insert("<CUDA>");
    }
    context.cudaSources = std::make_shared<const CudaSources>(sources);
    const auto portedIn = [&](const QByteArray& from) {
        const FileAnalysis analysis =
            analyseFile(RepoPath("CMakeLists.txt"), Language::CMake, SourceBuffer(from), context);
        return applyHunks(from, analysis.hunks).value();
    };
    const QByteArray result = portedIn(text);
    QCOMPARE(result.count("enable_language(HIP)"), enabled);
    if (enabled > 0) {
        const qsizetype at = result.indexOf("enable_language(HIP)");
        QCOMPARE(result.count("option(USE_ROCM"), 1);
        QVERIFY(result.indexOf("option(USE_ROCM") < result.indexOf("project(x"));
        QVERIFY(result.indexOf("project(x") < at);
        QVERIFY(at < result.indexOf("LANGUAGE HIP"));
        QVERIFY(result.indexOf("find_package(hip REQUIRED)") > at);
        QCOMPARE(portedIn(result), result);
    }
}

/// Two functions that name their targets by a parameter of one name: each gets its own lines.
void TestCMakeReach::functionsOfOneName()
{
    const QByteArray first = "function(a name)\n  add_library(${name} a.cu)\nendfunction()\n";
    const QByteArray second = "function(b name)\n  add_library(${name} b.cu)\nendfunction()\n";
    const QByteArray once = ported(first) + second;
    const QByteArray twice = ported(once);
    QCOMPARE(twice.count("get_target_property(rocm_sources ${name} SOURCES)"), 2);
    QVERIFY(twice.startsWith(ported(first)));
    QCOMPARE(ported(twice), twice);
}

void TestCMakeReach::optionOfAnotherName_data()
{
    QTest::addColumn<QByteArray>("arm"); // of the option WITH_ROCM
    QTest::addColumn<QByteArray>("found");
    const auto row = [](const char* name, const char* arm, const char* found) {
        QTest::newRow(name) << QByteArray(arm) << QByteArray(found);
    };
    row("a definition", "add_compile_definitions(HAVE_ROCM)\n", "WITH_ROCM");
    row("with a value", "target_compile_definitions(x PUBLIC HAVE_ROCM=1)\n", "WITH_ROCM");
    row("flags in a variable", "set(CMAKE_CXX_FLAGS \"${CMAKE_CXX_FLAGS} -O2 -DHAVE_ROCM\")\n",
        "WITH_ROCM");
    row("flags that are appended", "string(APPEND CMAKE_CXX_FLAGS \" -DHAVE_ROCM\")\n",
        "WITH_ROCM");
    row("a list of flags", "list(APPEND X_HIPCC_FLAGS -O2 -DHAVE_ROCM)\n", "WITH_ROCM");
    row("several in one argument", "add_definitions(\"-DX -DHAVE_ROCM\")\n", "WITH_ROCM");
    row("a property", "set_target_properties(x PROPERTIES COMPILE_FLAGS \"-O2 -DHAVE_ROCM\")\n",
        "WITH_ROCM");
    row("a generator expression", "add_compile_definitions($<$<BOOL:${X}>:HAVE_ROCM>)\n",
        "WITH_ROCM");
    row("a generator expression for flags",
        "add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-DHAVE_ROCM>)\n", "WITH_ROCM");
    row("under what was found", "if(HIP_FOUND)\nadd_definitions(-DHAVE_ROCM)\nendif()\n",
        "WITH_ROCM");
    row("in the other arm", "else()\nadd_definitions(-DHAVE_ROCM)\n", "");
    row("elsewhere too",
        "add_definitions(-DHAVE_ROCM)\nendif()\nif(X)\nadd_definitions(-DHAVE_ROCM)\n", "");
    row("taken out", "list(REMOVE_ITEM CMAKE_CXX_FLAGS -DHAVE_ROCM)\n", "");
    row("another name", "add_definitions(-DHAVE_ROCM_TOO -DX=HAVE_ROCM)\n", "");
    row("an option itself", "option(HAVE_ROCM \"\" ON)\nadd_definitions(-DHAVE_ROCM)\n", "");
}

/// The option under which a macro is defined that is no option.
void TestCMakeReach::optionOfAnotherName()
{
    QFETCH(const QByteArray, arm);
    QFETCH(const QByteArray, found);
    const QByteArray top = "project(x CXX)\noption(WITH_ROCM \"AMD\" OFF)\nif(WITH_ROCM)\n"
                           "  enable_language(HIP)\n" +
                           arm + "endif()\n";
    const auto summary = [&](const char* macro) {
        return summariseBuild({top.constData(), static_cast<size_t>(top.size())}, Language::CMake,
                              macro);
    };
    QCOMPARE(summary("HAVE_ROCM").guardOption, found);
    QCOMPARE(summary("WITH_ROCM").guardOption, QByteArray());
}

/// CMake cannot ask for a macro that is no option, so the arms are the project's to extend.
void TestCMakeReach::armsWhereTheMacroIsNoOption()
{
    AnalysisContext context;
    context.rules = m_rules;
    context.target.guardMacro = QStringLiteral("HAVE_ROCM");
    context.guardOption = "WITH_ROCM";
    const FileAnalysis analysis =
        analyseFile(RepoPath("src/CMakeLists.txt"), Language::CMake,
                    SourceBuffer(QByteArray("link_libraries(cublas)\n")), context);
    QVERIFY(analysis.hunks.isEmpty());
    QCOMPARE(analysis.findings.size(), 1);
    QVERIFY(analysis.findings.first().wayOut.contains(QStringLiteral("`WITH_ROCM`")));
}

QTEST_GUILESS_MAIN(TestCMakeReach)
#include "tst_cmakereach.moc"
