#pragma once

#include "ui/shell/plan/planmodel.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractTableModel>

namespace rocport {

/// What leads to an answer, place by place; for a phase its steps. Columns: place, source line,
/// count.
class EvidenceModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { PlaceColumn, SourceColumn, CountColumn, ColumnCount };

    explicit EvidenceModel(ThemeProvider& provider, QObject* parent = nullptr);
    void setSubject(const PlanSubject& subject);
    /// The place of a row; an empty path for a step of a phase.
    [[nodiscard]] Evidence evidence(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    ThemeProvider& m_provider;
    QVector<Evidence> m_rows;
    QStringList m_steps;
};

} // namespace rocport
