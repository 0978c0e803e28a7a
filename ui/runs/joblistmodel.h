#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

namespace rocport {

/// The jobs of a project under headings: those in progress, then those that ended, by day. Holds
/// core values and only maps them to roles.
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
        NumberRole, ///< "3"; empty: replayed
    };

    using QAbstractListModel::QAbstractListModel;
    /// Shows only jobs with all words of `filter`, and of one node if given.
    void set(const std::shared_ptr<const RemoteState>& state, const QString& filter,
             const QString& nodeId, const QDateTime& now);
    /// Updates the times of running jobs.
    void tick(const QDateTime& now);
    [[nodiscard]] QModelIndex indexOf(const QString& jobId) const;
    [[nodiscard]] int jobCount() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Row
    {
        QString heading; ///< empty: a job
        JobEntry job;
        int number = 0; ///< of jobNumbers()
    };
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
