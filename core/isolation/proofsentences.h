#pragma once

#include "core/isolation/isolation.h"

namespace rocport {

/// "N of N tokens equal, byte for byte."
QString equalTokensSentence(int tokens);
/// Conditions in other words.
QString equalConditionsSentence();
/// Where the NVIDIA path differs; from the figures of `proof`.
QString violatedSentence(const IsolationProof& proof);

} // namespace rocport
