#include "core/base/finding.h"

#include "core/base/cancelscope.h"

#include <QCryptographicHash>

#include <algorithm>

namespace rocport {

QByteArray contentHash(QByteArrayView bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    constexpr qsizetype kPiece = 256 * 1024;
    for (qsizetype at = 0; at < bytes.size() && !isWorkCancelled(); at += kPiece) {
        hash.addData(bytes.sliced(at, std::min(kPiece, bytes.size() - at)));
    }
    return hash.result().left(16).toHex();
}

QByteArray findingId(const QString& ruleId, const RepoPath& path, QByteArrayView matched,
                     int ordinal)
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    hash.addData(ruleId.toUtf8());
    hash.addData(QByteArrayView("\0", 1));
    hash.addData(path.bytes());
    hash.addData(QByteArrayView("\0", 1));
    hash.addData(matched);
    hash.addData(QByteArrayView("\0", 1));
    hash.addData(QByteArray::number(ordinal));
    return hash.result().left(8).toHex();
}

} // namespace rocport
