#pragma once

#include "core/rules/build/buildfile.h"
#include "core/scan/features.h"

#include <optional>

namespace rocport {

/// What is read in a file before any file is analysed, because the choice of a strategy or other
/// files depend on it. Kept among the features of its analysis, so that a later scan knows it
/// without reading the file.
struct AheadMarks
{
    BuildSummary build;
    std::optional<FeatureMark> topInclude; ///< it includes a header from the top-level folder
                                           ///  "include"

    /// These as features of an analysis.
    [[nodiscard]] FileFeatures write() const;
    static AheadMarks read(const FileFeatures& features);
};

} // namespace rocport
