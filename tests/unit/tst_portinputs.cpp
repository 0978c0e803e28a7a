// Every form in which a port from elsewhere comes, and what is refused.

#include "tests/unit/portreviewfixture.h"

#include <QTest>

using namespace rocport;
using namespace rocport::test;

class TestPortInputs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }
    void everyInput();
    void sourcesOfPatches_data();
    void sourcesOfPatches();
    void severalPatchesInOne();
    void badInput();

private:
    QTemporaryDir m_home;
};

/// The same port as a range, a series, a mailbox, one patch and a bundle: the same hunks.
void TestPortInputs::everyInput()
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

void TestPortInputs::sourcesOfPatches_data()
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
void TestPortInputs::sourcesOfPatches()
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
void TestPortInputs::severalPatchesInOne()
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

void TestPortInputs::badInput()
{
    const GitFixture git;
    git.write("a.cu", "a;\nb;\n");
    git.commitAll();
    ReviewRequest request;
    request.folder = git.path();
    request.range = QStringLiteral("nowhere..HEAD");
    QCOMPARE(errorOf(request), QStringLiteral("no commit has this name"));
    request.range = QStringLiteral("HEAD");
    QCOMPARE(errorOf(request), QStringLiteral("a range of commits must be written as BASE..TIP"));
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

QTEST_GUILESS_MAIN(TestPortInputs)
#include "tst_portinputs.moc"
