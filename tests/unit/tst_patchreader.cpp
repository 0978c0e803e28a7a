// Patches and mailboxes that others wrote.

#include "core/vcs/patchreader.h"
#include "tests/unit/gitfixture.h"

#include <QTest>

using namespace rocport;

namespace {

/// The only commit in `text`, or none.
PatchCommit onlyCommit(const QByteArray& text)
{
    const auto commits = readPatches(text, QStringLiteral("x.patch"));
    return commits && commits->size() == 1 ? commits->first() : PatchCommit();
}

QByteArray applied(const QByteArray& text, const QByteArray& patch)
{
    const PatchCommit commit = onlyCommit(patch);
    if (commit.files.size() != 1) {
        return "<no file>";
    }
    const auto after = applyPatchHunks(text, commit.files.first().hunks, RepoPath("a.cu"));
    return after ? *after : QByteArray("<") + after.error().detail.toUtf8() + ">";
}

QString errorOf(const QByteArray& text)
{
    const auto commits = readPatches(text, QStringLiteral("x.patch"));
    return commits ? QStringLiteral("none")
                   : commits.error().object + u' ' + commits.error().detail;
}

} // namespace

class TestPatchReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void applies_data();
    void applies();
    void saysWhyNot();
    void names_data();
    void names();
    void prefixesOfAll();
    void mails();
    void refuses_data();
    void refuses();
    void textAround();
    void binary();
    void asGitWritesThem();
};

void TestPatchReader::applies_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("after");
    const QByteArray head("--- a/a.cu\n+++ b/a.cu\n");
    QTest::newRow("in place") << QByteArray("1\n2\n3\n")
                              << head + "@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n"
                              << QByteArray("1\nx\n3\n");
    QTest::newRow("moved down") << QByteArray("0\n0\n1\n2\n3\n")
                                << head + "@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n"
                                << QByteArray("0\n0\n1\nx\n3\n");
    QTest::newRow("the nearer of two")
        << QByteArray("a\nb\n0\n0\na\nb\n") << head + "@@ -6,2 +6,2 @@\n a\n-b\n+x\n"
        << QByteArray("a\nb\n0\n0\na\nx\n");
    QTest::newRow("no final line end")
        << QByteArray("1\n2") << head + "@@ -2 +2 @@\n-2\n\\ No newline at end of file\n+2\n"
        << QByteArray("1\n2\n");
    QTest::newRow("none afterwards")
        << QByteArray("1\n2\n") << head + "@@ -2 +2 @@\n-2\n+2\n\\ No newline at end of file\n"
        << QByteArray("1\n2");
    QTest::newRow("neither before nor after")
        << QByteArray("1\n2")
        << head + "@@ -1,2 +1,2 @@\n-1\n+x\n 2\n\\ No newline at end of file\n"
        << QByteArray("x\n2");
    QTest::newRow("CRLF") << QByteArray("1\r\n2\r\n")
                          << head + "@@ -1,2 +1,2 @@\n 1\r\n-2\r\n+x\r\n"
                          << QByteArray("1\r\nx\r\n");
    QTest::newRow("without context") << QByteArray("1\n2\n") << head + "@@ -1,0 +2 @@\n+x\n"
                                     << QByteArray("1\nx\n2\n");
    QTest::newRow("a blank line that a mail cut")
        << QByteArray("1\n\n2\n") << head + "@@ -1,3 +1,3 @@\n 1\n\n-2\n+x\n"
        << QByteArray("1\n\nx\n");
    QTest::newRow("all of it") << QByteArray("1\n") << head + "@@ -1 +0,0 @@\n-1\n" << QByteArray();
    QTest::newRow("two hunks, moved")
        << QByteArray("0\n1\n2\n3\n4\n5\n6\n")
        << head + "@@ -1,2 +1,3 @@\n 1\n+x\n 2\n@@ -4,2 +5 @@\n 4\n-5\n"
        << QByteArray("0\n1\nx\n2\n3\n4\n6\n");
}

void TestPatchReader::applies()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, after);
    QCOMPARE(applied(before, patch), after);
}

void TestPatchReader::saysWhyNot()
{
    QCOMPARE(
        applied("1\nother\n3\n", "--- a/a.cu\n+++ b/a.cu\n@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n"),
        QByteArray("<hunk 1 of the patch (line 3 of it) does not apply, since it expects \"2\" "
                   "and line 2 of the file is \"other\"; choose the base that the patch was "
                   "made for>"));
    QCOMPARE(
        applied("1\n", "--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,2 @@\n 1\n-2\n+x\n"),
        QByteArray("<hunk 1 of the patch (line 3 of it) does not apply, since it expects \"2\" "
                   "and the file ends at line 1; choose the base that the patch was made "
                   "for>"));
}

void TestPatchReader::names_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("oldPath");
    QTest::addColumn<QByteArray>("newPath");
    QTest::addColumn<int>("kind");
    using Kind = PatchedFile::Kind;
    const QByteArray hunk("@@ -1 +1 @@\n-1\n+2\n");
    QTest::newRow("git") << "diff --git a/s/x.cu b/s/x.cu\n--- a/s/x.cu\n+++ b/s/x.cu\n" + hunk
                         << QByteArray("s/x.cu") << QByteArray("s/x.cu") << int(Kind::Changed);
    QTest::newRow("two folders") << "--- old/s/x.cu\t2026-01-01\n+++ new/s/x.cu\t2026-01-02\n" +
                                        hunk
                                 << QByteArray("s/x.cu") << QByteArray("s/x.cu")
                                 << int(Kind::Changed);
    QTest::newRow("no prefix") << "--- s/x.cu\n+++ s/x.cu\n" + hunk << QByteArray("s/x.cu")
                               << QByteArray("s/x.cu") << int(Kind::Changed);
    QTest::newRow("quoted")
        << "--- \"a/\\303\\251 \\\"x\\\".cu\"\n+++ \"b/\\303\\251 \\\"x\\\".cu\"\n" + hunk
        << QByteArray("\xc3\xa9 \"x\".cu") << QByteArray("\xc3\xa9 \"x\".cu") << int(Kind::Changed);
    QTest::newRow("added") << QByteArray(
                                  "diff --git a/x b/x\nnew file mode 100755\nindex 000..111\n"
                                  "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+1\n")
                           << QByteArray() << QByteArray("x") << int(Kind::Added);
    QTest::newRow("added and empty")
        << QByteArray("diff --git a/x y b/x y\nnew file mode 100644\nindex 000..111\n")
        << QByteArray() << QByteArray("x y") << int(Kind::Added);
    QTest::newRow("removed") << QByteArray("diff --git a/x b/x\ndeleted file mode 100644\n"
                                           "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n")
                             << QByteArray("x") << QByteArray() << int(Kind::Removed);
    QTest::newRow("renamed") << QByteArray("diff --git a/x.cu b/y.cu\nsimilarity index 100%\n"
                                           "rename from x.cu\nrename to y.cu\n")
                             << QByteArray("x.cu") << QByteArray("y.cu") << int(Kind::Renamed);
    QTest::newRow("mode") << QByteArray("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n")
                          << QByteArray("x") << QByteArray("x") << int(Kind::Changed);
    QTest::newRow("mode, no prefix")
        << QByteArray("diff --git s/x s/x\nold mode 100644\nnew mode 100755\n") << QByteArray("s/x")
        << QByteArray("s/x") << int(Kind::Changed);
    QTest::newRow("binary, no prefix, quoted")
        << QByteArray("diff --git \"s/\\303\\251\" \"s/\\303\\251\"\nindex 1..2\n"
                      "Binary files s/x and s/x differ\n")
        << QByteArray("s/\xc3\xa9") << QByteArray("s/\xc3\xa9") << int(Kind::Changed);
    QTest::newRow("added, no prefix")
        << QByteArray("diff --git s/x s/x\nnew file mode 100644\n--- /dev/null\n+++ s/x\n"
                      "@@ -0,0 +1 @@\n+1\n")
        << QByteArray() << QByteArray("s/x") << int(Kind::Added);
    QTest::newRow("removed, no prefix")
        << QByteArray("diff --git s/x s/x\ndeleted file mode 100644\n--- s/x\n+++ /dev/null\n"
                      "@@ -1 +0,0 @@\n-1\n")
        << QByteArray("s/x") << QByteArray() << int(Kind::Removed);
    QTest::newRow("added, prefixes of words")
        << QByteArray("diff --git old/s/x new/s/x\nnew file mode 100644\n--- /dev/null\n"
                      "+++ new/s/x\n@@ -0,0 +1 @@\n+1\n")
        << QByteArray() << QByteArray("s/x") << int(Kind::Added);
    QTest::newRow("renamed, no prefix")
        << QByteArray("diff --git a/x b/x\nsimilarity index 90%\nrename from a/x\nrename to b/x\n"
                      "--- a/x\n+++ b/x\n" +
                      hunk)
        << QByteArray("a/x") << QByteArray("b/x") << int(Kind::Renamed);
    QTest::newRow("a name that ends with blanks")
        << "diff --git a/x   b/x  \n--- a/x  \t\n+++ b/x  \t\r\n" + hunk << QByteArray("x  ")
        << QByteArray("x  ") << int(Kind::Changed);
    QTest::newRow("renamed to a name that ends with a blank")
        << QByteArray("diff --git a/x b/x \nrename from x\nrename to x \n") << QByteArray("x")
        << QByteArray("x ") << int(Kind::Renamed);
    QTest::newRow("quoted, with the time")
        << "--- \"a/\\303\\251\"\t2026-01-01\n+++ \"b/\\303\\251\"\t\n" + hunk
        << QByteArray("\xc3\xa9") << QByteArray("\xc3\xa9") << int(Kind::Changed);
}

/// Files on one side only have prefixes if the others of the patch have.
void TestPatchReader::prefixesOfAll()
{
    const QByteArray added("--- /dev/null\n+++ s/new.cu\n@@ -0,0 +1 @@\n+1\n");
    const QByteArray removed("--- s/old.cu\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n");
    const QByteArray hunk("@@ -1 +1 @@\n-1\n+2\n");
    const PatchCommit plain = onlyCommit(added + removed + "--- s/x.cu\n+++ s/x.cu\n" + hunk);
    QCOMPARE(plain.files.size(), 3);
    QCOMPARE(plain.files[0].newPath, RepoPath("s/new.cu"));
    QCOMPARE(plain.files[1].oldPath, RepoPath("s/old.cu"));
    QCOMPARE(plain.files[2].newPath, RepoPath("s/x.cu"));
    const PatchCommit prefixed = onlyCommit(added + removed + "--- o/x.cu\n+++ n/x.cu\n" + hunk);
    QCOMPARE(prefixed.files.size(), 3);
    QCOMPARE(prefixed.files[0].newPath, RepoPath("new.cu"));
    QCOMPARE(prefixed.files[1].oldPath, RepoPath("old.cu"));
    QCOMPARE(prefixed.files[2].newPath, RepoPath("x.cu"));
}

void TestPatchReader::names()
{
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, oldPath);
    QFETCH(QByteArray, newPath);
    QFETCH(int, kind);
    const PatchCommit commit = onlyCommit(patch);
    QCOMPARE(commit.files.size(), 1);
    QCOMPARE(commit.files.first().oldPath.bytes(), oldPath);
    QCOMPARE(commit.files.first().newPath.bytes(), newPath);
    QCOMPARE(int(commit.files.first().kind), kind);
}

void TestPatchReader::mails()
{
    const QByteArray id(40, 'a');
    const QByteArray diff("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+=3D\n");
    const QByteArray box =
        "From " + id +
        " Mon Sep 17 00:00:00 2001\nFrom: =?UTF-8?q?Zo=C3=AB_M=C3=BCller?= <z@e.org>\n"
        "Date: Fri, 27 Nov 2026 10:00:00 +0000\nSubject: [PATCH 1/2] One\n two\n\n---\n" +
        diff + "-- \n2.39.5\n\nFrom " + id +
        " Mon Sep 17 00:00:00 2001\nFrom: B <b@e.org>\nSubject: Two\n"
        "Content-Transfer-Encoding: quoted-printable\n\n" +
        diff;
    const auto commits = readPatches(box, QStringLiteral("box"));
    QVERIFY(commits);
    QCOMPARE(commits->size(), 2);
    QCOMPARE(commits->at(0).author, QStringLiteral("Zo\u00eb M\u00fcller"));
    QCOMPARE(commits->at(0).summary, QStringLiteral("One two"));
    QCOMPARE(commits->at(0).commit, id);
    QVERIFY(commits->at(0).time.isValid());
    QCOMPARE(commits->at(0).files.first().hunks.first().newLines, QVector<QByteArray>{"=3D\n"});
    QCOMPARE(commits->at(1).files.first().hunks.first().newLines, QVector<QByteArray>{"=\n"});
}

void TestPatchReader::refuses_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QString>("error");
    const QByteArray hunk("@@ -1 +1 @@\n-1\n+2\n");
    QTest::newRow("no patch") << QByteArray("hello\n")
                              << QStringLiteral("x.patch:1 there is no patch in it");
    QTest::newRow("outside") << "--- a/../x\n+++ b/../x\n" + hunk << QStringLiteral("../x");
    QTest::newRow("git's own") << "--- a/.git/config\n+++ b/.git/config\n" + hunk
                               << QStringLiteral(".git/config");
    QTest::newRow("absolute") << "--- a//etc/x\n+++ b//etc/x\n" + hunk << QStringLiteral("/etc/x");
    QTest::newRow("cut") << QByteArray("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-1\n")
                         << QStringLiteral("x.patch:5 the patch ends within a hunk");
    QTest::newRow("numbers") << QByteArray("--- a/x\n+++ b/x\n@@ -1,99999999999 +1 @@\n-1\n")
                             << QStringLiteral("x.patch:3 \"@@ -LINE,COUNT");
    QTest::newRow("parts") << QByteArray("From: a\nContent-Type: multipart/mixed; boundary=x\n\n")
                           << QStringLiteral("x.patch:1 a mail in several parts");
    QTest::newRow("binary") << QByteArray("diff --git a/x b/x\nGIT binary patch\nliteral 5\nzz\n\n")
                            << QStringLiteral("x.patch:4 this is not a line of a binary patch");
    QTest::newRow("bomb") << QByteArray(
                                 "diff --git a/x b/x\nGIT binary patch\nliteral 60000000\n\n")
                          << QStringLiteral("x.patch:4 the binary patch cannot be decompressed");
    const QByteArray file = "--- a/x\n+++ b/x\n" + hunk;
    const QString surplus =
        QStringLiteral(" the hunk before it is longer than its first line says");
    const QString homeless = QStringLiteral(" a hunk was found where no file is named");
    const QString merge = QStringLiteral(" a combined diff of a merge is not read");
    QTest::newRow("a blank line before a hunk") << file + "\n@@ -9 +9 @@\n-9\n+8\n"
                                                << QStringLiteral("x.patch:7") + homeless;
    QTest::newRow("a hunk of no file") << hunk + file << QStringLiteral("x.patch:1") + homeless;
    QTest::newRow("a hunk of a renamed file")
        << "diff --git a/x b/y\nrename from x\nrename to y\n" + hunk
        << QStringLiteral("x.patch:4") + homeless;
    QTest::newRow("surplus lines") << file + "+3\n" << QStringLiteral("x.patch:6") + surplus;
    QTest::newRow("a surplus removal") << file + "-3\n" << QStringLiteral("x.patch:6") + surplus;
    QTest::newRow("a surplus context line") << file + " 3\n"
                                            << QStringLiteral("x.patch:6") + surplus;
    QTest::newRow("surplus behind blank lines") << file + "\n\r\n+3\n"
                                                << QStringLiteral("x.patch:8") + surplus;
    QTest::newRow("names without a pair") << file + "--- a/y\n"
                                          << QStringLiteral("x.patch:6") + surplus;
    QTest::newRow("a merge") << file + "diff --cc y\nindex 1,2..3\n"
                             << QStringLiteral("x.patch:6") + merge;
    QTest::newRow("a merge alone")
        << QByteArray("diff --combined y\n") << QStringLiteral("x.patch:1") + merge;
    QTest::newRow("a merge in a mail")
        << "From: a\nSubject: b\n\ndiff --cc y\nindex 1,2..3\n" + file
        << QStringLiteral("x.patch:4") + merge;
    QTest::newRow("hunks of a merge") << file + "@@@ -1 -1 +1 @@@\n"
                                      << QStringLiteral("x.patch:6") + merge;
    QTest::newRow("only in one folder")
        << "Only in n: new.cu\n" + file
        << QStringLiteral("x.patch:1 the patch does not hold a file that only one side has");
    QTest::newRow("only in one folder, at last")
        << file + "Only in n: new.cu\n"
        << QStringLiteral("x.patch:6 the patch does not hold a file that only one side has");
    QTest::newRow("binary files of folders")
        << file + "Binary files o/b and n/b differ\r\n"
        << QStringLiteral("x.patch:6 the patch says that a binary file differs");
    QTest::newRow("binary patch of no file")
        << file + "GIT binary patch\nliteral 0\nHcmV?d00001\n"
        << QStringLiteral("x.patch:6 a binary patch was found where no file is named");
}

/// Text around patches that is no part of them.
void TestPatchReader::textAround()
{
    const QByteArray file("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n");
    const QByteArray second("--- a/y\n+++ b/y\n@@ -1 +1 @@\n-1\n+2\n");
    const auto count = [](const QByteArray& text) { return onlyCommit(text).files.size(); };
    QCOMPARE(count("From: a\nSubject: b\n\n@@ here\n+ and\nOnly in n: x\ndiff --cc is\n"
                   "Binary files a and b differ\n---\n x | 2 +-\n\n" +
                   file + "-- \n2.39.5\n\n"),
             1);
    QCOMPARE(count(file + second), 2);
    QCOMPARE(count(file + "\n" + second + "--\r\n2\r\n"), 2);
    QCOMPARE(count("commit 1\n\n    @@ one\n\n" + file + "\ncommit 2\n\n    +two\n\n" + second), 2);
    QCOMPARE(count("Index: x\n=====\n" + file + "Index: y\n=====\n" + second), 2);
    QCOMPARE(count("Description: of a package\n" + file + "\n" + second), 2);
}

void TestPatchReader::refuses()
{
    QFETCH(QByteArray, patch);
    QFETCH(QString, error);
    QVERIFY2(errorOf(patch).startsWith(error), qPrintable(errorOf(patch)));
}

/// Binary files as git writes them, literally and as a delta.
void TestPatchReader::binary()
{
    const GitFixture git;
    QByteArray bytes;
    for (int i = 0; i < 4000; ++i) {
        bytes += static_cast<char>((i * i) >> 3);
    }
    git.write("x.bin", bytes);
    git.commitAll();
    QByteArray changed = bytes;
    changed.replace(1000, 3, "\0\1\2\3\4", 5);
    git.write("x.bin", changed);
    git.write("y.bin", bytes.left(333));
    git.commitAll();
    const QByteArray patch = git.run({QStringLiteral("diff"), QStringLiteral("--binary"),
                                      QStringLiteral("HEAD^"), QStringLiteral("HEAD")});
    const PatchCommit commit = onlyCommit(patch);
    QCOMPARE(commit.files.size(), 2);
    QCOMPARE(commit.files[0].binary, PatchedFile::Binary::Delta);
    const auto after = applyBinaryDelta(bytes, commit.files[0].binaryData, RepoPath("x.bin"));
    QVERIFY(after);
    QCOMPARE(*after, changed);
    QCOMPARE(commit.files[1].binary, PatchedFile::Binary::Literal);
    QCOMPARE(commit.files[1].binaryData, bytes.left(333));
    QVERIFY(!applyBinaryDelta(bytes.left(5), commit.files[0].binaryData, RepoPath("x.bin")));
}

/// What git makes of two texts with many edits applies to give the second.
void TestPatchReader::asGitWritesThem()
{
    const GitFixture git;
    quint32 seed = 7;
    const auto next = [&seed](quint32 below) {
        seed = seed * 1664525U + 1013904223U;
        return (seed >> 8) % below;
    };
    for (int round = 0; round < 12; ++round) {
        QList<QByteArray> lines;
        for (int i = 0; i < 200; ++i) {
            lines.append("line " + QByteArray::number(next(40)) + (round % 3 == 0 ? "\r\n" : "\n"));
        }
        const QByteArray before = lines.join() + (round % 2 == 0 ? "end" : "");
        for (int i = 0; i < 20; ++i) {
            const auto at = static_cast<qsizetype>(next(static_cast<quint32>(lines.size())));
            if (next(3) == 0) {
                lines.removeAt(at);
            } else {
                lines.insert(at, "new " + QByteArray::number(i) + "\n");
            }
        }
        const QByteArray after = lines.join() + (round % 4 == 0 ? "end\n" : "");
        git.write("a.cu", before);
        git.commitAll();
        git.write("a.cu", after);
        git.commitAll();
        const QByteArray patch =
            git.run({QStringLiteral("format-patch"), QStringLiteral("-1"),
                     QStringLiteral("--stdout"), QStringLiteral("-U%1").arg(round % 4)});
        QCOMPARE(applied(before, patch), after);
    }
}

QTEST_GUILESS_MAIN(TestPatchReader)
#include "tst_patchreader.moc"
