// The commit dialog by keys and mouse: what it shows, and what git then has.
#include "core/project/session/projectcommits.h"
#include "tests/gui/commitdialogfixture.h"
#include "tests/support/paintedtext.h"

#include <QAction>
#include <QCheckBox>
#include <QPlainTextEdit>

using namespace rocport;
using test::text;

class CommitDialogTest : public QObject, protected test::CommitDialogFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { isolate(); }
    void init() { start(); }
    void cleanup() { stop(); }

    void showsFilesAndCounts();
    void pathsAndFormsAreReadable();
    void editsMessageAuthorAndSignOff();
    void leavesAPhaseOut();
    void refusesAnEmptyMessage();
    void asksWhoCommits();
    void amendsAndUndoes();
    void squashes();
    void saysWhyNotAmended();
    void keepsWhatWasTyped();
};

void CommitDialogTest::showsFilesAndCounts()
{
    acceptAll();
    open();
    QTRY_VERIFY(phaseItem(Phase::Wavefront) != nullptr);
    QTreeWidgetItem* masks = phaseItem(Phase::Wavefront);
    QCOMPARE(masks->text(0),
             text("3  Wavefront adaptation, %1 changes").arg(keysOf(Phase::Wavefront).size()));
    QCOMPARE(masks->checkState(0), Qt::Checked);
    QVERIFY(masks->isExpanded());
    QMap<int, QStringList> shown;
    for (const Phase phase : {Phase::Translation, Phase::Wavefront}) {
        QTreeWidgetItem* item = phaseItem(phase);
        QVERIFY(item);
        for (int i = 0; i < item->childCount(); ++i) {
            QString path = item->child(i)->text(0);
            path.remove(text(" (new)"));
            shown[int(phase)].append(item->child(i)->text(1).mid(1) + u'\t' +
                                     item->child(i)->text(2).mid(1) + u'\t' + path);
        }
    }
    const QString total = child<QLabel>("commitTotal")->text();
    QVERIFY2(total.startsWith(text("Total: ")), qPrintable(total));
    picture(*m_dialog, "commit");
    commitByKey();
    for (const RecordedCommit& commit : state()->commits) {
        QCOMPARE(shown[int(commit.phase)].join(u'\n').toUtf8(), numstat(commit.id));
    }
    QTRY_COMPARE(commitButton()->isEnabled(), false);
}

/// A file's name stays where its path has no room, and a committed phase says what can be done.
void CommitDialogTest::pathsAndFormsAreReadable()
{
    acceptAll();
    open();
    QTRY_VERIFY(phaseItem(Phase::Wavefront) != nullptr);
    auto* tree = child<QTreeWidget>("commitFiles");
    QTreeWidgetItem* file = phaseItem(Phase::Wavefront)->child(0);
    // A usual path is whole.
    const QString usual = text("exllamav3/exllamav3_ext/attention/q_cache_kernels.cuh");
    const auto painted = [&] {
        QCoreApplication::processEvents();
        QString shown;
        for (const test::PaintedText& part : test::paintedTexts(
                 *tree, tree->model()->index(
                            0, 0,
                            tree->model()->index(
                                tree->indexOfTopLevelItem(phaseItem(Phase::Wavefront)), 0)))) {
            shown += part.text;
        }
        return shown;
    };
    file->setText(0, usual);
    QCOMPARE(painted(), usual);
    file->setText(0,
                  text("a/folder/that/is/long/enough/for/no/dialog/to/show/all/of/it/reduce.cu"));
    const QString shown = painted();
    QVERIFY2(shown.endsWith(text("reduce.cu")), qPrintable(shown));
    commitByKey();
    QTRY_VERIFY(phaseItem(Phase::Wavefront) != nullptr &&
                phaseItem(Phase::Wavefront)->text(0).endsWith(text("committed")));
    choosePhase(Phase::Wavefront);
    auto* form = child<QComboBox>("commitForm");
    QVERIFY(form->isVisible());
    QCOMPARE(form->currentText(), text("Leave as committed"));
    QVERIFY(child<QPlainTextEdit>("commitMessage")->placeholderText().contains(text("committed")));
    chooseForm("Reword");
    QTRY_COMPARE(phaseItem(Phase::Wavefront)->checkState(0), Qt::Checked);
    phaseItem(Phase::Wavefront)->setCheckState(0, Qt::Unchecked);
    QTRY_COMPARE(child<QComboBox>("commitForm")->currentText(), text("Leave as committed"));
    closeDialog();
    // The toolbar does not offer to commit nothing.
    QStringList texts;
    const auto buttons = m_area->findChildren<QAbstractButton*>();
    for (const QAbstractButton* button : buttons) {
        texts.append(button->text());
    }
    QVERIFY2(texts.filter(text("Commit 0")).isEmpty(), qPrintable(texts.join(u'|')));
    QVERIFY2(texts.contains(text("Commits…")), qPrintable(texts.join(u'|')));
}

void CommitDialogTest::editsMessageAuthorAndSignOff()
{
    acceptAll();
    open();
    QCOMPARE(child<QLineEdit>("commitAuthorName")->text(), text("Test"));
    QCOMPARE(child<QLineEdit>("commitAuthorMail")->text(), text("t@example.org"));
    QVERIFY(!child<QLabel>("commitAuthorWhy")->isVisible());
    choosePhase(Phase::Wavefront);
    auto* message = child<QPlainTextEdit>("commitMessage");
    QVERIFY(message->toPlainText().startsWith(text("Port phase 3")));
    replaceText(message, "Masks of 64 lanes");
    QTest::keyClick(message, Qt::Key_Return);
    QTest::keyClick(message, Qt::Key_Return);
    QTest::keyClicks(message, text("Checked by hand."));
    replaceText(child<QLineEdit>("commitAuthorName"), "Ada L");
    replaceText(child<QLineEdit>("commitAuthorMail"), "ada@example.org");
    auto* signOff = child<QCheckBox>("commitSignOff");
    QVERIFY(!child<QLabel>("commitSignOffLine")->isVisible());
    QTest::mouseClick(signOff, Qt::LeftButton, {}, QPoint(8, signOff->height() / 2));
    QCOMPARE(child<QLabel>("commitSignOffLine")->text(),
             text("Signed-off-by: Test <t@example.org>"));
    QVERIFY(child<QLabel>("commitSignOffLine")->isVisible());
    // Another phase has its own message; this one's is there again.
    choosePhase(Phase::Translation);
    QVERIFY(message->toPlainText().startsWith(text("Port phase 2")));
    choosePhase(Phase::Wavefront);
    QVERIFY(message->toPlainText().startsWith(text("Masks of 64 lanes")));
    commitByKey();
    QCOMPARE(log("%an <%ae>|%cn <%ce>"),
             QByteArray("Ada L <ada@example.org>|Test <t@example.org>\n"
                        "Ada L <ada@example.org>|Test <t@example.org>"));
    QCOMPARE(git({text("log"), text("-1"), text("--format=%B"), state()->meta.portBranch}),
             QByteArray("Masks of 64 lanes\n\nChecked by hand.\n\n"
                        "Signed-off-by: Test <t@example.org>"));
    QVERIFY(log("%s").split('\n').last().startsWith("Port phase 2"));
}

void CommitDialogTest::leavesAPhaseOut()
{
    acceptAll();
    open();
    choosePhase(Phase::Translation);
    const int all = int(keysOf(Phase::Translation).size() + keysOf(Phase::Wavefront).size());
    QTRY_COMPARE(commitButton()->text(), text("Commit %1 changes").arg(all));
    QTest::keyClick(child<QTreeWidget>("commitFiles"), Qt::Key_Space);
    QTRY_COMPARE(commitButton()->text(),
                 text("Commit %1 changes").arg(keysOf(Phase::Wavefront).size()));
    QTRY_COMPARE(phaseItem(Phase::Translation)->childCount(), 0);
    commitByKey();
    QCOMPARE(state()->commits.size(), 1);
    QCOMPARE(state()->commits.first().phase, Phase::Wavefront);
}

void CommitDialogTest::refusesAnEmptyMessage()
{
    acceptAll();
    open();
    choosePhase(Phase::Wavefront);
    QTRY_VERIFY(commitButton()->isEnabled());
    auto* message = child<QPlainTextEdit>("commitMessage");
    message->setFocus();
    QTest::keySequence(message, QKeySequence(QKeySequence::SelectAll));
    QTest::keyClick(message, Qt::Key_Delete);
    QVERIFY(!commitButton()->isEnabled());
    QVERIFY(
        labels().contains(text("The message of phase 3 is empty; describe what its commit does.")));
    QTest::keySequence(m_dialog, QKeySequence(text("Ctrl+Return")));
    QVERIFY(state()->commits.isEmpty());
    // From another phase too, the key leads to the message that is missing.
    choosePhase(Phase::Translation);
    QVERIFY(!message->toPlainText().isEmpty());
    QTest::keySequence(m_dialog, QKeySequence(text("Ctrl+Return")));
    QCOMPARE(m_dialog->focusWidget(), message);
    QCOMPARE(message->toPlainText(), QString());
    QTest::keyClicks(message, text("Now"));
    QVERIFY(commitButton()->isEnabled());
    QVERIFY(!child<QLabel>("commitProblem")->isVisible());
}

void CommitDialogTest::asksWhoCommits()
{
    git({text("config"), text("--remove-section"), text("user")});
    acceptAll();
    open();
    QTRY_VERIFY(child<QLabel>("commitAuthorWhy")->isVisible());
    QVERIFY(child<QLabel>("commitAuthorWhy")->text().contains(text("git has no name")));
    QVERIFY(!commitButton()->isEnabled());
    QVERIFY(
        labels().contains(text("The author is incomplete; enter a name and an e-mail address.")));
    picture(*m_dialog, "nobody");
    // The key that commits leads to what is missing.
    QTest::keyClick(m_dialog, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_dialog->focusWidget(), child<QLineEdit>("commitAuthorName"));
    replaceText(child<QLineEdit>("commitAuthorName"), "Ada");
    QVERIFY(!commitButton()->isEnabled());
    QTest::keyClick(m_dialog, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_dialog->focusWidget(), child<QLineEdit>("commitAuthorMail"));
    replaceText(child<QLineEdit>("commitAuthorMail"), "ada@example.org");
    commitByKey();
    QCOMPARE(log("%an <%ae>|%cn <%ce>").split('\n').first(),
             QByteArray("Ada <ada@example.org>|Ada <ada@example.org>"));
    QVERIFY(git({text("config"), text("--get"), text("user.name")}).isEmpty());
    // The next time it is known, here only.
    closeDialog();
    open();
    QTRY_COMPARE(child<QLineEdit>("commitAuthorName")->text(), text("Ada"));
    QCOMPARE(child<QLineEdit>("commitAuthorMail")->text(), text("ada@example.org"));
}

void CommitDialogTest::amendsAndUndoes()
{
    const QVector<QByteArray> masks = keysOf(Phase::Wavefront);
    accept({masks.first()});
    open();
    commitByKey();
    const QByteArray old = state()->commits.last().id;
    closeDialog();
    accept(masks);
    open();
    choosePhase(Phase::Wavefront);
    auto* form = child<QComboBox>("commitForm");
    QCOMPARE(form->currentText(), text("New commit"));
    QCOMPARE(form->itemText(1), text("Amend %1").arg(QString::fromLatin1(old.left(8))));
    chooseForm("Amend");
    QTRY_VERIFY2(
        child<QPlainTextEdit>("commitMessage")
            ->toPlainText()
            .startsWith(text("Port phase 3: wavefront adaptation (%1 changes)").arg(masks.size())),
        qPrintable(child<QPlainTextEdit>("commitMessage")->toPlainText()));
    QCOMPARE(
        commitButton()->text(),
        text("Commit %1, rewrite 1 commit")
            .arg(masks.size() == 2 ? text("1 change") : text("%1 changes").arg(masks.size() - 1)));
    commitByKey();
    QCOMPARE(log("%H").split('\n').size(), 1);
    const QByteArray amended = state()->commits.last().id;
    QCOMPARE(log("%H"), amended);
    QTRY_VERIFY(
        labels().contains(text("replaced by %1").arg(QString::fromLatin1(amended.left(8)))));
    picture(*m_dialog, "amended");
    QTRY_VERIFY(button("Undo rewriting") != nullptr && button("Undo rewriting")->isEnabled());
    QTest::mouseClick(button("Undo rewriting"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(log("%H"), old, 20000);
    waitForTasks();
    QTRY_VERIFY(button("Undo") != nullptr);
    // The commit that came back stands there once, as one of the branch.
    QCOMPARE(labels().count(QString::fromLatin1(old.left(8))), 1);
    QVERIFY(labels().filter(text("replaced by")).isEmpty());
    QTRY_COMPARE(phaseItem(Phase::Wavefront)->checkState(0), Qt::Checked);
}

void CommitDialogTest::squashes()
{
    const QVector<QByteArray> masks = keysOf(Phase::Wavefront);
    accept({masks.first()});
    m_fixture->session->commits().commitPhases({Phase::Wavefront});
    waitForTasks();
    accept(masks);
    m_fixture->session->commits().commitPhases({Phase::Wavefront});
    waitForTasks();
    QCOMPARE(log("%H").split('\n').size(), 2);
    const QByteArray tree = git({text("rev-parse"), state()->meta.portBranch + text("^{tree}")});
    open();
    choosePhase(Phase::Wavefront);
    QCOMPARE(phaseItem(Phase::Wavefront)->text(0), text("3  Wavefront adaptation, committed"));
    QCOMPARE(phaseItem(Phase::Wavefront)->checkState(0), Qt::Unchecked);
    QVERIFY(!commitButton()->isEnabled());
    QCOMPARE(commitButton()->text(), text("Nothing to commit"));
    chooseForm("Squash 2 commits into one");
    QCOMPARE(commitButton()->text(), text("Rewrite 2 commits"));
    picture(*m_dialog, "squash");
    commitByKey();
    QCOMPARE(log("%H").split('\n').size(), 1);
    QCOMPARE(git({text("rev-parse"), state()->meta.portBranch + text("^{tree}")}), tree);
    QCOMPARE(log("%s"),
             text("Port phase 3: wavefront adaptation (%1 changes)").arg(masks.size()).toUtf8());
}

void CommitDialogTest::saysWhyNotAmended()
{
    const QVector<QByteArray> masks = keysOf(Phase::Wavefront);
    accept({masks.first()});
    m_fixture->session->commits().commitPhases({Phase::Wavefront});
    waitForTasks();
    git({text("update-ref"), text("refs/remotes/origin/port"), state()->meta.portBranch});
    accept(masks);
    open();
    choosePhase(Phase::Wavefront);
    QCOMPARE(child<QComboBox>("commitForm")->count(), 1);
    QVERIFY(!child<QComboBox>("commitForm")->isVisible());
    QVERIFY(child<QLabel>("commitFormWhy")->isVisible());
    picture(*m_dialog, "shared");
    QCOMPARE(child<QLabel>("commitFormWhy")->text(),
             text("The commits of this phase cannot be amended because they are also on "
                  "origin/port; make a new commit instead."));
}

void CommitDialogTest::keepsWhatWasTyped()
{
    acceptAll();
    open();
    choosePhase(Phase::Wavefront);
    replaceText(child<QPlainTextEdit>("commitMessage"), "Half a thought");
    closeDialog();
    open();
    choosePhase(Phase::Wavefront);
    QCOMPARE(child<QPlainTextEdit>("commitMessage")->toPlainText(), text("Half a thought"));
    commitByKey();
    QVERIFY(log("%s").contains("Half a thought"));
    // It was said: the next commit has words of its own.
    closeDialog();
    m_fixture->session->commits().undo(state()->commits.last().id);
    waitForTasks();
    open();
    choosePhase(Phase::Wavefront);
    QTRY_VERIFY(
        child<QPlainTextEdit>("commitMessage")->toPlainText().startsWith(text("Port phase 3")));
}

QTEST_MAIN(CommitDialogTest)
#include "tst_commitdialog.moc"
