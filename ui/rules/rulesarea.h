#pragma once

#include "core/project/session.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

class QAction;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTreeView;

namespace rocport {

class PackEditor;
class PackTrustBar;
class RuleDetails;
class RulesModel;

/// The rules of all packs: what they find in this project, their switches and details; packs of the
/// project and the user can be edited.
class RulesArea : public QWidget
{
    Q_OBJECT

public:
    /// Collaborators outlive the area. Settings keys begin with "rules/".
    RulesArea(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
              QWidget* parent = nullptr);
    ~RulesArea() override;

    /// Shows only the rules of one phase.
    void setPhaseFilter(std::optional<Phase> phase);
    void showRule(const QString& id);
    /// Shows the text of the next pack of the repository that is not used.
    void lookAtWaiting();
    void focusFilter();
    /// Packs with changes that were not saved, a line each.
    [[nodiscard]] QStringList unsaved() const;
    /// Single letters are commands, or not.
    void setLetterKeys(bool on);
    /// For palette and menu.
    [[nodiscard]] QList<QAction*> commands() const { return m_commands; }
    /// By object name; null when there is none.
    [[nodiscard]] QAction* command(const QString& name) const;
    [[nodiscard]] RulesModel& model() { return *m_model; }
    [[nodiscard]] PackEditor& editor() { return *m_editor; }

Q_SIGNALS:
    void showPlaceRequested(const rocport::RepoPath& path, int line);
    void openRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildList(QWidget* pane);
    void buildRule(QWidget* pane);
    void addCommands();
    QAction* addCommand(const QString& name, const QString& text, const QKeySequence& key,
                        const std::function<void()>& run);
    void projectChanged();
    void refresh();
    void applyFilter();
    void selectAny();
    void filterChanged();
    void showCurrent(bool move);
    void newPack(PackOrigin origin);
    void showError(const Error& error);
    /// Works out what rules say of their samples, once for each set of rules that is looked at.
    void makeExamples();
    [[nodiscard]] QModelIndex current() const;
    void select(const QModelIndex& index);

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    RulesModel* m_model;
    QSortFilterProxyModel* m_filter;
    QStackedWidget* m_pages;
    QSplitter* m_splitter;
    SearchField* m_search = nullptr;
    TextLabel* m_count = nullptr;
    QTreeView* m_tree = nullptr;
    QStackedWidget* m_lists = nullptr;
    Chip* m_problem = nullptr;
    PackTrustBar* m_trust = nullptr;
    RuleDetails* m_details = nullptr;
    PackEditor* m_editor = nullptr;
    QList<QAction*> m_commands;
    std::optional<Phase> m_phase;
    bool m_refreshing = false;
    std::shared_ptr<const RuleSet> m_exampleRules; ///< whose examples are there or on their way
    QString m_project;                             ///< file of the project whose packs are shown
    QString m_lookFile;                            ///< pack that waits for trust and is looked at
    QString m_selectFile; ///< pack whose first rule is chosen when it is there
};

} // namespace rocport
