#include "core/verify/compilerarguments.h"
#include "core/verify/neutralnames.h"
#include "core/verify/projectflags.h"
#include "memorytree.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

namespace {

GateTree treeOf(const QMap<QByteArray, QByteArray>& files)
{
    MemoryTree tree;
    tree.files = files;
    auto read = GateTree::read(tree, {}, {});
    if (!read) {
        qFatal("the tree cannot be read");
    }
    return *std::move(read);
}

} // namespace

class TestCompilerArguments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void neutralPaths_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("neutral");
        for (const char* path :
             {"a.cu", "src/a-b_c+d.cu", "/usr/local/cuda-13.0/include", ".hidden/x", "a..b/c"}) {
            QTest::newRow(path) << path << true;
        }
        for (const char* path :
             {"",     "/",    "a b.cu", "b`cmd`.cu", "d$(cmd).cu", "a;b",    "a'b",  "a\"b",
              "a\\b", "a,b",  "@x",     "a@b",       "-x.cu",      "src/-x", "../x", "a/../b",
              "./a",  "a//b", "a/",     "a\nb",      "a=b",        "a~",     "a%b",  "\xc3\xa4.cu",
              "a&b",  "a|b",  "a<b",    "a*b",       "a#b",        "a:b",    "//usr"}) {
            QTest::newRow(qPrintable(QStringLiteral("not ") + QString::fromUtf8(path)))
                << QString::fromUtf8(path) << false;
        }
    }
    void neutralPaths()
    {
        QFETCH(QString, path);
        QFETCH(bool, neutral);
        QCOMPARE(isNeutralPath(path), neutral);
    }

    void defines_data()
    {
        QTest::addColumn<QString>("define");
        QTest::addColumn<bool>("allowed");
        QTest::addColumn<bool>("plain");
        const auto row = [](const char* define, bool allowed, bool plain) {
            QTest::newRow(define) << QString::fromUtf8(define) << allowed << plain;
        };
        row("USE_X", true, true);
        row("X=1", true, true);
        row("X=", true, true);
        row("X=-1.5e+3f", true, true);
        row("X=a::b/c", true, true);
        row("X=\"text\"", true, false);
        row("X=(1 + 2)", true, false);
        row("X=a, b", true, false);
        row("X='c'", true, false);
        row("F(a,b)=a##b", false, false);
        row("F(a, b)=(a + b)", true, false);
        row("X=a;b|c&d<e>f", true, false);
        row("X=`sh<pwn.inc`", false, false);
        row("X=$(id)", false, false);
        row("X=\"`id`\"", false, false);
        row("X=\"$(id)\"", false, false);
        row("X=a\\", false, false);
        row("X=\"a\\\"\"", false, false);
        row("X=\"open", false, false);
        row("X=a\nb", false, false);
        row("X=/*", false, false);
        row("X=?\?/", false, false);
        row("X=@f", false, false);
        row("X=\xc3\xa4", false, false);
        row("1X=2", false, false);
        row("", false, false);
        row("X Y=1", false, false);
        row("-fplugin=x", false, false);
    }
    void defines()
    {
        QFETCH(QString, define);
        QFETCH(bool, allowed);
        QFETCH(bool, plain);
        QCOMPARE(whyNotDefine(define).isEmpty(), allowed);
        QCOMPARE(allowed && isPlainDefine(define), plain);
    }

    void standardsAndArchitectures()
    {
        for (const char* one : {"c++17", "gnu++20", "c++2a", "c++14"}) {
            QVERIFY2(whyNotStandard(QLatin1StringView(one)).isEmpty(), one);
        }
        for (const char* one : {"c++17;id", "c++", "", "c++17 -fplugin=x", "c++`id`"}) {
            QVERIFY2(!whyNotStandard(QLatin1StringView(one)).isEmpty(), one);
        }
        for (const char* one : {"gfx942", "gfx90a:xnack+", "gfx9-4-generic"}) {
            QVERIFY2(whyNotArchitecture(QLatin1StringView(one)).isEmpty(), one);
        }
        for (const char* one : {"gfx942;id", "", "sm_90", "gfx942 -load", "gfx$(id)"}) {
            QVERIFY2(!whyNotArchitecture(QLatin1StringView(one)).isEmpty(), one);
        }
        QVERIFY(whyNotMacro(QStringLiteral("USE_ROCM")).isEmpty());
        QVERIFY(!whyNotMacro(QStringLiteral("X=`id`")).isEmpty());
    }

    void outsideFolders()
    {
        for (const char* one : {"/usr/local/cuda/include", "/opt/rocm-6.4/include",
                                "/home/me/eigen", "/usr/include/c++/12"}) {
            QVERIFY2(whyNotOutsideFolder(QLatin1StringView(one)).isEmpty(), one);
        }
        for (const char* one : {"/", "/home", "/proc", "/proc/self", "/etc", "/tmp", "/dev",
                                "relative", "/usr/$(id)", "/usr/a b", "/usr/../x", "/run/user/0"}) {
            QVERIFY2(!whyNotOutsideFolder(QLatin1StringView(one)).isEmpty(), one);
        }
        QVERIFY(!whyNotOutsideFolder(QDir::homePath()).isEmpty());
    }

    void wordsOfACommand()
    {
        const auto words = commandWords(QStringLiteral(
            "nvcc  -DA=\"x y\" '-DB=$q' -DC=\\\"s\\\" -DD=`id` -DE=\"$(id)\" -DF=a;b"));
        QStringList texts;
        QVector<bool> active;
        for (const CommandWord& word : words) {
            texts.append(word.text);
            active.append(word.active);
        }
        QCOMPARE(texts, (QStringList{QStringLiteral("nvcc"), QStringLiteral("-DA=x y"),
                                     QStringLiteral("-DB=$q"), QStringLiteral("-DC=\"s\""),
                                     QStringLiteral("-DD=`id`"), QStringLiteral("-DE=$(id)"),
                                     QStringLiteral("-DF=a;b")}));
        QCOMPARE(active, (QVector<bool>{false, false, false, false, true, true, true}));
        QVERIFY(commandWords(QStringLiteral("a 'open")).last().active);
        QVERIFY(commandWords(QString()).isEmpty());
    }

    void whatIsTaken_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("taken");
        QTest::addColumn<QString>("refused"); // arguments that matter, then "|", then others
        QTest::newRow("usual") << "nvcc -O3 -Iinc -isystem /a -DX=1 -U Y -std=c++17 -gencode "
                                  "arch=compute_80,code=sm_80 -o a.o -c a.cu"
                               << "-I inc -isystem /a -DX=1 -UY -std=c++17"
                               << "|";
        QTest::newRow("long") << "nvcc --define-macro X=1 --include-path=inc --std=c++17"
                              << "-DX=1 -I inc -std=c++17"
                              << "|";
        QTest::newRow("shell") << "nvcc -DX=`id` -DY=$(id) -I`id` -std=`id`"
                               << ""
                               << "-DX=`id`,-DY=$(id),-I `id`,-std=`id`|";
        QTest::newRow("tools")
            << "nvcc -fplugin=a.so -ccbin /x/g++ --sysroot=/x -B/x -specs=s "
               "-wrapper w -Xclang -load -Xclang b.so --run -DX"
            << "-DX"
            << "|-fplugin=a.so,-ccbin /x/g++,--sysroot=/x,-B/x,-specs=s,-wrapper "
               "w,-load -Xclang,--run";
        QTest::newRow("files") << "nvcc @args --options-file o.rsp -optf=x -imacros m.h "
                                  "-include-pch p"
                               << ""
                               << "@args,--options-file o.rsp,-imacros m.h,-include-pch p|";
        QTest::newRow("folders of CMake")
            << "nvcc --options-file CMakeFiles/a.dir/includes_CUDA.rsp -DX"
            << "-DX"
            << "|--options-file CMakeFiles/a.dir/includes_CUDA.rsp";
        QTest::newRow("chains") << "nvcc -Xcompiler -fPIC,-DX=1 -Xcompiler=-fplugin=a.so "
                                   "-Wp,-DY=2 -Xcompiler \"-Xcompiler,@f\""
                                << "-DX=1 -DY=2"
                                << "@f|-fplugin=a.so";
        QTest::newRow("forced header") << "nvcc -include config.h"
                                       << "-include config.h"
                                       << "|";
        QTest::newRow("standard") << "nvcc -std=c++17x -std=c99"
                                  << ""
                                  << "-std=c++17x|";
        QTest::newRow("end") << "nvcc -I"
                             << ""
                             << "|";
    }
    void whatIsTaken()
    {
        QFETCH(QString, command);
        QFETCH(QString, taken);
        QFETCH(QString, refused);
        const TakenArguments found = takeArguments(commandWords(command), QStringLiteral("f"));
        QCOMPARE(found.taken.join(u' '), taken);
        QStringList matters;
        QStringList others;
        for (const RefusedArgument& one : found.refused) {
            (one.matters ? matters : others).append(one.argument);
        }
        QCOMPARE(matters.join(u',') + u'|' + others.join(u','), refused);
    }

    void sentences()
    {
        const RefusedArgument one{
            QStringLiteral("Makefile"), QStringLiteral("-DX=`a\nb`"),
            QStringLiteral("it contains a character that a shell would interpret"), true};
        QCOMPARE(one.sentence(),
                 QStringLiteral("Makefile: -DX=`a b` is not passed to the compiler: it contains a "
                                "character that a shell would interpret"));
        RefusedArgument longer = one;
        longer.argument = QString(100000, u'x');
        QVERIFY(longer.sentence().size() < 400);
    }

    /// What each kind of build file may ask for.
    void buildFiles_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("defines");
        QTest::addColumn<int>("refused");
        const auto row = [](const char* title, const char* name, const char* text,
                            const char* defines, int refused) {
            QTest::newRow(title) << QByteArray(name) << QByteArray(text) << defines << refused;
        };
        row("make", "Makefile", "F = -DX=1 -DY\n", "X=1 Y", 0);
        row("make, command", "Makefile", "F = -DX=`sh<pwn.inc`\n", "", 1);
        row("make, shell", "Makefile", "F = -DX=1;id\n", "", 1);
        row("make, variable", "Makefile", "F = -DX=$(Y)\n", "", 0);
        row("make, goes on", "Makefile", "F = -DX=1\\\n -DY\n", "X=1 Y", 0);
        row("cmake", "CMakeLists.txt", "add_definitions(-DX=1 -DV=\\\"1.0\\\")\n", "X=1 V=\"1.0\"",
            0);
        row("cmake, quoted", "CMakeLists.txt", "target_compile_definitions(x PRIVATE V=\"a\")\n",
            "V=\"a\"", 0);
        row("cmake, command", "CMakeLists.txt", "add_definitions(\"-DX=`id`\")\n", "", 1);
        row("setup", "setup.py", "args=['-DX=1', '-DV=\"1\"', \"-DW=\\\\\\\"2\\\\\\\"\"]\n",
            "X=1 V=\"1\" W=\"2\"", 0);
        row("setup, command", "setup.py", "args=['-DX=`id`']\n", "", 1);
    }
    void buildFiles()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, text);
        QFETCH(QString, defines);
        QFETCH(int, refused);
        const BuildFlags flags = readBuildFlags(treeOf({{name, text}, {"a.cu", "\n"}}), {});
        QCOMPARE(flags.defines.join(u' '), defines);
        QCOMPARE(flags.refused.size(), refused);
        QCOMPARE(flags.whyNotComplete(RepoPath("a.cu")).isEmpty(), refused == 0);
        QCOMPARE(flags.refusals().size(), refused);
    }

    void compileCommands()
    {
        const GateTree tree = treeOf({{"a.cu", "\n"}, {"b.cu", "\n"}, {"config.h", "\n"}});
        const BuildFlags flags = readBuildFlags(
            tree, QStringLiteral("/repo"),
            "[{\"directory\":\"/repo/build\",\"file\":\"../a.cu\",\"command\":\"nvcc -include "
            "../config.h -I../inc -I/usr/include/x -ccbin g++ -DS=\\\\\\\"x\\\\\\\" -c a.cu\"},"
            "{\"directory\":\"/repo\",\"file\":\"b.cu\",\"arguments\":[\"nvcc\",\"-DX=$(id)\","
            "\"-I\",\"/etc\",\"-include\",\"/etc/passwd\",\"-DOK\"]}]");
        QCOMPARE(
            flags.perFile.value(RepoPath("a.cu")),
            (QStringList{QStringLiteral("-include"), QStringLiteral("%ROOT%/config.h"),
                         QStringLiteral("-I"), QStringLiteral("%ROOT%/inc"), QStringLiteral("-I"),
                         QStringLiteral("/usr/include/x"), QStringLiteral("-DS=\"x\"")}));
        QVERIFY(flags.whyNotComplete(RepoPath("a.cu")).isEmpty());
        QCOMPARE(flags.perFile.value(RepoPath("b.cu")), QStringList(QStringLiteral("-DOK")));
        QCOMPARE(flags.refusedPerFile.value(RepoPath("b.cu")).size(), 3);
        QVERIFY(flags.whyNotComplete(RepoPath("b.cu")).contains(QStringLiteral("-DX=$(id)")));
        QCOMPARE(flags.refusals().size(), 4);
        QCOMPARE(flags.refusals(2).size(), 3);
    }

    void namesAreNeutral()
    {
        const GateTree tree = treeOf({{"src/a.cu", "\n"},
                                      {"b`id`.cu", "b"},
                                      {"my dir/c.cu", "\n"},
                                      {"my dir/-d $(id).cu", "d"},
                                      {"my dir/sub/-x/e.cu", "\n"},
                                      {"rocport-names/x.h", "\n"},
                                      {"rocport-name-0.cu", "\n"},
                                      {"rocport-name-1", "\n"}});
        NeutralNames names({&tree});
        for (const TreeFile& file : tree.files()) {
            QVERIFY(names.addUnit(file.path));
            const QString unit = names.unit(file.path);
            QVERIFY2(isNeutralPath(unit), qPrintable(unit));
            QCOMPARE(names.original(unit), QString::fromUtf8(file.path.bytes()));
        }
        QCOMPARE(names.unit(RepoPath("src/a.cu")), QStringLiteral("src/a.cu"));
        QVERIFY(names.addFolders({QStringLiteral("-I"), QStringLiteral("%ROOT%/my dir"),
                                  QStringLiteral("-I"), QStringLiteral("%ROOT%")}));
        QCOMPARE(*names.folder(RepoPath()), QString());
        const QString folder = *names.folder(RepoPath("my dir"));
        QVERIFY(isNeutralPath(folder));
        QCOMPARE(names.original(folder + QStringLiteral("/other/y.h")),
                 QStringLiteral("my dir/other/y.h"));
        QCOMPARE(names.original(QStringLiteral("rocport-name-x")),
                 QStringLiteral("rocport-name-x"));
        QVERIFY(!names.folder(RepoPath("elsewhere")));
        for (const char* path : {"../x.cu", "/x.cu", "a/../../x.cu", "a//b.cu", "\xff.cu", ""}) {
            QVERIFY2(!names.addUnit(RepoPath(path)), path);
        }
        const QString outside = names.addOutside(QStringLiteral("/my $(id)/include"));
        QVERIFY(isNeutralPath(outside));
        QCOMPARE(names.addOutside(QStringLiteral("/usr/include")), QStringLiteral("/usr/include"));

        QTemporaryDir place;
        QVERIFY(tree.write(place.path(), {}).ok());
        QVERIFY(names.write(place.path()).ok());
        QFile copy(place.filePath(names.unit(RepoPath("my dir/-d $(id).cu"))));
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QCOMPARE(copy.readAll(), QByteArray("d"));
        // What a link leads to is neutral as well, and the old name still leads there.
        for (const TreeFile& file : tree.files()) {
            const QString unit = place.filePath(names.unit(file.path));
            QCOMPARE(QFileInfo(unit).canonicalFilePath(),
                     QFileInfo(place.path()).canonicalFilePath() + u'/' + names.unit(file.path));
            QCOMPARE(
                QFileInfo(place.filePath(QString::fromUtf8(file.path.bytes()))).canonicalFilePath(),
                QFileInfo(unit).canonicalFilePath());
        }
        QVERIFY(QFileInfo::exists(place.filePath(names.unit(RepoPath("my dir/c.cu")))));
    }

    void linesAreCheckedOnceMore()
    {
        const GateTree tree = treeOf({{"a.cu", "\n"}});
        NeutralNames names({&tree});
        QVERIFY(names.addFolder(RepoPath("inc")));
        CompilerCommandLine good({QStringLiteral("-E")});
        good.addFromRepository({QStringLiteral("-I"), QStringLiteral("%ROOT%/inc"),
                                QStringLiteral("-isystem"), QStringLiteral("/usr/include"),
                                QStringLiteral("-DX=1"), QStringLiteral("-UY"),
                                QStringLiteral("-std=c++17")},
                               names, QStringLiteral("."));
        QCOMPARE(good.refused(), QString());
        QCOMPARE(good.arguments({}),
                 (QStringList{QStringLiteral("-E"), QStringLiteral("-I"), QStringLiteral("./inc"),
                              QStringLiteral("-isystem"), QStringLiteral("/usr/include"),
                              QStringLiteral("-std=c++17"), QStringLiteral("-DX=1"),
                              QStringLiteral("-UY")}));
        QVERIFY(good.definitions().isEmpty());
        CompilerCommandLine texts({QStringLiteral("-E")});
        texts.addFromRepository({QStringLiteral("-I"), QStringLiteral("%ROOT%/inc"),
                                 QStringLiteral("-DX=\"a b\""), QStringLiteral("-DY"),
                                 QStringLiteral("-DF(a)=(a + 1)"), QStringLiteral("-UZ")},
                                names, QStringLiteral("."));
        QCOMPARE(
            texts.arguments(QStringLiteral("d.h")),
            (QStringList{QStringLiteral("-E"), QStringLiteral("-include"), QStringLiteral("d.h"),
                         QStringLiteral("-I"), QStringLiteral("./inc")}));
        QCOMPARE(texts.definitions(),
                 QByteArray("#undef X\n#define X \"a b\"\n#undef Y\n#define Y 1\n#undef F\n"
                            "#define F(a) (a + 1)\n#undef Z\n"));
        const QVector<QStringList> bad{
            {QStringLiteral("-DX=`id`")},
            {QStringLiteral("-fplugin=x")},
            {QStringLiteral("@file")},
            {QStringLiteral("-I"), QStringLiteral("$(id)")},
            {QStringLiteral("-I"), QStringLiteral("%ROOT%/../x")},
            {QStringLiteral("-include"), QStringLiteral("/etc/passwd")},
            {QStringLiteral("-o"), QStringLiteral("x")},
            {QStringLiteral("-std=c++17;id")},
            {QStringLiteral("-U`id`")},
        };
        for (const QStringList& arguments : bad) {
            CompilerCommandLine line({});
            line.addFromRepository(arguments, names, QStringLiteral("."));
            QVERIFY2(!line.refused().isEmpty(), qPrintable(arguments.join(u' ')));
        }
    }

    /// Many definitions are bounded, and that is said.
    void tooMany()
    {
        QByteArray text = "F =";
        for (int i = 0; i < 5000; ++i) {
            text += " -DX" + QByteArray::number(i);
        }
        const BuildFlags flags = readBuildFlags(treeOf({{"Makefile", text}}), {});
        QCOMPARE(flags.defines.size(), 2000);
        QVERIFY(flags.whyNotComplete(RepoPath("a.cu")).contains(QStringLiteral("too many")));
    }
};

QTEST_GUILESS_MAIN(TestCompilerArguments)
#include "tst_compilerarguments.moc"
