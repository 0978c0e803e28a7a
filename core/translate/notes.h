#pragma once

#include "core/translate/context.h"

namespace rocport {

/// One sentence about a header without a HIP counterpart, and the nearest way out.
QString unsupportedHeaderMessage(const HeaderFact& fact, const NameOptions& names);
QString headerWayOut(const HeaderFact& fact);

/// The note for a name that has no HIP name under `names`: message, way out and effort. The topic
/// is Experimental for names that only need the option for experimental ones.
void addMissingNote(TranslateContext& context, int token, const ApiFact& fact);

/// Adds a note where CUDA or HIP has deprecated or removed the name.
void addDeprecatedNote(TranslateContext& context, int token, const ApiFact& fact,
                       std::string_view hipName);

} // namespace rocport
