#pragma once

#include "core/base/repopath.h"
#include "core/rules/cpp/cppfile.h"

namespace rocport {

/// What one pass over the tokens sees: enough to know which analyses are worth running.
struct CppMarks
{
    bool kernel = false;
    bool device = false;
    bool templates = false;
    bool condition = false;
    bool kernelPointer = false;
    bool standard = false;
    bool deviceProperties = false;
    bool capability = false;
    bool launch = false;
    bool inlineAsm = false;
    bool warps = false;
    bool warpCalls = false; ///< votes, shuffles and whatever else the lanes of a warp do together
    bool laneMask = false;
    bool texture = false;
    bool cooperativeGroups = false;
    bool cubNamespace = false;
    bool thrustCuda = false;
    bool driverErrors = false; ///< CUresult
    bool addresses = false;    ///< CUdeviceptr
    bool products = false;     ///< cublasGemmEx() and its like
    bool matrices = false;     ///< <mma.h>
};

/// Reads the marks of a file; after a cancel those seen so far.
CppMarks markCpp(const CppFile& file);

/// Whether other files may include the file, by its suffix.
bool isCppHeader(const RepoPath& path);

} // namespace rocport
