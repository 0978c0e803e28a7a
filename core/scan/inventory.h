#pragma once

#include "core/scan/scanner.h"

namespace rocport {

/// What HIP has for a CUDA name.
enum class ApiSupport : quint8 { Supported, Experimental, Unsupported };
/// The column of the inventory in which a use with this status (ApiUse::status) is counted.
ApiSupport supportOf(const QString& status);

/// Whether a risk counts this finding. Textures and surfaces are counted by FileAnalysis::features
/// instead.
bool isOfRisk(const Finding& finding, const Risk& risk);

/// Totals over all files; `listed` files were in the tree. Deterministic: ties are ordered by name.
Inventory makeInventory(const QVector<std::shared_ptr<const FileAnalysis>>& files,
                        RepositoryKind kind, int listed);

} // namespace rocport
