// The level Lanes in the area Verify: over runs that a sample made up, and over real ones of a
// small program.
#include "core/lanes/lanechecks.h"
#include "core/verify/verifyplan.h"
#include "tests/gui/verifyfixture.h"
#include "tests/integration/laneproject.h"
#include "ui/verify/lanemap.h"
#include "ui/verify/lanepane.h"
#include "ui/verify/levelsmodel.h"
#include "ui/verify/pyramid.h"
#include "ui/verify/requestdialog.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>

using namespace rocport;
using namespace rocport::test;

namespace {

LanePortCopy portOf(int lanes, LaneVerdict verdict)
{
    LanePortCopy port;
    port.lanes = lanes;
    port.verdict = verdict;
    if (verdict == LaneVerdict::Equal) {
        return port;
    }
    TensorComparison comparison;
    comparison.name = QStringLiteral("d_scan");
    comparison.referenceType = comparison.candidateType = QStringLiteral("float32");
    comparison.elements = 1024;
    comparison.maxAbsolute = verdict == LaneVerdict::Differs ? 64.4 : 1.2e-7;
    comparison.tolerance = {1e-4, 0, {}};
    if (verdict == LaneVerdict::Differs) {
        comparison.verdict = TensorVerdict::Failed;
        comparison.mismatched = 896;
        comparison.firstMismatch = 32;
        port.reference = QStringLiteral("17.509000");
        port.value = QStringLiteral("17.271000");
        for (int element = 0; element < 256; ++element) {
            port.errors.append(element < 32 ? 0 : 0.238 + (element - 32) * 0.28);
        }
    }
    port.comparison = comparison;
    return port;
}

LaneCopyCheck copyOf(int number, const char* name, const char* kernel, LaneVerdict on64)
{
    LaneCopyCheck copy;
    copy.number = number;
    copy.name = QLatin1StringView(name);
    copy.kernel = QLatin1StringView(kernel);
    copy.type = QStringLiteral("float32");
    copy.elements = 1024;
    copy.path = QStringLiteral("src/main.cu");
    copy.line = 90 + number;
    copy.launch = number;
    copy.grid = {4, 1, 1};
    copy.block = {256, 1, 1};
    copy.kernelPath = QStringLiteral("csrc/scan/block_scan.cuh");
    copy.kernelLine = 30;
    copy.kernelEnd = 60;
    copy.ports = {portOf(64, on64), portOf(32, LaneVerdict::Equal)};
    if (isWrong(on64)) {
        copy.hint = QStringLiteral("The last offset is 16; a scan over 64 lanes needs 32 as well");
        copy.hintPath = copy.kernelPath;
        copy.hintLine = 35;
    }
    return copy;
}

VerifyRun laneRun()
{
    VerifyRun run;
    run.id = QStringLiteral("run-lanes");
    run.level = VerifyLevel::Lanes;
    run.title = QStringLiteral("src/main.cu on lanes");
    run.nodeName = QStringLiteral("This machine");
    run.time = QDateTime::currentDateTimeUtc().addSecs(-60);
    run.jobId = QStringLiteral("20261127-070000-aaaa");
    run.portKey = "port-now";
    const std::tuple<const char*, const char*, LaneVerdict> copies[] = {
        {"d_rowsum", "row_sum", LaneVerdict::InTolerance},
        {"d_rowmax", "row_max", LaneVerdict::Equal},
        {"d_scan", "block_scan<float>", LaneVerdict::Differs},
        {"d_loss", "cross_entropy", LaneVerdict::Equal}};
    for (const auto& [name, kernel, verdict] : copies) {
        VerifyCheck check;
        check.lanes = copyOf(static_cast<int>(run.checks.size()) + 1, name, kernel, verdict);
        check.id = QStringLiteral("copy:%1").arg(check.lanes->number);
        check.name = check.lanes->name;
        check.state = isWrong(verdict) ? CheckState::Failed : CheckState::Passed;
        check.file = check.lanes->kernelPath;
        check.line = isWrong(verdict) ? check.lanes->hintLine : check.lanes->kernelLine;
        check.side = PlaceSide::Original;
        run.checks.append(check);
    }
    VerifyCheck mask;
    mask.id = QStringLiteral("mask:64:csrc/scan/block_scan.cuh:44");
    mask.name = QStringLiteral("Lanes missing that a mask names");
    mask.state = CheckState::Failed;
    mask.detail = QStringLiteral("In `block_scan` on 64 lanes: lanes 16-63 wait elsewhere.");
    mask.file = QStringLiteral("csrc/scan/block_scan.cuh");
    mask.line = 44;
    run.checks.append(mask);
    return run;
}

} // namespace

class LanePaneTest : public QObject, private VerifyFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!qEnvironmentVariableIsSet("XDG_CACHE_HOME")) {
            qputenv("XDG_CACHE_HOME", ROCPORT_BINARY_DIR "/caches");
        }
    }
    void init()
    {
        open();
        m_remote->now->runs.prepend(laneRun());
        m_remote->hunks.insert(QStringLiteral("csrc/scan/block_scan.cuh:35"), "change-35");
        m_area->showLevel(VerifyLevel::Lanes);
    }
    void cleanup() { close(); }

    void theLevelIsInItsPlace();
    void copiesAndTheFirstDifference();
    void lanesOfTheWave();
    void lanesWithinTheTolerance();
    void theFirstThatFailedIsSelected();
    void leadsToChangeAndLine();
    void whatIsNoCopy();
    void namesOfTheSource();
    void bannerIsHidden();
    void isAskedFor();
    void runningAndStopped();
    void looks_data();
    void looks();
    void aRealProgramThatDiffers();

private:
    [[nodiscard]] QString cell(int row, int column) const
    {
        return VerifyFixture::cell(checks(), row, column);
    }
};

void LanePaneTest::theLevelIsInItsPlace()
{
    QCOMPARE(LevelsModel::rowOf(VerifyLevel::Load), 1);
    QCOMPARE(LevelsModel::rowOf(VerifyLevel::Lanes), 2);
    QCOMPARE(LevelsModel::rowOf(VerifyLevel::Build), 3);
    auto* pyramid = part<Pyramid>("pyramid");
    const QRect load = pyramid->level(VerifyLevel::Load).geometry();
    const QRect lanes = pyramid->level(VerifyLevel::Lanes).geometry();
    const QRect build = pyramid->level(VerifyLevel::Build).geometry();
    QVERIFY(load.bottom() < lanes.top() && lanes.bottom() < build.top());
    QVERIFY(pyramid->level(VerifyLevel::Lanes)
                .accessibleName()
                .startsWith(QStringLiteral("Level 3, Lanes, Failed, 3 of 5 passed")));
}

void LanePaneTest::copiesAndTheFirstDifference()
{
    QCOMPARE(checks()->model()->rowCount(), 5);
    const QStringList row{QStringLiteral("3"),
                          QStringLiteral("d_scan"),
                          QStringLiteral("block_scan<float>"),
                          QStringLiteral("float32, 1,024"),
                          QStringLiteral("6.44e+01"),
                          QStringLiteral("Reference"),
                          QStringLiteral("Differs"),
                          QStringLiteral("Equal")};
    for (int column = 0; column < row.size(); ++column) {
        QCOMPARE(cell(2, column), row.at(column));
    }
    QVERIFY(checks()->setCurrentId(QStringLiteral("copy:3")));
    const QString text = part<LanePane>("lanePane")->plainText();
    for (const char* line :
         {"First difference", "copy 3, d_scan", "Element: [32]", "Thread: block 0, wave 0, lane 32",
          "Original, 32: 17.509000", "Port, 64: 17.271000, off by 0.238", "Port, 32: Equal",
          "Written by: block_scan<float>", "Launch: 3, grid 4, block 256",
          "Copied at: src/main.cu:93", "The last offset is 16"}) {
        QVERIFY2(text.contains(QLatin1StringView(line)), qPrintable(text));
    }
    QVERIFY(
        part<QLabel>("laneErrorText")->text().contains(QStringLiteral("896 of 1,024 elements")));
    QVERIFY(part<LanePane>("lanePane")->valuesCsv().contains(QStringLiteral("32,0.238\r\n")));
    // One that is right.
    QVERIFY(checks()->setCurrentId(QStringLiteral("copy:1")));
    QVERIFY(
        part<LanePane>("lanePane")->plainText().contains(QStringLiteral("Port, 64: In tolerance")));
    QVERIFY(!part<LaneMap>("laneMap")->isVisible());
    QVERIFY(m_area->command(QStringLiteral("setTolerance"))->isEnabled());
}

void LanePaneTest::lanesOfTheWave()
{
    QVERIFY(checks()->setCurrentId(QStringLiteral("copy:3")));
    auto* map = part<LaneMap>("laneMap");
    QTRY_VERIFY(map->isVisible());
    QCOMPARE(map->lane(), 32);
    QCOMPARE(map->equalText(), QStringLiteral("Equal, lanes 0–31"));
    QCOMPARE(map->differsText(), QStringLiteral("Differs, lanes 32–63"));
    const QSignalSpy chosen(map, &LaneMap::elementChosen);
    QTest::keyClick(map, Qt::Key_Right);
    QCOMPARE(chosen.last().first().toLongLong(), 33);
    QTest::keyClick(map, Qt::Key_Down);
    QCOMPARE(map->lane(), 41);
    QTest::keyClick(map, Qt::Key_BracketRight);
    QCOMPARE(map->wave(), 1);
    QCOMPARE(chosen.last().first().toLongLong(), 64);
    QCOMPARE(map->equalText(), QStringLiteral("Equal: no lane"));
    QTest::keyClick(map, Qt::Key_BracketLeft);
    QTest::keyClick(map, Qt::Key_BracketLeft);
    QCOMPARE(map->wave(), 0);
    QTest::mouseClick(map, Qt::LeftButton, {}, QPoint(5, 5));
    QCOMPARE(map->lane(), 0);
    QVERIFY(map->accessibleName().contains(QStringLiteral("Lane 0, element 0")));
}

/// What is off by less than the tolerance of its own reference does not differ.
void LanePaneTest::lanesWithinTheTolerance()
{
    LanePortCopy& port = m_remote->now->runs.first().checks[2].lanes->ports[0];
    port.comparison->tolerance = {1e-4, 1e-3, {}};
    port.comparison->firstMismatch = 35;
    port.limits.fill(1e-4 + 1e-3 * 1000, port.errors.size()); // each reference is 1000
    Q_EMIT m_remote->runsChanged();
    QVERIFY(checks()->setCurrentId(QStringLiteral("copy:3")));
    const auto* map = part<LaneMap>("laneMap");
    QCOMPARE(map->lane(), 35);
    QCOMPARE(map->equalText(), QStringLiteral("In tolerance, lanes 0–34"));
    QCOMPARE(map->differsText(), QStringLiteral("Differs, lanes 35–63"));
    QVERIFY2(map->accessibleName().endsWith(
                 QStringLiteral("off by 1.08e+00; the tolerance is 1.00e+00.")),
             qPrintable(map->accessibleName()));
    const auto* plot = part<QWidget>("laneErrorPlot");
    QCOMPARE(plot->accessibleName(),
             QStringLiteral("Absolute error of elements 0 to 255: 221 differ, by at most "
                            "6.27e+01; the tolerance is 1.00e+00"));
    // Each element has its own; the largest error is within it.
    port.limits[255] = 1000;
    Q_EMIT m_remote->runsChanged();
    QCOMPARE(plot->accessibleName(),
             QStringLiteral("Absolute error of elements 0 to 255: 220 differ, by at most "
                            "6.24e+01; the tolerance is 1.00e+00 to 1.00e+03"));
    // A record without limits has the absolute part alone.
    port.limits.clear();
    Q_EMIT m_remote->runsChanged();
    QCOMPARE(map->differsText(), QStringLiteral("Differs, lanes 32–63"));
    QVERIFY(plot->accessibleName().endsWith(QStringLiteral("the tolerance is 1.00e-04")));
}

/// In a run that is opened or has just ended; what was selected since stays.
void LanePaneTest::theFirstThatFailedIsSelected()
{
    QCOMPARE(checks()->currentId(), QStringLiteral("copy:3"));
    QVERIFY(part<LanePane>("lanePane")->plainText().startsWith(QStringLiteral("First difference")));
    QVERIFY(checks()->setCurrentId(QStringLiteral("copy:1")));
    Q_EMIT m_remote->runsChanged();
    QCOMPARE(checks()->currentId(), QStringLiteral("copy:1"));
    VerifyRun next = laneRun();
    next.id = QStringLiteral("run-next");
    next.checks[1].state = CheckState::Failed;
    next.checks[1].lanes->ports[0].verdict = LaneVerdict::Missing;
    m_remote->now->runs.prepend(next);
    Q_EMIT m_remote->runsChanged();
    QCOMPARE(checks()->currentId(), QStringLiteral("copy:2"));
    // In the order of the table, and of what the filter leaves.
    m_area->showRun(QStringLiteral("run-lanes"));
    QCOMPARE(checks()->currentId(), QStringLiteral("copy:3"));
    checks()->sortByColumn(0, Qt::DescendingOrder);
    m_area->showRun(QStringLiteral("run-next"));
    QCOMPARE(checks()->currentId(), QStringLiteral("mask:64:csrc/scan/block_scan.cuh:44"));
    checks()->setFilter(QStringLiteral("d_row"));
    m_area->showRun(QStringLiteral("run-lanes")); // none of these failed
    QCOMPARE(checks()->currentId(), QStringLiteral("copy:2"));
    m_area->showRun(QStringLiteral("run-next"));
    QCOMPARE(checks()->currentId(), QStringLiteral("copy:2"));
    // Another level's choice is left as it was.
    checks()->setFilter({});
    m_area->showLevel(VerifyLevel::Build);
    m_area->showLevel(VerifyLevel::Lanes);
    QCOMPARE(checks()->currentId(), QStringLiteral("mask:64:csrc/scan/block_scan.cuh:44"));
}

void LanePaneTest::leadsToChangeAndLine()
{
    QVERIFY(checks()->setCurrentId(QStringLiteral("copy:3")));
    const QSignalSpy changes(m_area.get(), &WorkArea::showHunkRequested);
    const QSignalSpy places(m_area.get(), &WorkArea::showPlaceRequested);
    part<QPushButton>("laneChange")->click();
    QCOMPARE(changes.size(), 1);
    QCOMPARE(changes.first().first().toByteArray(), QByteArray("change-35"));
    QCOMPARE(part<QPushButton>("lanePlace")->text(), QStringLiteral("csrc/scan/block_scan.cuh:35"));
    part<QPushButton>("lanePlace")->click();
    QCOMPARE(places.size(), 1);
    const auto place = places.first().first().value<Place>();
    QCOMPARE(place.line, 35);
    QCOMPARE(place.side, PlaceSide::Original);
    QVERIFY(checks()->setCurrentId(QStringLiteral("copy:2")));
    QVERIFY(!part<QPushButton>("laneChange")->isVisible());
}

void LanePaneTest::whatIsNoCopy()
{
    QCOMPARE(cell(4, 1), QStringLiteral("Lanes missing that a mask names"));
    QCOMPARE(cell(4, 6), QStringLiteral("Failed"));
    QVERIFY(checks()->setCurrentId(QStringLiteral("mask:64:csrc/scan/block_scan.cuh:44")));
    QVERIFY(part<LanePane>("lanePane")->plainText().contains(QStringLiteral("wait elsewhere")));
    QCOMPARE(part<QPushButton>("lanePlace")->text(), QStringLiteral("csrc/scan/block_scan.cuh:44"));
}

/// A name is shown as it is, and a place without a line has no number.
void LanePaneTest::namesOfTheSource()
{
    VerifyRun& run = m_remote->now->runs.first();
    run.checks[2].lanes->name = QStringLiteral("d_%1%2");
    run.checks[2].lanes->path = QStringLiteral("src/50%3.cu");
    run.checks[2].lanes->line = run.checks[2].line = 0;
    m_area->showLevel(VerifyLevel::Lanes);
    QVERIFY(checks()->setCurrentId(QStringLiteral("copy:3")));
    const QStringList lines = part<LanePane>("lanePane")->plainText().split(u'\n');
    QVERIFY2(lines.contains(QStringLiteral("copy 3, d_%1%2")), qPrintable(lines.join(u'\n')));
    QVERIFY2(lines.contains(QStringLiteral("Copied at: src/50%3.cu")),
             qPrintable(lines.join(u'\n')));
    QCOMPARE(part<QPushButton>("lanePlace")->text(), QStringLiteral("csrc/scan/block_scan.cuh"));
    QCOMPARE(checks()->model()->index(2, 1).data(Qt::ToolTipRole).toString(),
             QStringLiteral("d_%1%2, src/50%3.cu"));
}

void LanePaneTest::bannerIsHidden()
{
    auto* banner = part<QWidget>("lanesBanner");
    QVERIFY(banner->isVisible());
    QVERIFY(!part<QWidget>("onCpuChip")->isVisible());
    part<QPushButton>("hideLanesBanner")->click();
    QVERIFY(!banner->isVisible());
    QVERIFY(part<QWidget>("onCpuChip")->isVisible()); // the words stay
    m_area->showLevel(VerifyLevel::Static);
    QVERIFY(!part<QWidget>("onCpuChip")->isVisible());
}

void LanePaneTest::isAskedFor()
{
    m_remote->now->nodes.clear(); // none is needed
    m_area->command(QStringLiteral("runLanes"))->trigger();
    auto* dialog = part<RequestDialog>("requestDialog");
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Run L3 Lanes"));
    QVERIFY(!line(dialog, "requestTarget")->isVisible());
    QCOMPARE(dialog->problem(), QString());
    line(dialog, "requestSources")->setText(QStringLiteral("src/main.cu; src/util.cu"));
    line(dialog, "requestArguments")->setText(QStringLiteral("--n 10 'two words'"));
    auto* time = dialog->findChild<QSpinBox*>(QStringLiteral("requestTime"));
    QCOMPARE(time->maximum(), kLongestRunSeconds);
    time->setValue(90);
    QStringList checkNames;
    static const QRegularExpression checkBox(QStringLiteral("^check_"));
    const auto boxes = dialog->findChildren<QCheckBox*>(checkBox);
    for (const QCheckBox* box : boxes) {
        checkNames.append(box->objectName().mid(6));
        QVERIFY2(box->isVisible() && !box->isChecked(), qPrintable(box->objectName()));
        QVERIFY(!box->toolTip().isEmpty());
    }
    QCOMPARE(checkNames, laneCheckNames());
    dialog->findChild<QCheckBox*>(QStringLiteral("check_race"))->click();
    dialog->findChild<QCheckBox*>(QStringLiteral("check_order"))->click();
    button(dialog, "requestNext")->click();
    QTRY_COMPARE(button(dialog, "requestNext")->text(), QStringLiteral("Start"));
    button(dialog, "requestNext")->click();
    QCOMPARE(m_remote->verifications.size(), 1);
    const VerifyRequest& asked = m_remote->verifications[0];
    QCOMPARE(asked.level, VerifyLevel::Lanes);
    QCOMPARE(asked.files, (QVector<RepoPath>{RepoPath("src/main.cu"), RepoPath("src/util.cu")}));
    QCOMPARE(asked.arguments, (QStringList{QStringLiteral("--n"), QStringLiteral("10"),
                                           QStringLiteral("two words")}));
    QCOMPARE(asked.timeLimit, std::chrono::seconds(90));
    QCOMPARE(asked.checks, (QStringList{QStringLiteral("race"), QStringLiteral("order")}));
}

void LanePaneTest::runningAndStopped()
{
    JobEntry job;
    job.spec.id = QStringLiteral("job-lanes");
    job.spec.title = QStringLiteral("src/main.cu on lanes");
    job.spec.node = localNode();
    job.spec.purpose = QStringLiteral("lanes");
    job.status.state = JobState::Running;
    job.status.sentence = QStringLiteral("Building the port on 64 lanes (3 of 6)");
    m_remote->now->jobs = {job};
    Q_EMIT m_remote->jobsChanged();
    QCOMPARE(part<Pyramid>("pyramid")->level(VerifyLevel::Lanes).state(), CheckState::Running);
    QVERIFY(part<QLabel>("verifyActivity")->text().contains(QStringLiteral("(3 of 6)")));
    part<QPushButton>("stopButton")->click();
    QCOMPARE(m_remote->calls.last(), QStringLiteral("cancelJob job-lanes"));
}

void LanePaneTest::looks_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<int>("width");
    QTest::newRow("light") << false << 1240;
    QTest::newRow("dark") << true << 1240;
    QTest::newRow("narrow") << false << 920;
}

/// Pictures to look at; that nothing is cut where there is little room.
void LanePaneTest::looks()
{
    QFETCH(bool, dark);
    QFETCH(int, width);
    m_provider->setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    m_area->resize(width, 830);
    QVERIFY(checks()->setCurrentId(QStringLiteral("copy:3")));
    QVERIFY(keepPicture(m_area.get(), width < 1000 ? "lanes-narrow" : "lanes", dark));
    auto* pane = part<LanePane>("lanePane");
    QVERIFY(pane->width() >= pane->minimumSizeHint().width());
    m_provider->setChoice(ThemeChoice::Light);
}

void LanePaneTest::aRealProgramThatDiffers()
{
    if (!hasEngineHere()) {
        QSKIP("ROCPORT_SKIP_TEST: no compiler, or Boost.Context is not installed "
              "(libboost-context-dev)");
    }
    LaneProject project;
    project.open(QStringLiteral("half_sum.cu"));
    MapSettings settings;
    VerifyArea area(*project.service, *m_provider, settings);
    area.resize(1240, 830);
    area.show();
    area.showLevel(VerifyLevel::Lanes);
    area.findChild<QPushButton*>(QStringLiteral("runButton"))->click();
    auto* dialog = area.findChild<RequestDialog*>(QStringLiteral("requestDialog"));
    QVERIFY(dialog != nullptr);
    line(dialog, "requestSources")->setText(QStringLiteral("src/main.cu"));
    button(dialog, "requestNext")->click();
    QTRY_COMPARE_WITH_TIMEOUT(button(dialog, "requestNext")->text(), QStringLiteral("Start"),
                              kPatience);
    button(dialog, "requestNext")->click();
    QTRY_VERIFY_WITH_TIMEOUT(project.newest() != nullptr || !project.failures.isEmpty(), kLaneWait);
    QVERIFY(project.newest() != nullptr);
    auto* table = area.findChild<TextTable*>(QStringLiteral("checkTable"));
    QTRY_VERIFY_WITH_TIMEOUT(table->setCurrentId(QStringLiteral("copy:2")), kPatience);
    auto* pane = area.findChild<LanePane*>(QStringLiteral("lanePane"));
    const QString text = pane->plainText();
    QVERIFY2(text.contains(QStringLiteral("copy 2, d_sums")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Element: [2]")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Original, 32: 128")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Port, 64: 64, off by 64")), qPrintable(text));
    const QSignalSpy changes(&area, &WorkArea::showHunkRequested);
    area.findChild<QPushButton*>(QStringLiteral("laneChange"))->click();
    QCOMPARE(changes.size(), 1);
    QVERIFY(project.session->state()->hunk(changes.first().first().toByteArray()) != nullptr);
}

QTEST_MAIN(LanePaneTest)

#include "tst_lanepane.moc"
