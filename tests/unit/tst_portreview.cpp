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

/// All hunks give the author's tree, none the base, and any choice is made without an error or
/// refused for a file in the place of a folder.
void checkComposition(const PortReview& review, const Tree& base, const Tree& head)
{
    const auto choose = [&review](const std::function<bool(int)>& isTaken) {
        int number = 0;
        return composeTree(review,
                           [&](const ReviewFile&, const ReviewHunk&) { return isTaken(number++); });
    };
    const auto none = choose([](int) { return false; });
    QVERIFY(none && none->isEmpty());
    const auto all = choose([](int) { return true; });
    QVERIFY2(all, all ? "" : qPrintable(all.error().detail));
    QVERIFY(composedOn(base, *all) == head);
    for (const int step : {2, 3}) {
        const auto some = choose([step](int number) { return number % step == 0; });
        QVERIFY(some || some.error().code == ErrorCode::NotPossibleNow);
    }
    const QStringList ids = idsOf(review);
    QCOMPARE(QSet<QString>(ids.begin(), ids.end()).size(), ids.size());
    QHash<QByteArray, ReviewDecision> decisions;
    for (const QString& id : ids) {
        decisions.insert(id.toLatin1(), {DecisionKind::Accepted, {}});
    }
    const auto decided = composeTree(review, decisions);
    QVERIFY(decided);
    QVERIFY(*decided == *all);
}

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
    void fileInPlaceOfFolder();
    void everyInput();
    void sourcesOfPatches_data();
    void sourcesOfPatches();
    void severalPatchesInOne();
    void badInput();
    void ownPortIsEqual();
    void otherPort();
    void missingAndLeftOpen();
    void missingInRenamed_data();
    void missingInRenamed();
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

/// The same port as a range, a series, a mailbox, one patch and a bundle: the same hunks.
void TestPortReview::everyInput()
{
    const GitFixture git;
    git.write("a.cu", kKernel);
    git.write("data.bin", QByteArray("\0\1\2", 3));
    git.write("old.cu", QByteArray(kKernel) + "// more\n");
    git.write("gone.cu", "gone;\r\n");
    const QByteArray base = git.commitAll();
    git.run({QStringLiteral("checkout"), QStringLiteral("-qb"), QStringLiteral("port")});
    git.write("a.cu", QByteArray(kKernel).replace("16", "32"));
    git.write("data.bin", QByteArray("\0\1\3\4", 4));
    git.write("new.cu", "x;");
    git.commitAll(QStringLiteral("first"));
    git.run({QStringLiteral("mv"), QStringLiteral("old.cu"), QStringLiteral("moved.cu")});
    QFile::remove(git.path() + QStringLiteral("/gone.cu"));
    git.write("new.cu", "x;\ny;\n");
    QFile::setPermissions(git.path() + QStringLiteral("/a.cu"),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QFile::link(QStringLiteral("a.cu"), git.path() + QStringLiteral("/link"));
    const QByteArray head = git.commitAll(QStringLiteral("second"));
    const QString series = git.outside(QStringLiteral("series"));
    git.run(
        {QStringLiteral("format-patch"), QStringLiteral("-qo"), series, QStringLiteral("main")});
    const auto save = [&git](const QString& name, const QByteArray& bytes) {
        QFile file(git.outside(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            qFatal("cannot write");
        }
        return file.fileName();
    };
    const QString box =
        save(QStringLiteral("box"), git.run({QStringLiteral("format-patch"),
                                             QStringLiteral("--stdout"), QStringLiteral("main")}));
    const QString diff =
        save(QStringLiteral("x.diff"), git.run({QStringLiteral("diff"), QStringLiteral("--binary"),
                                                QStringLiteral("-M"), QStringLiteral("main")}));
    const QString bundle = git.outside(QStringLiteral("x.bundle"));
    git.run({QStringLiteral("bundle"), QStringLiteral("create"), QStringLiteral("-q"), bundle,
             QStringLiteral("main..port")});
    // The author's branch is not in the user's repository.
    const QString clone = git.outside(QStringLiteral("clone"));
    GitFixture::runIn(git.path(),
                      {QStringLiteral("clone"), QStringLiteral("-q"), QStringLiteral("-b"),
                       QStringLiteral("main"), QStringLiteral("--single-branch"),
                       QStringLiteral("file://") + git.path(), clone});

    const PortReview range = reviewRange(git.path(), QStringLiteral("main...port"));
    QCOMPARE(range.trees.commits.size(), 2);
    QCOMPARE(range.trees.commits.first().author, QStringLiteral("Zo\u00eb M\u00fcller"));
    const Tree before = treeAt(git.path(), base);
    const Tree after = treeAt(git.path(), head);
    checkComposition(range, before, after);

    for (const QStringList& patches : {QStringList{series}, {box}, {diff}}) {
        ReviewRequest request;
        request.folder = clone;
        request.patches = patches;
        const PortReview review = reviewOf(request);
        checkComposition(review, before, after);
        QCOMPARE(idsOf(review), idsOf(range));
    }
    ReviewRequest request;
    request.folder = clone;
    request.bundle = bundle;
    request.bundleRef = QStringLiteral("port");
    const PortReview bundled = reviewOf(request);
    checkComposition(bundled, before, after);
    QCOMPARE(idsOf(bundled), idsOf(range));
    QCOMPARE(bundled.trees.headCommit, head);
    int code = 0;
    GitFixture::runIn(clone,
                      {QStringLiteral("cat-file"), QStringLiteral("-e"), QString::fromLatin1(head)},
                      &code);
    QVERIFY2(code != 0, "the bundle's objects are not in the user's repository");
}

void TestPortReview::sourcesOfPatches_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("copies of what changes")
        << QStringList{QStringLiteral("-C"), QStringLiteral("--find-copies-harder")}
        << QByteArray("\ncopy from a.cu\n");
    QTest::newRow("names that are exchanged")
        << QStringList{QStringLiteral("-B"), QStringLiteral("-M")}
        << QByteArray("\nrename from p.cu\nrename to q.cu\n");
    QTest::newRow("both") << QStringList{QStringLiteral("-B"), QStringLiteral("-C"),
                                         QStringLiteral("--find-copies-harder")}
                          << QByteArray("\nrename from q.cu\nrename to p.cu\n");
    QTest::newRow("without prefixes")
        << QStringList{QStringLiteral("-B"), QStringLiteral("-C"), QStringLiteral("--no-prefix")}
        << QByteArray("\n--- s/gone.cu\n+++ /dev/null\n");
}

/// Copies and renames of a patch are made of files as they were before all of it.
void TestPortReview::sourcesOfPatches()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, line);
    const auto text = [](int first) {
        QByteArray made;
        for (int i = first; i < first + 200; ++i) {
            made += "int v" + QByteArray::number(i) + ";\n";
        }
        return made;
    };
    const GitFixture git;
    git.write("a.cu", text(1000));
    git.write("p.cu", text(2000));
    git.write("q.cu", text(3000));
    git.write("x.cu", text(4000));
    git.write("s/gone.cu", text(5000).left(50));
    const QByteArray base = git.commitAll();
    git.write("a.cu", text(1000).replace("v1003;", "w;"));
    git.write("b.cu", text(1000));
    git.write("c.cu", text(1000).replace("v1100;", "w;"));
    git.write("p.cu", text(3000).replace("v3003;", "w;"));
    git.write("q.cu", text(2000).replace("v2003;", "w;"));
    git.write("x.cu", text(8000));
    git.write("y.cu", text(4000).replace("v4003;", "w;"));
    git.write("s/new.cu", "int n;\n");
    QFile::remove(git.path() + QStringLiteral("/s/gone.cu"));
    const QByteArray head = git.commitAll();
    const QByteArray patch = git.run(QStringList{QStringLiteral("diff")} + options +
                                     QStringList{QStringLiteral("HEAD^"), QStringLiteral("HEAD")});
    QVERIFY(patch.contains(line));
    QFile file(git.outside(QStringLiteral("x.patch")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(patch) == patch.size());
    file.close();
    git.run({QStringLiteral("reset"), QStringLiteral("-q"), QStringLiteral("--hard"),
             QString::fromLatin1(base)});
    ReviewRequest request;
    request.folder = git.path();
    request.patches = {file.fileName()};
    checkComposition(reviewOf(request), treeAt(git.path(), base), treeAt(git.path(), head));
}

/// A text of several patches renames in its turn what it changed or renamed before.
void TestPortReview::severalPatchesInOne()
{
    const GitFixture git;
    git.write("a.cu", "a;\n");
    const QByteArray base = git.commitAll();
    const auto renamed = [](const QByteArray& from, const QByteArray& to) {
        return "diff --git a/" + from + " b/" + to + "\nrename from " + from + "\nrename to " + to +
               '\n';
    };
    const QByteArray change("--- a/a.cu\n+++ b/a.cu\n@@ -1 +1 @@\n-a;\n+b;\n");
    const auto reviewed = [&](const QByteArray& patch) {
        QFile file(git.outside(QStringLiteral("x.patch")));
        if (!file.open(QIODevice::WriteOnly) || file.write(patch) != patch.size()) {
            qFatal("cannot write");
        }
        file.close();
        ReviewRequest request;
        request.folder = git.path();
        request.patches = {file.fileName()};
        return composedOn(treeAt(git.path(), base),
                          *composeTree(reviewOf(request),
                                       [](const ReviewFile&, const ReviewHunk&) { return true; }));
    };
    const QByteArray mode("100644");
    const Tree expected{{"c.cu", {mode, "b;\n"}}};
    QCOMPARE(reviewed(change + renamed("a.cu", "b.cu") + renamed("b.cu", "c.cu")), expected);
    const Tree back{{"a.cu", {mode, "b;\n"}}};
    QCOMPARE(reviewed(renamed("a.cu", "b.cu") + renamed("b.cu", "a.cu") + change), back);
}

void TestPortReview::badInput()
{
    const GitFixture git;
    git.write("a.cu", "a;\nb;\n");
    git.commitAll();
    ReviewRequest request;
    request.folder = git.path();
    request.range = QStringLiteral("nowhere..HEAD");
    QCOMPARE(errorOf(request), QStringLiteral("no commit has this name"));
    request.range = QStringLiteral("HEAD");
    QCOMPARE(errorOf(request), QStringLiteral("a range of commits must be written as BASE..HEAD"));
    const auto patched = [&](const QByteArray& text) {
        QFile file(git.outside(QStringLiteral("x.patch")));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            qFatal("cannot write");
        }
        file.close();
        ReviewRequest one;
        one.folder = git.path();
        one.patches = {file.fileName()};
        return errorOf(one);
    };
    QCOMPARE(patched("--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,2 @@\n a;\n-x;\n+y;\n"),
             QStringLiteral("hunk 1 of the patch (line 3 of it) does not apply, since it expects "
                            "\"x;\" and line 2 of the file is \"b;\"; choose the base that the "
                            "patch was made for"));
    QCOMPARE(patched("--- a/b.cu\n+++ b/b.cu\n@@ -1 +1 @@\n-x;\n+y;\n"),
             QStringLiteral("the patch changes the file and it is not there; choose the base that "
                            "the patch was made for"));
    QCOMPARE(patched("--- /dev/null\n+++ b/a.cu\n@@ -0,0 +1 @@\n+y;\n"),
             QStringLiteral("the patch adds the file and it is there already; choose the base that "
                            "the patch was made for"));
    QCOMPARE(patched("--- /dev/null\n+++ b/a.cu/x\n@@ -0,0 +1 @@\n+y;\n"),
             QStringLiteral("the patch makes it below a.cu, which is a file; choose the base that "
                            "the patch was made for"));
    QCOMPARE(patched("diff --git a/z b/z\nnew file mode 120777\n--- /dev/null\n+++ b/z\n"
                     "@@ -0,0 +1 @@\n+y;\n"),
             QStringLiteral("the patch gives it the mode 120777, which git does not have"));
    QCOMPARE(
        patched("diff --git a/a.cu b/a.cu\nBinary files a/a.cu and b/a.cu differ\n"),
        QStringLiteral("the patch says that the binary file differs and does not hold it; make "
                       "it with git diff --binary"));
    QCOMPARE(patched("nothing\n"), QStringLiteral("there is no patch in it"));

    const QString bundle = git.outside(QStringLiteral("x.bundle"));
    const auto bundled = [&](const QByteArray& bytes) {
        QFile file(bundle);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            qFatal("cannot write");
        }
        file.close();
        ReviewRequest one;
        one.folder = git.path();
        one.bundle = bundle;
        return errorOf(one);
    };
    const QByteArray head = git.head();
    QCOMPARE(bundled("hello"), QStringLiteral("it is not a git bundle of version 2 or 3"));
    QCOMPARE(bundled("# v2 git bundle\n\n"), QStringLiteral("the bundle holds no branch"));
    QCOMPARE(bundled("# v2 git bundle\n-" + QByteArray(40, 'a') + " x\n" + head +
                     " refs/heads/x\n\nPACK"),
             QStringLiteral("the bundle builds on commit aaaaaaaaaaaa, which the repository does "
                            "not have; fetch it first"));
    QVERIFY(bundled("# v2 git bundle\n" + head + " refs/heads/x\n\nPACKrubbish") !=
            QStringLiteral("none"));
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
    const QJsonObject request = reviewRequest(review);
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
