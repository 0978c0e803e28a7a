#pragma once

#include "ui/review/reviewfilter.h"
#include "ui/theme/widgets.h"

class QHBoxLayout;
class QStackedWidget;
class QTreeView;

namespace rocport {

class ChangeDelegate;
class FilterChips;
class ReviewCommands;
class ReviewDesk;

/// The list of changes with what narrows it: a field, the grouping, chips, and the switch between
/// open, needs a look, decided and all. What is chosen in it becomes the current change, and the
/// row of the current change is the one that is chosen. Has the commands about filters.
class ChangeList : public Surface
{
    Q_OBJECT

public:
    /// All outlive it.
    ChangeList(ReviewDesk& desk, ReviewCommands& commands, ThemeProvider& provider,
               QWidget* parent = nullptr);

    /// What has the focus when the list is gone to: what is hidden cannot have it.
    [[nodiscard]] QWidget* entry() const;
    [[nodiscard]] QTreeView& tree() const { return *m_tree; }
    /// The switch between open, needs a look, decided and all, with their numbers; it belongs into
    /// a toolbar.
    [[nodiscard]] SegmentedControl& statusSwitch() const { return *m_status; }

    void setStatus(ReviewStatus status);
    void setGrouping(ReviewGrouping grouping);
    void setText(const QString& text);
    void setPhase(std::optional<Phase> phase);
    void setChips(const ChangeChips& chips);
    /// Nothing narrows the list but its state; all phases are asked for.
    void clearFilters();

    /// Chooses the row of a change and brings it into view; -1 leaves the list as it is.
    void select(int change);
    /// The same with a file, of which no change is current; a file that the list has not leaves no
    /// row chosen.
    void selectFile(const RepoPath& path);
    /// The changes below the rows that are chosen, as far as they pass the filter; in order.
    [[nodiscard]] QVector<int> selected() const;
    /// Whether keys mean all that is chosen: several rows are, and the list has the focus.
    [[nodiscard]] bool keysMeanSelected() const;
    /// Groups and folders are open, as they are of a new scan.
    void expandGroups();
    /// Counts and states of changes are other ones.
    void refresh();

Q_SIGNALS:
    /// A change was chosen in the list, as an index into the model's changes.
    void changeChosen(int change);
    /// The first match of the filter is to be shown.
    void matchWanted(int change);
    /// Enter or a double click: the change is to be read.
    void readRequested();
    void menuRequested(const QPoint& globalPos);
    /// Another set of rows is chosen.
    void selectionChanged();
    /// Other changes pass the filter.
    void filtered();
    /// Changes of all phases are wanted again.
    void allPhasesRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addCommands();
    void addChipCommands();
    void buildStatus();
    void buildFilter();
    void buildTree();
    void buildNoMatch();
    void arrange();
    void filterChanged();
    void currentRowChanged(const QModelIndex& index);
    void rowsSelected(bool any);
    void settle();
    void openRow(const QModelIndex& index);
    void enterFirstMatch();
    void mouseEvent(QEvent& event);
    void choose(const QModelIndex& row);

    ReviewDesk& m_desk;
    ReviewCommands& m_commands;
    ThemeProvider& m_provider;
    ReviewModel& m_model;
    ReviewFilter& m_filter;
    SegmentedControl* m_status = nullptr;
    SearchField* m_search = nullptr;
    SegmentedControl* m_grouping = nullptr;
    FilterChips* m_chips = nullptr;
    QTreeView* m_tree = nullptr;
    ChangeDelegate* m_delegate = nullptr;
    EmptyState* m_noMatch = nullptr;
    QStackedWidget* m_pages = nullptr;
    bool m_selecting = false;
    bool m_rowsGo = false; ///< rows are being removed, which is nobody's choice
    bool m_moved = false;  ///< what is chosen is looked at in a moment
    bool m_held = false;   ///< a mouse button is down in the list
};

} // namespace rocport
