#pragma once

#include "core/project/nodes/remoteservice.h"

#include <QAbstractListModel>

namespace rocport {

/// The levels, numerical first, with the newest run of each.
class LevelsModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;
    /// `runningStatic`: L1 runs now (it has no job).
    void setState(const std::shared_ptr<const RemoteState>& state, bool runningStatic);
    static VerifyLevel levelAt(int row)
    {
        return kVerifyLevels.at(kVerifyLevels.size() - 1 - static_cast<size_t>(row));
    }
    static int rowOf(VerifyLevel level)
    {
        return static_cast<int>(kVerifyLevels.size()) - verifyLevelNumber(level);
    }
    /// Running, or the state of its newest run.
    [[nodiscard]] CheckState stateOf(VerifyLevel level) const;
    /// "22 of 24 passed"; "Not run".
    [[nodiscard]] QString countText(VerifyLevel level) const;
    [[nodiscard]] QString timeText(VerifyLevel level) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString detailText(VerifyLevel level) const;
    std::shared_ptr<const RemoteState> m_state = std::make_shared<RemoteState>();
    bool m_runningStatic = false;
};

} // namespace rocport
