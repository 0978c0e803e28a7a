#pragma once

#include "core/project/session/projectstate.h"

#include <QAbstractItemModel>

#include <array>

namespace rocport {

/// How the list of findings is grouped.
enum class FindingGrouping : quint8 { Rule, File, Phase, Severity };

/// Which findings are listed. Choices of one kind are combined by "or", with no choice meaning all;
/// different kinds are combined by "and".
struct FindingsFilter
{
    QString text; ///< words that all occur in place, rule, message or note; case does not matter
    std::optional<FindingState> state = FindingState::Open; ///< nothing: all
    QSet<int> severities;                                   ///< Severity
    QSet<int> efforts;                                      ///< Effort
    std::optional<Phase> phase;
    QString rule;          ///< id; empty: all
    bool vendored = false; ///< also those in vendored folders, after the others

    friend bool operator==(const FindingsFilter&, const FindingsFilter&) = default;
    /// Whether anything other than the state narrows the list. `vendored` does not.
    [[nodiscard]] bool isNarrow() const
    {
        return !text.trimmed().isEmpty() || !severities.isEmpty() || !efforts.isEmpty() || phase ||
               !rule.isEmpty();
    }
};

/// How many findings there are in the whole project, regardless of the filter, without those in
/// vendored folders.
struct FindingCounts
{
    int total = 0;
    std::array<int, 3> byState{};    ///< by FindingState
    std::array<int, 3> bySeverity{}; ///< by Severity
    std::array<int, 4> byEffort{};   ///< by Effort

    [[nodiscard]] int open() const { return byState[0]; }
};

/// The findings that are left for a person, in groups. A row whose state changes stays where it is
/// until the filter, the grouping or the scan changes, so that nothing disappears under the user's
/// hands. Findings whose place is gone are listed with the state that they have.
class FindingsModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { FindingColumn, PlaceColumn, EffortColumn, PhaseColumn, ColumnCount };
    enum Role {
        IsGroupRole = Qt::UserRole, ///< bool
        IdRole,                     ///< QByteArray: of the finding; empty: a group
        StateRole,                  ///< int: FindingState
        NoteRole,                   ///< QString
        CodeRole,                   ///< QString: the id of a group's rule
        CountRole,                  ///< QString of a group: "4 open of 6"
        SeverityRole,               ///< int: the worst of a group
    };

    using QAbstractItemModel::QAbstractItemModel;

    /// `state` may be null; `rules` give groups their titles.
    void setState(const std::shared_ptr<const ProjectState>& state,
                  const std::shared_ptr<const RuleSet>& rules);
    void setFilter(const FindingsFilter& filter);
    [[nodiscard]] const FindingsFilter& filter() const { return m_filter; }
    void setGrouping(FindingGrouping grouping);
    [[nodiscard]] FindingGrouping grouping() const { return m_grouping; }

    [[nodiscard]] const FindingCounts& counts() const { return m_counts; }
    /// Findings that are listed.
    [[nodiscard]] int listed() const { return static_cast<int>(m_rows.size()); }
    /// Findings in vendored folders that pass the filter, listed or not.
    [[nodiscard]] int vendored() const { return m_vendoredPassing; }
    /// Whether a finding is no longer in the scan, so that nothing can be decided about it.
    [[nodiscard]] bool isGone(const QByteArray& id) const { return m_goneIds.contains(id); }
    /// Null: a group, or nothing. Lives as long as the state.
    [[nodiscard]] const Finding* finding(const QModelIndex& index) const;
    [[nodiscard]] FindingState stateOf(const QModelIndex& index) const;
    [[nodiscard]] QString noteOf(const QModelIndex& index) const;
    /// Position of a listed finding among all that are listed, from 1; 0: a group.
    [[nodiscard]] int positionOf(const QModelIndex& index) const;
    /// Index in column 0; invalid when the finding is not listed.
    [[nodiscard]] QModelIndex indexOf(const QByteArray& id) const;
    /// The listed findings at or below `indexes`, each once, in order.
    [[nodiscard]] QVector<QByteArray> idsUnder(const QModelIndexList& indexes) const;
    /// The next listed finding after `from` (may be invalid: from the start) that is open; `step`
    /// is 1 or -1. Wraps around once; invalid when none is open.
    [[nodiscard]] QModelIndex nextOpen(const QModelIndex& from, int step) const;

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    struct Group
    {
        QString title;
        QString code;
        int first = 0; ///< in m_rows
        int rows = 0;
        int open = 0;
        Severity worst = Severity::Info;
        bool vendored = false;
    };

    void collect();
    void rebuild();
    void count();
    [[nodiscard]] bool passes(const Finding& finding, const QStringList& words) const;
    [[nodiscard]] QString groupKey(const Finding& finding) const;
    [[nodiscard]] QString groupTitle(const Finding& finding) const;
    [[nodiscard]] QVariant groupData(const Group& group, int column, int role) const;
    [[nodiscard]] QVariant findingData(const Finding& finding, int column, int role) const;

    std::shared_ptr<const ProjectState> m_state;
    std::shared_ptr<const RuleSet> m_rules;
    FindingsFilter m_filter;
    FindingGrouping m_grouping = FindingGrouping::Rule;
    QVector<const Finding*> m_all;      ///< left for a person, in the scan and gone
    QVector<const Finding*> m_vendored; ///< in the scan, in vendored folders
    QSet<QByteArray> m_goneIds;
    int m_vendoredPassing = 0;
    QVector<const Finding*> m_rows; ///< listed, by group
    QVector<int> m_groupOf;         ///< by row
    QVector<Group> m_groups;
    QHash<QByteArray, int> m_rowOf;
    FindingCounts m_counts;
};

/// "Minutes", "Hours", "Rewrite"; empty for Effort::None.
QString effortTitle(Effort effort);
/// "Open", "Done", "Not needed".
QString findingStateName(FindingState state);

} // namespace rocport
