// Two float32 tensors compared: seconds, the same bytes read and compared with memcmp in the same
// run, and the most memory that the process had. bench_compare [MEGABYTES OF EACH, 1024] [THREADS,
// 2] [FOLDER]

#include "core/tensor/comparefiles.h"
#include "tests/bench/benchscale.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QtConcurrentRun>
#include <QTemporaryDir>

#include <cstdio>
#include <cstring>
#include <random>

#include <sys/resource.h>

using namespace rocport;

namespace {

constexpr qint64 kChunk = 1 << 20;

/// Noise at one side, and the same with roundings at the other.
bool writeTensor(const QString& path, qint64 bytes, bool altered)
{
    QFile file(path);
    const QByteArray header = QByteArrayLiteral("{\"weights\":{\"dtype\":\"F32\",\"shape\":[") +
                              QByteArray::number(bytes / 4) +
                              QByteArrayLiteral("],\"data_offsets\":[0,") +
                              QByteArray::number(bytes) + QByteArrayLiteral("]}}");
    const auto length = static_cast<quint64>(header.size());
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(reinterpret_cast<const char*>(&length), 8) != 8 ||
        file.write(header) != header.size()) {
        return false;
    }
    std::mt19937 random(7);
    QByteArray chunk(kChunk, '\0');
    for (qint64 at = 0; at < bytes; at += kChunk) {
        auto* numbers = reinterpret_cast<float*>(chunk.data());
        for (qint64 i = 0; i < kChunk / 4; ++i) {
            const quint32 bits = random();
            const float value = float(bits) / 4294967296.0F - 0.5F;
            numbers[i] = altered ? value * (1.0F + float(bits & 7U) * 1e-7F) : value;
        }
        if (file.write(chunk) != chunk.size()) {
            return false;
        }
    }
    return true;
}

/// Both files read and compared with memcmp, a part in each thread.
bool equalPart(const QString& left, const QString& right, qint64 from, qint64 to)
{
    const auto a = FileSource::open(left);
    const auto b = FileSource::open(right);
    QByteArray one(256 << 10, '\0');
    QByteArray other(256 << 10, '\0');
    bool equal = true;
    for (qint64 at = from; a && b && at < to; at += one.size()) {
        const qint64 count = std::min<qint64>(one.size(), to - at);
        equal = (*a)->read(at, one.data(), count).ok() &&
                (*b)->read(at, other.data(), count).ok() &&
                std::memcmp(one.constData(), other.constData(), size_t(count)) == 0 && equal;
    }
    return equal;
}

double baseline(const QString& left, const QString& right, int threads)
{
    QElapsedTimer timer;
    timer.start();
    const qint64 size = QFile(left).size();
    QVector<QFuture<bool>> parts;
    for (int i = 0; i < threads; ++i) {
        parts.append(QtConcurrent::run(equalPart, left, right, size * i / threads,
                                       size * (i + 1) / threads));
    }
    bool equal = true;
    for (QFuture<bool>& part : parts) {
        equal = part.result() && equal;
    }
    const double seconds = double(timer.nsecsElapsed()) / 1e9;
    std::printf("read + memcmp   %6.2f s (%s)\n", seconds, equal ? "equal" : "different");
    return seconds;
}

double cpuSeconds()
{
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

} // namespace

int main(int argc, char** argv)
{
    const qint64 megabytes = argc > 1 ? std::atoll(argv[1]) : test::benchSize(1024);
    const int threads = argc > 2 ? std::atoi(argv[2]) : 2;
    QTemporaryDir folder((argc > 3 ? QString::fromLocal8Bit(argv[3]) : QDir::tempPath()) +
                         QStringLiteral("/bench-compare-XXXXXX"));
    const QString left = folder.filePath(QStringLiteral("reference.safetensors"));
    const QString right = folder.filePath(QStringLiteral("candidate.safetensors"));
    if (megabytes < 1 || threads < 1 || !writeTensor(left, megabytes << 20, false) ||
        !writeTensor(right, megabytes << 20, true)) {
        std::fprintf(stderr, "the tensors could not be written\n");
        return 1;
    }
    baseline(left, right, threads); // both files are in the page cache from here on
    for (int round = 0; round < 3; ++round) {
        const double plain = baseline(left, right, threads);
        const double cpu = cpuSeconds();
        CompareOptions options;
        options.threads = threads;
        QElapsedTimer timer;
        timer.start();
        const auto compared = compareFiles(left, right, {}, options);
        const double seconds = double(timer.nsecsElapsed()) / 1e9;
        if (!compared || compared->tensors.size() != 1) {
            std::fprintf(stderr, "not compared\n");
            return 1;
        }
        const TensorComparison& tensor = compared->tensors.first();
        std::printf("compare         %6.2f s, %.2f s of CPU, %.1f times the baseline; %s, max abs "
                    "%g, ulp %g\n",
                    seconds, cpuSeconds() - cpu, seconds / plain,
                    qPrintable(tensorVerdictId(tensor.verdict)), tensor.maxAbsolute, tensor.maxUlp);
    }
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("most memory     %6ld MiB\n", usage.ru_maxrss / 1024);
    return 0;
}
