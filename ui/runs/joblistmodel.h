#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractListModel>
#include <QSet>
#include <QStyledItemDelegate>

namespace rocport {

/// The jobs of a project under headings: those in progress, then those that ended, by day. The
/// cells of a matrix are one row. Holds core values and only maps them to roles.
class JobListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        JobIdRole = Qt::UserRole, ///< empty: a heading
        LineRole,                 ///< second line
        TimeRole,                 ///< "6:33"
        StateRole,                ///< int of JobState
        ReplayedRole,
        NumberRole,   ///< "3"; empty: replayed, or a matrix
        MatrixIdRole, ///< empty: not a matrix
    };

    using QAbstractListModel::QAbstractListModel;
    /// Shows only jobs with all words of `filter`, and of one node if given.
    void set(const std::shared_ptr<const RemoteState>& state, const QString& filter,
             const QString& nodeId, const QDateTime& now);
    /// Updates the times of running jobs.
    void tick(const QDateTime& now);
    /// Of a job, or of the matrix that it is a cell of; or of a matrix by its id.
    [[nodiscard]] QModelIndex indexOf(const QString& id) const;
    [[nodiscard]] int jobCount() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Row
    {
        QString heading; ///< empty: a job
        JobEntry job;    ///< of a matrix: one that stands for all, with the state of all
        int number = 0;  ///< of jobNumbers()
        QString matrix;  ///< its id; empty: a job
        QString line;    ///< of a matrix
        QSet<QString> cells;
    };
    [[nodiscard]] static QVector<Row> rowsOf(const QVector<JobEntry>& jobs,
                                             const RemoteState& state,
                                             const QHash<QString, int>& numbers);
    QVector<Row> m_rows;
    QDateTime m_now;
};

/// Draws a job in two lines with its mark, or a heading.
class JobDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit JobDelegate(ThemeProvider& provider, QObject* parent = nullptr)
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
