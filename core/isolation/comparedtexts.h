#pragma once

#include "core/isolation/isolation.h"

namespace rocport {

/// What a proof put side by side, for whoever wants to see it.
struct ComparedTexts
{
    IsolationProof proof;   ///< what proveFile() says
    QByteArray original;    ///< what an NVIDIA build sees of the original
    QByteArray projection;  ///< what it sees of the ported file
    bool ownGuards = false; ///< the original has ROCm guards of its own: it is projected too
    /// Whether there is a projection: the kind of file has guards and both texts could be read.
    /// Where not, `original` and `projection` are the files themselves.
    bool projected = false;
};

/// The texts that proveFile() compares, with what it says of them. Of a notebook the modules that
/// its code cells make.
ComparedTexts comparedTexts(const QByteArray& original, const QByteArray& ported, Language language,
                            const TargetSettings& target);

} // namespace rocport
