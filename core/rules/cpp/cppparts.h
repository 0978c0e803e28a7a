#pragma once

#include "core/rules/analyse.h"
#include "core/rules/cpp/cppfile.h"

#include <set>

namespace rocport {

/// The part of the compat-header (core/translate/compatparts.h) that replaces what is included;
/// empty: what all files get.
QByteArray partOf(const CppInclude& include, const AnalysisContext& context);

/// Parts whose names the file uses although it includes nothing from their libraries itself.
/// `analysis` has its API uses; `features` are the file's.
std::set<QByteArray> partsByName(const CppFile& file, const FileAnalysis& analysis,
                                 const AnalysisContext& context);

/// Adds the parts that a ported file uses without requesting them, since it was ported when the
/// header brought everything. All files get these.
void addUnaskedParts(const CppFile& file, FileAnalysis& analysis, const AnalysisContext& context);

} // namespace rocport
