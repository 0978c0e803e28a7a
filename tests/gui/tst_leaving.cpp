// Nothing that was typed or is under way goes without a word.
#include "core/project/nodes/remoteservice.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectjournal.h"
#include "tests/gui/windowfixture.h"
#include "ui/nodes/nodesarea.h"
#include "ui/review/editpane.h"
#include "ui/rules/packeditor.h"
#include "ui/rules/rulesarea.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

using namespace rocport;

namespace {

const QByteArray kPack =
    "format = 1\nname = \"House\"\n\n[[rule]]\nid = \"house-sync\"\nphase = 2\nseverity = "
    "\"warning\"\nlanguages = [\"cuda\"]\ntitle = \"House\"\nmessage = \"`{symbol}` waits.\"\n"
    "match = { kind = \"token-pattern\", patterns = [\"HOUSE_SYNC ( $scope )\"] }\n";

} // namespace

class TestLeaving : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void nothingToLoseNoQuestion();
    void quitAsksForARulePack();
    void editInPlaceIsKept();
    void savedEditLeavesNoDraft();
    void droppedDraftIsGone();
    void closingAsksForAnEdit();
    void otherProjectAsks();
    void notesAreKept();
    void jobsAndWorkAreNamed();
    void dialogsAsk();
    void staysUntilAllIsStored();

private:
    [[nodiscard]] EditPane& pane() const { return m_window->review().diff().editPane(); }
    [[nodiscard]] QWidget* editor() const
    {
        return pane().findChild<QWidget*>(QStringLiteral("editText"));
    }
    /// Opens the editor over the current change and types.
    void typeEdit(const QString& text) const
    {
        m_window->showReview();
        m_window->press("E");
        QTRY_VERIFY(pane().isVisible());
        QTest::keyClicks(editor(), text);
    }
    void answer(const char* name, const QString& button) const
    {
        QMessageBox* box = m_window->question(name);
        QVERIFY(box != nullptr);
        for (QAbstractButton* one : box->buttons()) {
            if (one->text() == button) {
                one->click();
                return;
            }
        }
        QFAIL("no such button");
    }

    std::unique_ptr<WindowFixture> m_window;
};

void TestLeaving::init()
{
    m_window = std::make_unique<WindowFixture>();
    m_window->project.write(
        QStringLiteral("k.cu"),
        "#include <cuda_runtime.h>\n__global__ void k(int* p) { HOUSE_SYNC(block); }\n"
        "void f(int* p) { cudaMalloc(&p, 4); }\nvoid g(unsigned* o) { k<<<1, 64>>>(0); }\n");
    m_window->project.write(QStringLiteral("train.py"),
                            "import torch\nm = torch.compile(f, mode=\"reduce-overhead\")\n");
    m_window->project.write(QStringLiteral(".rocport/rules/house.toml"), kPack);
    m_window->open();
}

void TestLeaving::cleanup()
{
    m_window.reset();
}

void TestLeaving::nothingToLoseNoQuestion()
{
    m_window->showReview();
    m_window->press("E");
    QTRY_VERIFY(pane().isVisible());
    QTest::keyClick(editor(), Qt::Key_Escape); // nothing was typed: no draft
    m_window->press("Ctrl+Q");
    QVERIFY(!m_window->window().isVisible());
}

void TestLeaving::quitAsksForARulePack()
{
    m_window->window().setCurrentArea(QStringLiteral("rules"));
    RulesArea& rules = m_window->assembly->rules();
    rules.goToRule(QStringLiteral("house-sync"));
    QTRY_VERIFY(!rules.editor().text().isEmpty());
    QTest::keyClicks(rules.findChild<QWidget*>(QStringLiteral("packText")),
                     QStringLiteral("# mine"));
    QVERIFY(rules.editor().isChanged());
    const QString typed = rules.editor().text();

    m_window->press("Ctrl+Q");
    QVERIFY(m_window->window().isVisible());
    QMessageBox* box = m_window->question("confirmLeave");
    QVERIFY(box != nullptr);
    QVERIFY2(box->text().contains(QStringLiteral("house.toml")), qPrintable(box->text()));
    // Enter is the safe answer, and so is Esc.
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_VERIFY(m_window->question("confirmLeave") == nullptr);
    QVERIFY(m_window->window().isVisible());
    QCOMPARE(rules.editor().text(), typed);
    m_window->window().close(); // the window's own button asks the same
    QVERIFY(m_window->question("confirmLeave") != nullptr);
    QTest::keyClick(m_window->question("confirmLeave"), Qt::Key_Escape);
    QVERIFY(m_window->window().isVisible());

    // Text of a pack that is not shown any more counts as well.
    rules.goToRule(QStringLiteral("hipify-api"));
    m_window->press("Ctrl+Q");
    QVERIFY(m_window->question("confirmLeave") != nullptr);
    answer("confirmLeave", QStringLiteral("Quit anyway"));
    QTRY_VERIFY(!m_window->window().isVisible());
}

void TestLeaving::editInPlaceIsKept()
{
    typeEdit(QStringLiteral("// mine "));
    const QString typed = pane().text();
    const QByteArray key = m_window->review().currentKey();
    QTest::keyClick(editor(), Qt::Key_Escape);
    QTRY_VERIFY(!pane().isVisible());
    auto* facts = m_window->review().findChild<QLabel*>(QStringLiteral("decisionText"));
    QVERIFY(facts->isVisible());
    QVERIFY2(facts->text().contains(QStringLiteral("Draft")), qPrintable(facts->text()));

    m_window->press("E"); // offered again, and said to be a draft
    QTRY_VERIFY(pane().isVisible());
    QCOMPARE(pane().text(), typed);
    QVERIFY(pane().findChild<QPushButton*>(QStringLiteral("editDiscard"))->isVisible());

    // Going to another change, or another file, keeps it too.
    m_window->review().command(QStringLiteral("nextFile"))->trigger();
    QTRY_VERIFY(m_window->review().currentKey() != key);
    QTRY_VERIFY(!pane().isVisible());
    m_window->review().goToChange(key);
    QTRY_COMPARE(m_window->review()
                     .diff()
                     .scene()
                     .layout.changes.value(m_window->review().diff().current())
                     .key,
                 key);
    m_window->review().diff().focusText();
    m_window->press("E");
    QTRY_VERIFY(pane().isVisible());
    QCOMPARE(pane().text(), typed);
    // Pressing the button Edit while it is open leaves what was typed alone.
    QTest::keyClicks(editor(), QStringLiteral("more "));
    const QString more = pane().text();
    m_window->review().command(QStringLiteral("edit"))->trigger();
    QCOMPARE(pane().text(), more);
}

void TestLeaving::savedEditLeavesNoDraft()
{
    typeEdit(QStringLiteral(" "));
    const QByteArray key = m_window->review().currentKey();
    QTest::keyClick(editor(), Qt::Key_Escape);
    m_window->press("E");
    QTRY_VERIFY(pane().isVisible());
    QTest::keyClick(editor(), Qt::Key_Return, Qt::ControlModifier);
    auto* reason = pane().findChild<QLineEdit*>(QStringLiteral("editReason"));
    QTRY_VERIFY(reason->isVisible() || !pane().isVisible());
    if (reason->isVisible()) {
        QTest::keyClicks(reason, QStringLiteral("a test"));
        QTest::keyClick(reason, Qt::Key_Return);
    }
    QTRY_COMPARE(m_window->state().decisions.kind(key), DecisionKind::Edited);
    QTRY_VERIFY(!pane().isVisible());
    QVERIFY2(m_window->review().unsaved().isEmpty(),
             qPrintable(m_window->review().unsaved().join(u'\n')));
    m_window->press("Ctrl+Q");
    QVERIFY(!m_window->window().isVisible());
}

void TestLeaving::droppedDraftIsGone()
{
    typeEdit(QStringLiteral("// mine "));
    QTest::keyClick(editor(), Qt::Key_Escape);
    m_window->press("E");
    QTRY_VERIFY(pane().isVisible());
    pane().findChild<QPushButton*>(QStringLiteral("editDiscard"))->click();
    QVERIFY(!pane().text().contains(QStringLiteral("mine")));
    QTest::keyClick(editor(), Qt::Key_Escape);
    QTRY_VERIFY(!pane().isVisible());
    QVERIFY(m_window->review().unsaved().isEmpty());
}

void TestLeaving::closingAsksForAnEdit()
{
    typeEdit(QStringLiteral("// mine "));
    const QString path =
        m_window->state().hunk(m_window->review().currentKey())->targetPath.display();
    m_window->press("Ctrl+W"); // the project is closed
    QMessageBox* box = m_window->question("confirmLeave");
    QVERIFY(box != nullptr);
    QVERIFY2(box->text().contains(path), qPrintable(box->text()));
    QTest::keyClick(box, Qt::Key_Return);
    QVERIFY(m_window->project.session->state());
    QVERIFY(pane().text().contains(QStringLiteral("mine")));
    m_window->press("Ctrl+W");
    answer("confirmLeave", QStringLiteral("Close the project anyway"));
    QTRY_VERIFY(!m_window->project.session->state());
    QVERIFY(m_window->review().unsaved().isEmpty());
}

void TestLeaving::otherProjectAsks()
{
    typeEdit(QStringLiteral("// mine "));
    QTest::keyClick(editor(), Qt::Key_Escape);
    ReviewFixture other;
    other.write(QStringLiteral("b.cu"),
                "#include <cuda_runtime.h>\nvoid f() { cudaDeviceSynchronize(); }\n");
    other.commitAll();
    const QString before = m_window->state().projectFile;
    m_window->window().openPath(other.folder.path());
    QVERIFY(m_window->question("confirmLeave") != nullptr);
    QTest::keyClick(m_window->question("confirmLeave"), Qt::Key_Return);
    QCOMPARE(m_window->state().projectFile, before);
    QCOMPARE(m_window->review().unsaved().size(), 1);
    m_window->window().openPath(other.folder.path());
    answer("confirmLeave", QStringLiteral("Open another project anyway"));
    QTRY_VERIFY_WITH_TIMEOUT(
        m_window->project.session->state() && m_window->state().projectFile != before, 20000);
    QTRY_VERIFY(m_window->review().unsaved().isEmpty());
}

void TestLeaving::notesAreKept()
{
    m_window->showReview();
    const QByteArray key = m_window->review().currentKey();
    m_window->press("C");
    auto* field = m_window->review().findChild<QLineEdit*>(QStringLiteral("askField"));
    QTRY_VERIFY(field->isVisible());
    QTest::keyClicks(field, QStringLiteral("look at this"));
    QTest::keyClick(field, Qt::Key_Escape);
    QTRY_VERIFY(!field->isVisible());
    m_window->review().command(QStringLiteral("nextFile"))->trigger();
    QTRY_VERIFY(m_window->review().currentKey() != key);
    QTRY_VERIFY(m_window->review().command(QStringLiteral("note"))->isEnabled());
    m_window->review().goToChange(key);
    QTRY_COMPARE(m_window->review()
                     .diff()
                     .scene()
                     .layout.changes.value(m_window->review().diff().current())
                     .key,
                 key);
    m_window->press("C");
    QTRY_VERIFY(field->isVisible());
    QCOMPARE(field->text(), QStringLiteral("look at this"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(m_window->state().decisions.decision(key)->note, QStringLiteral("look at this"));
    QVERIFY(m_window->review().unsaved().isEmpty());
}

void TestLeaving::jobsAndWorkAreNamed()
{
    JobEntry job;
    job.spec.title = QStringLiteral("Build kernels");
    job.spec.node.name = QStringLiteral("mi300-a");
    job.status.state = JobState::Syncing;
    m_window->remote.now->jobs = {job};
    Q_EMIT m_window->remote.jobsChanged();
    m_window->press("Ctrl+Q");
    QMessageBox* box = m_window->question("confirmLeave");
    QVERIFY(box != nullptr);
    QVERIFY2(box->text().contains(QStringLiteral("Build kernels")), qPrintable(box->text()));
    QTest::keyClick(box, Qt::Key_Return);
    QVERIFY(m_window->window().isVisible());

    // A job that runs on its node goes on without the program.
    m_window->remote.now->jobs[0].status.state = JobState::Running;
    NodeEntry node;
    node.node.name = QStringLiteral("mi300-a");
    node.activity = QStringLiteral("Probing: small GEMM");
    m_window->remote.now->nodes = {node};
    m_window->press("Ctrl+Q");
    box = m_window->question("confirmLeave");
    QVERIFY(box != nullptr);
    QVERIFY(!box->text().contains(QStringLiteral("Build kernels")));
    QVERIFY(box->text().contains(QStringLiteral("Probing: small GEMM")));
    QTest::keyClick(box, Qt::Key_Escape);
    m_window->remote.now->nodes.clear();
    m_window->press("Ctrl+Q");
    QVERIFY(!m_window->window().isVisible());
}

void TestLeaving::dialogsAsk()
{
    m_window->window().setCurrentArea(QStringLiteral("nodes"));
    m_window->assembly->nodes().command(QStringLiteral("addNode"))->trigger();
    auto* dialog = m_window->window().findChild<QDialog*>(QStringLiteral("nodeEditor"));
    QTRY_VERIFY(dialog != nullptr && dialog->isVisible());
    auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("nodeNameField"));
    QTest::keyClicks(name, QStringLiteral("big"));
    QTest::keyClick(name, Qt::Key_Escape);
    QVERIFY(dialog->isVisible());
    QMessageBox* box = m_window->question("confirmDrop");
    QVERIFY(box != nullptr);
    QVERIFY2(box->text().contains(QStringLiteral("Name")), qPrintable(box->text()));
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_VERIFY(m_window->question("confirmDrop") == nullptr);
    QVERIFY(dialog->isVisible());
    QCOMPARE(name->text(), QStringLiteral("big"));
    dialog->close();
    QVERIFY(dialog->isVisible());
    QPointer<QDialog> gone(dialog);
    answer("confirmDrop", QStringLiteral("Discard"));
    QTRY_VERIFY(gone.isNull() || !gone->isVisible());
}

/// What was decided a moment ago is on the disk before the window goes, or it stays and says so.
void TestLeaving::staysUntilAllIsStored()
{
    ProjectSession& session = *m_window->project.session;
    QTRY_VERIFY(session.isStored());
    QSignalSpy failed(&session, &ProjectSession::failed);
    session.journal().record({JournalEntry{}}); // the project file takes no entry without a subject
    QVERIFY(!session.isStored());
    m_window->press("Ctrl+Q");
    m_window->window().close();
    QVERIFY(m_window->window().isVisible());
    QTRY_COMPARE(failed.size(), 1);
    QTRY_VERIFY(session.isStored());
    QTest::qWait(50);
    QVERIFY(m_window->window().isVisible());

    const QByteArray key = m_window->state().scan->hunks.first().key;
    QVERIFY(
        session.decisions().decide({key}, DecisionKind::Deferred, QStringLiteral("later")).ok());
    m_window->press("Ctrl+Q");
    QVERIFY(m_window->window().isVisible());
    QTRY_VERIFY(!m_window->window().isVisible());
    QVERIFY(session.isStored());
    QCOMPARE(failed.size(), 1);
}

QTEST_MAIN(TestLeaving)
#include "tst_leaving.moc"
