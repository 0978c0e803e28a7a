#pragma once

#include "core/scan/sourcetree.h"
#include "core/verify/gate.h"

#include <QStringList>

namespace rocport {

inline constexpr qint64 kMostOfBuildFile = 8LL * 1024 * 1024; ///< bytes of one that are read

/// "cmake", "meson" and "make", those that the top folder has files for.
QStringList systemsOf(const SourceTree& tree, const CancelToken& cancel);
/// The programs that a system needs: "cmake" and "make".
QStringList programsOf(const QString& system);
/// The first of them that is not installed here; empty: all are.
QString missingProgram(const QString& system);

/// What switches CUDA on where the project's top file leaves that to an option (CMake, meson) or a
/// variable (make). The ROCm build gets no such argument: the port has to do it.
QStringList cudaOptions(const SourceTree& tree, const QString& guardMacro, const QString& system,
                        const CancelToken& cancel);

/// What switches the ROCm build on: the guard macro, meson's option for it where the tree or the
/// `port` of it has that, or the project's own option in whose arm its CMake file at the top
/// defines that macro. Empty: there is nothing, as meson refuses an option that it does not know.
QString rocmOption(const SourceTree& tree, const QVector<GateFileInput>& port,
                   const QString& guardMacro, const QString& system, const CancelToken& cancel);

} // namespace rocport
