#pragma once

#include "core/rules/analyse.h"
#include "core/rules/cpp/cppfile.h"

#include <set>

namespace rocport {

/// The part of the header of compat-header (core/translate/compatparts.h) that stands for what is
/// included; empty: what all get.
QByteArray partOf(const CppInclude& include, const AnalysisContext& context);

/// Parts whose names the file uses although it includes nothing of their libraries itself.
/// `analysis` has its API uses; `features` are the file's.
std::set<QByteArray> partsByName(const CppFile& file, const FileAnalysis& analysis,
                                 const AnalysisContext& context);

/// Parts that a file of a port uses and does not ask for, since it was ported when the header
/// brought everything. They are brought everywhere.
void addUnaskedParts(const CppFile& file, FileAnalysis& analysis, const AnalysisContext& context);

} // namespace rocport
