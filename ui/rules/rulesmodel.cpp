#include "ui/rules/rulesmodel.h"

#include "core/base/wording.h"
#include "core/rules/rulepack.h"
#include "ui/theme/glyph.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace rocport {

namespace {

constexpr quintptr kGroup = 0; // internal id of groups; of their rows: 1 + the group's row

bool sameProblems(const QVector<Error>& a, const QVector<Error>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Error& x, const Error& y) {
        return x.object == y.object && x.detail == y.detail;
    });
}

QString versionsText(const QString& name, const VersionRange& range)
{
    if (range.from && range.below) {
        return RulesModel::tr("%1 %2 to below %3")
            .arg(name, range.from->toString(), range.below->toString());
    }
    if (range.from) {
        return RulesModel::tr("%1 %2 or later").arg(name, range.from->toString());
    }
    return range.below ? RulesModel::tr("%1 below %2").arg(name, range.below->toString())
                       : QString();
}

/// GPUs above, versions below.
QString appliesText(const Rule& rule)
{
    QStringList versions;
    for (const QString& text : {versionsText(QStringLiteral("ROCm"), rule.rocm),
                                versionsText(QStringLiteral("PyTorch"), rule.torch)}) {
        if (!text.isEmpty()) {
            versions.append(text);
        }
    }
    return (rule.architectures.isEmpty() ? RulesModel::tr("All GPUs")
                                         : rule.architectures.join(QStringLiteral(", "))) +
           u'\n' +
           (versions.isEmpty() ? RulesModel::tr("Any ROCm") : versions.join(QStringLiteral(", ")));
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
    QHash<QString, int> findings;
    m_changes.clear();
    m_here.clear();
    if (state && state->scan) {
        for (const auto& file : state->scan->files) {
            for (const Finding& finding : file->findings) {
                if (++findings[finding.ruleId] == 1) {
                    m_here.insert(finding.ruleId,
                                  {finding.message,
                                   QStringLiteral("%1:%2").arg(finding.path.display(),
                                                               QString::number(finding.line)),
                                   false,
                                   {},
                                   finding.symbol});
                }
            }
        }
        for (const Hunk& hunk : state->scan->hunks) {
            ++m_changes[hunk.ruleIds.value(0)];
        }
    }
    const bool others = rules != m_rules || !sameProblems(problems, m_problems);
    if (others) {
        beginResetModel();
        m_rules = rules;
        m_problems = problems;
        group();
    }
    m_findings = std::move(findings);
    m_off = state ? state->meta.target.rulesOff : QStringList();
    m_writable = state && !state->readOnly;
    if (others) {
        endResetModel();
        return;
    }
    for (int row = 0; row < m_groups.size(); ++row) {
        const QModelIndex group = index(row, 0);
        Q_EMIT dataChanged(group, index(row, ColumnCount - 1));
        Q_EMIT dataChanged(index(0, 0, group),
                           index(m_groups[row].size() - 1, ColumnCount - 1, group));
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

RuleSays RulesModel::says(const Rule& rule) const
{
    static const QRegularExpression gap(QStringLiteral("\\{[a-z_]+\\}"));
    RuleSays said = m_here.value(rule.id);
    said.title = QString(rule.title).replace(gap, said.symbol.isEmpty() ? rule.id : said.symbol);
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
        for (qsizetype i = 0; m_rules && i < m_rules->rules().size(); ++i) {
            if (m_rules->rules()[i].phase == phase) {
                one.rules.append(&m_rules->rules()[i]);
            }
        }
        if (one.size() > 0) {
            m_groups.append(one);
        }
    }
}

const Rule* RulesModel::rule(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kGroup) {
        return nullptr;
    }
    const Group& group = m_groups[static_cast<qsizetype>(index.internalId()) - 1];
    return group.phase ? group.rules[index.row()] : nullptr;
}

int RulesModel::ruleCount() const
{
    return m_rules ? static_cast<int>(m_rules->rules().size()) : 0;
}

QModelIndex RulesModel::indexOf(const QString& ruleId) const
{
    for (int row = 0; row < m_groups.size(); ++row) {
        for (int i = 0; i < m_groups[row].rules.size(); ++i) {
            if (m_groups[row].rules[i]->id == ruleId) {
                return index(i, 0, index(row, 0));
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
                    one.data(FileRole).toString() == file) {
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

QVariant RulesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    if (index.internalId() == kGroup) {
        return groupData(m_groups[index.row()], index.column(), role);
    }
    const Group& group = m_groups[static_cast<qsizetype>(index.internalId()) - 1];
    return group.phase ? ruleData(*group.rules[index.row()], index.column(), role)
                       : problemData(m_problems[group.problems[index.row()]], index.column(), role);
}

QVariant RulesModel::groupData(const Group& group, int column, int role) const
{
    if (role == FileRole || role == RuleIdRole || role == SearchRole) {
        return QString();
    }
    if (role == Qt::FontRole && column == RuleColumn) {
        return m_provider.theme().font(TextStep::BodyStrong);
    }
    if (role == Qt::TextAlignmentRole && (column == FindingsColumn || column == ChangesColumn)) {
        return QVariant(int(Qt::AlignRight | Qt::AlignVCenter));
    }
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) {
        return {};
    }
    if (!group.phase) {
        return column == RuleColumn ? tr("Problems of packs") : QString();
    }
    int off = 0;
    int findings = 0;
    int changes = 0;
    for (const Rule* rule : group.rules) {
        off += isOn(rule->id) ? 0 : 1;
        findings += m_findings.value(rule->id);
        changes += m_changes.value(rule->id);
    }
    switch (column) {
    case RuleColumn:
        return tr("%1 %2").arg(static_cast<int>(*group.phase)).arg(phaseName(*group.phase));
    case TitleColumn: {
        const QString rules = counted(group.size(), tr("rule"), tr("rules"));
        return off == 0 ? rules : tr("%1, %2 off").arg(rules).arg(off);
    }
    case ChangesColumn:
        return QString::number(changes);
    case FindingsColumn:
        return QString::number(findings);
    default:
        return QString();
    }
}

QString RulesModel::ruleText(const Rule& rule, int column) const
{
    switch (column) {
    case RuleColumn:
        return rule.id;
    case TitleColumn:
        return rule.title;
    case SeverityColumn:
        return severityName(rule.severity);
    case AppliesColumn:
        return appliesText(rule);
    case PackColumn:
        return packLabel(rule);
    case ChangesColumn:
        return QString::number(m_changes.value(rule.id));
    case FindingsColumn:
        return isOn(rule.id) ? QString::number(m_findings.value(rule.id)) : tr("off");
    default:
        return {};
    }
}

QVariant RulesModel::ruleData(const Rule& rule, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return ruleText(rule, column);
    case Qt::CheckStateRole:
        return column == RuleColumn ? QVariant(isOn(rule.id) ? Qt::Checked : Qt::Unchecked)
                                    : QVariant();
    case Qt::DecorationRole: {
        const Mark mark = severityMark(rule.severity);
        return column == SeverityColumn ? QVariant(m_provider.icon(mark.glyph, mark.colour))
                                        : QVariant();
    }
    case Qt::ForegroundRole:
        if (column == ChangesColumn || column == FindingsColumn) {
            const bool none = ruleText(rule, column) == QStringLiteral("0");
            return none || !isOn(rule.id) ? m_provider.theme().muted : m_provider.theme().text;
        }
        return isOn(rule.id) ? QVariant() : QVariant(m_provider.theme().muted);
    case Qt::TextAlignmentRole:
        return column == FindingsColumn || column == ChangesColumn
                   ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter))
                   : QVariant();
    case Qt::FontRole:
        return m_provider.theme().font(
            column == FindingsColumn || column == ChangesColumn ? TextStep::Code : TextStep::Small);
    case HeadRole:
        return says(rule).title;
    case SaysRole: {
        const RuleSays said = says(rule);
        return said.example ? tr("Example: %1").arg(said.text) : said.text;
    }
    case MarkRole:
        return QVariant::fromValue(severityMark(rule.severity));
    case Qt::ToolTipRole:
        if (column == PackColumn) {
            return rule.replaces.isEmpty()
                       ? rule.packFile
                       : tr("%1, replaces the rule in %2").arg(rule.packFile, rule.replaces);
        }
        return ruleText(rule, column);
    case Qt::AccessibleTextRole:
        return column == RuleColumn
                   ? tr("%1, %2, %3, %4, %5")
                         .arg(rule.id, isOn(rule.id) ? tr("on") : tr("off"), rule.title,
                              severityName(rule.severity),
                              counted(m_findings.value(rule.id), tr("finding"), tr("findings")))
                   : ruleText(rule, column);
    case RuleIdRole:
        return rule.id;
    case FileRole:
        return rule.packFile;
    case LineRole:
        return rule.packLine;
    case EditableRole:
        return rule.origin != PackOrigin::BuiltIn;
    case SearchRole:
        return QStringList{rule.id,         rule.title,    rule.message,
                           packLabel(rule), rule.packName, severityName(rule.severity)}
            .join(u'\n');
    default:
        return {};
    }
}

QVariant RulesModel::problemData(const Error& problem, int column, int role) const
{
    const QString file = fileOf(problem);
    const QString place =
        QStringLiteral("%1:%2").arg(QFileInfo(file).fileName(), QString::number(lineOf(problem)));
    switch (role) {
    case Qt::DisplayRole:
        return column == RuleColumn ? place : column == TitleColumn ? problem.detail : QString();
    case Qt::DecorationRole:
        return column == RuleColumn
                   ? QVariant(m_provider.icon(Glyph::MarkAttention, &ThemeColours::warn))
                   : QVariant();
    case Qt::ToolTipRole:
        return QStringLiteral("%1: %2").arg(problem.object, problem.detail);
    case HeadRole:
        return place;
    case SaysRole:
        return problem.detail;
    case MarkRole:
        return QVariant::fromValue(Mark{Glyph::MarkAttention, &ThemeColours::warn});
    case Qt::AccessibleTextRole:
        return column == RuleColumn ? tr("Problem at %1: %2").arg(place, problem.detail)
                                    : QString();
    case RuleIdRole:
        return QString();
    case FileRole:
        return file;
    case LineRole:
        return lineOf(problem);
    case EditableRole:
        return !file.startsWith(u':');
    case SearchRole:
        return QString(place + u'\n' + problem.detail);
    default:
        return {};
    }
}

Qt::ItemFlags RulesModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags result = QAbstractItemModel::flags(index);
    if (index.column() == RuleColumn && rule(index) != nullptr && m_writable) {
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

QVariant RulesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && (section == FindingsColumn || section == ChangesColumn)) {
        return QVariant(int(Qt::AlignRight | Qt::AlignVCenter));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case RuleColumn:
        return tr("Rule, and what it says here");
    case TitleColumn:
        return tr("Title");
    case SeverityColumn:
        return tr("Severity");
    case AppliesColumn:
        return tr("Applies to");
    case PackColumn:
        return tr("Pack");
    case ChangesColumn:
        return tr("Changes");
    case FindingsColumn:
        return tr("Findings");
    default:
        return {};
    }
}

} // namespace rocport
