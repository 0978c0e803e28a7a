#include "core/translate/replacements.h"

namespace rocport {

bool ReplacementSet::add(TextReplacement replacement)
{
    const ByteRange range = replacement.range;
    const bool insertion = range.isEmpty();
    const auto at = m_all.lower_bound({range.begin, false});
    if (insertion && at != m_all.end() && at->first == std::pair(range.begin, false)) {
        QByteArray& there = at->second.text;
        if (there + replacement.text != replacement.text + there) {
            return false;
        }
        there += replacement.text;
        return true;
    }
    // What begins before and reaches into the range.
    if (at != m_all.begin() && std::prev(at)->second.range.end > range.begin) {
        return false;
    }
    // What begins inside of it; an insertion at its first byte stands before it.
    for (auto it = at; it != m_all.end() && it->first.first < range.end; ++it) {
        if (it->first.first > range.begin || it->first.second) {
            return false;
        }
    }
    m_all.emplace(std::pair(range.begin, !insertion), std::move(replacement));
    return true;
}

} // namespace rocport
