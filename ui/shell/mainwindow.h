#pragma once

#include "core/project/session/session.h"
#include "core/project/session/taskinfo.h"
#include "ui/area/workarea.h"
#include "ui/shell/keymap.h"
#include "ui/shell/recents.h"
#include "ui/theme/themeprovider.h"

#include <QHash>
#include <QMainWindow>
#include <QTimer>

#include <functional>
#include <optional>

class QMenu;
class QStackedWidget;

namespace rocport {

class NoticeBar;
class PackTrustBar;
class PaletteDialog;
class PlanArea;
class Rail;
class RemoteService;
class SourceViewer;
class StatusBar;
class TopBar;
class UiSettings;
class WelcomePage;
struct InventoryCount;
struct PaletteEntry;
struct RunningJob;
struct ShortcutSection;

/// The window: top bar, rail, areas, status bar; the welcome page while nothing is open. Assembles
/// and connects; shows the state of ProjectSession.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// Collaborators outlive the window. `sampleFolder`: repository for "Try the sample"; empty:
    /// sampleRequested() asks for one.
    MainWindow(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
               const QString& sampleFolder = {}, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Puts an area behind its tab, with its commands in palette, menu and list of keys; the window
    /// owns it from then on. The plan is already there as the first.
    void addArea(WorkArea& area);
    /// All areas, in the order of their tabs.
    [[nodiscard]] QVector<WorkArea*> areas() const;
    /// Every command of the window and of its areas, with its keys.
    [[nodiscard]] const KeyMap& keys() const { return m_keys; }
    void setCurrentArea(const QString& id);
    [[nodiscard]] QString currentArea() const;
    [[nodiscard]] PlanArea& planArea() const { return *m_plan; }
    [[nodiscard]] WelcomePage& welcomePage() const { return *m_welcome; }
    [[nodiscard]] NoticeBar& noticeBar() const { return *m_notice; }
    /// A command by name: "open-repository", "palette", …; null when there is none.
    [[nodiscard]] QAction* command(const QString& name) const { return m_commands.value(name); }

    /// Opens a folder as repository or a file as project. Asks first if something would be lost.
    void openPath(const QString& path);
    /// Closes the window without asking, because the system wants the program to end.
    void closeAtOnce();
    /// Shows for a while in the status bar why nothing happened, or what did.
    void say(const QString& sentence);
    /// The keys that work now, from the commands of the window and of the area shown.
    [[nodiscard]] QVector<ShortcutSection> shortcutSections() const;
    /// Goes to a place: in Review if it is in a file of the port with changes; else the file is
    /// shown as it was scanned, with a way to Review.
    void showPlace(const Place& place);
    /// Goes to the list of changes, narrowed to the requested ones.
    void showChanges(const ChangesWish& wish);
    /// Goes to the list of findings, narrowed to the requested ones.
    void showFindings(const FindingsWish& wish);
    /// Goes to the list of what a row of the inventory counts.
    void showPlaces(const InventoryCount& count);
    /// Shows the node for jobs in the top bar; "Manage nodes…" goes to the area "nodes". `remote`
    /// outlives the window. Call once.
    void setRemote(RemoteService& remote);
    /// Sets the jobs that have not ended, newest first: shown in the status bar, and counted on the
    /// tab of the area "runs".
    void setRunningJobs(const QVector<RunningJob>& jobs);
    /// Sets where the user is in the text that an area shows, for the status bar; empty: nowhere.
    void setPlaceFacts(const QStringList& facts);
    /// Sets name and version of libraries that the window does not know itself, for About.
    void setLibraries(const QVector<QPair<QString, QString>>& libraries);
    /// Sets further results for the palette, requested each time it opens: nodes, jobs.
    void setPaletteProvider(std::function<QVector<PaletteEntry>()> provider);

Q_SIGNALS:
    /// A job was selected in the status bar.
    void jobChosen(const QString& id);
    /// "Try the sample" was chosen and there is no sample folder yet: the program makes one.
    void sampleRequested();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // mainwindow.cpp: construction and frame
    void build();
    void connectArea(WorkArea& area);
    void connectPlan();
    void showProject(bool open);
    void areaChanged(int index);
    void updateRail();
    /// The setting for whether the rail is narrow in an area.
    static QString railKey(const QString& area);
    void choosePhase(std::optional<Phase> phase);
    void movePane(int step);
    void showPage(QWidget* widget);
    void showCount(int index);
    // windowkeys.cpp
    [[nodiscard]] QList<QAction*> commandsAt(const QWidget& widget) const;
    [[nodiscard]] QAction* areaCommand(const QKeyEvent& event) const;
    void focusArea(const QWidget& area);
    bool explainKey(QWidget& widget, const QKeyEvent& event);
    // windowcommands.cpp
    QAction* addCommand(const QString& name, const QString& text, const QList<QKeySequence>& keys,
                        const std::function<void()>& run, bool needsProject = false);
    void addCommands();
    void addViewCommands();
    void fillMenu();
    void updateCommands();
    void openPalette();
    void showRule(const QString& rule, const QByteArray& firstHunk);
    void focusFilter();
    void applyKeys();
    void addListCommands();
    void openPreferences();
    void addHelpCommands();
    void showHelp(const QString& page);
    void shareKeys(const WorkArea* area);
    [[nodiscard]] WorkArea* areaWith(AreaOffer offer) const;
    [[nodiscard]] WorkArea* shownArea() const;
    void askRepository();
    void askProjectFile();
    void editTarget();
    void openSample();
    // windowleave.cpp
    [[nodiscard]] QStringList unsaved(Leaving leaving) const;
    void leave(Leaving leaving, const QString& what, const std::function<void()>& go);
    void closeOnceStored();
    void openNow(const QString& path);
    // windowsession.cpp
    void connectSession();
    void stateChanged(StateChange change);
    void showPackProblems();
    void refreshState();
    void rememberProject();
    void tickStep(Phase phase, const QString& step, bool done);
    void resumeProject();
    struct Area;
    static void resumePhase(Area& area, const QString& kept);
    void locate(const QString& projectFile);
    void openFailed(const Error& error);
    void startOpening(const QString& what);
    void loadSource(const RepoPath& path, int line);
    void lookAt(const RepoPath& path, int line);
    bool review(const Place& place);

    struct Area
    {
        WorkArea* area;
        std::optional<Phase> phase; ///< chosen in the rail while the area was shown
    };

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    QString m_sampleFolder;
    RecentModel* m_recents;
    QMenu* m_menu;
    QMenu* m_repositoryMenu;
    TopBar* m_top = nullptr;
    NoticeBar* m_notice = nullptr;
    PackTrustBar* m_packTrust = nullptr;
    Rail* m_rail = nullptr;
    QStackedWidget* m_pages = nullptr;
    WelcomePage* m_welcome = nullptr;
    PlanArea* m_plan = nullptr;
    StatusBar* m_status = nullptr;
    PaletteDialog* m_palette = nullptr;
    SourceViewer* m_viewer = nullptr;
    QVector<Area> m_areas;
    QHash<QString, QAction*> m_commands;
    QStringList m_commandOrder;
    KeyMap m_keys;
    QVector<QAction*> m_projectCommands;
    std::shared_ptr<const ProjectState> m_state;
    QTimer m_remember;
    QVector<QPair<QString, QString>> m_libraries;
    QHash<int, TaskInfo> m_tasks;
    QString m_endedTask; ///< title of the task that ended last
    std::function<QVector<PaletteEntry>()> m_paletteProvider;
    bool m_planStale = false;
    QString m_openingPath; ///< requested and not open yet
    QString m_failedPath;  ///< which "Try again" opens
    bool m_sureToLeave = false;
    bool m_storing = false; ///< the window closes once everything is stored
    int m_sourceRequest = 0;
};

} // namespace rocport
