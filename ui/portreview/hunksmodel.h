#pragma once

#include "core/project/session/projectreviews.h"

#include <QAbstractItemModel>

#include <array>
#include <optional>

namespace rocport {

/// Which hunks the tree lists by what was decided.
enum class HunkStatus : quint8 { Open, Look, Decided, All };

/// Which hunks are listed; all kinds are combined by "and".
struct HunkFilter
{
    HunkStatus status = HunkStatus::All;
    QString text; ///< words that all occur in path, title, rule or line; case does not matter
    std::optional<RuleMatch> rule;
    std::optional<NvidiaPath> nvidia;
    std::optional<RocmArm> rocm;
    std::optional<Phase> phase;

    friend bool operator==(const HunkFilter&, const HunkFilter&) = default;
    /// Whether anything but the status and the phase narrows the list.
    [[nodiscard]] bool isNarrow() const
    {
        return !text.trimmed().isEmpty() || rule || nvidia || rocm;
    }
};

/// The hunks of a port that was made elsewhere, below their files. A row whose decision changes
/// stays where it is until the filter, the order or the review changes, so that nothing disappears
/// under the user's hands. Linear in the number of hunks but for sorting.
class HunksModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { HunkColumn, RuleColumn, NvidiaColumn, RocmColumn, ColumnCount };
    enum Role {
        IsFileRole = Qt::UserRole, ///< bool
        IdRole,                    ///< QByteArray: of the hunk; empty: a file
        LineRole,                  ///< QString: the first line
        ChangedRole,               ///< bool: "±"
        CommentsRole,              ///< int: comments of threads that are not resolved; of a file
                                   ///< those at the file, and those whose line is gone
        FolderRole,                ///< QString of a file: its folder
        CountRole,                 ///< QString of a file: "3/5"
        KindRole,                  ///< int: DecisionKind of a hunk
        DecidedRole,               ///< int of a file: 0 none, 1 some, 2 all of its hunks
        AwaitedRole,               ///< bool: what the cell says is being found out
    };

    using QAbstractItemModel::QAbstractItemModel;

    /// `state` may be null.
    void setState(std::shared_ptr<const ReviewState> state);
    [[nodiscard]] const std::shared_ptr<const ReviewState>& state() const { return m_state; }
    /// Whether the ROCm arm is being checked.
    void setChecking(bool checking);
    /// Whether what is known of the ROCm arm decides which rows there are, or their order.
    [[nodiscard]] bool dependsOnArms() const;
    void setFilter(const HunkFilter& filter);
    [[nodiscard]] const HunkFilter& filter() const { return m_filter; }
    /// By the values of a column, the worst first for Qt::DescendingOrder; HunkColumn in ascending
    /// order: as the files have them. Files are ordered by the first of their hunks.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// Hunks of the whole review by status, in the order of HunkStatus.
    [[nodiscard]] const std::array<int, 4>& counts() const { return m_counts; }
    /// Ids of the hunks that are listed, in their order.
    [[nodiscard]] const QVector<QByteArray>& listed() const { return m_listed; }
    /// Index in column 0; invalid: it is not listed.
    [[nodiscard]] QModelIndex indexOf(const QByteArray& id) const;
    [[nodiscard]] QByteArray idOf(const QModelIndex& index) const;
    /// Null: a file, or nothing.
    [[nodiscard]] const ReviewHunk* hunk(const QModelIndex& index) const;
    [[nodiscard]] const ReviewFile* file(const QModelIndex& index) const;
    /// Ids of the listed hunks at or below the indexes, each once, in order.
    [[nodiscard]] QVector<QByteArray> idsUnder(const QModelIndexList& indexes) const;
    /// The next open hunk that is listed after `id`, with one turn around the end. Empty: there is
    /// none.
    [[nodiscard]] QByteArray nextOpen(const QByteArray& id) const;
    /// The next listed hunk from a row in the direction of `step`, 1 or -1: from a file the first
    /// of its own, or the last of the file above; from nowhere the first or the last. Empty: there
    /// is none.
    [[nodiscard]] QByteArray nextFrom(const QModelIndex& row, int step) const;
    /// The first listed hunk of the next file from a row.
    [[nodiscard]] QByteArray nextFileFrom(const QModelIndex& row, int step) const;
    /// The filter without what hides the hunk.
    [[nodiscard]] HunkFilter filterShowing(const QByteArray& id) const;

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    struct FileRow
    {
        int file = 0;       ///< index into the review's files
        QVector<int> hunks; ///< indices into its hunks
    };

    void rebuild();
    void order(QVector<FileRow>& rows) const;
    void count();
    /// Says that all rows may show something else.
    void tellAll();
    [[nodiscard]] bool isAwaited(const ReviewHunk& hunk) const;
    [[nodiscard]] bool passes(const ReviewFile& file, const ReviewHunk& hunk,
                              const QStringList& words) const;
    [[nodiscard]] bool hasStatus(const ReviewHunk& hunk) const;
    [[nodiscard]] int rankOf(const ReviewHunk& hunk) const;
    [[nodiscard]] QVariant fileData(const FileRow& row, int column, int role) const;
    [[nodiscard]] QVariant hunkData(const ReviewHunk& hunk, int column, int role) const;
    [[nodiscard]] QString tipOf(const ReviewHunk& hunk, int column) const;

    std::shared_ptr<const ReviewState> m_state;
    HunkFilter m_filter;
    bool m_checking = false;
    int m_sortColumn = HunkColumn;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    QVector<FileRow> m_rows;
    QVector<QByteArray> m_listed;
    QHash<QByteArray, QPair<int, int>> m_placeOf; ///< row of the file, and of the hunk in it
    QHash<QByteArray, int> m_comments;
    QHash<RepoPath, int> m_fileComments;
    QVector<int> m_decided; ///< by file of the review
    std::array<int, 4> m_counts{};
};

} // namespace rocport
