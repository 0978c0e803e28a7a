#pragma once

#include "core/base/place.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/session.h"
#include "ui/area/workarea.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <QTimer>

#include <array>

class QAction;
class QBoxLayout;
class QStackedWidget;

namespace rocport {

class StackingSplitter;
class DecisionsTable;
class ExportTable;
class PatchesView;
class ReportPreview;
class ReportSection;
class SummaryEditor;

/// The report: editable summaries of the phases, the report as it is now, and its exports.
class ReportArea : public WorkArea
{
    Q_OBJECT

public:
    /// Collaborators outlive the area. Settings keys begin with "report/".
    ReportArea(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
               QWidget* parent = nullptr);
    ~ReportArea() override;

    /// Opens the summary of one phase.
    void setPhaseFilter(std::optional<Phase> phase) override;
    [[nodiscard]] bool offers(AreaOffer offer) const override;
    /// Writes the ticked formats.
    void exportReport() override;
    /// The command whose key the button names; call once.
    void followExportKey(const QAction& action);

    enum View : quint8 { ReportView, DecisionsView, PatchesPage };
    /// Shows the report, all decisions as a table, or the patch series.
    void setView(View view);

    /// Saves at once what is waiting to be saved; returns what cannot be saved, one line each.
    QStringList prepareToLeave(Leaving leaving) override;

Q_SIGNALS:
    /// The user asked to see the files in a file manager.
    void folderOpenRequested(const QString& folder);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QStringList flush();
    void fitRoom();
    void fitHeader();
    void buildEditors(QWidget* pane);
    void buildReport(QWidget* pane);
    QWidget* buildViews(QWidget* pane);
    void buildSections(QWidget* list, QBoxLayout& rows);
    void closeOthers(const QWidget* open);
    void showSections(const ProjectState& state);
    void refresh();
    void showState(const ProjectState* state);
    void refreshView();
    void updateButtons();
    void exportFormats(const QStringList& formats);
    void chooseFolder();
    /// Sets one of the offered sizes, in percent; remembered.
    void setZoom(int percent);
    [[nodiscard]] QString folderKey() const;
    [[nodiscard]] QString exportFolder() const;

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    QVector<SummaryEditor*> m_editors;
    ReportSection* m_decisionSection = nullptr;
    ReportSection* m_environmentSection = nullptr;
    QStackedWidget* m_pages;
    StackingSplitter* m_splitter;
    TextLabel* m_editedCount = nullptr;
    Chip* m_notice = nullptr;
    Chip* m_problem = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_zoomButton = nullptr;
    int m_zoom = 100;
    int m_open = 0; ///< undecided changes
    PanelHeader* m_header = nullptr;
    TextLabel* m_title = nullptr;
    SegmentedControl* m_viewButtons = nullptr;
    QStackedWidget* m_views = nullptr;
    ReportPreview* m_preview = nullptr;
    DecisionsTable* m_decisions = nullptr;
    PatchesView* m_patches = nullptr;
    ExportTable* m_table = nullptr;
    QTimer m_previewTimer;
    bool m_stale = false;                           ///< something changed while it was not visible
    std::array<bool, 3> m_stales{true, true, true}; ///< by View: whether it is older than the state
};

} // namespace rocport
