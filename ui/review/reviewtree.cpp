// The rows of ReviewModel: order, groups, folders and files, with their counts.
#include "ui/review/reviewmodel.h"

#include "ui/review/reviewnodes.h"
#include "ui/theme/elide.h"

#include <array>
#include <vector>

namespace rocport {

using namespace reviewnodes;

void ReviewModel::sortOrder()
{
    const bool byRule = m_grouping == ReviewGrouping::Rules;
    const QVector<int> ruleRank = ranks(m_rules);
    // Phase, rule where it groups, path, first and last line: numbers compare fast.
    std::vector<std::pair<std::array<int, 5>, int>> keys;
    keys.reserve(size_t(m_changes.size()));
    for (int i = 0; i < m_changes.size(); ++i) {
        const ReviewChange& change = m_changes[i];
        const Hunk& hunk = *change.hunk;
        keys.push_back({{int(hunk.phase), byRule ? ruleRank[m_ruleOf[i]] : 0,
                         m_pathRank[change.pathId], hunk.firstLine, hunk.lastLine},
                        i});
    }
    std::sort(keys.begin(), keys.end());
    m_order.resize(m_changes.size());
    m_position.resize(m_changes.size());
    for (int i = 0; i < m_order.size(); ++i) {
        m_order[i] = keys[size_t(i)].second;
        m_position[m_order[i]] = i;
    }
}

void ReviewModel::buildNodes()
{
    m_files.clear();
    m_folders.clear();
    m_telling.clear();
    m_groups.clear();
    m_fileOf.resize(m_order.size());
    const bool byRule = m_grouping == ReviewGrouping::Rules;
    QPair<int, int> groupId;
    for (int i = 0; i < m_order.size(); ++i) {
        const ReviewChange& change = m_changes[m_order[i]];
        const Hunk& hunk = *change.hunk;
        const QPair<int, int> id(int(hunk.phase), byRule ? m_ruleOf[m_order[i]] : 0);
        const bool newGroup = m_groups.isEmpty() || id != groupId;
        if (newGroup) {
            groupId = id;
            GroupNode group;
            group.phase = hunk.phase;
            group.firstFile = static_cast<int>(m_files.size());
            if (m_grouping == ReviewGrouping::Files) {
                group.title = phaseName(hunk.phase);
                group.number = QString::number(int(hunk.phase));
            } else {
                group.title = hunk.title;
                group.number = hunk.ruleIds.value(0);
            }
            m_groups.append(group);
        }
        if (newGroup || m_changes[m_order[i - 1]].pathId != change.pathId) {
            FileNode file;
            file.group = static_cast<int>(m_groups.size()) - 1;
            ++m_groups.last().files;
            file.first = i;
            m_files.append(file);
        }
        m_fileOf[i] = static_cast<int>(m_files.size()) - 1;
    }
    m_flat = true; // one shape for all groups
    for (const GroupNode& group : std::as_const(m_groups)) {
        m_flat = m_flat && canBeFlat(group);
    }
    for (int group = 0; group < m_groups.size(); ++group) {
        placeFiles(group);
    }
}

/// A few files, each of which its name tells from the others.
bool ReviewModel::canBeFlat(const GroupNode& node) const
{
    constexpr int kMostFlat = 12;
    QSet<QByteArray> names;
    for (int i = 0; i < node.files && node.files <= kMostFlat; ++i) {
        const QByteArray path =
            m_changes[m_order[m_files[node.firstFile + i].first]].hunk->targetPath.bytes();
        names.insert(path.mid(path.lastIndexOf('/') + 1));
    }
    return names.size() == node.files;
}

void ReviewModel::placeFiles(int group)
{
    GroupNode& node = m_groups[group];
    if (!m_flat) {
        placeInFolders(group);
        return;
    }
    for (int i = 0; i < node.files; ++i) {
        m_files[node.firstFile + i].above = nodeId(GroupLevel, group);
        m_files[node.firstFile + i].row = i;
        node.below.append(nodeId(FileLevel, node.firstFile + i));
    }
}

/// Files are sorted by path, so that what a folder holds stands together.
void ReviewModel::placeInFolders(int group)
{
    struct Open
    {
        quintptr id;
        QList<QByteArray> folders; // from the root
    };
    GroupNode& node = m_groups[group];
    QVector<QList<QByteArray>> foldersOf;
    for (int i = 0; i < node.files; ++i) {
        const RepoPath& path =
            m_changes[m_order[m_files[node.firstFile + i].first]].hunk->targetPath;
        QList<QByteArray> parts = path.bytes().split('/');
        parts.removeLast();
        foldersOf.append(parts);
    }
    const auto common = [](const QList<QByteArray>& a, const QList<QByteArray>& b) {
        const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
        return static_cast<int>(end - a.begin());
    };
    QVector<Open> open{{nodeId(GroupLevel, group), {}}};
    for (int i = 0; i < node.files; ++i) {
        const QList<QByteArray>& own = foldersOf[i];
        while (common(open.last().folders, own) < open.last().folders.size()) {
            open.removeLast();
        }
        while (open.last().folders.size() < own.size()) {
            // The row goes as deep as all that begin like it, up to the next file, go together.
            const int from = static_cast<int>(open.last().folders.size());
            auto depth = static_cast<int>(own.size());
            for (int next = i + 1; next < node.files && common(foldersOf[next], own) > from;
                 ++next) {
                depth = std::min(depth, common(foldersOf[next], own));
            }
            FolderNode folder;
            folder.above = open.last().id;
            folder.first = m_files[node.firstFile + i].first;
            folder.name = RepoPath(own.mid(from, depth - from).join('/')).display();
            QVector<quintptr>& siblings = levelOf(folder.above) == GroupLevel
                                              ? node.below
                                              : m_folders[nodeOf(folder.above)].below;
            folder.row = static_cast<int>(siblings.size());
            const quintptr id = nodeId(FolderLevel, static_cast<int>(m_folders.size()));
            siblings.append(id);
            m_folders.append(folder);
            open.append({id, own.first(depth)});
        }
        FileNode& file = m_files[node.firstFile + i];
        file.above = open.last().id;
        QVector<quintptr>& siblings =
            levelOf(file.above) == GroupLevel ? node.below : m_folders[nodeOf(file.above)].below;
        file.row = static_cast<int>(siblings.size());
        siblings.append(nodeId(FileLevel, node.firstFile + i));
    }
}

void ReviewModel::recount()
{
    m_totals = {};
    for (GroupNode& group : m_groups) {
        group.counts = {};
    }
    for (FileNode& file : m_files) {
        file.counts = {};
    }
    for (FolderNode& folder : m_folders) {
        folder.counts = {};
    }
    for (int i = 0; i < m_order.size(); ++i) {
        const ReviewChange& change = m_changes[m_order[i]];
        const bool isCommitted =
            isTaken(change.kind) && m_state->committed.contains(change.hunk->key);
        FileNode& file = m_files[m_fileOf[i]];
        addTo(file.counts, change, isCommitted);
        for (quintptr id = file.above; levelOf(id) == FolderLevel;
             id = m_folders[nodeOf(id)].above) {
            addTo(m_folders[nodeOf(id)].counts, change, isCommitted);
        }
        addTo(m_groups[file.group].counts, change, isCommitted);
        addTo(m_totals, change, isCommitted);
    }
}

/// The nodes of the rows below a group or a folder; null: its rows are changes, or there are none.
const QVector<quintptr>* ReviewModel::below(const QModelIndex& index) const
{
    const int node = nodeOf(index);
    return levelOf(index) == GroupLevel    ? &m_groups[node].below
           : levelOf(index) == FolderLevel ? &m_folders[node].below
                                           : nullptr;
}

QModelIndex ReviewModel::indexOfNode(quintptr id) const
{
    const int node = nodeOf(id);
    const int row = levelOf(id) == GroupLevel    ? node
                    : levelOf(id) == FolderLevel ? m_folders[node].row
                                                 : m_files[node].row;
    return createIndex(row, 0, id);
}

/// What tells the name of a row from those beside it.
QVector<int> ReviewModel::tellingOf(const QModelIndex& index) const
{
    const QModelIndex above = parent(index);
    const quintptr id = above.internalId();
    auto known = m_telling.constFind(id);
    if (known == m_telling.cend()) {
        constexpr int kMostRows = 2000;
        QStringList names;
        for (int row = 0; row < std::min(rowCount(above), kMostRows); ++row) {
            names.append(this->index(row, 0, above).data().toString());
        }
        known = m_telling.insert(id, tellingParts(names, ElideAs::Path));
    }
    return known->value(index.data().toString());
}

QVariant ReviewModel::folderData(const FolderNode& folder, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return folder.name;
    case MarkRole:
        return static_cast<int>(folder.counts.mark());
    case CountRole:
        return countText(folder.counts);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
        QString name = folder.name;
        for (quintptr id = folder.above; levelOf(id) == FolderLevel;
             id = m_folders[nodeOf(id)].above) {
            name.prepend(m_folders[nodeOf(id)].name + u'/');
        }
        return tr("Folder %1, %2, %3 of %4 decided")
            .arg(name, reviewMarkText(folder.counts.mark()), QString::number(folder.counts.decided),
                 QString::number(folder.counts.total));
    }
    default:
        return {};
    }
}

} // namespace rocport
