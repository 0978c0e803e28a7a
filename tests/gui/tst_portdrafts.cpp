// What is typed in a port review and neither saved nor sent is not lost: through new revisions,
// when the review is closed, and when it cannot be stored.

#include "tests/gui/portreviewfixture.h"
#include "ui/portreview/draftsdialog.h"
#include "ui/portreview/portdrafts.h"
#include "ui/theme/whynot.h"

#include <QClipboard>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>

using namespace rocport;

class PortDraftsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { fixture = std::make_unique<PortReviewFixture>(); }
    void cleanup() { fixture.reset(); }

    void anEditWhoseHunkIsGone();
    void aCommentWhoseHunkIsGone();
    void goesAlongWithItsHunk();
    void closedAndOpenedAgain();
    void refusedEdit();
    void whatCannotBeStoredComesBack();
    void readOnlyProject();
    void commentsOnAFileAreShown();

private:
    static constexpr const char* kKernel = "csrc/reduce/row_sum.cu";

    /// Opens the hunk's editor and replaces its text.
    void typeEdit(const QByteArray& hunk, const QString& text) const;
    void typeComment(const QByteArray& hunk, const QString& text) const;
    [[nodiscard]] QPlainTextEdit* field() const
    {
        return fixture->part<QPlainTextEdit>("commentText");
    }
    /// Makes the port another one, and carries the review over to it.
    void carryOver(const QByteArray& kernel) const;
    [[nodiscard]] DraftsDialog* openDrafts() const;
    /// Runs a statement on the project file from outside.
    void outside(const char* statement) const;

    std::unique_ptr<PortReviewFixture> fixture;
};

void PortDraftsTest::typeEdit(const QByteArray& hunk, const QString& text) const
{
    fixture->choose(hunk);
    QTRY_VERIFY(fixture->portDiff().scene().currentChange() != nullptr);
    fixture->portDiff().focusText();
    fixture->press("E");
    QVERIFY(fixture->portDiff().isEditing());
    QWidget* pane = fixture->portDiff().editPane().focusWidget();
    QVERIFY(pane != nullptr);
    QTest::keyClick(pane, Qt::Key_A, Qt::ControlModifier);
    QGuiApplication::clipboard()->setText(text);
    QTest::keyClick(pane, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(fixture->portDiff().editPane().text().trimmed(), text.trimmed());
}

void PortDraftsTest::typeComment(const QByteArray& hunk, const QString& text) const
{
    fixture->choose(hunk);
    fixture->press("C");
    QVERIFY(field() != nullptr && field()->isVisible());
    field()->setPlainText(text);
}

void PortDraftsTest::carryOver(const QByteArray& kernel) const
{
    const QString folder = fixture->project.folder.path();
    QVERIFY(PortReviewFixture::git(folder, "checkout -q port"));
    fixture->project.write(QLatin1String(kKernel), kernel);
    QVERIFY(PortReviewFixture::git(folder, "commit -qam again"));
    QVERIFY(PortReviewFixture::git(folder, "checkout -q main"));
    const qsizetype before = fixture->reviews().state()->kept.revisions.size();
    fixture->reviews().carryOver();
    QTRY_VERIFY_WITH_TIMEOUT(!fixture->reviews().isOpening(), 60000);
    QCOMPARE(fixture->reviews().state()->kept.revisions.size(), before + 1);
}

DraftsDialog* PortDraftsTest::openDrafts() const
{
    fixture->part<QPushButton>("portStrandedButton")->click();
    return fixture->part<DraftsDialog>("draftsDialog");
}

void PortDraftsTest::outside(const char* statement) const
{
    const QString name = QStringLiteral("outside");
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
        database.setDatabaseName(fixture->state().projectFile);
        QVERIFY(database.open());
        QSqlQuery query(database);
        QVERIFY2(query.exec(QLatin1String(statement)), qPrintable(query.lastError().text()));
    }
    QSqlDatabase::removeDatabase(name);
}

void PortDraftsTest::anEditWhoseHunkIsGone()
{
    fixture->openPort();
    const QByteArray scale = fixture->hunkIn(kKernel, 16);
    typeEdit(scale, QStringLiteral("  out[threadIdx.x] *= 4.0f;"));
    const auto* stranded = fixture->part<QWidget>("portStranded");
    QVERIFY(!stranded->isVisible());
    carryOver(PortReviewFixture::kernel(true).replace("*= 3.0f", "*= 5.0f"));
    QVERIFY(fixture->reviews().state()->hunk(scale) == nullptr);
    QTRY_VERIFY(stranded->isVisible());
    const QString said = fixture->part<QLabel>("portStrandedText")->text();
    QVERIFY2(said.startsWith(QStringLiteral("Your edit of csrc/reduce/row_sum.cu:")),
             qPrintable(said));
    QVERIFY2(said.endsWith(QStringLiteral("what it is about is gone in revision 2.")),
             qPrintable(said));
    QCOMPARE(fixture->page().unsaved().size(), 1);
    DraftsDialog* dialog = openDrafts();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QVERIFY(dialog->findChild<QPlainTextEdit*>(QStringLiteral("draftsText"))
                ->toPlainText()
                .contains(QStringLiteral("*= 4.0f;")));
    QCOMPARE(dialog->findChild<QLabel*>(QStringLiteral("draftsWhy"))->text(),
             QStringLiteral("Typed in revision 1; the hunk is gone in revision 2."));
    dialog->findChild<QPushButton*>(QStringLiteral("draftsCopy"))->click();
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("*= 4.0f;")));
    dialog->findChild<QPushButton*>(QStringLiteral("draftsComment"))->click();
    QTRY_VERIFY(!stranded->isVisible());
    QTRY_VERIFY(field() != nullptr && field()->isVisible());
    QVERIFY(field()->toPlainText().startsWith(QStringLiteral("```\n  out[threadIdx.x] *= 4.0f;")));
    fixture->part<QPushButton>("commentSend")->click();
    QTRY_COMPARE(fixture->reviews().state()->kept.threads.size(), 1);
    QCOMPARE(fixture->reviews().state()->kept.threads[0].line, 0);
    QCOMPARE(fixture->reviews().state()->kept.threads[0].path.bytes(), QByteArray(kKernel));
    QCOMPARE(fixture->page().unsaved(), QStringList());
    QTRY_VERIFY(fixture->part<QLabel>("threadText") != nullptr); // as code, without its fences
    QVERIFY(!fixture->part<QLabel>("threadText")->text().contains(QStringLiteral("```")));
    QVERIFY(fixture->part<QLabel>("threadText")->text().contains(QStringLiteral("&nbsp;")));
}

void PortDraftsTest::aCommentWhoseHunkIsGone()
{
    fixture->openPort();
    typeComment(fixture->hunkIn(kKernel, 16), QStringLiteral("Why 3?"));
    carryOver(PortReviewFixture::kernel(true).replace("*= 3.0f", "*= 2.0f")); // as in the base
    const auto* stranded = fixture->part<QWidget>("portStranded");
    QTRY_VERIFY(stranded->isVisible());
    QVERIFY(!fixture->part<QWidget>("threadsPanel")->isVisible());
    DraftsDialog* dialog = openDrafts();
    QCOMPARE(dialog->findChild<QListWidget*>(QStringLiteral("draftsList"))->count(), 1);
    QCOMPARE(dialog->findChild<QPlainTextEdit*>(QStringLiteral("draftsText"))->toPlainText(),
             QStringLiteral("Why 3?"));
    // The hunk comes back, and its comment with it.
    carryOver(PortReviewFixture::kernel(true));
    QTRY_VERIFY(!stranded->isVisible());
    fixture->choose(fixture->hunkIn(kKernel, 16));
    QTRY_VERIFY(field() != nullptr && field()->isVisible());
    QCOMPARE(field()->toPlainText(), QStringLiteral("Why 3?"));
    carryOver(PortReviewFixture::kernel(true).replace("*= 3.0f", "*= 2.0f"));
    QTRY_VERIFY(stranded->isVisible());
    openDrafts()->findChild<QPushButton*>(QStringLiteral("draftsDrop"))->click();
    QTRY_VERIFY(!stranded->isVisible());
    QCOMPARE(fixture->page().unsaved(), QStringList());
}

void PortDraftsTest::goesAlongWithItsHunk()
{
    fixture->openPort();
    const QByteArray scale = fixture->hunkIn(kKernel, 16);
    const int line = fixture->reviews().state()->hunk(scale)->headLast;
    typeComment(scale, QStringLiteral("Why 3?"));
    QByteArray longer = PortReviewFixture::kernel(true); // three lines above it
    longer.replace("#include <cuda_runtime.h>\n", "#include <cuda_runtime.h>\n// 1\n// 2\n// 3\n");
    carryOver(longer);
    QVERIFY(!fixture->part<QWidget>("portStranded")->isVisible());
    const QByteArray now = fixture->hunkIn(kKernel, line + 3);
    QCOMPARE(fixture->reviews().state()->hunk(now)->headLast, line + 3);
    fixture->choose(now);
    QTRY_VERIFY(field() != nullptr && field()->isVisible());
    QCOMPARE(field()->toPlainText(), QStringLiteral("Why 3?"));
    QTest::keyClick(field(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(fixture->reviews().state()->kept.threads.size(), 1);
    const ReviewThread& thread = fixture->reviews().state()->kept.threads[0];
    QCOMPARE(thread.line, line + 3);
    QCOMPARE(thread.lineText, QByteArray("  out[threadIdx.x] *= 3.0f;"));
}

void PortDraftsTest::closedAndOpenedAgain()
{
    fixture->openPort();
    const QByteArray scale = fixture->hunkIn(kKernel, 16);
    const QByteArray shuffle = fixture->hunkIn(kKernel, 7);
    typeComment(shuffle, QStringLiteral("Starts at 16?"));
    typeEdit(scale, QStringLiteral("  out[threadIdx.x] *= 4.0f;"));
    const QByteArray id = fixture->reviews().state()->kept.id;
    fixture->page().commands().at(QStringLiteral("portClose")).trigger();
    QVERIFY(!fixture->reviews().state());
    QCOMPARE(fixture->page().unsaved().size(), 2); // who closes the project is still asked
    fixture->reviews().openKept(id);
    QTRY_VERIFY_WITH_TIMEOUT(fixture->reviews().state() != nullptr, 60000);
    QVERIFY(!fixture->part<QWidget>("portStranded")->isVisible());
    fixture->choose(shuffle);
    QTRY_VERIFY(field() != nullptr && field()->isVisible());
    QCOMPARE(field()->toPlainText(), QStringLiteral("Starts at 16?"));
    fixture->choose(scale);
    QTRY_VERIFY(fixture->portDiff().scene().currentChange() != nullptr);
    QVERIFY(fixture->portDiff().scene().info.value(fixture->portDiff().scene().current).draft);
    fixture->portDiff().focusText();
    fixture->press("E");
    QVERIFY(fixture->portDiff().editPane().text().contains(QStringLiteral("*= 4.0f;")));
    fixture->project.session->close();
    QTRY_VERIFY(!fixture->page().isVisible());
    QCOMPARE(fixture->page().unsaved(), QStringList());
}

void PortDraftsTest::refusedEdit()
{
    fixture->openPort();
    const QByteArray scale = fixture->hunkIn(kKernel, 16);
    const QString large = QStringLiteral("// ") + QString(1 << 20, u'x'); // more than is kept
    typeEdit(scale, large);
    QWidget* pane = fixture->portDiff().editPane().focusWidget();
    QTest::keyClick(pane, Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(fixture->part<QLabel>("portNoticeText")->isVisible());
    QCOMPARE(fixture->reviews().state()->kindOf(scale), DecisionKind::Open);
    QCOMPARE(fixture->tree().current(), scale);
    QVERIFY(fixture->portDiff().isEditing());
    QVERIFY(fixture->portDiff().editPane().text().startsWith(large));
    QCOMPARE(fixture->page().unsaved().size(), 1);
}

void PortDraftsTest::whatCannotBeStoredComesBack()
{
    fixture->openPort();
    const QByteArray scale = fixture->hunkIn(kKernel, 16);
    QTRY_VERIFY_WITH_TIMEOUT(fixture->project.session->isStored(), 30000);
    outside("CREATE TRIGGER no_more BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'no'); END");
    auto* notice = fixture->part<QLabel>("portNoticeText");
    typeComment(scale, QStringLiteral("Why 3?"));
    QTest::keyClick(field(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible(), 30000);
    QTRY_VERIFY(fixture->reviews().state()->kept.threads.isEmpty());
    QTRY_VERIFY(field() != nullptr && field()->isVisible());
    QCOMPARE(field()->toPlainText(), QStringLiteral("Why 3?"));
    { // what was typed meanwhile stays too
        PortDrafts drafts;
        const auto now = fixture->reviews().state();
        auto before = std::make_shared<ReviewState>(*now);
        ReviewThread sent;
        sent.id = "0123456789abcdef";
        sent.path = now->fileOf(scale)->path;
        sent.hunkId = scale;
        sent.line = 16;
        ReviewReply reply;
        reply.body = QStringLiteral("Sent");
        sent.replies = {reply};
        before->kept.threads = {sent};
        drafts.setState(now);
        drafts.put(*now, {PortDraft::Kind::Comment, scale, QStringLiteral("Typed"), false, 16});
        drafts.giveBack(*before, *now);
        QCOMPARE(drafts.find(PortDraft::Kind::Comment, scale)->text,
                 QStringLiteral("Typed\n\nSent"));
    }
    fixture->part<QPushButton>("commentCancel")->click();
    QTRY_COMPARE(fixture->page().unsaved(), QStringList());
    fixture->part<QPushButton>("portNoticeClose")->click();
    typeEdit(scale, QStringLiteral("  out[threadIdx.x] *= 4.0f;"));
    QTest::keyClick(fixture->portDiff().editPane().focusWidget(), Qt::Key_Return,
                    Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible(), 30000);
    QTRY_COMPARE(fixture->reviews().state()->kindOf(scale), DecisionKind::Open);
    QCOMPARE(fixture->page().unsaved().size(), 1);
    outside("DROP TRIGGER no_more");
    QTRY_VERIFY(fixture->portDiff().scene().currentChange() != nullptr);
    fixture->portDiff().focusText();
    fixture->press("E");
    QVERIFY(fixture->portDiff().isEditing());
    QCOMPARE(fixture->portDiff().editPane().text().trimmed(),
             QStringLiteral("out[threadIdx.x] *= 4.0f;"));
}

void PortDraftsTest::readOnlyProject()
{
    fixture->openPort();
    const QByteArray scale = fixture->hunkIn(kKernel, 16);
    const QByteArray id = fixture->reviews().state()->kept.id;
    QVERIFY(!fixture->reviews().comment(scale, false, 16, QStringLiteral("Why 3?")).isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(fixture->project.session->isStored(), 30000);
    const QString file = fixture->state().projectFile;
    fixture->project.session->close();
    QVERIFY(QFile::setPermissions(file, QFile::ReadOwner));
    if (QFileInfo(file).isWritable()) {
        QSKIP("who runs the tests may write everywhere");
    }
    QSignalSpy opened(fixture->project.session.get(), &ProjectSession::opened);
    fixture->project.session->openProjectFile(file);
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 30000);
    QVERIFY(fixture->state().readOnly);
    fixture->reviews().openKept(id);
    QTRY_VERIFY_WITH_TIMEOUT(fixture->reviews().state() != nullptr, 60000);
    QTRY_VERIFY(fixture->page().isVisible());
    fixture->choose(scale);
    for (const char* name :
         {"portAccept", "portReject", "portComment", "portEdit", "portAcceptEqual", "portUndo"}) {
        const QAction& command = fixture->page().commands().at(QLatin1String(name));
        QVERIFY2(!command.isEnabled(), name);
        QCOMPARE(whyNot(command), QStringLiteral("The project is open read-only."));
    }
    QVERIFY(fixture->page().commands().at(QStringLiteral("portNext")).isEnabled());
    fixture->press("A");
    QCOMPARE(fixture->tree().current(), scale); // nothing moves on
    QCOMPARE(fixture->reviews().state()->kindOf(scale), DecisionKind::Open);
    // What is not a command says it in one sentence.
    auto* resolve = fixture->part<QPushButton>("threadResolve");
    QVERIFY(resolve != nullptr);
    resolve->click();
    QVERIFY(fixture->part<QLabel>("portNoticeText")->isVisible());
    QVERIFY(fixture->part<QLabel>("portNoticeText")->text().contains(QStringLiteral("read-only")));
    QVERIFY(!fixture->reviews().state()->kept.threads[0].isResolved);
}

void PortDraftsTest::commentsOnAFileAreShown()
{
    fixture->openPort();
    const QByteArray scale = fixture->hunkIn(kKernel, 16);
    const QByteArray shuffle = fixture->hunkIn(kKernel, 7);
    fixture->choose(scale);
    QVERIFY(!fixture->reviews().comment(scale, false, 0, QStringLiteral("Both.")).isEmpty());
    QTRY_VERIFY(fixture->part<QLabel>("threadText") != nullptr);
    fixture->choose(shuffle);
    QTRY_VERIFY(fixture->part<QWidget>("threadsPanel")->isVisible());
    fixture->choose(fixture->hunkIn("README.md"));
    QTRY_VERIFY(!fixture->part<QWidget>("threadsPanel")->isVisible());
}

QTEST_MAIN(PortDraftsTest)
#include "tst_portdrafts.moc"
