#include "core/isolation/proofsentences.h"

#include "core/base/wording.h"

namespace rocport {

QString equalTokensSentence(int tokens)
{
    return QStringLiteral("%1 of %1 tokens equal, byte for byte.").arg(countText(tokens));
}

QString equalConditionsSentence()
{
    return QStringLiteral("Equal but for conditions that say the same in other "
                          "words, as `#ifdef X` and `#if defined(X)` do.");
}

QString violatedSentence(const IsolationProof& proof)
{
    const bool layoutOnly = proof.tokensEqual == proof.tokensTotal;
    return layoutOnly && proof.tokensTotal > 0
               ? QStringLiteral("All %1 tokens are there, but bytes differ from line %2 on.")
                     .arg(countText(proof.tokensTotal))
                     .arg(proof.differsAtLine)
               : QStringLiteral("The NVIDIA path differs from line %1 of the original on; "
                                "%2 of %3 tokens before it are equal.")
                     .arg(proof.differsAtLine)
                     .arg(countText(proof.tokensEqual), countText(proof.tokensTotal));
}

} // namespace rocport
