#pragma once

#include <QTreeView>

namespace rocport {

/// Brings a row of a tree into sight, with the rows above it that say what it belongs to where it
/// is the first below them.
inline void scrollToRow(QTreeView& tree, const QModelIndex& index)
{
    QModelIndex top = index;
    while (top.isValid() && top.row() == 0 && top.parent().isValid()) {
        top = top.parent();
    }
    if (top != index) {
        tree.scrollTo(top);
    }
    tree.scrollTo(index);
}

} // namespace rocport
