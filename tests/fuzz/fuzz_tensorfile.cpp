// Any bytes as a tensor file of each kind: nothing crashes, what is opened can be read within its
// claims, and a comparison with itself counts every element. The input's first byte chooses the
// kind.

#include "core/tensor/bundle.h"
#include "core/tensor/compare.h"

#include <QJsonDocument>
#include <QTemporaryDir>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace rocport;

namespace {

QString kindOf(std::uint8_t first)
{
    switch (first % 4) {
    case 0:
        return QStringLiteral("x.safetensors");
    case 1:
        return QStringLiteral("x.npy");
    case 2:
        return QStringLiteral("x.npz");
    default:
        return QStringLiteral("bundle.json");
    }
}

void writeInput(const QString& path, const std::uint8_t* data, std::size_t size)
{
    std::FILE* file = std::fopen(path.toLocal8Bit().constData(), "wb");
    if (file == nullptr || std::fwrite(data, 1, size, file) != size || std::fclose(file) != 0) {
        std::abort();
    }
}

void compareWithItself(const TensorFile& file)
{
    constexpr qint64 kMostElements = 1 << 20;
    for (qsizetype i = 0; i < file.tensors().size() && i < 16; ++i) {
        if (file.tensors().at(i).elements > kMostElements) {
            continue;
        }
        const auto data = file.data(i);
        if (!data) {
            continue;
        }
        const auto compared = compareTensors(**data, **data, {});
        if (!compared) {
            continue;
        }
        quint64 counted = 0;
        for (const quint64 bin : compared->histogram) {
            counted += bin;
        }
        if (compared->verdict != TensorVerdict::Passed || counted != quint64(compared->elements) ||
            compared->mismatched != 0) {
            std::abort();
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const QTemporaryDir folder;
    if (size < 1) {
        return 0;
    }
    const QString path = folder.filePath(kindOf(data[0]));
    writeInput(path, data + 1, size - 1);
    if (path.endsWith(QStringLiteral(".json"))) {
        const auto bundle = readBundle(folder.path());
        (void)bundle;
        const auto tolerances = readTolerances(path);
        if (tolerances && !tolerancesFromJson(tolerancesToJson(*tolerances), path)) {
            std::abort();
        }
        return 0;
    }
    if (const auto file = TensorFile::open(path)) {
        compareWithItself(*file);
    }
    return 0;
}
