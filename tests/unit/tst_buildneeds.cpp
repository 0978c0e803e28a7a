#include "core/verify/buildneeds.h"
#include "core/verify/mesonneeds.h"
#include "core/verify/wholebuild.h"
#include "tests/unit/memorytree.h"

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

    void whatMesonSaysIsRead_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QStringList>("learned");
        const auto row = [](const char* name, const char* said, const QStringList& learned) {
            QTest::newRow(name) << QByteArray(said) << learned;
        };
        const QString far = QStringLiteral("far");
        row("module",
            "Found CMake: NO\n\nmeson.build:3:0: ERROR: Dependency \"far\" not found, tried "
            "pkgconfig and cmake\n\nA full log can be found at /p\n",
            {far});
        row("with modules",
            "a/meson.build:3:5: ERROR: Dependency 'far (modules: a, b)' is required but not "
            "found.\n",
            {far});
        row("of a subproject",
            "sub| meson.build:3:0: ERROR: Dependency \"far\" not found, tried pkgconfig\n", {far});
        row("library", "meson.build:3:0: ERROR: C++ shared or static library 'far' not found\n",
            {far});
        row("program", "meson.build:3:0: ERROR: Program 'far' not found or not executable\n",
            {far});
        row("header", "meson.build:3:0: ERROR: C++ header 'far/a.h' not found\n",
            {QStringLiteral("far/a.h")});
        row("header elsewhere", "meson.build:3:0: ERROR: C++ header '../../a.h' not found\n", {});
        row("header anywhere", "meson.build:3:0: ERROR: C++ header '/etc/a.h' not found\n", {});
        row("subproject",
            "meson.build:3:0: ERROR: Neither a subproject directory nor a far.wrap file was "
            "found.\n",
            {far});
        row("unnamed subproject",
            "meson.build:3:0: ERROR: Automatic wrap-based subproject downloading is disabled\n",
            {QStringLiteral("asked")});
        row("fallback",
            "Looking for a fallback subproject for the dependency far\n"
            "meson.build:3:0: ERROR: Automatic wrap-based subproject downloading is disabled\n",
            {far});
        row("fallback that the project does without",
            "Looking for a fallback subproject for the dependency mod-b\n"
            "Dependency mod-b from subproject modb found: NO (subproject failed to configure)\n"
            "meson.build:3:0: ERROR: Neither a subproject directory nor a far.wrap file was "
            "found.\n",
            {far});
        row("variable", "meson.build:3:0: ERROR: Requested variable \"far\" not found.\n", {far});
        row("folder", "meson.build:3:0: ERROR: Nonexistent build file 'third/far/meson.build'\n",
            {QStringLiteral("tree/third/far/meson.build")});
        row("source", "src/meson.build:3:0: ERROR: File far/a.cu does not exist.\n",
            {QStringLiteral("tree/src/far/a.cu")});
        row("source outside", "src/meson.build:3:0: ERROR: File ../../a.cu does not exist.\n", {});
        row("not neutral", "src/meson.build:3:0: ERROR: File $(x).cu does not exist.\n", {});
        row("command", "meson.build:3:0: ERROR: Program 'x;y' not found or not executable\n", {});
        row("release",
            "meson.build:1:0: ERROR: Meson version is 1.0.1 but project requires >=1.4\n",
            {QStringLiteral("1.4 1.0")});
        row("project's own", "meson.build:3:2: ERROR: Problem encountered: no GPU today\n",
            {QStringLiteral("all")});
        row("anything else", "meson.build:3:2: ERROR: Unknown variable \"far\".\n", {});
        row("nothing", "\x01\xff", {});
    }
    /// One of them would have to be a folder of the other.
    void headersOfMesonDoNotCollide()
    {
        BuildNeeds needs;
        const auto learns = [&](const QByteArray& name) {
            const QByteArray said = "meson.build:3:0: ERROR: C++ header '" + name + "' not found\n";
            return learnFromMeson(needs, said, QStringLiteral("/p/cuda"), {});
        };
        QVERIFY(learns("far"));
        QVERIFY(!learns("far/x.h"));
        QVERIFY(learns("near/x.h"));
        QVERIFY(!learns("near"));
        QVERIFY(learns("nearby"));
    }
    void whatMesonSaysIsRead()
    {
        QFETCH(QByteArray, said);
        QFETCH(QStringList, learned);
        const MesonMentions mentions{QStringLiteral("subprojects"), {QStringLiteral("asked")}};
        BuildNeeds needs;
        const auto learn = [&] {
            return learnFromMeson(needs, said, QStringLiteral("/p/cuda"), mentions);
        };
        QCOMPARE(learn(), !learned.isEmpty());
        const MesonNeeds& meson = needs.meson;
        QStringList all = meson.modules + meson.subprojects + meson.variables + meson.libraries +
                          meson.headers + meson.programs + needs.files + needs.releases;
        if (needs.all) {
            all.append(QStringLiteral("all"));
        }
        QCOMPARE(all, learned);
        (void)learn(); // a dependency is looked for in another way once
        QVERIFY2(!learn(), "the same again is nothing new");
    }

    void versionsThatMesonWants()
    {
        BuildNeeds needs;
        const auto learn = [&](const char* wanted, const char* found) {
            const QByteArray said = QByteArray("meson.build:3:0: ERROR: Dependency lookup for far "
                                               "with method 'pkgconfig' failed: Invalid version, "
                                               "need 'far' [") +
                                    wanted + "] found '" + found + "'.\n";
            return learnFromMeson(needs, said, QStringLiteral("/p/cuda"), {});
        };
        QVERIFY(learn("'<2'", "3")); // the machine's own
        QCOMPARE(needs.meson.modules, QStringList{QStringLiteral("far")});
        QVERIFY(learn("'<2'", "99.0.0"));
        QVERIFY(learn("'>= 1.2'", "0.0.1"));
        QVERIFY(learn("'> 1.3'", "1.2"));
        QCOMPARE(needs.meson.versions,
                 (QStringList{QStringLiteral("far 0.0.1"), QStringLiteral("far 1.2"),
                              QStringLiteral("far 1.3.1")}));
        QVERIFY(!learn("'<2'", "99.0.0"));
    }

    void whatMesonFilesAskFor()
    {
        MemoryTree tree;
        tree.files.insert("meson.build", "project('p', subproject_dir: 'third')\n"
                                         "subproject('b')\nsubproject('a')\nsubproject(x)\n"
                                         "subproject('maybe', required: false)\n"
                                         "subproject('here')\nsubproject('../out')\n");
        tree.files.insert("third/here/meson.build", "project('here')\n");
        const MesonMentions mentions = mesonMentions(tree, {});
        QCOMPARE(mentions.folder, QStringLiteral("third"));
        QCOMPARE(mentions.subprojects, (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
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
