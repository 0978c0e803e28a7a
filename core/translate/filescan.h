#pragma once

#include "core/facts/facts.h"
#include "core/translate/brackets.h"
#include "core/translate/conditions.h"

#include <vector>

namespace rocport {

/// An identifier that is spelled like a CUDA API name.
struct NameHit
{
    int token = 0;
    const ApiFact* fact = nullptr;
    bool inEnum = false;
    int branch = 0; ///< see Conditions::branch()
    /// In an arm that is not translated but whose declarations count: see
    /// Conditions::withoutHipcc().
    bool leftAlone = false;
};

/// An #include line.
struct IncludeHit
{
    int directive = 0; ///< token of '#'
    int name = 0;      ///< token of the header name
    int branch = 0;    ///< see Conditions::branch()
    int depth = 0;     ///< of conditions
    const HeaderFact* header = nullptr;
};

/// What one pass over the tokens of a file finds, before any judgement.
struct FileScan
{
    std::vector<NameHit> names;
    std::vector<IncludeHit> includes;
    std::vector<int> branchEnds;   ///< token at which each branch of conditions ends
    std::vector<int> branchBegins; ///< token of the directive that begins it
    std::vector<int> launches;     ///< tokens "<<<"
    std::vector<int> cubNames;     ///< identifiers "cub"
    bool deviceCode = false; ///< __global__, __device__, __shared__ ... outside preprocessor lines
    bool cudaHeader = false;
    bool cubHeader = false;
    bool cooperativeGroups = false; ///< their header is included
    bool hipHeader = false;         ///< a HIP header is included
    bool thrust = false;            ///< an identifier "thrust" occurs anywhere
    bool unsure = false;            ///< something is not closed; the tokens after it may be wrong
    int pragmaOnce = -1;            ///< token of the '#' of "#pragma once"
    int pragmaBranch = 0;           ///< Conditions::branch() of that line
    int guardIf = -1;        ///< '#' of an include guard's "#ifndef NAME" at the top of the file
    int guardDefine = -1;    ///< '#' of its "#define NAME"
    int guardBranch = 0;     ///< Conditions::branch() inside the guard
    bool guardWhole = false; ///< only comments follow the guard's "#endif"
};

/// \a skipNvidiaOnly: names and headers in branches for NVIDIA only are skipped.
FileScan scanFile(const TokenWalk& walk, std::string_view guardMacro, bool skipNvidiaOnly);

} // namespace rocport
