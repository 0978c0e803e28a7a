#pragma once

#include "core/translate/context.h"

namespace rocport {

/// One sentence about a header without HIP twin, and the nearest way out.
QString unsupportedHeaderMessage(const HeaderFact& fact, const NameOptions& names);
QString headerWayOut(const HeaderFact& fact);

/// The note for a name that has no HIP name under `names`: message, way out and effort. The topic
/// is Experimental for names that only lack the option for it.
void addMissingNote(TranslateContext& context, int token, const ApiFact& fact);

/// A note where CUDA or HIP have deprecated or removed the name.
void addDeprecatedNote(TranslateContext& context, int token, const ApiFact& fact,
                       std::string_view hipName);

} // namespace rocport
