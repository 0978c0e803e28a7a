#pragma once

#include "ui/theme/themeprovider.h"

#include <QStyledItemDelegate>

namespace rocport {

/// Draws files and hunks of a port review: rows of 24 pixels with mark, line, name, "±" and the
/// number of comments, then three columns of words with their marks. Names give way at their end,
/// folders in the middle; words, lines and counts never.
class HunkDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit HunkDelegate(ThemeProvider& provider, QObject* parent = nullptr);

    /// Width that a column of words needs for any of its words, with mark and margins.
    [[nodiscard]] int wordWidth(int column) const;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    void paintFile(QPainter& painter, const QRect& rect, const QModelIndex& index,
                   bool expanded) const;
    void paintHunk(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
    void paintWord(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
    void paintComments(QPainter& painter, const QRect& rect, int x, int comments) const;

    ThemeProvider& m_provider;
};

} // namespace rocport
