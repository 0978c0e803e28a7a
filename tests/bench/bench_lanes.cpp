// What runs on lanes bring back, compared: bench_lanes [MEGABYTES], by default 10, as one copy and
// as a thousand small ones.
#include "core/lanes/lanecompare.h"
#include "tests/bench/benchscale.h"

#include <QElapsedTimer>

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
    return 0;
}
