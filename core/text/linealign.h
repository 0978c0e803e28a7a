#pragma once

#include <QByteArrayList>
#include <QVector>

namespace rocport {

/// For each of the lines on the left, which of those on the right stands beside it as its other
/// version; -1: none. Both are the lines of one differing block, without line ends. Order is kept.
/// Lines that differ only in blanks find each other first; what is between them is paired one by
/// one where there are equally many, else by how alike lines are. Linear but for the last, which is
/// bounded.
QVector<int> alignLines(const QByteArrayList& left, const QByteArrayList& right);

} // namespace rocport
