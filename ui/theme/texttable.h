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
    int width = 120;       ///< grid pixels that it keeps if its texts need them
    bool code = false;     ///< names, paths, commands: the code font
    bool number = false;   ///< the code font, at the right
    bool stretch = false;  ///< takes the remaining width; one per table
    bool path = false;     ///< elided as a path
    bool wrap = false;     ///< sentences and paths: wrapped if there is no room on one line
    bool optional = false; ///< left out if there is no room for all; shown elsewhere too
    bool sentence = false; ///< elided at its end, on one line
};

/// One cell: what it shows and what it is sorted by.
struct TextCell
{
    QString text;
    QString toolTip; ///< empty: the text
    Mark mark;
    ColourToken colour = nullptr; ///< null: the default
    QVariant sort;                ///< invalid: the text
    bool strong = false;
};

struct TextRow
{
    QString id; ///< id of what the row is about; unique in its table
    QVector<TextCell> cells;
};

/// Rows of text with marks, for read-only tables. Rows whose ids stay the same are kept in place.
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

/// The content of a model as CSV (RFC 4180): header, rows in the model's order, CR LF line ends.
/// Cells that begin like a formula get a leading apostrophe.
QString csvOf(const QAbstractItemModel& model);

/// A sortable table over a TextTableModel: rows of 28 pixels or more, one selected row. Its columns
/// share the width according to their content. Ctrl+C copies CSV.
class TextTable : public QTreeView
{
    Q_OBJECT

public:
    /// `name` is its accessible name. The model outlives the table.
    TextTable(ThemeProvider& provider, TextTableModel& model, const QString& name,
              QWidget* parent = nullptr);
    /// Id of the selected row; empty: none.
    [[nodiscard]] QString currentId() const;
    /// Selects a row; false: there is none with this id.
    bool setCurrentId(const QString& id);
    [[nodiscard]] QString csv() const;
    void copyCsv() const;
    /// Shows only rows in which a cell has all the words.
    void setFilter(const QString& words);
    /// To be called after TextTableModel::setColumns().
    void applyColumns();
    /// Width that all columns need, in pixels.
    [[nodiscard]] int wholeWidth();
    [[nodiscard]] QSortFilterProxyModel& sorted() const { return *m_sorted; }

Q_SIGNALS:
    /// The user, or a change of the rows, selected another row; empty: none.
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
