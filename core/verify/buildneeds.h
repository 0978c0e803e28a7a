#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace rocport {

/// What the configuration of a project wants and does not find on this machine, as CMake said it.
/// A value; it goes into the next try.
struct BuildNeeds
{
    QStringList packages;   ///< whose own module fails: "Boost"
    QStringList variables;  ///< without a value: "FAISS_LIBRARY"
    QStringList targets;    ///< linked to and made by nothing: "Foo::foo"
    QStringList libraries;  ///< of the project, which a missing part of it makes: "metis"
    QStringList sourceless; ///< targets whose sources are missing
    QStringList commands;   ///< that nothing defines: "pybind11_add_module"
    QStringList files;      ///< below the build's folder: "tree/third_party/x/CMakeLists.txt"
    QStringList releases;   ///< of CMake, "3.26 3.25": asked for, and taken in its place
    bool all = false;       ///< packages that the project does not call required as well

    /// Adds what `output` of CMake says. `place`: the build's folder, absolute, which holds the
    /// tree as "tree". The text is a stranger's: names of letters, digits and `_+-.:/` are taken,
    /// at most 200 of a kind. Returns whether anything was new.
    bool learn(const QByteArray& output, const QString& place);
    bool operator==(const BuildNeeds&) const = default;
};

/// Whether a package, variable or target has a name of CUDA's: the ROCm build gets no stand-in.
bool isNameOfCuda(const QString& name);
/// The same for packages as an expression of CMake.
QByteArray packagesOfCuda();

/// What stood in for something in a build, for a sentence: `noted` are the names that the
/// configuration noted, one a line.
QStringList standInNames(const BuildNeeds& needs, const QByteArray& noted);

} // namespace rocport
