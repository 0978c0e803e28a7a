#pragma once

#include <QModelIndex>

class QTreeView;

namespace rocport {

/// Brings a row of a tree into sight, with the rows above it that say what it belongs to where it
/// is the first below them. A tree that is not shown has no height to scroll in: it brings its
/// current row into sight once it is shown, and stays where it is where nothing asked for that.
void scrollToRow(QTreeView& tree, const QModelIndex& index);

} // namespace rocport
