#pragma once

#include "core/base/place.h"
#include "core/project/session/session.h"
#include "ui/area/workarea.h"
#include "ui/review/reviewfilter.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <functional>
#include <memory>

class QSplitter;
class QStackedWidget;

namespace rocport {

class AskSheet;
class ChangeDecisions;
class ChangeEditing;
class ChangeList;
class ChangeMenu;
class ChangeSearch;
class CompileCheck;
class DecisionCommands;
class DiffFiles;
class DiffView;
class ExplanationPane;
class FindBar;
class FindingsPage;
class GatePanel;
class GuardCommands;
class GuardWidths;
struct InventoryCount;
class LineAuthors;
class OwnChanges;
class PlaceCommands;
class PlacesPanel;
class ReviewCommands;
class ReviewDesk;
class ReviewDialogs;
class ReviewModes;
class ReviewNavigator;
class ReviewPages;
class ReviewQuestions;
class ReviewToolbar;
class ShownFile;
class SyntaxRepository;
class ViewCommands;

/// The review: the list of changes, the diff of one file, the explanation of one change, and every
/// decision about them by key, button and menu. Shows ProjectSession's state; decides through it
/// only. It is made of parts, which share a ReviewDesk and know nothing of this: here they are
/// made, laid out, and told of one another.
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
    /// Shows the file with the line marked, and chooses the change that it belongs to; none where
    /// it belongs to none. Line 0: from the file's first open change on.
    void goToPlace(const Place& place) override;
    void goToChange(const QByteArray& hunkKey) override;
    void goToChanges(const ChangesWish& wish) override;
    void goToFindings(const FindingsWish& wish) override;
    void goToInventory(const InventoryCount& count) override;
    /// Where the user is, for resume(): change, file, scroll position and filters; see ReviewPlace.
    /// Empty: nowhere.
    [[nodiscard]] QString place() const override;
    /// Goes to what place() gave once there is a scan; to the first open change where that place is
    /// no more.
    void resume(const QString& place) override;
    QStringList prepareToLeave(Leaving leaving) override;
    void setLetterKeys(bool on) override;
    /// What was typed here and is not saved, a line each: edits in place, answers to questions.
    [[nodiscard]] QStringList unsaved() const;

    /// Shows the findings that are left for a person, or the changes.
    void showFindings(bool findings);
    [[nodiscard]] bool showsFindings() const;
    [[nodiscard]] FindingsPage& findings() { return *m_findings; }
    [[nodiscard]] PlacesPanel& places();
    [[nodiscard]] ReviewModel& model();
    [[nodiscard]] ReviewFilter& filter();
    [[nodiscard]] DiffView& diff() { return *m_diff; }
    /// The files that are shown at once when a key leads to them.
    [[nodiscard]] const DiffFiles& files() const;
    /// Results of compile checks; hidden until one was asked for.
    [[nodiscard]] GatePanel& gatePanel();
    /// Key of the current change; empty when there is none.
    [[nodiscard]] QByteArray currentKey() const;
    /// Whether the change that keys act on is the one shown: not while its file is read.
    [[nodiscard]] bool showsCurrent() const;
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

private:
    void makeParts();
    void makeCommands();
    void layOut();
    QWidget* layOutDiff();
    QWidget* makeKeyRow();
    void connectParts();
    void connectDiff();
    void connectChanges();

    void stateChanged(StateChange change);
    void leaveProject();
    void updateCommands();
    void updateExplanation();
    void draftsChanged();
    void afterDecision(int from);
    void fitWidth();

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    SyntaxRepository* m_syntax; // widgets and this are owned by this
    QStackedWidget* m_modePages;
    QWidget* m_changes; // the toolbar and what is below it
    QSplitter* m_right; // the diff, and panels below it
    QWidget* m_diffPage;
    QStackedWidget* m_below; // explanation or sheet
    AskSheet* m_sheet;
    ExplanationPane* m_explanation;
    FindBar* m_findBar;
    FindingsPage* m_findings;
    DiffView* m_diff;
    Chip* m_problem = nullptr;
    // Parts, those first that others need.
    std::unique_ptr<ReviewDesk> m_desk;
    std::unique_ptr<ReviewCommands> m_commands;
    std::unique_ptr<ReviewQuestions> m_questions;
    std::unique_ptr<GuardWidths> m_widths;
    std::unique_ptr<ChangeDecisions> m_decisions;
    std::unique_ptr<ChangeEditing> m_editing;
    std::unique_ptr<OwnChanges> m_own;
    std::unique_ptr<LineAuthors> m_authors;
    std::unique_ptr<ShownFile> m_shown;
    ChangeList* m_list = nullptr;
    ReviewPages* m_pages = nullptr;
    ReviewToolbar* m_toolbar = nullptr;
    std::unique_ptr<ReviewNavigator> m_navigator;
    std::unique_ptr<DecisionCommands> m_deciding;
    std::unique_ptr<GuardCommands> m_guards;
    std::unique_ptr<ViewCommands> m_views;
    std::unique_ptr<PlaceCommands> m_placing;
    std::unique_ptr<ReviewDialogs> m_dialogs;
    std::unique_ptr<ReviewModes> m_modes;
    std::unique_ptr<ChangeSearch> m_search;
    std::unique_ptr<CompileCheck> m_check;
    std::unique_ptr<ChangeMenu> m_menu;
};

} // namespace rocport
