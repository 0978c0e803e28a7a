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

/// The list of changes with its filters: a field, the grouping, chips, and the switch between open,
/// needs a look, decided and all. The selected row becomes the current change, and the row of the
/// current change is selected. Has the commands for filters.
class ChangeList : public Surface
{
    Q_OBJECT

public:
    /// All outlive it.
    ChangeList(ReviewDesk& desk, ReviewCommands& commands, ThemeProvider& provider,
               QWidget* parent = nullptr);

    /// What gets the focus when the user goes to the list, since a hidden widget cannot have it.
    [[nodiscard]] QWidget* entry() const;
    [[nodiscard]] QTreeView& tree() const { return *m_tree; }
    /// The switch between open, needs a look, decided and all, with their numbers; it belongs in a
    /// toolbar.
    [[nodiscard]] SegmentedControl& statusSwitch() const { return *m_status; }

    void setStatus(ReviewStatus status);
    void setGrouping(ReviewGrouping grouping);
    void setText(const QString& text);
    void setPhase(std::optional<Phase> phase);
    void setChips(const ChangeChips& chips);
    /// Clears all filters except the state, and asks for all phases.
    void clearFilters();

    /// Selects the row of a change and scrolls to it; -1: no change.
    void select(int change);
    /// The same for a file without a current change; if the file is not in the list, no row is
    /// selected.
    void selectFile(const RepoPath& path);
    /// The changes below the selected rows, as far as they pass the filter; in order.
    [[nodiscard]] QVector<int> selected() const;
    /// Whether keys apply to the whole selection: several rows are selected, and the list has the
    /// focus.
    [[nodiscard]] bool keysMeanSelected() const;
    /// Opens groups and folders, as for a new scan.
    void expandGroups();
    /// Updates counts and states of changes.
    void refresh();

Q_SIGNALS:
    /// A change was selected in the list, as an index into the model's changes.
    void changeChosen(int change);
    /// Asks for the first match of the filter to be shown.
    void matchWanted(int change);
    /// Enter or a double click: the user wants to read the change.
    void readRequested();
    void menuRequested(const QPoint& globalPos);
    /// The selection has changed.
    void selectionChanged();
    /// The set of changes that pass the filter has changed.
    void filtered();
    /// Asks for changes of all phases again.
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
    bool m_rowsGo = false; ///< rows are being removed, which is not a selection by the user
    bool m_moved = false;  ///< the selection is evaluated in a moment
    bool m_held = false;   ///< a mouse button is down in the list
};

} // namespace rocport
