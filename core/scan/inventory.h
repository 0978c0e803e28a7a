#pragma once

#include "core/scan/scanner.h"

namespace rocport {

/// Totals over all files; `listed` files were in the tree. Deterministic: ties go by name.
Inventory makeInventory(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                        RepositoryKind kind, int listed);

} // namespace rocport
