#pragma once

#include "core/remote/matrix.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractTableModel>
#include <QDateTime>
#include <QStyledItemDelegate>

namespace rocport {

/// The mark of a cell: that of its job, or of what its check found.
Mark matrixCellMark(const MatrixCell& cell);

/// Checks by places. Holds core values and only maps them to roles.
class MatrixModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        JobIdRole = Qt::UserRole, ///< empty: the cell has no record
        WordsRole,                ///< "Waiting: no node is free yet"
        TimeRole,                 ///< "6:33"; empty: it did not start
    };

    using QAbstractTableModel::QAbstractTableModel;
    void set(const Matrix& matrix, const QDateTime& now);
    /// Updates the times of running cells.
    void tick(const QDateTime& now);
    [[nodiscard]] const Matrix& matrix() const { return m_matrix; }
    [[nodiscard]] const MatrixCell* cell(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(const QString& jobId) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] QString timeOf(const MatrixCell& cell) const;
    Matrix m_matrix;
    QDateTime m_now;
};

/// Draws a cell with its mark, its words and, below them, how long it ran.
class MatrixDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit MatrixDelegate(ThemeProvider& provider, QObject* parent = nullptr)
        : QStyledItemDelegate(parent), m_provider(provider)
    {
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;

private:
    ThemeProvider& m_provider;
};

} // namespace rocport
