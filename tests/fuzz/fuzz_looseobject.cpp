#include "core/scan/looseobject.h"
#include "tests/fuzz/require.h"

#include <QFile>
#include <QTemporaryDir>

#include <cstdint>
#include <zlib.h>

using namespace rocport;

namespace {

/// What `bytes` are when they are inflated, 16 MiB at most.
QByteArray inflated(const QByteArray& bytes)
{
    QByteArray out(16 * 1024 * 1024, '\0');
    uLongf size = static_cast<uLongf>(out.size());
    const int code = ::uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                                  reinterpret_cast<const Bytef*>(bytes.constData()),
                                  static_cast<uLong>(bytes.size()));
    return code == Z_OK ? out.left(static_cast<qsizetype>(size)) : QByteArray();
}

void check(const QString& file, const QByteArray& bytes)
{
    QFile object(file);
    require(object.open(QIODevice::WriteOnly) && object.write(bytes) == bytes.size());
    object.close();
    QByteArray content;
    LooseObject what;
    int asked = 0;
    const auto make = [&](const LooseObject& said) -> char* {
        what = said;
        ++asked;
        if (said.size > 8 * 1024 * 1024) {
            return nullptr;
        }
        content = QByteArray(said.size, '\0');
        return content.data();
    };
    const Result<void> read = readLooseObject(QFile::encodeName(file), make);
    require(asked <= 1);
    if (read) {
        require(asked == 1 && content.size() == what.size);
        const QByteArray other = inflated(bytes);
        require(other.isEmpty() || other.endsWith(content));
    }
}

} // namespace

/// Any bytes as an object file of git, and the same bytes as what such a file holds: the place that
/// is asked for is the place that is filled.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const QTemporaryDir folder(QStringLiteral("/dev/shm/rocport-fuzz-XXXXXX"));
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const QString file = folder.filePath(QStringLiteral("object"));
    check(file, bytes);
    uLongf length = ::compressBound(static_cast<uLong>(size));
    QByteArray packed(static_cast<qsizetype>(length), '\0');
    if (::compress(reinterpret_cast<Bytef*>(packed.data()), &length, data,
                   static_cast<uLong>(size)) == Z_OK) {
        check(file, packed.left(static_cast<qsizetype>(length)));
    }
    return 0;
}
