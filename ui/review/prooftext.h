#pragma once

#include "core/project/proof/prooftexts.h"

namespace rocport {

/// What the verdict of a change comes to, in one sentence.
QString proofTitle(const ProofTexts& texts);
/// How the projection is made, and what is compared how.
QString proofMethod(const ProofTexts& texts, const QString& guardMacro);
/// The evidence, or what differs.
QString proofReason(const ProofTexts& texts);

} // namespace rocport
