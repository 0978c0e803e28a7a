#pragma once

#include "core/base/place.h"
#include "core/verify/gate.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractItemModel>

namespace rocport {

/// The outcome of a compile check as a tree: files, failed first, with their errors and warnings
/// below them. Holds core values and only maps them to roles.
class GateModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Role {
        HunkKeyRole = Qt::UserRole, ///< QByteArray; empty: no change made the line
        PlaceRole,                  ///< Place to go to; without a path: nowhere
        StatusRole,                 ///< int, GateStatus, for files; -1 for messages
    };
    enum Column { PlaceColumn, TextColumn, ColumnCount };

    explicit GateModel(ThemeProvider& provider, QObject* parent = nullptr);
    /// Null: empty.
    void setResult(const std::shared_ptr<const GateResult>& result);
    [[nodiscard]] const std::shared_ptr<const GateResult>& result() const { return m_result; }

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] QVariant fileData(const GateFile& file, int column, int role) const;
    [[nodiscard]] QVariant messageData(const GateDiagnostic& message, int column, int role) const;

    ThemeProvider& m_provider;
    std::shared_ptr<const GateResult> m_result;
};

/// What a compile check says about one hunk: its first error, else whether its file compiles.
struct GateWord
{
    GateStatus status = GateStatus::NotChecked;
    QString text; ///< empty: nothing is known
};
GateWord gateWordOf(const GateResult& result, const Hunk& hunk);

} // namespace rocport
