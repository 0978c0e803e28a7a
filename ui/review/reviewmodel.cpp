#include "ui/review/reviewmodel.h"

#include "ui/review/reviewnodes.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace rocport {

using namespace reviewnodes;

namespace {

Verdict currentVerdict(const ProjectState& state, const Hunk& hunk, DecisionKind kind)
{
    if (state.compiledProof(hunk) != nullptr) {
        return Verdict::Compiled;
    }
    return kind == DecisionKind::Edited ? state.editedProofs.value(hunk.key).verdict : hunk.verdict;
}

} // namespace

QString reviewMarkText(ReviewMark mark)
{
    switch (mark) {
    case ReviewMark::Todo:
        return ReviewModel::tr("to do");
    case ReviewMark::Partly:
        return ReviewModel::tr("in progress");
    case ReviewMark::Done:
        return ReviewModel::tr("all decided");
    case ReviewMark::Attention:
    case ReviewMark::NeedsLook:
        return ReviewModel::tr("needs a look");
    case ReviewMark::Open:
        return ReviewModel::tr("open");
    case ReviewMark::Accepted:
        return ReviewModel::tr("accepted");
    case ReviewMark::Edited:
        return ReviewModel::tr("edited");
    case ReviewMark::Rejected:
        return ReviewModel::tr("rejected");
    case ReviewMark::Deferred:
        return ReviewModel::tr("deferred");
    }
    return {};
}

ReviewMark reviewMarkOf(DecisionKind kind, Verdict verdict)
{
    switch (kind) {
    case DecisionKind::Accepted:
        return ReviewMark::Accepted;
    case DecisionKind::Edited:
        return ReviewMark::Edited;
    case DecisionKind::Rejected:
        return ReviewMark::Rejected;
    case DecisionKind::Deferred:
        return ReviewMark::Deferred;
    case DecisionKind::Open:
        break;
    }
    return isProved(verdict) ? ReviewMark::Open : ReviewMark::NeedsLook;
}

ReviewMark ReviewCounts::mark() const
{
    if (total > 0 && decided == total) {
        return ReviewMark::Done;
    }
    if (needsLook > 0) {
        return ReviewMark::Attention;
    }
    return decided > 0 ? ReviewMark::Partly : ReviewMark::Todo;
}

ReviewModel::ReviewModel(QObject* parent) : QAbstractItemModel(parent) {}

void ReviewModel::setState(std::shared_ptr<const ProjectState> state)
{
    const bool sameScan = m_state && state && m_state->scan == state->scan && m_state->scan;
    if (sameScan) {
        m_state = std::move(state);
        updateDecisions();
        return;
    }
    beginResetModel();
    m_state = std::move(state);
    rebuild();
    endResetModel();
}

void ReviewModel::setDrafts(const QSet<QByteArray>& keys)
{
    const QSet<QByteArray> touched = (m_drafts - keys) + (keys - m_drafts);
    m_drafts = keys;
    for (const QByteArray& key : touched) {
        for (QModelIndex at = indexOfChange(changeOfKey(key)); at.isValid(); at = parent(at)) {
            Q_EMIT dataChanged(at, at, {DraftRole, Qt::ToolTipRole, Qt::AccessibleTextRole});
        }
    }
}

void ReviewModel::setGrouping(ReviewGrouping grouping)
{
    if (m_grouping == grouping) {
        return;
    }
    beginResetModel();
    m_grouping = grouping;
    sortOrder();
    buildNodes();
    recount();
    endResetModel();
}

void ReviewModel::rebuild()
{
    m_changes.clear();
    m_byKey.clear();
    m_pathIds.clear();
    m_byPath.clear();
    m_paths.clear();
    m_labels.clear();
    m_pathRank.clear();
    m_rules.clear();
    m_ruleOf.clear();
    if (m_state && m_state->scan) {
        readHunks(m_state->scan->hunks);
    }
    sortOrder();
    buildNodes();
    recount();
}

void ReviewModel::readHunks(const QVector<Hunk>& hunks)
{
    // Texts repeat a thousand times over: each distinct one is handled once.
    QHash<QPair<QString, QString>, int> labelIds;
    QHash<QString, int> ruleIds;
    QVector<RepoPath> distinct;
    m_changes.reserve(hunks.size());
    m_ruleOf.reserve(hunks.size());
    m_byKey.reserve(hunks.size());
    for (const Hunk& hunk : hunks) {
        const int at = static_cast<int>(m_changes.size());
        ReviewChange change;
        change.hunk = &hunk;
        change.kind = m_state->decisions.kind(hunk.key);
        change.verdict = currentVerdict(*m_state, hunk, change.kind);
        change.conflict = m_state->conflict(hunk.key) != nullptr;
        const bool samePath = !distinct.isEmpty() && distinct.last() == hunk.targetPath;
        change.pathId = samePath ? static_cast<qint32>(distinct.size()) - 1
                                 : m_pathIds.value(hunk.targetPath, -1);
        if (change.pathId < 0) {
            change.pathId = static_cast<qint32>(distinct.size());
            m_pathIds.insert(hunk.targetPath, change.pathId);
            m_paths.append(hunk.targetPath.display().toLower());
            distinct.append(hunk.targetPath);
            m_byPath.append(QVector<int>());
        }
        const QString rules =
            hunk.ruleIds.size() == 1 ? hunk.ruleIds.first() : hunk.ruleIds.join(u' ');
        int& label = labelIds[{rules, hunk.title}];
        if (label == 0) { // ids are kept one higher, so that none is 0
            m_labels.append((rules + u'\n' + hunk.title).toLower());
            label = static_cast<int>(m_labels.size());
        }
        change.labelId = label - 1;
        int& rule = ruleIds[hunk.ruleIds.value(0)];
        if (rule == 0) {
            m_rules.append(hunk.ruleIds.value(0));
            rule = static_cast<int>(m_rules.size());
        }
        m_ruleOf.append(rule - 1);
        m_byKey.insert(hunk.key, at);
        m_byPath[change.pathId].append(at);
        m_changes.append(change);
    }
    for (QVector<int>& list : m_byPath) {
        std::stable_sort(list.begin(), list.end(), [&](int a, int b) {
            const Hunk& left = *m_changes[a].hunk;
            const Hunk& right = *m_changes[b].hunk;
            return std::pair(left.firstLine, left.lastLine) <
                   std::pair(right.firstLine, right.lastLine);
        });
    }
    m_pathRank = ranks(distinct);
}

void ReviewModel::updateDecisions()
{
    QSet<int> touched; // file nodes
    for (int i = 0; i < m_order.size(); ++i) {
        ReviewChange& change = m_changes[m_order[i]];
        const DecisionKind kind = m_state->decisions.kind(change.hunk->key);
        const Verdict verdict = currentVerdict(*m_state, *change.hunk, kind);
        const bool conflict = m_state->conflict(change.hunk->key) != nullptr;
        if (kind != change.kind || verdict != change.verdict || conflict != change.conflict) {
            change.kind = kind;
            change.verdict = verdict;
            change.conflict = conflict;
            touched.insert(m_fileOf[i]);
        }
    }
    recount();
    QSet<quintptr> above;
    for (const int file : std::as_const(touched)) {
        const FileNode& node = m_files[file];
        const QModelIndex at = indexOfNode(nodeId(FileLevel, file));
        Q_EMIT dataChanged(at, at);
        if (node.counts.total > 0) {
            Q_EMIT dataChanged(index(0, 0, at), index(node.counts.total - 1, 0, at));
        }
        for (quintptr id = node.above;; id = m_folders[nodeOf(id)].above) {
            above.insert(id);
            if (levelOf(id) == GroupLevel) {
                break;
            }
        }
    }
    for (const quintptr id : std::as_const(above)) {
        const QModelIndex at = indexOfNode(id);
        Q_EMIT dataChanged(at, at);
    }
    Q_EMIT decisionsChanged();
}

QVector<int> ReviewModel::changesOfFile(const RepoPath& path) const
{
    const int id = m_pathIds.value(path, -1);
    return id < 0 ? QVector<int>() : m_byPath[id];
}

QVector<int> ReviewModel::changesOfRule(const QString& ruleId) const
{
    const auto rule = static_cast<int>(m_rules.indexOf(ruleId));
    QVector<int> found;
    for (const int change : m_order) {
        if (m_ruleOf[change] == rule) {
            found.append(change);
        }
    }
    return found;
}

QPair<int, int> ReviewModel::positions(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return {0, static_cast<int>(m_order.size())};
    }
    const int node = nodeOf(index);
    switch (levelOf(index)) {
    case GroupLevel:
        return {m_files[m_groups[node].firstFile].first, m_groups[node].counts.total};
    case FileLevel:
        return {m_files[node].first, m_files[node].counts.total};
    case FolderLevel:
        return {m_folders[node].first, m_folders[node].counts.total};
    case ChangeLevel:
        break;
    }
    return {node, 1};
}

QVector<int> ReviewModel::changesUnder(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return {};
    }
    const auto [first, count] = positions(index);
    return m_order.mid(first, count);
}

QModelIndex ReviewModel::indexOfChange(int change) const
{
    if (change < 0 || change >= m_position.size()) {
        return {};
    }
    const int position = m_position[change];
    return createIndex(position - m_files[m_fileOf[position]].first, 0,
                       nodeId(ChangeLevel, position));
}

QModelIndex ReviewModel::fileIndexOfChange(int change) const
{
    return parent(indexOfChange(change));
}

RepoPath ReviewModel::pathOf(const QModelIndex& index) const
{
    if (!index.isValid() || levelOf(index) == GroupLevel || levelOf(index) == FolderLevel) {
        return {};
    }
    const int position = levelOf(index) == FileLevel ? m_files[nodeOf(index)].first : nodeOf(index);
    return m_changes[m_order[position]].hunk->targetPath;
}

Phase ReviewModel::groupPhase(const QModelIndex& index) const
{
    QModelIndex at = index;
    while (at.parent().isValid()) {
        at = at.parent();
    }
    return at.isValid() ? m_groups[nodeOf(at)].phase : Phase::Environment;
}

ReviewCounts ReviewModel::counts(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return m_totals;
    }
    switch (levelOf(index)) {
    case GroupLevel:
        return m_groups[nodeOf(index)].counts;
    case FileLevel:
        return m_files[nodeOf(index)].counts;
    case FolderLevel:
        return m_folders[nodeOf(index)].counts;
    case ChangeLevel:
        break;
    }
    ReviewCounts one;
    addTo(one, m_changes[m_order[nodeOf(index)]], false);
    return one;
}

QModelIndex ReviewModel::index(int row, int column, const QModelIndex& parent) const
{
    if (column != 0 || row < 0 || row >= rowCount(parent)) {
        return {};
    }
    if (!parent.isValid()) {
        return createIndex(row, 0, nodeId(GroupLevel, row));
    }
    const QVector<quintptr>* nodes = below(parent);
    return nodes != nullptr
               ? createIndex(row, 0, nodes->at(row))
               : createIndex(row, 0, nodeId(ChangeLevel, m_files[nodeOf(parent)].first + row));
}

QModelIndex ReviewModel::parent(const QModelIndex& child) const
{
    if (!child.isValid()) {
        return {};
    }
    switch (levelOf(child)) {
    case GroupLevel:
        break;
    case FolderLevel:
        return indexOfNode(m_folders[nodeOf(child)].above);
    case FileLevel:
        return indexOfNode(m_files[nodeOf(child)].above);
    case ChangeLevel:
        return indexOfNode(nodeId(FileLevel, m_fileOf[nodeOf(child)]));
    }
    return {};
}

int ReviewModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_groups.size());
    }
    if (parent.column() != 0 || levelOf(parent) == ChangeLevel) {
        return 0;
    }
    const QVector<quintptr>* nodes = below(parent);
    return nodes != nullptr ? static_cast<int>(nodes->size())
                            : m_files[nodeOf(parent)].counts.total;
}

int ReviewModel::columnCount(const QModelIndex& /*parent*/) const
{
    return 1;
}

QVariant ReviewModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    if (role == LevelRole) {
        return static_cast<int>(levelOf(index));
    }
    if (role == DepthRole) {
        int depth = 0;
        for (QModelIndex above = parent(index); above.isValid(); above = parent(above)) {
            ++depth;
        }
        return depth;
    }
    if (role == DraftRole) { // of files and changes only: below a group there may be thousands
        const bool outer = levelOf(index) == GroupLevel || levelOf(index) == FolderLevel;
        const auto [first, count] = positions(index);
        return !outer && hasDraft(first, count);
    }
    if (role == TellingRole) {
        const bool named = levelOf(index) == FileLevel || levelOf(index) == FolderLevel;
        return QVariant::fromValue(named ? tellingOf(index) : QVector<int>());
    }
    switch (levelOf(index)) {
    case GroupLevel:
        return groupData(m_groups[nodeOf(index)], role);
    case FileLevel:
        return fileData(m_files[nodeOf(index)], role);
    case FolderLevel:
        return folderData(m_folders[nodeOf(index)], role);
    case ChangeLevel:
        return changeData(nodeOf(index), role);
    }
    return {};
}

bool ReviewModel::hasDraft(int first, int count) const
{
    for (int position = first; !m_drafts.isEmpty() && position < first + count; ++position) {
        if (m_drafts.contains(m_changes[m_order[position]].hunk->key)) {
            return true;
        }
    }
    return false;
}

QString ReviewModel::draftText(int first, int count) const
{
    return hasDraft(first, count) ? tr(", with a draft that is not saved") : QString();
}

QVariant ReviewModel::groupData(const GroupNode& group, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return group.title;
    case MarkRole:
        return static_cast<int>(group.counts.mark());
    case NumberRole:
        return group.number;
    case CountRole:
        return countText(group.counts);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tr("%1 %2, %3, %4 of %5 decided")
            .arg(m_grouping == ReviewGrouping::Files ? tr("Phase %1").arg(group.number)
                                                     : group.number,
                 group.title, reviewMarkText(group.counts.mark()),
                 QString::number(group.counts.decided), QString::number(group.counts.total));
    default:
        return {};
    }
}

QVariant ReviewModel::fileData(const FileNode& file, int role) const
{
    const RepoPath& path = m_changes[m_order[file.first]].hunk->targetPath;
    switch (role) {
    case Qt::DisplayRole:
        return path.displayName();
    case MarkRole:
        return static_cast<int>(file.counts.mark());
    case FolderRole:
        return m_flat ? path.displayFolder() : QString();
    case CountRole:
        return countText(file.counts);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tr("%1, %2, %3 of %4 decided")
                   .arg(path.display(), reviewMarkText(file.counts.mark()),
                        QString::number(file.counts.decided), QString::number(file.counts.total)) +
               draftText(file.first, file.counts.total);
    default:
        return {};
    }
}

QVariant ReviewModel::changeData(int position, int role) const
{
    const ReviewChange& change = m_changes[m_order[position]];
    const ReviewMark mark =
        change.conflict ? ReviewMark::NeedsLook : reviewMarkOf(change.kind, change.verdict);
    const QString word = change.conflict ? tr("in conflict") : reviewMarkText(mark);
    switch (role) {
    case Qt::DisplayRole:
        return change.hunk->title;
    case MarkRole:
        return static_cast<int>(mark);
    case NumberRole:
        return QString::number(change.hunk->firstLine);
    case CountRole:
        return QString();
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tr("Line %1, %2, %3, %4")
                   .arg(change.hunk->firstLine)
                   .arg(change.hunk->ruleIds.value(0), change.hunk->title, word) +
               (change.hunk->onlyNames ? tr(", only names change") : QString()) +
               draftText(position, 1);
    default:
        return {};
    }
}

} // namespace rocport
