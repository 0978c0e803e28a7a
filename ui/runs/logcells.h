#pragma once

#include <QString>
#include <QVector>

namespace rocport {

/// Cells of a line in a log, as a terminal counts them: wide characters take two, combining ones
/// none.
namespace logcells {

/// Cells of the character at `index`; `units` becomes 1 or 2 UTF-16 units.
int widthAt(const QString& text, int index, int& units);
/// Cells before `index`.
int columnOf(const QString& text, int index);
/// The index of the character at cell `column`; the text's size beyond its end.
int indexAt(const QString& text, int column);
/// Where the rows of a line begin if no row may have more than `columns` cells; at least one row.
QVector<int> wrap(const QString& text, int columns);

} // namespace logcells
} // namespace rocport
