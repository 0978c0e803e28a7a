// A project is opened again where it was left: area, file, change.
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectscanner.h"
#include "core/project/session/projecttasks.h"
#include "tests/gui/windowfixture.h"
#include "ui/review/diffminimap.h"
#include "ui/review/reviewfilter.h"
#include "ui/shell/mainwindow.h"

#include <QAction>
#include <QLineEdit>

using namespace rocport;

class TestResume : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void sameAreaAndChange();
    void placeThatIsGoneLeadsToTheFileOrTheFirst();
    void filtersAndScrollPosition();
    void lineWithoutAChange();
    void switchedOff();

private:
    void open() const
    {
        m_window->window().openPath(m_window->project.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->project.session->state() && m_window->project.session->state()->scan, 30000);
    }
    void close() const
    {
        m_window->window().command(QStringLiteral("close-project"))->trigger();
        QTRY_VERIFY(!m_window->project.session->state());
    }
    /// As if the program was started again.
    void restart() const
    {
        m_window->assembly.reset();
        m_window->project.session.reset();
        m_window->project.session = std::make_unique<ProjectSession>(m_window->project.data.path());
        m_window->assembly =
            std::make_unique<Assembly>(*m_window->project.session, m_window->remote,
                                       m_window->project.provider, m_window->project.settings);
        m_window->window().resize(1440, 900);
        m_window->window().show();
        QVERIFY(QTest::qWaitForWindowActive(&m_window->window()));
    }
    /// A change that is not the first one shown.
    [[nodiscard]] QByteArray goToLater() const
    {
        const ReviewModel& model = m_window->review().model();
        QByteArray key =
            model.changes()[model.changeAt(static_cast<int>(model.changes().size()) - 2)].hunk->key;
        m_window->review().goToChange(key);
        return key;
    }
    [[nodiscard]] bool shows(const QByteArray& key) const
    {
        const DiffChange* shown = m_window->review().diff().scene().currentChange();
        return shown != nullptr && shown->key == key && m_window->review().currentKey() == key;
    }

    std::unique_ptr<WindowFixture> m_window;
};

void TestResume::init()
{
    m_window = std::make_unique<WindowFixture>();
    m_window->project.copySample();
    m_window->project.commitAll();
    restart();
    open();
    m_window->showReview();
}

void TestResume::cleanup()
{
    m_window.reset();
}

void TestResume::sameAreaAndChange()
{
    const QByteArray key = goToLater();
    QTRY_VERIFY(shows(key));
    close();
    QVERIFY(m_window->review().currentKey().isEmpty());
    m_window->window().setCurrentArea(QStringLiteral("plan"));
    open();
    QCOMPARE(m_window->window().currentArea(), QStringLiteral("review"));
    QTRY_VERIFY(shows(key));
    // The same after a restart, which remembers when the window closes.
    QVERIFY(m_window->window().close());
    restart();
    open();
    QCOMPARE(m_window->window().currentArea(), QStringLiteral("review"));
    QTRY_VERIFY(shows(key));
    m_window->window().setCurrentArea(QStringLiteral("rules"));
    close();
    open();
    QCOMPARE(m_window->window().currentArea(), QStringLiteral("rules"));
}

void TestResume::placeThatIsGoneLeadsToTheFileOrTheFirst()
{
    const QByteArray key = goToLater();
    QTRY_VERIFY(shows(key));
    const RepoPath path = m_window->state().hunk(key)->targetPath;
    // It was decided before the window closed, and the list shows open changes.
    QVERIFY(m_window->project.session->decisions().decide({key}, DecisionKind::Rejected, {}).ok());
    m_window->review().goToChange(key);
    QTRY_VERIFY(shows(key));
    close();
    open();
    QTRY_VERIFY(!m_window->review().currentKey().isEmpty());
    const QByteArray now = m_window->review().currentKey();
    QTRY_VERIFY(shows(now));
    QVERIFY(now != key);
    bool others = false; // open ones of the file
    for (const Hunk& hunk : m_window->state().scan->hunks) {
        others = others || (hunk.targetPath == path && hunk.key != key);
    }
    QVERIFY(!others || m_window->state().hunk(now)->targetPath == path);
}

void TestResume::filtersAndScrollPosition()
{
    ReviewArea& review = m_window->review();
    m_window->window().resize(1120, 680); // so that the file does not fit
    const QByteArray key = goToLater();
    QTRY_VERIFY(shows(key));
    const ReviewChange change = review.model().changes()[review.model().changeOfKey(key)];
    const QString name = QString::fromUtf8(change.hunk->targetPath.fileName());
    auto* status = review.findChild<SegmentedControl*>(QStringLiteral("statusFilter"));
    status->setCurrent(static_cast<int>(ReviewStatus::All));
    review.findChild<SegmentedControl*>(QStringLiteral("grouping"))->setCurrent(1);
    review.findChild<QLineEdit*>(QStringLiteral("reviewFilter"))->setText(name);
    review.command(QStringLiteral("filter-verdict-") + verdictId(change.verdict))->trigger();
    Q_EMIT review.diff().minimap().scrollRequested(5);
    const int top = review.diff().topLine();
    QVERIFY(top > 1);
    const int accepted = review.filter().accepted();
    QVERIFY(accepted > 0);
    QVERIFY(accepted < static_cast<int>(review.model().changes().size()));
    for (const bool again : {false, true}) {
        if (again) {
            QVERIFY(m_window->window().close());
            restart();
            m_window->window().resize(1120, 680);
        } else {
            close();
        }
        open();
        ReviewArea& now = m_window->review();
        QTRY_VERIFY(shows(key));
        QCOMPARE(now.filter().status(), ReviewStatus::All);
        QCOMPARE(now.filter().text(), name);
        QCOMPARE(now.filter().chips().verdicts, QSet<int>{static_cast<int>(change.verdict)});
        QCOMPARE(now.model().grouping(), ReviewGrouping::Rules);
        QCOMPARE(now.filter().accepted(), accepted);
        QTRY_VERIFY(
            m_window->project.session->tasks().running().isEmpty()); // a scan keeps the place too
        QTRY_COMPARE(now.diff().topLine(), top);
        m_window->project.session->scanner().rescan();
        QTRY_VERIFY(m_window->project.session->tasks().running().isEmpty());
        QTRY_VERIFY(shows(key));
        QTRY_COMPARE(now.diff().topLine(), top);
    }
}

void TestResume::lineWithoutAChange()
{
    const QByteArray key = goToLater();
    QTRY_VERIFY(shows(key));
    const RepoPath path = m_window->state().hunk(key)->targetPath;
    m_window->review().goToPlace({path, 2, PlaceSide::Original});
    QTRY_VERIFY(m_window->review().currentKey().isEmpty());
    close();
    open();
    QTRY_COMPARE(m_window->review().diff().scene().layout.path, path);
    QVERIFY(m_window->review().currentKey().isEmpty());
}

void TestResume::switchedOff()
{
    const QByteArray key = goToLater();
    QTRY_VERIFY(shows(key));
    m_window->project.settings.setValue(QStringLiteral("open/resume"), false);
    close();
    restart();
    open();
    QCOMPARE(m_window->window().currentArea(), QStringLiteral("plan"));
    QTRY_VERIFY(!m_window->review().currentKey().isEmpty());
    QVERIFY(m_window->review().currentKey() != key);
}

QTEST_MAIN(TestResume)
#include "tst_resume.moc"
