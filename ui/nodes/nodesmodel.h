#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractListModel>

namespace rocport {

/// The nodes under the titles of their groups. Titles cannot be selected.
class NodesModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { NodeIdRole = Qt::UserRole };

    using QAbstractListModel::QAbstractListModel;
    void setState(const std::shared_ptr<const RemoteState>& state);
    [[nodiscard]] QModelIndex indexOf(const QString& nodeId) const;
    [[nodiscard]] QModelIndex first() const; ///< the first node

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Row
    {
        QString title; ///< of a group
        int node = -1; ///< index in the state; -1: a title
        QString id;
    };
    [[nodiscard]] QVariant nodeData(const NodeEntry& entry, int role) const;
    std::shared_ptr<const RemoteState> m_state;
    QVector<Row> m_rows;
};

} // namespace rocport
