#include "ui/review/findingsmodel.h"

#include "core/base/linerange.h"
#include "core/plan/counts.h"
#include "core/rules/rulenames.h"
#include "ui/theme/glyph.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace rocport {

namespace {

/// Internal id of groups; findings have their group's number + 1.
constexpr quintptr kGroup = 0;

} // namespace

QString effortTitle(Effort effort)
{
    switch (effort) {
    case Effort::None:
        break;
    case Effort::Minutes:
        return FindingsModel::tr("Minutes");
    case Effort::Hours:
        return FindingsModel::tr("Hours");
    case Effort::Rewrite:
        return FindingsModel::tr("Rewrite");
    }
    return {};
}

QString findingStateName(FindingState state)
{
    switch (state) {
    case FindingState::Open:
        break;
    case FindingState::Done:
        return FindingsModel::tr("Done");
    case FindingState::NotNeeded:
        return FindingsModel::tr("Not needed");
    }
    return FindingsModel::tr("Open");
}

void FindingsModel::setState(const std::shared_ptr<const ProjectState>& state,
                             const std::shared_ptr<const RuleSet>& rules)
{
    m_rules = rules;
    if (!m_state || !state || m_state->scan != state->scan || m_state->gone != state->gone) {
        beginResetModel();
        m_state = state; // keeps the findings that m_rows points at
        collect();
        rebuild();
        endResetModel();
        return;
    }
    const std::shared_ptr<const ProjectState> before = std::exchange(m_state, state);
    count();
    // Most decisions are about changes: what is said of no finding here is not measured anew.
    const auto batchOf = [](const ProjectState& of, const Finding& finding) {
        const DecisionBatch* batch = of.decisions.findingBatch(finding.id);
        return batch != nullptr ? batch->id : 0;
    };
    for (int group = 0; group < rowCount(); ++group) {
        const Group& rows = m_groups.at(group);
        bool changed = false;
        for (int row = rows.first; row < rows.first + rows.rows && !changed; ++row) {
            changed = batchOf(*before, *m_rows.at(row)) != batchOf(*state, *m_rows.at(row));
        }
        if (changed) {
            const QModelIndex parent = index(group, 0);
            Q_EMIT dataChanged(index(0, 0, parent), index(rows.rows - 1, ColumnCount - 1, parent));
            Q_EMIT dataChanged(parent, index(group, ColumnCount - 1));
        }
    }
}

void FindingsModel::setFilter(const FindingsFilter& filter)
{
    beginResetModel();
    m_filter = filter;
    rebuild();
    endResetModel();
}

void FindingsModel::setGrouping(FindingGrouping grouping)
{
    if (grouping != m_grouping) {
        beginResetModel();
        m_grouping = grouping;
        rebuild();
        endResetModel();
    }
}

void FindingsModel::collect()
{
    m_all.clear();
    m_aside.clear();
    m_goneIds.clear();
    if (!m_state || !m_state->scan) {
        return;
    }
    forEachFindingLeft(*m_state->scan, [this](const Finding& finding, FindingHome home) {
        if (home == FindingHome::Own) {
            m_all.append(&finding);
        } else {
            m_aside.append({&finding, home});
        }
    });
    for (const Finding& finding : *m_state->gone) {
        m_all.append(&finding);
        m_goneIds.insert(finding.id);
    }
}

void FindingsModel::count()
{
    m_counts = {};
    m_counts.total = static_cast<int>(m_all.size());
    for (const Finding* finding : std::as_const(m_all)) {
        ++m_counts.byState.at(static_cast<size_t>(m_state->decisions.findingState(finding->id)));
        ++m_counts.bySeverity.at(static_cast<size_t>(finding->severity));
        ++m_counts.byEffort.at(static_cast<size_t>(finding->effort));
    }
    for (Group& group : m_groups) {
        group.open = 0;
        for (int row = group.first; row < group.first + group.rows; ++row) {
            const FindingState state = m_state->decisions.findingState(m_rows.at(row)->id);
            group.open += state == FindingState::Open ? 1 : 0;
        }
    }
}

bool FindingsModel::passes(const Finding& finding, const QStringList& words) const
{
    const FindingsFilter& filter = m_filter;
    const bool passesChips =
        (!filter.state || m_state->decisions.findingState(finding.id) == *filter.state) &&
        (filter.severities.isEmpty() ||
         filter.severities.contains(static_cast<int>(finding.severity))) &&
        (filter.efforts.isEmpty() || filter.efforts.contains(static_cast<int>(finding.effort))) &&
        (!filter.phase || finding.phase == *filter.phase) &&
        (filter.rule.isEmpty() || finding.ruleId == filter.rule);
    if (!passesChips) {
        return false;
    }
    if (words.isEmpty()) {
        return true;
    }
    const QString text = placeText(finding.path, finding.line) + u'\n' + finding.ruleId + u'\n' +
                         finding.message + u'\n' + m_state->decisions.findingNote(finding.id);
    return std::all_of(words.begin(), words.end(), [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

QString FindingsModel::groupKey(const Finding& finding) const
{
    switch (m_grouping) {
    case FindingGrouping::Rule:
        return finding.ruleId;
    case FindingGrouping::File:
        return finding.path.display();
    case FindingGrouping::Phase:
        return QString::number(static_cast<int>(finding.phase));
    case FindingGrouping::Severity:
        break;
    }
    return QString::number(static_cast<int>(finding.severity));
}

QString FindingsModel::groupTitle(const Finding& finding) const
{
    switch (m_grouping) {
    case FindingGrouping::Rule: {
        const Rule* rule = m_rules ? m_rules->find(finding.ruleId) : nullptr;
        return rule != nullptr ? listName(*rule) : finding.message;
    }
    case FindingGrouping::File:
        return finding.path.display();
    case FindingGrouping::Phase:
        return tr("Phase %1, %2")
            .arg(static_cast<int>(finding.phase))
            .arg(phaseName(finding.phase));
    case FindingGrouping::Severity:
        break;
    }
    return severityName(finding.severity);
}

QString FindingsModel::titleOf(const Finding& finding, FindingHome home) const
{
    QString title = groupTitle(finding);
    switch (home) {
    case FindingHome::Own:
        break;
    case FindingHome::Ported:
        return tr("Ported already: %1").arg(title);
    case FindingHome::Vendored:
        return tr("Vendored: %1").arg(title);
    case FindingHome::Generated:
        return tr("Generated: %1").arg(title);
    }
    return title;
}

/// Worst first; the largest work first where the severity is the same.
void FindingsModel::rebuild()
{
    m_rows.clear();
    m_groups.clear();
    m_groupOf.clear();
    m_rowOf.clear();
    const QStringList words = m_filter.text.split(u' ', Qt::SkipEmptyParts);
    QHash<QPair<QString, int>, int> numbers;
    QVector<QVector<const Finding*>> members;
    const auto add = [&](const Finding* finding, FindingHome home) {
        const QPair<QString, int> key(groupKey(*finding), static_cast<int>(home));
        auto number = numbers.constFind(key);
        if (number == numbers.constEnd()) {
            number = numbers.insert(key, static_cast<int>(m_groups.size()));
            Group group;
            group.title = titleOf(*finding, home);
            group.code = m_grouping == FindingGrouping::Rule ? finding->ruleId : QString();
            group.first = static_cast<int>(number.value());
            group.home = home;
            m_groups.append(group);
            members.append(QVector<const Finding*>());
        }
        members[*number].append(finding);
        Group& group = m_groups[*number];
        group.worst = std::max(group.worst, finding->severity);
    };
    for (const Finding* finding : std::as_const(m_all)) {
        if (passes(*finding, words)) {
            add(finding, FindingHome::Own);
        }
    }
    m_asidePassing = {};
    for (const auto& [finding, home] : std::as_const(m_aside)) {
        if (passes(*finding, words)) {
            ++m_asidePassing.at(static_cast<size_t>(home));
            if (m_filter.aside) {
                add(finding, home);
            }
        }
    }
    const bool byName = m_grouping == FindingGrouping::File;
    std::stable_sort(m_groups.begin(), m_groups.end(), [&](const Group& a, const Group& b) {
        if (a.home != b.home) {
            return a.home < b.home;
        }
        if (byName) {
            return a.title < b.title;
        }
        const Finding& left = *members.at(a.first).constFirst();
        const Finding& right = *members.at(b.first).constFirst();
        return m_grouping == FindingGrouping::Phase
                   ? left.phase < right.phase
                   : std::tuple(b.worst, members.at(b.first).size()) <
                         std::tuple(a.worst, members.at(a.first).size());
    });
    for (Group& group : m_groups) {
        const QVector<const Finding*>& own = members.at(group.first);
        group.first = static_cast<int>(m_rows.size());
        group.rows = static_cast<int>(own.size());
        for (const Finding* finding : own) {
            m_rowOf.insert(finding->id, static_cast<int>(m_rows.size()));
            m_groupOf.append(static_cast<int>(&group - m_groups.data()));
            m_rows.append(finding);
        }
    }
    count();
}

const Finding* FindingsModel::finding(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kGroup) {
        return nullptr;
    }
    const Group& group = m_groups.at(static_cast<qsizetype>(index.internalId()) - 1);
    return m_rows.at(group.first + index.row());
}

FindingState FindingsModel::stateOf(const QModelIndex& index) const
{
    const Finding* one = finding(index);
    return one != nullptr ? m_state->decisions.findingState(one->id) : FindingState::Open;
}

QString FindingsModel::noteOf(const QModelIndex& index) const
{
    const Finding* one = finding(index);
    return one != nullptr ? m_state->decisions.findingNote(one->id) : QString();
}

int FindingsModel::positionOf(const QModelIndex& index) const
{
    const Finding* one = finding(index);
    return one != nullptr ? m_rowOf.value(one->id, -1) + 1 : 0;
}

QModelIndex FindingsModel::indexOf(const QByteArray& id) const
{
    const int row = m_rowOf.value(id, -1);
    if (row < 0) {
        return {};
    }
    const int group = m_groupOf.at(row);
    return createIndex(row - m_groups.at(group).first, 0, static_cast<quintptr>(group) + 1);
}

QVector<QByteArray> FindingsModel::idsUnder(const QModelIndexList& indexes) const
{
    std::vector<char> wanted(static_cast<size_t>(m_rows.size()), 0);
    for (const QModelIndex& one : indexes) {
        if (!one.isValid()) {
            continue;
        }
        if (one.internalId() == kGroup) {
            const Group& group = m_groups.at(one.row());
            std::fill_n(wanted.begin() + group.first, group.rows, 1);
        } else {
            wanted[static_cast<size_t>(positionOf(one) - 1)] = 1;
        }
    }
    QVector<QByteArray> ids;
    for (qsizetype row = 0; row < m_rows.size(); ++row) {
        if (wanted[static_cast<size_t>(row)] != 0) {
            ids.append(m_rows.at(row)->id);
        }
    }
    return ids;
}

QModelIndex FindingsModel::nextOpen(const QModelIndex& from, int step) const
{
    const int count = listed();
    int at = positionOf(from) - 1;
    if (at < 0 && from.isValid()) {
        at = m_groups.at(from.row()).first - (step > 0 ? 1 : 0);
    } else if (at < 0) {
        at = step > 0 ? -1 : 0;
    }
    for (int turn = 0; turn < count; ++turn) {
        at = (at + step + count) % count;
        const QByteArray& id = m_rows.at(at)->id;
        if (m_state->decisions.findingState(id) == FindingState::Open) {
            return indexOf(id);
        }
    }
    return {};
}

QModelIndex FindingsModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount) {
        return {};
    }
    return parent.isValid() ? createIndex(row, column, static_cast<quintptr>(parent.row()) + 1)
                            : createIndex(row, column, kGroup);
}

QModelIndex FindingsModel::parent(const QModelIndex& index) const
{
    return !index.isValid() || index.internalId() == kGroup
               ? QModelIndex()
               : createIndex(static_cast<int>(index.internalId()) - 1, 0, kGroup);
}

int FindingsModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_groups.size());
    }
    return parent.internalId() == kGroup && parent.column() == 0 ? m_groups.at(parent.row()).rows
                                                                 : 0;
}

int FindingsModel::columnCount(const QModelIndex& /*parent*/) const
{
    return ColumnCount;
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case FindingColumn:
        return tr("Finding");
    case PlaceColumn:
        return tr("Place");
    case EffortColumn:
        return tr("Effort");
    case PhaseColumn:
        return tr("Phase");
    default:
        return {};
    }
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Finding* one = finding(index);
    return one == nullptr ? groupData(m_groups.at(index.row()), index.column(), role)
                          : findingData(*one, index.column(), role);
}

QVariant FindingsModel::groupData(const Group& group, int column, int role) const
{
    const QString counted = tr("%1 open of %2").arg(group.open).arg(group.rows);
    switch (role) {
    case Qt::DisplayRole:
        return column == FindingColumn ? QVariant(group.title) : QVariant();
    case Qt::AccessibleTextRole:
        return group.title + QStringLiteral(", ") + counted;
    case IsGroupRole:
        return true;
    case CodeRole:
        return group.code;
    case CountRole:
        return counted;
    case SeverityRole:
        return static_cast<int>(group.worst);
    default:
        return {};
    }
}

QVariant FindingsModel::findingData(const Finding& finding, int column, int role) const
{
    const FindingState state = m_state->decisions.findingState(finding.id);
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case FindingColumn:
            return finding.message;
        case PlaceColumn:
            return placeText(finding.path, finding.line);
        case EffortColumn:
            return effortTitle(finding.effort);
        default:
            return QString::number(static_cast<int>(finding.phase));
        }
    case Qt::AccessibleTextRole:
        return tr("%1, %2, %3, %4")
            .arg(findingStateName(state), severityName(finding.severity), finding.message,
                 placeText(finding.path, finding.line));
    case Qt::ToolTipRole:
        return column == PlaceColumn ? placeText(finding.path, finding.line) : finding.message;
    case IsGroupRole:
        return false;
    case IdRole:
        return finding.id;
    case StateRole:
        return static_cast<int>(state);
    case NoteRole:
        return m_state->decisions.findingNote(finding.id);
    case SeverityRole:
        return static_cast<int>(finding.severity);
    default:
        return {};
    }
}

} // namespace rocport
