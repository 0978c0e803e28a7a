#pragma once

#include "core/base/result.h"
#include "core/rules/analyse.h"
#include "core/scan/sourcetree.h"

#include <memory>

namespace rocport {

/// Whether the suffix says that a file holds no text for anyone: it is named, not read.
bool isBinaryByName(const RepoPath& path);

/// Why a file that could not be read is left out, for people.
QString skipReason(const Error& error);

/// What stands for a file that is not analysed. `reason`: why, for people.
std::shared_ptr<FileAnalysis> skippedFile(const TreeEntry& entry, const QString& reason);

} // namespace rocport
