#include "core/process/localprocess.h"
#include "core/verify/compilerproof.h"
#include "memorytree.h"
#include "tests/support/fakecompiler.h"

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

CompilerProof prove(const QMap<QByteArray, QByteArray>& original,
                    const QMap<QByteArray, QByteArray>& ported)
{
    CompilerProofInput input;
    input.original = treeOf(original);
    input.ported = treeOf(ported);
    CompilerProofOptions options;
    options.search = CompilerSearch::fromEnvironment();
    const auto proof = proveWithNvcc(input, options, LocalProcessRunner(), {});
    if (!proof) {
        qFatal("the proof failed: %s", qPrintable(proof.error().detail));
    }
    return *proof;
}

const char kKernel[] = "#include <cuda_runtime.h>\n"
                       "#include <cassert>\n"
                       "#include \"lane.cuh\"\n"
                       "static __device__ int counter;\n"
                       "namespace { __device__ int inner(int x) { return x * counter; } }\n"
                       "__global__ void k(int* p)\n"
                       "{\n"
                       "    assert(p[0] > 0);\n"
                       "    p[lane()] = inner(p[0]);\n"
                       "}\n"
                       "void run(int* p) { k<<<1, 32>>>(p); }\n";
const char kLane[] = "__device__ inline int lane() { return threadIdx.x & 31; }\n";

} // namespace

class TestCompilerProof : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ptxIsNormalised()
    {
        const QByteArray a =
            "// Compiler Build ID: 1\n.version 9.0\n\t.file 1 \"/tmp/a/x.cu\"\n"
            "\t.loc 1 3 4\n.global .u32 _ZN57_INTERNAL_1a2b3c4d_4_a_cu_5e6f7a8b_121xE;\n"
            "\tadd.s32 %r1, %r2, 3; // three\n";
        const QByteArray b =
            ".version 9.0\n\n.global .u32 _ZN57_INTERNAL_99999999_4_a_cu_00000000_121xE;\n"
            "  add.s32 %r1, %r2, 3;\n";
        QCOMPARE(normalisedPtx(a), normalisedPtx(b));
        QVERIFY(normalisedPtx(a) != normalisedPtx("  add.s32 %r1, %r2, 4;\n"));
        QVERIFY(normalisedPtx("mov.u32 %r1, 0x12345678;") !=
                normalisedPtx("mov.u32 %r1, 0x12345679;"));
    }

    void tokensAfterPreprocessing_data()
    {
        QTest::addColumn<QByteArray>("left");
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<int>("line");
        QTest::newRow("markers") << QByteArray("# 1 \"a.cu\"\nint x;\n# 9 \"b\"\nint y;\n")
                                 << QByteArray("#line 7 \"c\"\nint   x ; int y;\n") << 0;
        QTest::newRow("differs") << QByteArray("# 40 \"a.cu\"\nint x;\nint y;\n")
                                 << QByteArray("int x;\nint z;\n") << 41;
        QTest::newRow("longer") << QByteArray("int x;\n") << QByteArray("int x; int y;\n") << 2;
        QTest::newRow("pragma") << QByteArray("#pragma unroll 4\nint x;\n")
                                << QByteArray("int x;\n") << 1;
        QTest::newRow("empty") << QByteArray() << QByteArray("\n# 1 \"a\"\n") << 0;
        QTest::newRow("strings") << QByteArray("f(\"a b\");") << QByteArray("f(\"a  b\");") << 1;
    }
    void tokensAfterPreprocessing()
    {
        QFETCH(QByteArray, left);
        QFETCH(QByteArray, right);
        QFETCH(int, line);
        QCOMPARE(preprocessedDifference(left, right), line);
    }

    void linesAreAligned()
    {
        QCOMPARE(alignedLines("a\nb\nc\n", "a\n#ifdef M\nx\n#else\nb\n#endif\nc\n"),
                 QByteArray("a\n\n\n\nb\n\nc\n"));
        QCOMPARE(alignedLines("a\n", "a\nb\n"), QByteArray("a\n"));
        QCOMPARE(alignedLines("", "b\n"), QByteArray(""));
        QCOMPARE(alignedLines("a", "a"), QByteArray("a"));
    }

    void withoutNvcc()
    {
        CompilerProofInput input;
        input.original = treeOf({{"a.cu", "int x;\n"}});
        input.ported = input.original;
        CompilerProofOptions options;
        options.search.path = {QStringLiteral("/nonexistent")};
        const auto proof = proveWithNvcc(input, options, LocalProcessRunner(), {});
        QVERIFY(!proof.ok());
        QCOMPARE(proof.error().code, ErrorCode::FileNotFound);
    }

    void moreThanAnyoneReads_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<int>("status");
        QTest::newRow("preprocessed") << QByteArray("[ -n \"$out\" ] || yes | head -c 70000000\n")
                                      << int(CompilerProofStatus::NotChecked);
        QTest::newRow("PTX") << QByteArray("[ -z \"$out\" ] || truncate -s 70000000 \"$out\"\n")
                             << int(CompilerProofStatus::Agrees); // the tokens do
    }
    /// What nvcc makes is kept in memory, for both sides.
    void moreThanAnyoneReads()
    {
        QFETCH(QByteArray, more);
        QFETCH(int, status);
        const QTemporaryDir tools;
        CompilerProofOptions options;
        options.search.path = {QStringLiteral("/usr/bin"), QStringLiteral("/bin")};
        options.search.nvcc = test::makeFakeNvcc(tools.path());
        QFile script(options.search.nvcc);
        QVERIFY(script.open(QIODevice::WriteOnly | QIODevice::Append) && script.write(more) > 0);
        script.close();
        CompilerProofInput input;
        input.original = treeOf({{"a.cu", "int x;\n"}});
        input.ported = treeOf({{"a.cu", "#ifdef USE_ROCM\n#endif\nint x;\n"}});
        const auto proof = proveWithNvcc(input, options, LocalProcessRunner(), {});
        QVERIFY2(proof.ok(), proof ? "" : qPrintable(proof.error().detail));
        QCOMPARE(proof->files.size(), 1);
        QVERIFY2(proof->files[0].reason.contains(QStringLiteral("more than 64 MiB")),
                 qPrintable(proof->files[0].reason));
        QCOMPARE(int(proof->files[0].status), status);
    }

    void guardedChangesAgree()
    {
        needNvcc();
        if (!m_nvcc) {
            return;
        }
        const CompilerProof proof = prove(
            {{"a.cu", kKernel}, {"lane.cuh", kLane}, {"other.cu", "int z;\n"}},
            {{"a.cu",
              QByteArray("#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#endif\n") + kKernel},
             {"lane.cuh",
              QByteArray(
                  "#ifdef USE_ROCM\n__device__ inline int lane() { return threadIdx.x & 63; }\n"
                  "#else\n") +
                  kLane + "#endif\n"},
             {"other.cu", "int z;\n"}});
        QCOMPARE(proof.files.size(), 2);
        for (const CompilerFileProof& file : proof.files) {
            QVERIFY2(file.status == CompilerProofStatus::Agrees, qPrintable(file.reason));
            QCOMPARE(file.units, QStringList(QStringLiteral("a.cu")));
            QVERIFY(file.reason.contains(QStringLiteral("PTX")));
        }
    }

    void changesDiffer_data()
    {
        QTest::addColumn<QByteArray>("lane");
        QTest::addColumn<QString>("reason");
        QTest::newRow("other value")
            << QByteArray("__device__ inline int lane() { return threadIdx.x & 63; }\n")
            << "differs";
        QTest::newRow("broken") << QByteArray("#error no\n") << "no longer";
    }
    void changesDiffer()
    {
        needNvcc();
        if (!m_nvcc) {
            return;
        }
        QFETCH(QByteArray, lane);
        QFETCH(QString, reason);
        const CompilerProof proof = prove({{"a.cu", kKernel}, {"lane.cuh", kLane}},
                                          {{"a.cu", kKernel}, {"lane.cuh", lane}});
        QCOMPARE(proof.files.size(), 1);
        QCOMPARE(proof.files[0].status, CompilerProofStatus::Differs);
        QVERIFY2(proof.files[0].reason.contains(reason), qPrintable(proof.files[0].reason));
    }

    void whatCannotBeCompiledHere()
    {
        needNvcc();
        if (!m_nvcc) {
            return;
        }
        // Preprocesses, and is no program: tokens decide. A missing header: not checked. No user:
        // not checked.
        const CompilerProof proof =
            prove({{"bad.cu", "int broken(;\n"},
                   {"torch.cu", "#include <torch/all.h>\n"},
                   {"lonely.cuh", "int a;\n"}},
                  {{"bad.cu", "#ifdef USE_ROCM\n#endif\nint broken(;\n"},
                   {"torch.cu", "#ifdef USE_ROCM\n#endif\n#include <torch/all.h>\n"},
                   {"lonely.cuh", "int a;\nint b;\n"}});
        QCOMPARE(proof.files.size(), 3);
        QVERIFY2(proof.files[0].status == CompilerProofStatus::Agrees,
                 qPrintable(proof.files[0].reason));
        QVERIFY2(proof.files[0].reason.contains(QStringLiteral("preprocessing")),
                 qPrintable(proof.files[0].reason));
        QCOMPARE(proof.files[1].status, CompilerProofStatus::NotChecked);
        QCOMPARE(proof.files[2].status, CompilerProofStatus::NotChecked);
    }

private:
    void needNvcc()
    {
        m_nvcc = findNvcc(CompilerSearch::fromEnvironment(), LocalProcessRunner(), {}).ok();
        if (!m_nvcc) {
            QSKIP("nvcc is not installed");
        }
    }
    bool m_nvcc = false;
};

QTEST_GUILESS_MAIN(TestCompilerProof)
#include "tst_compilerproof.moc"
