#pragma once

#include "core/rules/python/pythonanalysis.h"

namespace rocport {

class NameQuestions;

/// The module from which a file that needs is_rocm could import it (FeatureKind::FlagHome); empty:
/// there is none.
RepoPath flagHomeAmong(const FileFeatures& features);

/// Where a file takes is_rocm from.
struct FlagSource
{
    QByteArray import; ///< the line; empty: the file defines it
    QByteArray key;    ///< of the change that makes the module
    QString module;    ///< what a sentence calls it
    bool isThere = false;
};

/// The module of the target settings, or where there is none the one of the package that `file` is
/// a module of, where more files of it need the flag and nothing but being a module of the package
/// is possible for the file: it imports from the package at its top level, or others do import it
/// from there, none in another way, and it is no program.
FlagSource flagSource(const PythonFile& file, const AnalysisContext& context, NameQuestions& names,
                      FileAnalysis& analysis);

/// Where lines go that define the flag, or import it, in a file that has none.
struct FlagPlace
{
    qsizetype offset = 0;
    bool spaced = false; ///< an empty line goes before them, since one follows
};
/// After the imports that follow torch's; an import goes among those of the package, in order.
FlagPlace flagPlace(const PythonFile& file, const QByteArray& import,
                    const std::vector<PythonSite>& sites);
/// Whether lines put at `offset`, after an import, need an empty line before them: where an empty
/// line follows. Not in notebooks, whose cells have no such style.
bool isSpacedAfterImport(const PythonFile& file, qsizetype offset);

/// Hunks that are right only with others of their rule need those, so that one is not accepted
/// without the others. `keys` are those of the sites.
void linkHunks(const std::vector<PythonSite>& sites, const std::vector<QByteArray>& keys,
               const QByteArray& flagKey, FileAnalysis& analysis);

} // namespace rocport
