#pragma once

#include "core/base/place.h"
#include "core/joblog/joblog.h"
#include "core/project/nodes/remoteservice.h"
#include "ui/runs/runtext.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <QDateTime>
#include <QSet>

#include <optional>

class QAction;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QThreadPool;
class QPlainTextEdit;
class QTreeView;

namespace rocport {

class FindBar;
class DiagnosticsModel;
class LogView;
class RunFiles;
class StageTimeline;

/// One job: header, stages, notice, log and diagnostics.
class RunPanel : public QWidget
{
    Q_OBJECT

public:
    /// Collaborators outlive it.
    RunPanel(RemoteService& remote, ThemeProvider& provider, UiSettings& settings,
             QThreadPool& pool, QWidget* parent = nullptr);
    ~RunPanel() override;

    void setJob(const JobEntry& job);
    [[nodiscard]] const JobEntry& job() const { return m_job; }
    /// Updates the times and the notice.
    void tick(const QDateTime& now);
    /// To be called when the log of the job has grown.
    void logGrew();
    void showError(const Error& error);
    void openSearch();
    void goToLine();
    void saveLog(const QString& file);
    void toggleFollow();
    /// The command whose key the button names; call once.
    void followFindKey(const QAction& action);
    void toggleWrap();
    void toggleTimes();
    /// Copies what the job runs to the clipboard, with secrets masked.
    void copyCommand();
    [[nodiscard]] JobLog& log() { return m_log; }
    [[nodiscard]] LogView& view() { return *m_view; }
    [[nodiscard]] RunNotice notice() const { return m_notice; }

Q_SIGNALS:
    void cancelRequested();
    void detachRequested(); ///< or reattach, by the job's state
    void saveLogRequested();
    void showPlaceRequested(const rocport::Place& place);
    void showHunkRequested(const QByteArray& key);
    /// The user asked to see a folder in a file manager.
    void folderOpenRequested(const QString& folder);
    /// A sentence for the status bar.
    void said(const QString& sentence);
    /// It became known whether the log has times.
    void timesKnown();

private:
    void buildHeader();
    QWidget* buildNotice();
    QWidget* buildLogBar();
    FindBar* buildSearchBar();
    QWidget* buildEnvironment();
    QWidget* buildDiagnostics();
    void connectLog();
    void updateHeader();
    void updateNotice();
    void updateDiagnostics();
    void updateEmpty();
    void updateTimes();
    void runSearch();
    void updateSearch();
    void moveHit(int step);
    void diagnosticChosen(const QModelIndex& index);
    void openPlace(const QModelIndex& index, bool change);
    void lineActivated(qint64 line);
    void selectDiagnosticOf(qint64 line);

    RemoteService& m_remote;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    JobLog m_log;
    JobEntry m_job;
    QDateTime m_now;
    RunNotice m_notice;
    QSet<QString> m_hidden; ///< job and notice that the user has hidden
    PanelHeader* m_header = nullptr;
    ElidedLabel* m_title = nullptr;
    Chip* m_state = nullptr;
    ElidedLabel* m_facts = nullptr;
    QPushButton* m_copyCommand = nullptr;
    QPushButton* m_detach = nullptr;
    QPushButton* m_cancel = nullptr;
    StageTimeline* m_timeline = nullptr;
    QWidget* m_noticeBar = nullptr;
    GlyphLabel* m_noticeMark = nullptr;
    MarkupLabel* m_noticeText = nullptr;
    QWidget* m_noticeMore = nullptr; ///< the buttons in a row of their own
    QPushButton* m_noticeLine = nullptr;
    QPushButton* m_noticeDump = nullptr;
    QPushButton* m_noticeWait = nullptr;
    QPushButton* m_noticeCancel = nullptr;
    QPushButton* m_noticeReattach = nullptr;
    QPushButton* m_noticeHide = nullptr;
    SegmentedControl* m_pages = nullptr;
    QPushButton* m_find = nullptr;
    QPushButton* m_follow = nullptr;
    QPushButton* m_wrap = nullptr;
    QPushButton* m_times = nullptr;
    std::optional<bool> m_timesKnown; ///< as last announced
    FindBar* m_searchBar = nullptr;
    qsizetype m_hit = -1;
    LogView* m_view = nullptr;
    QPlainTextEdit* m_environment = nullptr;
    RunFiles* m_files = nullptr;
    QStackedWidget* m_stack = nullptr;
    QStackedWidget* m_logStack = nullptr;
    EmptyState* m_empty = nullptr;
    ErrorPanel* m_error = nullptr;
    DiagnosticsModel* m_model = nullptr;
    QTreeView* m_table = nullptr;
    SegmentedControl* m_severities = nullptr;
    QPushButton* m_openPlace = nullptr;
    QSplitter* m_splitter = nullptr;
    bool m_linking = false;
};

} // namespace rocport
