#pragma once

#include "ui/portreview/hunksmodel.h"
#include "ui/theme/widgets.h"

#include <QSet>

class QStackedWidget;
class QTreeView;

namespace rocport {

/// The tree of hunks of a port review, with its filter: words, chips with counts, and values of the
/// columns by a click on a cell. Shows what it is given and says where the user goes.
class HunkTree : public QWidget
{
    Q_OBJECT

public:
    explicit HunkTree(ThemeProvider& provider, QWidget* parent = nullptr);

    /// `state` may be null. Keeps the current hunk where it is still listed.
    /// Whether the ROCm arm is being checked; cells that wait for it say so.
    void setChecking(bool checking) { m_model->setChecking(checking); }
    void setState(const std::shared_ptr<const ReviewState>& state);
    [[nodiscard]] const HunksModel& model() const { return *m_model; }
    [[nodiscard]] QTreeView& tree() const { return *m_tree; }
    [[nodiscard]] SearchField& field() const { return *m_field; }

    void setFilter(const HunkFilter& filter);
    [[nodiscard]] const HunkFilter& filter() const { return m_model->filter(); }
    /// Lists one phase only; nothing: all.
    void setPhase(std::optional<Phase> phase);
    /// Everything again; false: nothing narrowed the list.
    bool clearFilter();

    /// The current hunk; empty: none.
    [[nodiscard]] QByteArray current() const;
    /// Makes a hunk current. One that the filter hides drops what hides it, and no more: words,
    /// chip, values or phase; filterDropped() says so.
    void setCurrent(const QByteArray& id);
    /// Hunks that keys act on: those selected if they are several, else the current one. A file
    /// stands for its hunks, unless some of them are selected beside it; rows that are folded away
    /// do not count.
    [[nodiscard]] QVector<QByteArray> chosen() const;
    /// The next listed hunk in the direction of `step`, 1 or -1, from the current row, which may be
    /// a file; empty: there is none.
    [[nodiscard]] QByteArray next(int step) const;
    /// The first listed hunk of the next file, from the current row.
    [[nodiscard]] QByteArray nextFile(int step) const;

Q_SIGNALS:
    /// Another hunk is current; empty: none.
    void currentChanged(const QByteArray& id);
    /// chosen() may be other hunks.
    void chosenChanged();
    void filterDropped();
    /// Enter: the diff is to have the focus.
    void readRequested();
    void menuRequested(const QPoint& globalPos);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildFilter();
    QWidget* buildTree();
    QWidget* buildFoot();
    void applyFilter(const HunkFilter& filter);
    void filterByCell(const QModelIndex& index);
    void restore(const QByteArray& id);
    void refresh();
    void fitColumns();

    ThemeProvider& m_provider;
    HunksModel* m_model;
    SearchField* m_field = nullptr;
    SegmentedControl* m_chips = nullptr;
    PanelHeader* m_values = nullptr; ///< which values of columns narrow the list
    TextLabel* m_valuesText = nullptr;
    QStackedWidget* m_pages = nullptr;
    QTreeView* m_tree = nullptr;
    EmptyState* m_none = nullptr;
    PanelHeader* m_foot = nullptr;
    ElidedLabel* m_footText = nullptr;
    QSet<RepoPath> m_folded; ///< files whose hunks are not shown
    bool m_filling = false;
};

} // namespace rocport
