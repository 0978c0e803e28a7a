#pragma once

#include "core/project/session/projectstate.h"

#include <QAbstractTableModel>

namespace rocport {

/// Every step that undo and redo walk through, newest first, with the beginning at the end. Holds
/// core values and only maps them to roles.
class HistoryModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { WhatColumn, WhereColumn, WhenColumn, WhoColumn, ColumnCount };
    enum Role {
        BatchIdRole = Qt::UserRole, ///< qint64; 0: the beginning
        StandsRole,                 ///< bool; false: it was undone
        NowRole,                    ///< bool: the newest step in effect
    };

    explicit HistoryModel(QObject* parent = nullptr);
    /// Null: empty.
    void setState(const std::shared_ptr<const ProjectState>& state);
    /// Row of the newest step in effect; -1: no state.
    [[nodiscard]] int nowRow() const { return m_now; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] QString textOf(int row, int column) const;
    [[nodiscard]] QString whereOf(const DecisionBatch& batch) const;

    std::shared_ptr<const ProjectState> m_state;
    QVector<HistoryStep> m_steps;                 ///< newest first
    QHash<QByteArray, const Hunk*> m_scanned;     ///< including those that folded into wider guards
    QHash<QByteArray, const Finding*> m_findings; ///< in the scan, by id
    int m_now = -1;
};

} // namespace rocport
