// Guards made wider and narrower, of one change, a file and the project; without the area.
#include "core/project/session/projecthistory.h"
#include "tests/gui/deskfixture.h"
#include "ui/review/guardwidths.h"

#include <algorithm>

using namespace rocport;

class TestGuardWidths : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void stepsUntilTheEnd();
    void whatChangesNothingIsNoStep();
    void droppedTrialSetsNothing();
    void ofFileAndProject();
    void needsTheChangeInSight();

private:
    /// Until a width that was asked for is set and shown, or why it is not was said.
    void settle(qsizetype said) const
    {
        QTRY_VERIFY_WITH_TIMEOUT(m_desk->said.size() > said, DeskFixture::kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!m_widths->isOnItsWay(), DeskFixture::kPatience);
        m_desk->waitForTasks();
    }
    [[nodiscard]] GuardWidth widthAt(int line) const
    {
        return m_desk->state()->guardWidth(m_desk->keyAt(line));
    }

    std::unique_ptr<DeskFixture> m_desk;
    std::unique_ptr<GuardWidths> m_widths;
};

void TestGuardWidths::init()
{
    m_desk = std::make_unique<DeskFixture>();
    m_desk->open();
    m_widths = std::make_unique<GuardWidths>(*m_desk->desk);
}

void TestGuardWidths::cleanup()
{
    m_widths.reset();
    m_desk.reset();
}

void TestGuardWidths::stepsUntilTheEnd()
{
    const QSignalSpy changed(m_widths.get(), &GuardWidths::changed);
    m_desk->choose(7);
    m_widths->step(-1);
    QCOMPARE(m_desk->said, QStringList{QStringLiteral("The guard is at its narrowest.")});
    GuardWidth before = widthAt(7);
    for (int step = 0; step < 3 && before != GuardWidth::File; ++step) {
        m_desk->choose(7);
        const auto said = m_desk->said.size();
        m_widths->step(1);
        QVERIFY(m_widths->isOnItsWay());
        settle(said);
        if (widthAt(7) == before) {
            break; // nothing wider can be proved; said
        }
        QVERIFY(widthAt(7) > before);
        before = widthAt(7);
    }
    QVERIFY(before > GuardWidth::Line);
    QVERIFY(!changed.isEmpty());
    // One undo for each width.
    QVERIFY(m_desk->project.session->history().undo().ok());
    m_desk->waitForTasks();
    QVERIFY(widthAt(7) < before);
}

void TestGuardWidths::whatChangesNothingIsNoStep()
{
    m_desk->choose(7);
    const bool could = m_desk->state()->decisions.canUndo();
    m_widths->setOfChange(GuardWidth::Line); // which it has
    settle(0);
    QCOMPARE(m_desk->state()->decisions.canUndo(), could);
    QCOMPARE(m_desk->said.size(), 1);
    QVERIFY(m_desk->said.first().startsWith(QStringLiteral("No other guard")) ||
            m_desk->said.first().startsWith(QStringLiteral("The guard stays")));
}

void TestGuardWidths::droppedTrialSetsNothing()
{
    QVERIFY(!m_widths->drop());
    m_desk->choose(7);
    m_widths->step(1);
    m_widths->step(1); // while the first is tried
    QCOMPARE(m_desk->said,
             QStringList{QStringLiteral("The guard is still being changed: press the key again.")});
    QVERIFY(m_widths->drop());
    QVERIFY(!m_widths->isOnItsWay());
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    m_desk->waitForTasks();
    QCOMPARE(widthAt(7), GuardWidth::Line);
    QCOMPARE(m_desk->said.size(), 1);
}

void TestGuardWidths::ofFileAndProject()
{
    m_desk->choose(7);
    m_widths->setOfFile(GuardWidth::Function);
    settle(0);
    QVERIFY(m_desk->said.first().contains(QStringLiteral("src/reduce.cu")));
    QCOMPARE(widthAt(7), GuardWidth::Function);
    m_widths->setOfProject(GuardWidth::Block);
    settle(1);
    QVERIFY(m_desk->problems.isEmpty());
    const QVector<GuardSetting> widths = m_desk->state()->guardWidths;
    QVERIFY(std::any_of(widths.begin(), widths.end(), [](const GuardSetting& one) {
        return one.subject.isEmpty() && one.width == guardWidthId(GuardWidth::Block);
    }));
    QCOMPARE(widthAt(7), GuardWidth::Function); // what was said of the file stands
}

void TestGuardWidths::needsTheChangeInSight()
{
    m_desk->choose(7);
    m_desk->desk->setInSight([] { return false; });
    m_widths->step(1);
    m_widths->setOfChange(GuardWidth::File);
    m_widths->setOfFile(GuardWidth::File);
    QVERIFY(!m_widths->isOnItsWay());
    QVERIFY(m_desk->said.isEmpty());
}

QTEST_MAIN(TestGuardWidths)
#include "tst_guardwidths.moc"
