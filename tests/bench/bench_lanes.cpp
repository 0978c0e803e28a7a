// What runs on lanes bring back, compared: bench_lanes [MEGABYTES], by default 10, as one copy and
// as a thousand small ones. Then what kernels cost on one core: crossings of a barrier and of a
// function of a wave against the goal of five million a second, and a kernel of memory against the
// same loop in plain C++.
#include "core/lanes/lanecompare.h"
#include "tests/bench/benchscale.h"
#include "tests/integration/clifixture.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <cstdio>
#include <cstdlib>

using namespace rocport;

namespace {

/// Copies of float32 that make up `bytes`; every 64th element is one step off where `isPort`.
LaneRecording recordingOf(qint64 bytes, qint64 copies, bool isPort)
{
    QByteArray data(bytes / copies / 4 * 4 * copies, Qt::Uninitialized);
    auto* elements = reinterpret_cast<float*>(data.data());
    for (qint64 i = 0; i < data.size() / 4; ++i) {
        elements[i] = isPort && i % 64 == 0 ? 1.0000001F : 1.0F;
    }
    LaneRecording recording;
    for (qint64 i = 0; i < copies; ++i) {
        LaneCopy copy;
        copy.name = QStringLiteral("d_out");
        copy.type = ElementType::Float32;
        copy.bytes = data.size() / copies;
        copy.offset = i * copy.bytes;
        recording.copies.append(copy);
    }
    recording.data = std::make_shared<MemorySource>(data, QStringLiteral("copies.bin"));
    return recording;
}

/// Runs tests/corpus/lanes/speed.cu by rocport-cli and prints what it measured.
bool printSpeeds()
{
    // Alone, since this repository has headers with CUDA's names, which would count as the
    // program's.
    const QTemporaryDir folder;
    const QString program = folder.filePath(QStringLiteral("speed.cu"));
    if (!QFile::copy(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/lanes/speed.cu"), program)) {
        std::fputs("speed.cu cannot be copied\n", stderr);
        return false;
    }
    const test::Outcome ended =
        test::run({QStringLiteral("execute"), QStringLiteral("--original"), program,
                   QStringLiteral("--"), QString::number(test::isSmallBench() ? 100 : 1)});
    if (ended.code != 0) {
        std::fprintf(stderr, "%s", ended.err.constData());
        return false;
    }
    constexpr double kGoal = 5e6; // crossings a second and core
    const QList<QByteArray> lines = ended.out.trimmed().split('\n');
    for (const QByteArray& line : lines) {
        const QList<QByteArray> words = line.split(' ');
        const double first = words.value(1).toDouble();
        const double second = words.value(2).toDouble();
        if (words.first() == "memory") {
            std::printf("kernel without waits %.3f s, the same loop in C++ %.3f s: %.1f times\n",
                        first, second, first / second);
        } else {
            std::printf("%s: %.1f million crossings a second and core, %.1f times the goal\n",
                        words.first().constData(), first / second / 1e6, first / second / kGoal);
        }
    }
    return lines.size() == 3;
}

} // namespace

int main(int argc, char** argv)
{
    const qint64 megabytes = argc > 1 ? std::atoll(argv[1]) : test::benchSize(10);
    for (const qint64 copies : {1, 1000}) {
        LaneComparer comparer(recordingOf(megabytes << 20, copies, false), {});
        const LaneRecording port = recordingOf(megabytes << 20, copies, true);
        QElapsedTimer timer;
        timer.start();
        const bool done = comparer.addPort(64, port).ok();
        std::printf("%lld MB in %lld copies compared in %.3f s\n",
                    static_cast<long long>(megabytes), static_cast<long long>(copies),
                    double(timer.nsecsElapsed()) / 1e9);
        if (!done || comparer.checks().first().ports.first().verdict != LaneVerdict::InTolerance) {
            std::fprintf(stderr, "not compared\n");
            return 1;
        }
    }
    if (!QFileInfo::exists(QStringLiteral("/usr/include/boost/context/detail/fcontext.hpp"))) {
        std::puts("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
        return 0;
    }
    return printSpeeds() ? 0 : 1;
}
