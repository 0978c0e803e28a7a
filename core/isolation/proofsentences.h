#pragma once

#include "core/isolation/isolation.h"

namespace rocport {

/// "N of N tokens equal, byte for byte."
QString equalTokensSentence(int tokens);
/// Conditions that are spelled differently and mean the same.
QString equalConditionsSentence();
/// Where the NVIDIA path differs, from the figures in `proof`.
QString violatedSentence(const IsolationProof& proof);

} // namespace rocport
