#pragma once

#include "core/process/localprocess.h"
#include "core/verify/compilers.h"

/// The real compiler for HIP that is here, and the headers of a ROCm release.
namespace rocport::test {

inline QString headers()
{
    return QStringLiteral(ROCPORT_DEPS "/rocm-headers");
}

/// Whether a compiler for gfx942 and headers of a release are here.
inline bool hasCompiler()
{
    CompilerSearch search = CompilerSearch::fromEnvironment();
    search.rocmPath = headers();
    CompileSetup setup;
    setup.architectures = {QStringLiteral("gfx942")};
    setup.guardMacro = QStringLiteral("USE_ROCM");
    setup.standard = QStringLiteral("c++17");
    return findHipCompiler(search, setup, LocalProcessRunner(), {}).ok();
}

} // namespace rocport::test
