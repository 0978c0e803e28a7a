#pragma once

#include "core/scan/sourcetree.h"
#include "core/verify/gate.h"

#include <QByteArrayList>
#include <QStringList>
#include <QVector>

namespace rocport {

inline constexpr qint64 kMostOfBuildFile = 8LL * 1024 * 1024; ///< the most bytes of a build file
                                                              ///  that are read

/// What builds a project.
enum class BuildSystem : quint8 { CMake, Meson, Make };

/// What is known about a build system.
struct BuildSystemTraits
{
    BuildSystem system = BuildSystem::CMake;
    QString id;                 ///< "cmake", in scripts and in messages about a build
    QString name;               ///< as written in sentences: "CMake"
    QByteArrayList topFiles;    ///< files of which one must be at the top level: "CMakeLists.txt"
    QByteArrayList optionFiles; ///< the top-level files that declare its options
    QStringList programs;       ///< that it needs: "cmake" and "make"
    QString define;             ///< what comes before a setting "NAME=VALUE": "-D"
    int mostTries = 1;          ///< attempts to configure, each with what the previous one needed

    /// Whether a step before the build reports what it needs and does not find.
    [[nodiscard]] bool configures() const { return mostTries > 1; }
};

const BuildSystemTraits& traitsOf(BuildSystem system);

/// The build systems for which there are files at the top level, in the order in which they are
/// tried.
QVector<BuildSystem> systemsOf(const SourceTree& tree, const CancelToken& cancel);
/// The first of a system's programs that is not installed here; empty: all are.
QString missingProgram(BuildSystem system);

/// The arguments that enable CUDA where the project's top-level file leaves that to an option
/// (CMake, meson) or a variable (make). The ROCm build gets no such argument: the port has to do
/// it.
QStringList cudaOptions(const SourceTree& tree, const QString& guardMacro, BuildSystem system,
                        const CancelToken& cancel);

/// The name that enables the ROCm build: the guard macro, meson's option for it if the tree or its
/// `port` has that, or the project's own option under which its top-level CMake file defines that
/// macro. Empty: there is none; meson refuses an option that it does not know.
QString rocmOption(const SourceTree& tree, const QVector<GateFileInput>& port,
                   const QString& guardMacro, BuildSystem system, const CancelToken& cancel);

} // namespace rocport
