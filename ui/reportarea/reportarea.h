#pragma once

#include "core/project/session.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <QTimer>

class QAction;
class QSplitter;
class QStackedWidget;

namespace rocport {

class ExportTable;
class ReportPreview;
class SummaryEditor;

/// The report: summaries of the phases to edit, the report as it stands, and its exports.
class ReportArea : public QWidget
{
    Q_OBJECT

public:
    /// Collaborators outlive the area. Settings keys begin with "report/".
    ReportArea(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
               QWidget* parent = nullptr);
    ~ReportArea() override;

    /// Opens the summary of one phase.
    void setPhaseFilter(std::optional<Phase> phase);
    /// Writes the ticked formats.
    void exportChosen();
    /// The command whose key the button names; call once.
    void followExportKey(const QAction& action);

    /// Saves at once what waits to be saved; what cannot be saved, a line each.
    QStringList flush();

Q_SIGNALS:
    void openRequested();
    /// The user wants to see the files in a file manager.
    void folderOpenRequested(const QString& folder);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitRoom();
    void buildEditors(QWidget* pane);
    void buildReport(QWidget* pane);
    void refresh();
    void showState(const ProjectState* state);
    void refreshPreview();
    void updateButtons();
    void exportFormats(const QStringList& formats);
    void chooseFolder();
    /// One of the offered sizes, in percent; kept.
    void setZoom(int percent);
    [[nodiscard]] QString defaultFolder() const;

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    QVector<SummaryEditor*> m_editors;
    QStackedWidget* m_pages;
    QSplitter* m_splitter;
    TextLabel* m_editedCount = nullptr;
    Chip* m_notice = nullptr;
    Chip* m_problem = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_zoomButton = nullptr;
    int m_zoom = 100;
    ReportPreview* m_preview = nullptr;
    ExportTable* m_table = nullptr;
    QString m_folder; // chosen by the user for this project; empty: the default
    QTimer m_previewTimer;
    bool m_stale = false; ///< something changed while it was out of sight
    bool m_previewStale = true;
};

} // namespace rocport
