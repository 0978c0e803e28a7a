// What the rows of RulesModel say.
#include "core/base/wording.h"
#include "core/rules/packs/rulepack.h"
#include "ui/rules/rulesmodel.h"
#include "ui/theme/glyph.h"

#include <QFileInfo>

#include <algorithm>

namespace rocport {

namespace {

QString rangeText(const QString& name, const VersionRange& range)
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

} // namespace

QString gpusText(const Rule& rule)
{
    return rule.architectures.isEmpty() ? RulesModel::tr("All GPUs")
                                        : rule.architectures.join(QStringLiteral(", "));
}

QString versionsText(const Rule& rule)
{
    QStringList versions;
    for (const QString& text : {rangeText(QStringLiteral("ROCm"), rule.rocm),
                                rangeText(QStringLiteral("PyTorch"), rule.torch)}) {
        if (!text.isEmpty()) {
            versions.append(text);
        }
    }
    return versions.isEmpty() ? RulesModel::tr("Any ROCm") : versions.join(QStringLiteral(", "));
}

QVariant RulesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Group* group = groupOf(index);
    if (role == KindRole) {
        if (group == nullptr) {
            return int(GroupKind);
        }
        const Row row = rowOf(*group, index.row());
        return int(row.problem >= 0        ? ProblemKind
                   : row.rule == nullptr   ? FoldKind
                   : isReplaced(*row.rule) ? ReplacedKind
                                           : RuleKind);
    }
    if (role == Qt::TextAlignmentRole) {
        return index.column() == ChangesColumn || index.column() == FindingsColumn
                   ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter))
                   : QVariant();
    }
    if (group == nullptr) {
        return groupData(m_groups[index.row()], index.column(), role);
    }
    const Row row = rowOf(*group, index.row());
    if (row.problem >= 0) {
        return problemData(m_problems[row.problem], index.column(), role);
    }
    return row.rule != nullptr ? ruleData(*row.rule, index.column(), role)
                               : foldData(*group, index.column(), role);
}

/// A number that leads to a list, or none.
QVariant RulesModel::numberData(int column, int role, const RuleTally& tally) const
{
    const int number = column == ChangesColumn ? tally.changes : tally.openFindings;
    switch (role) {
    case Qt::DisplayRole:
        return m_scanned ? countText(number) : QStringLiteral("–");
    case Qt::ForegroundRole:
        return m_scanned && number > 0 ? m_provider.theme().accent : m_provider.theme().muted;
    case Qt::FontRole:
        return m_provider.theme().font(TextStep::Code);
    case LinkRole:
        return m_scanned && number > 0;
    case Qt::ToolTipRole:
        return !m_scanned || number == 0 ? QVariant()
               : column == ChangesColumn ? QVariant(tr("Show the changes in Review"))
                                         : QVariant(tr("Show the findings that are open"));
    case Qt::AccessibleTextRole:
        return !m_scanned                ? tr("not scanned yet")
               : column == ChangesColumn ? counted(number, tr("change"), tr("changes"))
                                         : counted(number, tr("open finding"), tr("open findings"));
    default:
        return {};
    }
}

/// "14 rules, 9 used here, 1 off".
QString RulesModel::groupNote(const Group& group) const
{
    int rules = 0;
    int used = 0;
    int off = 0;
    for (const Rule* rule : group.rules) {
        if (!isReplaced(*rule)) {
            ++rules;
            used += m_tallies.value(rule->id).isUsed() ? 1 : 0;
            off += isOn(rule->id) ? 0 : 1;
        }
    }
    QString note = counted(rules, tr("rule"), tr("rules"));
    if (used > 0) {
        note += tr(", %1 used here").arg(countText(used));
    }
    return off == 0 ? note : note + tr(", %1 off").arg(countText(off));
}

QVariant RulesModel::groupData(const Group& group, int column, int role) const
{
    if (group.phase && (column == ChangesColumn || column == FindingsColumn)) {
        RuleTally sum;
        for (const Rule* rule : group.rules) {
            sum += isReplaced(*rule) ? RuleTally() : m_tallies.value(rule->id);
        }
        return numberData(column, role, sum);
    }
    switch (role) {
    case Qt::DisplayRole:
        if (column != RuleColumn) {
            return QString();
        }
        return group.phase
                   ? tr("%1 %2").arg(static_cast<int>(*group.phase)).arg(phaseName(*group.phase))
                   : tr("Problems of packs");
    case Qt::AccessibleTextRole:
        return column != RuleColumn ? QString()
               : group.phase        ? tr("%1, %2").arg(phaseName(*group.phase), groupNote(group))
                                    : tr("Problems of packs");
    case NoteRole:
        return group.phase ? groupNote(group) : QString();
    case FileRole:
    case RuleIdRole:
    case SearchRole:
        return QString();
    default:
        return {};
    }
}

QString RulesModel::saysText(const Rule& rule) const
{
    if (isReplaced(rule)) {
        return tr("Replaced by %1").arg(replacedBy(rule.id));
    }
    if (!isOn(rule.id)) {
        const QString why = whyOff(rule.id);
        return why.isEmpty() ? tr("Off in this project") : tr("Off: %1").arg(why);
    }
    const RuleSays said = says(rule);
    return said.example ? tr("Example: %1").arg(said.text) : said.text;
}

QString RulesModel::accessibleText(const Rule& rule) const
{
    QStringList parts = {rule.id};
    if (isReplaced(rule)) {
        parts.append(saysText(rule));
    } else {
        parts.append(isOn(rule.id) ? tr("on") : tr("off"));
    }
    parts.append(says(rule).title);
    parts.append(severityName(rule.severity));
    if (!isReplaced(rule)) {
        const RuleTally tally = m_tallies.value(rule.id);
        parts.append(numberData(ChangesColumn, Qt::AccessibleTextRole, tally).toString());
        parts.append(numberData(FindingsColumn, Qt::AccessibleTextRole, tally).toString());
    }
    return parts.join(QStringLiteral(", "));
}

QVariant RulesModel::packData(const Rule& rule, int role) const
{
    switch (role) {
    case NoteRole:
        return rule.origin == PackOrigin::BuiltIn ? QString() : packLabel(rule);
    case RuleIdRole:
        return isReplaced(rule) ? QString() : rule.id;
    case FileRole:
        return rule.packFile;
    case LineRole:
        return rule.packLine;
    case EditableRole:
        return rule.origin != PackOrigin::BuiltIn;
    case SearchRole:
        return QStringList{rule.id,
                           rule.title,
                           rule.name,
                           rule.message,
                           packLabel(rule),
                           rule.packName,
                           severityName(rule.severity),
                           saysText(rule)}
            .join(u'\n');
    default:
        return {};
    }
}

QVariant RulesModel::ruleData(const Rule& rule, int column, int role) const
{
    const bool replaced = isReplaced(rule);
    const bool quiet = replaced || !isOn(rule.id) || !applies(rule);
    if (column == ChangesColumn || column == FindingsColumn) {
        if (replaced) {
            return role == Qt::DisplayRole ? QVariant(QString()) : QVariant();
        }
        QVariant number = numberData(column, role, m_tallies.value(rule.id));
        if (number.isValid() || role < Qt::UserRole) {
            return number;
        }
    }
    switch (role) {
    case Qt::DisplayRole:
        if (column == AppliesColumn) {
            return (applies(rule) ? gpusText(rule) : tr("Not for this target")) + u'\n' +
                   (applies(rule) ? versionsText(rule)
                                  : gpusText(rule) + QStringLiteral(", ") + versionsText(rule));
        }
        return column == RuleColumn ? rule.id : QString();
    case Qt::CheckStateRole:
        return column == OnColumn && !replaced
                   ? QVariant(isOn(rule.id) ? Qt::Checked : Qt::Unchecked)
                   : QVariant();
    case Qt::ForegroundRole:
        return quiet ? m_provider.theme().muted : m_provider.theme().text;
    case Qt::FontRole:
        return m_provider.theme().font(TextStep::Small);
    case HeadRole:
        return says(rule).title;
    case SaysRole:
        return saysText(rule);
    case MarkRole:
        return QVariant::fromValue(severityMark(rule.severity));
    case Qt::ToolTipRole:
        return column == RuleColumn ? QVariant(says(rule).title) : QVariant();
    case Qt::AccessibleTextRole:
        switch (column) {
        case RuleColumn:
            return accessibleText(rule);
        case AppliesColumn:
            return ruleData(rule, column, Qt::DisplayRole).toString().replace(u'\n', u' ');
        default:
            return replaced ? QString() : isOn(rule.id) ? tr("On") : tr("Off");
        }
    case QuietRole:
        return isQuiet(rule) || (replaced && isQuiet(*m_rules->find(rule.id)));
    case UsedRole:
        return !replaced && m_tallies.value(rule.id).isUsed();
    case OffRole:
        return !replaced && !isOn(rule.id);
    default:
        return packData(rule, role);
    }
}

/// "4 rules apply here and point at nothing, 2 are not for this target, 23 look at nodes".
QString RulesModel::foldText(const Group& group) const
{
    int here = 0;
    int elsewhere = 0;
    int nodes = 0;
    for (qsizetype i = group.loud; i < group.rules.size(); ++i) {
        const Rule& rule = *group.rules[i];
        if (isReplaced(rule)) {
            continue;
        }
        if (rule.matcher == MatcherKind::Probe) {
            ++nodes;
        } else if (applies(rule)) {
            ++here;
        } else {
            ++elsewhere;
        }
    }
    QStringList parts;
    const auto add = [&](int count, const QString& one, const QString& many) {
        if (count > 0) {
            const QString noun =
                parts.isEmpty() ? counted(count, tr("rule"), tr("rules")) : countText(count);
            parts.append(noun + u' ' + (count == 1 ? one : many));
        }
    };
    add(here, tr("applies here and points at nothing"), tr("apply here and point at nothing"));
    add(elsewhere, tr("is not for this target"), tr("are not for this target"));
    add(nodes, tr("looks at nodes"), tr("look at nodes"));
    return parts.join(QStringLiteral(", "));
}

QVariant RulesModel::foldData(const Group& group, int column, int role) const
{
    const bool any = group.loud < group.rules.size();
    switch (role) {
    case Qt::DisplayRole:
    case SaysRole:
        return column == RuleColumn && any ? foldText(group) : QString();
    case HeadRole:
        return isUnfolded(*group.phase) ? tr("Hide") : tr("Show");
    case Qt::AccessibleTextRole:
        return column == RuleColumn && any
                   ? tr("%1. %2").arg(foldText(group),
                                      isUnfolded(*group.phase) ? tr("Hide") : tr("Show"))
                   : QString();
    case Qt::FontRole:
        return m_provider.theme().font(TextStep::Small);
    case QuietRole:
        return any;
    case RuleIdRole:
    case FileRole:
    case SearchRole:
        return QString();
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
        return column == RuleColumn ? place : QString();
    case Qt::ToolTipRole:
        return QStringLiteral("%1: %2").arg(problem.object, problem.detail);
    case Qt::FontRole:
        return m_provider.theme().font(TextStep::Small);
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
    case AppliesColumn:
        return tr("Applies to");
    case ChangesColumn:
        return tr("Changes");
    case FindingsColumn:
        return tr("Findings");
    case OnColumn:
        return tr("On");
    default:
        return {};
    }
}

} // namespace rocport
