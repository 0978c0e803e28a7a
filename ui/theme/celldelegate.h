#pragma once

#include "ui/theme/columnfit.h"

#include <QStyledItemDelegate>

namespace rocport {

/// Draws cells of text tables: elided as their column demands, or on several lines if it wraps; if
/// a header is shown, their texts are aligned with it. In sentences that wrap, code between
/// backquotes is shown as code. fitColumns() can make one.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// `rowHeight` is in grid pixels.
    CellDelegate(ThemeProvider& provider, int rowHeight, QObject* parent = nullptr);
    void setFit(const ColumnFit* fit) { m_fit = fit; }
    /// Sets whether rows have a line below.
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
    /// Paints the background of a selected cell or of one under the pointer.
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
/// them, and they share the width. Rows have different heights if a column wraps.
ColumnFit* fitColumns(QAbstractItemView& view, ThemeProvider& provider,
                      const QVector<TableColumn>& columns, CellDelegate* delegate);
/// The same with a CellDelegate whose rows have `rowHeight` grid pixels.
ColumnFit* fitColumns(QAbstractItemView& view, ThemeProvider& provider,
                      const QVector<TableColumn>& columns, int rowHeight);

} // namespace rocport
