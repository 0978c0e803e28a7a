// What Review shows is what its keys are about, and a key that does something, or nothing, says so.
#include "core/project/session/inventoryplaces.h"
#include "core/project/session/projectcommits.h"
#include "core/project/session/projecthistory.h"
#include "core/project/session/projectscanner.h"
#include "core/project/session/projecttasks.h"
#include "tests/gui/windowfixture.h"
#include "ui/review/diffeditor.h"
#include "ui/review/diffgutter.h"
#include "ui/review/editpane.h"
#include "ui/review/findingdetail.h"
#include "ui/review/findingspage.h"
#include "ui/review/placespanel.h"
#include "ui/review/searchmodel.h"
#include "ui/shell/rail.h"
#include "ui/shell/statusbar.h"
#include "ui/theme/widgets.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>

using namespace rocport;

namespace {

const QByteArray kAttention = "#include <cuda_runtime.h>\n"                              // 1
                              "#define THREADS 256\n"                                    // 2
                              "__global__ void reduce(float* out, float v)\n"            // 3
                              "{\n"                                                      // 4
                              "    constexpr int WARPS = THREADS / 32;\n"                // 5
                              "    __shared__ float part[WARPS];\n"                      // 6
                              "    part[threadIdx.x / 32] = v;\n"                        // 7
                              "    __syncthreads();\n"                                   // 8
                              "    out[threadIdx.x] = part[0];\n"                        // 9
                              "}\n"                                                      // 10
                              "__global__ void votes(unsigned* out, int limit)\n"        // 11
                              "{\n"                                                      // 12
                              "    int unrelated = getSMVersion() >= 89;\n"              // 13
                              "    if (limit > 0) {\n"                                   // 14
                              "        unsigned mask = __ballot_sync(0xffffffffu, 1);\n" // 15
                              "        out[blockIdx.x] = __popc(mask) + unrelated;\n"    // 16
                              "        out[7] = limit;\n"                                // 17
                              "    }\n"                                                  // 18
                              "}\n";                                                     // 19

} // namespace

class TestReviewShown : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void changeForAFindingIsShownFirst();
    void backFromThePlaceOfAFinding();
    void tickedTwiceIsOneStep();
    void otherProjectClosesThePanels();
    void gutterSaysTheStateOfTheCurrentChange();
    void widthIsShownAndSaid();
    void widthOfNoGuardIsRefused();
    void selectionSaysWhatItDecided();
    void dependentsAreSaid();
    void draftIsMarked();
    void hintOfTheEditorIsWhole();
    void controlEnterAnswersTheQuestion();
    void declinedQuestionsDoNotHoldTheWindow();
    void everyPaneIsReached();
    void menuNamesTheKeys();
    void backspaceAnswersInTheRail();
    void listKeepsItsPlace();

private:
    [[nodiscard]] ReviewArea& review() const { return m_window->review(); }
    [[nodiscard]] FindingsPage& findings() const { return review().findings(); }
    [[nodiscard]] const ProjectState& state() const { return m_window->state(); }
    /// A key, at whatever has the focus.
    void key(Qt::Key code, Qt::KeyboardModifiers modifiers = {}) const
    {
        QWidget* focus = m_window->window().focusWidget();
        QVERIFY(focus != nullptr);
        QTest::keyClick(focus, code, modifiers);
    }
    template <typename T>
    [[nodiscard]] T* part(const char* name) const
    {
        return m_window->window().findChild<T*>(QLatin1String(name));
    }
    [[nodiscard]] QString text(const char* name) const
    {
        auto* label = part<QLabel>(name);
        return label != nullptr && label->isVisible() ? label->text() : QString();
    }
    [[nodiscard]] QString said() const
    {
        return m_window->window().findChild<StatusBar*>()->saidText();
    }
    [[nodiscard]] const Finding* findingOf(const char* rule, const char* path) const
    {
        for (const auto& file : state().scan->files) {
            for (const Finding& finding : file->findings) {
                if (finding.ruleId == QLatin1String(rule) && file->path == RepoPath(path) &&
                    !finding.wayOut.isEmpty()) {
                    return &finding;
                }
            }
        }
        return nullptr;
    }
    [[nodiscard]] QByteArray keyOf(const char* path, int line) const
    {
        for (const Hunk& hunk : state().scan->hunks) {
            if (hunk.targetPath == RepoPath(path) && hunk.firstLine <= line &&
                std::max(hunk.firstLine, hunk.lastLine) >= line) {
                return hunk.key;
            }
        }
        return {};
    }
    void show(const QByteArray& key) const
    {
        QVERIFY(!key.isEmpty());
        review().goToChange(key);
        QTRY_VERIFY(review().diff().scene().currentChange() != nullptr &&
                    review().diff().scene().currentChange()->key == key);
        review().diff().focusText();
    }
    void chooseFinding(const Finding* finding) const
    {
        const QByteArray id = finding == nullptr ? QByteArray() : finding->id;
        QVERIFY(!id.isEmpty());
        review().showFindings(true);
        QVERIFY(findings().showFinding(id));
        findings().list()->setFocus();
    }

    std::unique_ptr<WindowFixture> m_window;
};

void TestReviewShown::init()
{
    m_window = std::make_unique<WindowFixture>();
    m_window->project.write(QStringLiteral("a.cu"),
                            "#include <cuda_runtime.h>\n"
                            "__global__ void v(unsigned* o) {\n"
                            "    unsigned m = __ballot_sync(0xffffffffu, 1);\n"
                            "    o[0] = __popc(m); }\n"
                            "void f(int* p) { cudaMalloc(&p, 4); }\n");
    m_window->project.write(QStringLiteral("src/attention.cu"), kAttention);
    m_window->project.write(QStringLiteral("tools/train.py"),
                            "import torch\n\n\ndef step(f):\n"
                            "    return torch.compile(f, mode=\"reduce-overhead\")\n");
    m_window->open();
    m_window->showReview();
}

void TestReviewShown::cleanup()
{
    m_window.reset();
}

void TestReviewShown::changeForAFindingIsShownFirst()
{
    const Finding* finding = findingOf("detect-capability-helper", "src/attention.cu");
    QVERIFY(finding != nullptr);
    const int line = finding->line;
    show(keyOf("a.cu", 3));
    chooseFinding(finding);
    key(Qt::Key_E);
    QTRY_VERIFY(!text("askTitle").isEmpty());
    QVERIFY2(text("askTitle").contains(QStringLiteral("src/attention.cu")),
             qPrintable(text("askTitle")));
    QCOMPARE(review().diff().scene().layout.path, RepoPath("src/attention.cu"));
    const int row = review().diff().scene().marked;
    QVERIFY(row >= 0);
    QCOMPARE(review().diff().scene().layout.rows[row].left, line);
    // What is written then stands in the phase of what it was written for.
    const Phase phase = finding->phase;
    QVERIFY(phase != Phase::Translation);
    auto* field = part<QLineEdit>("askField");
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("mine"));
    key(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(review().diff().isEditing(), 20000);
    const Hunk* own = state().hunk(review().currentKey());
    QVERIFY(own != nullptr);
    QCOMPARE(own->ruleIds.first(), QString(kUserGuardRule));
    QCOMPARE(own->phase, phase);
}

void TestReviewShown::backFromThePlaceOfAFinding()
{
    m_window->showReview();
    key(Qt::Key_Backspace); // nothing led here
    QVERIFY2(said().contains(QStringLiteral("No finding led")), qPrintable(said()));
    const Finding* finding = findingOf("detect-capability-helper", "src/attention.cu");
    chooseFinding(finding);
    const QByteArray id = finding->id;
    key(Qt::Key_Return);
    QVERIFY(!review().showsFindings());
    QTRY_COMPARE(review().diff().scene().layout.path, RepoPath("src/attention.cu"));
    // What is known of it stands where the explanation of a change does.
    QStringList columns;
    for (const QScrollArea* column : part<QWidget>("explanation")->findChildren<QScrollArea*>()) {
        columns.append(column->accessibleName());
    }
    QVERIFY2(columns.contains(QStringLiteral("Way out")), qPrintable(columns.join(u' ')));
    QTRY_COMPARE(text("changePosition"), QStringLiteral("Finding"));
    QString shown;
    const auto labels = part<QWidget>("explanation")->findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        shown += label->isVisible() ? label->text() + u'\n' : QString();
    }
    QVERIFY2(shown.contains(QStringLiteral("Way out")), qPrintable(shown));
    QVERIFY2(shown.contains(QStringLiteral("Backspace")), qPrintable(shown));
    review().diff().focusText();
    key(Qt::Key_Backspace);
    QVERIFY(review().showsFindings());
    QVERIFY(findings().current() != nullptr);
    QCOMPARE(findings().current()->id, id);
    QVERIFY(findings().list()->hasFocus());
}

void TestReviewShown::tickedTwiceIsOneStep()
{
    chooseFinding(findingOf("detect-capability-helper", "src/attention.cu"));
    const auto steps = [this] { return state().decisions.history().size(); };
    const qsizetype before = steps();
    key(Qt::Key_X);
    QCOMPARE(steps(), before + 1);
    review().showFindings(true);
    QVERIFY(findings().showFinding(
        findingOf("detect-capability-helper", "src/attention.cu")->id)); // out of the filter now
    findings().list()->setFocus();
    key(Qt::Key_X);
    QCOMPARE(steps(), before + 1);
    QVERIFY2(text("findingProblem").contains(QStringLiteral("already")),
             qPrintable(text("findingProblem")));
}

void TestReviewShown::otherProjectClosesThePanels()
{
    InventoryCount count;
    count.title = QStringLiteral("CUDA Runtime");
    count.id = QStringLiteral("runtime");
    review().goToInventory(count);
    PlacesPanel& places = review().places();
    QTRY_VERIFY(!places.isLoading());
    QVERIFY(places.isVisible());
    QVERIFY(places.model().rowCount() > 0);
    part<QLineEdit>("reviewFilter")->setText(QStringLiteral("attention"));
    key(Qt::Key_W, Qt::ControlModifier);
    QTRY_VERIFY(!m_window->project.session->state());
    ReviewFixture other;
    other.write(QStringLiteral("b.cu"),
                "#include <cuda_runtime.h>\nvoid f() { cudaDeviceSynchronize(); }\n"
                "__global__ void v(unsigned* o) { o[0] = __ballot_sync(~0u, 1); }\n");
    other.commitAll();
    m_window->window().openPath(other.folder.path());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->project.session->state() && state().scan, 30000);
    m_window->showReview();
    QVERIFY(!places.isVisible());
    QCOMPARE(places.model().rowCount(), 0);
    QVERIFY(places.summary().isEmpty());
    QVERIFY(part<QLineEdit>("reviewFilter")->text().isEmpty());
    QVERIFY(part<QTreeView>("changeTree")->isVisible());
}

void TestReviewShown::gutterSaysTheStateOfTheCurrentChange()
{
    const QByteArray own = keyOf("a.cu", 3);
    show(own);
    DiffGutter& gutter = review().diff().gutter();
    const QRect mark = gutter.currentMarkRect();
    QVERIFY(gutter.rect().contains(mark));
    const auto picture = [&] { return gutter.grab(mark).toImage(); };
    const QImage open = picture();
    key(Qt::Key_A);
    QCOMPARE(state().decisions.kind(own), DecisionKind::Accepted);
    show(own);
    QVERIFY(picture() != open); // another mark beside the same number
    // Committed: what its keys cannot do its buttons do not offer.
    m_window->project.session->commits().commitPhases({state().hunk(own)->phase});
    QTRY_VERIFY_WITH_TIMEOUT(state().isCommitted(own), 30000);
    show(own);
    const auto buttons = gutter.findChildren<QToolButton*>();
    QCOMPARE(buttons.size(), 3);
    for (const QToolButton* button : buttons) {
        QVERIFY(button->isVisible());
        QVERIFY(!button->isEnabled());
        QVERIFY2(button->toolTip().contains(QStringLiteral("committed")),
                 qPrintable(button->toolTip()));
    }
}

void TestReviewShown::widthIsShownAndSaid()
{
    const QByteArray own = keyOf("src/attention.cu", 15);
    show(own);
    QVERIFY2(text("guardText").contains(QStringLiteral("line")), qPrintable(text("guardText")));
    const qsizetype before = state().decisions.history().size();
    key(Qt::Key_W);
    QTRY_VERIFY_WITH_TIMEOUT(state().guardWidth(review().currentKey()) == GuardWidth::Block, 20000);
    QTRY_VERIFY2(said().contains(QStringLiteral("block, lines 15 to 17")), qPrintable(said()));
    QTRY_VERIFY2(text("guardText").contains(QStringLiteral("block, lines 15 to 17")),
                 qPrintable(text("guardText")));
    QTRY_COMPARE(state().decisions.history().size(), before + 1);
}

void TestReviewShown::widthOfNoGuardIsRefused()
{
    QByteArray import; // the line that brings is_rocm
    for (const Hunk& hunk : state().scan->hunks) {
        if (hunk.targetPath == RepoPath("tools/train.py") &&
            hunk.ruleIds.contains(QStringLiteral("detect-is-rocm"))) {
            import = hunk.key;
        }
    }
    show(import);
    QVERIFY2(text("guardText").contains(QStringLiteral("no guard")), qPrintable(text("guardText")));
    const QVector<GuardSetting> widths = state().guardWidths;
    const qsizetype steps = state().decisions.history().size();
    key(Qt::Key_W);
    QTRY_VERIFY2(said().contains(QStringLiteral("guard")), qPrintable(said()));
    QVERIFY(m_window->project.session->tasks().running().isEmpty());
    QVERIFY(state().guardWidths == widths);
    QCOMPARE(state().decisions.history().size(), steps);
}

void TestReviewShown::selectionSaysWhatItDecided()
{
    auto* tree = part<QTreeView>("changeTree");
    tree->setFocus();
    tree->selectAll();
    key(Qt::Key_S);
    const qsizetype deferred =
        std::count_if(review().model().changes().begin(), review().model().changes().end(),
                      [](const ReviewChange& one) { return one.kind == DecisionKind::Deferred; });
    QVERIFY(deferred > 1);
    QVERIFY2(said().contains(QStringLiteral("Deferred: %1 changes").arg(deferred)),
             qPrintable(said()));
}

void TestReviewShown::dependentsAreSaid()
{
    QByteArray own;
    QByteArray needed;
    for (const Hunk& hunk : state().scan->hunks) {
        if (own.isEmpty() && !hunk.needs.isEmpty()) {
            own = hunk.key;
            needed = hunk.needs.first();
        }
    }
    QVERIFY(!own.isEmpty());
    show(own);
    key(Qt::Key_A);
    QCOMPARE(state().decisions.kind(needed), DecisionKind::Accepted);
    QVERIFY2(said().contains(QStringLiteral("Accepted with")), qPrintable(said()));
    show(needed);
    key(Qt::Key_R);
    QCOMPARE(state().decisions.kind(own), DecisionKind::Open);
    QVERIFY2(said().contains(QStringLiteral("Open again")), qPrintable(said()));
}

void TestReviewShown::draftIsMarked()
{
    const QByteArray own = keyOf("a.cu", 3);
    show(own);
    const int change = review().model().changeOfKey(own);
    const QModelIndex file = review().model().fileIndexOfChange(change);
    QVERIFY(!file.data(ReviewModel::DraftRole).toBool());
    key(Qt::Key_E);
    QTRY_VERIFY(review().diff().isEditing());
    QTest::keyClicks(m_window->window().focusWidget(), QStringLiteral("// mine "));
    key(Qt::Key_Escape);
    QTRY_VERIFY(!review().diff().isEditing());
    QVERIFY(file.data(ReviewModel::DraftRole).toBool());
    QVERIFY(file.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("draft")));
    const DiffScene& scene = review().diff().scene();
    QVERIFY(scene.info.value(scene.current).draft);
    QVERIFY(changeAccessibleText(scene, scene.current).contains(QStringLiteral("draft")));
    // Gone with the draft.
    key(Qt::Key_E);
    QTRY_VERIFY(review().diff().isEditing());
    part<QPushButton>("editDiscard")->click();
    key(Qt::Key_Escape);
    QTRY_VERIFY(!review().diff().isEditing());
    QVERIFY(!file.data(ReviewModel::DraftRole).toBool());
    QVERIFY(!scene.info.value(scene.current).draft);
}

void TestReviewShown::hintOfTheEditorIsWhole()
{
    m_window->window().resize(1280, 720);
    show(keyOf("a.cu", 3));
    key(Qt::Key_E);
    QTRY_VERIFY(review().diff().isEditing());
    QTest::keyClicks(m_window->window().focusWidget(), QStringLiteral("// mine "));
    key(Qt::Key_Escape);
    key(Qt::Key_E); // with a draft there is one button more
    QTRY_VERIFY(part<QPushButton>("editDiscard")->isVisible());
    auto* hint = part<QLabel>("editHint");
    QVERIFY(hint->isVisible());
    QVERIFY(hint->height() >= hint->heightForWidth(hint->width()));
    const EditPane& pane = review().diff().editPane();
    QVERIFY(pane.rect().contains(QRect(hint->mapTo(&pane, QPoint()), hint->size())));
    // Its border is one all the way round: no ring inside of it.
    QVERIFY(pane.findChild<QWidget*>(QStringLiteral("focusRing")) == nullptr);
}

void TestReviewShown::controlEnterAnswersTheQuestion()
{
    const QByteArray own = keyOf("a.cu", 3);
    show(own);
    key(Qt::Key_C);
    auto* field = part<QLineEdit>("askField");
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("look here"));
    key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(review().findChild<QDialog*>(QStringLiteral("commitDialog")) == nullptr);
    QVERIFY(!field->isVisible());
    QTRY_VERIFY(state().decisions.decision(own) != nullptr);
    QCOMPARE(state().decisions.decision(own)->note, QStringLiteral("look here"));
}

void TestReviewShown::declinedQuestionsDoNotHoldTheWindow()
{
    show(keyOf("a.cu", 3));
    key(Qt::Key_C);
    auto* field = part<QLineEdit>("askField");
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("half a thou"));
    QCOMPARE(review().unsaved().size(), 1);
    key(Qt::Key_Escape);
    QVERIFY2(review().unsaved().isEmpty(), qPrintable(review().unsaved().join(u'\n')));
    key(Qt::Key_C); // and it is there again
    QTRY_VERIFY(field->isVisible());
    QCOMPARE(field->text(), QStringLiteral("half a thou"));
    // Who goes on without an answer is warned.
    review().command(QStringLiteral("next"))->trigger();
    QCOMPARE(review().unsaved().size(), 1);
}

void TestReviewShown::everyPaneIsReached()
{
    show(keyOf("a.cu", 3));
    QSet<QWidget*> reached;
    for (int i = 0; i < 20; ++i) {
        key(Qt::Key_F6);
        reached.insert(m_window->window().focusWidget());
    }
    QVERIFY(reached.contains(&review().diff().leftEditor()));
    QVERIFY(reached.contains(&review().diff().rightEditor()));
    const auto columns = part<QWidget>("explanation")->findChildren<QScrollArea*>();
    QCOMPARE(columns.size(), 3);
    for (QScrollArea* column : columns) {
        QVERIFY2(reached.contains(column), qPrintable(column->accessibleName()));
    }
}

void TestReviewShown::backspaceAnswersInTheRail()
{
    show(state().scan->hunks.first().key);
    m_window->window().findChild<Rail*>()->list()->setFocus();
    key(Qt::Key_Backspace);
    QTRY_COMPARE(said(), QStringLiteral("No finding led to this place."));
}

void TestReviewShown::menuNamesTheKeys()
{
    key(Qt::Key_F10);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    for (const auto& [name, text] :
         {std::pair("find", "Ctrl+F"), std::pair("searchChanges", "Ctrl+Shift+F"),
          std::pair("symbols", "o"), std::pair("foldLines", "M"), std::pair("wrapLines", "Alt+Z"),
          std::pair("blame", "b"), std::pair("history", "Ctrl+Alt+Z")}) {
        QString shown;
        const auto actions = menu->actions();
        for (const QAction* action : actions) {
            shown = action->objectName() == QLatin1String(name) ? action->text() : shown;
        }
        QCOMPARE(shown.section(u'\t', 1), QLatin1String(text));
    }
    menu->close();
}

/// On entering, what was chosen while the list was out of sight is in sight, its group too where it
/// is the first one; a list that was scrolled by hand stays there.
void TestReviewShown::listKeepsItsPlace()
{
    auto* tree = part<QTreeView>("changeTree");
    QScrollBar* bar = tree->verticalScrollBar();
    const auto enter = [this](const char* area) {
        m_window->window().setCurrentArea(QLatin1String(area));
        for (int i = 0; i < 5; ++i) {
            QCoreApplication::processEvents();
        }
    };
    enter("plan");
    for (int i = 10; i < 80; ++i) {
        m_window->project.write(QStringLiteral("k%1.cu").arg(i), kAttention);
    }
    QVERIFY(ReviewFixture::git(m_window->project.folder.path(),
                               {QStringLiteral("add"), QStringLiteral("-A")}));
    QVERIFY(ReviewFixture::git(
        m_window->project.folder.path(),
        {QStringLiteral("commit"), QStringLiteral("-qm"), QStringLiteral("many")}));
    m_window->project.session->scanner().rescan();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->project.session->tasks().running().isEmpty(), 30000);
    review().goToChange(keyOf("k79.cu", 15));
    enter("review");
    const auto sees = [tree](const QModelIndex& index) {
        return tree->viewport()->rect().contains(tree->visualRect(index));
    };
    QTRY_VERIFY(bar->maximum() > 2 * bar->pageStep());
    QTRY_VERIFY(sees(tree->currentIndex()));
    QVERIFY(bar->value() > 0);
    // Scrolled by hand, gone and come back to.
    bar->setValue(bar->maximum() / 2);
    const int middle = bar->value();
    QVERIFY(!sees(tree->currentIndex()));
    enter("plan");
    enter("review");
    QCOMPARE(bar->value(), middle);
    // The first change, chosen out of sight: the list begins with its group.
    enter("plan");
    review().command(QStringLiteral("firstChange"))->trigger();
    enter("review");
    QTRY_COMPARE(bar->value(), 0);
    QVERIFY(sees(tree->model()->index(0, 0)));
    QVERIFY(sees(tree->currentIndex()));
}

QTEST_MAIN(TestReviewShown)
#include "tst_reviewshown.moc"
