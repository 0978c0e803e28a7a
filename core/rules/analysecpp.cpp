#include "core/rules/analyse.h"

namespace rocport {

void analyseCpp(const SourceBuffer&, const AnalysisContext&, FileAnalysis&) {}

} // namespace rocport
