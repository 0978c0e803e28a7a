#pragma once

#include "core/base/place.h"
#include "core/project/nodes/remoteservice.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <QThreadPool>
#include <QTimer>
#include <QWidget>

class QAction;
class QComboBox;
class QFileDialog;
class QListView;
class QStackedWidget;

namespace rocport {

class StackingSplitter;
class JobListModel;
class RunPanel;

/// The area Runs. Shows what RemoteService says: the jobs, and of one its stages, log and
/// diagnostics.
class RunsArea : public QWidget
{
    Q_OBJECT

public:
    /// Collaborators outlive the area. Settings keys begin with "runs/".
    RunsArea(RemoteService& remote, ThemeProvider& theme, UiSettings& settings,
             QWidget* parent = nullptr);
    ~RunsArea() override;

    /// Actions by name, for the palette and the menu.
    [[nodiscard]] QList<QAction*> commands() const { return m_commands; }
    [[nodiscard]] QAction* command(const QString& name) const;
    /// Single letters are commands, or not.
    void setLetterKeys(bool on);
    /// Chooses a job; one that the filter hides as well.
    void showJob(const QString& jobId);
    /// Opens "New run…" with these fields filled.
    void newRun(const JobRequest& request);
    void saveRunTo(const QString& folder);
    void openRunFrom(const QString& folder);
    [[nodiscard]] QString currentJob() const;
    /// Jobs that end with the program, a line each: those that did not reach their node yet.
    [[nodiscard]] QStringList unsaved() const;
    [[nodiscard]] RunPanel& panel() { return *m_panel; }

Q_SIGNALS:
    void showPlaceRequested(const rocport::Place& place);
    void showHunkRequested(const QByteArray& key);
    /// There is no node yet.
    void nodesRequested();
    /// The user wants to see a folder in a file manager.
    void folderOpenRequested(const QString& folder);
    /// A sentence for the status bar.
    void said(const QString& sentence);

private:
    void buildList(QWidget* pane);
    void addCommands();
    QAction* addCommand(const QString& name, const QString& text, const QKeySequence& key,
                        const std::function<void()>& run);
    void refresh();
    void jobChosen();
    void runAgain();
    void detachOrReattach();
    void cancelJob();
    QFileDialog* askFile(const QString& title, const QString& name);
    void saveRun();
    void openRun();
    void saveLog();
    void updateCommands();
    void showError(const Error& error);

    RemoteService& m_remote;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    QThreadPool m_pool;
    JobListModel* m_model;
    QStackedWidget* m_pages;
    StackingSplitter* m_splitter;
    SearchField* m_filter = nullptr;
    QComboBox* m_node = nullptr;
    QListView* m_list = nullptr;
    QStackedWidget* m_lists = nullptr;
    Chip* m_problem = nullptr;
    RunPanel* m_panel = nullptr;
    QTimer m_tick;
    QList<QAction*> m_commands;
    QHash<QString, JobRequest> m_requests; ///< of the jobs started here, for "Run again"
    QString m_selectJob;                   ///< chosen when it is there
    bool m_refreshing = false;
};

} // namespace rocport
