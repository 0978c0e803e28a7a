// The commit dialog by keys and mouse: what it shows, and what git then has.
#include "tests/gui/reviewfixture.h"
#include "tests/support/isolatehome.h"
#include "tests/support/reducesource.h"
#include "ui/review/checkoutbanner.h"
#include "ui/review/commitdialog.h"
#include "ui/review/handoffdialog.h"
#include "ui/review/reviewarea.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTreeWidget>

using namespace rocport;

namespace {

QString text(const char* latin)
{
    return QString::fromUtf8(latin);
}

} // namespace

class CommitDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void showsFilesAndCounts();
    void editsMessageAuthorAndSignOff();
    void leavesAPhaseOut();
    void refusesAnEmptyMessage();
    void asksWhoCommits();
    void amendsAndUndoes();
    void squashes();
    void saysWhyNotAmended();
    void keepsWhatWasTyped();
    void namesUncommittedFiles();
    void handsOver();
    void saysHowToSign();
    void bannerIsDismissed();
    void bannerGoesWithTheChanges();

private:
    [[nodiscard]] std::shared_ptr<const ProjectState> state() const
    {
        return m_fixture->session->state();
    }
    QByteArray git(const QStringList& arguments) const
    {
        QProcess process;
        process.setWorkingDirectory(m_fixture->folder.path());
        process.start(text("git"), arguments);
        process.waitForFinished(20000);
        return process.readAllStandardOutput().trimmed();
    }
    [[nodiscard]] QByteArray log(const char* format) const
    {
        return git({text("log"), text("--format=%1").arg(QLatin1String(format)),
                    text("main..") + state()->meta.portBranch});
    }
    [[nodiscard]] QVector<QByteArray> keysOf(Phase phase) const
    {
        QVector<QByteArray> keys;
        for (const Hunk& hunk : state()->scan->hunks) {
            if (hunk.phase == phase) {
                keys.append(hunk.key);
            }
        }
        return keys;
    }
    void accept(QVector<QByteArray> keys) const
    {
        keys.removeIf([this](const QByteArray& key) { return state()->isCommitted(key); });
        QVERIFY(m_fixture->session->decide(keys, DecisionKind::Accepted, text("some"), {},
                                           text("test")));
    }
    void acceptAll() const
    {
        accept(keysOf(Phase::Translation));
        accept(keysOf(Phase::Wavefront));
    }
    void waitForTasks() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->tasks().isEmpty(), 20000);
    }
    /// Opens the dialog as a user does.
    void open()
    {
        m_area->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
        QTest::keySequence(m_area.get(), QKeySequence(text("Ctrl+Return")));
        m_dialog = m_area->findChild<CommitDialog*>();
        QVERIFY(m_dialog);
        QVERIFY(QTest::qWaitForWindowActive(m_dialog));
        settle();
    }
    /// Waits until what is shown is of the choices of now.
    void settle() const { QTRY_VERIFY(child<QTreeWidget>("commitFiles")->topLevelItemCount() > 0); }
    template <typename Widget>
    [[nodiscard]] Widget* child(const char* name) const
    {
        auto* found = m_dialog->findChild<Widget*>(QLatin1String(name));
        if (found == nullptr) {
            qFatal("no %s", name);
        }
        return found;
    }
    [[nodiscard]] QPushButton* commitButton() const { return child<QPushButton>("commitNow"); }
    [[nodiscard]] QTreeWidgetItem* phaseItem(Phase phase) const
    {
        auto* tree = child<QTreeWidget>("commitFiles");
        for (int i = 0; i < tree->topLevelItemCount(); ++i) {
            if (tree->topLevelItem(i)->text(0).startsWith(QString::number(int(phase)))) {
                return tree->topLevelItem(i);
            }
        }
        return nullptr;
    }
    void choosePhase(Phase phase) const
    {
        auto* tree = child<QTreeWidget>("commitFiles");
        QTRY_VERIFY(phaseItem(phase) != nullptr);
        tree->scrollToItem(phaseItem(phase));
        const QRect rect = tree->visualItemRect(phaseItem(phase));
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, rect.center());
        QCOMPARE(tree->currentItem(), phaseItem(phase));
    }
    /// Chooses an entry of "how the phase is committed" by its first word, with keys.
    void chooseForm(const char* word) const
    {
        auto* form = child<QComboBox>("commitForm");
        form->setFocus();
        int wanted = -1;
        for (int i = 0; i < form->count(); ++i) {
            wanted = form->itemText(i).startsWith(QLatin1String(word)) ? i : wanted;
        }
        QVERIFY2(wanted >= 0, word);
        // With one entry there is nothing to move to: it is chosen from the list.
        QTest::keyClick(form, Qt::Key_Home);
        for (int i = 0; i < wanted; ++i) {
            QTest::keyClick(form, Qt::Key_Down);
        }
        QTRY_VERIFY(commitButton()->isEnabled());
        QVERIFY(child<QComboBox>("commitForm")->currentText().startsWith(QLatin1String(word)));
    }
    void replaceText(QWidget* field, const char* words) const
    {
        field->setFocus();
        QTest::keySequence(field, QKeySequence(QKeySequence::SelectAll));
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, QLatin1String(words));
    }
    void commitByKey() const
    {
        QTRY_VERIFY(commitButton()->isEnabled());
        const qsizetype before = state()->commits.size();
        QTest::keySequence(m_dialog, QKeySequence(text("Ctrl+Return")));
        QTRY_VERIFY_WITH_TIMEOUT(state()->commits.size() > before, 20000);
        waitForTasks();
    }
    void closeDialog()
    {
        QTest::keyClick(m_dialog, Qt::Key_Escape);
        QTRY_VERIFY(m_area->findChild<CommitDialog*>() == nullptr);
        m_dialog = nullptr;
    }
    [[nodiscard]] QStringList labels() const
    {
        QStringList texts;
        for (const QLabel* label : m_dialog->findChildren<QLabel*>()) {
            if (label->isVisible()) {
                texts.append(label->text());
            }
        }
        return texts;
    }
    [[nodiscard]] QPushButton* button(const char* words) const
    {
        for (QPushButton* found : m_dialog->findChildren<QPushButton*>()) {
            if (found->isVisible() && found->text() == QLatin1String(words)) {
                return found;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QByteArray numstat(const QByteArray& commit) const
    {
        return git(
            {text("show"), text("--numstat"), text("--format="), QString::fromLatin1(commit)});
    }
    /// For people, where ROCPORT_SCREENSHOTS names a folder.
    static void picture(QWidget& widget, const char* name)
    {
        const QString folder = qEnvironmentVariable("ROCPORT_SCREENSHOTS");
        if (!folder.isEmpty()) {
            widget.grab().save(QStringLiteral("%1/%2.png").arg(folder, QLatin1String(name)));
        }
    }
    [[nodiscard]] CheckoutBanner* banner() const { return m_area->findChild<CheckoutBanner*>(); }
    void rescan() const
    {
        m_fixture->session->rescan();
        waitForTasks();
    }

    QTemporaryDir m_home;
    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<ReviewArea> m_area;
    CommitDialog* m_dialog = nullptr;
};

void CommitDialogTest::initTestCase()
{
    test::isolateHome(m_home.path());
}

void CommitDialogTest::init()
{
    m_fixture = std::make_unique<ReviewFixture>();
    m_fixture->write(text("CMakeLists.txt"),
                     "project(demo LANGUAGES CXX CUDA)\nadd_library(demo src/reduce.cu)\n");
    m_fixture->write(text("src/reduce.cu"), test::kReduce);
    m_fixture->commitAll();
    m_fixture->open();
    waitForTasks();
    m_area =
        std::make_unique<ReviewArea>(*m_fixture->session, m_fixture->provider, m_fixture->settings);
    m_area->resize(1384, 830);
    m_area->show();
    QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
}

void CommitDialogTest::cleanup()
{
    m_area.reset();
    m_fixture.reset();
    m_dialog = nullptr;
}

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
    replaceText(child<QLineEdit>("commitAuthorName"), "Ada");
    QVERIFY(!commitButton()->isEnabled());
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
    QTRY_COMPARE(phaseItem(Phase::Wavefront)->checkState(0), Qt::Checked);
}

void CommitDialogTest::squashes()
{
    const QVector<QByteArray> masks = keysOf(Phase::Wavefront);
    accept({masks.first()});
    m_fixture->session->commitPhases({Phase::Wavefront});
    waitForTasks();
    accept(masks);
    m_fixture->session->commitPhases({Phase::Wavefront});
    waitForTasks();
    QCOMPARE(log("%H").split('\n').size(), 2);
    const QByteArray tree = git({text("rev-parse"), state()->meta.portBranch + text("^{tree}")});
    open();
    choosePhase(Phase::Wavefront);
    QCOMPARE(phaseItem(Phase::Wavefront)->text(0), text("3  Wavefront adaptation, committed"));
    QCOMPARE(phaseItem(Phase::Wavefront)->checkState(0), Qt::Unchecked);
    QVERIFY(!commitButton()->isEnabled());
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
    m_fixture->session->commitPhases({Phase::Wavefront});
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
    m_fixture->session->undoCommit(state()->commits.last().id);
    waitForTasks();
    open();
    choosePhase(Phase::Wavefront);
    QTRY_VERIFY(
        child<QPlainTextEdit>("commitMessage")->toPlainText().startsWith(text("Port phase 3")));
}

void CommitDialogTest::namesUncommittedFiles()
{
    acceptAll();
    open();
    QVERIFY(!child<QLabel>("commitCheckout")->isVisible());
    closeDialog();
    m_fixture->write(text("src/reduce.cu"), test::kReduce + "// more\n");
    m_fixture->write(text("notes.txt"), "x\n");
    open();
    QTRY_VERIFY(child<QLabel>("commitCheckout")->isVisible());
    QCOMPARE(child<QLabel>("commitCheckout")->text(),
             text("2 files in your checkout have uncommitted changes, which are not part of the "
                  "port: notes.txt, src/reduce.cu."));
    commitByKey();
    QVERIFY(!git({text("show"), state()->meta.portBranch + text(":src/reduce.cu")})
                 .contains("// more"));
}

void CommitDialogTest::handsOver()
{
    acceptAll();
    open();
    QVERIFY(!child<QPushButton>("commitHandOff")->isEnabled());
    commitByKey();
    QTRY_VERIFY(child<QPushButton>("commitHandOff")->isEnabled());
    QTest::mouseClick(child<QPushButton>("commitHandOff"), Qt::LeftButton);
    auto* dialog = m_dialog->findChild<HandOffDialog*>();
    QVERIFY(dialog);
    const auto part = [&dialog](const char* name) {
        return dialog->findChild<QWidget*>(QLatin1String(name));
    };
    auto* body = dialog->findChild<QPlainTextEdit*>(text("handOffText"));
    QTRY_VERIFY(!body->toPlainText().isEmpty());
    // Without a remote there is nothing to push to, and that is said.
    QVERIFY(!part("handOffCopyCommand")->isEnabled());
    QVERIFY(qobject_cast<QLabel*>(part("handOffNote"))->text().contains(text("has no remote")));
    for (const QByteArray& subject : log("%s").split('\n')) {
        QVERIFY2(body->toPlainText().contains(QString::fromUtf8("- " + subject)),
                 qPrintable(body->toPlainText()));
    }
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(m_dialog->findChild<HandOffDialog*>() == nullptr);
    // With one, the command does it as it stands.
    const QString remote = m_fixture->data.filePath(text("upstream.git"));
    git({text("init"), text("-q"), text("--bare"), remote});
    git({text("remote"), text("add"), text("fork"), remote});
    QTest::mouseClick(child<QPushButton>("commitHandOff"), Qt::LeftButton);
    dialog = m_dialog->findChild<HandOffDialog*>();
    QVERIFY(dialog);
    auto* command = dialog->findChild<QLineEdit*>(text("handOffCommand"));
    QTRY_VERIFY(!command->text().isEmpty());
    picture(*dialog, "handover");
    QTest::mouseClick(part("handOffCopyCommand"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), command->text());
    QProcess shell;
    shell.start(text("sh"), {text("-c"), command->text()});
    QVERIFY(shell.waitForFinished(20000));
    QCOMPARE(shell.exitCode(), 0);
    QCOMPARE(git({text("ls-remote"), text("fork"), text("refs/heads/") + state()->meta.portBranch})
                 .left(40),
             git({text("rev-parse"), state()->meta.portBranch}));
}

/// Where git signs, it is said that these commits are not, and the command that signs them does.
void CommitDialogTest::saysHowToSign()
{
    const QString program = m_fixture->data.filePath(text("sign"));
    QFile file(program);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\ncat >/dev/null\nprintf '\\n[GNUPG:] SIG_CREATED \\n' >&2\n"
               "printf -- '-----BEGIN PGP SIGNATURE-----\\nx\\n-----END PGP SIGNATURE-----\\n'\n");
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    acceptAll();
    open();
    QVERIFY(!child<QLabel>("commitUnsigned")->isVisible());
    closeDialog();
    git({text("config"), text("commit.gpgsign"), text("true")});
    git({text("config"), text("gpg.program"), program});
    open();
    QTRY_VERIFY(child<QLabel>("commitUnsigned")->isVisible());
    commitByKey();
    QVERIFY(!git({text("cat-file"), text("commit"), state()->meta.portBranch}).contains("gpgsig"));
    const QByteArray tree = git({text("rev-parse"), state()->meta.portBranch + text("^{tree}")});
    const qsizetype count = log("%H").split('\n').size();
    QTest::mouseClick(child<QPushButton>("commitHandOff"), Qt::LeftButton);
    auto* note = m_dialog->findChild<HandOffDialog*>()->findChild<QLabel*>(text("handOffNote"));
    QTRY_VERIFY(note->text().contains(text("git signs commits")));
    const QString command = note->text().section(text("before you push: "), 1).section(u'\n', 0, 0);
    QProcess shell;
    shell.start(text("sh"), {text("-c"), command});
    QVERIFY(shell.waitForFinished(20000));
    QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError().constData());
    const QList<QByteArray> commits = log("%H").split('\n');
    QCOMPARE(commits.size(), count);
    for (const QByteArray& commit : commits) {
        QVERIFY(git({text("cat-file"), text("commit"), QString::fromLatin1(commit)})
                    .contains("gpgsig"));
    }
    QCOMPARE(git({text("rev-parse"), state()->meta.portBranch + text("^{tree}")}), tree);
}

void CommitDialogTest::bannerIsDismissed()
{
    QVERIFY(banner());
    QVERIFY(!banner()->isVisible());
    m_fixture->write(text("src/reduce.cu"), test::kReduce + "// more\n");
    m_fixture->write(text("notes.txt"), "x\n"); // nobody scans it
    rescan();
    QTRY_VERIFY(banner()->isVisible());
    QCOMPARE(banner()->text(),
             text("1 file in your checkout has uncommitted changes, which the port does not "
                  "include: src/reduce.cu. Commit them in git and scan again to port them."));
    picture(*m_area, "banner");
    auto* close = banner()->findChild<QPushButton*>(text("checkoutBannerClose"));
    QTest::mouseClick(close, Qt::LeftButton);
    QVERIFY(!banner()->isVisible());
    rescan();
    QTest::qWait(0);
    QVERIFY(!banner()->isVisible());
    // Other files are news.
    m_fixture->write(text("src/extra.cu"), "int x;\n");
    rescan();
    QTRY_VERIFY(banner()->isVisible());
    QVERIFY(banner()->text().startsWith(text("2 files in your checkout have")));
    QTest::keyClick(banner()->findChild<QPushButton*>(text("checkoutBannerClose")), Qt::Key_Escape);
    QVERIFY(!banner()->isVisible());
}

void CommitDialogTest::bannerGoesWithTheChanges()
{
    m_fixture->write(text("src/reduce.cu"), test::kReduce + "// more\n");
    rescan();
    QTRY_VERIFY(banner()->isVisible());
    git({text("commit"), text("-qam"), text("more")});
    QTest::mouseClick(banner()->findChild<QPushButton*>(text("checkoutBannerScan")),
                      Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!banner()->isVisible(), 20000);
}

QTEST_MAIN(CommitDialogTest)
#include "tst_commitdialog.moc"
