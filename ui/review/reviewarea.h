#pragma once

#include "core/base/place.h"
#include "core/project/session/filetexts.h"
#include "core/project/session/session.h"
#include "ui/area/workarea.h"
#include "ui/review/difflayout.h"
#include "ui/review/diffscene.h"
#include "ui/review/reviewdesk.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <QHash>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>

class QAction;
class QHBoxLayout;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTreeView;

namespace rocport {

class AskSheet;
class ChangeDecisions;
class ChangeDelegate;
class ChangeEditing;
class CommitDialog;
class DiffFiles;
class DiffFinder;
class DiffView;
class ExplanationPane;
class FilterChips;
class FindBar;
class FindingsPage;
struct FindingsFilter;
struct FoundLine;
class GatePanel;
class GuardWidths;
struct InventoryCount;
class LineAuthors;
class OwnChanges;
class PlacesPanel;
class ReviewQuestions;
class SearchPanel;
class SyntaxRepository;

/// The review: the tree of changes, the diff of one file, the explanation of one change, and every
/// decision about them by key, button and menu. Shows ProjectSession's state; decides through it
/// only. What is done with changes is done by parts, which share a ReviewDesk and know nothing of
/// this: ChangeDecisions, ChangeEditing, GuardWidths, OwnChanges, LineAuthors and ReviewQuestions.
class ReviewArea : public WorkArea
{
    Q_OBJECT

public:
    /// Collaborators outlive the area. Settings keys begin with "review/".
    ReviewArea(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
               QWidget* parent = nullptr);
    ~ReviewArea() override;

    /// Shows the changes of one phase only; nothing: all.
    void setPhaseFilter(std::optional<Phase> phase) override;
    /// Changes that are open.
    [[nodiscard]] std::optional<int> count(const ProjectState& state) const override;
    [[nodiscard]] bool offers(AreaOffer offer) const override;
    void goToPlace(const Place& place) override { showPlace(place); }
    void goToChange(const QByteArray& hunkKey) override { showHunk(hunkKey); }
    void goToChanges(const ChangesWish& wish) override;
    void goToFindings(const FindingsWish& wish) override;
    void goToInventory(const InventoryCount& count) override { showPlaces(count); }
    /// Selects a change and shows its file.
    void showHunk(const QByteArray& key);
    /// Shows a target file from its first open change on; 1-based \a line of the original where
    /// given.
    void showFile(const RepoPath& path, int line = 0);
    /// The one way from anywhere to a line: shows the file with the line marked, and chooses the
    /// change that it belongs to; none where it belongs to none.
    void showPlace(const Place& place);
    /// Whether showPlace() has a file to show.
    [[nodiscard]] bool hasPlace(const Place& place) const { return !targetOf(place).isEmpty(); }

    /// Lists all changes of a rule, decided or not, by rules, and shows the first that is open;
    /// without a rule's id those of the phase chosen.
    void listChanges(const QString& rule);
    /// Shows the findings that are left for a person, or the changes.
    void showFindings(bool findings);
    /// The findings that pass `filter`.
    void listFindings(const FindingsFilter& filter);
    /// Lists what a row of the inventory counts, below the diff.
    void showPlaces(const InventoryCount& count);
    [[nodiscard]] PlacesPanel& places() { return *m_places; }
    [[nodiscard]] bool showsFindings() const;
    [[nodiscard]] FindingsPage& findings() { return *m_findings; }

    [[nodiscard]] ReviewModel& model() { return *m_model; }
    [[nodiscard]] ReviewFilter& filter() { return *m_filter; }
    [[nodiscard]] DiffView& diff() { return *m_diff; }
    /// The files that are shown at once when a key leads to them.
    [[nodiscard]] const DiffFiles& files() const { return *m_files; }
    /// Results of compile checks; hidden until one was asked for.
    [[nodiscard]] GatePanel& gatePanel() { return *m_gate; }
    /// Key of the current change; empty when there is none.
    [[nodiscard]] QByteArray currentKey() const { return m_desk->currentKey(); }
    /// Whether the change that keys act on is the one shown: not while its file is read.
    [[nodiscard]] bool showsCurrent() const;
    /// Where the user is, for resume(): change, file, scroll position and filters; see ReviewPlace.
    /// Empty: nowhere.
    [[nodiscard]] QString place() const override;
    /// Goes to what place() gave once there is a scan; to the first open change where that place is
    /// no more.
    void resume(const QString& place) override;
    /// What was typed here and is not saved, a line each: edits in place, answers to questions.
    [[nodiscard]] QStringList unsaved() const;
    QStringList prepareToLeave(Leaving leaving) override;
    void setLetterKeys(bool on) override;

    /// Definitions for the colours of code, for others who show some.
    [[nodiscard]] SyntaxRepository& syntax() const { return *m_syntax; }

Q_SIGNALS:
    /// L1 is asked for, for one file.
    void checkFileRequested(const rocport::RepoPath& file);
    /// The commit dialog was asked for and is open.
    void commitRequested();
    /// Where the caret is, and what text it is in: "Ln 4, Col 1", "Python", "UTF-8", "LF"; for the
    /// status bar. Empty: no text is shown.
    void placeFactsChanged(const QStringList& facts);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum Page {
        DiffPage,
        NoProjectPage,
        LoadingPage,
        NoChangePage,
        AllDecidedPage,
        ErrorPage,
        TextPage
    };

    // reviewarea.cpp: construction and what is shown
    void buildToolbar();
    QWidget* buildTreePane();
    void buildTreeFilter(QWidget& pane);
    void buildTree(QWidget& pane);
    QWidget* buildCentre();
    void buildPages();
    void buildFindings();
    SegmentedControl* addModeSwitch(QHBoxLayout& row);
    [[nodiscard]] QWidget* entry() const;
    void showDecided(const QByteArray& decisionKey);
    /// Shows the place and then asks; nothing is asked where another one is gone to meanwhile.
    void askAt(const Place& place, const std::function<void()>& question);
    void writeForFinding(const Finding& finding);
    void backToFinding();
    /// The finding that the place in the diff was shown for; null: for none, or it is gone.
    [[nodiscard]] const Finding* shownFinding() const;
    void buildParts();
    QWidget* buildKeyRow();
    [[nodiscard]] static QStringList factsOf(const DiffLayout& layout, bool added);
    void tellPlace();
    void stateChanged(StateChange change);
    void leaveProject();
    void updateToolbar();
    void fitToolbar();
    void updatePage();
    void updateExplanation();
    void updateCommands();
    void updateUnified();
    void expandGroups();

    // reviewfile.cpp: which file and change is shown
    void treeCurrentChanged(const QModelIndex& index);
    void settleTree();
    void setCurrentChange(int change, bool scrollTree);
    void loadFile(const RepoPath& path, const QByteArray& key, int line,
                  PlaceSide side = PlaceSide::Original);
    /// `madeFor`: the decisions that the layout shows.
    void fileLoaded(const Result<FileTexts>& texts, DiffLayout layout, const DiffDecisions& madeFor,
                    bool keepPlace);
    void relayOut();
    /// Lays out what the next keys lead to, while the user looks at what is shown.
    void prepareOthers();
    void refreshScene();
    [[nodiscard]] bool goToResumed();
    void selectInTree(int change);
    [[nodiscard]] std::optional<Place> markedPlace() const;
    /// For a file that is shown while no change is current; without a row nothing is selected.
    void selectFileInTree(const RepoPath& path);
    void step(int direction);
    void stepFile(int direction);
    /// The first change that matches the filter, or the last one: -1.
    void goToEnd(int direction);
    /// "No change is selected: …", with the key that leads to one.
    [[nodiscard]] QString noChangeSelected() const;
    [[nodiscard]] RepoPath targetOf(const Place& place) const; // reviewplaces.cpp
    void goToLine(int line, PlaceSide side);
    [[nodiscard]] QVector<DiffScene::Info> infoOf(const DiffLayout& layout) const;
    [[nodiscard]] int changeInLayout(const QByteArray& key) const;
    [[nodiscard]] bool isInSight();
    void announceCurrent();

    // reviewdecide.cpp: decisions
    void addCommands();
    QAction* addCommand(const QString& name, const QString& text, const QString& shortText,
                        const QList<QKeySequence>& keys, const std::function<void()>& run);
    void decideCurrent(DecisionKind kind);
    void afterDecision(int from);
    void draftsChanged(); // reviewarea.cpp
    void showHistory();
    void openCommitDialog();
    void addGateCommands(); // reviewgate.cpp
    void explainProof();
    // reviewview.cpp: what of a file the diff folds and wraps
    void addViewCommands();
    void restoreView();
    void setFolding(bool on);
    void setWrapped(bool on);
    [[nodiscard]] QString nothingFolded() const;
    // reviewkeys.cpp
    void addFilterCommands();
    void explainCommands();
    void openRow(const QModelIndex& index);
    // reviewfind.cpp: finding in the file shown, and in all
    void addFindCommands();
    QWidget* buildFind(QWidget* parent);
    void buildSearch(QSplitter& column);
    void buildPlaces(QSplitter& column);
    void openSearch();
    void openSymbols(const std::optional<RepoPath>& file);
    void closeSearch();
    void showFound(const FoundLine& found);
    void showWantedHit();
    void buildGate(QSplitter& column);
    void showGate(bool shown);
    [[nodiscard]] QVector<int> selectedChanges() const;
    [[nodiscard]] bool actOnSelection() const;

    // reviewmenu.cpp: menus, several changes at once, what leaves the window
    void addMenuCommands();
    void updateMenuCommands();
    void openMenu(const QPoint& globalPos);
    void decideSelected(DecisionKind kind);
    [[nodiscard]] Place shownPlace() const;
    void copyPlace(bool withLine);
    void copyPatch();
    void openInEditor(const Place& place);
    void askEditor();
    // reviewchips.cpp: filters by severity, verdict and kind
    void addChipCommands();
    void setChips(const ChangeChips& chips);

    // reviewguard.cpp: commands about guards and changes of the user's own
    void addGuardCommands();
    void updateGuardCommands();
    void addGuardMenu(QMenu& menu);
    void showOrphaned();

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    ReviewDesk* m_desk; // owned by this, and older than the parts
    ReviewModel* m_model;
    ReviewFilter* m_filter;
    SyntaxRepository* m_syntax;
    DiffFiles* m_files;
    std::unique_ptr<GuardWidths> m_widths;
    std::unique_ptr<ReviewQuestions> m_questions;
    std::unique_ptr<ChangeDecisions> m_decisions;
    std::unique_ptr<ChangeEditing> m_editing;
    std::unique_ptr<OwnChanges> m_own;
    std::unique_ptr<LineAuthors> m_authors;
    QTimer m_prepare;

    QStackedWidget* m_modes = nullptr;
    QWidget* m_changes = nullptr; // the toolbar and what is below it
    FindingsPage* m_findings = nullptr;
    QVector<SegmentedControl*> m_modeSwitches;
    PanelHeader* m_toolbar = nullptr;
    TextLabel* m_decided = nullptr;
    ThinProgressBar* m_bar = nullptr;
    SegmentedControl* m_status = nullptr;
    QPushButton* m_undo = nullptr;
    QPushButton* m_redo = nullptr;
    QPushButton* m_layoutButton = nullptr;
    QPushButton* m_acceptProved = nullptr;
    QPushButton* m_commit = nullptr;
    QPushButton* m_lost = nullptr;
    SearchField* m_search = nullptr;
    SegmentedControl* m_grouping = nullptr;
    FilterChips* m_chips = nullptr;
    QTreeView* m_tree = nullptr;
    ChangeDelegate* m_delegate = nullptr;
    EmptyState* m_noMatch = nullptr;
    QStackedWidget* m_treeStack = nullptr;
    QSplitter* m_splitter = nullptr;
    QSplitter* m_centre = nullptr;
    QStackedWidget* m_pages = nullptr;
    QStackedWidget* m_below = nullptr; // explanation or sheet
    DiffView* m_diff = nullptr;
    FindBar* m_findBar = nullptr;
    DiffFinder* m_finder = nullptr;
    SearchPanel* m_searchPanel = nullptr;
    PlacesPanel* m_places = nullptr;
    ExplanationPane* m_explanation = nullptr;
    GatePanel* m_gate = nullptr;
    AskSheet* m_sheet = nullptr;
    Chip* m_problem = nullptr;
    EmptyState* m_allDecided = nullptr;
    EmptyState* m_text = nullptr;
    ErrorPanel* m_error = nullptr;
    QPointer<CommitDialog> m_commitDialog;

    QStringList m_textFacts; // its language, encoding and line ends
    QStringList m_toldPlace; // as it was told last
    QByteArray m_wantedKey;
    int m_wantedLine = 0;
    std::function<void()> m_onShown; // what is asked once the file on its way is here
    std::shared_ptr<const FoundLine> m_wantedFound; // to be selected in the file on its way
    QString m_shownFound;                           // text that showFound() selected
    PlaceSide m_wantedSide = PlaceSide::Original;
    QString m_resume;                 // a place to go to with the first scan
    QPair<RepoPath, int> m_resumeTop; // of the file on its way there: its line at the upper edge
    int m_placeChange = -1;           // the change before a place that belongs to none
    int m_request = 0;
    int m_layoutRequest = 0; // of a layout that is on its way; else it is none of now
    QByteArray m_finding;    // id of the finding whose place was gone to; empty: none
    bool m_unifiedWanted = false;
    bool m_selecting = false;
    bool m_rowsGo = false;    // rows of the tree are being removed, which is nobody's choice
    bool m_treeMoved = false; // what is chosen in the list is looked at in a moment
    bool m_treeHeld = false;  // a mouse button is down in the list
};

} // namespace rocport
