// The findings that are left for a person: listed, looked at and ticked off, with keys in the real
// review.

#include "core/project/nodes/remoterecords.h"
#include "core/project/proof/staticinput.h"
#include "core/project/session/openstate.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectreports.h"
#include "core/project/session/rulepacks.h"
#include "core/report/report.h"
#include "tests/gui/reviewfixture.h"
#include "ui/review/diffview.h"
#include "ui/review/findingdelegate.h"
#include "ui/review/findingdetail.h"
#include "ui/review/findingspage.h"
#include "ui/review/historymodel.h"
#include "ui/review/reviewarea.h"
#include "ui/theme/elide.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeView>

using namespace rocport;

namespace {

const QByteArray kSource =
    "#include <cudnn.h>\n"                                                                   // 1
    "\n"                                                                                     // 2
    "__global__ void load(int* out, int v)\n"                                                // 3
    "{\n"                                                                                    // 4
    "    asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {}, {}, {};\");\n" // 5
    "    out[threadIdx.x] = v;\n"                                                            // 6
    "}\n"                                                                                    // 7
    "\n"                                                                                     // 8
    "void run(int* out, cudaStream_t stream)\n"                                              // 9
    "{\n"                                                                                    // 10
    "    load<<<1, 32>>>(out, 4);\n"                                                         // 11
    "    cudaStreamSynchronize(stream);\n"                                                   // 12
    "}\n";                                                                                   // 13

const QByteArray kManyPlaces = "#include <cutlass/gemm/device/gemm.h>\n"
                               "using A = cutlass::gemm::device::Gemm<float>;\n"
                               "\n"
                               "using B = cutlass::gemm::device::Gemm<float>;\n"
                               "\n\n\n\n\n\n\n\n"
                               "using C = cutlass::gemm::device::Gemm<float>;\n"; // 13

} // namespace

class FindingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void theSwitchLeadsThere();
    void detailSaysWhatIsKnown();
    void tickedOffWithANote();
    void notNeededAsksForANote();
    void typedNotesComeBack();
    void undoLeadsBack();
    void severalAtOnce();
    void nextAndPreviousOpen();
    void filters();
    void groupsKeepTheChosenOne();
    void everyFindingIsDecided();
    void enterShowsThePlace();
    void placesOfOneFinding();
    void aChangeOfOnesOwn();
    void kept();
    void reportPrintsThem();
    void levelOneTakesTheWord();
    void placesKeepNameAndLine();

private:
    [[nodiscard]] std::shared_ptr<const ProjectState> state() const
    {
        return m_fixture->session->state();
    }
    [[nodiscard]] FindingsPage& page() const { return m_area->findings(); }
    [[nodiscard]] FindingsModel& model() const { return page().model(); }
    void press(const char* key) const
    {
        QTest::keySequence(m_area->focusWidget(), QKeySequence(QLatin1String(key)));
    }
    [[nodiscard]] QString text(const char* name) const
    {
        auto* label = m_area->findChild<QLabel*>(QLatin1String(name));
        return label != nullptr && label->isVisible() ? label->text() : QString();
    }
    [[nodiscard]] QByteArray currentId() const
    {
        return page().list()->currentIndex().data(FindingsModel::IdRole).toByteArray();
    }
    [[nodiscard]] QByteArray idOf(const QString& rule, const RepoPath& path) const
    {
        for (const auto& file : state()->scan->files) {
            for (const Finding& finding : file->findings) {
                if (finding.ruleId == rule && file->path == path) {
                    return finding.id;
                }
            }
        }
        return {};
    }
    void choose(const QString& rule, const char* file = "k.cu") const
    {
        QVERIFY(page().showFinding(idOf(rule, RepoPath(file))));
        page().list()->setFocus();
    }

    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<ReviewArea> m_area;
};

void FindingsTest::init()
{
    m_fixture = std::make_unique<ReviewFixture>();
    m_fixture->write(QStringLiteral("k.cu"), kSource);
    m_fixture->write(QStringLiteral("src/deeper/m.cu"), kSource);
    if (QLatin1StringView(QTest::currentTestFunction()) ==
        QLatin1StringView("placesOfOneFinding")) {
        m_fixture->write(QStringLiteral("g.cu"), kManyPlaces);
    }
    m_fixture->commitAll();
    m_fixture->open();
    m_area =
        std::make_unique<ReviewArea>(*m_fixture->session, m_fixture->provider, m_fixture->settings);
    m_area->resize(1400, 860);
    m_area->show();
    m_area->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
    m_area->setFocus();
    press("F");
    QVERIFY(page().isVisible());
}

void FindingsTest::cleanup()
{
    m_area.reset();
    m_fixture.reset();
}

void FindingsTest::theSwitchLeadsThere()
{
    QVERIFY(m_area->showsFindings());
    QVERIFY(page().list()->hasFocus());
    const int open = model().counts().open();
    QVERIFY(open >= 6);
    int inPhases = 0;
    for (const PhaseCounts& counts : state()->counts) {
        inPhases += counts.openFindings();
    }
    QCOMPARE(open, inPhases);
    QCOMPARE(model().listed(), open);
    QCOMPARE(text("findingsDecided"), QStringLiteral("0 of %1 decided").arg(open));
    QAbstractItemModelTester tester(&model(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    // Every row has a place, and its group the rule's title.
    for (int group = 0; group < model().rowCount(); ++group) {
        const QModelIndex parent = model().index(group, 0);
        QVERIFY(!parent.data().toString().isEmpty());
        QVERIFY(!parent.data().toString().contains(u'{'));
        for (int row = 0; row < model().rowCount(parent); ++row) {
            QVERIFY(model()
                        .index(row, FindingsModel::PlaceColumn, parent)
                        .data()
                        .toString()
                        .contains(QStringLiteral(".cu:")));
        }
    }
    press("F");
    QVERIFY(!m_area->showsFindings());
}

void FindingsTest::detailSaysWhatIsKnown()
{
    choose(QStringLiteral("hipify-ptx"));
    QVERIFY(text("findingMessage").contains(QStringLiteral("mma.sync")));
    QVERIFY(text("findingPlace").contains(QStringLiteral("k.cu:5")));
    QVERIFY(text("findingWayOut").contains(QStringLiteral("MFMA")));
    QVERIFY(!text("findingReason").isEmpty());
    QTRY_COMPARE(page().detail().excerpt().firstLine(), 2);
    QVERIFY(page().detail().excerpt().lines().value(3).contains(QStringLiteral("mma.sync")));
}

void FindingsTest::tickedOffWithANote()
{
    choose(QStringLiteral("hipify-ptx"));
    const QByteArray id = currentId();
    const int before = model().counts().open();
    const int phase = static_cast<int>(Phase::Translation);
    const int openBefore = state()->counts.value(phase).openFindings();
    press("C");
    QVERIFY(page().detail().noteField()->hasFocus());
    // Letters are text here, and no commands.
    QTest::keyClicks(page().detail().noteField(), QStringLiteral("done by hand in abc123 x n p"));
    QCOMPARE(state()->decisions.findingState(id), FindingState::Open);
    QTest::keyClick(page().detail().noteField(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(state()->decisions.findingState(id), FindingState::Done);
    QCOMPARE(state()->decisions.findingNote(id), QStringLiteral("done by hand in abc123 x n p"));
    QCOMPARE(model().counts().open(), before - 1);
    QCOMPARE(state()->counts.value(phase).openFindings(), openBefore - 1);
    QVERIFY(state()->orphaned.isEmpty());
    // The row stays under the hand, with its note, and the next open one is chosen.
    QVERIFY(model().indexOf(id).isValid());
    QCOMPARE(model().indexOf(id).data(FindingsModel::NoteRole).toString(),
             QStringLiteral("done by hand in abc123 x n p"));
    QVERIFY(currentId() != id);
    QCOMPARE(page().list()->selectionModel()->selectedRows().size(), 1);
    QVERIFY(page().list()->hasFocus());
    // It goes with the next filter.
    page().setPhase(Phase::Translation);
    QVERIFY(!model().indexOf(id).isValid());
}

void FindingsTest::notNeededAsksForANote()
{
    choose(QStringLiteral("lib-cudnn"));
    const QByteArray id = currentId();
    press("Shift+X");
    QCOMPARE(state()->decisions.findingState(id), FindingState::Open);
    QVERIFY(!text("findingProblem").isEmpty());
    QVERIFY(page().detail().noteField()->hasFocus());
    QTest::keyClicks(page().detail().noteField(), QStringLiteral("torch calls it"));
    m_area->findChild<QPushButton*>(QStringLiteral("findingNotNeeded"))->click();
    QCOMPARE(state()->decisions.findingState(id), FindingState::NotNeeded);
    QVERIFY(text("findingProblem").isEmpty());
    press("O");
    QCOMPARE(state()->decisions.findingState(id), FindingState::Open);
}

/// What was typed and not kept is there again with its finding, and is named before it is lost.
void FindingsTest::typedNotesComeBack()
{
    QVERIFY(m_area->unsaved().isEmpty());
    choose(QStringLiteral("lib-cudnn"));
    const QByteArray id = currentId();
    press("C");
    QTest::keyClicks(page().detail().noteField(), QStringLiteral("half a thought"));
    QTest::keyClick(page().detail().noteField(), Qt::Key_Escape);
    QVERIFY(page().list()->hasFocus());
    press("N");
    QVERIFY(currentId() != id);
    QVERIFY(page().detail().note().isEmpty());
    press("X"); // another one; the note stays with its own
    QVERIFY(page().showFinding(id));
    QCOMPARE(page().detail().note(), QStringLiteral("half a thought"));
    QCOMPARE(m_area->unsaved(), QStringList{QStringLiteral("your note on the finding at k.cu:1")});
    press("X");
    QCOMPARE(state()->decisions.findingNote(id), QStringLiteral("half a thought"));
    QVERIFY(m_area->unsaved().isEmpty());
    press("U");
    QCOMPARE(state()->decisions.findingState(id), FindingState::Open);
}

void FindingsTest::undoLeadsBack()
{
    choose(QStringLiteral("lib-cudnn"));
    const QByteArray id = currentId();
    press("X");
    QCOMPARE(state()->decisions.findingState(id), FindingState::Done);
    press("F");
    QVERIFY(!m_area->showsFindings());
    press("U");
    QCOMPARE(state()->decisions.findingState(id), FindingState::Open);
    QVERIFY(m_area->showsFindings()); // what was undone is in sight
    QCOMPARE(currentId(), id);
    press("Shift+U");
    QCOMPARE(state()->decisions.findingState(id), FindingState::Done);
    HistoryModel history;
    history.setState(state());
    QCOMPARE(history.index(0, HistoryModel::WhereColumn).data().toString(),
             QStringLiteral("k.cu:1"));
}

void FindingsTest::severalAtOnce()
{
    choose(QStringLiteral("hipify-unsupported"));
    const QModelIndex group = page().list()->currentIndex().parent();
    const int rows = model().rowCount(group);
    QVERIFY(rows >= 2);
    page().list()->setCurrentIndex(group);
    const QVector<QByteArray> ids = model().idsUnder({group});
    QCOMPARE(ids.size(), rows);
    press("X");
    for (const QByteArray& id : ids) {
        QCOMPARE(state()->decisions.findingState(id), FindingState::Done);
    }
    press("U"); // one step
    for (const QByteArray& id : ids) {
        QCOMPARE(state()->decisions.findingState(id), FindingState::Open);
    }
}

void FindingsTest::nextAndPreviousOpen()
{
    const int count = model().listed();
    QSet<QByteArray> seen;
    for (int i = 0; i < count; ++i) {
        seen.insert(currentId());
        press("N");
    }
    QCOMPARE(seen.size(), count); // round once
    const QByteArray here = currentId();
    press("N");
    press("P");
    QCOMPARE(currentId(), here);
    press("X");
    press("N");
    press("P"); // over the one that is done
    QVERIFY(currentId() != here);
}

void FindingsTest::filters()
{
    press("/");
    auto* field = m_area->findChild<QLineEdit*>(QStringLiteral("findingsFilter"));
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("deeper cudnn"));
    QVERIFY(model().listed() > 0);
    for (int row = 0; row < model().rowCount(); ++row) {
        const QModelIndex first = model().index(0, 0, model().index(row, 0));
        QCOMPARE(model().finding(first)->path, RepoPath("src/deeper/m.cu"));
    }
    field->setText(QStringLiteral("nothing has this"));
    QCOMPARE(model().listed(), 0);
    QVERIFY(!page().list()->isVisible());
    m_area->findChild<QPushButton*>(QStringLiteral("clearFindings"))->click();
    QVERIFY(page().list()->isVisible());
    QVERIFY(field->text().isEmpty());
    auto* critical = m_area->findChild<QPushButton*>(QStringLiteral("severity-critical"));
    QVERIFY(critical->text().startsWith(QStringLiteral("Critical ")));
    critical->click();
    QCOMPARE(model().listed(),
             model().counts().bySeverity[static_cast<size_t>(Severity::Critical)]);
    critical->click();
    m_area->setPhaseFilter(Phase::Libraries); // the rail
    QVERIFY(model().listed() > 0);
    QVERIFY(model().listed() < model().counts().total);
}

void FindingsTest::groupsKeepTheChosenOne()
{
    choose(QStringLiteral("lib-cudnn"), "src/deeper/m.cu");
    const QByteArray id = currentId();
    press("G");
    QCOMPARE(model().grouping(), FindingGrouping::File);
    QCOMPARE(currentId(), id);
    QCOMPARE(page().list()->currentIndex().parent().data().toString(),
             QStringLiteral("src/deeper/m.cu"));
    press("G");
    press("G");
    QCOMPARE(model().grouping(), FindingGrouping::Severity);
    QCOMPARE(currentId(), id);
    press("G");
    QCOMPARE(model().grouping(), FindingGrouping::Rule);
}

void FindingsTest::everyFindingIsDecided()
{
    QModelIndexList all;
    for (int row = 0; row < model().rowCount(); ++row) {
        all.append(model().index(row, 0));
    }
    const QVector<QByteArray> ids = model().idsUnder(all);
    QVERIFY(m_fixture->session->decisions().tickFindings(ids, FindingState::Done, {}).ok());
    QCOMPARE(model().counts().open(), 0);
    page().setFilter({});
    auto* empty = m_area->findChild<EmptyState*>(QStringLiteral("allFindingsDecided"));
    QVERIFY(empty->isVisible());
    QVERIFY(empty->text().contains(QStringLiteral("%1 done").arg(ids.size())));
    empty->findChild<QPushButton*>()->click();
    QCOMPARE(model().listed(), static_cast<int>(ids.size()));
}

void FindingsTest::enterShowsThePlace()
{
    choose(QStringLiteral("hipify-ptx"), "src/deeper/m.cu");
    const QByteArray id = currentId();
    QTest::keyClick(page().list(), Qt::Key_Return);
    QVERIFY(!m_area->showsFindings());
    QTRY_VERIFY(m_area->diff().scene().layout.left.text.contains("mma.sync"));
    QVERIFY(m_area->diff().isVisible());
    auto* tree = m_area->findChild<QTreeView*>(QStringLiteral("changeTree"));
    const auto current = [tree] { return tree->currentIndex().data().toString(); };
    QTRY_COMPARE(current(), QStringLiteral("m.cu")); // of all that is shown, one file
    press("F");
    QCOMPARE(currentId(), id); // where it was
}

/// What is said once for many can be looked at in each place.
void FindingsTest::placesOfOneFinding()
{
    choose(QStringLiteral("hipify-ptx"));
    QVERIFY(text("findingPlaceNumber").isEmpty()); // it has one place
    auto* next = page().findChild<QAction*>(QStringLiteral("nextPlace"));
    QVERIFY(next != nullptr && !next->isEnabled());
    const auto& files = state()->scan->files;
    QByteArray id;
    for (const auto& file : files) {
        for (const Finding& finding : file->findings) {
            id = finding.keptPlaces() == 3 && finding.path == RepoPath("g.cu") ? finding.id : id;
        }
    }
    QVERIFY(page().showFinding(id));
    page().list()->setFocus();
    QVERIFY(next->isEnabled());
    QVERIFY(text("findingPlace").contains(QStringLiteral("g.cu:2")));
    QCOMPARE(text("findingPlaceNumber"), QStringLiteral("Place 1 of 3"));
    const auto shown = [this] { return page().detail().excerpt().lines(); };
    QTRY_COMPARE(shown().size(), 5); // lines 1 to 5, the second marked
    press(".");
    QVERIFY(text("findingPlace").contains(QStringLiteral("g.cu:4")));
    QTest::mouseClick(page().findChild<QPushButton*>(QStringLiteral("placeBehind")),
                      Qt::LeftButton);
    QVERIFY(text("findingPlace").contains(QStringLiteral("g.cu:13")));
    QCOMPARE(text("findingPlaceNumber"), QStringLiteral("Place 3 of 3"));
    QTRY_VERIFY(shown().contains(QStringLiteral("using C = cutlass::gemm::device::Gemm<float>;")));
    QVERIFY(!shown().contains(QStringLiteral("using A = cutlass::gemm::device::Gemm<float>;")));
    QCOMPARE(currentId(), id);
    press(".");
    QVERIFY(text("findingPlace").contains(QStringLiteral("g.cu:2"))); // round
    press(",");
    QVERIFY(text("findingPlace").contains(QStringLiteral("g.cu:13")));
    // Number and excerpt agree after nothing was shown for a moment, and then the same.
    page()
        .findChild<QLineEdit*>(QStringLiteral("findingsFilter"))
        ->setText(QStringLiteral("g.cu:2"));
    QCOMPARE(model().listed(), 1);
    QCOMPARE(currentId(), id);
    QCOMPARE(text("findingPlaceNumber"), QStringLiteral("Place 3 of 3"));
    auto* states = page().findChild<SegmentedControl*>(QStringLiteral("findingsState"));
    states->setCurrent(1);
    QVERIFY(text("findingPlaceNumber").isEmpty());
    states->setCurrent(0);
    QCOMPARE(currentId(), id);
    QCOMPARE(text("findingPlaceNumber"), QStringLiteral("Place 1 of 3"));
    QTRY_VERIFY(shown().contains(QStringLiteral("using A = cutlass::gemm::device::Gemm<float>;")));
    page().list()->setFocus();
    press(",");
    QVERIFY(text("findingPlace").contains(QStringLiteral("g.cu:13")));
    // What is done with the finding's place is done there.
    QSignalSpy went(&page(), &FindingsPage::placeRequested);
    QTest::keyClick(page().list(), Qt::Key_Return);
    QCOMPARE(went.count(), 1);
    QCOMPARE(went.first().first().value<Finding>().line, 13);
    QVERIFY(!m_area->showsFindings());
}

void FindingsTest::aChangeOfOnesOwn()
{
    choose(QStringLiteral("hipify-ptx"));
    press("E");
    auto* title = m_area->findChild<QLabel*>(QStringLiteral("askTitle"));
    QTRY_VERIFY(title->isVisible());
    QVERIFY2(title->text().contains(QStringLiteral("Guard line 5 of k.cu")),
             qPrintable(title->text()));
    QVERIFY(!m_area->showsFindings());
}

void FindingsTest::kept()
{
    choose(QStringLiteral("hipify-ptx"));
    const QByteArray id = currentId();
    QVERIFY(m_fixture->session->decisions()
                .tickFindings({id}, FindingState::NotNeeded, QStringLiteral("never built"))
                .ok());
    const QString file = state()->projectFile;
    m_area.reset();
    m_fixture->session.reset(); // writes
    const auto again = openStateReadOnly(file);
    QVERIFY(again.ok());
    QCOMPARE(again->decisions.findingState(id), FindingState::NotNeeded);
    QCOMPARE(again->decisions.findingNote(id), QStringLiteral("never built"));
    QVERIFY(again->orphaned.isEmpty());
    QVERIFY(again->decisions.kinds().isEmpty()); // of hunks
}

void FindingsTest::reportPrintsThem()
{
    choose(QStringLiteral("hipify-ptx"));
    const QByteArray id = currentId();
    const auto before = m_fixture->session->reports().make().result();
    QVERIFY(m_fixture->session->decisions()
                .tickFindings({id}, FindingState::Done, QStringLiteral("done by hand in abc123"))
                .ok());
    const auto report = m_fixture->session->reports().make().result();
    const auto phase = static_cast<qsizetype>(Phase::Translation);
    QCOMPARE(report.phases[phase].withoutFix.size(), before.phases[phase].withoutFix.size() - 1);
    QCOMPARE(report.phases[phase].ticked.size(), 1);
    QCOMPARE(report.phases[phase].ticked.first().note, QStringLiteral("done by hand in abc123"));
    QVERIFY(renderMarkdown(report).contains("done by hand in abc123"));
    const QString summary = state()->summary(Phase::Translation);
    QVERIFY2(summary.contains(QStringLiteral("1 finding was ticked off")), qPrintable(summary));
    QVERIFY(!summary.contains(QStringLiteral("mma.sync")) ||
            summary.contains(QStringLiteral("deeper")));
    QVERIFY(renderJson(report).contains("done by hand in abc123"));
    // What was not said of this scan is refused, whole.
    QCOMPARE(m_fixture->session->decisions()
                 .tickFindings({id, "0123"}, FindingState::Open, {})
                 .error()
                 .code,
             ErrorCode::NotPossibleNow);
    QCOMPARE(state()->decisions.findingState(id), FindingState::Done);
    QCOMPARE(m_fixture->session->decisions()
                 .tickFindings({id}, FindingState::NotNeeded, {})
                 .error()
                 .code,
             ErrorCode::InvalidArgument);
}

/// A critical finding that a person ticked off is not open in the static checks, and is counted.
void FindingsTest::levelOneTakesTheWord()
{
    choose(QStringLiteral("hipify-ptx"));
    const QByteArray id = currentId();
    const auto isOpen = [&](const StaticInput& input) {
        return std::any_of(input.open.begin(), input.open.end(),
                           [&](const Finding& finding) { return finding.id == id; });
    };
    const auto before = staticInput(*state(), m_fixture->session->rulePacks().rules());
    QVERIFY(before.ok());
    QVERIFY(isOpen(*before));
    QCOMPARE(before->ticked, 0);
    press("X");
    const auto after = staticInput(*state(), m_fixture->session->rulePacks().rules());
    QVERIFY(after.ok());
    QVERIFY(!isOpen(*after));
    QCOMPARE(after->open.size(), before->open.size() - 1);
    QCOMPARE(after->ticked, 1);
}

void FindingsTest::placesKeepNameAndLine()
{
    const QFontMetrics metrics(m_fixture->provider.theme().font(TextStep::Code));
    const QString place = QStringLiteral("csrc/attention/forward/hopper/softmax_fwd.cu:96");
    QCOMPARE(elided(metrics, place, ElideAs::Path, 10'000), place);
    const int width =
        metrics.horizontalAdvance(QStringLiteral("csrc/attention/…/softmax_fwd.cu:96"));
    QCOMPARE(elided(metrics, place, ElideAs::Path, width),
             QStringLiteral("csrc/attention/…/softmax_fwd.cu:96"));
    QVERIFY(elided(metrics, place, ElideAs::Path, width / 2).endsWith(QStringLiteral(":96")));
}

QTEST_MAIN(FindingsTest)
#include "tst_findings.moc"
