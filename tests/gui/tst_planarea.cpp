#include "mapsettings.h"
#include "samplestate.h"
#include "ui/plan/decisiontreeview.h"
#include "ui/plan/evidencemodel.h"
#include "ui/plan/inventorymodel.h"
#include "ui/plan/overrideform.h"
#include "ui/plan/planarea.h"
#include "ui/plan/treecard.h"
#include "ui/shell/rail.h"
#include "ui/shell/statusbar.h"
#include "ui/shell/topbar.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QGraphicsPathItem>
#include <QHBoxLayout>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTreeView>
#include <QVBoxLayout>

using namespace rocport;

class TestPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_provider.attach(*qApp); }
    void init() { m_settings.setValue(QStringLiteral("plan/outline"), false); }
    void models();
    void cards();
    void edges();
    void chooseByKeyboard();
    void outlineIsTheSame();
    void evidenceJumps();
    void overrideNeedsReason();
    void overrideInForce();
    void readOnlyProject();
    void inventoryTexts();
    void inventoryJumps();
    void scanCard();
    void scanError();
    void reviewButton();
    void oldDataStays();
    void railTexts();
    void railChooses();
    void pathsAvoidCards_data();
    void pathsAvoidCards();
    void frame_data();
    void frame();

private:
    static QPushButton* button(QWidget& parent, const QString& text)
    {
        const auto all = parent.findChildren<QPushButton*>();
        for (QPushButton* each : all) {
            if (each->text() == text) {
                return each;
            }
        }
        return nullptr;
    }
    std::unique_ptr<PlanArea> area(const std::shared_ptr<const ProjectState>& state)
    {
        auto made = std::make_unique<PlanArea>(m_provider, m_settings);
        made->resize(1240, 820);
        made->setState(state);
        made->show();
        return made;
    }

    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
};

void TestPlan::models()
{
    PlanModel plan;
    InventoryModel inventory;
    EvidenceModel evidence(m_provider);
    RailModel rail;
    const QAbstractItemModelTester planTester(
        &plan, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester inventoryTester(
        &inventory, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester evidenceTester(
        &evidence, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester railTester(
        &rail, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto state = test::sampleState();
    for (int round = 0; round < 2; ++round) {
        plan.setPlan(state->plan, state->counts);
        inventory.setScan(state->scan);
        evidence.setSubject(planSubject(state->plan, QStringLiteral("cutlass")));
        rail.setState(state);
        QCOMPARE(plan.rowCount(), 2); // the first question, and the phases
        QCOMPARE(plan.rowCount(plan.index(1, 0)), 9);
        QCOMPARE(inventory.rowCount(), 4);
        QCOMPARE(evidence.rowCount(), 5);
        QCOMPARE(rail.rowCount(), 9);
        plan.setPlan({}, {});
        inventory.setScan(nullptr);
        evidence.setSubject({});
        rail.setState(nullptr);
        QCOMPARE(plan.rowCount(), 0);
        QCOMPARE(inventory.rowCount(), 0);
        QCOMPARE(rail.rowCount(), 0);
    }
}

void TestPlan::cards()
{
    const auto shown = area(test::sampleState());
    auto* tree = shown->findChild<DecisionTreeView*>();
    QVERIFY(tree);
    for (const char* id : {"kernels", "python-only", "dependencies", "flash-attn", "cutlass",
                           "custom", "phase-0", "phase-8"}) {
        QVERIFY2(tree->card(QString::fromLatin1(id)), id);
    }
    const TreeCard* python = tree->card(QStringLiteral("python-only"));
    QVERIFY(!python->content().taken);
    QCOMPARE(python->content().note, QStringLiteral("Not taken: 34 CUDA files"));
    const TreeCard* cutlass = tree->card(QStringLiteral("cutlass"));
    QCOMPARE(cutlass->content().chips.first(), QStringLiteral("cutlass_gemm.cu:6"));
    QVERIFY(tree->card(QStringLiteral("phase-7"))->content().overridden);
    QCOMPARE(tree->card(QStringLiteral("phase-0"))->content().title, QStringLiteral("Environment"));
    // No card lies over another, and all lie in the scene.
    const QList<QString> ids{QStringLiteral("kernels"),      QStringLiteral("python-only"),
                             QStringLiteral("dependencies"), QStringLiteral("flash-attn"),
                             QStringLiteral("cutlass"),      QStringLiteral("custom"),
                             QStringLiteral("phase-0"),      QStringLiteral("phase-1")};
    const auto box = [tree](const QString& id) {
        const TreeCard* card = tree->card(id);
        return QRectF(card->pos(), card->cardSize());
    };
    for (const QString& a : ids) {
        QVERIFY(tree->sceneRect().contains(box(a)));
        for (const QString& b : ids) {
            QVERIFY2(a == b || !box(a).intersects(box(b)), qPrintable(a + b));
        }
    }
    // Fits the width.
    QVERIFY(!tree->horizontalScrollBar()->isVisible());
}

void TestPlan::edges()
{
    const auto shown = area(test::sampleState());
    auto* tree = shown->findChild<DecisionTreeView*>();
    int taken = 0, others = 0;
    const auto items = tree->scene()->items();
    for (const QGraphicsItem* item : items) {
        if (const auto* path = qgraphicsitem_cast<const QGraphicsPathItem*>(item)) {
            if (path->pen().style() == Qt::SolidLine) {
                ++taken;
                QCOMPARE(path->pen().widthF(), 2.0);
                QCOMPARE(path->pen().color(), m_provider.theme().accent);
            } else {
                ++others;
                QCOMPARE(path->pen().widthF(), 1.0);
            }
            // Orthogonal.
            for (int i = 1; i < path->path().elementCount(); ++i) {
                const auto a = path->path().elementAt(i - 1), b = path->path().elementAt(i);
                QVERIFY(qAbs(a.x - b.x) < 0.01 || qAbs(a.y - b.y) < 0.01);
            }
        }
    }
    QVERIFY(taken >= 3 + 2 + 8 + 1);
    QVERIFY(others >= 2 + 1 + 1);
}

void TestPlan::chooseByKeyboard()
{
    const auto shown = area(test::sampleState());
    auto* tree = shown->findChild<DecisionTreeView*>();
    QVERIFY(QTest::qWaitForWindowActive(shown.get()));
    tree->setFocus();
    QSignalSpy chosen(tree, &DecisionTreeView::subjectChosen);
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(tree->viewport(), Qt::Key_Right);
    }
    QTest::keyClick(tree->viewport(), Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.first().first().toString(), QStringLiteral("cutlass"));
    QCOMPARE(shown->currentSubject(), QStringLiteral("cutlass"));
    QVERIFY(tree->card(QStringLiteral("cutlass"))->isChosen());
    QVERIFY(tree->accessibleDescription().startsWith(QStringLiteral("CUTLASS, Taken")));
}

void TestPlan::outlineIsTheSame()
{
    const auto shown = area(test::sampleState());
    auto* mode = shown->findChild<SegmentedControl*>();
    mode->setCurrent(1);
    QTreeView* outline = nullptr;
    const auto views = shown->findChildren<QTreeView*>();
    for (QTreeView* view : views) {
        if (view->model() == &shown->planModel()) {
            outline = view;
        }
    }
    QVERIFY(outline && outline->isVisible());
    const QModelIndex index = shown->planModel().indexOf(QStringLiteral("phase-7"));
    QCOMPARE(index.data().toString(), QStringLiteral("7 Graph capture"));
    QCOMPARE(index.siblingAtColumn(PlanModel::StateColumn).data().toString(),
             QStringLiteral("Skipped, overridden"));
    outline->setCurrentIndex(index);
    QCOMPARE(shown->currentSubject(), QStringLiteral("phase-7"));
    QVERIFY(m_settings.value(QStringLiteral("plan/outline"), false).toBool());
    mode->setCurrent(0);
}

void TestPlan::evidenceJumps()
{
    const auto shown = area(test::sampleState());
    shown->showSubject(QStringLiteral("cutlass"));
    auto* table = shown->findChild<QTableView*>();
    QCOMPARE(table->model()->index(1, 0).data().toString(),
             QStringLiteral("csrc/cutlass_gemm.cu:41"));
    QCOMPARE(table->model()->index(1, 2).data().toInt(), 3);
    QSignalSpy place(shown.get(), &PlanArea::showPlaceRequested);
    QVERIFY(QTest::qWaitForWindowActive(shown.get()));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down);
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(place.count(), 1);
    QCOMPARE(place.first().first().value<Place>(),
             (Place{RepoPath("csrc/cutlass_gemm.cu"), 41, PlaceSide::Original}));
    // A click selects, a double click opens.
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(table->model()->index(3, 0)).center());
    QCOMPARE(place.count(), 1);
    QTest::mouseDClick(table->viewport(), Qt::LeftButton, {},
                       table->visualRect(table->model()->index(3, 0)).center());
    QCOMPARE(place.count(), 2);
    QCOMPARE(place.last().first().value<Place>().line, 57);
}

void TestPlan::overrideNeedsReason()
{
    const auto shown = area(test::sampleState());
    shown->showSubject(QStringLiteral("cutlass"));
    auto* form = shown->findChild<OverrideForm*>();
    auto* apply = button(*form, QStringLiteral("Override"));
    auto* detected = button(*form, QStringLiteral("Use detected answer"));
    QVERIFY(!apply->isEnabled());
    QVERIFY(!detected->isEnabled());
    auto* reason = form->findChild<QPlainTextEdit*>();
    QTest::keyClicks(reason, QStringLiteral("   "));
    QVERIFY(!apply->isEnabled());
    QTest::keyClicks(reason, QStringLiteral("Only the benchmark builds it"));
    QVERIFY(apply->isEnabled());
    QSignalSpy asked(shown.get(), &PlanArea::overrideRequested);
    apply->click();
    QCOMPARE(asked.count(), 1);
    const auto planOverride = asked.first().first().value<PlanOverride>();
    QCOMPARE(planOverride.subject, QStringLiteral("cutlass"));
    QCOMPARE(planOverride.value, false);
    QCOMPARE(planOverride.reason, QStringLiteral("Only the benchmark builds it"));
    // Another answer starts with an empty reason.
    shown->showSubject(QStringLiteral("custom"));
    QVERIFY(reason->toPlainText().isEmpty());
    QVERIFY(!apply->isEnabled());
    // The first question cannot be overridden.
    shown->showSubject(QStringLiteral("kernels"));
    QVERIFY(!reason->isEnabled());
}

void TestPlan::overrideInForce()
{
    const auto shown = area(test::sampleState());
    shown->showSubject(QStringLiteral("phase-7"));
    auto* form = shown->findChild<OverrideForm*>();
    QCOMPARE(form->findChild<QPlainTextEdit*>()->toPlainText(),
             QStringLiteral("launch cost 1.8 %"));
    auto* detected = button(*form, QStringLiteral("Use detected answer"));
    QVERIFY(detected->isEnabled());
    QVERIFY(!button(*form, QStringLiteral("Override"))->isEnabled()); // nothing differs
    QSignalSpy asked(shown.get(), &PlanArea::clearOverrideRequested);
    detected->click();
    QCOMPARE(asked.first().first().toString(), QStringLiteral("phase-7"));
}

void TestPlan::readOnlyProject()
{
    auto state = test::sampleState();
    state->readOnly = true;
    const auto shown = area(state);
    shown->showSubject(QStringLiteral("cutlass"));
    QVERIFY(!shown->findChild<OverrideForm*>()->findChild<QPlainTextEdit*>()->isEnabled());
}

void TestPlan::inventoryTexts()
{
    const auto shown = area(test::sampleState());
    const InventoryModel& model = shown->inventoryModel();
    const auto text = [&](int section, int row) {
        return model.index(row, 0, model.index(section, 0)).data(Qt::AccessibleTextRole).toString();
    };
    QCOMPARE(text(0, 0), QStringLiteral("Python: 118 files, 21,406 lines"));
    QCOMPARE(text(1, 2),
             QStringLiteral("cuBLAS: 46 supported, 4 experimental, 0 unsupported uses"));
    QCOMPARE(text(2, 0), QStringLiteral("torch.compile(mode=…): 11 places, phase 6, first at "
                                        "seqkernels/train.py:10"));
    QCOMPARE(text(3, 0), QStringLiteral("Critical, Inline PTX, 7 blocks in 3 files, first at "
                                        "csrc/attn_fwd.cu:133"));
    QCOMPARE(model.index(3, 0).data(InventoryModel::SummaryRole).toString(),
             QStringLiteral("3 open"));
}

void TestPlan::inventoryJumps()
{
    const auto shown = area(test::sampleState());
    QTreeView* view = nullptr;
    const auto views = shown->findChildren<QTreeView*>();
    for (QTreeView* each : views) {
        if (each->model() == &shown->inventoryModel()) {
            view = each;
        }
    }
    QVERIFY(view);
    QVector<InventoryCount> asked;
    connect(shown.get(), &PlanArea::placesRequested, shown.get(),
            [&asked](const InventoryCount& count) { asked.append(count); });
    view->setFocus();
    view->setCurrentIndex(view->model()->index(1, 0, view->model()->index(3, 0)));
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.last().kind, InventoryCount::Kind::Risk);
    QCOMPARE(asked.last().risk.path, RepoPath("csrc/warp_reduce.cuh"));
    // A click on a row, and on one of its numbers.
    const QModelIndex library = view->model()->index(2, 0, view->model()->index(1, 0));
    view->scrollTo(library);
    const QRect row = view->visualRect(library);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, row.topLeft() + QPoint(20, 8));
    QCOMPARE(asked.size(), 2);
    QCOMPARE(asked.last().title, QStringLiteral("cuBLAS"));
    QVERIFY(!asked.last().support);
    const int step = m_provider.theme().scaled(32);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                      QPoint(row.right() - 12 - step, row.center().y()));
    QCOMPARE(asked.size(), 3);
    QCOMPARE(asked.last().support, std::optional(ApiSupport::Experimental));
    // A section is no count.
    view->setCurrentIndex(view->model()->index(1, 0));
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(asked.size(), 3);
}

void TestPlan::scanCard()
{
    auto state = test::sampleState();
    state->scan.reset();
    const auto shown = area(state);
    TaskInfo task;
    task.id = 7;
    task.title = QStringLiteral("Scanning seqkernels");
    task.detail = QStringLiteral("csrc/scan.cuh");
    task.done = 255;
    task.total = 418;
    shown->setScanTask(task);
    const auto visibleText = [&](const QString& text) {
        const auto labels = shown->findChildren<QLabel*>();
        for (const QLabel* label : labels) {
            if (label->isVisible() && label->text() == text) {
                return true;
            }
        }
        return false;
    };
    QVERIFY(!visibleText(QStringLiteral("Scanning 418 files"))); // not for what is done at once
    QTRY_VERIFY(visibleText(QStringLiteral("Scanning 418 files")));
    QVERIFY(visibleText(QStringLiteral("61 %")));
    auto* cancel = button(*shown, QStringLiteral("Cancel"));
    QVERIFY(cancel->isVisible());
    QSignalSpy cancelled(shown.get(), &PlanArea::cancelRequested);
    cancel->click();
    QCOMPARE(cancelled.first().first().toInt(), 7);
    QCOMPARE(cancel->text(), QStringLiteral("Cancelling…"));
    task.total = 0; // listing: no percentage is made up
    task.id = 8;
    shown->setScanTask(task);
    QVERIFY(!visibleText(QStringLiteral("61 %")));
}

void TestPlan::scanError()
{
    auto state = test::sampleState();
    state->scan.reset();
    const auto shown = area(state);
    shown->setScanError({ErrorCode::NotARepository, {}, QStringLiteral("/tmp/gone")});
    auto* panel = shown->findChild<ErrorPanel*>();
    QVERIFY(panel->isVisible());
    QVERIFY(panel->message().contains(QStringLiteral("/tmp/gone")));
    QSignalSpy again(shown.get(), &PlanArea::rescanRequested);
    panel->retryButton()->click();
    QCOMPARE(again.count(), 1);
    shown->setState(test::sampleState());
    QVERIFY(!panel->isVisible());
}

void TestPlan::reviewButton()
{
    const auto shown = area(test::sampleState());
    auto* review = button(*shown, QStringLiteral("Review phase 0"));
    QVERIFY(review);
    QSignalSpy asked(shown.get(), &PlanArea::reviewRequested);
    review->click();
    QCOMPARE(asked.first().first().value<Phase>(), Phase::Environment);
    auto done = test::sampleState();
    for (PhaseCounts& counts : done->counts) {
        counts.accepted = counts.hunks;
    }
    shown->setState(done);
    QVERIFY(!review->isVisible());
}

void TestPlan::oldDataStays()
{
    const auto shown = area(test::sampleState());
    TaskInfo task;
    task.id = 1;
    task.total = 10;
    shown->setScanTask(task);
    QVERIFY(shown->findChild<DecisionTreeView*>()->isVisible());
    QVERIFY(!button(*shown, QStringLiteral("Scan again"))->isEnabled());
    shown->setScanTask(std::nullopt);
    QVERIFY(button(*shown, QStringLiteral("Scan again"))->isEnabled());
}

void TestPlan::railTexts()
{
    RailModel model;
    model.setState(test::sampleState());
    const auto detail = [&](int row) {
        return model.index(row).data(RailModel::DetailRole).toString();
    };
    QCOMPARE(detail(2), QStringLiteral("78 changes · 18 decided"));
    QCOMPARE(detail(4), QStringLiteral("12 changes"));
    QCOMPARE(detail(7), QStringLiteral("Overridden: launch cost 1.8 %"));
    QCOMPARE(model.doneCount(), 1);
    QCOMPARE(model.index(2).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("Phase 2, Source translation, In progress, 78 changes · 18 decided"));
}

void TestPlan::railChooses()
{
    Rail rail(m_provider);
    rail.setState(test::sampleState());
    rail.resize(200, 700);
    rail.show();
    QCOMPARE(rail.width(), 200);
    QSignalSpy chosen(&rail, &Rail::phaseChosen);
    const QRect row = rail.list()->visualRect(rail.list()->model()->index(3, 0));
    QTest::mouseClick(rail.list()->viewport(), Qt::LeftButton, {}, row.center());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.first().first().value<std::optional<Phase>>(), std::optional(Phase::Wavefront));
    QTest::mouseClick(rail.list()->viewport(), Qt::LeftButton, {}, row.center());
    QCOMPARE(chosen.last().first().value<std::optional<Phase>>(), std::nullopt);
    rail.setCompact(true);
    QCOMPARE(rail.width(), 56);
}

void TestPlan::frame_data()
{
    QTest::addColumn<ThemeChoice>("choice");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("text");
    QTest::newRow("light") << ThemeChoice::Light << QSize(1440, 900) << 100;
    QTest::newRow("dark") << ThemeChoice::Dark << QSize(1440, 900) << 100;
    QTest::newRow("small") << ThemeChoice::Light << QSize(1120, 680) << 100;
    QTest::newRow("large-text") << ThemeChoice::Light << QSize(1440, 900) << 200;
}

/// No path runs through a card, at any width, whichever answer is taken.
void TestPlan::pathsAvoidCards_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("pythonOnly");
    for (const int width : {1120, 1240, 1800}) {
        QTest::addRow("%d kernels", width) << width << false;
        QTest::addRow("%d python", width) << width << true;
    }
}

void TestPlan::pathsAvoidCards()
{
    QFETCH(int, width);
    QFETCH(bool, pythonOnly);
    auto state = test::sampleState();
    if (pythonOnly) {
        for (PlanNode& node : state->plan.nodes) {
            node.taken =
                node.id == QStringLiteral("kernels") || node.id == QStringLiteral("python-only");
        }
    }
    const auto shown = area(state);
    shown->resize(width - 200, 700);
    shown->grab(); // delivers the resize
    auto* tree = shown->findChild<DecisionTreeView*>();
    const auto items = tree->scene()->items();
    int paths = 0;
    for (const QGraphicsItem* item : items) {
        const auto* path = qgraphicsitem_cast<const QGraphicsPathItem*>(item);
        if (!path) {
            continue;
        }
        ++paths;
        for (const QGraphicsItem* other : items) {
            if (const auto* card = dynamic_cast<const TreeCard*>(other)) {
                const QRectF inside = QRectF(card->pos(), card->cardSize()).adjusted(2, 2, -2, -2);
                for (int i = 1; i < path->path().elementCount(); ++i) {
                    const QPointF a = path->path().elementAt(i - 1), b = path->path().elementAt(i);
                    const QRectF line = QRectF(a, b).normalized().adjusted(-0.1, -0.1, 0.1, 0.1);
                    QVERIFY2(!line.intersects(inside), qPrintable(card->content().id));
                }
            }
        }
    }
    QVERIFY(paths > 10);
}

/// The whole frame with the design's example; saved where ROCPORT_SHOTS says. Nothing is cut off.
void TestPlan::frame()
{
    QFETCH(ThemeChoice, choice);
    QFETCH(QSize, size);
    QFETCH(int, text);
    m_provider.setChoice(choice);
    m_provider.setTextPercent(text);
    const auto state = test::sampleState();
    QMenu menu, repository;
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new TopBar(m_provider, &menu, &repository);
    top->addArea(QStringLiteral("Plan"));
    top->addArea(QStringLiteral("Review"));
    top->addArea(QStringLiteral("Report"));
    top->setAreaCount(1, 175);
    top->setState(state);
    auto* rail = new Rail(m_provider);
    rail->setState(state);
    rail->setCurrentPhase(Phase::Translation);
    auto* plan = new PlanArea(m_provider, m_settings);
    plan->setState(state);
    plan->showSubject(QStringLiteral("cutlass"));
    auto* status = new StatusBar(m_provider);
    status->setState(state, 24);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(rail);
    middle->addWidget(plan, 1);
    column->addWidget(top);
    column->addLayout(middle, 1);
    column->addWidget(status);
    window.resize(size);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCOMPARE(status->factsText(),
             QStringLiteral("182 source files, 36,206 lines | 24 rules | main @ 4f2c91e"));
    const QString folder = qEnvironmentVariable("ROCPORT_SHOTS");
    if (!folder.isEmpty()) {
        QDir().mkpath(folder);
        window.grab().save(
            folder +
            QStringLiteral("/plan-%1.png").arg(QString::fromLatin1(QTest::currentDataTag())));
    }
    if (text == 100) {
        QCOMPARE(window.size(), size); // the layout asks for no more
    }
    const auto buttons = plan->findChildren<QPushButton*>();
    for (const QPushButton* each : buttons) {
        if (each->isVisible() && each->isEnabled()) {
            QVERIFY2(each->width() >= each->sizeHint().width(), qPrintable(each->text()));
        }
    }
    m_provider.setTextPercent(100);
    m_provider.setChoice(ThemeChoice::Light);
}

QTEST_MAIN(TestPlan)
#include "tst_planarea.moc"
