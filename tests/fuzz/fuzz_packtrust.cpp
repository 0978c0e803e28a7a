#include "core/files/readfile.h"
#include "core/project/session/packtruststore.h"
#include "tests/fuzz/require.h"

#include <QFile>
#include <QTemporaryDir>

#include <cstdint>

using namespace rocport;

/// Any bytes as the user's list of trusted rule packs: nothing is trusted that the list does not
/// say in full, and what is answered later is kept beside what it says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const QTemporaryDir folder(QStringLiteral("/dev/shm/rocport-fuzz-XXXXXX"));
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const QString path = folder.filePath(QStringLiteral("trusted-packs.json"));
    QFile file(path);
    require(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    const PackTrustStore store(path);
    const Result<PackTrust> read = store.read();
    const QByteArray hash(64, 'a');
    const QString place = QString::fromUtf8(bytes.left(100));
    if (!read) {
        require(read.error().code == ErrorCode::ParseFailed);
        require(!store.keep(hash, place, PackAnswer::Trusted).ok());
        require(readFile(path).ok() && *readFile(path) == bytes);
        return 0;
    }
    for (const PackTrustEntry& entry : read->entries()) {
        require(isPackHash(entry.hash));
        require(entry.answer != PackAnswer::Trusted || bytes.contains("trusted"));
    }
    require(store.keep(hash, place, PackAnswer::Trusted).ok());
    const Result<PackTrust> kept = store.read();
    require(kept.ok() && kept->of(hash) == PackAnswer::Trusted);
    qsizetype lost = 0;
    for (const PackTrustEntry& entry : read->entries()) {
        lost += entry.hash != hash && kept->of(entry.hash) != read->of(entry.hash) ? 1 : 0;
    }
    require(lost == 0 || kept->entries().size() >= 1000);
    require(store.keep(hash, place, PackAnswer::None).ok());
    const Result<PackTrust> forgotten = store.read();
    require(forgotten.ok() && forgotten->of(hash) == PackAnswer::None);
    return 0;
}
