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

/// "compat-part:HIPBLAS": a file of a port uses the part and does not ask for it, since it was
/// ported when the header brought everything. So the part is brought everywhere.
inline constexpr QLatin1StringView kUnaskedPart{"compat-part:"};
void addUnaskedParts(const CppFile& file, FileAnalysis& analysis, const AnalysisContext& context);

} // namespace rocport
