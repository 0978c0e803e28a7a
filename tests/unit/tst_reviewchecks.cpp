// What compilers and lanes say of a port under review: filled in, kept for what it was found out
// about, and dropped where that is no longer so.

#include "core/project/review/reviewrender.h"
#include "core/project/review/storedchecks.h"
#include "core/project/review/storedreviews.h"
#include "tests/support/fakecompiler.h"
#include "tests/unit/projectreviewfixture.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace rocport;
using namespace rocport::test;

namespace {

QString compilerIn(const QTemporaryDir& tools)
{
    makeFakeRocm(tools.path(), 6, 4);
    return makeFakeCompiler(tools.path());
}

/// A check with a compiler that obeys words of the files.
ReviewCheck withFake(const QTemporaryDir& tools)
{
    ReviewCheck wishes;
    wishes.gate.search = CompilerSearch::fromEnvironment();
    wishes.gate.search.compiler = compilerIn(tools);
    wishes.gate.search.rocmPath = tools.path();
    wishes.gate.jobs = 1;
    return wishes;
}

/// A repository whose port has a file that compiles and one that does not.
struct CompiledRepository : GitFixture
{
    CompiledRepository()
    {
        write("good.cu", "#include <cuda_runtime.h>\n__global__ void k() {}\n");
        write("bad.cu", "#include <cuda_runtime.h>\n__global__ void b() {}\n");
        write("part.h", "#pragma once\n");
        write("docs.md", "text\n");
        commitAll();
        run({QStringLiteral("checkout"), QStringLiteral("-qb"), QStringLiteral("port")});
        write("good.cu", "#include <hip/hip_runtime.h>\n__global__ void k() {}\n");
        write("bad.cu", "#include <hip/hip_runtime.h>\n__global__ void b() {}\n// FAIL\n");
        write("added.cu", "#include <hip/hip_runtime.h>\n// FAIL\n");
        write("docs.md", "more\n");
        commitAll(QStringLiteral("Port to ROCm"));
        run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("main")});
    }

    void movePort(const char* name, const QByteArray& text) const
    {
        run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("port")});
        write(name, text);
        commitAll(QStringLiteral("Port again"));
        run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("main")});
    }
};

struct CheckedSession : OpenSession
{
    QSignalSpy checked{&reviews, &ProjectReviews::checked};

    using OpenSession::OpenSession;

    void check(const ReviewCheck& wishes)
    {
        const auto before = checked.size();
        QVERIFY(reviews.check(wishes));
        QVERIFY(reviews.isChecking());
        QTRY_COMPARE_WITH_TIMEOUT(checked.size(), before + 1, kPatience);
        QVERIFY(!reviews.isChecking());
    }
    [[nodiscard]] Result<void> result() const { return checked.last()[0].value<Result<void>>(); }
    [[nodiscard]] const ReviewHunk& in(const QByteArray& path) const
    {
        return *hunkAt(*state().review, path);
    }
    void carryOver()
    {
        reviews.carryOver();
        wait();
    }
};

QStringList textsOf(const ReviewHunk& hunk)
{
    QStringList texts;
    for (const ArmFact& fact : hunk.armFacts) {
        texts.append(fact.text);
    }
    return texts;
}

} // namespace

class TestReviewChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }
    void compiled();
    void noCompiler();
    void anotherMachineWithoutACompiler();
    void keptForItsRevision();
    void headersAreSaidByTheirSources();
    void cancelled();
    void endsWithTheReview();
    void otherTarget();
    void storedAndRead();
    void whatIsTooMuch();

private:
    QTemporaryDir m_home;
};

void TestReviewChecks::compiled()
{
    const CompiledRepository git;
    const QTemporaryDir data;
    const QTemporaryDir tools;
    CheckedSession s(data.path(), git.path());
    s.open();
    QCOMPARE(s.in("good.cu").rocm, RocmArm::NotTried);
    const auto places = s.state().places;
    s.reviews.decide({s.in("good.cu").id}, DecisionKind::Accepted);
    s.check(withFake(tools));
    QVERIFY(s.result().ok());
    QCOMPARE(s.state().places, places); // the same hunks
    QCOMPARE(s.state().kindOf(s.in("good.cu").id), DecisionKind::Accepted);
    QCOMPARE(s.state().undoLabel, QStringLiteral("Accept 1 hunk"));
    QCOMPARE(s.in("good.cu").rocm, RocmArm::Compiles);
    QCOMPARE(textsOf(s.in("good.cu")),
             QStringList{QStringLiteral("Compiles for gfx942, no diagnostics")});
    const ReviewHunk& bad = *hunkAt(*s.state().review, "bad.cu", 3);
    QCOMPARE(bad.rocm, RocmArm::BuildFails);
    QCOMPARE(bad.rocmReason, QStringLiteral("Line 3: fake failure"));
    QCOMPARE(textsOf(bad), (QStringList{QStringLiteral("Does not compile for gfx942: 1 error"),
                                        QStringLiteral("Line 3: fake failure")}));
    const ReviewHunk& other = *hunkAt(*s.state().review, "bad.cu", 1);
    QVERIFY(other.id != bad.id);
    QCOMPARE(other.rocm, RocmArm::BuildFails);
    QVERIFY(other.rocmReason.contains(QStringLiteral("outside this hunk: line 3")));
    QCOMPARE(s.in("added.cu").rocmReason, QStringLiteral("Line 2: fake failure")); // all of it
    QCOMPARE(s.in("docs.md").rocm, RocmArm::NotTried);
    QVERIFY(QJsonDocument(reviewToJson(*s.state().review))
                .toJson()
                .contains("\"rocmReason\": \"Line 3: fake failure\""));
}

void TestReviewChecks::noCompiler()
{
    const CompiledRepository git;
    const QTemporaryDir data;
    CheckedSession s(data.path(), git.path());
    s.open();
    s.check({}); // looks nowhere
    QVERIFY(s.result().ok());
    QCOMPARE(s.in("good.cu").rocm, RocmArm::NotChecked);
    QVERIFY(!s.in("good.cu").rocmReason.isEmpty());
    QVERIFY(!s.state().review->gate->compilerFound);
    QVERIFY(!s.state().review->remarks.isEmpty());
    const QStringList remarks = s.state().review->remarks;
    s.check({}); // says it once
    QCOMPARE(s.state().review->remarks, remarks);
}

/// What is known stays, though it is not what is shown.
void TestReviewChecks::anotherMachineWithoutACompiler()
{
    const CompiledRepository git;
    const QTemporaryDir data;
    const QTemporaryDir tools;
    QByteArray id;
    {
        CheckedSession s(data.path(), git.path());
        s.open();
        id = s.state().kept.id;
        s.check(withFake(tools));
        s.store();
        s.check({});
        QCOMPARE(s.in("good.cu").rocm, RocmArm::NotChecked);
        s.store();
        QVERIFY(s.failed.isEmpty());
    }
    CheckedSession s(data.path(), git.path());
    s.reviews.openKept(id);
    s.wait();
    QCOMPARE(s.in("good.cu").rocm, RocmArm::Compiles);
    QCOMPARE(hunkAt(*s.state().review, "bad.cu", 3)->rocm, RocmArm::BuildFails);
}

/// A source that changed may include it otherwise.
void TestReviewChecks::headersAreSaidByTheirSources()
{
    const CompiledRepository git;
    git.movePort("part.h", "#pragma once\n#define PART 1\n");
    const QTemporaryDir data;
    const QTemporaryDir tools;
    CheckedSession s(data.path(), git.path());
    s.open();
    s.check(withFake(tools));
    QVERIFY(s.in("part.h").rocm != RocmArm::NotTried);
    git.movePort("docs.md", "even more\n");
    s.carryOver();
    QVERIFY(s.in("part.h").rocm != RocmArm::NotTried);
    git.movePort("bad.cu", "#include <hip/hip_runtime.h>\n#include \"part.h\"\n");
    s.carryOver();
    QCOMPARE(s.in("part.h").rocm, RocmArm::NotTried);
    QCOMPARE(s.in("good.cu").rocm, RocmArm::Compiles);
}

void TestReviewChecks::keptForItsRevision()
{
    const CompiledRepository git;
    const QTemporaryDir data;
    const QTemporaryDir tools;
    QByteArray id;
    {
        CheckedSession s(data.path(), git.path());
        s.open();
        id = s.state().kept.id;
        s.check(withFake(tools));
        s.store();
        QVERIFY(s.failed.isEmpty());
    }
    CheckedSession s(data.path(), git.path());
    s.reviews.openKept(id);
    s.wait();
    QCOMPARE(s.in("good.cu").rocm, RocmArm::Compiles);
    QCOMPARE(hunkAt(*s.state().review, "bad.cu", 3)->rocmReason,
             QStringLiteral("Line 3: fake failure"));
    QCOMPARE(hunkAt(*s.state().review, "bad.cu", 3)->armFacts.size(), 2);
    // Another file that nothing includes: what is said of the rest stays.
    git.movePort("bad.cu", "#include <hip/hip_runtime.h>\n__global__ void b() {}\n// mended\n");
    s.carryOver();
    QCOMPARE(s.state().kept.revisions.size(), 2);
    QCOMPARE(s.in("good.cu").rocm, RocmArm::Compiles);
    const ReviewHunk& include = *hunkAt(*s.state().review, "bad.cu", 1); // the same text
    QCOMPARE(include.rocm, RocmArm::NotTried);                           // in another file
    QVERIFY(include.rocmReason.isEmpty() && include.armFacts.isEmpty());
    QCOMPARE(hunkAt(*s.state().review, "bad.cu", 3)->rocm, RocmArm::NotTried);
    // A page that no build reads says nothing of compiling, a header does.
    git.movePort("docs.md", "even more\n");
    s.carryOver();
    QCOMPARE(s.in("good.cu").rocm, RocmArm::Compiles);
    git.movePort("part.h", "#pragma once\n#define PART 1\n");
    s.carryOver();
    QCOMPARE(s.in("good.cu").rocm, RocmArm::NotTried);
    // The author takes it back.
    git.movePort("part.h", "#pragma once\n");
    s.carryOver();
    QCOMPARE(s.in("good.cu").rocm, RocmArm::Compiles);
    QVERIFY(s.failed.isEmpty());
}

void TestReviewChecks::cancelled()
{
    const CompiledRepository git;
    git.movePort("good.cu", "#include <hip/hip_runtime.h>\n__global__ void k() {}\n// SLEEP\n");
    const QTemporaryDir data;
    const QTemporaryDir tools;
    CheckedSession s(data.path(), git.path());
    s.open();
    const QSignalSpy progress(&s.reviews, &ProjectReviews::checkProgress);
    QVERIFY(s.reviews.check(withFake(tools)));
    QTRY_VERIFY_WITH_TIMEOUT(
        !progress.isEmpty() && progress.last()[0].value<ReviewProgress>().total == 3, kPatience);
    QCOMPARE(s.session.tasks().running().last().title, QStringLiteral("Compiling the port"));
    QVERIFY(!s.reviews.check(withFake(tools))); // one at a time
    QCOMPARE(s.failed.size(), 1);
    s.session.tasks().cancel(s.session.tasks().running().last().id);
    QTRY_COMPARE_WITH_TIMEOUT(s.checked.size(), 1, kPatience);
    QCOMPARE(s.result().error().code, ErrorCode::Cancelled);
    QVERIFY(s.session.tasks().running().isEmpty());
    QCOMPARE(s.state().review->count(RocmArm::NotTried), s.state().review->hunkCount());
    QVERIFY(s.state().kept.checks.isEmpty());
}

void TestReviewChecks::endsWithTheReview()
{
    const CompiledRepository git;
    git.movePort("good.cu", "#include <hip/hip_runtime.h>\n__global__ void k() {}\n// SLEEP\n");
    const QTemporaryDir data;
    const QTemporaryDir tools;
    CheckedSession s(data.path(), git.path());
    QVERIFY(!s.reviews.check(withFake(tools))); // of no review
    s.open();
    QVERIFY(s.reviews.check(withFake(tools)));
    s.reviews.close();
    QVERIFY(!s.reviews.isChecking());
    QTRY_VERIFY_WITH_TIMEOUT(s.session.tasks().running().isEmpty(), kPatience);
    QVERIFY(s.checked.isEmpty());
}

void TestReviewChecks::otherTarget()
{
    const CompiledRepository git;
    PortReview review = reviewRange(git.path(), QStringLiteral("main...port"));
    const auto basis = armBasisOf(review, {});
    QVERIFY(basis);
    const auto again = armBasisOf(reviewRange(git.path(), QStringLiteral("main...port")), {});
    QVERIFY(again);
    QCOMPARE(again->files, basis->files);
    QCOMPARE(again->program, basis->program);
    review.target.architectures = {QStringLiteral("gfx1100")};
    const auto other = armBasisOf(review, {});
    QVERIFY(other);
    QVERIFY(other->files.value(RepoPath("good.cu")) != basis->files.value(RepoPath("good.cu")));
    QVERIFY(other->program != basis->program);
    ArmChecks checks;
    const QByteArray id = hunkAt(review, "good.cu")->id;
    checks.hunks[id].compiled = {RocmArm::Compiles, {}, {}, basis->files[RepoPath("good.cu")]};
    checks.hunks[id].executed = {RocmArm::LanesEqual,
                                 QStringLiteral("All."),
                                 {{64, RocmArm::LanesEqual, QStringLiteral("64 lanes: equal")}},
                                 basis->program};
    QCOMPARE(hunkAt(withArms(review, checks, *basis), "good.cu")->rocm, RocmArm::LanesEqual);
    QCOMPARE(hunkAt(withArms(review, checks, *other), "good.cu")->rocm, RocmArm::NotTried);
    checks.hunks[id].compiled.result = RocmArm::BuildFails; // whatever ran on the CPU
    QCOMPARE(hunkAt(withArms(review, checks, *basis), "good.cu")->rocm, RocmArm::BuildFails);
}

void TestReviewChecks::storedAndRead()
{
    ArmChecks checks;
    checks.hunks["0123456789abcdef"] = {{RocmArm::BuildFails,
                                         QStringLiteral("Line 3: no"),
                                         {{0, RocmArm::BuildFails, QStringLiteral("1 error")}},
                                         "fedcba9876543210"},
                                        {}};
    checks.compiled = {{QStringLiteral("A note.")}, "00112233aabbccdd"};
    QVERIFY(mayBeKept(checks));
    const QJsonObject json = armChecksToJson(checks);
    QCOMPARE(armChecksFromJson(json), checks);
    QByteArray text = QJsonDocument(json).toJson();
    text.replace("build-fails", "splendid"); // of a later version
    const ArmChecks later = armChecksFromJson(QJsonDocument::fromJson(text).object());
    QCOMPARE(later.hunks.value("0123456789abcdef"), HunkArm());
    QCOMPARE(later.compiled, checks.compiled);
    text.replace("0123456789abcdef", "../somewhere/els");
    QVERIFY(armChecksFromJson(QJsonDocument::fromJson(text).object()).isEmpty());
}

void TestReviewChecks::whatIsTooMuch()
{
    ArmChecks checks;
    ArmPart& part = checks.hunks["0123456789abcdef"].compiled;
    part = {RocmArm::BuildFails, QString(5'000, u'x'), {}, "fedcba9876543210"};
    QVERIFY(!mayBeKept(checks));
    const ArmChecks fit = fitToKeep(checks);
    QVERIFY(mayBeKept(fit));
    QVERIFY(fit.hunks.begin()->compiled.reason.endsWith(QChar(0x2026)));
    part.reason.clear();
    part.facts.fill({0, RocmArm::BuildFails, QString(1'000, u'y')}, 20);
    for (int i = 0; i < 60; ++i) {
        checks.hunks[QByteArray::number(0x1000000000000000LL + i, 16)].compiled = part;
    }
    QVERIFY(!mayBeKept(fitToKeep(checks))); // over a million characters
}

QTEST_GUILESS_MAIN(TestReviewChecks)
#include "tst_reviewchecks.moc"
