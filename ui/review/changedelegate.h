#pragma once

#include "ui/theme/themeprovider.h"

#include <QStyledItemDelegate>

namespace rocport {

/// Rows of the tree of changes: arrow, mark, number, name, folder, count; 24 pixels high.
class ChangeDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit ChangeDelegate(ThemeProvider& provider, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    /// Where a row's arrow is; clicking it opens or closes the row.
    [[nodiscard]] QRect arrowRect(const QRect& row, int level) const;

private:
    ThemeProvider& m_provider;
};

} // namespace rocport
