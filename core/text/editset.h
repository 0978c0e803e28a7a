#pragma once

#include "core/base/finding.h"
#include "core/base/result.h"

#include <QVector>

namespace rocport {

/// Edits to one text. Refuses overlaps, and any text other than the one that the edits were made
/// for; nothing is dropped silently.
class EditSet
{
public:
    /// \a baseHash is contentHash() of the text that the edits are for.
    explicit EditSet(QByteArray baseHash) : m_baseHash(std::move(baseHash)) {}

    /// Errors: EditOverlap when `edit` touches bytes that an earlier one touches. Two insertions at
    /// the same place are kept in the order in which they were added; an identical edit added twice
    /// counts once.
    Result<void> add(const TextEdit& edit);
    Result<void> add(const QVector<TextEdit>& edits);

    [[nodiscard]] const QVector<TextEdit>& edits() const { return m_edits; }
    [[nodiscard]] bool isEmpty() const { return m_edits.isEmpty(); }

    /// The text with all edits applied. Errors: EditStale when contentHash(text) is not the base
    /// hash, InvalidArgument when an edit lies outside the text.
    [[nodiscard]] Result<QByteArray> apply(const QByteArray& text) const;
    /// The same for callers that know that `text` is the right one: its hash is not computed again.
    [[nodiscard]] Result<QByteArray> applyToKnown(const QByteArray& text) const;

private:
    QByteArray m_baseHash;
    QVector<TextEdit> m_edits; // sorted by begin, insertions before replacements at the same place
};

/// Where a position in the original text is after `edits` (sorted, not overlapping).
qsizetype mapOffset(const QVector<TextEdit>& edits, qsizetype offset);

} // namespace rocport
