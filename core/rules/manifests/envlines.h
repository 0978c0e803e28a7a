#pragma once

#include "core/rules/analyse.h"

namespace rocport {

/// Lines of scripts, Dockerfiles, YAML and makefiles that set an environment variable which a rule
/// names in its parameter `lines` (a list of names): "NAME=1", "export NAME=1", "ENV NAME 1",
/// "NAME: '1'", "- name: NAME" with "value: '1'" on the next line. Only the values 1 and true count
/// unless the rule says any_value = true. {note} is the rule's note about the variable, {way} in
/// its `lines_way_out` that of "NAME-way". With once = true there is one finding for each variable,
/// and a file with one of the words of `unless` has none. Findings without edits; Python and C are
/// left alone.
void addEnvironmentLines(const SourceBuffer& source, const AnalysisContext& context,
                         FileAnalysis& analysis);

} // namespace rocport
