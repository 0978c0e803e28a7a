#pragma once

#include <QPair>
#include <QVector>

namespace rocport {

struct DiffLayout;

/// Unchanged rows that are folded away. The first of them stays visible: the line that says how
/// many there are is painted over it.
struct DiffFold
{
    int firstRow = 0;
    int rows = 0; ///< at least 2

    [[nodiscard]] int lastRow() const { return firstRow + rows - 1; }
    friend bool operator==(const DiffFold&, const DiffFold&) = default;
};

/// Which unchanged lines of a file are folded: all except those near a change and those that were
/// unfolded. A value; unfolded lines are kept as lines of the original, so that they hold for
/// another layout of the file.
class DiffFolding
{
public:
    [[nodiscard]] bool isOn() const { return m_on; }
    void setOn(bool on) { m_on = on; }
    /// Shows lines `first` to `last` of the original, 1-based and inclusive.
    void show(int first, int last);
    /// Resets for another file: nothing in it is unfolded yet.
    void reset() { m_shown.clear(); }
    /// The folds of a layout, in order; none while folding is off, or where it would save little.
    [[nodiscard]] QVector<DiffFold> foldsOf(const DiffLayout& layout) const;

private:
    bool m_on = false;
    QVector<QPair<int, int>> m_shown;
};

/// Index of the fold that holds a row, or -1.
int foldAt(const QVector<DiffFold>& folds, int row);
/// The next visible row after `row`; the first row of a fold is visible.
int nextShownRow(const QVector<DiffFold>& folds, int row);

} // namespace rocport
