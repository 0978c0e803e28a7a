// What a proof compares, as the window shows it: proved, not proved, edited, new files.
#include "core/project/session/projectdecisions.h"
#include "tests/gui/reviewfixture.h"
#include "ui/review/diffview.h"
#include "ui/review/proofdialog.h"
#include "ui/review/reviewarea.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>

using namespace rocport;

namespace {

const QByteArray kSource = "#include <cuda_runtime.h>\n"
                           "\n"
                           "__global__ void reduce(unsigned* out, int n)\n"
                           "{\n"
                           "    unsigned mask = __ballot_sync(0xffffffffu, n > 0);\n"
                           "    out[blockIdx.x] = __popc(mask);\n"
                           "}\n";

} // namespace

class TestProofDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void keyShowsThatTheTextsAreTheSame();
    void portShowsWhatIsLeftOut();
    void differencesOfAnEditAreMarked();
    void newFileIsSaid();
    void closingWhileItIsMade();

private:
    [[nodiscard]] std::shared_ptr<const ProjectState> state() const
    {
        return m_fixture->session->state();
    }
    [[nodiscard]] const Hunk* changeOf(const char* path) const
    {
        for (const Hunk& hunk : state()->scan->hunks) {
            if (hunk.targetPath == RepoPath(path) && hunk.firstLine > 1) {
                return &hunk;
            }
        }
        return nullptr;
    }
    void show(const QByteArray& key) const
    {
        m_area->goToChange(key);
        QTRY_VERIFY(m_area->diff().scene().currentChange() != nullptr &&
                    m_area->diff().scene().currentChange()->key == key);
        m_area->diff().focusText();
    }
    /// By the key, as a person opens it; filled.
    [[nodiscard]] ProofDialog* openDialog() const
    {
        QTest::keyClick(m_area.get(), Qt::Key_I);
        return m_area->findChild<ProofDialog*>();
    }
    static QString text(const ProofDialog& dialog, const char* name)
    {
        return dialog.findChild<QLabel*>(QLatin1String(name))->text();
    }
    static bool isFilled(const ProofDialog& dialog)
    {
        return dialog.findChild<QStackedWidget*>(QStringLiteral("proofPages"))->currentIndex() != 0;
    }
    void keep(QWidget& widget, const char* name)
    {
        const QString folder = qEnvironmentVariable("ROCPORT_SHOTS");
        if (folder.isEmpty()) {
            return;
        }
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            m_fixture->provider.setChoice(choice);
            QTest::qWait(700); // colours of the syntax come in idle time
            widget.grab().save(QStringLiteral("%1/%2-%3.png")
                                   .arg(folder, QLatin1String(name),
                                        choice == ThemeChoice::Dark ? QStringLiteral("dark")
                                                                    : QStringLiteral("light")));
        }
    }

    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<ReviewArea> m_area;
};

void TestProofDialog::init()
{
    m_fixture = std::make_unique<ReviewFixture>();
    m_fixture->write(QStringLiteral("src/reduce.cu"), kSource);
    m_fixture->write(QStringLiteral("CMakeLists.txt"),
                     "cmake_minimum_required(VERSION 3.18)\nproject(p LANGUAGES CXX CUDA)\n"
                     "add_executable(p src/reduce.cu)\n");
    m_fixture->commitAll();
    m_fixture->open();
    m_area =
        std::make_unique<ReviewArea>(*m_fixture->session, m_fixture->provider, m_fixture->settings);
    m_area->resize(1440, 900);
    m_area->show();
    QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
    const Hunk* change = changeOf("src/reduce.cu");
    QVERIFY(change);
    show(change->key);
}

void TestProofDialog::cleanup()
{
    m_area.reset();
    m_fixture.reset();
}

void TestProofDialog::keyShowsThatTheTextsAreTheSame()
{
    ProofDialog* dialog = openDialog();
    QVERIFY(dialog && dialog->isVisible());
    QTRY_VERIFY(isFilled(*dialog));
    keep(*dialog, "proof-same");
    QVERIFY2(text(*dialog, "proofTitle").startsWith(QLatin1String("Proved")),
             qPrintable(text(*dialog, "proofTitle")));
    QVERIFY(text(*dialog, "proofMethod").contains(QLatin1String("USE_ROCM")));
    QVERIFY(!text(*dialog, "proofReason").isEmpty());
    QVERIFY2(text(*dialog, "proofCount").startsWith(QLatin1String("No difference")),
             qPrintable(text(*dialog, "proofCount")));
    const DiffLayout& layout = dialog->diff().scene().layout;
    QVERIFY(layout.changes.isEmpty());
    QCOMPARE(layout.left.text, layout.right.text);
    QVERIFY(layout.left.text.contains("__ballot_sync(0xffffffffu, n > 0)"));
    // The line of the change is in sight and marked.
    QVERIFY(dialog->diff().scene().marked >= 0);
    // The text has the focus; Esc in it is for the dialog.
    QVERIFY(dialog->focusWidget() == &dialog->diff().rightEditor());
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Escape);
    QTRY_VERIFY(!m_area->findChild<ProofDialog*>());
}

void TestProofDialog::portShowsWhatIsLeftOut()
{
    ProofDialog* dialog = openDialog();
    QTRY_VERIFY(isFilled(*dialog));
    dialog->findChild<SegmentedControl*>(QStringLiteral("proofBeside"))->setCurrent(1);
    keep(*dialog, "proof-port");
    const DiffLayout& layout = dialog->diff().scene().layout;
    QVERIFY(!layout.changes.isEmpty());
    QVERIFY(layout.left.text.contains("USE_ROCM"));
    QVERIFY(!layout.right.text.contains("USE_ROCM"));
    QVERIFY(text(*dialog, "proofCount").startsWith(QLatin1String("Left out at")));
    const int first = dialog->diff().scene().marked;
    QCOMPARE(first, layout.changes.first().firstRow);
    QTest::keyClick(&dialog->diff().rightEditor(), Qt::Key_N);
    QCOMPARE(dialog->diff().scene().marked == first, layout.changes.size() == 1);
    QTest::keyClick(&dialog->diff().rightEditor(), Qt::Key_P);
    QCOMPARE(dialog->diff().scene().marked, first);
    dialog->reject();
}

void TestProofDialog::differencesOfAnEditAreMarked()
{
    const Hunk* change = changeOf("src/reduce.cu");
    const QByteArray key = change->key;
    auto done = m_fixture->session->decisions().edit(
        key, "    unsigned long long mask = __ballot_sync(0xffffffffu, n > 0);\n", {},
        QStringLiteral("tried"));
    QTRY_VERIFY(done.isFinished());
    QVERIFY2(done.result().ok(),
             done.result().ok() ? "" : qPrintable(done.result().error().detail));
    show(key);
    ProofDialog* dialog = openDialog();
    QTRY_VERIFY(isFilled(*dialog));
    keep(*dialog, "proof-differs");
    QVERIFY2(text(*dialog, "proofTitle").startsWith(QLatin1String("Not the same")),
             qPrintable(text(*dialog, "proofTitle")));
    QCOMPARE(text(*dialog, "proofCount"), QStringLiteral("1 place differs."));
    const DiffLayout& layout = dialog->diff().scene().layout;
    QCOMPARE(layout.changes.size(), 1);
    QVERIFY(layout.right.text.contains("unsigned long long mask"));
    QVERIFY(!layout.left.text.contains("unsigned long long mask"));
    dialog->reject();
}

void TestProofDialog::newFileIsSaid()
{
    QByteArray key;
    for (const Hunk& hunk : state()->scan->hunks) {
        key = hunk.sourcePath.isEmpty() ? hunk.key : key;
    }
    if (key.isEmpty()) {
        QSKIP("This port adds no file.");
    }
    show(key);
    ProofDialog* dialog = openDialog();
    QTRY_VERIFY(isFilled(*dialog));
    keep(*dialog, "proof-new");
    QVERIFY2(text(*dialog, "proofTitle").contains(QLatin1String("new file")),
             qPrintable(text(*dialog, "proofTitle")));
    dialog->reject();
}

void TestProofDialog::closingWhileItIsMade()
{
    ProofDialog* dialog = openDialog();
    dialog->reject();
    QTRY_VERIFY(!m_area->findChild<ProofDialog*>());
    QTest::qWait(50); // what was under way ends without it
}

QTEST_MAIN(TestProofDialog)
#include "tst_proofdialog.moc"
