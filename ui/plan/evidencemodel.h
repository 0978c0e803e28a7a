#pragma once

#include "ui/plan/planmodel.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractTableModel>

namespace rocport {

/// The evidence for an answer, place by place; for a phase, its steps. Columns: place, source line,
/// count.
class EvidenceModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { PlaceColumn, SourceColumn, CountColumn, ColumnCount };

    explicit EvidenceModel(ThemeProvider& provider, QObject* parent = nullptr);
    void setSubject(const PlanSubject& subject);
    /// Sets which steps of a phase are done, and whether that may be changed.
    void setDone(const QVector<bool>& done, bool writable);
    /// The step of a row, as worded in the guides; empty: the row is evidence.
    [[nodiscard]] QString step(int row) const;
    [[nodiscard]] bool isDone(int row) const { return m_done.value(row); }
    /// The place of a row; an empty path for a step of a phase.
    [[nodiscard]] Evidence evidence(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Qt::CheckStateRole of a step: sends stepToggled().
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    /// A step was ticked off, or reopened.
    void stepToggled(const QString& step, bool done);

private:
    ThemeProvider& m_provider;
    QVector<Evidence> m_rows;
    QStringList m_steps;
    QVector<bool> m_done;
    bool m_writable = false;
};

} // namespace rocport
