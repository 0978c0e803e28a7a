#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/process/sandbox.h"
#include "core/verify/buildrecords.h"
#include "core/verify/compilers.h"
#include "core/verify/wholebuild.h"
#include "testpaths.h"
#include "tests/integration/wholebuildrun.h"
#include "tests/support/fakecompiler.h"
#include "tests/support/scratchrepository.h"
#include "tests/unit/memorytree.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace rocport;
using namespace rocport::test;

namespace {

/// What runWholeBuild() gave for a tree, and what it left of files and processes.
struct BoundedRun
{
    Result<WholeBuildResult> result;
    QStringList left;
};

/// Command lines of this machine's processes.
QStringList commandLines()
{
    QStringList lines;
    const QStringList processes = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString& process : processes) {
        QFile file(QStringLiteral("/proc/%1/cmdline").arg(process));
        if (process.toInt() > 0 && file.open(QIODevice::ReadOnly)) {
            lines.append(QString::fromUtf8(file.readAll().replace('\0', ' ')));
        }
    }
    return lines;
}

/// Cancels `cancel`, where somebody else holds it, once the build has made the file "begun".
BoundedRun bounded(const QByteArray& make, const QByteArray& cmake, const QByteArray& meson,
                   const GateOptions& options, const CancelToken& cancel)
{
    const QTemporaryDir place;
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", QFile::encodeName(place.path()));
    const auto tree = std::make_shared<MemoryTree>();
    if (!make.isEmpty()) {
        tree->files.insert("Makefile", make);
    }
    if (!cmake.isEmpty()) {
        tree->files.insert("CMakeLists.txt", cmake);
    }
    if (!meson.isEmpty()) {
        tree->files.insert("meson.build", meson);
    }
    GateInput input;
    input.tree = tree;
    input.target.rocm = Version{7, 0};
    ProcessLimits limits;
    limits.tasks = 60;
    limits.bytes = 8 << 20;
    limits.files = 2000;
    limits.interval = std::chrono::milliseconds(20);
    std::atomic<bool> over = false;
    const std::unique_ptr<QThread> watcher(QThread::create([&] {
        while (!over) {
            QDirIterator files(place.path(), {QStringLiteral("begun")}, QDir::Files,
                               QDirIterator::Subdirectories);
            if (files.hasNext()) {
                cancel.cancel();
                return;
            }
            QThread::msleep(10);
        }
    }));
    watcher->start();
    BoundedRun run{runWholeBuild(input, options, LocalProcessRunner(), cancel, {}, limits), {}};
    over = true;
    watcher->wait();
    qputenv("TMPDIR", before);
    run.left = QDir(place.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    run.left += commandLines().filter(QStringLiteral("sleep 86399"));
    run.left += commandLines().filter(place.path());
    return run;
}

} // namespace

class TestWholeBuild : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        test::makeFakeCompiler(m_tools.path());
        test::makeFakeRocm(m_tools.filePath(QStringLiteral("rocm")), 7, 2);
        m_works = canRunBuilds();
    }

    void bothBuildsCompileTheSame_data()
    {
        QTest::addColumn<QByteArray>("cmake");
        QTest::newRow("language") << QByteArray("cmake_minimum_required(VERSION 3.21)\n"
                                                "project(p LANGUAGES CXX CUDA)\n"
                                                "add_library(p STATIC k.cu host.cpp)\n");
        QTest::newRow("enable_language")
            << QByteArray("cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX)\n"
                          "option(WITH_GPU \"GPU\" ON)\nif(WITH_GPU)\n  enable_language(CUDA)\n"
                          "  add_library(p STATIC k.cu host.cpp)\nendif()\n");
        QTest::newRow("a function of the project")
            << QByteArray("cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX CUDA)\n"
                          "function(add_part name)\n"
                          "  cmake_parse_arguments(PART \"\" \"\" \"SOURCES\" ${ARGN})\n"
                          "  add_library(${name} STATIC ${PART_SOURCES})\nendfunction()\n"
                          "add_part(p SOURCES k.cu host.cpp)\n");
        QTest::newRow("sources that another file lists")
            << QByteArray("cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX)\n"
                          "include(parts.cmake)\nadd_library(p STATIC ${PARTS})\n");
        QTest::newRow("an AMD switch of the project") << QByteArray(
            "cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX)\n"
            "option(USE_HIP \"AMD\" OFF)\nif(USE_HIP)\n  enable_language(HIP)\n"
            "  add_compile_definitions(USE_HIP)\n"
            "  set_source_files_properties(k.cu PROPERTIES LANGUAGE HIP)\nelse()\n"
            "  enable_language(CUDA)\nendif()\nadd_library(p STATIC k.cu host.cpp)\n");
        // CMake's module of old, with its own way of running nvcc.
        QTest::newRow("FindCUDA") << QByteArray(
            "cmake_minimum_required(VERSION 3.10)\nproject(p CXX)\n"
            "find_package(CUDA REQUIRED)\n"
            "set(CUDA_NVCC_FLAGS \"${CUDA_NVCC_FLAGS};-DWIDE=2;-std=c++14\")\n"
            "cuda_add_library(p STATIC host.cpp)\ncuda_add_executable(q k.cu)\n"
            "target_link_libraries(q p)\n");
    }
    void bothBuildsCompileTheSame()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        QFETCH(QByteArray, cmake);
        test::ScratchRepository repository;
        repository.write(QStringLiteral("parts.cmake"),
                         "enable_language(CUDA)\nset(PARTS k.cu host.cpp)\n");
        commitSources(repository, cmake);
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 0, run.said);
        QCOMPARE(run.result[QStringLiteral("units")].toArray().size(), 2);
        QVERIFY(
            repository.git({QStringLiteral("status"), QStringLiteral("--porcelain")}).isEmpty());
    }

    void aLostUnitIsFound()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        test::ScratchRepository repository;
        repository.write(QStringLiteral("CMakeLists.txt"),
                         "cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX CUDA)\n"
                         "add_library(p STATIC k.cu)\n"
                         "if(NOT USE_ROCM)\n  add_library(q STATIC lost.cpp)\nendif()\n");
        repository.write(QStringLiteral("k.cu"), kKernel);
        repository.write(QStringLiteral("lost.cpp"), "int host() { return 1; }\n");
        repository.commitAll();
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 1, run.said);
        QVERIFY2(unitOf(run, QStringLiteral("lost.cpp"))[QStringLiteral("missing")].toBool(),
                 run.said);
        QVERIFY(!unitOf(run, QStringLiteral("k.cu"))[QStringLiteral("missing")].toBool());
        const QJsonObject named =
            unitOf(run, QStringLiteral("lost.cpp"))[QStringLiteral("named")].toObject();
        QCOMPARE(named[QStringLiteral("file")].toString(), QStringLiteral("CMakeLists.txt"));
        QCOMPARE(named[QStringLiteral("line")].toInt(), 5);
        QCOMPARE(named[QStringLiteral("command")].toString(), QStringLiteral("add_library"));
        QCOMPARE(named[QStringLiteral("condition")].toString(), QStringLiteral("if(NOT USE_ROCM)"));
        QCOMPARE(named[QStringLiteral("conditionLine")].toInt(), 4);
    }

    /// A variable and a file that another folder includes.
    void aLostUnitOfAVariableIsNamed()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        test::ScratchRepository repository;
        repository.write(QStringLiteral("CMakeLists.txt"),
                         "cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX CUDA)\n"
                         "add_library(p STATIC k.cu)\nadd_subdirectory(sub)\n");
        repository.write(QStringLiteral("sub/CMakeLists.txt"),
                         "set(SOURCES lost.cpp)\ninclude(../more.cmake)\n");
        repository.write(QStringLiteral("more.cmake"),
                         "if(USE_ROCM)\nelse()\n  add_library(q STATIC ${SOURCES})\nendif()\n");
        repository.write(QStringLiteral("k.cu"), kKernel);
        repository.write(QStringLiteral("sub/lost.cpp"), "int host() { return 1; }\n");
        repository.commitAll();
        const WholeRun run = whole(repository.path(), m_tools.path());
        const QJsonObject named =
            unitOf(run, QStringLiteral("sub/lost.cpp"))[QStringLiteral("named")].toObject();
        QVERIFY2(named[QStringLiteral("file")].toString() == QLatin1StringView("more.cmake"),
                 run.said);
        QCOMPARE(named[QStringLiteral("line")].toInt(), 3);
        QCOMPARE(named[QStringLiteral("condition")].toString(),
                 QStringLiteral("the else of if(USE_ROCM)"));
    }

    /// -DUSE_ROCM=ON is enough where the project has an option for CUDA that is off.
    void optionsThatSwitchCudaOn()
    {
        test::ScratchRepository repository;
        commitSources(repository,
                      "cmake_minimum_required(VERSION 3.21)\nproject(p CXX)\n"
                      "option(WITH_CUDA \"kernels\" OFF)\nset(SOURCES host.cpp)\n"
                      "if(WITH_CUDA)\n  enable_language(CUDA)\n  list(APPEND SOURCES k.cu)\n"
                      "  add_definitions(-DWITH_GPU)\nendif()\n"
                      "add_library(p STATIC ${SOURCES})\n");
        const WholeRun run = whole(repository.path(), m_tools.path());
        const QJsonObject unit = unitOf(run, QStringLiteral("k.cu"));
        QVERIFY2(unit[QStringLiteral("rocm")].toString() == QLatin1StringView("k.cu"), run.said);
        QCOMPARE(unit[QStringLiteral("problems")].toArray(), QJsonArray());
    }

    /// Definitions, folders, the standard and headers that the configuration writes reach the
    /// compiler; nothing that the build does not say does.
    void unitsAreCompiledWithTheRecordedFlags()
    {
        if (!m_works || !hasCompiler()) {
            QSKIP("bubblewrap, CMake, make or a compiler for HIP is missing");
        }
        test::ScratchRepository repository;
        repository.write(QStringLiteral("CMakeLists.txt"),
                         "cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX CUDA)\n"
                         "configure_file(config.h.in config.h)\nset(CMAKE_CUDA_STANDARD 17)\n"
                         "add_library(p STATIC k.cu host.cpp)\n"
                         "target_compile_definitions(p PRIVATE WIDE=2 \"TEXT=\\\"a b\\\"\")\n"
                         "target_include_directories(p PRIVATE inc ${CMAKE_CURRENT_BINARY_DIR})\n");
        repository.write(QStringLiteral("config.h.in"), "#define LANES 64\n");
        repository.write(QStringLiteral("inc/deep.h"), "inline int deep() { return 1; }\n");
        repository.write(QStringLiteral("other/lost.h"), "inline int lost() { return 1; }\n");
        const QByteArray uses = "#include \"config.h\"\n#include \"deep.h\"\n"
                                "static_assert(WIDE == 2 && LANES == 64, \"flags\");\n"
                                "static_assert(sizeof(TEXT) == 4, \"text\");\n";
        repository.write(QStringLiteral("k.cu"), uses + kKernel);
        // Without HIP: a host compiler's file may use what HIP's compiler would not take.
        repository.write(QStringLiteral("host.cpp"),
                         uses + "#ifdef __HIP__\n#error as HIP\n#endif\n#include \"lost.h\"\n");
        repository.commitAll();
        const WholeRun run = whole(repository.path(), {});
        const QJsonObject kernel = compiledOf(run, QStringLiteral("k.cu"));
        QVERIFY2(kernel[QStringLiteral("status")].toString() == QLatin1StringView("passed"),
                 run.said);
        const QJsonObject host = compiledOf(run, QStringLiteral("host.cpp"));
        QCOMPARE(host[QStringLiteral("reason")].toString(),
                 QStringLiteral("the include folder of lost.h is not known"));
        QCOMPARE(host[QStringLiteral("diagnostics")].toArray().size(), 1);
    }

    /// -include finds a header by the include folders, as compilers do.
    void forcedIncludesAreFoundInFolders()
    {
        if (!m_works || !hasCompiler()) {
            QSKIP("bubblewrap, make or a compiler for HIP is missing");
        }
        test::ScratchRepository repository;
        repository.write(QStringLiteral("Makefile"),
                         "all:\n\tg++ -Iinc -include forced.h -c host.cpp\n"
                         "\tg++ -Iinc -include missing.h -c other.cpp\n\tnvcc -c k.cu\n");
        repository.write(QStringLiteral("inc/forced.h"), "#define FORCED 1\n");
        repository.write(QStringLiteral("host.cpp"), "static_assert(FORCED == 1, \"forced\");\n");
        repository.write(QStringLiteral("other.cpp"), "int other;\n");
        repository.write(QStringLiteral("k.cu"), kKernel);
        repository.commitAll();
        const WholeRun run = whole(repository.path(), {});
        QVERIFY2(compiledOf(run, QStringLiteral("host.cpp"))[QStringLiteral("status")].toString() ==
                     QLatin1StringView("passed"),
                 run.said);
        const QJsonObject other = compiledOf(run, QStringLiteral("other.cpp"));
        QCOMPARE(other[QStringLiteral("status")].toString(), QStringLiteral("not-checked"));
        QVERIFY(other[QStringLiteral("reason")].toString().contains(QStringLiteral("missing.h")));
    }

    void errorsOfRecordedUnitsLeadToTheirOrigin()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        test::ScratchRepository repository;
        repository.write(QStringLiteral("CMakeLists.txt"),
                         "cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX CUDA)\n"
                         "add_library(p STATIC k.cu)\n");
        repository.write(QStringLiteral("k.cu"), QByteArray(kKernel) + "// FAIL\n");
        repository.write(QStringLiteral("unused.cu"), QByteArray(kKernel) + "// FAIL\n");
        repository.commitAll();
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 1, run.said);
        QVERIFY(run.result[QStringLiteral("passed")].toBool());
        const QJsonObject kernel = compiledOf(run, QStringLiteral("k.cu"));
        QCOMPARE(kernel[QStringLiteral("status")].toString(), QStringLiteral("failed"));
        const QJsonObject error = kernel[QStringLiteral("diagnostics")][0].toObject();
        QCOMPARE(error[QStringLiteral("originalLine")].toInt(), 4);
        QCOMPARE(error[QStringLiteral("origin")].toString(), QStringLiteral("nothing-proposed"));
        const QString command = kernel[QStringLiteral("command")].toString();
        QVERIFY2(command.contains(QStringLiteral("-DUSE_ROCM")), qPrintable(command));
        const QJsonObject unused = compiledOf(run, QStringLiteral("unused.cu"));
        QVERIFY(unused[QStringLiteral("status")].toString() != QLatin1StringView("failed"));
    }

    void makeInFoldersIsRecorded()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        test::ScratchRepository repository;
        repository.write(QStringLiteral("Makefile"), "all:\n\t$(MAKE) -C src\n");
        repository.write(QStringLiteral("src/Makefile"),
                         "NVCC ?= nvcc\nall: k.cu.o\n%.cu.o: %.cu\n\t$(NVCC) -c $< -o $@\n");
        repository.write(QStringLiteral("src/k.cu"), kKernel);
        repository.commitAll();
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.result[QStringLiteral("cuda")][QStringLiteral("units")].toInt() == 1,
                 run.said);
        QVERIFY2(!unitOf(run, QStringLiteral("src/k.cu")).isEmpty(), run.said);
    }

    void aSwitchOfAMakefile()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        test::ScratchRepository repository;
        commitSources(repository,
                      "USE_CUDA ?= 0\nNVCC = nvcc\nOBJS = host.o\nifeq ($(USE_CUDA),1)\n"
                      "OBJS += k.o\nendif\nall: $(OBJS)\n%.o: %.cpp\n\t$(CXX) -c $< -o $@\n"
                      "%.o: %.cu\n\t$(NVCC) -c $< -o $@\n",
                      QStringLiteral("Makefile"));
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 0, run.said);
        const QJsonObject unit = unitOf(run, QStringLiteral("k.cu"));
        QVERIFY2(unit[QStringLiteral("rocm")].toString() == QLatin1StringView("k.cu"), run.said);
    }

    void nothingOutsideIsWritten()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        test::ScratchRepository repository;
        const QTemporaryDir outside;
        const QString mark = outside.filePath(QStringLiteral("mark"));
        const QByteArray touch =
            "touch " + mark.toUtf8() + " " + repository.file(QStringLiteral("mark")).toUtf8();
        commitSources(repository, "all:\n\t-" + touch + "\n\tnvcc -c k.cu\n",
                      QStringLiteral("Makefile"));
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(!run.result.isEmpty(), run.said);
        QVERIFY(!QFileInfo::exists(mark));
        QVERIFY(!QFileInfo::exists(repository.file(QStringLiteral("mark"))));
    }

    /// What a build takes has an end, and nothing of it is left: no process, no file.
    void aBuildIsBounded_data()
    {
        QTest::addColumn<QByteArray>("make");
        QTest::addColumn<QByteArray>("cmake");
        QTest::addColumn<QByteArray>("meson");
        QTest::addColumn<QString>("problem");
        const QByteArray project = "cmake_minimum_required(VERSION 3.21)\nproject(p NONE)\n"
                                   "execute_process(COMMAND sh -c \"";
        const QByteArray none;
        QTest::newRow("sleeps") << QByteArray("all:\n\tsleep 86399\n") << none << none
                                << QStringLiteral("it took too long and was ended");
        // Each leaves its parent and ignores the polite signal.
        QTest::newRow("forks")
            << QByteArray("all:\n\ttrap '' TERM; while :; do setsid sleep 86399 & done\n") << none
            << none << QStringLiteral("it started more than 60 processes and was ended");
        QTest::newRow("writes a file")
            << none << project + "while :; do head -c 3000000 /proc/self/exe >> many$$; done\")\n"
            << none << QStringLiteral("it wrote more than 8 MiB and was ended");
        QTest::newRow("writes files")
            << none << project + "i=0; while :; do i=$((i+1)); : > f$i; done\")\n"
            << none << QStringLiteral("it made more than 2000 files and was ended");
        if (findProgram(QStringLiteral("meson")) && findProgram(QStringLiteral("ninja"))) {
            QTest::newRow("sleeps while meson sets it up")
                << none << none
                << QByteArray("project('p')\nrun_command('sleep', '86399', check: true)\n")
                << QStringLiteral("it took too long and was ended");
        }
    }
    void aBuildIsBounded()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        QFETCH(QByteArray, make);
        QFETCH(QByteArray, cmake);
        QFETCH(QByteArray, meson);
        QFETCH(QString, problem);
        GateOptions options;
        options.timeout =
            std::chrono::seconds(make.contains("\tsleep") || !meson.isEmpty() ? 1 : 600);
        const BoundedRun run = bounded(make, cmake, meson, options, {});
        QVERIFY2(run.result.ok(), qPrintable(run.result ? QString() : run.result.error().detail));
        QVERIFY2(run.result->cuda.ended, renderWholeBuildText(*run.result));
        QCOMPARE(run.result->cuda.problem, problem);
        QVERIFY(!run.result->passed());
        QVERIFY2(!renderWholeBuildText(*run.result).contains("ROCm"), "the rest is run");
        QVERIFY(!run.result->compiled);
        QCOMPARE(run.left, QStringList());
    }

    void aCancelledBuildLeavesNothing()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        const CancelToken cancel;
        const BoundedRun run =
            bounded("all:\n\t: > begun; setsid sleep 86399 & sleep 86399\n", {}, {}, {}, cancel);
        QVERIFY(!run.result);
        QCOMPARE(run.result.error().code, ErrorCode::Cancelled);
        QCOMPARE(run.left, QStringList());
    }

    void aFolderWithoutABuildIsRefused()
    {
        test::ScratchRepository repository;
        repository.write(QStringLiteral("k.cu"), kKernel);
        repository.commitAll();
        const WholeRun run = whole(repository.path(), m_tools.path());
        QCOMPARE(run.code, 3);
        QVERIFY2(run.said.contains("no CMakeLists.txt, meson.build or make file"), run.said);
    }

private:
    QTemporaryDir m_tools; ///< with a fake compiler
    bool m_works = false;
};

QTEST_GUILESS_MAIN(TestWholeBuild)
#include "tst_wholebuild.moc"
