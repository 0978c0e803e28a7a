#pragma once

#include "core/base/repopath.h"

namespace rocport {

/// Whether a file is in a folder whose name says that it holds third-party code: "third_party",
/// "vendor", "extern", "submodules", "node_modules", "site-packages" and the like, at any depth.
/// Case does not matter. The file's own name does not count.
bool isVendored(const RepoPath& path);

} // namespace rocport
