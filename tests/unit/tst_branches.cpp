// The list of branches that a review of a port is chosen from.

#include "core/vcs/branches.h"
#include "tests/unit/gitfixture.h"

#include <QTest>

using namespace rocport;

class BranchesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }
    void newestFirst();
    void mainIsTheUsualOne();
    void remotesAndTheirHead();
    void noRepository();

private:
    QTemporaryDir m_home;
};

namespace {

QStringList namesOf(const BranchList& list)
{
    QStringList names;
    for (const BranchInfo& branch : list.branches) {
        names.append(branch.name);
    }
    return names;
}

/// Runs git with words that blanks separate.
void git(const GitFixture& repository, const char* words)
{
    repository.run(QString::fromLatin1(words).split(u' '));
}

void commitAt(const GitFixture& repository, const char* day, const char* message)
{
    repository.write("a.txt", message);
    git(repository, "add -A");
    qputenv("GIT_COMMITTER_DATE", QByteArray(day) + "T10:00:00Z");
    repository.run({QStringLiteral("commit"), QStringLiteral("-qm"), QString::fromLatin1(message)});
    qunsetenv("GIT_COMMITTER_DATE");
}

} // namespace

void BranchesTest::newestFirst()
{
    const GitFixture repository;
    commitAt(repository, "2026-01-01", "start");
    git(repository, "checkout -q -b port");
    commitAt(repository, "2026-03-01", "Port the kernels");
    git(repository, "checkout -q -b older HEAD~1");
    commitAt(repository, "2026-02-01", "something else");
    const Result<BranchList> list = listBranches(repository.path());
    QVERIFY(list);
    QCOMPARE(namesOf(*list).first(2),
             QStringList({QStringLiteral("port"), QStringLiteral("older")}));
    QCOMPARE(list->branches.size(), 3);
    QCOMPARE(list->branches[0].summary, QStringLiteral("Port the kernels"));
    QCOMPARE(list->branches[0].time, QDateTime({2026, 3, 1}, {10, 0}, Qt::UTC));
    QVERIFY(!list->branches[0].remote);
    QVERIFY(!list->branches[0].head);
    QVERIFY(list->branches[1].head);
    QCOMPARE(list->more, 0);
}

void BranchesTest::mainIsTheUsualOne()
{
    const GitFixture repository;
    commitAt(repository, "2026-01-01", "start");
    git(repository, "branch -M master");
    git(repository, "checkout -q -b port");
    QCOMPARE(listBranches(repository.path())->main, QStringLiteral("master"));
    git(repository, "branch -M master trunk");
    QCOMPARE(listBranches(repository.path())->main, QStringLiteral("port")); // checked out
}

void BranchesTest::remotesAndTheirHead()
{
    const GitFixture repository;
    commitAt(repository, "2026-01-01", "start");
    git(repository, "branch -M main");
    git(repository, "update-ref refs/remotes/origin/develop HEAD");
    git(repository, "update-ref refs/remotes/origin/port HEAD");
    git(repository, "symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/develop");
    const Result<BranchList> list = listBranches(repository.path());
    QVERIFY(list);
    QStringList names = namesOf(*list);
    names.sort();
    QCOMPARE(names, QStringList({QStringLiteral("main"), QStringLiteral("origin/develop"),
                                 QStringLiteral("origin/port")}));
    QCOMPARE(list->main, QStringLiteral("origin/develop"));
    git(repository, "branch develop");
    QCOMPARE(listBranches(repository.path())->main, QStringLiteral("develop"));
}

void BranchesTest::noRepository()
{
    const QTemporaryDir folder;
    const Result<BranchList> list = listBranches(folder.path());
    QVERIFY(!list);
    QCOMPARE(list.error().code, ErrorCode::NotARepository);
}

QTEST_GUILESS_MAIN(BranchesTest)
#include "tst_branches.moc"
