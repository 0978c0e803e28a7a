#include "core/remote/tarfile.h"

#include <cstring>

namespace rocport {

namespace {

constexpr qsizetype kBlock = 512;
constexpr qsizetype kNameField = 100;
constexpr qint64 kLargestOctal = 077777777777; ///< eleven digits, 8 GiB - 1

/// Field `offset`, `width` bytes: octal digits and a NUL.
void putOctal(QByteArray& block, qsizetype offset, qsizetype width, qint64 value)
{
    const QByteArray digits = QByteArray::number(value, 8).rightJustified(width - 1, '0');
    block.replace(offset, width - 1, digits);
}

/// Sizes over 8 GiB: GNU's binary form, most significant byte first, with the top bit set.
void putSize(QByteArray& block, qint64 size)
{
    constexpr qsizetype offset = 124;
    constexpr qsizetype width = 12;
    if (size <= kLargestOctal) {
        putOctal(block, offset, width, size);
        return;
    }
    for (qsizetype i = 0; i < width; ++i) {
        block[offset + width - 1 - i] =
            i < 8 ? static_cast<char>((static_cast<quint64>(size) >> (8 * i)) & 0xff) : '\0';
    }
    block[offset] = static_cast<char>(0x80);
}

QByteArray headerBlock(const QByteArray& name, const QByteArray& target, char type, qint64 size,
                       int mode)
{
    QByteArray block(kBlock, '\0');
    const QByteArray shortName = name.left(kNameField);
    block.replace(0, shortName.size(), shortName);
    putOctal(block, 100, 8, mode);
    putOctal(block, 108, 8, 0);
    putOctal(block, 116, 8, 0);
    putSize(block, size);
    putOctal(block, 136, 12, 0);
    block[156] = type;
    const QByteArray shortTarget = target.left(kNameField);
    block.replace(157, shortTarget.size(), shortTarget);
    block.replace(257, 8, "ustar  ", 8); // GNU's magic, with its NUL
    // The sum counts its own field as blanks.
    block.replace(148, 8, "        ");
    qint64 sum = 0;
    for (const char byte : block) {
        sum += static_cast<unsigned char>(byte);
    }
    block.replace(148, 6, QByteArray::number(sum, 8).rightJustified(6, '0'));
    block[154] = '\0';
    return block;
}

/// GNU's member that carries a long name ('L') or link target ('K') of the one after it.
QByteArray longText(const QByteArray& text, char type)
{
    const QByteArray content = text + '\0';
    return headerBlock("././@LongLink", {}, type, content.size(), 0644) + content +
           tarPadding(content.size());
}

} // namespace

QByteArray tarHeader(const TarMember& member)
{
    QByteArray name = member.name;
    char type = '0';
    int mode = (member.executable ? 0755 : 0644) & (member.isPrivate ? 0700 : 0777);
    if (member.kind == TarMember::Kind::Folder) {
        type = '5';
        mode = 0755;
        if (!name.endsWith('/')) {
            name += '/';
        }
    } else if (member.kind == TarMember::Kind::Link) {
        type = '2';
        mode = 0777;
    }
    QByteArray header;
    if (member.target.size() > kNameField) {
        header += longText(member.target, 'K');
    }
    if (name.size() > kNameField) {
        header += longText(name, 'L');
    }
    const qint64 size = member.kind == TarMember::Kind::File ? member.size : 0;
    return header + headerBlock(name, member.target, type, size, mode);
}

QByteArray tarPadding(qint64 size)
{
    const qint64 rest = size % kBlock;
    return rest == 0 ? QByteArray() : QByteArray(static_cast<qsizetype>(kBlock - rest), '\0');
}

QByteArray tarFileMember(const QByteArray& name, const QByteArray& content, bool executable)
{
    TarMember member;
    member.name = name;
    member.size = content.size();
    member.executable = executable;
    return tarHeader(member) + content + tarPadding(content.size());
}

QByteArray tarEnd()
{
    return QByteArray(2 * kBlock, '\0');
}

QByteArray makeTar(const QVector<QPair<QString, QByteArray>>& files)
{
    QByteArray archive;
    for (const auto& [name, content] : files) {
        TarMember member;
        member.name = name.toUtf8();
        member.size = content.size();
        member.isPrivate = true;
        archive += tarHeader(member) + content + tarPadding(content.size());
    }
    return archive + tarEnd();
}

} // namespace rocport
