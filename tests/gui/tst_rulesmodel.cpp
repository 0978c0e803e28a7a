#include "core/rules/packs/rulepack.h"
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
        finding.id = QByteArray::number(file->findings.size());
        finding.severity = Severity::Warning;
        finding.message = QStringLiteral("M here");
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
    void ordersAndFolds();
    void replacedRulesStay();
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
    QCOMPARE(house.data(RulesModel::HeadRole).toString(), QStringLiteral("House"));
    QVERIFY(house.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("Critical")));
    QCOMPARE(house.data(RulesModel::NoteRole).toString(), QStringLiteral("mine.toml"));
    QVERIFY(house.data(RulesModel::EditableRole).toBool());
    const QModelIndex builtIn = model.indexOf(QStringLiteral("warp-popc"));
    QVERIFY(!builtIn.data(RulesModel::EditableRole).toBool());
    QVERIFY(builtIn.data(RulesModel::NoteRole).toString().isEmpty());
    QCOMPARE(model.indexOfPack(QStringLiteral("/p/.rocport/rules/mine.toml")), house);
    // Nothing was scanned: no count is known, and nothing is folded away.
    QCOMPARE(house.siblingAtColumn(RulesModel::ChangesColumn).data().toString(),
             QStringLiteral("–"));
    QVERIFY(!house.siblingAtColumn(RulesModel::ChangesColumn).data(RulesModel::LinkRole).toBool());
    QVERIFY(!builtIn.data(RulesModel::QuietRole).toBool());
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
    const QModelIndex onOfOne = one.siblingAtColumn(RulesModel::OnColumn);
    QCOMPARE(onOfOne.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QVERIFY(
        one.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("2 open findings")));
    QVERIFY(one.siblingAtColumn(RulesModel::FindingsColumn).data(RulesModel::LinkRole).toBool());
    QVERIFY(!one.siblingAtColumn(RulesModel::ChangesColumn).data(RulesModel::LinkRole).toBool());
    // The phase carries the sum.
    QCOMPARE(one.parent().siblingAtColumn(RulesModel::FindingsColumn).data().toString(),
             QStringLiteral("2"));
    const QModelIndex off = model.indexOf(popc);
    QCOMPARE(off.siblingAtColumn(RulesModel::OnColumn).data(Qt::CheckStateRole).toInt(),
             int(Qt::Unchecked));
    QVERIFY(off.data(RulesModel::OffRole).toBool());
    QCOMPARE(off.data(RulesModel::SaysRole).toString(), QStringLiteral("Off in this project"));
    QVERIFY(off.parent()
                .data(RulesModel::NoteRole)
                .toString()
                .endsWith(QStringLiteral(", 1 used here, 1 off")));
    QCOMPARE(model.usedCount(), 2);
    QCOMPARE(model.offCount(), 1);
    QSignalSpy asked(&model, &RulesModel::switchRequested);
    QVERIFY(model.flags(onOfOne) & Qt::ItemIsUserCheckable);
    QVERIFY(!(model.flags(one.parent()) & Qt::ItemIsUserCheckable));
    QVERIFY(model.setData(onOfOne, Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(!model.setData(onOfOne, QStringLiteral("x"), Qt::EditRole));
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toString(), house);
    QCOMPARE(asked[0][1].toBool(), false);
    // It is the project that decides.
    QCOMPARE(onOfOne.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
}

void RulesModelTest::readOnlyHasNoSwitches()
{
    RulesModel model(m_provider);
    const auto state = stateWith({}, {});
    state->readOnly = true;
    model.setRules(std::make_shared<const RuleSet>(someRules().rules), {}, state);
    const QModelIndex one =
        model.indexOf(QStringLiteral("house")).siblingAtColumn(RulesModel::OnColumn);
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
    QCOMPARE(one.data(RulesModel::RuleIdRole).toString(), QStringLiteral("house"));
    QCOMPARE(model.tally(QStringLiteral("house")).openFindings, 1);
    model.setRules(std::make_shared<const RuleSet>(someRules("Other").rules), {},
                   stateWith({}, {}));
    QCOMPARE(resets.size(), 1);
    QCOMPARE(model.indexOf(QStringLiteral("house")).data(RulesModel::HeadRole).toString(),
             QStringLiteral("Other"));
}

/// Those that point at most come first, then by title; the others stand behind the fold.
void RulesModelTest::ordersAndFolds()
{
    RulesModel model(m_provider);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QString popc = QStringLiteral("warp-popc");
    const QString ballot = QStringLiteral("warp-ballot-type");
    const QString shift = QStringLiteral("warp-lane-shift");
    const auto rules = std::make_shared<const RuleSet>(someRules().rules);
    model.setRules(rules, {}, stateWith({popc, ballot, ballot}, {shift}));
    const QModelIndex group = model.indexOf(Phase::Wavefront);
    QStringList ids;
    int fold = -1;
    for (int row = 0; row < model.rowCount(group); ++row) {
        const QModelIndex one = model.index(row, 0, group);
        if (one.data(RulesModel::KindRole).toInt() == RulesModel::FoldKind) {
            fold = row;
        } else if (fold < 0) {
            ids.append(one.data().toString());
        } else {
            QVERIFY(one.data(RulesModel::QuietRole).toBool());
        }
    }
    QCOMPARE(ids, (QStringList{ballot, popc, shift}));
    QCOMPARE(fold, 3);
    const int quiet = model.rowCount(group) - 4;
    QVERIFY(quiet > 3);
    QVERIFY(model.index(fold, 0, group)
                .data()
                .toString()
                .contains(QStringLiteral(" rules apply here and point at nothing")));
    QCOMPARE(model.index(fold, 0, group).data(RulesModel::HeadRole).toString(),
             QStringLiteral("Show"));
    // More of the other: they change places, and whoever looks at one goes on looking at it.
    const QPersistentModelIndex kept(model.indexOf(popc));
    QCOMPARE(kept.row(), 1);
    model.setRules(rules, {}, stateWith({popc, popc, popc, ballot}, {shift}));
    QCOMPARE(kept.row(), 0);
    QCOMPARE(kept.data().toString(), popc);
    QCOMPARE(model.indexOf(ballot).row(), 1);
}

/// A rule of the program whose place a pack takes keeps a row that says so.
void RulesModelTest::replacedRulesStay()
{
    const QByteArray pack =
        "format = 1\nname = \"Mine\"\n[[rule]]\nid = \"warp-popc\"\nphase = 3\nseverity = "
        "\"info\"\nlanguages = [\"cuda\"]\ntitle = \"Ours\"\nmessage = \"M\"\n"
        "reason = \"R\"\nmatch = { kind = \"token-pattern\", patterns = [\"HOUSE\"] }\n";
    const RuleSet::LoadResult loaded = RuleSet::load(QVector<PackText>{
        {QStringLiteral("/p/.rocport/rules/mine.toml"), PackOrigin::Project, pack}});
    QVERIFY(loaded.problems.isEmpty());
    RulesModel model(m_provider);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRules(std::make_shared<const RuleSet>(loaded.rules), {}, stateWith({}, {}));
    const QModelIndex ours = model.indexOf(QStringLiteral("warp-popc"));
    QCOMPARE(ours.data(RulesModel::HeadRole).toString(), QStringLiteral("Ours"));
    const QModelIndex theirs = ours.siblingAtRow(ours.row() + 1);
    QCOMPARE(theirs.data(RulesModel::KindRole).toInt(), int(RulesModel::ReplacedKind));
    QCOMPARE(theirs.data().toString(), QStringLiteral("warp-popc"));
    QCOMPARE(theirs.data(RulesModel::SaysRole).toString(), QStringLiteral("Replaced by mine.toml"));
    QVERIFY(model.rule(theirs) == nullptr);
    QVERIFY(!theirs.siblingAtColumn(RulesModel::OnColumn).data(Qt::CheckStateRole).isValid());
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
