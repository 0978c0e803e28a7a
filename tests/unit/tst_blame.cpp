#include "core/vcs/blame.h"

#include "tests/unit/repositoryfixture.h"

#include <QTest>

#include <optional>

using namespace rocport;
using namespace rocport::fixture;

class TestBlame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }
    void saysWhatGitSays();
    void goesThroughMerges();
    void goesThroughRenames();
    void isBounded();
    void refuses();

private:
    /// Lines as `git blame` attributes them.
    static QVector<QByteArray> byGit(const GitFixture& git, const QString& path)
    {
        QVector<QByteArray> ids;
        const QByteArray out = git.run({text("blame"), text("--line-porcelain"), text("--root"),
                                        text("HEAD"), text("--"), path});
        for (const QByteArray& line : out.split('\n')) {
            const QByteArray id = line.left(40);
            if (line.size() > 41 && line[40] == ' ' && QByteArray::fromHex(id).size() == 20 &&
                !line.startsWith('\t') && line.count(' ') >= 2) {
                ids.append(id);
            }
        }
        return ids;
    }
    static QVector<QByteArray> idsOf(const Blame& blame)
    {
        QVector<QByteArray> ids;
        for (const int commit : blame.commitOf) {
            ids.append(commit < 0 ? QByteArray() : blame.commits[commit].id);
        }
        return ids;
    }
    static Result<Blame> blame(const GitFixture& git, const char* path, int first = 1,
                               int last = 100000, const BlameBounds& bounds = {})
    {
        return blameLines(git.path(), git.head(), RepoPath(path), first, last, {}, bounds);
    }
    /// A number each for 40 lines; some are others in each version.
    static QByteArray version(int number)
    {
        QByteArray text;
        for (int line = 1; line <= 40; ++line) {
            if (number > 3 && line == 12) {
                continue; // a line goes
            }
            const int newest = line % (number + 2) == 0 ? number : 0;
            text += "line " + QByteArray::number(line) + " of " + QByteArray::number(newest) + '\n';
            if (number > 5 && line == 30) {
                text += "one more\nand another\n";
            }
        }
        return text;
    }

    QTemporaryDir m_home;
};

void TestBlame::saysWhatGitSays()
{
    const GitFixture git;
    for (int number = 0; number < 9; ++number) {
        git.write("src/a.cu", version(number));
        git.write("other.txt", QByteArray::number(number));
        git.commitAll(text("Change %1").arg(number));
        git.write("other.txt", "again " + QByteArray::number(number));
        git.commitAll(text("Another file"));
    }
    const QVector<QByteArray> expected = byGit(git, text("src/a.cu"));
    QCOMPARE(expected.size(), 41);
    const Result<Blame> all = blame(git, "src/a.cu");
    QVERIFY2(all.ok(), all.ok() ? "" : qPrintable(all.error().detail));
    QCOMPARE(idsOf(*all), expected);
    QVERIFY(all->commits.size() > 4);
    QVERIFY(!all->cut);
    for (const BlameCommit& commit : all->commits) {
        QCOMPARE(commit.author, text("Zoë Müller"));
        QVERIFY(commit.summary.startsWith(text("Change ")));
        QVERIFY(commit.time.isValid());
    }
    // Some lines alone, and more than there are.
    const Result<Blame> some = blame(git, "src/a.cu", 10, 15);
    QCOMPARE(some->firstLine, 10);
    QCOMPARE(idsOf(*some), expected.mid(9, 6));
    QCOMPARE(idsOf(*blame(git, "src/a.cu", 38, 500)), expected.mid(37));
}

void TestBlame::goesThroughMerges()
{
    const GitFixture git;
    git.write("a.py", "one\ntwo\nthree\nfour\nfive\nsix\n");
    git.commitAll();
    git.run({text("checkout"), text("-q"), text("-b"), text("side")});
    git.write("a.py", "one\ntwo\nthree\nfour\nfive, aside\nsix\n");
    git.commitAll();
    git.run({text("checkout"), text("-q"), text("main")});
    git.write("a.py", "one, in main\ntwo\nthree\nfour\nfive\nsix\n");
    git.commitAll();
    git.run({text("merge"), text("-q"), text("-m"), text("merge"), text("side")});
    git.write("a.py", "one, in main\ntwo\nthree, late\nfour\nfive, aside\nsix\n");
    git.commitAll();
    const Result<Blame> found = blame(git, "a.py");
    QVERIFY(found.ok());
    QCOMPARE(idsOf(*found), byGit(git, text("a.py")));
    QCOMPARE(found->commits.size(), 4);
}

void TestBlame::goesThroughRenames()
{
    const GitFixture git;
    git.write("old/a.cu", version(0));
    git.commitAll();
    git.write("old/a.cu", version(1));
    git.commitAll();
    git.run({text("mv"), text("old/a.cu"), text("b.cu")});
    git.write("b.cu", version(1) + "last\n");
    git.commitAll();
    const Result<Blame> found = blame(git, "b.cu");
    QVERIFY(found.ok());
    QCOMPARE(idsOf(*found), byGit(git, text("b.cu")));
    QCOMPARE(found->commits.size(), 3);
}

void TestBlame::isBounded()
{
    const GitFixture git;
    QByteArray lines;
    for (int i = 0; i < 6; ++i) {
        lines += "line " + QByteArray::number(i) + '\n';
        git.write("a.cu", lines);
        git.commitAll();
    }
    BlameBounds bounds;
    bounds.commits = 2;
    const Result<Blame> cut = blame(git, "a.cu", 1, 6, bounds);
    QVERIFY(cut.ok());
    QVERIFY(cut->cut);
    QCOMPARE(cut->commitOf.count(-1), 4);
    QCOMPARE(cut->commitOf[5], 0);
    bounds = {};
    bounds.lines = 3;
    QCOMPARE(blame(git, "a.cu", 2, 6, bounds)->commitOf.size(), 3);
}

void TestBlame::refuses()
{
    const GitFixture git;
    git.write("a.cu", "one\n");
    git.write("binary.bin", QByteArray("a\0b\n", 4));
    git.commitAll();
    const auto codeOf = [](const Result<Blame>& result) -> std::optional<ErrorCode> {
        return result.ok() ? std::nullopt : std::optional(result.error().code);
    };
    QVERIFY(codeOf(blame(git, "b.cu")) == ErrorCode::FileNotFound);
    QVERIFY(codeOf(blame(git, "a.cu", 5, 6)) == ErrorCode::InvalidArgument);
    QVERIFY(codeOf(blame(git, "binary.bin")) == ErrorCode::FileNotText);
    QCOMPARE(codeOf(blameLines(git.path(), "no", RepoPath("a.cu"), 1, 1, {})),
             ErrorCode::InvalidArgument);
    const CancelToken cancel;
    cancel.cancel();
    QCOMPARE(codeOf(blameLines(git.path(), git.head(), RepoPath("a.cu"), 1, 1, cancel)),
             ErrorCode::Cancelled);
    QCOMPARE(codeOf(blameLines(m_home.path(), git.head(), RepoPath("a.cu"), 1, 1, {})),
             ErrorCode::NotARepository);
}

QTEST_GUILESS_MAIN(TestBlame)
#include "tst_blame.moc"
