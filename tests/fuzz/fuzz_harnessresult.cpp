// Results of the harness come from a node: any bytes.
#include "core/verify/harnessresult.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const auto results = rocport::readHarness(
        QByteArrayView(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size)));
    if (results) {
        for (const rocport::HarnessFile& file : results->files) {
            if (file.path.startsWith(u'/') || file.path.startsWith(QLatin1StringView(".."))) {
                __builtin_trap();
            }
        }
    }
    return 0;
}
