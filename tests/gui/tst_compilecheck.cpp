// The panel of the compile check: shown when asked for, and what it leads to; without the area.
#include "tests/gui/partsfixture.h"
#include "ui/review/compilecheck.h"
#include "ui/review/gatepanel.h"
#include "ui/theme/widgets.h"

using namespace rocport;

class TestCompileCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void resultsAreShownAndHidden();
    void checkShowsTheResults();
    void errorsLeadToChangesAndPlaces();
    void commandsWithoutAScan();

private:
    std::unique_ptr<PartsFixture> m_parts;
    std::unique_ptr<CompileCheck> m_check;
};

void TestCompileCheck::init()
{
    m_parts = std::make_unique<PartsFixture>();
    m_check = std::make_unique<CompileCheck>(*m_parts->desk, *m_parts->commands,
                                             *m_parts->navigator, *m_parts->diff, *m_parts->column,
                                             m_parts->project.provider, m_parts->project.settings);
}

void TestCompileCheck::cleanup()
{
    m_check.reset();
    m_parts.reset();
}

void TestCompileCheck::resultsAreShownAndHidden()
{
    QVERIFY(m_check->panel().isHidden());
    m_parts->run("gateResults");
    QVERIFY(m_check->panel().isVisible());
    m_parts->run("gateResults");
    QVERIFY(m_check->panel().isHidden());
    QVERIFY(m_parts->diff->isAncestorOf(QApplication::focusWidget()));
    m_check->setShown(true);
    Q_EMIT m_check->panel().closeRequested();
    QVERIFY(m_check->panel().isHidden());
    m_check->setShown(true);
    m_parts->list->tree().setFocus();
    m_check->close();
    QVERIFY(m_check->panel().isHidden());
    QVERIFY(m_parts->list->tree().hasFocus());
}

void TestCompileCheck::checkShowsTheResults()
{
    // A compiler that there is not: whatever comes of it, the panel says so.
    m_parts->project.settings.setValue(QStringLiteral("compile/compiler"),
                                       QStringLiteral("/nowhere/hipcc"));
    const auto said = [this] {
        QStringList texts;
        for (const ElidedLabel* label : m_check->panel().findChildren<ElidedLabel*>()) {
            texts.append(label->text());
        }
        return texts;
    };
    m_check->setShown(true);
    const QStringList before = said();
    m_check->setShown(false);
    m_parts->run("checkCompiles");
    QVERIFY(m_check->panel().isVisible());
    m_parts->waitForTasks();
    QTRY_VERIFY(said() != before);
}

void TestCompileCheck::errorsLeadToChangesAndPlaces()
{
    const QSignalSpy elsewhere(m_check.get(), &CompileCheck::placeRequested);
    Q_EMIT m_check->panel().hunkRequested(m_parts->keyAt(11));
    QCOMPARE(m_parts->desk->current(), m_parts->changeAt(11));
    m_parts->waitForFile(DeskFixture::path());
    Q_EMIT m_check->panel().placeRequested({DeskFixture::path(), 7, PlaceSide::Original});
    QCOMPARE(m_parts->desk->current(), m_parts->changeAt(7));
    QVERIFY(elsewhere.isEmpty());
    const Place other{RepoPath("nowhere.h"), 3, PlaceSide::Original};
    Q_EMIT m_check->panel().placeRequested(other);
    QCOMPARE(elsewhere.size(), 1);
    QCOMPARE(elsewhere[0][0].value<Place>(), other);
    QCOMPARE(m_parts->desk->current(), m_parts->changeAt(7));
}

void TestCompileCheck::commandsWithoutAScan()
{
    const auto names = {"checkCompiles", "checkWhole", "proveNvcc", "gateResults"};
    m_check->update();
    for (const char* name : names) {
        QVERIFY2(m_parts->command(name).isEnabled(), name);
    }
    m_parts->desk->setState(nullptr);
    m_check->update();
    for (const char* name : names) {
        QVERIFY2(!m_parts->command(name).isEnabled(), name);
    }
}

QTEST_MAIN(TestCompileCheck)
#include "tst_compilecheck.moc"
