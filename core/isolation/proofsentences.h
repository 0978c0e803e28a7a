#pragma once

#include "core/isolation/isolation.h"

namespace rocport {

/// A number with commas.
QString withCommas(qint64 number);

/// "N of N tokens equal, byte for byte."
QString equalTokensSentence(int tokens);
/// Conditions in other words.
QString equalConditionsSentence();
/// Where the NVIDIA path differs; from the figures of `proof`.
QString violatedSentence(const IsolationProof& proof);

} // namespace rocport
