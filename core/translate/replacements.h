#pragma once

#include "core/translate/translate.h"

#include <map>

namespace rocport {

/// One replacement as hipify-clang makes it, with what it is about.
struct TextReplacement
{
    ByteRange range; ///< empty: an insertion
    QByteArray text;
    TranslateTopic topic = TranslateTopic::Api;
    const ApiFact* api = nullptr;
    const HeaderFact* header = nullptr;
};

/// A set of replacements in which the first one wins: one that touches bytes of an earlier one is
/// dropped, so that a name inside a rewritten argument keeps its spelling. Two insertions at the
/// same place are only kept when their order does not matter. (LLVM 19,
/// clang/Tooling/Core/TextReplacement.h, as hipify-clang 7.0.2 uses it.)
class ReplacementSet
{
public:
    /// Adds a replacement; returns whether it was taken.
    bool add(TextReplacement replacement);

    /// By position, insertions before replacements at the same place.
    [[nodiscard]] const std::map<std::pair<qsizetype, bool>, TextReplacement>& all() const
    {
        return m_all;
    }

private:
    std::map<std::pair<qsizetype, bool>, TextReplacement> m_all; // key: begin, whether bytes go
};

} // namespace rocport
