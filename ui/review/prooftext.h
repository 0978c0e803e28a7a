#pragma once

#include "core/project/proof/prooftexts.h"

namespace rocport {

/// What the verdict of a change means, in one sentence.
QString proofTitle(const ProofTexts& texts);
/// How the projection is made, and how it is compared.
QString proofMethod(const ProofTexts& texts, const QString& guardMacro);
/// The evidence, or what differs.
QString proofReason(const ProofTexts& texts);

} // namespace rocport
