#pragma once

#include <QByteArray>
#include <QVector>

namespace rocport {

/// The rows of a table in resources/facts that is read at run time, each with `columns` cells,
/// without the row of column names. Empty: there is no such table.
QVector<QByteArrayList> factRows(const char* table, int columns);

} // namespace rocport
