#pragma once

#include <QByteArray>
#include <QPair>
#include <QString>
#include <QVector>

namespace rocport {

/// A tar archive (POSIX ustar) of files that only their owner may read. Names are relative, at most
/// 100 bytes in UTF-8. All times are zero, so that equal files make equal archives.
QByteArray makeTar(const QVector<QPair<QString, QByteArray>>& files);

} // namespace rocport
