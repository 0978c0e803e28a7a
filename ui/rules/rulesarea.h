#pragma once

#include "core/project/session/session.h"
#include "ui/area/workarea.h"
#include "ui/rules/rulefacts.h"
#include "ui/rules/rulesfilter.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

class QMenu;
class QSplitter;
class QStackedWidget;
class QTreeView;

namespace rocport {

class PackEditor;
class PackTrustBar;
class RuleDelegate;
class RuleDetails;
class RuleReason;
class SyntaxRepository;

/// The rules of all packs: what they find in this project, their switches and explanations; packs
/// of the project and the user can be edited.
class RulesArea : public WorkArea
{
    Q_OBJECT

public:
    /// Collaborators outlive the area. Settings keys begin with "rules/".
    RulesArea(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
              QWidget* parent = nullptr);
    ~RulesArea() override;

    /// Unfolds the rules of a phase and scrolls to them; nothing: leaves the list as it is.
    void setPhaseFilter(std::optional<Phase> phase) override;
    [[nodiscard]] bool offers(AreaOffer offer) const override;
    /// Selects a rule and explains it; the filter is cleared if it hides the rule.
    void goToRule(const QString& ruleId) override;
    /// Shows the text of the next pack of the repository that is not used.
    void goToWaitingPack() override;
    void focusFilter();
    /// Packs with unsaved changes and reasons that were typed, one line each.
    QStringList prepareToLeave(Leaving leaving) override;
    [[nodiscard]] RulesModel& model() { return *m_model; }
    [[nodiscard]] PackEditor& editor() { return *m_editor; }
    /// Provides the colours of code; outlives the area, or ends with it.
    void setSyntax(SyntaxRepository& syntax);

Q_SIGNALS:
    /// Asks for all changes of a rule, or of a phase, to be listed.
    void changesRequested(std::optional<rocport::Phase> phase, const QString& rule);
    /// Asks for the open findings of a rule, or of a phase, to be listed.
    void findingsRequested(std::optional<rocport::Phase> phase, const QString& rule);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // rulesareabuild.cpp
    void buildList(QWidget* pane);
    QWidget* buildToolbar(QWidget* pane);
    QWidget* buildScanBar(QWidget* pane);
    void buildTree(QWidget* pane);
    void buildRule(QWidget* pane);
    QWidget* buildKeyRow();
    void addCommands();
    /// A command whose key works in the list only.
    QAction* addListCommand(const QString& name, const QString& text, const QString& shortText,
                            const QList<QKeySequence>& keys, const std::function<void()>& run);
    void fillPackMenu(QMenu& menu);

    // rulesarea.cpp: what is shown
    void projectChanged();
    void refresh();
    void applyFilter();
    void selectAny();
    void filterChanged();
    void restoreFolds();
    void showCurrent(bool move);
    void loadDiff(const QByteArray& key);
    void updateToolbar();
    void updateCommands();
    void fitPanes();
    void showExplanation(bool shown);
    void newPack(PackOrigin origin);
    void packMade(const Result<QString>& file);
    void showError(const Error& error);
    /// Computes what rules say about their samples, once for each rule set shown.
    void makeExamples();
    [[nodiscard]] QModelIndex current() const;
    void select(const QModelIndex& index);

    // rulesactions.cpp: what is done with the rule chosen
    void useSwitch();
    void switchRule(const QString& id, bool on);
    void reasonGiven(bool off);
    void placeReason();
    void openCurrent();
    void showChangesOf(const QModelIndex& index);
    void showFindingsOf(const QModelIndex& index);
    void clicked(const QModelIndex& index);
    void step(int direction);
    void fold();
    void unfold();
    void toggleFoldRow(const QModelIndex& index);
    void copyRule();

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    RulesModel* m_model;
    RulesFilter* m_filter;
    QStackedWidget* m_pages;
    QSplitter* m_splitter;
    QWidget* m_listPane = nullptr;
    QWidget* m_rulePane = nullptr;
    SegmentedControl* m_shown = nullptr;
    SearchField* m_search = nullptr;
    TextLabel* m_title = nullptr;
    QPushButton* m_packs = nullptr;
    QWidget* m_scanBar = nullptr;
    TextLabel* m_scanText = nullptr;
    QPushButton* m_scan = nullptr;
    QTreeView* m_tree = nullptr;
    RuleDelegate* m_delegate = nullptr;
    RuleReason* m_reason = nullptr;
    QStackedWidget* m_lists = nullptr;
    Chip* m_problem = nullptr;
    PackTrustBar* m_trust = nullptr;
    RuleDetails* m_details = nullptr;
    PackEditor* m_editor = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_turn = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_primary = nullptr;
    QString m_pack;           ///< whose rules are listed; empty: all
    QHash<int, bool> m_folds; ///< by phase, as the user left them; true: expanded
    bool m_refreshing = false;
    bool m_stale = true;   ///< the state changed while the area was not shown
    bool m_narrow = false; ///< the explanation is above the list
    bool m_explains = false;
    int m_diffRequest = 0;
    QByteArray m_diffKey; ///< the change that m_diff compares
    QVector<CodeRow> m_diff;
    std::weak_ptr<const ScanResult> m_diffScan;    ///< from which it was made
    std::shared_ptr<const RuleSet> m_exampleRules; ///< whose examples are ready or being computed
    QString m_project;                             ///< file of the project whose packs are shown
    QString m_lookFile;                            ///< pack that waits for trust and is shown
    QString m_selectFile; ///< pack whose first rule is selected once it is in the list
};

} // namespace rocport
