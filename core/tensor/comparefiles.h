#pragma once

#include "core/tensor/compare.h"
#include "core/tensor/tolerances.h"

namespace rocport {

/// Compares two tensor files, folders of them, or golden bundles, in any combination. In a bundle
/// the outputs and gradients count; inputs and weights are compared where both sides have them, and
/// must be equal bit for bit. In folders, files are paired by name without extension. Two files
/// with one tensor each are compared whatever their names. A tensor that one side lacks is an entry
/// of its own. A tensor that cannot be read does not stop the others. Errors: those of
/// TensorFile::open and readBundle; InvalidArgument if no files can be paired; Cancelled.
Result<FileComparison> compareFiles(const QString& reference, const QString& candidate,
                                    const Tolerances& tolerances = {},
                                    const CompareOptions& options = {});

} // namespace rocport
