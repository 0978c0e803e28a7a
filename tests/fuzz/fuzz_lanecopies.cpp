// What a program writes about its copies comes from the program: any bytes.
#include "core/lanes/lanerecording.h"
#include "tests/fuzz/require.h"

#include <cstddef>
#include <cstdint>

using rocport::require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    constexpr qint64 kData = 1000;
    const rocport::LaneRecording recording = rocport::laneCopiesOf(
        QByteArray(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size)), kData);
    qint64 kept = 0;
    for (const rocport::LaneCopy& copy : recording.copies) {
        require(copy.bytes >= 0 && copy.line >= 0 && copy.elements() >= 0);
        require(copy.offset < 0 || copy.offset + copy.bytes <= kData);
        kept += copy.offset < 0 ? 0 : copy.bytes;
    }
    require(kept <= 1LL << 30);
    return 0;
}
