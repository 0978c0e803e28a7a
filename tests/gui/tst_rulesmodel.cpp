#include "core/rules/rulepack.h"
#include "tests/gui/mapsettings.h"
#include "ui/rules/packresultmodel.h"
#include "ui/rules/rulesmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;

namespace {

RuleSet::LoadResult someRules(const QByteArray& title = "House")
{
    const QByteArray pack =
        "format = 1\nname = \"Mine\"\n[[rule]]\nid = \"house\"\nphase = 2\nseverity = "
        "\"critical\"\n"
        "languages = [\"cuda\"]\ntitle = \"" +
        title +
        "\"\nmessage = \"M\"\nreason = \"R\"\n"
        "match = { kind = \"token-pattern\", patterns = [\"HOUSE\"] }\n[[rule]]\nid = 5\n";
    return RuleSet::load(QVector<PackText>{
        {QStringLiteral("/p/.rocport/rules/mine.toml"), PackOrigin::Project, pack}});
}

std::shared_ptr<ProjectState> stateWith(const QStringList& findings, const QStringList& off)
{
    auto file = std::make_shared<FileAnalysis>();
    for (const QString& rule : findings) {
        Finding finding;
        finding.ruleId = rule;
        file->findings.append(finding);
    }
    auto scan = std::make_shared<ScanResult>();
    scan->files.append(file);
    auto state = std::make_shared<ProjectState>();
    state->scan = scan;
    state->meta.target.rulesOff = off;
    return state;
}

} // namespace

/// The models behind the rules area.
class RulesModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupsByPhase();
    void countsAndSwitches();
    void readOnlyHasNoSwitches();
    void staysWhereItWas();
    void resultsOfAPack();

private:
    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
};

void RulesModelTest::groupsByPhase()
{
    RulesModel model(m_provider);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    const RuleSet::LoadResult loaded = someRules();
    QVERIFY(!loaded.problems.isEmpty());
    model.setRules(std::make_shared<const RuleSet>(loaded.rules), loaded.problems, nullptr);
    const QModelIndex problems = model.index(0, 0);
    QCOMPARE(problems.data().toString(), QStringLiteral("Problems of packs"));
    QCOMPARE(model.rowCount(problems), int(loaded.problems.size()));
    const QModelIndex problem = model.index(0, 0, problems);
    QCOMPARE(problem.data().toString(), QStringLiteral("mine.toml:12"));
    QCOMPARE(problem.data(RulesModel::FileRole).toString(),
             QStringLiteral("/p/.rocport/rules/mine.toml"));
    QVERIFY(problem.data(RulesModel::EditableRole).toBool());

    const QModelIndex house = model.indexOf(QStringLiteral("house"));
    QVERIFY(house.isValid());
    QCOMPARE(house.parent().data().toString(), QStringLiteral("2 Source translation"));
    QCOMPARE(house.siblingAtColumn(RulesModel::TitleColumn).data().toString(),
             QStringLiteral("House"));
    QCOMPARE(house.siblingAtColumn(RulesModel::SeverityColumn).data().toString(),
             QStringLiteral("Critical"));
    QCOMPARE(house.siblingAtColumn(RulesModel::PackColumn).data().toString(),
             QStringLiteral("mine.toml"));
    QVERIFY(house.data(RulesModel::EditableRole).toBool());
    const QModelIndex builtIn = model.indexOf(QStringLiteral("warp-popc"));
    QVERIFY(!builtIn.data(RulesModel::EditableRole).toBool());
    QCOMPARE(builtIn.siblingAtColumn(RulesModel::PackColumn).data().toString(),
             QStringLiteral("Built-in"));
    QCOMPARE(model.indexOfPack(QStringLiteral("/p/.rocport/rules/mine.toml")), house);
    QVERIFY(!model.indexOf(QStringLiteral("none")).isValid());
    model.setRules(nullptr, {}, nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void RulesModelTest::countsAndSwitches()
{
    RulesModel model(m_provider);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QString house = QStringLiteral("house");
    const QString popc = QStringLiteral("warp-popc");
    model.setRules(std::make_shared<const RuleSet>(someRules().rules), {},
                   stateWith({house, house, popc}, {popc}));
    const QModelIndex one = model.indexOf(house);
    QCOMPARE(one.siblingAtColumn(RulesModel::FindingsColumn).data().toString(),
             QStringLiteral("2"));
    QCOMPARE(one.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QVERIFY(one.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("2 findings")));
    const QModelIndex off = model.indexOf(popc);
    QCOMPARE(off.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QCOMPARE(off.siblingAtColumn(RulesModel::FindingsColumn).data().toString(),
             QStringLiteral("off"));
    QVERIFY(off.parent()
                .siblingAtColumn(RulesModel::TitleColumn)
                .data()
                .toString()
                .endsWith(QStringLiteral(", 1 off")));
    QSignalSpy asked(&model, &RulesModel::switchRequested);
    QVERIFY(model.flags(one) & Qt::ItemIsUserCheckable);
    QVERIFY(!(model.flags(one.parent()) & Qt::ItemIsUserCheckable));
    QVERIFY(model.setData(one, Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(!model.setData(one, QStringLiteral("x"), Qt::EditRole));
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toString(), house);
    QCOMPARE(asked[0][1].toBool(), false);
    // It is the project that decides.
    QCOMPARE(one.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
}

void RulesModelTest::readOnlyHasNoSwitches()
{
    RulesModel model(m_provider);
    const auto state = stateWith({}, {});
    state->readOnly = true;
    model.setRules(std::make_shared<const RuleSet>(someRules().rules), {}, state);
    const QModelIndex one = model.indexOf(QStringLiteral("house"));
    QVERIFY(!(model.flags(one) & Qt::ItemIsUserCheckable));
    QVERIFY(!model.setData(one, Qt::Unchecked, Qt::CheckStateRole));
}

/// New counts leave selections alone; other rules start over.
void RulesModelTest::staysWhereItWas()
{
    RulesModel model(m_provider);
    const auto rules = std::make_shared<const RuleSet>(someRules().rules);
    model.setRules(rules, {}, stateWith({}, {}));
    const QPersistentModelIndex one(model.indexOf(QStringLiteral("house")));
    QSignalSpy resets(&model, &RulesModel::modelReset);
    model.setRules(rules, {}, stateWith({QStringLiteral("house")}, {}));
    QCOMPARE(resets.size(), 0);
    QVERIFY(one.isValid());
    QCOMPARE(model.findings(QStringLiteral("house")), 1);
    model.setRules(std::make_shared<const RuleSet>(someRules("Other").rules), {},
                   stateWith({}, {}));
    QCOMPARE(resets.size(), 1);
    QCOMPARE(model.indexOf(QStringLiteral("house"))
                 .siblingAtColumn(RulesModel::TitleColumn)
                 .data()
                 .toString(),
             QStringLiteral("Other"));
}

void RulesModelTest::resultsOfAPack()
{
    PackResultModel model(m_provider);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.problemGroup().data().toString(), QStringLiteral("Checking"));
    model.setProblems(
        {{ErrorCode::RulePackInvalid, QStringLiteral("no good"), QStringLiteral("a.toml:7")}}, 3);
    QCOMPARE(model.problemGroup().data().toString(), QStringLiteral("1 problem, 3 samples"));
    const QModelIndex problem = model.index(0, 0, model.problemGroup());
    QCOMPARE(problem.data().toString(), QStringLiteral("Line 7"));
    QCOMPARE(problem.siblingAtColumn(1).data().toString(), QStringLiteral("no good"));
    RulePreview preview;
    preview.ruleId = QStringLiteral("house");
    preview.count = 250;
    preview.files = 2;
    preview.read = 9;
    preview.places = {
        {RepoPath("src/a.cu"), 12, QStringLiteral("HOUSE"), QStringLiteral("HOUSE(x);")}};
    model.setPreview(preview);
    QCOMPARE(model.placeGroup().data().toString(),
             QStringLiteral("house finds 250 places in 2 files, the first 1 are shown (9 files "
                            "read)"));
    const QModelIndex place = model.index(0, 0, model.placeGroup());
    QCOMPARE(place.data().toString(), QStringLiteral("src/a.cu:12"));
    QCOMPARE(place.data(PackResultModel::PathRole).value<RepoPath>(), RepoPath("src/a.cu"));
    QCOMPARE(place.data(PackResultModel::LineRole).toInt(), 12);
    model.setProblems({}, 3);
    QCOMPARE(model.problemGroup().data().toString(), QStringLiteral("No problems, 3 samples"));
    model.setWaiting(QStringLiteral("Looking"));
    QCOMPARE(model.rowCount(model.placeGroup()), 0);
    QCOMPARE(model.placeGroup().data().toString(), QStringLiteral("Looking"));
    model.clear();
    QCOMPARE(model.placeGroup().data().toString(), QStringLiteral("No rule at the cursor"));
}

QTEST_MAIN(RulesModelTest)
#include "tst_rulesmodel.moc"
