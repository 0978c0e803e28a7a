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

/// Looks for that switch in CMake and meson files, makefiles and templates of headers: a name that
/// ends in HIP or ROCM, that a build file at the top declares and leaves off (`option(USE_HIP …
/// OFF)`, `ifdef USE_HIP`; in meson an option of the same name in small letters), and that is
/// handed to the compiler (`-DUSE_HIP`, `#cmakedefine USE_HIP`). Where the build file at the top
/// has a path for AMD GPUs of its own, the macro may have another name than the option, which then
/// stands around each of its definitions (`if(WITH_ROCM)`, -DHAVE_ROCM). `#ifdef` has to mean the
/// same as the switch, so a name is none that is anywhere given as 0, with another value, by a
/// source itself, or by make; and what the port adds has to be told from what was there, so a name
/// is none that build files below the top ask for. Nothing: there is no such name, there are
/// several, or it is the one that Rocport takes anyway. Build files over 1 MiB are passed over.
/// Errors: Cancelled, and those of SourceTree::list; files that cannot be read are passed over.
Result<std::optional<OwnGuard>> findOwnGuard(const SourceTree& tree, const CancelToken& cancel);

/// The target with that macro in place of the default one; the same where it has none.
Result<TargetSettings> withOwnGuard(const SourceTree& tree, TargetSettings target,
                                    const CancelToken& cancel);

} // namespace rocport
