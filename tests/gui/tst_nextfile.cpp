// Going on into another file: what the next keys lead to is ready, and shown, explained and decided
// with the key itself.
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectscanner.h"
#include "core/project/session/projecttasks.h"
#include "tests/gui/windowfixture.h"
#include "ui/review/diffeditor.h"
#include "ui/review/difffiles.h"
#include "ui/review/editpane.h"

#include <QAction>
#include <QLabel>

using namespace rocport;

namespace {

QByteArray sourceOf(int file)
{
    const QByteArray number = QByteArray::number(file);
    return "#include <cuda_runtime.h>\n"
           "__global__ void votes" +
           number +
           "(unsigned* out)\n"
           "{\n"
           "    unsigned mask" +
           number +
           " = __ballot_sync(0xffffffffu, 1);\n"
           "    out[0] = mask" +
           number +
           ";\n"
           "}\n";
}

RepoPath pathOf(int file)
{
    return RepoPath("k" + QByteArray::number(file) + ".cu");
}

} // namespace

class NextFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void nextFileIsShownWithTheKey();
    void decisionLeadsIntoTheNextFileAtOnce();
    void whatWasDecidedElsewhereIsShown();
    void anotherScanIsReadAnew();
    void otherLayoutIsLaidOut();
    void fewAreKept();

private:
    static constexpr int kFiles = 12;

    [[nodiscard]] ReviewArea& review() const { return m_window->review(); }
    [[nodiscard]] const ReviewChange& current() const
    {
        return review().model().changes()[review().model().changeOfKey(review().currentKey())];
    }
    /// The next files are there too.
    void rest() const
    {
        QTRY_VERIFY(review().showsCurrent());
        const auto ready = [this](int step) {
            const ReviewChange& shown = current();
            const int next = review().filter().next(
                review().model().changeOfKey(review().currentKey()), step, true,
                [&shown](const ReviewChange& change) { return change.pathId != shown.pathId; });
            return next < 0 ||
                   review().files().has(review().model().changes()[next].hunk->targetPath,
                                        review().diff().scene().layout.unified);
        };
        QTRY_VERIFY(ready(1) && ready(-1));
    }
    /// Text, header, explanation and key are about the same change.
    void compareShown() const
    {
        QVERIFY(review().showsCurrent());
        const RepoPath path = current().hunk->targetPath;
        QCOMPARE(review().diff().scene().layout.path, path);
        if (!current().hunk->sourcePath.isEmpty()) { // else the port adds it
            const QString name = path.display().section(u'.', 0, 0).mid(1);
            QVERIFY(review().diff().leftEditor().text().contains(QStringLiteral("votes") + name));
        }
        QVERIFY(review().diff().leftEditor().accessibleName().contains(path.display()));
        const QVector<int> inFile = review().model().changesOfFile(path);
        const auto number = inFile.indexOf(review().model().changeOfKey(review().currentKey())) + 1;
        const auto* position = review().findChild<QLabel*>(QStringLiteral("changePosition"));
        QVERIFY2(
            position->text().contains(QStringLiteral("%1 of %2").arg(number).arg(inFile.size())),
            qPrintable(position->text()));
    }
    /// Presses a key until it leads into another file.
    void leaveFile(const char* key) const
    {
        const RepoPath path = current().hunk->targetPath;
        for (int i = 0; i < 20 && current().hunk->targetPath == path; ++i) {
            rest();
            QTest::keySequence(QApplication::focusWidget(), QKeySequence(QLatin1StringView(key)));
        }
        QVERIFY(current().hunk->targetPath != path);
    }

    std::unique_ptr<WindowFixture> m_window;
};

void NextFileTest::init()
{
    m_window = std::make_unique<WindowFixture>();
    for (int i = 10; i < 10 + kFiles; ++i) {
        m_window->project.write(pathOf(i).display(), sourceOf(i));
    }
    m_window->open();
    m_window->showReview();
    review().command(QStringLiteral("firstChange"))->trigger();
    rest();
}

void NextFileTest::nextFileIsShownWithTheKey()
{
    for (const char* key : {"N", "N", "P", "]", "["}) {
        leaveFile(key);
        compareShown(); // no event in between
    }
}

void NextFileTest::decisionLeadsIntoTheNextFileAtOnce()
{
    leaveFile("A");
    compareShown();
    const QByteArray next = review().currentKey();
    const int decided = m_window->state().decided;
    QTest::keySequence(QApplication::focusWidget(), QKeySequence(QStringLiteral("R")));
    QCOMPARE(m_window->state().decided, decided + 1);
    QCOMPARE(m_window->state().decisions.kind(next), DecisionKind::Rejected);
}

void NextFileTest::whatWasDecidedElsewhereIsShown()
{
    const QByteArray first = review().currentKey();
    const RepoPath path = current().hunk->targetPath;
    leaveFile("]");
    rest();
    // The file before is kept, with this change open.
    const Hunk* hunk = m_window->state().hunk(first);
    const QByteArray edited = "// written elsewhere\n";
    const auto done =
        m_window->project.session->decisions().edit(first, edited, {}, QStringLiteral("a test"));
    QTRY_VERIFY(done.isFinished());
    QVERIFY(hunk != nullptr && done.result().ok());
    review().goToChange(first);
    QTRY_VERIFY(review().showsCurrent());
    QTRY_VERIFY(
        review().diff().rightEditor().text().contains(QStringLiteral("// written elsewhere")));
    QCOMPARE(review().diff().scene().layout.path, path);
}

void NextFileTest::anotherScanIsReadAnew()
{
    const RepoPath path = pathOf(10);
    review().goToPlace({path});
    rest();
    QCOMPARE(review().diff().scene().layout.path, path);
    leaveFile("]");
    rest();
    m_window->project.write(path.display(), "// read anew\n" + sourceOf(10));
    QVERIFY(ReviewFixture::git(
        m_window->project.folder.path(),
        {QStringLiteral("commit"), QStringLiteral("-qam"), QStringLiteral("other text")}));
    m_window->project.session->scanner().rescan();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->project.session->tasks().running().isEmpty(), 30000);
    review().goToPlace({path});
    QTRY_VERIFY(review().showsCurrent());
    QVERIFY(review().diff().leftEditor().text().startsWith(QStringLiteral("// read anew")));
}

void NextFileTest::otherLayoutIsLaidOut()
{
    const RepoPath path = current().hunk->targetPath;
    leaveFile("]");
    rest();
    review().command(QStringLiteral("unified"))->trigger();
    QTRY_VERIFY(review().diff().scene().layout.unified);
    review().goToPlace({path});
    QTRY_VERIFY(review().showsCurrent());
    QCOMPARE(review().diff().scene().layout.path, path);
    QVERIFY(review().diff().scene().layout.unified);
}

void NextFileTest::fewAreKept()
{
    qsizetype most = 0;
    for (int i = 0; i < kFiles; ++i) {
        leaveFile("]");
        rest();
        most = std::max(most, review().files().count());
    }
    QVERIFY2(most >= 3 && most < kFiles, qPrintable(QString::number(most)));
}

QTEST_MAIN(NextFileTest)
#include "tst_nextfile.moc"
