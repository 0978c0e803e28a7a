// What leaves the window: places and patches to the clipboard, files to an editor; without the
// area.
#include "tests/gui/partsfixture.h"
#include "ui/review/ownchanges.h"
#include "ui/review/placecommands.h"
#include "ui/theme/whynot.h"

#include <QClipboard>
#include <QLineEdit>

using namespace rocport;

class TestPlaceCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void commandsNeedAFile();
    void pathAndLineAreCopied();
    void changesAreCopiedAsAPatch();
    void editorIsAskedFor();
    void editorThatIsWrong();
    void fileIsChecked();

private:
    static QString copied() { return QGuiApplication::clipboard()->text(); }

    std::unique_ptr<PartsFixture> m_parts;
    std::unique_ptr<OwnChanges> m_own;
    std::unique_ptr<PlaceCommands> m_places;
};

void TestPlaceCommands::init()
{
    m_parts = std::make_unique<PartsFixture>();
    m_own = std::make_unique<OwnChanges>(*m_parts->desk, *m_parts->questions, *m_parts->diff);
    m_places = std::make_unique<PlaceCommands>(PlaceCommands::Parts{
        *m_parts->desk, *m_parts->commands, *m_parts->questions, *m_parts->list, *m_own,
        *m_parts->diff, m_parts->project.settings, *m_parts->window});
    QGuiApplication::clipboard()->clear();
}

void TestPlaceCommands::cleanup()
{
    m_places.reset();
    m_own.reset();
    m_parts.reset();
}

void TestPlaceCommands::commandsNeedAFile()
{
    m_places->update();
    for (const char* name : {"copyPath", "copyPlace", "openInEditor", "checkFile", "copyPatch"}) {
        QVERIFY2(!m_parts->command(name).isEnabled(), name);
    }
    QCOMPARE(whyNot(m_parts->command("copyPath")), QStringLiteral("No file is shown."));
    m_parts->goTo(7);
    m_places->update();
    for (const char* name : {"copyPath", "copyPlace", "openInEditor", "checkFile", "copyPatch"}) {
        QVERIFY2(m_parts->command(name).isEnabled(), name);
    }
    m_parts->alter([](ProjectState& state) { state.readOnly = true; });
    m_places->update();
    QVERIFY(m_parts->command("copyPath").isEnabled());
    QVERIFY(!m_parts->command("checkFile").isEnabled());
}

void TestPlaceCommands::pathAndLineAreCopied()
{
    m_parts->goTo(11);
    m_parts->list->tree().setFocus();
    m_parts->run("copyPath");
    QCOMPARE(copied(), QStringLiteral("src/reduce.cu"));
    m_parts->run("copyPlace"); // of the current change
    QCOMPARE(copied(), QStringLiteral("src/reduce.cu:11"));
    QCOMPARE(m_parts->said.last(), QStringLiteral("Copied src/reduce.cu:11"));
    m_parts->navigator->showPlace({DeskFixture::path(), 3, PlaceSide::Original});
    m_parts->diff->focusText();
    m_parts->run("copyPlace"); // of the caret
    QCOMPARE(copied(), QStringLiteral("src/reduce.cu:3"));
}

void TestPlaceCommands::changesAreCopiedAsAPatch()
{
    m_parts->list->tree().expandAll();
    m_parts->goTo(7);
    m_parts->run("copyPatch");
    QTRY_VERIFY_WITH_TIMEOUT(copied().contains(QStringLiteral("+++ b/src/reduce.cu")),
                             DeskFixture::kPatience);
    QCOMPARE(m_parts->said.last(), QStringLiteral("Copied 1 change as a patch for git apply"));
    m_parts->list->tree().selectAll();
    m_parts->run("copyPatch");
    const QString all = QStringLiteral("Copied %1 changes as a patch for git apply")
                            .arg(m_parts->list->selected().size());
    QTRY_COMPARE_WITH_TIMEOUT(m_parts->said.last(), all, DeskFixture::kPatience);
}

void TestPlaceCommands::editorIsAskedFor()
{
    m_parts->run("setEditor");
    QCOMPARE(m_parts->below->currentWidget(), m_parts->sheet);
    const QString command = QStringLiteral("/nowhere/editor +{line} {file}");
    m_parts->sheet->findChild<QLineEdit*>()->setText(command);
    Q_EMIT m_parts->sheet->answered(true);
    QCOMPARE(m_parts->project.settings.value(QStringLiteral("editor/command"), {}).toString(),
             command);
    m_parts->goTo(7);
    m_places->open({DeskFixture::path(), 7, PlaceSide::Original});
    QCOMPARE(m_parts->problems.size(), 1); // there is no such program
}

void TestPlaceCommands::editorThatIsWrong()
{
    m_parts->run("setEditor");
    m_parts->sheet->findChild<QLineEdit*>()->setText(QStringLiteral("editor \"{file}"));
    Q_EMIT m_parts->sheet->answered(true);
    QCOMPARE(m_parts->problems.size(), 1);
    QVERIFY(
        m_parts->project.settings.value(QStringLiteral("editor/command"), {}).toString().isEmpty());
}

void TestPlaceCommands::fileIsChecked()
{
    const QSignalSpy wanted(m_places.get(), &PlaceCommands::checkRequested);
    m_parts->goTo(7);
    m_parts->run("checkFile");
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].value<RepoPath>(), DeskFixture::path());
}

QTEST_MAIN(TestPlaceCommands)
#include "tst_placecommands.moc"
