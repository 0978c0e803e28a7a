#pragma once

#include "core/scan/sourcetree.h"

#include <QStringList>

namespace rocport {

inline constexpr qint64 kMostOfBuildFile = 8LL * 1024 * 1024; ///< bytes of one that are read

/// "cmake" and "make", those that the top folder has files for.
QStringList systemsOf(const SourceTree& tree, const CancelToken& cancel);

/// What switches CUDA on where the project's top file leaves that to an option (CMake) or a
/// variable (make). The ROCm build gets no such argument: the port has to do it.
QStringList cudaOptions(const SourceTree& tree, const QString& guardMacro, bool cmake,
                        const CancelToken& cancel);

/// What switches the ROCm build on: the guard macro, or the project's own option in whose arm its
/// CMake file at the top defines that macro.
QString rocmOption(const SourceTree& tree, const QString& guardMacro, bool cmake,
                   const CancelToken& cancel);

} // namespace rocport
