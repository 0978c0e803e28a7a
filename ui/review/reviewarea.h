#pragma once

#include "core/base/place.h"
#include "core/project/session/session.h"
#include "ui/area/workarea.h"
#include "ui/review/reviewfilter.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <memory>

class QSplitter;
class QStackedWidget;

namespace rocport {

class ChangeList;
class ChangeSearch;
class CompileCheck;
class DiffFiles;
class DiffPage;
class DiffView;
class FindingsPage;
class GatePanel;
struct InventoryCount;
class PlacesPanel;
class ReviewActions;
class ReviewCommands;
class ReviewDesk;
class ReviewGuest;
class ReviewModes;
class ReviewNavigator;
class ReviewPages;
class ReviewToolbar;
class ShownFile;
class SyntaxRepository;

/// The review: the list of changes, the diff of one file, the explanation of one change, and every
/// decision about them by key, button and menu. Shows ProjectSession's state; decides through it
/// only. It consists of parts, which share a ReviewDesk and do not know this class: here they are
/// created, laid out and connected.
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
    /// How many changes are open.
    [[nodiscard]] std::optional<int> count(const ProjectState& state) const override;
    [[nodiscard]] bool offers(AreaOffer offer) const override;
    /// Shows the file with the line marked, and makes the change that it belongs to, if any, the
    /// current one. Line 0: from the file's first open change on.
    void goToPlace(const Place& place) override;
    void goToChange(const QByteArray& hunkKey) override;
    void goToChanges(const ChangesWish& wish) override;
    void goToFindings(const FindingsWish& wish) override;
    void goToInventory(const InventoryCount& count) override;
    /// Where the user is, for resume(): change, file, scroll position and filters; see ReviewPlace.
    /// Empty: nowhere.
    [[nodiscard]] QString place() const override;
    /// Goes to what place() returned once there is a scan; to the first open change if that place
    /// no longer exists.
    void resume(const QString& place) override;
    QStringList prepareToLeave(Leaving leaving) override;
    void setLetterKeys(bool on) override;
    /// What was typed here and is not saved, one line each: in-place edits, answers to questions.
    [[nodiscard]] QStringList unsaved() const;

    /// Shows the findings that are left for a person, or the changes.
    void showFindings(bool findings);
    [[nodiscard]] bool showsFindings() const;
    [[nodiscard]] FindingsPage& findings() { return *m_findings; }
    [[nodiscard]] PlacesPanel& places();
    [[nodiscard]] ReviewModel& model();
    [[nodiscard]] ReviewFilter& filter();
    [[nodiscard]] DiffView& diff();
    /// The files that are shown at once when a key leads to them.
    [[nodiscard]] const DiffFiles& files() const;
    /// Results of compile checks; hidden until one was requested.
    [[nodiscard]] GatePanel& gatePanel();
    /// Key of the current change; empty when there is none.
    [[nodiscard]] QByteArray currentKey() const;
    /// Whether the change that keys act on is the one shown; false while its file is being read.
    [[nodiscard]] bool showsCurrent() const;
    /// What is shown in place of the project's changes for a while.
    [[nodiscard]] ReviewGuest& guest() const { return *m_guest; }
    /// Takes over commands of a guest, those with `menu`'s names for the main menu too; call before
    /// the window has the area.
    void addGuestCommands(const QList<QAction*>& actions, const QStringList& menu);
    /// Syntax definitions, for others that show code.
    [[nodiscard]] SyntaxRepository& syntax() const { return *m_syntax; }

Q_SIGNALS:
    /// Asks for L1 for one file.
    void checkFileRequested(const rocport::RepoPath& file);
    /// The commit dialog was opened.
    void commitRequested();
    /// Where the caret is, and what text it is in: "Ln 4, Col 1", "Python", "UTF-8", "LF"; for the
    /// status bar. Empty: no text is shown.
    void placeFactsChanged(const QStringList& facts);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void layOut();
    void connectParts();
    void stateChanged(StateChange change);
    void leaveProject();
    void updateCommands();
    void updateExplanation();
    void fitWidth();

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    SyntaxRepository* m_syntax;  // this and the widgets are owned by this object
    QStackedWidget* m_modePages; // changes or findings
    QWidget* m_changes;          // the toolbar and what is below it
    QSplitter* m_right;          // pages, and panels below them
    FindingsPage* m_findings;
    // Parts; those that others need come first.
    std::unique_ptr<ReviewDesk> m_desk;
    std::unique_ptr<ReviewCommands> m_commands;
    DiffPage* m_page;
    ChangeList* m_list;
    std::unique_ptr<ShownFile> m_shown;
    std::unique_ptr<ReviewNavigator> m_navigator;
    std::unique_ptr<ReviewActions> m_actions;
    std::unique_ptr<ReviewModes> m_modes;
    ReviewPages* m_pages;
    ReviewToolbar* m_toolbar;
    std::unique_ptr<ChangeSearch> m_search;
    std::unique_ptr<CompileCheck> m_check;
    std::unique_ptr<ReviewGuest> m_guest;
};

} // namespace rocport
