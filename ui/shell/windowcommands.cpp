// Commands of the main window: menu, keys, palette.
#include "core/project/session/projectplan.h"
#include "core/project/session/projectscanner.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"
#include "ui/shell/mainwindow.h"

#include "core/rules/rulenames.h"
#include "ui/plan/planarea.h"
#include "ui/shell/aboutdialog.h"
#include "ui/shell/helpdialog.h"
#include "ui/shell/nodeselector.h"
#include "ui/shell/palettedialog.h"
#include "ui/shell/preferencesdialog.h"
#include "ui/shell/rail.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/shell/statusbar.h"
#include "ui/shell/targetdialog.h"
#include "ui/shell/topbar.h"
#include "ui/shell/welcomepage.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/whynot.h"
#include "ui/theme/windowfit.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QStackedWidget>

#include <algorithm>

namespace rocport {

namespace {
const auto kLettersKey = QStringLiteral("keys/letters");
const auto kFolderKey = QStringLiteral("open/folder");
} // namespace

QAction* MainWindow::addCommand(const QString& name, const QString& text,
                                const QList<QKeySequence>& keys, const std::function<void()>& run,
                                bool needsProject)
{
    auto* action = new QAction(text, this);
    action->setShortcuts(keys);
    action->setObjectName(name);
    connect(action, &QAction::triggered, this, run);
    addAction(action);
    m_commands.insert(name, action);
    m_commandOrder += name;
    if (needsProject) {
        m_projectCommands.append(action);
    }
    return action;
}

void MainWindow::addCommands()
{
    const auto name = [](const char* text) { return QString::fromLatin1(text); };
    addCommand(name("open-repository"), tr("Open repository…"), {QKeySequence(tr("Ctrl+O"))},
               [this] { askRepository(); });
    addCommand(name("open-project"), tr("Open project file…"), {QKeySequence(tr("Ctrl+Shift+O"))},
               [this] { askProjectFile(); });
    addCommand(name("sample"), tr("Try the sample"), {}, [this] { openSample(); });
    addCommand(
        name("close-project"), tr("Close project"), {QKeySequence(tr("Ctrl+W"))},
        [this] {
            leave(Leaving::Project, tr("Close the project"), [this] {
                rememberProject();
                m_session.close();
            });
        },
        true);
    addCommand(
        name("target"), tr("Target settings…"), {}, [this] { editTarget(); }, true);
    addCommand(
        name("rescan"), tr("Scan again"), {QKeySequence(Qt::Key_F5)},
        [this] { m_session.scanner().rescan(); }, true);
    addCommand(
        name("export"), tr("Export report"), {QKeySequence(tr("Ctrl+E"))},
        [this] {
            if (WorkArea* area = areaWith(AreaOffer::Export)) {
                setCurrentArea(area->about().id);
                area->exportReport();
            }
        },
        true);
    addCommand(name("cancel-task"), tr("Cancel newest task"), {QKeySequence(tr("Ctrl+."))}, [this] {
        int newest = -1;
        for (const TaskInfo& task : std::as_const(m_tasks)) {
            newest = task.cancellable ? qMax(newest, task.id) : newest;
        }
        if (newest >= 0) {
            m_session.tasks().cancel(newest);
        } else {
            say(tr("No task is running."));
        }
    });
    addCommand(name("quit"), tr("Quit"), {QKeySequence(tr("Ctrl+Q"))}, [this] { close(); });
}

void MainWindow::addViewCommands()
{
    const auto name = [](const char* text) { return QString::fromLatin1(text); };
    addCommand(name("palette"), tr("Search or run a command"), {QKeySequence(tr("Ctrl+K"))},
               [this] { openPalette(); });
    addCommand(name("menu"), tr("Menu"), {QKeySequence(Qt::Key_F10)},
               [this] { m_top->openMenu(); });
    addCommand(
        name("rail"), tr("Widen or narrow the list of phases"), {QKeySequence(tr("Ctrl+B"))},
        [this] {
            m_settings.setValue(railKey(currentArea()), !m_rail->isCompact());
            updateRail();
        },
        true);
    const std::tuple<const char*, QString, ThemeChoice> themes[] = {
        {"theme-system", tr("Use the system's theme"), ThemeChoice::System},
        {"theme-light", tr("Use the light theme"), ThemeChoice::Light},
        {"theme-dark", tr("Use the dark theme"), ThemeChoice::Dark}};
    for (const auto& [id, text, choice] : themes) {
        addCommand(name(id), text, {}, [this, choice = choice] { m_provider.setChoice(choice); });
    }
    addCommand(name("text-larger"), tr("Larger text"),
               {QKeySequence(tr("Ctrl++")), QKeySequence(tr("Ctrl+="))},
               [this] { m_provider.setTextPercent(m_provider.textPercent() + 10); });
    addCommand(name("text-smaller"), tr("Smaller text"), {QKeySequence(tr("Ctrl+-"))},
               [this] { m_provider.setTextPercent(m_provider.textPercent() - 10); });
    addCommand(name("text-normal"), tr("Normal text size"), {QKeySequence(tr("Ctrl+0"))},
               [this] { m_provider.setTextPercent(100); });
    addCommand(name("next-pane"), tr("Next pane"), {QKeySequence(Qt::Key_F6)},
               [this] { movePane(1); });
    addCommand(name("previous-pane"), tr("Previous pane"), {QKeySequence(Qt::SHIFT | Qt::Key_F6)},
               [this] { movePane(-1); });
    addCommand(name("filter"), tr("Filter"), {QKeySequence(Qt::Key_Slash)},
               [this] { focusFilter(); });
    addCommand(name("preferences"), tr("Preferences…"), {QKeySequence(tr("Ctrl+,"))},
               [this] { openPreferences(); });
    QAction* letters = addCommand(name("letter-keys"), tr("Single-letter keys"), {}, [this] {
        m_settings.setValue(kLettersKey, command(QStringLiteral("letter-keys"))->isChecked());
        applyKeys();
    });
    letters->setCheckable(true);
    letters->setChecked(m_settings.value(kLettersKey, true).toBool());
    addCommand(name("shortcuts"), tr("Shortcuts"), {QKeySequence(Qt::Key_Question)},
               [this] { openDialog(*new ShortcutsDialog(m_provider, shortcutSections(), this)); });
}

void MainWindow::addHelpCommands()
{
    addCommand(QStringLiteral("help"), tr("Help for what is shown"), {QKeySequence(Qt::Key_F1)},
               [this] {
                   const WorkArea* area = shownArea();
                   showHelp(area != nullptr ? area->about().helpPage : QString());
               });
    addCommand(QStringLiteral("whats-new"), tr("What is new"), {},
               [this] { showHelp(QStringLiteral("changelog")); });
    addCommand(QStringLiteral("about"), tr("About Rocport"), {},
               [this] { openDialog(*new AboutDialog(m_provider, m_libraries, this)); });
}

/// Areas without a page of their own have the one about keys.
void MainWindow::showHelp(const QString& page)
{
    auto* dialog = findChild<HelpDialog*>();
    if (dialog == nullptr) {
        dialog = new HelpDialog(m_provider, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    if (!dialog->showPage(page)) {
        dialog->showPage(QStringLiteral("keyboard"));
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void MainWindow::setLibraries(const QVector<QPair<QString, QString>>& libraries)
{
    m_libraries = libraries;
}

/// Keys of lists for those who want letters for them; the arrow keys and Home and End do the same.
void MainWindow::addListCommands()
{
    const std::tuple<const char*, QString, Qt::Key> keys[] = {
        {"list-down", tr("Down in the list or text"), Qt::Key_Down},
        {"list-up", tr("Up in the list or text"), Qt::Key_Up},
        {"list-first", tr("To the beginning of the list"), Qt::Key_Home},
        {"list-last", tr("To the end of the list"), Qt::Key_End}};
    for (const auto& [id, text, key] : keys) {
        addCommand(QString::fromLatin1(id), text, {}, [this, key = key] {
            if (QWidget* widget = focusWidget()) {
                QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier);
                QCoreApplication::sendEvent(widget, &press);
            }
        });
    }
}

/// Gives all commands their keys: after the user's choice, and where there are more commands.
void MainWindow::applyKeys()
{
    QList<QAction*> everywhere;
    for (const QString& name : std::as_const(m_commandOrder)) {
        everywhere.append(m_commands.value(name));
    }
    m_keys.add(QStringLiteral("window"), tr("Everywhere"), everywhere);
    const bool on = m_settings.value(kLettersKey, true).toBool();
    for (const Area& area : std::as_const(m_areas)) {
        const WorkArea::About& about = area.area->about();
        m_keys.add(about.id, about.name, area.area->commands());
        area.area->setLetterKeys(on);
    }
    shareKeys(shownArea());
}

void MainWindow::openPreferences()
{
    auto* dialog = new PreferencesDialog(m_settings, m_provider, m_keys, this);
    connect(dialog, &PreferencesDialog::keysChanged, this, [this] {
        command(QStringLiteral("letter-keys"))
            ->setChecked(m_settings.value(kLettersKey, true).toBool());
        applyKeys();
    });
    openDialog(*dialog);
}

void MainWindow::fillMenu()
{
    const auto add = [this](QMenu* menu, std::initializer_list<const char*> names) {
        for (const char* name : names) {
            if (*name == '-') {
                menu->addSeparator();
            } else {
                menu->addAction(m_commands.value(QString::fromLatin1(name)));
            }
        }
    };
    add(m_menu, {"open-repository", "open-project"});
    QMenu* recent = m_menu->addMenu(tr("Open recent"));
    connect(m_menu, &QMenu::aboutToShow, recent, [this, recent] {
        recent->clear();
        for (const RecentProject& project : m_recents->projects()) {
            const QString text = withoutMnemonic(
                QStringLiteral("%1   %2").arg(project.name, shortFolder(project.repository)));
            connect(recent->addAction(text), &QAction::triggered, this,
                    [this, file = project.projectFile] { openPath(file); });
        }
        recent->setEnabled(!recent->isEmpty());
    });
    add(m_menu,
        {"sample", "close-project", "-", "target", "rescan", "export", "-", "palette", "rail"});
    QMenu* theme = m_menu->addMenu(tr("Theme"));
    add(theme, {"theme-system", "theme-light", "theme-dark"});
    QMenu* text = m_menu->addMenu(tr("Text size"));
    add(text, {"text-larger", "text-smaller", "text-normal"});
    add(m_menu, {"letter-keys", "preferences", "-"});
    QMenu* help = m_menu->addMenu(tr("Help"));
    help->setObjectName(QStringLiteral("helpMenu"));
    add(help, {"help", "shortcuts", "whats-new", "-", "about"});
    add(m_menu, {"quit"});
    add(m_repositoryMenu, {"target", "rescan", "-", "open-repository", "close-project"});
}

void MainWindow::updateCommands()
{
    for (QAction* action : std::as_const(m_projectCommands)) {
        action->setEnabled(m_state != nullptr);
        setWhyNot(*action, tr("No project is open."));
    }
    if (QAction* action = command(QStringLiteral("export"))) {
        action->setEnabled(m_state && m_state->scan && areaWith(AreaOffer::Export) != nullptr);
        setWhyNot(*action, m_state ? tr("The repository has not been scanned yet.")
                                   : tr("No project is open."));
    }
}

void MainWindow::openPalette()
{
    QVector<PaletteEntry> entries;
    const auto addAction = [&entries](QAction* action, const std::function<void()>& before) {
        QString text = action->text();
        text.remove(QLatin1Char('&'));
        entries.append({PaletteEntry::Kind::Command, text,
                        action->isEnabled() ? keysText(*action) : whyNot(*action),
                        action->isEnabled(), [action, before] {
                            if (before) {
                                before();
                            }
                            action->trigger();
                        }});
    };
    for (const QString& name : std::as_const(m_commandOrder)) {
        if (name != QStringLiteral("palette") && m_commands.value(name)->isVisible()) {
            addAction(m_commands.value(name), {});
        }
    }
    for (const Area& area : std::as_const(m_areas)) {
        const QList<QAction*> actions = m_state ? area.area->commands() : QList<QAction*>();
        for (QAction* action : actions) {
            // What is done has to be in sight.
            addAction(action, [this, id = area.area->about().id] { setCurrentArea(id); });
        }
    }
    if (m_state && m_state->scan) {
        for (const auto& file : m_state->scan->files) {
            entries.append({PaletteEntry::Kind::File, file->path.displayName(),
                            file->path.displayFolder(), true, [this, path = file->path] {
                                if (!review({path, 0, PlaceSide::Original})) {
                                    lookAt(path, 1);
                                }
                            }});
        }
    }
    if (m_state && m_session.rulePacks().rules()) {
        QHash<QString, QByteArray> firstHunk;
        if (m_state->scan) {
            for (const Hunk& hunk : m_state->scan->hunks) {
                const QString rule = hunk.ruleIds.value(0);
                if (!firstHunk.contains(rule)) {
                    firstHunk.insert(rule, hunk.key);
                }
            }
        }
        const bool listsRules = areaWith(AreaOffer::Rules) != nullptr;
        for (const Rule& rule : m_session.rulePacks().rules()->rules()) {
            const QByteArray key = firstHunk.value(rule.id);
            entries.append({PaletteEntry::Kind::Rule, listName(rule), rule.id,
                            listsRules || !key.isEmpty(),
                            [this, id = rule.id, key] { showRule(id, key); }});
        }
    }
    if (m_state && m_paletteProvider) {
        entries += m_paletteProvider();
    }
    if (!m_palette) {
        m_palette = new PaletteDialog(m_provider, this);
    }
    m_palette->openWith(std::move(entries));
}

void MainWindow::setRemote(RemoteService& remote)
{
    auto* selector = new NodeSelector(remote, m_provider);
    m_top->setNodeSelector(selector);
    connect(selector, &NodeSelector::manageRequested, this,
            [this] { setCurrentArea(QStringLiteral("nodes")); });
}

void MainWindow::setRunningJobs(const QVector<RunningJob>& jobs)
{
    m_status->setJobs(jobs);
    for (int i = 0; i < m_areas.size(); ++i) {
        if (m_areas.at(i).area->about().id == QLatin1StringView("runs")) {
            m_top->setAreaCount(i, static_cast<int>(jobs.size()), tr("running"));
        }
    }
}

void MainWindow::setPaletteProvider(std::function<QVector<PaletteEntry>()> provider)
{
    m_paletteProvider = std::move(provider);
}

/// An area with a key of its own has it: two actions with one key answer neither.
void MainWindow::shareKeys(const WorkArea* area)
{
    QList<QKeySequence> taken;
    QList<QAction*> everywhere;
    for (const QString& name : std::as_const(m_commandOrder)) {
        everywhere.append(m_commands.value(name));
    }
    useLetterKeys(everywhere, m_settings.value(kLettersKey, true).toBool());
    if (area != nullptr) {
        for (const QAction* action : area->commands()) {
            taken += action->shortcuts();
        }
    }
    const auto isTaken = [&taken](const QKeySequence& key) {
        return std::any_of(taken.begin(), taken.end(),
                           [&key](const QKeySequence& other) { return keysMeet(key, other); });
    };
    QAction* filter = m_commands.value(QStringLiteral("filter"));
    const QList<QKeySequence> filters = filter->shortcuts();
    filter->setVisible(std::none_of(filters.begin(), filters.end(), isTaken));
    for (QAction* action : std::as_const(everywhere)) {
        QList<QKeySequence> keys = action->shortcuts();
        keys.removeIf(isTaken);
        action->setShortcuts(keys);
    }
}

/// At the rule's first change; where it has none, in the list of rules.
void MainWindow::showRule(const QString& rule, const QByteArray& firstHunk)
{
    const bool change = !firstHunk.isEmpty();
    WorkArea* area = areaWith(change ? AreaOffer::Changes : AreaOffer::Rules);
    if (area == nullptr) {
        return;
    }
    setCurrentArea(area->about().id);
    if (change) {
        area->goToChange(firstHunk);
    } else {
        area->goToRule(rule);
    }
}

void MainWindow::showChanges(const ChangesWish& wish)
{
    if (WorkArea* area = areaWith(AreaOffer::Changes)) {
        setCurrentArea(area->about().id);
        m_rail->setCurrentPhase(wish.phase);
        choosePhase(wish.phase);
        area->goToChanges(wish);
    }
}

void MainWindow::showFindings(const FindingsWish& wish)
{
    if (WorkArea* area = areaWith(AreaOffer::Changes)) {
        setCurrentArea(area->about().id);
        m_rail->setCurrentPhase(wish.phase);
        choosePhase(wish.phase);
        area->goToFindings(wish);
    }
}

void MainWindow::showPlaces(const InventoryCount& count)
{
    if (WorkArea* area = areaWith(AreaOffer::Changes)) {
        setCurrentArea(area->about().id);
        area->goToInventory(count);
    }
}

void MainWindow::focusFilter()
{
    const auto fields = m_pages->currentWidget()->findChildren<SearchField*>();
    for (SearchField* field : fields) {
        if (field->isVisible()) {
            field->setFocus(Qt::ShortcutFocusReason);
            field->selectAll();
            return;
        }
    }
    say(tr("Nothing can be filtered here."));
}

void MainWindow::askRepository()
{
    const QString start = m_settings.value(kFolderKey, QDir::homePath()).toString();
    auto* dialog = new QFileDialog(this, tr("Open repository"), start);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        m_settings.setValue(kFolderKey, QFileInfo(folder).absolutePath());
        openPath(folder);
    });
    dialog->open();
}

void MainWindow::askProjectFile()
{
    const QString start = m_settings.value(kFolderKey, QDir::homePath()).toString();
    auto* dialog = new QFileDialog(this, tr("Open project file"), start,
                                   tr("Rocport projects (*.rocport);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { openPath(file); });
    dialog->open();
}

void MainWindow::openSample()
{
    if (m_sampleFolder.isEmpty()) {
        Q_EMIT sampleRequested();
    } else {
        openPath(m_sampleFolder);
    }
}

void MainWindow::editTarget()
{
    const Strategy resolved = m_state->scan ? m_state->scan->strategy : Strategy::CompatHeader;
    auto* dialog = new TargetDialog(m_state->meta.target, resolved, m_provider, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (const auto target = dialog->target()) {
            m_session.plan().setTarget(*target);
        }
    });
    dialog->open();
}

} // namespace rocport
