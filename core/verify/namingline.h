#pragma once

#include "core/base/repopath.h"

#include <QString>

#include <optional>

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

/// The line at which CMake gave `source` to a target, else the one that put it into a variable,
/// from a trace (--trace-expand, json-v1). The text is a stranger's: lines that are none are passed
/// over. `root`: absolute folder of the tree.
NamingLine namingLineOfTrace(const QByteArray& trace, const QByteArray& root,
                             const RepoPath& source);
/// Adds to `line` the condition that stands around it in `text`, its CMake file.
void addCondition(NamingLine& line, const QByteArray& text);
/// The first line of a make file in which the name of `source`, or of the object that is made of
/// it, stands; nothing in comments.
std::optional<int> namingLineOfMake(const QByteArray& text, const RepoPath& source);

} // namespace rocport
