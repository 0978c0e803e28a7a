#pragma once

#include "app/cli/arguments.h"
#include "core/verify/compilers.h"

namespace rocport {

/// Whether a command has --rocm-path besides --compiler.
enum class RocmPathOption : bool { No, Yes };

/// Where compilers are looked for: the environment and a command's options. Paths become absolute,
/// since a compiler runs in a folder of its own.
CompilerSearch compilerSearch(const Arguments& args, RocmPathOption rocm = RocmPathOption::No);

} // namespace rocport
