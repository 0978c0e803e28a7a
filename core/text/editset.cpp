#include "core/text/editset.h"

#include <algorithm>

namespace rocport {

namespace {

QString describe(const TextEdit& edit)
{
    return QStringLiteral("%1-%2").arg(edit.range.begin).arg(edit.range.end);
}

/// Order of edits: by begin, insertions before the replacement at the same place.
bool comesBefore(const TextEdit& a, const TextEdit& b)
{
    if (a.range.begin != b.range.begin) {
        return a.range.begin < b.range.begin;
    }
    return a.range.isEmpty() && !b.range.isEmpty();
}

bool overlap(const TextEdit& a, const TextEdit& b)
{
    if (a.range.isEmpty() && b.range.isEmpty()) {
        return false;
    }
    if (a.range.isEmpty()) {
        return b.range.begin < a.range.begin && a.range.begin < b.range.end;
    }
    if (b.range.isEmpty()) {
        return a.range.begin < b.range.begin && b.range.begin < a.range.end;
    }
    return a.range.begin < b.range.end && b.range.begin < a.range.end;
}

} // namespace

Result<void> EditSet::add(const TextEdit& edit)
{
    if (edit.range.begin < 0 || edit.range.end < edit.range.begin) {
        return Error{ErrorCode::InvalidArgument, describe(edit), {}};
    }

    // First edit that comes after the new one; equal ones stay before it, so order is kept.
    const auto after = std::upper_bound(m_edits.begin(), m_edits.end(), edit, comesBefore);
    for (auto it = after; it != m_edits.begin();) {
        --it;
        if (*it == edit) {
            return {};
        }
        if (overlap(*it, edit)) {
            return Error{ErrorCode::EditOverlap,
                         QStringLiteral("%1 and %2").arg(describe(*it), describe(edit)),
                         {}};
        }
        // Edits do not overlap each other: only those at the same place and the one before matter.
        if (it->range.begin < edit.range.begin && !it->range.isEmpty()) {
            break;
        }
        if (it->range.end < edit.range.begin) {
            break;
        }
    }
    for (auto it = after; it != m_edits.end() && it->range.begin <= edit.range.end; ++it) {
        if (overlap(*it, edit)) {
            return Error{ErrorCode::EditOverlap,
                         QStringLiteral("%1 and %2").arg(describe(*it), describe(edit)),
                         {}};
        }
    }
    m_edits.insert(after, edit);
    return {};
}

Result<void> EditSet::add(const QVector<TextEdit>& edits)
{
    // All or none; what was added is taken out again on failure, so that success copies nothing.
    QVector<TextEdit> added;
    for (const TextEdit& edit : edits) {
        const qsizetype size = m_edits.size();
        Result<void> done = add(edit);
        if (!done.ok()) {
            for (const TextEdit& one : std::as_const(added)) {
                m_edits.removeOne(one);
            }
            return done;
        }
        if (m_edits.size() > size) {
            added.append(edit);
        }
    }
    return {};
}

Result<QByteArray> EditSet::apply(const QByteArray& text) const
{
    if (contentHash(text) != m_baseHash) {
        return Error{ErrorCode::EditStale, {}, {}};
    }
    return applyToKnown(text);
}

Result<QByteArray> EditSet::applyToKnown(const QByteArray& text) const
{
    if (!m_edits.isEmpty() && m_edits.back().range.end > text.size()) {
        return Error{ErrorCode::InvalidArgument, describe(m_edits.back()), {}};
    }

    qsizetype size = text.size();
    for (const TextEdit& edit : m_edits) {
        size += edit.replacement.size() - edit.range.size();
    }
    QByteArray result;
    result.reserve(size);
    qsizetype at = 0;
    for (const TextEdit& edit : m_edits) {
        result.append(QByteArrayView(text).sliced(at, edit.range.begin - at));
        result.append(edit.replacement);
        at = edit.range.end;
    }
    result.append(QByteArrayView(text).sliced(at));
    return result;
}

qsizetype mapOffset(const QVector<TextEdit>& edits, qsizetype offset)
{
    qsizetype shift = 0;
    for (const TextEdit& edit : edits) {
        if (edit.range.begin > offset) {
            break;
        }
        if (edit.range.end > offset) {
            // Inside a replacement (or at its start): as far into the new text as it reaches.
            return edit.range.begin + shift +
                   std::min(offset - edit.range.begin, edit.replacement.size());
        }
        shift += edit.replacement.size() - edit.range.size();
    }
    return offset + shift;
}

} // namespace rocport
