#pragma once

// Columns of tables share the width according to their content.

#include "ui/theme/elide.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractItemView>
#include <QObject>
#include <QTimer>
#include <QVector>

#include <functional>

class QHeaderView;

namespace rocport {

/// The most lines of a cell whose column wraps.
constexpr int kMostLinesOfCell = 6;

/// What a column of a table is for.
struct TableColumn
{
    ElideAs elide = ElideAs::Name;
    bool decides = true;   ///< gets the width it needs before the others do
    bool stretch = false;  ///< takes the remaining width; one per table
    bool wrap = false;     ///< its texts take up to kMostLinesOfCell lines
    int least = 56;        ///< grid pixels that it always keeps if it needs them
    bool optional = false; ///< left out, the last one first, if there is no room for all
};

/// The width that one column asks for, in pixels.
struct ColumnWish
{
    int least = 0;
    int need = 0; ///< its widest text
    bool decides = false;
    bool stretch = false;
    bool gives = false; ///< decides, but is readable in less width than it needs: a path
    bool wraps = false; ///< wraps to further lines
    int floor = 96;     ///< what it keeps if it wraps and the others need the width
};

/// Distributes `room` pixels. Deciding columns get what they need first; then columns that do not
/// decide share up to half of the width according to what each needs, so that they wrap to about
/// the same number of lines; then paths, then again the others. What is left goes to the column
/// that stretches, else to the last. If there is not even room for the least widths, columns that
/// wrap give up some of theirs; otherwise the least widths are used.
QVector<int> shareColumns(const QVector<ColumnWish>& wishes, int room);

/// Maintains the widths of a view's columns. It measures at most a few hundred rows, spread over
/// all; a column that the user resized keeps that width.
class ColumnFit : public QObject
{
    Q_OBJECT

public:
    /// Width that a cell needs; 0: it does not count (a group's row that spans all columns).
    using Measure = std::function<int(const QModelIndex&)>;

    /// `view` is a QTreeView or QTableView with its model set, and owns the fit.
    ColumnFit(QAbstractItemView& view, ThemeProvider& provider, QVector<TableColumn> columns,
              Measure measure);
    /// Starts over, with no width set by the user.
    void setColumns(QVector<TableColumn> columns);
    [[nodiscard]] const TableColumn& column(int at) const;
    /// What distinguishes the text of a cell from the others in its column, for elided().
    [[nodiscard]] QVector<int> telling(int column, const QString& text) const;
    /// Measures and sets the widths now.
    void fit();
    /// Width that all columns need together, in pixels.
    [[nodiscard]] int wholeWidth() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void measure();
    void collect(const QModelIndex& parent, int most, int named, QVector<QStringList>& paths);
    void share();
    void leaveOut(const QVector<ColumnWish>& wishes, int room);
    void layOutRows();
    void watchModel();
    [[nodiscard]] int titleWidth(int column);

    QAbstractItemView& m_view;
    QHeaderView& m_header;
    ThemeProvider& m_provider;
    QVector<TableColumn> m_columns;
    Measure m_measure;
    QVector<int> m_needs;
    QVector<int> m_names;  ///< for paths: what the widest file name needs
    QVector<int> m_own;    ///< widths set by the user; 0: none
    QVector<int> m_out;    ///< columns that are left out
    QVector<int> m_titles; ///< what the header needs, also for columns that are left out
    QVector<QHash<QString, QVector<int>>> m_telling;
    int m_char = 8; ///< width of a letter of the code font
    QTimer m_later;
    bool m_fitting = false;
};

/// The header of a tree or a table; null: `view` is neither.
QHeaderView* headerOf(const QWidget* view);

/// Lays the rows of `view` out again when its width changes: for rows whose height depends on it.
void layOutRowsWithWidth(QAbstractItemView& view);

} // namespace rocport
