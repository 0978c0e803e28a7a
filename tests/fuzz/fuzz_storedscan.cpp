#include "core/store/scancodec.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace rocport;

/// Any bytes as the payloads of a stored scan: what is read can be written and read again, and is
/// the same then.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray payload(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    StringPool pool;
    ScanResult scan;
    if (const auto analysis = decodeAnalysis(payload, pool)) {
        const QByteArray again = encodeAnalysis(*analysis);
        const auto second = decodeAnalysis(again, pool);
        require(second != nullptr && encodeAnalysis(*second) == again);
        scan.files.append(analysis);
    }
    ScanResult read = scan;
    if (decodeScan(payload, pool, read)) {
        const QByteArray again = encodeScan(read);
        ScanResult second;
        second.files = read.files;
        require(decodeScan(again, pool, second) && encodeScan(second) == again);
    }
    return 0;
}
