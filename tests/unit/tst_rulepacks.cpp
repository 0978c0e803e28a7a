#include "core/project/session/rulepacks.h"
#include "core/rules/packs/packcheck.h"
#include "storedproject.h"

#include <QDir>
#include <QFileInfo>

using namespace rocport;
using fixture::StoredProject;

namespace {

struct Fixture : StoredProject
{
    RulePacks packs{project};
    QSignalSpy others{&packs, &RulePacks::changed};
    QSignalSpy scans{&packs, &RulePacks::scanNeeded};
    QString user = folder.filePath(QStringLiteral("user"));

    ~Fixture() { project.drain(); } // before the parts go
    Fixture() { packs.setUserFolder(user); }
    template <typename T>
    T resultOf(const QFuture<T>& future)
    {
        (void)QTest::qWaitFor([&] { return future.isFinished(); }, fixture::kPatience);
        return future.result();
    }
};

} // namespace

class RulePacksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theProgramsOwnRulesAreThereAtOnce();
    void newPacksGetNamesOfTheirOwn();
    void aSavedPackMakesOtherRules();
    void otherPlacesAreRefused();
    void aFaultIsAProblem();
};

void RulePacksTest::theProgramsOwnRulesAreThereAtOnce()
{
    Fixture p;
    QVERIFY(p.packs.rules() != nullptr);
    QVERIFY(!p.packs.rules()->rules().isEmpty());
    QVERIFY(p.packs.problems().isEmpty());
    QVERIFY(!p.packs.waiting().has_value());
    QVERIFY(p.packs.projectFolder().startsWith(p.state().meta.repositoryRoot));
    p.project.setState(nullptr);
    QVERIFY(p.packs.projectFolder().isEmpty());
}

void RulePacksTest::newPacksGetNamesOfTheirOwn()
{
    Fixture p;
    const Result<QString> first = p.resultOf(p.packs.create(PackOrigin::User));
    QVERIFY(first.ok());
    QCOMPARE(*first, QDir(p.user).filePath(QStringLiteral("rules.toml")));
    const Result<QString> second = p.resultOf(p.packs.create(PackOrigin::User));
    QVERIFY(second.ok());
    QCOMPARE(QFileInfo(*second).fileName(), QStringLiteral("rules-2.toml"));
    const Result<QByteArray> text = p.resultOf(p.packs.load(*first));
    QVERIFY(text.ok());
    QCOMPARE(*text, packTemplate());
}

void RulePacksTest::aSavedPackMakesOtherRules()
{
    Fixture p;
    const Result<QString> file = p.resultOf(p.packs.create(PackOrigin::User));
    QVERIFY(file.ok());
    QTRY_COMPARE_WITH_TIMEOUT(p.scans.size(), 1, fixture::kPatience);
    QCOMPARE(p.others.size(), 1);
    const std::shared_ptr<const RuleSet> before = p.packs.rules();
    QVERIFY(p.resultOf(p.packs.save(*file, packTemplate() + "\n# more\n")).ok());
    QTRY_COMPARE_WITH_TIMEOUT(p.scans.size(), 2, fixture::kPatience);
    QVERIFY(p.packs.rules() != before);
}

void RulePacksTest::otherPlacesAreRefused()
{
    Fixture p;
    const QString file = p.folder.filePath(QStringLiteral("elsewhere.toml"));
    QCOMPARE(p.resultOf(p.packs.save(file, "x")).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(p.resultOf(p.packs.load(file)).error().code, ErrorCode::InvalidArgument);
    QVERIFY(!QFileInfo::exists(file));
    p.packs.setUserFolder({});
    QCOMPARE(p.resultOf(p.packs.create(PackOrigin::User)).error().code, ErrorCode::InvalidArgument);
}

void RulePacksTest::aFaultIsAProblem()
{
    Fixture p;
    QDir().mkpath(p.user);
    const QString file = QDir(p.user).filePath(QStringLiteral("bad.toml"));
    QVERIFY(p.resultOf(p.packs.save(file, "this is no pack")).ok());
    QTRY_COMPARE_WITH_TIMEOUT(p.packs.problems().size(), 1, fixture::kPatience);
    const PackCheck check = p.resultOf(p.packs.check(file, "this is no pack", {}));
    QVERIFY(!check.problems.isEmpty());
}

QTEST_GUILESS_MAIN(RulePacksTest)
#include "tst_rulepacks.moc"
