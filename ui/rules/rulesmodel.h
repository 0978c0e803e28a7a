#pragma once

#include "core/project/session/projectstate.h"
#include "ui/rules/ruletally.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractItemModel>

namespace rocport {

/// What a rule says about a place.
struct RuleSays
{
    QString text;
    RepoPath path;        ///< empty: not about a place in the project
    int line = 0;         ///< 1-based
    bool example = false; ///< about the rule's own sample
    QString title;        ///< the rule's
    QString symbol;       ///< what matched there
    QString wayOut;       ///< if nothing is proposed; empty: it depends on the place
};

/// The rules of all packs by phase, with their switches and how often each points at something;
/// problems of packs come first. Within a phase, rules that point at something come first, those
/// with the most places at the top, then a row that says how many others there are, then those.
/// Holds core values and only maps them to roles.
class RulesModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    /// What a row is.
    enum Kind {
        GroupKind,    ///< a phase, or the problems of packs
        RuleKind,     ///< a rule that is used
        ReplacedKind, ///< a rule replaced by one of another pack
        ProblemKind,  ///< of a pack
        FoldKind,     ///< how many rules of the phase point at nothing
    };
    enum Role {
        RuleIdRole = Qt::UserRole, ///< QString; empty: not a rule
        KindRole,                  ///< int: Kind
        FileRole,                  ///< QString: the pack's file; empty: a group
        LineRole,                  ///< int, 1-based: line in the pack
        EditableRole,              ///< bool: the pack is the project's or the user's
        SearchRole,                ///< QString: what the filter searches
        HeadRole,                  ///< QString: a rule's title, a problem's place
        SaysRole,                  ///< QString: what a rule says here, what the problem is
        MarkRole,                  ///< Mark: the severity's
        NoteRole,                  ///< QString: "14 rules, 9 used here" for a group; a pack's name
        QuietRole,                 ///< bool: a rule that is on and points at nothing here
        UsedRole,                  ///< bool: a rule that points at something here
        OffRole,                   ///< bool: a rule that is off
        LinkRole,                  ///< bool: the number of the cell leads to a list
    };
    enum Column { RuleColumn, AppliesColumn, ChangesColumn, FindingsColumn, OnColumn, ColumnCount };

    explicit RulesModel(ThemeProvider& provider, QObject* parent = nullptr);
    /// `state` may be null. If `rules` and `problems` are those shown already, rows keep their
    /// identity and only their order, counts and switches change.
    void setRules(const std::shared_ptr<const RuleSet>& rules, const QVector<Error>& problems,
                  const std::shared_ptr<const ProjectState>& state);
    /// Null: not a rule, or a replaced one.
    [[nodiscard]] const Rule* rule(const QModelIndex& index) const;
    /// The rule of a row, replaced or not.
    [[nodiscard]] const Rule* anyRule(const QModelIndex& index) const;
    /// Nothing: the row belongs to no phase.
    [[nodiscard]] std::optional<Phase> phase(const QModelIndex& index) const;
    /// For a rule or a group; otherwise zero.
    [[nodiscard]] RuleTally tally(const QModelIndex& index) const;
    [[nodiscard]] RuleTally tally(const QString& id) const { return m_tallies.value(id); }
    [[nodiscard]] bool isOn(const QString& id) const { return !m_off.contains(id); }
    [[nodiscard]] QString whyOff(const QString& id) const;
    /// Whether the project's targets are among those of the rule.
    [[nodiscard]] bool applies(const Rule& rule) const;
    /// Whether the counts are known.
    [[nodiscard]] bool isScanned() const { return m_scanned; }
    /// Whether the rules of a phase that point at nothing are listed.
    [[nodiscard]] bool isUnfolded(Phase phase) const { return m_unfolded.contains(int(phase)); }
    void setUnfolded(Phase phase, bool unfolded);
    /// Sets what rules say about their own samples, by id: shown, marked as examples, for rules
    /// that point at nothing here.
    void setExamples(const QHash<QString, QString>& examples);
    /// What a rule says, with all placeholders filled in.
    [[nodiscard]] RuleSays says(const Rule& rule) const;
    [[nodiscard]] int ruleCount() const;
    /// Rules that point at something here.
    [[nodiscard]] int usedCount() const;
    [[nodiscard]] int offCount() const;
    /// The pack that replaces the program's own rule in that row; empty: none.
    [[nodiscard]] QString replacedBy(const QString& id) const;
    /// Index in column 0; invalid when there is none.
    [[nodiscard]] QModelIndex indexOf(const QString& ruleId) const;
    /// The first rule or problem of a pack.
    [[nodiscard]] QModelIndex indexOfPack(const QString& file) const;
    [[nodiscard]] QModelIndex indexOf(Phase phase) const;

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

Q_SIGNALS:
    /// A switch was used; the model changes when the project does.
    void switchRequested(const QString& ruleId, bool on);

private:
    struct Group
    {
        std::optional<Phase> phase;  ///< none: problems
        QVector<const Rule*> rules;  ///< of m_rules and m_replaced, in the order shown
        int loud = 0;                ///< how many come before the row that folds the others
        QVector<qsizetype> problems; ///< indices
        [[nodiscard]] int size() const
        {
            return static_cast<int>(rules.size() + problems.size()) + (phase ? 1 : 0);
        }
    };
    /// What a row shows: a rule, a problem, or neither for the fold.
    struct Row
    {
        const Rule* rule = nullptr;
        qsizetype problem = -1;
    };
    void group();
    void sort(Group& group) const;
    void reorder();
    [[nodiscard]] bool isReplaced(const Rule& rule) const;
    [[nodiscard]] bool isQuiet(const Rule& rule) const;
    [[nodiscard]] static Row rowOf(const Group& group, int row);
    [[nodiscard]] const Group* groupOf(const QModelIndex& index) const;
    [[nodiscard]] QVariant groupData(const Group& group, int column, int role) const;
    [[nodiscard]] QVariant ruleData(const Rule& rule, int column, int role) const;
    [[nodiscard]] QVariant packData(const Rule& rule, int role) const;
    [[nodiscard]] QVariant problemData(const Error& problem, int column, int role) const;
    [[nodiscard]] QVariant foldData(const Group& group, int column, int role) const;
    [[nodiscard]] QVariant numberData(int column, int role, const RuleTally& tally) const;
    [[nodiscard]] QString accessibleText(const Rule& rule) const;
    [[nodiscard]] QString saysText(const Rule& rule) const;
    [[nodiscard]] QString groupNote(const Group& group) const;
    [[nodiscard]] QString foldText(const Group& group) const;

    ThemeProvider& m_provider;
    std::shared_ptr<const RuleSet> m_rules;
    std::shared_ptr<const RuleSet> m_replaced; ///< rules that are replaced by others; may be null
    QVector<Error> m_problems;
    QVector<Group> m_groups;
    TargetSettings m_target;
    QHash<QString, QString> m_off;       ///< rules that are off, and why
    QHash<QString, RuleTally> m_tallies; ///< by rule
    QHash<QString, QString> m_examples;
    QSet<int> m_unfolded; ///< phases
    bool m_writable = false;
    bool m_scanned = false;
};

/// Name of a pack for people: "Built-in", else its file's name.
QString packLabel(const Rule& rule);
/// The file of a pack's problem.
QString fileOf(const Error& problem);
/// "All GPUs", or the patterns of those that the rule applies to.
QString gpusText(const Rule& rule);
/// "ROCm 7.0 or later"; "Any ROCm".
QString versionsText(const Rule& rule);

} // namespace rocport
