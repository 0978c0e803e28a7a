#include "core/verify/harness.h"

#include "core/files/readfile.h"

#include <QDataStream>
#include <QDirIterator>
#include <QFile>

#include <zlib.h>

#include <algorithm>

// Resources of a static library are not linked in on their own; this must stand at global scope.
static void initHarnessResources()
{
    Q_INIT_RESOURCE(harness);
}

namespace rocport {

namespace {

// PKWARE APPNOTE 6.3.10, sections 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (end).
constexpr quint32 kLocalHeader = 0x04034b50;
constexpr quint32 kCentralHeader = 0x02014b50;
constexpr quint32 kEndOfDirectory = 0x06054b50;
constexpr quint16 kVersion = 20;
constexpr quint16 kNamesAreUtf8 = 1U << 11U;
constexpr quint16 kFixedDate = (45U << 9U) | (1U << 5U) | 1U; // 1 January 2025
constexpr quint32 kUnixFile = 0100644U << 16U;

/// As zip has it.
quint32 checksumOf(const QByteArray& bytes)
{
    return static_cast<quint32>(::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.constData()),
                                          static_cast<z_size_t>(bytes.size())));
}

/// What both headers of a file say of it.
void writeCommon(QDataStream& out, const QByteArray& name, const QByteArray& bytes)
{
    constexpr quint16 kStored = 0;
    out << kVersion << kNamesAreUtf8 << kStored << quint16(0) << kFixedDate << checksumOf(bytes)
        << quint32(bytes.size()) << quint32(bytes.size()) << quint16(name.size()) << quint16(0);
}

} // namespace

QByteArray storedZip(const QVector<QPair<QString, QByteArray>>& files)
{
    QByteArray archive;
    QByteArray directory;
    QDataStream out(&archive, QIODevice::WriteOnly);
    QDataStream central(&directory, QIODevice::WriteOnly);
    out.setByteOrder(QDataStream::LittleEndian);
    central.setByteOrder(QDataStream::LittleEndian);
    for (const auto& [path, bytes] : files) {
        const QByteArray name = path.toUtf8();
        const auto place = quint32(archive.size());
        out << kLocalHeader;
        writeCommon(out, name, bytes);
        out.writeRawData(name.constData(), int(name.size()));
        out.writeRawData(bytes.constData(), int(bytes.size()));
        constexpr quint16 kMadeOnUnix = (3U << 8U) | kVersion;
        central << kCentralHeader << kMadeOnUnix;
        writeCommon(central, name, bytes);
        central << quint16(0) << quint16(0) << quint16(0) << kUnixFile << place;
        central.writeRawData(name.constData(), int(name.size()));
    }
    const auto begin = quint32(archive.size());
    out.writeRawData(directory.constData(), int(directory.size()));
    out << kEndOfDirectory << quint16(0) << quint16(0) << quint16(files.size())
        << quint16(files.size()) << quint32(directory.size()) << begin << quint16(0);
    return archive;
}

QByteArray harnessArchive()
{
    static const QByteArray archive = [] {
        initHarnessResources();
        const QString root = QStringLiteral(":/rocport/harness/");
        QStringList paths;
        QDirIterator walk(root, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            paths.append(walk.next());
        }
        std::sort(paths.begin(), paths.end());
        QVector<QPair<QString, QByteArray>> files;
        for (const QString& path : std::as_const(paths)) {
            if (auto bytes = readResource(path)) {
                files.append({path.mid(root.size()), *std::move(bytes)});
            }
        }
        return storedZip(files);
    }();
    return archive;
}

} // namespace rocport
