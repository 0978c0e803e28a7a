#pragma once

#include "ui/theme/widgets.h"

#include <QAbstractTableModel>
#include <QTreeView>

class QSortFilterProxyModel;

namespace rocport {

class ColumnFit;

/// A column of a TextTableModel.
struct TextColumn
{
    QString title;
    int width = 120;       ///< pixels of the grid that it keeps, where its texts need them
    bool code = false;     ///< names, paths, commands: the code font
    bool number = false;   ///< the code font, at the right
    bool stretch = false;  ///< takes the room that is left; one of a table
    bool path = false;     ///< elided as a path
    bool wrap = false;     ///< sentences and paths: on further lines where there is no room on one
    bool optional = false; ///< left out where there is no room for all: said elsewhere too
};

/// One cell: what it shows and what it is sorted by.
struct TextCell
{
    QString text;
    QString toolTip; ///< empty: the text
    Mark mark;
    ColourToken colour = nullptr; ///< null: as the others
    QVariant sort;                ///< invalid: the text
    bool strong = false;
};

struct TextRow
{
    QString id; ///< of what the row is about; unique in its table
    QVector<TextCell> cells;
};

/// Rows of text with marks, for tables that only show. Keeps rows in place where their ids stay.
class TextTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role { SortRole = Qt::UserRole, IdRole };

    TextTableModel(ThemeProvider& provider, QVector<TextColumn> columns, QObject* parent = nullptr);
    void setColumns(QVector<TextColumn> columns);
    void setRows(QVector<TextRow> rows);
    [[nodiscard]] const QVector<TextColumn>& columns() const { return m_columns; }
    [[nodiscard]] const QVector<TextRow>& rows() const { return m_rows; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    ThemeProvider& m_provider;
    QVector<TextColumn> m_columns;
    QVector<TextRow> m_rows;
};

/// What a model shows, as CSV (RFC 4180): header, rows in the model's order, line ends CR LF. Cells
/// that begin like a formula get an apostrophe in front.
QString csvOf(const QAbstractItemModel& model);

/// A sortable table over a TextTableModel: rows of 28 pixels or more, one chosen row. Its columns
/// share the room by what is in them. Ctrl+C copies CSV.
class TextTable : public QTreeView
{
    Q_OBJECT

public:
    /// `name` is its accessible name. The model outlives the table.
    TextTable(ThemeProvider& provider, TextTableModel& model, const QString& name,
              QWidget* parent = nullptr);
    /// Id of the chosen row; empty: none.
    [[nodiscard]] QString currentId() const;
    /// Chooses a row; false: there is none of this id.
    bool setCurrentId(const QString& id);
    [[nodiscard]] QString csv() const;
    void copyCsv() const;
    /// Only rows where a cell has all the words.
    void setFilter(const QString& words);
    /// After TextTableModel::setColumns().
    void applyColumns();
    /// Width that all columns need, in pixels.
    [[nodiscard]] int wholeWidth();
    [[nodiscard]] QSortFilterProxyModel& sorted() const { return *m_sorted; }

Q_SIGNALS:
    /// The user, or a change of the rows, chose another row; empty: none.
    void currentIdChanged(const QString& id);
    void idActivated(const QString& id);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void keepCurrent();
    ThemeProvider& m_provider;
    TextTableModel& m_model;
    QSortFilterProxyModel* m_sorted;
    ColumnFit* m_fit = nullptr;
    QString m_current;
    bool m_resetting = false;
};

} // namespace rocport
