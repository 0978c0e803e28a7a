// Kernel launches of any shape: what follows "<<<" is arbitrary. The engine ends, rewrites whole
// launches or none, finds nothing more to do in its own output, and keeps every byte of what stands
// around.

#include "core/translate/translate.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace rocport;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    const QByteArray middle(reinterpret_cast<const char*>(data + 1),
                            static_cast<qsizetype>(size - 1));
    const QByteArray before = "#include <hip/hip_runtime.h>\nvoid before();\nvoid f() {\n";
    const QByteArray after = "\n}\n#define END_OF_TEXT 1\n";
    QByteArray text = before;
    text += (data[0] & 1) != 0 ? "k<T, 3><<<" : "ns::k<<<";
    text += middle;
    text += (data[0] & 2) != 0 ? ">>>(a, b);" : "";
    text += after;
    TranslateOptions options;
    options.launch = LaunchSyntax::Hip;
    options.likeHipify = (data[0] & 4) != 0;
    const Result<QByteArray> once = translateSource(SourceBuffer(text), options);
    require(once.ok());
    require(once->startsWith(before) && once->endsWith(after));
    const Result<QByteArray> twice = translateSource(SourceBuffer(*once), options);
    // hipify leaves the names inside a launch that it writes, so its second run finds them.
    require(twice.ok() && (options.likeHipify || *twice == *once));
    return 0;
}
