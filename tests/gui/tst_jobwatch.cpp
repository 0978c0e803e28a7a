// Jobs as the rest of the window shows them: status bar, tab, palette, and the desktop.
#include "core/project/session/projecttasks.h"
#include "tests/gui/windowfixture.h"
#include "ui/runs/jobwatch.h"
#include "ui/runs/runsarea.h"
#include "ui/shell/statusbar.h"
#include "ui/shell/topbar.h"
#include "ui/theme/desktopnotifier.h"

#include <QAction>
#include <QMenu>
#include <QSignalSpy>
#include <QTabBar>

using namespace rocport;

class TestJobWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void runningJobsAreInSight();
    void theListGoesToAJob();
    void longJobsAreTold_data();
    void longJobsAreTold();
    void whatEndedBeforeIsNoNews();

private:
    [[nodiscard]] static JobEntry job(const char* id, JobState state, int seconds)
    {
        JobEntry entry;
        entry.spec.id = QString::fromLatin1(id);
        entry.spec.title = QStringLiteral("Build with CMake");
        entry.spec.node = localNode();
        const QDateTime now = QDateTime::currentDateTimeUtc();
        entry.spec.created = now.addSecs(-seconds);
        entry.status.state = state;
        entry.status.started = entry.spec.created;
        if (isEnded(state)) {
            entry.status.ended = now;
        }
        return entry;
    }
    void put(const QVector<JobEntry>& jobs) const
    {
        m_fixture->remote.now->jobs = jobs;
        Q_EMIT m_fixture->remote.jobsChanged();
    }
    template <typename T>
    [[nodiscard]] T* child() const
    {
        return m_fixture->window().findChild<T*>();
    }
    /// The name of the tab of Runs, as it is read aloud.
    [[nodiscard]] QString tab() const
    {
        auto* tabs = child<TopBar>()->findChild<QTabBar*>();
        for (int i = 0; i < tabs->count(); ++i) {
            if (tabs->tabText(i) == QStringLiteral("Runs")) {
                return tabs->accessibleTabName(i);
            }
        }
        return {};
    }
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestJobWatch::init()
{
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->project.write(QStringLiteral("a.cu"), "__global__ void k() {}\n");
    m_fixture->open();
    QTRY_VERIFY(m_fixture->project.session->tasks().running().isEmpty());
}

void TestJobWatch::runningJobsAreInSight()
{
    QCOMPARE(child<StatusBar>()->taskText(), QStringLiteral("No background tasks"));
    QCOMPARE(tab(), QStringLiteral("Runs"));
    put({job("b", JobState::Running, 5), job("a", JobState::Failed, 90)});
    QCOMPARE(child<StatusBar>()->taskText(),
             QStringLiteral("Job 2: Build with CMake on This machine, running"));
    QCOMPARE(tab(), QStringLiteral("Runs, 1 running"));
    put({job("c", JobState::Queued, 1), job("b", JobState::Running, 5),
         job("a", JobState::Failed, 90)});
    QCOMPARE(child<StatusBar>()->taskText(),
             QStringLiteral("Job 3: Build with CMake on This machine, queued and 1 more"));
    QCOMPARE(tab(), QStringLiteral("Runs, 2 running"));
    put({job("a", JobState::Failed, 90)});
    QCOMPARE(child<StatusBar>()->taskText(), QStringLiteral("No background tasks"));
    QCOMPARE(tab(), QStringLiteral("Runs"));
}

void TestJobWatch::theListGoesToAJob()
{
    put({job("b", JobState::Running, 5), job("a", JobState::Running, 9)});
    m_fixture->window().setCurrentArea(QStringLiteral("plan"));
    auto* bar = child<StatusBar>();
    bar->setFocus();
    QTest::keyClick(bar, Qt::Key_Return);
    auto* menu = bar->findChild<QMenu*>(QStringLiteral("statusMenu"));
    QVERIFY(menu != nullptr);
    QCOMPARE(menu->actions().size(), 2);
    QVERIFY(menu->actions().at(1)->text().startsWith(QStringLiteral("Job 1: ")));
    menu->actions().at(1)->trigger();
    QCOMPARE(m_fixture->window().currentArea(), QStringLiteral("runs"));
    QCOMPARE(m_fixture->assembly->runs().currentJob(), QStringLiteral("a"));
    menu->close();
}

void TestJobWatch::longJobsAreTold_data()
{
    QTest::addColumn<int>("seconds");
    QTest::addColumn<bool>("active");
    QTest::addColumn<bool>("told");
    QTest::newRow("long, looked away") << 75 << false << true;
    QTest::newRow("long, in sight") << 75 << true << false;
    QTest::newRow("short") << 40 << false << false;
}

void TestJobWatch::longJobsAreTold()
{
    QFETCH(int, seconds);
    QFETCH(bool, active);
    QFETCH(bool, told);
    put({job("a", JobState::Running, seconds)});
    if (!active) {
        m_fixture->window().hide();
        QTRY_VERIFY(QApplication::activeWindow() == nullptr);
    }
    QSignalSpy shown(child<DesktopNotifier>(), &DesktopNotifier::shown);
    put({job("a", JobState::Failed, seconds)});
    QCOMPARE(shown.size(), told ? 1 : 0);
    if (told) {
        QCOMPARE(shown[0][0].toString(), QStringLiteral("Build with CMake: failed"));
        QCOMPARE(shown[0][1].toString(), QStringLiteral("Job 1 on This machine, after 1:15."));
        Q_EMIT child<DesktopNotifier>()->chosen(shown[0][2].toString());
        QCOMPARE(m_fixture->window().currentArea(), QStringLiteral("runs"));
        QCOMPARE(m_fixture->assembly->runs().currentJob(), QStringLiteral("a"));
    }
    put({job("a", JobState::Failed, seconds)}); // once
    QCOMPARE(shown.size(), told ? 1 : 0);
}

void TestJobWatch::whatEndedBeforeIsNoNews()
{
    QSignalSpy ended(child<JobWatch>(), &JobWatch::longJobEnded);
    put({job("a", JobState::Succeeded, 500)});
    QCOMPARE(ended.size(), 0);
}

QTEST_MAIN(TestJobWatch)
#include "tst_jobwatch.moc"
