#pragma once

#include "ui/theme/columnfit.h"

#include <QStyledItemDelegate>

namespace rocport {

/// Cells of tables of text: elided by what their column says, or on several lines where it wraps;
/// where a header is shown their texts begin where its does. In sentences that wrap, code between
/// backquotes is shown as code. fitColumns() makes one.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// `rowHeight` in pixels of the grid.
    CellDelegate(ThemeProvider& provider, int rowHeight, QObject* parent = nullptr);
    void setFit(const ColumnFit* fit) { m_fit = fit; }
    /// Rows with a line below.
    void setRuled(bool ruled) { m_ruled = ruled; }

    /// Width that the text of a cell needs with its margins and mark.
    [[nodiscard]] int neededWidth(const QAbstractItemView& view, const QModelIndex& index) const;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
    [[nodiscard]] ThemeProvider& provider() const { return m_provider; }
    /// The part of a cell that its text may use, with the style's own margin.
    [[nodiscard]] QRect contents(const QWidget* widget, const QRect& cell,
                                 const QModelIndex& index) const;
    /// The ground of a selected cell or of one under the pointer.
    void paintRowGround(QPainter& painter, const QStyleOptionViewItem& option) const;

private:
    [[nodiscard]] int inset(const QWidget* widget) const;
    [[nodiscard]] bool isSentence(const QModelIndex& index) const;
    [[nodiscard]] int padding(const QWidget* widget) const;
    void paintCell(QPainter& painter, const QStyleOptionViewItem& option,
                   const QModelIndex& index) const;

    ThemeProvider& m_provider;
    const ColumnFit* m_fit = nullptr;
    int m_rowHeight;
    bool m_ruled = false;
};

/// Gives `view`, whose model is set, these columns: `delegate` becomes its delegate and elides
/// them, and they share the room. Rows are of different heights where a column wraps.
ColumnFit* fitColumns(QAbstractItemView& view, ThemeProvider& provider,
                      const QVector<TableColumn>& columns, CellDelegate* delegate);
/// The same with a CellDelegate of rows of `rowHeight` pixels of the grid.
ColumnFit* fitColumns(QAbstractItemView& view, ThemeProvider& provider,
                      const QVector<TableColumn>& columns, int rowHeight);

} // namespace rocport
