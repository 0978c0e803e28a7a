#include "core/verify/buildneeds.h"
#include "core/verify/wholebuild.h"

#include <QTest>

using namespace rocport;

class TestBuildNeeds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatCMakeSaysIsRead_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QStringList>("learned");
        QTest::newRow("source") << QByteArray("CMake Error at sub/CMakeLists.txt:5 (add_library):\n"
                                              "  Cannot find source file:\n\n    ../deep/a.cc\n\n")
                                << QStringList{QStringLiteral("tree/deep/a.cc")};
        QTest::newRow("fetched folder")
            << QByteArray(
                   "CMake Error at CMakeLists.txt:5 (add_subdirectory):\n"
                   "  add_subdirectory given source \"/p/cuda/build/_deps/x-src\" which is not "
                   "an\n  existing directory.\n\n")
            << QStringList{QStringLiteral("build/_deps/x-src/CMakeLists.txt")};
        QTest::newRow("outside") << QByteArray("CMake Error at CMakeLists.txt:5 (include):\n"
                                               "  include could not find requested file:\n\n"
                                               "    ../../../home/x.cmake\n\n")
                                 << QStringList();
        QTest::newRow("beside") << QByteArray("CMake Error at CMakeLists.txt:5 (include):\n"
                                              "  include could not find requested file:\n\n"
                                              "    ../../cuda2/tree/x.cmake\n\n")
                                << QStringList();
        QTest::newRow("not neutral") << QByteArray("CMake Error at CMakeLists.txt:5 (include):\n"
                                                   "  include could not find requested file:\n\n"
                                                   "    sub/$(x).cmake\n\n")
                                     << QStringList();
        QTest::newRow("command")
            << QByteArray(
                   "CMake Error at CMakeLists.txt:5 (x;y):\n  Unknown CMake command \"x;y\".\n")
            << QStringList();
        QTest::newRow("variables")
            << QByteArray(
                   "CMake Error: The following variables are used in this project, but they "
                   "are set to NOTFOUND.\nPlease set them or make sure they are set and "
                   "tested correctly in the CMake files:\n/p/cuda/tree/A_DIR\n   used as "
                   "include directory in directory /p/cuda/tree\nB_LIB (ADVANCED)\n    linked "
                   "by target \"p\"\n\n-- Generating done\nC_LIB\n")
            << QStringList{QStringLiteral("A_DIR"), QStringLiteral("B_LIB")};
        QTest::newRow("project's own") << QByteArray("CMake Error at CMakeLists.txt:5 (message):\n"
                                                     "  no GPU today\n\n")
                                       << QStringList{QStringLiteral("all")};
        QTest::newRow("release") << QByteArray("CMake Error at CMakeLists.txt:1 "
                                               "(cmake_minimum_required):\n  CMake 3.30 or higher "
                                               "is required.  You are running version 3.25.1\n\n")
                                 << QStringList{QStringLiteral("3.30 3.25")};
        QTest::newRow("policies") << QByteArray(
                                         "CMake Error at CMakeLists.txt:1 (cmake_policy):\n  An "
                                         "attempt was made to set the policy version of CMake to "
                                         "\"3.30\"\n  which is greater than this version of CMake."
                                         "  This is not allowed\n\n")
                                  << QStringList{QStringLiteral("3.30 3.16")};
        QTest::newRow("no release")
            << QByteArray("CMake Error at CMakeLists.txt:1 (cmake_minimum_required):\n  CMake 3." +
                          QByteArray(1000, '0') +
                          " or higher is required.  You are running version 3.25.1\n\n")
            << QStringList();
        QTest::newRow("what follows an error")
            << QByteArray("CMake Error at CMakeLists.txt:5 (message):\n  X is X-NOTFOUND\n\n"
                          "Unknown CMake command \"none\"\n")
            << QStringList{QStringLiteral("all")};
        QTest::newRow("another error") << QByteArray("CMake Error at CMakeLists.txt:5 (list):\n"
                                                     "  list index out of range\n\n")
                                       << QStringList();
    }
    void whatCMakeSaysIsRead()
    {
        QFETCH(QByteArray, said);
        QFETCH(QStringList, learned);
        BuildNeeds needs;
        QCOMPARE(needs.learn(said, QStringLiteral("/p/cuda")), !learned.isEmpty());
        QStringList all = needs.packages + needs.variables + needs.targets + needs.libraries +
                          needs.commands + needs.files + needs.releases;
        if (needs.all) {
            all.append(QStringLiteral("all"));
        }
        QCOMPARE(all, learned);
        QVERIFY2(!needs.learn(said, QStringLiteral("/p/cuda")), "the same twice is nothing new");
    }

    void thereIsAMost()
    {
        QByteArray said;
        for (int i = 0; i < 1000; ++i) {
            said += "CMake Error at CMakeLists.txt:5 (x):\n  Unknown CMake command \"x" +
                    QByteArray::number(i) + "\".\n\n";
        }
        BuildNeeds needs;
        QVERIFY(needs.learn(said, QStringLiteral("/p/cuda")));
        QCOMPARE(needs.commands.size(), 200);
    }

    void namesAreVisible()
    {
        BuildNeeds needs;
        needs.files = {QStringLiteral("tree/sub/CMakeLists.txt")};
        QCOMPARE(standInNames(needs, "Boost\nBoost\n\x1b[31mRed\n"),
                 (QStringList{QStringLiteral("Boost"), QStringLiteral("\\x1b[31mRed"),
                              QStringLiteral("sub/CMakeLists.txt")}));
    }

    void whatStoodInIsSaid()
    {
        WholeBuildResult result;
        QCOMPARE(standInSentences(result), QStringList());
        result.cuda.releases = result.rocm.releases = {QStringLiteral("3.30 3.16")};
        result.submodules = {RepoPath("third/sub")};
        result.cuda.standIns = {QStringLiteral("Boost"), QStringLiteral("NCCL")};
        result.rocm.standIns = {QStringLiteral("Boost"), QStringLiteral("hipfoo")};
        QCOMPARE(
            standInSentences(result),
            (QStringList{
                QStringLiteral("CMake 3.30 is asked for, and the one that is here is older; the "
                               "copies ask for 3.16"),
                QStringLiteral("submodules that are missing: third/sub"),
                QStringLiteral("stand-ins were used for: Boost; a difference may come from there"),
                QStringLiteral("stand-ins were used in the CUDA build alone for: NCCL; a "
                               "difference may come from there"),
                QStringLiteral("stand-ins were used in the ROCm build alone for: hipfoo; a "
                               "difference may come from there")}));
    }
};

QTEST_GUILESS_MAIN(TestBuildNeeds)
#include "tst_buildneeds.moc"
