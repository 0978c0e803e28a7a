#pragma once

#include "core/base/finding.h"

#include <QDateTime>

namespace rocport {

/// What a compiler's output said about one hunk, as recorded. The newest record about a hunk
/// counts, and only while the text that the hunk was made for, and the edit made to it by hand, are
/// the same.
struct CompiledProof
{
    QByteArray hunkKey;
    QByteArray baseHash;   ///< Hunk::baseHash at that time
    QByteArray editedHash; ///< contentHash() of the text edited by hand; empty: there was none
    bool agrees = false;
    QString compiler; ///< "nvcc 13.0"
    QString evidence; ///< one sentence
    QDateTime time;   ///< UTC

    /// Whether it still applies to `hunk`, edited to `editedText` (empty: not edited).
    [[nodiscard]] bool holdsFor(const Hunk& hunk, const QByteArray& editedText) const
    {
        const QByteArray edited = editedText.isEmpty() ? QByteArray() : contentHash(editedText);
        return hunkKey == hunk.key && baseHash == hunk.baseHash && editedHash == edited;
    }
};

} // namespace rocport
