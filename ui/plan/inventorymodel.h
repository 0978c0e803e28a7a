#pragma once

#include "core/project/session/inventoryplaces.h"
#include "core/scan/scanner.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractItemModel>
#include <QStyledItemDelegate>

namespace rocport {

/// The inventory as four groups of rows: languages, API coverage, Python findings, risks. One
/// column; a delegate draws the row from its roles.
class InventoryModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum class Section : quint8 { Languages, Coverage, Python, Risks };
    static constexpr int kSections = 4;
    enum Role {
        SectionRole = Qt::UserRole,
        NumbersRole,  ///< QList<int>: files, lines · supported, experimental, unsupported · count
        ShareRole,    ///< 0..1, of the largest language
        PhaseRole,    ///< int
        SeverityRole, ///< int
        PathRole,     ///< RepoPath
        LineRole,
        SummaryRole, ///< of a section: "7 open"
    };

    using QAbstractItemModel::QAbstractItemModel;
    /// Null: nothing known yet, no rows.
    void setScan(const std::shared_ptr<const ScanResult>& scan);
    /// What a row counts; nothing for a section.
    [[nodiscard]] std::optional<InventoryCount> countOf(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        QString text;
        QList<int> numbers;
        qreal share = 0;
        int phase = -1;
        int severity = 0;
        RepoPath path;
        int line = 0;
        InventoryCount count;
    };
    [[nodiscard]] QVariant sectionData(Section section, int role) const;
    [[nodiscard]] QString describe(Section section, const Row& row) const;
    void collectPython(const ScanResult& scan);
    void add(Section section, Row row, InventoryCount count);

    QVector<Row> m_rows[kSections];
    bool m_known = false;
};

/// Draws rows of InventoryModel: bars with stripes for experimental and hatch for unsupported uses,
/// numbers, severity marks, links.
class InventoryDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit InventoryDelegate(ThemeProvider& provider, QObject* parent = nullptr);
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    /// The column of a library's uses whose number is at `at`, in a row that occupies `rect`;
    /// nothing: none.
    [[nodiscard]] std::optional<ApiSupport> supportAt(const QRect& rect, const QPoint& at) const;

private:
    [[nodiscard]] int nameWidth(const QFontMetrics& metrics, const QModelIndex& index, int least,
                                int room) const;
    void paintSection(QPainter& p, const QRect& rect, const QModelIndex& index) const;
    void paintLanguage(QPainter& p, const QRect& rect, const QModelIndex& index) const;
    void paintCoverage(QPainter& p, const QRect& rect, const QModelIndex& index) const;
    void paintPython(QPainter& p, const QRect& rect, const QModelIndex& index) const;
    [[nodiscard]] QRect riskText(const QModelIndex& index, int width) const;
    void paintRisk(QPainter& p, const QRect& rect, const QModelIndex& index) const;
    void number(QPainter& p, const QRect& rect, int rightInset, int value,
                const QColor& colour) const;

    ThemeProvider& m_provider;
};

} // namespace rocport
