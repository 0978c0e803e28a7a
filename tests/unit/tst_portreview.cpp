// Ports that were made elsewhere: read in every form, split into hunks, compared and put together
// again.

#include "core/process/localprocess.h"
#include "core/project/port/port.h"
#include "core/project/review/reviewcomments.h"
#include "core/project/review/reviewrender.h"
#include "tests/unit/portreviewfixture.h"

#include <QJsonArray>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

namespace {

constexpr const char* kSetup =
    "from setuptools import setup\n"
    "from torch.utils.cpp_extension import BuildExtension, CUDAExtension\n"
    "setup(name='x', ext_modules=[CUDAExtension('x', ['a.cu'])],\n"
    "      cmdclass={'build_ext': BuildExtension})\n";

} // namespace

class TestPortReview : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }
    void everyKindOfFile();
    void loneCarriageReturns();
    void fileInPlaceOfFolder();
    void ownPortIsEqual();
    void otherPort();
    void missingAndLeftOpen();
    void missingInRenamed_data();
    void missingInRenamed();
    void headersThatAreLeft();
    void comments();
    void commentsInOnePlace_data();
    void commentsInOnePlace();
    void cancelled();
    void realRanges();

private:
    QTemporaryDir m_home;
};

void TestPortReview::everyKindOfFile()
{
    const GitFixture git;
    const auto hostile = QByteArray("n\xc3\xa4me \"x\"\t.cu");
    git.write("a.cu", kKernel);
    git.write("crlf.cu", "a;\r\nb;\r\nc;\r\n");
    git.write("end.cu", "a;\nb;");
    git.write("latin.cu", "// \xe9\nb;\n");
    git.write("run.sh", "echo\n");
    git.write("data.bin", QByteArray("\0\1\2", 3));
    git.write("old/name.cu", QByteArray(kKernel) + "// more\n");
    git.write("gone.cu", "gone;\n");
    git.write("empty.cu", "");
    git.write(hostile, "x;\n");
    QFile::link(QStringLiteral("a.cu"), git.path() + QStringLiteral("/link"));
    QFile::link(QStringLiteral("a.cu"), git.path() + QStringLiteral("/other"));
    const QByteArray base = git.commitAll();
    git.write(
        "a.cu",
        "#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n" +
            QByteArray(kKernel).replace("time.h>\n", "time.h>\n#endif\n").replace("16", "32"));
    git.write("crlf.cu", "a;\r\nx;\r\nc;\r\ny;");
    git.write("end.cu", "a;\nb;\n");
    git.write("latin.cu", "// \xe9\xe8\nb;\n");
    git.write("run.sh", "echo x\n");
    QFile::setPermissions(git.path() + QStringLiteral("/run.sh"),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    git.write("data.bin", QByteArray("\0\1\3", 3));
    QFile::remove(git.path() + QStringLiteral("/old/name.cu"));
    git.write("new/name.cu", QByteArray(kKernel) + "// less\n");
    QFile::remove(git.path() + QStringLiteral("/gone.cu"));
    git.write("empty.cu", "x;\n");
    git.write("added.cu", "new;");
    git.write("nothing.h", "");
    git.write(hostile, "y;\n");
    QFile::remove(git.path() + QStringLiteral("/link"));
    QFile::link(QStringLiteral("end.cu"), git.path() + QStringLiteral("/link"));
    QFile::remove(git.path() + QStringLiteral("/other"));
    git.write("other", "a file now\n");
    git.run({QStringLiteral("add"), QStringLiteral("-A")});
    git.run({QStringLiteral("update-index"), QStringLiteral("--add"), QStringLiteral("--cacheinfo"),
             QStringLiteral("160000,") + QString::fromLatin1(base) + QStringLiteral(",module")});
    git.run({QStringLiteral("commit"), QStringLiteral("-qm"), QStringLiteral("port")});
    const QByteArray head = git.head();
    const auto before = git.snapshot();

    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    QCOMPARE(git.snapshot(), before);
    checkComposition(review, treeAt(git.path(), base), treeAt(git.path(), head));
    const auto kind = [&](const char* path) {
        const ReviewHunk* hunk = hunkAt(review, path);
        return hunk == nullptr ? QStringLiteral("nothing") : reviewHunkKindId(hunk->kind);
    };
    QCOMPARE(kind("a.cu"), QStringLiteral("lines"));
    QCOMPARE(kind("data.bin"), QStringLiteral("binary"));
    QCOMPARE(kind("new/name.cu"), QStringLiteral("renamed"));
    QCOMPARE(kind("old/name.cu"), QStringLiteral("nothing"));
    QCOMPARE(kind("gone.cu"), QStringLiteral("removed"));
    QCOMPARE(kind("added.cu"), QStringLiteral("added"));
    QCOMPARE(kind("nothing.h"), QStringLiteral("added"));
    QCOMPARE(kind("link"), QStringLiteral("link"));
    QCOMPARE(kind("other"), QStringLiteral("link"));
    QCOMPARE(kind("module"), QStringLiteral("submodule"));
    QCOMPARE(kind(hostile.constData()), QStringLiteral("lines"));
    QVERIFY(review.count(NvidiaPath::Changed) > 0);
    QCOMPARE(hunkAt(review, "gone.cu")->nvidia, NvidiaPath::Changed);
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            QVERIFY2(!hunk.title.isEmpty() && !hunk.proof.reason.isEmpty(),
                     qPrintable(file.path.display() + hunk.title));
        }
        if (file.path.bytes() == "run.sh") {
            QCOMPARE(file.hunks.size(), 2);
            QCOMPARE(file.hunks.last().kind, ReviewHunkKind::Mode);
        }
    }
    // Back again: what was added goes, what went comes.
    checkComposition(reviewRange(git.path(), QStringLiteral("HEAD..HEAD^")),
                     treeAt(git.path(), head), treeAt(git.path(), base));
}

/// A carriage return alone ends a line, as in the rest of the program.
void TestPortReview::loneCarriageReturns()
{
    const GitFixture git;
    git.write("k.cu", "int a;\rint b;\rint c;\nint d;\rint e;\n");
    git.commitAll();
    const QByteArray base = git.head();
    git.write("k.cu", "int a;\rint b;\rint c;\nint d;\rint x;\nint q;\n");
    git.commitAll();
    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    QCOMPARE(review.hunkCount(), 1);
    QVERIFY(hunkAt(review, "k.cu", 5) != nullptr);
    checkComposition(review, treeAt(git.path(), base), treeAt(git.path(), git.head()));
}

void TestPortReview::fileInPlaceOfFolder()
{
    const GitFixture git;
    git.write("x", "a file\n");
    const QByteArray base = git.commitAll();
    QFile::remove(git.path() + QStringLiteral("/x"));
    git.write("x/y.cu", "below it\n");
    const QByteArray head = git.commitAll();
    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    checkComposition(review, treeAt(git.path(), base), treeAt(git.path(), head));
    const auto refused = composeTree(review, [](const ReviewFile&, const ReviewHunk& hunk) {
        return hunk.kind == ReviewHunkKind::Added;
    });
    QVERIFY(!refused);
    QCOMPARE(refused.error().detail,
             QStringLiteral("x would be a file and a folder; accept the hunk that removes it too"));
}

/// What our own rules make of a base, as a port: every hunk is equal, none changes NVIDIA's path.
void TestPortReview::ownPortIsEqual()
{
    const GitFixture git;
    git.write("a.cu", kKernel);
    git.write("setup.py", kSetup);
    git.commitAll();
    const PortReview nothing = reviewRange(git.path(), QStringLiteral("HEAD..HEAD"));
    QVERIFY(nothing.files.isEmpty());
    QVERIFY(!nothing.missing.isEmpty());
    const auto files =
        buildPort(nothing.baseScan->hunks, {}, [&](const RepoPath& path) -> Result<QByteArray> {
            return GitFixture::readFile(git.path() + u'/' + QString::fromUtf8(path.bytes()));
        });
    QVERIFY(files && !files->isEmpty());
    for (const PortFile& file : *files) {
        git.write(file.path.bytes(), file.content);
    }
    git.commitAll();
    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            QVERIFY2(hunk.match == RuleMatch::Equal, qPrintable(placeOfHunk(file, hunk)));
            QVERIFY2(hunk.nvidia == NvidiaPath::Unchanged, qPrintable(hunk.proof.reason));
            QVERIFY(!hunk.ruleIds.isEmpty());
        }
    }
    QVERIFY(!faultsOf(review).contains(ReviewFault::Changed));
}

void TestPortReview::otherPort()
{
    const GitFixture git;
    git.write("a.cu", kKernel);
    git.write("setup.py", kSetup);
    git.commitAll();
    // The reduction another way, under a guard of another name; nothing else.
    git.write("a.cu", QByteArray(kKernel).replace("  for (int o = 16; o > 0; o >>= 1)\n"
                                                  "    v += __shfl_down_sync(0xffffffffu, v, o);\n",
                                                  "#ifdef __HIP_PLATFORM_AMD__\n"
                                                  "  v = ownReduction(v);\n"
                                                  "#else\n"
                                                  "  for (int o = 16; o > 0; o >>= 1)\n"
                                                  "    v += __shfl_down_sync(0xffffffffu, v, o);\n"
                                                  "#endif\n"));
    git.commitAll();
    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    QCOMPARE(review.hunkCount(), 1);
    const ReviewHunk* hunk = hunkAt(review, "a.cu");
    QCOMPARE(hunk->match, RuleMatch::Different);
    QVERIFY(!hunk->ruleText.isEmpty());
    QCOMPARE(hunk->nvidia, NvidiaPath::Unchanged);
    QCOMPARE(hunk->headFirst, 5);
    QCOMPARE(hunk->headLast, 10);
    QCOMPARE(faultsOf(review), (QSet<ReviewFault>{ReviewFault::Different, ReviewFault::Missing}));
}

void TestPortReview::missingAndLeftOpen()
{
    const GitFixture git;
    git.write("a.cu", kKernel);
    git.write("setup.py", kSetup);
    git.write("third_party/b.cu", kKernel);
    git.commitAll();
    git.write("a.cu",
              "// A line more.\n" + QByteArray(kKernel).replace("__ballot_sync(0xffffffffu, p)",
                                                                "~__ballot_sync(0xffffffffu, p)"));
    git.commitAll();
    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    QCOMPARE(review.hunkCount(), 2);
    const ReviewHunk* ballot = hunkAt(review, "a.cu", 11);
    QVERIFY(ballot != nullptr);
    QVERIFY(!ballot->findings.isEmpty());
    QVERIFY(needsLook(*ballot));
    bool reduction = false;
    for (const MissingPlace& place : review.missing) {
        QVERIFY(place.finding.severity > Severity::Info);
        QCOMPARE(place.finding.path.bytes(), QByteArray("a.cu"));
        QVERIFY(place.finding.line != 11); // the port is there
        reduction = reduction || (place.finding.line >= 6 && place.finding.line <= 7);
        QVERIFY(!place.reason.isEmpty());
    }
    QVERIFY(reduction);
    QVERIFY(review.leftOut > 0);
}

void TestPortReview::missingInRenamed_data()
{
    QTest::addColumn<QByteArray>("above");
    QTest::newRow("as it was") << QByteArray();
    QTest::newRow("with lines above") << QByteArray("// One.\n// Two.\n");
}

void TestPortReview::missingInRenamed()
{
    QFETCH(const QByteArray, above);
    const GitFixture git;
    git.write("a.cu", kKernel);
    git.commitAll();
    const PortReview before = reviewRange(git.path(), QStringLiteral("HEAD..HEAD"));
    git.run({QStringLiteral("mv"), QStringLiteral("a.cu"), QStringLiteral("b.cu")});
    git.write("b.cu", above + kKernel);
    git.commitAll();
    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    QCOMPARE(hunkAt(review, "b.cu")->kind, ReviewHunkKind::Renamed);
    const auto linesOf = [](const PortReview& one, const char* path, int shift) {
        QStringList lines;
        for (const MissingPlace& place : one.missing) {
            if (place.finding.path.bytes() == path) {
                lines.append(place.finding.ruleId + QString::number(place.finding.line - shift));
            }
        }
        return lines;
    };
    QVERIFY(!linesOf(before, "a.cu", 0).isEmpty());
    QCOMPARE(linesOf(review, "b.cu", static_cast<int>(above.count('\n'))),
             linesOf(before, "a.cu", 0));
}

/// What the macros of a header would say is not known where it is too large to be read.
void TestPortReview::headersThatAreLeft()
{
    const GitFixture git;
    git.write("a.cu", kKernel);
    git.commitAll();
    git.write("few.h", "#define A 1\n");
    git.commitAll();
    QVERIFY(reviewRange(git.path(), QStringLiteral("HEAD^..HEAD")).remarks.isEmpty());
    git.write("many.h", QByteArray("int x;\n").repeated(1'200'000));
    git.commitAll();
    const QStringList remarks = reviewRange(git.path(), QStringLiteral("HEAD~2..HEAD")).remarks;
    QCOMPARE(remarks.size(), 1);
    QVERIFY2(remarks.first().contains(QStringLiteral("headers that the port adds")),
             qPrintable(remarks.first()));
}

void TestPortReview::comments()
{
    const GitFixture git;
    git.write("a.cu", kKernel);
    git.write("setup.py", kSetup);
    git.write("b.cu", "int x;\nint y;\n");
    git.commitAll();
    git.write("a.cu", QByteArray(kKernel).replace("o = 16", "o = 32"));
    git.write("b.cu", "int x;\n");
    const QByteArray head = git.commitAll();
    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    const QJsonObject request = reviewRequest(review, commentsOf(review));
    QCOMPARE(request[QStringLiteral("event")].toString(), QStringLiteral("COMMENT"));
    QCOMPARE(request[QStringLiteral("commit_id")].toString().toLatin1(), head);
    const QJsonArray list = request[QStringLiteral("comments")].toArray();
    QVERIFY(list.size() >= 2);
    const QJsonObject first = list[0].toObject();
    QCOMPARE(first[QStringLiteral("path")].toString(), QStringLiteral("a.cu"));
    QCOMPARE(first[QStringLiteral("side")].toString(), QStringLiteral("RIGHT"));
    QCOMPARE(first[QStringLiteral("line")].toInt(), 5);
    QVERIFY(first[QStringLiteral("body")].toString().contains(
        QStringLiteral("**NVIDIA path changed.**")));
    bool left = false;
    for (const auto& value : list) {
        const QJsonObject comment = value.toObject();
        if (comment[QStringLiteral("path")].toString() == QStringLiteral("b.cu")) {
            left = comment[QStringLiteral("side")].toString() == QStringLiteral("LEFT") &&
                   comment[QStringLiteral("line")].toInt() == 2;
        }
    }
    QVERIFY(left);
    // Hostile names cannot begin anything in Markdown.
    QVERIFY(!renderReviewMarkdown(review).isEmpty());
}

/// GitHub refuses a review with a comment whose lines are in two places of the diff.
void TestPortReview::commentsInOnePlace_data()
{
    QTest::addColumn<int>("between");
    QTest::addColumn<int>("start"); // 0: none
    QTest::newRow("near") << 6 << 2;
    QTest::newRow("a line too far") << 7 << 0;
    QTest::newRow("far") << 20 << 0;
}

void TestPortReview::commentsInOnePlace()
{
    QFETCH(const int, between);
    QFETCH(const int, start);
    const GitFixture git;
    const QByteArray body = QByteArray("f();\n").repeated(between);
    git.write("a.cu", "a;\n" + body + "b;\n");
    git.commitAll();
    git.write("a.cu", "a;\n#ifdef R\n" + body + "#endif\nb;\n");
    git.commitAll();
    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    QCOMPARE(review.hunkCount(), 1);
    const auto comments = commentsOf(review);
    QCOMPARE(comments.size(), 1);
    QCOMPARE(comments[0].line, between + 3);
    QCOMPARE(comments[0].startLine, start);
}

void TestPortReview::cancelled()
{
    const GitFixture git;
    git.write("a.cu", kKernel);
    git.commitAll();
    git.write("a.cu", "x;\n");
    git.commitAll();
    ReviewRequest request;
    request.folder = git.path();
    request.range = QStringLiteral("HEAD^..HEAD");
    const auto trees = openReview(request, {});
    QVERIFY(trees);
    const CancelToken cancel;
    cancel.cancel();
    const auto review = reviewPort(*trees, options(), cancel);
    QVERIFY(!review);
    QCOMPARE(review.error().code, ErrorCode::Cancelled);
}

/// Ranges of repositories on this machine: "FOLDER RANGE;FOLDER RANGE".
void TestPortReview::realRanges()
{
    const QByteArray list = qgetenv("ROCPORT_REVIEW_RANGES");
    if (list.isEmpty()) {
        QSKIP("ROCPORT_REVIEW_RANGES names no ranges");
    }
    for (const QByteArray& one : list.split(';')) {
        const QList<QByteArray> parts = one.trimmed().split(' ');
        const QString folder = QString::fromUtf8(parts.value(0));
        const PortReview review = reviewRange(folder, QString::fromUtf8(parts.value(1)));
        checkComposition(review, treeAt(folder, review.trees.baseCommit),
                         treeAt(folder, review.trees.headCommit));
        qInfo("%s: %d hunks, %d missing", one.constData(), review.hunkCount(),
              static_cast<int>(review.missing.size()));
    }
}

QTEST_GUILESS_MAIN(TestPortReview)
#include "tst_portreview.moc"
