#include "core/project/session/projecttasks.h"

#include <QSignalSpy>
#include <QTest>

using namespace rocport;

class ProjectTasksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTaskBeginsMovesAndEnds();
    void cancellingAsksAndDoesNotEnd();
    void theNewestIsLast();
};

void ProjectTasksTest::aTaskBeginsMovesAndEnds()
{
    ProjectTasks tasks;
    QSignalSpy started(&tasks, &ProjectTasks::started);
    QSignalSpy progress(&tasks, &ProjectTasks::progress);
    QSignalSpy finished(&tasks, &ProjectTasks::finished);
    const int id = tasks.begin(QStringLiteral("Scanning"), {.repeats = true}).id;
    QCOMPARE(started.size(), 1);
    QCOMPARE(tasks.running().size(), 1);
    QVERIFY(tasks.running()[0].cancellable);
    QVERIFY(tasks.running()[0].repeats);
    tasks.update(id, 3, 7, QStringLiteral("a.cu"));
    QCOMPARE(progress.size(), 1);
    QCOMPARE(tasks.running()[0].done, 3);
    QCOMPARE(tasks.running()[0].total, 7);
    QCOMPARE(tasks.running()[0].detail, QStringLiteral("a.cu"));
    tasks.end(id);
    tasks.end(id);
    tasks.update(id, 4, 7, {});
    QCOMPARE(finished.size(), 1);
    QCOMPARE(finished[0][0].toInt(), id);
    QCOMPARE(progress.size(), 1);
    QVERIFY(tasks.running().isEmpty());
}

void ProjectTasksTest::cancellingAsksAndDoesNotEnd()
{
    ProjectTasks tasks;
    const auto first = tasks.begin(QStringLiteral("one"));
    const auto second = tasks.begin(QStringLiteral("two"), {.cancellable = false});
    tasks.cancel(first.id);
    tasks.cancel(4711); // nothing
    QVERIFY(first.cancel.isCancelled());
    QVERIFY(!second.cancel.isCancelled());
    QCOMPARE(tasks.running().size(), 2);
    tasks.cancelAll(); // at the end of the program even those that offer it to nobody
    QVERIFY(second.cancel.isCancelled());
}

void ProjectTasksTest::theNewestIsLast()
{
    ProjectTasks tasks;
    tasks.begin(QStringLiteral("one"));
    const int second = tasks.begin(QStringLiteral("two")).id;
    QCOMPARE(tasks.running().last().id, second);
}

QTEST_GUILESS_MAIN(ProjectTasksTest)
#include "tst_projecttasks.moc"
