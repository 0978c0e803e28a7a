#include "core/remote/tararchive.h"

#include <numeric>

namespace rocport {

namespace {

constexpr qsizetype kBlock = 512;

/// A number as tar writes it: octal digits, `width` of them, then a NUL.
QByteArray octal(qint64 number, int width)
{
    return QByteArray::number(number, 8).rightJustified(width, '0') + '\0';
}

void pad(QByteArray& bytes)
{
    const qsizetype over = bytes.size() % kBlock;
    if (over != 0) {
        bytes.append(kBlock - over, '\0');
    }
}

} // namespace

QByteArray makeTar(const QVector<QPair<QString, QByteArray>>& files)
{
    QByteArray archive;
    for (const auto& [name, bytes] : files) {
        QByteArray header = name.toUtf8().left(100).leftJustified(100, '\0');
        header += octal(0600, 7);            // mode
        header += octal(0, 7) + octal(0, 7); // user and group: of whoever unpacks it
        header += octal(bytes.size(), 11);   // size
        header += octal(0, 11);              // time
        header += QByteArray(8, ' ');        // the sum below takes blanks for itself
        header += '0';                       // a plain file
        header += QByteArray(100, '\0');     // link
        header += QByteArray("ustar\0"
                             "00",
                             8);
        header = header.leftJustified(kBlock, '\0');
        const int sum = std::accumulate(header.begin(), header.end(), 0, [](int total, char c) {
            return total + static_cast<unsigned char>(c);
        });
        header.replace(148, 8, octal(sum, 6) + ' ');
        archive += header + bytes;
        pad(archive);
    }
    archive.append(2 * kBlock, '\0');
    return archive;
}

} // namespace rocport
