#include "ui/portreview/hunksmodel.h"

#include "core/base/wording.h"
#include "core/project/review/reviewrender.h"
#include "core/rules/guards/guardparts.h"
#include "ui/portreview/hunkwords.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

QStringList wordsOf(const HunkFilter& filter)
{
    return filter.text.simplified().split(u' ', Qt::SkipEmptyParts);
}

bool hasWords(const ReviewFile& file, const ReviewHunk& hunk, const QStringList& words)
{
    if (words.isEmpty()) {
        return true;
    }
    const QString text = file.path.display() + u':' + hunkLine(hunk) + u' ' + hunk.title + u' ' +
                         hunk.ruleIds.join(u' ');
    return std::all_of(words.begin(), words.end(), [&text](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace

void HunksModel::setState(std::shared_ptr<const ReviewState> state)
{
    const bool sameReview = state && m_state && state->hasHunksOf(*m_state);
    if (!sameReview) {
        beginResetModel();
    }
    m_state = std::move(state);
    count();
    if (!sameReview) {
        rebuild();
        endResetModel();
        return;
    }
    tellAll();
}

void HunksModel::tellAll()
{
    for (int row = 0; row < m_rows.size(); ++row) {
        const QModelIndex top = index(row, 0);
        Q_EMIT dataChanged(top, index(row, ColumnCount - 1));
        if (const int last = rowCount(top) - 1; last >= 0) {
            Q_EMIT dataChanged(index(0, 0, top), index(last, ColumnCount - 1, top));
        }
    }
}

void HunksModel::setChecking(bool checking)
{
    if (std::exchange(m_checking, checking) != checking) {
        tellAll();
    }
}

bool HunksModel::dependsOnArms() const
{
    return m_filter.rocm || m_filter.status == HunkStatus::Look || m_sortColumn == RocmColumn;
}

bool HunksModel::isAwaited(const ReviewHunk& hunk) const
{
    const ReviewFile* file = m_checking ? m_state->fileOf(hunk.id) : nullptr;
    return file != nullptr && hunk.rocm == RocmArm::NotTried && file->head &&
           isCLike(file->language);
}

void HunksModel::setFilter(const HunkFilter& filter)
{
    beginResetModel();
    m_filter = filter;
    rebuild();
    endResetModel();
}

void HunksModel::sort(int column, Qt::SortOrder order)
{
    beginResetModel();
    m_sortColumn = std::clamp(column, 0, ColumnCount - 1);
    m_sortOrder = order;
    rebuild();
    endResetModel();
}

void HunksModel::count()
{
    m_counts = {};
    m_comments.clear();
    m_fileComments.clear();
    m_decided.clear();
    if (!m_state) {
        return;
    }
    for (const ReviewThread& thread : m_state->kept.threads) {
        if (!thread.isResolved) {
            int& comments = thread.isOutdated || thread.hunkId.isEmpty()
                                ? m_fileComments[thread.path]
                                : m_comments[thread.hunkId];
            comments += static_cast<int>(thread.replies.size());
        }
    }
    for (const ReviewFile& file : m_state->review->files) {
        int decided = 0;
        for (const ReviewHunk& hunk : file.hunks) {
            const bool open = !isDecided(m_state->kindOf(hunk.id));
            decided += open ? 0 : 1;
            ++m_counts[static_cast<size_t>(open ? HunkStatus::Open : HunkStatus::Decided)];
            ++m_counts[static_cast<size_t>(HunkStatus::All)];
            if (open && needsLook(hunk)) {
                ++m_counts[static_cast<size_t>(HunkStatus::Look)];
            }
        }
        m_decided.append(decided);
    }
}

bool HunksModel::hasStatus(const ReviewHunk& hunk) const
{
    const bool open = !isDecided(m_state->kindOf(hunk.id));
    switch (m_filter.status) {
    case HunkStatus::Open:
        return open;
    case HunkStatus::Look:
        return open && needsLook(hunk);
    case HunkStatus::Decided:
        return !open;
    case HunkStatus::All:
        break;
    }
    return true;
}

bool HunksModel::passes(const ReviewFile& file, const ReviewHunk& hunk,
                        const QStringList& words) const
{
    return hasStatus(hunk) && (!m_filter.rule || *m_filter.rule == hunk.match) &&
           (!m_filter.nvidia || *m_filter.nvidia == hunk.nvidia) &&
           (!m_filter.rocm || *m_filter.rocm == hunk.rocm) &&
           (!m_filter.phase || *m_filter.phase == hunk.phase) && hasWords(file, hunk, words);
}

HunkFilter HunksModel::filterShowing(const QByteArray& id) const
{
    HunkFilter filter = m_filter;
    const ReviewHunk* hunk = m_state ? m_state->hunk(id) : nullptr;
    if (hunk == nullptr) {
        return filter;
    }
    const auto drop = [](auto& chosen, auto value) {
        chosen = chosen == value ? chosen : std::nullopt;
    };
    drop(filter.rule, hunk->match);
    drop(filter.nvidia, hunk->nvidia);
    drop(filter.rocm, hunk->rocm);
    drop(filter.phase, hunk->phase);
    if (!hasStatus(*hunk)) {
        filter.status = HunkStatus::All;
    }
    if (!hasWords(*m_state->fileOf(id), *hunk, wordsOf(filter))) {
        filter.text.clear();
    }
    return filter;
}

int HunksModel::rankOf(const ReviewHunk& hunk) const
{
    switch (m_sortColumn) {
    case RuleColumn: // None says nothing: it stands between what agrees and what does not
        return hunk.match == RuleMatch::Different ? 3
               : hunk.match == RuleMatch::None    ? 2
               : hunk.match == RuleMatch::Similar ? 1
                                                  : 0;
    case NvidiaColumn:
        return hunk.nvidia == NvidiaPath::Changed    ? 3
               : hunk.nvidia == NvidiaPath::Unproved ? 2
               : hunk.nvidia == NvidiaPath::NotBuilt ? 1
                                                     : 0;
    case RocmColumn:
        return isWrong(hunk.rocm)                 ? 3
               : hunk.rocm == RocmArm::NotChecked ? 2
               : hunk.rocm == RocmArm::NotTried   ? 1
                                                  : 0;
    default:
        return 0;
    }
}

void HunksModel::order(QVector<FileRow>& rows) const
{
    const bool descending = m_sortOrder == Qt::DescendingOrder;
    if (m_sortColumn == HunkColumn) {
        if (descending) {
            std::reverse(rows.begin(), rows.end());
        }
        return;
    }
    const auto hunkOf = [this](const FileRow& row, int hunk) -> const ReviewHunk& {
        return m_state->review->files[row.file].hunks[hunk];
    };
    const auto before = [descending](int a, int b) { return descending ? a > b : a < b; };
    for (FileRow& row : rows) {
        std::stable_sort(row.hunks.begin(), row.hunks.end(), [&](int a, int b) {
            return before(rankOf(hunkOf(row, a)), rankOf(hunkOf(row, b)));
        });
    }
    std::stable_sort(rows.begin(), rows.end(), [&](const FileRow& a, const FileRow& b) {
        return before(rankOf(hunkOf(a, a.hunks.first())), rankOf(hunkOf(b, b.hunks.first())));
    });
}

void HunksModel::rebuild()
{
    m_rows.clear();
    m_listed.clear();
    m_placeOf.clear();
    if (!m_state) {
        return;
    }
    const QStringList words = wordsOf(m_filter);
    const QVector<ReviewFile>& files = m_state->review->files;
    for (int i = 0; i < files.size(); ++i) {
        FileRow row{i, {}};
        for (int j = 0; j < files[i].hunks.size(); ++j) {
            if (passes(files[i], files[i].hunks[j], words)) {
                row.hunks.append(j);
            }
        }
        if (!row.hunks.isEmpty()) {
            m_rows.append(row);
        }
    }
    order(m_rows);
    for (int row = 0; row < m_rows.size(); ++row) {
        const ReviewFile& file = files[m_rows[row].file];
        for (int i = 0; i < m_rows[row].hunks.size(); ++i) {
            const QByteArray& id = file.hunks[m_rows[row].hunks[i]].id;
            m_placeOf.insert(id, {row, i});
            m_listed.append(id);
        }
    }
}

QModelIndex HunksModel::indexOf(const QByteArray& id) const
{
    const auto found = m_placeOf.constFind(id);
    return found == m_placeOf.constEnd() ? QModelIndex()
                                         : index(found->second, 0, index(found->first, 0));
}

QByteArray HunksModel::idOf(const QModelIndex& index) const
{
    const ReviewHunk* const one = hunk(index);
    return one != nullptr ? one->id : QByteArray();
}

const ReviewHunk* HunksModel::hunk(const QModelIndex& index) const
{
    if (!m_state || !index.isValid() || index.internalId() == 0) {
        return nullptr;
    }
    const FileRow& row = m_rows[static_cast<qsizetype>(index.internalId()) - 1];
    return &m_state->review->files[row.file].hunks[row.hunks[index.row()]];
}

const ReviewFile* HunksModel::file(const QModelIndex& index) const
{
    if (!m_state || !index.isValid()) {
        return nullptr;
    }
    const qsizetype row =
        index.internalId() == 0 ? index.row() : static_cast<qsizetype>(index.internalId()) - 1;
    return &m_state->review->files[m_rows[row].file];
}

QVector<QByteArray> HunksModel::idsUnder(const QModelIndexList& indexes) const
{
    QSet<QByteArray> chosen;
    for (const QModelIndex& at : indexes) {
        if (const ReviewHunk* one = hunk(at)) {
            chosen.insert(one->id);
            continue;
        }
        for (int i = 0; i < rowCount(at.siblingAtColumn(0)); ++i) {
            chosen.insert(idOf(index(i, 0, at.siblingAtColumn(0))));
        }
    }
    QVector<QByteArray> ids;
    std::copy_if(m_listed.begin(), m_listed.end(), std::back_inserter(ids),
                 [&chosen](const QByteArray& id) { return chosen.contains(id); });
    return ids;
}

QByteArray HunksModel::nextOpen(const QByteArray& id) const
{
    const auto count = m_listed.size();
    const qsizetype from = m_listed.indexOf(id); // -1: before the first
    for (qsizetype i = 1; i <= count; ++i) {
        const QByteArray& other = m_listed[(from + i) % count];
        if (other != id && !isDecided(m_state->kindOf(other))) {
            return other;
        }
    }
    return {};
}

QByteArray HunksModel::nextFrom(const QModelIndex& row, int step) const
{
    if (hunk(row) != nullptr) {
        return m_listed.value(m_listed.indexOf(idOf(row)) + step);
    }
    const int from = row.isValid() ? row.row() : step > 0 ? 0 : static_cast<int>(m_rows.size());
    const QModelIndex file = index(step > 0 ? from : from - 1, 0);
    return idOf(index(step > 0 ? 0 : rowCount(file) - 1, 0, file));
}

QByteArray HunksModel::nextFileFrom(const QModelIndex& row, int step) const
{
    const int none = step > 0 ? -1 : static_cast<int>(m_rows.size());
    const int from = !row.isValid() ? none : hunk(row) != nullptr ? row.parent().row() : row.row();
    const QModelIndex file = index(from + step, 0);
    return file.isValid() ? idOf(index(0, 0, file)) : QByteArray();
}

QModelIndex HunksModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column,
                       parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex HunksModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == 0) {
        return {};
    }
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr{0});
}

int HunksModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_rows.size());
    }
    return parent.internalId() == 0 && parent.column() == 0
               ? static_cast<int>(m_rows[parent.row()].hunks.size())
               : 0;
}

int HunksModel::columnCount(const QModelIndex& /*parent*/) const
{
    return ColumnCount;
}

QVariant HunksModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_state) {
        return {};
    }
    if (const ReviewHunk* one = hunk(index)) {
        return hunkData(*one, index.column(), role);
    }
    return fileData(m_rows[index.row()], index.column(), role);
}

QVariant HunksModel::fileData(const FileRow& row, int column, int role) const
{
    const ReviewFile& file = m_state->review->files[row.file];
    const int decided = m_decided.value(row.file);
    const auto total = static_cast<int>(file.hunks.size());
    switch (role) {
    case Qt::DisplayRole:
        return column == HunkColumn ? file.path.displayName() : QString();
    case Qt::ToolTipRole:
        return file.basePath.isEmpty() || file.basePath == file.path
                   ? file.path.display()
                   : tr("%1, which was %2").arg(file.path.display(), file.basePath.display());
    case Qt::AccessibleTextRole: {
        const QString text = tr("%1, %2 of %3 decided")
                                 .arg(file.path.display(), countText(decided), countText(total));
        const int comments = m_fileComments.value(file.path);
        return column != HunkColumn ? QString()
               : comments == 0
                   ? text
                   : tr("%1, %2").arg(text, counted(comments, tr("comment"), tr("comments")));
    }
    case IsFileRole:
        return true;
    case CommentsRole:
        return m_fileComments.value(file.path);
    case FolderRole:
        return file.path.folder().isEmpty() ? tr("top folder") : file.path.displayFolder();
    case CountRole:
        return QStringLiteral("%1/%2").arg(decided).arg(total);
    case DecidedRole:
        return decided == 0 ? 0 : decided < total ? 1 : 2;
    default:
        return {};
    }
}

QString HunksModel::tipOf(const ReviewHunk& hunk, int column) const
{
    switch (column) {
    case RuleColumn:
        return hunk.ruleIds.isEmpty() ? tr("No rule points at this place.")
                                      : hunk.ruleIds.join(QStringLiteral(", "));
    case NvidiaColumn:
        return proofSentence(hunk);
    case RocmColumn:
        return isAwaited(hunk)             ? tr("It is being checked.")
               : hunk.rocmReason.isEmpty() ? armNothing(hunk)
                                           : hunk.rocmReason;
    default:
        break;
    }
    QStringList lines{hunk.title};
    if (!hunk.facts.isEmpty()) {
        lines.append(hunk.facts);
    }
    if (m_state->changed.contains(hunk.id)) {
        const DecisionKind former = m_state->former.value(hunk.id, DecisionKind::Open);
        lines.append(former == DecisionKind::Open
                         ? tr("Changed since revision %1.").arg(m_state->since)
                         : tr("Changed since revision %1; it was %2 before.")
                               .arg(m_state->since)
                               .arg(decisionName(former).toLower()));
    }
    return lines.join(u'\n');
}

QVariant HunksModel::hunkData(const ReviewHunk& hunk, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case RuleColumn:
            return ruleWord(hunk.match);
        case NvidiaColumn:
            return nvidiaWord(hunk.nvidia);
        case RocmColumn:
            return isAwaited(hunk) ? tr("Checking") : armWord(hunk);
        default:
            return hunk.title;
        }
    case Qt::ToolTipRole:
        return tipOf(hunk, column);
    case Qt::AccessibleTextRole:
        return column == HunkColumn ? hunkAccessibleText(hunk, m_state->kindOf(hunk.id),
                                                         m_state->changed.contains(hunk.id),
                                                         m_comments.value(hunk.id))
                                    : QVariant();
    case IsFileRole:
        return false;
    case IdRole:
        return hunk.id;
    case LineRole:
        return hunkLine(hunk);
    case ChangedRole:
        return m_state->changed.contains(hunk.id);
    case CommentsRole:
        return m_comments.value(hunk.id);
    case KindRole:
        return static_cast<int>(m_state->kindOf(hunk.id));
    case AwaitedRole:
        return column == RocmColumn && isAwaited(hunk);
    default:
        return {};
    }
}

QVariant HunksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case HunkColumn:
        return tr("Hunk");
    case RuleColumn:
        return tr("Rule");
    case NvidiaColumn:
        return tr("NVIDIA path");
    case RocmColumn:
        return tr("ROCm arm");
    default:
        return {};
    }
}

} // namespace rocport
