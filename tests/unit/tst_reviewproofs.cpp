// What reviews of ports prove: that an NVIDIA build reads the same.

#include "tests/unit/portreviewfixture.h"

#include <QTest>

using namespace rocport;
using namespace rocport::test;

class TestReviewProofs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }
    void commentsAlone();
    void modes();
    void blanksCount_data();
    void blanksCount();

private:
    QTemporaryDir m_home;
};

/// A comment or a blank line changes nothing that a compiler reads.
void TestReviewProofs::commentsAlone()
{
    const GitFixture git;
    git.write("a.cu", kKernel);
    git.write("README.md", "# x\n");
    git.commitAll();
    git.write("a.cu",
              QByteArray(kKernel).replace("  if (thr", "\n  // Why.\n  if (thr") + "int more;\n");
    git.write("README.md", "# y\n");
    git.commitAll();
    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    QCOMPARE(hunkAt(review, "a.cu", 8)->nvidia, NvidiaPath::Unchanged);
    QVERIFY(hunkAt(review, "a.cu", 8)->proof.reason.contains(QStringLiteral("comments")));
    QCOMPARE(hunkAt(review, "a.cu", 13)->nvidia, NvidiaPath::Changed);
    QCOMPARE(hunkAt(review, "README.md")->nvidia, NvidiaPath::NotBuilt);
}

/// A build may run what becomes executable or is it no more; sources it compiles.
void TestReviewProofs::modes()
{
    const GitFixture git;
    const QStringList names{QStringLiteral("a.cu"), QStringLiteral("README.md"),
                            QStringLiteral("gen.py"), QStringLiteral("configure")};
    for (const QString& name : names) {
        git.write(name.toUtf8(), "\n");
    }
    git.write(".gitattributes", "*.cu text\n");
    git.commitAll();
    for (const QString& name : names) {
        QFile::setPermissions(git.path() + u'/' + name,
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    git.write(".gitattributes", "*.cu eol=crlf\n");
    git.commitAll();
    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    QCOMPARE(review.hunkCount(), 5);
    QCOMPARE(hunkAt(review, "a.cu")->kind, ReviewHunkKind::Mode);
    QCOMPARE(hunkAt(review, "a.cu")->nvidia, NvidiaPath::Unchanged);
    QCOMPARE(hunkAt(review, "README.md")->nvidia, NvidiaPath::NotBuilt);
    for (const char* path : {"gen.py", "configure"}) {
        QCOMPARE(hunkAt(review, path)->nvidia, NvidiaPath::Unproved);
        QVERIFY(hunkAt(review, path)->proof.reason.contains(QStringLiteral("may run")));
    }
    for (const ReviewFile& file : review.files) {
        QCOMPARE(file.nvidia, file.hunks.first().nvidia);
        QVERIFY(!file.proof.reason.isEmpty());
    }
    QVERIFY(hunkAt(review, ".gitattributes")->nvidia != NvidiaPath::NotBuilt);
}

/// A blank that comes or goes between two tokens may change what the preprocessor makes of them.
void TestReviewProofs::blanksCount_data()
{
    QTest::addColumn<QByteArray>("base");
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<bool>("same");
    const QByteArray code = "#define SCALE (x)\n"
                            "#define STR(a) #a\n"
                            "int g(int x, int y) { return x - -y; }\n"
                            "const char* s() { return STR(a + b); }\n";
    const auto row = [&](const char* name, const char* from, const char* to, bool same) {
        QTest::newRow(name) << code << QByteArray(code).replace(from, to) << same;
    };
    row("a macro gets a parameter", "SCALE (x)", "SCALE(x)", false);
    row("a string loses a blank", "a + b", "a+b", false);
    row("a string gets a blank", "(a +", "( a +", false);
    row("a string loses a line end", "STR(a) #a\n", "STR(a)\\\n#a\n", false);
    row("two operators become one", "x - -y", "x --y", false);
    row("a line in two", "return x", "return\nx", false);
    row("a directive in a line", "\n#define STR", " #define STR", false);
    row("a guard around a macro", "#define SCALE (x)\n",
        "#ifdef USE_ROCM\n#define SCALE (x / 2)\n#else\n#define SCALE(x)\n#endif\n", false);
    row("a comment in place of a blank", "a + b", "a/* and */+ b", true);
    row("two blanks", "SCALE (x)", "SCALE  (x)", true);
    row("a splice and a blank", "SCALE (x)", "SCALE \\\n  (x)", true);
    row("a comment behind a macro", "SCALE (x)", "SCALE (x) // why", true);
    row("blanks at both ends of a line", "int g(int x, int y) { return x - -y; }",
        "  int g(int x, int y) { return x - -y; } ", true);
    row("a comment on two lines", "int g", "/* a\n b */\n\nint g", true);
    QTest::newRow("a line end at the end") << QByteArray(code).chopped(1) << code << true;
}

void TestReviewProofs::blanksCount()
{
    QFETCH(const QByteArray, base);
    QFETCH(const QByteArray, head);
    QFETCH(const bool, same);
    const GitFixture git;
    git.write("a.cu", base);
    git.commitAll();
    git.write("a.cu", head);
    git.commitAll();
    const PortReview review = reviewRange(git.path(), QStringLiteral("HEAD^..HEAD"));
    const ReviewHunk* hunk = hunkAt(review, "a.cu");
    QVERIFY(hunk != nullptr);
    QVERIFY2((hunk->nvidia == NvidiaPath::Unchanged) == same, qPrintable(hunk->proof.reason));
    QVERIFY2((review.files.first().nvidia == NvidiaPath::Unchanged) == same,
             qPrintable(review.files.first().proof.reason));
}

QTEST_GUILESS_MAIN(TestReviewProofs)
#include "tst_reviewproofs.moc"
