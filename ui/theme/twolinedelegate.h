#pragma once

#include "ui/theme/themeprovider.h"

#include <QStyledItemDelegate>

namespace rocport {

/// Rows of two lines with a mark, as in the lists of nodes and levels: the title is DisplayRole.
class TwoLineDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    enum Role {
        DetailRole = Qt::UserRole + 40, ///< second line
        WordRole,   ///< at the right of the first line: the state as a word, or a time
        GlyphRole,  ///< int of a Glyph at the left; None: the mark is there
        MarkRole,   ///< Mark: at the left, or before the word if there is a glyph
        HeaderRole, ///< true: a group's title, one line
        CodeRole,   ///< true: the title in the code font
        StrongRole, ///< true: a bar in the accent colour at the left
    };
    explicit TwoLineDelegate(ThemeProvider& provider, QObject* parent = nullptr);

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    void paintRow(QPainter& painter, const QStyleOptionViewItem& option,
                  const QModelIndex& index) const;
    ThemeProvider& m_provider;
};

} // namespace rocport
