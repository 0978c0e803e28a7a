// The rows of RulesModel: phases, rules in their order, problems of packs.
#include "ui/rules/rulesmodel.h"

#include "core/rules/rulenames.h"
#include "core/rules/ruletarget.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <tuple>

namespace rocport {

namespace {

constexpr quintptr kGroup = 0; // internal id of groups; of their rows: 1 + the group's row

bool sameProblems(const QVector<Error>& a, const QVector<Error>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Error& x, const Error& y) {
        return x.object == y.object && x.detail == y.detail;
    });
}

/// The rules whose place rules of other packs take; null where there are none.
std::shared_ptr<const RuleSet> replacedOf(const std::shared_ptr<const RuleSet>& rules)
{
    const auto replaces = [](const Rule& rule) { return !rule.replaces.isEmpty(); };
    if (!rules || std::none_of(rules->rules().begin(), rules->rules().end(), replaces)) {
        return nullptr;
    }
    const RuleSet before = rules->without(replaces);
    return std::make_shared<const RuleSet>(before.only([&](const Rule& rule) {
        const Rule* now = rules->find(rule.id);
        return now != nullptr && replaces(*now);
    }));
}

} // namespace

QString packLabel(const Rule& rule)
{
    return rule.origin == PackOrigin::BuiltIn ? RulesModel::tr("Built-in")
                                              : QFileInfo(rule.packFile).fileName();
}

QString fileOf(const Error& problem)
{
    return problem.object.left(problem.object.lastIndexOf(u':'));
}

RulesModel::RulesModel(ThemeProvider& provider, QObject* parent)
    : QAbstractItemModel(parent), m_provider(provider)
{
}

void RulesModel::setRules(const std::shared_ptr<const RuleSet>& rules,
                          const QVector<Error>& problems,
                          const std::shared_ptr<const ProjectState>& state)
{
    const bool others = rules != m_rules || !sameProblems(problems, m_problems);
    if (others) {
        beginResetModel();
        m_replaced = rules == m_rules ? m_replaced : replacedOf(rules);
        m_rules = rules;
        m_problems = problems;
    }
    m_tallies = state ? tallyRules(*state) : QHash<QString, RuleTally>();
    m_scanned = state && state->scan;
    m_writable = state && !state->readOnly;
    m_target = state ? state->meta.target : TargetSettings();
    m_off.clear();
    for (const QString& id : std::as_const(m_target.rulesOff)) {
        m_off.insert(id, state->decisions.whyOff(id));
    }
    if (others) {
        group();
        endResetModel();
    } else {
        reorder();
    }
}

void RulesModel::setExamples(const QHash<QString, QString>& examples)
{
    m_examples = examples;
    for (int row = 0; row < m_groups.size(); ++row) {
        const QModelIndex group = index(row, 0);
        Q_EMIT dataChanged(index(0, 0, group), index(m_groups[row].size() - 1, 0, group));
    }
}

void RulesModel::setUnfolded(Phase phase, bool unfolded)
{
    if (unfolded) {
        m_unfolded.insert(int(phase));
    } else {
        m_unfolded.remove(int(phase));
    }
    const QModelIndex group = indexOf(phase);
    if (group.isValid()) {
        Q_EMIT dataChanged(index(0, 0, group), index(rowCount(group) - 1, ColumnCount - 1, group));
    }
}

RuleSays RulesModel::says(const Rule& rule) const
{
    static const QRegularExpression gap(QStringLiteral("\\{[a-z_]+\\}"));
    RuleSays said;
    if (!isReplaced(rule)) {
        const RulePlace first = m_tallies.value(rule.id).first;
        said.text = first.message;
        said.path = first.path;
        said.line = first.line;
        said.symbol = first.symbol;
        said.wayOut = first.wayOut;
    }
    if (said.wayOut.isEmpty() && !rule.wayOut.contains(gap)) {
        said.wayOut = rule.wayOut;
    }
    said.title = listName(rule);
    if (!said.text.isEmpty()) {
        return said;
    }
    said.text = m_examples.value(rule.id);
    said.example = !said.text.isEmpty();
    if (said.text.isEmpty()) { // with nothing to fill in, the reason says it
        said.text = rule.message.contains(gap) ? rule.reason.section(u'\n', 0, 0) : rule.message;
    }
    return said;
}

bool RulesModel::isReplaced(const Rule& rule) const
{
    return m_replaced && m_replaced->find(rule.id) == &rule;
}

bool RulesModel::isQuiet(const Rule& rule) const
{
    return m_scanned && !isReplaced(rule) && isOn(rule.id) && !m_tallies.value(rule.id).isUsed();
}

/// Those that are replaced stand with those that take their place.
void RulesModel::sort(Group& group) const
{
    const auto key = [this](const Rule* rule) {
        const RuleTally tally = m_tallies.value(rule->id);
        const Rule* shown = isReplaced(*rule) ? m_rules->find(rule->id) : rule;
        return std::tuple(isQuiet(*shown), -(tally.changes + tally.openFindings),
                          listName(*shown).toLower(), rule->id, isReplaced(*rule));
    };
    std::stable_sort(group.rules.begin(), group.rules.end(),
                     [&](const Rule* a, const Rule* b) { return key(a) < key(b); });
    group.loud =
        static_cast<int>(std::count_if(group.rules.begin(), group.rules.end(),
                                       [&](const Rule* one) { return !std::get<0>(key(one)); }));
}

void RulesModel::group()
{
    m_groups.clear();
    if (!m_problems.isEmpty()) {
        Group problems;
        for (qsizetype i = 0; i < m_problems.size(); ++i) {
            problems.problems.append(i);
        }
        m_groups.append(problems);
    }
    for (const Phase phase : kPhases) {
        Group one;
        one.phase = phase;
        for (const std::shared_ptr<const RuleSet>& set : {m_rules, m_replaced}) {
            for (qsizetype i = 0; set && i < set->rules().size(); ++i) {
                // What takes a rule's place may be of another phase.
                const Rule& rule = set->rules()[i];
                const Rule* shown = set == m_rules ? &rule : m_rules->find(rule.id);
                if (shown->phase == phase) {
                    one.rules.append(&rule);
                }
            }
        }
        if (!one.rules.isEmpty()) {
            sort(one);
            m_groups.append(one);
        }
    }
}

void RulesModel::reorder()
{
    const QList<QPersistentModelIndex> none;
    Q_EMIT layoutAboutToBeChanged(none, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    QVector<Row> rows;
    for (const QModelIndex& one : before) {
        const Group* group = groupOf(one);
        rows.append(group != nullptr ? rowOf(*group, one.row()) : Row());
    }
    for (Group& group : m_groups) {
        if (group.phase) {
            sort(group);
        }
    }
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const QModelIndex& one = before[i];
        const Group* group = groupOf(one);
        if (group == nullptr || !group->phase) {
            after.append(one);
            continue;
        }
        const Rule* rule = rows[i].rule;
        const int at = rule == nullptr ? group->loud : static_cast<int>(group->rules.indexOf(rule));
        after.append(createIndex(rule != nullptr && at >= group->loud ? at + 1 : at, one.column(),
                                 one.internalId()));
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged(none, QAbstractItemModel::VerticalSortHint);
    for (int row = 0; row < m_groups.size(); ++row) {
        const QModelIndex group = index(row, 0);
        Q_EMIT dataChanged(group, index(row, ColumnCount - 1));
        Q_EMIT dataChanged(index(0, 0, group),
                           index(m_groups[row].size() - 1, ColumnCount - 1, group));
    }
}

RulesModel::Row RulesModel::rowOf(const Group& group, int row)
{
    if (!group.phase) {
        return {nullptr, group.problems.value(row, -1)};
    }
    if (row == group.loud) {
        return {};
    }
    return {group.rules.value(row < group.loud ? row : row - 1), -1};
}

const RulesModel::Group* RulesModel::groupOf(const QModelIndex& index) const
{
    return index.isValid() && index.internalId() != kGroup
               ? &m_groups[static_cast<qsizetype>(index.internalId()) - 1]
               : nullptr;
}

const Rule* RulesModel::anyRule(const QModelIndex& index) const
{
    const Group* group = groupOf(index);
    return group != nullptr ? rowOf(*group, index.row()).rule : nullptr;
}

const Rule* RulesModel::rule(const QModelIndex& index) const
{
    const Rule* any = anyRule(index);
    return any != nullptr && !isReplaced(*any) ? any : nullptr;
}

std::optional<Phase> RulesModel::phase(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return std::nullopt;
    }
    const Group* group = groupOf(index);
    return group != nullptr ? group->phase : m_groups[index.row()].phase;
}

RuleTally RulesModel::tally(const QModelIndex& index) const
{
    RuleTally sum;
    if (const Rule* one = rule(index)) {
        sum = m_tallies.value(one->id);
    } else if (index.isValid() && groupOf(index) == nullptr) {
        for (const Rule* each : m_groups[index.row()].rules) {
            sum += isReplaced(*each) ? RuleTally() : m_tallies.value(each->id);
        }
    }
    return sum;
}

QString RulesModel::whyOff(const QString& id) const
{
    return m_off.value(id);
}

bool RulesModel::applies(const Rule& rule) const
{
    return isForTarget(rule, m_target);
}

int RulesModel::ruleCount() const
{
    return m_rules ? static_cast<int>(m_rules->rules().size()) : 0;
}

int RulesModel::usedCount() const
{
    int used = 0;
    for (qsizetype i = 0; m_rules && i < m_rules->rules().size(); ++i) {
        used += m_tallies.value(m_rules->rules()[i].id).isUsed() ? 1 : 0;
    }
    return used;
}

int RulesModel::offCount() const
{
    int off = 0;
    for (qsizetype i = 0; m_rules && i < m_rules->rules().size(); ++i) {
        off += isOn(m_rules->rules()[i].id) ? 0 : 1;
    }
    return off;
}

QString RulesModel::replacedBy(const QString& id) const
{
    const Rule* now = m_rules ? m_rules->find(id) : nullptr;
    return now != nullptr && !now->replaces.isEmpty() ? QFileInfo(now->packFile).fileName()
                                                      : QString();
}

QModelIndex RulesModel::indexOf(const QString& ruleId) const
{
    for (int row = 0; row < m_groups.size(); ++row) {
        const Group& group = m_groups[row];
        for (int i = 0; i < group.rules.size(); ++i) {
            if (group.rules[i]->id == ruleId && !isReplaced(*group.rules[i])) {
                return index(i < group.loud ? i : i + 1, 0, index(row, 0));
            }
        }
    }
    return {};
}

QModelIndex RulesModel::indexOfPack(const QString& file) const
{
    for (const bool problems : {false, true}) {
        for (int row = 0; row < m_groups.size(); ++row) {
            const QModelIndex group = index(row, 0);
            for (int i = 0; i < m_groups[row].size(); ++i) {
                const QModelIndex one = index(i, 0, group);
                if (problems != m_groups[row].phase.has_value() &&
                    one.data(FileRole).toString() == file && !file.isEmpty()) {
                    return one;
                }
            }
        }
    }
    return {};
}

QModelIndex RulesModel::indexOf(Phase phase) const
{
    for (int row = 0; row < m_groups.size(); ++row) {
        if (m_groups[row].phase == phase) {
            return index(row, 0);
        }
    }
    return {};
}

QModelIndex RulesModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : kGroup);
}

QModelIndex RulesModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kGroup) {
        return {};
    }
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, kGroup);
}

int RulesModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_groups.size());
    }
    return parent.internalId() == kGroup && parent.column() == 0 ? m_groups[parent.row()].size()
                                                                 : 0;
}

int RulesModel::columnCount(const QModelIndex& /*parent*/) const
{
    return ColumnCount;
}

Qt::ItemFlags RulesModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags result = QAbstractItemModel::flags(index);
    if (index.column() == OnColumn && rule(index) != nullptr && m_writable) {
        result |= Qt::ItemIsUserCheckable;
    }
    return result;
}

bool RulesModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const Rule* one = rule(index);
    if (role != Qt::CheckStateRole || one == nullptr || !m_writable) {
        return false;
    }
    Q_EMIT switchRequested(one->id, value.toInt() == Qt::Checked);
    return true;
}

} // namespace rocport
