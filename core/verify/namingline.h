#pragma once

#include "core/base/repopath.h"

#include <QHash>
#include <QString>
#include <QVector>

namespace rocport {

/// The line of a build file that names a source.
struct NamingLine
{
    RepoPath file;
    int line = 0;    ///< 1-based; 0: not known
    QString command; ///< "add_library"; empty: of a make file
    QString
        condition; ///< "if(NOT USE_ROCM)", "the else of if(X)": innermost around it; empty: none
    int conditionLine = 0;

    /// "CMakeLists.txt:7 names it (add_library), under if(WITH_CUDA) of line 5"; empty: not known.
    [[nodiscard]] QString sentence() const;
};

/// For each of `sources` the line at which CMake gave it to a target, else the one that put it into
/// a variable, from a trace (--trace-expand, json-v1). The text is a stranger's: lines that are
/// none are passed over. `root`: absolute folder of the tree.
QVector<NamingLine> namingLinesOfTrace(const QByteArray& trace, const QByteArray& root,
                                       const QVector<RepoPath>& sources);
/// Adds to `lines` the conditions that stand around them in `texts`, the CMake files.
void addConditions(QVector<NamingLine>& lines, const QHash<RepoPath, QByteArray>& texts);
/// For each of `sources` the first line of a make file in which its name stands, else that of the
/// object that is made of it, 1-based, comments aside; 0: there is none.
QVector<int> namingLinesOfMake(const QByteArray& text, const QVector<RepoPath>& sources);

/// For each of `sources` the string of a meson file that names it, seen from that file's folder,
/// else one that ends its path, with the call that it is an argument of and the `if` around it.
QVector<NamingLine> namingLinesOfMeson(const QHash<RepoPath, QByteArray>& texts,
                                       const QVector<RepoPath>& sources);

/// For each of `sources` the line of a build file that names it: of CMake by `trace`, else, where
/// that is empty, of the make file beside it or at the top. `texts`: the build files of the tree.
QVector<NamingLine> namingLines(const QVector<RepoPath>& sources,
                                const QHash<RepoPath, QByteArray>& texts, const QByteArray& trace,
                                const QByteArray& root);

} // namespace rocport
