#pragma once

#include "core/project/session/projectstate.h"

#include <QAbstractItemModel>

#include <memory>

namespace rocport {

/// How the tree of changes is grouped.
enum class ReviewGrouping : quint8 { Files, Rules };

/// What a row's mark says. Shapes differ, so that nothing is shown by colour alone.
enum class ReviewMark : quint8 {
    Todo,      ///< ring: nothing decided below
    Partly,    ///< half disc: some decided
    Done,      ///< filled tick: all decided
    Attention, ///< triangle: an open change needs a look
    Open,      ///< square: one change, open
    Accepted,
    Edited,
    Rejected,
    Deferred,
    NeedsLook, ///< triangle: one change, open, not proved
};

/// "open", "accepted", "needs a look" and so on: the mark in a word, for lists and screen readers.
QString reviewMarkText(ReviewMark mark);
ReviewMark reviewMarkOf(DecisionKind kind, Verdict verdict);

/// One change with what was decided about it.
struct ReviewChange
{
    const Hunk* hunk = nullptr; ///< never null; lives as long as the model's state
    DecisionKind kind = DecisionKind::Open;
    Verdict verdict = Verdict::Unproved;
    qint32 pathId = 0;     ///< index into ReviewModel::paths()
    qint32 labelId = 0;    ///< index into ReviewModel::labels()
    bool conflict = false; ///< an in-place edit waits for a person

    [[nodiscard]] bool needsLook() const
    {
        return conflict || (!isDecided(kind) && !isProved(verdict));
    }
};

/// Sums over the changes below a row, or over all.
struct ReviewCounts
{
    int total = 0, decided = 0, accepted = 0, needsLook = 0, openProved = 0, uncommitted = 0;
    int openNames = 0; ///< of openProved, those in which only names change
    [[nodiscard]] int open() const { return total - decided; }
    [[nodiscard]] ReviewMark mark() const;
};

/// The changes of a project as a tree: phase, file, change (Files) or rule, file, change (Rules).
/// If any group has more than a few files, or two with the same name, the files of all groups are
/// shown in folders; nested folders without siblings share one row ("examples/pytorch/gcn"). Fed by
/// states; knows no session. Rows are in review order: `changeAt(0)` is the first change of the
/// first file of the first group.
class ReviewModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Role {
        LevelRole = Qt::UserRole + 1, ///< int: Level
        MarkRole,                     ///< int: ReviewMark
        NumberRole,                   ///< QString: phase number of a group, position of a change
        FolderRole,                   ///< QString: folder of a file, if no row above shows it
        CountRole,                    ///< QString: "3/7"
        DepthRole,                    ///< int: number of rows above in the hierarchy
        DraftRole,                    ///< bool: an edit below was begun and not saved
        TellingRole, ///< QVector<int> for a folder or file: tellingParts() among its siblings
    };
    enum Level { GroupLevel = 0, FileLevel = 1, ChangeLevel = 2, FolderLevel = 3 };

    explicit ReviewModel(QObject* parent = nullptr);

    /// Null: nothing is open. If only decisions differ and the scan is the same as before, only
    /// data changes.
    void setState(std::shared_ptr<const ProjectState> state);
    [[nodiscard]] const std::shared_ptr<const ProjectState>& state() const { return m_state; }
    /// Sets the keys of changes with an edit that was begun and not saved.
    void setDrafts(const QSet<QByteArray>& keys);
    void setGrouping(ReviewGrouping grouping);
    [[nodiscard]] ReviewGrouping grouping() const { return m_grouping; }

    /// All changes, in the order of the scan.
    [[nodiscard]] const QVector<ReviewChange>& changes() const { return m_changes; }
    /// Index into changes() by position in the tree; and back.
    [[nodiscard]] int changeAt(int position) const { return m_order[position]; }
    [[nodiscard]] int positionOf(int change) const { return m_position[change]; }
    /// Index into changes(), or -1.
    [[nodiscard]] int changeOfKey(const QByteArray& key) const { return m_byKey.value(key, -1); }
    /// Indices into changes() of one target file in order of position.
    [[nodiscard]] QVector<int> changesOfFile(const RepoPath& path) const;
    /// Indices of the changes that `ruleId` leads.
    [[nodiscard]] QVector<int> changesOfRule(const QString& ruleId) const;
    /// Indices into changes() below (or at) `index`.
    [[nodiscard]] QVector<int> changesUnder(const QModelIndex& index) const;
    /// First position and number of changes below (or at) `index`, which are contiguous.
    [[nodiscard]] QPair<int, int> positions(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOfChange(int change) const;
    [[nodiscard]] QModelIndex fileIndexOfChange(int change) const;
    [[nodiscard]] RepoPath pathOf(const QModelIndex& index) const;
    [[nodiscard]] Phase groupPhase(const QModelIndex& index) const;

    [[nodiscard]] ReviewCounts counts(const QModelIndex& index) const;
    [[nodiscard]] const ReviewCounts& totals() const { return m_totals; }

    /// Lower-case texts that the filter searches, once for each distinct value.
    [[nodiscard]] const QStringList& paths() const { return m_paths; }
    [[nodiscard]] const QStringList& labels() const { return m_labels; }

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

Q_SIGNALS:
    /// Decisions changed without a reset; sent after dataChanged().
    void decisionsChanged();

private:
    struct FileNode
    {
        int group = 0;
        quintptr above = 0; // id of the group's or folder's node
        int row = 0;        // within that node
        int first = 0;      // position of the first change
        ReviewCounts counts;
    };
    struct FolderNode
    {
        quintptr above = 0;
        int row = 0;
        int first = 0;
        QString name; // of all folders that the row represents
        QVector<quintptr> below;
        ReviewCounts counts;
    };
    struct GroupNode
    {
        Phase phase = Phase::Environment;
        QString title;
        QString number;
        int firstFile = 0;
        int files = 0;
        QVector<quintptr> below; // ids of nodes
        ReviewCounts counts;
    };

    void rebuild();
    void readHunks(const QVector<Hunk>& hunks);
    void sortOrder();
    void buildNodes();
    [[nodiscard]] bool canBeFlat(const GroupNode& node) const;
    void placeFiles(int group);
    void placeInFolders(int group);
    [[nodiscard]] const QVector<quintptr>* below(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOfNode(quintptr id) const;
    [[nodiscard]] QVector<int> tellingOf(const QModelIndex& index) const;
    [[nodiscard]] QVariant folderData(const FolderNode& folder, int role) const;
    void recount();
    void updateDecisions();
    /// Whether one of the changes from a position on has a draft.
    [[nodiscard]] bool hasDraft(int first, int count) const;
    [[nodiscard]] QString draftText(int first, int count) const;
    [[nodiscard]] QVariant groupData(const GroupNode& group, int role) const;
    [[nodiscard]] QVariant fileData(const FileNode& file, int role) const;
    [[nodiscard]] QVariant changeData(int position, int role) const;

    std::shared_ptr<const ProjectState> m_state;
    QSet<QByteArray> m_drafts;
    ReviewGrouping m_grouping = ReviewGrouping::Files;
    QVector<ReviewChange> m_changes;
    QVector<int> m_order;    // position -> change
    QVector<int> m_position; // change -> position
    QVector<int> m_fileOf;   // position -> file node
    QHash<QByteArray, int> m_byKey;
    QHash<RepoPath, qint32> m_pathIds;
    QVector<QVector<int>> m_byPath; // path id -> changes by position in the file
    QVector<int> m_pathRank;        // path id -> place among the sorted paths
    QVector<QString> m_rules;       // leading rules
    QVector<int> m_ruleOf;          // change -> index into m_rules
    QStringList m_paths, m_labels;
    QVector<FileNode> m_files;
    QVector<FolderNode> m_folders;
    mutable QHash<quintptr, QHash<QString, QVector<int>>> m_telling; // by node above, when asked
    QVector<GroupNode> m_groups;
    bool m_flat = true; // files are directly below the groups
    ReviewCounts m_totals;
};

} // namespace rocport
