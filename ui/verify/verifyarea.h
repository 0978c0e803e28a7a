#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/area/workarea.h"
#include "ui/theme/texttable.h"

class QListView;
class QMenu;
class QSplitter;
class QStackedWidget;

namespace rocport {

class LanePane;
class LevelsModel;
class PlotsPane;
class Pyramid;
class RunsPlot;
class TensorDetail;
class UiSettings;

/// The area Verify. Shows the state of RemoteService.
class VerifyArea : public WorkArea
{
    Q_OBJECT

public:
    /// The pages behind the switch, in its order.
    enum Page { ChecksPage, MatrixPage, HistoryPage };

    /// Collaborators outlive the area. Settings keys begin with "verify/".
    VerifyArea(RemoteService& remote, ThemeProvider& theme, UiSettings& settings,
               QWidget* parent = nullptr);

    /// Shows a level's newest run.
    void showLevel(VerifyLevel level);
    void showRun(const QString& runId);
    /// Runs L1 for one file and shows what it finds; the level's own result is kept.
    void checkFile(const RepoPath& file);
    [[nodiscard]] VerifyLevel level() const { return m_level; }
    /// What ends with the project: a verification that runs in this program.
    QStringList prepareToLeave(Leaving leaving) override;
    /// The run that is shown; null: the level was never run.
    [[nodiscard]] const VerifyRun* run() const;

Q_SIGNALS:
    void showJobRequested(const QString& jobId);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    // verifyareabuild.cpp
    void buildLevels(QWidget* pane);
    void buildRight(QWidget* pane);
    void buildHeader(QWidget* pane);
    void buildStrips(QWidget* pane);
    void buildBanner(QWidget* pane);
    void buildPages(QWidget* pane);
    void addCommands();
    // verifyarea.cpp
    void refresh();
    void showHeader();
    void showProgress();
    void showChecks();
    void selectFirstFailed();
    void layOutChecks();
    void placeDetail();
    [[nodiscard]] bool checksBeside() const;
    void showRunFacts();
    void showDetail();
    void startLevel(VerifyLevel level);
    void stop();
    void askCompare();
    void awaitRun();
    void showAwaited(const RemoteState& state);
    void askTolerance();
    void showPlaceOfCheck();
    void showChangeOfCheck();
    [[nodiscard]] QByteArray changeOf(const VerifyCheck* check) const;
    void showBanner();
    void showMatrixCheck(const QString& row);
    void copyTable();
    void say(const QString& sentence);
    [[nodiscard]] const VerifyCheck* currentCheck() const;
    [[nodiscard]] TextTable& shownTable() const;

    RemoteService& m_remote;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    LevelsModel* m_levels;
    VerifyLevel m_level = VerifyLevel::Static;
    QString m_runId;         ///< chosen in the history; empty: the level's newest
    bool m_awaits = false;   ///< a run of no level that was requested here
    QString m_lastOfNoLevel; ///< the newest such run before
    bool m_chosen = false;   ///< the user chose a level
    bool m_staticRuns = false;
    QString m_progressText;
    int m_done = 0, m_total = 0;
    VerifyRequest m_last;                          ///< what the dialogue begins with
    VerifyLevel m_columnsOf = VerifyLevel::Static; ///< with m_timed: what the columns are for
    bool m_timed = false;
    QString m_checksOf; ///< the run whose checks are listed

    Pyramid* m_pyramid = nullptr;
    QListView* m_list = nullptr;
    QWidget* m_factsPane = nullptr;
    QVBoxLayout* m_facts = nullptr;
    ElidedLabel* m_title = nullptr;
    Chip* m_passed = nullptr;
    Chip* m_failed = nullptr;
    Chip* m_caveat = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_job = nullptr;
    SearchField* m_filter = nullptr;
    SegmentedControl* m_switch = nullptr;
    QWidget* m_progress = nullptr;
    TextLabel* m_activity = nullptr;
    ThinProgressBar* m_bar = nullptr;
    QWidget* m_notice = nullptr;
    TextLabel* m_noticeText = nullptr;
    QWidget* m_sayPane = nullptr;
    TextLabel* m_sayText = nullptr;
    QStackedWidget* m_pages = nullptr;
    QStackedWidget* m_checkPages = nullptr;
    QSplitter* m_checkSplit = nullptr;
    TextTableModel* m_checkModel = nullptr;
    TextTable* m_checks = nullptr;
    TensorDetail* m_detail = nullptr;
    LanePane* m_lanes = nullptr;
    QWidget* m_banner = nullptr; ///< what a run on lanes is no evidence of
    Chip* m_onCpu = nullptr;     ///< the same where the banner is hidden
    PlotsPane* m_plots = nullptr;
    EmptyState* m_none = nullptr;
    QPushButton* m_noneRun = nullptr;
    TextTableModel* m_matrixModel = nullptr;
    TextTable* m_matrix = nullptr;
    TextTableModel* m_historyModel = nullptr;
    TextTable* m_history = nullptr;
    RunsPlot* m_runsPlot = nullptr;
};

} // namespace rocport
