// The engine takes any bytes, makes edits that do not overlap, and finds nothing more to do in its
// own output.

#include "core/translate/translate.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    rocport::TranslateOptions options;
    options.launch = (data[0] & 1) ? rocport::LaunchSyntax::Hip : rocport::LaunchSyntax::Cuda;
    options.names.roc = (data[0] & 2) != 0;
    options.names.experimental = (data[0] & 4) != 0;
    if (data[0] & 8) {
        options.names.rocm = {6, 3};
    }
    const QByteArray text(reinterpret_cast<const char*>(data + 1), qsizetype(size - 1));
    const auto once = rocport::translateSource(rocport::SourceBuffer(text), options);
    if (!once.ok()) {
        std::abort();
    }
    const auto twice = rocport::translateSource(rocport::SourceBuffer(once.value()), options);
    if (!twice.ok() || twice.value() != once.value()) {
        std::abort();
    }
    return 0;
}
