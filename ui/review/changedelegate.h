#pragma once

#include "ui/theme/themeprovider.h"

#include <QStyledItemDelegate>

namespace rocport {

/// Rows of the tree of changes: arrow, mark, number, name, folder, count; 24 pixels high. A rule
/// shows its title on as many lines as needed, and its id below.
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
    [[nodiscard]] QRect arrowRect(const QRect& row, const QModelIndex& index) const;
    /// Whether a row is a group for the rows below it: a click opens or closes it.
    [[nodiscard]] static bool isOuter(const QModelIndex& index);

private:
    [[nodiscard]] static QString ruleOf(const QModelIndex& index);
    [[nodiscard]] QRect titleRect(const QModelIndex& index, int width) const;
    [[nodiscard]] int leftOf(const QModelIndex& index) const;
    void paintRule(QPainter& painter, const QRect& row, const QModelIndex& index) const;
    void paintName(QPainter& painter, QRect room, const QModelIndex& index) const;

    ThemeProvider& m_provider;
};

} // namespace rocport
