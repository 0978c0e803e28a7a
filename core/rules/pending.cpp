#include "core/rules/analyse.h"

// Replaced by the Python and manifest analyses.
namespace rocport {

void analysePython(const SourceBuffer&, const AnalysisContext&, FileAnalysis&) {}
void analyseManifest(const SourceBuffer&, const AnalysisContext&, FileAnalysis&) {}

} // namespace rocport
