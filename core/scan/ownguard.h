#pragma once

#include "core/base/words.h"
#include "core/scan/sourcetree.h"

#include <QString>

#include <optional>

namespace rocport {

/// The switch for AMD GPUs that a project has itself: an option of its build that is a macro of its
/// sources too.
struct OwnGuard
{
    QString macro; ///< "USE_HIP"
    RepoPath path; ///< the build file that declares it
    int line = 1;  ///< 1-based
};

/// Looks in CMake files, makefiles and templates of headers for that switch: a name with HIP, ROCM
/// or AMD that the build asks for (`option(USE_HIP …)`, `ifdef USE_HIP`) and hands to the compiler
/// (`-DUSE_HIP`, `#cmakedefine USE_HIP`). A name that is also given as 0, or with a value of its
/// own, is none: `#ifdef` would hold for NVIDIA too. Nothing: there is no such name, or it is the
/// one that Rocport takes anyway. Files over 1 MiB are passed over. Errors: Cancelled, and those of
/// SourceTree::list; files that cannot be read are passed over.
Result<std::optional<OwnGuard>> findOwnGuard(const SourceTree& tree, const CancelToken& cancel);

/// The target with that macro in place of the default one; the same where it has none.
Result<TargetSettings> withOwnGuard(const SourceTree& tree, TargetSettings target,
                                    const CancelToken& cancel);

} // namespace rocport
