#pragma once

#include "core/scan/scanner.h"

#include <QSet>

namespace rocport {

/// What the names of a repository's files say before any is analysed.
struct Layout
{
    bool hasPython = false;
    bool hasCuda = false; ///< .cu or .cuh
    bool hasCMake = false;
    bool hasMake = false;
    bool hasMeson = false;
    QSet<QByteArray> topHeaders; ///< C/C++ headers below the top-level folder "include"
    RepoPath cudaFolder;         ///< deepest folder that holds all CUDA files
};

Layout layoutOf(const QVector<TreeEntry>& entries);

/// `buildsExtension`: a setup.py uses torch's extension builder, or any Python file does where
/// there is no build file for the CUDA sources.
RepositoryKind kindOf(const Layout& layout, bool buildsExtension);
/// Default for a kind (docs/architecture.md, "Strategies"). `bringsShims`: a build file enables
/// CUDA where the port can add to it, and the project has no path for AMD GPUs of its own.
Strategy defaultStrategy(RepositoryKind kind, bool bringsShims);
/// Strategy shim-headers: where the header with the names of the runtime goes.
RepoPath shimHeaderPath(const TargetSettings& target);
/// Strategy compat-header: where the generated header goes. This is the top-level folder "include"
/// when CUDA files use it, else the deepest folder that holds all CUDA files.
RepoPath compatHeaderPath(const Layout& layout, bool usesTopInclude);
/// Whether a Python file builds a compiled torch extension, judging by its text.
bool buildsTorchExtension(const QByteArray& python);

} // namespace rocport
