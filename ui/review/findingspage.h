#pragma once

#include "core/project/session/session.h"
#include "ui/review/findingsmodel.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <functional>

class QAction;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTreeView;

namespace rocport {

class FindingDetail;
class SyntaxRepository;

/// The findings that are left for a person: listed in groups, shown in detail, and ticked off with
/// a note. A page of Review; decides through ProjectSession only.
class FindingsPage : public QWidget
{
    Q_OBJECT

public:
    /// Collaborators outlive the page. Settings keys begin with "findings/".
    FindingsPage(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                 SyntaxRepository& syntax, QWidget* parent = nullptr);
    ~FindingsPage() override;

    void setState(const std::shared_ptr<const ProjectState>& state);
    /// Narrows the list to a phase; nothing: all phases. Other filters stay.
    void setPhase(std::optional<Phase> phase);
    /// Lists the findings that pass `filter`.
    void setFilter(const FindingsFilter& filter);
    /// Selects a finding, widening the list if the filter hides it. False: it is not left for a
    /// person.
    bool showFinding(const QByteArray& id);

    /// What was typed and not saved, one line each.
    [[nodiscard]] QStringList unsaved() const;
    /// Drops it, because the project has changed.
    void dropDrafts();
    /// Everything that can be done here, with keys.
    [[nodiscard]] const QList<QAction*>& commands() const { return m_commands; }
    [[nodiscard]] FindingsModel& model() { return *m_model; }
    /// The selected finding; null: none, or a group.
    [[nodiscard]] const Finding* current() const;
    [[nodiscard]] QTreeView* list() const { return m_tree; }
    [[nodiscard]] FindingDetail& detail() { return *m_detail; }
    /// Where the switch between changes and findings belongs.
    [[nodiscard]] QHBoxLayout* toolbarRow() const { return m_toolbar->row(); }
    /// Adds a command of the area here: it works with its key and is shown in the row of keys.
    void addKey(QAction& action, const QString& key);

Q_SIGNALS:
    /// Asks for a place to be shown in the diff, or in the plain file if nothing is changed there.
    void placeRequested(const rocport::Finding& finding);
    /// Asks for a place to be opened in the user's editor.
    void editorRequested(const rocport::RepoPath& path, int line);
    /// Asks for a change of the user's own to be made there.
    void writeRequested(const rocport::Finding& finding);
    void changesRequested();
    /// A command of this page was given while it was not shown.
    void findingsRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Page { ListPage, NonePage, NoMatchPage, AllDecidedPage, WaitingPage };

    void addCommands();
    void updateCommands();
    QAction* addCommand(const QString& name, const QString& text, const QString& shortText,
                        const QList<QKeySequence>& keys, const std::function<void()>& run);
    void buildToolbar();
    QWidget* buildFilterRow();
    QWidget* buildList();
    QWidget* buildListColumn();
    void updateVendored();
    void showVendored(bool shown);
    void buildPages();
    QWidget* buildKeyRow();
    QPushButton* addChip(const QString& name, QHBoxLayout& row, Glyph glyph);
    void chipsChanged();
    void fillPhaseMenu();
    void fitWidth();
    void applyFilter(const FindingsFilter& filter);
    void refresh();
    void updateChips();
    void updatePage();
    void updateDetail();
    void loadSource();
    void expandAll();
    void select(const QModelIndex& index);
    void selectFirst();
    void step(int direction);
    void tick(FindingState state, bool goOn);
    void cycleGrouping();
    void showPlace();
    void openMenu(const QPoint& at);
    void copyPlace(bool withLine);
    void openInEditor();
    [[nodiscard]] QAction* command(const char* name) const;
    [[nodiscard]] QVector<QByteArray> selectedIds() const;
    [[nodiscard]] QModelIndex chosenIndex() const;
    [[nodiscard]] QModelIndex shownIndex() const;

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    SyntaxRepository& m_syntax;
    std::shared_ptr<const ProjectState> m_state;
    FindingsModel* m_model;
    QList<QAction*> m_commands;
    QList<QAction*> m_ticks; ///< of m_commands: those that decide about findings
    QList<QAction*> m_about; ///< of m_commands: the others about the selected finding
    PanelHeader* m_toolbar = nullptr;
    TextLabel* m_decided = nullptr;
    ThinProgressBar* m_bar = nullptr;
    SegmentedControl* m_grouping = nullptr;
    SearchField* m_search = nullptr;
    SegmentedControl* m_states = nullptr;
    QVector<QPushButton*> m_severities; ///< Critical, Warning, Info
    QVector<QPushButton*> m_efforts;    ///< Minutes, Hours, Rewrite
    QPushButton* m_phases = nullptr;
    QMenu* m_phaseMenu = nullptr;
    PanelHeader* m_keys = nullptr;
    QPushButton* m_clear = nullptr;
    QTreeView* m_tree = nullptr;
    QSplitter* m_splitter = nullptr;
    QStackedWidget* m_pages = nullptr;
    PanelHeader* m_vendoredRow = nullptr; ///< what is left out from vendored folders, or shown
    TextLabel* m_vendoredText = nullptr;
    QPushButton* m_vendoredShow = nullptr;
    EmptyState* m_none = nullptr;
    EmptyState* m_noMatch = nullptr;
    EmptyState* m_allDecided = nullptr;
    FindingDetail* m_detail = nullptr;
    QByteArray m_loaded; ///< finding whose source is shown or being loaded
    int m_request = 0;
    bool m_filling = false; ///< the controls are being set from the filter
};

} // namespace rocport
