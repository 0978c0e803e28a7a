#pragma once

#include "core/base/words.h"
#include "core/rules/build/buildcmakereader.h"

#include <QByteArray>

#include <vector>

namespace rocport {

/// Whether a variable is empty where CUDA is not enabled.
bool isEmptyWithoutCuda(std::string_view name);

/// The endif() of an if() that compares CUDA versions with literal ones, and then stops CMake and
/// does nothing else; null: the command is not such an if().
const CMakeCommand* endOfVersionCheck(const CMakeFile& file, const CMakeCommand& command);

/// What it costs where a condition on a version of CUDA, an if(), elseif() or while(), decides
/// wrongly for AMD GPUs: nothing where all that follows it only sets flags and architectures that
/// they do not read, or says something; the configuration where it may stop that; else what is
/// built. Reads a bounded number of commands.
Severity costOfCondition(const CMakeFile& file, const CMakeCommand& command);

/// .cu files that a command compiles for CUDA only.
struct LostSources
{
    std::vector<const CMakeArgument*> sources; ///< at least one, of one command
};

/// What the arms for CUDA compile and those for AMD GPUs do not name, not even as an AMD version
/// ("scan_cuda.cu", "hip/scan.hip"), in a file that has both. Linear.
std::vector<LostSources> lostSources(const CMakeFile& file, std::string_view guardMacro);

} // namespace rocport
