#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/area/workarea.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <QThreadPool>
#include <QTimer>

class QAction;
class QComboBox;
class QFileDialog;
class QListView;
class QStackedWidget;

namespace rocport {

class StackingSplitter;
class JobListModel;
class MatrixPanel;
class RunPanel;

/// The area Runs. Shows the state of RemoteService: the jobs, and the stages, log and diagnostics
/// of one.
class RunsArea : public WorkArea
{
    Q_OBJECT

public:
    /// Collaborators outlive the area. Settings keys begin with "runs/".
    RunsArea(RemoteService& remote, ThemeProvider& theme, UiSettings& settings,
             QWidget* parent = nullptr);
    ~RunsArea() override;

    /// Selects a job, even one that the filter hides.
    void showJob(const QString& jobId);
    /// Opens "New run…" with these fields filled.
    void newRun(const JobRequest& request);
    /// Opens "New matrix…".
    void newMatrix();
    void saveRunTo(const QString& folder);
    void openRunFrom(const QString& folder);
    /// The job that is shown; of a matrix, the selected cell. Empty: none.
    [[nodiscard]] QString currentJob() const;
    /// The matrix that is shown; empty: a job is.
    [[nodiscard]] QString currentMatrix() const;
    /// Jobs that end with the program, one line each: those that have not reached their node yet.
    QStringList prepareToLeave(Leaving leaving) override;
    [[nodiscard]] RunPanel& panel() { return *m_panel; }

Q_SIGNALS:
    /// The user asked for a node, since there is none yet.
    void nodesRequested();
    /// The user asked to see a folder in a file manager.
    void folderOpenRequested(const QString& folder);

private:
    void buildList(QWidget* pane);
    void addCommands();
    void refresh();
    void jobChosen();
    // runsmatrix.cpp
    void buildMatrix();
    void showMatrix(const QString& matrixId, const QDateTime& now);
    void showCell(const QString& jobId);
    void backToMatrix();
    void cancelMatrix();
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
    QStackedWidget* m_detail = nullptr; ///< a job, or a matrix
    QWidget* m_cellBar = nullptr;       ///< above a job that is a cell: the way back
    MatrixPanel* m_matrix = nullptr;
    QString m_cell; ///< the cell whose log is shown; empty: the matrix is
    QTimer m_tick;
    QHash<QString, JobRequest> m_requests; ///< of the jobs started here, for "Run again"
    QString m_selectJob;                   ///< to be selected once it is in the list
    bool m_refreshing = false;
};

} // namespace rocport
