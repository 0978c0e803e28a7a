// What every work area owes the window, and that its commands are wherever commands are found: in
// the palette, the menu, the list of keys and the documentation.
#include "core/project/session/helppages.h"
#include "tests/gui/accessfixture.h"
#include "ui/area/workarea.h"
#include "ui/shell/palettedialog.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QMenu>
#include <QSet>

#include <algorithm>

using namespace rocport;

namespace {

QString textOf(const QAction& action)
{
    return action.text().remove(u'&');
}

QString keysOf(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys) {
        texts.append(u'`' + keyText(key) + u'`');
    }
    return texts.join(u' ');
}

} // namespace

class TestWorkAreas : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void saysWhatItIs();
    void namesItsCommandsOnce();
    void everyCommandIsInThePalette();
    void everyKeyIsInTheListOfKeys();
    void menuHasWhatAreasPutThere();
    void documentationListsEveryCommand();

private:
    [[nodiscard]] MainWindow& window() const { return m_window->window(); }
    [[nodiscard]] QMenu* mainMenu() const;
    [[nodiscard]] QString listOfKeys() const;

    std::unique_ptr<AccessFixture> m_window;
};

void TestWorkAreas::initTestCase()
{
    m_window = std::make_unique<AccessFixture>();
    m_window->openSample();
}

void TestWorkAreas::cleanupTestCase()
{
    m_window.reset();
}

QMenu* TestWorkAreas::mainMenu() const
{
    const auto menus = window().findChildren<QMenu*>();
    const auto found = std::find_if(menus.begin(), menus.end(), [this](const QMenu* menu) {
        return menu->actions().contains(window().command(QStringLiteral("quit")));
    });
    return found == menus.end() ? nullptr : *found;
}

void TestWorkAreas::saysWhatItIs()
{
    QSet<QString> ids;
    QSet<QString> names;
    QVERIFY(window().areas().size() >= 7);
    for (const WorkArea* area : window().areas()) {
        const WorkArea::About& about = area->about();
        QVERIFY(!about.id.isEmpty() && !ids.contains(about.id));
        QVERIFY(!about.name.isEmpty() && !names.contains(about.name));
        QVERIFY2(helpPageHtml(about.helpPage).ok(), qPrintable(about.helpPage));
        ids.insert(about.id);
        names.insert(about.name);
        window().setCurrentArea(about.id);
        QCOMPARE(window().currentArea(), about.id);
        QVERIFY(area->isVisible());
    }
    // Somebody has what the others send their users to, and nobody else claims to.
    for (const AreaOffer offer : {AreaOffer::Changes, AreaOffer::Rules, AreaOffer::Export}) {
        const auto areas = window().areas();
        QCOMPARE(std::count_if(areas.begin(), areas.end(),
                               [offer](const WorkArea* area) { return area->offers(offer); }),
                 1);
    }
}

void TestWorkAreas::namesItsCommandsOnce()
{
    for (const WorkArea* area : window().areas()) {
        QSet<QString> known;
        for (QAction* action : area->commands()) {
            const QString name = action->objectName();
            QVERIFY2(!name.isEmpty() && !known.contains(name), qPrintable(textOf(*action)));
            QCOMPARE(area->command(name), action);
            known.insert(name);
        }
    }
}

void TestWorkAreas::everyCommandIsInThePalette()
{
    window().command(QStringLiteral("palette"))->trigger();
    auto* palette = window().findChild<PaletteDialog*>();
    QVERIFY(palette && palette->isVisible());
    for (const KeyCommand& command : window().keys().commands()) {
        if (command.action == window().command(QStringLiteral("palette")) ||
            !command.action->isVisible()) {
            continue;
        }
        palette->field()->setText(textOf(*command.action));
        bool found = false;
        for (int row = 0; row < palette->model()->rowCount(); ++row) {
            const PaletteEntry* entry = palette->model()->entry(palette->model()->index(row));
            found = found || (entry->kind == PaletteEntry::Kind::Command &&
                              entry->text == textOf(*command.action));
        }
        QVERIFY2(found, qPrintable(idOf(command)));
    }
    palette->reject();
}

/// On one of the pages of its area at least.
void TestWorkAreas::everyKeyIsInTheListOfKeys()
{
    QSet<QString> listed;
    for (const QString& place : AccessFixture::places()) {
        m_window->show(place);
        for (const ShortcutSection& section : window().shortcutSections()) {
            for (const ShortcutLine& line : section.lines) {
                listed.insert(section.title + u'\n' + line.keys + u'\n' + line.text);
            }
        }
    }
    // The first stands over the list of rules where the window is narrow, and in no other case.
    const QSet<QString> elsewhere{QStringLiteral("rules.closeExplanation")};
    // Keys of a port's hunks are in the list while a port is reviewed: portreviewpage.
    const QString ofPorts = QStringLiteral("review.port");
    for (const KeyCommand& command : window().keys().commands()) {
        const QString keys = keysText(*command.action);
        if (!keys.isEmpty() && command.action->isVisible() && !elsewhere.contains(idOf(command)) &&
            !idOf(command).startsWith(ofPorts)) {
            const QString line = command.areaName + u'\n' + keys + u'\n' + textOf(*command.action);
            QVERIFY2(listed.contains(line), qPrintable(idOf(command) + u'\n' + line));
        }
    }
}

void TestWorkAreas::menuHasWhatAreasPutThere()
{
    const QMenu* menu = mainMenu();
    QVERIFY(menu != nullptr);
    const QList<QAction*> entries = menu->actions();
    for (const WorkArea* area : window().areas()) {
        for (const QAction* action : area->menuCommands()) {
            QVERIFY(area->commands().contains(action));
            const auto entry =
                std::find_if(entries.begin(), entries.end(), [action](const QAction* one) {
                    return one->objectName() == action->objectName();
                });
            QVERIFY2(entry != entries.end(), qPrintable(action->objectName()));
            const QString key = firstKey(*action);
            QCOMPARE((*entry)->text(),
                     key.isEmpty() ? action->text() : action->text() + u'\t' + key);
        }
    }
}

/// The page of the documentation, made of the commands.
QString TestWorkAreas::listOfKeys() const
{
    QSet<QString> inMenu;
    const std::function<void(const QMenu&)> collect = [&](const QMenu& menu) {
        for (const QAction* entry : menu.actions()) {
            inMenu.insert(entry->objectName());
            if (entry->menu() != nullptr) {
                collect(*entry->menu());
            }
        }
    };
    collect(*mainMenu());
    KeyMap map = window().keys(); // acts on the same settings and commands
    map.setSet(KeySet::Vim);
    QHash<const QAction*, QString> vim;
    for (const KeyCommand& command : map.commands()) {
        vim.insert(command.action, keysOf(map.usualKeys(command)));
    }
    map.setSet(KeySet::Rocport);
    QString page = QStringLiteral(
        "# All commands and their keys\n\n"
        "Every command of the window, by the area that it acts in, with the keys that it has "
        "unless you give it\nothers (see [Keys, clicks and access](keyboard.md#keys-of-your-own)). "
        "All of them are in the palette, `Ctrl+K`.\nThe test `workareas` compares this page with "
        "the commands; `ROCPORT_UPDATE_KEYS=1` has it write the page anew.\n");
    QStringList areas; // "Everywhere" first, then as the tabs are
    QHash<QString, QString> tables;
    for (const KeyCommand& command : map.commands()) {
        if (!areas.contains(command.areaName)) {
            areas.append(command.areaName);
        }
        const QString own = keysOf(builtInKeys(*command.action));
        const QString other = vim.value(command.action);
        tables[command.areaName] +=
            QStringLiteral("| %1 | %2 | %3 | %4 |\n")
                .arg(textOf(*command.action), own, other == own ? QString() : other,
                     inMenu.contains(command.action->objectName()) ? QStringLiteral("yes")
                                                                   : QString());
    }
    for (const QString& area : std::as_const(areas)) {
        page += QStringLiteral("\n## %1\n\n| Command | Keys | With the set Vim | In the menu |\n"
                               "|---|---|---|---|\n%2")
                    .arg(area, tables.value(area));
    }
    page.replace(QStringLiteral("|  |"), QStringLiteral("| |"));
    page.replace(QStringLiteral("|  |"), QStringLiteral("| |"));
    return page;
}

void TestWorkAreas::documentationListsEveryCommand()
{
    const QString path = QStringLiteral(ROCPORT_SOURCE_DIR "/docs/keys.md");
    const QByteArray wanted = listOfKeys().toUtf8();
    QFile file(path);
    if (qEnvironmentVariableIsSet("ROCPORT_UPDATE_KEYS")) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(wanted);
        file.close();
    }
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> there = file.readAll().split('\n');
    const QList<QByteArray> lines = wanted.split('\n');
    for (const QByteArray& line : lines) {
        QVERIFY2(there.contains(line), ("docs/keys.md lacks: " + line).constData());
    }
    for (const QByteArray& line : there) {
        QVERIFY2(lines.contains(line), ("docs/keys.md is stale: " + line).constData());
    }
    QCOMPARE(there, lines);
}

QTEST_MAIN(TestWorkAreas)
#include "tst_workareas.moc"
