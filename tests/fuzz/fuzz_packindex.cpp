#include "core/scan/gitobjects.h"
#include "core/scan/packindex.h"
#include "tests/fuzz/require.h"

#include <QFile>
#include <QTemporaryDir>

#include <cstdint>

using namespace rocport;

namespace {

void put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    require(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace

/// Any bytes as a pack and its index: two bytes say how long the index is. Every question about
/// them has an answer or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const QTemporaryDir folder(QStringLiteral("/dev/shm/rocport-fuzz-XXXXXX"));
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    if (bytes.size() < 2) {
        return 0;
    }
    const qsizetype length = static_cast<uchar>(bytes[0]) * 256 + static_cast<uchar>(bytes[1]);
    const QByteArray index = bytes.mid(2, length);
    const QByteArray pack = bytes.mid(2 + length);
    put(folder.filePath(QStringLiteral("p.idx")), index);
    put(folder.filePath(QStringLiteral("p.pack")), pack);
    const QByteArray path = QFile::encodeName(folder.filePath(QStringLiteral("p.idx")));
    if (!checkPackIndex(path)) {
        return 0; // PackIndex is for those that nothing is against
    }
    Result<PackIndex> opened = PackIndex::open(path);
    if (!opened) {
        return 0;
    }
    for (qsizetype at = 0; at + 20 <= index.size() && at < 4096; at += 4) {
        const QByteArray name = index.mid(at, 20);
        const auto offset = opened->find(name);
        if (offset && *offset) {
            (void)opened->checkObject(**offset);
            const auto names = opened->namesFrom(name.toHex());
            require(!names || (!names->isEmpty() && names->size() <= 2));
        }
    }
    for (const char* prefix : {"00", "ff", "7f8", "0000000000000000000000000000000000000000"}) {
        const auto names = opened->namesFrom(prefix);
        require(!names || names->size() <= 2);
    }
    for (quint64 offset = 0; offset < 64; ++offset) {
        (void)opened->checkObject(offset);
    }
    return 0;
}
