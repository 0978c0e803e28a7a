// Nothing that a repository holds runs when it is compiled for a check: names, definitions, folders
// and makefiles that a shell would act on. The stand-ins for compilers hand their arguments to a
// shell, as nvcc and hipcc do.
#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/verify/bytecodeproof.h"
#include "core/verify/gate.h"
#include "memorytree.h"
#include "tests/support/fakecompiler.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

namespace {

using Files = QMap<QByteArray, QByteArray>;

GateTree treeOf(const Files& files)
{
    MemoryTree tree;
    tree.files = files;
    auto read = GateTree::read(tree, {}, {});
    if (!read) {
        qFatal("the tree cannot be read");
    }
    return *std::move(read);
}

std::shared_ptr<const Sandbox> noSandbox()
{
    return std::make_shared<const Sandbox>(QString());
}

constexpr const char* kKernel =
    "#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = 1; }\n";
constexpr const char* kGuard = "#ifdef USE_ROCM\n#endif\n";

/// A repository that wants to run something, with the file that it would leave behind.
struct Hostile
{
    QTemporaryDir place;
    QString sentinel = place.filePath(QStringLiteral("ran"));
    Files files;
    QByteArray unit = "a.cu";
    QByteArray compileCommands;

    [[nodiscard]] bool ran() const { return QFileInfo::exists(sentinel); }
};

/// Fills `hostile` with the sample `name` of the rows below.
void prepare(const QString& name, Hostile& hostile)
{
    const QByteArray touch = "touch " + hostile.sentinel.toUtf8();
    hostile.files.insert("pwn.inc", touch + '\n');
    const auto command = [](const QByteArray& argument) {
        QByteArray escaped = argument;
        escaped.replace('\\', "\\\\").replace('"', "\\\"");
        return "[{\"directory\":\"/repo\",\"file\":\"a.cu\",\"command\":\"nvcc " + escaped +
               " -c a.cu\"}]";
    };
    const auto list = [](const QByteArray& argument) {
        return "[{\"directory\":\"/repo\",\"file\":\"a.cu\",\"arguments\":[\"nvcc\",\"" + argument +
               "\"]}]";
    };
    if (name == u"makefile") {
        hostile.files.insert("Makefile", "F = -DX=`sh<pwn.inc`\n");
    } else if (name == u"cmake") {
        hostile.files.insert("CMakeLists.txt", "add_definitions(\"-DX=`sh<pwn.inc`\")\n");
    } else if (name == u"setup") {
        hostile.files.insert("setup.py", "args=['-DX=`sh<pwn.inc`']\n");
    } else if (name == u"command") {
        hostile.compileCommands = command("-DX=`sh<pwn.inc`");
    } else if (name == u"quoted command") {
        hostile.compileCommands = command("'-DX=$(sh<pwn.inc)'");
    } else if (name == u"argument") {
        hostile.compileCommands = list("-DX=$(sh<pwn.inc)");
    } else if (name == u"folder argument") {
        hostile.compileCommands = list("-I/usr/$(sh<pwn.inc)");
    } else if (name == u"standard argument") {
        hostile.compileCommands = list("-std=c++17`sh<pwn.inc`");
    } else if (name == u"undefine argument") {
        hostile.compileCommands = list("-UX`sh<pwn.inc`");
    } else if (name == u"chain") {
        hostile.compileCommands = list("-Xcompiler=-DX=`sh<pwn.inc`");
    } else if (name == u"name, back quotes") {
        hostile.unit = "b`sh<pwn.inc`.cu";
    } else if (name == u"name, dollar") {
        hostile.unit = "d$(sh<pwn.inc).cu";
    } else if (name == u"name, quote") {
        hostile.unit = "d\";sh<pwn.inc;\".cu";
    } else if (name == u"folder") {
        hostile.unit = "f$(sh<pwn.inc)/a.cu";
    } else if (name == u"include folder") {
        hostile.files.insert("i`sh<pwn.inc`/x.h", "int x;\n");
        hostile.files.insert("Makefile", "F = -I i`sh<pwn.inc`\n");
    } else if (name == u"guessed folder") {
        hostile.files.insert("g`sh<pwn.inc`/deep/x.h", "int x;\n");
    } else if (name == u"option as a name") {
        hostile.unit = "-o x.cu";
    } else if (name == u"arguments from a file") {
        hostile.unit = "@pwn.cu";
    }
    hostile.files.insert(hostile.unit, name == u"guessed folder"
                                           ? QByteArray("#include <deep/x.h>\n") + kKernel
                                           : QByteArray(kKernel));
}

void addSamples()
{
    QTest::addColumn<bool>("complete"); // whether what is compiled is all that was asked for
    for (const char* name :
         {"makefile", "cmake", "setup", "command", "quoted command", "argument", "folder argument",
          "standard argument", "undefine argument", "chain"}) {
        QTest::newRow(name) << false;
    }
    for (const char* name :
         {"name, back quotes", "name, dollar", "name, quote", "folder", "include folder",
          "guessed folder", "option as a name", "arguments from a file"}) {
        QTest::newRow(name) << true;
    }
}

CompilerProofInput inputOf(const Hostile& hostile)
{
    CompilerProofInput input;
    input.original = treeOf(hostile.files);
    Files ported = hostile.files;
    ported[hostile.unit] = kGuard + ported[hostile.unit];
    input.ported = treeOf(ported);
    input.repositoryRoot = QStringLiteral("/repo");
    input.compileCommands = hostile.compileCommands;
    return input;
}

} // namespace

class TestCompilerCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nvccRunsNothing_data() { addSamples(); }
    void nvccRunsNothing()
    {
        QFETCH(bool, complete);
        Hostile hostile;
        prepare(QString::fromLatin1(QTest::currentDataTag()), hostile);
        CompilerProofOptions options;
        options.search.path = {QStringLiteral("/usr/bin"), QStringLiteral("/bin")};
        options.search.nvcc = test::makeFakeNvcc(hostile.place.path());
        options.sandbox = noSandbox(); // the arguments alone have to be safe
        judgeProof(hostile, options, complete);
    }

    /// The stand-in is as careless as nvcc: the test above would see it.
    void theStandInIsCareless()
    {
        Hostile hostile;
        const QString nvcc = test::makeFakeNvcc(hostile.place.path());
        ProcessCommand command;
        command.program = nvcc;
        command.arguments = {QStringLiteral("-E"),
                             QStringLiteral("-DX=`touch %1`").arg(hostile.sentinel)};
        QVERIFY(runProcess(LocalProcessRunner(), command).ok());
        QVERIFY(hostile.ran());
    }

    void realNvccRunsNothing_data() { addSamples(); }
    void realNvccRunsNothing()
    {
        QFETCH(bool, complete);
        CompilerProofOptions options;
        options.search = CompilerSearch::fromEnvironment();
        if (!findNvcc(options.search, LocalProcessRunner(), {}).ok()) {
            QSKIP("nvcc is not installed");
        }
        Hostile hostile;
        prepare(QString::fromLatin1(QTest::currentDataTag()), hostile);
        options.sandbox = noSandbox();
        judgeProof(hostile, options, complete);
    }

    void hipRunsNothing_data() { addSamples(); }
    void hipRunsNothing()
    {
        QFETCH(bool, complete);
        Hostile hostile;
        prepare(QString::fromLatin1(QTest::currentDataTag()), hostile);
        test::makeFakeRocm(hostile.place.filePath(QStringLiteral("rocm")), 7, 0);
        auto tree = std::make_shared<MemoryTree>();
        tree->files = hostile.files;
        GateInput input;
        input.tree = tree;
        input.repositoryRoot = QStringLiteral("/repo");
        input.compileCommands = hostile.compileCommands;
        GateOptions options;
        options.search.path = {hostile.place.path()};
        options.search.rocmRoots = {hostile.place.filePath(QStringLiteral("rocm"))};
        options.search.compiler =
            test::makeFakeNvcc(hostile.place.path(), QStringLiteral("clang++"));
        options.sandbox = noSandbox();
        const auto result = runGate(input, options, LocalProcessRunner(), {});
        QVERIFY2(result.ok(), result ? "" : qPrintable(result.error().detail));
        QVERIFY(!hostile.ran());
        QVERIFY(result->compilerFound);
        QCOMPARE(result->files.size(), 1);
        QCOMPARE(result->files[0].path.bytes(), hostile.unit);
        QCOMPARE(result->files[0].status, complete ? GateStatus::Passed : GateStatus::NotChecked);
        const QString refusal = QStringLiteral("is not passed to the compiler");
        QCOMPARE(result->files[0].reason.contains(refusal), !complete);
        QCOMPARE(result->notes.join(u' ').contains(refusal), !complete);
        QVERIFY(result->notes.join(u' ').contains(QStringLiteral("without a sandbox")));
    }

    /// A project file names macro and architectures too.
    void projectsRunNothing()
    {
        Hostile hostile;
        prepare(QString(), hostile);
        test::makeFakeRocm(hostile.place.filePath(QStringLiteral("rocm")), 7, 0);
        auto tree = std::make_shared<MemoryTree>();
        tree->files = hostile.files;
        GateOptions options;
        options.search.path = {hostile.place.path()};
        options.search.rocmRoots = {hostile.place.filePath(QStringLiteral("rocm"))};
        options.search.compiler =
            test::makeFakeNvcc(hostile.place.path(), QStringLiteral("clang++"));
        options.sandbox = noSandbox();
        for (const bool macro : {true, false}) {
            GateInput input;
            input.tree = tree;
            const QString command = QStringLiteral("$(touch %1)").arg(hostile.sentinel);
            if (macro) {
                input.target.guardMacro = QStringLiteral("X=") + command;
            } else {
                input.target.architectures = {QStringLiteral("gfx942") + command};
            }
            const auto result = runGate(input, options, LocalProcessRunner(), {});
            QVERIFY(!result.ok());
            QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
            QVERIFY(!hostile.ran());
        }
    }

    /// Names that lead out of the tree are compiled by nobody.
    void namesThatLeadOut()
    {
        auto tree = std::make_shared<MemoryTree>();
        tree->files = {{"x/../../a.cu", kKernel}};
        GateInput gate;
        gate.tree = tree;
        GateOptions options;
        options.search.path = {QStringLiteral("/nonexistent")};
        options.sandbox = noSandbox();
        const auto result = runGate(gate, options, LocalProcessRunner(), {});
        QVERIFY(result.ok());
        QCOMPARE(result->files.size(), 1);
        QVERIFY2(result->files[0].reason.contains(QStringLiteral("outside the repository")),
                 qPrintable(result->files[0].reason));
    }

    /// String values come through whole, though a shell reads the line.
    void textsComeThrough()
    {
        CompilerProofOptions options;
        options.search = CompilerSearch::fromEnvironment();
        if (!findNvcc(options.search, LocalProcessRunner(), {}).ok()) {
            QSKIP("nvcc is not installed");
        }
        const QByteArray text =
            "static_assert(sizeof(V) == 6, \"V\");\nstatic_assert(F(1, 2) == 3, \"F\");\n";
        CompilerProofInput input;
        input.original = treeOf(
            {{"my dir/a.cu", "#include \"../inc dir/x.h\"\n#include \"y.h\"\n" + text + kKernel},
             {"my dir/y.h", "int y;\n"},
             {"inc dir/x.h", "int x;\n"}});
        input.ported = input.original;
        input.ported.setContent(RepoPath("my dir/a.cu"),
                                kGuard + input.original.file(RepoPath("my dir/a.cu"))->content);
        input.repositoryRoot = QStringLiteral("/repo");
        input.compileCommands =
            "[{\"directory\":\"/repo\",\"file\":\"my dir/a.cu\",\"arguments\":[\"nvcc\","
            "\"-DV=\\\"a b;c\\\"\",\"-DF(a,b)=(a + b)\"]}]";
        const auto proof = proveWithNvcc(input, options, LocalProcessRunner(), {});
        QVERIFY(proof.ok());
        QCOMPARE(proof->files.size(), 1);
        QVERIFY2(proof->files[0].status == CompilerProofStatus::Agrees,
                 qPrintable(proof->files[0].reason));
        QVERIFY2(proof->files[0].reason.contains(QStringLiteral("PTX")),
                 qPrintable(proof->files[0].reason));
    }

    /// A compiler that is made to act finds nothing to act on.
    void theSandboxHolds()
    {
        const auto sandbox = std::make_shared<const Sandbox>();
        if (!sandbox->works(LocalProcessRunner())) {
            QSKIP("bubblewrap is not installed or does not work here");
        }
        Hostile hostile;
        QTemporaryDir tools;
        const QString nvcc = tools.filePath(QStringLiteral("nvcc"));
        test::makeFakeNvcc(tools.path());
        QFile script(nvcc);
        QVERIFY(script.open(QIODevice::ReadWrite | QIODevice::Append));
        script.write("touch " + hostile.sentinel.toUtf8() + " a.cu new.cu 2>/dev/null\n" +
                     "[ ! -e new.cu ] || exit 3\n[ -z \"$ROCPORT_TEST_SECRET\" ] || exit 4\n" +
                     "[ ! -e " + hostile.place.path().toUtf8() + " ] || exit 5\n");
        script.close();
        qputenv("ROCPORT_TEST_SECRET", "secret");
        prepare(QString(), hostile);
        CompilerProofOptions options;
        options.search.path = {QStringLiteral("/usr/bin"), QStringLiteral("/bin")};
        options.search.nvcc = nvcc;
        options.sandbox = sandbox;
        const auto proof = proveByCompiling(inputOf(hostile), options, LocalProcessRunner(), {});
        qunsetenv("ROCPORT_TEST_SECRET");
        QVERIFY2(proof.ok(), proof ? "" : qPrintable(proof.error().detail));
        QVERIFY(!hostile.ran());
        QVERIFY(proof->notes.isEmpty());
        QCOMPARE(proof->files.size(), 1);
        QVERIFY2(proof->files[0].status == CompilerProofStatus::Agrees,
                 qPrintable(proof->files[0].reason));
    }

    /// Python is given texts of the repository as well.
    void pythonIsInTheSandbox()
    {
        CompilerProofInput input;
        input.python = {{RepoPath("a.py"), "x = 1\n", "x = 1\n\n"}};
        CompilerProofOptions options;
        options.search.path = CompilerSearch::fromEnvironment().path;
        options.search.nvcc = QStringLiteral("/nowhere/nvcc");
        const auto with = proveByCompiling(input, options, LocalProcessRunner(), {});
        QVERIFY(with.ok());
        QCOMPARE(with->files.first().status, CompilerProofStatus::Agrees);
        QCOMPARE(with->notes.isEmpty(), options.sandbox->works(LocalProcessRunner()));
        options.sandbox = noSandbox();
        const auto without = proveByCompiling(input, options, LocalProcessRunner(), {});
        QVERIFY(without.ok());
        QCOMPARE(without->files.first().status, CompilerProofStatus::Agrees);
        QCOMPARE(without->notes,
                 QStringList(QStringLiteral("Python ran without a sandbox: it is switched off.")));
    }

private:
    static void judgeProof(const Hostile& hostile, const CompilerProofOptions& options,
                           bool complete)
    {
        const auto proof = proveWithNvcc(inputOf(hostile), options, LocalProcessRunner(), {});
        QVERIFY2(proof.ok(), proof ? "" : qPrintable(proof.error().detail));
        QVERIFY(!hostile.ran());
        QCOMPARE(proof->files.size(), 1);
        const CompilerFileProof& file = proof->files[0];
        const QString refusal = QStringLiteral("is not passed to the compiler");
        QVERIFY2(file.status ==
                     (complete ? CompilerProofStatus::Agrees : CompilerProofStatus::NotChecked),
                 qPrintable(file.reason));
        QCOMPARE(file.reason.contains(refusal), !complete);
        QCOMPARE(proof->notes.join(u' ').contains(refusal), !complete);
    }
};

QTEST_GUILESS_MAIN(TestCompilerCommands)
#include "tst_compilercommands.moc"
