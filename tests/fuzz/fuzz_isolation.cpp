#include "core/isolation/isolation.h"
#include "tests/fuzz/require.h"

using namespace rocport;

/// Any bytes: projections end, never grow beyond what they read, and are stable; a file is
/// identical to itself; a proof is never given for text that differs and holds no guard.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const TargetSettings target;
    for (const auto project : {projectCpp, projectCMake}) {
        if (const Result<QByteArray> once = project(text, "USE_ROCM"); once) {
            const Result<QByteArray> twice = project(*once, "USE_ROCM");
            require(twice.ok() && *twice == *once);
        }
    }
    if (const Result<QByteArray> python = projectPython(text); python) {
        require(python->size() <= text.size() + 16);
    }
    for (const Language language : {Language::Cpp, Language::CMake, Language::Python}) {
        require(proveFile(text, text, language, target).verdict == Verdict::Identical);
        if (!text.contains("USE_ROCM") && !text.contains("is_rocm") && !text.isEmpty()) {
            require(!isProved(proveFile(text + "x y\n", text, language, target).verdict));
        }
    }
    return 0;
}
