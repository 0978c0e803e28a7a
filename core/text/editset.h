#pragma once

#include "core/base/finding.h"
#include "core/base/result.h"

#include <QVector>

namespace rocport {

/// Edits to one text. Refuses overlaps and a text other than the one the edits were made for;
/// nothing is dropped quietly.
class EditSet
{
public:
    /// \a baseHash is contentHash() of the text that the edits are for.
    explicit EditSet(QByteArray baseHash) : m_baseHash(std::move(baseHash)) {}

    /// Errors: EditOverlap when `edit` touches bytes that an earlier one touches. Two insertions at
    /// one place are kept in the order in which they were added; an identical edit added twice
    /// counts once.
    Result<void> add(const TextEdit& edit);
    Result<void> add(const QVector<TextEdit>& edits);

    [[nodiscard]] const QVector<TextEdit>& edits() const { return m_edits; }
    [[nodiscard]] bool isEmpty() const { return m_edits.isEmpty(); }

    /// The text with all edits made. Errors: EditStale when contentHash(text) is not the base hash,
    /// InvalidArgument when an edit lies outside the text.
    [[nodiscard]] Result<QByteArray> apply(const QByteArray& text) const;
    /// The same where the caller knows that `text` is the one: its hash is not taken again.
    [[nodiscard]] Result<QByteArray> applyToKnown(const QByteArray& text) const;

private:
    QByteArray m_baseHash;
    QVector<TextEdit> m_edits; // sorted by begin, insertions before replacements at the same place
};

/// Where a position of the original text is after `edits` (sorted, not overlapping).
qsizetype mapOffset(const QVector<TextEdit>& edits, qsizetype offset);

} // namespace rocport
