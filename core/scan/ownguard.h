#pragma once

#include "core/base/words.h"
#include "core/scan/sourcetree.h"

#include <QString>

#include <optional>

namespace rocport {

/// A project's own switch for AMD GPUs: a build option that is a macro in its sources too.
struct OwnGuard
{
    QString macro; ///< "USE_HIP"
    RepoPath path; ///< the build file that declares it
    int line = 1;  ///< 1-based
};

/// Looks for that switch in CMake and meson files, makefiles and header templates: a name that ends
/// in HIP or ROCM, that a top-level build file declares and leaves off (`option(USE_HIP … OFF)`,
/// `ifdef USE_HIP`; in meson an option of the same name in lower case), and that is passed to the
/// compiler (`-DUSE_HIP`, `#cmakedefine USE_HIP`). If the top-level build file has its own path for
/// AMD GPUs, the macro may have a different name from the option, which must then enclose each of
/// its definitions (`if(WITH_ROCM)`, -DHAVE_ROCM). `#ifdef` has to mean the same as the switch, so
/// a name is rejected if it is anywhere defined as 0 or with another value, by a source itself, or
/// by make; and what the port adds must be distinguishable from what was there, so a name is
/// rejected if build files below the top level test it. Nothing: there is no such name, there are
/// several, or it is the one that Rocport uses anyway. Build files over 1 MiB are skipped. Errors:
/// Cancelled, and those of SourceTree::list; files that cannot be read are skipped.
Result<std::optional<OwnGuard>> findOwnGuard(const SourceTree& tree, const CancelToken& cancel);

/// The target with that macro in place of the default one; unchanged if the project has none.
Result<TargetSettings> withOwnGuard(const SourceTree& tree, TargetSettings target,
                                    const CancelToken& cancel);

} // namespace rocport
