#include "core/base/finding.h"

#include "core/base/wording.h"

#include <QCryptographicHash>

namespace rocport {

FindingPlace Finding::placeAt(int index) const
{
    return index > 0 && index < keptPlaces() ? morePlaces.at(index - 1) : place();
}

void Finding::setPlace(const FindingPlace& place)
{
    range = place.range;
    line = place.line;
    column = place.column;
    endLine = place.endLine;
}

QString otherPlaces(const Finding& finding, int mostLines)
{
    QStringList lines;
    int named = 1;
    int before = finding.line;
    for (const FindingPlace& place : finding.morePlaces) {
        if (place.line != before && lines.size() == mostLines) {
            break;
        }
        if (place.line != before) {
            lines.append(countText(place.line));
        }
        before = place.line;
        ++named;
    }
    if (lines.isEmpty()) {
        return {};
    }
    const QString last = lines.takeLast();
    const QString all =
        lines.isEmpty()
            ? QStringLiteral("line %1").arg(last)
            : QStringLiteral("lines %1 and %2").arg(lines.join(QStringLiteral(", ")), last);
    const int left = finding.places - named;
    return left <= 0
               ? all
               : QStringLiteral("%1, and %2").arg(all, counted(left, "more place", "more places"));
}

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
