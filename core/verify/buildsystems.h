#pragma once

#include "core/scan/sourcetree.h"
#include "core/verify/gate.h"

#include <QByteArrayList>
#include <QStringList>
#include <QVector>

namespace rocport {

inline constexpr qint64 kMostOfBuildFile = 8LL * 1024 * 1024; ///< bytes of one that are read

/// What builds a project.
enum class BuildSystem : quint8 { CMake, Meson, Make };

/// What is known of a build system.
struct BuildSystemTraits
{
    BuildSystem system = BuildSystem::CMake;
    QString id;                 ///< "cmake", in scripts and in what is told of a build
    QString name;               ///< as sentences have it: "CMake"
    QByteArrayList topFiles;    ///< one of which the top folder has: "CMakeLists.txt"
    QByteArrayList optionFiles; ///< the files at the top in which its options stand
    QStringList programs;       ///< that it needs: "cmake" and "make"
    QString define;             ///< what stands before a setting "NAME=VALUE": "-D"
    int mostTries = 1;          ///< of configuring, each with what the last one wanted

    /// Whether there is a step before the build that says what it wants and does not find.
    [[nodiscard]] bool configures() const { return mostTries > 1; }
};

const BuildSystemTraits& traitsOf(BuildSystem system);

/// Those that the top folder has files for, in the order in which they are tried.
QVector<BuildSystem> systemsOf(const SourceTree& tree, const CancelToken& cancel);
/// The first of a system's programs that is not installed here; empty: all are.
QString missingProgram(BuildSystem system);

/// What switches CUDA on where the project's top file leaves that to an option (CMake, meson) or a
/// variable (make). The ROCm build gets no such argument: the port has to do it.
QStringList cudaOptions(const SourceTree& tree, const QString& guardMacro, BuildSystem system,
                        const CancelToken& cancel);

/// What switches the ROCm build on: the guard macro, meson's option for it where the tree or the
/// `port` of it has that, or the project's own option in whose arm its CMake file at the top
/// defines that macro. Empty: there is nothing, as meson refuses an option that it does not know.
QString rocmOption(const SourceTree& tree, const QVector<GateFileInput>& port,
                   const QString& guardMacro, BuildSystem system, const CancelToken& cancel);

} // namespace rocport
