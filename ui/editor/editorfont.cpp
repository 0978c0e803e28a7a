#include "ui/editor/editorfont.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QRawFont>
#include <QtEndian>
#include <QWidget>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

// Tables of a TrueType or OpenType font (OpenType specification 1.9) that drawing needs; "GSUB",
// which holds the ligatures, is left out. In the order of their tags, as the file wants them.
constexpr std::array kTables = {"CFF ", "OS/2", "cmap", "cvt ", "fpgm", "gasp", "glyf", "head",
                                "hhea", "hmtx", "loca", "maxp", "name", "post", "prep"};
constexpr qsizetype kHeader = 12;
constexpr qsizetype kRecord = 16;

quint32 checksum(const QByteArray& table)
{
    quint32 sum = 0;
    for (qsizetype i = 0; i + 3 < table.size(); i += 4) {
        sum += qFromBigEndian<quint32>(table.constData() + i);
    }
    return sum;
}

QByteArray utf16(const QString& text)
{
    QByteArray bytes;
    for (const QChar c : text) {
        bytes += char(c.unicode() >> 8U);
        bytes += char(c.unicode() & 0xFFU);
    }
    return bytes;
}

// The same font under a name of the same length, so that no offset moves.
QByteArray plainFont(const QRawFont& raw, const QString& family, const QString& plainFamily)
{
    struct Table
    {
        QByteArray tag;
        QByteArray bytes;
    };
    QVector<Table> tables;
    for (const char* tag : kTables) {
        QByteArray bytes = raw.fontTable(tag);
        if (bytes.isEmpty()) {
            continue;
        }
        if (QByteArrayView(tag) == "name") {
            bytes.replace(utf16(family), utf16(plainFamily));
            bytes.replace(family.toLatin1(), plainFamily.toLatin1());
            QString compact = family;
            QString plainCompact = plainFamily;
            bytes.replace(utf16(compact.remove(u' ')), utf16(plainCompact.remove(u' ')));
        }
        while (bytes.size() % 4 != 0) {
            bytes += '\0';
        }
        tables.append({tag, bytes});
    }
    const bool outlines = !raw.fontTable("CFF ").isEmpty();
    QByteArray font;
    const auto append = [&font](auto number) {
        const auto big = qToBigEndian(number);
        font.append(reinterpret_cast<const char*>(&big), sizeof big);
    };
    quint16 power = 1;
    quint16 exponent = 0;
    while (power * 2 <= tables.size()) {
        power = static_cast<quint16>(power * 2);
        ++exponent;
    }
    append(outlines ? quint32(0x4F54544F) : quint32(0x00010000));
    append(static_cast<quint16>(tables.size()));
    append(static_cast<quint16>(power * 16));
    append(exponent);
    append(static_cast<quint16>(tables.size() * 16 - power * 16));
    auto offset = static_cast<quint32>(kHeader + kRecord * tables.size());
    for (const Table& table : std::as_const(tables)) {
        font += table.tag;
        append(checksum(table.bytes));
        append(offset);
        append(static_cast<quint32>(table.bytes.size()));
        offset += static_cast<quint32>(table.bytes.size());
    }
    for (const Table& table : std::as_const(tables)) {
        font += table.bytes;
    }
    return font;
}

// The registered family without ligatures, or `family` itself.
QString plainFamilyOf(const QFont& font)
{
    QString family = QFontInfo(font).family();
    if (family.size() < 8) {
        return family;
    }
    QString plainFamily = family.chopped(4) + QStringLiteral("Diff");
    if (QFontDatabase::hasFamily(plainFamily)) {
        return plainFamily;
    }
    const QRawFont raw = QRawFont::fromFont(font);
    if (!raw.isValid() || raw.fontTable("GSUB").isEmpty()) {
        return family;
    }
    const int id = QFontDatabase::addApplicationFontFromData(plainFont(raw, family, plainFamily));
    const QStringList families = QFontDatabase::applicationFontFamilies(id);
    return families.isEmpty() ? family : families.first();
}

} // namespace

QFont editorFont(const QFont& font, const QWidget& widget)
{
    QFont made = font;
    made.setFamilies({plainFamilyOf(font)});
    if (font.pixelSize() > 0) {
        made.setPointSizeF(font.pixelSize() * 72.0 / widget.logicalDpiY());
    }
    return made;
}

} // namespace rocport
