#pragma once

#include <QByteArray>
#include <QVector>

#include <string_view>

namespace rocport {

/// Whether a name is that of a switch for CUDA: "WITH_CUDA", "DGL_USE_CUDA"; not "NO_CUDA" or
/// "USE_CUDA_GRAPHS".
bool namesCudaSwitch(std::string_view name);

/// Names of the options ("WITH_CUDA") by which a CMake file decides to build for CUDA and which are
/// not on by default: letters, digits and '_' only. `guardMacro` is the port's. Linear.
QVector<QByteArray> cudaSwitches(std::string_view text, std::string_view guardMacro);

} // namespace rocport
