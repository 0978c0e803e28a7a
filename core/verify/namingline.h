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
    int line = 0;      ///< 1-based; 0: not known
    QString command;   ///< "add_library"; empty for a makefile
    QString condition; ///< "if(NOT USE_ROCM)", "the else of if(X)": the innermost around it; empty:
                       ///  none
    int conditionLine = 0;

    /// "CMakeLists.txt:7 names it (add_library), under if(WITH_CUDA) of line 5"; empty: not known.
    [[nodiscard]] QString sentence() const;
};

/// For each of `sources`, the line at which CMake added it to a target, else the one that put it
/// into a variable, from a trace (--trace-expand, json-v1). The text is untrusted: malformed lines
/// are skipped. `root`: absolute folder of the tree.
QVector<NamingLine> namingLinesOfTrace(const QByteArray& trace, const QByteArray& root,
                                       const QVector<RepoPath>& sources);
/// Adds to `lines` the conditions around them in `texts`, the CMake files.
void addConditions(QVector<NamingLine>& lines, const QHash<RepoPath, QByteArray>& texts);
/// For each of `sources`, the first line of a makefile that contains its name, else the name of its
/// object file, 1-based, ignoring comments; 0: there is none.
QVector<int> namingLinesOfMake(const QByteArray& text, const QVector<RepoPath>& sources);

/// For each of `sources`, the string in a meson file that names it relative to that file's folder,
/// else one that its path ends with, with the call whose argument it is and the `if` around it.
QVector<NamingLine> namingLinesOfMeson(const QHash<RepoPath, QByteArray>& texts,
                                       const QVector<RepoPath>& sources);

/// For each of `sources`, the line of a build file that names it: for CMake by `trace`; if that is
/// empty, of the makefile beside it or at the top level. `texts`: the build files of the tree.
QVector<NamingLine> namingLines(const QVector<RepoPath>& sources,
                                const QHash<RepoPath, QByteArray>& texts, const QByteArray& trace,
                                const QByteArray& root);

} // namespace rocport
