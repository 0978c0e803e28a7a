// The review of a port that was made elsewhere, in the real window: opened, decided, edited,
// commented on and finished with keys.

#include "tests/gui/portreviewfixture.h"
#include "ui/portreview/commentsdialog.h"
#include "ui/portreview/finishdialog.h"
#include "ui/portreview/openportdialog.h"
#include "ui/shell/shortcutsdialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProcess>

using namespace rocport;

class PortReviewPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void openedFromTheDialog();
    void rowsAndWords();
    void decidedByKeys();
    void undoLeadsBack();
    void filteredByWordsChipsAndCells();
    void anEdit();
    void theRulesText();
    void aFileThatCannotBeEdited();
    void commentsAndReplies();
    void whatThePortDoesNotTouch();
    void finished();
    void finishSaysWhatIsMissing();
    void commentsElsewhere();
    void aRangeThatChangesNothing();
    void aBaseThatIsMissing();
    void aPatchThatDoesNotApply();
    void aNewRevision();
    void ownChangesStayBehind();
    void narrowAndShort();

private:
    [[nodiscard]] QString gitShow(const QString& what) const;

    std::unique_ptr<PortReviewFixture> fixture;
};

void PortReviewPageTest::init()
{
    fixture = std::make_unique<PortReviewFixture>();
}

void PortReviewPageTest::cleanup()
{
    fixture.reset();
}

QString PortReviewPageTest::gitShow(const QString& what) const
{
    QProcess git;
    git.setWorkingDirectory(fixture->project.folder.path());
    git.start(QStringLiteral("git"), {QStringLiteral("show"), what});
    git.waitForFinished(20000);
    return QString::fromUtf8(git.readAllStandardOutput());
}

void PortReviewPageTest::openedFromTheDialog()
{
    fixture->openWindow();
    QVERIFY(!fixture->page().isVisible());
    QAction* command = fixture->review().command(QStringLiteral("reviewPort"));
    QVERIFY(command != nullptr && command->isEnabled());
    QVERIFY(fixture->review().menuCommands().contains(command));
    command->trigger();
    auto* dialog = fixture->part<OpenPortDialog>("openPortDialog");
    QVERIFY(dialog != nullptr && dialog->isVisible());
    auto* branches = dialog->findChild<TextTable*>(QStringLiteral("portBranches"));
    QTRY_COMPARE(branches->currentId(), QStringLiteral("port"));
    QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("portBase"))->text(),
             QStringLiteral("main"));
    QCOMPARE(dialog->request().range, QStringLiteral("main...port"));
    auto* open = dialog->findChild<QPushButton*>(QStringLiteral("openPort"));
    QVERIFY(open->isEnabled());
    dialog->setSource(OpenPortDialog::Patches);
    QVERIFY(!open->isEnabled());
    QCOMPARE(dialog->findChild<QLabel*>(QStringLiteral("openPortWhy"))->text(),
             QStringLiteral("Add the patches."));
    dialog->setSource(OpenPortDialog::Branch);
    open->click();
    QTRY_VERIFY_WITH_TIMEOUT(fixture->reviews().state() != nullptr, 60000);
    QTRY_VERIFY(fixture->page().isVisible());
    QCOMPARE(fixture->part<ElidedLabel>("portTitle")->text(),
             QStringLiteral("Port of row kernels to ROCm"));
    QVERIFY(fixture->part<ElidedLabel>("portFacts")
                ->text()
                .startsWith(QStringLiteral("1 commit by Test, ")));
}

void PortReviewPageTest::rowsAndWords()
{
    fixture->openPort();
    const HunksModel& model = fixture->tree().model();
    QCOMPARE(model.rowCount(), 2); // README.md and row_sum.cu
    QCOMPARE(model.listed().size(), 3);
    const QModelIndex readme = model.indexOf(fixture->hunkIn("README.md"));
    QCOMPARE(readme.siblingAtColumn(HunksModel::NvidiaColumn).data().toString(),
             QStringLiteral("Not in a build"));
    const QModelIndex scale = model.indexOf(fixture->hunkIn("csrc/reduce/row_sum.cu", 16));
    QVERIFY(scale.isValid());
    QCOMPARE(scale.siblingAtColumn(HunksModel::NvidiaColumn).data().toString(),
             QStringLiteral("Changed"));
    QCOMPARE(scale.siblingAtColumn(HunksModel::RuleColumn).data().toString(),
             QStringLiteral("None"));
    const QModelIndex shuffle = model.indexOf(fixture->hunkIn("csrc/reduce/row_sum.cu", 7));
    QCOMPARE(shuffle.siblingAtColumn(HunksModel::NvidiaColumn).data().toString(),
             QStringLiteral("Unchanged"));
    fixture->choose(shuffle.data(HunksModel::IdRole).toByteArray());
    QTRY_VERIFY(fixture->portDiff().scene().currentChange() != nullptr);
    QCOMPARE(fixture->portDiff().scene().currentChange()->key,
             shuffle.data(HunksModel::IdRole).toByteArray());
    QCOMPARE(fixture->part<ElidedLabel>("hunkTitle")->text(), shuffle.data().toString());
    QCOMPARE(fixture->part<Chip>("hunkVerdict")->text(),
             QStringLiteral("NVIDIA path unchanged: proved"));
    QCOMPARE(fixture->part<QLabel>("portDecided")->text(), QStringLiteral("0 of 3 decided"));
}

void PortReviewPageTest::decidedByKeys()
{
    fixture->openPort();
    const QVector<QByteArray> ids = fixture->tree().model().listed();
    fixture->choose(ids[0]);
    QStringList listed; // in the window's list of keys
    for (const ShortcutSection& section : fixture->window().shortcutSections()) {
        for (const ShortcutLine& line : section.lines) {
            listed.append(line.text);
        }
    }
    for (const char* text : {"Accept hunk", "Reject hunk", "Comment on the line", "Next hunk"}) {
        QVERIFY2(listed.contains(QLatin1String(text)), text);
    }
    fixture->press("A");
    QCOMPARE(fixture->reviews().state()->kindOf(ids[0]), DecisionKind::Accepted);
    QCOMPARE(fixture->tree().current(), ids[1]); // the next open one
    fixture->press("R");
    QCOMPARE(fixture->reviews().state()->kindOf(ids[1]), DecisionKind::Rejected);
    QCOMPARE(fixture->tree().current(), ids[2]);
    QCOMPARE(fixture->part<QLabel>("portDecided")->text(), QStringLiteral("2 of 3 decided"));
    QCOMPARE(fixture->part<QLabel>("portKinds")->text(),
             QStringLiteral("1 accepted, 1 rejected, 0 edited"));
    fixture->press("P");
    QCOMPARE(fixture->tree().current(), ids[1]);
    fixture->press("[");
    QCOMPARE(fixture->tree().current(), ids[0]);
    fixture->press("]");
    QCOMPARE(fixture->tree().current(), ids[1]);
    fixture->press("O");
    QCOMPARE(fixture->reviews().state()->kindOf(ids[1]), DecisionKind::Open);
    // The same keys in the diff, and none in a field.
    fixture->portDiff().focusText();
    fixture->press("A");
    QCOMPARE(fixture->reviews().state()->kindOf(ids[1]), DecisionKind::Accepted);
    fixture->press("/");
    QVERIFY(fixture->tree().field().hasFocus());
    QTest::keyClicks(&fixture->tree().field(), QStringLiteral("r"));
    QCOMPARE(fixture->reviews().state()->kindOf(ids[2]), DecisionKind::Open);
    QCOMPARE(fixture->tree().field().text(), QStringLiteral("r"));
}

void PortReviewPageTest::undoLeadsBack()
{
    fixture->openPort();
    const QVector<QByteArray> ids = fixture->tree().model().listed();
    QVERIFY(!fixture->page().commands().at(QStringLiteral("portUndo")).isEnabled());
    fixture->choose(ids[0]);
    fixture->press("A");
    fixture->press("N");
    fixture->press("U");
    QTRY_COMPARE(fixture->reviews().state()->kindOf(ids[0]), DecisionKind::Open);
    QCOMPARE(fixture->tree().current(), ids[0]);
    fixture->press("Shift+U");
    QTRY_COMPARE(fixture->reviews().state()->kindOf(ids[0]), DecisionKind::Accepted);
}

void PortReviewPageTest::filteredByWordsChipsAndCells()
{
    fixture->openPort();
    HunkTree& tree = fixture->tree();
    const QByteArray scale = fixture->hunkIn("csrc/reduce/row_sum.cu", 16);
    const QModelIndex cell = tree.model().indexOf(scale).siblingAtColumn(HunksModel::NvidiaColumn);
    QTest::mouseClick(tree.tree().viewport(), Qt::LeftButton, {},
                      tree.tree().visualRect(cell).center());
    QCOMPARE(tree.model().listed(), QVector<QByteArray>({scale}));
    QCOMPARE(fixture->part<QLabel>("hunkValuesText")->text(),
             QStringLiteral("Only NVIDIA path: Changed"));
    tree.tree().setFocus();
    QTest::keyClick(&tree.tree(), Qt::Key_Escape);
    QCOMPARE(tree.model().listed().size(), 3);
    tree.field().setText(QStringLiteral("readme"));
    QCOMPARE(tree.model().listed().size(), 1);
    tree.field().setText(QStringLiteral("nothing like this"));
    QVERIFY(fixture->part<EmptyState>("noHunkMatches")->isVisible());
    tree.field().clear();
    fixture->choose(scale);
    fixture->press("A");
    auto* chips = fixture->part<SegmentedControl>("hunkStatus");
    chips->setCurrent(static_cast<int>(HunkStatus::Decided));
    QCOMPARE(tree.model().listed(), QVector<QByteArray>({scale}));
}

void PortReviewPageTest::anEdit()
{
    fixture->openPort();
    const QByteArray scale = fixture->hunkIn("csrc/reduce/row_sum.cu", 16);
    fixture->choose(scale);
    QTRY_VERIFY(fixture->portDiff().scene().currentChange() != nullptr);
    fixture->portDiff().focusText();
    fixture->press("E");
    QVERIFY(fixture->portDiff().isEditing());
    QWidget* text = fixture->portDiff().editPane().focusWidget();
    QVERIFY(text != nullptr);
    QTest::keyClick(text, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(text, QStringLiteral("  out[threadIdx.x] *= 4.0f;"));
    QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(fixture->reviews().state()->kindOf(scale), DecisionKind::Edited);
    QCOMPARE(fixture->reviews().state()->kept.decisions.value(scale).editedText,
             QByteArray("  out[threadIdx.x] *= 4.0f;\n"));
    QVERIFY(!fixture->portDiff().isEditing());
    QTRY_VERIFY(fixture->portDiff().scene().layout.left.text.contains("4.0f"));
    QCOMPARE(fixture->page().unsaved(), QStringList());
}

void PortReviewPageTest::theRulesText()
{
    fixture->openPort();
    const QByteArray shuffle = fixture->hunkIn("csrc/reduce/row_sum.cu", 7);
    fixture->choose(shuffle);
    const ReviewHunk& hunk = *fixture->reviews().state()->hunk(shuffle);
    QCOMPARE(hunk.match, RuleMatch::Different); // the port's offset is of 32 lanes
    QAction& use = fixture->page().commands().at(QStringLiteral("portUseRule"));
    const std::optional<QByteArray> text =
        ruleEdit(*fixture->reviews().state()->fileOf(shuffle), hunk);
    QCOMPARE(use.isEnabled(), text.has_value());
    QVERIFY(text);
    fixture->part<QPushButton>("useRuleText")->click();
    QCOMPARE(fixture->reviews().state()->kindOf(shuffle), DecisionKind::Edited);
    QCOMPARE(fixture->reviews().state()->kept.decisions.value(shuffle).editedText, *text);
}

void PortReviewPageTest::aFileThatCannotBeEdited()
{
    fixture->makeRepository();
    const QString folder = fixture->project.folder.path();
    QVERIFY(PortReviewFixture::git(folder, "checkout -q port"));
    fixture->project.write(QStringLiteral("data.bin"), QByteArray("a\0b\0c", 5));
    QVERIFY(PortReviewFixture::git(folder, "add -A"));
    QVERIFY(PortReviewFixture::git(folder, "commit -qm data"));
    QVERIFY(PortReviewFixture::git(folder, "checkout -q main"));
    fixture->openCommitted();
    fixture->window().setCurrentArea(QStringLiteral("review"));
    ReviewRequest request;
    request.range = QStringLiteral("main...port");
    fixture->reviews().open(request);
    QTRY_VERIFY_WITH_TIMEOUT(fixture->reviews().state() != nullptr, 60000);
    fixture->choose(fixture->hunkIn("data.bin"));
    QTRY_VERIFY(fixture->part<EmptyState>("hunkFacts")->isVisible());
    const QAction& edit = fixture->page().commands().at(QStringLiteral("portEdit"));
    QVERIFY(!edit.isEnabled());
    QVERIFY(
        fixture->page().diff().whyNoEdit().contains(QStringLiteral("only lines can be edited")));
    fixture->press("A");
    QCOMPARE(fixture->reviews().state()->count(DecisionKind::Accepted), 1);
}

void PortReviewPageTest::commentsAndReplies()
{
    fixture->openPort();
    const QByteArray scale = fixture->hunkIn("csrc/reduce/row_sum.cu", 16);
    fixture->choose(scale);
    QVERIFY(!fixture->part<QWidget>("threadsPanel")->isVisible());
    fixture->press("C");
    auto* text = fixture->part<QPlainTextEdit>("commentText");
    QVERIFY(text != nullptr && text->hasFocus());
    QTest::keyClicks(text, QStringLiteral("Why 3? arn")); // no letter is a command here
    QCOMPARE(fixture->reviews().state()->kindOf(scale), DecisionKind::Open);
    QVERIFY(!fixture->page().unsaved().isEmpty());
    QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(fixture->reviews().state()->kept.threads.size(), 1);
    const ReviewThread thread = fixture->reviews().state()->kept.threads[0];
    QCOMPARE(thread.hunkId, scale);
    QCOMPARE(thread.line, fixture->reviews().state()->hunk(scale)->headLast);
    QCOMPARE(thread.replies[0].body, QStringLiteral("Why 3? arn"));
    QCOMPARE(fixture->tree().model().indexOf(scale).data(HunksModel::CommentsRole).toInt(), 1);
    QTRY_VERIFY(fixture->part<QPushButton>("threadReply") != nullptr);
    fixture->part<QPushButton>("threadReply")->click();
    QTRY_VERIFY(fixture->part<QPlainTextEdit>("commentText") != nullptr);
    fixture->part<QPlainTextEdit>("commentText")->setPlainText(QStringLiteral("A typo."));
    fixture->part<QPushButton>("commentSend")->click();
    QTRY_COMPARE(fixture->reviews().state()->kept.threads[0].replies.size(), 2);
    QTRY_VERIFY(fixture->part<QPushButton>("threadResolve") != nullptr);
    fixture->part<QPushButton>("threadResolve")->click();
    QTRY_VERIFY(fixture->reviews().state()->kept.threads[0].isResolved);
    QCOMPARE(fixture->tree().model().indexOf(scale).data(HunksModel::CommentsRole).toInt(), 0);
}

void PortReviewPageTest::whatThePortDoesNotTouch()
{
    fixture->openPort();
    const QVector<MissingPlace>& missing = fixture->reviews().state()->review->missing;
    QVERIFY(!missing.isEmpty());
    auto* table = fixture->part<TextTable>("missingPlaces");
    QVERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), missing.size());
    const QString place =
        QStringLiteral("%1:%2").arg(missing[0].finding.path.display()).arg(missing[0].finding.line);
    QCOMPARE(table->model()->index(0, 1).data().toString(), place);
    fixture->tree().tree().setFocus();
    fixture->press("T");
    QVERIFY(!table->isVisible());
    fixture->press("T");
    QVERIFY(table->isVisible());
    fixture->part<QPushButton>("missingComment")->click();
    auto* dialog = fixture->part<CommentsDialog>("commentsDialog");
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QVERIFY(dialog->findChild<QCheckBox*>(QStringLiteral("commentsMissing"))->isChecked());
    QTRY_VERIFY(dialog->findChild<QPlainTextEdit*>(QStringLiteral("commentsText"))
                    ->toPlainText()
                    .contains(missing[0].finding.path.display()));
}

void PortReviewPageTest::finished()
{
    fixture->openPort();
    const QByteArray readme = fixture->hunkIn("README.md");
    const QByteArray shuffle = fixture->hunkIn("csrc/reduce/row_sum.cu", 7);
    const QByteArray scale = fixture->hunkIn("csrc/reduce/row_sum.cu", 16);
    fixture->reviews().decide({readme, shuffle}, DecisionKind::Accepted);
    fixture->reviews().decide({scale}, DecisionKind::Rejected);
    fixture->page().commands().at(QStringLiteral("portFinish")).trigger();
    auto* dialog = fixture->part<FinishDialog>("finishDialog");
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("finishBranch"))->text(),
             QStringLiteral("review/port"));
    QCOMPARE(dialog->findChild<QLabel*>(QStringLiteral("finishCounts"))->text(),
             QStringLiteral("2 accepted, 0 edited; 1 rejected stay as in the base."));
    QVERIFY(!dialog->findChild<QCheckBox*>(QStringLiteral("finishOpenAsBase"))->isVisible());
    auto* make = dialog->findChild<QPushButton*>(QStringLiteral("finishMake"));
    QVERIFY(make->isEnabled());
    make->click();
    auto* notice = fixture->part<QLabel>("portNoticeText");
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible(), 30000);
    QVERIFY(notice->text().startsWith(QStringLiteral("The branch review/port was made at ")));
    fixture->part<QPushButton>("portNoticeButton")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("review/port"));
    QByteArray expected = PortReviewFixture::kernel(true);
    expected.replace("*= 3.0f", "*= 2.0f");
    QCOMPARE(gitShow(QStringLiteral("review/port:csrc/reduce/row_sum.cu")).toUtf8(), expected);
    QCOMPARE(gitShow(QStringLiteral("review/port:README.md")),
             QStringLiteral("# Kernels for two vendors\n"));
    QCOMPARE(gitShow(QStringLiteral("port:csrc/reduce/row_sum.cu")).toUtf8(),
             PortReviewFixture::kernel(true)); // the author's branch is as it was
}

void PortReviewPageTest::finishSaysWhatIsMissing()
{
    fixture->openPort();
    fixture->page().commands().at(QStringLiteral("portFinish")).trigger();
    auto* dialog = fixture->part<FinishDialog>("finishDialog");
    auto* make = dialog->findChild<QPushButton*>(QStringLiteral("finishMake"));
    auto* problem = dialog->findChild<QLabel*>(QStringLiteral("finishProblem"));
    auto* open = dialog->findChild<QCheckBox*>(QStringLiteral("finishOpenAsBase"));
    QVERIFY(!make->isEnabled());
    QCOMPARE(problem->text(),
             QStringLiteral("No hunk is accepted, so the branch would be the base."));
    fixture->reviews().decide({fixture->hunkIn("README.md")}, DecisionKind::Accepted);
    QTRY_COMPARE(problem->text(), QStringLiteral("2 hunks are open."));
    QVERIFY(open->isVisible());
    open->setChecked(true);
    QVERIFY(make->isEnabled());
    auto* branch = dialog->findChild<QLineEdit*>(QStringLiteral("finishBranch"));
    branch->setText(QStringLiteral("port")); // the author's own
    make->click();
    QTRY_VERIFY_WITH_TIMEOUT(make->isEnabled() && problem->text().contains(QStringLiteral("port")),
                             30000);
    QVERIFY(dialog->isVisible());
}

void PortReviewPageTest::commentsElsewhere()
{
    fixture->openPort();
    const QByteArray scale = fixture->hunkIn("csrc/reduce/row_sum.cu", 16);
    const int line = fixture->reviews().state()->hunk(scale)->headLast;
    fixture->reviews().comment(scale, false, line, QStringLiteral("Why 3?"));
    fixture->page().commands().at(QStringLiteral("portComments")).trigger();
    auto* dialog = fixture->part<CommentsDialog>("commentsDialog");
    auto* text = dialog->findChild<QPlainTextEdit*>(QStringLiteral("commentsText"));
    const auto* saves = dialog->findChild<QPushButton*>(QStringLiteral("commentsSave"));
    QVERIFY(!saves->isEnabled()); // it is put together in another thread
    QTRY_VERIFY(saves->isEnabled());
    QVERIFY(text->toPlainText().contains(QStringLiteral("Why 3?")));
    QVERIFY(text->toPlainText().contains(QStringLiteral("csrc/reduce/row_sum.cu:%1").arg(line)));
    auto* format = dialog->findChild<QComboBox*>(QStringLiteral("commentsFormat"));
    format->setCurrentIndex(1);
    QTRY_VERIFY(saves->isEnabled());
    const QJsonObject request = QJsonDocument::fromJson(text->toPlainText().toUtf8()).object();
    QCOMPARE(request.value(QStringLiteral("comments")).toArray().size(), 1);
    format->setCurrentIndex(2);
    QTRY_VERIFY(saves->isEnabled());
    dialog->findChild<QPushButton*>(QStringLiteral("commentsCopy"))->click();
    const QJsonArray discussions =
        QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).array();
    QCOMPARE(discussions.size(), 1);
    QCOMPARE(discussions[0][QStringLiteral("body")].toString(), QStringLiteral("Why 3?"));
    QCOMPARE(discussions[0][QStringLiteral("position")][QStringLiteral("new_line")].toInt(), line);
    auto* threads = dialog->findChild<QCheckBox*>(QStringLiteral("commentsThreads"));
    threads->setChecked(false);
    QTRY_VERIFY(dialog->findChild<QLabel*>(QStringLiteral("commentsNote"))
                    ->text()
                    .startsWith(QStringLiteral("There is nothing")));
    QVERIFY(!saves->isEnabled());
    threads->setChecked(true); // and at once another choice: the newest counts
    format->setCurrentIndex(0);
    QTRY_VERIFY(saves->isEnabled());
    QVERIFY(text->toPlainText().startsWith(QStringLiteral("### ")));
}

void PortReviewPageTest::aRangeThatChangesNothing()
{
    fixture->openPort("main..main");
    QVERIFY(fixture->part<EmptyState>("portEmpty")->isVisible());
    QCOMPARE(fixture->part<EmptyState>("portEmpty")->title(),
             QStringLiteral("This range changes no file"));
}

void PortReviewPageTest::aBaseThatIsMissing()
{
    fixture->openWindow();
    ReviewRequest request;
    request.range = QStringLiteral("nowhere...port");
    fixture->page().commands().at(QStringLiteral("reviewPort")).trigger();
    auto* dialog = fixture->part<OpenPortDialog>("openPortDialog");
    dialog->setRequest(request);
    dialog->findChild<QPushButton*>(QStringLiteral("openPort"))->click();
    auto* failed = fixture->part<QWidget>("portFailed");
    QTRY_VERIFY_WITH_TIMEOUT(failed->isVisible(), 30000);
    QVERIFY(failed->findChild<ErrorPanel*>()->message().contains(QStringLiteral("nowhere")));
    auto* choose = fixture->part<QPushButton>("portChooseBase");
    QVERIFY(choose->isVisible() && choose->isEnabled());
    choose->click();
    OpenPortDialog* again = nullptr;
    const auto isOpen = [&again] {
        const QWidgetList all = QApplication::topLevelWidgets();
        for (QWidget* one : all) {
            auto* candidate = qobject_cast<OpenPortDialog*>(one);
            again = candidate != nullptr && candidate->isVisible() ? candidate : again;
        }
        return again != nullptr;
    };
    QTRY_VERIFY(isOpen());
    QCOMPARE(again->findChild<QLineEdit*>(QStringLiteral("portRangeField"))->text(),
             QStringLiteral("nowhere...port"));
    again->reject();
    fixture->part<QPushButton>("portFailedClose")->click();
    QTRY_VERIFY(!fixture->page().isVisible());
    QVERIFY(!fixture->part<QWidget>("portReviewBar")->isVisible());
}

void PortReviewPageTest::aPatchThatDoesNotApply()
{
    fixture->openWindow();
    QFile patch(fixture->project.data.filePath(QStringLiteral("bad.patch")));
    QVERIFY(patch.open(QIODevice::WriteOnly));
    patch.write("--- a/csrc/vote.cu\n+++ b/csrc/vote.cu\n@@ -1 +1 @@\n-something else\n+new\n");
    patch.close();
    fixture->page().commands().at(QStringLiteral("reviewPort")).trigger();
    auto* dialog = fixture->part<OpenPortDialog>("openPortDialog");
    ReviewRequest request;
    request.patches = QStringList{patch.fileName()};
    request.base = QStringLiteral("main");
    dialog->setRequest(request);
    dialog->findChild<QPushButton*>(QStringLiteral("openPort"))->click();
    auto* failed = fixture->part<QWidget>("portFailed");
    QTRY_VERIFY_WITH_TIMEOUT(failed->isVisible(), 30000);
    QVERIFY(failed->findChild<ErrorPanel*>()->message().contains(QStringLiteral("vote.cu")));
}

void PortReviewPageTest::aNewRevision()
{
    fixture->openPort();
    const QByteArray readme = fixture->hunkIn("README.md");
    const QByteArray scale = fixture->hunkIn("csrc/reduce/row_sum.cu", 16);
    fixture->reviews().decide({readme, scale}, DecisionKind::Accepted);
    const QAction& since = fixture->page().commands().at(QStringLiteral("portSince"));
    QVERIFY(!since.isEnabled());
    const QString folder = fixture->project.folder.path();
    QVERIFY(PortReviewFixture::git(folder, "checkout -q port"));
    QByteArray text = PortReviewFixture::kernel(true);
    text.replace("*= 3.0f", "*= 5.0f");
    fixture->project.write(QStringLiteral("csrc/reduce/row_sum.cu"), text);
    QVERIFY(PortReviewFixture::git(folder, "commit -qam five"));
    QVERIFY(PortReviewFixture::git(folder, "checkout -q main"));
    fixture->reviews().lookForRevision();
    auto* button = fixture->part<QPushButton>("portNoticeButton");
    QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), 30000);
    QCOMPARE(button->text(), QStringLiteral("Carry over"));
    button->click();
    QTRY_VERIFY_WITH_TIMEOUT(fixture->reviews().state() &&
                                 fixture->reviews().state()->kept.revisions.size() == 2,
                             60000);
    QTRY_VERIFY(!fixture->reviews().isOpening());
    QCOMPARE(fixture->reviews().state()->kindOf(readme), DecisionKind::Accepted);
    const QByteArray now = fixture->hunkIn("csrc/reduce/row_sum.cu", 16);
    QVERIFY(now != scale);
    QCOMPARE(fixture->reviews().state()->kindOf(now), DecisionKind::Open);
    QVERIFY(since.isEnabled());
    fixture->choose(now);
    fixture->press("I");
    QTRY_COMPARE(fixture->reviews().state()->since, 1);
    QVERIFY(fixture->tree().model().indexOf(now).data(HunksModel::ChangedRole).toBool());
    QTRY_VERIFY(fixture->portDiff().scene().layout.left.text.contains("*= 5.0f"));
    QTRY_VERIFY(fixture->portDiff().scene().layout.left.text.contains("*= 3.0f")); // before
    QVERIFY(fixture->part<ElidedLabel>("changedHunksText")
                ->text()
                .contains(QStringLiteral("since revision 1")));
    fixture->press("I");
    QTRY_VERIFY(fixture->portDiff().scene().layout.left.text.contains("*= 2.0f")); // of the base
}

void PortReviewPageTest::ownChangesStayBehind()
{
    fixture->openPort();
    QVERIFY(fixture->review().guest().isShown());
    QVERIFY(!fixture->review().diff().isVisible());
    const int decided = fixture->state().decided;
    fixture->choose(fixture->hunkIn("README.md"));
    fixture->press("A");
    QCOMPARE(fixture->state().decided, decided);
    fixture->review().goToFindings({});
    QVERIFY(!fixture->page().isVisible());
    QVERIFY(fixture->part<QWidget>("portReviewBar")->isVisible());
    fixture->part<QPushButton>("portReviewShow")->click();
    QVERIFY(fixture->page().isVisible());
    fixture->part<QPushButton>("portCloseButton")->click();
    QTRY_VERIFY(!fixture->page().isVisible());
    QVERIFY(!fixture->part<QWidget>("portReviewBar")->isVisible());
    QCOMPARE(fixture->reviews().kept().size(), 1);
    // Gone on with from the list of reviews that were begun.
    fixture->page().commands().at(QStringLiteral("reviewPort")).trigger();
    auto* dialog = fixture->part<OpenPortDialog>("openPortDialog");
    dialog->setSource(OpenPortDialog::Kept);
    auto* open = dialog->findChild<QPushButton*>(QStringLiteral("openPort"));
    QTRY_VERIFY(open->isEnabled());
    open->click();
    QTRY_VERIFY_WITH_TIMEOUT(fixture->page().isVisible() && fixture->reviews().state(), 60000);
    QCOMPARE(fixture->reviews().state()->count(DecisionKind::Accepted), 1);
}

void PortReviewPageTest::narrowAndShort()
{
    fixture->openPort();
    fixture->choose(fixture->hunkIn("csrc/reduce/row_sum.cu", 7));
    fixture->window().resize(1120, 700);
    QTRY_COMPARE(fixture->window().width(), 1120);
    for (const char* name : {"portFinishButton", "portCloseButton", "portCommentsButton"}) {
        const auto* button = fixture->part<QPushButton>(name);
        QVERIFY2(button->isVisible(), name);
        QVERIFY2(button->width() >= button->sizeHint().width(), name);
        QVERIFY2(fixture->page().rect().contains(
                     QRect(button->mapTo(&fixture->page(), QPoint()), button->size())),
                 name);
    }
    QVERIFY(fixture->tree().width() >= 400);
    QVERIFY(fixture->portDiff().height() >= 100);
    QVERIFY(fixture->page().diff().isUnified());
    QVERIFY(fixture->part<QWidget>("hunkDetail")->isVisible());
}

QTEST_MAIN(PortReviewPageTest)
#include "tst_portreviewpage.moc"
