#pragma once

#include "core/project/session/projectstate.h"
#include "core/project/session/taskinfo.h"
#include "ui/area/workarea.h"
#include "ui/plan/planmodel.h"
#include "ui/theme/widgets.h"

#include <QTimer>

#include <memory>
#include <optional>

class QAction;
class QSplitter;
class QStackedWidget;
class QTableView;
class QTreeView;

namespace rocport {

class DecisionTreeView;
class EvidenceModel;
class InventoryModel;
struct InventoryCount;
class OverrideForm;
class UiSettings;

/// The Plan area: decision tree or outline, evidence and override below, inventory beside it. Shows
/// the state that it is given; the user's requests are sent as signals.
class PlanArea : public WorkArea
{
    Q_OBJECT

public:
    PlanArea(ThemeProvider& provider, UiSettings& settings, QWidget* parent = nullptr);
    ~PlanArea() override;

    /// Shows the phase below the tree; nothing: no change.
    void setPhaseFilter(std::optional<Phase> phase) override;
    /// The reason for an override that was typed and not used.
    QStringList prepareToLeave(Leaving leaving) override;
    /// Null: no project.
    void setState(const std::shared_ptr<const ProjectState>& state);
    /// The scan in progress; nothing: there is none.
    void setScanTask(const std::optional<TaskInfo>& task);
    /// Why there is no scan to show; cleared by the next state.
    void setScanError(const Error& error);
    /// Shows a question, answer or phase below the tree.
    void showSubject(const QString& id);
    [[nodiscard]] QString currentSubject() const { return m_subject; }
    /// Ticks the selected step of the checklist off, or opens it again; false: none is selected.
    bool toggleStep();

    [[nodiscard]] PlanModel& planModel() const { return *m_plan; }
    [[nodiscard]] InventoryModel& inventoryModel() const { return *m_inventory; }
    /// The commands whose keys the buttons name; call once.
    void followKeys(const QAction& rescan, const QAction& exportReport);

Q_SIGNALS:
    /// Asks for the list of what a row of the inventory counts.
    void placesRequested(const rocport::InventoryCount& count);
    void overrideRequested(const rocport::PlanOverride& planOverride);
    void clearOverrideRequested(const QString& subject);
    void rescanRequested();
    void cancelRequested(int task);
    void reviewRequested(rocport::Phase phase);
    /// Asks for the findings of a phase that are left for a person.
    void findingsRequested(rocport::Phase phase);
    void exportRequested();
    /// A step of a phase's checklist was ticked off, or reopened.
    void stepRequested(rocport::Phase phase, const QString& step, bool done);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    static QString splitKey() { return QStringLiteral("plan/split"); }
    QWidget* makeTreePane();
    QWidget* makeLowerPane();
    QWidget* makeInventoryPane();
    QWidget* makeScanCard();
    void clearOverrides(const QString& subject, const QString& except);
    /// `at`: where the view was clicked; the number there narrows the list.
    void showInventoryPlaces(const QModelIndex& index, const std::optional<QPoint>& at);
    void updateHeader();
    void fitHeader();
    void updateLower();
    void updateSteps(const PlanSubject& subject);
    void updatePage();
    void expandAll();

    ThemeProvider& m_provider;
    UiSettings& m_settings;
    std::shared_ptr<const ProjectState> m_state;
    std::optional<TaskInfo> m_task;
    std::optional<Error> m_error;
    QString m_subject;
    QString m_shownSubject; ///< whose evidence or steps are listed
    std::optional<Phase> m_reviewPhase;

    PlanModel* m_plan;
    EvidenceModel* m_evidence;
    InventoryModel* m_inventory;

    QStackedWidget* m_pages = nullptr;
    QSplitter* m_split = nullptr;
    QSplitter* m_rows = nullptr;
    PanelHeader* m_header = nullptr;
    TextLabel* m_headerTitle = nullptr;
    QStackedWidget* m_treeStack = nullptr;
    DecisionTreeView* m_tree = nullptr;
    QTreeView* m_outline = nullptr;
    SegmentedControl* m_mode = nullptr;
    ElidedLabel* m_scanned = nullptr;
    QStringList m_scannedTexts; ///< the longest first
    QPushButton* m_fit = nullptr;
    QPushButton* m_zoom = nullptr;
    QPushButton* m_rescan = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_review = nullptr;
    ElidedLabel* m_subjectTitle = nullptr;
    ElidedLabel* m_subjectNote = nullptr;
    Chip* m_subjectState = nullptr;
    QPushButton* m_subjectChanges = nullptr;  ///< for a phase: open ones
    QPushButton* m_subjectFindings = nullptr; ///< for a phase: left for a person
    QTableView* m_evidenceView = nullptr;
    TextLabel* m_noEvidence = nullptr;
    QStackedWidget* m_evidenceStack = nullptr;
    OverrideForm* m_form = nullptr;
    QWidget* m_formViewport = nullptr;
    QTimer m_cardDelay;
    QTreeView* m_inventoryView = nullptr;
    QPoint m_inventoryClick; // in its viewport
    TextLabel* m_scanTitle = nullptr;
    TextLabel* m_scanPercent = nullptr;
    ThinProgressBar* m_scanBar = nullptr;
    ElidedLabel* m_scanFile = nullptr;
    QPushButton* m_scanCancel = nullptr;
    ErrorPanel* m_failed = nullptr;
};

} // namespace rocport
