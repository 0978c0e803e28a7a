#pragma once

#include "core/text/bytes.h"
#include "core/translate/brackets.h"
#include "core/translate/filescan.h"
#include "core/translate/translate.h"

#include <vector>

namespace rocport {

/// A part of a replacement: literal text, or original text in which further edits are made.
struct EditPiece
{
    QByteArray literal;
    ByteRange original; ///< used when not empty
};

/// An item in progress; `pieces` are joined into its edit when all items are known.
struct PendingItem
{
    TranslateItem item;
    std::vector<EditPiece> pieces; ///< empty: item.edit is complete as it is
};

/// What the parts of the engine share while they work on one file.
struct TranslateContext
{
    const SourceBuffer& source;
    const TokenWalk& walk;
    const FileScan& scan;
    const TranslateOptions& options;
    std::vector<PendingItem>& items;

    [[nodiscard]] ByteRange rangeOf(int token) const
    {
        const CToken& t = walk.token(token);
        return {static_cast<qsizetype>(t.begin), static_cast<qsizetype>(t.end)};
    }
    [[nodiscard]] ByteRange rangeOf(int first, int last) const
    {
        return {rangeOf(first).begin, rangeOf(last).end};
    }
    /// Adds an item with a complete edit and returns it so that more can be set.
    TranslateItem& addEdit(TranslateTopic topic, ByteRange range, TextEdit edit)
    {
        PendingItem pending;
        pending.item.topic = topic;
        pending.item.range = range;
        pending.item.hasEdit = true;
        pending.item.edit = std::move(edit);
        items.push_back(std::move(pending));
        return items.back().item;
    }
    TranslateItem& addNote(TranslateTopic topic, ByteRange range, const QString& message)
    {
        PendingItem pending;
        pending.item.topic = topic;
        pending.item.range = range;
        pending.item.message = message;
        items.push_back(std::move(pending));
        return items.back().item;
    }
};

} // namespace rocport
