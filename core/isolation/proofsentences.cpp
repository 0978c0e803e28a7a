#include "core/isolation/proofsentences.h"

#include "core/base/wording.h"

namespace rocport {

QString equalTokensSentence(int tokens)
{
    return QStringLiteral("All %1 tokens of the NVIDIA path are unchanged, byte for byte.")
        .arg(countText(tokens));
}

QString equalConditionsSentence()
{
    return QStringLiteral(
        "Equal except for conditions that mean the same, such as `#ifdef X` and `#if defined(X)`.");
}

QString violatedSentence(const IsolationProof& proof)
{
    const bool layoutOnly = proof.tokensEqual == proof.tokensTotal;
    return layoutOnly && proof.tokensTotal > 0
               ? QStringLiteral("All %1 tokens are equal, but the text differs from line %2 on.")
                     .arg(countText(proof.tokensTotal))
                     .arg(proof.differsAtLine)
               : QStringLiteral("The NVIDIA path differs from line %1 of the original on; "
                                "%2 of %3 tokens before it are equal.")
                     .arg(proof.differsAtLine)
                     .arg(countText(proof.tokensEqual), countText(proof.tokensTotal));
}

} // namespace rocport
