#pragma once

#include "core/plan/plan.h"

#include <QAbstractItemModel>

#include <memory>

namespace rocport {

/// A question, an answer or a phase of the plan, as the panes below the tree show it. A value.
struct PlanSubject
{
    QString id; ///< PlanNode id or "phase-N"; empty: none
    QString title;
    QString subtitle;
    bool isPhase = false;
    bool isQuestion = false;
    bool isRoot = false;   ///< the first question: always asked, cannot be overridden
    bool taken = false;    ///< taken (an answer), or run (a phase)
    bool detected = false; ///< decided by evidence alone
    bool overridden = false;
    QString reason; ///< the override's, or the evidence's
    QVector<Evidence> evidence;
    int evidenceCount = 0;
    QStringList checklist; ///< of a phase

    /// "Taken, detected", "Not taken, overridden", "Skipped, detected", …
    [[nodiscard]] QString stateText() const;
};
PlanSubject planSubject(const Plan& plan, const QString& id);
QString phaseSubjectId(Phase phase);
/// The reverse; nothing: `id` is not a phase.
std::optional<Phase> phaseOfSubject(const QString& id);
/// Short name for cards: "Environment", "Detection", "Source", …
QString phaseShortName(Phase phase);

/// The plan as a tree: questions and answers, then the nine phases. The drawn tree and the outline
/// show this same model. Columns: what, state, why.
class PlanModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { TitleColumn, StateColumn, ReasonColumn, ColumnCount };
    enum Role { IdRole = Qt::UserRole, TakenRole };

    using QAbstractItemModel::QAbstractItemModel;

    void setPlan(const Plan& plan, const QVector<PhaseCounts>& counts);
    [[nodiscard]] const Plan& plan() const { return m_plan; }
    [[nodiscard]] PhaseState state(Phase phase) const;
    [[nodiscard]] QModelIndex indexOf(const QString& id) const;

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Entry
    {
        QString id; ///< empty: the group "Phases"
        int parent = -1;
        int row = 0;
        QVector<int> children;
    };
    int add(const QString& id, int parent);

    Plan m_plan;
    QVector<PhaseCounts> m_counts;
    QVector<Entry> m_entries;
    QVector<int> m_roots;
};

} // namespace rocport
