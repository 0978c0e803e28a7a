#include "tests/integration/wholebuildrun.h"
#include "tests/support/fakecompiler.h"

#include <QTemporaryDir>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

class TestWholeBuildStandIns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        makeFakeCompiler(m_tools.path());
        makeFakeRocm(m_tools.filePath(QStringLiteral("rocm")), 7, 2);
        if (!canRunBuilds()) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
    }

    /// Packages, libraries, submodules and a CMake that are not here, of each way to ask for them.
    void whatIsNotInstalledHasStandIns_data()
    {
        QTest::addColumn<QByteArray>("cmake");
        QTest::addColumn<QStringList>("standIns");
        const QByteArray head =
            "cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX CUDA)\n";
        const QByteArray both = "add_library(p STATIC k.cu host.cpp)\n";
        QTest::newRow("a package by its configuration")
            << head + "find_package(Absent 3.2 REQUIRED COMPONENTS part)\n" + both +
                   "target_link_libraries(p PRIVATE Absent::part absent::core)\n"
                   "if(NOT Absent_VERSION VERSION_EQUAL 3.2)\n  message(FATAL_ERROR old)\nendif()\n"
            << QStringList{QStringLiteral("Absent")};
        QTest::newRow("a package by the project's module")
            << head +
                   "list(APPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/modules)\n"
                   "find_package(Own REQUIRED)\n" +
                   both +
                   "target_link_libraries(p PRIVATE own_target)\n"
                   "if(NOT OWN_LIBS)\n  message(FATAL_ERROR \"not its own\")\nendif()\n"
            << QStringList{QStringLiteral("Own")};
        QTest::newRow("a module that fails")
            << head +
                   "list(APPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/modules)\n"
                   "find_package(Broken REQUIRED)\n" +
                   both + "target_link_libraries(p PRIVATE ${BROKEN_LIBRARIES})\n"
            << QStringList{QStringLiteral("Broken")};
        QTest::newRow("a package that the project's text requires")
            << head +
                   "find_package(Absent QUIET)\nif(NOT Absent_FOUND)\n"
                   "  message(FATAL_ERROR \"no Absent\")\nendif()\n" +
                   both
            << QStringList{QStringLiteral("Absent")};
        QTest::newRow("libraries")
            << head +
                   "find_library(FAR_LIB far REQUIRED)\nfind_path(NEAR_DIR near.h)\n"
                   "find_library(NEAR_LIB near)\n" +
                   both +
                   "target_include_directories(p PRIVATE ${NEAR_DIR})\n"
                   "target_link_libraries(p PRIVATE ${FAR_LIB} ${NEAR_LIB})\n"
            << QStringList{QStringLiteral("FAR_LIB"), QStringLiteral("NEAR_DIR"),
                           QStringLiteral("NEAR_LIB")};
        QTest::newRow("a target that nothing makes")
            << head + both + "target_link_libraries(p PRIVATE Other::other)\n"
            << QStringList{QStringLiteral("Other::other")};
        QTest::newRow("a command of a package")
            << head + "find_package(pybind11 CONFIG REQUIRED)\nadd_library(p STATIC k.cu)\n"
                      "pybind11_add_module(m MODULE host.cpp)\n"
            << QStringList{QStringLiteral("pybind11"), QStringLiteral("pybind11_add_module()")};
        QTest::newRow("a submodule")
            << head + "add_subdirectory(third/sub)\ninclude(third/sub/more.cmake)\n" + both +
                   "target_compile_definitions(sub PUBLIC A)\ntarget_link_libraries(p PRIVATE "
                   "sub)\n"
            << QStringList{QStringLiteral("sub"), QStringLiteral("third/sub/CMakeLists.txt"),
                           QStringLiteral("third/sub/more.cmake")};
        QTest::newRow("what the build would fetch")
            << head +
                   "include(FetchContent)\n"
                   "FetchContent_Declare(far URL https://far.invalid/far.tar.gz)\n"
                   "FetchContent_MakeAvailable(far)\n" +
                   both + "target_link_libraries(p PRIVATE far::far)\n"
            << QStringList{QStringLiteral("far")};
        const QByteArray modules =
            head +
            "find_package(PkgConfig REQUIRED)\n"
            "pkg_check_modules(FAR REQUIRED IMPORTED_TARGET rocport-far>=1.2 rocport-near)\n"
            "pkg_search_module(ANY REQUIRED rocport-any rocport-other)\n"
            "pkg_check_modules(MAYBE rocport-maybe)\n" +
            both;
        QTest::newRow("modules of pkg-config")
            << modules + "target_link_libraries(p PRIVATE PkgConfig::FAR ${ANY_LIBRARIES})\n"
                         "target_include_directories(p PRIVATE ${ANY_INCLUDE_DIRS})\n"
                         "if(MAYBE_FOUND OR NOT FAR_FOUND)\n  message(FATAL_ERROR no)\nendif()\n"
            << QStringList{QStringLiteral("rocport-far"), QStringLiteral("rocport-near"),
                           QStringLiteral("rocport-any")};
        QTest::newRow("a module that the project's text requires")
            << head +
                   "find_package(PkgConfig)\npkg_check_modules(FAR rocport-far)\n"
                   "if(NOT FAR_FOUND)\n  message(FATAL_ERROR no)\nendif()\n" +
                   both
            << QStringList{QStringLiteral("rocport-far")};
        QTest::newRow("a project that the build would fetch")
            << head +
                   "set(CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/modules)\ninclude(ExternalProject)\n"
                   "ExternalProject_Add(far URL https://far.invalid/far.tar.gz)\n"
                   "ExternalProject_Add_Step(far more COMMAND more)\n"
                   "ExternalProject_Get_Property(far INSTALL_DIR)\n" +
                   both +
                   "add_dependencies(p far)\n"
                   "target_include_directories(p PRIVATE ${INSTALL_DIR}/include)\n"
            << QStringList{QStringLiteral("far")};
        // The script of stand-ins takes the project's word for it.
        QTest::newRow("a CMake without providers")
            << "cmake_minimum_required(VERSION 3.21)\nset(CMAKE_VERSION 3.22.1)\n"
               "project(p LANGUAGES CXX CUDA)\nfind_package(Absent REQUIRED)\n" +
                   both
            << QStringList{QStringLiteral("Absent")};
    }
    void whatIsNotInstalledHasStandIns()
    {
        QFETCH(QByteArray, cmake);
        QFETCH(QStringList, standIns);
        ScratchRepository repository;
        repository.write(QStringLiteral(".gitmodules"),
                         "[submodule \"sub\"]\n\tpath = third/sub\n\turl = ../sub\n");
        repository.write(QStringLiteral("modules/FindOwn.cmake"),
                         "find_path(OWN_INCLUDES own.h)\nfind_library(OWN_LIB own)\n"
                         "include(FindPackageHandleStandardArgs)\n"
                         "find_package_handle_standard_args(Own DEFAULT_MSG OWN_LIB OWN_INCLUDES)\n"
                         "if(OWN_FOUND)\n  set(OWN_LIBS ${OWN_LIB})\n"
                         "  add_library(own_target INTERFACE)\nendif()\n");
        repository.write(QStringLiteral("modules/FindBroken.cmake"),
                         "if(NOT EXISTS /nowhere)\n  message(FATAL_ERROR \"none\")\nendif()\n");
        commitSources(repository, cmake);
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 0, run.said);
        QCOMPARE(run.result[QStringLiteral("units")].toArray().size(), 2);
        for (const QString& side : {QStringLiteral("cuda"), QStringLiteral("rocm")}) {
            QCOMPARE(run.result[side][QStringLiteral("standIns")].toArray(),
                     QJsonArray::fromStringList(standIns));
        }
        QCOMPARE(run.result[QStringLiteral("missingSubmodules")].toArray(),
                 QJsonArray{QStringLiteral("third/sub")});
        QVERIFY(
            repository.git({QStringLiteral("status"), QStringLiteral("--porcelain")}).isEmpty());
    }

    void aNewerCMakeIsSaid()
    {
        ScratchRepository repository;
        commitSources(repository, "cmake_minimum_required(VERSION 9.87 FATAL_ERROR)\n"
                                  "project(p LANGUAGES CXX CUDA)\nadd_library(p STATIC k.cu)\n");
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 0, run.said);
        for (const QString& side : {QStringLiteral("cuda"), QStringLiteral("rocm")}) {
            const QJsonArray releases = run.result[side][QStringLiteral("releases")].toArray();
            QCOMPARE(releases.size(), 1);
            QVERIFY2(releases[0].toString().startsWith(QStringLiteral("9.87 ")), run.said);
        }
    }

    /// That the ROCm build asks for CUDA is a fault of the port, and no package stands in for it.
    void rocmGetsNoCuda()
    {
        ScratchRepository repository;
        commitSources(repository,
                      "cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX CUDA)\n"
                      "foreach(package CUDAToolkit)\n  find_package(${package} REQUIRED)\n"
                      "endforeach()\nadd_library(p STATIC k.cu)\n");
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 1, run.said);
        const QString problem =
            run.result[QStringLiteral("rocm")][QStringLiteral("problem")].toString();
        QVERIFY2(problem.contains(QStringLiteral("the ROCm build asks for CUDAToolkit")), run.said);
        QVERIFY(run.result[QStringLiteral("cuda")][QStringLiteral("complete")].toBool());
    }

    /// A step that fails says so, and what depends on it is compared all the same.
    void whatDependsOnAFailedStepIsRecorded()
    {
        ScratchRepository repository;
        commitSources(repository,
                      "cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX CUDA)\n"
                      "add_custom_target(fetch COMMAND false)\nadd_library(p STATIC k.cu)\n"
                      "add_dependencies(p fetch)\n");
        const WholeRun run = whole(repository.path(), m_tools.path());
        QVERIFY2(run.code == 1, run.said);
        QVERIFY2(unitOf(run, QStringLiteral("k.cu"))[QStringLiteral("rocm")].toString() ==
                     QLatin1StringView("k.cu"),
                 run.said);
        QVERIFY(!run.result[QStringLiteral("cuda")][QStringLiteral("complete")].toBool());
    }

    void settingsReachBothBuilds()
    {
        ScratchRepository repository;
        commitSources(repository,
                      "cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX CUDA)\n"
                      "option(EXAMPLES \"more\" OFF)\nadd_library(p STATIC k.cu)\n"
                      "if(EXAMPLES)\n  add_library(q STATIC host.cpp)\nendif()\n");
        const WholeRun run = whole(repository.path(), m_tools.path(),
                                   {QStringLiteral("--set"), QStringLiteral("EXAMPLES=ON")});
        QVERIFY2(run.code == 0, run.said);
        QVERIFY2(unitOf(run, QStringLiteral("host.cpp"))[QStringLiteral("rocm")].toString() ==
                     QLatin1StringView("host.cpp"),
                 run.said);
    }

    void wrongSettingsAreRefused_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::newRow("no value") << QStringLiteral("EXAMPLES");
        QTest::newRow("no name") << QStringLiteral("=ON");
        QTest::newRow("an option") << QStringLiteral("-DEXAMPLES=ON");
        QTest::newRow("a line break") << QStringLiteral("EXAMPLES=ON\n");
    }
    void wrongSettingsAreRefused()
    {
        QFETCH(QString, setting);
        const QTemporaryDir folder;
        const WholeRun run =
            whole(folder.path(), m_tools.path(), {QStringLiteral("--set"), setting});
        QVERIFY2(run.code == 2, run.said);
        QVERIFY2(run.said.contains("--set must be NAME=VALUE"), run.said);
    }

private:
    QTemporaryDir m_tools; ///< with a fake compiler
};

QTEST_GUILESS_MAIN(TestWholeBuildStandIns)
#include "tst_wholebuildstandins.moc"
