#include "core/base/finding.h"

#include <QCryptographicHash>

namespace rocport {

QByteArray contentHash(QByteArrayView bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(bytes);
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
