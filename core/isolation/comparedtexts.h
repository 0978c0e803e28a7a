#pragma once

#include "core/isolation/isolation.h"

namespace rocport {

/// The texts that a proof compared, for display.
struct ComparedTexts
{
    IsolationProof proof;   ///< the result of proveFile()
    QByteArray original;    ///< what an NVIDIA build sees of the original
    QByteArray projection;  ///< what it sees of the ported file
    bool ownGuards = false; ///< the original has ROCm guards of its own, so it is projected too
    /// Whether there is a projection: files of this kind have guards, and both texts could be
    /// parsed. If not, `original` and `projection` are the files themselves.
    bool projected = false;
};

/// The texts that proveFile() compares, with its result. For a notebook, the modules that its code
/// cells form.
ComparedTexts comparedTexts(const QByteArray& original, const QByteArray& ported, Language language,
                            const TargetSettings& target);

} // namespace rocport
