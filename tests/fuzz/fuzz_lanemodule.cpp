// What a program asks to have compiled while it runs comes from the program: any bytes.
#include "core/lanes/lanemodule.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

using rocport::require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const auto request = rocport::readLaneModuleRequest(
        QByteArray(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size)));
    if (!request) {
        return 0;
    }
    for (const bool isNvidia : {true, false}) {
        const rocport::LaneModuleText text =
            rocport::laneModuleText(*request, isNvidia, QByteArrayLiteral("a/b"));
        if (text.code != rocport::LaneRtcCode::Success) {
            require(!text.log.isEmpty());
            continue;
        }
        require(text.headers.size() == request->headers.size());
        // Lines of the source stay where they are, behind those of the options.
        const auto before = request->options.size() * 2 + 2;
        require(text.main.count('\n') <=
                before + request->source.count('\n') + 1 + 2 * request->expressions.size());
        require(text.main.count('\n') >= request->source.count('\n'));
    }
    return 0;
}
