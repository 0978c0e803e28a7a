#pragma once

#include <QByteArray>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace rocport {

/// What only meson asks for and does not find.
struct MesonNeeds
{
    QStringList modules;     ///< of pkg-config: "fmt"
    QStringList versions;    ///< of these, where not every version will do: "fmt 9.1"
    QStringList overridden;  ///< dependencies that meson looks for in its own way: "boost"
    QStringList subprojects; ///< that would be fetched: "cxxopts"
    QStringList variables;   ///< that such subprojects would set: "cxxopts_dep"
    QStringList libraries;   ///< by find_library(): "numa"
    QStringList headers;     ///< by has_header(): "deep/x.h"
    QStringList programs;    ///< by find_program(): "protoc"
    bool operator==(const MesonNeeds&) const = default;
};

/// What the configuration of a project needs and does not find on this machine, as reported by
/// CMake or meson. A value; it is used for the next attempt.
struct BuildNeeds
{
    QStringList packages;   ///< whose find module fails: "Boost"
    QStringList variables;  ///< without a value: "FAISS_LIBRARY"
    QStringList targets;    ///< linked to, but defined nowhere: "Foo::foo"
    QStringList libraries;  ///< of the project, built by a missing part of it: "metis"
    QStringList sourceless; ///< targets whose sources are missing
    QStringList commands;   ///< that are not defined: "pybind11_add_module"
    QStringList files;      ///< below the build's folder: "tree/third_party/x/CMakeLists.txt"
    QStringList releases;   ///< of CMake or meson: "3.26 3.25", the one required and the one
                            ///  installed
    MesonNeeds meson;
    bool all = false; ///< stand-ins also for packages that the project does not require

    /// Adds what the `output` of CMake reports. `place`: the build's folder, absolute, which holds
    /// the source tree as "tree". The text is untrusted: only names of letters, digits and `_+-.:/`
    /// are accepted, at most 200 of each kind. Returns whether anything was new.
    bool learn(const QByteArray& output, const QString& place);
    bool operator==(const BuildNeeds&) const = default;
};

inline constexpr qsizetype kMostOfKind = 200;       ///< the most things of each kind
inline constexpr qsizetype kLongestNeed = 200;      ///< the most characters of a name
inline constexpr qsizetype kMostOfOutput = 1 << 20; ///< the most bytes of a build's output that are
                                                    ///  read

/// Adds a text unless it is there already or the list is full; returns whether it was added.
bool addNew(QStringList& list, const QString& text);
/// Adds a name of at most 200 letters, digits and `_+.:-`; returns whether it was added.
bool addNeed(QStringList& list, const QString& name);
/// Adds a file in the build's folder `place` that `file`, relative to the tree or absolute, names.
bool addNeededFile(QStringList& list, const QString& file, const QString& name,
                   const QString& place);

/// What the first group of `pattern` captures in a text; empty: no match.
QString capturedIn(const QString& text, const QRegularExpression& pattern);

/// Whether a package, variable or target belongs to CUDA by its name: the ROCm build gets no
/// stand-in for it.
bool isNameOfCuda(const QString& name);
/// The same for packages, as a CMake regular expression.
QByteArray packagesOfCuda();

/// Whether a pkg-config module is one of CUDA's, and the same as an extended regular expression.
bool isModuleOfCuda(const QString& name);
QByteArray modulesOfCuda();

/// What had stand-ins in a build, for a message; `noted` holds the names that the configuration
/// recorded, one per line.
QStringList standInNames(const BuildNeeds& needs, const QByteArray& noted);

} // namespace rocport
