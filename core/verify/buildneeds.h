#pragma once

#include <QByteArray>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace rocport {

/// What meson alone asks for and does not find.
struct MesonNeeds
{
    QStringList modules;     ///< of pkg-config: "fmt"
    QStringList versions;    ///< of them, where not each will do: "fmt 9.1"
    QStringList overridden;  ///< dependencies that meson looks for in its own way: "boost"
    QStringList subprojects; ///< that would be fetched: "cxxopts"
    QStringList variables;   ///< of such subprojects: "cxxopts_dep"
    QStringList libraries;   ///< by find_library(): "numa"
    QStringList headers;     ///< by has_header(): "deep/x.h"
    QStringList programs;    ///< by find_program(): "protoc"
    bool operator==(const MesonNeeds&) const = default;
};

/// What the configuration of a project wants and does not find on this machine, as CMake or meson
/// said it. A value; it goes into the next try.
struct BuildNeeds
{
    QStringList packages;   ///< whose own module fails: "Boost"
    QStringList variables;  ///< without a value: "FAISS_LIBRARY"
    QStringList targets;    ///< linked to and made by nothing: "Foo::foo"
    QStringList libraries;  ///< of the project, which a missing part of it makes: "metis"
    QStringList sourceless; ///< targets whose sources are missing
    QStringList commands;   ///< that nothing defines: "pybind11_add_module"
    QStringList files;      ///< below the build's folder: "tree/third_party/x/CMakeLists.txt"
    QStringList releases;   ///< of CMake or meson, "3.26 3.25": asked for, and what is here
    MesonNeeds meson;
    bool all = false; ///< packages that the project does not call required as well

    /// Adds what `output` of CMake says. `place`: the build's folder, absolute, which holds the
    /// tree as "tree". The text is a stranger's: names of letters, digits and `_+-.:/` are taken,
    /// at most 200 of a kind. Returns whether anything was new.
    bool learn(const QByteArray& output, const QString& place);
    bool operator==(const BuildNeeds&) const = default;
};

inline constexpr qsizetype kMostOfKind = 200;       ///< things of a kind that are taken
inline constexpr qsizetype kLongestNeed = 200;      ///< of a name
inline constexpr qsizetype kMostOfOutput = 1 << 20; ///< bytes of what a build said that are read

/// Adds a text unless it is there, or as many as are taken; whether it is new.
bool addNew(QStringList& list, const QString& text);
/// Adds a name of letters, digits and `_+.:-`, up to 200 of them; whether it is new.
bool addNeed(QStringList& list, const QString& name);
/// Adds a file of the build's folder `place` that `file`, relative to the tree or absolute, names.
bool addNeededFile(QStringList& list, const QString& file, const QString& name,
                   const QString& place);

/// What the first group of `pattern` has in a text; empty: it does not match.
QString capturedIn(const QString& text, const QRegularExpression& pattern);

/// Whether a package, variable or target has a name of CUDA's: the ROCm build gets no stand-in.
bool isNameOfCuda(const QString& name);
/// The same for packages as an expression of CMake.
QByteArray packagesOfCuda();

/// Whether a module of pkg-config is one of CUDA's, and the same as an extended regular expression.
bool isModuleOfCuda(const QString& name);
QByteArray modulesOfCuda();

/// What stood in for something in a build, for a sentence: `noted` are the names that the
/// configuration noted, one a line.
QStringList standInNames(const BuildNeeds& needs, const QByteArray& noted);

} // namespace rocport
