#pragma once

#include "core/rules/python/pythonanalysis.h"

namespace rocport {

class NameQuestions;

/// The module from which a file that needs is_rocm could import it (FeatureKind::FlagHome); empty:
/// there is none.
RepoPath flagHomeAmong(const FileFeatures& features);

/// From where a file takes is_rocm.
struct FlagSource
{
    QByteArray import; ///< the line; empty: the file defines it
    QByteArray key;    ///< of the change that creates the module
    QString module;    ///< how messages refer to it
    bool isThere = false;
};

/// The module in the target settings, or if there is none, that of the package to which `file`
/// belongs, if more files in it need the flag and the file can only be a module of the package: it
/// imports from the package at its top level, or others import it from there and none in another
/// way, and it is not a program.
FlagSource flagSource(const PythonFile& file, const AnalysisContext& context, NameQuestions& names,
                      FileAnalysis& analysis);

/// Where to put lines that define or import the flag in a file that does not have it.
struct FlagPlace
{
    qsizetype offset = 0;
    bool spaced = false; ///< an empty line goes before them, since one follows
};
/// After the imports that follow torch's; an import goes among those of the package, in order.
FlagPlace flagPlace(const PythonFile& file, const QByteArray& import,
                    const std::vector<PythonSite>& sites);
/// Whether lines inserted at `offset`, after an import, need an empty line before them: if an empty
/// line follows. Not in notebooks, whose cells have no such style.
bool isSpacedAfterImport(const PythonFile& file, qsizetype offset);

/// Makes hunks that are only right with others of their rule need those, so that one is not
/// accepted without the others. `keys` are those of the sites.
void linkHunks(const std::vector<PythonSite>& sites, const std::vector<QByteArray>& keys,
               const QByteArray& flagKey, FileAnalysis& analysis);

/// Whether a statement may load torch._inductor, which reads its variables then: all imports do but
/// those of Python itself, of common libraries without a compiler, and of plain parts of torch; of
/// other simple statements those that call something.
bool mayLoadInductor(const SyntaxTree& tree, qint32 statement);

} // namespace rocport
