// An edit in place, its draft, and what saving it does; without the area.
#include "tests/gui/deskfixture.h"
#include "ui/review/changeediting.h"

#include <Qsci/qsciscintilla.h>

using namespace rocport;

class TestChangeEditing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void savesAsADecision();
    void whatIsLeftIsADraft();
    void draftsGoWithTheProject();
    void opensNothingOutOfSight();

private:
    void type(const QString& text) const
    {
        m_desk->diff->editPane().findChild<QsciScintilla*>()->setText(text);
    }

    std::unique_ptr<DeskFixture> m_desk;
    std::unique_ptr<ChangeEditing> m_editing;
};

void TestChangeEditing::init()
{
    m_desk = std::make_unique<DeskFixture>();
    m_desk->open();
    m_desk->showFile();
    m_editing = std::make_unique<ChangeEditing>(*m_desk->desk, *m_desk->diff);
}

void TestChangeEditing::cleanup()
{
    m_editing.reset();
    m_desk.reset();
}

void TestChangeEditing::savesAsADecision()
{
    const QSignalSpy saved(m_editing.get(), &ChangeEditing::saved);
    const QByteArray key = m_desk->choose(7);
    m_editing->begin();
    QVERIFY(m_desk->diff->isEditing());
    const QString text = m_desk->diff->editPane().text();
    QString mine = text;
    mine.replace(mine.indexOf(QStringLiteral("limit")), 5, QStringLiteral("limit /* mine */"));
    type(mine);
    QCOMPARE(m_editing->unsaved(), QStringList{QStringLiteral("src/reduce.cu:7")});
    m_editing->save();
    QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, DeskFixture::kPatience);
    QCOMPARE(m_desk->kind(key), DecisionKind::Edited);
    QVERIFY(m_desk->state()->decisions.decision(key)->editedText.contains("mine"));
    QVERIFY(!m_desk->diff->isEditing());
    QVERIFY(m_editing->unsaved().isEmpty());
    QVERIFY(!m_editing->hasDraft(key));
}

void TestChangeEditing::whatIsLeftIsADraft()
{
    const QSignalSpy kept(m_editing.get(), &ChangeEditing::draftKept);
    const QByteArray key = m_desk->choose(7);
    m_editing->begin();
    type(QStringLiteral("half a thought\n"));
    m_desk->diff->endEdit();
    QCOMPARE(kept.size(), 1);
    QVERIFY(m_editing->hasDraft(key));
    QCOMPARE(m_editing->drafts(), QSet<QByteArray>{key});
    QCOMPARE(m_editing->unsaved(), QStringList{QStringLiteral("src/reduce.cu:7")});
    QCOMPARE(m_desk->kind(key), DecisionKind::Open);
    // It is there again, and in the editor only.
    m_editing->begin();
    QCOMPARE(m_desk->diff->editPane().text(), QStringLiteral("half a thought\n"));
    QVERIFY(!m_editing->hasDraft(key));
    QCOMPARE(m_editing->unsaved().size(), 1);
    // Nothing typed leaves nothing.
    const QByteArray other = m_desk->choose(11);
    m_desk->diff->endEdit();
    QVERIFY(m_editing->hasDraft(key) && !m_editing->hasDraft(other));
}

void TestChangeEditing::draftsGoWithTheProject()
{
    const QByteArray key = m_desk->choose(7);
    m_editing->begin();
    type(QStringLiteral("half a thought\n"));
    m_desk->diff->endEdit();
    const QSignalSpy changed(m_editing.get(), &ChangeEditing::draftsChanged);
    m_editing->drop();
    QCOMPARE(changed.size(), 1);
    QVERIFY(!m_editing->hasDraft(key));
    QVERIFY(m_editing->unsaved().isEmpty());
}

void TestChangeEditing::opensNothingOutOfSight()
{
    m_editing->begin(); // no change is current
    QVERIFY(!m_desk->diff->isEditing());
    m_desk->choose(7);
    m_desk->desk->setInSight([] { return false; });
    m_editing->begin();
    QVERIFY(!m_desk->diff->isEditing());
    m_editing->keepMine(); // nothing is in conflict
    m_editing->save();     // nothing is edited
    QVERIFY(m_desk->problems.isEmpty());
}

QTEST_MAIN(TestChangeEditing)
#include "tst_changeediting.moc"
