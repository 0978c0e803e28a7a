#pragma once

#include "core/project/session.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractItemModel>

namespace rocport {

/// What a rule says of a place.
struct RuleSays
{
    QString text;
    QString place;        ///< "row_sum.cu:41"; empty: of none in the project
    bool example = false; ///< of the rule's own sample
    QString title;        ///< the rule's
    QString symbol;       ///< what matched there
};

/// The rules of all packs by phase, with their switches and how often each points at something; in
/// front what is wrong with packs. Holds core values and maps them to roles only.
class RulesModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Role {
        RuleIdRole = Qt::UserRole, ///< QString; empty: a group or a problem
        FileRole,                  ///< QString: the pack's file; empty: a group
        LineRole,                  ///< int, 1-based: where in the pack
        EditableRole,              ///< bool: the pack is the project's or the user's
        SearchRole,                ///< QString: what the filter looks at
        HeadRole,                  ///< QString: a rule's title, a problem's place
        SaysRole,                  ///< QString: what a rule says here, what the problem is
        MarkRole,                  ///< Mark: the severity's
    };
    enum Column {
        RuleColumn,
        TitleColumn,
        SeverityColumn,
        AppliesColumn,
        PackColumn,
        ChangesColumn,
        FindingsColumn,
        ColumnCount
    };

    explicit RulesModel(ThemeProvider& provider, QObject* parent = nullptr);
    /// `state` may be null. Only counts and switches change where `rules` and `problems` are those
    /// that are shown.
    void setRules(const std::shared_ptr<const RuleSet>& rules, const QVector<Error>& problems,
                  const std::shared_ptr<const ProjectState>& state);
    [[nodiscard]] const Rule* rule(const QModelIndex& index) const;
    [[nodiscard]] bool isOn(const QString& id) const { return !m_off.contains(id); }
    [[nodiscard]] int findings(const QString& id) const { return m_findings.value(id); }
    /// What rules say of their own samples, by id: shown, marked as examples, for those that point
    /// at nothing here.
    void setExamples(const QHash<QString, QString>& examples);
    /// What a rule says, with nothing left to fill in.
    [[nodiscard]] RuleSays says(const Rule& rule) const;
    [[nodiscard]] int ruleCount() const;
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
        QVector<const Rule*> rules;  ///< of m_rules
        QVector<qsizetype> problems; ///< indices
        [[nodiscard]] int size() const { return static_cast<int>(rules.size() + problems.size()); }
    };
    void group();
    [[nodiscard]] QVariant groupData(const Group& group, int column, int role) const;
    [[nodiscard]] QVariant ruleData(const Rule& rule, int column, int role) const;
    [[nodiscard]] QVariant problemData(const Error& problem, int column, int role) const;
    [[nodiscard]] QString ruleText(const Rule& rule, int column) const;

    ThemeProvider& m_provider;
    std::shared_ptr<const RuleSet> m_rules;
    QVector<Error> m_problems;
    QVector<Group> m_groups;
    QStringList m_off;
    QHash<QString, int> m_findings;
    QHash<QString, int> m_changes;   ///< by rule
    QHash<QString, RuleSays> m_here; ///< of the first finding of each rule
    QHash<QString, QString> m_examples;
    bool m_writable = false;
};

/// Name of a pack for people: "Built-in", else its file's name.
QString packLabel(const Rule& rule);
/// File of a problem of a pack.
QString fileOf(const Error& problem);

} // namespace rocport
