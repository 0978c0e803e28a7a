#pragma once

#include <QByteArray>
#include <QVector>

namespace rocport {

/// The rows of a table of resources/facts that is read at run time, each of `columns` cells; the
/// names of columns are left out. Empty: there is no such table.
QVector<QByteArrayList> factRows(const char* table, int columns);

} // namespace rocport
