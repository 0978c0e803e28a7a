#pragma once

#include <QModelIndex>

class QTreeView;

namespace rocport {

/// Scrolls to a row of a tree, including its parent rows if it is the first below them. A tree that
/// is not shown has no height to scroll in: it scrolls to its current row once it is shown, if that
/// was requested.
void scrollToRow(QTreeView& tree, const QModelIndex& index);

} // namespace rocport
