#pragma once

#include "core/base/finding.h"

namespace rocport {

/// Whether a file is in a folder whose name says that it holds third-party code: "third_party",
/// "vendor", "extern", "submodules", "node_modules", "site-packages" and the like, at any depth.
/// Case does not matter. The file's own name does not count.
bool isVendored(const RepoPath& path);

/// Who wrote a file.
enum class CodeOrigin : quint8 {
    Own,      ///< the project
    Vendored, ///< others: the file is a copy of theirs
    Generated ///< a program
};
/// "own", "vendored", "generated".
QString codeOriginId(CodeOrigin origin);
/// As the scan found it; by the names of the folders where it said nothing.
CodeOrigin originOf(const FileAnalysis& file);

/// Whether a finding is work, and if not, why. What is not Own is listed apart and counted apart.
enum class FindingHome : quint8 {
    Own,
    Ported,   ///< the project has code for AMD GPUs for it
    Vendored, ///< in a copy of others' code
    Generated ///< in a file that a program wrote
};
/// "own", "ported", "vendored", "generated".
QString findingHomeId(FindingHome home);
/// Whether that is a file which the project did not write: lists leave it out unless asked.
inline bool isOfCopy(FindingHome home)
{
    return home == FindingHome::Vendored || home == FindingHome::Generated;
}
/// \a finding is one of \a file.
FindingHome homeOf(const FileAnalysis& file, const Finding& finding);

} // namespace rocport
