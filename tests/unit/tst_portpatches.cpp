// The series of a port as the window shows it.
#include "core/base/cancelscope.h"
#include "core/project/port/exportreport.h"
#include "tests/unit/repositoryfixture.h"

#include <QTest>

using namespace rocport;
using namespace rocport::fixture;

class TestPortPatches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }
    void numbersAreThoseOfTheCommit();
    void longPatchIsCut();
    void nothingCommitted();
    void endsWhenCancelled();

private:
    /// A project over the fixture's repository, whose port begins at its newest commit.
    static ProjectState stateOf(const GitFixture& fixture, const QByteArray& base)
    {
        ProjectState state;
        state.meta.repositoryRoot = fixture.path();
        state.meta.portBranch = kBranch;
        state.meta.baseCommit = base;
        return state;
    }

    QTemporaryDir m_home;
};

/// A message, or what is committed, may hold what looks like git's own count.
void TestPortPatches::numbersAreThoseOfTheCommit()
{
    GitFixture fixture;
    fixture.write("a", "1\n2\n3\n");
    const QByteArray base = fixture.commitAll();
    const auto repository = openOrFail(fixture.path());
    const auto first = repository->commit(
        kBranch, base,
        {file("a", "1\nx\ny\n3\n"), file("b", " 9 files changed, 9 insertions(+)\n")},
        text("Port\n\n 7 files changed, 70 insertions(+), 700 deletions(-)\n"));
    QVERIFY(first);
    const auto second = repository->commit(kBranch, first->id, {file("b", {}, true)}, text("Port"));
    QVERIFY(second);
    const auto patches = portPatches(stateOf(fixture, base));
    QVERIFY(patches);
    QCOMPARE(patches->size(), 2);
    const PatchText& one = patches->at(0);
    QCOMPARE(one.name, text("0001-Port.patch"));
    QCOMPARE(one.files, 2);
    QCOMPARE(one.added, 3);
    QCOMPARE(one.removed, 1);
    QCOMPARE(one.size, one.bytes.size());
    QCOMPARE(patches->at(1).files, 1);
    QCOMPARE(patches->at(1).added, 0);
    QCOMPARE(patches->at(1).removed, 1);
    // The same bytes as in the files.
    const auto folder = writePatches(stateOf(fixture, base), fixture.outside(text("patches")));
    QVERIFY(folder);
    for (const PatchText& patch : *patches) {
        QCOMPARE(GitFixture::readFile(*folder + u'/' + patch.name), patch.bytes);
    }
}

void TestPortPatches::longPatchIsCut()
{
    GitFixture fixture;
    fixture.write("a", "1\n");
    const QByteArray base = fixture.commitAll();
    const auto repository = openOrFail(fixture.path());
    const QByteArray lines = QByteArray("a line of the port\n").repeated(100'000);
    QVERIFY(repository->commit(kBranch, base, {file("a", lines)}, text("Port")));
    const auto patches = portPatches(stateOf(fixture, base));
    QVERIFY(patches);
    QCOMPARE(patches->first().bytes.size(), kMostPatchBytes);
    QVERIFY(patches->first().size > lines.size());
    QCOMPARE(patches->first().added, 100'000);
}

void TestPortPatches::nothingCommitted()
{
    GitFixture fixture;
    fixture.write("a", "1\n");
    const QByteArray base = fixture.commitAll();
    const auto patches = portPatches(stateOf(fixture, base));
    QVERIFY(patches);
    QVERIFY(patches->isEmpty());
    const auto written = writePatches(stateOf(fixture, base), fixture.outside(text("patches")));
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::NotPossibleNow);
    QVERIFY(written.error().detail.contains(text("commit accepted changes first")));
}

/// In the middle of a series, and nothing of it is left.
void TestPortPatches::endsWhenCancelled()
{
    GitFixture fixture;
    fixture.write("a", "1\n");
    const QByteArray base = fixture.commitAll();
    const auto repository = openOrFail(fixture.path());
    QByteArray tip = base;
    for (int i = 0; i < 3; ++i) {
        const auto made = repository->commit(
            kBranch, tip, {file("a", QByteArray::number(i + 2) + '\n')}, text("Port"));
        QVERIFY(made);
        tip = made->id;
    }
    CancelToken cancel;
    int taken = 0;
    const CancelScope scope(cancel);
    const Result<void> done =
        repository->forEachPatch(base, tip, [&](const Patch& /*patch*/) -> Result<void> {
            ++taken;
            cancel.cancel();
            return {};
        });
    QVERIFY(!done);
    QCOMPARE(done.error().code, ErrorCode::Cancelled);
    QCOMPARE(taken, 1);
    const QString folder = fixture.outside(text("patches"));
    const auto written = writePatches(stateOf(fixture, base), folder);
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Cancelled);
    QVERIFY(!QFile::exists(folder));
    const auto shown = portPatches(stateOf(fixture, base), cancel);
    QVERIFY(!shown);
    QCOMPARE(shown.error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestPortPatches)
#include "tst_portpatches.moc"
